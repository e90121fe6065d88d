"""Proximal policy optimisation in self-play, with a value for every seat.

A decision is seen by the seat that makes it, so each value is what that seat thinks everybody can expect. Returns of
all seats are followed from decision to decision; the policy learns from the mover's, the value from all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from ..core.record import MAX_SEATS
from .games import Games
from .model import Model, log_chances


@dataclass(frozen=True)
class Settings:
    """How a net is trained. Rates fall to nothing as training goes on."""

    steps: int = 32
    """Decisions of each game between two updates."""
    minibatch: int = 65_536
    epochs: int = 2
    learning_rate: float = 1e-3
    entropy: float = 0.02
    clip: float = 0.2
    trace: float = 0.95
    """Lambda of the returns: 1 waits for the end of the game, 0 trusts the next value."""
    value_weight: float = 1.0
    largest_gradient: float = 0.5


class Learner:
    """A model, its optimiser and the games it learns from."""

    def __init__(self, model: Model, games: Games, settings: Settings, device: str) -> None:
        self.model, self.games, self.settings, self.device = model, games, settings, device
        self.optimiser = torch.optim.Adam(model.parameters(), settings.learning_rate, eps=1e-5)
        rows, masks, _, _ = games.look()
        steps, count = settings.steps, games.count
        self._rows = torch.empty((steps, count, rows.shape[1]), dtype=torch.int16, device=device)
        self._masks = torch.empty((steps, count, masks.shape[1]), dtype=torch.bool, device=device)
        self._chosen = torch.empty((steps, count), dtype=torch.int64, device=device)
        self._logged = torch.empty((steps, count), device=device)
        self._values = torch.empty((steps + 1, count, MAX_SEATS), device=device)
        self._results = torch.empty((steps, count, MAX_SEATS), device=device)
        self._over = torch.empty((steps, count), dtype=torch.bool, device=device)
        self._seats = torch.empty((steps + 1, count), dtype=torch.int64, device=device)
        self._players = torch.empty((steps + 1, count), dtype=torch.int64, device=device)

    def iterate(self, part: float) -> dict[str, float]:
        """Play and learn once; `part` of the training is over."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.settings.learning_rate * (1 - part) + 1e-5
        self._play()
        return self._learn(self.settings.entropy * (1 - part) ** 2 + 5e-4)

    def _autocast(self) -> Any:
        return torch.autocast("cuda", torch.bfloat16, enabled=self.device == "cuda")

    # -------------------------------------------------------------- playing

    @torch.no_grad()
    def _play(self) -> None:
        for step in range(self.settings.steps):
            rows, masks, seats, players = self.games.look()
            self._rows[step].copy_(rows)
            self._masks[step].copy_(masks)
            self._note(step, seats, players)
            logged = self._think(step, self._rows[step], self._masks[step])
            noise = torch.rand_like(logged).clamp_(1e-9, 1 - 1e-7)
            chosen = torch.argmax(logged - torch.log(-torch.log(noise)), 1)
            self._chosen[step] = chosen
            self._logged[step] = logged.gather(1, chosen[:, None])[:, 0]
            gains, over = self.games.step(chosen)
            self._over[step] = over
            self._results[step] = results_of(gains, self._players[step])
        rows, masks, seats, players = self.games.look()
        self._note(self.settings.steps, seats, players)
        self._think(self.settings.steps, rows.to(torch.int16), masks)

    def _note(self, step: int, seats: torch.Tensor, players: torch.Tensor) -> None:
        self._seats[step].copy_(seats)
        self._players[step].copy_(players)

    def _think(self, step: int, rows: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Log probabilities of the actions; the values are kept by seat."""
        with self._autocast():
            logged, logits = self.model(rows, masks)
        seen = log_chances(logits, self._players[step]).exp()
        self._values[step] = turned(seen, -self._seats[step], self._players[step])
        found: torch.Tensor = logged
        return found

    # -------------------------------------------------------------- learning

    def _returns(self) -> torch.Tensor:
        """How much better than expected it went for each seat, from each decision on."""
        ahead = torch.zeros_like(self._results)
        last = torch.zeros_like(self._results[0])
        for step in reversed(range(self.settings.steps)):
            over = self._over[step][:, None]
            following = torch.where(over, self._results[step], self._values[step + 1])
            last = torch.where(over, 0.0, self.settings.trace * last) + following - self._values[step]
            ahead[step] = last
        return ahead

    def _learn(self, entropy_weight: float) -> dict[str, float]:
        settings, steps = self.settings, self.settings.steps
        ahead = self._returns()
        seats, players = self._seats[:steps], self._players[:steps]
        mine = ahead.gather(2, seats[..., None])[..., 0].flatten()
        mine = (mine - mine.mean()) / (mine.std() + 1e-6)
        targets = (ahead + self._values[:steps]).clamp(0, 1).view(-1, MAX_SEATS)
        targets = turned(targets, seats.flatten(), players.flatten())
        alone = (players.flatten() == 1)[:, None]
        missing = torch.cat([targets[:, :1], 1 - targets[:, :1], torch.zeros_like(targets[:, 2:])], 1)
        targets = torch.where(alone, missing, targets)
        rows, masks = self._rows.view(-1, self._rows.shape[2]), self._masks.view(-1, self._masks.shape[2])
        chosen, logged, table = self._chosen.flatten(), self._logged.flatten(), players.flatten()
        size = min(settings.minibatch, chosen.numel())
        for _ in range(settings.epochs):
            for part in torch.randperm(chosen.numel(), device=self.device).split(size):
                with self._autocast():
                    now, logits = self.model(rows[part], masks[part])
                ratio = (now.gather(1, chosen[part, None])[:, 0] - logged[part]).exp()
                gain = mine[part]
                policy = -torch.min(ratio * gain, ratio.clamp(1 - settings.clip, 1 + settings.clip) * gain).mean()
                value = -(targets[part] * log_chances(logits, table[part]).clamp_min(-30)).sum(1).mean()
                entropy = -(now.exp() * now.clamp_min(-30)).sum(1).mean()
                loss = policy + settings.value_weight * value - entropy_weight * entropy
                self.optimiser.zero_grad(set_to_none=True)
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.model.parameters(), settings.largest_gradient)
                self.optimiser.step()
        ended = int(self._over.sum())
        return {"value_loss": value.item(), "entropy": entropy.item(), "games": ended}

    @property
    def decisions(self) -> int:
        """How many decisions an iteration learns from."""
        return self._chosen.numel()


def turned(values: torch.Tensor, by: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Values of the seats, turned round the table: entry i of the result is entry i + by."""
    seats = torch.arange(MAX_SEATS, device=values.device)[None]
    there = torch.where(seats < players[:, None], (seats + by[:, None]) % players[:, None], seats)
    return values.gather(1, there)


def results_of(gains: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Rewards of a finished game as shares of the win; alone, as a result from 0 to 1."""
    seats = players[:, None].float()
    shares = torch.where(seats == 1, (gains + 1) / 2, (gains * (seats - 1) + 1) / seats)
    present = torch.arange(MAX_SEATS, device=gains.device)[None] < players[:, None]
    return torch.where(present, shares, 0.0)
