"""What a seat may see of Mint Works: all but the order of the deck and the secrets of the Lotto."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from typing import Any

from tabletown.core.move import EVERYBODY
from tabletown.core.observation import Feature
from tabletown.core.random import below, draw, stream
from tabletown.core.record import MAX_SEATS
from tabletown.core.rule import rule

from .components import (
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
from .rules.mints import purse, sides
from .rules.placing import closed_by_justin, location_price, plan_price, recycling_value
from .rules.solitaire import NOWHERE, next_location
from .rules.stars import payout, stars, worth
from .rules.upkeep import owner_of
from .state import FINISHED, PAYOUT_SHIFT, PHASES, PUBLIC, RIVAL, UNDER_DECK

HIGHEST = 32767
PHASE_KINDS = FINISHED + 1
RIVAL_KINDS = len(RIVALS)
SPACE_COUNT = LOCATION_COUNT * MOST_SPACES

OBSERVATION = (
    Feature("phase", PHASE_KINDS, 1),
    Feature("opponent", RIVAL_KINDS, 1),
    Feature("options: bridge, vault, recycler", 3, 1),
    Feature("passes in a row", 1, MAX_SEATS),
    Feature("second turn, hired", 2, 1),
    Feature("round", 1, HIGHEST),
    Feature("size of the deck", 1, PLAN_COUNT),
    Feature("mint supply and removed mints, against Rachael", 2, 30),
    Feature("mints on Gallery", 1, HIGHEST),
    Feature("card given", PLAN_COUNT, 1),
    Feature("supply, by slot", SUPPLY_SIZE * PLAN_COUNT, 1),
    Feature("cards whose place the viewer can't know", PLAN_COUNT, 1),
    Feature("cards known to lie under the deck, in order", PLAN_COUNT, PLAN_COUNT),
    Feature("locations open", LOCATION_COUNT, 1),
    Feature("mints on spaces", SPACE_COUNT, 8),
    Feature("placed by, from the viewer clockwise, 1 is the viewer", SPACE_COUNT, MAX_SEATS),
    Feature("plans in order, from the viewer clockwise", MAX_SEATS * PLAN_COUNT, PLAN_COUNT),
    Feature("buildings in order", MAX_SEATS * PLAN_COUNT, PLAN_COUNT),
    Feature("mints", MAX_SEATS, HIGHEST),
    Feature("number of plans", MAX_SEATS, PLAN_COUNT),
    Feature("stars", MAX_SEATS, HIGHEST),
    Feature("token", MAX_SEATS, 1),
    Feature("whose turn", MAX_SEATS, 1),
)


# ------------------------------------------------------------------ secrets


@rule
def redact(s, viewer):
    """A card from the Lotto is known to its holder alone; at the end all is shown. MW-184, MW-185, MW-189, MW-191, MW-194"""
    if s.phase == FINISHED:
        return
    me = 1 << viewer if viewer >= 0 else 0
    for card in range(PLAN_COUNT):
        if s.secret[card] != PUBLIC and s.secret[card] & me == 0:
            mask(s, card)


@rule
def mask(s, card):
    """Only that somebody has a card there stays, who knows it, and the payout all saw; the card joins those of unknown place. MW-195"""
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
    """Deal the cards of unknown place to where the viewer can't look; a payout that was seen must fit. MW-195"""
    key = stream(seed, 0)
    drawn = 0
    for fitting in range(1, -1, -1):
        for row in range(MAX_SEATS + 1):
            for number in range(PLAN_COUNT):
                seen = s.masked[row, number]
                if seen > 0 and (fitting == 0 or seen >> PAYOUT_SHIFT > 0):
                    unmask(s, row, number, draw(key, drawn))
                    drawn += 1
    s.masked_plans = 0


@rule
def unmask(s, row, number, chance):
    value = s.masked[row, number] >> PAYOUT_SHIFT
    left = below(chance, candidates(s, value))
    for card in range(PLAN_COUNT):
        if is_candidate(s, card, value):
            if left == 0:
                put_back_secret(s, row, number, card)
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
def put_back_secret(s, row, number, card):
    s.deck[card] = 0
    s.secret[card] = s.masked[row, number]
    s.masked[row, number] = 0
    if row == UNDER_DECK:
        s.bottom[card] = number + 1
    else:
        s.plans[row, card] = number + 1


@rule
def known_to(s, move):
    """What the Lotto gives, and which secret card is recycled, only the player learns. MW-84, MW-189"""
    if DRAW <= move < OPPONENT_USES:
        return s.turn
    if RECYCLE_CARD <= move < RECYCLE_CARD + PLAN_COUNT and s.secret[move - RECYCLE_CARD] != PUBLIC:
        return s.turn
    return EVERYBODY


# ------------------------------------------------------------------ for learners


@rule
def observe(s, viewer, out):
    """Write the observation vector; sides are counted from the viewer clockwise."""
    out[s.phase] = 1
    at = PHASE_KINDS
    if s.rival >= 0:
        out[at + s.rival] = 1
    at += RIVAL_KINDS
    out[at] = s.bridge_scope
    out[at + 1] = s.vault_star
    out[at + 2] = s.recycler_edition
    out[at + 3] = s.passes
    out[at + 4] = s.second_turn
    out[at + 5] = s.hired
    out[at + 6] = min(s.round, HIGHEST)
    out[at + 7] = deck_size(s)
    out[at + 8] = s.bank
    out[at + 9] = s.removed
    out[at + 10] = s.gallery
    at = observe_cards(s, at + 11, out)
    at = observe_locations(s, viewer, at, out)
    count = sides(s)
    for step in range(count):
        observe_neighborhood(s, (viewer + step) % count, step, at, out)
    at += MAX_SEATS * (2 * PLAN_COUNT + 3)
    out[at + (s.token - viewer + count) % count] = 1
    out[at + MAX_SEATS + (s.turn - viewer + count) % count] = 1


@rule
def observe_cards(s, at, out):
    if s.given >= 0:
        out[at + s.given] = 1
    at += PLAN_COUNT
    for slot in range(SUPPLY_SIZE):
        if s.supply[slot] >= 0:
            out[at + slot * PLAN_COUNT + s.supply[slot]] = 1
    at += SUPPLY_SIZE * PLAN_COUNT
    for card in range(PLAN_COUNT):
        out[at + card] = s.deck[card]
        out[at + PLAN_COUNT + card] = s.bottom[card]
    return at + 2 * PLAN_COUNT


@rule
def observe_locations(s, viewer, at, out):
    count = sides(s)
    for location in range(LOCATION_COUNT):
        out[at + location] = s.open[location]
        for space in range(MOST_SPACES):
            if s.mints_on[location, space] > 0:
                index = at + LOCATION_COUNT + location * MOST_SPACES + space
                out[index] = s.mints_on[location, space]
                out[index + SPACE_COUNT] = (s.placed_by[location, space] - viewer + count) % count + 1
    return at + LOCATION_COUNT + 2 * SPACE_COUNT


@rule
def observe_neighborhood(s, side, step, at, out):
    for card in range(PLAN_COUNT):
        out[at + step * PLAN_COUNT + card] = s.plans[side, card]
        out[at + (MAX_SEATS + step) * PLAN_COUNT + card] = s.buildings[side, card]
    at += 2 * MAX_SEATS * PLAN_COUNT + step
    out[at] = min(purse(s, side), HIGHEST)
    out[at + MAX_SEATS] = plan_count(s, side)
    out[at + 2 * MAX_SEATS] = stars(s, side)


# ------------------------------------------------------------------ for pictures and programs


def describe(s: Any, viewer: int | None) -> dict[str, Any]:
    """The position for pictures and programs, JSON-ready. Neighborhoods go by side: the seats, in solitaire the opponent as 1."""
    return {
        "turn": s.turn,
        "round": s.round,
        "phase": PHASES[s.phase],
        "token": s.token,
        "passes": s.passes,
        "second_turn": bool(s.second_turn),
        "opponent": RIVALS[s.rival] if s.rival >= 0 else None,
        "opponent_next": _opponent_next(s),
        "neighborhoods": [_neighborhood(s, side) for side in range(sides(s))],
        "locations": [_location(s, place, viewer) for place in _in_play(s)],
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


def _in_play(s: Any) -> list[int]:
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
