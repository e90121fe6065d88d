"""How fast experiments are: the table of lab.md, one core, all games.

    python benchmarks/lab.py [GAME ...] [--write]

Seconds are those of the processor, so that a busy machine measures the same.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import tabletown as tt
from tabletown import lab
from tabletown.core.values import values_of
from tabletown.core.variant import variant
from tabletown.lab.driver import driver
from tabletown.lab.plans import written_plans

PAGE = Path(__file__).with_name("lab.md")


def seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def speed(game: str, players: int, who: str) -> float:
    """Games a second of one core, from a second's worth of them."""
    games, took = 32, 0.0
    while took < 1:
        question = lab.Experiment(game, players=players, who=who, games=games, ask=["seats"])
        took = seconds(lambda: question.run(cores=1))  # noqa: B023  called at once
        games *= 4
    return games / 4 / took


def measure(name: str) -> list[tuple[str, str, str]]:
    book = tt.rulebook(name)
    driver(book)
    rows = []
    quick = {players: speed(name, players, "quick") for players in (2, 4)}
    for players, rate in quick.items():
        rows.append((name, f"quick, {players} players", f"{rate:,.0f} games/s"))
    rows.append((name, "± 1 point with quick of two", f"{9604 / quick[2]:.1f} s"))
    if len(written_plans(book)) > 1:
        rows.append((name, "plans, 2 players", f"{speed(name, 2, 'league'):,.0f} games/s"))
    key, value = next(iter(values_of(book).items()))
    other = value.low if value.low != value.printed else value.high
    rows.append((name, "a variant in Python", f"{1000 * seconds(lambda: variant(book, {key: other})):.0f} ms"))
    changed = variant(book, {key: other})
    rows.append((name, "its values and its driver", f"{1000 * seconds(lambda: driver(changed)):.0f} ms"))
    return rows


def question(**given: Any) -> lab.Experiment:
    return lab.Experiment("machi-koro", players=2, who="league", **given)


def targets() -> list[tuple[str, str, str]]:
    """What a designer of Machi Koro waits for."""
    cheese = {"cheese_factory.cost": 6}
    found = {
        "one cost, league of eight, ± 0.5 points on every difference": lambda: question(
            change=cheese, precision=0.5
        ).run(cores=1),
        "one cost, quick of two, 38,416 games": lambda: replace(
            question(change=cheese, games=38_416), who="quick", ask=["seats"]
        ).run(cores=1),
        "curve of nine costs, 8,960 games each": lambda: lab.sensitivity(
            question(games=8960), "cheese_factory.cost", range(2, 11), "cheese = 50", cores=1
        ),
        "even at: bisection": lambda: lab.balance(question(), "cheese_factory.cost", "cheese = 50", cores=1),
        "best plan around one card": lambda: lab.find(question(), "mine", cores=1),
    }
    return [("machi-koro", words, f"{seconds(work):.1f} s") for words, work in found.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=tt.games())
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    rows = []
    for name in args.games:
        rows += measure(name)
        print(*rows[-5:], sep="\n", flush=True)
    if "machi-koro" in args.games:
        rows += targets()
    lines = ["# How fast experiments are", "", f"One core of {platform.machine()}, seconds of the processor.", ""]
    lines += ["| game | what | |", "| --- | --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)]
    text = "\n".join([*lines, "", "Made by `python benchmarks/lab.py --write`.", ""])
    if args.write:
        PAGE.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
