"""How fast experiments are, beside what they should take: the table of lab.md.

    python benchmarks/lab.py [GAME ...] [--ladder] [--write]

Seconds are those of one core, so that a busy machine measures nearly the same; all of it spreads over cores, so what
one waits for is that divided by their number. The ladder takes minutes and is measured only when it is asked for;
without it the row of the page stays as it was.
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
CORES = 2
"""Of the machine that the targets are for."""

HEAD = f"| game | what | of one core | of {CORES} cores | should take at most |"
LADDER = "a ladder of five rungs, 300 games each, search 50 to 800"

Row = tuple[str, str, float, float]
"""Game, what, seconds of one core, and the seconds that it should take at most on CORES of them."""

FIRST = "the first plot: games of both sides and their numbers"
FRAME = "the numbers of a later frame, 57,344 games each"
ALONE = ("a variant in Python", "its values and its driver, from the cache", FIRST, FRAME)
"""What can't be spread over cores."""


def timed(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def speed(game: str, players: int, who: str) -> float:
    """Games a second of one core, from a second's worth of them."""
    games, took = 32, 0.0
    while took < 1:
        question = lab.Experiment(game, players=players, who=who, games=games, ask=["seats"])
        took = timed(lambda: question.run(cores=1))  # noqa: B023  called at once
        games *= 4
    return games / 4 / took


def speeds(name: str) -> str:
    book = tt.rulebook(name)
    driver(book)
    told = [f"{speed(name, players, 'quick'):,.0f}" for players in (2, 4)]
    told.append(f"{speed(name, 2, 'league'):,.0f}" if len(written_plans(book)) > 1 else "–")
    return f"| {name} | {' | '.join(told)} |"


def waits(name: str) -> list[Row]:
    """What somebody with any of the games waits for."""
    book = tt.rulebook(name)
    key, value = next(iter(values_of(book).items()))
    other = value.low if value.low != value.printed else value.high
    question = lab.Experiment(name, players=2, games=9604, ask=["seats"])
    rows: list[Row] = [(name, "± 1 point with quick of two", timed(lambda: question.run(cores=1)), 10.0)]
    rows.append((name, ALONE[0], timed(lambda: variant(book, {key: other})), 0.2))
    changed = variant(book, {key: other})
    rows.append((name, ALONE[1], timed(lambda: driver(changed)), 0.7))
    return rows


def machi_koro() -> list[Row]:
    """What a designer of Machi Koro waits for."""
    cheese = {"cheese_factory.cost": 6}

    def question(**given: Any) -> lab.Experiment:
        return lab.Experiment("machi-koro", **{"players": 2, "who": "league", **given})

    quick = question(change=cheese, who="quick", ask=["seats"], printed=False)
    values = [key for key in values_of(tt.rulebook("machi-koro")) if key.endswith(("cost", "amount"))][:19]
    things = list(tt.rulebook("machi-koro").lab.THINGS)[:15]
    league = question(change=cheese, precision=0.5)
    two, four = replace(quick, games=38_416), replace(quick, games=28_800, players=4)
    answer = replace(league, precision=None, games=57_344).run(cores=1)
    found: dict[str, tuple[Callable[[], Any], float]] = {
        "one cost, league of eight, ± 0.5 points on every difference": (lambda: league.run(cores=1), 2.0),
        FIRST: (lambda: next(league.steps(cores=1)).to_json(), 0.4),
        FRAME: (lambda: replace(answer).to_json(), 0.05),
        "one cost, quick of two, 38,416 games": (lambda: two.run(cores=1), 5.0),
        "one cost, quick of four, 28,800 games": (lambda: four.run(cores=1), 8.0),
        "a curve of nine costs, 8,960 games each": (
            lambda: lab.sensitivity(question(games=8960), "cheese_factory.cost", range(2, 11), "cheese = 50", cores=1),
            3.0,
        ),
        "a tornado of 38 changes, 2,240 games each": (
            lambda: lab.tornado(question(games=2240), "cheese = 50", values, cores=1),
            10.0,
        ),
        "the best plan around each of 15 cards": (
            lambda: [lab.find(question(), thing, cores=1) for thing in things],
            30.0,
        ),
    }
    return [("machi-koro", words, timed(work), target) for words, (work, target) in found.items()]


def ladder() -> Row:
    game = tt.game("machi-koro", players=2)
    rungs = ["greedy", *(f"search:{playouts}" for playouts in (50, 100, 200, 400, 800))]
    return "machi-koro", LADDER, timed(lambda: lab.ladder(game, rungs, 300, jobs=1)), 120.0


def told(row: Row) -> str:
    game, what, seconds, target = row
    spread = seconds / (1 if what in ALONE else CORES)
    one, several = (f"{entry:.1f} s" if entry >= 1 else f"{1000 * entry:.0f} ms" for entry in (seconds, spread))
    return f"| {game} | {what} | {one} | {several} | {target:g} s{'' if spread <= target else ', missed'} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=tt.games())
    parser.add_argument("--ladder", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    rates, rows = [], []
    for name in args.games:
        rates.append(speeds(name))
        rows += [told(row) for row in waits(name)]
        print(rates[-1], *rows[-3:], sep="\n", flush=True)
    if "machi-koro" in args.games:
        rows += [told(row) for row in machi_koro()]
    before = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else []
    rows += [told(ladder())] if args.ladder else [line for line in before if LADDER in line]
    lines = [
        "# How fast experiments are",
        "",
        f"One core of {platform.machine()}. Games a second:",
        "",
    ]
    lines += ["| game | quick, 2 players | quick, 4 players | plans, 2 players |", "| --- | --- | --- | --- |", *rates]
    lines += ["", "What one waits for:", "", HEAD, "| --- | --- | --- | --- | --- |", *rows]
    text = "\n".join([*lines, "", "Made by `python benchmarks/lab.py --write`.", ""])
    if args.write:
        PAGE.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
