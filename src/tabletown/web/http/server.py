"""Starting the server."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from dataclasses import replace
from typing import Any

import uvicorn

from tabletown.web.settings import BadSetting, Settings, from_environment

from .app import create_app

CONFIG: dict[str, Any] = {
    "ws_per_message_deflate": False,  # frames are gzipped once for all who see the same
    "ws_max_size": 4096,
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
    "timeout_graceful_shutdown": 3,
    "server_header": False,
    "access_log": False,
    "log_level": "warning",
}


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = Settings.database,
    open_browser: bool = False,
    workers: int = 1,
    settings: Settings | None = None,
) -> None:
    """Serve until interrupted. Several workers need PostgreSQL; they share its log and notify each other."""
    settings = replace(settings or from_environment(), database=database)
    shared = settings.url.get_backend_name() == "postgresql"
    if workers > 1 and not shared:
        raise BadSetting("Several workers need PostgreSQL; SQLite is for one.")
    listening = bound(host, port)
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    print(f"Tabletown is open at {address}", flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    if workers == 1:
        with listening:
            uvicorn.Server(uvicorn.Config(create_app(settings), **CONFIG)).run([listening])
        return
    listening.close()
    os.environ["TABLETOWN_DATABASE"] = database  # the workers are processes of their own and read their settings there
    uvicorn.run("tabletown.web.http.server:worker_app", factory=True, host=host, port=port, workers=workers, **CONFIG)


def worker_app() -> Any:
    """The application of one of several worker processes, set up by the environment."""
    return create_app(from_environment())


def bound(host: str, port: int) -> socket.socket:
    """A socket bound to this address; BadSetting says in one sentence why that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadSetting(
            f"The server can't listen at {host} port {port}: {reason}. Choose another with --port."
        ) from None
    return listening


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
