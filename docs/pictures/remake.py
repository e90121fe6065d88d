"""The pictures of the README, drawn from matches of bots: python docs/pictures/remake.py"""

from __future__ import annotations

from pathlib import Path

import tabletown as tt
from tabletown import bots
from tabletown.draw import png

HERE = Path(__file__).parent
SCENES = {
    "machi-koro": (4, 5, 110, "light", "build"),
    "mint-works": (3, 2, 60, "light", "develop"),
    "little-town": (3, 6, 60, "light", "turn"),
    "minecart-town": (2, 4, 85, "dark", "action"),
    "mine-carts": (4, 5, 60, "dark", "play"),
}
"""Players, seed, plies, theme, and the phase in which seat 0 is shown."""

BOT = "search:1000"


def scene(name: str, players: int, seed: int, plies: int, theme: str, phase: str) -> bytes:
    match = tt.Match(tt.game(name, players=players), seed, names=["Ana", "Bram", "Chloé", "Dai"][:players])
    thinkers = [bots.bot(BOT) for _ in range(players)]
    match.play_chance()
    while (seat := match.actor) is not None:
        if match.ply >= plies and seat == 0 and match.view(0)["position"]["phase"] == phase:
            break
        match.push(bots.choose(thinkers[seat], match.game, match.redacted(seat), seat, seed + match.ply).move)
        match.play_chance()
    return png.png(match.svg(0, theme), 1)


if __name__ == "__main__":
    for name, choice in SCENES.items():
        file = HERE / f"{name.replace('-', '_')}.png"
        file.write_bytes(scene(name, *choice))
        print(file.name, file.stat().st_size)
