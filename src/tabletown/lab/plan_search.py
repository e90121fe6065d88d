"""Finding plans: hill climbing over wish lists, every candidate judged by the same games against the league."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..compile.drivers import WIN_SHARES
from ..core.errors import BadOption
from ..core.game import Game, Rulebook
from . import batches, game_loop
from .driver import Order, Player, driver
from .experiment import Experiment
from .plans import declaration
from .players import ANYTHING
from .run import on_threads
from .stats import Share, share

STEPS = 130
GAMES = 400
"""Games against each opponent of the league, for every candidate."""

TOP = 3
"""A plan around a thing has it among so many first wishes."""

MOST_COPIES = 6


@dataclass(frozen=True)
class FoundPlan:
    """The best plan that was found, and its share against the league in games that did not choose it."""

    name: str
    player: Player
    declaration: dict[str, Any]
    wins: Share
    games: int

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, **self.declaration, "wins": self.wins.to_json(), "games": self.games}


def find(
    experiment: Experiment,
    around: str | None = None,
    *,
    steps: int = STEPS,
    games: int = GAMES,
    seconds: float | None = None,
    cores: int | None = None,
) -> FoundPlan:
    """The best plan against the experiment's league, with a thing among its first wishes if one is named.

    From a wish list, change a count, the order or an entry; keep what wins more with the same dice. The changed values
    of the experiment count.
    """
    check(experiment, around)
    book, game = experiment.book, experiment.arms[-1].game
    things = list(book.lab.THINGS)
    driver(game.rulebook)
    rivals, workers = experiment.lineup.players, cores or batches.cores()
    judge = _Judge(game, rivals, games, experiment.seed, workers)
    generator = random.Random(f"{experiment.seed} {around}")
    centre = None if around is None else things.index(around)
    best = max((_centred(rival, centre) for rival in rivals), key=judge.rate)
    most, began = judge.rate(best), time.monotonic()
    for _ in range(steps):
        if seconds is not None and time.monotonic() - began > seconds:
            break
        candidate = _changed(book, best, centre, generator)
        rated = judge.rate(candidate)
        if rated > most:
            best, most = candidate, rated
    name = f"around_{around}" if around else "found"
    best = replace(best, name=name)
    fresh = _Judge(game, rivals, games, experiment.seed + 1, workers)
    wins = share(fresh.shares(best))
    return FoundPlan(name, best, declaration(book, best), wins, judge.played + fresh.played)


def check(experiment: Experiment, *around: str | None) -> None:
    """Refuse what no plan can be found for, before anything is compiled or played."""
    book = experiment.book
    if not experiment.lineup.league:
        raise BadOption('Plans are found against a league: who = "league".')
    if not book.lab.THINGS or book.lab.DEALT:
        raise BadOption(f"{book.title} has no things that players choose to get, so there are no plans to find.")
    if experiment.arms[-1].game.players != 2:
        raise BadOption("Plans are found for two players.")
    for thing in around:
        if thing is not None and thing not in book.lab.THINGS:
            raise BadOption(f"{book.title} has no thing {thing!r} that a plan could be built around.")


class _Judge:
    """Plays candidates against every rival from both seats, always with the same dice."""

    def __init__(self, game: Game, rivals: tuple[Player, ...], games: int, seed: int, cores: int) -> None:
        self._game, self._rivals, self._games, self._seed, self._cores = game, rivals, games, seed, cores
        self._rated: dict[tuple[Any, ...], float] = {}
        self.played = 0

    def rate(self, plan: Player) -> float:
        key = (plan.wishes, plan.preferred)
        if key not in self._rated:
            self._rated[key] = float(self.shares(plan).mean())
        return self._rated[key]

    def shares(self, plan: Player) -> np.ndarray:
        """The plan's shares of the wins, game by game."""
        seating = [(0, rival) for rival in range(1, len(self._rivals) + 1)]
        seating += [(rival, 0) for _, rival in seating]
        count, game = self._games * len(self._rivals), self._game
        size = -(-count // self._cores)
        orders = [
            Order(
                *(game.name, game.players, dict(game.options), dict(game.change), self._seed),
                *(first, min(size, count - first), (plan, *self._rivals), tuple(seating)),
            )
            for first in range(0, count, size)
        ]
        rows = np.concatenate([part.rows for part in on_threads(game, orders, self._cores)])
        self.played += count
        mine = np.array([seats.index(0) for seats in seating])[np.arange(count) % len(seating)]
        found: np.ndarray = rows[np.arange(count), game_loop.SHARES + mine] / WIN_SHARES
        return found


def _centred(plan: Player, centre: int | None) -> Player:
    """The plan with a thing among its first wishes."""
    if centre is None or any(thing == centre for thing, _ in plan.wishes[:TOP]):
        return plan
    rest = tuple(wish for wish in plan.wishes if wish[0] != centre)
    first = 1 if rest and rest[0][0] != ANYTHING else 0
    return replace(plan, wishes=(*rest[:first], (centre, 2), *rest[first:]))


def _changed(book: Rulebook, plan: Player, centre: int | None, generator: random.Random) -> Player:
    """A neighbour: another count, another order, another entry, or another preference. What is needed stays."""
    needed = {book.lab.THINGS.index(name) for name in book.lab.NEEDED}
    last = plan.wishes[-1:] if plan.wishes[-1][0] == ANYTHING else ()
    wishes = list(plan.wishes[: len(plan.wishes) - len(last)])
    if not wishes:
        return replace(plan, wishes=((generator.randrange(len(book.lab.THINGS)), generator.randint(1, 3)), *last))
    kind = generator.randrange(5)
    place = generator.randrange(len(wishes))
    thing, copies = wishes[place]
    if kind == 0 and thing not in needed:
        wishes[place] = thing, max(1, min(MOST_COPIES, copies + generator.choice((-1, 1))))
    elif kind == 1:
        other = generator.randrange(len(wishes))
        wishes[place], wishes[other] = wishes[other], wishes[place]
    elif kind == 2:
        free = [number for number in range(len(book.lab.THINGS)) if number not in {t for t, _ in wishes}]
        if free:
            wishes.insert(place, (generator.choice(free), generator.randint(1, 3)))
    elif kind == 3 and thing not in needed and thing != centre and len(wishes) > 1:
        del wishes[place]
    else:
        wishes.insert(generator.randrange(len(wishes)), wishes.pop(place))
    return _centred(replace(plan, wishes=(*wishes, *last)), centre)
