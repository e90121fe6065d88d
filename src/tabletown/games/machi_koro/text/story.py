"""What happened in Machi Koro: the rules carry a move out again, and each payment, card and turn is told as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import Name, an, count
from tabletown.core.line import Change, Line, moved
from tabletown.core.move import Move
from tabletown.core.replay import Call, Replay

from ..components import CARD_KINDS, COST, ESTABLISHMENTS, LANDMARK_COST, LANDMARKS, NAMES
from ..rules import play
from ..rules.coins import pay_from_bank, transfer
from ..rules.construction import begin_construction, build_establishment, erect_landmark, win
from ..rules.dice import throw_dice
from ..rules.income import bank_income, card_income, pay_restaurants, restaurant_claim
from ..rules.majors import charge_player, exchange_cards, fill_stadium
from ..rules.market import remove_dead_majors, reveal_card
from ..rules.turn import begin_turn, name_first_player

_replay = Replay(
    play,
    name_first_player,
    reveal_card,
    remove_dead_majors,
    throw_dice,
    pay_restaurants,
    restaurant_claim,
    bank_income,
    card_income,
    fill_stadium,
    charge_player,
    begin_construction,
    transfer,
    pay_from_bank,
    exchange_cards,
    build_establishment,
    erect_landmark,
    win,
    begin_turn,
)


def counters(s: Any) -> dict[str, int]:
    """What the table counts: coins and cards of each player."""
    seats = range(s.players)
    return {f"coins-{seat}": s.coins[seat] for seat in seats} | {
        f"cards-{seat}": sum(s.cities[seat, card] for card in range(CARD_KINDS)) for seat in seats
    }


def tell(before: Any, move: Move, after: Any, names: Sequence[Name]) -> list[Line]:
    """What a move did, in the order in which it happened. MK-36, MK-38

    The number of dice and the card given away are told with the move that follows.
    """
    teller = _Teller(names, before.turn)
    teller.say_choice(before, move)
    for call in _replay(before, move.id):
        teller.say(call)
    return teller.lines


class _Teller:
    """Turns what the rules did into lines, one rule at a time. `me` is the player who moves."""

    def __init__(self, names: Sequence[Name], me: int) -> None:
        self.lines: list[Line] = []
        self._names = names
        self._me = me
        self._paying: list[tuple[int, int]] = []
        """The cards of the owner who is next to be paid, each with what all its copies bring."""

    def say(self, call: Call) -> None:
        """Tell of a call, if there is anything to tell: `say_transfer` tells of `transfer`."""
        say = getattr(self, f"say_{call.name}", None)
        if say is not None:
            say(call)

    def _say(self, seat: int | None, text: str, *changes: Change) -> None:
        self.lines.append(Line(seat, text, changes))

    def say_choice(self, before: Any, move: Move) -> None:
        me = self._names[self._me]
        if move.name == "keep":
            self._say(self._me, f"{me} {me:keeps} the {sum(before.dice)}.")
        elif move.name == "reroll":
            self._say(self._me, f"{me} {me:rolls} again.")
        elif move.name == "decline":
            self._say(self._me, f"{me} {me:exchanges} nothing.")
        elif move.name == "pass":
            self._say(self._me, f"{me} {me:builds} nothing.")

    # -------------------------------------------------------------- market and dice

    def say_name_first_player(self, call: Call) -> None:
        seat = call.args[0]
        self._say(seat, f"{self._names[seat]} {self._names[seat]:begins}.")

    def say_reveal_card(self, call: Call) -> None:
        card = ESTABLISHMENTS[call.args[0]]
        self._say(None, f"{NAMES[card]} comes to the market.", Change(f"market-{card}"))

    def say_remove_dead_majors(self, call: Call) -> None:
        for card, name in enumerate(ESTABLISHMENTS):
            if call.after.stacks[card] < call.before.stacks[card]:
                self._say(None, f"{NAMES[name]} leaves the market: everybody has one.")

    def say_throw_dice(self, call: Call) -> None:
        me, dice = self._names[self._me], call.after.dice
        total = f" = {sum(dice)}" if dice[1] else ""
        thrown = [Change(f"die-{number}") for number, face in enumerate(dice, 1) if face]
        thrown.append(Change("dice-total"))
        self._say(self._me, f"{me} {me:rolls} {' + '.join(str(face) for face in dice if face)}{total}.", *thrown)

    # -------------------------------------------------------------- income

    def say_restaurant_claim(self, call: Call) -> None:
        self._paying = []

    def say_bank_income(self, call: Call) -> None:
        self._paying = []

    def say_card_income(self, call: Call) -> None:
        if call.result:
            self._paying.append((call.args[1], int(call.result)))

    def say_transfer(self, call: Call) -> None:
        payer, receiver, due = call.args
        paid = call.before.coins[payer] - call.after.coins[payer]
        one, other = self._names[payer], self._names[receiver]
        why = "TV Station" if call.within("charge_player") else "Stadium"
        if call.within("pay_restaurants"):
            why = ", ".join(_copies(call.before, receiver, card) for card, _ in self._paying)
        if not paid:
            self._say(receiver, f"{why}: {one} {one:has} nothing to pay {other} with.")
            return
        short = f" of {due}, all {one} {one:has}" if paid < due else ""
        coins = moved(f"coins-{payer}", f"coins-{receiver}", paid)
        self._say(receiver, f"{why}: {one} {one:pays} {other} {count(paid, 'coin')}{short}.", *coins)

    def say_pay_from_bank(self, call: Call) -> None:
        """The bank pays card by card, as far as it reaches. MK-V07"""
        seat = call.args[0]
        name, left = self._names[seat], call.after.coins[seat] - call.before.coins[seat]
        if call.within("begin_construction"):
            if left:
                self._say(seat, f"City Hall: {name} {name:gets} {count(left, 'coin')}.", Change(f"coins-{seat}", left))
            return
        for card, due in self._paying:
            paid = min(due, left)
            left -= paid
            cards, key = _copies(call.before, seat, card), f"city-{seat}-{ESTABLISHMENTS[card]}"
            if not paid:
                self._say(seat, f"{cards}: the bank has nothing left for {name}.")
                continue
            short = f" of {due}, all that the bank has" if paid < due else ""
            gain = Change(f"coins-{seat}", paid, key)
            self._say(seat, f"{cards}: {name} {name:gets} {count(paid, 'coin')}{short}.", gain)

    # -------------------------------------------------------------- cards

    def say_exchange_cards(self, call: Call) -> None:
        seat, taken = call.args
        me, other = self._names[self._me], self._names[seat]
        given = ESTABLISHMENTS[call.before.given]
        got = NAMES[ESTABLISHMENTS[taken]]
        self._say(
            self._me,
            f"{me} {me:gives} {other} {an(NAMES[given])} for {an(got)}.",
            Change(f"city-{seat}-{given}"),
            Change(f"city-{self._me}-{ESTABLISHMENTS[taken]}"),
        )

    def say_build_establishment(self, call: Call) -> None:
        me, card = self._names[self._me], ESTABLISHMENTS[call.args[0]]
        cost = int(COST[call.args[0]])
        self._say(
            self._me,
            f"{me} {me:builds} {an(NAMES[card])} for {count(cost, 'coin')}.",
            Change(f"coins-{self._me}", -cost),
            Change(f"cards-{self._me}", 1),
            Change(f"city-{self._me}-{card}", 0, f"market-{card}"),
        )

    def say_erect_landmark(self, call: Call) -> None:
        me, landmark = self._names[self._me], LANDMARKS[call.args[0]]
        cost = int(LANDMARK_COST[call.args[0]])
        self._say(
            self._me,
            f"{me} {me:builds} the {NAMES[landmark]} for {count(cost, 'coin')}.",
            Change(f"coins-{self._me}", -cost),
            Change(f"landmark-{self._me}-{landmark}"),
        )

    def say_win(self, call: Call) -> None:
        me, reached = self._names[self._me], call.after.places
        place = f"{me:wins}!" if reached[self._me] == 1 else f"{me:takes} place {reached[self._me]}."
        self._say(self._me, f"{me} {me:has} all four landmarks and {place}")
        for seat in range(call.after.players):
            if seat != self._me and reached[seat] and not call.before.places[seat]:
                self._say(seat, f"{self._names[seat]} {self._names[seat]:takes} place {reached[seat]}.")

    def say_begin_turn(self, call: Call) -> None:
        if call.before.extra_turn:
            me = self._names[call.before.turn]
            self._say(call.before.turn, f"Doubles: {me} {me:takes} another turn.")


def _copies(s: Any, seat: int, card: int) -> str:
    """A card with the number of its copies in a town: "2 × Bakery"."""
    copies = s.cities[seat, card]
    name = NAMES[ESTABLISHMENTS[card]]
    return name if copies == 1 else f"{copies} × {name}"
