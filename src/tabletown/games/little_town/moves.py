"""The decisions of Little Town Builders, of players and of chance."""

from __future__ import annotations

from tabletown.core.move import Moves, kind
from tabletown.core.record import MAX_SEATS

from .components import BUILDINGS, CUBES, GOALS, MEAL_WORDS, MIX_WORDS, SQUARES, WAY_WORDS

MOVES = Moves(
    kind("begin", seat=range(MAX_SEATS), chance=True),
    kind("offer", tile=BUILDINGS, chance=True),
    kind("deal", goal=GOALS, chance=True),
    kind("place", square=SQUARES, target="square-{square}"),
    kind("build", tile=BUILDINGS, target="market-{tile}"),
    kind("site", square=SQUARES, target="square-{square}"),
    kind("use", square=SQUARES, target="square-{square}"),
    kind("rent", square=SQUARES, target="square-{square}"),
    kind("collect", cube=CUBES),
    kind("done"),
    kind("pay", cubes=WAY_WORDS),
    kind("gain", cubes=MIX_WORDS),
    kind("feed", food=MEAL_WORDS),
)

BEGIN = MOVES.first("begin")
OFFER = MOVES.first("offer")
DEAL = MOVES.first("deal")
PLACE = MOVES.first("place")
BUILD = MOVES.first("build")
SITE = MOVES.first("site")
USE = MOVES.first("use")
RENT_OF = MOVES.first("rent")
COLLECT = MOVES.first("collect")
DONE = MOVES.first("done")
PAY = MOVES.first("pay")
GAIN_MIX = MOVES.first("gain")
FEED = MOVES.first("feed")
