"""The terminal at a table of a real server: see, play, be told when it is one's turn, come back."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import pytest
from running_server import RunningServer, Table

from tabletown.core.errors import BadOption
from tabletown.terminal import table_screen
from tabletown.terminal.app import TerminalApp
from tabletown.terminal.plain import PlainTable
from tabletown.terminal.remote import Refused, RemoteSession, Tokens
from tabletown.terminal.session import NotNow, OutOfReach
from tabletown.terminal.table_screen import TableScreen
from tabletown.terminal.widgets import Prompt

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def own_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "tabletown" / "seats.json"


async def join(address: str) -> RemoteSession:
    return await asyncio.to_thread(RemoteSession.join, address, "Ana")


async def open_table(server: RunningServer, game: str = "mine-carts", **bot: str) -> tuple[Table, str]:
    """A table with an open seat, and the link to it."""
    table = await server.table([{"kind": "open"}, bot or {"kind": "bot", "bot": "random"}], game=game, seed=5)
    return table, server.address + table.made["seats"][0]["invite"]


async def test_a_whole_game_in_plain_text(server: RunningServer) -> None:
    table, link = await open_table(server)
    session, out = await join(link), StringIO()
    await asyncio.to_thread(PlainTable(session, Path("unused"), read=StringIO("1\n" * 500), write=out).play)
    assert (await table.about())["status"] == "over"
    assert "Ana" in out.getvalue()
    assert any(line.startswith("2. ") for line in out.getvalue().splitlines())


async def test_the_full_screen_is_told_when_it_is_its_turn(server: RunningServer) -> None:
    """Somebody else moves; the screen shows it, rings the bell and offers the moves."""
    table = await server.table([{"kind": "open"}, {"kind": "local"}], game="mint-works", seed=1)
    app = TerminalApp(await join(server.address + table.made["seats"][0]["invite"]), pace=0, colours="true")
    rung: list[bool] = []
    app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        async with asyncio.timeout(60):
            while not rung:
                room = await server.room(table.id)
                if room.to_move == 1:
                    await table.seats[1].post(
                        f"{table.path}/moves", {"move": room.match.legal_ids[0], "version": room.version}
                    )
                elif room.to_move == 0 and screen.seen["moves"]:
                    await pilot.press("1", "enter")
                await pilot.pause(0.02)
            while not screen.seen["moves"]:
                await pilot.pause(0.02)
        assert screen.seen["viewer"] == 0
        await pilot.press("q")


async def test_a_server_that_is_gone_is_asked_until_it_is_back(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is told where one looks anyway, and play goes on when it answers."""
    monkeypatch.setattr(table_screen, "AFTER_A_FAULT", 0.05)
    table = await server.table([{"kind": "open"}, {"kind": "local"}], game="mint-works", seed=1)
    session = await join(server.address + table.made["seats"][0]["invite"])
    while not session.waiting:
        await asyncio.to_thread(session.play, session.view()["moves"][0]["id"])
    session.client.server = "http://127.0.0.1:9"
    app = TerminalApp(session, pace=0, colours="true")
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(60):
        screen = app.screen
        assert isinstance(screen, TableScreen)

        def prompt() -> str:
            return str(screen.query_one("#prompt", Prompt).render())

        while "does not answer" not in prompt():
            await pilot.pause(0.02)
        session.client.server = server.address
        while "Waiting for" not in prompt():
            await pilot.pause(0.02)
        await pilot.press("q")


async def test_one_comes_back_to_a_seat_and_others_only_watch(server: RunningServer, own_tokens: Path) -> None:
    table, link = await open_table(server)
    first = await join(link)
    assert first.seat == 0
    assert own_tokens.stat().st_mode & 0o077 == 0
    assert (await join(link)).seat == 0
    address = f"{server.address}/table/{table.id}"
    assert (await join(address)).seat == 0
    own_tokens.unlink()
    assert (await join(address)).seat is None
    assert Tokens().get(server.address, table.id) is None


async def test_help_and_undo_over_the_line(server: RunningServer, tmp_path: Path) -> None:
    _, link = await open_table(server, "little-town")
    session = await join(link)
    while session.waiting:
        await asyncio.to_thread(session.step)
    hint = await asyncio.to_thread(session.hint)
    assert hint.move in [move["id"] for move in session.view()["moves"]]
    build = next(move["id"] for move in session.view()["moves"] if move["name"] == "build")
    before = session.view()["ply"]
    await asyncio.to_thread(session.play, build)
    assert session.view()["ply"] > before
    await asyncio.to_thread(session.undo)
    assert session.view()["ply"] == before
    assert isinstance(await asyncio.to_thread(session.reference), list)
    with pytest.raises(Refused, match="over"):
        await asyncio.to_thread(session.save, tmp_path / "file")


async def test_what_the_server_refuses_is_one_sentence(server: RunningServer) -> None:
    with pytest.raises(BadOption, match="not the link of a table"):
        await join(f"{server.address}/somewhere")
    with pytest.raises(Refused):
        await join(f"{server.address}/table/nosuchtable")
    with pytest.raises(OutOfReach, match="does not answer: Connection refused"):
        await join("http://127.0.0.1:9/table/x")
    table, link = await open_table(server)
    with pytest.raises(Refused, match="invite"):
        await join(f"{server.address}/join/{table.id}/0/wrong")
    session = await join(link)
    Tokens().file.unlink()
    with pytest.raises(BadOption, match=f"taken already. To watch: tabletown play {server.address}/table/{table.id}"):
        await join(link)
    while session.waiting:
        await asyncio.to_thread(session.step)
    with pytest.raises(Refused):
        await asyncio.to_thread(session.play, 99999)


async def test_what_a_move_would_do_is_asked_over_the_line(server: RunningServer) -> None:
    _, link = await open_table(server, "machi-koro")
    session = await join(link)
    while session.waiting or not any(move["name"] == "build" for move in session.view()["moves"]):
        if session.waiting:
            await asyncio.to_thread(session.step)
        else:
            await asyncio.to_thread(session.play, session.view()["moves"][0]["id"])
    build = next(move["id"] for move in session.view()["moves"] if move["name"] == "build")
    assert "in 6 with one die" in (await asyncio.to_thread(session.foresee, build))[0]


async def test_a_finished_table_is_taken_home_to_be_replayed(server: RunningServer) -> None:
    table, link = await open_table(server)
    session = await join(link)
    with pytest.raises(NotNow, match="when its game is over"):
        session.record()
    await asyncio.to_thread(PlainTable(session, Path("unused"), read=StringIO("1\n" * 500), write=StringIO()).play)
    again = await join(f"{server.address}/table/{table.id}")
    assert again.over
    match = await asyncio.to_thread(again.record)
    assert match.over
    assert match.scores == [player["score"] for player in again.view()["players"]]


async def test_one_comes_back_to_a_seat_that_a_bot_has_kept(server: RunningServer) -> None:
    table, link = await open_table(server)
    session = await join(link)
    await asyncio.to_thread(session.client.ask, "POST", "/leave", {})
    assert (await table.about())["seats"][0]["left"]
    assert (await join(link)).seat == 0
    assert not (await table.about())["seats"][0]["left"]
