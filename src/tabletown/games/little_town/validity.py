"""Which positions can come up: a position from outside is refused in one sentence if something in it can't be."""

from __future__ import annotations

from typing import Any

from .components import (
    BUILDINGS,
    COINS_IN_BOX,
    COPIES,
    CUBES,
    CUBES_IN_BOX,
    GOALS,
    GOALS_DEALT,
    HOUSES,
    IS_ACTIVATABLE,
    MARKET_SIZE,
    MAY_GIVE,
    NAMES,
    NO_TERRAIN,
    OUTPUT_ANY,
    ROUNDS,
    SQUARES,
    START_COINS,
    TAKES,
    TERRAIN,
    TERRAIN_AROUND,
    WHEAT_FIELD,
    WORKERS,
    neighbours,
)
from .rules.building import is_free, only_free_square, payable_costs
from .rules.goals import achievable
from .rules.paying import SEVERAL, cost_of, input_of, only_way
from .rules.preparing import vacant_number
from .rules.round_end import SEVERAL_MEALS, only_meal
from .rules.seats import seat_after
from .rules.working import has_choice, only_mix
from .state import (
    ACTIVATE,
    AT_WORK,
    BUILD_SQUARE,
    BUILDING,
    DEAL_GOALS,
    FINISHED,
    FIRST_GAME,
    FOOD,
    GAIN,
    MARKET,
    PAY_INPUT,
    START,
    SWAP_GOALS,
    TURN,
    conserved,
    counted,
    on_board,
    tiles_used,
)


def impossible(s: Any) -> str | None:
    """Why a position can't come up in play, in one sentence, or None."""
    return (
        _goods(s)
        or _board(s)
        or _market(s)
        or _goals(s)
        or _preparation(s)
        or _round(s)
        or _construction(s)
        or _work(s)
        or _choice(s)
    )


def _goods(s: Any) -> str | None:
    kept = conserved(s)
    for cube in CUBES:
        if kept[cube] != CUBES_IN_BOX:
            return f"There are {CUBES_IN_BOX} {cube} in this game, not {kept[cube]}."
    if kept["coins"] != COINS_IN_BOX:
        return f"There are {COINS_IN_BOX} coins in this game, not {kept['coins']}."
    for seat in range(s.players):
        if kept[f"houses {seat}"] != HOUSES[s.players]:
            return f"Seat {seat} has {int(HOUSES[s.players])} houses, not {kept[f'houses {seat}']}."
        away = s.builders[seat] + sum(worker == seat for worker in s.standing)
        if s.workers[seat] + away > WORKERS[s.players]:
            return f"Seat {seat} has only {int(WORKERS[s.players])} workers."
    return None


def _board(s: Any) -> str | None:
    for square, name in enumerate(SQUARES):
        if (s.tiles[square] < 0) != (s.owners[square] < 0):
            return f"A tile needs an owner, and an owner a tile, on {name}."
        if max(s.owners[square], s.standing[square]) >= s.players:
            return f"There is no such player on {name}."
        if (s.tiles[square] >= 0 or s.standing[square] >= 0) and TERRAIN[s.board, square] != NO_TERRAIN:
            return f"{name} is terrain: no tile and no worker can be there."
        if s.tiles[square] >= 0 and s.standing[square] >= 0:
            return f"{name} can't hold a tile and a worker."
    return None


def _market(s: Any) -> str | None:
    for kind, name in enumerate(BUILDINGS):
        copies = int(COPIES[kind]) if s.offered[kind] else 0
        if s.supply[kind] + on_board(s, kind) != copies:
            return f"{NAMES[name]}: {copies} in this game, not {s.supply[kind] + on_board(s, kind)}."
    drawn = sum(s.offered) - 1
    if not s.offered[WHEAT_FIELD]:
        return "The wheat fields are always in the market."
    if s.phase > MARKET and drawn != MARKET_SIZE:
        return f"The market has {MARKET_SIZE} kinds of tile and the wheat fields."
    if s.phase == MARKET and (s.market == FIRST_GAME or drawn >= MARKET_SIZE):
        return f"In the phase 'market' some of the {MARKET_SIZE} tiles are still to be drawn by lot."
    if s.phase == START and drawn:
        return "No tile is drawn before it is known who begins."
    return None


def _goals(s: Any) -> str | None:
    complete = int(GOALS_DEALT[s.edition, s.players])
    for goal, name in enumerate(GOALS):
        holders = sum(s.goals[seat, goal] > 0 for seat in range(s.players))
        if holders + (s.discarded[goal] > 0) > 1:
            return f"The goal {name} is there only once."
        if s.discarded[goal] and achievable(s, goal):
            return f"The goal {name} is not discarded: this market can fulfil it."
    for seat in range(s.players):
        numbers = sorted(filter(None, (s.goals[seat, goal] for goal in range(len(GOALS)))))
        if len(numbers) != s.hand[seat]:
            return f"Seat {seat} has {s.hand[seat]} goals, not {len(numbers)}."
        if len(set(numbers)) < len(numbers) or (numbers and numbers[-1] > complete):
            return f"The goals of seat {seat} are numbered from 1 to {complete}, each number once."
        if s.phase > SWAP_GOALS and len(numbers) != complete:
            return f"Seat {seat} is dealt {complete} goals, not {len(numbers)}."
        for goal, name in enumerate(GOALS):
            if s.phase > SWAP_GOALS and s.goals[seat, goal] and not achievable(s, goal):
                return f"The goal {name} has been replaced: this market can't fulfil it."
    return None


def _preparation(s: Any) -> str | None:
    """While chance prepares the game nobody has done anything, and goals are dealt seat by seat. LT-20, LT-180..185"""
    if s.phase > SWAP_GOALS:
        return None
    seats = range(s.players)
    untouched = [
        (s.workers[seat], s.coins[seat], s.points[seat], sum(s.cubes[seat, cube] for cube in range(len(CUBES))))
        for seat in seats
    ]
    if s.round != 1 or untouched != [(int(WORKERS[s.players]), START_COINS, 0, 0)] * s.players:
        return "Nothing is won or lost before the first turn."
    if any(tile >= 0 for tile in s.tiles) or any(
        s.fulfilled[seat, goal] for seat in seats for goal in range(len(GOALS))
    ):
        return "Nothing is built and no goal is met before the first turn."
    if s.phase == START and (s.start or s.active):
        return "Nobody has the start marker before it is known who begins."
    if s.phase == MARKET and s.active != s.start:
        return "The market is laid out for the start player."
    return _deal(s)


def _deal(s: Any) -> str | None:
    complete = int(GOALS_DEALT[s.edition, s.players])
    order = [seat_after(s, s.start, step) for step in range(s.players)]
    hands = [s.hand[seat] for seat in order]
    place = order.index(s.active)
    if s.phase in (START, MARKET) and any(hands):
        return "No goal is dealt before the market is complete."
    if s.phase != SWAP_GOALS and any(s.discarded):
        return "No goal is discarded before all are dealt."
    if s.phase == DEAL_GOALS:
        dealt = [complete] * place + [hands[place]] + [0] * (s.players - place - 1)
        if hands != dealt or hands[place] == complete:
            return f"{complete} goals each are dealt, seat by seat from the start player."
        if any(s.goals[seat, goal] > s.hand[seat] for seat in order for goal in range(len(GOALS))):
            return "Goals are numbered in the order in which they are dealt."
    if s.phase != SWAP_GOALS:
        return None
    if hands != [complete - (seat == s.active) for seat in order] or not any(s.discarded):
        return "In the phase 'swap_goals' the active player has discarded a goal, and nobody else lacks one."
    vacant = vacant_number(s, s.active)
    for step, seat in enumerate(order[: place + 1]):
        for goal, name in enumerate(GOALS):
            checked = step < place or s.goals[seat, goal] < vacant
            if s.goals[seat, goal] and checked and not achievable(s, goal):
                return f"The goal {name} has been replaced: this market can't fulfil it."
    return None


def _round(s: Any) -> str | None:
    """Who has workers left, in a turn, at the round end and at the end of the game. LT-40, LT-152, LT-221"""
    seats = range(s.players)
    for name, value in counted(s).items():
        if getattr(s, name) != value:
            return f"Here {name} is {value}, not {getattr(s, name)}."
    if s.phase in (TURN, *BUILDING) and not s.workers[s.active]:
        return "Whose turn it is needs a worker in hand."
    at_round_end = s.phase == FOOD or s.residence_works
    if at_round_end and any(s.workers[seat] for seat in seats):
        return "The round ends when nobody has a worker in hand."
    if s.phase != FINISHED:
        return None
    if s.round != ROUNDS:
        return f"The game ends after round {ROUNDS}."
    if s.active != s.start or any(s.workers[seat] != WORKERS[s.players] for seat in seats):
        return "At the end all workers are home, and nobody has a turn after the start player of the last round."
    return None


def _construction(s: Any) -> str | None:
    """A tile that has been chosen can be paid and laid. LT-106, LT-109, LT-118"""
    if s.phase not in BUILDING:
        return None
    if s.kind < 0:
        return "The tile that is built must be named."
    if not s.supply[s.kind]:
        return f"There is no {NAMES[BUILDINGS[s.kind]]} left to build."
    if not s.houses[s.active]:
        return "Without a house nothing can be built."
    if not payable_costs(s, s.active) >> s.kind & 1:
        return f"Seat {s.active} can't pay for the {NAMES[BUILDINGS[s.kind]]}."
    if s.phase == BUILD_SQUARE:
        if s.square >= 0 or only_free_square(s) >= 0:
            return "In the phase 'build_square' the square of the new tile is still to be chosen."
        return None
    if s.square < 0:
        return "The square of the new tile must be named."
    if TERRAIN[s.board, s.square] != NO_TERRAIN or not is_free(s, s.square):
        return f"Nothing can be built on {SQUARES[s.square]}."
    if only_way(s, s.active, cost_of(s.kind)) != SEVERAL:
        return "There is only one way to pay, so nobody is asked."
    return None


def _work(s: Any) -> str | None:
    """A worker or a residence uses its neighbours, each once. LT-55, LT-57, LT-71, LT-85, LT-148"""
    if s.phase not in AT_WORK:
        busy = any(s.used) or any(s.pending) or any(s.received)
        named = s.phase not in BUILDING and (s.square >= 0 or s.kind >= 0)
        return "Squares and tiles are in use only while somebody works or builds." if busy or named else None
    if s.square < 0:
        return "The square of the worker must be named."
    owner = s.owners[s.square] if s.residence_works else s.standing[s.square]
    if owner != s.active:
        return f"Seat {s.active} has no worker and no residence on {SQUARES[s.square]}."
    if any(kind < 0 or not IS_ACTIVATABLE[kind] for kind in tiles_used(s)):
        return "Only neighbouring tiles with an effect for workers can have been used."
    around = [tile for n in neighbours(s.square).values() if (tile := s.tiles[n]) >= 0 and IS_ACTIVATABLE[tile]]
    for cube, name in enumerate(CUBES):
        terrain = int(TERRAIN_AROUND[s.board, s.square, cube])
        if s.pending[cube] > terrain or (s.pending[cube] and not any(TAKES[tile, cube] for tile in around)):
            return f"There is no choice when to collect {s.pending[cube]} {name} on {SQUARES[s.square]}."
        most = terrain - s.pending[cube] + sum(int(MAY_GIVE[tile, cube]) for tile in tiles_used(s))
        if s.received[cube] > (0 if s.residence_works else most):
            return f"Nobody can have received {s.received[cube]} {name} in this turn."
    return None


def _choice(s: Any) -> str | None:
    """Whoever is asked has more than one answer. LT-59, LT-61, LT-101, LT-168"""
    if s.phase == FOOD and only_meal(s) != SEVERAL_MEALS:
        return "There is only one way to feed the workers, so nobody is asked."
    if s.phase == ACTIVATE and s.kind >= 0:
        return "In the phase 'activate' no tile is in use."
    if s.phase == ACTIVATE and not has_choice(s):
        return "There is nothing to use or to collect, so nobody is asked."
    if s.phase not in (PAY_INPUT, GAIN):
        return None
    if s.kind < 0 or s.kind not in tiles_used(s):
        return "The tile that is used must be named, and be marked as used."
    if s.phase == PAY_INPUT and only_way(s, s.active, input_of(s.kind)) != SEVERAL:
        return "There is only one way to pay, so nobody is asked."
    if s.phase == GAIN and (not OUTPUT_ANY[s.kind] or only_mix(s) != SEVERAL):
        return "There is no choice of cubes, so nobody is asked."
    return None
