"""Real databases and real servers for the tests of the web."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from running_server import RunningServer, free_port, quick

PROGRAMS = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")


def _program(name: str) -> str | None:
    return shutil.which(name) or next((str(folder / name) for folder in PROGRAMS if (folder / name).exists()), None)


def _as_postgres(*command: str) -> None:
    """PostgreSQL refuses to run as root, so root runs it as the user that Debian made for it."""
    prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*prefix, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own on loopback, gone with the tests."""
    initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
    if initdb is None or pg_ctl is None:
        message = "PostgreSQL is not installed; `apt-get install postgresql` to run these tests"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    port = free_port()
    folder = f"{'/dev/shm' if os.access('/dev/shm', os.W_OK) else '/tmp'}/tabletown-postgres-{secrets.token_hex(4)}"
    options = (
        f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        " -c shared_buffers=32MB -c fsync=off"
    )
    _as_postgres(initdb, "-D", folder, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8")
    try:
        _as_postgres(pg_ctl, "-D", folder, "-w", "-l", f"{folder}/log", "-o", options, "start")
        yield f"postgresql://postgres@127.0.0.1:{port}"
    finally:
        subprocess.run(
            [
                *(["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []),
                pg_ctl,
                "-D",
                folder,
                "-m",
                "immediate",
                "stop",
            ],
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Makes an empty database of a kind."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/{secrets.token_hex(4)}.sqlite3"
        address = request.getfixturevalue("postgres")
        name = f"t{secrets.token_hex(6)}"
        psql = _program("psql")
        assert psql is not None
        subprocess.run([psql, "-q", "-d", f"{address}/postgres", "-c", f"CREATE DATABASE {name}"], check=True, cwd="/")
        return f"{address}/{name}"

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    return new_database(request.param)


@pytest.fixture
def sqlite(new_database: Callable[[str], str]) -> str:
    return new_database("sqlite")


Opens = Callable[..., Any]


@pytest.fixture
async def start_server() -> AsyncIterator[Opens]:
    """Opens servers on databases, all closed at the end of the test."""
    async with AsyncExitStack() as stack:

        async def opening(database: str, **settings: Any) -> RunningServer:
            return await stack.enter_async_context(_running(database, **settings))

        yield opening


@asynccontextmanager
async def _running(database: str, **settings: Any) -> AsyncIterator[RunningServer]:
    server = RunningServer(quick(database, **settings))
    await server.open()
    try:
        yield server
    finally:
        await server.close()


@pytest.fixture
async def server(sqlite: str, start_server: Opens) -> RunningServer:
    """A server on SQLite."""
    opened: RunningServer = await start_server(sqlite)
    return opened


@pytest.fixture
async def any_server(database: str, start_server: Opens) -> RunningServer:
    """A server on each kind of database in turn."""
    opened: RunningServer = await start_server(database)
    return opened
