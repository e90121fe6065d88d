"""How Machi Koro reads: moves, events, and what to do now."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move

from ..components import (
    ACTIVE_ON,
    AMOUNT,
    BLUE,
    COLOUR,
    COST,
    ESTABLISHMENTS,
    GREEN,
    IS_MAJOR,
    LANDMARK_COST,
    LANDMARKS,
    MOST_ACTIVE,
    NAMES,
    NO_CARD,
    RED,
    STADIUM,
    TV_STATION,
)
from ..rules.coins import bank
from ..rules.income import card_income, restaurant_claim
from ..state import BUILD, CHOOSE_DICE, DEAL, FINISHED, GIVE, REROLL, ROLL, START, TAKE, TV

Line = tuple[int | None, str]


def coins(amount: int) -> str:
    return "1 coin" if amount == 1 else f"{amount} coins"


# ------------------------------------------------------------------ moves


def label(move: Move, s: Any, names: list[str]) -> str:
    """A move as a person reads it on a button."""
    args = move.args
    if move.name == "dice":
        return "Roll one die" if args["number"] == 1 else "Roll both dice"
    if move.name == "charge":
        return f"Take {coins(min(int(AMOUNT[TV_STATION]), s.coins[args['seat']]))} from {names[args['seat']]}"
    if move.name == "take":
        return f"Take {NAMES[args['card']]} from {names[args['seat']]}"
    if move.name in ("build", "erect", "give", "reveal"):
        verb = {"build": "Build", "erect": "Build", "give": "Give away", "reveal": "Reveal"}[move.name]
        return f"{verb} {NAMES[args.get('card') or args['landmark']]}"
    if move.name == "begin":
        return f"{names[args['seat']]} begins"
    if move.name == "rolled":
        return f"Roll a {args['face']}"
    if move.name == "rolled_two":
        return f"Roll {args['first']} + {args['second']}"
    return {
        "keep": f"Keep the {sum(s.dice)}",
        "reroll": "Roll again",
        "decline": "Exchange nothing",
        "pass": "Keep coins",
    }[move.name]


# ------------------------------------------------------------------ what to do now


def prompt(s: Any, viewer: int | None, names: list[str]) -> tuple[str, str]:
    """One sentence that says what to do or who is waited for, and a quieter one that says why or with what."""
    if s.phase == FINISHED:
        winner = next(seat for seat in range(s.players) if s.places[seat] == 1)
        return ("You have won!" if winner == viewer else f"{names[winner]} has won!"), "All four landmarks stand."
    if s.phase == START:
        return "Who begins?", "The lot decides."
    if s.phase == DEAL:
        return "New cards come to the market", "They are drawn from the deck."
    if viewer != s.turn:
        return _waiting(s, names[s.turn])
    return _my_turn(s, names)


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


def _my_turn(s: Any, names: list[str]) -> tuple[str, str]:
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
    """Why something on the table can't be chosen now, by target."""
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


# ------------------------------------------------------------------ what happened


def tell(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """What a move did, in words: lines with the seat they are about."""
    me = before.turn
    name = names[me]
    if move.name == "begin":
        return [(move.args["seat"], f"{names[move.args['seat']]} begins.")]
    if move.name == "reveal":
        return [(None, f"{NAMES[move.args['card']]} comes to the market.")]
    if move.name in ("rolled", "rolled_two"):
        return _tell_roll(before, after, names)
    if move.name == "keep":
        return [(me, f"{name} keeps the {sum(before.dice)}."), *_tell_income(before, after, names)]
    told = {
        "dice": "",
        "reroll": f"{name} rolls again.",
        "give": "",
        "decline": f"{name} exchanges nothing.",
        "pass": f"{name} builds nothing.",
    }
    if move.name in told:
        lines: list[Line] = [(me, told[move.name])] if told[move.name] else []
    elif move.name == "charge":
        paid = before.coins[move.args["seat"]] - after.coins[move.args["seat"]]
        lines = [(me, f"TV Station: {names[move.args['seat']]} pays {name} {coins(paid)}.")]
    elif move.name == "take":
        given = NAMES[ESTABLISHMENTS[before.given]]
        lines = [(me, f"{name} gives {names[move.args['seat']]} a {given} for a {NAMES[move.args['card']]}.")]
    else:
        lines = _tell_building(before, move, after, names)
    return lines


def _tell_building(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    me = before.turn
    thing = NAMES[move.args.get("card") or move.args["landmark"]]
    article = "the" if move.name == "erect" else "an" if thing[0] in "AEIOU" else "a"
    lines: list[Line] = [(me, f"{names[me]} builds {article} {thing}.")]
    if after.places[me] and not before.places[me]:
        place = after.places[me]
        lines.append(
            (me, f"{names[me]} has all four landmarks and {'wins!' if place == 1 else f'takes place {place}.'}")
        )
    elif after.extra_turn and after.turn == me:
        lines.append((me, f"Doubles: {names[me]} takes another turn."))
    return lines


def _tell_roll(before: Any, after: Any, names: list[str]) -> list[Line]:
    me = before.turn
    shown = " + ".join(str(face) for face in after.dice if face)
    total = f" = {sum(after.dice)}" if after.dice[1] else ""
    lines: list[Line] = [(me, f"{names[me]} rolls {shown}{total}.")]
    return lines if after.phase == REROLL else [*lines, *_tell_income(before, after, names)]


def _tell_income(before: Any, after: Any, names: list[str]) -> list[Line]:
    """Who was paid by whom for what, in the order of the rules. MK-36, MK-38"""
    roll = sum(after.dice)
    s = before.copy()
    s.dice = after.dice.tolist()
    return [*_tell_restaurants(s, roll, names), *_tell_bank(s, roll, names), *_tell_majors(s, roll, after, names)]


def _tell_restaurants(s: Any, roll: int, names: list[str]) -> list[Line]:
    lines: list[Line] = []
    for step in range(1, s.players):
        owner = (s.turn + s.players - step) % s.players
        claim = restaurant_claim(s, owner, roll) if not s.places[owner] else 0
        if claim:
            paid = min(claim, s.coins[s.turn])
            s.coins[s.turn] -= paid
            s.coins[owner] += paid
            cards = _paying(s, owner, roll, (RED,))
            short = f" of {claim}" if paid < claim else ""
            lines.append((owner, f"{cards}: {names[s.turn]} pays {names[owner]} {paid}{short}."))
    return lines


def _tell_bank(s: Any, roll: int, names: list[str]) -> list[Line]:
    lines: list[Line] = []
    for step in range(s.players):
        seat = (s.turn + step) % s.players
        colours = (BLUE, GREEN) if seat == s.turn else (BLUE,)
        due = sum(_income(s, seat, card) for card in _active(roll, colours)) if not s.places[seat] else 0
        paid = min(due, bank(s)) if s.limited_bank else due
        if due:
            s.coins[seat] += paid
            lines.append((seat, f"{_paying(s, seat, roll, colours)}: {names[seat]} gets {coins(paid)}."))
    return lines


def _tell_majors(s: Any, roll: int, after: Any, names: list[str]) -> list[Line]:
    lines: list[Line] = []
    if roll == 6 and s.cities[s.turn, STADIUM]:
        others = [seat for seat in range(s.players) if seat != s.turn and not s.places[seat]]
        taken = {seat: min(int(AMOUNT[STADIUM]), s.coins[seat]) for seat in others}
        for seat, paid in taken.items():
            s.coins[seat] -= paid
            s.coins[s.turn] += paid
        lines.append((s.turn, f"Stadium: {names[s.turn]} collects {coins(sum(taken.values()))} from the others."))
    if roll == 6 and s.cities[s.turn, TV_STATION] and after.phase != TV:
        payer = next(seat for seat in range(s.players) if seat != s.turn and not s.places[seat])
        paid = min(int(AMOUNT[TV_STATION]), s.coins[payer])
        s.coins[payer] -= paid
        s.coins[s.turn] += paid
        lines.append((s.turn, f"TV Station: {names[payer]} pays {names[s.turn]} {coins(paid)}."))
    if after.phase == BUILD and after.coins[s.turn] == s.coins[s.turn] + 1 and s.city_hall:
        lines.append((s.turn, f"City Hall: {names[s.turn]} gets 1 coin."))
    return lines


def _active(roll: int, colours: tuple[int, ...]) -> list[int]:
    cards = [int(ACTIVE_ON[roll, index]) for index in range(MOST_ACTIVE)]
    return [card for card in cards if card != NO_CARD and int(COLOUR[card]) in colours]


def _income(s: Any, seat: int, card: int) -> int:
    return int(card_income(s, seat, card))


def _paying(s: Any, seat: int, roll: int, colours: tuple[int, ...]) -> str:
    """The cards that pay, by name, with their number: '2 Bakery, Cafe'."""
    parts = []
    for card in _active(roll, colours):
        copies = s.cities[seat, card]
        if copies and _income(s, seat, card):
            parts.append(NAMES[ESTABLISHMENTS[card]] if copies == 1 else f"{copies} × {NAMES[ESTABLISHMENTS[card]]}")
    return ", ".join(parts)


def changes(before: Any, move: Move, after: Any) -> list[dict[str, Any]]:
    """What is different on the table, by element: amounts of coins and of cards."""
    found = []
    for seat in range(after.players):
        if after.coins[seat] != before.coins[seat]:
            found.append({"target": f"coins-{seat}", "amount": after.coins[seat] - before.coins[seat]})
        found += _paid_by_cards(before, move, after, seat)
        for card, name in enumerate(ESTABLISHMENTS):
            if after.cities[seat, card] > before.cities[seat, card]:
                found.append({"target": f"city-{seat}-{name}", "amount": 0})
        for landmark, name in enumerate(LANDMARKS):
            if after.landmarks[seat, landmark] and not before.landmarks[seat, landmark]:
                found.append({"target": f"landmark-{seat}-{name}", "amount": 0})
    return found


def _paid_by_cards(before: Any, move: Move, after: Any, seat: int) -> list[dict[str, Any]]:
    if move.name not in ("rolled", "rolled_two", "keep") or after.phase == REROLL or before.places[seat]:
        return []
    colours = (BLUE, GREEN) if seat == before.turn else (BLUE, RED)
    paying = [(card, _income(before, seat, card)) for card in _active(sum(after.dice), colours)]
    return [{"target": f"city-{seat}-{ESTABLISHMENTS[card]}", "amount": amount} for card, amount in paying if amount]


def score_parts(s: Any, seat: int) -> list[tuple[str, int]]:
    """Where a player's points came from: one for every landmark."""
    return [(NAMES[name], 1) for landmark, name in enumerate(LANDMARKS) if s.landmarks[seat, landmark]]
