"""Doing what takes long beside the event loop, in which everybody else waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_THREADS = ThreadPoolExecutor(2, thread_name_prefix="beside")
"""Few, since each of them takes the interpreter from the loop for some milliseconds at a time."""

T = TypeVar("T")


async def beside(job: Callable[[], T]) -> T:
    """The result of a job that is done in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, job)
