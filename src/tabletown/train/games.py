"""Games that a learner steps, as tensors on its device: stepped there by `GpuBatch`, or on all cores by `Batch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch
from torch.utils.dlpack import from_dlpack

from ..core.game import Game
from ..envs.batch import Batch

MAX_PLIES = 4000
"""A game that goes on longer than this teaches nothing more; it is cut off."""


class Games(Protocol):
    """Many games side by side, each waiting for a decision. Tensors are valid until the next step."""

    count: int

    def look(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Rows (games, features), masks (games, actions), the seat to move and the number of players of each game."""

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Play; returns what each seat gains (games, seats) and which games ended, which begin anew at once."""


class GpuGames:
    """Games in the memory of the GPU."""

    def __init__(self, kinds: Sequence[Game], count: int, seed: int) -> None:
        from ..envs.gpu import GpuBatch

        self.count = count
        self._batch = batch = GpuBatch(kinds, count, seat="all", max_plies=MAX_PLIES, for_nets=True)
        self._batch.reset(seed)
        arrays = (batch.observations, batch.masks, batch.gains, batch.seats, batch.players)
        self._rows, self._masks, self._gains, self._seats, self._players = map(from_dlpack, arrays)
        self._over = [from_dlpack(array) for array in (batch.terminated, batch.truncated)]

    def look(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        return self._rows.t(), self._masks.t(), self._seats, self._players

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        self._batch.step(actions)
        return self._gains.t(), self._over[0] | self._over[1]


class CpuGames:
    """Games stepped by native code on the processor, or interpreted; the tensors may go to any device."""

    def __init__(self, kinds: Sequence[Game], count: int, seed: int, device: str, threads: int | None = None) -> None:
        self.count = count
        self._batch = Batch(kinds, count, seat="all", max_plies=MAX_PLIES, threads=threads, for_nets=True)
        self._batch.begin(seed)
        self._device = device

    def look(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        batch = self._batch
        arrays = (batch.observations, batch.masks, batch.episodes["seat"].copy(), batch.boards["players"].copy())
        rows, masks, seats, players = (torch.from_numpy(array).to(self._device) for array in arrays)
        return rows, masks, seats, players

    def step(self, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        self._batch.step(actions.cpu().numpy())
        over = self._batch.terminated | self._batch.truncated
        return torch.from_numpy(self._batch.gains).to(self._device), torch.from_numpy(over).to(self._device)
