"""All speeds in one table, peers beside us in the same run: python benchmarks/run.py  (or: make bench)

Writes benchmarks/results.md and benchmarks/results.json. Peers come with the extra `bench`; one that is not installed
is left out and named. Every number is from this machine and this run.
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


SPEEDS = {
    "players": "players",
    "record_bytes": "record bytes",
    "interpreted": "interpreted",
    "match_api": "Match from Python",
    "native_1_core": "native, 1 core",
    "native_all_cores": "native, all cores",
    "playouts": "search, playouts/s",
    "vector_env_steps": "VectorEnv, steps/s",
}
COMPILATION = {
    "compile_s": "rules",
    "compile_search_s": "search (once for all games)",
    "compile_environments_s": "environments (once for all games)",
    "warm_s": "load from the cache",
}
BEFORE = {
    "machi-koro": (21.6, 37.0, 12.1),
    "mint-works": (45.1, 85.7, 38.0),
    "little-town": (31.6, 69.6, 24.7),
    "minecart-town": (55.0, 184.6, 50.2),
    "mine-carts": (15.4, 37.7, 10.6),
}
"""Seconds for rules, search and environments when each was compiled for itself (0.1.0, one core of a quiet machine)."""


def table(rows: list[dict[str, Any]], columns: dict[str, str]) -> list[str]:
    lines = [f"| game | {' | '.join(columns.values())} |", f"| --- {'| ---: ' * len(columns)}|"]
    return [*lines, *(f"| {' | '.join([row['game'], *(number(row[key]) for key in columns)])} |" for row in rows)]


def page(ours: list[dict[str, Any]], others: list[dict[str, Any]]) -> str:
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    lines = [
        "# Measured speeds",
        "",
        f"{time.strftime('%Y-%m-%d')}, {machine}. Random legal play, moves a second, chance moves counted; playouts of"
        " `search:4000`; steps of a `VectorEnv` in which all seats are learners. Made by `python benchmarks/run.py`.",
        "",
        *table(ours, SPEEDS),
        "",
        "Seconds to compile native code with an empty cache, and to load it in a new process:",
        "",
        *table(ours, COMPILATION),
        "",
        "Version 0.1.0 compiled the rules again for each use, in seconds on one core of a quiet machine:",
        "",
        "| game | rules | search | environments |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {game} | {' | '.join(map(str, seconds))} |" for game, seconds in BEFORE.items()),
    ]
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
