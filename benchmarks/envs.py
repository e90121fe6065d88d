"""How fast the environments step: random legal actions, observations and masks made at every step.

    python benchmarks/envs.py [--seconds 2] [--json FILE] [--write] [GAME ...]

Prints steps by the clock and by CPU second (what one core does; on a busy machine the clock says less than that). With
OpenSpiel and catanatron installed their environments are timed in the same run, stepped in the same way. Catanatron's
is a package of its own that asks for an old Gymnasium but runs with ours: pip install --no-deps catanatron-gym.
--write keeps the table in envs.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import tabletown as tt

HERE = Path(__file__).parent
GAMES_AT_ONCE = 2048
MEASURED_WITH = ("numpy", "numba", "gymnasium", "pettingzoo", "open_spiel", "catanatron", "catanatron-gym")


class Course(Protocol):
    """Something that is stepped: `choose` gives the next action, `step` plays it and says how many steps that were."""

    def choose(self) -> Any: ...
    def step(self, action: Any) -> int: ...


def measure(course: Course, seconds: float) -> dict[str, float]:
    """Step for so long; the choosing is the learner's work and is not counted."""
    for _ in range(50):
        course.step(course.choose())
    wall, cpu, done = 0.0, 0.0, 0
    while wall < seconds:
        action = course.choose()
        began, worked = time.perf_counter(), time.process_time()
        done += course.step(action)
        cpu += time.process_time() - worked
        wall += time.perf_counter() - began
    return {"steps_per_second": round(done / wall), "steps_per_cpu_second": round(done / cpu)}


class One(Course):
    """A single Gymnasium environment; resets count as work."""

    def __init__(self, game: tt.Game) -> None:
        from tabletown.envs.gymnasium import Env

        self._env, self._random = Env(game), np.random.default_rng(0)
        _, self._info = self._env.reset(seed=1)

    def choose(self) -> Any:
        return self._random.choice(self._info["action_mask"].nonzero()[0])

    def step(self, action: Any) -> int:
        _, _, terminated, truncated, self._info = self._env.step(action)
        if terminated or truncated:
            _, self._info = self._env.reset()
        return 1


class Vector(Course):
    """The native vector environment."""

    def __init__(self, game: tt.Game, seat: int | str) -> None:
        from tabletown.envs.gymnasium import VectorEnv

        self._envs, self._random = VectorEnv(game, GAMES_AT_ONCE, seat=seat, copy=False), np.random.default_rng(0)
        self._envs.reset(seed=1)

    def choose(self) -> Any:
        return self._envs.batch.sample(self._random)

    def step(self, action: Any) -> int:
        self._envs.step(action)
        return GAMES_AT_ONCE


class Agents(Course):
    """PettingZoo, without its guards; a step gives the next agent what it sees."""

    def __init__(self, game: tt.Game) -> None:
        from tabletown.envs.pettingzoo import raw_env

        self._env, self._random = raw_env(game), np.random.default_rng(0)
        self._env.reset(seed=1)
        self._seen = self._env.last()[0]

    def choose(self) -> Any:
        return int(self._random.choice(self._seen["action_mask"].nonzero()[0]))

    def step(self, action: Any) -> int:
        self._env.step(action)
        self._seen, _, terminated, truncated, _ = self._env.last()
        if terminated or truncated:
            self._env.reset()
            self._seen = self._env.last()[0]
        return 1


class Spiel(Course):
    """A game of OpenSpiel behind its `rl_environment`: chance is sampled inside, observations are tensors."""

    def __init__(self, name: str, **params: Any) -> None:
        from open_spiel.python import rl_environment

        self._env, self._random = rl_environment.Environment(name, **params), np.random.default_rng(0)
        self._now = self._env.reset()

    def choose(self) -> Any:
        seen = self._now.observations
        return [int(self._random.choice(seen["legal_actions"][seen["current_player"]]))]

    def step(self, action: Any) -> int:
        self._now = self._env.step(action)
        if self._now.last():
            self._now = self._env.reset()
        return 1


class Catan(Course):
    """Catanatron's Gymnasium environment: one learner against one random player."""

    def __init__(self) -> None:
        from catanatron_gym.envs import CatanatronEnv  # type: ignore[import-not-found]

        self._env, self._random = CatanatronEnv(), np.random.default_rng(0)
        _, self._info = self._env.reset(seed=1)

    def choose(self) -> Any:
        return int(self._random.choice(self._info["valid_actions"]))

    def step(self, action: Any) -> int:
        _, _, terminated, truncated, self._info = self._env.step(action)
        if terminated or truncated:
            _, self._info = self._env.reset()
        return 1


def timed(label: str, make: Callable[[], Course], seconds: float) -> dict[str, Any]:
    try:
        row: dict[str, Any] = {"what": label, **measure(make(), seconds)}
    except ImportError as error:
        print(f"{label:<48} left out: {error}", flush=True)
        return {"what": label, "left_out": str(error)}
    print(f"{label:<48} {row['steps_per_second']:>12,} {row['steps_per_cpu_second']:>14,}", flush=True)
    return row


def our_spiel(game: tt.Game) -> Course:
    from tabletown.envs.openspiel import short_name

    return Spiel(short_name(game.rulebook), players=game.players)


def courses(names: list[str]) -> list[tuple[str, Callable[[], Course]]]:
    found: list[tuple[str, Callable[[], Course]]] = []
    for name in names:
        game = tt.game(name, 2)
        found += [
            (f"{name}: Gymnasium, one game", partial(One, game)),
            (f"{name}: VectorEnv, against random", partial(Vector, game, 0)),
            (f"{name}: VectorEnv, all seats", partial(Vector, game, "all")),
            (f"{name}: PettingZoo", partial(Agents, game)),
            (f"{name}: OpenSpiel rl_environment", partial(our_spiel, game)),
        ]
    return [
        *found,
        ("OpenSpiel's C++ backgammon, rl_environment", partial(Spiel, "backgammon")),
        ("catanatron's Catan, Gymnasium", Catan),
    ]


def versions() -> str:
    """What is installed of all that takes part."""
    installed = {
        found.metadata["Name"].replace("_", "-"): found.version for found in importlib.metadata.distributions()
    }
    named = (name.replace("_", "-") for name in MEASURED_WITH)
    return ", ".join(f"{name} {installed[name]}" for name in named if name in installed)


def page(rows: list[dict[str, Any]], load: float) -> str:
    lines = [
        "# Measured speeds of the environments",
        "",
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, {os.cpu_count()} cores, load average before {load:.1f},"
        f" Python {platform.python_version()}, {versions()}. "
        f"Made by `python {' '.join(['benchmarks/envs.py', *sys.argv[1:]])}`.",
        "",
        "A step is one random legal action of the learner with all that follows it until the next: chance, opponents,"
        " autoreset, observation, mask. Choosing the action is not counted. "
        f"2 players; `VectorEnv` has {GAMES_AT_ONCE:,} games at once on all cores and hands out its own arrays"
        " (`copy=False`), all else runs one game on one core.",
        "",
        "| environment | steps / s | steps / CPU second |",
        "| --- | ---: | ---: |",
    ]
    for row in rows:
        figures = (
            [row["left_out"], ""]
            if "left_out" in row
            else [f"{row[key]:,}" for key in ("steps_per_second", "steps_per_cpu_second")]
        )
        lines.append(f"| {' | '.join([row['what'], *figures])} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--write", action="store_true", help="keep the table in envs.md")
    args = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f}")
    print(f"{'':<48} {'steps/s':>12} {'/ CPU second':>14}")
    rows = [timed(label, make, args.seconds) for label, make in courses(args.games or tt.games())]
    if args.json:
        Path(args.json).write_text(json.dumps(rows, indent=1), encoding="utf-8")
    if args.write:
        (HERE / "envs.md").write_text(page(rows, load), encoding="utf-8")


if __name__ == "__main__":
    main()
