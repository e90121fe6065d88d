"""A real server, a real browser. Chromium comes from the system; without it these tests skip, but fail in CI."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from browsing import DESKTOP

from tabletown.web.http.app import create_app
from tabletown.web.http.server import CONFIG, bound
from tabletown.web.settings import Limits, Settings

sync_api = pytest.importorskip("playwright.sync_api")

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PLENTY = Limits(*["100000/minute"] * 5)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose bots don't pause and whose tables may be seeded."""
    base = tmp_path_factory.mktemp("server")
    settings = Settings(database=f"sqlite:///{base}/tables.sqlite3", bot_pause=0, seeds=True, limits=PLENTY)
    listening = bound("127.0.0.1", 0)
    service = uvicorn.Server(uvicorn.Config(create_app(settings), **CONFIG))
    thread = threading.Thread(target=service.run, args=([listening],), daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not service.started and time.monotonic() < deadline:
        time.sleep(0.02)
    assert service.started
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    service.should_exit = True
    thread.join(10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if not Path(CHROMIUM).exists():
        sentence = "Chromium is not installed (apt-get install chromium); pages were not tried in a browser."
        if os.environ.get("CI") == "true":
            pytest.fail(sentence)
        pytest.skip(sentence)
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visitor(server: str, chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens pages of separate browsers, each with its own cookies; what a page complains of fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_one(viewport: dict[str, int] = DESKTOP, theme: str = "light", motion: str = "reduce", **more: Any) -> Any:
        context = chromium.new_context(
            viewport=viewport, color_scheme=theme, reduced_motion=motion, base_url=server, **more
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda said: complaints.append(said.text) if "Content Security Policy" in said.text else None
        )
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []
