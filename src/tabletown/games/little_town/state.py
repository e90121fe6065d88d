"""The record of Little Town Builders: everything that makes up a position."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import MAX_SEATS, SEATS, Record, field

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
    MARKET_SIZE,
    NAMES,
    NO_TERRAIN,
    ROUNDS,
    SQUARES,
    TERRAIN,
    WHEAT_FIELD,
    WORKERS,
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
    "arriving",
    "working",
    "leaving",
    "next_turn",
    "round_end",
    "feeding",
]
START, MARKET, DEAL_GOALS, SWAP_GOALS, TURN, BUILD_SQUARE = range(6)
PAY_COST, ACTIVATE, PAY_INPUT, GAIN, FOOD, FINISHED = range(6, 12)
# Phases without a decision, which the rules pass through before a move is over.
ARRIVING, WORKING, LEAVING, NEXT_TURN, ROUND_END, FEEDING = range(12, 18)

EDITIONS = ["studio_gg", "iello"]
SIDES = ["front", "back"]
MARKETS = ["random", "first_game"]
IELLO = EDITIONS.index("iello")
FIRST_GAME = MARKETS.index("first_game")

SEAT_WORDS = [f"seat_{seat}" for seat in range(MAX_SEATS)]
NOBODY_HERE = -1

STATE = Record(
    field("points", "i2", [SEATS], help="the points on the track"),
    field("bank", "i2", help="coins in the stock"),
    field("players", "i1"),
    field("edition", "i1", help="option: Studio GG 2017 or IELLO 2019"),
    field("board", "i1", help="option: the side of the board"),
    field("market", "i1", help="option: twelve random tiles, or those for a first game"),
    field("phase", "i1", values=PHASES),
    field("round", "i1"),
    field("start", "i1", help="the seat with the start marker"),
    field("active", "i1", help="the seat that plays or decides now"),
    field("workers", "i1", [SEATS], help="workers in hand"),
    field("builders", "i1", [SEATS], help="workers in the building areas"),
    field("houses", "i1", [SEATS], help="houses not yet on a tile"),
    field("coins", "i1", [SEATS]),
    field("cubes", "i1", [SEATS, CUBES]),
    field("stock", "i1", [CUBES]),
    field("tiles", "i1", [SQUARES], values=BUILDINGS),
    field("owners", "i1", [SQUARES], values=SEAT_WORDS, help="whose house stands on the tile"),
    field("standing", "i1", [SQUARES], values=SEAT_WORDS, help="whose worker stands on the square"),
    field("offered", "i1", [BUILDINGS], help="1: this kind of tile is in the game"),
    field("supply", "i1", [BUILDINGS], help="tiles not yet built"),
    field("goals", "i1", [SEATS, GOALS], help="a dealt goal, met or not, with its number in dealt order"),
    field("hand", "i1", [SEATS], help="how many goals a seat has been dealt"),
    field(
        "fulfilled",
        "i1",
        [SEATS, GOALS],
        help="1: the condition has held for this seat; whoever has that goal has met it",
    ),
    field("discarded", "i1", [GOALS], help="1: shown and discarded in the swap check"),
    field("step", "i1", help="how far the round end has come"),
    field("square", "i1", values=SQUARES, help="where a worker works or a tile goes"),
    field("kind", "i1", values=BUILDINGS, help="the tile that is built or used"),
    field("residence_works", "i1", help="1: a residence works at round end, no worker"),
    field("used", "i1", [DIRECTIONS], help="1: that neighbour was used in this placement"),
    field("pending", "i1", [CUBES], help="terrain squares of a contested cube, not yet collected"),
    field("received", "i1", [CUBES], help="cubes received in this turn"),
    field("activated", "i1", help="buildings activated in this turn"),
    field("scored_from", "i1", help="buildings that gave points in this turn"),
)


def on_board(s: Any, kind: int) -> int:
    """How many tiles of a kind have been built."""
    return sum(tile == kind for tile in s.tiles)


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


def impossible(s: Any) -> str | None:
    """Why a position can't come up in play, in one sentence, or None."""
    return (
        _impossible_goods(s)
        or _impossible_board(s)
        or _impossible_market(s)
        or _impossible_goals(s)
        or _impossible_turn(s)
    )


def _impossible_goods(s: Any) -> str | None:
    seats = range(s.players)
    counts = [*s.stock, *s.coins, s.bank, *s.houses, *s.workers, *s.builders, *s.pending]
    if min([*counts, *(s.cubes[seat, cube] for seat in seats for cube in range(len(CUBES)))]) < 0:
        return "No number of cubes, coins, houses or workers can be below 0."
    kept = conserved(s)
    for cube in CUBES:
        if kept[cube] != CUBES_IN_BOX:
            return f"There are {CUBES_IN_BOX} {cube} in this game, not {kept[cube]}."
    if kept["coins"] != COINS_IN_BOX:
        return f"There are {COINS_IN_BOX} coins in this game, not {kept['coins']}."
    for seat in seats:
        if kept[f"houses {seat}"] != HOUSES[s.players]:
            return f"Seat {seat} has {int(HOUSES[s.players])} houses, not {kept[f'houses {seat}']}."
        away = s.builders[seat] + sum(worker == seat for worker in s.standing)
        if s.workers[seat] + away > WORKERS[s.players]:
            return f"Seat {seat} has only {int(WORKERS[s.players])} workers."
    return None


def _impossible_board(s: Any) -> str | None:
    for square, name in enumerate(SQUARES):
        if (s.tiles[square] < 0) != (s.owners[square] < 0):
            return f"A tile needs an owner, and an owner a tile, on {name}."
        if max(s.owners[square], s.standing[square]) >= s.players:
            return f"There is no such player on {name}."
        if (s.tiles[square] >= 0 or s.standing[square] >= 0) and TERRAIN[s.board, square] != NO_TERRAIN:
            return f"{name} is terrain: no tile and no worker can be there."
        if s.tiles[square] >= 0 and s.standing[square] >= 0:
            return f"{name} can't hold a tile and a worker."
    return None


def _impossible_market(s: Any) -> str | None:
    for kind, name in enumerate(BUILDINGS):
        copies = int(COPIES[kind]) if s.offered[kind] else 0
        if s.supply[kind] + on_board(s, kind) != copies:
            return f"{NAMES[name]}: {copies} in this game, not {s.supply[kind] + on_board(s, kind)}."
    if s.phase > MARKET and (sum(s.offered) != MARKET_SIZE + 1 or not s.offered[WHEAT_FIELD]):
        return f"The market has {MARKET_SIZE} kinds of tile and the wheat fields."
    return None


def _impossible_goals(s: Any) -> str | None:
    for goal, name in enumerate(GOALS):
        holders = sum(s.goals[seat, goal] > 0 for seat in range(s.players))
        if holders + (s.discarded[goal] > 0) > 1:
            return f"The goal {name} is there only once."
    for seat in range(s.players):
        held = sum(s.goals[seat, goal] > 0 for goal in range(len(GOALS)))
        if held != s.hand[seat]:
            return f"Seat {seat} has {s.hand[seat]} goals, not {held}."
        if s.phase > SWAP_GOALS and held != GOALS_DEALT[s.edition, s.players]:
            return f"Seat {seat} is dealt {int(GOALS_DEALT[s.edition, s.players])} goals, not {held}."
    return None


def _impossible_turn(s: Any) -> str | None:
    if not 0 <= s.start < s.players or not 0 <= s.active < s.players:
        return f"The seats in start and active are 0 to {s.players - 1}."
    if not 1 <= s.round <= ROUNDS:
        return f"The rounds are 1 to {ROUNDS}."
    if s.phase > FINISHED:
        return "No position rests between two decisions."
    if s.phase in (PAY_COST, ACTIVATE, PAY_INPUT, GAIN) and s.square < 0:
        return "The square of the worker or of the new tile must be named."
    if s.phase in (BUILD_SQUARE, PAY_COST, PAY_INPUT, GAIN) and s.kind < 0:
        return "The tile that is built or used must be named."
    if s.phase == TURN and s.workers[s.active] == 0:
        return "Whose turn it is needs a worker in hand."
    return None
