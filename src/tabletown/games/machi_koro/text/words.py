"""How Machi Koro reads: moves, what to do now, and why something can't be done. What happened is told in story.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import count, listed
from tabletown.core.move import Move

from ..bot.evaluation import PAIRS, income_per_round
from ..components import (
    ACTIVE_ON,
    AMOUNT,
    COST,
    COUNTS_ICON,
    ESTABLISHMENTS,
    FACES,
    IS_MAJOR,
    LANDMARK_COST,
    LANDMARKS,
    NAMES,
    TV_STATION,
)
from ..rules.construction import build_establishment, landmarks_built
from ..rules.income import card_income
from ..state import BUILD, CHOOSE_DICE, DEAL, FINISHED, GIVE, REROLL, ROLL, START, TAKE, TV
from .cards import CARDS
from .cards import LANDMARKS as LANDMARK_CARDS
from .story import counters, tell

__all__ = ["THROWS", "counters", "label", "outlook", "prompt", "reasons", "score_parts", "tell"]

THROWS = ("rolled", "rolled_two")

# ------------------------------------------------------------------ moves


_LABELS = {
    "begin": "{seat} begins",
    "reveal": "Reveal {card}",
    "rolled": "Roll a {face}",
    "rolled_two": "Roll {first} + {second}",
    "keep": "Keep the {total}",
    "reroll": "Roll again",
    "charge": "Take {amount} from {seat}",
    "give": "Give away {card}",
    "decline": "Exchange nothing",
    "take": "Take {card} from {seat}",
    "build": "Build {card}",
    "erect": "Build {landmark}",
    "pass": "Keep coins",
}


def label(move: Move, s: Any, names: Sequence[str]) -> str:
    """A move as a person reads it on a button."""
    words: dict[str, Any] = {name: NAMES.get(value, value) for name, value in move.args.items()}
    if move.name == "dice":
        return "Roll one die" if words["number"] == 1 else "Roll both dice"
    if move.name == "keep":
        words["total"] = sum(s.dice)
    if move.name == "charge":
        words["amount"] = count(min(int(AMOUNT[TV_STATION]), s.coins[words["seat"]]), "coin")
    if "seat" in words:
        words["seat"] = names[words["seat"]]
    return _LABELS[move.name].format(**words)


def outlook(move: Move, s: Any, names: Sequence[str]) -> str:
    """What a card would pay with all its copies, on which rolls and how likely they are; what a landmark does."""
    if move.name == "erect":
        return LANDMARK_CARDS[move.args["landmark"]].text
    if move.name != "build":
        return ""
    key = move.args["card"]
    card, data = ESTABLISHMENTS.index(key), CARDS[key]
    if IS_MAJOR[card]:
        return f"On {_rolls(card)}. {data.text}"
    trial = s.copy()
    build_establishment(trial, card)
    pays, copies = int(card_income(trial, s.turn, card)), trial.cities[s.turn, card]
    who = {"blue": "whoever rolls", "green": "on your own roll", "red": "when somebody else rolls it"}[data.family]
    paid = _pays(trial, card, int(copies), pays)
    return f"On {_rolls(card)}: {paid}, {who}." if pays else f"On {_rolls(card)}: {paid}."


def _pays(s: Any, card: int, copies: int, coins: int) -> str:
    """What all copies of a card pay, and of those that count other cards, for which: "your 3 Ranches make it pay 9"."""
    counted = [other for other in range(len(ESTABLISHMENTS)) if COUNTS_ICON[card, other]]
    owned = [count(int(s.cities[s.turn, other]), *_one_and_many(other)) for other in counted if s.cities[s.turn, other]]
    if owned:
        make = "makes" if owned[0].startswith("1 ") and len(owned) == 1 else "make"
        them = {1: "it", 2: "both"}.get(copies, f"all {copies}")
        return f"your {listed(owned)} {make} {them} pay {count(coins, 'coin')}"
    all_ = "it pays" if copies == 1 else f"your {copies} pay"
    if counted:
        return f"{all_} nothing while you have no {listed([_one_and_many(other)[0] for other in counted], 'or')}"
    return f"{all_} {count(coins, 'coin')}"


def _one_and_many(card: int) -> tuple[str, str]:
    name = NAMES[ESTABLISHMENTS[card]]
    return name, f"{name}{'es' if name.endswith('ch') else 's'}"


def _rolls(card: int) -> str:
    """The numbers that a card waits for, and how likely they are: "7 (never with one die, 6 in 36 with two)"."""
    numbers = [roll for roll in range(1, 2 * FACES + 1) if card in ACTIVE_ON[roll]]
    with_one = sum(roll <= FACES for roll in numbers)
    with_two = sum(FACES - abs(roll - FACES - 1) for roll in numbers if roll > 1)
    one = f"{with_one} in {FACES} with one die" if with_one else "never with one die"
    two = f"{with_two} in {FACES * FACES} with two" if with_two else "never with two"
    return f"{' or '.join(map(str, numbers))} ({one}, {two})"


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
        return _waiting(s, viewer, names[s.turn])
    return _my_turn(s)


def _waiting(s: Any, viewer: int | None, name: str) -> tuple[str, str]:
    doing = {
        CHOOSE_DICE: "is choosing the dice",
        ROLL: "rolls the dice",
        REROLL: "may roll again",
        TV: "is choosing who pays for the TV Station",
        GIVE: "may exchange a card",
        TAKE: "is choosing a card to take",
        BUILD: "is choosing what to build",
    }[s.phase]
    if viewer is None or s.places[viewer]:
        return f"{name} {doing}", "Blue and red cards earn on the turns of others too."
    return f"{name} {doing}", "Your blue and red cards earn on this turn too."


def _my_turn(s: Any) -> tuple[str, str]:
    total = sum(s.dice)
    have = f"You have {count(s.coins[s.turn], 'coin')}."
    if s.phase == CHOOSE_DICE:
        return "Roll one die or both?", "One die reaches 1 to 6, two dice 2 to 12."
    if s.phase == ROLL:
        return "The dice are rolling", have
    if s.phase == REROLL:
        return f"You rolled {total}. Keep it?", "The Radio Tower lets you roll again once this turn."
    if s.phase == TV:
        return "Who pays for your TV Station?", f"That player hands you up to {int(AMOUNT[TV_STATION])} coins."
    if s.phase == GIVE:
        return "Exchange one of your cards?", "Choose the card that you give away; purple ones stay."
    if s.phase == TAKE:
        return f"Take which card for your {NAMES[ESTABLISHMENTS[s.given]]}?", "Choose a card in another town."
    again = " Doubles: you have another turn after this." if s.extra_turn_due else ""
    if not _anything_to_build(s):
        return "Nothing can be built: keep your coins", f"{have} Everything costs more.{again}"
    return "Build one thing, or keep your coins", f"{have}{again}"


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


def _anything_to_build(s: Any) -> bool:
    cards = any(not _why_not(s, card) for card in range(len(ESTABLISHMENTS)))
    missing = [int(LANDMARK_COST[n]) for n in range(len(LANDMARKS)) if s.landmarks[s.turn, n] == 0]
    return cards or any(cost <= s.coins[s.turn] for cost in missing)


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


def prospects(s: Any, seat: int) -> list[tuple[str, float]]:
    """What a position promises a player: coins now, coins that a round brings on average, landmarks."""
    income = round(int(income_per_round(s, seat)) / PAIRS, 1)
    return [("coins", int(s.coins[seat])), ("coins a round", income), ("landmarks", int(landmarks_built(s, seat)))]
