"""How honest the chances of a review are: positions of bots' games, valued, against what was won from them.

    python benchmarks/calibration.py machi-koro --games 200

prints, for every number of players, ten bins of the chance told with what was won, the log loss, and the SURENESS with
which the log loss would be least. `bot/evaluation.py` of a game holds the SURENESS that is used.
"""

from __future__ import annotations

import argparse

import numpy as np

import tabletown as tt
from tabletown.bots import bot as find_bot
from tabletown.bots import choose
from tabletown.learn.judge import ALL, Judge, Position

BINS = 10
CHOICES = np.arange(0.4, 4.01, 0.1)


def positions(game: tt.Game, level: str, seed: int, each: int) -> tuple[list[bytes], tt.Match]:
    """A game of bots, and some of the records in which somebody had a choice."""
    match, bots = tt.Match(game, seed), [find_bot(level) for _ in range(game.players)]
    found = []
    while not match.over:
        who = match.actor
        if who == tt.CHANCE:
            match.step_chance()
            continue
        assert who is not None
        if len(match.legal_ids) > 1:
            found.append(match.at(match.ply).tobytes())
        match.push(choose(bots[who], game, match.redacted(who), who, seed * 10_000 + match.ply).move)
    drawn = np.random.default_rng(seed).choice(len(found), min(each, len(found)), replace=False)
    return [found[index] for index in sorted(drawn)], match


def loss(chances: np.ndarray, won: np.ndarray, power: float) -> float:
    """The log loss of chances raised to a power."""
    raised = np.clip(chances, 1e-4, 1.0) ** power
    raised /= raised.sum(axis=1, keepdims=True)
    return float(-(won * np.log(raised)).sum(axis=1).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--each", type=int, default=6, help="positions of a game")
    parser.add_argument("--level", default="normal")
    parser.add_argument("--playouts", type=int, help="of a tree; LEAF if not said")
    args = parser.parse_args()
    game = tt.game(args.game, args.players)
    judge = Judge(game)
    playouts = args.playouts or game.rulebook.evaluation.LEAF
    chances, won = [], []
    for seed in range(args.games):
        records, match = positions(game, args.level, seed, args.each)
        result = judge.result(match.at(match.ply))
        for value in judge.values([Position(record, ALL) for record in records], playouts):
            chances.append(value.mean(axis=0))
            won.append(result)
        judge.forget()
    told, got = np.array(chances), np.array(won)
    losses = [loss(told, got, power) for power in CHOICES]
    print(f"{game}, {len(told)} positions, {playouts} playouts a tree: log loss {loss(told, got, 1.0):.4f}")
    print(f"  least with {CHOICES[int(np.argmin(losses))]:.1f} times the present SURENESS: {min(losses):.4f}")
    places = np.minimum((told * BINS).astype(int), BINS - 1)
    for place in range(BINS):
        here = places == place
        if here.sum() >= 20:
            print(f"  {told[here].mean():6.1%} told, {got[here].mean():6.1%} won, {here.sum()} times")


if __name__ == "__main__":
    main()
