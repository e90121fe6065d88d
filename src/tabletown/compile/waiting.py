"""Compilation that a person waits for: a progress bar for each unit, or a plain line where there is no terminal."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from . import cache
from .unit import Unit


def compile_units(units: Sequence[Unit], quiet: bool = False) -> float:
    """Compile what is not in the cache, on all cores, and show how far it is; returns the seconds it took."""
    missing = [unit for unit in units if not cache.is_compiled(unit)]
    began = time.perf_counter()
    if missing:
        with _shown(missing, quiet) as report, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(lambda unit: cache.compile_unit(unit, report), missing))
    return time.perf_counter() - began


@contextmanager
def _shown(units: Sequence[Unit], quiet: bool) -> Iterator[Callable[[cache.Progress], None]]:
    console = Console(stderr=True)
    if quiet:
        yield lambda progress: None
    elif not console.is_terminal:
        console.print(f"Compiling {', '.join(unit.title for unit in units)}; this happens once.", highlight=False)
        yield lambda progress: None
    else:
        columns = (
            TextColumn("Compiling {task.description}"),
            BarColumn(),
            TextColumn("{task.fields[step]}"),
            TimeElapsedColumn(),
        )
        lock = threading.Lock()
        with Progress(*columns, console=console, transient=True) as bars:
            tasks = {unit.name: bars.add_task(unit.title, total=1.0, step="waiting") for unit in units}

            def report(progress: cache.Progress) -> None:
                with lock:
                    bars.update(tasks[progress.unit.name], completed=progress.share, step=progress.step)

            yield report
