"""WebSockets with limits on what a visitor may send down them: nothing is expected there but signs of life."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .slow_readers import EndsSlowReaders

MOST_BYTES = 8 * 1024
"""How much may come at once: a frame of a few bytes costs as much of everybody's time as a long one, and each ping is
answered, also to somebody who never reads the answers."""
BYTES_A_SECOND = 1024
_POLICY = 1008


class SocketProtocol(EndsSlowReaders, WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._room, self._counted_at = float(MOST_BYTES), self.loop.time()

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self._has_room_for(len(data)):
            self._hang_up()
            return
        super().data_received(data)

    def _has_room_for(self, size: int) -> bool:
        """Whether a visitor who said so much was silent enough before."""
        now = self.loop.time()
        self._room = min(MOST_BYTES, self._room + (now - self._counted_at) * BYTES_A_SECOND) - size
        self._counted_at = now
        return self._room >= 0

    def _hang_up(self) -> None:
        if self.transport.is_closing():
            return
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(_POLICY, "Nothing is expected here but answers to pings.")
            self.handle_parser_exception()
        else:
            self.transport.abort()
