"""What a seat may see of Little Town Builders: all but the other players' unmet goals. LT-244..249"""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Any

from tabletown.core.move import EVERYBODY
from tabletown.core.observation import Feature
from tabletown.core.random import below, draw, stream
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .components import (
    BILL_COINS,
    BILL_UNITS,
    BUILDINGS,
    COINS_PER_CUBE,
    CUBE_KINDS,
    CUBES,
    DIRECTION_COUNT,
    GOAL_KINDS,
    GOALS,
    HUNGER,
    IS_ACTIVATABLE,
    MEAL_COUNT,
    MEALS,
    MIXES,
    NEIGHBOUR,
    NO_SQUARE,
    RENT,
    ROUNDS,
    SQUARE_COUNT,
    SQUARES,
    TERRAIN,
    TILE_KINDS,
    WAYS,
    WORKERS,
)
from .moves import DEAL, FEED, GAIN_MIX, PAY, PLACE
from .rules.goals import achievable, is_met
from .rules.paying import open_bill, ways_to_pay
from .rules.preparing import in_pile, vacant_number
from .rules.round_end import possible_meals
from .rules.scoring import goal_points, landmark_points, printed_points
from .rules.seats import seat_after, steps_from
from .rules.working import possible_mixes
from .state import DEAL_GOALS, EDITIONS, FINISHED, FOOD, GAIN, PAY_COST, PAY_INPUT, PHASES, SWAP_GOALS, TURN
from .text.marker import marker

PHASE_KINDS = FINISHED + 1
TERRAIN_KINDS = 3
MOST_CHOICES = MEAL_COUNT

OBSERVATION = (
    Feature("phase", PHASE_KINDS, 1),
    Feature("round", 1, ROUNDS),
    Feature("coins in the bank", 1, 40),
    Feature("cubes in the stock", CUBE_KINDS, 15),
    Feature("tiles in the supply", TILE_KINDS, 5),
    Feature("terrain", SQUARE_COUNT * TERRAIN_KINDS, 1),
    Feature("tiles on the board", SQUARE_COUNT * TILE_KINDS, 1),
    Feature("houses, from the viewer clockwise", SQUARE_COUNT * MAX_SEATS, 1),
    Feature("workers, from the viewer clockwise", SQUARE_COUNT * MAX_SEATS, 1),
    Feature("square of the work or of the new tile", SQUARE_COUNT, 1),
    Feature("tile that is built or used", TILE_KINDS, 1),
    Feature("neighbours used", DIRECTION_COUNT, 1),
    Feature("terrain pending", CUBE_KINDS, 8),
    Feature("cubes received this turn", CUBE_KINDS, 15),
    Feature("buildings used and scored from this turn", 2, 8),
    Feature("own goals in hand", GOAL_KINDS, 1),
    Feature("goals discarded", GOAL_KINDS, 1),
    Feature("coins, cubes, workers in hand, houses left, unmet goals", MAX_SEATS * (CUBE_KINDS + 4), 40),
    Feature("points on the track", MAX_SEATS, 32767, -32768),
    Feature("goals met", MAX_SEATS * GOAL_KINDS, 1),
    Feature("conditions that have held", MAX_SEATS * GOAL_KINDS, 1),
    Feature("who decides, from the viewer clockwise", MAX_SEATS, 1),
    Feature("who has the start marker, from the viewer clockwise", MAX_SEATS, 1),
)


# ------------------------------------------------------------------ secrets


@rule
def redact(s, viewer):
    """Unmet goals of others are blanked until the game is over. LT-244, LT-245, LT-248, LT-249"""
    if s.phase == FINISHED:
        return
    for seat in range(s.players):
        if seat != viewer:
            for goal in range(GOAL_KINDS):
                if s.fulfilled[seat, goal] == 0:
                    s.goals[seat, goal] = 0


@rule
def known_to(s, move):
    """A dealt goal is known to the seat that gets it. LT-244, LT-246"""
    return s.active if DEAL <= move < PLACE else EVERYBODY


@rule
def guess(s, viewer, seed):
    """Deal the blanked goals again from those that the viewer has not seen, as the others' goals can be. LT-244, LT-246"""
    key = stream(seed, 0)
    number = 0
    possible = market_goals(s)
    for seat in range(s.players):
        missing = goals_missing(s, seat)
        for _ in range(missing):
            unseen = unseen_goals(s)
            candidates = unseen & could_hold(s, seat, possible)
            goal = nth_bit(candidates, below(draw(key, number), count_bits(candidates)))
            number += 1
            while not leaves_enough(s, seat, unseen & ~(1 << goal), possible):
                candidates &= ~(1 << goal)
                goal = nth_bit(candidates, below(draw(key, number), count_bits(candidates)))
                number += 1
            s.goals[seat, goal] = vacant_number(s, seat)


@rule
def goals_missing(s, seat):
    """Goals in a hand that the record does not name."""
    missing = s.hand[seat]
    for goal in range(GOAL_KINDS):
        if s.goals[seat, goal] > 0:
            missing -= 1
    return missing


@rule
def unseen_goals(s):
    """Bits of the goals that lie in no known hand and are not discarded."""
    unseen = 0
    for goal in range(GOAL_KINDS):
        if in_pile(s, goal):
            unseen |= 1 << goal
    return unseen


@rule
def market_goals(s):
    """Bits of the goals that a hand can hold: all before the swap check, those that the market allows after it. LT-181"""
    goals = 0
    for goal in range(GOAL_KINDS):
        if s.phase == DEAL_GOALS or s.phase == SWAP_GOALS or achievable(s, goal):
            goals |= 1 << goal
    return goals


@rule
def could_hold(s, seat, possible):
    """Bits of the unmet goals that a seat can have: a goal whose condition has held would lie open. LT-188, LT-189"""
    goals = possible
    for goal in range(GOAL_KINDS):
        if s.fulfilled[seat, goal] == 1:
            goals &= ~(1 << goal)
    return goals


@rule
def leaves_enough(s, receiver, unseen, possible):
    """Every group of hands still finds as many different goals among the unseen as it lacks (Hall's condition)."""
    for group in range(1, 1 << s.players):
        lacking = 0
        allowed = 0
        for seat in range(s.players):
            if group >> seat & 1 == 1 and goals_missing(s, seat) > 0:
                lacking += goals_missing(s, seat) - (1 if seat == receiver else 0)
                allowed |= could_hold(s, seat, possible)
        if count_bits(allowed & unseen) < lacking:
            return False
    return True


@rule
def count_bits(bits):
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@rule
def nth_bit(bits, n):
    """The place of the n-th set bit, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    place = 0
    while bits >> place & 1 == 0:
        place += 1
    return place


# ------------------------------------------------------------------ observation


@rule
def observe(s, viewer, out):
    """Write the observation vector; seats are counted from the viewer clockwise."""
    out[s.phase] = 1
    out[PHASE_KINDS] = s.round
    out[PHASE_KINDS + 1] = s.bank
    at = PHASE_KINDS + 2
    for cube in range(CUBE_KINDS):
        out[at + cube] = s.stock[cube]
    at += CUBE_KINDS
    for kind in range(TILE_KINDS):
        out[at + kind] = s.supply[kind]
    at = observe_board(s, viewer, at + TILE_KINDS, out)
    at = observe_work(s, at, out)
    at = observe_goals(s, viewer, at, out)
    for step in range(s.players):
        observe_seat(s, seat_after(s, viewer, step), step, at, out)
    at += MAX_SEATS * (CUBE_KINDS + 5 + 2 * GOAL_KINDS)
    out[at + steps_from(s, viewer, s.active)] = 1
    out[at + MAX_SEATS + steps_from(s, viewer, s.start)] = 1


@rule
def observe_board(s, viewer, at, out):
    houses = at + SQUARE_COUNT * (TERRAIN_KINDS + TILE_KINDS)
    workers = houses + SQUARE_COUNT * MAX_SEATS
    for square in range(SQUARE_COUNT):
        if TERRAIN[s.board, square] >= 0:
            out[at + square * TERRAIN_KINDS + TERRAIN[s.board, square]] = 1
        if s.tiles[square] >= 0:
            out[at + SQUARE_COUNT * TERRAIN_KINDS + square * TILE_KINDS + s.tiles[square]] = 1
            out[houses + square * MAX_SEATS + steps_from(s, viewer, s.owners[square])] = 1
        if s.standing[square] >= 0:
            out[workers + square * MAX_SEATS + steps_from(s, viewer, s.standing[square])] = 1
    return workers + SQUARE_COUNT * MAX_SEATS


@rule
def observe_work(s, at, out):
    if s.square >= 0:
        out[at + s.square] = 1
    at += SQUARE_COUNT
    if s.kind >= 0:
        out[at + s.kind] = 1
    at += TILE_KINDS
    for direction in range(DIRECTION_COUNT):
        out[at + direction] = s.used[direction]
    at += DIRECTION_COUNT
    for cube in range(CUBE_KINDS):
        out[at + cube] = s.pending[cube]
        out[at + CUBE_KINDS + cube] = s.received[cube]
    at += 2 * CUBE_KINDS
    out[at] = s.activated
    out[at + 1] = s.scored_from
    return at + 2


@rule
def observe_goals(s, viewer, at, out):
    for goal in range(GOAL_KINDS):
        out[at + goal] = 1 if viewer >= 0 and s.goals[viewer, goal] > 0 and s.fulfilled[viewer, goal] == 0 else 0
        out[at + GOAL_KINDS + goal] = s.discarded[goal]
    return at + 2 * GOAL_KINDS


@rule
def observe_seat(s, seat, step, at, out):
    mine = at + step * (CUBE_KINDS + 4)
    out[mine] = s.coins[seat]
    for cube in range(CUBE_KINDS):
        out[mine + 1 + cube] = s.cubes[seat, cube]
    out[mine + 1 + CUBE_KINDS] = s.workers[seat]
    out[mine + 2 + CUBE_KINDS] = s.houses[seat]
    out[mine + 3 + CUBE_KINDS] = unmet(s, seat)
    at += MAX_SEATS * (CUBE_KINDS + 4)
    out[at + step] = s.points[seat]
    at += MAX_SEATS + step * GOAL_KINDS
    for goal in range(GOAL_KINDS):
        out[at + goal] = 1 if is_met(s, seat, goal) else 0
        out[at + MAX_SEATS * GOAL_KINDS + goal] = s.fulfilled[seat, goal]


@rule
def unmet(s, seat):
    """How many goals of a seat are still face down. LT-244"""
    count = s.hand[seat]
    for goal in range(GOAL_KINDS):
        if is_met(s, seat, goal):
            count -= 1
    return count


# ------------------------------------------------------------------ words for pictures and programs


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs, JSON-ready."""
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
        "choices": _choices(s, viewer),
    }


def _square(s: Any, square: int) -> dict[str, Any]:
    if s.standing[square] >= 0:
        return {"worker": s.standing[square]}
    return {"tile": BUILDINGS[s.tiles[square]], "owner": s.owners[square]}


def _is_free(s: Any, square: int) -> bool:
    return bool(TERRAIN[s.board, square] < 0 and s.tiles[square] < 0 and s.standing[square] < 0)


def _reach(s: Any, viewer: int | None) -> dict[str, list[str]]:
    """For every square that the viewer may choose now: the neighbours that would give something there."""
    if s.phase != TURN or viewer != s.active:
        return {}
    return {
        SQUARES[i]: [
            SQUARES[n] for d in range(DIRECTION_COUNT) if (n := int(NEIGHBOUR[i, d])) != NO_SQUARE and _gives(s, n)
        ]
        for i in range(SQUARE_COUNT)
        if _is_free(s, i)
    }


def _gives(s: Any, square: int) -> bool:
    """Terrain that the stock can still pay for, or a building that the active player may enter."""
    if TERRAIN[s.board, square] >= 0:
        return bool(s.stock[TERRAIN[s.board, square]] > 0)
    if s.tiles[square] < 0 or not IS_ACTIVATABLE[s.tiles[square]]:
        return False
    return bool(s.owners[square] == s.active or s.coins[s.active] >= RENT)


def _first(moves: list[int], count: int) -> list[int]:
    return [int(move) for move in moves[:count]]


def _choices(s: Any, viewer: int | None) -> list[dict[str, Any]]:
    """What each way to pay, to take or to feed moves, where that is the viewer's decision now."""
    if viewer != s.active or s.phase not in (PAY_COST, PAY_INPUT, GAIN, FOOD):
        return []
    moves = [0] * MOST_CHOICES
    if s.phase == GAIN:
        found = [(move, MIXES[move - GAIN_MIX], 0, 0) for move in _first(moves, possible_mixes(s, moves))]
    elif s.phase == FOOD:
        due = int(WORKERS[s.players])
        meals = [(move, MEALS[move - FEED]) for move in _first(moves, possible_meals(s, moves))]
        found = [(move, (0, 0, f, w), COINS_PER_CUBE * c, HUNGER * (due - f - w - c)) for move, (f, w, c) in meals]
    else:
        bill = int(open_bill(s))
        ways = [(move, WAYS[move - PAY]) for move in _first(moves, ways_to_pay(s, moves))]
        units, coins = int(BILL_UNITS[bill]), int(BILL_COINS[bill])
        found = [(move, way, coins + COINS_PER_CUBE * (units - sum(way)), 0) for move, way in ways]
    return [
        {"move": move, "cubes": {c: n for c, n in zip(CUBES, cubes, strict=True) if n}, "coins": coins, "lost": lost}
        for move, cubes, coins, lost in found
    ]


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
        "coins": s.coins[seat] // 3,
    }


def _work(s: Any) -> dict[str, Any] | None:
    """What is going on between two decisions of one turn."""
    if s.square < 0 and s.kind < 0:
        return None
    around = [int(NEIGHBOUR[s.square, d]) for d in range(DIRECTION_COUNT)] if s.square >= 0 else []
    return {
        "square": SQUARES[s.square] if s.square >= 0 else None,
        "tile": BUILDINGS[s.kind] if s.kind >= 0 else None,
        "residence": bool(s.residence_works),
        "around": [SQUARES[n] for n in around if n != NO_SQUARE],
        "used": [SQUARES[n] for d, n in enumerate(around) if n != NO_SQUARE and s.used[d]],
        "pending": {cube: s.pending[i] for i, cube in enumerate(CUBES) if s.pending[i]},
    }
