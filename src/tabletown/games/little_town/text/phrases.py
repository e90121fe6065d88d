"""Small phrases that the words of Little Town Builders are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.core.grammar import count, listed

from ..components import CUBES


def goods(cubes: Sequence[int], coins: int = 0, points: int = 0) -> str:
    """'2 wood, 1 fish and 3 coins'; empty if there is nothing."""
    parts = [f"{n} {cube}" for n, cube in zip(cubes, CUBES, strict=True) if n]
    parts += [count(coins, "coin")] if coins else []
    parts += [count(points, "point")] if points else []
    return listed(parts)


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")


def total_words(points: int) -> str:
    """'45 points', '−1 point': a score in words."""
    return count(points, "point").replace("-", "−")


def marker_words(shown: Mapping[str, int | bool]) -> str:
    """'marker on 12, chips for 40': what the score track shows."""
    place = f"marker on {shown['space']}" + (", below zero" if shown["minus"] else "")
    return f"{place}, chips for {shown['chips']}" if shown["chips"] else place
