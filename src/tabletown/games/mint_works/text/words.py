"""Buttons, prompts and reasons; the log is in story.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import count, listed
from tabletown.core.move import Move

from ..bot.evaluation import earns
from ..components import (
    AGENCY_FEE,
    BUILDER,
    END_STARS,
    GIFT_MINTS,
    LOCATION_NAMES,
    LOCATIONS,
    LOTTO,
    PLAN_COUNT,
    PLAN_NAMES,
    PLANS,
    RECYCLER,
    RIVAL_NAMES,
    RIVALS,
    SUPPLIER,
    SWAP_MEET,
    TEMP_AGENCY,
)
from ..rules.cards import supply_count
from ..rules.mints import purse
from ..rules.sides import sides
from ..rules.stars import is_ahead, keeper_has_won, stars, worth
from ..rules.upkeep import owner_of
from ..rules.usable import (
    can_do,
    can_hire,
    closed_by_justin,
    first_hire,
    free_space,
    location_price,
    plan_price,
    recycling_value,
)
from ..state import (
    ADVANCE,
    DEAL,
    DEVELOP,
    FINISHED,
    FLUSH,
    GIFT,
    GIVE,
    HIRE,
    HIRED_BUILD,
    HIRED_BUY,
    HUMAN,
    LOTTO_DRAW,
    OPPONENT,
    RECYCLE,
    REFILL,
    RESTOCK,
    RIVAL,
    RIVAL_TURN,
    START,
    TAKE,
)
from ..view import in_play
from .names import the, who
from .story import counters, tell, winners

__all__ = ["SOLO_OPTIONS", "counters", "label", "prompt", "reasons", "score_parts", "solo", "tell"]

SOLO_OPTIONS = ("opponent",)


# ------------------------------------------------------------------ moves


def label(move: Move, s: Any, names: Sequence[str]) -> str:
    """A move as a person reads it on a button."""
    args = move.args
    if "plan" in args:
        return _card_label(move.name, args["plan"], s)
    if "location" in args:
        return _shop_label(move.name, LOCATIONS.index(args["location"]), s, names)
    if move.name == "begin":
        return f"{names[args['seat']]} begins"
    if move.name == "oppose":
        return f"Play against {RIVAL_NAMES[args['opponent']]}"
    if move.name == "gift":
        return f"Give {count(GIFT_MINTS, 'mint')} to {names[args['seat']]}"
    return "Pass" if move.name == "pass" else f"{who(s, RIVAL, names)} passes"


def _shop_label(kind: str, place: int, s: Any, names: Sequence[str]) -> str:
    name = the(LOCATIONS[place])
    if kind == "opponent_uses":
        return f"{who(s, RIVAL, names)} uses {name}"
    if kind == "add":
        return f"Add {name}"
    price = int(location_price(s, s.turn, place))
    asked = f"{AGENCY_FEE} mint extra"
    if place not in (SUPPLIER, TEMP_AGENCY):
        asked = count(price + (AGENCY_FEE if kind == "hire" else 0), "mint")
    return f"{'Hire' if kind == 'hire' else 'Use'} {name} for {asked}"


def _card_label(kind: str, plan: str, s: Any) -> str:
    """What is done with a card, and what it costs or brings."""
    name, card = PLAN_NAMES[plan], PLANS.index(plan)
    if kind == "recycle":
        value = int(recycling_value(s, s.turn, card))
        return f"Recycle {name} for {count(value, 'mint') if value else 'nothing'}"
    if kind == "buy":
        return f"Buy {name} for {count(int(plan_price(s, s.turn, card)) + _fee(s), 'mint')}"
    if kind == "build":
        return f"Build {name} for {count(int(location_price(s, s.turn, BUILDER)) + _fee(s), 'mint')}"
    return f"{_VERBS[kind]} {name}"


def _fee(s: Any) -> int:
    """What the Temp Agency asks for a choice that it was hired for."""
    return AGENCY_FEE if s.phase in (HIRED_BUILD, HIRED_BUY) else 0


_VERBS = {"give": "Hand in", "take": "Take", "reveal": "Turn up", "draw": "Draw"}


# ------------------------------------------------------------------ what to do now


def prompt(s: Any, viewer: int | None, names: Sequence[str]) -> tuple[str, str]:
    """One sentence that says what to do or who is waited for, and a quieter one that says why or with what."""
    if s.phase == FINISHED:
        return _result(s, viewer, names)
    if s.phase in _DECIDING:
        actor = owner_of(s, PLANS.index("co_op")) if s.phase == GIFT else s.turn
        return _my_turn(s, actor) if viewer == actor else _waiting(s, names[actor])
    if s.phase == RIVAL_TURN:
        hint = "The opponent goes along the line and takes the first shop that works."
        return f"{who(s, RIVAL, names)} is moving", hint
    return _CHANCE[s.phase]


_DECIDING = (DEVELOP, HIRE, HIRED_BUILD, HIRED_BUY, RECYCLE, GIVE, TAKE, GIFT)
_CHANCE = {
    START: ("Who gets the start token?", "The lot decides."),
    OPPONENT: ("Who will you play against?", "The lot decides."),
    ADVANCE: ("Which advanced shops come along?", "They are drawn by lot."),
    DEAL: ("The first plans come up", "They are turned up from the deck."),
    LOTTO_DRAW: ("The Lotto draws a plan", "Only its new owner sees it."),
    RESTOCK: ("A new plan comes up", "In solitaire a bought plan is replaced at once."),
    REFILL: ("New plans come up", "Upkeep fills the supply from the deck."),
    FLUSH: ("Two new plans come up", "Nobody bought a plan, so both are exchanged."),
}


def _result(s: Any, viewer: int | None, names: Sequence[str]) -> tuple[str, str]:
    if keeper_has_won(s):
        return "Rachael has won!", "The mint supply is empty."
    first = winners(s)
    points = count(int(stars(s, first[0])), "star")
    if len(first) > 1:
        shared = listed([who(s, side, names) for side in first])
        return "A draw!" if s.players == 1 else "A shared win!", f"{shared}: {points} each."
    won = f"{who(s, first[0], names)} has won!"
    return ("You have won!" if first[0] == viewer else won), f"The finest neighborhood: {points}."


def solo(s: Any) -> tuple[str, str]:
    """A finished game for one: against whom, and how it ended."""
    against = RIVAL_NAMES[RIVALS[s.rival]]
    ended = "a draw"
    if is_ahead(s, HUMAN, RIVAL):
        ended = f"beat {against}"
    elif is_ahead(s, RIVAL, HUMAN):
        ended = f"lost to {against}"
    return f"Against {against}", f"{ended}, {stars(s, HUMAN)} to {stars(s, RIVAL)}"


def _waiting(s: Any, name: str) -> tuple[str, str]:
    doing = {
        DEVELOP: "is placing mints",
        HIRE: "is at the Temp Agency",
        HIRED_BUILD: "is choosing a plan to build",
        HIRED_BUY: "is choosing a plan to buy",
        RECYCLE: "is choosing a card to recycle",
        GIVE: "is choosing a card to swap",
        TAKE: "is choosing a plan to take",
        GIFT: "is giving a mint away",
    }[s.phase]
    return f"{name} {doing}", f"Round {s.round}. {_passed(s)}"


def _passed(s: Any) -> str:
    have = "has" if s.passes == 1 else "have"
    return "Nobody has passed." if s.passes == 0 else f"{s.passes} of {sides(s)} {have} passed in a row."


def _my_turn(s: Any, me: int) -> tuple[str, str]:
    have = f"You have {count(s.mints[me], 'mint')}."
    if s.phase == HIRE:
        return "Which busy shop do you hire?", f"{have} You pay its price and {AGENCY_FEE} more."
    if s.phase == HIRED_BUILD:
        return "Which plan do you build?", "The Temp Agency does the Builder's work."
    if s.phase == HIRED_BUY:
        return "Which plan do you buy?", f"{have} The Temp Agency asks {AGENCY_FEE} more than the Supplier."
    if s.phase == RECYCLE:
        return "Which card do you recycle?", f"It goes under the deck. {_RECYCLER_PAYS[s.recycler_edition]}"
    if s.phase == GIVE:
        return "Which card do you hand in?", "It goes into the supply; then you take another plan."
    if s.phase == TAKE:
        return f"Which plan for your {PLAN_NAMES[PLANS[s.given]]}?", "It comes face down and costs nothing."
    if s.phase == GIFT:
        return "Who gets a mint from your Co-Op?", "It comes from the mint supply, not from you."
    if s.mints[me] == 0:
        return "You have no mints: pass", "You get one more in Upkeep, and may place again if others go on."
    return "Place mints on a shop, or pass", f"{have} {_passed(s)}{_last_round(s)}"


_RECYCLER_PAYS = (
    "You gain its cost and its printed stars in mints.",
    "A plan brings its cost and printed stars in mints, a building its present stars.",
)


def _last_round(s: Any) -> str:
    """Whether the game ends with this round as things stand."""
    done = any(stars(s, side) >= END_STARS for side in range(sides(s)))
    return f" Somebody has {END_STARS} stars: this is the last round." if done else ""


# ------------------------------------------------------------------ why not


def reasons(s: Any, viewer: int | None) -> dict[str, str]:
    """Why something on the table can't be chosen now, by target."""
    if viewer is None or viewer != s.turn:
        return {}
    if s.phase == HIRE:
        found = {f"location-{LOCATIONS[place]}": _why_not_hire(s, place) for place in in_play(s)}
    elif s.phase == DEVELOP:
        found = {f"location-{LOCATIONS[place]}": _why_not(s, place) for place in in_play(s)}
        found |= _plans_not_sold(s) | _plans_not_built(s)
    elif s.phase == HIRED_BUY:
        found = _plans_not_sold(s, AGENCY_FEE)
    else:
        return {}
    return {target: reason for target, reason in found.items() if reason}


def _why_not(s: Any, place: int) -> str:
    """Why nothing can be placed on a Location now, or an empty string."""
    if not s.open[place]:
        return "Deed not built"
    if free_space(s, place) < 0:
        return "Full this round"
    if closed_by_justin(s, place):
        return "Closed by Justin"
    if place == TEMP_AGENCY:
        return "" if first_hire(s, s.turn, 0) >= 0 else "No busy shop to hire"
    return _why_not_do(s, place, s.mints[s.turn])


def _why_not_do(s: Any, place: int, mints: int) -> str:
    if can_do(s, s.turn, place, mints):
        return ""
    price = int(location_price(s, s.turn, place))
    if place == SUPPLIER:
        return "Nothing you can pay" if supply_count(s) else "No plan left"
    if price > mints:
        return f"Costs {price}, you have {mints}"
    return {
        BUILDER: "No plan to build",
        LOTTO: "Deck is empty",
        RECYCLER: "No card to give",
        SWAP_MEET: "Nothing to swap",
    }[place]


def _why_not_hire(s: Any, place: int) -> str:
    if place == TEMP_AGENCY or can_hire(s, s.turn, place, s.mints[s.turn]):
        return ""
    if not s.mints_on[place, 0]:
        return "Nobody is there"
    if closed_by_justin(s, place):
        return "Closed by Justin"
    return _why_not_do(s, place, s.mints[s.turn] - AGENCY_FEE)


def _plans_not_sold(s: Any, fee: int = 0) -> dict[str, str]:
    closed = "" if fee else _why_closed(s, SUPPLIER)
    cards = [card for card in s.supply if card >= 0]
    return {f"supply-{PLANS[card]}": closed or _short(s, int(plan_price(s, s.turn, card)) + fee) for card in cards}


def _plans_not_built(s: Any) -> dict[str, str]:
    reason = _why_closed(s, BUILDER) or _short(s, int(location_price(s, s.turn, BUILDER)))
    return {f"card-{s.turn}-{PLANS[card]}": reason for card in range(PLAN_COUNT) if s.plans[s.turn, card]}


def _why_closed(s: Any, place: int) -> str:
    if free_space(s, place) < 0:
        return f"{LOCATION_NAMES[LOCATIONS[place]]} full"
    return "Closed by Justin" if closed_by_justin(s, place) else ""


def _short(s: Any, price: int) -> str:
    """How many mints the player lacks for a price, or an empty string."""
    return f"{price - s.mints[s.turn]} short" if price > s.mints[s.turn] else ""


def score_parts(s: Any, seat: int) -> list[tuple[str, int]]:
    """Where a player's stars came from: each Building with what it is worth now."""
    standing = [card for card in range(PLAN_COUNT) if s.buildings[seat, card] > 0]
    return [(PLAN_NAMES[PLANS[card]], int(worth(s, seat, card))) for card in standing]


def prospects(s: Any, seat: int) -> list[tuple[str, float]]:
    """What a position promises a player: stars, mints now, mints that the Buildings bring each round, Plans."""
    built = [card for card in range(PLAN_COUNT) if s.buildings[seat, card] > 0]
    plans = sum(1 for card in range(PLAN_COUNT) if s.plans[seat, card] > 0)
    income = sum(int(earns(s, seat, card)) for card in built)
    mints = int(purse(s, seat))
    return [("stars", int(stars(s, seat))), ("mints", mints), ("mints a round", income), ("Plans", plans)]
