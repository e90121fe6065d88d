"""The log: what a move did and why, in words, from the positions before and after it."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move

from ..components import (
    ASSEMBLER,
    BUILDER,
    CO_OP,
    COST,
    COUNCIL,
    CROWDFUNDER,
    DEAREST_FIRST,
    END_STARS,
    GALLERY,
    LOCATION_NAMES,
    LOCATIONS,
    LOTTO,
    LOTTO_DEED,
    MORT,
    NO_CARD,
    OTHERS_GAIN,
    PLAN_COUNT,
    PLAN_NAMES,
    PRODUCER,
    RECYCLER,
    RIVAL_NAMES,
    SONIC,
    SUPPLIER,
    SWAP_MEET,
    TEMP_AGENCY,
    TYPE,
    TYPES,
    WHOLESALER,
    WHOLESALER_DEED,
)
from ..rules.cards import building_at, deck_size, plan_count, supply_count, supply_size
from ..rules.mints import purse
from ..rules.sides import sides
from ..rules.stars import is_ahead, keeper_has_won, size, somebody_has_seven, stars
from ..rules.upkeep import owner_of, pay_owner, run_building
from ..rules.usable import barred_from_supplier, can_buy, closed_by_justin, first_hire, free_space, location_price
from ..state import FINISHED, FLUSH, GIFT, REFILL, RIVAL
from .names import card_name, count_mints, count_stars, the, who

Line = tuple[int | None, str]
"""A sentence of the log, and the side that it is about."""
_RACHAEL_WINS: Line = (RIVAL, "The mint supply is empty: Rachael wins at once.")


# ------------------------------------------------------------------ one move


def tell(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    """What a move did, in words: lines with the side they are about."""
    if move.name in ("begin", "oppose", "add"):
        return _tell_setup(move, after, names)
    if move.name == "reveal":
        tell_rest = _tell_upkeep if before.phase in (REFILL, FLUSH) else _tell_first_round
        return [(None, f"{PLAN_NAMES[move.args['plan']]} comes into the supply."), *tell_rest(before, after, names)]
    if move.name in ("pass", "opponent_passes"):
        return [*_tell_pass(before, move, names), *_tell_upkeep(before, after, names)]
    if move.name == "gift":
        owner = owner_of(before, CO_OP)
        given = f"Co-Op: {names[owner]} lets {names[move.args['seat']]} have 1 mint."
        return [(owner, given), *_tell_upkeep(before, after, names)]
    lines = _tell_placement(before, move, after, names)
    if keeper_has_won(after):
        lines.append(_RACHAEL_WINS)
    return lines


def _tell_setup(move: Move, after: Any, names: list[str]) -> list[Line]:
    if move.name == "begin":
        seat = move.args["seat"]
        return [(seat, f"{names[seat]} has the freshest breath and gets the start token.")]
    if move.name == "oppose":
        return [(RIVAL, f"{RIVAL_NAMES[move.args['opponent']]} is your opponent.")]
    return [(None, f"{LOCATION_NAMES[move.args['location']]} is in play.")]


def _tell_first_round(before: Any, after: Any, names: list[str]) -> list[Line]:
    started = after.round > before.round
    return [(after.token, f"Round 1 begins; {who(after, after.token, names)} leads.")] if started else []


def _tell_pass(before: Any, move: Move, names: list[str]) -> list[Line]:
    side = before.turn
    if move.name == "pass":
        return [(side, f"{names[side]} passes.")]
    twice = " twice" if before.rival == SONIC and before.second_turn == 0 else ""
    line = f"{who(before, side, names)} can use no location and passes{twice}."
    return [*_tell_way(before, len(LOCATIONS), names), (side, line)]


# ------------------------------------------------------------------ placements


def _tell_placement(before: Any, move: Move, after: Any, names: list[str]) -> list[Line]:
    side = before.turn
    name = who(before, side, names)
    if move.name == "draw":
        drawn = f"draws {PLAN_NAMES[move.args['plan']]}" if move.args["plan"] else "draws a secret plan"
        return [(side, f"{name} {drawn} at the Lotto.")]
    if move.name == "opponent_uses":
        return _tell_opponent(before, LOCATIONS.index(move.args["location"]), after, names)
    target, hired = _target(before, move)
    if target == TEMP_AGENCY:
        return []
    done = _effect(before, move, after, side, target)
    prefix = "By the Temp Agency, " if hired and done else ""
    return [(side, f"{prefix}{name} {done}"), *_tell_opened(before, after)] if done else []


def _target(before: Any, move: Move) -> tuple[int, bool]:
    """The Location whose effect a player's move carries out, and whether it was hired."""
    if move.name == "hire":
        return LOCATIONS.index(move.args["location"]), True
    if move.name == "use":
        place = LOCATIONS.index(move.args["location"])
        if place != TEMP_AGENCY:
            return place, False
        first = int(first_hire(before, before.turn, 0))
        several = first_hire(before, before.turn, first + 1) >= 0
        return (TEMP_AGENCY, True) if several else (first, True)
    place = {"build": BUILDER, "buy": SUPPLIER, "recycle": RECYCLER, "give": SWAP_MEET, "take": SWAP_MEET}[move.name]
    return place, bool(before.hired)


def _effect(before: Any, move: Move, after: Any, side: int, place: int) -> str:
    """What a side did at a Location, in words that follow its name; empty while it still has to choose."""
    if place == BUILDER:
        return _built(before, after, side)
    if place == SUPPLIER:
        return _bought(before, after, side)
    if place == LOTTO:
        return _drew(before, after, side)
    if place == RECYCLER:
        return _recycled(before, move, after, side)
    if place == SWAP_MEET:
        return _swapped(before, after, side)
    return _gained(before, after, side, place)


def _gained(before: Any, after: Any, side: int, place: int) -> str:
    if place == COUNCIL:
        kept = "keeps" if before.token == side else "takes"
        return f"{kept} the start token at {the(LOCATIONS[place])} and gains 1 mint."
    gains = {
        PRODUCER: "gains 2 mints",
        WHOLESALER: "gains 2 mints",
        CROWDFUNDER: f"gains 3 mints, everybody else {OTHERS_GAIN}",
    }[place]
    return f"{gains} at {the(LOCATIONS[place])}."


def _new(before: Any, after: Any, side: int, field: str) -> int:
    """The card that came to a side's plans or buildings, or NO_CARD."""
    return _new_in(getattr(before, field).tolist()[side], getattr(after, field).tolist()[side])


def _new_in(old: list[int], new: list[int]) -> int:
    return next((card for card in range(PLAN_COUNT) if new[card] and not old[card]), NO_CARD)


def _built(before: Any, after: Any, side: int) -> str:
    card = _new(before, after, side, "buildings")
    if card == NO_CARD:
        return ""
    return f"builds the {card_name(card)}: {_stars_now(before, after, side)}."


def _stars_now(before: Any, after: Any, side: int) -> str:
    old, new = int(stars(before, side)), int(stars(after, side))
    return f"{count_stars(new)} now" if new != old else f"still {count_stars(new)}"


def _paid(before: Any, after: Any) -> int:
    rows = zip(before.mints_on.tolist(), after.mints_on.tolist(), strict=True)
    return sum(sum(new) - sum(old) for old, new in rows)


def _bought(before: Any, after: Any, side: int) -> str:
    built = _new(before, after, side, "buildings")
    card = built if built != NO_CARD else _new(before, after, side, "plans")
    if card == NO_CARD:
        return ""
    bought = f"buys the {card_name(card)} for {count_mints(_paid(before, after))}"
    if built == NO_CARD:
        return f"{bought}."
    return f"{bought}; the {card_name(ASSEMBLER)} builds it at once: {_stars_now(before, after, side)}."


def _drew(before: Any, after: Any, side: int) -> str:
    """A card that was put under the deck may come out of the Lotto without chance. MW-193"""
    card = _new(before, after, side, "plans")
    if card != NO_CARD:
        return f"draws the {card_name(card)} at the Lotto: it was known to lie there."
    if plan_count(after, side) > plan_count(before, side):
        return "draws a secret plan at the Lotto."
    return f"pays {count_mints(_paid(before, after))} at the Lotto."


def _recycled(before: Any, move: Move, after: Any, side: int) -> str:
    if deck_size(after) == deck_size(before):
        return f"goes to {the(LOCATIONS[RECYCLER])}."
    card = _new_in(before.bottom.tolist(), after.bottom.tolist())
    name = f"the {card_name(card)}" if card != NO_CARD else "a secret plan"
    if before.rival == MORT and side == RIVAL:
        return f"puts {name} under the deck; his mints are not counted."
    gained = after.mints[side] - before.mints[side] + _paid(before, after)
    return f"puts {name} under the deck for {count_mints(gained)}."


def _swapped(before: Any, after: Any, side: int) -> str:
    taken = _new(before, after, side, "plans")
    if taken == NO_CARD:
        did = f"hands in the {card_name(after.given)} at" if after.given >= 0 else "goes to"
        return f"{did} {the(LOCATIONS[SWAP_MEET])}."
    came = [card for card in after.supply if card not in before.supply.tolist()]
    return f"swaps the {card_name(came[0])} for the {card_name(taken)}."


def _tell_opened(before: Any, after: Any) -> list[Line]:
    """A Deed opens its Location for everybody. MW-111"""
    opened = [name for place, name in enumerate(LOCATIONS) if after.open[place] > before.open[place]]
    return [(None, f"{LOCATION_NAMES[name]} is open to everybody.") for name in opened]


# ------------------------------------------------------------------ the opponent's turn


def _tell_opponent(before: Any, place: int, after: Any, names: list[str]) -> list[Line]:
    """What the opponent did, by which line of its card, and why it passed over the Locations before."""
    name = who(before, RIVAL, names)
    target = int(first_hire(before, RIVAL, 0)) if place == TEMP_AGENCY else place
    done = _effect(before, Move(-1, "opponent_uses", {}), after, RIVAL, target)
    if before.rival == MORT and target in (PRODUCER, WHOLESALER, COUNCIL, CROWDFUNDER):
        done = _mort_gains_nothing(before, target)
    prefix = "By the Temp Agency, " if target != place else ""
    line = f"{prefix}{name} {done}{_why(before, after, target)}"
    return [*_tell_way(before, place, names), (RIVAL, line), *_tell_opened(before, after)]


def _mort_gains_nothing(before: Any, place: int) -> str:
    if place == COUNCIL:
        return f"{'keeps' if before.token == RIVAL else 'takes'} the start token at {the(LOCATIONS[place])}."
    others = "; you gain 1 mint" if place == CROWDFUNDER else ""
    return f"uses {the(LOCATIONS[place])}; his mints are not counted{others}."


def _why(before: Any, after: Any, target: int) -> str:
    """The line of the opponent's card that chose the card."""
    if target == BUILDER:
        return " It was the oldest plan." if plan_count(before, RIVAL) > 1 else ""
    if target != SUPPLIER:
        return ""
    card = _new(before, after, RIVAL, "plans")
    card = card if card != NO_CARD else _new(before, after, RIVAL, "buildings")
    mints = purse(before, RIVAL)
    others = [c for c in before.supply if c != card and can_buy(before, RIVAL, c, mints)]
    if not others:
        return ""
    if COST[others[0]] != COST[card]:
        return f" It was the {'dearest' if DEAREST_FIRST[before.rival] else 'cheapest'} within reach."
    if TYPE[others[0]] != TYPE[card]:
        return f" At equal cost {TYPES[TYPE[card]].title()} comes before {TYPES[TYPE[others[0]]].title()}."
    return " It lay next to the deck."


def _tell_way(before: Any, place: int, names: list[str]) -> list[Line]:
    """Why the opponent could not use the Locations before the one it took. MW-214, MW-215"""
    name = who(before, RIVAL, names)
    lines: list[Line] = []
    skipped = [place for place in range(place) if place < SUPPLIER + 3 or before.open[place]]
    if SUPPLIER in skipped and barred_from_supplier(before, RIVAL) and not _unusable(before, SUPPLIER):
        lines.append((RIVAL, f"{name} can't use the Supplier: he began with an unbuilt plan."))
        skipped.remove(SUPPLIER)
    passed_over = ", ".join(f"{LOCATION_NAMES[LOCATIONS[place]]} ({_cannot(before, place)})" for place in skipped)
    return [*lines, (RIVAL, f"Passed over: {passed_over}.")] if passed_over else lines


def _unusable(s: Any, place: int) -> str:
    """Closed, full or barred: what holds for everybody."""
    if not s.open[place]:
        return "closed"
    if free_space(s, place) < 0:
        return "full"
    return "closed by Justin" if closed_by_justin(s, place) else ""


def _cannot(s: Any, place: int) -> str:
    reason = _unusable(s, place)
    if reason:
        return reason
    if place != SUPPLIER and location_price(s, RIVAL, place) > purse(s, RIVAL):
        return "too dear"
    if place == SUPPLIER:
        only_production = s.rival == MORT and supply_count(s) > 0
        return "only Production" if only_production else "too dear" if supply_count(s) else "sold out"
    return {
        BUILDER: "no plan",
        LOTTO: "deck empty",
        RECYCLER: "no card",
        SWAP_MEET: "nothing to swap",
        TEMP_AGENCY: "nothing to hire",
    }[place]


# ------------------------------------------------------------------ upkeep


def _tell_upkeep(before: Any, after: Any, names: list[str]) -> list[Line]:
    """The steps of Upkeep that this move carried out, replayed on a copy. MW-158"""
    if before.phase not in (REFILL, GIFT, FLUSH) and before.passes + 1 < sides(before):
        return []
    s = before.copy()
    lines: list[Line] = []
    ended = somebody_has_seven(s) or supply_count(s) + deck_size(s) < supply_size(s)
    if ended and before.phase not in (REFILL, GIFT, FLUSH):
        return _tell_end(after, names)
    if after.phase == REFILL:
        return lines
    if before.phase not in (GIFT, FLUSH):
        lines += _tell_buildings(s, names)
    if after.phase != GIFT and before.phase != FLUSH and s.phase != FINISHED:
        lines += _tell_deeds(s, names)
    if after.phase == FINISHED:
        return [*lines, _RACHAEL_WINS]
    if after.phase == GIFT:
        return lines
    if before.players == 1 and before.phase != FLUSH and not before.mints_on[SUPPLIER, 0]:
        lines.append((None, "No mint lies on the Supplier: both plans go under the deck."))
    return lines if after.phase == FLUSH else [*lines, *_tell_new_round(before, after, names)]


def _tell_buildings(s: Any, names: list[str]) -> list[Line]:
    """Step 3, one line for each side. MW-165, MW-166"""
    lines: list[Line] = []
    for step in range(sides(s)):
        side = (s.token + step) % sides(s)
        number, start, on_gallery, working = 1, s.mints.tolist(), s.gallery, []
        card = building_at(s, side, number)
        while card != NO_CARD and s.phase != FINISHED:
            held = s.mints.tolist()
            run_building(s, side, card)
            if s.mints.tolist() != held:
                working.append(card_name(card))
            number += 1
            card = building_at(s, side, number)
        name = who(s, side, names)
        if working:
            brought = f"{'bring' if len(working) > 1 else 'brings'} {name} {count_mints(s.mints[side] - start[side])}"
            lines.append((side, f"Upkeep: {', '.join(working)} {brought}{_gifts(s, side, start, names)}."))
        if s.gallery > on_gallery:
            lines.append((side, f"Upkeep: a mint is laid on {name}'s {card_name(GALLERY)}: {s.gallery} there."))
    return lines


def _gifts(s: Any, side: int, start: list[int], names: list[str]) -> str:
    """What others got from a Co-Op meanwhile. MW-128"""
    others = [other for other in range(sides(s)) if other != side and s.mints[other] != start[other]]
    return "".join(f", {who(s, other, names)} {count_mints(s.mints[other] - start[other])}" for other in others)


def _tell_deeds(s: Any, names: list[str]) -> list[Line]:
    """Step 4. MW-167"""
    lines: list[Line] = []
    for place, deed in ((WHOLESALER, WHOLESALER_DEED), (LOTTO, LOTTO_DEED)):
        owner = owner_of(s, deed)
        held = s.mints[owner] if owner >= 0 else 0
        pay_owner(s, place, owner)
        if owner >= 0 and s.mints[owner] != held:
            paid = f"pays its owner {who(s, owner, names)} {count_mints(s.mints[owner] - held)}"
            lines.append((owner, f"Upkeep: {the(LOCATIONS[place])} was used and {paid}."))
    return lines


def _tell_new_round(before: Any, after: Any, names: list[str]) -> list[Line]:
    lines: list[Line] = []
    if after.removed > before.removed:
        gone = count_mints(after.removed - before.removed)
        lines.append((RIVAL, f"Rachael's {gone} on the Supplier leave the game."))
    if after.phase == FINISHED:
        return [*lines, _RACHAEL_WINS]
    everybody = "You gain 1 mint" if before.rival == MORT else "Everybody gains 1 mint"
    lines.append((after.token, f"{everybody}. Round {after.round} begins; {who(after, after.token, names)} leads."))
    return lines


def _tell_end(s: Any, names: list[str]) -> list[Line]:
    """Why the game is over, and who has won by what. MW-159, MW-162, MW-174..180"""
    triggers = [side for side in range(sides(s)) if stars(s, side) >= END_STARS]
    if triggers:
        have = " and ".join(f"{who(s, side, names)} has {count_stars(int(stars(s, side)))}" for side in triggers)
        lines: list[Line] = [(triggers[0], f"{have}: the game ends.")]
    else:
        lines = [(None, "The plans have run out: the game ends.")]
    first = winners(s)
    if len(first) > 1:
        return [*lines, (None, f"{' and '.join(who(s, side, names) for side in first)} share the win.")]
    winner, reached = first[0], count_stars(int(stars(s, first[0])))
    return [*lines, (winner, f"{who(s, winner, names)} wins with {reached}{_tie_break(s, winner)}.")]


def winners(s: Any) -> list[int]:
    """The sides that nobody is ahead of."""
    count = sides(s)
    return [side for side in range(count) if not any(is_ahead(s, other, side) for other in range(count))]


def _tie_break(s: Any, winner: int) -> str:
    """What decided between players with equal stars."""
    tied = [side for side in range(sides(s)) if side != winner and stars(s, side) == stars(s, winner)]
    if not tied:
        return ""
    smaller = [side for side in tied if size(s, side) == size(s, winner)]
    if not smaller:
        return ", by the smaller neighborhood"
    richer = [side for side in smaller if purse(s, side) == purse(s, winner)]
    return ", by the age nearest to 42" if richer else ", by more mints"
