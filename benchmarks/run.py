"""All speeds in one table, peers beside us in the same run: python benchmarks/run.py  (or: make bench)

Writes benchmarks/results.md and benchmarks/results.json. Peers come with the extra `bench`; one that is not installed is left out
and named. Every number is from this machine and this run.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import random
import time
from pathlib import Path
from typing import Any

import tabletown as tt
from tabletown.bench import bench, rate

HERE = Path(__file__).parent


def catanatron() -> dict[str, Any]:
    """Catan, four random players, decisions a second."""
    from catanatron import Color, Game, RandomPlayer

    def play(number: int) -> int:
        random.seed(number)
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=number)
        moves = 0
        while game.winning_color() is None and moves < 10_000:
            game.play_tick()
            moves += 1
        return moves

    return {
        "engine": f"catanatron {importlib.metadata.version('catanatron')}",
        "game": "Catan, 4 players",
        "moves_per_second": rate(play, 5),
    }


def open_spiel(name: str) -> dict[str, Any]:
    """A C++ game of OpenSpiel driven from Python, moves a second, chance moves counted."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)

    def play(number: int) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
        return moves

    version = importlib.metadata.version("open_spiel")
    return {"engine": f"OpenSpiel {version} (C++)", "game": name, "moves_per_second": rate(play, 3)}


def peers() -> list[dict[str, Any]]:
    found = []
    for measure in (catanatron, lambda: open_spiel("backgammon"), lambda: open_spiel("pig")):
        try:
            found.append(measure())
        except ImportError as error:
            found.append(
                {
                    "engine": str(error.name),
                    "game": "not installed: pip install -e '.[bench]'",
                    "moves_per_second": None,
                }
            )
    return found


def number(value: Any) -> str:
    return "–" if value is None else f"{value:,}"


def page(ours: list[dict[str, Any]], others: list[dict[str, Any]]) -> str:
    lines = [
        "# Measured speeds",
        "",
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}. "
        "Random legal play, moves a second, chance moves counted. Made by `python benchmarks/run.py`.",
        "",
        "| game | players | record bytes | interpreted | Match from Python | native, 1 core | native, all cores | first compilation s | from cache s |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in ours:
        cells = [
            row["game"],
            *(
                number(row[key])
                for key in (
                    "players",
                    "record_bytes",
                    "interpreted",
                    "match_api",
                    "native_1_core",
                    "native_all_cores",
                    "compile_s",
                    "warm_s",
                )
            ),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "Peers on one core in the same run:", "", "| engine | game | moves/s |", "| --- | --- | ---: |"]
    lines += [f"| {row['engine']} | {row['game']} | {number(row['moves_per_second'])} |" for row in others]
    lines += ["", "On a GPU: `python benchmarks/gpu.py`, results in [gpu.md](gpu.md)."]
    return "\n".join(lines) + "\n"


def main() -> None:
    others = peers()
    ours = []
    for name in tt.games():
        ours.append(bench(tt.rulebook(name)))
        print(json.dumps(ours[-1]), flush=True)
    (HERE / "results.json").write_text(json.dumps({"ours": ours, "peers": others}, indent=1), encoding="utf-8")
    (HERE / "results.md").write_text(page(ours, others), encoding="utf-8")
    print(page(ours, others))


if __name__ == "__main__":
    main()
