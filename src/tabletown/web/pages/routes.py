"""What a browser finds at each address."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from pathlib import PurePath
from typing import Any, ParamSpec
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from pydantic import ValidationError

from tabletown.core.errors import TabletownError
from tabletown.core.game import Rulebook
from tabletown.core.option import SEAT_NAMES
from tabletown.core.registry import rulebook, rulebooks
from tabletown.web.http.pictures import pictures
from tabletown.web.http.session import caller, cookie_of, tables
from tabletown.web.refusals import Invalid, Refusal, Unknown
from tabletown.web.tables.bots import LEVEL_OF_SUBSTITUTES, levels
from tabletown.web.tables.requests import MOST_SEATS, Claim, NewLesson, NewTable
from tabletown.web.tables.seat import ANONYMOUS
from tabletown.web.tables.seat_tokens import looks_like_a_secret
from tabletown.web.threads import in_thread

from . import assets, context, game_texts, history, rendering, table_form
from .error_page import error_page
from .fonts import font_names
from .game_signs import accent_class
from .rendering import page
from .table_form import last

router = APIRouter(include_in_schema=False)
P = ParamSpec("P")
Handler = Callable[P, Awaitable[Response]]

MOST_FIELDS = 400
_CACHE_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_CARDS_CACHE = {"Cache-Control": "public, max-age=86400"}
_INVITE = re.compile(r"/join/([a-z0-9]+)/(\d+)/([\w-]+)")


def refusals_as_pages(handler: Handler[P]) -> Handler[P]:
    """Show what a handler refuses as a page."""

    @wraps(handler)
    async def handled(*args: P.args, **kwargs: P.kwargs) -> Response:
        try:
            return await handler(*args, **kwargs)
        except Refusal as refusal:
            sentence, status = refusal.sentence, refusal.status
            return await in_thread(lambda: error_page(sentence, status))
        except TabletownError as error:
            sentence = str(error)
            return await in_thread(lambda: error_page(sentence, 404))

    return handled


async def form_of(request: Request) -> dict[str, list[str]]:
    body = await request.body()
    try:
        return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise Invalid(f"A form has at most {MOST_FIELDS} fields.") from None


def number(text: str | None, default: int) -> int:
    """A number in an address; nonsense counts as the default."""
    return int(text) if text and re.fullmatch(r"\d{1,9}", text) else default


def redirect(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)


# ---------------------------------------------------------------- before a game


@router.get("/")
@refusals_as_pages
async def home(request: Request, left: str = "") -> Response:
    me, service = caller(request), tables(request)
    own = [context.ticket(entry) for entry in await service.tables_of(me)]
    mine = [entry for entry in own if entry["status"] != "over"][: context.MOST_TICKETS]
    finished = [entry for entry in own if entry["status"] == "over"][: context.MOST_FINISHED]
    seen = {entry["id"] for entry in own}
    others = [
        entry for entry in await service.public_tables(me) if entry["id"] not in seen and entry["status"] != "over"
    ]
    bests = (await service.bests(me))[: context.MOST_BESTS]
    record = context.record_rows(await request.app.state.reviews.record(me))[: context.MOST_BESTS]
    books = list(rulebooks().values())
    return await in_thread(
        lambda: page(
            "home.html",
            puzzle=context.todays_puzzle(),
            left=left if re.fullmatch(r"[a-z0-9]{6,32}", left) else "",
            houses=[context.house(book) for book in books],
            mine=mine,
            mine_line=context.mine_line(mine),
            finished=finished,
            ways=context.ways(books),
            lab=request.app.state.lab is not None,
            open=[context.ticket(entry) for entry in others[: context.MOST_OPEN]],
            bests=context.best_list(bests),
            record=record,
        )
    )


@router.post("/play/{game}")
@refusals_as_pages
async def play_now(request: Request, game: str) -> Response:
    """One click: a seat for the reader, bots in all the others."""
    book = rulebook(game)
    form = await form_of(request)
    players = min(book.players[1], max(book.players[0], 3))
    seats: list[dict[str, Any]] = [{"kind": "me", "name": last(form, "name")[:200]}]
    seats += [{"kind": "bot", "name": name} for name in table_form.BOT_NAMES[: players - 1]]
    new = NewTable.model_validate({"game": game, "players": players, "seats": seats})
    made = await tables(request).create(new, caller(request))
    return redirect(f"/table/{made.id}")


@router.post("/learn/{game}")
@refusals_as_pages
async def learn(request: Request, game: str) -> Response:
    """The reader's lesson where it stands, or a new one."""
    service, me, form = tables(request), caller(request), await form_of(request)
    begun = [entry for entry in await service.tables_of(me) if entry["game"] == game and entry["lesson"]]
    if begun:
        return redirect(begun[0]["url"])
    made = await service.begin_lesson(game, NewLesson(name=last(form, "name")[:200]), me)
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
        seat_names=SEAT_NAMES,
        levels=context.bot_levels(levels()),
        options=table_form.options_of(book, form),
        clocks=[(value, title, note) for value, (title, note, _) in table_form.CLOCKS.items()],
        clock=table_form.clock_of(form),
        public=last(form, "public") == "true",
        problem=problem,
    )


@router.get("/new/{game}")
@refusals_as_pages
async def options(request: Request, game: str) -> Response:
    book = rulebook(game)
    form = table_form.filled(book, request.query_params.get("with", ""))
    return await in_thread(lambda: options_page(book, form))


@router.post("/new/{game}")
@refusals_as_pages
async def open_table(request: Request, game: str) -> Response:
    book, form = rulebook(game), await form_of(request)
    try:
        made = await tables(request).create(table_form.new_table(book, form, LEVEL_OF_SUBSTITUTES), caller(request))
    except (TabletownError, Invalid) as error:
        problem = str(error)
    except ValidationError:
        problem = "Something in this form is not as it should be; please choose again."
    else:
        return redirect(f"/table/{made.id}")
    return await in_thread(lambda: options_page(book, form, problem))


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
    social = rendering.absolute(request, f"/games/{about['game']}/card.png")
    shown = context.invitation(about, number_of_seat(seat), invite)
    return await in_thread(lambda: page("join.html", **shown, social=social))


@router.post("/join/{table}/{seat}/{invite}")
@refusals_as_pages
async def claim(request: Request, table: str, seat: str, invite: str) -> Response:
    await take_seat(request, table, seat, await form_of(request), invite)
    return redirect(f"/table/{table}")


async def take_seat(request: Request, table: str, seat: str, form: table_form.Form, invite: str | None = None) -> None:
    asked = Claim(seat=number_of_seat(seat), invite=invite and invite[:100], name=last(form, "name")[:200])
    await tables(request).claim(table, asked, caller(request))


def number_of_seat(text: str) -> int:
    """The number of a seat; nonsense is a seat that no table has."""
    return min(number(text, MOST_SEATS - 1), MOST_SEATS - 1)


# ---------------------------------------------------------------- at the table


@router.get("/table/{table}")
@refusals_as_pages
async def at_table(request: Request, table: str) -> Response:
    about = await tables(request).about(table, caller(request))
    if about["status"] == "waiting":
        base = partial(rendering.absolute, request)
        return await in_thread(lambda: page("waiting.html", **context.waiting_room(about, base)))
    if about["status"] == "over":
        return await ended(request, about)
    return await in_thread(lambda: page("table.html", **context.table(about)))


@router.post("/table/{table}/sit")
@refusals_as_pages
async def sit(request: Request, table: str) -> Response:
    form = await form_of(request)
    await take_seat(request, table, last(form, "seat"), form)
    return redirect(f"/table/{table}")


@router.post("/table/{table}/bot")
@refusals_as_pages
async def seat_bot(request: Request, table: str) -> Response:
    form = await form_of(request)
    await tables(request).seat_bot(table, number_of_seat(last(form, "seat")), caller(request))
    return redirect(f"/table/{table}")


@router.get("/table/{table}/delete")
@refusals_as_pages
async def ask_to_delete(request: Request, table: str) -> Response:
    """Looking at this page deletes nothing."""
    about = await tables(request).about(table, caller(request))
    return await in_thread(lambda: page("delete.html", **context.deletion(about)))


@router.post("/table/{table}/delete")
@refusals_as_pages
async def delete(request: Request, table: str) -> Response:
    await tables(request).delete(table, caller(request))
    return redirect("/")


@router.get("/table/{table}/result")
@refusals_as_pages
async def result(request: Request, table: str) -> Response:
    about = await tables(request).about(table, caller(request))
    if about["status"] != "over":
        return redirect(f"/table/{table}")
    return await ended(request, about)


@router.get("/table/{table}/card.png")
@refusals_as_pages
async def card_of_result(request: Request, table: str) -> Response:
    """The result as a picture, as a spectator knows it."""
    service = tables(request)
    if (await service.about(table, ANONYMOUS))["status"] != "over":
        raise Unknown("A table has a card when its game is over.")
    (version, view), match = await service.view(table, ANONYMOUS), await service.match(table)
    question = await in_thread(lambda: context.result_card(view, match))
    data = await pictures(request).get(("result", table, version), question, caller(request).address)
    return Response(data, media_type="image/png", headers=_CARDS_CACHE)


async def ended(request: Request, about: dict[str, Any]) -> Response:
    service, me, table = tables(request), caller(request), about["id"]
    (_, view), match = await service.view(table, me), await service.match(table)
    bests = context.bests_after(await service.bests(me), about, await service.result(table))
    social = rendering.absolute(request, f"/table/{table}/card.png")
    return await in_thread(lambda: page("end.html", **context.end(about, view, match, bests), social=social))


@router.get("/table/{table}/replay")
@refusals_as_pages
async def replay(request: Request, table: str) -> Response:
    service, me = tables(request), caller(request)
    match = await service.match(table)
    ply = min(number(request.query_params.get("ply"), match.ply), match.ply)
    layout = "phone" if request.query_params.get("layout") == "phone" else "desktop"
    about, frame = await service.about(table, me), await service.replay(table, me, ply, layout)
    return await in_thread(lambda: page("replay.html", **context.replay(about, frame, match, ply)))


# ---------------------------------------------------------------- what a browser has played


@router.get("/history")
@refusals_as_pages
async def played(request: Request) -> Response:
    return await history_page(request)


@router.post("/history")
@refusals_as_pages
async def played_with_link(request: Request) -> Response:
    """The same with the link that carries tables and results to another device."""
    secret = caller(request).secret
    return await history_page(request, rendering.absolute(request, f"/carry#{secret}") if secret else "")


async def history_page(request: Request, link: str = "") -> Response:
    service, me = tables(request), caller(request)
    entries, bests = await service.history(me), await service.bests(me)
    record = context.record_rows(await request.app.state.reviews.record(me))
    return await in_thread(
        lambda: page(
            "history.html",
            games=history.by_game(entries),
            record=record,
            finished=[context.ticket(entry) for entry in entries[: context.MOST_LISTED]],
            bests=context.best_list(bests),
            link=link,
            qr=rendering.qr(link) if link else "",
        )
    )


@router.get("/carry")
async def ask_to_carry() -> Response:
    """The secret stands behind the # of the link, which browsers do not send; the page hands it over when asked to."""
    return await in_thread(lambda: page("carry.html"))


@router.post("/carry")
@refusals_as_pages
async def carry(request: Request) -> Response:
    secret = last(await form_of(request), "secret")
    if not looks_like_a_secret(secret):
        raise Invalid("This is not a whole link; copy it again from the page that shows what you have played.")
    answer = redirect("/history")
    answer.headers.append("set-cookie", cookie_of(secret, request.scope))
    return answer


# ---------------------------------------------------------------- to read


@router.get("/games/{game}")
@refusals_as_pages
async def about_game(request: Request, game: str) -> Response:
    book = rulebook(game)
    bests = context.best_list(
        [group for group in await tables(request).bests(caller(request)) if group["game"] == game]
    )
    board = await pictures(request).board(game, caller(request).address)
    return await in_thread(
        lambda: page(
            "game.html",
            social=rendering.absolute(request, f"/games/{game}/card.png"),
            book=book,
            accent=accent_class(book),
            players=context.players_of(book),
            definitions=context.own_definitions(book),
            board=Markup(board.decode()),
            guide=game_texts.guide(book),
            bests=bests,
            sheet=game_texts.components(book),
        )
    )


@router.get("/credits")
async def credits() -> Response:
    return await in_thread(lambda: page("credits.html", books=list(rulebooks().values())))


# ---------------------------------------------------------------- style, type and pictures


@router.get("/games/{game}/card.png")
@refusals_as_pages
async def game_card(request: Request, game: str) -> Response:
    """The picture that comes with a link to a game."""
    data = await pictures(request).of_game(rulebook(game).name, "card", caller(request).address)
    return Response(data, media_type="image/png", headers=_CARDS_CACHE)


@router.get("/sw.js")
async def service_worker() -> Response:
    """The script that answers when there is no connection; it lies at the root because it serves all pages."""
    pages = ["/", "/offline", *(f"/games/{name}" for name in rulebooks())]
    known = f"const VERSION = {json.dumps(assets.digest())};\nconst PAGES = {json.dumps(pages)};\n"
    body = known.encode() + assets.texts()["sw.js"]
    return Response(body, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/icon-{size}.png")
@refusals_as_pages
async def icon(size: str) -> Response:
    """The icon as systems want it that put the page among their programs."""
    if size not in ("192", "512"):
        raise Unknown("There is no such icon.")
    data = await in_thread(lambda: rendering.icon_png(int(size)))
    return Response(data, media_type="image/png", headers=_CARDS_CACHE)


@router.get("/offline")
async def offline() -> Response:
    return await in_thread(lambda: page("offline.html", books=list(rulebooks().values())))


@router.get("/static/{name}")
@refusals_as_pages
async def static(request: Request, name: str) -> Response:
    """A file as it is now."""
    return await asset(request, name, for_ever=False)


@router.get("/static/{digest}/{name}")
@refusals_as_pages
async def kept_static(request: Request, digest: str, name: str) -> Response:
    """A file that browsers keep; whoever still has a page of another version gets the file of this one."""
    return await asset(request, name, for_ever=digest == assets.digest())


async def asset(request: Request, name: str, for_ever: bool) -> Response:
    headers = dict(_CACHE_FOR_EVER) if for_ever else {"Cache-Control": "no-cache"}
    kind = assets.TYPES.get(PurePath(name).suffix)
    if name in font_names():
        return Response(await pictures(request).font(name), media_type=kind, headers=headers)
    if name not in assets.texts():
        raise Unknown("There is no such file.")
    encoding = assets.accepted(request.headers.get("accept-encoding", ""))
    if encoding:
        headers |= {"Content-Encoding": encoding, "Vary": "Accept-Encoding"}
    body = await in_thread(lambda: assets.compressed(name, encoding))
    return Response(body, media_type=kind, headers=headers)
