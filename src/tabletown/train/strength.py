"""How strong a net is while it learns: its games against a fixed bot, played in a process of its own.

    python -m tabletown.train.strength GAME NET RIVAL PLAYERS GAMES SEED

prints the net's share of the wins; its even share is one by the number of players.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .. import bots
from ..bots.net import from_file
from ..bots.net_player import NetPlayer
from ..core.match import Match
from ..core.registry import game as find_game

LONGEST = 5000


def share_of_wins(name: str, path: str, rival: str, players: int, games: int, seed: int) -> float:
    """The wins of a net that sits in each seat in turn, the others taken by a bot; shared wins are split."""
    game = find_game(name, players)
    net = from_file(game.rulebook, path)
    total = 0.0
    for number in range(games):
        mine = number % players
        seated = [NetPlayer("net", net) if seat == mine else bots.bot(rival) for seat in range(players)]
        match = Match(game, seed=seed + number // players)
        match.play_chance()
        while (seat := match.actor) is not None and match.ply < LONGEST:
            choice = bots.choose(seated[seat], game, match.redacted(seat), seat, seed + match.ply)
            match.push(choice.move)
            match.play_chance()
        first = match.ranking[0] if match.over else []
        total += 1 / len(first) if mine in first else 0.0
    return total / games


class Measurement:
    """A measurement under way in another process."""

    def __init__(self, name: str, path: Path, rival: str, players: int, games: int, seed: int) -> None:
        words = [name, str(path), rival, str(players), str(games), str(seed)]
        command = [sys.executable, "-m", "tabletown.train.strength", *words]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def result(self, wait: bool = False) -> float | None:
        """The share of wins, or None as long as it isn't known."""
        if not wait and self._process.poll() is None:
            return None
        out, _ = self._process.communicate()
        return float(out) if self._process.returncode == 0 else None

    @property
    def running(self) -> bool:
        return self._process.poll() is None


if __name__ == "__main__":
    given = sys.argv[1:]
    print(share_of_wins(given[0], given[1], given[2], int(given[3]), int(given[4]), int(given[5])))
