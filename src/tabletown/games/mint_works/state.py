"""The record of Mint Works: all that a position is."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import MAX_SEATS, SEATS, Record, field

from .components import (
    AGENCY_FEE,
    BOX_MINTS,
    COST,
    LOCATIONS,
    MOST_SPACES,
    PLAN_COUNT,
    PLANS,
    RACHAEL,
    RIVALS,
    SUPPLY_SIZE,
)

PHASES = [
    "start",  # chance gives the token to a seat
    "opponent",  # chance names the solitaire opponent
    "advanced",  # chance adds advanced Locations
    "deal",  # chance reveals the first Plans
    "restock",  # chance replaces a Plan bought in solitaire
    "refill",  # chance fills the Plan Supply in Upkeep
    "flush",  # chance replaces both Plans in solitaire
    "lotto",  # chance draws a card for the player
    "rival",  # the opponent moves
    "develop",  # a player places mints or passes
    "hire",  # a player chooses a Location at the Temp Agency
    "hired_build",
    "hired_buy",
    "recycle",
    "give",  # a player chooses a card to give at the Swap Meet
    "take",  # and a Plan for it
    "gift",  # the owner of the Co-Op names who gains
    "over",
]
START, OPPONENT, ADVANCE, DEAL, RESTOCK, REFILL, FLUSH, LOTTO_DRAW, RIVAL_TURN = range(9)
DEVELOP, HIRE, HIRED_BUILD, HIRED_BUY, RECYCLE, GIVE, TAKE, GIFT, FINISHED = range(9, 18)
PLACED, UPKEEP, REFILLING, RUNNING, DEEDS, FLUSHING, CLEARING = range(18, 25)
"""Steps without a decision: rules pass through them, and no position rests there."""

STARTERS = ["chance", "seat_0", "seat_1", "seat_2", "seat_3"]
BY_CHANCE, NAMED_SEAT = range(2)
BRIDGE_SCOPES = ["everywhere", "museum_only"]
EVERYWHERE, MUSEUM_ONLY = range(2)
EDITIONS = ["2016", "later"]
FIRST_EDITION, LATER_EDITION = range(2)
OPPONENT_CHOICES = [*RIVALS, "chance"]
RIVAL_BY_CHANCE = len(RIVALS)

HUMAN, RIVAL = 0, 1
"""The two sides of a solitaire game; the opponent has a neighborhood but no seat."""

NEIGHBORHOODS = [f"seat_{seat}" for seat in range(MAX_SEATS)]
UNDER_DECK = MAX_SEATS
"""The row of `masked` that stands for the cards under the deck."""

# A secret card: one bit for each seat that knows it, and above these bits the payout that all saw if it was recycled.
PAYOUT_SHIFT = MAX_SEATS
KNOWERS = (1 << MAX_SEATS) - 1
PUBLIC = 0

ANY_SIDE = (0, MAX_SEATS - 1)
MOST_ROUNDS = 30_000
"""Nobody plays longer; a Gallery gains a mint a round."""
MOST_MINTS = 1_000_000
MOST_PRICE = int(COST.max()) + AGENCY_FEE

# What rules pass to one another (seats, cards, amounts) is 64 bits wide, so that each rule is compiled only once.
STATE = Record(
    field("players", "i1"),
    field("opponent", "i1", help="option: the solitaire opponent"),
    field("advanced", "i1"),
    field("advanced_locations", "i1"),
    field("starting_player", "i1"),
    field("bridge_scope", "i1"),
    field("vault_star", "i1"),
    field("recycler_edition", "i1"),
    field("ages", "i2", [SEATS]),
    field("phase", "i1", values=PHASES),
    field("rival", "i1", values=RIVALS, optional=True, help="the opponent of a solitaire game"),
    field("turn", "i8", limits=ANY_SIDE, help="the seat whose turn it is; in solitaire 1 is the opponent"),
    field("token", "i8", limits=ANY_SIDE, help="who holds the Starting Player Token"),
    field("passes", "i1", limits=(0, MAX_SEATS), help="how many players have passed in a row"),
    field("second_turn", "i1", limits=(0, 1), help="whether Sonic is in the second of his two turns"),
    field("hired", "i1", limits=(0, 1), help="whether the effect carried out was hired at the Temp Agency"),
    field("given", "i8", values=PLANS, optional=True, help="the card handed in at the Swap Meet"),
    field("round", "i4", limits=(0, MOST_ROUNDS)),
    field("mints", "i8", [NEIGHBORHOODS], limits=(0, MOST_MINTS)),
    field("bank", "i2", limits=(0, BOX_MINTS), help="the finite Mint Supply of a game against Rachael"),
    field("removed", "i2", limits=(0, BOX_MINTS), help="mints that Rachael took out of the game"),
    field(
        "supply",
        "i8",
        [SUPPLY_SIZE],
        values=PLANS,
        optional=True,
        help="the Plan Supply; in solitaire the last of two lies next to the deck",
    ),
    field("deck", "i1", [PLANS], limits=(0, 1), help="cards nobody has seen, as a set: nobody knows their order"),
    field(
        "bottom",
        "i1",
        [PLANS],
        limits=(0, PLAN_COUNT),
        help="cards put under the deck, 1 is the first that comes up after the unseen ones",
    ),
    field(
        "plans",
        "i1",
        [NEIGHBORHOODS, PLANS],
        limits=(0, PLAN_COUNT),
        help="face-down Plans in the order gained, from 1",
    ),
    field(
        "buildings",
        "i1",
        [NEIGHBORHOODS, PLANS],
        limits=(0, PLAN_COUNT),
        help="Buildings in the order built, from 1",
    ),
    field("gallery", "i8", limits=(0, MOST_ROUNDS), help="mints lying on Gallery"),
    field("open", "i1", [LOCATIONS], limits=(0, 1), help="Locations in play and not closed"),
    field("mints_on", "i1", [LOCATIONS, MOST_SPACES], limits=(0, MOST_PRICE), help="mints on each space"),
    field("placed_by", "i1", [LOCATIONS, MOST_SPACES], limits=ANY_SIDE, help="whose mints these were"),
    field(
        "secret",
        "u1",
        [PLANS],
        limits=(0, 255),
        help="who knows a secret card, as bits, and 16 times its payout if that was seen; 0 is open to all",
    ),
    field(
        "masked",
        "u1",
        [MAX_SEATS + 1, PLAN_COUNT],
        limits=(0, 255),
        help="in a view: cards the viewer can't know, by neighborhood and order",
    ),
    field(
        "masked_plans", "i1", limits=(0, PLAN_COUNT), help="in a view: how many face-down Plans the viewer can't know"
    ),
)


def conserved(s: Any) -> dict[str, int]:
    """What no move can change: each card is in one place; against Rachael also the mints. MW-10, MW-247"""
    found = {name: copies(s, card) for card, name in enumerate(PLANS)}
    if s.players == 1:
        found["mints"] = mints_in_play(s) if s.rival == RACHAEL else BOX_MINTS
    return found


def copies(s: Any, card: int) -> int:
    count = int(s.deck[card] > 0) + int(s.bottom[card] > 0) + int(s.given == card) + s.supply.tolist().count(card)
    held = ((s.plans[side, card] > 0) + (s.buildings[side, card] > 0) for side in range(len(NEIGHBORHOODS)))
    return int(count + sum(held))


def mints_in_play(s: Any) -> int:
    """Every mint of the box, wherever it lies. MW-247"""
    placed = sum(s.mints_on[place, space] for place in range(len(LOCATIONS)) for space in range(MOST_SPACES))
    return int(s.bank + s.removed + sum(s.mints) + s.gallery + placed)
