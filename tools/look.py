"""Pictures of every page and table, as people see them, to be looked at: python tools/look.py FOLDER [--only TEXT]

Every game at its opening, in its middle and at its end, and the pages around it, on a wide screen, a phone, a phone on
its side and a tablet, by day and in the evening. `sheets/` in the folder has many pictures on one.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

import tabletown as tt
from tabletown import bots
from tabletown.web.http.app import create_app
from tabletown.web.http.server import CONFIG, listen
from tabletown.web.settings import Limits, Settings

NAMES = ("Ana", "Bram", "Chloé", "Dai")
SIZES = {"wide": (1440, 900), "phone": (390, 844), "side": (844, 390), "tablet": (820, 1180), "large": (1920, 1080)}
THEMES = ("light", "dark")
PLAYERS = {"machi-koro": 4, "mint-works": 3, "little-town": 3, "minecart-town": 2, "mine-carts": 4}
SEED = 5
STAGES = {"opening": 0.0, "middle": 0.5, "late": 0.93, "end": 1.0}


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """A server of its own with an empty database, for as long as it is looked at."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            database=f"sqlite:///{folder}/tables.sqlite3",
            bot_pause=0,
            seeds=True,
            prepare=False,
            limits=Limits(*["100000/minute"] * 5),
        )
        listening = listen("127.0.0.1", 0)
        service = uvicorn.Server(uvicorn.Config(create_app(settings), **CONFIG))
        threading.Thread(target=service.run, args=([listening],), daemon=True).start()
        while not service.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        service.should_exit = True
        time.sleep(0.3)


def played(name: str) -> list[tuple[int, int]]:
    """A whole game of quick bots: who moved, and which move."""
    match = tt.Match(tt.game(name, players=PLAYERS.get(name)), SEED)
    thinker, found = bots.bot("greedy"), []
    match.play_chance()
    while (seat := match.actor) is not None:
        move = bots.choose(thinker, match.game, match.redacted(seat), seat, match.ply).move
        found.append((seat, move))
        match.push(move)
        match.play_chance()
    return found


class Visitor:
    """A browser with a cookie, and the tables that it has made."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context(base_url=address, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.context.request.get("/credits")

    def post(self, address: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.context.request.post(address, data=body, headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.ok, answer.text()
        said: dict[str, Any] = answer.json()
        return said

    def table(self, name: str, moves: list[tuple[int, int]], share: float) -> str:
        """A table at one screen at which a part of a game has been played, up to a turn of the first seat."""
        count = PLAYERS.get(name) or tt.rulebook(name).players[1]
        seats = [{"kind": "local" if seat else "me", "name": NAMES[seat]} for seat in range(count)]
        made = self.post("/api/tables", {"game": name, "players": count, "seats": seats, "seed": SEED})
        for index, (seat, move) in enumerate(moves):
            if share < 1 and index >= share * len(moves) and seat == 0:
                break
            version = self.context.request.get(f"/api/tables/{made['id']}/legal").json()["version"]
            self.post(f"/api/tables/{made['id']}/moves", {"move": move, "version": version, "seat": seat})
        return str(made["id"])


@dataclass(frozen=True)
class View:
    name: str
    address: str
    sizes: tuple[str, ...] = ("wide", "phone", "side", "tablet")


def views(visitor: Visitor) -> Iterator[View]:
    around = ("wide", "phone", "tablet", "large")
    for name in tt.games():
        moves = played(name)
        for stage, share in STAGES.items():
            made = visitor.table(name, moves, share)
            yield View(f"{name}-{stage}", f"/table/{made}")
        yield View(f"{name}-result", f"/table/{made}/result", around)
        yield View(f"{name}-replay", f"/table/{made}/replay?ply=40", (*around, "side"))
        yield View(f"{name}-review", f"/table/{made}/review", around)
        yield View(f"{name}-options", f"/new/{name}", around)
        yield View(f"{name}-guide", f"/games/{name}", around)
        yield View(f"{name}-lab", f"/lab/{name}", around)
    for page in ("", "history", "join", "credits", "offline", "lab", "puzzles", "puzzles/today", "nowhere"):
        yield View(f"page-{page.replace('/', '-') or 'home'}", f"/{page}", around)


def shoot(page: Page, view: View, size: str, theme: str, folder: Path) -> Path:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    if page.evaluate("location.pathname + location.search") != view.address:
        page.goto(view.address)
    if view.address.startswith("/table/"):
        page.locator("#board .region, svg .region, main h1").first.wait_for(state="attached")
    page.wait_for_timeout(300)
    if page.locator("main #board[data-version]").count():  # the table for this kind of screen has come
        units = {"phone": 360, "side": 720, "tablet": 720}.get(size, 1280)
        page.locator(f"#board[viewBox^='0 0 {units} ']").wait_for(state="attached")
        if page.locator("#curtain[open]").count():
            page.locator("#curtain-yes").click()
        page.locator("#board:not(.behind-curtain)").wait_for()
        page.wait_for_timeout(150)
    page.mouse.move(1, 1)
    file = folder / f"{view.name}-{size}-{theme}.png"
    tall = size in ("phone", "side") or not view.address.startswith("/table/")
    page.screenshot(path=file, full_page=tall)
    return file


def sheet(files: list[Path], target: Path, width: int, columns: int) -> None:
    """Many pictures on one, with their names."""
    small = []
    for file in files:
        with Image.open(file) as picture:
            small.append((file.stem, picture.convert("RGB").resize((width, picture.height * width // picture.width))))
    rows = [small[start : start + columns] for start in range(0, len(small), columns)]
    heights = [max(picture.height for _, picture in row) + 18 for row in rows]
    paper = Image.new("RGB", (columns * (width + 6), sum(heights)), "#888")
    pen, y = ImageDraw.Draw(paper), 0
    for row, height in zip(rows, heights, strict=True):
        for place, (name, picture) in enumerate(row):
            pen.text((place * (width + 6) + 3, y + 2), name, "white")
            paper.paste(picture, (place * (width + 6), y + 16))
        y += height
    paper.save(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="views whose name has this in it")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--themes", default=",".join(THEMES))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[Path]] = {}
    with serving() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        visitor = Visitor(browser, address)
        for view in views(visitor):
            if asked.only not in view.name:
                continue
            for size in (size for size in asked.sizes.split(",") if size in view.sizes):
                for theme in asked.themes.split(","):
                    found.setdefault(size, []).append(shoot(visitor.page, view, size, theme, asked.folder))
        browser.close()
    (asked.folder / "sheets").mkdir(exist_ok=True)
    for size, files in found.items():
        sheet(files, asked.folder / "sheets" / f"{size}.png", {"phone": 390, "side": 640}.get(size, 720), 4)


if __name__ == "__main__":
    main()
