"""How evenly scenes move: the time between frames while turns are told, on a phone with a slow processor.

    python benchmarks/scenes.py [--turns 6] [--slow 4] [--games machi-koro,mine-carts]

A table against quick bots is played in Chromium at 390 x 844 with the processor slowed down (4 is a phone of the middle
class beside this machine); the times between animation frames are taken from the page while pieces travel. The server
and the browser share the processor here, and nothing is drawn by a graphics processor: a phone has it easier.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
import time
from typing import Any

import uvicorn
from playwright.sync_api import Page, sync_playwright

import tabletown as tt
from tabletown.web.http.app import create_app
from tabletown.web.http.server import CONFIG, listen
from tabletown.web.settings import Limits, Settings

WATCH = """() => {
  window.deltas = [];
  let last = 0;
  const look = (now) => {
    const flies = document.querySelector("#board > .traveller, #board > .lit");
    if (flies && last) window.deltas.push(now - last);
    last = flies ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
STEP = """() => {
  document.querySelector("#scene:not([hidden]) #scene-next.gold")?.click();
  if (!document.getElementById("scene").hidden || document.querySelector(".traveller")) return "plays";
  if (!document.getElementById("confirm").hidden) { document.getElementById("confirm-yes").click(); return "sent"; }
  const first = document.querySelector("#chooser[open] #chooser-list button");
  if (first) { first.click(); return "sent"; }
  const legal = [...document.querySelectorAll("#board .target.legal")];
  if (!legal.length) return document.getElementById("result").hidden ? "waits" : "over";
  const one = legal[Math.floor(Math.random() * legal.length)];
  one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return "chosen";
}"""


def watched(page: Page, turns: int) -> list[float]:
    """Play some moves; the milliseconds between frames while something moved."""
    page.evaluate(WATCH)
    done, deadline = 0, time.monotonic() + 90
    while done < turns * 2 and time.monotonic() < deadline:
        said = page.evaluate(STEP)
        if said == "over":
            break
        done += said in ("chosen", "sent")
        page.wait_for_timeout(250)
    found: list[float] = page.evaluate("window.deltas")
    return found


def measure(page: Page, game: str, turns: int, slow: float) -> dict[str, Any]:
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "name": "Bram", "bot": "greedy"}]
    page.context.request.get("/credits")
    headers = {"Sec-Fetch-Site": "same-origin"}
    made = page.context.request.post("/api/tables", data={"game": game, "seats": seats, "seed": 7}, headers=headers)
    page.goto(f"/table/{made.json()['id']}")
    page.locator("#board .region").first.wait_for(state="attached")
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    deltas = sorted(watched(page, turns))
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    late = sum(delta > 34 for delta in deltas) / max(1, len(deltas))
    return {
        "game": game,
        "frames": len(deltas),
        "median": statistics.median(deltas) if deltas else 0,
        "p95": deltas[int(len(deltas) * 0.95)] if deltas else 0,
        "late": late,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--slow", type=float, default=4)
    parser.add_argument("--games", default=",".join(tt.games()))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            database=f"sqlite:///{folder}/tables.sqlite3",
            bot_pause=0,
            seeds=True,
            prepare=False,
            limits=Limits(*["100000/minute"] * 6),
        )
        listening = listen("127.0.0.1", 0)
        service = uvicorn.Server(uvicorn.Config(create_app(settings), **CONFIG))
        threading.Thread(target=service.run, args=([listening],), daemon=True).start()
        while not service.started:
            time.sleep(0.02)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
            print("| game | frames | ms between frames, median | p95 | later than 34 ms |")
            print("| --- | --- | --- | --- | --- |")
            for game in asked.games.split(","):
                context = browser.new_context(
                    base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
                )
                found = measure(context.new_page(), game, asked.turns, asked.slow)
                numbers = f"{found['frames']} | {found['median']:.1f} | {found['p95']:.1f} | {found['late']:.1%}"
                print(f"| {found['game']} | {numbers} |", flush=True)
                context.close()
            browser.close()
        service.should_exit = True
        time.sleep(0.3)


if __name__ == "__main__":
    main()
