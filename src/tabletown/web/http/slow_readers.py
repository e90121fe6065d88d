"""Connections whose other end takes nothing of what it is sent."""

from __future__ import annotations

import asyncio

WRITE_SECONDS = 30.0
"""Seconds in which somebody who was sent more than the buffers hold must read some of it."""


class EndsSlowReaders:
    """For protocols with a loop and a transport: who reads nothing for too long is cut off, whatever is still to come.

    Closing such a connection would not do: that waits until everything was read.
    """

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        if self._stalled is None:
            self._stalled = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._reads_again()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        self._reads_again()
        super().connection_lost(exc)  # type: ignore[misc]

    def _reads_again(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
