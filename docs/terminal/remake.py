"""The screens of docs/terminal.md, made from matches of bots: python docs/terminal/remake.py"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import tabletown as tt
from tabletown import bots
from tabletown.terminal.app import TerminalApp
from tabletown.terminal.local import LocalSession
from tabletown.terminal.table_screen import TableScreen
from tabletown.terminal.widgets import MoveList

HERE = Path(__file__).parent
SCENES = {
    "machi-koro": (3, 5, 60, "build", 4, ("dark", "light")),
    "mint-works": (3, 2, 40, "develop", 2, ("dark", "dark")),
    "little-town": (3, 6, 60, "turn", 4, ("light", "dark")),
    "minecart-town": (2, 4, 70, "action", 3, ("dark", "dark")),
    "mine-carts": (4, 5, 46, "play", 1, ("dark", "dark")),
}
"""Players, seed, plies, the phase in which seat 0 is shown, the chosen move, and the themes of the two sizes."""
SIZES = ((80, 24), (140, 45))
BOT = "greedy"


def scene(name: str, players: int, seed: int, plies: int, phase: str) -> tt.Match:
    """A match of bots at the first decision of seat 0 in a phase after some plies."""
    match = tt.Match(tt.game(name, players=players), seed, names=["Ana", "Bram", "Chloé", "Dai"][:players])
    match.play_chance()
    while (seat := match.actor) is not None:
        if match.ply >= plies and seat == 0 and match.view(0)["position"]["phase"] == phase:
            return match
        match.push(bots.choose(bots.bot(BOT), match.game, match.redacted(seat), seat, seed + match.ply).move)
        match.play_chance()
    raise ValueError(f"{name} ended before there was such a decision")


async def screen(match: tt.Match, size: tuple[int, int], theme: str, chosen: int) -> str:
    """The screen as a stand-alone picture without fonts from elsewhere."""
    others = dict.fromkeys(range(1, match.game.players), BOT)
    app = TerminalApp(LocalSession(match, [0], others), pace=0, theme=theme, colours="true")
    async with app.run_test(size=size) as pilot:
        table = app.screen
        assert isinstance(table, TableScreen)
        while table.acting or not table.seen["moves"]:
            await pilot.pause(0.01)
        table.query_one(MoveList).highlighted = min(chosen, len(table.seen["moves"]) - 1)
        while table.seen["selected"] != table.query_one(MoveList).move:
            await pilot.pause(0.01)
        await pilot.pause(1)
        svg = app.export_screenshot(title=f"{match.game.title} {size[0]}x{size[1]}", simplify=True)
    svg = re.sub(r"@font-face *{[^}]*}|<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: *[^;]*;", "font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace;", svg)


def main() -> None:
    for name, (*place, chosen, themes) in SCENES.items():
        match = scene(name, *place)
        for size, theme in zip(SIZES, themes, strict=True):
            file = HERE / f"{name.replace('-', '_')}_{size[0]}x{size[1]}.svg"
            file.write_text(asyncio.run(screen(match, size, theme, chosen)), encoding="utf-8")
            print(file.name, file.stat().st_size)


if __name__ == "__main__":
    main()
