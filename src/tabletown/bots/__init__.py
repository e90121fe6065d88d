"""Bots worth playing: `names()`, `bot(name)`, `prepare(game)`, `explain(choice)`."""

from __future__ import annotations

import threading

from ..core.game import Game
from . import compiled_search as mind
from .bot import Bot, Candidate, Choice
from .explain import explain
from .registry import UnknownBot, bot, names, register

__all__ = ["Bot", "Candidate", "Choice", "UnknownBot", "bot", "explain", "names", "prepare", "ready", "register"]


def prepare(game: Game) -> threading.Thread:
    """Compile or load the native code of all bots for this game in the background; join the thread to wait for it."""
    return mind.prepare(game.rulebook)


def ready(game: Game) -> bool:
    """Whether the bots' native code for this game is there; until then levels play greedily."""
    return mind.ready_mind(game.rulebook) is not None
