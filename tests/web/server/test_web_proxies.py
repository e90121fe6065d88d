"""The proxy configurations of deploy/, run by the real nginx and Caddy in front of a real server."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import websockets
from running_server import Live, a_game, free_port, until
from started import Started, started

from tabletown.web.tables.seat_tokens import new_secret

pytestmark = pytest.mark.anyio

DEPLOY = Path(__file__).parents[3] / "deploy"
CREATES = 4
"""How often an address may create a table in these tests."""


def nginx(folder: Path, upstream: str, port: int) -> list[str]:
    """deploy/nginx.conf with our own ports, name, certificate and folders, and a shorter patience."""
    kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    files = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    subprocess.run(["openssl", "req", *kind, *files], check=True, stderr=subprocess.DEVNULL)
    site = (DEPLOY / "nginx.conf").read_text()
    for old, new in {
        "127.0.0.1:8321": upstream,
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/letsencrypt/live/tabletown.example": str(folder),
        "tabletown.example": "localhost",
        "/var/log/nginx": str(folder),
        "client_header_timeout       10s": "client_header_timeout 1s",
    }.items():
        assert old in site, old
        site = site.replace(old, new)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid; error_log stderr; events {{}} http {{ {places}\n{site}\n}}"
    (folder / "whole.conf").write_text(whole)
    return ["nginx", "-p", str(folder), "-c", str(folder / "whole.conf"), "-g", "daemon off;"]


def caddy(folder: Path, upstream: str, port: int) -> list[str]:
    """deploy/Caddyfile with a certificate of Caddy's own for localhost, and a shorter patience."""
    text = (DEPLOY / "Caddyfile").read_text()
    more = f"skip_install_trust\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port {free_port()}\n"
    for old, new in {"\tservers {\n": f"\t{more}\tservers {{\n", "read_header 10s": "read_header 1s"}.items():
        assert old in text, old
        text = text.replace(old, new)
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile")]


@asynccontextmanager
async def proxied(kind: str, folder: Path, upstream: str) -> AsyncIterator[str]:
    if shutil.which(kind) is None:
        pytest.skip(f"{kind} is not installed; `apt-get install {kind}` to run this test")
    port = free_port()
    command = {"nginx": nginx, "caddy": caddy}[kind](folder, upstream, port)
    address = f"https://localhost:{port}"
    environment = {
        **os.environ,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "TABLETOWN_DOMAIN": address,
        "TABLETOWN_UPSTREAM": upstream,
    }
    with (folder / "proxy.log").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=errors, stderr=errors)
    try:
        async with httpx.AsyncClient(verify=False) as client:

            async def answers() -> bool:
                assert process.returncode is None, (folder / "proxy.log").read_text()
                try:
                    return (await client.get(f"{address}/healthz")).status_code == 200
                except httpx.TransportError:
                    return False

            await until(answers)
        yield address
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
async def test_behind_a_proxy(kind: str, sqlite: str, tmp_path: Path) -> None:
    """A visitor over https plays, waits and watches; limits know the visitor's address; what is too much is refused."""
    async with (
        started(sqlite, tmp_path, TABLETOWN_LIMIT_CREATING=f"{CREATES}/hour") as server,
        proxied(kind, tmp_path, server.address.removeprefix("http://")) as address,
    ):
        headers = {"origin": address, "cookie": f"tabletown={new_secret()}"}
        async with httpx.AsyncClient(base_url=address, headers=headers, verify=False, timeout=90) as client:
            await plays(client, address, headers)
            await too_much_is_refused(client)
            await restarts(client, server)
        await slow_is_ended(int(address.rpartition(":")[2]))


async def plays(client: httpx.AsyncClient, address: str, headers: dict[str, str]) -> None:
    async with httpx.AsyncClient(base_url=address, verify=False) as stranger:
        page = await stranger.get("/")
    assert "; Secure" in page.headers["set-cookie"]
    seats = [{"kind": "me"}, {"kind": "me"}]
    answers = [
        await client.post(
            "/api/tables", json={"game": a_game(), "seats": seats}, headers={"x-forwarded-for": f"10.0.0.{n}"}
        )
        for n in range(CREATES + 1)
    ]
    assert [answer.status_code for answer in answers] == [201] * CREATES + [429], "the visitor's word was taken"
    path = f"/api/tables/{answers[0].json()['id']}"
    where = f"{address.replace('https', 'wss')}{path}/live"
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    sent = {"cookie": headers["cookie"]}
    async with websockets.connect(where, additional_headers=sent, origin=address, ssl=trust, max_size=None) as socket:  # type: ignore[arg-type]
        live = Live(socket)
        frame = await live.frame()
        waiting = asyncio.create_task(client.get(f"{path}/events", params={"since": frame["version"], "wait": 20}))
        await asyncio.sleep(0.1)
        played = await client.post(f"{path}/moves", json={"move": frame["moves"][0]["id"], "version": frame["version"]})
        assert played.status_code == 200, played.text
        assert (await live.until(played.json()["version"]))["version"] == played.json()["version"]
        assert (await waiting).json()["version"] == played.json()["version"]


async def too_much_is_refused(client: httpx.AsyncClient) -> None:
    """Also what is for those who watch over the server."""
    assert (await client.get("/healthz", headers={"x-long": "x" * 40_000})).status_code in (400, 431)
    assert (await client.post("/api/tables/abcdefgh/moves", content=b"x" * 17_000)).status_code == 413
    assert (await client.get("/readyz")).status_code == 403


async def restarts(client: httpx.AsyncClient, server: Started) -> None:
    """While the server restarts, visitors wait a moment and are answered."""
    server.send(signal.SIGHUP)
    answers = [await client.get("/healthz") for _ in range(20)]
    assert {answer.status_code for answer in answers} == {200}


async def slow_is_ended(port: int) -> None:
    """A head that never ends costs nobody else a connection for long."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    reader, writer = await asyncio.open_connection("localhost", port, ssl=context)
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    await asyncio.wait_for(reader.read(), 30)
    writer.close()
