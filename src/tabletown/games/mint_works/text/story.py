"""The log: a move is played again, and what its rules do is told in sentences with the changes that they name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.core.grammar import Name, count, listed
from tabletown.core.line import Change, Line, moved
from tabletown.core.move import Move
from tabletown.core.replay import Call, Replay
from tabletown.core.rule import interpreted_loader

from .. import rules
from ..components import (
    CO_OP,
    COST,
    COUNCIL,
    CROWDFUNDER,
    DEAREST_FIRST,
    END_STARS,
    FIRST_ADVANCED,
    GALLERY,
    LOCATION_NAMES,
    LOCATIONS,
    LOTTO,
    MORT,
    NO_CARD,
    OPENS,
    PLANS,
    RACHAEL,
    RECYCLER,
    SONIC,
    SUPPLIER,
    SWAP_MEET,
    TEMP_AGENCY,
    TYPE,
    TYPES,
)
from ..rules import NO_RIVAL, cards, mints, placing, solitaire, start, turns, upkeep
from ..rules.cards import deck_size, plan_count
from ..rules.mints import purse
from ..rules.sides import sides
from ..rules.stars import is_ahead, keeper_has_won, size, stars
from ..rules.upkeep import owner_of
from ..rules.usable import can_buy
from ..state import BY_CHANCE, FINISHED, FLUSHING, HUMAN, RIVAL
from .names import card_name, the, who
from .opponents_way import passed_over
from .worlds import agrees, worlds

_plain = interpreted_loader({})  # clones of rules, faster in plain Python
stars_of = _plain.load(stars)
cards_in_deck = _plain.load(deck_size)

Go = Callable[[], Any]
"""Carries a rule out and gives what it returns."""


def tell(before: Any, move: Move, after: Any, names: Sequence[Name]) -> list[Line]:
    """What a move did, in words, as the reader of these two positions may know it."""
    for s, number in worlds(before, move, after):
        calls = _replay(s, number)
        if agrees(calls[0].after, after):
            return Scenes(s, before, after, names).told(calls)
    raise AssertionError(f"no way to play {move.name} leads from the one position to the other")


# ------------------------------------------------------------------ what the table counts


def counters(s: Any) -> dict[str, int]:
    """Mints and stars of each side, mints on shops and on the Gallery, the deck, and against Rachael the supply."""
    found = {"deck": int(cards_in_deck(s))}
    for side in range(sides(s)):
        found |= {f"mints-{side}": s.mints[side], f"stars-{side}": int(stars_of(s, side))}
        found[f"card-{side}-gallery"] = s.gallery if s.buildings[side, GALLERY] else 0
    found |= {f"location-{name}": sum(s.mints_on.tolist()[place]) for place, name in enumerate(LOCATIONS)}
    return found | ({"bank": s.bank} if s.players == 1 and s.rival in (RACHAEL, NO_RIVAL) else {})


@dataclass
class Sight:
    """What was to be seen on the table when the last sentence ended."""

    stars: list[int]
    deck: int
    plans: list[list[int]]
    buildings: list[list[int]]
    open: list[int]
    supply: list[int]
    token: int

    @classmethod
    def of(cls, s: Any) -> Sight:
        seen = [int(stars_of(s, side)) for side in range(sides(s))]
        fields = (s.plans.tolist(), s.buildings.tolist(), s.open.tolist(), s.supply.tolist(), s.token)
        return cls(seen, int(cards_in_deck(s)), *fields)


@dataclass
class Placement:
    """What a side has done at a Location so far, to be told in one sentence."""

    place: int = -1
    paid: int = 0
    hired: bool = False
    gained: int = 0
    token: str = ""
    built: int = NO_CARD
    bought: int = NO_CARD
    got: int = NO_CARD
    recycled: int = NO_CARD
    handed_in: int = NO_CARD
    given: int = NO_CARD
    took: int = NO_CARD
    lying: int = 0
    opened: int = -1
    why: str = ""


class Scenes:
    """Goes through what the rules did in a move, and tells it.

    A method without underscore stands for the rule of its name. It gets a function, the position and the arguments of
    the rule. The position is that before the rule; the function goes through what the rule did, and leaves it as it
    was after the rule.
    """

    def __init__(self, s: Any, before: Any, after: Any, names: Sequence[Name]) -> None:
        self._s, self._before, self._after, self._names = s, before, after, names
        self._lines: list[Line] = []
        self._changes: list[Change] = []
        self._sight = Sight.of(s)
        self._doing: Placement | None = None
        self._side = s.turn
        self._below = NO_CARD
        self._gains: list[tuple[int, int]] = []
        self._worked: list[tuple[int, int]] = []
        self._cleared: dict[int, int] = {}
        self._removed = 0
        self._several_plans = False
        self._payer = ""
        self._inner: dict[int, list[Call]] = {}

    def told(self, calls: Sequence[Call]) -> list[Line]:
        """The lines of a move, from the calls of its rules; the first is the move itself."""
        for call in calls[1:]:
            self._inner.setdefault(id(call.caller), []).append(call)
        self._go_through(calls[0])
        return self._lines

    def _go_through(self, call: Call) -> None:
        def go() -> Any:
            for inner in self._inner.get(id(call), ()):
                self._go_through(inner)
            self._s.array[:] = call.after.array
            return call.result

        self._s.array[:] = call.before.array
        getattr(self, call.name)(go, self._s, *call.args)

    def play(self, go: Go, s: Any, move: int) -> None:
        go()
        self._finish()
        if keeper_has_won(s):
            self._say(RIVAL, "The mint supply is empty: Rachael wins at once.")

    # -------------------------------------------------------------- sentences

    def _who(self, side: int) -> Name:
        return who(self._s, side, self._names)

    def _say(self, seat: int | None, text: str) -> None:
        """End a sentence: it names the changes noted so far and what is new to see."""
        new = Sight.of(self._s)
        self._lines.append(Line(seat, text, (*self._changes, *self._differences(self._sight, new))))
        self._sight, self._changes = new, []

    def _differences(self, old: Sight, new: Sight) -> list[Change]:
        found = []
        for side, (fewer, more) in enumerate(zip(old.stars, new.stars, strict=True)):
            found += [Change(f"stars-{side}", more - fewer)] if more != fewer else []
            for card, plan in enumerate(PLANS):
                planned = new.plans[side][card] and not old.plans[side][card]
                if planned and self._after.deck[card]:
                    found.append(Change(f"back-{side}-{new.plans[side][card]}"))
                elif planned or (new.buildings[side][card] and not old.buildings[side][card]):
                    found.append(Change(f"card-{side}-{plan}"))
        opened = [name for place, name in enumerate(LOCATIONS) if new.open[place] > old.open[place]]
        found += [Change(f"location-{name}") for name in opened]
        found += [Change(f"supply-{PLANS[card]}") for card in new.supply if card >= 0 and card not in old.supply]
        found += [Change("token")] if new.token != old.token else []
        return found + ([Change("deck", new.deck - old.deck)] if new.deck != old.deck else [])

    def _stars_told(self, side: int) -> str:
        """How the stars of a side have changed since the last sentence."""
        now = int(stars_of(self._s, side))
        more = now - self._sight.stars[side]
        if not more:
            return ""
        return f": {count(abs(more), 'star')} {'more' if more > 0 else 'fewer'}, {now} now"

    def _known(self, card: int) -> bool:
        """Whether the reader knows where this card is now."""
        return not self._after.deck[card]

    def _card(self, card: int) -> str:
        return f"the {card_name(card)}" if self._known(card) else "a secret plan"

    # -------------------------------------------------------------- mints

    def _from_supply(self, target: str, amount: int) -> None:
        """Mints come to a counter from the Mint Supply, by a shop or a card that pays or else as such."""
        self._changes += [Change("bank", -amount)] if self._s.rival == RACHAEL else []
        self._changes.append(Change(target, amount, self._payer or "bank"))

    def _to_supply(self, source: str, amount: int) -> None:
        self._changes += (
            moved(source, "bank", amount, "mint")
            if self._s.rival == RACHAEL
            else [Change(source, -amount, piece="mint")]
        )

    def gain(self, go: Go, s: Any, side: int, amount: int) -> None:
        held = s.mints[side]
        go()
        came = s.mints[side] - held
        if came:
            self._from_supply(f"mints-{side}", came)
            self._gains.append((side, came))
            if self._doing:
                self._doing.gained += came

    def _gained(self) -> list[tuple[int, int]]:
        """Who has gained mints since this was last asked, and how many."""
        found, self._gains = self._gains, []
        return found

    # -------------------------------------------------------------- set-up

    def meet_opponent(self, go: Go, s: Any, rival: int) -> None:
        go()
        human, name = self._who(HUMAN), self._who(RIVAL)
        mints = s.mints[RIVAL]
        self._changes += [Change("mints-1", mints, "bank")] if mints else []
        self._changes += [Change("bank", s.bank)] if s.bank else []
        has = f"has {count(mints, 'mint')}" if mints else "never runs out of mints"
        left = f", and {s.bank} are left in the mint supply" if s.bank else ""
        begins = "begins" if s.token == RIVAL else f"lets {human} begin"
        self._say(RIVAL, f"{name} plays against {human}, {begins} and {has}{left}.")

    def add_advanced(self, go: Go, s: Any, index: int) -> None:
        name = LOCATIONS[FIRST_ADVANCED + index]
        self._changes.append(Change(f"location-{name}"))
        self._say(None, f"The {LOCATION_NAMES[name]} is in play.")
        go()

    def give_token(self, go: Go, s: Any, seat: int) -> None:
        go()
        name = self._who(seat)
        breath = f" {name:has} the freshest breath and" if s.starting_player == BY_CHANCE else ""
        self._changes.append(Change("token"))
        self._say(seat, f"{name}{breath} {name:gets} the start token.")

    # -------------------------------------------------------------- the deck and the supply

    def draw_from_below(self, go: Go, s: Any) -> None:
        self._below = go()

    def lay_out(self, go: Go, s: Any, card: int) -> None:
        self._finish()
        go()
        origin = ", from under the deck" if card == self._below else ""
        self._say(None, f"New in the supply{origin}: {card_name(card)}.")

    # -------------------------------------------------------------- placing

    def _placement(self) -> Placement:
        if self._doing is None:
            self._doing, self._side = Placement(hired=bool(self._s.hired)), self._s.turn
        return self._doing

    def _at(self, place: int) -> Placement:
        doing = self._placement()
        doing.place = place
        return doing

    def put_mints(self, go: Go, s: Any, location: int, amount: int) -> None:
        held = s.mints[s.turn]
        go()
        self._placement().paid, target = amount, f"location-{LOCATIONS[location]}"
        own, self._payer = held > s.mints[s.turn], target
        self._changes += moved(f"mints-{s.turn}", target, amount) if own else [Change(target, amount, "bank")]

    def use_location(self, go: Go, s: Any, location: int) -> None:
        doing, holder = self._at(location), s.token
        go()
        if location == COUNCIL:
            doing.token = "keeps" if holder == s.turn else "takes"

    def reward_backers(self, go: Go, s: Any) -> None:
        self._finish()
        go()
        changes, self._changes = self._changes, []
        for side, came in self._gained():
            name = self._who(side)
            self._changes = [change for change in changes if f"mints-{side}" == change.target]
            self._changes += [Change("bank", -came)] if s.rival == RACHAEL else []
            self._say(
                side, f"{name} {name:gains} {count(came, 'mint')} from the {LOCATION_NAMES[LOCATIONS[CROWDFUNDER]]}."
            )

    def build_at_builder(self, go: Go, s: Any, card: int) -> None:
        self._placement().built = card
        go()

    def buy_from_supplier(self, go: Go, s: Any, card: int) -> None:
        self._at(SUPPLIER).bought = card
        go()

    def restock(self, go: Go, s: Any) -> None:
        self._finish()
        go()

    def put_up(self, go: Go, s: Any, side: int, card: int) -> None:
        doing = self._placement()
        doing.built = card
        closed = OPENS[card] >= 0 and not s.open[OPENS[card]]
        go()
        doing.opened = int(OPENS[card]) if closed else -1

    def draw_secretly(self, go: Go, s: Any, card: int) -> None:
        self._at(LOTTO)
        go()

    def gain_plan(self, go: Go, s: Any, side: int, card: int) -> None:
        go()
        self._placement().got = card

    def recycle(self, go: Go, s: Any, card: int) -> None:
        self._at(RECYCLER).recycled = card
        go()

    def drop_building(self, go: Go, s: Any, side: int, card: int) -> None:
        lying = s.gallery if card == GALLERY else 0
        go()
        self._placement().lying = lying
        if lying:
            self._to_supply(f"card-{side}-{PLANS[card]}", lying)

    def hand_in(self, go: Go, s: Any, card: int) -> None:
        self._at(SWAP_MEET).handed_in = card
        go()

    def take_in_exchange(self, go: Go, s: Any, card: int) -> None:
        doing = self._at(SWAP_MEET)
        doing.took, doing.given = card, s.given
        go()

    def open_agency(self, go: Go, s: Any) -> None:
        self._at(TEMP_AGENCY)
        go()

    def hire(self, go: Go, s: Any, location: int) -> None:
        self._at(location).hired = True
        go()

    def end_placement(self, go: Go, s: Any) -> None:
        self._finish()
        self._payer = ""
        go()

    def _finish(self) -> None:
        """Tell what has been done at a Location, if it is still untold."""
        if self._doing:
            self._gained()
            self._tell_placement(self._doing)

    def _tell_placement(self, doing: Placement) -> None:
        self._doing = None
        side = self._side
        through = "Through the Temp Agency, " if doing.hired and doing.paid else ""
        self._say(side, f"{through}{self._who(side)} {self._did(side, doing)}.{doing.why}")
        if doing.opened >= 0:
            self._say(None, f"The {LOCATION_NAMES[LOCATIONS[doing.opened]]} is open to everybody.")

    def _did(self, side: int, doing: Placement) -> str:
        """What a side did, in words that follow its name."""
        name, shop = self._who(side), the(LOCATIONS[doing.place]) if doing.place >= 0 else ""
        price = count(doing.paid, "mint")
        if doing.built != NO_CARD and doing.bought == NO_CARD:
            now = self._stars_told(side) or f": still {count(int(stars_of(self._s, side)), 'star')}"
            return f"{name:builds} the {card_name(doing.built)} for {price}{now}"
        if doing.bought != NO_CARD:
            at_once = "; the Assembler builds it at once" if doing.built != NO_CARD else ""
            return f"{name:buys} the {card_name(doing.bought)} for {price}{at_once}{self._stars_told(side)}"
        if not doing.paid and doing.place == TEMP_AGENCY:
            return f"{name:goes} to {shop}"
        uncounted = self._s.rival == MORT and side == RIVAL
        parts = []
        if doing.paid:
            parts.append(f"{name:pays} {price} from the mint supply" if uncounted else f"{name:pays} {price}")
        parts += self._effects(name, doing, uncounted)
        if not parts:
            return f"{name:hires} {shop}"
        lost = f"; {count(doing.lying, 'mint')} on it went back to the mint supply" if doing.lying else ""
        known = ""
        if doing.place == LOTTO and doing.got == self._below != NO_CARD and self._before.bottom[doing.got]:
            known = "; it was known to be the next one"
        return f"{listed(parts)} at {shop}{known}{lost}{self._stars_told(side)}"

    def _effects(self, name: Name, doing: Placement, uncounted: bool) -> list[str]:
        """What a Location did for a side, apart from building and buying."""
        parts = []
        if doing.token:
            parts.append(f"{name:keeps} the start token" if doing.token == "keeps" else f"{name:takes} the start token")
        if doing.place == LOTTO and doing.got != NO_CARD:
            parts.append(f"{name:draws} {self._card(doing.got)}")
        if doing.recycled != NO_CARD:
            brought = "uncounted mints" if uncounted else count(doing.gained, "mint") if doing.gained else "nothing"
            parts.append(f"{name:puts} {self._card(doing.recycled)} under the deck for {brought}")
        elif doing.gained:
            parts.append(f"{name:gains} {count(doing.gained, 'mint')}")
        if doing.handed_in != NO_CARD:
            parts.append(f"{name:hands} in the {card_name(doing.handed_in)}")
        if doing.took != NO_CARD:
            swap = f" for the {card_name(doing.given)}" if doing.handed_in == NO_CARD else ""
            parts.append(f"{name:takes} the {card_name(doing.took)}{swap}")
        return parts

    # -------------------------------------------------------------- the opponent

    def opponent_places(self, go: Go, s: Any, location: int) -> None:
        self._say_way(location)
        self._several_plans = plan_count(s, RIVAL) > 1
        go()

    def oldest_plan(self, go: Go, s: Any, side: int) -> None:
        go()
        if s.rival >= 0 and side == RIVAL and self._several_plans:
            self._placement().why += " It was the oldest plan."

    def favourite(self, go: Go, s: Any, within: int) -> None:
        """Note by which line of its card the opponent chose. MW-220..222"""
        card = go()
        others = [other for other in s.supply if other != card and can_buy(s, RIVAL, other, within)]
        if others and COST[others[0]] != COST[card]:
            reach = f" It was the {'dearest' if DEAREST_FIRST[s.rival] else 'cheapest'} within reach."
        elif others and TYPE[others[0]] != TYPE[card]:
            reach = f" At equal cost {TYPES[TYPE[card]].title()} comes before {TYPES[TYPE[others[0]]].title()}."
        else:
            reach = " It lay next to the deck." if others else ""
        self._placement().why += reach

    def _say_way(self, place: int) -> None:
        for text in passed_over(self._s, place, self._who(RIVAL)):
            self._say(RIVAL, text)

    # -------------------------------------------------------------- passing and upkeep

    def pass_turn(self, go: Go, s: Any) -> None:
        side = s.turn
        name = self._who(side)
        if s.rival >= 0 and side == RIVAL:
            self._say_way(len(LOCATIONS))
            twice = " twice" if s.rival == SONIC and s.second_turn == 0 else ""
            self._say(side, f"{name} can use no shop and passes{twice}.")
        else:
            self._say(side, f"{name} {name:passes}.")
        go()

    def begin_upkeep(self, go: Go, s: Any) -> None:
        go()
        if s.phase == FINISHED:
            for seat, text in _ending(s, self._names):
                self._say(seat, text)

    def run_in_order(self, go: Go, s: Any, side: int) -> None:
        go()
        self._tell_work(side)

    run_in_any_order = run_in_order

    def run_building(self, go: Go, s: Any, side: int, card: int) -> None:
        lying, gains = s.gallery, len(self._gains)
        self._payer = "" if card == GALLERY else f"card-{side}-{PLANS[card]}"
        go()
        self._payer = ""
        if s.gallery > lying:
            changes, self._changes = self._changes, []
            self._from_supply(f"card-{side}-{PLANS[card]}", s.gallery - lying)
            laid = count(s.gallery - lying, "mint")
            told = f"Upkeep: {laid} is laid on {self._who(side):'s} {card_name(card)}, {s.gallery} there now"
            self._say(side, f"{told}{self._stars_told(side)}.")
            self._changes = changes
        self._worked += [(card, came) for receiver, came in self._gains[gains:] if receiver == side]

    def _tell_work(self, side: int) -> None:
        """What the Buildings of a side brought, one sentence. MW-165"""
        gains, self._gains = self._gains, []
        worked, self._worked = self._worked, []
        gifts = [(other, came) for other, came in gains if other != side]
        name = self._who(side)
        parts = []
        if worked:
            total = sum(came for _, came in worked)
            each = listed([f"{came} from the {card_name(card)}" for card, came in worked])
            origin = f" from the {card_name(worked[0][0])}" if len(worked) == 1 else f": {each}"
            parts.append(f"{name} {name:gains} {count(total, 'mint')}{origin}")
        parts += [f"{name:'s} Co-Op gives {self._who(other)} {count(came, 'mint')}" for other, came in gifts]
        if parts:
            self._say(side, f"Upkeep: {'; '.join(parts)}.")

    def give_gift(self, go: Go, s: Any, receiver: int) -> None:
        owner = owner_of(s, CO_OP)
        self._payer = f"card-{owner}-{PLANS[CO_OP]}"
        go()
        self._payer = ""
        for other, came in self._gained():
            self._say(owner, f"Upkeep: {self._who(owner):'s} Co-Op gives {self._who(other)} {count(came, 'mint')}.")

    def pay_owner(self, go: Go, s: Any, location: int, owner: int) -> None:
        self._payer = f"location-{LOCATIONS[location]}"
        go()
        self._payer = ""
        for side, came in self._gained():
            paid = f"pays its owner, {self._who(side)}, {count(came, 'mint')}"
            self._say(side, f"Upkeep: {the(LOCATIONS[location])} was used and {paid}.")

    def flush_supply(self, go: Go, s: Any) -> None:
        plans = [card_name(card) for card in s.supply if card >= 0]
        go()
        if s.phase == FLUSHING:
            gone = f"{count(len(plans), 'plan')} {'goes' if len(plans) == 1 else 'go'} under the deck"
            self._say(None, f"No mint lies on the Supplier: {gone}, {listed(plans)}.")

    def clear_space(self, go: Go, s: Any, location: int, space: int) -> None:
        amount, removed = s.mints_on[location, space], s.removed
        go()
        if s.removed > removed:
            self._removed += amount
        elif amount:
            self._cleared[location] = self._cleared.get(location, 0) + amount

    def pay_income(self, go: Go, s: Any) -> None:
        if self._cleared:
            for place, amount in self._cleared.items():
                self._to_supply(f"location-{LOCATIONS[place]}", amount)
            back = [f"{amount} from {the(LOCATIONS[place])}" for place, amount in self._cleared.items()]
            self._say(None, f"Back to the mint supply: {listed(back)}.")
        if self._removed:
            self._changes.append(Change(f"location-{LOCATIONS[SUPPLIER]}", -self._removed, piece="mint"))
            verb = "leaves" if self._removed == 1 else "leave"
            self._say(RIVAL, f"Rachael’s {count(self._removed, 'mint')} on the Supplier {verb} the game.")
        go()
        self._tell_income()

    def _tell_income(self) -> None:
        gains = self._gained()
        if not gains:
            return
        if len(gains) == sides(self._s):
            self._say(None, f"Everybody gains {count(gains[0][1], 'mint')}.")
        else:
            gained = [f"{self._who(side)} {self._who(side):gains} {count(came, 'mint')}" for side, came in gains]
            self._say(gains[0][0], f"{listed(gained)}.")

    def begin_round(self, go: Go, s: Any) -> None:
        self._tell_income()
        go()
        name = self._who(s.token)
        self._say(s.token, f"Round {s.round}: {name} {name:leads}.")


_MODULES = (rules, cards, mints, placing, solitaire, start, turns, upkeep)
_TOLD = [name for name in vars(Scenes) if name[0] != "_" and name != "told"]
_replay = Replay(rules.play, *(vars(module)[name] for module in _MODULES for name in _TOLD if name in vars(module)))


# ------------------------------------------------------------------ the end


def _ending(s: Any, names: Sequence[Name]) -> list[tuple[int | None, str]]:
    """Why the game is over, and who has won by what. MW-159, MW-162, MW-174..180"""
    reached = {side: count(int(stars_of(s, side)), "star") for side in range(sides(s))}
    triggers = [side for side in reached if stars_of(s, side) >= END_STARS]
    lines: list[tuple[int | None, str]] = [(None, "The plans have run out: the game ends.")]
    if triggers:
        have = [f"{who(s, side, names)} {who(s, side, names):has} {reached[side]}" for side in triggers]
        lines = [(triggers[0], f"{listed(have)}: the game ends.")]
    first = winners(s)
    if len(first) > 1:
        both = listed([str(who(s, side, names)) for side in first])
        shared = f"A draw between {both}" if s.players == 1 else f"{both} share the win"
        return [*lines, (None, f"{shared}, with {reached[first[0]]} each.")]
    winner = who(s, first[0], names)
    return [*lines, (first[0], f"{winner} {winner:wins} with {reached[first[0]]}{_tie_break(s, first[0])}.")]


def winners(s: Any) -> list[int]:
    """The sides that nobody is ahead of."""
    everybody = range(sides(s))
    return [side for side in everybody if not any(is_ahead(s, other, side) for other in everybody)]


def _tie_break(s: Any, winner: int) -> str:
    """What decided between players with equal stars."""
    tied = [side for side in range(sides(s)) if side != winner and stars_of(s, side) == stars_of(s, winner)]
    if not tied:
        return ""
    equal = [side for side in tied if size(s, side) == size(s, winner)]
    if not equal:
        return ", by the smaller neighborhood"
    as_rich = [side for side in equal if purse(s, side) == purse(s, winner)]
    return ", by the age nearest to 42" if as_rich else ", by more mints"
