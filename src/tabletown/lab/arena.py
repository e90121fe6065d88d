"""The arena: seat-balanced matches between bots, with ratings. Stopped half-way, it goes on where it was."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..bots import bot, choose, registry
from ..bots.compiled_search import drivers_for
from ..compile.engine import stream_key
from ..core.errors import BadOption
from ..core.game import Game
from ..core.match import Match
from ..core.registry import rulebook
from . import batches
from .arena_results import Played, Result

MOST_MOVES = 100_000
"""A game that is not over by then ends as it stands."""


@dataclass(frozen=True)
class Order:
    """A batch of games for a worker: everything in it can travel to another process or machine."""

    game: str
    players: int
    options: dict[str, Any]
    change: dict[str, int]
    seed: int
    games: list[tuple[int, list[str]]]
    makers: dict[str, registry.Maker]


def seatings(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """All ways to seat these bots, so that each meets each in every seat equally often.

    As many bots as seats: every order of them (a bot may be named more than once). More bots: every choice of some in
    every order. Fewer bots: every way to share out the seats with all bots at the table.
    """
    if len(bots) < players:
        every = itertools.product(bots, repeat=players)
        return sorted({seats for seats in every if set(seats) == set(bots)})
    return sorted(set(itertools.permutations(bots, players)))


def arena(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    results: str | Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Result:
    """Let bots play `games` games. Game number n of a seed is the same however the work is split.

    `results` names a file that keeps every finished game; an arena with the same settings goes on from it. `progress`
    is told how many games were finished since it was last told.
    """
    if games < 1:
        raise BadOption(f"The number of games must be at least 1, not {games}.")
    if not bots:
        raise BadOption("An arena needs at least one bot.")
    threads = max(getattr(bot(name), "threads", 1) for name in bots)
    tables = seatings(bots, game.players)
    kept = _Keeper(game, bots, seed, results)
    open_games = [(number, list(tables[number % len(tables)])) for number in range(games) if number not in kept.played]
    progress(len(kept.played))
    workers = max(1, batches.cores() // threads) if jobs is None and cluster is None else jobs
    for played in play_all(game, open_games, seed, workers, cluster):
        kept.keep(played)
        progress(len(played))
    rows = [row for number, row in sorted(kept.played.items()) if number < games]
    return Result(game, list(dict.fromkeys(bots)), seed, rows)


def play_all(
    game: Game, open_games: list[tuple[int, list[str]]], seed: int, jobs: int | None, cluster: str | None
) -> Iterator[list[Played]]:
    """One game for each worker first, to see how long a game takes; then batches of a good length."""
    if not open_games:
        return
    drivers_for(game.rulebook)

    def order(some: list[tuple[int, list[str]]]) -> Order:
        return Order(
            game.name,
            game.players,
            game.options,
            dict(game.change),
            seed,
            some,
            registry.makers(name for _, seats in some for name in seats),
        )

    first = open_games[: jobs or 1]
    began = time.perf_counter()
    yield from batches.run(play_batch, [order([entry]) for entry in first], jobs, cluster)
    seconds_each = time.perf_counter() - began
    rest = [order(some) for some in batches.in_batches(open_games[len(first) :], seconds_each)]
    yield from batches.run(play_batch, rest, jobs, cluster)


def play_batch(order: Order) -> list[Played]:
    """Play the games of an order, here."""
    for name, maker in order.makers.items():
        if name not in registry.names():
            registry.register(name, maker)
    game = rulebook(order.game).configure(order.players, order.change, **order.options)
    drivers_for(game.rulebook)
    return [play_game(game, seats, order.seed, number) for number, seats in order.games]


def play_game(game: Game, seats: Sequence[str], seed: int, number: int) -> Played:
    """One game between bots; its dice and its bots' luck are functions of seed and number."""
    match = Match(game, seed=stream_key(seed, number))
    players = [bot(name) for name in seats]
    seconds = [0.0] * game.players
    decisions = [0] * game.players
    match.play_chance()
    while (who := match.actor) is not None and match.ply < MOST_MOVES:
        began = time.perf_counter()
        choice = choose(players[who], game, match.redacted(who), who, stream_key(match.seed, match.ply))
        seconds[who] += time.perf_counter() - began
        decisions[who] += 1
        match.push(choice.move)
        match.play_chance()
    places = [_place(match, seat) for seat in range(game.players)]
    return Played(number, list(seats), places, match.scores, decisions, [round(s, 6) for s in seconds], match.ply)


def _place(match: Match, seat: int) -> int:
    ahead = 0
    for group in match.ranking:
        if seat in group:
            return ahead + 1
        ahead += len(group)
    raise AssertionError("every seat has a place")


class _Keeper:
    """Finished games, in memory and, if wished, in a file that only ever grows."""

    def __init__(self, game: Game, bots: Sequence[str], seed: int, file: str | Path | None) -> None:
        self.played: dict[int, Played] = {}
        self._file = None if file is None else Path(file)
        self._heading = {
            "tabletown arena": 1,
            "game": game.name,
            "rules": game.rulebook.version,
            "players": game.players,
            "options": game.options,
            "bots": list(bots),
            "seed": seed,
        }
        if game.change:
            self._heading["change"] = dict(game.change)
        if self._file is not None and self._file.exists():
            self._read(self._file)
        elif self._file is not None:
            self._file.write_text(json.dumps(self._heading) + "\n", encoding="utf-8")

    def _read(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        whole, _, torn = text.rpartition("\n")
        if torn:
            file.write_text(whole + "\n" if whole else "", encoding="utf-8")
        lines = whole.split("\n")
        try:
            heading, *rows = [json.loads(line) for line in lines]
            self.played = {row["number"]: Played(**row) for row in rows}
        except (ValueError, TypeError, KeyError) as error:
            raise BadOption(f"{file} is not a file of arena results.") from error
        if heading != self._heading:
            raise BadOption(f"{file} holds the results of another arena; name another file or the same settings.")

    def keep(self, played: list[Played]) -> None:
        self.played |= {row.number: row for row in played}
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as out:
                out.writelines(json.dumps(asdict(row)) + "\n" for row in played)
