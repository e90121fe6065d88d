"""Work in batches, on the processes of this machine or on a Ray cluster, with the same results."""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from ..core.errors import BadOption, TabletownError

T = TypeVar("T")
R = TypeVar("R")

BATCH_SECONDS = 2.0
"""Long enough that handing a batch over costs nothing, short enough that progress shows and little is lost."""

BATCHES_A_ROUND = 8
CONNECT_SECONDS = 5.0


class NoCluster(TabletownError, RuntimeError):
    """The cluster that was asked for can't be reached, or the package for it is missing."""


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_batches(items: Sequence[T], seconds_each: float) -> Iterator[list[T]]:
    """Cut items into batches of about BATCH_SECONDS."""
    size = max(1, int(BATCH_SECONDS / max(seconds_each, 1e-6)))
    for first in range(0, len(items), size):
        yield list(items[first : first + size])


def run(
    work: Callable[[T], R], batches: Iterable[T], jobs: int | None = None, cluster: str | None = None
) -> Iterator[R]:
    """The results of all batches, in their order, each as soon as it and those before it are there."""
    count = jobs if jobs is not None else cores()
    if count < 1:
        raise BadOption(f"The number of jobs must be at least 1, not {count}.")
    if cluster is None and count == 1:
        yield from map(work, batches)
        return
    import joblib

    if cluster is not None:
        yield from _run_on_ray(work, batches, jobs, cluster)
        return
    with joblib.parallel_config(backend="loky"):
        parallel: Any = joblib.Parallel(n_jobs=count, return_as="generator")
        yield from parallel(joblib.delayed(work)(batch) for batch in batches)


def _run_on_ray(work: Callable[[T], R], batches: Iterable[T], jobs: int | None, address: str) -> Iterator[R]:
    """In rounds of some batches for each worker, because Ray's backend gives results back only all at once."""
    import joblib

    workers = _join(address) if jobs is None else min(jobs, _join(address))
    waiting = iter(batches)
    with joblib.parallel_config(backend="ray"):
        while some := list(itertools.islice(waiting, BATCHES_A_ROUND * workers)):
            parallel: Any = joblib.Parallel(n_jobs=workers)
            yield from parallel(joblib.delayed(work)(batch) for batch in some)


def _knock(address: str) -> None:
    """See that somebody listens at HOST:PORT: Ray itself tries for minutes and then ends the process."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        try:
            socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise NoCluster(f"There is no Ray cluster at {address!r}: nobody answers there.") from error


def _join(address: str) -> int:
    """Become part of a cluster; returns the number of its cores."""
    try:
        import ray
        from ray.util.joblib import register_ray
    except ImportError as error:
        raise NoCluster("A cluster needs the package ray: pip install 'tabletown[cluster]'.") from error
    if not ray.is_initialized():
        _knock(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise NoCluster(f"There is no Ray cluster at {address!r}: {error}") from error
    register_ray()
    return max(1, int(ray.cluster_resources().get("CPU", 1)))
