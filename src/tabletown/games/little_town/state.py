"""The record of Little Town Builders: everything that makes up a position."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import MAX_SEATS, SEAT, SEATS, Record, field

from .components import (
    BUILDINGS,
    COINS_IN_BOX,
    COPIES,
    CUBES,
    CUBES_IN_BOX,
    DIRECTIONS,
    GOALS,
    GOALS_DEALT,
    HOUSES,
    OUTPUT_POINTS,
    RESIDENCE,
    ROUNDS,
    SQUARES,
    WORKERS,
    neighbours,
)

PHASES = [
    "start",
    "market",
    "deal_goals",
    "swap_goals",
    "turn",
    "build_square",
    "pay_cost",
    "activate",
    "pay_input",
    "gain",
    "food",
    "over",
]
START, MARKET, DEAL_GOALS, SWAP_GOALS, TURN, BUILD_SQUARE = range(6)
PAY_COST, ACTIVATE, PAY_INPUT, GAIN, FOOD, FINISHED = range(6, 12)
# Phases without a decision, which the rules pass through before a move is over: no position between two moves is in
# them.
ARRIVING, WORKING, LEAVING, NEXT_TURN, ROUND_END, FEEDING = range(12, 18)

EDITIONS = ["studio_gg", "iello"]
SIDES = ["front", "back"]
MARKETS = ["random", "first_game"]
IELLO = EDITIONS.index("iello")
FIRST_GAME = MARKETS.index("first_game")

SEAT_WORDS = [f"seat_{seat}" for seat in range(MAX_SEATS)]
NOBODY_HERE = -1

MOST_WORKERS = max(WORKERS.tolist())
MOST_HOUSES = max(HOUSES.tolist())
MOST_COPIES = max(COPIES.tolist())
MOST_GOALS = max(GOALS_DEALT.ravel().tolist())
MOST_POINTS = 30_000
"""Points have no limit in the rules; this one leaves room for all that a game can add or take."""

STATE = Record(
    field("points", "i2", [SEATS], limits=(-MOST_POINTS, MOST_POINTS), help="the points on the track"),
    field("bank", "i2", limits=(0, COINS_IN_BOX), help="coins in the stock"),
    field("players", "i1"),
    field("edition", "i1", help="option: Studio GG 2017 or IELLO 2019"),
    field("board", "i1", help="option: the side of the board"),
    field("market", "i1", help="option: twelve random tiles, or those for a first game"),
    field("phase", "i1", values=PHASES),
    field("round", "i1", limits=(1, ROUNDS)),
    field("start", "i1", limits=SEAT, help="the seat with the start marker"),
    field("active", "i1", limits=SEAT, help="the seat that plays or decides now"),
    field("workers", "i1", [SEATS], limits=(0, MOST_WORKERS), help="workers in hand"),
    field("builders", "i1", [SEATS], limits=(0, MOST_WORKERS), help="workers in the building areas"),
    field("houses", "i1", [SEATS], limits=(0, MOST_HOUSES), help="houses not yet on a tile"),
    field("coins", "i1", [SEATS], limits=(0, COINS_IN_BOX)),
    field("cubes", "i1", [SEATS, CUBES], limits=(0, CUBES_IN_BOX)),
    field("stock", "i1", [CUBES], limits=(0, CUBES_IN_BOX)),
    field("tiles", "i1", [SQUARES], values=BUILDINGS, optional=True),
    field("owners", "i1", [SQUARES], values=SEAT_WORDS, optional=True, help="whose house stands on the tile"),
    field("standing", "i1", [SQUARES], values=SEAT_WORDS, optional=True, help="whose worker stands on the square"),
    field("offered", "i1", [BUILDINGS], limits=(0, 1), help="1: this kind of tile is in the game"),
    field("supply", "i1", [BUILDINGS], limits=(0, MOST_COPIES), help="tiles not yet built"),
    field(
        "goals",
        "i1",
        [SEATS, GOALS],
        limits=(0, MOST_GOALS),
        help="a dealt goal, met or not, with its number in dealt order",
    ),
    field("hand", "i1", [SEATS], limits=(0, MOST_GOALS), help="how many goals a seat has been dealt"),
    field(
        "fulfilled",
        "i1",
        [SEATS, GOALS],
        limits=(0, 1),
        help="1: the condition has held for this seat; whoever has that goal has met it",
    ),
    field("discarded", "i1", [GOALS], limits=(0, 1), help="1: shown and discarded in the swap check"),
    field("step", "i1", limits=(0, 2 * MAX_SEATS), help="how far the round end has come"),
    field("square", "i1", values=SQUARES, optional=True, help="where a worker works or a tile goes"),
    field("kind", "i1", values=BUILDINGS, optional=True, help="the tile that is built or used"),
    field("residence_works", "i1", limits=(0, 1), help="1: a residence works at round end, no worker"),
    field("used", "i1", [DIRECTIONS], limits=(0, 1), help="1: that neighbour was used in this placement"),
    field(
        "pending",
        "i1",
        [CUBES],
        limits=(0, len(DIRECTIONS)),
        help="terrain squares of a contested cube, not yet collected",
    ),
    field("received", "i1", [CUBES], limits=(0, CUBES_IN_BOX), help="cubes received in this turn"),
    field("activated", "i1", limits=(0, len(DIRECTIONS)), help="buildings activated in this turn"),
    field("scored_from", "i1", limits=(0, len(DIRECTIONS)), help="buildings that gave points in this turn"),
)

AT_WORK = (ACTIVATE, PAY_INPUT, GAIN)
"""Phases in which a worker or a residence uses its neighbours."""
BUILDING = (BUILD_SQUARE, PAY_COST)
"""Phases in which a tile has been chosen and is not yet laid."""


def derive(s: Any) -> None:
    """A position may leave out what follows from the rest of it."""
    for name, value in counted(s).items():
        if getattr(s, name) == 0:
            setattr(s, name, value)


def counted(s: Any) -> dict[str, int]:
    """How far the round end has come follows from who decides, and what a turn has counted from the tiles used."""
    from .rules.seats import steps_from  # rules are made from this file

    residence = s.phase in AT_WORK and s.square >= 0 and s.tiles[s.square] == RESIDENCE
    steps = int(steps_from(s, s.start, s.active)) + 1
    complete = [] if residence else [kind for kind in tiles_used(s) if kind >= 0]
    if s.kind in complete and s.phase in (PAY_INPUT, GAIN):
        complete.remove(s.kind)
    return {
        "step": 2 * steps - 1 if residence else steps if s.phase == FOOD else 0,
        "residence_works": int(residence),
        "activated": len(complete),
        "scored_from": sum(int(OUTPUT_POINTS[kind] > 0) for kind in complete),
    }


def tiles_used(s: Any) -> list[int]:
    """The tiles that were used in this placement, the one in use included; -1 where there is none."""
    if s.phase not in AT_WORK or s.square < 0:
        return []
    around = neighbours(s.square)
    return [s.tiles[around[d]] if d in around else -1 for d in range(len(DIRECTIONS)) if s.used[d]]


def on_board(s: Any, kind: int) -> int:
    """How many tiles of a kind have been built."""
    return int(s.tiles.tolist().count(kind))


def conserved(s: Any) -> dict[str, int]:
    """What no move can change: cubes, coins, tiles and houses. LT-111, LT-234"""
    seats = range(s.players)
    found = {cube: s.stock[i] + sum(s.cubes[seat, i] for seat in seats) for i, cube in enumerate(CUBES)}
    found["tiles"] = sum(
        s.supply[i] + on_board(s, i) if s.offered[i] else int(COPIES[i]) for i in range(len(BUILDINGS))
    )
    found["coins"] = s.bank + sum(s.coins[seat] for seat in seats)
    for seat in seats:
        found[f"houses {seat}"] = s.houses[seat] + sum(owner == seat for owner in s.owners)
    return found
