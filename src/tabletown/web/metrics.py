"""What Prometheus is told: the event loop's lag, requests, frames, sockets, the queue of bots, the time of a write.

With several workers each process writes its numbers to a folder (PROMETHEUS_MULTIPROC_DIR, set by the supervisor before
the workers start), and the supervisor answers with the sum of all.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, Metric, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from .settings import BadSetting

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SAMPLE_SECONDS = 0.1
_SHORT = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

LOOP_LAG = Histogram(
    "tabletown_loop_lag_seconds", "How much later than planned the event loop woke a sleeping task", buckets=_SHORT
)
REQUESTS = Counter("tabletown_requests", "Answers by route and status", ["method", "route", "status"])
REQUEST_SECONDS = Histogram(
    "tabletown_request_seconds", "Time to answer, waits of long polls included", ["route"], buckets=(*_SHORT, 10, 30)
)
FRAMES = Counter("tabletown_frames", "Frames sent down sockets")
FRAME_BYTES = Counter("tabletown_frame_bytes", "Bytes of the frames sent down sockets")
SOCKETS = Gauge("tabletown_sockets", "Open sockets", multiprocess_mode="livesum")
ROOMS = Gauge("tabletown_rooms", "Tables in memory", multiprocess_mode="livesum")
BOT_QUEUE = Gauge("tabletown_bot_queue", "Moves of bots that wait for a free process", multiprocess_mode="livesum")
WRITE_SECONDS = Histogram(
    "tabletown_write_seconds", "Time of a write, from asking for a connection to its commit", buckets=_SHORT
)


async def sample(rooms: Callable[[], int], bot_queue: Callable[[], int]) -> None:
    """Measure the loop's lag, and how much there is of what only the process knows, for ever."""
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        await asyncio.sleep(_SAMPLE_SECONDS)
        LOOP_LAG.observe(max(0.0, clock() - began - _SAMPLE_SECONDS))
        ROOMS.set(rooms())
        BOT_QUEUE.set(bot_queue())


class AllWorkers(Collector):
    """The sum over all worker processes; what ended processes still showed as present is left out."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        for file in self._folder.glob("gauge_live*.db"):
            process = int(re.findall(r"\d+", file.stem)[-1])
            if not _is_running(process):
                mark_process_dead(process, str(self._folder))
        yield from MultiProcessCollector(CollectorRegistry(), path=str(self._folder)).collect()


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def publish(address: str, folder: Path | None = None) -> Callable[[], None]:
    """Answer Prometheus at HOST:PORT, from a thread; with a folder for all workers. Returns what ends it."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise BadSetting(f"Metrics are served at HOST:PORT, not at {address!r}.")
    registry: Any = REGISTRY
    if folder is not None:
        registry = CollectorRegistry()
        registry.register(AllWorkers(folder))
    try:
        server, thread = start_http_server(int(port), host.strip("[]"), registry)
    except (OSError, OverflowError) as error:
        reason = str(getattr(error, "strerror", None) or error).rstrip(".")
        raise BadSetting(f"Metrics can't be served at {address}: {reason}.") from None

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return end
