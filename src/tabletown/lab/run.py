"""Runs experiments: spans of games over cores or a cluster, in steps, until there are games or precision enough."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np

from ..bots import bot, choose
from ..bots.bot import Bot
from ..bots.compiled_search import UNIT as SEARCH
from ..bots.compiled_search import drivers_for
from ..bots.levels import Level
from ..bots.registry import makers, names, register
from ..compile.drivers import WIN_SHARES
from ..compile.engine import stream_key
from ..compile.native import rules_unit, values_unit
from ..compile.unit import Unit
from ..core.game import Game, Rulebook
from ..core.match import Match
from ..core.move import CHANCE
from ..core.record import MAX_SEATS
from ..core.registry import rulebook
from . import batches, game_loop, players
from .driver import LIMIT, Order, Rows, driver, halving, play_order, play_span
from .driver import UNIT as UNIT_OF_THE_LAB
from .experiment import DEFAULT_GAMES, MOST_GAMES, UNIT, Arm, Experiment, Step
from .metrics.luck import OTHER_DICE, OTHER_PLAYERS
from .result import Result
from .sample import Sample

PlaySpan = Callable[[Game, Order], Rows]

SPAN = 1024
BOT_SPAN = 8
BOT_UNIT = 8
"""Bots are slow, so their answers are looked at after 1, 2, 4, 8 … times so many games."""

PILOT = 64
"""Games that tell how long a game is, where its thirds are asked for."""

OTHER_SEATINGS = 4099
"""How many seatings are drawn by lot where only the dice stay the same; a prime, so that they go round anew."""


def steps(
    experiment: Experiment, cores: int | None, cluster: str | None, play: PlaySpan | None = None
) -> Iterator[Result]:
    """The results after each step: all games of all arms, then again with twice as many until they are enough.

    `play` is who plays a span of games in this process, `span` if nobody is named: a server counts games so, and
    remembers those it played before.
    """
    arms = experiment.arms
    runs = [_Run(experiment, arm) for arm in arms]
    runs += [_Run(experiment, arm, ban) for arm, ban in itertools.product(arms, experiment.bans)]
    if experiment.splits_luck:
        runs += [_Run(experiment, arm, twin=twin) for arm in arms for twin in (OTHER_DICE, OTHER_PLAYERS)]
    wanted = experiment.games or (None if experiment.precision else DEFAULT_GAMES)
    tables = max(run.tables for run in runs)
    unit = -(-(BOT_UNIT if experiment.lineup.bots else UNIT) // tables) * tables
    target = wanted or unit
    sizes = itertools.takewhile(lambda size: size < target, (unit * 2**power for power in range(40)))
    for size in [*sizes, target] if wanted else itertools.count():
        count = size if wanted else unit * 2**size
        for run in runs:
            run.play_to(count, cores, cluster, play or span)
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
        self._footing = "footing" in experiment.ask and ban is None and twin is None

    @property
    def tables(self) -> int:
        """How many games it takes until every seating was played."""
        return len(self._base) if self._twin else len(self.seating)

    @cached_property
    def _thirds(self) -> tuple[int, int]:
        """The last rounds of the first and the second third of a game, by some games played for this alone."""
        game, experiment = self._arm.game, self._experiment
        order = Order(
            *(game.name, game.players, dict(game.options), dict(game.change), self._seed, 0, PILOT),
            *(experiment.lineup.players, self.seating, (), experiment.slip),
        )
        rows = play_span(game, order).rows
        clock = rows[:, game_loop.ROUNDS]
        rounds = int((clock if clock.any() else rows[:, game_loop.DECISIONS]).sum())
        return rounds // (3 * PILOT), max(1, 2 * rounds // (3 * PILOT))

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

    def play_to(self, count: int, cores: int | None, cluster: str | None, play: PlaySpan) -> None:
        """Play on until there are `count` games."""
        experiment, game, bots = self._experiment, self._arm.game, self._experiment.lineup.bots
        here = cluster is None and (cores or batches.cores()) == 1
        size = SPAN if not bots else 1 if here else BOT_SPAN
        plain = self._ban is None and self._twin is None
        orders = [
            Order(
                *(game.name, game.players, dict(game.options), dict(game.change), self._seed),
                *(first, min(size, count - first), experiment.lineup.players, self.seating, self._bans),
                experiment.slip,
                watch=plain and "close" in experiment.ask,
                things=plain and "cards" in experiment.ask,
                luck=plain and "luck" in experiment.ask,
                thirds=self._thirds if self._footing else (0, 0),
                bots=bots,
                makers=makers(bots),
                with_nets=experiment.with_nets,
            )
            for first in range(self._count, count, size)
        ]
        if bots and here:
            self._parts += [play(game, order) for order in orders]
        elif bots:
            self._parts += batches.run(play_bots, orders, cores, cluster)
        elif cluster is not None:
            self._parts += batches.run(play_order, orders, cluster=cluster)
        else:
            driver(game.rulebook)
            self._parts += on_threads(game, orders, cores or batches.cores(), play)
        self._count = count

    @property
    def played(self) -> Sample:
        rows = np.concatenate([part.rows for part in self._parts])
        things = np.concatenate([part.things for part in self._parts])
        footing = sum((part.footing for part in self._parts[1:]), self._parts[0].footing)
        lineup = self._experiment.lineup
        names = tuple(player.name for player in lineup.players) or lineup.bots
        found = Rows(rows, things, footing)
        return Sample(self._arm, self._ban, found, self.seating, len(self._base), names, self._twin)


def span(game: Game, order: Order) -> Rows:
    """The games of an order, played here by the Lab's own players or by bots."""
    return play_bots(order) if order.bots else play_span(game, order)


def on_threads(game: Game, orders: Sequence[Order], cores: int, play: PlaySpan = play_span) -> list[Rows]:
    """Compiled code lets other threads run, so threads are enough."""
    if cores == 1:
        return [play(game, order) for order in orders]
    with ThreadPoolExecutor(cores) as pool:
        return list(pool.map(lambda order: play(game, order), orders))


# ------------------------------------------------------------------ registered bots


def units_for(book: Rulebook, by_bots: bool) -> list[Unit]:
    """The native code that games of the Lab need, with bots or with its own players."""
    own = [values_unit(book.printed or book), UNIT_OF_THE_LAB]
    return [*own, rules_unit(book.printed or book), SEARCH] if by_bots else own


def play_bots(order: Order) -> Rows:
    """Play the games of an order between registered bots."""
    for name, maker in order.makers.items():
        if name not in names():
            register(name, maker)
    game = rulebook(order.game).configure(order.players, order.change, **order.options)
    drivers_for(game.rulebook)
    rows = [play_bot_game(game, order, order.first + number) for number in range(order.count)]
    return Rows(
        np.array([row for row, _ in rows], np.int32),
        np.array([things for _, things in rows], np.int16)
        if order.things
        else np.zeros((0, MAX_SEATS, len(game.rulebook.lab.THINGS), game_loop.COUNTED), np.int16),
    )


def thinker_of(name: str, with_nets: bool) -> Bot:
    """A bot by name; a level of play may have to do without its net."""
    found = bot(name)
    return found if with_nets or not isinstance(found, Level) else found.without_net


def play_bot_game(game: Game, order: Order, number: int) -> tuple[np.ndarray, np.ndarray]:
    """One game between registered bots, as a row and what each seat got."""
    book = game.rulebook
    lab = book.lab
    match = Match(game, seed=stream_key(order.seed, number))
    seated = order.seating[number % len(order.seating)]
    thinkers = [thinker_of(order.bots[player], order.with_nets) for player in seated]
    row = np.zeros(game_loop.ROW, np.int32)
    things = np.zeros((MAX_SEATS, len(lab.THINGS), game_loop.COUNTED), np.int16)
    watcher = _Watcher(game, order) if order.watch or order.luck else None
    slips = random.Random(match.seed)
    row[game_loop.FIRST] = -1
    while not match.over and match.ply < LIMIT:
        who = match.actor
        assert who is not None
        if who == CHANCE:
            before = match.at(match.ply)
            move = match.step_chance().id
            if watcher and order.luck:
                watcher.chance(before, move)
            continue
        if row[game_loop.FIRST] < 0:
            row[game_loop.FIRST] = who
        for thing in {lab.thing_of(match.position, move) for move in match.legal_ids} - {-1}:
            things[who, thing, game_loop.OFFERED] += 1
        if order.slip and slips.randrange(order.slip) == 0:
            move = slips.choice(match.legal_ids)
        else:
            move = choose(thinkers[who], game, match.redacted(who), who, stream_key(match.seed, match.ply)).move
        thing = lab.thing_of(match.position, move)
        if thing >= 0:
            things[who, thing, game_loop.BOUGHT] += 1
            if things[who, thing, game_loop.BOUGHT] == 1:
                things[who, thing, game_loop.FIRST_ROUND] = lab.clock(match.position)
        match.push(move)
        row[game_loop.DECISIONS] += 1
        if watcher and order.watch and not match.over:
            watcher.decision(match.at(match.ply), lab.clock(match.position))
    named = lab.first_seat(match.position)
    row[game_loop.FIRST] = named if named >= 0 else row[game_loop.FIRST]
    row[game_loop.ROUNDS] = lab.clock(match.position)
    row[game_loop.FINISHED] = int(match.over)
    if match.over:
        winners = match.ranking[0]
        for seat, points in enumerate(match.scores):
            row[game_loop.SCORES + seat] = points
            row[game_loop.SHARES + seat] = WIN_SHARES // len(winners) if seat in winners else 0
        if watcher:
            watcher.write(row, winners)
    return row, things


class _Watcher:
    """Looks at games of bots as the loop looks at those of the Lab's own players: who leads, and how lucky who is."""

    def __init__(self, game: Game, order: Order) -> None:
        book = game.rulebook
        self._driver, self._halving = driver(book), halving(book)
        self._records = book.state.new(players.BOARDS)
        self._boards = self._driver.boards(self._seated(game.start()))
        self._moves = np.zeros(book.max_legal, np.int32)
        self._luck = np.zeros((game_loop.LUCK_ROWS, MAX_SEATS), np.int64)
        self._watched = order.watch
        self._leaders: list[int] = []
        self._changes = self._last_change = 0

    def _seated(self, position: np.ndarray) -> np.ndarray:
        self._records[:] = position[0]
        return self._records

    def chance(self, before: np.ndarray, move: int) -> None:
        self._seated(before)
        self._driver.add_luck(self._boards, move, self._moves, self._halving, self._luck)

    def decision(self, after: np.ndarray, clock: int) -> None:
        self._seated(after)
        now = self._driver.leader_of(self._boards)
        if self._leaders and now != self._leaders[-1]:
            self._changes += 1
            self._last_change = clock
        self._leaders.append(now)

    def write(self, row: np.ndarray, winners: Sequence[int]) -> None:
        """Fill in the row of a finished game."""
        row[game_loop.LUCK :] = self._luck[game_loop.SO_FAR]
        if self._watched:
            row[game_loop.LEAD_CHANGES], row[game_loop.LAST_CHANGE] = self._changes, self._last_change
            half = min(len(self._leaders) - 1, int(row[game_loop.DECISIONS]) // 2)
            row[game_loop.COMEBACK] = int(half >= 0 and self._leaders[half] not in winners)
