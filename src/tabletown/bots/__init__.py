"""Bots worth playing: `names()`, `bot(name)`, `choose(bot, ...)`, `prepare(game)`, `explain(choice)`."""

from __future__ import annotations

import threading

from ..core.game import Game
from . import compiled_search
from .bot import Bot, Candidate, Choice, choose
from .explain import explain
from .registry import UnknownBot, bot, names, register

__all__ = [
    "Bot",
    "Candidate",
    "Choice",
    "UnknownBot",
    "bot",
    "choose",
    "explain",
    "names",
    "prepare",
    "preparing",
    "ready",
    "register",
]


def prepare(game: Game) -> threading.Thread:
    """Compile or load the native code of all bots for this game in the background; join the thread to wait for it."""
    return compiled_search.prepare(game.rulebook)


def ready(game: Game) -> bool:
    """Whether the bots' native code for this game is there; until then levels play greedily."""
    return compiled_search.ready_drivers(game.rulebook) is not None


def preparing(game: Game) -> float | None:
    """How far the compilation of the bots' native code for this game is, from 0 to 1; None if nothing compiles."""
    return compiled_search.preparing(game.rulebook)
