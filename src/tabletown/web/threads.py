"""Threads for what would hold up the event loop, in which everybody else waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_THREADS = ThreadPoolExecutor(2, thread_name_prefix="web")
"""Few, since each of them takes the interpreter from the loop for some milliseconds at a time."""

T = TypeVar("T")


async def in_thread(job: Callable[[], T]) -> T:
    """Run a job in a thread and return its result."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, job)
