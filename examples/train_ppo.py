"""Train MaskablePPO on a game, against random players, and draw how it learned.

    python examples/train_ppo.py machi-koro --steps 400000
    python examples/train_ppo.py mint-works --players 3 --seed 2

Writes the curve to docs/learning/GAME.svg and its numbers to docs/learning/GAME.json; needs the extra `rl`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import tabletown as tt
from tabletown import bots
from tabletown.bots import bot, prepare
from tabletown.envs.batch import Batch
from tabletown.envs.sb3 import VecGames

MAX_PLIES = 2000
"""A learner that has not found out how to end a game is stopped here."""

LEARNING = Path(__file__).parent.parent / "docs" / "learning"


class Logarithms(BaseFeaturesExtractor):
    """Counts of coins and cards run from 0 to hundreds; their logarithms are of one size."""

    def __init__(self, observation_space: spaces.Box) -> None:
        super().__init__(observation_space, features_dim=observation_space.shape[0])

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return torch.sign(observations) * torch.log1p(torch.abs(observations))


def play(model: MaskablePPO, game: tt.Game, games: int, seed: int) -> float:
    """The share of games that the model wins against random players, from a seat drawn for each game; ties count their share."""
    batch = Batch(game, games, seat=None, max_plies=MAX_PLIES)
    batch.begin(seed)
    shares, waiting = np.zeros(games), np.ones(games, bool)
    while waiting.any():
        chosen, _ = model.predict(batch.observations.astype(np.float32), action_masks=batch.masks, deterministic=False)
        batch.step(chosen)
        first_ends = waiting & (batch.terminated | batch.truncated)
        shares[first_ends] = (batch.rewards[first_ends] * (game.players - 1) + 1) / game.players
        waiting &= ~first_ends
    return float(shares.mean())


def play_bot(model: MaskablePPO, game: tt.Game, name: str, games: int, seed: int) -> float:
    """The same against a bot by name, game by game."""
    prepare(game).join()
    shares = []
    for number in range(games):
        batch = Batch(game, 1, seat="all", max_plies=MAX_PLIES)
        batch.begin(seed + number)
        mine, others = number % game.players, [bot(name) for _ in range(game.players)]
        while True:
            who = int(batch.episodes["seat"][0])
            if who == mine:
                seen, masks = batch.observations.astype(np.float32), batch.masks
                chosen = int(model.predict(seen, action_masks=masks, deterministic=False)[0][0])
            else:
                seed_of_move = number * 100_003 + int(batch.episodes["ply"][0])
                move = bots.choose(others[who], game, batch.redacted(0, who), who, seed_of_move).move
                chosen = int(batch.actions.action_of[move])
            batch.step(chosen)
            if batch.terminated[0] or batch.truncated[0]:
                shares.append((float(batch.gains[0, mine]) * (game.players - 1) + 1) / game.players)
                break
    return float(np.mean(shares))


class Curve(BaseCallback):
    """Plays test games now and then and remembers how many were won."""

    def __init__(self, game: tt.Game, every: int, games: int) -> None:
        super().__init__()
        self._game, self._every, self._games = game, every, games
        self._next = 0
        self.points: list[tuple[int, float]] = []

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self.measure()
            self._next = self.num_timesteps + self._every

    def measure(self) -> None:
        self.points.append((self.num_timesteps, play(self.model, self._game, self._games, seed=1_000_000)))
        print(f"{self.num_timesteps:>9} steps: {self.points[-1][1]:.1%} won", flush=True)

    def _on_step(self) -> bool:
        return True


def train(game: tt.Game, steps: int, seed: int) -> dict[str, Any]:
    torch.set_num_threads(1)  # the nets are so small that threads would only wait for each other
    torch.manual_seed(seed)
    envs = VecGames(game, 64, seat=None, seed=seed, max_plies=MAX_PLIES)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        gamma=0.999,
        gae_lambda=0.95,
        learning_rate=lambda left: 1e-3 * left + 1e-5,
        ent_coef=0.01,
        seed=seed,
        policy_kwargs={"features_extractor_class": Logarithms, "net_arch": [128, 128]},
    )
    curve = Curve(game, every=max(1, steps // 12), games=400)
    began = time.perf_counter()
    model.learn(steps, callback=curve)
    seconds = time.perf_counter() - began
    curve.measure()
    return {
        "game": str(game),
        "steps": model.num_timesteps,
        "seconds": round(seconds, 1),
        "seed": seed,
        "curve": curve.points,
        "games_won_against_random": play(model, game, 2000, seed=2_000_000),
        "test_games": 2000,
        "games_won_against_greedy": play_bot(model, game, "greedy", 100, seed=3_000_000),
        "greedy_games": 100,
        "model": model,
    }


WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 56, 48, 24, 48


def draw(result: dict[str, Any], players: int) -> str:
    """The curve as SVG: games won in the tests, over the steps of training."""
    last = result["curve"][-1][0]

    def x(steps: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * steps / last, 1)

    def y(share: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    def text(
        at: tuple[float, float], words: str, anchor: str = "middle", size: int = 13, colour: str = "#6f665a"
    ) -> str:
        return f'<text x="{at[0]}" y="{at[1]}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{words}</text>'

    end = WIDTH - RIGHT
    grid = [f'<path d="M{LEFT} {y(share / 4)}H{end}" stroke="#e4dccd"/>' for share in range(5)]
    left = [text((LEFT - 8, y(share / 4) + 4), f"{share * 25} %", "end") for share in range(5)]
    below = [
        text(
            (x(last * part / 4), HEIGHT - BOTTOM + 20),
            f"{last * part / 4000:,.0f} thousand",
            "middle" if part < 4 else "end",
        )
        for part in range(1, 5)
    ]
    points = [(x(steps), y(share)) for steps, share in result["curve"]]
    line = "L".join(f"{px} {py}" for px, py in points)
    dots = [f'<circle cx="{px}" cy="{py}" r="4" fill="#2a6f63"/>' for px, py in points]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ee"/>',
        *grid,
        *left,
        *below,
        text((LEFT, 28), f"MaskablePPO learns {result['game']}: games won against random", "start", 15, "#3b352c"),
        f'<path d="M{LEFT} {y(1 / players)}H{end}" stroke="#9a8f7f" stroke-dasharray="6 5"/>',
        text((end, y(1 / players) + 18), "as good as random", "end"),
        text((end, HEIGHT - 8), "steps of training", "end"),
        f'<path d="M{line}" fill="none" stroke="#2a6f63" stroke-width="3" stroke-linejoin="round"/>',
        *dots,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tt.games())
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="write the trained model here")
    args = parser.parse_args()
    result = train(tt.game(args.game, args.players), args.steps, args.seed)
    model = result.pop("model")
    if args.save:
        model.save(args.save)
    LEARNING.mkdir(parents=True, exist_ok=True)
    (LEARNING / f"{args.game}.svg").write_text(draw(result, args.players), encoding="utf-8")
    (LEARNING / f"{args.game}.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps({name: value for name, value in result.items() if name != "curve"}, indent=1))


if __name__ == "__main__":
    main()
