"""Notifications outside the page, sent to a push service of our own that reads them with the browser's keys."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from running_server import Client, RunningServer, until

from tabletown.web.push.services import is_known

pytestmark = pytest.mark.anyio


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class PushService:
    """Takes messages as the push services of browsers do."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.answers, self.pause = 201, 0.0
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                time.sleep(service.pause)
                service.taken.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(service.answers)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Subscriber:
    """The keys of a browser that subscribed."""

    def __init__(self, service: PushService, name: str = "ana") -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.endpoint = f"{service.address}/send/{name}"

    def body(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": encoded(point), "auth": encoded(self.auth)}}

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


@pytest.fixture
def service() -> Iterator[PushService]:
    opened = PushService()
    yield opened
    opened.close()


async def two_people(server: RunningServer) -> tuple[Any, list[Client]]:
    """A table of two browsers, neither of which looks at it. Nobody is told of the first turn, which begins before they
    can subscribe; of later ones at once."""
    server.tables.turns.soon = 600.0
    browsers = [server.browser(), server.browser()]
    table = await server.table([{"kind": "me"}, {"kind": "open"}], caller=browsers[0], seed=3)
    invite = table.made["seats"][1]["invite"].rpartition("/")[2]
    taken = await browsers[1].post(f"{table.path}/claim", {"seat": 1, "invite": invite})
    assert taken.status_code == 200
    server.tables.turns.soon = 0.0
    table.seats = browsers
    return table, browsers


async def pass_turn(table: Any) -> int:
    """Play until somebody else is to move; their seat."""
    before = await table.actor()
    while (seat := await table.actor()) == before:
        await table.play()
    return seat


async def test_whoever_is_not_there_is_told_of_their_turn_and_nothing_else(
    database: str, start_server: Any, service: PushService
) -> None:
    server = await start_server(database, push_services=(service.address,))
    table, browsers = await two_people(server)
    key = (await browsers[0].json("/api/push"))["key"]
    subscriber = Subscriber(service)
    other = 1 - await table.actor()
    answer = await browsers[other].post("/api/push", subscriber.body())
    assert answer.status_code == 201
    assert await pass_turn(table) == other

    async def told() -> bool:
        return bool(service.taken)

    await until(told)
    path, headers, body = service.taken[0]
    assert path == "/send/ana"
    title = (await table.about())["title"]
    notice = {"title": title, "body": "It is your turn.", "url": f"/table/{table.id}", "table": table.id}
    assert subscriber.read(body) == notice
    assert (headers["content-encoding"], headers["topic"]) == ("aes128gcm", table.id)
    check_signature(headers["authorization"], key, service.address)
    assert (await browsers[1 - other].client.delete(f"/api/push/{answer.json()['id']}")).status_code == 404, "not yours"
    assert (await browsers[other].client.delete(f"/api/push/{answer.json()['id']}")).status_code == 204
    await server.close()
    again = await start_server(database, push_services=(service.address,))
    assert (await again.browser().json("/api/push"))["key"] == key, "the key is made once"


def check_signature(header: str, key: str, audience: str) -> None:
    parts = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(", "))
    assert parts["k"] == key
    said, _, signature = parts["t"].rpartition(".")
    claims, raw = json.loads(decoded(said.partition(".")[2])), decoded(signature)
    assert claims["aud"] == audience
    assert claims["exp"] > time.time()
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(encode_dss_signature(*numbers), said.encode(), ec.ECDSA(SHA256()))


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_has_ended_is_forgotten(
    sqlite: str, start_server: Any, service: PushService, status: int
) -> None:
    server = await start_server(sqlite, push_services=(service.address,))
    table, browsers = await two_people(server)
    service.answers = status
    for number, browser in enumerate(browsers):
        assert (await browser.post("/api/push", Subscriber(service, str(number)).body())).status_code == 201
    seat = await pass_turn(table)
    holder = (await server.room(table.id)).seats[seat].holder

    async def forgotten() -> bool:
        return not await server.tables.storage.subscriptions_of(holder)

    await until(forgotten)
    other = (await server.room(table.id)).seats[1 - seat].holder
    assert len(await server.tables.storage.subscriptions_of(other)) == 1, "it was not asked"


async def test_whoever_looks_on_is_not_told_and_a_nudge_reaches_who_does_not(
    sqlite: str, start_server: Any, service: PushService
) -> None:
    server = await start_server(sqlite, push_services=(service.address,))
    table, browsers = await two_people(server)
    readers = [Subscriber(service, str(number)) for number in range(2)]
    for browser, reader in zip(browsers, readers, strict=True):
        assert (await browser.post("/api/push", reader.body())).status_code == 201
    async with browsers[0].live(table.id) as live:
        await live.frame()
        if await table.actor() == 1:
            await pass_turn(table)
        assert await pass_turn(table) == 1
        await until_taken(service, 1)
        await browsers[0].post(f"{table.path}/nudges", {"seat": 1})
        await until_taken(service, 2)
    assert {path for path, _, _ in service.taken} == {"/send/1"}
    said = [readers[1].read(body)["body"] for _, _, body in service.taken]
    assert said[0] == "It is your turn."
    assert said[1].endswith("nudges you: it is your turn.")


async def until_taken(service: PushService, count: int) -> None:
    async def taken() -> bool:
        return len(service.taken) >= count

    await until(taken)


async def test_nobody_is_told_of_a_table_that_was_deleted(server: RunningServer) -> None:
    """Whoever comes to look at it finds nothing there; that is no fault."""
    table, browsers = await two_people(server)
    await browsers[1].post(f"{table.path}/leave", {})
    assert (await browsers[0].client.delete(table.path)).status_code == 204
    await server.tables.turns._remind(table.id, 0)


async def test_a_service_that_takes_its_time_holds_nobody_up(
    sqlite: str, start_server: Any, service: PushService
) -> None:
    server = await start_server(sqlite, push_services=(service.address,))
    table, browsers = await two_people(server)
    service.pause = 30.0
    for number, browser in enumerate(browsers):
        await browser.post("/api/push", Subscriber(service, str(number)).body())
    async with asyncio.timeout(20):
        for _ in range(6):
            await pass_turn(table)
            assert (await browsers[0].get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "http://169.254.169.254/latest",
        "https://push.services.mozilla.com.evil.example/x",
        "https://fcm.googleapis.com/x\r\nhost: evil",
        "file:///etc/passwd",
        "https://[bad/x",
    ],
)
async def test_no_other_machine_can_be_reached_through_the_server(server: RunningServer, endpoint: str) -> None:
    keys = Subscriber.__new__(Subscriber)
    keys.key, keys.auth, keys.endpoint = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef", endpoint
    refused = await server.browser().post("/api/push", keys.body())
    assert refused.status_code == 422
    assert "push service" in refused.json()["error"]


async def test_known_services_are_taken_and_what_is_no_key_is_not(server: RunningServer) -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
    ):
        assert is_known(endpoint, server.settings.push_services)
    body = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc"}
    wrong = {"p256dh": encoded(b"\x04" + bytes(64)), "auth": encoded(bytes(16))}
    assert (await server.browser().post("/api/push", {**body, "keys": wrong})).status_code == 422
    assert not is_known("http://push.example/x", ("http://push.example",)), "plain http is for loopback alone"


async def test_programs_and_silent_servers_have_no_notifications(
    sqlite: str, start_server: Any, service: PushService
) -> None:
    server = await start_server(sqlite, push_services=())
    assert (await server.browser().get("/api/push")).status_code == 404
    assert (await server.browser().post("/api/push", Subscriber(service).body())).status_code == 404
