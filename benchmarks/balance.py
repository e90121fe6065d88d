"""Which tiles of Minecart Town a good player buys, and what a game alone yields: the evidence for its reconstructed
values.

    python benchmarks/balance.py [--bot search:2000] [--alone 5] [--together 6] [--workers 1] [--write]

Plays games alone in every setup and games of two to four, and counts for each tile in how many of the games where a
player could have bought it he did. --write keeps the tables in balance.md.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rich.progress import track

import tabletown as tt
from tabletown import bots
from tabletown.bots.compiled_search import drivers_for
from tabletown.games.minecart_town.components import BUILDING_TILES, MARKET_ROWS, SOLO_NAMES, THRESHOLDS

HERE = Path(__file__).parent
PAGE = HERE / "balance.md"


class Ledger:
    """What was on offer and what was bought, once for each player of each game."""

    def __init__(self) -> None:
        self.offered: Counter[str] = Counter()
        self.bought: Counter[str] = Counter()
        self.results: dict[str, list[int]] = {}

    def enter(self, under: str, towns: list[Town]) -> None:
        for town in towns:
            self.offered.update(town.offered)
            self.bought.update(town.bought)
            self.results.setdefault(under, []).append(town.score)


@dataclass
class Town:
    """One player's game."""

    offered: set[str] = field(default_factory=set)
    bought: set[str] = field(default_factory=set)
    score: int = 0


@dataclass(frozen=True)
class Table:
    """One game to be played."""

    under: str
    players: int
    options: dict[str, str]
    seed: int


def play(table: Table, bot: str) -> list[Town]:
    game = tt.game("minecart-town", players=table.players, **table.options)
    match = tt.Match(game, seed=table.seed)
    thinkers = [bots.bot(bot) for _ in range(game.players)]
    towns = [Town() for _ in thinkers]
    match.play_chance()
    while (seat := match.actor) is not None:
        position = match.redacted(seat)
        on_offer = {move.id: tile_at(position, move.args["space"]) for move in match.legal_moves if move.name == "buy"}
        towns[seat].offered |= set(on_offer.values())
        choice = bots.choose(thinkers[seat], game, position, seat, table.seed + match.ply)
        if choice.move in on_offer:
            towns[seat].bought.add(on_offer[choice.move])
        match.push(choice.move)
        match.play_chance()
    for town, score in zip(towns, match.scores, strict=True):
        town.score = score
    return towns


def tile_at(position: np.ndarray, space: int) -> str:
    return BUILDING_TILES[int(position.reshape(-1)[0]["display"][space])]


def tables(alone: int, together: int) -> list[Table]:
    kinds = [(f"alone, {name}", 1, {"solo_setup": str(setup + 1)}) for setup, name in enumerate(SOLO_NAMES)] * alone
    kinds += [(f"{players} players", players, {}) for players in (2, 3, 4)] * together
    return [Table(under, players, options, 1000 + number) for number, (under, players, options) in enumerate(kinds)]


def observe(bot: str, alone: int, together: int, workers: int) -> Ledger:
    ledger = Ledger()
    asked = tables(alone, together)
    drivers_for(tt.game("minecart-town", players=1).rulebook)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        jobs = {pool.submit(play, table, bot): table for table in asked}
        played = {jobs[job].seed: job.result() for job in track(as_completed(jobs), "games", total=len(jobs))}
    for table in asked:
        ledger.enter(table.under, played[table.seed])
    return ledger


def results_table(ledger: Ledger) -> list[str]:
    lines = [
        "| game | results | lowest | mean | highest | " + " | ".join(f"{mark} or more" for mark in THRESHOLDS) + " |"
    ]
    lines.append("| --- " * (5 + len(THRESHOLDS)) + "|")
    everything = [score for under, scores in ledger.results.items() if under.startswith("alone") for score in scores]
    for under, scores in [*ledger.results.items(), ("alone, all setups", everything)]:
        shares = [f"{np.mean(np.array(scores) >= mark):.0%}" for mark in THRESHOLDS]
        lines.append(
            f"| {under} | {len(scores)} | {min(scores)} | {np.mean(scores):.0f} | {max(scores)} | "
            + " | ".join(shares)
            + " |"
        )
    return lines


def tiles_table(ledger: Ledger) -> list[str]:
    lines = ["| tile | bag | could be bought in | was bought in |", "| --- | --- | --- | --- |"]
    for row in MARKET_ROWS:
        shown, taken = ledger.offered[row["id"]], ledger.bought[row["id"]]
        lines.append(f"| {row['name']} | {row['type']} | {shown} | {taken} ({taken / max(1, shown):.0%}) |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="search:2000")
    parser.add_argument("--alone", type=int, default=5, help="games in each setup")
    parser.add_argument("--together", type=int, default=6, help="games of two, of three and of four")
    parser.add_argument("--workers", type=int, default=1, help="games at once; each thinks on two threads")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    began = time.time()
    ledger = observe(asked.bot, asked.alone, asked.together, asked.workers)
    text = "\n".join(
        [
            "# Minecart Town: what a good player buys, and what it yields",
            "",
            f"`python benchmarks/balance.py --bot {asked.bot} --alone {asked.alone} --together {asked.together}"
            f" --workers {asked.workers} --write`, {os.cpu_count()} cores, {time.strftime('%d %B %Y')},"
            f" {time.time() - began:.0f} s. A tile counts once for each player of each game.",
            "",
            *results_table(ledger),
            "",
            *tiles_table(ledger),
            "",
        ]
    )
    print(text)
    if asked.write:
        PAGE.write_text(text, encoding="utf-8")
        PAGE.with_suffix(".json").write_text(json.dumps(ledger.results), encoding="utf-8")


if __name__ == "__main__":
    main()
