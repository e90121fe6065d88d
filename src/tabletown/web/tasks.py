"""Ending tasks reliably."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

_RETRY_SECONDS = 1.0


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until all are done.

    A cancellation can be lost inside a library that is closing a connection, so it is repeated.
    """
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_RETRY_SECONDS)
