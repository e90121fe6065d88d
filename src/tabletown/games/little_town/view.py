"""What a seat sees of Little Town Builders: secrets, the observation of learners, the position in words. LT-244..249"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.observation import Feature, Observation, by_seat, number, one_hot, relative_seat
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .components import (
    BUILDINGS,
    COINS_IN_BOX,
    COINS_PER_CUBE,
    COINS_PER_POINT,
    CUBE_KINDS,
    CUBES,
    CUBES_IN_BOX,
    DATA,
    DIRECTION_COUNT,
    GOAL_KINDS,
    GOALS,
    GRASS,
    HUNGER,
    IS_ACTIVATABLE,
    MEAL_COUNT,
    MEALS,
    MIXES,
    NO_TERRAIN,
    NO_TILE,
    RENT,
    ROUNDS,
    SQUARE_COUNT,
    SQUARES,
    TERRAIN,
    TILE_KINDS,
    WAYS,
    WHEAT_FIELDS,
    WORKERS,
    neighbours,
)
from .moves import FEED, GAIN_MIX, PAY
from .rules.building import is_free
from .rules.goals import achievable, is_met
from .rules.hidden_goals import goals_missing, guess, known_to, redact
from .rules.paying import coins_due, open_bill, ways_to_pay
from .rules.round_end import possible_meals
from .rules.scoring import goal_points, landmark_points, printed_points
from .rules.seats import seat_after, steps_from
from .rules.working import begin_work, place_worker, possible_mixes
from .state import EDITIONS, FINISHED, FOOD, GAIN, NOBODY_HERE, PAY_COST, PAY_INPUT, PHASES, STATE, TURN

__all__ = ["OBSERVATION", "describe", "guess", "known_to", "marker", "redact", "reveals"]

# ------------------------------------------------------------------ what a move shows


def reveals(before: Any, move: int, after: Any) -> bool:
    """Whether a move showed anybody something about a hidden goal: all goals at the end, and before it whether a
    player has a goal whose condition holds for the first time. LT-189, LT-245, LT-249

    Nothing is shown if everybody knew already that the player can't have that goal.
    """
    seats = range(after.players)
    hidden = [seat for seat in seats if unmet(before, seat)]
    if after.phase == FINISHED:
        return bool(hidden)
    for goal in range(GOAL_KINDS):
        changed = any(after.fulfilled[seat, goal] and not before.fulfilled[seat, goal] for seat in hidden)
        lies_open = any(is_met(before, seat, goal) for seat in seats)
        if changed and not lies_open and achievable(after, goal):
            return True
    return False


# ------------------------------------------------------------------ observation

TERRAIN_KINDS = 3
GOODS_OBSERVED = CUBE_KINDS + 4


@rule
def observe_terrain(s, viewer, out, at):
    """One flag for each square and terrain."""
    for square in range(SQUARE_COUNT):
        if TERRAIN[s.board, square] != NO_TERRAIN:
            out[at + square * TERRAIN_KINDS + TERRAIN[s.board, square]] = 1


@rule
def observe_tiles(s, viewer, out, at):
    """One flag for each square and kind of tile."""
    for square in range(SQUARE_COUNT):
        if s.tiles[square] != NO_TILE:
            out[at + square * TILE_KINDS + s.tiles[square]] = 1


@rule
def observe_houses(s, viewer, out, at):
    """One flag for each square and seat: whose house stands there."""
    for square in range(SQUARE_COUNT):
        if s.owners[square] != NOBODY_HERE:
            out[at + square * MAX_SEATS + steps_from(s, viewer, s.owners[square])] = 1


@rule
def observe_workers(s, viewer, out, at):
    """One flag for each square and seat: whose worker stands there."""
    for square in range(SQUARE_COUNT):
        if s.standing[square] != NOBODY_HERE:
            out[at + square * MAX_SEATS + steps_from(s, viewer, s.standing[square])] = 1


@rule
def observe_activations(s, viewer, out, at):
    out[at] = s.activated
    out[at + 1] = s.scored_from


@rule
def observe_own_goals(s, viewer, out, at):
    """The viewer's unmet goals; a spectator has none."""
    if viewer >= 0:
        for goal in range(GOAL_KINDS):
            if s.goals[viewer, goal] > 0 and s.fulfilled[viewer, goal] == 0:
                out[at + goal] = 1


@rule
def observe_goods(s, viewer, out, at):
    """What everybody holds, seat after seat."""
    for step in range(s.players):
        seat = seat_after(s, viewer, step)
        first = at + step * GOODS_OBSERVED
        out[first] = s.coins[seat]
        for cube in range(CUBE_KINDS):
            out[first + 1 + cube] = s.cubes[seat, cube]
        out[first + 1 + CUBE_KINDS] = s.workers[seat]
        out[first + 2 + CUBE_KINDS] = s.houses[seat]
        out[first + 3 + CUBE_KINDS] = unmet(s, seat)


@rule
def observe_met_goals(s, viewer, out, at):
    for step in range(s.players):
        for goal in range(GOAL_KINDS):
            if is_met(s, seat_after(s, viewer, step), goal):
                out[at + step * GOAL_KINDS + goal] = 1


@rule
def unmet(s, seat):
    """How many goals of a seat are unmet. LT-244"""
    count = s.hand[seat]
    for goal in range(GOAL_KINDS):
        if is_met(s, seat, goal):
            count -= 1
    return count


OBSERVATION = Observation(
    STATE,
    one_hot("phase", PHASES),
    number("round", ROUNDS),
    number("bank", COINS_IN_BOX, name="coins in the bank"),
    number("stock", CUBES_IN_BOX, name="cubes in the stock"),
    number("supply", WHEAT_FIELDS, name="tiles in the supply"),
    Feature("terrain", SQUARE_COUNT * TERRAIN_KINDS, 1, write=observe_terrain),
    Feature("tiles on the board", SQUARE_COUNT * TILE_KINDS, 1, write=observe_tiles),
    Feature("houses, from the viewer clockwise", SQUARE_COUNT * MAX_SEATS, 1, write=observe_houses),
    Feature("workers, from the viewer clockwise", SQUARE_COUNT * MAX_SEATS, 1, write=observe_workers),
    one_hot("square", SQUARES, name="square of the work or of the new tile"),
    one_hot("kind", BUILDINGS, name="tile that is built or used"),
    number("used", 1, name="neighbours used"),
    number("pending", DIRECTION_COUNT, name="terrain pending"),
    number("received", CUBES_IN_BOX, name="cubes received this turn"),
    Feature("buildings used and scored from this turn", 2, DIRECTION_COUNT, write=observe_activations),
    Feature("own goals in hand", GOAL_KINDS, 1, write=observe_own_goals),
    number("discarded", 1, name="goals discarded"),
    Feature(
        "coins, cubes, workers in hand, houses left, unmet goals",
        MAX_SEATS * GOODS_OBSERVED,
        COINS_IN_BOX,
        write=observe_goods,
    ),
    by_seat("points", 32767, -32768, name="points on the track"),
    Feature("goals met", MAX_SEATS * GOAL_KINDS, 1, write=observe_met_goals),
    by_seat("fulfilled", 1, name="conditions that have held"),
    relative_seat("active", name="who decides, from the viewer clockwise"),
    relative_seat("start", name="who has the start marker, from the viewer clockwise"),
)


# ------------------------------------------------------------------ the position in words


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs, ready for JSON."""
    seats = range(s.players)
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "rounds": ROUNDS,
        "start": s.start,
        "active": s.active,
        "side": s.board,
        "edition": s.edition,
        "workers": [s.workers[seat] for seat in seats],
        "workers_each": int(WORKERS[s.players]),
        "builders": [s.builders[seat] for seat in seats],
        "houses": [s.houses[seat] for seat in seats],
        "track": [s.points[seat] for seat in seats],
        "markers": [marker(s.points[seat], EDITIONS[s.edition]) for seat in seats],
        "coins": [s.coins[seat] for seat in seats],
        "bank": s.bank,
        "cubes": [{cube: s.cubes[seat, i] for i, cube in enumerate(CUBES)} for seat in seats],
        "stock": {cube: s.stock[i] for i, cube in enumerate(CUBES)},
        "board": {name: _square(s, i) for i, name in enumerate(SQUARES) if s.tiles[i] >= 0 or s.standing[i] >= 0},
        "market": _market(s),
        "goals": [_goals(s, seat) for seat in seats],
        "discarded": [goal for i, goal in enumerate(GOALS) if s.discarded[i]],
        "points": [_points(s, seat) for seat in seats],
        "work": _work(s),
        "reach": _reach(s, viewer),
        "yields": _yields(s, viewer),
        "choices": _choices(s, viewer),
    }


def marker(points: int, edition: str) -> dict[str, int | bool]:
    """The space of the marker on the score track and the chips beside it; below zero it goes backwards.

    LT-231..233, LT-261
    """
    track = DATA["pieces"][edition]["vp_track"]
    return {"space": points % track, "chips": max(0, points // track * track), "minus": points < 0}


def _square(s: Any, square: int) -> dict[str, Any]:
    if s.standing[square] >= 0:
        return {"worker": s.standing[square]}
    return {"tile": BUILDINGS[s.tiles[square]], "owner": s.owners[square]}


def _reach(s: Any, viewer: int | None) -> dict[str, list[str]]:
    """For every square that the viewer may choose now: the neighbours that would give something there."""
    if s.phase != TURN or viewer != s.active:
        return {}
    free = [int(square) for square in GRASS[s.board] if is_free(s, int(square))]
    return {SQUARES[square]: [SQUARES[n] for n in neighbours(square).values() if _gives(s, n)] for square in free}


def _gives(s: Any, square: int) -> bool:
    """Terrain that the stock can still pay for, or a building that the active player may enter."""
    if TERRAIN[s.board, square] >= 0:
        return bool(s.stock[TERRAIN[s.board, square]] > 0)
    if s.tiles[square] < 0 or not IS_ACTIVATABLE[s.tiles[square]]:
        return False
    return bool(s.owners[square] == s.active or s.coins[s.active] >= RENT)


def _yields(s: Any, viewer: int | None) -> dict[str, dict[str, int]]:
    """The cubes that a worker would collect on each square that the viewer may choose now, played on a copy. LT-56"""
    if s.phase != TURN or viewer != s.active:
        return {}
    found = {}
    for square in GRASS[s.board].tolist():
        if is_free(s, square):
            trial = s.copy()
            place_worker(trial, square)
            begin_work(trial)
            collected = [trial.cubes[viewer, c] - s.cubes[viewer, c] + trial.pending[c] for c in range(CUBE_KINDS)]
            found[SQUARES[square]] = {cube: n for cube, n in zip(CUBES, collected, strict=True) if n}
    return found


def _choices(s: Any, viewer: int | None) -> list[dict[str, Any]]:
    """What each way to pay, to take or to feed moves, where that is the viewer's decision now."""
    if viewer != s.active or s.phase not in (PAY_COST, PAY_INPUT, GAIN, FOOD):
        return []
    moves = [0] * MEAL_COUNT
    if s.phase == GAIN:
        return [_choice(move, MIXES[move - GAIN_MIX]) for move in moves[: possible_mixes(s, moves)]]
    if s.phase == FOOD:
        return [_meal(s, move) for move in moves[: possible_meals(s, moves)]]
    bill = open_bill(s)
    return [_choice(move, WAYS[move - PAY], coins_due(bill, move - PAY)) for move in moves[: ways_to_pay(s, moves)]]


def _meal(s: Any, move: int) -> dict[str, Any]:
    fish, wheat, substitutes = MEALS[move - FEED]
    missing = WORKERS[s.players] - fish - wheat - substitutes
    return _choice(move, (0, 0, fish, wheat), COINS_PER_CUBE * substitutes, HUNGER * missing)


def _choice(move: int, cubes: Sequence[int], coins: int = 0, lost: int = 0) -> dict[str, Any]:
    moved = {cube: n for cube, n in zip(CUBES, cubes, strict=True) if n}
    return {"move": int(move), "cubes": moved, "coins": int(coins), "lost": int(lost)}


def _market(s: Any) -> list[dict[str, Any]]:
    """Every kind of tile in this game, with the tiles left and where the built ones lie."""
    built = {kind: [i for i in range(SQUARE_COUNT) if s.tiles[i] == kind] for kind in range(TILE_KINDS)}
    return [
        {
            "tile": name,
            "left": s.supply[kind],
            "built": [{"square": SQUARES[square], "owner": s.owners[square]} for square in built[kind]],
        }
        for kind, name in enumerate(BUILDINGS)
        if s.offered[kind]
    ]


def _goals(s: Any, seat: int) -> dict[str, Any]:
    """Met goals are open; unmet ones are named only where the record still has them."""
    numbered = sorted((s.goals[seat, i], i) for i in range(GOAL_KINDS) if s.goals[seat, i])
    return {
        "met": [GOALS[i] for _, i in numbered if s.fulfilled[seat, i]],
        "unmet": [GOALS[i] for _, i in numbered if not s.fulfilled[seat, i]],
        "hidden": int(goals_missing(s, seat)),
    }


def _points(s: Any, seat: int) -> dict[str, int]:
    """Where a seat's points come from."""
    return {
        "track": s.points[seat],
        "tiles": int(printed_points(s, seat)),
        "goals": int(goal_points(s, seat)),
        "landmarks": int(landmark_points(s, seat)),
        "coins": s.coins[seat] // COINS_PER_POINT,
    }


def _work(s: Any) -> dict[str, Any] | None:
    """The work or construction that a turn is in the middle of, or None."""
    if s.square < 0 and s.kind < 0:
        return None
    around = neighbours(s.square) if s.square >= 0 else {}
    return {
        "square": SQUARES[s.square] if s.square >= 0 else None,
        "tile": BUILDINGS[s.kind] if s.kind >= 0 else None,
        "residence": bool(s.residence_works),
        "around": [SQUARES[n] for n in around.values()],
        "used": [SQUARES[n] for d, n in around.items() if s.used[d]],
        "pending": {cube: s.pending[i] for i, cube in enumerate(CUBES) if s.pending[i]},
    }
