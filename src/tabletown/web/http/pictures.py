"""Pictures, drawn in a process of their own, since drawing holds the interpreter lock; each is drawn once and kept."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections import Counter, OrderedDict
from collections.abc import Hashable
from typing import Any

from starlette.requests import HTTPConnection

from tabletown.web.pages.fonts import font_names
from tabletown.web.refusals import Refusal, TooOften
from tabletown.web.worker import Failed, Worker

log = logging.getLogger("tabletown.web")

KEPT_BYTES = 48 * 2**20
MOST_WAITING, MOST_WAITING_EACH = 32, 4
"""How many pictures may wait to be drawn, in all and for one address."""
_SECONDS = 30.0


class NotDrawn(Refusal):
    status = 503


class Pictures:
    def __init__(self) -> None:
        self._worker = Worker("tabletown.web.http.picture_worker")
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0
        self._drawing: dict[Hashable, asyncio.Future[bytes]] = {}
        self._waiting: Counter[str | None] = Counter()

    async def get(self, key: Hashable, question: dict[str, Any], address: str | None = None) -> bytes:
        """A picture by what makes it unique; drawn once however many ask for it. Without an address it is one that
        every visitor needs, and only the limit for all holds."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        if key not in self._drawing:
            crowded = address is not None and self._waiting[address] >= MOST_WAITING_EACH
            if crowded or self._waiting.total() >= MOST_WAITING:
                raise TooOften("Too many pictures are being drawn; ask again in a moment.")
            self._drawing[key] = asyncio.ensure_future(self._draw(key, question, address))
        return await asyncio.shield(self._drawing[key])

    async def _draw(self, key: Hashable, question: dict[str, Any], address: str | None) -> bytes:
        self._waiting[address] += 1
        try:
            async with self._turn:
                try:
                    answer = await self._worker.ask(question, _SECONDS)
                except Failed:
                    raise NotDrawn("The picture could not be drawn in time; ask again in a moment.") from None
            if "data" not in answer:
                raise RuntimeError(f"a picture could not be drawn: {answer.get('error')}")
            return self._keep(key, base64.b64decode(answer["data"]))
        finally:
            del self._drawing[key]
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def _keep(self, key: Hashable, picture: bytes) -> bytes:
        self._kept[key] = picture
        self._bytes += len(picture)
        while self._bytes > KEPT_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= len(old)
        return picture

    async def of_game(self, game: str, kind: str, address: str | None = None) -> bytes:
        """A table of a game in play: a `board` for a page, or a `card` that comes with a link."""
        return await self.get((kind, game), {"kind": kind, "game": game}, address)

    async def board(self, game: str, address: str | None = None) -> bytes:
        """A table of a game for its guide, or nothing if it can't be drawn now: the guide is worth reading without."""
        try:
            return await self.of_game(game, "board", address)
        except (Refusal, RuntimeError):
            log.warning("the guide of %s is shown without its picture, which could not be drawn", game)
            return b""

    async def font(self, name: str) -> bytes:
        """A font as browsers get it; cut from the whole font like a picture, in the other process."""
        return await self.get(("font", name), {"kind": "font", "name": name})

    async def cut_fonts(self) -> None:
        """Make the fonts ready that every page uses, so that the first visitor need not wait for them."""
        for name in font_names():
            try:
                await self.font(name)
            except (NotDrawn, RuntimeError):
                log.exception("the font %s could not be made", name)

    async def close(self) -> None:
        for drawing in list(self._drawing.values()):
            drawing.cancel()
        await asyncio.gather(*self._drawing.values(), return_exceptions=True)
        await self._worker.stop()


def pictures(connection: HTTPConnection) -> Pictures:
    found: Pictures = connection.app.state.pictures
    return found
