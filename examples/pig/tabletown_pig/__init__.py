"""Pig: roll as often as you dare, but a 1 takes all that you rolled in this turn."""

from tabletown.core.game import Rulebook
from tabletown.core.option import number

from .moves import MOVES
from .state import STATE

RULEBOOK = Rulebook(
    name="pig",
    title="Pig",
    package=__name__,
    players=(2, 4),
    state=STATE,
    moves=MOVES,
    max_legal=6,
    tagline="Roll as often as you dare, but beware of the 1",
    designers="traditional",
    publishers="",
    minutes="10",
    options=(number("goal", 20, 100, 50, "How many points win"),),
)
