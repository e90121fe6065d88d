"""Experiments of the Lab in the database: a queue that all server processes share, and the answers."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from .schema import EXPERIMENT
from .storage import Row, Storage, now

QUEUED, RUNNING, DONE, STOPPED, FAILED = "queued", "running", "done", "stopped", "failed"
OPEN = (QUEUED, RUNNING)
OVER = (DONE, STOPPED, FAILED)

SILENT = 30_000
"""Milliseconds after which a process that played an experiment and says nothing is taken to be gone."""

_T = EXPERIMENT.c
_LIGHT = [column for column in EXPERIMENT.columns if column.name not in ("answer", "rows")]
_QUEUE_LOCK = 0x7AB20


class Full(Exception):
    """The queue is full, or this visitor has enough in it; `mine` says which."""

    def __init__(self, mine: bool) -> None:
        super().__init__()
        self.mine = mine


class Experiments:
    """The table of experiments."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def put(self, row: Row, most: int, most_each: int) -> tuple[Row, bool]:
        """Queue an experiment, or find the same question; whether it was queued. Full: nothing was queued."""
        async with self._storage.writing() as connection:
            if self._storage.shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_QUEUE_LOCK)))
            there = await connection.execute(sa.select(*_LIGHT).where(_T.id == row["id"]))
            found = there.mappings().one_or_none()
            if found is not None and found["status"] not in (STOPPED, FAILED):
                return dict(found), False
            waiting = (await connection.execute(sa.select(_T.owner).where(_T.status.in_(OPEN)))).scalars().all()
            if waiting.count(row["owner"]) >= most_each:
                raise Full(mine=True)
            if len(waiting) >= most:
                raise Full(mine=False)
            moment = now()
            fresh = {"status": QUEUED, "stopping": False, "asked": moment, "watched": moment, "beat": 0}
            if found is None:
                values = {**row, **fresh, "version": 1, "progress": {}, "size": 0}
                await connection.execute(sa.insert(EXPERIMENT).values(**values))
                return values, True
            values = {**fresh, "owner": row["owner"], "version": found["version"] + 1}
            await connection.execute(sa.update(EXPERIMENT).where(_T.id == row["id"]).values(**values))
            return {**found, **values}, True

    async def find(self, name: str) -> Row | None:
        """What is known of an experiment, without its answer and rows."""
        return await self._one(sa.select(*_LIGHT).where(_T.id == name))

    async def answer(self, name: str) -> bytes | None:
        found = await self._one(sa.select(_T.answer).where(_T.id == name))
        return found["answer"] if found else None

    async def rows(self, name: str) -> bytes | None:
        found = await self._one(sa.select(_T.rows).where(_T.id == name))
        return found["rows"] if found else None

    async def _one(self, wanted: sa.Select[Any]) -> Row | None:
        async with self._storage.reading() as connection:
            found = (await connection.execute(wanted)).mappings().one_or_none()
            return dict(found) if found else None

    async def of(self, owner: str, most: int) -> list[Row]:
        """What somebody asked, the latest first."""
        wanted = sa.select(*_LIGHT).where(_T.owner == owner).order_by(_T.asked.desc()).limit(most)
        async with self._storage.reading() as connection:
            return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    async def ahead(self, row: Row) -> int:
        """How many experiments are played before one that waits."""
        wanted = sa.select(sa.func.count()).where(
            (_T.status == RUNNING) | ((_T.status == QUEUED) & (_T.asked < row["asked"]))
        )
        async with self._storage.reading() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    async def speed(self, game: str, who: str) -> float | None:
        """Games a second of the last experiment with a game and such players."""
        wanted = sa.select(_T.speed, _T.question).where((_T.game == game) & _T.speed.is_not(None))
        async with self._storage.reading() as connection:
            found = await connection.execute(wanted.order_by(_T.asked.desc()).limit(50))
            speeds = [row.speed for row in found if row.question.get("who", "quick") == who]
            return float(speeds[0]) if speeds else None

    # -------------------------------------------------------------- playing

    async def take(self) -> Row | None:
        """The next experiment to be played, marked as running: the oldest whose visitor has no other one running.

        What a process left behind that is gone comes first.
        """
        moment = now()
        alive = (_T.status == RUNNING) & (_T.beat > moment - SILENT)
        other = EXPERIMENT.alias("other")
        busy = sa.select(other.c.owner).where((other.c.status == RUNNING) & (other.c.beat > moment - SILENT))
        free = (_T.status == QUEUED) & _T.owner.not_in(busy)
        wanted = sa.select(*_LIGHT).where(free | ((_T.status == RUNNING) & ~alive)).order_by(_T.asked).limit(1)
        async with self._storage.writing() as connection:
            found = (await connection.execute(wanted.with_for_update(skip_locked=True))).mappings().one_or_none()
            if found is None:
                return None
            values = {"status": RUNNING, "beat": moment, "version": found["version"] + 1}
            await connection.execute(sa.update(EXPERIMENT).where(_T.id == found["id"]).values(**values))
            return {**found, **values}

    async def tell(self, name: str, **values: Any) -> Row | None:
        """Write news of an experiment; returns what was asked of it meanwhile: `stopping` and `watched`."""
        told = {**values, "version": _T.version + 1, "beat": now()}
        async with self._storage.writing() as connection:
            await connection.execute(sa.update(EXPERIMENT).where(_T.id == name).values(**told))
            found = await connection.execute(sa.select(_T.stopping, _T.watched).where(_T.id == name))
            row = found.mappings().one_or_none()
            return dict(row) if row else None

    async def give_back(self, name: str | None = None) -> None:
        """Queue what was being played again: one experiment, or all of them."""
        mine = (_T.status == RUNNING) if name is None else (_T.status == RUNNING) & (_T.id == name)
        async with self._storage.writing() as connection:
            await connection.execute(sa.update(EXPERIMENT).where(mine).values(status=QUEUED, beat=0))

    async def stop(self, name: str) -> None:
        """Have a run end; what still waits ends at once."""
        async with self._storage.writing() as connection:
            mine = _T.id == name
            await connection.execute(sa.update(EXPERIMENT).where(mine & (_T.status == RUNNING)).values(stopping=True))
            ended = {"status": STOPPED, "version": _T.version + 1}
            await connection.execute(sa.update(EXPERIMENT).where(mine & (_T.status == QUEUED)).values(**ended))

    async def look(self, name: str) -> None:
        """Remember that somebody looks at an experiment."""
        async with self._storage.writing() as connection:
            await connection.execute(sa.update(EXPERIMENT).where(_T.id == name).values(watched=now()))

    async def forget(self, most: int, most_bytes: int) -> list[str]:
        """Drop the answers that nobody has looked at for longest, while there are too many or they are too large."""
        async with self._storage.writing() as connection:
            wanted = sa.select(_T.id, _T.size).where(_T.status.in_(OVER)).order_by(_T.watched.desc())
            dropped, count, size = [], 0, 0
            for row in await connection.execute(wanted):
                count, size = count + 1, size + row.size
                if count > most or size > most_bytes:
                    dropped.append(row.id)
            if dropped:
                await connection.execute(sa.delete(EXPERIMENT).where(_T.id.in_(dropped)))
            return dropped
