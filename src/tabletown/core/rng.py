"""One small counter-based integer generator, the same bits interpreted, native and on CUDA.

A number is a pure function of seed, game number and ply, so any move of any game of a batch can be
drawn again on its own, and a batch gives the same games however it is split over cores and machines.
"""

from __future__ import annotations

import numpy as np

from .rule import rule

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_ONE = np.uint64(1)


@rule
def scramble(x):
    """The finaliser of splitmix64: every input bit reaches every output bit."""
    x = (x ^ (x >> _S30)) * _FIRST
    x = (x ^ (x >> _S27)) * _SECOND
    return x ^ (x >> _S31)


@rule
def stream(seed, game):
    """The key of one game's numbers."""
    return scramble(scramble(np.uint64(seed) + _GOLDEN) + np.uint64(game) * _GOLDEN + _ONE)


@rule
def draw(key, ply):
    """The random 32-bit number of a game's stream at a ply."""
    return scramble(key + np.uint64(ply) * _GOLDEN) >> _S32


@rule
def below(number, count):
    """Map a 32-bit number to 0 .. count-1 without a division."""
    return np.int64((np.uint64(number) * np.uint64(count)) >> _S32)
