"""Which tiles of Minecart Town a good player buys, and what a game alone yields: the evidence for its reconstructed values.

    python benchmarks/balance.py [--bot search:2000] [--alone 5] [--together 6] [--write]

Plays games alone in every setup and games of two to four, and counts for each tile in how many of the games where a player could have
bought it he did. --write keeps the tables in balance.md.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import numpy as np
from rich.progress import track

import tabletown as tt
from tabletown import bots
from tabletown.games.minecart_town.components import BUILDING_TILES, MARKET_ROWS, SOLO_NAMES, THRESHOLDS

HERE = Path(__file__).parent
PAGE = HERE / "balance.md"
SETUPS = len(SOLO_NAMES)


class Ledger:
    """What was on offer and what was bought, once for each player of each game."""

    def __init__(self) -> None:
        self.offered: Counter[str] = Counter()
        self.bought: Counter[str] = Counter()
        self.results: dict[str, list[int]] = {}

    def play(self, game: tt.Game, bot: str, seed: int, under: str) -> None:
        match = tt.Match(game, seed=seed)
        thinkers = [bots.bot(bot) for _ in range(game.players)]
        offered: list[set[str]] = [set() for _ in thinkers]
        bought: list[set[str]] = [set() for _ in thinkers]
        match.play_chance()
        while (seat := match.actor) is not None:
            position = match.redacted(seat)
            on_offer = {move.id: tile_at(position, move.args["space"]) for move in match.legal_moves if move.name == "buy"}
            offered[seat] |= set(on_offer.values())
            choice = thinkers[seat].choose(game, position, seat, seed + match.ply)
            if choice.move in on_offer:
                bought[seat].add(on_offer[choice.move])
            match.push(choice.move)
            match.play_chance()
        for shown, taken in zip(offered, bought, strict=True):
            self.offered.update(shown)
            self.bought.update(taken)
        self.results.setdefault(under, []).extend(match.scores)


def tile_at(position: np.ndarray, space: int) -> str:
    return BUILDING_TILES[int(position.reshape(-1)[0]["display"][space])]


def observe(bot: str, alone: int, together: int) -> Ledger:
    ledger = Ledger()
    tables = [(1, {"solo_setup": str(setup + 1)}, f"alone, {SOLO_NAMES[setup]}") for setup in range(SETUPS) for _ in range(alone)]
    tables += [(players, {}, f"{players} players") for players in (2, 3, 4) for _ in range(together)]
    for number, (players, options, under) in enumerate(track(tables, "games")):
        ledger.play(tt.game("minecart-town", players=players, **options), bot, 1000 + number, under)
    return ledger


def results_table(ledger: Ledger) -> list[str]:
    lines = ["| game | results | lowest | mean | highest | " + " | ".join(f"{mark} or more" for mark in THRESHOLDS) + " |"]
    lines.append("| --- " * (5 + len(THRESHOLDS)) + "|")
    everything = [score for under, scores in ledger.results.items() if under.startswith("alone") for score in scores]
    for under, scores in [*ledger.results.items(), ("alone, all setups", everything)]:
        shares = [f"{np.mean(np.array(scores) >= mark):.0%}" for mark in THRESHOLDS]
        lines.append(f"| {under} | {len(scores)} | {min(scores)} | {np.mean(scores):.0f} | {max(scores)} | " + " | ".join(shares) + " |")
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
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    began = time.time()
    ledger = observe(asked.bot, asked.alone, asked.together)
    text = "\n".join(
        [
            "# Minecart Town: what a good player buys, and what it yields",
            "",
            f"`python benchmarks/balance.py --bot {asked.bot} --alone {asked.alone} --together {asked.together} --write`,"
            f" {time.strftime('%d %B %Y')}, {time.time() - began:.0f} s. A tile counts once for each player of each game.",
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
