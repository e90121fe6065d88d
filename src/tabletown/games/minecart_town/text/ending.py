"""How a game ended, in words: who won and by which criterion, or which mark was reached alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletown.core.grammar import Name, listed

from ..components import THRESHOLDS
from ..rules import place
from ..rules.town import cubes_left
from ..view import threshold_reached
from .phrases import points


def winners(s: Any) -> list[int]:
    return [seat for seat in range(s.players) if place(s, seat) == 1]


def totals(s: Any, names: Sequence[str]) -> str:
    """The points of everybody, from the most to the fewest."""
    order = sorted(range(s.players), key=lambda seat: place(s, seat))
    return f"Final score: {listed([f'{names[seat]} {points(s.vp[seat])}' for seat in order])}."


def verdict(s: Any, names: Sequence[Name]) -> str:
    """Who has won, and why where points do not tell. MT-186..189"""
    best = winners(s)
    tied = [seat for seat in range(s.players) if s.vp[seat] == s.vp[best[0]]]
    if len(best) > 1:
        return f"{listed([names[seat] for seat in best])} share the victory: {_all_equal(s, best[0])}."
    winner = names[best[0]]
    if len(tied) == 1:
        return f"{winner} {winner:wins} with {points(s.vp[best[0]])}!"
    level = listed([winner, *(names[seat] for seat in tied if seat != best[0])])
    return f"{level} have {points(s.vp[best[0]])} each. {winner} {winner:wins} with {_edge(s, tied)}."


def _all_equal(s: Any, seat: int) -> str:
    cubes, tiles = int(cubes_left(s, seat)), s.tile_count[seat]
    return f"{points(s.vp[seat])}, {cubes} {'cube' if cubes == 1 else 'cubes'} left and {tiles} tiles each"


def _edge(s: Any, tied: list[int]) -> str:
    """What broke a tie: the fewest cubes left, or after that the most tiles. MT-187, MT-188"""
    best = winners(s)[0]
    cubes = [int(cubes_left(s, seat)) for seat in tied if seat != best]
    mine = int(cubes_left(s, best))
    if mine < min(cubes):
        return f"the fewest cubes left, {mine} against {listed([str(n) for n in cubes])}"
    level = [seat for seat in tied if seat != best and cubes_left(s, seat) == mine]
    tiles = listed([str(s.tile_count[seat]) for seat in level])
    return f"the most tiles, {s.tile_count[best]} against {tiles}, at {mine} {'cube' if mine == 1 else 'cubes'} left"


def mark_reached(s: Any) -> str:
    """Solo: the highest mark that the score reaches. MT-218"""
    mark = threshold_reached(s.vp[0])
    return f"the mark of {mark} VP is reached" if mark else f"the first mark, {THRESHOLDS[0]} VP, is not reached"
