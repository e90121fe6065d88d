"""Sending notices: a queue that nobody waits for, a few threads, and a time limit for each message."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from http.client import HTTPException
from typing import TYPE_CHECKING

from tabletown.web import tasks
from tabletown.web.refusals import Forbidden, Invalid, Unknown
from tabletown.web.settings import Settings
from tabletown.web.store.storage import Row, Storage
from tabletown.web.tables.seat import Caller
from tabletown.web.threads import in_thread

from . import services

if TYPE_CHECKING:
    from .message import Subscription

log = logging.getLogger("tabletown.web")

KEY = "push key"
MOST_WAITING = 1000
MOST_EACH = 10
"""Browsers that may be reached for one cookie: it can be carried from device to device."""
_SENDERS = 4
_SECONDS = 15.0
_KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True)
class Notice:
    """What a notification shows: a game, a sentence and the table that it leads to. Nothing in it is a secret."""

    title: str
    body: str
    url: str
    table: str


class Pushes:
    """Subscriptions of browsers, and the notices that wait to be sent to them."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage, self._services = storage, settings.push_services
        host = next((name for name in settings.hosts if name[0] not in "*"), "")
        self._contact = settings.push_contact or (f"https://{host}" if host else "mailto:nobody@tabletown.invalid")
        self._queue: asyncio.Queue[tuple[str, Notice]] = asyncio.Queue(MOST_WAITING)
        self._threads = ThreadPoolExecutor(_SENDERS, thread_name_prefix="push")
        self._key: asyncio.Task[str] | None = None
        self._senders: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Make the key if there is none yet, and send what comes."""
        if self._services:
            self._key = asyncio.create_task(self._find_key(), name="push key")
            self._senders = [asyncio.create_task(self._send(), name="push") for _ in range(_SENDERS)]

    async def close(self) -> None:
        await tasks.end([*self._senders, *([self._key] if self._key else [])])
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _find_key(self) -> str:
        known = await self._storage.secret(KEY)
        return known or await self._storage.keep_secret(KEY, await in_thread(_new_key))

    async def _private_key(self) -> str:
        if self._key is None:
            raise Unknown("This server sends no notifications.")
        if self._key.done() and self._key.exception():
            self._key = asyncio.create_task(self._find_key(), name="push key")
        return await asyncio.shield(self._key)

    async def public_key(self) -> str:
        """What a browser subscribes with."""
        private = await self._private_key()
        return await in_thread(lambda: _public_key(private))

    async def subscribe(self, caller: Caller, endpoint: str, p256dh: str, auth: str) -> str:
        """Send a browser the notices that are for its cookie; returns the subscription's name."""
        await self._private_key()
        if caller.browser is None:
            raise Forbidden("Notifications are for browsers, which have a cookie.")
        if not services.is_known(endpoint, self._services):
            raise Invalid("This server sends to no such push service; its operator can add it to PUSH_SERVICES.")
        await in_thread(lambda: _check(endpoint, p256dh, auth))
        name = hashlib.sha256(endpoint.encode()).hexdigest()
        row = {"id": name, "holder": caller.browser, "endpoint": endpoint, "p256dh": p256dh, "auth": auth}
        await self._storage.subscribe(row, MOST_EACH)
        return name

    async def unsubscribe(self, caller: Caller, name: str) -> None:
        if caller.browser is None or not await self._storage.unsubscribe(name, caller.browser):
            raise Unknown("There is no such subscription of this browser.")

    def send(self, holder: str, notice: Notice) -> None:
        """Tell all browsers of a cookie, soon; nobody waits for it."""
        if not self._senders:
            return
        try:
            self._queue.put_nowait((holder, notice))
        except asyncio.QueueFull:
            log.warning("too many notifications wait; one was dropped")

    async def _send(self) -> None:
        while True:
            holder, notice = await self._queue.get()
            try:
                for row in await self._storage.subscriptions_of(holder):
                    await self._deliver(row, notice)
            except Exception:
                log.exception("a notification could not be sent")

    async def _deliver(self, row: Row, notice: Notice) -> None:
        """Send one message; a subscription that has ended is forgotten."""
        private = await self._private_key()
        if not services.is_known(row["endpoint"], self._services):
            return  # the operator has struck its service off the list
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(_SECONDS):
                job = _Job(row["endpoint"], row["p256dh"], row["auth"], notice, private, self._contact)
                status = await loop.run_in_executor(self._threads, job.work)
        except (OSError, HTTPException) as error:  # a time limit is an OSError too
            log.info("a push service can't be reached: %s", error)
            return
        if status in services.GONE:
            await self._storage.unsubscribe(row["id"], row["holder"])
        elif status >= 400:
            log.info("a push service refused a message: %s", status)


@dataclass(frozen=True)
class _Job:
    endpoint: str
    p256dh: str
    auth: str
    notice: Notice
    key: str
    contact: str

    def work(self) -> int:
        from . import message

        to = message.Subscription(self.endpoint, self.p256dh, self.auth)
        body = message.encrypted(json.dumps(asdict(self.notice)), to)
        signed = message.authorization(self.endpoint, self.key, self.contact)
        headers = message.headers(self.notice.table, _KEPT_SECONDS, Authorization=signed)
        return services.deliver(self.endpoint, headers, body)


def _new_key() -> str:
    from .message import new_private_key

    return new_private_key()


def _public_key(private: str) -> str:
    from .message import public_key

    return public_key(private)


def _check(endpoint: str, p256dh: str, auth: str) -> Subscription:
    from .message import Subscription, checked

    return checked(Subscription(endpoint, p256dh, auth))
