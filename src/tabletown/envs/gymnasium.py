"""Gymnasium: one learner at the table, alone, against bots, or in every seat; one game or thousands at a time.

    env = Env("machi-koro", players=3, opponents="greedy")
    envs = VectorEnv("machi-koro", 4096, players=2)

Every game is registered too: `gymnasium.make("tabletown/machi-koro-v1", players=3)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ..core.actions import actions
from ..core.errors import BadOption
from ..core.game import Game, Rulebook
from ..core.registry import game as find_game
from ..core.registry import rulebooks
from . import render
from .batch import MAX_PLIES, Batch, copied, observation_bounds, read_seat
from .driver import DISABLED, NEXT_STEP, SAME_STEP

if TYPE_CHECKING:
    from ..bots import Bot

MODES = {AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.DISABLED: DISABLED}
SEED_BITS = 53


def configured(game: str | Game, players: int | None, options: dict[str, Any]) -> Game:
    """The game by its name, players and options, or as it is given."""
    if isinstance(game, str):
        return find_game(game, players, **options)
    if players is not None or options:
        raise BadOption("A Game has its players and options already; give its name to choose them here.")
    return game


def observation_space(book: Rulebook, dtype: Any) -> spaces.Box:
    if np.dtype(dtype) not in (np.dtype(np.int16), np.dtype(np.float32)):
        raise BadOption(f"Observations are int16 or float32, not {np.dtype(dtype).name}.")
    low, high = observation_bounds(book)
    return spaces.Box(low.astype(dtype), high.astype(dtype), dtype=dtype)


class Env(gymnasium.Env[np.ndarray, np.integer[Any]]):
    """One learner against bots, or alone in a game for one.

    `seat` is the learner's, None draws one for each game. `opponents` is the name of a bot for all other seats, or a
    list of names, clockwise from the learner. The reward comes at the end: the share of the win, scaled to -1 .. 1;
    `shaping` is an additional reward for each point that the learner's lead grows. An illegal action loses the game;
    `info["action_mask"]` and `action_masks()` say what is legal.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": render.MODES, "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        dtype: Any = np.int16,
        shaping: float = 0.0,
        max_plies: int = MAX_PLIES,
        **options: Any,
    ) -> None:
        self.game = configured(game, players, options)
        self.render_mode = render.check(render_mode)
        self.observation_space = observation_space(self.game.rulebook, dtype)
        self.action_space = spaces.Discrete(actions(self.game.rulebook).count)
        self._wanted_seat = seat
        self._dtype = np.dtype(dtype)
        self._names = _bot_names(opponents, self.game.players)
        self._bots: list[Bot | None] = []
        native = all(name == "random" for name in self._names)
        read_seat(seat, self.game.players)
        self._batch = Batch(self.game, 1, seat if native else "all", DISABLED, max_plies, shaping)
        self._native = native
        self.seat = seat or 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        first = self._np_random is None
        super().reset(seed=seed)
        if seed is None and first:
            seed = int(self.np_random.integers(1 << SEED_BITS))
        self._batch.begin(seed)
        if self._native:
            self.seat = int(self._batch.episodes["seat"][0])
        else:
            drawn = self._wanted_seat is None
            self.seat = int(self.np_random.integers(self.game.players)) if drawn else int(self._wanted_seat or 0)
            self._seat_bots()
            self._let_bots_play()
        return self._observation(), self._info()

    def step(self, action: np.integer[Any] | int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        batch = self._batch
        batch.step(action)
        reward = float(batch.gains[0, self.seat])
        if not self._native:
            reward += self._let_bots_play()
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        info = self._info()
        if terminated:
            info["returns"] = batch.gains[0, : self.game.players].copy()
            if batch.episodes["illegal"][0]:
                info["illegal_action"] = True
        return self._observation(), reward, terminated, truncated, info

    def _observation(self) -> np.ndarray:
        seen: np.ndarray = self._batch.observations[0].astype(self._dtype)
        return seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.masks[0].view(np.int8).copy(), "seat": self.seat}

    def action_masks(self) -> np.ndarray:
        """The legal actions, under the name that sb3-contrib looks for."""
        mask: np.ndarray = self._batch.masks[0]
        return mask.copy()

    def move_of(self, action: np.integer[Any] | int) -> int:
        """The id of the move that an action stands for."""
        return int(self._batch.actions.move_of[action])

    @property
    def board(self) -> np.ndarray:
        """The record of the present position, as it really is."""
        return copied(self._batch.boards)

    def render(self) -> Any:
        return render.render(self.game, self._batch.boards, self.seat, self.render_mode)

    # -------------------------------------------------------------- opponents that are not random

    def _seat_bots(self) -> None:
        """New bots for a new game: they may remember what they thought before."""
        from ..bots import bot

        self._bots = [None] * self.game.players
        for step, name in enumerate(self._names, start=1):
            self._bots[(self.seat + step) % self.game.players] = bot(name)

    def _let_bots_play(self) -> float:
        """Play until it is the learner's turn; returns the learner's reward on the way."""
        from .. import bots

        batch, brought = self._batch, 0.0
        while not (batch.terminated[0] or batch.truncated[0]):
            who = int(batch.episodes["seat"][0])
            player = self._bots[who]
            if player is None:
                break
            seed = int(self.np_random.integers(1 << SEED_BITS))
            move = bots.choose(player, self.game, batch.redacted(0, who), who, seed).move
            batch.step(batch.actions.action_of[move])
            brought += float(batch.gains[0, self.seat])
        if batch.terminated[0] or batch.truncated[0]:
            batch.observations[0] = batch.seen_by(0, self.seat)
        return brought


def _bot_names(opponents: str | Sequence[str], players: int) -> list[str]:
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise BadOption(f"{players - 1} opponents are needed, one for each other seat, not {len(names)}.")
    return names


class VectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Thousands of games at once in native code on all cores.

    `seat` is the learner's (None: drawn for each game) and the others play at random, or "all" for self-play: then
    every step is one decision of the seat that `infos["seat"]` named, observed by that seat and rewarded to that seat,
    and `infos["returns"]` has everybody's returns when a game ends. Legal actions are in `infos["action_mask"]`. With
    `copy=False` the arrays are the batch's own and change with the next step.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1024,
        players: int | None = None,
        *,
        seat: int | str | None = 0,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        dtype: Any = np.int16,
        shaping: float = 0.0,
        max_plies: int = MAX_PLIES,
        threads: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        self.game = configured(game, players, options)
        self.num_envs = num_envs
        self.render_mode = render.check(render_mode)
        self.metadata = {"render_modes": render.MODES, "autoreset_mode": autoreset_mode}
        self.single_observation_space = observation_space(self.game.rulebook, dtype)
        self.single_action_space = spaces.Discrete(actions(self.game.rulebook).count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(self.game, num_envs, seat, MODES[autoreset_mode], max_plies, shaping, threads)
        self._same_step = autoreset_mode is AutoresetMode.SAME_STEP
        self._copy = copy
        self._dtype = np.dtype(dtype)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        first = self._np_random is None
        super().reset(seed=seed)
        if seed is None and first:
            seed = int(self.np_random.integers(1 << SEED_BITS))
        which = (options or {}).get("reset_mask")
        self.batch.begin(seed, which)
        return self._own(self.batch.observations), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        infos = self._infos()
        ended = batch.terminated | batch.truncated
        ends = np.flatnonzero(ended)
        if ends.size:
            self._tell_ends(infos, ended, ends)
        if not self._copy:
            return self._own(batch.observations), batch.rewards, batch.terminated, batch.truncated, infos
        return (
            self._own(batch.observations),
            batch.rewards.copy(),
            batch.terminated.copy(),
            batch.truncated.copy(),
            infos,
        )

    def _own(self, array: np.ndarray) -> np.ndarray:
        return array.astype(self._dtype, copy=self._copy)

    def _infos(self) -> dict[str, Any]:
        masks = self.batch.masks
        return {"action_mask": masks.copy() if self._copy else masks, "seat": self.batch.episodes["seat"].copy()}

    def _tell_ends(self, infos: dict[str, Any], ended: np.ndarray, ends: np.ndarray) -> None:
        returns = np.zeros((self.num_envs, self.game.players), np.float32)
        returns[ends] = self.batch.gains[ends, : self.game.players]
        infos["returns"], infos["_returns"] = returns, ended
        illegal = self.batch.episodes["illegal"]
        if illegal[ends].any():
            infos["illegal_action"], infos["_illegal_action"] = illegal.astype(np.bool_), ended
        if self._same_step:
            infos["final_obs"], infos["_final_obs"] = self._last_views(ends), ended

    def _last_views(self, ends: np.ndarray) -> np.ndarray:
        """The last view of each game that has ended, None for the others."""
        views = np.empty(self.num_envs, object)
        rows = self.batch.last_observations[ends].astype(self._dtype, copy=False)
        for index, row in zip(ends.tolist(), rows, strict=True):
            views[index] = row
        return views

    def render(self) -> tuple[Any, ...] | None:
        """The boards, each as its seat to move sees it."""
        seats = self.batch.episodes["seat"].tolist()
        boards = (self.batch.boards[index : index + 1] for index in range(self.num_envs))
        shown = [
            render.render(self.game, board, seat, self.render_mode) for board, seat in zip(boards, seats, strict=True)
        ]
        return None if self.render_mode in (None, "human") else tuple(shown)


def register_all() -> None:
    """Make every game known to `gymnasium.make` and `gymnasium.make_vec`."""
    for name, book in rulebooks().items():
        gymnasium.register(
            f"tabletown/{name}-v{book.version}",
            entry_point="tabletown.envs.gymnasium:Env",
            vector_entry_point="tabletown.envs.gymnasium:VectorEnv",
            kwargs={"game": name},
        )


register_all()
