"""What a seat may see of Minecart Town: the observation vector of learners, and a position described as JSON.

Everything is open but the order of the bags, which no position holds. MT-10
"""

from __future__ import annotations

from typing import Any

from tabletown.core.observation import Feature, Observation, number, one_hot, relative_seat
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import interpreted_loader, rule

from .components import (
    AB_SPACES,
    C_SPACES,
    END,
    FIRST_C_SPACE,
    FIRST_OF_LETTER,
    FIRST_SHAPE,
    LETTERS,
    MARKET_KINDS,
    MAX_BUILDINGS,
    MAX_EFFECTS,
    MAX_TILES,
    RESOURCES,
    ROUNDS,
    ROWS,
    SHAPES,
    SIDES,
    SLOTS,
    SOLO_COLUMNS,
    SOLO_NAMES,
    THRESHOLDS,
    TILES,
    TIMING,
    TYPES,
)
from .rules import carry_out, types_to_name
from .rules.effects import NO_CONVERSION, conversion_of, end_points, process_step
from .rules.flow import settle_types
from .rules.town import (
    COLUMN_STEP,
    ROW_STEP,
    ends_into,
    is_cell,
    is_expert,
    join_lines,
    kind_of,
    line_at,
    root_of,
)
from .rules.transport import next_keeper, next_type
from .state import (
    ACTION,
    ARRIVE,
    CUSTOM_SETUP,
    DEAL,
    FINISHED,
    GAIN,
    KEEP,
    LOOP,
    PAY,
    PHASES,
    PICK,
    PLACE,
    PROCESS,
    PRODUCE,
    PULL,
    SET,
    SHAPING,
    START,
    STATE,
    STEP,
)

process = interpreted_loader({}).load(process_step)

# ------------------------------------------------------------------ what learners observe


@rule
def observe_passed(s, viewer, out, at):
    """Who has passed, from the viewer clockwise."""
    for step in range(s.players):
        out[at + step] = s.passed >> (viewer + step) % s.players & 1


TOWN_LENGTH = 2 + 3 * MAX_TILES + TYPES * MAX_BUILDINGS


@rule
def observe_towns(s, viewer, out, at):
    """The towns one after the other, from the viewer clockwise."""
    for step in range(s.players):
        observe_town(s, (viewer + step) % s.players, out, at + step * TOWN_LENGTH)


@rule
def observe_town(s, owner, out, at):
    """VP and number of tiles; then each tile (1 + its kind, 0 for none), its place, and the cubes."""
    out[at] = s.vp[owner]
    out[at + 1] = s.tile_count[owner]
    at += 2
    for tile in range(s.tile_count[owner]):
        out[at + tile] = 1 + s.tiles[owner, tile]
        out[at + MAX_TILES + tile] = s.rows[owner, tile]
        out[at + 2 * MAX_TILES + tile] = s.columns[owner, tile]
    at += 3 * MAX_TILES
    for building in range(s.building_count[owner]):
        for resource in range(TYPES):
            out[at + TYPES * building + resource] = s.cubes[owner, building, resource]


OBSERVATION = Observation(
    STATE,
    one_hot("phase", PHASES),
    number("round", ROUNDS),
    number("due", 9, name="cubes due: wood, stone, either"),
    number("pending", 15, name="cubes to gain, by type"),
    number("free_gain", 15, name="cubes of any type to gain"),
    number("chosen", 15, name="the set chosen for a conversion, by type"),
    number("site", MAX_BUILDINGS, -1, "building that gains, pulls or converts"),
    number("cell", 4 * MAX_TILES, -1, "cell chosen, 4 x tile + side"),
    number("upgrading", MAX_TILES, -1, "track being upgraded"),
    number("buying", MARKET_KINDS, -1, "tile being bought"),
    number("display", MARKET_KINDS, -1, "display: tile by space, -1 empty"),
    number("stacks", 15, name="display: tiles by space"),
    number("bag", 15, name="bags"),
    number("hand", 15, name="hand, by building and type"),
    relative_seat("turn", "whose turn, from the viewer clockwise"),
    relative_seat("first", "first player, from the viewer clockwise"),
    Feature("passed, from the viewer clockwise", MAX_SEATS, 1, write=observe_passed),
    Feature(
        "towns, from the viewer clockwise: VP, number of tiles, tiles, rows, columns, cubes by building and type",
        MAX_SEATS * TOWN_LENGTH,
        32767,
        -32768,
        observe_towns,
    ),
)

# ------------------------------------------------------------------ a position, described


def part_of_round(s: Any) -> str:
    """Which of the four phases of a round it is: production, construction, transportation or processing."""
    phase = s.back if s.phase in (KEEP, SET, GAIN) or (s.phase == PICK and s.back == ACTION) else s.phase
    if phase in (START, PRODUCE) or (s.phase == DEAL and s.back == PRODUCE):
        return "production"
    if phase in (ACTION, PAY, PLACE, ARRIVE, STEP, SHAPING, DEAL, GAIN):
        return "construction"
    return "processing" if phase in (PROCESS, FINISHED) else "transportation"


def threshold_reached(vp: int) -> int:
    """Solo: the highest threshold that a score reaches; 0 for none. MT-218"""
    return max((mark for mark in THRESHOLDS if vp >= mark), default=0)


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs, ready for JSON."""
    seats = range(s.players)
    return {
        "round": s.round,
        "rounds": ROUNDS,
        "part": part_of_round(s),
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "first": s.first,
        "passed": [seat for seat in seats if s.passed >> seat & 1 and part_of_round(s) == "construction"],
        "market": [_space(s, space) for space in _spaces(s)],
        "bags": bags_left(s),
        "unseen": {TILES[kind]: s.bag[kind] for kind in range(len(s.bag)) if s.bag[kind]},
        "towns": [town(s, seat) for seat in seats],
        "work": _work(s),
        "cells": _cells(s),
        "forecast": forecast(s),
        "solo": _solo(s) if s.players == 1 else None,
    }


# ------------------------------------------------------------------ the market


def _spaces(s: Any) -> list[int]:
    return [*range(int(AB_SPACES[s.players])), *range(FIRST_C_SPACE, FIRST_C_SPACE + C_SPACES)]


def _space(s: Any, space: int) -> dict[str, Any]:
    area = int(space >= FIRST_C_SPACE)
    columns = int(SOLO_COLUMNS[area])
    kind = s.display[space]
    return {
        "space": space,
        "area": "C" if area else "A" if s.round <= 2 else "B",
        "row": (space - area * FIRST_C_SPACE) // columns if s.players == 1 else 0,
        "tile": TILES[kind] if kind >= 0 else None,
        "count": s.stacks[space],
    }


def bags_left(s: Any) -> dict[str, int]:
    """How many tiles are in each bag."""
    return {letter: _bag(s, number) for number, letter in enumerate(LETTERS)}


def _bag(s: Any, letter: int) -> int:
    return sum(s.bag[kind] for kind in range(int(FIRST_OF_LETTER[letter]), int(FIRST_OF_LETTER[letter + 1])))


# ------------------------------------------------------------------ towns


def town(s: Any, seat: int) -> dict[str, Any]:
    """A town: its tiles in order of placement, its cubes and what they come to."""
    tiles = [_tile(s, seat, tile) for tile in range(s.tile_count[seat])]
    totals = [sum(s.cubes[seat, b, t] for b in range(s.building_count[seat])) for t in range(TYPES)]
    slots = sum(int(SLOTS[s.tiles[seat, tile]]) for tile in range(s.tile_count[seat]))
    return {
        "vp": s.vp[seat],
        "expert": bool(is_expert(s, seat)),
        "tiles": tiles,
        "totals": dict(zip(RESOURCES, totals, strict=True)),
        "free": slots - sum(totals) - (s.held if seat == s.turn else 0),
        "buildings": s.building_count[seat],
        "tracks": s.tile_count[seat] - s.building_count[seat],
        "end": end_value(s, seat),
    }


def _tile(s: Any, seat: int, tile: int) -> dict[str, Any]:
    kind = s.tiles[seat, tile]
    building = s.building_of[seat, tile]
    return {
        "tile": tile,
        "kind": TILES[kind],
        "row": s.rows[seat, tile],
        "column": s.columns[seat, tile],
        "building": building if building >= 0 else None,
        "lines": _lines(kind) if building < 0 else [],
        "slots": int(SLOTS[kind]),
        "cubes": {r: s.cubes[seat, building, t] for t, r in enumerate(RESOURCES) if s.cubes[seat, building, t]}
        if building >= 0
        else {},
    }


def _lines(kind: int) -> list[str]:
    """The lines of a rail tile, each by its ends."""
    if kind >= FIRST_SHAPE:
        return [TILES[kind]]
    return ["".join(line) for effect in ROWS[kind]["effects"] if effect["op"] == "track" for line in effect["lines"]]


def end_value(s: Any, seat: int) -> int:
    """The VP that end effects would give, or have given, as the town stands."""
    value = 0
    for building in range(s.building_count[seat]):
        kind = kind_of(s, seat, building)
        for effect in range(MAX_EFFECTS):
            if TIMING[kind, effect] == END:
                value += int(end_points(s, seat, building, effect))
    return value


# ------------------------------------------------------------------ what is going on


def _work(s: Any) -> dict[str, Any]:
    """The choice under way: what is bought, due, planned, in the hand, to be gained or converted."""
    return {
        "buying": TILES[s.buying] if s.buying >= 0 else None,
        "space": s.space if s.buying >= 0 else None,
        "due": {"wood": s.due[0], "stone": s.due[1], "either": s.due[2]},
        "planned": _planned(s),
        "pieces": s.pieces,
        "site": s.site if s.phase in (KEEP, GAIN, SET, PULL) else None,
        "pending": _by_type(s.pending),
        "chosen": _by_type(s.chosen),
        "hand": {
            r: n for t, r in enumerate(RESOURCES) if (n := sum(s.hand[b, t] for b in range(s.building_count[s.turn])))
        },
        "lifted": [
            {"building": b, "resource": r, "count": s.hand[b, t]}
            for b in range(s.building_count[s.turn])
            for t, r in enumerate(RESOURCES)
            if s.hand[b, t]
        ],
        "next": RESOURCES[next_type(s)] if s.held else None,
        "route": _route(s) if s.held else [],
    }


def _route(s: Any) -> list[dict[str, Any]]:
    """The rails that the next cube of the hand can travel on: each track with its lines that belong to the network."""
    trial, seat, resource = s.copy(), s.turn, next_type(s)
    join_lines(trial, seat, resource, is_expert(s, seat))
    home = root_of(trial, 2 * s.tile_of[seat, next_keeper(s, resource)])
    found = []
    for tile in range(s.tile_count[seat]):
        if s.building_of[seat, tile] < 0:
            lines = [
                sides
                for sides in _lines(s.tiles[seat, tile])
                if root_of(trial, line_at(s, seat, tile, SIDES.index(sides[0]))) == home
            ]
            found += [{"tile": tile, "lines": lines}] if lines else []
    return found


def _by_type(counts: Any) -> dict[str, int]:
    return {resource: counts[t] for t, resource in enumerate(RESOURCES) if counts[t]}


def _planned(s: Any) -> dict[str, Any] | None:
    """The track that is being chosen or paid for."""
    if s.phase not in (SHAPING, PAY) or s.buying >= 0:
        return None
    shape = SHAPES[s.shape] if s.phase == PAY else None
    if s.upgrading >= 0:
        row, column = s.rows[s.turn, s.upgrading], s.columns[s.turn, s.upgrading]
        return {"row": row, "column": column, "shape": shape, "upgrade": s.upgrading}
    return {**_cell(s, s.cell), "shape": shape, "upgrade": None}


def _cell(s: Any, cell: int) -> dict[str, Any]:
    tile, side = divmod(cell, 4)
    return {
        "tile": tile,
        "side": SIDES[side],
        "row": s.rows[s.turn, tile] + ROW_STEP[side],
        "column": s.columns[s.turn, tile] + COLUMN_STEP[side],
        "ends": "".join(SIDES[d] for d in range(4) if ends_into(s, s.turn, cell) >> d & 1),
    }


def _cells(s: Any) -> list[dict[str, Any]]:
    """The empty cells beside the town of the player in turn, while tiles are laid."""
    if s.phase not in (PLACE, STEP):
        return []
    return [_cell(s, cell) for cell in range(4 * s.tile_count[s.turn]) if is_cell(s, s.turn, cell)]


def forecast(s: Any) -> list[dict[str, Any]]:
    """What processing would make of the cubes as they lie now in the town of the player in turn."""
    if s.phase not in (PICK, PULL, LOOP):
        return []
    trial = s.copy()
    trial.round = 1
    found = []
    for building in range(s.building_count[s.turn]):
        made = process_on(trial, building)
        if made:
            found.append({"building": building, "kind": TILES[kind_of(s, s.turn, building)], **made})
    return found


def process_on(trial: Any, building: int) -> dict[str, Any] | None:
    """Convert on one building as often as its cubes allow; where the owner may choose, the first choice is taken."""
    seat, times = trial.turn, 0
    effect = conversion_of(kind_of(trial, seat, building))
    if effect == NO_CONVERSION:
        return None
    before = [trial.cubes[seat, building, t] for t in range(TYPES)]
    vp = trial.vp[seat]
    while process(trial, building, effect):
        times += 1
        _choose_first(trial)
    if not times:
        return None
    after = [trial.cubes[seat, building, t] for t in range(TYPES)]
    gained = {r: after[t] - before[t] for t, r in enumerate(RESOURCES) if after[t] > before[t]}
    return {"times": times, "vp": trial.vp[seat] - vp, "cubes": gained}


def _choose_first(trial: Any) -> None:
    """Settle the choices of a trial conversion by their first option."""
    moves = [0] * 16
    while trial.phase in (SET, KEEP):
        if not settle_types(trial):
            types_to_name(trial, moves)
            carry_out(trial, moves[0])


# ------------------------------------------------------------------ solo


def _solo(s: Any) -> dict[str, Any]:
    """The setup, the thresholds and how far the score has come. MT-218, MT-219"""
    vp = s.vp[0] + (0 if s.phase == FINISHED else end_value(s, 0))
    return {
        "setup": int(s.solo_setup) + 1 if s.solo_setup < CUSTOM_SETUP else "custom",
        "name": SOLO_NAMES[s.solo_setup] if s.solo_setup < CUSTOM_SETUP else "Custom",
        "thresholds": list(THRESHOLDS),
        "reached": threshold_reached(vp),
        "rank": sum(vp >= mark for mark in THRESHOLDS),
        "score": vp,
    }
