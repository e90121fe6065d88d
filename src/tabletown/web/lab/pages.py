"""The pages of the Lab: choose a game, change its values, ask, and read the answer. They work without script."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from tabletown.core.errors import TabletownError
from tabletown.core.game import Rulebook
from tabletown.core.registry import rulebook, rulebooks
from tabletown.core.values import Value, values_of
from tabletown.lab import report, words
from tabletown.lab.experiment import Experiment
from tabletown.lab.plans import written_plans
from tabletown.web.beside import beside
from tabletown.web.http.session import caller, tables
from tabletown.web.pages import table_form
from tabletown.web.pages.game_signs import accent_class
from tabletown.web.pages.rendering import page
from tabletown.web.pages.routes import form_of, number, redirect, refusals_as_pages
from tabletown.web.pages.table_form import last
from tabletown.web.refusals import Invalid, Unknown
from tabletown.web.tables.requests import NewTable

from .experiments import Asked, Lab

router = APIRouter(include_in_schema=False)

PRECISIONS = {"2": "± 2 points", "1": "± 1 point", "0.5": "± ½ point"}


def lab_of(request: Request) -> Lab:
    found: Lab | None = request.app.state.lab
    if found is None:
        raise Unknown("This server has no Lab.")
    return found


@router.get("/lab")
@refusals_as_pages
async def choose(request: Request) -> Response:
    lab_of(request)
    books = [book for book in rulebooks().values() if values_of(book)]
    return await beside(lambda: page("lab.html", books=books))


@router.get("/lab/{game}")
@refusals_as_pages
async def form(request: Request, game: str) -> Response:
    lab_of(request)
    book, given = rulebook(game), {name: [value] for name, value in request.query_params.items()}
    return await beside(lambda: form_page(book, given))


@router.post("/lab/{game}")
@refusals_as_pages
async def ask(request: Request, game: str) -> Response:
    lab, book, given = lab_of(request), rulebook(game), await form_of(request)
    try:
        experiment = await beside(lambda: experiment_of(book, given))
        asked = lab.ask(experiment, caller(request).browser or "")
    except (TabletownError, Invalid) as error:
        problem = str(error)
        return await beside(lambda: form_page(book, given, problem))
    return redirect(f"/lab/r/{asked.id}")


@router.get("/lab/r/{name}")
@refusals_as_pages
async def answer(request: Request, name: str) -> Response:
    asked, mine = lab_of(request).get(name), caller(request).browser or ""
    return await beside(lambda: answer_page(asked, mine == asked.owner))


@router.post("/lab/r/{name}/stop")
@refusals_as_pages
async def stop(request: Request, name: str) -> Response:
    lab_of(request).stop(name, caller(request).browser or "")
    return redirect(f"/lab/r/{name}")


@router.post("/lab/r/{name}/play")
@refusals_as_pages
async def play(request: Request, name: str) -> Response:
    """A table with the changed values: a seat for the reader, bots in the others."""
    game = lab_of(request).get(name).experiment.arms[-1].game
    seats: list[dict[str, Any]] = [{"kind": "me", "name": ""}]
    seats += [{"kind": "bot", "name": bot} for bot in table_form.BOT_NAMES[: game.players - 1]]
    new = NewTable.model_validate(
        {"game": game.name, "players": game.players, "seats": seats, "change": dict(game.change)}
    )
    made = await tables(request).create(new, caller(request))
    return redirect(f"/table/{made.id}")


@router.get("/lab/r/{name}/{file}")
@refusals_as_pages
async def download(request: Request, name: str, file: str) -> Response:
    asked = lab_of(request).get(name)
    found = asked.answer
    if found is None or file not in ("result.json", "report.html", "experiment.toml"):
        raise Unknown("There is no such file.")
    if file == "result.json":
        text, kind = json.dumps(found, indent=1), "application/json"
    elif file == "experiment.toml":
        text, kind = report.experiment_text(found["experiment"]) + "\n", "application/toml"
    else:
        text, kind = await beside(lambda: report.page(found)), "text/html"
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{file}"'})


# ---------------------------------------------------------------- what the pages show


def changes_in(book: Rulebook, given: dict[str, list[str]]) -> dict[str, Any]:
    """The values of a form that differ from the printed ones; what is no number is left for the check to refuse."""
    found: dict[str, Any] = {}
    for key, value in values_of(book).items():
        text = last(given, key).strip()
        if text and text != str(value.printed):
            found[key] = int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else text
    return found


def experiment_of(book: Rulebook, given: dict[str, list[str]]) -> Experiment:
    """The question that a form asks."""
    precision = last(given, "precision") or "1"
    if precision not in PRECISIONS:
        raise Invalid(f"The precision is one of {', '.join(PRECISIONS)}, not {precision!r}.")
    who = "league" if last(given, "who") == "league" else "quick"
    asks = ["plans"] if who == "league" else []
    return Experiment(
        book.name,
        players=number(last(given, "players"), max(2, book.players[0])),
        who=who,
        change=changes_in(book, given),
        precision=float(precision),
        ask=[*asks, "seats", "length"],
    )


def form_page(book: Rulebook, given: dict[str, list[str]], problem: str = "") -> Response:
    groups: dict[str, list[tuple[Value, str]]] = {}
    for key, value in values_of(book).items():
        name = value.title.partition(":")[0]
        groups.setdefault(name, []).append((value, last(given, key) or str(value.printed)))
    low, high = max(2, book.players[0]), book.players[1]
    return page(
        "lab_form.html",
        422 if problem else 200,
        book=book,
        accent=accent_class(book),
        groups=groups,
        changed={key for key, values in groups.items() if any(str(v.printed) != text for v, text in values)},
        counts=range(low, high + 1),
        players=number(last(given, "players"), low),
        league=len(written_plans(book)) > 1,
        who=last(given, "who") or "quick",
        precisions=PRECISIONS,
        precision=last(given, "precision") or "1",
        problem=problem,
    )


def answer_page(asked: Asked, mine: bool) -> Response:
    found, experiment = asked.answer, asked.experiment
    game = experiment.arms[-1].game
    shown = Markup("".join(report.sections(found))) if found else ""  # made by report.py, which escapes all texts
    query = "&".join(
        [f"players={game.players}", f"who={experiment.who}", *(f"{k}={v}" for k, v in game.change.items())]
    )
    return page(
        "lab_answer.html",
        book=experiment.book,
        accent=accent_class(experiment.book),
        asked=asked,
        question=question_of(experiment),
        verdict=words.verdict(found) if found else "",
        players=words.players(found) if found else "",
        sections=shown,
        changed=bool(game.change),
        again=f"/lab/{experiment.game}?{query}",
        mine=mine,
    )


def question_of(experiment: Experiment) -> str:
    """The question in words."""
    known, change = values_of(experiment.book), experiment.arms[-1].game.change
    title = experiment.book.title
    if not change:
        return f"{title}, {experiment.arms[-1].game.players} players: how is it?"
    told = [f"{known[key].title} {value} instead of {known[key].printed}" for key, value in change.items()]
    return f"{title}, {experiment.arms[-1].game.players} players: what if {'; '.join(told)}?"
