"""PettingZoo: every seat an agent, in turn.

    from tabletown.envs import pettingzoo
    env = pettingzoo.env("mint-works", players=3)

Observations are dicts of `observation` and `action_mask`. All are rewarded at the end: the share of the win, scaled to
-1 .. 1.
"""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ..core.actions import actions
from ..core.errors import IllegalMove
from ..core.game import Game
from . import render
from .batch import MAX_PLIES, Batch
from .driver import DISABLED
from .gymnasium import SEED_BITS, configured, observation_space


def env(game: str | Game, players: int | None = None, **settings: Any) -> AECEnv:
    """A game for agents with PettingZoo's own wrappers: an illegal action ends it, with -1 for whoever took it."""
    guarded: Any = raw_env(game, players, **settings)
    guarded = wrappers.TerminateIllegalWrapper(guarded, illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (PettingZoo's name for it)
    """The bare environment. A game of more than `max_cycles` moves of players (None: no limit) is truncated."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": render.MODES,
        "name": "tabletown",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        shaping: float = 0.0,
        dtype: Any = np.int16,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = configured(game, players, options)
        self.render_mode = render.check(render_mode)
        self.max_cycles = max_cycles
        book = self.game.rulebook
        self.metadata = {**self.metadata, "name": f"tabletown_{book.name.replace('-', '_')}_v{book.version}"}  # type: ignore[misc]
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        seen, choices = observation_space(book, dtype), actions(book).count
        shown: dict[str, spaces.Space[Any]] = {
            "observation": seen,
            "action_mask": spaces.Box(0, 1, (choices,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(shown) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(choices) for agent in self.possible_agents}
        self._dtype = np.dtype(dtype)
        self._batch = Batch(self.game, 1, "all", DISABLED, MAX_PLIES, shaping)
        self._begun = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is None and not self._begun:
            seed = secrets.randbits(SEED_BITS)
        self._begun = True
        self._batch.begin(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_to_move()

    def _agent_to_move(self) -> str:
        return self.possible_agents[int(self._batch.episodes["seat"][0])]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees, whether it is its turn or not; the mask is empty unless it is."""
        seat, batch = self.possible_agents.index(agent), self._batch
        mine = seat == int(batch.episodes["seat"][0])
        seen = batch.observations[0] if mine else batch.seen_by(0, seat)
        mask = batch.masks[0].astype(np.int8) if mine else np.zeros(batch.actions.count, np.int8)
        return {"observation": seen.astype(self._dtype), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        batch = self._batch
        if action is None or not 0 <= action < batch.actions.count or not batch.masks[0, action]:
            raise IllegalMove(
                f"Action {action!r} is not legal for {self.agent_selection} now; its action_mask says which are."
            )
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0.0
        batch.step(action)
        self._cycles += 1
        over = bool(batch.terminated[0])
        cut_off = not over and (bool(batch.truncated[0]) or self._cycles == self.max_cycles)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(batch.gains[0, seat])
            self.terminations[agent], self.truncations[agent] = over, cut_off
        self.agent_selection = self._agent_to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the agent to move sees it."""
        return render.render(self.game, self._batch.boards, int(self._batch.episodes["seat"][0]), self.render_mode)
