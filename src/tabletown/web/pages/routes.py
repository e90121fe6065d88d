"""What a browser finds at each address."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from tabletown.core.errors import TabletownError
from tabletown.core.game import Rulebook
from tabletown.core.registry import rulebook, rulebooks
from tabletown.draw.text import font_paths

from ..bots import levels, usual_level
from ..errors import Invalid, Refusal, Unknown
from ..models import NewTable
from ..session import tables, who
from . import covers, look, reading, setup, show, site
from .lost import lost
from .site import page

router = APIRouter(include_in_schema=False)
P = ParamSpec("P")
Handler = Callable[P, Awaitable[Response]]

_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_INVITE = re.compile(r"/join/([a-z0-9]+)/(\d+)/([\w-]+)")
_FONTS = dict(
    zip(
        ("display.ttf", "text-400.otf", "text-500.otf", "text-600.otf", "text-700.otf"),
        font_paths().values(),
        strict=True,
    )
)


def told(handler: Handler[P]) -> Handler[P]:
    """What a page refuses is said on a page of its own."""

    @wraps(handler)
    async def careful(*args: P.args, **kwargs: P.kwargs) -> Response:
        try:
            return await handler(*args, **kwargs)
        except Refusal as refusal:
            return lost(refusal.sentence, refusal.status)
        except TabletownError as error:
            return lost(str(error), 404)

    return careful


async def form_of(request: Request) -> dict[str, list[str]]:
    body = await request.body()
    return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=400)


def number(text: str | None, default: int) -> int:
    """A number in an address; nonsense counts as the default."""
    return int(text) if text and re.fullmatch(r"\d{1,9}", text) else default


def to(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)


# ---------------------------------------------------------------- before a game


@router.get("/")
@told
async def home(request: Request) -> Response:
    me, service = who(request), tables(request)
    mine = [show.ticket(entry) for entry in (await service.tables_of(me))[: show.MOST_TICKETS]]
    seen = {entry["id"] for entry in mine}
    others = [
        entry for entry in await service.public_tables(me) if entry["id"] not in seen and entry["status"] != "over"
    ]
    return page(
        "home.html",
        houses=[show.house(book) for book in rulebooks().values()],
        mine=mine,
        mine_line=show.mine_line(mine),
        open=[show.ticket(entry) for entry in others[: show.MOST_OPEN]],
        bests=show.best_list((await service.bests(me))[: show.MOST_BESTS]),
    )


@router.post("/play/{game}")
@told
async def play_now(request: Request, game: str) -> Response:
    """One click: a seat for the reader, bots in all the others."""
    book = rulebook(game)
    form = await form_of(request)
    players = min(book.players[1], max(book.players[0], 3))
    chairs: list[dict[str, Any]] = [{"kind": "me", "name": (form.get("name") or [""])[-1][:200]}]
    chairs += [{"kind": "bot", "name": name} for name in show.BOT_NAMES[: players - 1]]
    made = await tables(request).create(
        NewTable.model_validate({"game": game, "players": players, "seats": chairs}), who(request)
    )
    return to(f"/table/{made.id}")


def options_page(book: Rulebook, form: setup.Form, problem: str = "") -> Response:
    level = usual_level()
    return page(
        "options.html",
        422 if problem else 200,
        book=book,
        accent=look.accent_class(book.name),
        players=show.players_of(book),
        seats=setup.seats_of(book, form, level),
        kinds=setup.KINDS,
        levels=show.bot_levels(levels()),
        options=setup.options_of(book, form),
        public=(form.get("public") or [""])[-1] == "true",
        problem=problem,
    )


@router.get("/new/{game}")
@told
async def options(game: str) -> Response:
    return options_page(rulebook(game), {})


@router.post("/new/{game}")
@told
async def open_table(request: Request, game: str) -> Response:
    book, form = rulebook(game), await form_of(request)
    try:
        made = await tables(request).create(setup.new_table(book, form, usual_level()), who(request))
    except (TabletownError, Invalid) as error:
        return options_page(book, form, str(error))
    except ValidationError:
        return options_page(book, form, "Something in this form is not as it should be; please choose again.")
    return to(f"/table/{made.id}")


@router.get("/join")
@told
async def pasted(link: str = "") -> Response:
    """An invite link pasted on the home page, or the address or the name of a table."""
    invite = _INVITE.search(link)
    if invite:
        return to(invite[0])
    table = re.search(r"(?:/table/)?([a-z0-9]{6,32})/?$", link.strip())
    if not table:
        raise Invalid("This is no invite link; it looks like https://…/join/…")
    return to(f"/table/{table[1]}")


@router.get("/join/{table}/{seat}/{invite}")
@told
async def invited(request: Request, table: str, seat: str, invite: str) -> Response:
    about = await tables(request).about(table, who(request))
    return page("join.html", **show.invitation(about, number(seat, 99), invite))


@router.post("/join/{table}/{seat}/{invite}")
@told
async def claim(request: Request, table: str, seat: str, invite: str) -> Response:
    form = await form_of(request)
    await tables(request).claim(table, number(seat, 99), who(request), invite, (form.get("name") or [""])[-1])
    return to(f"/table/{table}")


# ---------------------------------------------------------------- at the table


@router.get("/table/{table}")
@told
async def at_table(request: Request, table: str) -> Response:
    about = await tables(request).about(table, who(request))
    if about["status"] == "waiting":
        return page("waiting.html", **show.waiting_room(about, lambda address: site.absolute(request, address)))
    if about["status"] == "over":
        return await ended(request, about)
    return page("table.html", **show.table(about))


@router.post("/table/{table}/sit")
@told
async def sit(request: Request, table: str) -> Response:
    form = await form_of(request)
    await tables(request).claim(
        table, number((form.get("seat") or [""])[-1], 99), who(request), None, (form.get("name") or [""])[-1]
    )
    return to(f"/table/{table}")


@router.post("/table/{table}/bot")
@told
async def seat_bot(request: Request, table: str) -> Response:
    form = await form_of(request)
    await tables(request).seat_bot(table, number((form.get("seat") or [""])[-1], 99), who(request))
    return to(f"/table/{table}")


@router.get("/table/{table}/result")
@told
async def result(request: Request, table: str) -> Response:
    about = await tables(request).about(table, who(request))
    if about["status"] != "over":
        return to(f"/table/{table}")
    return await ended(request, about)


async def ended(request: Request, about: dict[str, Any]) -> Response:
    room = await tables(request).room(about["id"])
    view = await tables(request).view(about["id"], who(request))
    bests = show.bests_after(await tables(request).bests(who(request)), about, room.result)
    return page("end.html", **await run_in_threadpool(show.ending, about, view, room.match.copy(), bests))


@router.get("/table/{table}/replay")
@told
async def replay(request: Request, table: str) -> Response:
    service, me = tables(request), who(request)
    room = await service.room(table)
    ply = min(number(request.query_params.get("ply"), room.match.ply), room.match.ply)
    phone = request.query_params.get("layout") == "phone"
    about, frame = await service.about(table, me), await service.replay(table, me, ply, "phone" if phone else "desktop")
    return page("replay.html", **await run_in_threadpool(show.replay, about, frame, room.match.copy(), ply))


# ---------------------------------------------------------------- to read


@router.get("/games/{game}")
@told
async def about_game(request: Request, game: str) -> Response:
    book = rulebook(game)
    bests = show.best_list([group for group in await tables(request).bests(who(request)) if group["game"] == game])
    return page(
        "game.html",
        book=book,
        accent=look.accent_class(game),
        players=show.players_of(book),
        picture={theme: show.picture_url(book, theme, "table") for theme in ("light", "dark")},
        guide=reading.guide(book),
        bests=bests,
        sheet=await run_in_threadpool(reading.components, book),
    )


@router.get("/credits")
async def credits() -> Response:
    return page("credits.html", books=list(rulebooks().values()))


# ---------------------------------------------------------------- style, type and pictures


@router.get("/tokens.css")
async def tokens() -> Response:
    return Response(look.style_sheet(), media_type="text/css", headers=_FOR_EVER)


@router.get("/games/{game}/tokens.css")
@told
async def game_tokens(game: str) -> Response:
    return Response(site.game_style(rulebook(game)), media_type="text/css", headers=_FOR_EVER)


@router.get("/games/{game}/{kind}-{theme}.png")
@told
async def picture(game: str, kind: str, theme: str) -> Response:
    if kind not in ("cover", "table") or theme not in ("light", "dark"):
        raise Unknown("There is no such picture.")
    data = await run_in_threadpool(covers.picture, rulebook(game), theme, kind == "cover")
    return Response(data, media_type="image/png", headers=_FOR_EVER)


@router.get("/fonts/{name}")
@told
async def font(name: str) -> Response:
    if name not in _FONTS:
        raise Unknown("There is no such font.")
    return FileResponse(_FONTS[name], media_type=f"font/{name[-3:]}", headers=_FOR_EVER)


@router.get("/static/{name}")
@told
async def static(request: Request, name: str) -> Response:
    path = site.STATIC / name
    if not path.is_file() or path.parent != site.STATIC:
        raise Unknown("There is no such file.")
    kinds = {
        ".js": "text/javascript",
        ".css": "text/css",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }
    return FileResponse(
        path,
        media_type=kinds.get(path.suffix),
        headers=_FOR_EVER if request.url.query else {"Cache-Control": "no-cache"},
    )


@router.get("/{path:path}")
async def nothing(request: Request, path: str) -> Response:
    sentence = f"There is nothing at /{path[:80]}."
    return JSONResponse({"error": sentence}, 404) if path.startswith("api/") else lost(sentence, 404)
