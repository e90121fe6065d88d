"""Runs experiments: spans of games over cores or a cluster, in steps, until there are games or precision enough."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..bots import bot, choose
from ..compile.drivers import WIN_SHARES
from ..compile.engine import stream_key
from ..core.game import Game
from ..core.match import Match
from ..core.record import MAX_SEATS
from ..core.registry import rulebook
from . import batches, game_loop
from .driver import LIMIT, Order, Rows, driver, play_order, play_span
from .experiment import DEFAULT_GAMES, MOST_GAMES, UNIT, Arm, Experiment, Step
from .metrics.luck import OTHER_DICE, OTHER_PLAYERS
from .result import Result
from .sample import Sample

SPAN = 1024
BOT_SPAN = 8
OTHER_SEATINGS = 4099
"""How many seatings are drawn by lot where only the dice stay the same; a prime, so that they go round anew."""


def steps(experiment: Experiment, cores: int | None, cluster: str | None) -> Iterator[Result]:
    """The results after each step: all games of all arms, then again with twice as many until they are enough."""
    arms = experiment.arms
    runs = [_Run(experiment, arm) for arm in arms]
    runs += [_Run(experiment, arm, ban) for arm, ban in itertools.product(arms, experiment.bans)]
    if "luck" in experiment.ask:
        runs += [_Run(experiment, arm, twin=twin) for arm in arms for twin in (OTHER_DICE, OTHER_PLAYERS)]
    wanted = experiment.games or (None if experiment.precision else DEFAULT_GAMES)
    tables = max(run.tables for run in runs)
    unit = -(-UNIT // tables) * tables
    target = wanted or unit
    sizes = itertools.takewhile(lambda size: size < target, (unit * 2**power for power in range(40)))
    for size in [*sizes, target] if wanted else itertools.count():
        count = size if wanted else unit * 2**size
        for run in runs:
            run.play_to(count, cores, cluster)
        played = [run.played for run in runs]
        result = Result(experiment, played, Step(count * len(runs), wanted and wanted * len(runs), None))
        result = Result(experiment, played, Step(count * len(runs), wanted and wanted * len(runs), result.widest))
        yield result
        enough = experiment.precision is not None and result.widest <= experiment.precision / 100
        if enough or count * 2 > MOST_GAMES:
            return


class _Run:
    """One arm being played, with a thing banned or not."""

    def __init__(self, experiment: Experiment, arm: Arm, ban: str | None = None, twin: str | None = None) -> None:
        self._experiment, self._arm, self._ban, self._twin = experiment, arm, ban, twin
        seats = arm.game.players
        self._base = experiment.lineup.seating(seats)
        self.seating = self._base if ban is None else self._base * seats
        if twin == OTHER_PLAYERS:
            drawn = random.Random(experiment.seed)
            self.seating = tuple(drawn.choice(self._base) for _ in range(OTHER_SEATINGS))
        self._seed = experiment.seed + (1 << 32 if twin == OTHER_DICE else 0)
        self._parts: list[Rows] = []
        self._count = 0

    @property
    def tables(self) -> int:
        """How many games it takes until every seating was played."""
        return len(self._base) if self._twin else len(self.seating)

    @property
    def _bans(self) -> tuple[tuple[int, ...], ...]:
        """The seat that may not get the thing goes round: a seating of the base for each."""
        if self._ban is None:
            return ()
        thing, seats = list(self._experiment.book.lab.THINGS).index(self._ban), self._arm.game.players
        return tuple(
            tuple(thing if seat == banned else -1 for seat in range(seats))
            for banned in range(seats)
            for _ in self._base
        )

    def play_to(self, count: int, cores: int | None, cluster: str | None) -> None:
        """Play on until there are `count` games."""
        experiment, game = self._experiment, self._arm.game
        by_bots = bool(experiment.lineup.bots)
        size = BOT_SPAN if by_bots else SPAN
        orders = [
            Order(
                *(game.name, game.players, dict(game.options), dict(game.change), self._seed),
                *(first, min(size, count - first), experiment.lineup.players, self.seating, self._bans),
                *(experiment.slip, "close" in experiment.ask, "cards" in experiment.ask),
            )
            for first in range(self._count, count, size)
        ]
        if by_bots:
            played = [(order, experiment.lineup.bots) for order in orders]
            self._parts += batches.run(play_bots, played, cores, cluster)
        elif cluster is not None:
            self._parts += batches.run(play_order, orders, cluster=cluster)
        else:
            driver(game.rulebook)
            self._parts += on_threads(game, orders, cores or batches.cores())
        self._count = count

    @property
    def played(self) -> Sample:
        rows = np.concatenate([part.rows for part in self._parts])
        things = np.concatenate([part.things for part in self._parts])
        lineup = self._experiment.lineup
        names = tuple(player.name for player in lineup.players) or lineup.bots
        return Sample(self._arm, self._ban, Rows(rows, things), self.seating, len(self._base), names, self._twin)


def on_threads(game: Game, orders: Sequence[Order], cores: int) -> list[Rows]:
    """Compiled code lets other threads run, so threads are enough."""
    if cores == 1:
        return [play_span(game, order) for order in orders]
    with ThreadPoolExecutor(cores) as pool:
        return list(pool.map(lambda order: play_span(game, order), orders))


# ------------------------------------------------------------------ registered bots


def play_bots(given: tuple[Order, tuple[str, ...]]) -> Rows:
    """Play the games of an order between registered bots."""
    order, names = given
    game = rulebook(order.game).configure(order.players, order.change, **order.options)
    rows = [play_bot_game(game, order, names, order.first + number) for number in range(order.count)]
    return Rows(
        np.array([row for row, _ in rows], np.int32),
        np.array([things for _, things in rows], np.int16)
        if order.things
        else np.zeros((0, MAX_SEATS, len(game.rulebook.lab.THINGS), game_loop.COUNTED), np.int16),
    )


def play_bot_game(game: Game, order: Order, names: tuple[str, ...], number: int) -> tuple[np.ndarray, np.ndarray]:
    """One game between registered bots, as a row and what each seat got."""
    lab = game.rulebook.lab
    match = Match(game, seed=stream_key(order.seed, number))
    players = [bot(names[player]) for player in order.seating[number % len(order.seating)]]
    row = np.zeros(game_loop.ROW, np.int32)
    things = np.zeros((MAX_SEATS, len(lab.THINGS), game_loop.COUNTED), np.int16)
    row[game_loop.FIRST] = -1
    match.play_chance()
    while (who := match.actor) is not None and match.ply < LIMIT:
        if row[game_loop.FIRST] < 0:
            row[game_loop.FIRST] = who
        for move in match.legal_ids:
            if (thing := lab.thing_of(match.position, move)) >= 0:
                things[who, thing, game_loop.OFFERED] += 1
        chosen = choose(players[who], game, match.redacted(who), who, stream_key(match.seed, match.ply))
        thing = lab.thing_of(match.position, chosen.move)
        if thing >= 0:
            things[who, thing, game_loop.BOUGHT] += 1
            if things[who, thing, game_loop.BOUGHT] == 1:
                things[who, thing, game_loop.FIRST_ROUND] = lab.clock(match.position)
        match.push(chosen.move)
        row[game_loop.DECISIONS] += 1
        match.play_chance()
    named = lab.first_seat(match.position)
    row[game_loop.FIRST] = named if named >= 0 else row[game_loop.FIRST]
    row[game_loop.ROUNDS] = lab.clock(match.position)
    row[game_loop.FINISHED] = int(match.over)
    if match.over:
        winners = match.ranking[0]
        for seat, points in enumerate(match.scores):
            row[game_loop.SCORES + seat] = points
            row[game_loop.SHARES + seat] = WIN_SHARES // len(winners) if seat in winners else 0
    return row, things
