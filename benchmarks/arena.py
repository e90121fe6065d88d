"""How strong the bots are: the matches behind docs/bots.md, each a run of the arena that can be stopped and goes on
where it was.

    python benchmarks/arena.py [--only GAME] [--results FOLDER] [--write]

Prints a table; --write keeps it in arena.md. Bots with a time limit are as strong as the machine is free.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

from rich.progress import Progress

import tabletown as tt
from tabletown.lab.arena import arena

PAGE = Path(__file__).with_name("arena.md")
LEVELS = ["easy", "normal", "hard", "expert"]
QUICK_LEVELS = LEVELS[:3]

GAMES: dict[str, dict[str, Any]] = {
    "mine-carts": {"expert": 60, "hard": 60, "levels": (LEVELS, 48), "table": 48},
    "mint-works": {"expert": 40, "hard": 40, "levels": (LEVELS, 24), "table": 24},
    "machi-koro": {"expert": 40, "hard": 60, "levels": (LEVELS, 24), "table": 24},
    "little-town": {"expert": 20, "hard": 40, "levels": (LEVELS, 12), "table": 12},
    "minecart-town": {"expert": 10, "hard": 20, "levels": (QUICK_LEVELS, 12), "table": 12},
}
"""How many games of each kind of match, and which levels meet: as much as their length allows."""


def matches(name: str) -> list[tuple[int, list[str], int]]:
    """Players, bots and games of all matches of a game."""
    count = GAMES[name]
    most = tt.rulebook(name).players[1]
    found = [
        (2, ["greedy", "random"], 200),
        (2, ["expert", "greedy"], count["expert"]),
        (2, ["hard", "greedy"], count["hard"]),
    ]
    found.append((2, *count["levels"]))
    found += [
        (players, ["hard", "greedy", "easy", "random"][:players], count["table"]) for players in range(3, most + 1)
    ]
    return found


def row(name: str, players: int, bots: list[str], games: int, folder: Path) -> list[str]:
    file = folder / f"{name}-{players}-{'-'.join(bots)}.jsonl"
    with Progress() as progress:
        task = progress.add_task(f"{name}, {players} players: {', '.join(bots)}", total=games)
        result = arena(
            tt.game(name, players=players),
            bots,
            games,
            seed=2026,
            results=file,
            progress=lambda n: progress.advance(task, n),
        )
    lines = []
    for line in result.lines:
        wins = f"{line.wins:.0%} ({line.wins_low:.0%} to {line.wins_high:.0%})"
        rating = f"{line.rating.points:.0f} ({line.rating.low:.0f} to {line.rating.high:.0f})"
        lines.append(
            f"| {tt.rulebook(name).title} | {players} | {line.games} of {games} | {line.name}"
            f" | {wins} | {rating} | {line.milliseconds:.1f} |"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=GAMES, action="append")
    parser.add_argument("--results", type=Path, default=Path("arena-results"))
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    asked.results.mkdir(exist_ok=True)
    lines = [
        "| game | players | its games | bot | wins (95% interval) | rating (95%) | ms a move |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in asked.only or GAMES:
        for players, bots, games in matches(name):
            lines += row(name, players, bots, games, asked.results)
            print("\n".join(lines[-len(bots) :]), flush=True)
    head = (
        f"# Bots against bots\n\n`python benchmarks/arena.py --write`, {time.strftime('%d %B %Y')}, {os.cpu_count()}"
        " cores. Seats are exchanged evenly; a shared win counts as a part of one.\n\n"
    )
    if asked.write:
        PAGE.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
