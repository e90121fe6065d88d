"""`tabletown train`: self-play until the time is up, with checkpoints, measurements and a curve."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import torch

from .. import __version__
from ..bots.net import describe, write
from ..compile.cuda import available
from ..core.errors import BadOption, NoDevice
from ..core.game import Rulebook
from .curve import draw
from .games import CpuGames, Games, GpuGames
from .kinds import draw_kinds
from .model import Model
from .ppo import Learner, Settings
from .strength import Measurement

RIVALS = ("random", "greedy")
MEASURED_GAMES = 100
MEASUREMENTS = 8
"""How often strength is measured in the course of a training, besides at its end."""
CHECKPOINT_SECONDS = 60.0
REPORT_SECONDS = 5.0


@dataclass
class Plan:
    """What to train and where to keep it."""

    book: Rulebook
    players: list[int]
    minutes: float
    device: str
    folder: Path
    seed: int = 0
    games: int | None = None
    stepped_on: str | None = None
    """Where the games are stepped: "cuda" or "cpu"; the learner's device unless told."""
    resume: bool = False
    measure: bool = True
    command: str = ""
    settings: Settings = field(default_factory=Settings)

    def file(self, kind: str) -> Path:
        return self.folder / f"{self.book.name}.{kind}"


def train(plan: Plan, report: Callable[[str], None] = print) -> Path:
    """Train a net and return its file."""
    if "cuda" in (plan.device, plan.stepped_on) and not (torch.cuda.is_available() and available()):
        raise NoDevice("This machine has no CUDA GPU that PyTorch and Numba can use; run with --device cpu.")
    if plan.resume and not plan.file("checkpoint").is_file():
        raise BadOption(f"There is no checkpoint {plan.file('checkpoint')} to go on from.")
    plan.folder.mkdir(parents=True, exist_ok=True)
    training = Training(plan, report)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        return training.run()
    except KeyboardInterrupt:
        training.save()
        report("Stopped; --resume goes on from here.")
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """To be told to end is to be interrupted: what was learned is saved."""
    raise KeyboardInterrupt


class Training:
    """A training under way."""

    def __init__(self, plan: Plan, report: Callable[[str], None]) -> None:
        self._plan, self._report = plan, report
        self._seconds, self._decisions, self._iterations = 0.0, 0, 0
        self._curve: list[dict[str, float]] = []
        self._measuring: list[tuple[dict[str, float], str, Measurement]] = []
        torch.manual_seed(plan.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        report(f"Setting up games of {plan.book.title} for {', '.join(map(str, plan.players))} players")
        self._model = Model(plan.book).to(plan.device)
        self._learner = Learner(self._model, self._games(), plan.settings, plan.device)
        if plan.resume:
            self._load()

    def _games(self) -> Games:
        plan = self._plan
        kinds = draw_kinds(plan.book, plan.players, plan.seed)
        if (plan.stepped_on or plan.device) == "cuda":
            return GpuGames(kinds, plan.games or 32_768, plan.seed)
        return CpuGames(kinds, plan.games or (8192 if plan.device == "cuda" else 512), plan.seed, plan.device)

    def run(self) -> Path:
        plan, limit = self._plan, 60.0 * self._plan.minutes
        began, reported, saved = time.monotonic() - self._seconds, 0.0, time.monotonic()
        since, measured = (self._decisions, self._seconds), int(self._seconds / limit * (MEASUREMENTS + 1))
        begun_with = self._iterations
        while self._seconds < limit or self._iterations == begun_with:
            found = self._learner.iterate(min(1.0, self._seconds / limit))
            self._iterations += 1
            self._decisions += self._learner.decisions
            self._seconds = time.monotonic() - began
            if time.monotonic() - reported > REPORT_SECONDS:
                pace = (self._decisions - since[0]) / max(1e-9, self._seconds - since[1])
                self._report(self._progress(found, pace))
                reported, since = time.monotonic(), (self._decisions, self._seconds)
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                saved = time.monotonic()
                self.save()
            if plan.measure and self._seconds >= (measured + 1) * limit / (MEASUREMENTS + 1):
                measured += 1
                self._begin_measuring()
            self._collect()
        if plan.measure:
            self._begin_measuring()
        while self._measuring:
            self._collect(wait=True)
        return self.save()

    def _progress(self, found: dict[str, float], pace: float) -> str:
        length = self._learner.decisions / max(1.0, found["games"])
        return (
            f"{self._plan.book.name} {self._seconds:.0f} s: {self._decisions / 1e6:,.1f} million decisions, "
            f"{pace / 1e6:.2f} million/s, value loss {found['value_loss']:.3f}, entropy {found['entropy']:.2f}, "
            f"{length:.0f} decisions a game"
        )

    # -------------------------------------------------------------- strength

    def _begin_measuring(self) -> None:
        """Play the net as it is against fixed bots, in other processes, while training goes on."""
        plan = self._plan
        seats = 2 if 2 in plan.players else max(plan.players)
        if seats == 1 or len(self._measuring) >= 2 * len(RIVALS):
            return
        file = self.save()
        snapshot = file.with_name(f"{plan.book.name}.{self._iterations}.npz")
        snapshot.write_bytes(file.read_bytes())
        point = {"decisions": float(self._decisions), "seconds": self._seconds}
        for rival in RIVALS:
            running = Measurement(plan.book.name, snapshot, rival, seats, MEASURED_GAMES, plan.seed)
            self._measuring.append((point, rival, running))

    def _collect(self, wait: bool = False) -> None:
        for entry in list(self._measuring):
            point, rival, running = entry
            if running.running and not wait:
                continue
            share = running.result(wait=True)
            self._measuring.remove(entry)
            if share is not None:
                point[rival] = share
                if point not in self._curve:
                    self._curve.append(point)
                self._report(f"{self._plan.book.name} after {point['seconds']:.0f} s: {share:.0%} against {rival}")

    # -------------------------------------------------------------- files

    def save(self) -> Path:
        """Write the net, the checkpoint, and the curve as numbers and as a picture."""
        plan = self._plan
        made = {
            "program": __version__,
            "command": plan.command,
            "seed": plan.seed,
            "players": plan.players,
            "seconds": round(self._seconds),
            "decisions": self._decisions,
            "strength": self._curve[-1] if self._curve else {},
        }
        write(plan.file("npz"), self._model.exported(describe(plan.book, **made)))
        kept = {
            "model": self._model.state_dict(),
            "optimiser": self._learner.optimiser.state_dict(),
            "seconds": self._seconds,
            "decisions": self._decisions,
            "iterations": self._iterations,
            "curve": self._curve,
        }
        partial = plan.file("partial")
        torch.save(kept, partial)
        partial.replace(plan.file("checkpoint"))
        plan.file("json").write_text(json.dumps(made | {"curve": self._curve}, indent=1) + "\n", encoding="utf-8")
        picture = draw(f"{plan.book.title}: wins of the net", self._curve, RIVALS)
        plan.file("svg").write_text(picture, encoding="utf-8")
        return plan.file("npz")

    def _load(self) -> None:
        kept: dict[str, Any] = torch.load(self._plan.file("checkpoint"), self._plan.device, weights_only=True)
        try:
            self._model.load_state_dict(kept["model"])
        except RuntimeError as error:
            raise BadOption(f"The checkpoint {self._plan.file('checkpoint')} is of a net for other rules.") from error
        self._learner.optimiser.load_state_dict(kept["optimiser"])
        self._seconds, self._decisions = kept["seconds"], kept["decisions"]
        self._iterations, self._curve = kept["iterations"], kept["curve"]
        torch.manual_seed(self._plan.seed + self._iterations)
