"""What a first visit costs: kilobytes and seconds of the pages, on an empty cache and a slow line.

    python benchmarks/pages.py [--game machi-koro] [--json]

Starts a server of its own and measures how long it takes until it answers. Then Chromium opens the home page, a table
and a guide, each with an empty cache, at 1.6 Mbit/s and 150 ms. Bytes are those that travel, compressed, with headers.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
AIMS = {
    "start": {"seconds": 1.5},
    "home": {"kB": 250, "first paint": 1.2, "loaded": 2.0},
    "table": {"kB": 150},
    "guide": {"kB": 200},
}
PAINT = """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime))
  .observe({ type: "paint", buffered: true }))"""


@contextmanager
def server() -> Iterator[tuple[str, float]]:
    """A server, and the seconds from its start to its first answer."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tabletown.web", "--port", "0", "--database", f"sqlite:///{folder}/t.sqlite3"]
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            urllib.request.urlopen(f"{address}/").read()
            yield address, time.perf_counter() - began
        finally:
            process.terminate()
            process.wait()


def visit(browser: Browser, address: str, path: str, ready: str = "") -> dict[str, Any]:
    """Open a page with an empty cache on a slow line."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, base_url=address)
    made = path
    if path.startswith("POST "):  # the table is set up before the clock runs
        made = context.request.post(path[5:], headers={"Sec-Fetch-Site": "same-origin"}).url
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    line.on("Network.webSocketFrameReceived", lambda event: sizes.append(_frame_size(event["response"])))
    page.goto(made, wait_until="load")
    if ready:
        page.locator(ready).first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    found = {
        "requests": len(sizes),
        "kB": round(sum(sizes) / 1000, 1),
        "first paint": round(page.evaluate(PAINT) / 1000, 2),
        "loaded": round(loaded / 1000, 2),
    }
    context.close()
    return found


def _frame_size(response: dict[str, Any]) -> float:
    """The bytes of a socket's message, which the browser tells as base64 if it is binary."""
    data = response["payloadData"]
    return len(data) * 3 / 4 if response["opcode"] == 2 else len(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="machi-koro")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    pages = {
        "home": ("/", ""),
        "table": (f"POST /play/{options.game}", "#board .region"),
        "guide": (f"/games/{options.game}", ""),
    }
    with server() as (address, seconds), sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for path, _ in pages.values():  # what is drawn once is drawn now
            if not path.startswith("POST"):
                visit(browser, address, path)
        found: dict[str, dict[str, Any]] = {"start": {"seconds": round(seconds, 2)}}
        found |= {name: visit(browser, address, *page) for name, page in pages.items()}
        browser.close()
    if options.json:
        print(json.dumps(found, indent=1))
        return
    for name, values in found.items():
        aims = AIMS[name]
        told = ", ".join(
            f"{key} {value}" + (f" (aim {aims[key]})" if key in aims else "") for key, value in values.items()
        )
        print(f"{name:6} {told}")


if __name__ == "__main__":
    main()
