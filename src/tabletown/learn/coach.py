"""The coach: judges one decision before it is played, from what the player may see and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.game import Game
from .judge import Judge
from .review import MARKS, Decision
from .why import label, why

SHARE = 4
"""The coach has this part of the playouts of a review: an answer should come while the player still thinks."""


CHOICES = 20
"""How many moves it judges: nearly always all of them."""


class Coach:
    """Judges decisions of one kind of game. What was judged is remembered for as long as the position stands."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.judge = Judge(game, seed)
        self.playouts = max(2, game.rulebook.evaluation.LEAF // SHARE)

    def advise(self, seen: np.ndarray, seat: int, names: Sequence[str], move: int | None = None) -> dict[str, Any]:
        """All promising moves with what each is worth; with a move, what it gives away and why."""
        decision = Decision(self.judge, seen, seat)
        moves = decision.promising(CHOICES, *([] if move is None else [move]))
        rows, _ = decision.judged(moves, self.playouts)
        moves_of = self.game.moves
        found: dict[str, Any] = {
            "unit": "points" if self.judge.by_points else "win",
            "best": rows[0].move,
            "candidates": [
                {
                    "move": row.move,
                    "label": label(self.game, seen, row.move, names),
                    "target": moves_of.target_of(row.move, seat),
                    "value": round(row.value[seat], 4),
                    "loss": round(row.loss, 4),
                }
                for row in rows
            ],
        }
        if move is None:
            return found
        played = next(row for row in rows if row.move == move)
        mark = self._mark(played.loss, played.interval)
        return found | {
            "move": move,
            "mark": mark,
            "loss": round(played.loss, 4),
            "interval": round(played.interval, 4),
            "sentence": self._sentence(seen, names, move, rows[0].move, played.loss, mark),
            "why": why(self.game, seen, seat, rows[0].move, move, names, reader=seat) if mark else [],
        }

    def _mark(self, loss: float, half: float) -> str:
        marks = MARKS
        if self.judge.by_points:
            own = self.game.rulebook.evaluation.SOLO_MARKS
            marks = tuple(zip(("blunder", "mistake", "slip"), reversed(own), strict=True))  # type: ignore[assignment]
        for name, least in marks:
            if loss >= least and loss - half >= least / 2:
                return name
        return ""

    def _sentence(self, seen: np.ndarray, names: Sequence[str], move: int, best: int, loss: float, mark: str) -> str:
        told = label(self.game, seen, move, names)
        if not mark:
            return f"{told}: a good move."
        amount = f"{loss:.0f} points" if self.judge.by_points else f"{loss:.0%} of the win"
        return f"{told}: this gives away {amount}. Better: {label(self.game, seen, best, names)}."
