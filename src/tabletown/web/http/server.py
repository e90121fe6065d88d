"""Starting the server: one process, or several that share a port and a PostgreSQL."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from tabletown.web import logs, metrics
from tabletown.web.settings import BadSetting, Settings

from .app import build_routes, create_app, prepare_database, warm_up
from .protocol import Protocol
from .socket_protocol import SocketProtocol

CONFIG: dict[str, Any] = {
    "http": Protocol,
    "ws": SocketProtocol,
    "ws_per_message_deflate": False,  # frames are gzipped once for all who see the same
    "ws_max_size": 4096,
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
    "timeout_graceful_shutdown": 3,
    "timeout_worker_healthcheck": 60,  # a new worker imports everything before it answers
    "server_header": False,
    "access_log": False,
    "log_level": "warning",
}
_START_SECONDS = 120.0
_COLLECTIONS = (50_000, 20, 50)
_FIRST_GIVEN = 3
"""The descriptor of a socket that systemd hands over."""
_DESCRIPTORS_BESIDE = 200
"""Descriptors for everything but visitors: the database, bots, files."""


def serve(settings: Settings, open_browser: bool = False) -> None:
    """Serve until interrupted. Several workers need PostgreSQL; they share its log and notify each other."""
    logs.check(settings)
    if settings.workers > 1 and settings.url.get_backend_name() != "postgresql":
        raise BadSetting("Several workers need PostgreSQL; SQLite is for one.")
    with ExitStack() as stack:
        listening = stack.enter_context(listen(settings.host, settings.port))
        asyncio.run(prepare_database(settings))
        _allow_descriptors(settings.sockets + _DESCRIPTORS_BESIDE)
        address = f"http://{_shown(settings.host)}:{listening.getsockname()[1]}"
        opened = partial(_opened, address, open_browser and not _given_socket())
        if settings.workers == 1:
            _publish_metrics(stack, settings, None)
            server = Server(_config(settings), opened)
            server.run([listening.dup()])  # which the server closes; this one keeps new visitors waiting
            if server.to_start_again:
                _start_again(listening)
        else:
            gc.enable()  # the workers serve, each with a collector of its own
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tabletown-metrics-")))
            os.environ[metrics.FOLDER] = str(folder)  # read by the workers when they import the library
            _publish_metrics(stack, settings, folder)
            Workers(_config(settings), listening, opened).run()


def _config(settings: Settings) -> uvicorn.Config:
    chosen = {**CONFIG, "log_config": logs.config(settings), "log_level": settings.log_level}
    return uvicorn.Config(partial(process_app, settings), factory=True, workers=settings.workers, **chosen)


def process_app(settings: Settings) -> FastAPI:
    """The application of a process that does nothing else.

    Tables in memory are many objects that live long. Python's collector would look through all of them every few
    frames, while everybody waits, and find nothing; it took a tenth of the time. It never looks at what was imported.
    """
    gc.disable()
    app = create_app(settings)
    warm_up()
    build_routes(app)
    gc.freeze()  # without a collection, which would take a tenth of a second and find next to nothing
    gc.set_threshold(*_COLLECTIONS)
    gc.enable()
    return app


def _publish_metrics(stack: ExitStack, settings: Settings, folder: Path | None) -> None:
    if settings.metrics:
        stack.callback(metrics.publish(settings.metrics, folder))


def _opened(address: str, open_browser: bool) -> None:
    """Tell people, now that visitors are answered."""
    print(f"Tabletown is open at {address}", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


class Server(uvicorn.Server):
    """One process; says when it listens. On SIGHUP it ends gracefully, to be started again."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened
        self.to_start_again = False
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._start_again)

    def _start_again(self, number: int, frame: FrameType | None) -> None:
        self.to_start_again = self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened()


def _start_again(listening: socket.socket) -> None:
    """Become a new server, perhaps of a newer version, at the same socket, as if systemd had opened it."""
    os.dup2(listening.fileno(), _FIRST_GIVEN)
    os.set_inheritable(_FIRST_GIVEN, True)
    os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


class Workers(Multiprocess):
    """Several processes; says when all of them listen, and stops if one can't start.

    SIGHUP replaces them one after the other, the new one ready before the old one ends, so that somebody always
    answers. A worker that died is replaced.
    """

    def __init__(self, config: uvicorn.Config, listening: socket.socket, opened: Callable[[], None]) -> None:
        super().__init__(config, [listening])
        self._opened = opened

    def init_processes(self) -> None:
        super().init_processes()
        if all(process.wait_until_ready(_START_SECONDS, self.should_exit) for process in self.processes):
            self._opened()
        elif not self.should_exit.is_set():
            self.terminate_all()
            self.join_all()
            raise BadSetting("A worker process could not start; its log says why.")


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address, or the one that systemd opened; BadSetting says in one sentence why there is none."""
    if _given_socket():
        return socket.socket(fileno=_FIRST_GIVEN)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    if sys.platform != "win32":  # where it would let two servers take the same port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1)  # some systems notice only here that a port is taken; the server makes its queue longer
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadSetting(
            f"The server can't listen at {host} port {port}: {reason}. Choose another with --port."
        ) from None
    return listening


def _given_socket() -> bool:
    """Whether systemd, or this server before its restart, hands over a socket that listens already."""
    return os.environ.get("LISTEN_PID") == str(os.getpid()) and os.environ.get("LISTEN_FDS") == "1"


def _allow_descriptors(wanted: int) -> None:
    """Raise the number of open files that this process may have, as far as the system lets it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
