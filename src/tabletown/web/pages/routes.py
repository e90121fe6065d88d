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
from tabletown.web.http.session import caller, tables
from tabletown.web.refusals import Invalid, Refusal, Unknown
from tabletown.web.tables.bots import LEVEL_OF_SUBSTITUTES, levels
from tabletown.web.tables.requests import NewTable

from . import context, covers, game_texts, rendering, table_form, theme
from .error_page import error_page
from .game_signs import accent_class
from .rendering import page
from .table_form import last

router = APIRouter(include_in_schema=False)
P = ParamSpec("P")
Handler = Callable[P, Awaitable[Response]]

_CACHE_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_INVITE = re.compile(r"/join/([a-z0-9]+)/(\d+)/([\w-]+)")
_FONTS = dict(
    zip(
        ("display.ttf", "text-400.otf", "text-500.otf", "text-600.otf", "text-700.otf"),
        font_paths().values(),
        strict=True,
    )
)


def refusals_as_pages(handler: Handler[P]) -> Handler[P]:
    """Show what a handler refuses as a page."""

    @wraps(handler)
    async def handled(*args: P.args, **kwargs: P.kwargs) -> Response:
        try:
            return await handler(*args, **kwargs)
        except Refusal as refusal:
            return error_page(refusal.sentence, refusal.status)
        except TabletownError as error:
            return error_page(str(error), 404)

    return handled


async def form_of(request: Request) -> dict[str, list[str]]:
    body = await request.body()
    return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=400)


def number(text: str | None, default: int) -> int:
    """A number in an address; nonsense counts as the default."""
    return int(text) if text and re.fullmatch(r"\d{1,9}", text) else default


def redirect(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)


# ---------------------------------------------------------------- before a game


@router.get("/")
@refusals_as_pages
async def home(request: Request) -> Response:
    me, service = caller(request), tables(request)
    mine = [context.ticket(entry) for entry in (await service.tables_of(me))[: context.MOST_TICKETS]]
    seen = {entry["id"] for entry in mine}
    others = [
        entry for entry in await service.public_tables(me) if entry["id"] not in seen and entry["status"] != "over"
    ]
    return page(
        "home.html",
        houses=[context.house(book) for book in rulebooks().values()],
        mine=mine,
        mine_line=context.mine_line(mine),
        open=[context.ticket(entry) for entry in others[: context.MOST_OPEN]],
        bests=context.best_list((await service.bests(me))[: context.MOST_BESTS]),
    )


@router.post("/play/{game}")
@refusals_as_pages
async def play_now(request: Request, game: str) -> Response:
    """One click: a seat for the reader, bots in all the others."""
    book = rulebook(game)
    form = await form_of(request)
    players = min(book.players[1], max(book.players[0], 3))
    seats: list[dict[str, Any]] = [{"kind": "me", "name": last(form, "name")[:200]}]
    seats += [{"kind": "bot", "name": name} for name in context.BOT_NAMES[: players - 1]]
    new = NewTable.model_validate({"game": game, "players": players, "seats": seats})
    made = await tables(request).create(new, caller(request))
    return redirect(f"/table/{made.id}")


def options_page(book: Rulebook, form: table_form.Form, problem: str = "") -> Response:
    return page(
        "options.html",
        422 if problem else 200,
        book=book,
        accent=accent_class(book),
        players=context.players_of(book),
        seats=table_form.seats_of(book, form, LEVEL_OF_SUBSTITUTES),
        kinds=table_form.KINDS,
        levels=context.bot_levels(levels()),
        options=table_form.options_of(book, form),
        public=last(form, "public") == "true",
        problem=problem,
    )


@router.get("/new/{game}")
@refusals_as_pages
async def options(game: str) -> Response:
    return options_page(rulebook(game), {})


@router.post("/new/{game}")
@refusals_as_pages
async def open_table(request: Request, game: str) -> Response:
    book, form = rulebook(game), await form_of(request)
    try:
        made = await tables(request).create(table_form.new_table(book, form, LEVEL_OF_SUBSTITUTES), caller(request))
    except (TabletownError, Invalid) as error:
        return options_page(book, form, str(error))
    except ValidationError:
        return options_page(book, form, "Something in this form is not as it should be; please choose again.")
    return redirect(f"/table/{made.id}")


@router.get("/join")
@refusals_as_pages
async def pasted(link: str = "") -> Response:
    """An invite link pasted on the home page, or the address or the name of a table."""
    invite = _INVITE.search(link)
    if invite:
        return redirect(invite[0])
    table = re.search(r"(?:/table/)?([a-z0-9]{6,32})/?$", link.strip())
    if not table:
        raise Invalid("This is no invite link; it looks like https://…/join/…")
    return redirect(f"/table/{table[1]}")


@router.get("/join/{table}/{seat}/{invite}")
@refusals_as_pages
async def invited(request: Request, table: str, seat: str, invite: str) -> Response:
    about = await tables(request).about(table, caller(request))
    return page("join.html", **context.invitation(about, number(seat, 99), invite))


@router.post("/join/{table}/{seat}/{invite}")
@refusals_as_pages
async def claim(request: Request, table: str, seat: str, invite: str) -> Response:
    form = await form_of(request)
    await tables(request).claim(table, number(seat, 99), caller(request), invite, last(form, "name"))
    return redirect(f"/table/{table}")


# ---------------------------------------------------------------- at the table


@router.get("/table/{table}")
@refusals_as_pages
async def at_table(request: Request, table: str) -> Response:
    about = await tables(request).about(table, caller(request))
    if about["status"] == "waiting":
        return page("waiting.html", **context.waiting_room(about, lambda address: rendering.absolute(request, address)))
    if about["status"] == "over":
        return await ended(request, about)
    return page("table.html", **context.table(about))


@router.post("/table/{table}/sit")
@refusals_as_pages
async def sit(request: Request, table: str) -> Response:
    form = await form_of(request)
    await tables(request).claim(table, number(last(form, "seat"), 99), caller(request), None, last(form, "name"))
    return redirect(f"/table/{table}")


@router.post("/table/{table}/bot")
@refusals_as_pages
async def seat_bot(request: Request, table: str) -> Response:
    form = await form_of(request)
    await tables(request).seat_bot(table, number(last(form, "seat"), 99), caller(request))
    return redirect(f"/table/{table}")


@router.get("/table/{table}/result")
@refusals_as_pages
async def result(request: Request, table: str) -> Response:
    about = await tables(request).about(table, caller(request))
    if about["status"] != "over":
        return redirect(f"/table/{table}")
    return await ended(request, about)


async def ended(request: Request, about: dict[str, Any]) -> Response:
    service, me, table = tables(request), caller(request), about["id"]
    view, match = await service.view(table, me), await service.match(table)
    bests = context.bests_after(await service.bests(me), about, await service.result(table))
    return page("end.html", **await run_in_threadpool(context.end, about, view, match, bests))


@router.get("/table/{table}/replay")
@refusals_as_pages
async def replay(request: Request, table: str) -> Response:
    service, me = tables(request), caller(request)
    match = await service.match(table)
    ply = min(number(request.query_params.get("ply"), match.ply), match.ply)
    layout = "phone" if request.query_params.get("layout") == "phone" else "desktop"
    about, frame = await service.about(table, me), await service.replay(table, me, ply, layout)
    return page("replay.html", **await run_in_threadpool(context.replay, about, frame, match, ply))


# ---------------------------------------------------------------- to read


@router.get("/games/{game}")
@refusals_as_pages
async def about_game(request: Request, game: str) -> Response:
    book = rulebook(game)
    bests = context.best_list(
        [group for group in await tables(request).bests(caller(request)) if group["game"] == game]
    )
    return page(
        "game.html",
        book=book,
        accent=accent_class(book),
        players=context.players_of(book),
        picture={theme: context.picture_url(book, theme, "table") for theme in ("light", "dark")},
        guide=game_texts.guide(book),
        bests=bests,
        sheet=await run_in_threadpool(game_texts.components, book),
    )


@router.get("/credits")
async def credits() -> Response:
    return page("credits.html", books=list(rulebooks().values()))


# ---------------------------------------------------------------- style, type and pictures


@router.get("/tokens.css")
async def tokens() -> Response:
    return Response(theme.style_sheet(), media_type="text/css", headers=_CACHE_FOR_EVER)


@router.get("/games/{game}/tokens.css")
@refusals_as_pages
async def game_tokens(game: str) -> Response:
    return Response(rendering.game_style(rulebook(game)), media_type="text/css", headers=_CACHE_FOR_EVER)


@router.get("/games/{game}/{kind}-{theme}.png")
@refusals_as_pages
async def picture(game: str, kind: str, theme: str) -> Response:
    if kind not in ("cover", "table") or theme not in ("light", "dark"):
        raise Unknown("There is no such picture.")
    data = await run_in_threadpool(covers.picture, rulebook(game), theme, kind == "cover")
    return Response(data, media_type="image/png", headers=_CACHE_FOR_EVER)


@router.get("/fonts/{name}")
@refusals_as_pages
async def font(name: str) -> Response:
    if name not in _FONTS:
        raise Unknown("There is no such font.")
    return FileResponse(_FONTS[name], media_type=f"font/{name[-3:]}", headers=_CACHE_FOR_EVER)


@router.get("/static/{name}")
@refusals_as_pages
async def static(request: Request, name: str) -> Response:
    path = rendering.STATIC / name
    if not path.is_file() or path.parent != rendering.STATIC:
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
        headers=_CACHE_FOR_EVER if request.url.query else {"Cache-Control": "no-cache"},
    )


@router.get("/{path:path}")
async def nothing(request: Request, path: str) -> Response:
    sentence = f"There is nothing at /{path[:80]}."
    return JSONResponse({"error": sentence}, 404) if path.startswith("api/") else error_page(sentence, 404)
