"""Five small town-and-mine board games, complete, to play and to simulate."""

from . import games as _games  # loaded first: the package tabletown.games and the function games() share a name
from .core.errors import BadGame, BadOption, BadPosition, BadSave, IllegalMove, NoDevice, TabletownError, UnknownGame
from .core.game import Game, Rulebook
from .core.match import Match
from .core.move import CHANCE, Move
from .core.registry import game, games, register, rulebook
from .learn import review

__version__ = "0.3.0"

del _games

__all__ = [
    "CHANCE",
    "BadGame",
    "BadOption",
    "BadPosition",
    "BadSave",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "NoDevice",
    "Rulebook",
    "TabletownError",
    "UnknownGame",
    "game",
    "games",
    "register",
    "review",
    "rulebook",
]
