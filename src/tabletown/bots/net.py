"""Nets: a policy and the chances of every seat, learned by self-play and kept in one small file.

A net is a residual multilayer perceptron. It sees the features that its game declares (`bot/features.py`) and gives a
logit for each action and one for each seat, counted from the viewer clockwise. The file is an `.npz` archive of half
precision numbers with a description in JSON; NumPy reads it and nothing else is needed to play.
"""

from __future__ import annotations

import importlib.resources
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..compile.drivers import quarter_bits
from ..compile.engine import Engine
from ..core.actions import actions
from ..core.errors import TabletownError
from ..core.game import Rulebook
from ..core.record import MAX_SEATS

FORMAT = 1
FILE = "bot/net.npz"
MOST_BYTES = 2_000_000
INPUT_LIMIT = 5.0
"""Scaled features are cut off here."""
WIDEST = 100
WIDE_SCALE = 20.0
"""Features with wider bounds than `WIDEST` are divided by `WIDE_SCALE`, because they are seldom near their bounds."""


class BadNet(TabletownError, ValueError):
    """A file is no net, or a net for other rules."""


@dataclass(frozen=True, eq=False)
class Net:
    """The arrays of a net. Layers are input by output, except the policy: action by hidden unit."""

    book: Rulebook
    about: dict[str, Any]
    scale: np.ndarray
    layers: tuple[tuple[np.ndarray, np.ndarray], ...]
    policy: tuple[np.ndarray, np.ndarray]
    value: tuple[np.ndarray, np.ndarray]
    trust: float
    """How much a hint counts: what one quarter of a bit adds to a logit."""
    source: str = field(default="", compare=False)

    @property
    def width(self) -> int:
        """The number of hidden units of a layer."""
        return int(self.layers[0][0].shape[1])

    def hidden(self, seen: np.ndarray) -> np.ndarray:
        """The last hidden layer for a row of features."""
        places = np.flatnonzero(seen)
        inputs = np.clip(seen[places] * self.scale[places], -INPUT_LIMIT, INPUT_LIMIT).astype(np.float32)
        weights, bias = self.layers[0]
        found: np.ndarray = np.maximum(inputs @ weights[places] + bias, 0)
        for weights, bias in self.layers[1:]:
            found = found + np.maximum(found @ weights + bias, 0)
        return found

    def logits(self, hidden: np.ndarray, chosen: np.ndarray, hints: np.ndarray | None = None) -> np.ndarray:
        """The logits of some actions; hints are in quarters of a bit."""
        weights, bias = self.policy
        found: np.ndarray = weights[chosen] @ hidden + bias[chosen]
        return found if hints is None else found + np.float32(self.trust) * hints

    def chances(self, hidden: np.ndarray, players: int) -> np.ndarray:
        """The share of the win that each seat can expect, from the viewer clockwise; alone, the result from 0 to 1."""
        weights, bias = self.value
        found = (hidden @ weights + bias)[:players].astype(np.float64)
        raised = np.exp(found - found.max())
        shares: np.ndarray = raised / raised.sum() if players > 1 else 1 / (1 + np.exp(-found))
        return shares

    def think(self, rules: Engine, position: np.ndarray, seat: int, legal: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """The logits of the legal moves in a redacted position, and the chances of all seats, by seat."""
        hidden = self.hidden(rules.features(position, seat))
        hints = None
        if self.book.hints:
            hints = np.array([quarter_bits(rules.rollout_weight(position, move)) for move in legal], np.float32)
        players = int(position["players"][0])
        logits = self.logits(hidden, actions(self.book).action_of[legal], hints)
        return logits, np.roll(self.chances(hidden, players), seat)


# ------------------------------------------------------------------ the file


def layout(book: Rulebook) -> list[list[Any]]:
    """What the rows of a net mean: name, length and bounds of each feature."""
    return [[feature.name, feature.length, feature.low, feature.high] for feature in book.features]


def scales(book: Rulebook) -> np.ndarray:
    """What the entries of a row are multiplied by."""
    found = []
    for feature in book.features:
        top = max(abs(feature.low), abs(feature.high))
        found += [1.0 / (top if top <= WIDEST else WIDE_SCALE)] * feature.length
    return np.array(found, np.float32)


def describe(book: Rulebook, **more: Any) -> dict[str, Any]:
    """The description that goes into a file: what the net fits, and how it was made."""
    return {
        "format": FORMAT,
        "game": book.name,
        "rules_version": book.version,
        "features": layout(book),
        "actions": actions(book).count,
        "hints": book.hints,
        **({"change": dict(book.change)} if book.change else {}),
        **more,
    }


def write(path: Path, net: Net) -> None:
    """Write a net in half precision; more than MOST_BYTES is refused."""
    arrays: dict[str, np.ndarray] = {"about": np.frombuffer(json.dumps(net.about).encode(), np.uint8)}
    for number, (weights, bias) in enumerate(net.layers):
        arrays |= {f"layer_{number}": weights, f"bias_{number}": bias}
    arrays |= {"policy": net.policy[0], "policy_bias": net.policy[1], "value": net.value[0], "value_bias": net.value[1]}
    half = {name: array if name == "about" else array.astype(np.float16) for name, array in arrays.items()}
    data = io.BytesIO()
    np.savez_compressed(data, trust=np.float32(net.trust), **half)  # type: ignore[arg-type]
    if data.tell() > MOST_BYTES:
        raise BadNet(f"The net takes {data.tell():,} bytes; {MOST_BYTES:,} are allowed.")
    partial = path.with_suffix(".partial")
    partial.write_bytes(data.getvalue())
    partial.replace(path)


def read(book: Rulebook, data: bytes, source: str) -> Net:
    """The net in a file; BadNet says in one sentence why it can't be used."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(bytes(arrays.pop("about")))
        found = _assembled(book, about, {name: array.astype(np.float32) for name, array in arrays.items()}, source)
    except (OSError, ValueError, KeyError, IndexError, TypeError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, BadNet):
            raise
        raise BadNet(f"{source} is not a net of this program.") from error
    return found


def _assembled(book: Rulebook, about: dict[str, Any], arrays: dict[str, np.ndarray], source: str) -> Net:
    _check_fit(book, about, source)
    count = sum(name.startswith("layer_") for name in arrays)
    layers = tuple((arrays[f"layer_{number}"], arrays[f"bias_{number}"]) for number in range(count))
    policy, value = (arrays["policy"], arrays["policy_bias"]), (arrays["value"], arrays["value_bias"])
    width = layers[0][0].shape[1]
    shapes = [(book.features.size, width), *[(width, width)] * (count - 1)]
    fits = all(w.shape == shape and b.shape == (width,) for (w, b), shape in zip(layers, shapes, strict=True))
    fits = fits and policy[0].shape == (about["actions"], width) and policy[1].shape == (about["actions"],)
    if not fits or value[0].shape != (width, MAX_SEATS) or value[1].shape != (MAX_SEATS,):
        raise BadNet(f"The arrays of {source} don't have the shapes of a net for {book.title}.")
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise BadNet(f"{source} has numbers that are not finite.")
    return Net(book, about, scales(book), layers, policy, value, float(arrays["trust"]), source)


def _check_fit(book: Rulebook, about: dict[str, Any], source: str) -> None:
    if about["format"] != FORMAT:
        raise BadNet(f"{source} has the format {about['format']!r}; this program reads {FORMAT}.")
    if about["game"] != book.name:
        raise BadNet(f"{source} is a net for {about['game']}, not for {book.name}.")
    if about["rules_version"] != book.version:
        raise BadNet(f"{source} was trained on version {about['rules_version']} of the rules; this is {book.version}.")
    if about.get("change", {}) != dict(book.change):
        taught, asked = (_values(change) for change in (about.get("change", {}), book.change))
        raise BadNet(f"{source} was trained on {taught} of {book.title.removesuffix(', changed')}, not on {asked}.")
    wanted = describe(book)
    for key, what in (("features", "features"), ("actions", "actions"), ("hints", "hints")):
        if about[key] != wanted[key]:
            raise BadNet(f"{source} was trained on other {what} of {book.title} than it has now.")


def _values(change: Mapping[str, int]) -> str:
    return ", ".join(f"{key} = {value}" for key, value in change.items()) or "the printed values"


OWN = "own"
"""In place of a file: the net in the game's folder."""


def find(book: Rulebook, source: str) -> Net:
    """The net in a file, or the game's own."""
    if source != OWN:
        return from_file(book, source)
    net = own_net(book)
    if net is None:
        raise BadNet(f"{book.title} has no net of its own; write net:FILE.")
    return net


def from_file(book: Rulebook, path: str | Path) -> Net:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadNet(f"The net {path} can't be read: {error.strerror or error}.") from error
    return read(book, data, str(path))


@cache
def own_net(book: Rulebook) -> Net | None:
    """The net in a game's folder, or None if there is none. It learned the printed values, so a variant has none."""
    if book.printed is not None:
        return None
    file = importlib.resources.files(book.package).joinpath(FILE)
    return read(book, file.read_bytes(), f"{book.package}/{FILE}") if file.is_file() else None
