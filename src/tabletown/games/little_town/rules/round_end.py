"""The end of a round: residence and cathedral, food, workers home, the next start player."""

from __future__ import annotations

from tabletown.core.rule import rule

from ..components import (
    AROUND,
    CATHEDRAL,
    COINS_PER_CUBE,
    DIRECTION_COUNT,
    FISH,
    GRASS,
    GRASS_COUNT,
    HUNGER,
    MEAL,
    MEAL_OF,
    NO_SQUARE,
    PER_CATHEDRAL_WORKER,
    RESIDENCE,
    ROUNDS,
    STEP,
    WHEAT,
    WORKERS,
)
from ..moves import FEED
from ..state import FEEDING, FINISHED, FOOD, IELLO, NEXT_TURN, NOBODY_HERE
from .building import is_built, square_of
from .goals import look_at_coins, look_at_food, look_at_meal
from .seats import seat_after
from .working import open_residence

SEVERAL_MEALS = -1


# ------------------------------------------------------------------ round-end buildings


@rule
def round_end_buildings(s):
    """Owners clockwise from the start player, each with the residence before the cathedral. LT-152..155"""
    if s.step == 2 * s.players or not (is_built(s, RESIDENCE) or is_built(s, CATHEDRAL)):
        s.step = 0
        s.phase = FEEDING
        return
    seat = seat_after(s, s.start, s.step // 2)
    kind = RESIDENCE if s.step % 2 == 0 else CATHEDRAL
    square = square_of(s, kind)
    s.step += 1
    if square == NO_SQUARE or s.owners[square] != seat:
        return
    if kind == RESIDENCE:
        open_residence(s, square)
    else:
        score_cathedral(s, seat, square)


@rule
def score_cathedral(s, seat, square):
    """1 point for each worker around it. LT-142"""
    s.points[seat] += PER_CATHEDRAL_WORKER * workers_around(s, square)


@rule
def workers_around(s, square):
    """Workers of any colour on the neighbouring squares. LT-142"""
    count = 0
    for direction in range(DIRECTION_COUNT):
        if AROUND[square] >> direction & 1 == 1 and s.standing[square + STEP[direction]] != NOBODY_HERE:
            count += 1
    return count


# ------------------------------------------------------------------ food


@rule
def possible_meals(s, moves):
    """Every way to feed the workers; less than is due only when all fish and wheat are paid. LT-160, LT-164..167"""
    due = WORKERS[s.players]
    fish, wheat = s.cubes[s.active, FISH], s.cubes[s.active, WHEAT]
    affordable = s.coins[s.active] // COINS_PER_CUBE
    count = 0
    for fried in range(min(fish, due), -1, -1):
        for baked in range(min(wheat, due - fried), -1, -1):
            most = min(due - fried - baked, affordable)
            least = 0 if fried == fish and baked == wheat else due - fried - baked
            for bought in range(least, most + 1):
                moves[count] = FEED + MEAL_OF[fried, baked, bought]
                count += 1
    return count


@rule
def only_meal(s):
    """The meal if there is just one; with coins for a food, or too much of both, there are SEVERAL_MEALS. LT-168"""
    due = WORKERS[s.players]
    fish, wheat = s.cubes[s.active, FISH], s.cubes[s.active, WHEAT]
    if s.coins[s.active] >= COINS_PER_CUBE or (fish > 0 and wheat > 0 and fish + wheat > due):
        return SEVERAL_MEALS
    return MEAL_OF[min(fish, due), min(wheat, due), 0]


@rule
def next_to_feed(s):
    """One after the other, clockwise from the start player; then the workers go home. LT-158, LT-169"""
    if s.step >= s.players:
        workers_home(s)
        next_round(s)
        return
    s.active = seat_after(s, s.start, s.step)
    s.step += 1
    meal = only_meal(s)
    if meal == SEVERAL_MEALS:
        s.phase = FOOD
    else:
        feed_workers(s, meal)


@rule
def feed_workers(s, meal):
    """The workers eat, and goals are looked at. LT-158, LT-190, LT-207"""
    serve_meal(s, meal)
    look_at_coins(s, s.active)
    look_at_food(s, s.active)
    look_at_meal(s, s.active, MEAL[meal, 0])
    s.phase = FEEDING


@rule
def serve_meal(s, meal):
    """Food and substitutes go to the stock; each missing food costs 3 points. LT-158..164, LT-170"""
    fish, wheat, substitutes = MEAL[meal, 0], MEAL[meal, 1], MEAL[meal, 2]
    s.cubes[s.active, FISH] -= fish
    s.cubes[s.active, WHEAT] -= wheat
    s.coins[s.active] -= COINS_PER_CUBE * substitutes
    s.stock[FISH] += fish
    s.stock[WHEAT] += wheat
    s.bank += COINS_PER_CUBE * substitutes
    s.points[s.active] -= HUNGER * (WORKERS[s.players] - fish - wheat - substitutes)


# ------------------------------------------------------------------ the next round


@rule
def workers_home(s):
    """All workers return; tiles, houses, goods and points stay. LT-156, LT-157"""
    for index in range(GRASS_COUNT):
        s.standing[GRASS[s.board, index]] = NOBODY_HERE
    for seat in range(s.players):
        s.workers[seat] = WORKERS[s.players]
        s.builders[seat] = 0


@rule
def next_round(s):
    """Four rounds; the start marker passes on. LT-34, LT-171, LT-221"""
    s.step = 0
    if s.round == ROUNDS:
        s.active = s.start
        s.phase = FINISHED
        return
    s.round += 1
    s.start = next_start_player(s)
    s.active = seat_after(s, s.start, s.players - 1)
    s.phase = NEXT_TURN


@rule
def next_start_player(s):
    """The next seat; but three players begin round 4 with the fewest points on the track. LT-172..177, LT-259"""
    successor = seat_after(s, s.start, 1)
    if s.players != 3 or s.round != ROUNDS or s.edition == IELLO:
        return successor
    fewest = successor
    for step in range(1, s.players):
        seat = seat_after(s, successor, step)
        if s.points[seat] < s.points[fewest]:
            fewest = seat
    return fewest
