"""Names, numbers and lists as parts of sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ..components import FIRST_SHAPE, FIRST_T, NAMES, RESOURCES, TILES


def name_of(kind: int) -> str:
    """The name of a tile; tracks are named by their form."""
    if kind < FIRST_SHAPE:
        return NAMES[TILES[kind]]
    shape = kind - FIRST_SHAPE
    return "T-junction" if shape >= FIRST_T else "straight track" if shape < 2 else "curve"


def an(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def points(vp: int) -> str:
    return f"{vp} VP"


def listed(parts: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def cubes_in_words(counts: Sequence[int]) -> str:
    """'3 stone and 5 wood'; the empty text for nothing."""
    return listed([f"{count} {resource}" for resource, count in zip(RESOURCES, counts, strict=True) if count])
