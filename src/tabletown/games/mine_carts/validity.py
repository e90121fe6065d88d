"""Which positions can come up: a position from outside is refused in one sentence if something in it can't be."""

from __future__ import annotations

from typing import Any

from tabletown.core.grammar import count

from .components import (
    BEYOND,
    CARTS,
    CELLS,
    JOINED,
    NOWHERE,
    ORE_COUNT,
    ORE_NAMES,
    ORES,
    OUTSIDE,
    POINTS_PER_TILE,
    ROTATIONS,
    SECTION_AT,
    TILE_NAMES,
)
from .rules.running import advance, next_seat_due
from .state import (
    ASK,
    AT_RANDOM,
    CONFIRM,
    CRASHED,
    DIG,
    DRAW,
    FINISHED,
    FIRST,
    NOBODY_MET,
    ORDER,
    PLACE,
    PLAY,
    REPLACE,
    START,
    WAS_HIT,
    conserved,
)


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    return _pieces(s) or _carts(s) or _turn(s) or _history(s)


def _pieces(s: Any) -> str | None:
    counts = conserved(s)
    for tile, name in enumerate(TILE_NAMES):
        if counts[name] != 1 or s.pile[tile] not in (0, 1):
            return f"There is one {name} in the box, not {counts[name]}: in the pile, in the hand or on the board."
    for kind, name in enumerate(ORES):
        if counts[name] != ORE_COUNT[kind]:
            return f"There are {int(ORE_COUNT[kind])} tokens of {ORE_NAMES[name]} in the box, not {counts[name]}."
    for cell in range(CELLS):
        if not 0 <= s.turned[cell] < max(1, ROTATIONS[s.board[cell]]):
            return f"The tile in cell {cell} has only {count(int(ROTATIONS[s.board[cell]]), 'orientation')}."
    return None


def _turn(s: Any) -> str | None:
    if s.phase <= FIRST and (any(s.board) or any(s.tokens) or s.laid != NOWHERE or s.runs):
        return "No tile is laid and no ore is drawn before the first turn."
    if (s.hand > 0) != (s.phase == PLAY):
        return "A tile is in the hand in the phase 'play' and in no other."
    if s.phase == FIRST and s.first_player != AT_RANDOM:
        return "The player who begins is not drawn by lot in this game."
    if s.phase in (DRAW, PLAY) and not any(s.carts[s.turn, cart] >= 0 for cart in range(CARTS)):
        return f"Seat {s.turn} can't be the active player without a cart in the mine."
    return _setup(s) or _run(s)


def _setup(s: Any) -> str | None:
    """Carts are placed one after the other, then perhaps placed elsewhere. MC-32..36"""
    order = [((s.first + number) % s.players, number // s.players) for number in range(CARTS * s.players)]
    there = [s.carts[seat, cart] >= 0 for seat, cart in order]
    if s.phase in (START, PLACE) and there != [number < s.placed for number in range(len(order))]:
        return f"{s.placed} carts have been placed in turn, beginning with seat {s.first}."
    if s.phase == START and s.placed:
        return "No cart is placed before the first player is drawn."
    if s.phase == PLACE and (s.placed == len(order) or s.turn != order[s.placed][0]):
        return "The next cart to be placed is not that of the active player."
    missing = [(seat, cart) for (seat, cart), placed in zip(order, there, strict=True) if not placed]
    if (s.phase > PLACE and s.placed != len(order)) or (s.phase in (CONFIRM, FIRST) and missing):
        return "All carts have been placed by now."
    if s.phase == REPLACE and (s.picked_up == NOWHERE or missing != [(s.turn, s.picked_up)]):
        return "In the phase 'replace' the active player has picked up one cart, and all others are placed."
    if s.phase != REPLACE and s.picked_up != NOWHERE:
        return "A cart is picked up in the phase 'replace' and in no other."
    if any(s.changes_made[seat] > s.setup_changes for seat in range(s.players)):
        return f"Each player may move carts {s.setup_changes} times before the start."
    if s.phase == REPLACE and not s.changes_made[s.turn]:
        return "Picking up a cart is a change."
    if s.phase == CONFIRM and (not s.setup_changes or s.confirmed[s.turn]):
        return "The active player has yet to confirm the start."
    return None


def _run(s: Any) -> str | None:
    """Between a tile that was laid and the next turn: who digs, who is asked, who still has to advance. MC-99..104"""
    running = s.phase in (ORDER, DIG)
    facing = [
        f
        for f in range(CARTS * s.players)
        if (at := s.carts[f // CARTS, f % CARTS]) >= 0 and s.board[at // POINTS_PER_TILE]
    ]
    digger = (s.digger // CARTS, s.digger % CARTS)
    if running and (s.laid == NOWHERE or not s.board[s.laid]):
        return "A tile was laid before carts advance."
    if any(s.carts[f // CARTS, f % CARTS] // POINTS_PER_TILE != s.laid for f in facing if running):
        return "Only the tile laid last can lie before a cart."
    if s.due != sum(1 << figure for figure in facing if running and figure != s.digger):
        return "The carts that still have to advance are those before the tile laid last."
    if (s.phase == DIG) != (s.digger != NOBODY_MET) or s.digger >= CARTS * s.players:
        return "In the phase 'dig' and in no other a cart of this game digs."
    if (s.phase == DIG) != (s.owed > 0) or s.owed > sum(s.heap):
        return "In the phase 'dig' and in no other ore is owed that is there."
    if (s.phase == ORDER) != (s.asked >= 0):
        return "In the phase 'order' and in no other a seat is asked."
    if s.phase == ORDER:
        both = (s.due >> (CARTS * s.asked)) & 3 == 3
        if not both or s.order_choice != ASK or s.asked != next_seat_due(s):
            return "Only a player with two carts before the tile is asked which goes first."
    if s.phase != DIG:
        return None
    if s.ran_from[digger] == NOWHERE:
        return "The run of the cart that digs must be told: where it began, and how it ended."
    again = s.copy()
    again.carts[digger] = s.ran_from[digger]
    if s.ran_from[digger] // POINTS_PER_TILE != s.laid or not _came_from_the_edge(s, s.ran_from[digger]):
        return "A run begins before the tile laid last."
    advance(again, *digger)
    told = [(r.fate[digger], r.met[digger], r.passes[digger], r.pickaxes[digger], r.carts[digger]) for r in (s, again)]
    if told[0] != told[1] or s.owed + s.drawn[digger] > s.pickaxes[digger]:
        return "The run of the cart that digs did not go like this."
    return None


def _history(s: Any) -> str | None:
    """What is remembered of the last tile and the runs that it caused."""
    figures = [(seat, cart) for seat in range(s.players) for cart in range(CARTS)]
    ran = [figure for figure in figures if s.ran[figure]]
    if sorted(s.ran[figure] for figure in ran) != list(range(1, s.runs + 1)):
        return "The runs since the last tile are counted from 1."
    if ran and (s.laid == NOWHERE or not s.board[s.laid]):
        return "Carts run only after a tile was laid."
    for figure in figures:
        if s.met[figure] >= CARTS * s.players:
            return "A cart can meet only a cart of this game."
        if figure not in ran and (s.ran_from[figure] != NOWHERE or s.passes[figure] or s.pickaxes[figure]):
            return "A cart that did not run has passed nothing."
        if (s.fate[figure] in (CRASHED, WAS_HIT)) != (s.met[figure] != NOBODY_MET):
            return "A cart that crashed has met another."
        if figure in ran and not _leads_over(s, s.ran_from[figure], s.passes[figure]):
            return "A run follows the track."
        for kind, name in enumerate(ORES):
            if sum(s.dug[figure[0], cart, kind] for cart in range(CARTS)) > s.ore[figure[0], kind]:
                return f"Seat {figure[0]} can't have drawn more {name} than it holds."
    return None


def _leads_over(s: Any, place: int, passes: int) -> bool:
    """Whether a run of that many sections can begin at a point."""
    for _ in range(passes):
        if place < 0 or not s.board[place // POINTS_PER_TILE]:
            return False
        cell, point = divmod(place, POINTS_PER_TILE)
        place = int(BEYOND[cell * POINTS_PER_TILE + int(JOINED[s.board[cell], s.turned[cell], point])])
    return passes > 0


def _carts(s: Any) -> str | None:
    standing = [(seat, cart, s.carts[seat, cart]) for seat in range(s.players) for cart in range(CARTS)]
    standing = [entry for entry in standing if entry[2] != NOWHERE]
    border_points = [max(place, int(BEYOND[place])) for _, _, place in standing]
    if len(set(border_points)) < len(border_points):
        return "Two carts can't stand on one border point."
    for seat, cart, place in standing:
        if s.phase <= FIRST and SECTION_AT[place] == NOWHERE:
            return f"In the set-up cart {cart} of seat {seat} must stand on an edge section."
        if s.phase in (DRAW, PLAY) and s.board[place // POINTS_PER_TILE]:
            return f"Cart {cart} of seat {seat} must face an empty cell."
        if not _came_from_the_edge(s, place):
            return f"The track behind cart {cart} of seat {seat} doesn't lead back to the edge."
    if s.phase == FINISHED and standing:
        return "The game isn't over while a cart is in the mine."
    return None


def _came_from_the_edge(s: Any, place: int) -> bool:
    """Whether the track behind a cart leads to an edge section. MC-66"""
    for _ in range(CELLS * POINTS_PER_TILE):
        behind = int(BEYOND[place])
        if behind == OUTSIDE:
            return True
        cell, point = divmod(behind, POINTS_PER_TILE)
        if not s.board[cell]:
            return False
        place = cell * POINTS_PER_TILE + int(JOINED[s.board[cell], s.turned[cell], point])
    return False
