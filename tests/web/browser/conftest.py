"""A real server, a real browser. Chromium comes from the system; without it these tests skip, but fail in CI."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from browsing import DESKTOP

from tabletown.web.http.app import create_app
from tabletown.web.http.server import CONFIG, listen
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
    "--mute-audio",
]
PLENTY = Limits(*["100000/minute"] * 7)
QUIET = "/static/check.svg"
"""An address of the server at which nothing happens."""
PATIENCE = 60_000
"""Milliseconds until something that never comes fails a test; on a busy machine everything takes long."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with quick bots and seeded tables, at which nobody waits for the absent."""
    base = tmp_path_factory.mktemp("server")
    settings = Settings(
        database=f"sqlite:///{base}/tables.sqlite3",
        bot_pause=0,
        bot_tables_each=1000,
        seeds=True,
        prepare=False,
        hand_over=0.0,
        limits=PLENTY,
    )
    listening = listen("127.0.0.1", 0)
    service = uvicorn.Server(uvicorn.Config(create_app(settings), **CONFIG))
    thread = threading.Thread(target=service.run, args=([listening],), daemon=True)
    thread.start()
    deadline = time.monotonic() + 120
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


@dataclass
class Browser:
    """A browser context with its page, and what the page complained of."""

    page: Any
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.context.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self._hear(said.text))

    def _hear(self, text: str) -> None:
        if "Content Security Policy" in text:
            self.complaints.append(text)

    def begin(self, viewport: dict[str, int], theme: str, motion: str) -> None:
        self.complaints.clear()
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(color_scheme=theme, reduced_motion=motion)

    def forget(self) -> None:
        """As if it had never been here: no page, no cookie, nothing stored."""
        self.page.mouse.move(0, 0)
        self.page.goto(QUIET)
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.page.context.clear_cookies()


@pytest.fixture(scope="session")
def kept() -> list[Browser]:
    """Browsers that serve one test after another: to start one takes longer than most tests."""
    return []


@pytest.fixture
def visitor(server: str, chromium: Any, kept: list[Browser]) -> Iterator[Callable[..., Any]]:
    """Opens pages of separate browsers, each with its own cookies; what a page complains of fails the test.

    With further settings, or with `fresh` for a test that changes the browser itself, it is a browser that nobody
    used before and nobody will use again.
    """
    idle, used, own = list(kept), [], []

    def open_one(
        viewport: dict[str, int] = DESKTOP,
        theme: str = "light",
        motion: str = "reduce",
        fresh: bool = False,
        **more: Any,
    ) -> Any:
        alone = fresh or bool(more)
        if alone or not idle:
            browser = Browser(chromium.new_context(viewport=viewport, base_url=server, **more).new_page())
            if not alone:
                kept.append(browser)
        else:
            browser = idle.pop(0)
        (own if alone else used).append(browser)
        browser.begin(viewport, theme, motion)
        return browser.page

    yield open_one
    for browser in own:
        browser.page.context.close()
    for browser in used:
        browser.forget()
    assert [complaint for browser in own + used for complaint in browser.complaints] == []
