"""Little Town Builders: send workers out, gather, build tiles that everybody may use, and feed your people."""

from __future__ import annotations

from tabletown.core.game import Rulebook
from tabletown.core.option import choice

from .moves import MOVES
from .state import EDITIONS, MARKETS, SIDES, STATE

RULEBOOK = Rulebook(
    name="little-town",
    title="Little Town Builders",
    package=__name__,
    players=(2, 4),
    state=STATE,
    moves=MOVES,
    max_legal=52,
    tagline="Gather, build and pay rent: four rounds to raise a town in a meadow",
    designers="Shun and Aya Taguchi",
    publishers="Studio GG, IELLO",
    secrets=True,
    minutes="45",
    accent=("#2A6FB8", "#1C4C81", "#CBE6F8"),
    sorted_on_gpu=True,
    options=(
        choice(
            "edition",
            EDITIONS,
            "Studio GG 2017, or IELLO 2019: one goal fewer each, points of tiles and goals counted at once",
        ).shown("Rules as printed", names=("in Japan, 2017", "in the West, 2019")),
        choice("board", SIDES, "The side of the board: two different meadows").shown("Meadow", names=("Front", "Back")),
        choice("market", MARKETS, "Twelve tiles drawn by lot, or the twelve for a first game").shown(
            "Tiles to build", names=("Twelve by lot", "First game"), notes=("new every time", "twelve easy ones")
        ),
    ),
    reconstructed=True,
)
