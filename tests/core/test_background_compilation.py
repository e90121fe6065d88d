"""Compilation in the background: one at a time, what is in demand first, and it ends with whoever asked for it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tabletown.compile.turns import Turns


def test_one_at_a_time_and_what_was_wanted_last_first() -> None:
    turns, begun, order = Turns(), threading.Event(), list[str]()
    running = 0

    def work(name: str) -> None:
        nonlocal running
        with turns.turn(name):
            running += 1
            assert running == 1
            order.append(name)
            if name == "first":
                begun.wait(20)
            running -= 1

    for name in ("first", "a", "b", "c"):
        turns.want(name)
    threads = [threading.Thread(target=work, args=(name,)) for name in ("first", "a", "b", "c")]
    threads[0].start()
    while order != ["first"]:
        time.sleep(0.001)
    for thread in threads[1:]:
        thread.start()
    while len(turns._waiting) < 3:
        time.sleep(0.001)
    turns.want("a")
    begun.set()
    for thread in threads:
        thread.join(60)
    assert order == ["first", "a", "c", "b"]


SCRIPT = """
import sys, time
from tabletown.compile.cache import prepare
from tabletown.compile.native import rules_unit
from tabletown.core.registry import rulebooks
for book in rulebooks().values():
    prepare(rules_unit(book))
print("asked", flush=True)
time.sleep(60)
"""


def builders(cache: Path) -> list[int]:
    """The processes that compile into a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if b"tabletown.compile.builder" in command and str(cache).encode() in command:
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(not os.path.exists("/proc/self/cmdline"), reason="needs /proc to see processes")
def test_a_compiler_ends_with_whoever_asked_for_it(tmp_path: Path) -> None:
    environment = {**os.environ, "TABLETOWN_CACHE": str(tmp_path)}
    environment.pop("TABLETOWN_ENGINE", None)
    asking = subprocess.Popen([sys.executable, "-c", SCRIPT], env=environment, stdout=subprocess.PIPE)
    try:
        assert asking.stdout is not None
        asking.stdout.readline()
        deadline = time.monotonic() + 60
        while not builders(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        assert len(builders(tmp_path)) == 1, "all games were asked for, one is compiled"
    finally:
        asking.kill()
        asking.wait()
    deadline = time.monotonic() + 60
    while builders(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert builders(tmp_path) == []
