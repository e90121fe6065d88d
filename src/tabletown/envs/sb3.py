"""Stable-Baselines3: the native batch as its `VecEnv`, so that no learner waits for Python to step games one by one.

model = MaskablePPO("MlpPolicy", VecGames("machi-koro", 64, players=2))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from ..core.actions import actions
from ..core.game import Game
from .batch import MAX_PLIES, Batch
from .gymnasium import SEED_BITS, configured, observation_space


class VecGames(VecEnv):
    """Games side by side for sb3 and sb3-contrib: the learner in one seat (None: any), the others at random."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        players: int | None = None,
        *,
        seat: int | None = 0,
        shaping: float = 0.0,
        max_plies: int = MAX_PLIES,
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.game = configured(game, players, options)
        self.batch = Batch(self.game, num_envs, seat, shaping=shaping, max_plies=max_plies)
        self.render_mode = None
        self._seed = seed
        self._lengths = np.zeros(num_envs, np.int64)
        self._sums = np.zeros(num_envs, np.float64)
        seen = observation_space(self.game.rulebook, np.float32)
        super().__init__(num_envs, seen, spaces.Discrete(actions(self.game.rulebook).count))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        self._seed = int(np.random.default_rng(seed).integers(1 << SEED_BITS))
        return [self._seed] * self.num_envs

    def reset(self) -> np.ndarray:
        self.batch.begin(self._seed)
        self._lengths[:], self._sums[:] = 0, 0
        return self.batch.observations.astype(np.float32)

    def step_async(self, actions: np.ndarray) -> None:
        self._chosen = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        batch = self.batch
        batch.step(self._chosen)
        self._lengths += 1
        self._sums += batch.rewards
        ended = batch.terminated | batch.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(ended).tolist():
            infos[index] = {
                "terminal_observation": batch.last_observations[index].astype(np.float32),
                "TimeLimit.truncated": bool(batch.truncated[index]),
                "episode": {"r": float(self._sums[index]), "l": int(self._lengths[index]), "t": 0.0},
            }
        self._lengths[ended], self._sums[ended] = 0, 0
        return batch.observations.astype(np.float32), batch.rewards.copy(), ended, infos

    def action_masks(self) -> np.ndarray:
        return self.batch.masks.copy()

    def close(self) -> None:
        """Nothing is kept open."""

    # -------------------------------------------------------------- what sb3 asks of single environments

    def _indices(self, indices: int | Iterable[int] | None) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"games side by side have no method {method_name!r} of their own")
        masks = self.action_masks()
        return [masks[index] for index in self._indices(indices)]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise AttributeError("games side by side can't be changed one by one")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        return [False] * len(self._indices(indices))
