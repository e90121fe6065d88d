"""Cards: what is bought, when, by winners; and what a card is worth, by forbidding it to one seat.

That buyers win more is no cause: who is ahead can afford more. The ban test is the worth of a card: the same games with
the same dice, in which one seat may not have it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import game_loop
from ..ratings import interval
from ..sample import Sample
from ..stats import Difference, Share, mean, newcombe, paired, quantile, share

NEVER, ENOUGH_OFFERS = 0.01, 1000


def measure(played: Sample) -> dict[str, Any]:
    lab = played.arm.game.rulebook.lab
    counted = played.rows.things[:, : played.seats]
    if not counted.shape[0]:
        return {}
    return {name: _thing(played, counted[:, :, number]) for number, name in enumerate(lab.THINGS)}


def _thing(played: Sample, counted: np.ndarray) -> dict[str, Any]:
    offered, bought = counted[:, :, game_loop.OFFERED], counted[:, :, game_loop.BOUGHT]
    has = bought > 0
    offers, buys = int(offered.sum()), int(bought.sum())
    rounds = counted[:, :, game_loop.FIRST_ROUND][has]
    found: dict[str, Any] = {
        "offered": offers,
        "bought": buys,
        "taken": Share(buys / offers, *interval(buys / offers, offers), offers) if offers else None,
        "seats": share(has.astype(float).ravel()),
        "copies": mean(bought.ravel()),
        "first_round": mean(rounds) if rounds.size else None,
        "quartiles": [quantile(rounds, part).value for part in (0.25, 0.5, 0.75)] if rounds.size else None,
        "never": offers >= ENOUGH_OFFERS and interval(buys / offers, offers)[1] < NEVER,
    }
    if has.any() and not has.all():
        found["buyers_win_more_by"] = newcombe(share(played.shares[~has]), share(played.shares[has]))
    return found


def worth(free: Sample, banned: Sample) -> Difference:
    """What it costs a seat to go without a thing: its share in the same games with the thing and without it."""
    seats = banned.tables // banned.base
    games = np.arange(banned.count)
    return paired(banned.shares[games, seats], free.shares[games, seats])


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    lab = before.arm.game.rulebook.lab
    if not before.rows.things.shape[0]:
        return {}
    found = {}
    for number, name in enumerate(lab.THINGS):
        copies = [p.rows.things[:, : p.seats, number, game_loop.BOUGHT].mean(axis=1) for p in (before, after)]
        found[name] = {"copies": paired(*copies)}
    return found


def sums(played: Sample) -> dict[str, Any]:
    return {}
