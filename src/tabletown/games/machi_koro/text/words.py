"""How Machi Koro reads: moves, what to do now, and why something can't be done. What happened is told in story.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.move import Move

from ..components import AMOUNT, COST, ESTABLISHMENTS, IS_MAJOR, LANDMARK_COST, LANDMARKS, NAMES, TV_STATION
from ..state import BUILD, CHOOSE_DICE, DEAL, FINISHED, GIVE, REROLL, ROLL, START, TAKE, TV
from .story import changes, coins, tell

__all__ = ["changes", "label", "prompt", "reasons", "score_parts", "tell"]

# ------------------------------------------------------------------ moves


def label(move: Move, s: Any, names: Sequence[str]) -> str:
    """A move as a person reads it on a button."""
    args = move.args
    match move.name:
        case "begin":
            return f"{names[args['seat']]} begins"
        case "reveal":
            return f"Reveal {NAMES[args['card']]}"
        case "rolled":
            return f"Roll a {args['face']}"
        case "rolled_two":
            return f"Roll {args['first']} + {args['second']}"
        case "dice":
            return "Roll one die" if args["number"] == 1 else "Roll both dice"
        case "keep":
            return f"Keep the {sum(s.dice)}"
        case "reroll":
            return "Roll again"
        case "charge":
            return f"Take {coins(min(int(AMOUNT[TV_STATION]), s.coins[args['seat']]))} from {names[args['seat']]}"
        case "give":
            return f"Give away {NAMES[args['card']]}"
        case "decline":
            return "Exchange nothing"
        case "take":
            return f"Take {NAMES[args['card']]} from {names[args['seat']]}"
        case "build":
            return f"Build {NAMES[args['card']]}"
        case "erect":
            return f"Build {NAMES[args['landmark']]}"
    return "Keep coins"


# ------------------------------------------------------------------ what to do now


def prompt(s: Any, viewer: int | None, names: Sequence[str]) -> tuple[str, str]:
    """What to do or who is waited for, and a hint that says why or with what."""
    if s.phase == FINISHED:
        winner = next(seat for seat in range(s.players) if s.places[seat] == 1)
        return ("You have won!" if winner == viewer else f"{names[winner]} has won!"), "All four landmarks stand."
    if s.phase == START:
        return "Who begins?", "The lot decides."
    if s.phase == DEAL:
        return "New cards come to the market", "They are drawn from the deck."
    if viewer != s.turn:
        return _waiting(s, names[s.turn])
    return _my_turn(s)


def _waiting(s: Any, name: str) -> tuple[str, str]:
    doing = {
        CHOOSE_DICE: "is choosing the dice",
        ROLL: "rolls the dice",
        REROLL: "may roll again",
        TV: "is choosing who pays for the TV Station",
        GIVE: "may exchange a card",
        TAKE: "is choosing a card to take",
        BUILD: "is choosing what to build",
    }[s.phase]
    return f"{name} {doing}", "Your blue and red cards earn on this turn too."


def _my_turn(s: Any) -> tuple[str, str]:
    total = sum(s.dice)
    have = f"You have {coins(s.coins[s.turn])}."
    if s.phase == CHOOSE_DICE:
        return "Roll one die or both?", "One die reaches 1 to 6, two dice 2 to 12."
    if s.phase == ROLL:
        return "The dice are rolling", have
    if s.phase == REROLL:
        return f"You rolled {total}. Keep it?", "The Radio Tower lets you roll again once this turn."
    if s.phase == TV:
        return "Who pays for your TV Station?", f"That player hands you up to {int(AMOUNT[TV_STATION])} coins."
    if s.phase == GIVE:
        return "Exchange one of your cards?", "Choose the card that you give away; majors stay."
    if s.phase == TAKE:
        return f"Take which card for your {NAMES[ESTABLISHMENTS[s.given]]}?", "Choose a card in another town."
    again = " Doubles: you have another turn after this." if s.extra_turn_due else ""
    return "Build one thing, or keep your coins", f"{have} Everything that glows is yours to build.{again}"


def reasons(s: Any, viewer: int | None) -> dict[str, str]:
    """Why something in the market or among the landmarks can't be built now, by target."""
    if s.phase != BUILD or viewer != s.turn:
        return {}
    found = {}
    for card, name in enumerate(ESTABLISHMENTS):
        reason = _why_not(s, card)
        if reason:
            found[f"market-{name}"] = reason
    for landmark, name in enumerate(LANDMARKS):
        short = int(LANDMARK_COST[landmark]) - s.coins[s.turn]
        if s.landmarks[s.turn, landmark] == 0 and short > 0:
            found[f"landmark-{s.turn}-{name}"] = f"{short} short"
    return found


def _why_not(s: Any, card: int) -> str:
    if s.stacks[card] == 0:
        return "Sold out"
    if IS_MAJOR[card] and s.cities[s.turn, card]:
        return "You have it"
    short = int(COST[card]) - s.coins[s.turn]
    return f"{short} short" if short > 0 else ""


# ------------------------------------------------------------------ the score


def score_parts(s: Any, seat: int) -> list[tuple[str, int]]:
    """Where a player's points came from: one for every landmark."""
    return [(NAMES[name], 1) for landmark, name in enumerate(LANDMARKS) if s.landmarks[seat, landmark]]
