"""Luck and skill.

The luck of a game is what its chance moves gave a seat beyond the average of what could have come, in chances to win by
the bots' evaluation; it is 0 on average. How much of the results it explains, and the win shares with that taken out.

For a league of two also how much of a result is who plays, how much the dice alone, and how much how they meet: from
three runs of which two share the dice and two share the players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import Sample
from ..stats import FINE, Share, Sums, adjusted, correlation, mean, summed
from .plans import seats_of
from .seats import ORDINALS

OTHER_DICE, OTHER_PLAYERS = "other dice", "other players"


def measure(sample: Sample) -> dict[str, Any]:
    """The luck of games, and the win shares without it: of each player, or by order of play where all are alike."""
    parts = {
        ORDINALS[place]: (sample.order_shares[:, place], sample.order_luck[:, place]) for place in range(sample.seats)
    }
    first_shares, first_luck = parts["first"]
    found: dict[str, Any] = {
        "mean_luck": part_of_a_win(first_luck),
        "size_of_luck": part_of_a_win(np.abs(first_luck)),
        "explained": correlation(first_shares, first_luck),
    }
    if len(sample.names) > 1:
        parts = {}
        for player, name in enumerate(sample.names):
            games, seats = seats_of(sample, player)
            parts[name] = sample.shares[games, seats], sample.luck[games, seats]
    each = {name: adjusted(*part) for name, part in parts.items()}
    found["adjusted"] = {name: entry for name, (entry, _) in each.items()}
    found["games_saved"] = {name: round(fewer, 2) for name, (_, fewer) in each.items()}
    return found


def part_of_a_win(values: np.ndarray) -> Share:
    """A mean that is told in percent."""
    found = mean(values)
    return Share(found.value, found.low, found.high, found.games)


def split(sample: Sample, other_dice: Sample, other_players: Sample) -> dict[str, Any]:
    """The parts of the variance of the first seat's result."""
    first, dice, players = (entry.shares[:, 0] for entry in (sample, other_dice, other_players))
    middle = float(np.mean([first.mean(), dice.mean(), players.mean()]))
    whole = max(middle * (1 - middle), 1e-9)
    who = part_of_a_win((first - middle) * (dice - middle) / whole)
    alone = part_of_a_win((first - middle) * (players - middle) / whole)
    rest = part_of_a_win(1 - (first - middle) * (dice + players - 2 * middle) / whole)
    return {"who_plays": who, "dice_alone": alone, "how_they_meet": rest}


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    """Nothing: parts of a variance are no pairs of games."""
    return {}


def sums(sample: Sample) -> dict[str, Sums]:
    """The luck of who began."""
    luck = sample.order_luck[:, 0]
    return {
        "mean_luck": summed(luck, sample.blocks, FINE),
        "size_of_luck": summed(np.abs(luck), sample.blocks, FINE),
    }
