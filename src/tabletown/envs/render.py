"""How a board of an environment is shown: as words, as SVG text, as pixels."""

from __future__ import annotations

import io

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game
from ..core.match import Match

MODES = ["human", "ansi", "svg", "rgb_array"]


def check(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BadOption(f"The render mode can't be {mode!r}; allowed: {', '.join(MODES)}.")
    return mode


def render(game: Game, board: np.ndarray, viewer: int | None, mode: str | None) -> str | np.ndarray | None:
    """The board as the viewer may see it (None: a spectator); the mode `human` prints the words."""
    if mode is None:
        return None
    match = Match(game)
    match.position.array[:] = board
    if mode == "svg":
        return match.svg(viewer)
    if mode == "rgb_array":
        return pixels(match.svg(viewer))
    words = text(match, viewer)
    if mode == "ansi":
        return words
    print(words)
    return None


def text(match: Match, viewer: int | None) -> str:
    """Whose turn it is, what is asked, and the points of all."""
    view = match.view(viewer)
    points = ", ".join(f"{player['name']} {player['score']}" for player in view["players"])
    return f"{view['title']}: {view['prompt']['sentence']} ({points})"


def pixels(svg: str) -> np.ndarray:
    """The picture as an array of red, green and blue."""
    from PIL import Image

    from ..draw.png import png

    with Image.open(io.BytesIO(png(svg))) as image:
        return np.asarray(image.convert("RGB"))
