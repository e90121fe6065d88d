"""Many games from one seed: batches on all cores or on the GPU, counted in integers, so that every device agrees."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..compile import cuda
from ..compile.drivers import (
    CHANCE_MOVES,
    DECISIONS,
    GAMES,
    LENGTH_MAX,
    LENGTH_MIN,
    SCORES,
    SQUARES,
    TALLY_SIZE,
    UNFINISHED,
    WIN_SHARES,
    WINS,
)
from ..compile.native import native
from ..core.errors import BadOption
from ..core.game import Game

SPAN = 20_000
"""Random games that a worker of a cluster plays at a time: about a second of work."""

PLY_LIMIT = 100_000
"""A game that is not over by then is counted as unfinished; MK-107."""

CPU_BATCH = 4096

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Simulation:
    """The outcome of a simulation, in sums over games."""

    game: Game
    bots: list[str]
    seed: int
    device: str
    seconds: float
    tally: np.ndarray

    @property
    def games(self) -> int:
        return int(self.tally[GAMES])

    @property
    def moves(self) -> int:
        return int(self.tally[DECISIONS] + self.tally[CHANCE_MOVES])

    def to_json(self) -> dict[str, Any]:
        seats = range(self.game.players)
        finished = max(1, self.games - int(self.tally[UNFINISHED]))
        mean = [float(self.tally[SCORES + seat]) / finished for seat in seats]
        square = [float(self.tally[SQUARES + seat]) / finished for seat in seats]
        return {
            "game": self.game.name,
            "options": self.game.options,
            **({"change": dict(self.game.change)} if self.game.change else {}),
            "players": self.game.players,
            "bots": self.bots,
            "seed": self.seed,
            "device": self.device,
            "games": self.games,
            "moves": self.moves,
            "chance_moves": int(self.tally[CHANCE_MOVES]),
            "seconds": round(self.seconds, 6),
            "moves_per_second": round(self.moves / max(self.seconds, 1e-9)),
            "games_per_second": round(self.games / max(self.seconds, 1e-9), 1),
            "unfinished": int(self.tally[UNFINISHED]),
            "wins": [round(float(self.tally[WINS + seat]) / WIN_SHARES, 4) for seat in seats],
            "scores": [
                {"mean": round(mean[seat], 4), "std": round(max(0.0, square[seat] - mean[seat] ** 2) ** 0.5, 4)}
                for seat in seats
            ],
            "length": {
                "mean": round(float(self.tally[DECISIONS]) / max(1, self.games), 3),
                "min": int(self.tally[LENGTH_MIN]),
                "max": int(self.tally[LENGTH_MAX]),
            },
        }


def merge(tallies: list[np.ndarray]) -> np.ndarray:
    """One tally of several."""
    total: np.ndarray = np.sum(tallies, axis=0)
    total[LENGTH_MIN] = min(int(t[LENGTH_MIN]) for t in tallies)
    total[LENGTH_MAX] = max(int(t[LENGTH_MAX]) for t in tallies)
    return total


def _batches(games: int, size: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, size):
        yield first, min(size, games - first)


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    device: str = "cpu",
    limit: int = PLY_LIMIT,
    cores: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda games: None,
) -> Simulation:
    """Random play. Game number n of a seed is the same game on every device and however the batches are cut."""
    if games < 1:
        raise BadOption(f"The number of games must be at least 1, not {games}.")
    if device not in ("cpu", "cuda"):
        raise BadOption(f"There is no device {device!r}; there are cpu and cuda.")
    if cluster is not None:
        tally, seconds = _on_cluster(game, games, seed, limit, cluster, progress)
    else:
        run = _on_cuda if device == "cuda" else _on_cores
        tally, seconds = run(game, games, seed, limit, cores or os.cpu_count() or 1, progress)
    return Simulation(game, ["random"] * game.players, seed, device, seconds, tally)


def simulate_bots(
    game: Game,
    bots: list[str],
    games: int,
    seed: int = 0,
    cores: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda games: None,
) -> Simulation:
    """Games between named bots, one a seat or one for all; on the processes of this machine or on a cluster."""
    from .arena import play_all

    seats = bots * game.players if len(bots) == 1 else bots
    if len(seats) != game.players:
        raise BadOption(f"Name one bot, or one for each of the {game.players} seats, not {len(bots)}.")
    began = time.perf_counter()
    tallies = []
    for batch in play_all(game, [(number, seats) for number in range(games)], seed, cores, cluster):
        tallies += [_tally(played) for played in batch]
        progress(len(batch))
    return Simulation(game, seats, seed, "cpu", time.perf_counter() - began, merge(tallies))


def _tally(played: Any) -> np.ndarray:
    """A game between bots as a tally of one."""
    tally = np.zeros(TALLY_SIZE, np.int64)
    decisions = sum(played.decisions)
    tally[GAMES], tally[DECISIONS], tally[CHANCE_MOVES] = 1, decisions, played.moves - decisions
    tally[LENGTH_MIN] = tally[LENGTH_MAX] = decisions
    for seat, points in enumerate(played.scores):
        tally[SCORES + seat], tally[SQUARES + seat] = points, points * points
        tally[WINS + seat] = round(WIN_SHARES * played.win_share(seat))
    return tally


def _on_cores(
    game: Game, games: int, seed: int, limit: int, cores: int, progress: Progress
) -> tuple[np.ndarray, float]:
    engine, start = native(game.rulebook), game.start()
    size = max(1, min(CPU_BATCH, -(-games // cores)))

    def batch(span: tuple[int, int]) -> np.ndarray:
        tally = np.zeros(TALLY_SIZE, np.int64)
        engine.play_many(start, seed, *span, limit, tally)
        progress(span[1])
        return tally

    began = time.perf_counter()
    with ThreadPoolExecutor(cores) as pool:
        tallies = list(pool.map(batch, _batches(games, size)))
    return merge(tallies), time.perf_counter() - began


@dataclass(frozen=True)
class Span:
    """A batch of random games that can travel to another machine."""

    game: str
    players: int
    options: dict[str, Any]
    change: dict[str, int]
    seed: int
    first: int
    count: int
    limit: int


def play_span(span: Span) -> np.ndarray:
    """Play the games of a span, here."""
    from ..core.registry import rulebook

    game = rulebook(span.game).configure(span.players, span.change, **span.options)
    start, tally = game.start(), np.zeros(TALLY_SIZE, np.int64)
    native(game.rulebook).play_many(start, span.seed, span.first, span.count, span.limit, tally)
    return tally


def _on_cluster(
    game: Game, games: int, seed: int, limit: int, cluster: str, progress: Progress
) -> tuple[np.ndarray, float]:
    from . import batches

    change = dict(game.change)
    spans = [
        Span(game.name, game.players, game.options, change, seed, first, n, limit) for first, n in _batches(games, SPAN)
    ]
    began, tallies = time.perf_counter(), []
    for tally in batches.run(play_span, spans, cluster=cluster):
        tallies.append(tally)
        progress(int(tally[GAMES]))
    return merge(tallies), time.perf_counter() - began


def _on_cuda(game: Game, games: int, seed: int, limit: int, cores: int, progress: Progress) -> tuple[np.ndarray, float]:
    engine = cuda.engine(game.rulebook)
    tallies, seconds = [], 0.0
    for first, count in _batches(games, engine.batch):
        tally, _, took = engine.play(game, seed, first, count, limit)
        tallies.append(tally)
        seconds += took
        progress(count)
    return merge(tallies), seconds
