"""What happened, in words: a move is played again on a copy, and each of its steps is told."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move

from ..components import (
    BUILDINGS,
    COINS_PER_CUBE,
    CUBE_KINDS,
    CUBES,
    FISH,
    GOAL_KINDS,
    GOAL_POINTS,
    GOAL_TITLES,
    GOALS,
    GOALS_DEALT,
    HUNGER,
    NAMES,
    OUTPUT_POINTS,
    RENT,
    ROUNDS,
    SQUARES,
    TERRAIN_AROUND,
    WAY_WORDS,
    WAYS,
    WHEAT,
    WORKERS,
)
from ..rules import decide
from ..rules.goals import is_met
from ..rules.paying import coins_due, input_of, only_way
from ..rules.scoring import score
from ..rules.turns import advance
from ..state import ARRIVING, FEEDING, FINISHED, GAIN, NEXT_TURN, PAY_COST, PAY_INPUT, ROUND_END
from .phrases import coins, goods, listed, number, points

Line = tuple[int | None, str]


def tell(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """What a move did, in words: lines with the seat they are about."""
    if move.name == "begin":
        return [(move.args["seat"], f"{names[move.args['seat']]} begins.")]
    if move.name == "offer":
        return [(None, f"{NAMES[move.args['tile']]} comes to the market.")]
    if move.name == "deal":
        return _tell_deal(before, move, after, names)
    s = before.copy()
    decide(s, move.id)
    lines: list[Line] = [(before.active, text) for text in _tell_decision(before, move, s, names)]
    if s.phase == ARRIVING:
        lines += _tell_next(s, names)
    lines += _tell_met(before, after, names)
    while s.phase > FINISHED:
        lines += _tell_next(s, names)
    return [*lines, *_tell_end(after, names)] if after.phase == FINISHED else lines


def _tell_next(s: Any, names: list[str]) -> list[Line]:
    """Carry out one phase without a decision, and tell it."""
    earlier = s.copy()
    advance(s)
    return _tell_step(earlier, s, names)


# ------------------------------------------------------------------ goals


def _tell_deal(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """The holder reads which goal it is; the others read only how many goals a complete hand has. LT-244"""
    seat = before.active
    lines: list[Line] = []
    if move.args["goal"] is not None:
        lines.append((seat, f"{names[seat]} gets the goal “{GOAL_TITLES[move.args['goal']]}”."))
    if before.hand[seat] + 1 == GOALS_DEALT[after.edition, after.players]:
        lines.append((seat, f"{names[seat]} has {before.hand[seat] + 1} goals."))
    for goal, name in enumerate(GOALS):
        if after.discarded[goal] and not before.discarded[goal]:
            lines.append(
                (after.active, f"{names[after.active]} shows “{GOAL_TITLES[name]}”: this market can't fulfil it.")
            )
    return lines


def _tell_met(before: Any, after: Any, names: list[str]) -> list[Line]:
    return [
        (seat, f"{names[seat]} meets the goal “{GOAL_TITLES[GOALS[goal]]}”: {points(int(GOAL_POINTS[goal]))}.")
        for seat in range(after.players)
        for goal in range(GOAL_KINDS)
        if is_met(after, seat, goal) and not before.fulfilled[seat, goal]
    ]


# ------------------------------------------------------------------ decisions


def _gained(before: Any, after: Any, seat: int) -> tuple[list[int], int]:
    """Cubes and coins that a seat has more than before; negative is less."""
    cubes = [after.cubes[seat, cube] - before.cubes[seat, cube] for cube in range(CUBE_KINDS)]
    return cubes, after.coins[seat] - before.coins[seat]


def _tell_decision(before: Any, move: Move, after: Any, names: list[str]) -> list[str]:
    if move.name in ("use", "rent"):
        return _tell_use(before, move, after, names)
    if move.name == "feed":
        return [_fed(before, after, names)]
    if move.name in ("build", "site") or before.phase == PAY_COST:
        return _tell_construction(before, after, names)
    me, (cubes, _) = names[before.active], _gained(before, after, before.active)
    if move.name == "pay":
        paid, got = _conversion(before, WAY_WORDS.index(move.args["cubes"]), after)
        return [
            f"{me} turns {paid} into {got} at the {_tile(before)}."
            if got
            else f"{me} pays {paid} into the {_tile(before)}."
        ]
    if move.name == "gain":
        return [f"{me} takes {goods(cubes)} from the {_tile(before)}."]
    return [f"{me} collects {goods(cubes)}."] if move.name == "collect" else []


def _tile(s: Any) -> str:
    return NAMES[BUILDINGS[s.kind]]


def _tell_arrival(before: Any, after: Any, names: list[str]) -> list[Line]:
    """A worker stands on its square, or a residence opens; terrain has been collected. LT-56, LT-57"""
    me = before.active
    cubes, _ = _gained(before, after, me)
    if before.residence_works:
        brought = f" and brings {goods(cubes)}" if any(cubes) else ""
        return [(me, f"The Residence of {names[me]} works{brought}.")]
    around = TERRAIN_AROUND[before.board, before.square]
    short = [c for i, c in enumerate(CUBES) if cubes[i] < around[i] and not after.pending[i]]
    waiting = goods(tuple(after.pending))
    text = f"{names[me]} places a worker at {SQUARES[before.square]}"
    text += f": {goods(cubes)}." if any(cubes) else "."
    text += f" The stock has no more {listed(short)}." if short else ""
    return [(me, text + (f" Still to collect, for the stock is short: {waiting}." if waiting else ""))]


def _tell_construction(before: Any, after: Any, names: list[str]) -> list[str]:
    """Building a tile takes up to three choices; it is told after the last one. LT-103"""
    me = before.active
    laid = [square for square in range(len(SQUARES)) if after.tiles[square] != before.tiles[square]]
    if not laid:
        return []
    cubes, money = _gained(before, after, me)
    tile = NAMES[BUILDINGS[after.tiles[laid[0]]]]
    price = goods([-n for n in cubes], -money)
    return [f"{names[me]} builds a {tile} at {SQUARES[laid[0]]} for {price}."]


def _tell_use(before: Any, move: Move, after: Any, names: list[str]) -> list[str]:
    square = SQUARES.index(move.args["square"])
    owner, me = before.owners[square], names[before.active]
    tile = NAMES[BUILDINGS[before.tiles[square]]]
    rented = owner != before.active
    opening = f"{me} rents {names[owner]}’s {tile} for {coins(RENT)}" if rented else f"{me} uses the {tile}"
    if after.phase == PAY_INPUT:
        return [f"{opening}."]
    s = before.copy()
    s.kind = before.tiles[square]
    if rented:
        s.coins[before.active] -= RENT
        s.coins[owner] += RENT
    paid, got = _conversion(s, only_way(s, s.active, input_of(s.kind)), after)
    if not got:
        return [f"{opening} and pays {paid}."]
    return [f"{opening}: {paid} for {got}." if paid else f"{opening}: {got}."]


def _conversion(before: Any, way: int, after: Any) -> tuple[str, str]:
    """What went in and what came out, in words; nothing comes out before a trading shop's cubes are chosen."""
    money = int(coins_due(input_of(before.kind), way))
    paid = goods(WAYS[way], money)
    if after.phase == GAIN:
        return paid, ""
    cubes, more = _gained(before, after, before.active)
    got = goods([n + w for n, w in zip(cubes, WAYS[way], strict=True)], more + money, int(OUTPUT_POINTS[before.kind]))
    return paid, got or "nothing, for the stock is empty"


def _fed(before: Any, after: Any, names: list[str]) -> str:
    """What the workers ate, and what the missing food cost. LT-158, LT-162"""
    me = after.active
    cubes, money = _gained(before, after, me)
    eaten = goods([0, 0, -cubes[FISH], -cubes[WHEAT]], -money)
    workers = int(WORKERS[after.players])
    missing = workers + cubes[FISH] + cubes[WHEAT] + money // COINS_PER_CUBE
    text = f"{names[me]} feeds the workers with {eaten}." if eaten else f"{names[me]} has no food."
    hungry = f"{number(missing, 'worker')} {'goes' if missing == 1 else 'go'} hungry"
    return f"{text} {hungry}: {HUNGER * missing} points lost." if missing else text


# ------------------------------------------------------------------ what follows by itself


def _tell_step(before: Any, after: Any, names: list[str]) -> list[Line]:
    if before.phase == ARRIVING:
        return _tell_arrival(before, after, names)
    if before.phase == NEXT_TURN:
        if after.phase == ROUND_END:
            return [(None, f"All workers are placed: round {before.round} ends.")]
        aside = after.workers[after.active] < before.workers[after.active]
        return [(after.active, f"No square is free: a worker of {names[after.active]} is set aside.")] if aside else []
    if before.phase == ROUND_END:
        return _tell_round_end(before, after, names)
    if before.phase == FEEDING:
        return _tell_feeding(before, after, names)
    cubes, _ = _gained(before, after, before.active)
    return [(before.active, f"{names[before.active]} collects {goods(cubes)}.")] if any(cubes) else []


def _tell_round_end(before: Any, after: Any, names: list[str]) -> list[Line]:
    for seat in range(after.players):
        more = after.points[seat] - before.points[seat]
        if more:
            return [(seat, f"Cathedral: {names[seat]} gets {points(more)} for the workers around it.")]
    return []


def _tell_feeding(before: Any, after: Any, names: list[str]) -> list[Line]:
    if after.round > before.round:
        fewest = after.start != (before.start + 1) % after.players
        why = ", who has the fewest points on the track" if fewest else ""
        return [(after.start, f"Round {after.round} of {ROUNDS} begins with {names[after.start]}{why}.")]
    if after.phase == FEEDING:
        return [(after.active, _fed(before, after, names))]
    return []


def _tell_end(s: Any, names: list[str]) -> list[Line]:
    best = winners(s)
    who = listed([names[seat] for seat in best])
    verb = "wins" if len(best) == 1 else "share the win"
    return [(best[0], f"{who} {verb} with {points(int(score(s, best[0])))}.")]


def winners(s: Any) -> list[int]:
    """The seats with the highest score. LT-228, LT-229"""
    scores = [int(score(s, seat)) for seat in range(s.players)]
    return [seat for seat, total in enumerate(scores) if total == max(scores)]


# ------------------------------------------------------------------ what changed on the table


def changes(before: Any, move: Move, after: Any) -> list[dict[str, Any]]:
    """What a move changed on the table, by element: goods, points, tiles, workers and met goals."""
    found: list[dict[str, Any]] = []
    for seat in range(after.players):
        cubes, money = _gained(before, after, seat)
        amounts = {f"cubes-{seat}-{cube}": n for cube, n in zip(CUBES, cubes, strict=True)}
        amounts |= {f"coins-{seat}": money, f"points-{seat}": after.points[seat] - before.points[seat]}
        found += [{"target": target, "amount": n} for target, n in amounts.items() if n]
        found += [
            {"target": f"goal-{seat}-{GOALS[goal]}", "amount": 0}
            for goal in range(GOAL_KINDS)
            if is_met(after, seat, goal) and not before.fulfilled[seat, goal]
        ]
    for square, name in enumerate(SQUARES):
        placed = after.standing[square] >= 0 and before.standing[square] < 0
        if placed or after.tiles[square] != before.tiles[square]:
            found.append({"target": f"square-{name}", "amount": 0})
    if move.name in ("use", "rent"):
        found.append({"target": f"square-{move.args['square']}", "amount": 0})
    return found
