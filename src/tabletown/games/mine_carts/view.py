"""What a seat may see of Mine Carts: everything, unless the option hides the kinds of the others' ore."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import EVERYBODY
from tabletown.core.observation import Feature, Observation, by_seat, number, one_hot, relative_seat
from tabletown.core.record import MAX_SEATS
from tabletown.core.rng import below, draw, stream
from tabletown.core.rule import rule

from .components import (
    BEYOND,
    CARTS,
    CELLS,
    COLUMNS,
    DATA,
    EDGE,
    JOINED,
    NOWHERE,
    ORE_COUNT,
    ORE_KINDS,
    ORE_TOKENS,
    ORE_VALUE,
    ORES,
    OUTSIDE,
    PICKAXE,
    POINTS,
    POINTS_PER_TILE,
    ROTATIONS,
    ROWS,
    TILE_COUNT,
    TURNS,
    place_of,
)
from .moves import PLAY_TILE
from .rules import play, score
from .rules.running import carts_left, kind_of_token, ore_left
from .state import AUTO, DIG, FATES, FINISHED, ORDER, PHASES, PLAY, REPLACE, STATE

# ------------------------------------------------------------------ what is hidden


@rule
def redact(s, viewer):
    """With hidden ore only the numbers of the others' tokens are seen until the end. MC-127, MC-131..133"""
    if s.hidden_ore == 0 or s.phase == FINISHED:
        return
    for kind in range(ORE_KINDS):
        s.heap[kind] = 0
    for seat in range(s.players):
        if seat != viewer:
            for kind in range(ORE_KINDS):
                s.ore[seat, kind] = 0
                for cart in range(CARTS):
                    s.dug[seat, cart, kind] = 0


@rule
def guess(s, viewer, seed):
    """Deal the ore that the viewer has not seen to its holders and to the ground. MC-130"""
    if s.hidden_ore == 0 or s.phase == FINISHED:
        return
    for kind in range(ORE_KINDS):
        s.heap[kind] = ORE_COUNT[kind] - (s.ore[viewer, kind] if viewer >= 0 else 0)
    left = ORE_TOKENS - (s.tokens[viewer] if viewer >= 0 else 0)
    key = stream(seed, 0)
    for seat in range(s.players):
        if seat != viewer:
            for index in range(s.tokens[seat]):
                give_unseen_token(s, seat, index, below(draw(key, left), left))
                left -= 1


@rule
def give_unseen_token(s, seat, index, token):
    """Give a token of the heap to a seat; the first ones stand for those that its carts drew in this move."""
    kind = kind_of_token(s, token)
    s.heap[kind] -= 1
    s.ore[seat, kind] += 1
    if index < s.drawn[seat, 0]:
        s.dug[seat, 0, kind] += 1
    elif index < s.drawn[seat, 0] + s.drawn[seat, 1]:
        s.dug[seat, 1, kind] += 1


@rule
def known_to(s, move):
    """With hidden ore a token is seen by its owner alone. MC-131, MC-132"""
    if s.hidden_ore == 1 and s.phase == DIG:
        return s.digger // CARTS
    return EVERYBODY


def score_known(s: Any, viewer: int | None, seat: int) -> bool:
    """Whether the viewer knows somebody's points: not while the kinds of their ore are hidden. MC-127, MC-131"""
    return not _secret(s, seat, viewer)


# ------------------------------------------------------------------ for learners

ALL_CARTS = MAX_SEATS * CARTS
MOST_OF_A_KIND = max(1, *ORE_COUNT.tolist())


@rule
def acting_seat(s):
    """Who is waited for, or for whose cart chance draws ore."""
    if s.phase == ORDER:
        return s.asked
    return s.digger // CARTS if s.phase == DIG else s.turn


@rule
def seat_from(s, viewer, step):
    """The seat that many steps clockwise from the viewer."""
    return viewer + step if viewer + step < s.players else viewer + step - s.players


@rule
def observe_acting_seat(s, viewer, out, at):
    acting = acting_seat(s)
    out[at + (acting - viewer if acting >= viewer else acting - viewer + s.players)] = 1


@rule
def observe_track(s, viewer, out, at):
    for cell in range(CELLS):
        if s.board[cell] != 0:
            for point in range(POINTS_PER_TILE):
                out[at + POINTS_PER_TILE * cell + point] = JOINED[s.board[cell], s.turned[cell], point] + 1


@rule
def observe_pickaxes(s, viewer, out, at):
    for cell in range(CELLS):
        out[at + cell] = PICKAXE[s.board[cell]]


@rule
def observe_carts_by_point(s, viewer, out, at):
    for figure in range(CARTS * s.players):
        place = s.carts[seat_from(s, viewer, figure // CARTS), figure % CARTS]
        if place >= 0:
            out[at + place] = figure + 1


@rule
def observe_carts_in_mine(s, viewer, out, at):
    for figure in range(CARTS * s.players):
        if s.carts[seat_from(s, viewer, figure // CARTS), figure % CARTS] >= 0:
            out[at + figure] = 1


@rule
def observe_carts_due(s, viewer, out, at):
    for figure in range(CARTS * s.players):
        out[at + figure] = (s.due >> (CARTS * seat_from(s, viewer, figure // CARTS) + figure % CARTS)) & 1


@rule
def observe_hand_track(s, viewer, out, at):
    if s.hand != 0:
        for point in range(POINTS_PER_TILE):
            out[at + point] = JOINED[s.hand, 0, point] + 1


@rule
def observe_hand(s, viewer, out, at):
    out[at] = PICKAXE[s.hand]
    out[at + 1] = ROTATIONS[s.hand]


@rule
def observe_ore_left(s, viewer, out, at):
    out[at] = ore_left(s)
    out[at + 1] = s.owed


@rule
def observe_setup(s, viewer, out, at):
    out[at] = s.placed
    for step in range(s.players):
        seat = seat_from(s, viewer, step)
        out[at + 1 + step] = s.setup_changes - s.changes_made[seat]
        out[at + 1 + MAX_SEATS + step] = s.confirmed[seat]


OBSERVATION = Observation(
    STATE,
    one_hot("phase", PHASES),
    relative_seat("turn", "whose turn, from the viewer clockwise"),
    Feature("who acts, from the viewer clockwise", MAX_SEATS, 1, write=observe_acting_seat),
    Feature(
        "track: the other end of each point's section plus 1, 0 without a tile",
        POINTS,
        POINTS_PER_TILE,
        write=observe_track,
    ),
    Feature("pickaxes by cell", CELLS, 1, write=observe_pickaxes),
    Feature("carts by point: 1, 2 the viewer's, then clockwise", POINTS, ALL_CARTS, write=observe_carts_by_point),
    Feature("carts in the mine", ALL_CARTS, 1, write=observe_carts_in_mine),
    Feature("carts still to advance", ALL_CARTS, 1, write=observe_carts_due),
    Feature(
        "tile in the hand: the other end of each point's section plus 1",
        POINTS_PER_TILE,
        POINTS_PER_TILE,
        write=observe_hand_track,
    ),
    Feature("its pickaxe and its orientations", 2, TURNS, write=observe_hand),
    number("pile", 1, name="tiles in the pile"),
    number("heap", MOST_OF_A_KIND, name="ore in the ground by kind, as far as known"),
    Feature("ore tokens in the ground, ore tokens still owed", 2, max(1, ORE_TOKENS), write=observe_ore_left),
    by_seat("ore", MOST_OF_A_KIND, name="ore held by kind, as far as known"),
    by_seat("tokens", max(1, ORE_TOKENS), name="ore tokens held"),
    Feature("set-up: carts placed, changes left, confirmed", 1 + 2 * MAX_SEATS, 2 * MAX_SEATS + 1, write=observe_setup),
)


# ------------------------------------------------------------------ for pictures and programs


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    seats = range(s.players)
    return {
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "turns": s.turns,
        "rows": ROWS,
        "columns": COLUMNS,
        "board": [_tile(s, cell) for cell in range(CELLS) if s.board[cell]],
        "carts": [_cart(s, seat, cart) for seat in seats for cart in range(CARTS) if s.carts[seat, cart] != NOWHERE],
        "carts_left": [carts_left(s, seat) for seat in seats],
        "gates": [dict(zip(("row", "column", "point"), place_of(int(index)), strict=True)) for index in EDGE],
        "placing": _placing(s),
        "hand": _hand(s),
        "previews": _previews(s) if s.phase == PLAY and viewer == s.turn else [],
        "asked": s.asked if s.phase == ORDER else None,
        "last": _last(s, viewer),
        "ore": [_holding(s, seat, viewer) for seat in seats],
        "ground": {
            "tokens": ore_left(s),
            "kinds": None if _secret(s, None, viewer) else dict(zip(ORES, s.heap, strict=True)),
        },
        "pile": [tile + 1 for tile in range(TILE_COUNT) if s.pile[tile]],
        "out": [
            seat for seat in seats if s.placed == CARTS * s.players and not carts_left(s, seat) and s.phase != REPLACE
        ],
        "values": dict(zip(ORES, ORE_VALUE.tolist(), strict=True)),
        "reconstructed": [part for part in ("board", "tile", "ore") if _reconstructed(part)],
    }


def _reconstructed(part: str) -> bool:
    entries = DATA[part] if isinstance(DATA[part], list) else [DATA[part]]
    return any(entry["source"] == "reconstructed" for entry in entries)


def _secret(s: Any, owner: int | None, viewer: int | None) -> bool:
    """Whether the viewer may not know the kinds of somebody's ore; the ground is nobody's. MC-131, MC-133"""
    return bool(s.hidden_ore) and s.phase != FINISHED and (owner is None or owner != viewer)


def _tile(s: Any, cell: int) -> dict[str, Any]:
    row, column = divmod(cell, COLUMNS)
    return {"row": row, "column": column, "tile": s.board[cell], "turns": s.turned[cell], "new": cell == s.laid}


def _cart(s: Any, seat: int, cart: int) -> dict[str, Any]:
    row, column, point = place_of(s.carts[seat, cart])
    return {"seat": seat, "cart": cart, "row": row, "column": column, "point": point}


def _placing(s: Any) -> dict[str, Any] | None:
    """The set-up: which cart is due, who is content, how many changes are left to each. MC-32..36"""
    if s.turns or PHASES[s.phase] not in ("place", "confirm", "replace"):
        return None
    due = {"place": s.placed // s.players, "replace": s.picked_up}.get(PHASES[s.phase])
    return {
        "cart": due,
        "confirmed": [bool(s.confirmed[seat]) for seat in range(s.players)],
        "changes_left": [s.setup_changes - s.changes_made[seat] for seat in range(s.players)],
    }


def _hand(s: Any) -> dict[str, Any] | None:
    if not s.hand:
        return None
    return {"tile": s.hand, "orientations": int(ROTATIONS[s.hand]), "pickaxe": bool(PICKAXE[s.hand])}


def _holding(s: Any, seat: int, viewer: int | None) -> dict[str, Any]:
    """What a player has; kinds and points are None where the viewer may not know them. MC-127, MC-131"""
    secret = _secret(s, seat, viewer)
    return {
        "tokens": s.tokens[seat],
        "kinds": None if secret else {name: s.ore[seat, kind] for kind, name in enumerate(ORES)},
        "points": None if secret else int(score(s, seat)),
    }


def _last(s: Any, viewer: int | None) -> dict[str, Any] | None:
    """The tile laid last and the runs it caused, in their order."""
    if s.laid == NOWHERE:
        return None
    runs = _runs(s, viewer)
    if not runs:
        return None
    return {"row": s.laid // COLUMNS, "column": s.laid % COLUMNS, "seat": runs[0]["seat"], "runs": runs}


def _runs(s: Any, viewer: int | None) -> list[dict[str, Any]]:
    ran = [(s.ran[seat, cart], seat, cart) for seat in range(s.players) for cart in range(CARTS) if s.ran[seat, cart]]
    return [_run(s, seat, cart, viewer) for _, seat, cart in sorted(ran)]


def _run(s: Any, seat: int, cart: int, viewer: int | None) -> dict[str, Any]:
    """One run: its passes as row, column, point of entry and point of exit, its pickaxes, its end and its ore."""
    met = s.met[seat, cart]
    secret = _secret(s, seat, viewer)
    return {
        "seat": seat,
        "cart": cart,
        "passes": _path_of(s, s.ran_from[seat, cart], s.passes[seat, cart]),
        "pickaxes": s.pickaxes[seat, cart],
        "end": FATES[s.fate[seat, cart]],
        "met": [met // CARTS, met % CARTS] if met >= 0 else None,
        "drawn": s.drawn[seat, cart],
        "ore": None if secret else [name for kind, name in enumerate(ORES) for _ in range(s.dug[seat, cart, kind])],
        "digging": s.phase == DIG and s.digger == CARTS * seat + cart,
    }


def _path_of(s: Any, start: int, passes: int) -> list[list[int]]:
    """The sections of a run, read from the board again: no section is ever passed twice. MC-63"""
    found, here = [], start
    for _ in range(passes):
        cell, entry = divmod(here, POINTS_PER_TILE)
        leaving = int(JOINED[s.board[cell], s.turned[cell], entry])
        found.append([cell // COLUMNS, cell % COLUMNS, entry, leaving])
        here = int(BEYOND[cell * POINTS_PER_TILE + leaving])
        if here == OUTSIDE:
            break
    return found


def runs_after(s: Any, cart: int, turns: int) -> list[dict[str, Any]]:
    """What a way of laying the tile would lead to, played on a copy where neither chance nor an owner is asked."""
    trial = s.copy()
    trial.tokens[s.turn] += ore_left(s)
    trial.order_choice = AUTO
    play(trial, PLAY_TILE + TURNS * cart + turns)
    return _runs(trial, s.turn)


def _previews(s: Any) -> list[dict[str, Any]]:
    """What each way of laying the tile would lead to."""
    found = []
    for cart in range(CARTS):
        if s.carts[s.turn, cart] == NOWHERE:
            continue
        row, column, _ = place_of(s.carts[s.turn, cart])
        for turns in range(int(ROTATIONS[s.hand])):
            choice = {"target": f"play-{cart}-{turns}", "cart": cart, "turns": turns, "row": row, "column": column}
            found.append({**choice, "runs": runs_after(s, cart, turns)})
    return found
