"""Calls that take a while, made beside the event loop of the screen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar, cast

Answer = TypeVar("Answer")


async def in_thread(call: Callable[[], Answer]) -> Answer:
    """Make a call in a thread that does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Answer] = loop.create_future()

    def run() -> None:
        try:
            result, problem = call(), None
        except Exception as error:
            result, problem = None, error
        if not loop.is_closed():
            loop.call_soon_threadsafe(finish, result, problem)

    def finish(result: Answer | None, problem: Exception | None) -> None:
        if done.cancelled():
            return
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(cast(Answer, result))

    threading.Thread(target=run, daemon=True).start()
    return await done
