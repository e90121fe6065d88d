"""Labels of moves, prompts and reasons why not. What happened is told in story.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import count, listed, named, sentence
from tabletown.core.move import Move

from ..components import (
    BILL_ANY,
    BILL_COINS,
    BILL_CUBES,
    BUILDINGS,
    COINS_PER_CUBE,
    COPIES,
    CUBES,
    FISH,
    GOAL_TITLES,
    HUNGER,
    IS_ACTIVATABLE,
    MEAL_WORDS,
    MEALS,
    MIX_WORDS,
    MIXES,
    NAMES,
    RENT,
    SQUARES,
    STONE,
    WAY_WORDS,
    WAYS,
    WHEAT,
    WOOD,
    WORKERS,
    neighbours,
)
from ..rules.paying import coins_due, cost_of, input_of, open_bill
from ..rules.scoring import score
from ..rules.working import begin_work, place_worker
from ..state import (
    ACTIVATE,
    BUILD_SQUARE,
    DEAL_GOALS,
    FINISHED,
    FOOD,
    GAIN,
    MARKET,
    PAY_COST,
    PAY_INPUT,
    START,
    SWAP_GOALS,
    TURN,
)
from .phrases import goods
from .story import counters, score_parts, tell, winners

__all__ = ["counters", "label", "outlook", "prompt", "reasons", "score_parts", "tell"]


# ------------------------------------------------------------------ moves


def label(move: Move, s: Any, names: Sequence[str]) -> str:
    """A move as a person reads it on a button."""
    args = move.args
    if move.name in ("place", "site"):
        return f"{'Place' if move.name == 'place' else 'Build'} at {args['square']}"
    if move.name in ("build", "offer"):
        return f"{'Build' if move.name == 'build' else 'Offer'} {NAMES[args['tile']]}"
    if move.name in ("use", "rent"):
        return _label_use(move, s, names)
    if move.name == "collect":
        return f"Collect 1 {args['cube']}"
    if move.name == "pay":
        way = WAY_WORDS.index(args["cubes"])
        return f"Pay {goods(WAYS[way], int(coins_due(open_bill(s), way)))}"
    if move.name == "gain":
        return f"Take {goods(MIXES[MIX_WORDS.index(args['cubes'])])}"
    if move.name == "feed":
        return _label_meal(s, MEALS[MEAL_WORDS.index(args["food"])])
    if move.name == "begin":
        return f"{names[args['seat']]} begins"
    if move.name == "deal":
        return f"Deal {GOAL_TITLES[args['goal']]}"
    return "Done here" if s.residence_works else "End turn"


def _label_use(move: Move, s: Any, names: Sequence[str]) -> str:
    """The tile with its square: two wheat fields would read alike."""
    square, verb = SQUARES.index(move.args["square"]), move.name.capitalize()
    if s.tiles[square] < 0:
        return f"{verb} {move.args['square']}"
    owner = f" from {names[s.owners[square]]}" if move.name == "rent" else ""
    return f"{verb} {NAMES[BUILDINGS[s.tiles[square]]]} at {move.args['square']}{owner}"


def _label_meal(s: Any, meal: tuple[int, int, int]) -> str:
    fish, wheat, substitutes = meal
    paid = goods((0, 0, fish, wheat), COINS_PER_CUBE * substitutes)
    missing = int(WORKERS[s.players]) - sum(meal)
    hunger = f"lose {HUNGER * missing} points" if missing else ""
    return f"Pay {paid}, {hunger}" if paid and hunger else f"Pay {paid}" if paid else hunger.capitalize()


def outlook(move: Move, s: Any, names: Sequence[str]) -> str:
    """What a worker would collect on a square, played on a copy, and the tiles it could use there. LT-56"""
    if move.name != "place":
        return ""
    square, me = SQUARES.index(move.args["square"]), s.active
    trial = s.copy()
    place_worker(trial, square)
    begin_work(trial)
    cubes = [trial.cubes[me, c] - s.cubes[me, c] + trial.pending[c] for c in range(len(CUBES))]
    found = [goods(cubes) or "No cubes"]
    for near in neighbours(square).values():
        if s.tiles[near] >= 0 and IS_ACTIVATABLE[s.tiles[near]]:
            found.append(_neighbour(s, near, names))
    return f"{'; '.join(found)}."


def _neighbour(s: Any, square: int, names: Sequence[str]) -> str:
    """A tile beside a worker, and what the rent is and who gets it."""
    name, owner = NAMES[BUILDINGS[s.tiles[square]]], s.owners[square]
    if owner == s.active:
        return f"your {name}"
    if s.coins[s.active] < RENT:
        return f"no coin for the {name} of {names[owner]}"
    return f"{count(RENT, 'coin')} to {names[owner]} for the {name}"


# ------------------------------------------------------------------ what to do now


def prompt(s: Any, viewer: int | None, names: Sequence[str]) -> tuple[str, str]:
    """What to do or who is waited for, in one sentence, and a quieter one with details."""
    if s.phase == FINISHED:
        return _winners(s, viewer, names), "Four rounds are over and everything is counted."
    if s.phase <= SWAP_GOALS:
        return {
            START: ("Who begins?", "The lot decides."),
            MARKET: ("The market is laid out", "Twelve tiles join the wheat fields."),
            DEAL_GOALS: ("Goals are dealt", "Everybody sees only their own."),
            SWAP_GOALS: ("A goal is replaced", "This market could not fulfil it."),
        }[s.phase]
    if viewer != s.active:
        return _waiting(s, names[s.active]), _rent_hint(viewer)
    return _my_turn(s)


def _winners(s: Any, viewer: int | None, names: Sequence[str]) -> str:
    best = winners(s)
    who = named(names, viewer)
    if len(best) > 1:
        return sentence(f"{listed([who[seat] for seat in best])} share the win!")
    return sentence(f"{who[best[0]]} {who[best[0]]:has} won!")


def _rent_hint(viewer: int | None) -> str:
    if viewer is None:
        return f"Rent goes to the owner of a tile: {count(RENT, 'coin')} each time."
    return f"Whoever uses your tiles pays you {count(RENT, 'coin')} each time."


def _waiting(s: Any, name: str) -> str:
    doing = {
        TURN: "is placing or building",
        BUILD_SQUARE: "is choosing a square",
        PAY_COST: "is paying for a tile",
        ACTIVATE: "is using tiles",
        PAY_INPUT: "is paying into a tile",
        GAIN: "is choosing cubes",
        FOOD: "is feeding the workers",
    }[s.phase]
    return f"{name} {doing}"


def _my_turn(s: Any) -> tuple[str, str]:
    tile = NAMES[BUILDINGS[s.kind]] if s.kind >= 0 else ""
    if s.phase == TURN:
        left = s.workers[s.active]
        return (
            "Place a worker or build a tile",
            f"{count(left, 'worker')} in hand. Building a tile takes one too.",
        )
    if s.phase == BUILD_SQUARE:
        return f"Where does the {tile} go?", "Any empty grass square will do."
    if s.phase == PAY_COST:
        return f"Pay for the {tile}", f"{COINS_PER_CUBE} coins can stand in for any cube."
    if s.phase == PAY_INPUT:
        return f"Pay into the {tile}", f"{COINS_PER_CUBE} coins can stand in for any cube."
    if s.phase == GAIN:
        return "Take which cubes from the stock?", f"The {tile} gives whatever you like."
    if s.phase == FOOD:
        return f"Feed your {int(WORKERS[s.players])} workers", f"Each missing food costs {HUNGER} points."
    return _my_work(s)


def _my_work(s: Any) -> tuple[str, str]:
    pending = goods(tuple(s.pending))
    waits = f" {pending} still to collect: the stock is short." if pending else ""
    if s.residence_works:
        return "Your Residence works: use tiles?", f"Each once; another player's costs {count(RENT, 'coin')}.{waits}"
    return (
        "Use neighbouring tiles, or end your turn",
        f"Each once; another player's costs {count(RENT, 'coin')}.{waits}",
    )


# ------------------------------------------------------------------ why not


def reasons(s: Any, viewer: int | None) -> dict[str, str]:
    """Why something on the table can't be chosen now, by target."""
    if viewer != s.active:
        return {}
    if s.phase == TURN:
        found = {f"market-{name}": _why_not_build(s, kind) for kind, name in enumerate(BUILDINGS) if s.offered[kind]}
    elif s.phase == ACTIVATE:
        around = neighbours(s.square).items()
        found = {f"square-{SQUARES[n]}": _why_not_use(s, d, n) for d, n in around if s.tiles[n] >= 0}
    else:
        return {}
    return {target: reason for target, reason in found.items() if reason}


def _why_not_build(s: Any, kind: int) -> str:
    if s.supply[kind] == 0:
        return "All built" if COPIES[kind] > 1 else "Built"
    if s.houses[s.active] == 0:
        return "No house left"
    return _shortage(s, cost_of(kind), s.coins[s.active])


def _why_not_use(s: Any, direction: int, square: int) -> str:
    kind = s.tiles[square]
    if not IS_ACTIVATABLE[kind]:
        return "Not for workers"
    if s.used[direction]:
        return "Used"
    rent = RENT if s.owners[square] != s.active else 0
    if s.coins[s.active] < rent:
        return "No coin for rent"
    return _shortage(s, input_of(kind), s.coins[s.active] - rent)


def _shortage(s: Any, bill: int, money: int) -> str:
    """What a player lacks to pay a bill: '2 stone short', or nothing if it can be paid."""
    money -= int(BILL_COINS[bill])
    if money < 0:
        return f"{count(-money, 'coin')} short"
    missing = {cube: int(BILL_CUBES[bill, i]) - s.cubes[s.active, i] for i, cube in enumerate(CUBES)}
    lacking = {cube: n for cube, n in missing.items() if n > 0}
    anything = max(0, int(BILL_ANY[bill]) - sum(s.cubes[s.active, i] for i in range(len(CUBES))))
    short = sum(lacking.values()) + anything - money // COINS_PER_CUBE
    if short <= 0:
        return ""
    return f"{short} {next(iter(lacking))} short" if len(lacking) == 1 else f"{count(short, 'cube')} short"


def prospects(s: Any, seat: int) -> list[tuple[str, float]]:
    """What a position promises a player: points now, things to build with, food and coins."""
    return [
        ("points", int(score(s, seat))),
        ("cubes to build with", int(s.cubes[seat, WOOD]) + int(s.cubes[seat, STONE])),
        ("food", int(s.cubes[seat, FISH]) + int(s.cubes[seat, WHEAT])),
        ("coins", int(s.coins[seat])),
    ]
