"""Which positions can come up: a position from outside is refused in one sentence if something in it can't be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .components import (
    BOX_MINTS,
    BUILDER,
    CO_OP,
    END_STARS,
    FIRST_ADVANCED,
    GALLERY,
    IS_CORE,
    JUSTIN,
    LOCATION_NAMES,
    LOCATIONS,
    LOTTO,
    MORT,
    MOST_SPACES,
    OPENS,
    PLAN_COUNT,
    PLAN_NAMES,
    PLANS,
    RACHAEL,
    RECYCLER,
    RIVAL_MINTS,
    RIVAL_NAMES,
    RIVALS,
    SONIC,
    SPACES,
    STARTING_MINTS,
    SUPPLIER,
    SWAP_MEET,
    TEMP_AGENCY,
)
from .rules.cards import buildings_held, deck_size, has_unseen, plans_held, supply_count, supply_size
from .rules.sides import sides
from .rules.stars import payout, stars
from .rules.start import advanced_in_play
from .rules.upkeep import owner_of
from .rules.usable import can_hire, closed_by_justin, first_hire, plans_within
from .state import (
    ADVANCE,
    BY_CHANCE,
    DEAL,
    FINISHED,
    FLUSH,
    GIFT,
    GIVE,
    HIRE,
    HIRED_BUILD,
    HIRED_BUY,
    HUMAN,
    KNOWERS,
    LOTTO_DRAW,
    NAMED_SEAT,
    NEIGHBORHOODS,
    OPPONENT,
    PAYOUT_SHIFT,
    PHASES,
    RECYCLE,
    REFILL,
    RESTOCK,
    RIVAL,
    RIVAL_BY_CHANCE,
    RIVAL_TURN,
    START,
    TAKE,
    copies,
    mints_in_play,
)

SETTING_UP = (START, OPPONENT, ADVANCE, DEAL)
IN_UPKEEP = (REFILL, FLUSH, GIFT)
ALONE = (OPPONENT, RESTOCK, FLUSH, RIVAL_TURN)
"""Phases of solitaire only."""
BY_EITHER_SIDE = (RESTOCK, LOTTO_DRAW)
"""Phases of a turn that the solitaire opponent may have as well; in the others of a turn a player is asked."""
AT_WORK = {RESTOCK: SUPPLIER, LOTTO_DRAW: LOTTO, RECYCLE: RECYCLER, GIVE: SWAP_MEET, TAKE: SWAP_MEET}
"""The Location whose effect is being carried out in a phase, once its price is paid."""


def impossible(s: Any) -> str | None:
    """Why a position can't come up, in one sentence, or None."""
    for check in (_cards, _secrets, _mints, _locations, _sides_and_counts, _set_up, _upkeep, _end, _choice):
        for sentence in check(s):
            return sentence
    return None


# ------------------------------------------------------------------ components


def _cards(s: Any) -> Iterator[str]:
    for card, name in enumerate(PLANS):
        if copies(s, card) != 1:
            yield f"There is one card {PLAN_NAMES[name]}, not {copies(s, card)}."
    orders = [("bottom", s.bottom.tolist())]
    for side, name in enumerate(NEIGHBORHOODS):
        orders += [(f"plans.{name}", s.plans.tolist()[side]), (f"buildings.{name}", s.buildings.tolist()[side])]
    for name, order in orders:
        placed = sorted(number for number in order if number)
        if placed != list(range(1, len(placed) + 1)):
            yield f"The cards of {name} are numbered from 1 in their order."
    for side in range(sides(s), len(NEIGHBORHOODS)):
        if plans_held(s, side) or buildings_held(s, side):
            yield f"There is nobody at {NEIGHBORHOODS[side]}."
    if any(card >= 0 for card in s.supply.tolist()[supply_size(s) :]):
        yield f"The supply holds {supply_size(s)} plans at most."
    if s.masked_plans or any(any(row) for row in s.masked.tolist()):
        yield "A whole position has no masked cards."
    if (s.given >= 0) != (s.phase == TAKE):
        yield "In the phase 'take', and only then, the card given must be named."


def _secrets(s: Any) -> Iterator[str]:
    """A secret card lies face down or under the deck, and whoever holds it knows it. MW-189, MW-194"""
    for card, name in enumerate(PLANS):
        secret = s.secret[card]
        if not secret:
            continue
        holders = [side for side in range(sides(s)) if s.plans[side, card]]
        seen, knowers = secret >> PAYOUT_SHIFT, secret & KNOWERS
        if not holders and not s.bottom[card]:
            yield f"{PLAN_NAMES[name]} can be somebody's secret only face down or under the deck."
        if not knowers or knowers >> sides(s) or any(not knowers >> side & 1 for side in holders):
            yield f"A secret {PLAN_NAMES[name]} is known to its owner, and to players only."
        if seen != payout(s, card) and (seen or s.bottom[card]):
            yield f"A recycled {PLAN_NAMES[name]} brought {payout(s, card)} mints, not {seen}."


def _mints(s: Any) -> Iterator[str]:
    if any(s.mints[side] for side in range(sides(s), len(NEIGHBORHOODS))):
        yield "Only players hold mints."
    if s.rival == MORT and s.mints[RIVAL]:
        yield "Mort's mints are not counted."
    if s.gallery and owner_of(s, GALLERY) < 0:
        yield "Mints lie on Gallery only while it is built."
    if s.rival != RACHAEL and (s.bank or s.removed):
        yield "The mint supply is counted only against Rachael."
    if s.rival == RACHAEL and mints_in_play(s) != BOX_MINTS:
        yield f"Against Rachael there are {BOX_MINTS} mints in all, not {mints_in_play(s)}."
    if s.rival == RACHAEL and s.bank == 0 and s.phase != FINISHED:
        yield "The game is over when the mint supply against Rachael is empty."


def _locations(s: Any) -> Iterator[str]:
    for place, key in enumerate(LOCATIONS):
        name = LOCATION_NAMES[key]
        spaces = int(SPACES[place, s.players - 1]) if s.open[place] else 0
        mints = [s.mints_on[place, space] for space in range(MOST_SPACES)]
        placed_by = [s.placed_by[place, space] for space in range(MOST_SPACES)]
        if IS_CORE[place] and not s.open[place]:
            yield f"The {name} is always open."
        if any(mints[spaces:]):
            yield f"The {name} has {spaces} spaces to place on."
        if any(mints[space] and not mints[space - 1] for space in range(1, MOST_SPACES)):
            yield f"The spaces of the {name} are filled from the first."
        if any((side and not amount) or side >= sides(s) for side, amount in zip(placed_by, mints, strict=True)):
            yield f"The mints on the {name} were placed by somebody who plays."
    for card in range(PLAN_COUNT):
        if OPENS[card] >= 0 and owner_of(s, card) >= 0 and not s.open[OPENS[card]]:
            yield f"The {LOCATION_NAMES[LOCATIONS[OPENS[card]]]} is open once its deed is built."
    if advanced_in_play(s) > (1 if s.players == 1 else 2):
        yield "Two advanced shops are in play at most, one in solitaire."


# ------------------------------------------------------------------ whose turn it is


def _sides_and_counts(s: Any) -> Iterator[str]:
    count = sides(s)
    if s.turn >= count or s.token >= count:
        yield f"The seats in turn and token are 0 to {count - 1}."
    if (s.rival >= 0) != (s.players == 1 and s.phase != OPPONENT):
        yield "There is an opponent exactly in a game for one."
    if s.rival >= 0 and s.opponent not in (RIVAL_BY_CHANCE, s.rival):
        yield f"The opponent of this game is {RIVAL_NAMES[RIVALS[s.opponent]]}."
    if s.phase in ALONE and s.players > 1:
        yield f"The phase {PHASES[s.phase]!r} belongs to a game for one."
    if s.phase in IN_UPKEEP and s.passes != count:
        yield "Upkeep begins when everybody has passed in a row."
    if s.phase not in IN_UPKEEP and s.phase != FINISHED and s.passes >= count:
        yield "Development ends when everybody has passed in a row."
    if s.phase not in SETTING_UP and s.round < 1:
        yield "The first round is round 1."
    if s.phase == RIVAL_TURN and s.turn != RIVAL:
        yield "In the phase 'rival' it is the opponent's turn."
    if RIVAL_TURN < s.phase < GIFT and s.turn >= s.players:
        yield f"In the phase {PHASES[s.phase]!r} it is a player's turn."
    if s.second_turn and not (s.rival == SONIC and s.turn == RIVAL and s.phase in (RIVAL_TURN, *BY_EITHER_SIDE)):
        yield "Only Sonic takes a second turn."
    if s.second_turn and s.passes:
        yield "Sonic's second turn follows a placement, not a pass."
    if s.hired and s.phase not in (HIRED_BUILD, HIRED_BUY, FINISHED, *AT_WORK):
        yield f"Nothing is hired at the Temp Agency in the phase {PHASES[s.phase]!r}."


# ------------------------------------------------------------------ set-up


def _set_up(s: Any) -> Iterator[str]:
    """Before the first round nothing has been bought, placed or paid. MW-18..25, MW-198..206"""
    if s.phase not in SETTING_UP:
        return
    unmet = s.phase == OPPONENT
    share = 0 if s.players > 1 or unmet else int(RIVAL_MINTS[s.rival])
    expected = [STARTING_MINTS] * s.players + ([share] if s.players == 1 else [])
    bank = BOX_MINTS - STARTING_MINTS - share if s.rival == RACHAEL else 0
    if s.round or s.passes or s.turn:
        yield "Before the first round nobody has had a turn."
    if s.mints.tolist()[: sides(s)] != expected or s.bank != bank or s.removed:
        yield "Before the first round everybody has the mints of the set-up."
    if any(map(any, (*s.plans.tolist(), *s.buildings.tolist(), s.bottom.tolist(), *s.mints_on.tolist()))):
        yield "Before the first round all cards are in deck and supply, and no mint is placed."
    if any(place < FIRST_ADVANCED and s.open[place] != IS_CORE[place] for place in range(len(LOCATIONS))):
        yield "Before the first round the deed shops are closed."
    first = _first_player(s)
    if first is not None and s.token != first:
        yield f"The start token is with seat {first}."
    dealt = supply_count(s)
    if (dealt and s.phase != DEAL) or dealt >= supply_size(s) or any(card < 0 for card in s.supply.tolist()[:dealt]):
        yield "The first plans are laid out one after the other, in the phase 'deal'."
    yield from _advanced_at_set_up(s)


def _first_player(s: Any) -> int | None:
    """Who must hold the token while the game is set up, or None if a lot has decided."""
    if s.players == 1:
        return RIVAL if s.rival == JUSTIN else HUMAN
    if s.phase != DEAL:
        return 0
    return None if s.starting_player == BY_CHANCE else int(s.starting_player - NAMED_SEAT)


def _advanced_at_set_up(s: Any) -> Iterator[str]:
    by_lot = s.advanced == 1 and s.advanced_locations == 0
    in_play = advanced_in_play(s)
    if s.phase == START and s.starting_player != BY_CHANCE:
        yield "The options name the starting player: there is nothing to draw."
    if s.phase == START and s.players == 1:
        yield "In a game for one the opponent's card says who begins."
    if s.phase == OPPONENT and s.opponent != RIVAL_BY_CHANCE:
        yield "The options name the opponent: there is nothing to draw."
    if s.phase == ADVANCE and (not by_lot or in_play >= (1 if s.players == 1 else 2)):
        yield "There is no advanced shop left to draw."
    if s.phase == OPPONENT and in_play:
        yield "The opponent is drawn before the advanced shops."


# ------------------------------------------------------------------ upkeep and the end


def _gaps(s: Any) -> int:
    return int(supply_size(s) - supply_count(s))


def _most_stars_at_step_1(s: Any) -> int:
    """The most stars that anybody had when Upkeep began: the Gallery may have got its mint since. MW-158"""
    earlier = s.copy()
    if s.phase in (GIFT, FLUSH) and s.gallery:
        earlier.gallery -= 1
    return max(int(stars(earlier, side)) for side in range(sides(s)))


def _upkeep(s: Any) -> Iterator[str]:
    """What the steps of Upkeep that are done have left. MW-158..163, MW-226"""
    if s.phase not in IN_UPKEEP:
        return
    if _most_stars_at_step_1(s) >= END_STARS:
        yield "Seven stars end the game before Upkeep goes on."
    if s.phase == GIFT and (s.players < 3 or owner_of(s, CO_OP) < 0):
        yield "A gift comes from a Co-Op that is built, in a game for three or four."
    if s.phase == GIFT and _gaps(s):
        yield "The supply is full before the Co-Op gives a mint."
    if s.phase in (GIFT, FLUSH) and owner_of(s, GALLERY) >= 0 and not s.gallery:
        yield "The Gallery has got its mint in this Upkeep."
    if s.phase in (REFILL, FLUSH) and (not _gaps(s) or not has_unseen(s) or deck_size(s) < _gaps(s)):
        yield f"In the phase {PHASES[s.phase]!r} the supply has gaps, and the deck can fill them."
    if s.phase == FLUSH and s.mints_on[SUPPLIER, 0]:
        yield "Plans are exchanged only if no mint lies on the Supplier."


def _end(s: Any) -> Iterator[str]:
    """A game is over by stars, by a lack of Plans, or because Rachael has emptied the supply. MW-159, MW-162, MW-251"""
    if s.phase != FINISHED:
        return
    emptied = s.rival == RACHAEL and s.bank == 0
    if s.hired and not (emptied and s.mints_on[TEMP_AGENCY, 0]):
        yield "Nothing is hired at the Temp Agency in the phase 'over'."
    if emptied:
        return
    if s.passes != sides(s):
        yield "The game ends in Upkeep, when everybody has passed in a row."
    if _most_stars_at_step_1(s) < END_STARS and deck_size(s) >= _gaps(s):
        yield "The game is over only with seven stars or too few plans."


# ------------------------------------------------------------------ the choice in progress


def _choice(s: Any) -> Iterator[str]:
    """Every choice within a turn with what it needs; a choice of one is made by itself. MW-40, MW-78, MW-86..100"""
    if s.phase in (HIRE, HIRED_BUILD, HIRED_BUY):
        yield from _hiring(s)
    if s.phase in AT_WORK:
        yield from _paid(s, AT_WORK[s.phase])
    held = plans_held(s, s.turn) + buildings_held(s, s.turn)
    if s.phase in (RECYCLE, GIVE) and held < 2:
        yield "A card to part with is chosen only among two or more."
    if s.phase == GIVE and not supply_count(s):
        yield "At the Swap Meet there is a plan to take."
    if s.phase == TAKE and supply_count(s) < 2:
        yield "At the Swap Meet a plan is chosen only among two or more."
    if s.phase == RESTOCK and not (_gaps(s) and has_unseen(s) and held):
        yield "A plan that was bought is replaced from the deck, into a gap of the supply."
    if s.phase == LOTTO_DRAW and not has_unseen(s):
        yield "The Lotto draws a card that nobody has seen."


def _hiring(s: Any) -> Iterator[str]:
    """Nothing is paid yet, and there are at least two things to choose from. MW-86, MW-88"""
    if not s.open[TEMP_AGENCY] or s.mints_on[TEMP_AGENCY, 0] or closed_by_justin(s, TEMP_AGENCY):
        yield "The Temp Agency is in play and its space is free while somebody chooses there."
    if s.hired != (s.phase != HIRE):
        yield "A shop is hired once it is chosen at the Temp Agency."
    mints = s.mints[s.turn]
    first = first_hire(s, s.turn, 0)
    if s.phase == HIRE and (first < 0 or first_hire(s, s.turn, first + 1) < 0):
        yield "A shop to hire is chosen only among two or more."
    if s.phase == HIRED_BUILD and not (can_hire(s, s.turn, BUILDER, mints) and plans_held(s, s.turn) > 1):
        yield "A hired Builder is in use, can be paid, and has two or more plans to choose from."
    if s.phase == HIRED_BUY and not (can_hire(s, s.turn, SUPPLIER, mints) and plans_within(s, s.turn, mints - 1) > 1):
        yield "A hired Supplier is in use, and has two or more plans to choose from that can be paid."


def _paid(s: Any, place: int) -> Iterator[str]:
    """The price lies on the Location, or on the Temp Agency while mints of others lie on the Location. MW-44, MW-86"""
    name = LOCATION_NAMES[LOCATIONS[place]]
    if not s.open[place] or not s.mints_on[place, 0]:
        yield f"In the phase {PHASES[s.phase]!r} a mint lies on the {name}."
    paid_at = TEMP_AGENCY if s.hired else place
    taken = [space for space in range(MOST_SPACES) if s.mints_on[paid_at, space]]
    if not taken or s.placed_by[paid_at, taken[-1]] != s.turn:
        yield f"Whoever uses the {LOCATION_NAMES[LOCATIONS[paid_at]]} has paid there."
    if s.hired and closed_by_justin(s, place):
        yield f"The {name} is closed by Justin."
