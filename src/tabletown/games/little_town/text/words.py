"""Labels of moves, prompts, reasons why not, and the parts of a score. What happened is told in story.py."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move

from ..components import (
    BILL_ANY,
    BILL_COINS,
    BILL_CUBES,
    BUILDINGS,
    COINS_PER_CUBE,
    COINS_PER_POINT,
    COPIES,
    CUBES,
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
    WAY_WORDS,
    WAYS,
    WORKERS,
    neighbours,
)
from ..rules.paying import coins_due, cost_of, input_of, open_bill
from ..rules.scoring import goal_points, landmark_points, printed_points
from ..state import (
    ACTIVATE,
    BUILD_SQUARE,
    DEAL_GOALS,
    FINISHED,
    FOOD,
    GAIN,
    IELLO,
    MARKET,
    PAY_COST,
    PAY_INPUT,
    START,
    SWAP_GOALS,
    TURN,
)
from .phrases import coins, goods, listed, number
from .story import changes, tell, winners

__all__ = ["changes", "label", "prompt", "reasons", "score_parts", "tell"]


# ------------------------------------------------------------------ moves


def label(move: Move, s: Any, names: list[str]) -> str:
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


def _label_use(move: Move, s: Any, names: list[str]) -> str:
    square = SQUARES.index(move.args["square"])
    tile = NAMES[BUILDINGS[s.tiles[square]]] if s.tiles[square] >= 0 else move.args["square"]
    if move.name == "use":
        return f"Use {tile}"
    return f"Rent {tile} from {names[s.owners[square]]}" if s.owners[square] >= 0 else f"Rent {tile}"


def _label_meal(s: Any, meal: tuple[int, int, int]) -> str:
    fish, wheat, substitutes = meal
    paid = goods((0, 0, fish, wheat), COINS_PER_CUBE * substitutes)
    missing = int(WORKERS[s.players]) - sum(meal)
    hunger = f"lose {HUNGER * missing} points" if missing else ""
    return f"Pay {paid}, {hunger}" if paid and hunger else f"Pay {paid}" if paid else hunger.capitalize()


# ------------------------------------------------------------------ what to do now


def prompt(s: Any, viewer: int | None, names: list[str]) -> tuple[str, str]:
    """What to do or who is waited for, in one sentence, and a quieter one with details."""
    if s.phase == FINISHED:
        return _winners(s, viewer, names), "Four rounds are over and everything is counted."
    if s.phase <= SWAP_GOALS:
        return {
            START: ("Who begins?", "The lot decides."),
            MARKET: ("The market is laid out", "Twelve tiles join the wheat fields."),
            DEAL_GOALS: ("Goals are dealt", "Each player sees only his own."),
            SWAP_GOALS: ("A goal is replaced", "This market could not fulfil it."),
        }[s.phase]
    if viewer != s.active:
        return _waiting(s, names[s.active]), _rent_hint(viewer)
    return _my_turn(s)


def _winners(s: Any, viewer: int | None, names: list[str]) -> str:
    best = winners(s)
    if len(best) > 1:
        return f"{listed([names[seat] for seat in best])} share the win!"
    return "You have won!" if best[0] == viewer else f"{names[best[0]]} has won!"


def _rent_hint(viewer: int | None) -> str:
    if viewer is None:
        return f"Rent goes to the owner of a building: {coins(RENT)} each time."
    return f"Whoever uses your buildings pays you {coins(RENT)} each."


def _waiting(s: Any, name: str) -> str:
    doing = {
        TURN: "is placing or building",
        BUILD_SQUARE: "is choosing a square",
        PAY_COST: "is paying for a tile",
        ACTIVATE: "is using buildings",
        PAY_INPUT: "is paying into a building",
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
            f"{number(left, 'worker')} in hand. Everything that glows is yours to choose.",
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
        return "Your Residence works: use buildings?", f"Each once; another player's costs {coins(RENT)}.{waits}"
    return "Use neighbouring buildings, or end your turn", f"Each once; another player's costs {coins(RENT)}.{waits}"


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
        return f"{number(-money, 'coin')} short"
    missing = {cube: int(BILL_CUBES[bill, i]) - s.cubes[s.active, i] for i, cube in enumerate(CUBES)}
    lacking = {cube: n for cube, n in missing.items() if n > 0}
    anything = max(0, int(BILL_ANY[bill]) - sum(s.cubes[s.active, i] for i in range(len(CUBES))))
    short = sum(lacking.values()) + anything - money // COINS_PER_CUBE
    if short <= 0:
        return ""
    return f"{short} {next(iter(lacking))} short" if len(lacking) == 1 else f"{number(short, 'cube')} short"


def score_parts(s: Any, seat: int) -> list[tuple[str, int]]:
    """Where a player's points came from; on IELLO's track goals and tiles are counted already."""
    parts = [
        ("On the track", s.points[seat]),
        ("Castle and watchtower", landmark_points(s, seat)),
        ("Coins", s.coins[seat] // COINS_PER_POINT),
    ]
    if s.edition != IELLO:
        parts += [("Buildings", printed_points(s, seat)), ("Goals", goal_points(s, seat))]
    return [(source, int(points)) for source, points in parts if points]
