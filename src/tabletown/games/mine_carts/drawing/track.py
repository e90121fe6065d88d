"""The track: the curves of its sections, tiles in every orientation, undug rock and the gates at the edge.

A tile is drawn in a box of 96 x 96, seen from above, lit from the top left. Points and directions are complex numbers
(x + y j). The pictures `track_AB` show the section from point A to point B; `section` gives its centre line, along
which carts stand and runs are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import atan2, degrees

from tabletown.draw.pieces import pictogram
from tabletown.draw.shapes import at, group, number, use

from ..components import TILES

TILE = 96
POINTS = (32 + 0j, 64 + 0j, 96 + 32j, 96 + 64j, 64 + 96j, 32 + 96j, 0 + 64j, 0 + 32j)
"""The eight points of a tile, clockwise from the top-left one."""
INWARD = (1j, 1j, -1 + 0j, -1 + 0j, -1j, -1j, 1 + 0j, 1 + 0j)
"""At each point the direction into the tile."""

# ---------------------------------------------------------------- curves


def _pair(z: complex) -> str:
    return f"{number(float(z.real))} {number(float(z.imag))}"


def angle_of(direction: complex) -> float:
    return degrees(atan2(direction.imag, direction.real))


@dataclass(frozen=True)
class Curve:
    """One cubic Bézier curve."""

    start: complex
    first: complex
    second: complex
    end: complex

    def point(self, t: float) -> complex:
        s = 1 - t
        return s**3 * self.start + 3 * s * s * t * self.first + 3 * s * t * t * self.second + t**3 * self.end

    def direction(self, t: float) -> complex:
        s = 1 - t
        slope = (
            s * s * (self.first - self.start)
            + 2 * s * t * (self.second - self.first)
            + t * t * (self.end - self.second)
        )
        return slope / abs(slope)

    def length(self, steps: int = 24) -> float:
        points = [self.point(i / steps) for i in range(steps + 1)]
        return sum(abs(b - a) for a, b in pairwise(points))

    def until(self, t: float) -> Curve:
        """The part of the curve up to a point of it."""
        start, first, second = self.start, self.first, self.second
        a, b = start + t * (first - start), first + t * (second - first)
        return Curve(start, a, a + t * (b - a), self.point(t))

    def moved(self, origin: complex, scale: float) -> Curve:
        return Curve(*(origin + scale * z for z in (self.start, self.first, self.second, self.end)))

    def continuation(self) -> str:
        """Path data that draws the curve from where the path stands, which is its start."""
        return f"C{_pair(self.first)} {_pair(self.second)} {_pair(self.end)}"

    def data(self) -> str:
        """Path data of the curve alone."""
        return f"M{_pair(self.start)}{self.continuation()}"


@cache
def section(a: int, b: int) -> Curve:
    """The centre line from point a to point b; it meets the sides at right angles, so that tiles connect."""
    p, q, u, v = POINTS[a], POINTS[b], INWARD[a], INWARD[b]
    gap = q - p
    if a // 2 == b // 2:
        reach = other = 25.0
    elif u == -v:
        reach = other = 32.0 if abs(gap) == TILE else 50.0
    else:
        along, across = abs((gap * u.conjugate()).real), abs((gap * v.conjugate()).real)
        mean = (along + across) / 2
        reach, other = (0.5523 * (0.7 * run + 0.3 * mean) for run in (along, across))
    return Curve(p, p + reach * u, q + other * v, q)


# ---------------------------------------------------------------- tiles and rock

FLOORS = 6
ROCKS = 9
_SPOTS = (
    *(14 + 14j, 82 + 14j, 14 + 82j, 82 + 82j),
    *(48 + 13j, 83 + 48j, 48 + 83j, 13 + 48j),
    *(48 + 48j, 30 + 48j, 66 + 48j, 48 + 30j, 48 + 66j),
)
"""Where the pickaxe of a tile may lie, the better places first."""


def turned(tile: int, turns: int) -> tuple[tuple[int, int], ...]:
    """The sections of a tile as pairs of points, after a number of quarter turns clockwise."""
    return tuple(((a + 2 * turns) % 8, (b + 2 * turns) % 8) for a, b in TILES[tile - 1]["pairs"])


@cache
def free_spot(tile: int, turns: int) -> complex:
    """The place furthest from the tracks of a tile, for its pickaxe."""
    marks = [section(a, b).point(i / 12) for a, b in turned(tile, turns) for i in range(13)]
    return max(_SPOTS, key=lambda spot: round(min(abs(spot - mark) for mark in marks)))


def track_tile(x: float, y: float, size: float, tile: int, turns: int) -> str:
    """A tile in one of its orientations; the light stays at the top left."""
    out = pictogram(f"floor_{tile % FLOORS}", x, y, size)
    for a, b in turned(tile, turns):
        out += pictogram(f"track_{min(a, b)}{max(a, b)}", x, y, size)
    spot, unit = free_spot(tile, turns), size / TILE
    sign = "pickaxe" if TILES[tile - 1]["pickaxe"] else "pebbles"
    return out + pictogram(sign, x + (spot.real - 14) * unit, y + (spot.imag - 14) * unit, 28 * unit)


def tile_back(x: float, y: float, size: float) -> str:
    return pictogram("tile_back", x, y, size)


def rock_cell(x: float, y: float, size: float, kind: int) -> str:
    return pictogram(f"rock_{kind % ROCKS}", x, y, size)


GATE_DEPTH = 26
"""How deep the picture of a gate is; its track leads to the right."""


def gate(z: complex, inward: complex, unit: float, depth: float) -> str:
    """A gate at the border point z; `inward` leads into the board, `depth` is how far the gate reaches out."""
    art = use("pic-gate", -GATE_DEPTH, -16, GATE_DEPTH, 32)
    stretched = group(art, transform=f"scale({round(depth / unit, 2) / GATE_DEPTH:.6g} 1)")
    return at(z.real, z.imag, stretched, scale=unit, angle=angle_of(inward))
