"""The record of Machi Koro: everything that makes up a position, and which positions are possible."""

from __future__ import annotations

from typing import Any

from tabletown.core.record import SEATS, Record, field

from .components import COPIES, ESTABLISHMENTS, FACES, IS_MAJOR, LANDMARKS, NAMES, STARTING_COPIES

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
    field("turn", "i1", help="the seat of the active player"),
    field("round", "i4", help="how often the first player has begun a turn"),
    field("first", "i1", help="the seat that began the game"),
    field("dice_thrown", "i1", help="how many dice are thrown this turn"),
    field("dice", "i1", [2], help="faces; 0 is a die not thrown"),
    field("rerolled", "i1"),
    field("extra_turn", "i1", help="whether this turn was won by doubles"),
    field("extra_turn_due", "i1", help="whether another turn follows this one"),
    field("given", "i1", values=ESTABLISHMENTS, help="the card offered in an exchange"),
    field("coins", "i4", [SEATS]),
    field("cities", "i1", [SEATS, ESTABLISHMENTS], help="copies of each establishment"),
    field("landmarks", "i1", [SEATS, LANDMARKS], help="0 unbuilt, 1 built, 2 built and working from the next turn"),
    field("stacks", "i1", [ESTABLISHMENTS], help="copies in the open stacks of the market"),
    field("deck", "i1", [ESTABLISHMENTS], help="face-down cards, as a multiset: nobody knows their order"),
    field("removed", "i1", [ESTABLISHMENTS], help="cards out of the game"),
    field("places", "i1", [SEATS], help="the place a player has reached; 0 while playing"),
)


def conserved(s: Any) -> dict[str, int]:
    """What no move can change: the number of cards of each kind. MK-109"""
    return {
        name: s.stacks[card] + s.deck[card] + s.removed[card] + sum(s.cities[seat, card] for seat in range(s.players))
        for card, name in enumerate(ESTABLISHMENTS)
    }


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    for card, (name, count) in enumerate(conserved(s).items()):
        expected = int(COPIES[card]) + s.players * int(STARTING_COPIES[card])
        if count != expected:
            return f"There are {expected} cards {NAMES[name]} in this game, not {count}."
    owned = [s.cities[seat, card] for seat in range(s.players) for card in range(len(ESTABLISHMENTS))]
    if min(*s.stacks, *s.deck, *s.removed, *owned) < 0 or min(s.coins.tolist()) < 0:
        return "No number of cards or coins can be below 0."
    return _impossible_city(s) or _impossible_turn(s)


def _impossible_city(s: Any) -> str | None:
    for seat in range(s.players):
        if any(s.cities[seat, card] > 1 for card in range(len(ESTABLISHMENTS)) if IS_MAJOR[card]):
            return f"Seat {seat} can have only one of each major establishment."
        built = [s.landmarks[seat, landmark] for landmark in range(len(LANDMARKS))]
        if any(value not in (UNBUILT, BUILT, NEW) for value in built):
            return "A landmark is 0 (unbuilt), 1 (built) or 2 (built, working from the next turn)."
        if all(built) and not s.places[seat]:
            return f"Seat {seat} has all four landmarks and must have its place."
    return None


def _impossible_turn(s: Any) -> str | None:
    if not 0 <= s.turn < s.players or not 0 <= s.first < s.players:
        return f"The seats in turn and first are 0 to {s.players - 1}."
    if any(not 0 <= face <= FACES for face in s.dice):
        return "A die shows 1 to 6, or 0 before it is thrown."
    if s.dice_thrown not in (1, 2) and s.phase not in (START, DEAL, CHOOSE_DICE, FINISHED):
        return "One or two dice are thrown."
    if s.phase == TAKE and s.given < 0:
        return "In the phase 'take' the card given must be named."
    if s.phase == FINISHED and not any(s.places):
        return "When the game is over somebody has won it."
    return None
