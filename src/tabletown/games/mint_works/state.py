"""The record of Mint Works: all that a position is."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import MAX_SEATS, SEATS, Record, field

from .components import (
    ADVANCED,
    BOX_MINTS,
    GALLERY,
    LOCATIONS,
    MORT,
    MOST_SPACES,
    PLAN_COUNT,
    PLAN_NAMES,
    PLANS,
    RACHAEL,
    RIVALS,
    SPACES,
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
    # Steps without a decision: rules pass through them, and no position rests there.
    "placed",
    "upkeep",
    "refilling",
    "running",
    "deeds",
    "flushing",
    "clearing",
]
START, OPPONENT, ADVANCE, DEAL, RESTOCK, REFILL, FLUSH, LOTTO_DRAW, RIVAL_TURN = range(9)
DEVELOP, HIRE, HIRED_BUILD, HIRED_BUY, RECYCLE, GIVE, TAKE, GIFT, FINISHED = range(9, 18)
PLACED, UPKEEP, REFILLING, RUNNING, DEEDS, FLUSHING, CLEARING = range(18, 25)

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
    field("rival", "i1", values=RIVALS, help="the opponent of a solitaire game"),
    field("turn", "i8", help="the seat whose turn it is; in solitaire 1 is the opponent"),
    field("token", "i8", help="who holds the Starting Player Token"),
    field("passes", "i1", help="how many players have passed in a row"),
    field("second_turn", "i1", help="whether Sonic is in the second of his two turns"),
    field("hired", "i1", help="whether the effect carried out was hired at the Temp Agency"),
    field("given", "i8", values=PLANS, help="the card handed in at the Swap Meet"),
    field("round", "i4"),
    field("mints", "i8", [NEIGHBORHOODS]),
    field("bank", "i2", help="the finite Mint Supply of a game against Rachael"),
    field("removed", "i2", help="mints that Rachael took out of the game"),
    field(
        "supply",
        "i8",
        [SUPPLY_SIZE],
        values=PLANS,
        help="the Plan Supply; in solitaire the last of two lies next to the deck",
    ),
    field("deck", "i1", [PLANS], help="cards nobody has seen, as a set: nobody knows their order"),
    field("bottom", "i1", [PLANS], help="cards put under the deck, 1 is the first that comes up after the unseen ones"),
    field("plans", "i1", [NEIGHBORHOODS, PLANS], help="face-down Plans in the order gained, from 1"),
    field("buildings", "i1", [NEIGHBORHOODS, PLANS], help="Buildings in the order built, from 1"),
    field("gallery", "i8", help="mints lying on Gallery"),
    field("open", "i1", [LOCATIONS], help="Locations in play and not closed"),
    field("mints_on", "i1", [LOCATIONS, MOST_SPACES], help="mints on each space"),
    field("placed_by", "i1", [LOCATIONS, MOST_SPACES], help="whose mints these were"),
    field(
        "secret",
        "u1",
        [PLANS],
        help="who knows a secret card, as bits, and 16 times its payout if that was seen; 0 is open to all",
    ),
    field(
        "masked",
        "u1",
        [MAX_SEATS + 1, PLAN_COUNT],
        help="in a view: cards the viewer can't know, by neighborhood and order",
    ),
    field("masked_plans", "i1", help="in a view: how many face-down Plans the viewer can't know"),
)


def conserved(s: Any) -> dict[str, int]:
    """What no move can change: each card is in one place; against Rachael also the mints. MW-10, MW-247"""
    found = {name: _copies(s, card) for card, name in enumerate(PLANS)}
    if s.players == 1:
        found["mints"] = mints_in_play(s) if s.rival == RACHAEL else BOX_MINTS
    return found


def _copies(s: Any, card: int) -> int:
    count = int(s.deck[card] > 0) + int(s.bottom[card] > 0) + int(s.given == card) + s.supply.tolist().count(card)
    held = ((s.plans[side, card] > 0) + (s.buildings[side, card] > 0) for side in range(len(NEIGHBORHOODS)))
    return int(count + sum(held))


def mints_in_play(s: Any) -> int:
    """Every mint of the box, wherever it lies. MW-247"""
    placed = sum(s.mints_on[place, space] for place in range(len(LOCATIONS)) for space in range(MOST_SPACES))
    return int(s.bank + s.removed + sum(s.mints) + s.gallery + placed)


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    for card, name in enumerate(PLANS):
        if _copies(s, card) != 1:
            return f"There is one card {PLAN_NAMES[name]}, not {_copies(s, card)}."
    return _impossible_cards(s) or _impossible_mints(s) or _impossible_locations(s) or _impossible_turn(s)


def _impossible_cards(s: Any) -> str | None:
    orders = [("bottom", s.bottom.tolist())]
    for side, name in enumerate(NEIGHBORHOODS):
        orders += [(f"plans.{name}", s.plans.tolist()[side]), (f"buildings.{name}", s.buildings.tolist()[side])]
    for name, order in orders:
        placed = sorted(number for number in order if number)
        if placed != list(range(1, len(placed) + 1)):
            return f"The cards of {name} are numbered from 1 in their order."
        if name.startswith(("plans", "buildings")) and placed and int(name[-1]) >= sides_of(s):
            return f"There is nobody at {name.split('.')[1]}."
    if s.masked_plans or any(any(row) for row in s.masked.tolist()):
        return "A whole position has no masked cards."
    for card, name in enumerate(PLANS):
        hidden = s.bottom[card] or any(s.plans[side, card] for side in range(len(NEIGHBORHOODS)))
        if s.secret[card] and not hidden:
            return f"{PLAN_NAMES[name]} can be somebody's secret only face down or under the deck."
    return None


def sides_of(s: Any) -> int:
    return 2 if s.players == 1 else int(s.players)


def _impossible_mints(s: Any) -> str | None:
    if min(s.mints) < 0 or min(s.bank, s.removed, s.gallery) < 0:
        return "No number of mints can be below 0."
    if any(s.mints[side] for side in range(sides_of(s), len(NEIGHBORHOODS))):
        return "Only players hold mints."
    if s.rival == MORT and s.mints[RIVAL]:
        return "Mort's mints are not counted."
    if s.gallery and not any(s.buildings[side, GALLERY] for side in range(sides_of(s))):
        return "Mints lie on Gallery only while it is built."
    if s.rival == RACHAEL and mints_in_play(s) != BOX_MINTS:
        return f"Against Rachael there are {BOX_MINTS} mints in all, not {mints_in_play(s)}."
    return None


def _impossible_locations(s: Any) -> str | None:
    for place, name in enumerate(LOCATIONS):
        spaces = int(SPACES[place, s.players - 1]) if s.open[place] else 0
        mints = [s.mints_on[place, space] for space in range(MOST_SPACES)]
        if min(mints) < 0 or any(mints[spaces:]):
            return f"{name} has {spaces} spaces to place on."
        if any(mints[space] and not mints[space - 1] for space in range(1, MOST_SPACES)):
            return f"The spaces of {name} are filled from the first."
    in_play = sum(s.open[LOCATIONS.index(name)] for name in ADVANCED)
    if in_play > (1 if s.players == 1 else 2):
        return "Two advanced Locations are in play at most, one in solitaire."
    return None


def _impossible_turn(s: Any) -> str | None:
    if not 0 <= s.turn < sides_of(s) or not 0 <= s.token < sides_of(s):
        return f"The seats in turn and token are 0 to {sides_of(s) - 1}."
    if not 0 <= s.passes < sides_of(s) and s.phase == DEVELOP:
        return "Development ends when everybody has passed in a row."
    if (s.rival >= 0) != (s.players == 1) and s.phase != OPPONENT:
        return "There is an opponent exactly in a game for one."
    if s.phase > FINISHED:
        return "No position rests between two decisions."
    if (s.given >= 0) != (s.phase == TAKE):
        return "In the phase 'take', and only then, the card given must be named."
    return None
