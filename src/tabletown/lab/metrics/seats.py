"""Seats: is who begins ahead? By order of play, not by seat number."""

from __future__ import annotations

from typing import Any

from ..sample import Sample
from ..stats import TWELFTHS, Estimate, Share, Sums, paired, share, summed

ORDINALS = ("first", "second", "third", "fourth")


def wins(sample: Sample) -> dict[str, Share]:
    """The win share of each place in the order of play."""
    return {ORDINALS[place]: share(sample.order_shares[:, place]) for place in range(sample.seats)}


def measure(sample: Sample) -> dict[str, Any]:
    """The win shares, and how far the first is from an equal share."""
    found = wins(sample)
    first, equal = found["first"], 1 / sample.seats
    ahead = Estimate(first.value - equal, first.low - equal, first.high - equal, first.games)
    return {"wins": found, "first_player": ahead}


def compare(before: Sample, after: Sample) -> dict[str, Any]:
    return {
        "wins": {
            ORDINALS[place]: paired(before.order_shares[:, place], after.order_shares[:, place])
            for place in range(before.seats)
        }
    }


def sums(sample: Sample) -> dict[str, Sums]:
    """Wins by order of play."""
    return {
        f"wins.{ORDINALS[place]}": summed(sample.order_shares[:, place], sample.blocks, TWELFTHS)
        for place in range(sample.seats)
    }
