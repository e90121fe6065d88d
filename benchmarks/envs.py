"""How fast the environments step: random legal actions, observations and masks made at every step.

    python benchmarks/envs.py [--seconds 2] [--json FILE] [GAME ...]

Prints steps by the clock and by CPU second (what one core does; on a busy machine the clock says less than that). With catanatron
and OpenSpiel installed their environments are timed in the same run, stepped in the same way.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import tabletown as tt

GAMES_AT_ONCE = 2048


def measure(steps: Iterator[int], seconds: float) -> dict[str, float]:
    """Run a generator of step counts for so long; the first hundred rounds are for warming up."""
    for _ in range(100):
        next(steps)
    began, worked, done = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - began < seconds:
        done += next(steps)
    wall, cpu = time.perf_counter() - began, time.process_time() - worked
    return {"steps_per_second": round(done / wall), "steps_per_cpu_second": round(done / cpu)}


def one(game: tt.Game) -> Iterator[int]:
    """A single Gymnasium environment; the actions are drawn beforehand, as numbers among the legal ones."""
    from tabletown.envs.gymnasium import Env

    env = Env(game)
    _, info = env.reset(seed=1)
    numbers = np.random.default_rng(0).random(1 << 16)
    at = 0
    while True:
        legal = info["action_mask"].nonzero()[0]
        _, _, terminated, truncated, info = env.step(legal[int(numbers[at] * legal.size)])
        at = (at + 1) & 0xFFFF
        if terminated or truncated:
            _, info = env.reset()
        yield 1


def vector(game: tt.Game, seat: int | str) -> Iterator[int]:
    """The native vector environment; drawing the actions is not counted, as it is the learner's work."""
    from tabletown.envs.gymnasium import VectorEnv

    envs = VectorEnv(game, GAMES_AT_ONCE, seat=seat, copy=False)
    envs.reset(seed=1)
    generator = np.random.default_rng(0)
    while True:
        actions = envs.batch.sample(generator)
        yield from _clocked(envs, actions)


class Clocked:
    """Time spent in steps alone."""

    wall = 0.0
    cpu = 0.0


def _clocked(envs: Any, actions: np.ndarray) -> Iterator[int]:
    began, worked = time.perf_counter(), time.process_time()
    envs.step(actions)
    Clocked.wall += time.perf_counter() - began
    Clocked.cpu += time.process_time() - worked
    yield envs.num_envs


def measure_vector(game: tt.Game, seat: int | str, seconds: float) -> dict[str, float]:
    steps = vector(game, seat)
    for _ in range(20):
        next(steps)
    Clocked.wall = Clocked.cpu = 0.0
    done = 0
    while Clocked.wall < seconds:
        done += next(steps)
    return {"steps_per_second": round(done / Clocked.wall), "steps_per_cpu_second": round(done / Clocked.cpu)}


def agents(game: tt.Game) -> Iterator[int]:
    """PettingZoo, without its guards."""
    from tabletown.envs.pettingzoo import raw_env

    env = raw_env(game)
    generator = np.random.default_rng(0)
    while True:
        env.reset(seed=int(generator.integers(1 << 30)))
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            seen = env.observe(env.agent_selection)
            env.step(int(generator.choice(seen["action_mask"].nonzero()[0])))
            yield 1


def spiel(name: str, players: int = 2) -> Iterator[int]:
    """A game of OpenSpiel behind its `rl_environment`: chance is sampled inside, observations are tensors."""
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(name, players=players) if name.startswith("tabletown") else rl_environment.Environment(name)
    generator = np.random.default_rng(0)
    while True:
        now = env.reset()
        while not now.last():
            who = now.observations["current_player"]
            now = env.step([int(generator.choice(now.observations["legal_actions"][who]))])
            yield 1


def catan() -> Iterator[int]:
    """Catanatron's Gymnasium environment: one learner against one random player."""
    import catanatron.gym  # noqa: F401
    import gymnasium

    env = gymnasium.make("catanatron/Catanatron-v0", disable_env_checker=True).unwrapped
    generator = np.random.default_rng(0)
    while True:
        _, info = env.reset()
        ended = False
        while not ended:
            _, _, terminated, truncated, info = env.step(int(generator.choice(info["valid_actions"])))
            ended = terminated or truncated
            yield 1


def timed(label: str, what: Callable[[], dict[str, float]]) -> dict[str, Any]:
    try:
        row: dict[str, Any] = {"what": label, **what()}
    except ImportError as error:
        row = {"what": label, "left_out": str(error)}
    if "left_out" in row:
        print(f"{label:<52} left out: {row['left_out']}", flush=True)
    else:
        print(f"{label:<52} {row['steps_per_second']:>12,} {row['steps_per_cpu_second']:>14,}", flush=True)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'':<52} {'steps/s':>12} {'/ CPU second':>14}")
    rows = []
    for name in args.games or tt.games():
        game, seconds = tt.game(name, 2), args.seconds
        rows += [
            timed(f"{name}: Gymnasium, one game", lambda: measure(one(game), seconds)),
            timed(f"{name}: VectorEnv, against random", lambda: measure_vector(game, 0, seconds)),
            timed(f"{name}: VectorEnv, all seats", lambda: measure_vector(game, "all", seconds)),
            timed(f"{name}: PettingZoo", lambda: measure(agents(game), seconds)),
            timed(f"{name}: OpenSpiel rl_environment", lambda: measure(_our_spiel(game), seconds)),
        ]
    rows.append(timed("OpenSpiel's C++ backgammon, rl_environment", lambda: measure(spiel("backgammon"), args.seconds)))
    rows.append(timed("catanatron, Gymnasium", lambda: measure(catan(), args.seconds)))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


def _our_spiel(game: tt.Game) -> Iterator[int]:
    from tabletown.envs.openspiel import short_name

    return spiel(short_name(game.rulebook), game.players)


if __name__ == "__main__":
    main()
