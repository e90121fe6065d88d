"""Cards: what is bought, when, by winners; and what a card is worth, by forbidding it to one seat.

That buyers win more is no cause: who is ahead can afford more. The ban test is the worth of a card: the same games with
the same dice, in which one seat may not have it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .. import game_loop
from ..ratings import interval
from ..sample import Sample
from ..stats import TWELFTHS, Difference, Sums, mean, paired, quantile, ratio, ratio_difference, summed

NEVER, ENOUGH_OFFERS = 0.01, 1000
"""A thing that is taken less often than this of so many offers is hardly ever bought."""

ENOUGH_SEATS = 30


def measure(sample: Sample) -> dict[str, Any]:
    lab = sample.arm.game.rulebook.lab
    counted = sample.rows.things[:, : sample.seats]
    if not counted.shape[0]:
        return {}
    found = {name: _thing(sample, counted[:, :, number], name) for number, name in enumerate(lab.THINGS)}
    return compared_with_the_rest(found) if lab.DEALT else found


def compared_with_the_rest(things: dict[str, Any]) -> dict[str, Any]:
    """What each thing that chance deals is worth beyond the average one.

    Whoever stays longer in a game gets more of everything and wins more often; that is the same for all of them.
    """
    known = [entry["buyers_win_more_by"] for entry in things.values() if "buyers_win_more_by" in entry]
    usual = sum(entry.value for entry in known) / max(1, len(known))
    for entry in things.values():
        if raw := entry.get("buyers_win_more_by"):
            entry["buyers_win_more_by"] = replace(
                raw, value=raw.value - usual, low=raw.low - usual, high=raw.high - usual
            )
    return things


def _thing(sample: Sample, counted: np.ndarray, name: str) -> dict[str, Any]:
    lab = sample.arm.game.rulebook.lab
    offered, bought = counted[:, :, game_loop.OFFERED], counted[:, :, game_loop.BOUGHT]
    has = bought > 0
    offers, buys = int(offered.sum()), int(bought.sum())
    rounds = counted[:, :, game_loop.FIRST_ROUND][has]
    holders, others = has.sum(axis=1), (~has).sum(axis=1)
    found: dict[str, Any] = {
        "offered": offers,
        "bought": buys,
        "taken": ratio(bought.sum(axis=1), offered.sum(axis=1)) if offers else None,
        "seats": ratio(holders, np.full(sample.count, sample.seats)),
        "copies": mean(bought.mean(axis=1)),
        "first_round": mean(rounds) if rounds.size else None,
        "quartiles": [quantile(rounds, part).value for part in (0.25, 0.5, 0.75)] if rounds.size else None,
        "never": offers >= ENOUGH_OFFERS and interval(buys / offers, offers)[1] < NEVER,
        "dominated_by": [other for other in lab.THINGS if other != name and lab.covers(other, name)],
    }
    if min(has.sum(), (~has).sum()) >= ENOUGH_SEATS:
        won = sample.shares
        found["buyers_win_more_by"] = ratio_difference(
            ((won * ~has).sum(axis=1), others), ((won * has).sum(axis=1), holders)
        )
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


def sums(sample: Sample) -> dict[str, Sums]:
    """What was bought and by how many seats, in parts of a seat."""
    found = {}
    if sample.rows.things.shape[0]:
        bought = sample.rows.things[:, : sample.seats, :, game_loop.BOUGHT]
        for number, name in enumerate(sample.arm.game.rulebook.lab.THINGS):
            copies = bought[:, :, number]
            found[f"{name}.copies"] = summed(copies.mean(axis=1), sample.blocks, TWELFTHS)
            found[f"{name}.seats"] = summed((copies > 0).mean(axis=1), sample.blocks, TWELFTHS)
    return found


def worth_sums(free: Sample, banned: Sample) -> Sums:
    """What going without a thing costs."""
    seats, games = banned.tables // banned.base, np.arange(banned.count)
    return summed(free.shares[games, seats] - banned.shares[games, seats], banned.blocks, TWELFTHS)
