"""The net as a PyTorch module, and its way into a file."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import nn

from ..bots.net import INPUT_LIMIT, Net, scales
from ..core.actions import actions
from ..core.game import Rulebook
from ..core.record import MAX_SEATS

WIDTH, BLOCKS = 256, 2


class Model(nn.Module):
    """A residual perceptron over the features of a game with a logit for each action and each seat.

    Rows are features and, where the game has hints, a hint for each action.
    """

    def __init__(self, book: Rulebook, width: int = WIDTH, blocks: int = BLOCKS) -> None:
        super().__init__()
        self.book, self.features, self.hints = book, book.features.size, book.hints
        self.scale: torch.Tensor
        self.register_buffer("scale", torch.from_numpy(scales(book)))
        sizes = [self.features, *[width] * blocks]
        self.layers = nn.ModuleList([nn.Linear(size, width) for size in sizes])
        self.policy, self.value = nn.Linear(width, actions(book).count), nn.Linear(width, MAX_SEATS)
        self.trust = nn.Parameter(torch.tensor(math.log(2) / 4))
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 0.1)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log probabilities of the actions, and the logits of the seats from the viewer clockwise."""
        inputs = (rows[:, : self.features] * self.scale).clamp(-INPUT_LIMIT, INPUT_LIMIT)
        hidden = torch.relu(self.layers[0](inputs))
        for layer in self.layers[1:]:
            hidden = hidden + torch.relu(layer(hidden))
        logits = self.policy(hidden).float()
        if self.hints:
            logits = logits + self.trust * rows[:, self.features :].float()
        return torch.log_softmax(logits.masked_fill(~masks, -1e9), 1), self.value(hidden).float()

    def exported(self, about: dict[str, Any]) -> Net:
        """The net as bots use it."""

        def array(tensor: torch.Tensor) -> np.ndarray:
            found: np.ndarray = tensor.detach().float().cpu().numpy()
            return found

        layers = tuple((array(layer.weight).T, array(layer.bias)) for layer in self.layers)  # type: ignore[arg-type]
        policy = array(self.policy.weight), array(self.policy.bias)
        value = array(self.value.weight).T, array(self.value.bias)
        return Net(self.book, about, scales(self.book), layers, policy, value, float(self.trust.detach()))


def log_chances(logits: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """The logarithms of what each seat can expect, from the viewer clockwise: shares of the win; alone, the result and
    what is missing to the best one.
    """
    alone = players == 1
    absent = torch.arange(MAX_SEATS, device=logits.device) >= torch.where(alone, 2, players)[:, None]
    second = torch.where(alone, torch.zeros_like(logits[:, 1]), logits[:, 1])
    shown = torch.cat([logits[:, :1], second[:, None], logits[:, 2:]], 1)
    return torch.log_softmax(shown.masked_fill(absent, -1e9), 1)
