"""What a seat may see of Mint Works: all but the order of the deck and the secrets of the Lotto."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import EVERYBODY
from tabletown.core.observation import Feature, Observation, number, one_hot
from tabletown.core.record import MAX_SEATS
from tabletown.core.rng import below, draw, stream
from tabletown.core.rule import rule

from .components import (
    BOX_MINTS,
    FIRST_ADVANCED,
    KINDS,
    LOCATION_COUNT,
    LOCATIONS,
    MORT,
    MOST_SPACES,
    PLAN_COUNT,
    PLANS,
    RACHAEL,
    RIVALS,
    SPACES,
    SUPPLY_SIZE,
)
from .moves import DRAW, OPPONENT_USES, RECYCLE_CARD
from .rules.cards import deck_size, plan_count
from .rules.mints import purse
from .rules.sides import side_after, sides, steps_to
from .rules.solitaire import NOWHERE, next_location
from .rules.stars import is_ahead, payout, stars, worth
from .rules.upkeep import owner_of
from .rules.usable import closed_by_justin, location_price, plan_price, recycling_value
from .state import FINISHED, HUMAN, PAYOUT_SHIFT, PHASES, PUBLIC, RIVAL, STATE, UNDER_DECK

HIGHEST = 32767
"""The greatest value that an entry of an observation can hold."""
SPACE_COUNT = LOCATION_COUNT * MOST_SPACES

# ------------------------------------------------------------------ secrets


@rule
def redact(s, viewer):
    """Blank the secrets of others; at the end all is shown. MW-184, MW-185, MW-189, MW-191, MW-194"""
    if s.phase == FINISHED:
        return
    me = 1 << viewer if viewer >= 0 else 0
    for card in range(PLAN_COUNT):
        if s.secret[card] != PUBLIC and s.secret[card] & me == 0:
            mask(s, card)


@rule
def mask(s, card):
    """Keep only that a card lies there, who knows it and the payout that all saw. MW-195"""
    for side in range(MAX_SEATS):
        if s.plans[side, card] > 0:
            s.masked[side, s.plans[side, card] - 1] = s.secret[card]
            s.plans[side, card] = 0
            s.masked_plans += 1
    if s.bottom[card] > 0:
        s.masked[UNDER_DECK, s.bottom[card] - 1] = s.secret[card]
        s.bottom[card] = 0
    s.secret[card] = PUBLIC
    s.deck[card] = 1


@rule
def guess(s, viewer, seed):
    """Deal cards of unknown place to where the viewer can't look, first those whose seen payout must fit. MW-195"""
    key = stream(seed, 0)
    drawn = 0
    for fitting in range(1, -1, -1):
        for row in range(MAX_SEATS + 1):
            for index in range(PLAN_COUNT):
                seen = s.masked[row, index]
                if seen > 0 and (fitting == 0 or seen >> PAYOUT_SHIFT > 0):
                    unmask(s, row, index, draw(key, drawn))
                    drawn += 1
    s.masked_plans = 0


@rule
def unmask(s, row, index, chance):
    """Put one of the cards that may lie there in the place of a masked one."""
    value = s.masked[row, index] >> PAYOUT_SHIFT
    left = below(chance, candidates(s, value))
    for card in range(PLAN_COUNT):
        if is_candidate(s, card, value):
            if left == 0:
                put_back_secret(s, row, index, card)
            left -= 1


@rule
def is_candidate(s, card, value):
    return s.deck[card] > 0 and (value == 0 or payout(s, card) == value)


@rule
def candidates(s, value):
    count = 0
    for card in range(PLAN_COUNT):
        if is_candidate(s, card, value):
            count += 1
    return count


@rule
def put_back_secret(s, row, index, card):
    s.deck[card] = 0
    s.secret[card] = s.masked[row, index]
    s.masked[row, index] = 0
    if row == UNDER_DECK:
        s.bottom[card] = index + 1
    else:
        s.plans[row, card] = index + 1


@rule
def known_to(s, move):
    """What the Lotto gives, and which secret card is recycled, only the player learns. MW-84, MW-189"""
    if DRAW <= move < OPPONENT_USES:
        return s.turn
    if RECYCLE_CARD <= move < RECYCLE_CARD + PLAN_COUNT and s.secret[move - RECYCLE_CARD] != PUBLIC:
        return s.turn
    return EVERYBODY


def reveals(before: Any, move: int, after: Any) -> bool:
    """Whether somebody has learned of a secret card: it was built or handed in, came up, or its payout was seen.

    MW-84, MW-190
    """
    return any(before.secret[card] and before.secret[card] != after.secret[card] for card in range(PLAN_COUNT))


# ------------------------------------------------------------------ for learners

# In solitaire the opponent is a side without a seat, so what belongs to sides needs rules of its own here.


@rule
def observe_options(s, viewer, out, at):
    out[at] = s.bridge_scope
    out[at + 1] = s.vault_star
    out[at + 2] = s.recycler_edition


@rule
def observe_turn(s, viewer, out, at):
    out[at] = s.second_turn
    out[at + 1] = s.hired


@rule
def observe_deck_size(s, viewer, out, at):
    out[at] = deck_size(s)


@rule
def observe_finite_mints(s, viewer, out, at):
    out[at] = s.bank
    out[at + 1] = s.removed


@rule
def observe_supply(s, viewer, out, at):
    for slot in range(SUPPLY_SIZE):
        if s.supply[slot] >= 0:
            out[at + slot * PLAN_COUNT + s.supply[slot]] = 1


@rule
def observe_placed_by(s, viewer, out, at):
    for location in range(LOCATION_COUNT):
        for space in range(MOST_SPACES):
            if s.mints_on[location, space] > 0:
                out[at + location * MOST_SPACES + space] = steps_to(s, viewer, s.placed_by[location, space]) + 1


@rule
def observe_plans(s, viewer, out, at):
    side = viewer
    for step in range(sides(s)):
        for card in range(PLAN_COUNT):
            out[at + step * PLAN_COUNT + card] = s.plans[side, card]
        side = side_after(s, side)


@rule
def observe_buildings(s, viewer, out, at):
    side = viewer
    for step in range(sides(s)):
        for card in range(PLAN_COUNT):
            out[at + step * PLAN_COUNT + card] = s.buildings[side, card]
        side = side_after(s, side)


@rule
def observe_mints(s, viewer, out, at):
    side = viewer
    for step in range(sides(s)):
        out[at + step] = min(purse(s, side), HIGHEST)
        side = side_after(s, side)


@rule
def observe_plan_counts(s, viewer, out, at):
    side = viewer
    for step in range(sides(s)):
        out[at + step] = plan_count(s, side)
        side = side_after(s, side)


@rule
def observe_stars(s, viewer, out, at):
    side = viewer
    for step in range(sides(s)):
        out[at + step] = stars(s, side)
        side = side_after(s, side)


@rule
def observe_token(s, viewer, out, at):
    out[at + steps_to(s, viewer, s.token)] = 1


@rule
def observe_whose_turn(s, viewer, out, at):
    out[at + steps_to(s, viewer, s.turn)] = 1


OBSERVATION = Observation(
    STATE,
    one_hot("phase", FINISHED + 1),
    one_hot("rival", RIVALS, "opponent"),
    Feature("options: bridge, vault, recycler", 3, 1, write=observe_options),
    number("passes", MAX_SEATS, name="passes in a row"),
    Feature("second turn, hired", 2, 1, write=observe_turn),
    number("round", HIGHEST, clip=True),
    Feature("size of the deck", 1, PLAN_COUNT, write=observe_deck_size),
    Feature("mint supply and removed mints, against Rachael", 2, BOX_MINTS, write=observe_finite_mints),
    number("gallery", HIGHEST, name="mints on Gallery", clip=True),
    one_hot("given", PLANS, "card given"),
    Feature("supply, by slot", SUPPLY_SIZE * PLAN_COUNT, 1, write=observe_supply),
    number("deck", 1, name="cards whose place the viewer can't know"),
    number("bottom", PLAN_COUNT, name="cards known to lie under the deck, in order"),
    number("open", 1, name="locations open"),
    number("mints_on", 8, name="mints on spaces"),
    Feature("placed by, from the viewer clockwise, 1 is the viewer", SPACE_COUNT, MAX_SEATS, write=observe_placed_by),
    Feature("plans in order, from the viewer clockwise", MAX_SEATS * PLAN_COUNT, PLAN_COUNT, write=observe_plans),
    Feature("buildings in order", MAX_SEATS * PLAN_COUNT, PLAN_COUNT, write=observe_buildings),
    Feature("mints", MAX_SEATS, HIGHEST, write=observe_mints),
    Feature("number of plans", MAX_SEATS, PLAN_COUNT, write=observe_plan_counts),
    Feature("stars", MAX_SEATS, HIGHEST, write=observe_stars),
    Feature("token", MAX_SEATS, 1, write=observe_token),
    Feature("whose turn", MAX_SEATS, 1, write=observe_whose_turn),
)


# ------------------------------------------------------------------ for pictures and programs


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs; neighborhoods are by side, in solitaire the opponent is 1."""
    return {
        "turn": s.turn,
        "round": s.round,
        "phase": PHASES[s.phase],
        "token": s.token,
        "passes": s.passes,
        "second_turn": bool(s.second_turn),
        "opponent": RIVALS[s.rival] if s.rival >= 0 else None,
        "opponent_next": _opponent_next(s),
        "opponent_standing": _opponent_standing(s),
        "neighborhoods": [_neighborhood(s, side) for side in range(sides(s))],
        "locations": [_location(s, place, viewer) for place in in_play(s)],
        "supply": [_for_sale(s, s.supply[slot], viewer) for slot in range(2 if s.players == 1 else SUPPLY_SIZE)],
        "deck": int(deck_size(s)),
        "under": _under(s),
        "given": PLANS[s.given] if s.given >= 0 else None,
        "bank": s.bank if s.rival == RACHAEL else None,
        "removed": s.removed,
        "previews": {} if viewer is None else _previews(s, viewer),
        "values": {} if viewer is None else _values(s, viewer),
    }


def _opponent_next(s: Any) -> str | None:
    """Where the opponent would place now, or None if it would pass. MW-214"""
    if s.rival < 0 or s.phase == FINISHED:
        return None
    location = next_location(s, RIVAL)
    return None if location == NOWHERE else LOCATIONS[location]


def _opponent_standing(s: Any) -> str:
    """How a finished game for one went for the opponent: won, lost or drawn; empty before. MW-232"""
    if s.rival < 0 or s.phase != FINISHED:
        return ""
    if is_ahead(s, RIVAL, HUMAN):
        return "won"
    return "lost" if is_ahead(s, HUMAN, RIVAL) else "drawn"


def _neighborhood(s: Any, side: int) -> dict[str, Any]:
    return {
        "mints": None if s.rival == MORT and side == RIVAL else s.mints[side],
        "stars": int(stars(s, side)),
        "plans": [
            {"plan": None, "secret": True} if card is None else {"plan": PLANS[card], "secret": bool(s.secret[card])}
            for card in _plans(s, side)
        ],
        "buildings": [
            {
                "plan": PLANS[card],
                "stars": int(worth(s, side, card)),
                "mints": s.gallery if PLANS[card] == "gallery" else 0,
            }
            for card in in_order(s.buildings.tolist()[side])
        ],
    }


def in_order(numbers: list[int]) -> list[int]:
    """The cards of a row by their numbers."""
    return sorted((card for card, number in enumerate(numbers) if number), key=lambda card: numbers[card])


def _plans(s: Any, side: int) -> list[int | None]:
    """A side's Plans in order; None where the viewer can't know the card. MW-191"""
    return _with_masked(s.plans.tolist()[side], s.masked.tolist()[side])


def _with_masked(numbers: list[int], masked: list[int]) -> list[int | None]:
    found: dict[int, int | None] = {number: card for card, number in enumerate(numbers) if number}
    found |= {index + 1: None for index, seen in enumerate(masked) if seen}
    return [found[number] for number in sorted(found)]


def _under(s: Any) -> list[str | None]:
    """The cards under the deck from the first that comes up to the last; None where the viewer can't know. MW-192"""
    cards = _with_masked(s.bottom.tolist(), s.masked.tolist()[UNDER_DECK])
    return [PLANS[card] if card is not None else None for card in cards]


def in_play(s: Any) -> list[int]:
    """Core and Deed Locations, and the advanced ones on the table."""
    return [place for place in range(LOCATION_COUNT) if place < FIRST_ADVANCED or s.open[place]]


def _location(s: Any, place: int, viewer: int | None) -> dict[str, Any]:
    deed = PLANS.index(LOCATIONS[place]) if KINDS[place] == "deed" else None
    owner = owner_of(s, deed) if deed is not None else -1
    spaces = range(int(SPACES[place, s.players - 1]))
    return {
        "location": LOCATIONS[place],
        "open": bool(s.open[place]),
        "closed_by_justin": bool(closed_by_justin(s, place)),
        "owner": owner if owner >= 0 else None,
        "spaces": len(spaces),
        "placed": [
            [s.placed_by[place, space], s.mints_on[place, space]] for space in spaces if s.mints_on[place, space]
        ],
        "price": int(location_price(s, viewer or 0, place)) or None,
    }


def _for_sale(s: Any, card: int, viewer: int | None) -> dict[str, Any] | None:
    return None if card < 0 else {"plan": PLANS[card], "price": int(plan_price(s, viewer or 0, card))}


def _previews(s: Any, viewer: int) -> dict[str, int]:
    """How many stars a Plan would add for the viewer if it stood now."""
    found = {}
    for card in range(PLAN_COUNT):
        if s.plans[viewer, card]:
            tried = s.copy()
            tried.plans[viewer, card] = 0
            tried.buildings[viewer, card] = PLAN_COUNT
            found[PLANS[card]] = int(stars(tried, viewer) - stars(s, viewer))
    return found


def _values(s: Any, viewer: int) -> dict[str, int]:
    """What each own card would bring at the Recycler."""
    held = [card for card in range(PLAN_COUNT) if s.plans[viewer, card] or s.buildings[viewer, card]]
    return {PLANS[card]: int(recycling_value(s, viewer, card)) for card in held}
