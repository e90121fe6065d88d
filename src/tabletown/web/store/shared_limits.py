"""Limits that several server processes keep together, in PostgreSQL: how often an address asks, and what it holds open.

The numbers are worth nothing after a restart, so their tables are unlogged, stand beside the migrations and are in no
backup.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from contextlib import suppress

import asyncpg
from limits import RateLimitItem
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from sqlalchemy.engine import URL

log = logging.getLogger("tabletown.web")

_LOCK = 0x7AB1F
_TABLES = """
CREATE UNLOGGED TABLE IF NOT EXISTS rate (
    key text, period integer, number bigint, hits integer NOT NULL, PRIMARY KEY (key, period, number)
);
CREATE UNLOGGED TABLE IF NOT EXISTS held (
    process text, address text, amount integer NOT NULL, seen timestamptz NOT NULL, PRIMARY KEY (process, address)
);
"""

# Windows of time are numbered. The hits of the window before count as far as the sliding window still reaches into it.
# A hit that would be too many is neither inserted nor added, so nothing comes back.
_HIT = """
WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) / $2::int AS now),
     this AS (SELECT floor(now)::bigint AS number, now - floor(now) AS gone FROM clock),
     past AS (
         SELECT coalesce(max(rate.hits * (1 - this.gone)), 0) AS hits
         FROM this LEFT JOIN rate ON rate.key = $1 AND rate.period = $2 AND rate.number = this.number - 1
     )
INSERT INTO rate (key, period, number, hits)
SELECT $1, $2, this.number, 1 FROM this, past WHERE past.hits + 1 <= $3
ON CONFLICT (key, period, number) DO UPDATE SET hits = rate.hits + 1
WHERE rate.hits + 1 + (SELECT hits FROM past) <= $3
RETURNING hits
"""
_FORGET_HITS = "DELETE FROM rate WHERE (number + 2) * period < extract(epoch FROM clock_timestamp())"
_TELL = """
INSERT INTO held SELECT $1, address, amount, now() FROM unnest($2::text[], $3::int[]) AS told(address, amount)
ON CONFLICT (process, address) DO UPDATE SET amount = excluded.amount, seen = now()
"""
_HEAR = """
SELECT address, sum(amount)::int AS amount FROM held
WHERE process <> $1 AND seen > now() - make_interval(secs => $2) GROUP BY address
"""
_FORGET_HELD = "DELETE FROM held WHERE seen < now() - make_interval(secs => $1)"

_SECONDS = 2.0
"""Seconds that a visitor waits for the database before this process counts alone."""
_EXCHANGE_SECONDS = 1.0
_GONE_SECONDS = 10
"""A process that was silent for so long is gone, with all it held."""
_FORGET_EVERY = 60
_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)


class Held:
    """How much each address holds at the moment, sockets for example, in this process and in the others."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()
        """In this process; whoever counts changes it."""
        self.elsewhere: Counter[str] = Counter()
        """In all other processes, as they last told."""

    def __getitem__(self, address: str) -> int:
        return self.here[address] + self.elsewhere[address]


class SharedLimits:
    """Counts hits in the database, and tells the other processes what addresses hold.

    `hit` is that of the rate limiters of the `limits` library, by a sliding window. While the database does not answer,
    each process counts for itself.
    """

    def __init__(self, url: URL) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._alone = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._process = secrets.token_hex(8)
        self._pool: asyncpg.Pool | None = None

    async def open(self) -> None:
        self._pool = await asyncpg.create_pool(
            self._address, min_size=1, max_size=4, timeout=_SECONDS, command_timeout=_SECONDS
        )
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
            await connection.execute(_TABLES)

    async def close(self) -> None:
        """Forget what this process held."""
        if self._pool is not None:
            with suppress(*_ERRORS):
                await self._pool.execute("DELETE FROM held WHERE process = $1", self._process)
            self._pool.terminate()

    async def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        """Count one more; False if that is more than the limit allows."""
        try:
            assert self._pool is not None
            key = "/".join(identifiers)
            return await self._pool.fetchval(_HIT, key, item.get_expiry(), item.amount) is not None
        except _ERRORS:
            return await self._alone.hit(item, *identifiers)

    async def exchange(self, held: Held) -> None:
        """Tell the others what is held here, and hear from them, for ever."""
        told: Counter[str] = Counter()
        turn = 0
        while True:
            try:
                now = +held.here
                held.elsewhere = await self._exchange(now, told)
                told = now
                if turn % _FORGET_EVERY == 0:
                    await self._forget()
            except _ERRORS as error:
                log.warning("limits are not shared with other processes for the moment: %r", error)
            turn += 1
            await asyncio.sleep(_EXCHANGE_SECONDS)

    async def _exchange(self, now: Counter[str], told: Counter[str]) -> Counter[str]:
        assert self._pool is not None
        addresses = list(now | told)  # what is held no longer is told once more, as nothing
        async with self._pool.acquire() as connection:
            if addresses:
                await connection.execute(_TELL, self._process, addresses, [now[address] for address in addresses])
            rows = await connection.fetch(_HEAR, self._process, _GONE_SECONDS)
        return Counter({row["address"]: row["amount"] for row in rows if row["amount"]})

    async def _forget(self) -> None:
        assert self._pool is not None
        await self._pool.execute(_FORGET_HITS)
        await self._pool.execute(_FORGET_HELD, _GONE_SECONDS)
