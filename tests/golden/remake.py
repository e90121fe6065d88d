"""Golden playthroughs: whole games as text for review. `make golden` remakes them; the diff is what a rule change did."""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import tabletown as tt  # noqa: E402
import variants  # noqa: E402

SEED = 2026


def file_of(game: tt.Game) -> Path:
    return HERE / game.rulebook.package.rpartition(".")[2] / f"{variants.label(game)}.txt"


def playthrough(game: tt.Game) -> str:
    """The moves with what they did in words, then the end."""
    match = tt.Match(game, SEED, names=["Ana", "Bram", "Chloé", "Dai"][: game.players])
    while not match.over:
        match.push(match.random_move())
    told: dict[int, list[str]] = {}
    for line in match.story(None):
        told.setdefault(line["ply"], []).append(line["text"])
    lines = [f"{game}, seed {SEED}", ""]
    for ply, move in enumerate(match.moves):
        lines.append(f"{ply:4} {move.text:34} {' '.join(told.get(ply, []))}".rstrip())
    lines += ["", f"scores {match.scores}", f"ranking {match.ranking}", json.dumps(match.dump(), sort_keys=True)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for game in variants.golden_games():
        if not wanted or game.name in wanted:
            file_of(game).parent.mkdir(exist_ok=True)
            file_of(game).write_text(playthrough(game), encoding="utf-8")
            print(file_of(game).name)
