"""What can go wrong, each told in one sentence."""

from __future__ import annotations


class TabletownError(Exception):
    """Base of all errors a caller may want to show to a person."""


class UnknownGame(TabletownError, ValueError):
    """No game of that name is registered."""


class BadGame(TabletownError, ValueError):
    """The folder of a game lacks something that its contract asks for."""


class BadOption(TabletownError, ValueError):
    """An option, its value or the number of players is not one the game has."""


class IllegalMove(TabletownError, ValueError):
    """The move is not legal now; the match is unchanged."""


class BadPosition(TabletownError, ValueError):
    """A position that the game cannot have."""


class BadSave(TabletownError, ValueError):
    """A saved match that is damaged, foreign or from other rules; nothing was loaded."""


class NoDevice(TabletownError, RuntimeError):
    """The machine lacks the device that was asked for."""
