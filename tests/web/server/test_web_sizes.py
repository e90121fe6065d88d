"""What travels on a first visit: pages, what they refer to, and how it is compressed. Bytes are the same every time."""

from __future__ import annotations

import gzip
import re
from typing import Any

import brotli
import pytest
from running_server import RunningServer

from tabletown.web.pages import assets
from tabletown.web.pages.fonts import WESTERN, _characters, faces

pytestmark = pytest.mark.anyio

BROWSER = {"accept-encoding": "gzip, deflate, br"}
GAME = "machi-koro"


async def raw(caller: Any, path: str, **headers: str) -> tuple[bytes, dict[str, str]]:
    """The bytes of an answer as they travel."""
    async with caller.client.stream("GET", path, headers=BROWSER | headers) as answer:
        assert answer.status_code == 200, path
        return b"".join([chunk async for chunk in answer.aiter_raw()]), dict(answer.headers)


def head(headers: dict[str, str]) -> int:
    """The bytes of the lines before a body."""
    return sum(len(name) + len(value) + 4 for name, value in headers.items())


async def weigh(caller: Any, path: str) -> int:
    """The bytes of a page and of all that it names."""
    body, headers = await raw(caller, path)
    assert headers["content-encoding"] == "gzip"
    text = gzip.decompress(body).decode()
    total = len(body) + head(headers)
    for address in set(re.findall(r'/static/[^"]+', text)):
        data, said = await raw(caller, address)
        assert "immutable" in said["cache-control"], address
        assert said["x-content-type-options"] == "nosniff", address
        total += len(data) + head(said)
    return total


async def test_a_first_visit_is_light(server: RunningServer) -> None:
    me = server.browser()
    table = await server.table(game=GAME, seed=1)
    assert await weigh(me, "/") <= 250_000
    assert await weigh(me, f"/games/{GAME}") <= 200_000
    frame, said = await raw(table.seats[0], f"{table.path}/frame?layout=desktop")
    assert await weigh(me, f"/table/{table.id}") + len(frame) + head(said) <= 150_000


async def test_every_text_is_compressed_as_the_browser_asks(server: RunningServer) -> None:
    me = server.browser()
    address = assets.address("pages.css")
    plain = assets.texts()["pages.css"]
    small, said = await raw(me, address)
    assert said["content-encoding"] == "br"
    assert brotli.decompress(small) == plain
    middle, said = await raw(me, address, **{"accept-encoding": "gzip;q=1.0, br;q=0"})
    assert said["content-encoding"] == "gzip"
    assert gzip.decompress(middle) == plain
    whole, said = await raw(me, address, **{"accept-encoding": "identity"})
    assert "content-encoding" not in said
    assert whole == plain
    assert len(small) < len(middle) < len(whole) / 3
    assert said["vary"] == "Accept-Encoding"
    for path in ("/", "/api/games"):
        async with me.client.stream("GET", path, headers=BROWSER) as answer:
            assert answer.headers["content-encoding"] == "gzip", path


async def test_a_page_of_another_version_still_finds_its_files(server: RunningServer) -> None:
    me = server.browser()
    body, said = await raw(me, "/static/000000000000/page.js")
    assert brotli.decompress(body) == assets.texts()["page.js"]
    assert said["cache-control"] == "no-cache"
    assert (await me.get("/static/000000000000/nowhere.js")).status_code == 404


def test_a_page_fetches_all_scripts_at_once() -> None:
    for first in ("page.js", "table.js"):
        known = {first, *(address.split("/")[-1] for address in assets.modules(first))}
        for name in known:
            imported = set(re.findall(r'^import .*"\./(\w+\.js)"', assets.texts()[name].decode(), re.MULTILINE))
            assert imported <= known, name


def test_no_character_of_a_font_is_lost() -> None:
    for _, _, path in faces().values():
        western, more = set(_characters(path, False)), set(_characters(path, True))
        assert not western & more
        assert western <= set(WESTERN)
        assert {ord(letter) for letter in "Chloé wins by −3 × “2”…"} <= western
