"""How strong the levels are: the table of docs/bots.md, all matches side by side on all cores.

    python benchmarks/levels.py [GAME ...] [--games 400] [--seconds 3600] [--nets FOLDER] [--write]

Every match is played game by game in turn until it has its games or the time is up, so an early end leaves fewer games
of each and wider intervals. `search:20000` is the level `expert` as it was before there were nets. Levels that search
with a net are given by their playouts, so that a busy machine plays as well as a free one. --nets takes the nets from a
folder of `tabletown train` instead of those in the games' folders.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import tabletown as tt
from tabletown.bots.compiled_search import drivers_for
from tabletown.lab.arena import play_game
from tabletown.lab.arena_results import Played
from tabletown.lab.ratings import interval

PAGE = Path(__file__).with_name("levels.md")
FORMER_EXPERT = "search:20000"
EXPERT, MASTER = 3000, 20_000
SEED = 2026


@dataclass
class Match:
    """One bot among rivals: who plays, and what it won so far."""

    game: str
    players: int
    bot: str
    rival: str
    title: str
    options: dict[str, str] = field(default_factory=dict)
    games: int = 0
    won: float = 0.0
    seconds: float = 0.0
    decisions: int = 0

    def seats(self, number: int) -> list[str]:
        found = [self.rival] * self.players
        found[number % self.players] = self.bot
        return found

    def count(self, played: Played, number: int) -> None:
        mine = number % self.players
        self.games += 1
        self.seconds += played.seconds[mine]
        self.decisions += played.decisions[mine]
        self.won += played.win_share(mine)

    @property
    def row(self) -> str:
        share = self.won / max(1, self.games)
        low, high = interval(share, max(1, self.games))
        pace = 1000 * self.seconds / max(1, self.decisions)
        chosen = "".join(f", {name}={value}" for name, value in self.options.items())
        return (
            f"| {self.game}{chosen} | {self.players} | {self.title} | {share:.0%} of {self.games} "
            f"({100 * low:.0f}–{100 * high:.0f}) | {pace:.1f} ms |"
        )


def matches(name: str, net: str, wanted: list[str]) -> list[Match]:
    """The matches of a game: each level against the one it has to beat, and master at larger tables."""
    bare, expert, master = f"net:{net}" if net else "net", f"net:{net}+{EXPERT}", f"net:{net}+{MASTER}"
    most = tt.rulebook(name).players[1]
    found = [
        Match(name, 2, bare, "greedy", "hard against greedy"),
        Match(name, 2, bare, FORMER_EXPERT, "hard against the former expert"),
        Match(name, 2, expert, FORMER_EXPERT, "expert against the former expert"),
        Match(name, 2, expert, bare, "expert against hard"),
        Match(name, 2, master, expert, "master against expert"),
    ]
    found += [
        Match(name, players, master, FORMER_EXPERT, f"master among {players - 1} former experts")
        for players in range(3, most + 1)
    ]
    return [match for match in found if not wanted or any(word in match.title for word in wanted)]


def play(order: tuple[int, int, str, int, dict[str, str], list[str]]) -> tuple[int, int, Played]:
    """One game of a match, in a worker."""
    index, number, name, players, options, seats = order
    game = tt.game(name, players=players, **options)
    return index, number, play_game(game, seats, SEED, number)


def orders(found: list[Match], games: int) -> Iterator[tuple[int, int, str, int, dict[str, str], list[str]]]:
    for number in range(games):
        for index, match in enumerate(found):
            yield index, number, match.game, match.players, match.options, match.seats(number)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--nets", type=Path)
    parser.add_argument("--only", action="append", default=[], help="matches whose title has these words")
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    until = time.monotonic() + args.seconds
    found = []
    for name in args.game or tt.games():
        drivers_for(tt.rulebook(name))
        net = str(args.nets / f"{name}.npz") if args.nets else ""
        found += matches(name, net, args.only)
    with multiprocessing.get_context("spawn").Pool(args.cores) as pool:
        for index, number, played in pool.imap_unordered(play, orders(found, args.games)):
            found[index].count(played, number)
            if time.monotonic() > until:
                pool.terminate()
                break
    lines = ["| game | players | match | won | a move |", "| --- | --- | --- | --- | --- |", *(m.row for m in found)]
    print("\n".join(lines))
    if args.json:
        kept = [{key: value for key, value in vars(match).items() if key != "options"} for match in found]
        args.json.write_text(json.dumps(kept), encoding="utf-8")
    if args.write:
        PAGE.write_text("\n".join([f"`{Path(__file__).name}`, seed {SEED}:", "", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
