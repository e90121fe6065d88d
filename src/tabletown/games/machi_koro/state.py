"""The record of Machi Koro: everything that makes up a position, and which positions are possible."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import MAX_SEATS, SEAT, SEATS, Record, field

from .components import (
    ESTABLISHMENTS,
    FACES,
    LANDMARKS,
)

PHASES = ["start", "deal", "choose_dice", "roll", "reroll", "tv_station", "give", "take", "build", "over"]
START, DEAL, CHOOSE_DICE, ROLL, REROLL, TV, GIVE, TAKE, BUILD, FINISHED = range(10)

# Steps without a decision: rules pass through them within a move, so that no position between two moves is in them.
EARN, CONSTRUCT, NEXT = range(10, 13)

# What a landmark can be. NEW is a landmark that works only from its owner's next turn on (MK-V06).
UNBUILT, BUILT, NEW = range(3)

MARKETS = ["total", "ten_stacks", "split_5_5_2"]
TOTAL, TEN_STACKS, SPLIT = range(3)
STARTERS = ["chance", "lowest_seat", "youngest", "seat_0", "seat_1", "seat_2", "seat_3"]
BY_CHANCE, LOWEST_SEAT, YOUNGEST, NAMED_SEAT = range(4)
DEAD_MAJORS = ["left_out", "replaced"]
LEFT_OUT, REPLACED = range(2)

STATE = Record(
    field("players", "i1"),
    field("market", "i1", help="option: all stacks open, ten stacks, or the split market"),
    field("dead_majors", "i1"),
    field("reroll_may_change_dice", "i1"),
    field("extra_turn_chains", "i1"),
    field("landmark_active_at_once", "i1"),
    field("business_center_optional", "i1"),
    field("limited_bank", "i1"),
    field("play_on_for_places", "i1"),
    field("city_hall", "i1"),
    field("starting_player", "i1"),
    field("ages", "i2", [SEATS]),
    field("phase", "i1", values=PHASES),
    field("turn", "i1", limits=SEAT, help="the seat of the active player"),
    field("round", "i4", limits=(0, 1_000_000_000), help="how often the turn has come to the first player's seat"),
    field("first", "i1", limits=SEAT, help="the seat that began the game"),
    field("dice_thrown", "i1", limits=(0, 2), help="how many dice are thrown this turn"),
    field("dice", "i1", [2], limits=(0, FACES), help="faces; 0 is a die not thrown"),
    field("rerolled", "i1", limits=(0, 1)),
    field("extra_turn", "i1", limits=(0, 1), help="whether this turn was won by doubles"),
    field("extra_turn_due", "i1", limits=(0, 1), help="whether another turn follows this one"),
    field("given", "i1", values=ESTABLISHMENTS, optional=True, help="the card offered in an exchange"),
    field("coins", "i4", [SEATS], limits=(0, 1_000_000_000)),
    field("cities", "i1", [SEATS, ESTABLISHMENTS], limits=(0, 10), help="copies of each establishment"),
    field(
        "landmarks",
        "i1",
        [SEATS, LANDMARKS],
        limits=(UNBUILT, NEW),
        help="0 unbuilt, 1 built, 2 built and working from the next turn",
    ),
    field("stacks", "i1", [ESTABLISHMENTS], limits=(0, 10), help="copies in the open stacks of the market"),
    field(
        "deck", "i1", [ESTABLISHMENTS], limits=(0, 6), help="face-down cards, as a multiset: nobody knows their order"
    ),
    field("removed", "i1", [ESTABLISHMENTS], limits=(0, 10), help="cards out of the game"),
    field("places", "i1", [SEATS], limits=(0, MAX_SEATS), help="the place a player has reached; 0 while playing"),
)


def conserved(s: Any) -> dict[str, int]:
    """What no move can change: the number of cards of each kind. MK-109"""
    return {
        name: s.stacks[card] + s.deck[card] + s.removed[card] + sum(s.cities[seat, card] for seat in range(s.players))
        for card, name in enumerate(ESTABLISHMENTS)
    }


def derive(s: Any) -> None:
    """A position that does not say which round it is stands in the first one, as soon as there are turns."""
    if s.round == 0 and s.phase not in (START, DEAL):
        s.round = 1
