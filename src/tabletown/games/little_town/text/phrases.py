"""Small phrases that the words of Little Town Builders are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..components import CUBES


def number(count: int, word: str) -> str:
    """'1 coin', '2 coins'."""
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def coins(amount: int) -> str:
    return number(amount, "coin")


def points(amount: int) -> str:
    return "1 point" if abs(amount) == 1 else f"{amount} points"


def goods(cubes: Sequence[int], money: int = 0, score: int = 0) -> str:
    """'2 wood, 1 fish, 3 coins'; empty if there is nothing."""
    parts = [f"{n} {cube}" for n, cube in zip(cubes, CUBES, strict=True) if n]
    parts += [coins(money)] if money else []
    parts += [points(score)] if score else []
    return ", ".join(parts)


def listed(words: Sequence[str]) -> str:
    """'Ana, Bram and Dai'."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")


def marker_words(shown: Mapping[str, int | bool]) -> str:
    """'marker on 12, chips for 40': what the score track shows."""
    place = f"marker on {shown['space']}" + (", below zero" if shown["minus"] else "")
    return f"{place}, chips for {shown['chips']}" if shown["chips"] else place
