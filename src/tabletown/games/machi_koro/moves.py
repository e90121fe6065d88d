"""The moves of Machi Koro: the decisions of players and the results of chance."""

from __future__ import annotations

from tabletown.core.move import Moves, kind
from tabletown.core.record import MAX_SEATS

from .components import ESTABLISHMENTS, FACES, LANDMARKS

DIE = range(1, FACES + 1)

MOVES = Moves(
    kind("begin", seat=range(MAX_SEATS), chance=True),
    kind("reveal", card=ESTABLISHMENTS, chance=True),
    kind("rolled", face=DIE, chance=True),
    kind("rolled_two", first=DIE, second=DIE, chance=True),
    kind("dice", number=(1, 2)),
    kind("keep"),
    kind("reroll"),
    kind("charge", seat=range(MAX_SEATS), target="player-{seat}"),
    kind("give", card=ESTABLISHMENTS, target="city-{me}-{card}"),
    kind("decline"),
    kind("take", seat=range(MAX_SEATS), card=ESTABLISHMENTS, target="city-{seat}-{card}"),
    kind("build", card=ESTABLISHMENTS, target="market-{card}"),
    kind("erect", landmark=LANDMARKS, target="landmark-{me}-{landmark}"),
    kind("pass"),
)

BEGIN = MOVES.first("begin")
REVEAL = MOVES.first("reveal")
ROLLED = MOVES.first("rolled")
ROLLED_TWO = MOVES.first("rolled_two")
DICE = MOVES.first("dice")
KEEP = MOVES.first("keep")
REROLL_DICE = MOVES.first("reroll")
CHARGE = MOVES.first("charge")
GIVE_CARD = MOVES.first("give")
DECLINE = MOVES.first("decline")
TAKE_CARD = MOVES.first("take")
BUILD_CARD = MOVES.first("build")
ERECT = MOVES.first("erect")
PASS = MOVES.first("pass")
