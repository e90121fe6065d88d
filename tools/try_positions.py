"""Try made-up positions of all variants of a game: each is refused in one sentence or can be played to the end.

.venv/bin/python tools/try_positions.py mint-works --count 1000000
"""

from __future__ import annotations

import argparse
import sys

from tabletown.core.registry import rulebook
from tabletown.testing import variants
from tabletown.testing.positions import try_positions


def main() -> None:
    """Try positions and say how many were refused and played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--interpreted-every", type=int, default=1, help="compare one in so many with interpreted play")
    arguments = parser.parse_args()
    games = variants(rulebook(arguments.game))
    share = -(-arguments.count // len(games))
    refused = played = 0
    for game in games:
        found = try_positions(game, arguments.seed, share, arguments.interpreted_every)
        refused, played = refused + found[0], played + found[1]
        print(f"{game}: {found[0]} refused, {found[1]} played to the end", file=sys.stderr, flush=True)
    print(f"{arguments.game}: {refused} refused, {played} played to the end")


if __name__ == "__main__":
    main()
