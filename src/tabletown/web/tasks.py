"""Ending tasks for good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

PATIENCE = 1.0
ATTEMPTS = 3


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and see that they end: a cancellation that falls into the closing of a connection can be lost, so it is said again."""
    left = {task for task in tasks if not task.done()}
    for _ in range(ATTEMPTS):
        for task in left:
            task.cancel()
        if left:
            _, left = await asyncio.wait(left, timeout=PATIENCE)


async def within(seconds: float, closing: Any) -> None:
    """Wait for something to close, but not for ever: the server is going down anyway."""
    try:
        await asyncio.wait_for(closing, seconds)
    except TimeoutError:
        return
