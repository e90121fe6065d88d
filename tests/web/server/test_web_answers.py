"""Right answers: input never breaks the server, a key means one thing, and what is told about a change is true."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from running_server import Client, RunningServer, Table, a_game, a_game_to_undo, until

from tabletown.web.http.hosts import Hosts
from tabletown.web.http.live import close_reason
from tabletown.web.http.protocol import Protocol
from tabletown.web.pages import assets
from tabletown.web.settings import Settings
from tabletown.web.store.backup import backup, restore
from tabletown.web.tables import names
from tabletown.web.tables.seat import Caller
from tabletown.web.tables.seat_tokens import new_secret

pytestmark = pytest.mark.anyio

# ---------------------------------------------------------------- input that broke the server


@pytest.mark.parametrize("name", ["players", "name", "self", "options", "__class__", ""])
async def test_an_option_may_have_any_name(server: RunningServer, name: str) -> None:
    answer = await server.program().post("/api/tables", {"game": a_game(), "options": {name: 2}})
    assert answer.status_code == 422
    assert "no option" in answer.json()["error"]


async def test_odd_requests_for_pages_are_refused(server: RunningServer) -> None:
    browser = server.browser()
    fields = "&".join(f"f{number}=1" for number in range(500))
    kind = {"content-type": "application/x-www-form-urlencoded"}
    for path in (f"/new/{a_game()}", f"/play/{a_game()}"):
        assert (await browser.client.post(path, content=fields, headers=kind)).status_code == 422
    for name in ("a" * 256, "%00", "%2e%2e%2fsettings.py", "x" * 3000):
        assert (await browser.get(f"/static/{name}")).status_code == 404, name
    for seat in ("99", "x", "-1", "9" * 30):
        for path in (f"/join/aaaaaaaa/{seat}/x", f"/join/aaaaaaaa/{seat}/{'y' * 500}"):
            assert (await browser.client.post(path, content="name=A", headers=kind)).status_code == 404


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "//", "null", "é".encode()])
async def test_any_origin_is_read_or_refused(server: RunningServer, origin: Any) -> None:
    headers = {"origin": origin, "cookie": f"tabletown={new_secret()}"}
    async with httpx.AsyncClient(base_url=server.address, headers=headers) as client:
        assert (await client.post("/api/tables", json={"game": a_game()})).status_code == 403


async def test_a_socket_is_closed_with_a_reason_that_fits(server: RunningServer) -> None:
    table = await server.table()
    layout = "é" * 100
    address = f"{server.address.replace('http', 'ws')}{table.path}/live?layout={layout}"
    async with websockets.connect(address, additional_headers=table.seats[0].headers) as socket:
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400
    assert "layout" in closed.value.rcvd.reason


def test_a_reason_is_cut_between_characters() -> None:
    for text in ("é" * 100, "x" + "é" * 100, "🎲" * 50, "short"):
        reason = close_reason(text)
        assert text.startswith(reason)
        assert len(reason.encode()) <= 123
        assert len(reason.encode()) > 119 or reason == text


async def test_every_address_answers_head_and_names_its_methods(server: RunningServer) -> None:
    table = await server.table()
    caller = table.seats[0]
    for path in ("/", "/api/games", table.path, f"{table.path}/frame", f"/table/{table.id}"):
        got, headed = await caller.get(path), await caller.client.head(path)
        assert (headed.status_code, headed.content) == (got.status_code, b"")
        assert headed.headers["content-type"] == got.headers["content-type"]
    refused = await caller.client.request("PATCH", table.path)
    assert (refused.status_code, refused.headers["allow"]) == (405, "DELETE, GET, HEAD")
    assert (await caller.client.put("/api/tables")).headers["allow"] == "GET, HEAD, POST"


# ---------------------------------------------------------------- keys


async def test_a_table_is_made_once_for_a_key(any_server: RunningServer) -> None:
    """The same answer, with the same tokens and invites, to a program and to a browser; also when all ask at once."""
    body = {"game": a_game(), "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}], "key": new_secret()}
    for caller in (any_server.program(), any_server.browser()):
        answers = await asyncio.gather(*[caller.post("/api/tables", body) for _ in range(4)])
        assert {answer.status_code for answer in answers} == {201}
        assert all(answer.json() == answers[0].json() for answer in answers)
        made = answers[0].json()
        token = made["seats"][0]["token"]
        assert bool(token) == ("cookie" not in caller.headers)
        me = any_server.program(token) if token else caller
        assert (await me.json(f"/api/tables/{made['id']}"))["viewer"] == 0
        invite = made["seats"][1]["invite"].rsplit("/", 1)[1]
        claim = {"seat": 1, "invite": invite}
        assert (await any_server.program().post(f"/api/tables/{made['id']}/claim", claim)).status_code == 200
        other = await caller.post("/api/tables", {**body, "visibility": "public"})
        assert (other.status_code, "key" in other.json()["error"]) == (422, True)
    assert (await any_server.browser().post("/api/tables", body)).json()["id"] != made["id"], "keys are personal"


async def test_a_seat_is_taken_once_for_a_key(any_server: RunningServer) -> None:
    """A program whose line was cut gets its token with the second try; nobody else does."""
    for guest in (any_server.program(), any_server.browser()):
        table = await any_server.table([{"kind": "me"}, {"kind": "open"}], visibility="public")
        body = {"seat": 1, "name": "Guest", "key": new_secret()}
        answers = await asyncio.gather(*[guest.post(f"{table.path}/claim", body) for _ in range(3)])
        assert [answer.status_code for answer in answers] == [200] * 3
        assert all(answer.json() == answers[0].json() for answer in answers)
        token = answers[0].json()["token"]
        me = any_server.program(token) if token else guest
        assert (await me.json(table.path))["viewer"] == 1
        assert (await guest.post(f"{table.path}/claim", {**body, "name": "Other"})).status_code == 422
        assert (await any_server.program().post(f"{table.path}/claim", {"seat": 1})).status_code == 403


async def test_a_key_of_a_new_table_is_none_that_one_guesses(server: RunningServer) -> None:
    answer = await server.program().post("/api/tables", {"game": a_game(), "key": "1"})
    assert (answer.status_code, "22 characters" in answer.json()["error"]) == (422, True)


async def test_keys_of_new_tables_are_not_in_the_database(server: RunningServer) -> None:
    key = new_secret()
    await server.program().post("/api/tables", {"game": a_game(), "key": key})
    assert key.encode() not in await asyncio.to_thread(_bytes_of, str(server.settings.url.database))


def _bytes_of(path: str) -> bytes:
    found = b""
    for name in (path, f"{path}-wal"):
        if os.path.exists(name):
            with open(name, "rb") as file:
                found += file.read()
    return found


async def test_a_used_key_with_another_request_is_refused(server: RunningServer) -> None:
    table = await server.table(game=a_game_to_undo(), seed=3)
    seat, legal = await table.legal()
    first, other = legal["moves"][0]["id"], legal["moves"][-1]["id"]
    body = {"move": first, "version": legal["version"], "key": "k"}
    played = await table.seats[seat].post(f"{table.path}/moves", body)
    assert played.status_code == 200
    assert (await table.seats[seat].post(f"{table.path}/moves", body)).json() == played.json()
    for path, wrong in (
        ("moves", {**body, "move": other if other != first else first + 1}),
        ("moves", {**body, "version": legal["version"] + 1}),
        ("undo", {"version": legal["version"], "key": "k"}),
    ):
        answer = await table.seats[seat].post(f"{table.path}/{path}", wrong)
        assert (answer.status_code, "key" in answer.json()["error"]) == (422, True), wrong
    assert (await table.about())["version"] == played.json()["version"]


async def test_the_same_undo_at_two_servers_gives_the_stored_answer(
    new_database: Callable[[str], str], start_server: Any
) -> None:
    database = new_database("postgresql")
    one, two = await start_server(database), await start_server(database)
    table = await one.table(game=a_game_to_undo(), seed=3)
    undone = 0
    for step in range(40):
        played = await table.play()
        if (await one.room(table.id)).undoable(played["by"]):
            body = {"version": played["answer"], "key": f"u{step}"}
            token = table.made["seats"][played["by"]]["token"]
            callers = [server.program(token) for server in (one, two)] * 2
            answers = await asyncio.gather(*[caller.post(f"{table.path}/undo", body) for caller in callers])
            assert {(a.status_code, a.json().get("version")) for a in answers} == {(200, played["answer"] + 1)}
            undone += 1
            if undone == 3:
                return
    raise AssertionError("nothing could be taken back")


# ---------------------------------------------------------------- a database that is lost


class CutWire:
    """A wire to PostgreSQL that is cut at the moment a commit is sent, before or after it has arrived."""

    def __init__(self, address: str) -> None:
        self.to = urlsplit(address)
        self.cut: str | None = None

    async def open(self) -> str:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"postgresql://{self.to.username}@127.0.0.1:{port}{self.to.path}"

    async def close(self) -> None:
        self._server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection(self.to.hostname, self.to.port)
        back = asyncio.create_task(self._carry(there_reader, writer))
        with suppress(ConnectionError):  # either side may hang up at any time
            while data := await reader.read(65536):
                if self.cut and b"COMMIT;" in data:
                    if self.cut == "after":
                        back.cancel()
                        await asyncio.wait([back])
                        there_writer.write(data)
                        await there_reader.read(1)
                    self.cut = None
                    break
                there_writer.write(data)
        back.cancel()
        for end in (writer, there_writer):
            end.close()

    @staticmethod
    async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
        writer.close()


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_what_is_not_known_is_told_so_and_can_be_asked_again(
    new_database: Callable[[str], str], start_server: Any, cut: str
) -> None:
    """The wire is cut during a commit: 503 says that it is not known; the same key finds out; nothing happens twice."""
    wire = CutWire(new_database("postgresql"))
    server = await start_server(await wire.open(), lab_workers=0)  # the Lab would look for work, and commit that
    try:
        table = await server.table()
        seat, legal = await table.legal()
        requests: list[tuple[Client, str, dict[str, Any]]] = [
            (server.program(), "/api/tables", {"game": a_game(), "key": new_secret()}),
            (
                table.seats[seat],
                f"{table.path}/moves",
                {"move": legal["moves"][0]["id"], "version": legal["version"], "key": "k"},
            ),
        ]
        for caller, path, body in requests:
            wire.cut = cut
            lost = await caller.post(path, body)
            assert (lost.status_code, lost.json()["changed"]) == (503, None), lost.text
            assert "same key" in lost.json()["error"]
            again = await caller.post(path, body)
            assert again.status_code in (200, 201), again.text
            assert (await caller.post(path, body)).json() == again.json()
        events = (await table.host.json(f"{table.path}/events"))["events"]
        assert [event["kind"] for event in events].count("move") == 1
    finally:
        await wire.close()


async def test_nothing_was_changed_is_said_when_it_is_known(
    new_database: Callable[[str], str], start_server: Any
) -> None:
    wire = CutWire(new_database("postgresql"))
    server = await start_server(await wire.open())
    await wire.close()
    await server.tables.storage.engine.dispose()
    answer = await server.program().post("/api/tables", {"game": a_game()})
    assert (answer.status_code, answer.json()["changed"]) == (503, False)
    assert "nothing was changed" in answer.json()["error"]


def _unfinished(some: bool) -> Any:
    """A question for `until`: whether any request has not come completely, or none."""

    async def asked() -> bool:
        return bool(Protocol.unfinished) == some

    return asked


async def test_half_a_request_is_none(server: RunningServer) -> None:
    """A body that is cut off at a point where it makes sense is not carried out."""
    table = await server.table()
    seat, legal = await table.legal()
    body = b'{"move":%d,"version":%d}' % (legal["moves"][0]["id"], legal["version"])
    parts = urlsplit(server.address)
    _, writer = await asyncio.open_connection(parts.hostname, parts.port)
    token = table.made["seats"][seat]["token"]
    writer.write(
        f"POST {table.path}/moves HTTP/1.1\r\nhost: {parts.netloc}\r\nauthorization: Bearer {token}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body) + 2}\r\n\r\n".encode()
        + body
    )
    await until(_unfinished(True))
    writer.close()
    await until(_unfinished(False))
    assert (await table.about())["version"] == legal["version"]


# ---------------------------------------------------------------- who may do what


async def test_only_the_host_gives_seats_to_bots(server: RunningServer) -> None:
    for host in (server.browser(), server.program()):
        table = await server.table(
            [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], caller=host, visibility="public"
        )
        guest = server.browser()
        assert (await guest.post(f"{table.path}/claim", {"seat": 1})).status_code == 200
        assert (await guest.post(f"{table.path}/bot", {"seat": 2})).status_code == 403
        assert (await table.seats[0].post(f"{table.path}/bot", {"seat": 2})).status_code == 200


async def test_people_delete_their_own_tables(any_server: RunningServer) -> None:
    """But not while somebody else sits there; whoever watches is told."""
    me, other = any_server.browser(), any_server.browser()
    table = await any_server.table([{"kind": "me"}, {"kind": "open"}], caller=me, visibility="public")
    assert (await other.client.delete(table.path)).status_code == 403
    await other.post(f"{table.path}/claim", {"seat": 1})
    assert (await me.client.delete(table.path)).status_code == 409
    await other.post(f"{table.path}/leave", {})
    async with other.live(table.id) as live:
        await live.frame()
        assert (await me.client.delete(table.path)).status_code == 204
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await live.until(2**30)
    assert "deleted" in closed.value.rcvd.reason  # type: ignore[union-attr]
    assert (await me.get(table.path)).status_code == 404
    assert (await me.client.delete(table.path)).status_code == 404
    assert table.id not in [entry["id"] for entry in (await me.json("/api/tables"))["mine"]]
    program = await any_server.table([{"kind": "me"}, {"kind": "bot"}])
    assert (await program.seats[0].client.delete(program.path)).status_code == 204


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "\u115f\u1160", "\u200b", "\u200b\u200d\ufeff", "\ue000\ud7ff", "\x01\x02"]
)
async def test_a_name_that_nobody_sees_is_refused(server: RunningServer, name: str) -> None:
    seats = [{"kind": "me", "name": name}, {"kind": "bot"}]
    answer = await server.program().post("/api/tables", {"game": a_game(), "seats": seats})
    assert (answer.status_code, "name" in answer.json()["error"]) == (422, True)
    assert names.clean_name(f"A{name}", "Nobody") == "A"


async def test_a_table_is_deleted_on_a_page_that_asks_first(server: RunningServer) -> None:
    me = server.browser()
    table = await server.table([{"kind": "me"}, {"kind": "bot"}], caller=me)
    page = f"/table/{table.id}/delete"
    assert page in (await me.get(f"/table/{table.id}")).text
    assert f'action="{page}"' in (await me.get(page)).text
    assert (await me.get(table.path)).status_code == 200, "looking deletes nothing"
    assert (await server.browser().client.post(page)).status_code == 403
    done = await me.client.post(page)
    assert (done.status_code, done.headers["location"]) == (303, "/")
    assert (await me.get(table.path)).status_code == 404


# ---------------------------------------------------------------- hosts and headers


@pytest.mark.parametrize(
    ("settings", "known", "unknown"),
    [
        ({}, ["localhost", "127.0.0.1:8321", "[::1]:80", "LOCALHOST."], ["evil.example", "", "10.0.0.1", "a b", "["]),
        ({"host": "10.0.0.1"}, ["10.0.0.1", "localhost"], ["10.0.0.2", "evil.example"]),
        ({"host": "0.0.0.0"}, ["10.0.0.1", "[fe80::1]:1"], ["evil.example", "10.0.0.1.evil.example"]),
        ({"hosts": ("t.example", "*.w.example")}, ["t.example:443", "a.w.example"], ["w.example", "xt.example"]),
        ({"hosts": ("*",)}, ["evil.example", ""], []),
    ],
)
async def test_the_server_answers_to_its_own_names(
    settings: dict[str, Any], known: list[str], unknown: list[str]
) -> None:
    hosts = Hosts(Settings(**settings))
    assert [name for name in known if not hosts._knows(name) and not hosts._any] == []
    assert [name for name in unknown if hosts._knows(name)] == []


async def test_a_foreign_name_is_refused_everywhere(server: RunningServer) -> None:
    table = await server.table()
    wrong = {"host": "evil.example"}
    for path in ("/", "/api/games", "/static/table.js", table.path):
        answer = await server.program().client.get(path, headers=wrong)
        assert (answer.status_code, "HOSTS" in answer.text) == (400, True), path
    headers = {**wrong, "authorization": table.seats[0].headers["authorization"]}
    with pytest.raises(websockets.InvalidStatus):
        async with table.seats[0].live(table.id, headers=headers):
            raise AssertionError("the socket opened")


async def test_personal_answers_are_not_kept_by_caches(server: RunningServer) -> None:
    table = await server.table()
    for path in ("/api/tables", table.path, f"{table.path}/frame", f"{table.path}/legal", "/", "/api/nowhere"):
        assert (await table.seats[0].get(path)).headers["cache-control"] == "no-store", path
    assert "immutable" in (await table.seats[0].get(assets.address("pages.css"))).headers["cache-control"]


async def test_a_browser_that_came_by_https_comes_by_https_again(server: RunningServer) -> None:
    program = server.program()
    assert "strict-transport-security" not in (await program.get("/api/bots")).headers
    secure = await program.client.get("/api/bots", headers={"x-forwarded-proto": "https"})
    assert secure.headers["strict-transport-security"].startswith("max-age=")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
async def test_the_database_and_its_copies_are_their_owners_alone(server: RunningServer, tmp_path: Path) -> None:
    await server.table()
    path = str(server.settings.url.database)
    kept, restored = str(tmp_path / "backup.sqlite3"), str(tmp_path / "restored.sqlite3")
    await asyncio.to_thread(backup, server.settings.database, kept)
    await asyncio.to_thread(restore, kept, f"sqlite:///{restored}")
    for name in (path, f"{path}-wal", f"{path}.lock", kept, restored):
        assert stat.S_IMODE(os.stat(name).st_mode) == 0o600, name


async def test_addresses_of_one_ipv6_network_count_as_one() -> None:
    from tabletown.web.http.session import address_of

    def of(host: str) -> str:
        return address_of({"type": "http", "client": (host, 1)})

    assert of("2001:db8::1") == of("2001:db8::ffff") != of("2001:db8:0:1::1")
    assert of("192.0.2.1") != of("192.0.2.2")
    assert of("testclient") == "testclient"
    assert Caller.of(address="x").address == "x"


async def test_a_table_that_is_left_by_all_is_left_at_once(server: RunningServer) -> None:
    """All seats of one browser leave in one event append: all of it or nothing."""
    table: Table = await server.table(caller=server.browser())
    version = (await table.about())["version"]
    left = await table.host.post(f"{table.path}/leave", {})
    assert left.json()["version"] == version + 2
    room = await server.room(table.id)
    assert [event.kind for event in room.events[-2:]] == ["leave", "leave"]
