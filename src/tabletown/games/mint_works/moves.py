"""The decisions of Mint Works, of players and of chance. The solitaire opponent moves by rule, so chance plays it."""

from __future__ import annotations

from tabletown.core.move import Moves, kind
from tabletown.core.record import MAX_SEATS

from .components import ADVANCED, LOCATIONS, PLANS, RIVALS

MOVES = Moves(
    kind("begin", seat=range(MAX_SEATS), chance=True),
    kind("oppose", opponent=RIVALS, chance=True),
    kind("add", location=ADVANCED, chance=True),
    kind("reveal", plan=PLANS, chance=True),
    kind("draw", plan=PLANS, chance=True),
    kind("opponent_uses", location=LOCATIONS, chance=True),
    kind("opponent_passes", chance=True),
    kind("pass"),
    kind("use", location=LOCATIONS, target="location-{location}"),
    kind("build", plan=PLANS, target="card-{me}-{plan}"),
    kind("buy", plan=PLANS, target="supply-{plan}"),
    kind("hire", location=LOCATIONS, target="location-{location}"),
    kind("recycle", plan=PLANS, target="card-{me}-{plan}"),
    kind("give", plan=PLANS, target="card-{me}-{plan}"),
    kind("take", plan=PLANS, target="supply-{plan}"),
    kind("gift", seat=range(MAX_SEATS), target="player-{seat}"),
)

BEGIN = MOVES.first("begin")
OPPOSE = MOVES.first("oppose")
ADD = MOVES.first("add")
REVEAL = MOVES.first("reveal")
DRAW = MOVES.first("draw")
OPPONENT_USES = MOVES.first("opponent_uses")
OPPONENT_PASSES = MOVES.first("opponent_passes")
PASS = MOVES.first("pass")
USE = MOVES.first("use")
BUILD = MOVES.first("build")
BUY = MOVES.first("buy")
HIRE_AT = MOVES.first("hire")
RECYCLE_CARD = MOVES.first("recycle")
GIVE_CARD = MOVES.first("give")
TAKE_CARD = MOVES.first("take")
GIFT_TO = MOVES.first("gift")
