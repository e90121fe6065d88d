"""What happened in Machi Koro: the log, and what a move changed on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.move import Move

from ..components import (
    ACTIVE_ON,
    AMOUNT,
    BLUE,
    COLOUR,
    ESTABLISHMENTS,
    FACES,
    GREEN,
    LANDMARKS,
    NAMES,
    NO_CARD,
    RED,
    STADIUM,
    TV_STATION,
)
from ..rules.coins import bank, transfer
from ..rules.income import bank_income, card_income, restaurant_claim
from ..rules.seats import clockwise, is_opponent, only_opponent
from ..state import BUILD, REROLL, TV

Line = tuple[int | None, str]


def coins(amount: int) -> str:
    return "1 coin" if amount == 1 else f"{amount} coins"


# ------------------------------------------------------------------ the log


def tell(before: Any, move: Move, after: Any, names: Sequence[str]) -> list[Line]:
    """What a move did, in words: lines with the seat they are about."""
    me, args = before.turn, move.args
    name = names[me]
    match move.name:
        case "begin":
            return [(args["seat"], f"{names[args['seat']]} begins.")]
        case "reveal":
            return [(None, f"{NAMES[args['card']]} comes to the market.")]
        case "rolled" | "rolled_two":
            return _tell_roll(before, after, names)
        case "keep":
            return [(me, f"{name} keeps the {sum(before.dice)}."), *_tell_income(before, after, names)]
        case "reroll":
            return [(me, f"{name} rolls again.")]
        case "charge":
            paid = before.coins[args["seat"]] - after.coins[args["seat"]]
            return [(me, f"TV Station: {names[args['seat']]} pays {name} {coins(paid)}.")]
        case "decline":
            return [(me, f"{name} exchanges nothing.")]
        case "take":
            given = NAMES[ESTABLISHMENTS[before.given]]
            return [(me, f"{name} gives {names[args['seat']]} a {given} for a {NAMES[args['card']]}.")]
        case "build" | "erect":
            return _tell_building(before, move, after, names)
        case "pass":
            return [(me, f"{name} builds nothing.")]
    return []  # the number of dice and the card given are told with the move that follows


def _tell_building(before: Any, move: Move, after: Any, names: Sequence[str]) -> list[Line]:
    me = before.turn
    thing = NAMES[move.args.get("card") or move.args["landmark"]]
    article = "the" if move.name == "erect" else "an" if thing[0] in "AEIOU" else "a"
    lines: list[Line] = [(me, f"{names[me]} builds {article} {thing}.")]
    if after.places[me] and not before.places[me]:
        reached = "wins!" if after.places[me] == 1 else f"takes place {after.places[me]}."
        lines.append((me, f"{names[me]} has all four landmarks and {reached}"))
    elif after.extra_turn and after.turn == me:
        lines.append((me, f"Doubles: {names[me]} takes another turn."))
    return lines


def _tell_roll(before: Any, after: Any, names: Sequence[str]) -> list[Line]:
    me = before.turn
    shown = " + ".join(str(face) for face in after.dice if face)
    total = f" = {sum(after.dice)}" if after.dice[1] else ""
    lines: list[Line] = [(me, f"{names[me]} rolls {shown}{total}.")]
    return lines if after.phase == REROLL else [*lines, *_tell_income(before, after, names)]


def _tell_income(before: Any, after: Any, names: Sequence[str]) -> list[Line]:
    """Who was paid by whom for what, in the order of the rules. MK-36, MK-38

    The payments are made again one by one on a copy of the position, because a short purse changes those after it.
    """
    roll = sum(after.dice)
    s = before.copy()
    s.dice = after.dice.tolist()
    return [*_tell_restaurants(s, roll, names), *_tell_bank(s, roll, names), *_tell_majors(s, roll, after, names)]


def _pay(s: Any, payer: int, receiver: int, due: int) -> int:
    """Let one player pay another, and return how much was paid."""
    had: int = s.coins[payer]
    transfer(s, payer, receiver, due)
    return had - int(s.coins[payer])


def _tell_restaurants(s: Any, roll: int, names: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    for step in range(1, s.players):
        owner = clockwise(s, s.turn, s.players - step)
        claim = int(restaurant_claim(s, owner, roll)) if not s.places[owner] else 0
        if claim:
            paid = _pay(s, s.turn, owner, claim)
            short = f" of {claim}" if paid < claim else ""
            cards = _paying(s, owner, roll, (RED,))
            lines.append((owner, f"{cards}: {names[s.turn]} pays {names[owner]} {paid}{short}."))
    return lines


def _tell_bank(s: Any, roll: int, names: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    for step in range(s.players):
        seat = clockwise(s, s.turn, step)
        due = int(bank_income(s, seat, roll)) if not s.places[seat] else 0
        if due:
            paid = min(due, bank(s)) if s.limited_bank else due
            s.coins[seat] += paid
            cards = _paying(s, seat, roll, (BLUE, GREEN) if seat == s.turn else (BLUE,))
            lines.append((seat, f"{cards}: {names[seat]} gets {coins(paid)}."))
    return lines


def _tell_majors(s: Any, roll: int, after: Any, names: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    me = s.turn
    if roll == FACES and s.cities[me, STADIUM]:
        taken = sum(_pay(s, seat, me, int(AMOUNT[STADIUM])) for seat in range(s.players) if is_opponent(s, seat))
        lines.append((me, f"Stadium: {names[me]} collects {coins(taken)} from the others."))
    if roll == FACES and s.cities[me, TV_STATION] and after.phase != TV:
        payer = only_opponent(s)
        paid = _pay(s, payer, me, int(AMOUNT[TV_STATION]))
        lines.append((me, f"TV Station: {names[payer]} pays {names[me]} {coins(paid)}."))
    if after.phase == BUILD and after.coins[me] == s.coins[me] + 1 and s.city_hall:
        lines.append((me, f"City Hall: {names[me]} gets 1 coin."))
    return lines


def _incomes(s: Any, seat: int, roll: int, colours: tuple[int, ...]) -> list[tuple[int, int]]:
    """The cards of a city that pay on a roll, each with what all its copies bring together."""
    active = [int(card) for card in ACTIVE_ON[roll] if card != NO_CARD and COLOUR[card] in colours]
    return [(card, income) for card in active if (income := int(card_income(s, seat, card)))]


def _paying(s: Any, seat: int, roll: int, colours: tuple[int, ...]) -> str:
    """The cards that pay, by name, with their number: '2 × Bakery, Cafe'."""
    cards = [(s.cities[seat, card], NAMES[ESTABLISHMENTS[card]]) for card, _ in _incomes(s, seat, roll, colours)]
    return ", ".join(name if copies == 1 else f"{copies} × {name}" for copies, name in cards)


# ------------------------------------------------------------------ what changed on the table


def changes(before: Any, move: Move, after: Any) -> list[dict[str, Any]]:
    """The elements of the table that a move changed: coins with the difference, cards that paid, new buildings."""
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
    paying = _incomes(before, seat, sum(after.dice), (BLUE, GREEN) if seat == before.turn else (BLUE, RED))
    return [{"target": f"city-{seat}-{ESTABLISHMENTS[card]}", "amount": amount} for card, amount in paying]
