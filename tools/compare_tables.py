"""Render the tables of all games and compare them pixel by pixel with an earlier run.

python tools/compare_tables.py --write before.json     # in the tree before a change
python tools/compare_tables.py --against before.json   # in the tree after it

A picture is named by game, players, ply, viewer, theme and layout, and kept as a hash of its pixels. Random play from
fixed seeds reaches the same positions in both trees as long as the rules are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ["TABLETOWN_ENGINE"] = "interpreted"

import tabletown as tt
from tabletown.draw.png import png

NAMES = ["Ana", "Bram", "Chloé", "Dai"]
SHARES = (0.0, 0.08, 0.3, 0.6, 0.9, 1.0)
"""Where in a game pictures are taken, as shares of its plies."""


def matches(game: str) -> Iterator[tuple[str, tt.Match]]:
    """Positions of a game for its smallest and its largest table."""
    for players in sorted(set(tt.rulebook(game).players)):
        whole = tt.Match(tt.game(game, players=players), 11, names=NAMES[:players])
        while not whole.over:
            whole.push(whole.random_move())
        stops = {round(share * whole.ply) for share in SHARES}
        match = tt.Match(whole.game, 11, names=NAMES[:players])
        for ply in range(whole.ply + 1):
            if ply in stops:
                yield f"{game} {players} players ply {ply}", match
            if ply < whole.ply:
                match.push(match.random_move())


def pictures(games: list[str]) -> Iterator[tuple[str, str]]:
    """Every picture by name, as SVG."""
    for game in games:
        for name, match in matches(game):
            for viewer in (0, None):
                for theme in ("light", "dark"):
                    for layout in ("desktop", "phone"):
                        yield f"{name} viewer {viewer} {theme} {layout}", match.svg(viewer, theme, layout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games if none is named")
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the hashes of this run")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with the hashes of an earlier run")
    args = parser.parse_args()
    earlier = json.loads(args.against.read_text()) if args.against else {}
    found: dict[str, list[str]] = {}
    different: list[str] = []
    for name, svg in pictures(args.games or tt.games()):
        text = hashlib.sha256(svg.encode()).hexdigest()
        before = earlier.get(name)
        # The same text gives the same pixels, so only changed texts are rendered when there is something to compare.
        pixels = before[1] if before and before[0] == text else hashlib.sha256(png(svg)).hexdigest()
        found[name] = [text, pixels]
        if args.against and (before is None or before[1] != pixels):
            different.append(name)
            print(f"different: {name}")
    if args.write:
        args.write.write_text(json.dumps(found, indent=1))
    changed = sum(earlier[name][0] != text for name, (text, _) in found.items() if name in earlier)
    print(f"{len(found)} pictures, {changed} drawn with other SVG, {len(different)} different in a pixel")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
