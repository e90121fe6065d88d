"""The pages of the Lab: choose a game, change its values, ask, read, compare. They work without script."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from tabletown.core.errors import TabletownError
from tabletown.core.game import Rulebook
from tabletown.core.registry import rulebook, rulebooks
from tabletown.core.values import values_of
from tabletown.lab import compare, panels, plots, words
from tabletown.lab.experiment import flattened
from tabletown.lab.plots import NARROW, WIDE
from tabletown.web.http.session import caller, tables
from tabletown.web.pages import table_form
from tabletown.web.pages.context import own_definitions
from tabletown.web.pages.game_signs import accent_class
from tabletown.web.pages.rendering import page as plain_page
from tabletown.web.pages.routes import form_of, redirect, refusals_as_pages
from tabletown.web.refusals import Invalid, Refusal
from tabletown.web.tables.requests import NewTable
from tabletown.web.threads import in_thread

from . import bench, ornaments, sentences
from .api import answered, lab_of, result_file
from .experiments import Asked, Lab, expected_games

router = APIRouter(include_in_schema=False)

STATIONS = ((2.0, "± 2"), (1.0, "± 1"), (0.5, "± ½"), (0.25, "± ¼"))
Games = list[Rulebook]


def page(template: str, status: int = 200, **context: Any) -> Response:
    """A page with the drawings of the Lab."""
    drawings = {name: getattr(ornaments, name) for name in ("awning", "legend", "scales", "swatch")}
    return plain_page(template, status, **drawings, marked=marked, **context)


def books() -> Games:
    """The games in which something can be changed."""
    return [book for book in rulebooks().values() if values_of(book)]


@router.get("/lab")
@refusals_as_pages
async def choose(request: Request) -> Response:
    lab = lab_of(request)
    mine = await lab.of(caller(request))
    return await in_thread(
        lambda: page("lab.html", books=books(), others=unchangeable(), mine=[told(row) for row in mine[:8]])
    )


def unchangeable() -> Games:
    """The games of which only the printed one can be played."""
    return [book for book in rulebooks().values() if not values_of(book)]


def told(row: dict[str, Any]) -> dict[str, Any]:
    """An experiment in a list."""
    book, experiment = rulebook(row["experiment"]["game"]), row["experiment"]
    said = sentences.question(book, experiment.get("change", {})).replace("*", "")
    players = experiment.get("players", book.players[0])
    return {**row, "book": book, "question": said, "small": f"{players} players, {who_plays(book, experiment)}"}


def who_plays(book: Rulebook, experiment: dict[str, Any]) -> str:
    who = experiment.get("who", "quick")
    return {"league": "a league of plans", "quick": "quick bots", "search": "searching bots", "random": "by lot"}.get(
        who, str(who)
    )


@router.get("/lab/compare")
@refusals_as_pages
async def compare_two(request: Request, a: str = "", b: str = "") -> Response:
    one, other = await answered(request, a), await answered(request, b)
    try:
        return await in_thread(lambda: page("lab_compare.html", **comparison(a, b, one, other)))
    except TabletownError as error:
        raise Invalid(str(error)) from None


@router.get("/lab/r/{name}")
@refusals_as_pages
async def answer(request: Request, name: str) -> Response:
    lab, me = lab_of(request), caller(request)
    asked = await lab.get(name, me)
    mine = await lab.of(me)
    template = "parts/lab_answer.html" if "live" in request.query_params else "lab_answer.html"
    arm = request.query_params.get("arm", "")
    return await in_thread(lambda: page(template, **answer_context(asked, mine, arm)))


@router.post("/lab/r/{name}/stop")
@refusals_as_pages
async def stop(request: Request, name: str) -> Response:
    await lab_of(request).stop(name, caller(request))
    return redirect(f"/lab/r/{name}")


@router.post("/lab/r/{name}/again")
@refusals_as_pages
async def again(request: Request, name: str) -> Response:
    """Go on with an experiment that was stopped."""
    lab, me = lab_of(request), caller(request)
    asked, _ = await lab.ask((await lab.get(name, me)).question, me)
    return redirect(f"/lab/r/{asked.id}")


@router.post("/lab/r/{name}/play")
@refusals_as_pages
async def play(request: Request, name: str) -> Response:
    """A table with the changed values: a seat for the reader, bots in the others."""
    experiment = (await lab_of(request).get(name, caller(request))).question
    book = rulebook(experiment["game"])
    players = experiment.get("players") or max(2, book.players[0])
    seats: list[dict[str, Any]] = [{"kind": "me", "name": ""}]
    seats += [{"kind": "bot", "name": bot} for bot in table_form.BOT_NAMES[: players - 1]]
    options, change = experiment.get("options", {}), experiment.get("change", {})
    new = NewTable.model_validate(
        {"game": book.name, "players": players, "seats": seats, "options": options, "change": change}
    )
    made = await tables(request).create(new, caller(request))
    return redirect(f"/table/{made.id}")


@router.get("/lab/r/{name}/{file}")
@refusals_as_pages
async def download(request: Request, name: str, file: str) -> Response:
    return await result_file(request, name, file)


@router.get("/lab/{game}")
@refusals_as_pages
async def form(request: Request, game: str) -> Response:
    lab, book = lab_of(request), rulebook(game)
    given: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        given.setdefault(name, []).append(value)
    return await form_page(lab, book, given)


@router.post("/lab/{game}")
@refusals_as_pages
async def ask(request: Request, game: str) -> Response:
    lab, book, given = lab_of(request), rulebook(game), await form_of(request)
    try:
        experiment = await in_thread(lambda: bench.question_of(book, given))
        asked, _ = await lab.ask(experiment, caller(request))
    except Refusal as refusal:
        return await form_page(lab, book, given, refusal.sentence, refusal.status)
    return redirect(f"/lab/r/{asked.id}")


async def form_page(
    lab: Lab, book: Rulebook, given: dict[str, list[str]], problem: str = "", status: int = 200
) -> Response:
    asked = ("league", "quick", bench.THINKERS)
    speeds = {who: speed for who in asked if (speed := await lab.experiments.speed(book.name, who))}
    return await in_thread(
        lambda: page(
            "lab_form.html",
            status,
            accent=accent_class(book),
            definitions=own_definitions(book),
            books=books(),
            **bench.context(book, given, speeds, lab.settings.lab_seconds, problem),
        )
    )


# ---------------------------------------------------------------- what the pages show


def marked(sentence: str) -> Markup:
    """A question with its new numbers marked."""
    parts = sentence.split("*")
    return Markup("").join(
        Markup('<span class="now-value">{}</span>').format(part) if index % 2 else part
        for index, part in enumerate(parts)
    )


def again_address(experiment: dict[str, Any]) -> str:
    """The form with the same question in it."""
    query = [(key, str(value)) for key, value in experiment.get("change", {}).items()]
    query += [(name, str(experiment[name])) for name in ("players", "who") if name in experiment]
    precision = experiment.get("precision")
    if precision in (0.5, 1, 2):
        query.append(("precision", f"{precision:g}"))
    asks = list(experiment.get("ask", ()))
    asks += ["worth"] * bool(experiment.get("ban")) + ["even"] * bool(experiment.get("vary"))
    return f"/lab/{experiment['game']}?{urlencode(query + [('ask', ask) for ask in asks])}"


def answer_context(asked: Asked, mine: list[dict[str, Any]], arm: str) -> dict[str, Any]:
    """What is known of an experiment so far, or in the end."""
    experiment, found = asked.question, asked.answer
    book = rulebook(experiment["game"])
    names = sentences.names_of(book)
    context: dict[str, Any] = {
        "book": book,
        "books": books(),
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "asked": asked,
        "question": marked(sentences.question(book, experiment.get("change", {}))),
        "title": sentences.question(book, experiment.get("change", {})).replace("*", ""),
        "changes": changes(book, experiment.get("change", {})),
        "again": again_address(experiment),
        "who": who_plays(book, experiment),
        "players": experiment.get("players") or max(2, book.players[0]),
        "progress": {"games": 0, "compiling": False, "cut": False, **asked.progress},
        "width": progress_width(asked),
        "time": bench.taking(asked.seconds),
        "panels": [],
        "arms": [],
        "facts": [],
        "rail": None,
        "funnel": None,
        "others": [
            told(row)
            for row in mine
            if row["experiment"]["game"] == book.name and row["id"] != asked.id and row["status"] in ("done", "stopped")
        ],
    }
    if not asked.over:
        context["rail"] = rail(asked)
    if found is None:
        return context
    every = panels.sides(found)
    side = next((side for side in every if side.label == arm), panels.asked(found))
    total = max(asked.trace[-1]["games"] if asked.trace else 1, round(expected_games(experiment) / 2))
    context |= {
        "side": side,
        "panels": panels.panels(found, side, names),
        "arms": [other.label for other in every] if len(every) > 1 else [],
        "verdict": sentences.verdict(book, found, side),
        "players_told": words.players(found),
        "facts": facts(found, side, asked),
        "funnel": panels.funnel(asked.trace, found, names, total) if not asked.over else None,
        "plain": panels.plain,
    }
    return context


def changes(book: Rulebook, change: dict[str, int]) -> list[dict[str, Any]]:
    """The changed things with what they were."""
    known, found = values_of(book), []
    for key, value in list(change.items())[:4]:
        if key in known:
            name = sentences.name_of(known[key])
            drawn = bench.drawn(book, known[key].thing, name)
            found.append(
                {
                    "name": name,
                    "field": sentences.field_of(known[key]),
                    "now": value,
                    "was": known[key].printed,
                    "picture": drawn,
                }
            )
    return found


def progress_width(asked: Asked) -> str:
    """How good the numbers are so far."""
    width = asked.progress.get("width")
    return f"± {100 * width:.2g} points" if width and width < 0.5 else ""


def rail(asked: Asked) -> dict[str, Markup]:
    """How far a run is, as a cart on its way past stations."""
    precision, done = asked.question.get("precision"), int(asked.progress.get("games") or 0)
    if precision:
        sides = expected_games(asked.question) / expected_games({"game": "", "precision": precision})
        at = [
            (round(expected_games({"game": "", "precision": p}) * sides), name)
            for p, name in STATIONS
            if p >= precision
        ]
    else:
        at = [(int(asked.progress.get("of") or expected_games(asked.question)), "the end")]
    total = max(max(n for n, _ in at), done)
    return {"wide": Markup(plots.rail(done, total, at, 1340)), "narrow": Markup(plots.rail(done, total, at, NARROW))}


def facts(found: dict[str, Any], side: panels.Side, asked: Asked) -> list[dict[str, str]]:
    """Four numbers in a row."""
    shown = []
    change = side.change or {}
    if "length" in side.after:
        moved = change.get("length", {}).get("rounds")
        shown.append(fact("clock", f"{side.after['length']['rounds']['value']:.1f} rounds", "a game", moved, 1))
    if "seats" in side.after:
        moved = change.get("seats", {}).get("wins", {}).get("first")
        shown.append(
            fact(
                "users", f"{100 * side.after['seats']['wins']['first']['value']:.1f}%", "won by who begins", moved, 100
            )
        )
    if "close" in side.after:
        moved = change.get("close", {}).get("close")
        shown.append(fact("wind", f"{100 * side.after['close']['close']['value']:.1f}%", "end close", moved, 100))
    elif "plans" in side.after:
        spread = side.after["plans"]["spread"]
        shown.append(fact("git-branch", f"{100 * spread['value']:.1f} points", "spread of the plans", None, 1))
    speed = asked.row.get("speed")
    if speed:
        shown.append(fact("play", f"{speed:,.{0 if speed >= 10 else 1}f}", "games a second, one core", None, 1))
    else:
        shown.append(fact("play", f"{found['games']:,}", "games played", None, 1))
    return shown


def fact(sign: str, number: str, label: str, moved: Any, unit: float) -> dict[str, str]:
    told = ""
    if moved:
        sure = moved["low"] > 0 or moved["high"] < 0
        told = words.signed(unit * moved["value"]) if sure else "no clear change"
    return {"sign": sign, "number": number, "label": label, "moved": told}


def comparison(a: str, b: str, one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Two answers side by side."""
    found = compare(one, other)
    book = rulebook(one["experiment"]["game"])
    names = sentences.names_of(book)
    sides = [panels.asked(entry) for entry in (one, other)]
    rows, plans = [], []
    for name, entry in found.differences.items():
        told = entry.to_json()
        share = name in found.shares
        parts = name.split(".")
        before, after = (panels_value(side.after, parts) for side in sides)
        shown = [(f"{100 * value:.1f}%" if share else f"{value:.2f}") for value in (before, after)]
        if parts[0] == "plans" and parts[1] == "wins":
            plans.append(plots.Row(names.plan(parts[-1]), None, None, told, names.plan_picture(parts[-1])))
        if parts[0] in ("cards",):
            continue
        unit, digits = (100, 1) if share else (1, 2)
        rows.append(
            {
                "name": measure_name(parts, names),
                "a": shown[0],
                "b": shown[1],
                "delta": words.signed(unit * told["value"], digits),
                "half": f"{unit * (told['high'] - told['low']) / 2:.{digits}f}",
                "clear": entry.clear,
            }
        )
    plots_of = (
        [Markup(plots.forest(plans, width, 100, "What each plan gains in B")) for width in (WIDE, NARROW)]
        if plans
        else []
    )
    lengths = []
    if all("length" in side.after for side in sides):
        arms = [(True, sides[0].after["length"]), (False, sides[1].after["length"])]
        lengths = [Markup(plots.quantiles(arms, width, "Rounds in A and in B")) for width in (WIDE, NARROW)]
    arms_told = [
        {
            "letter": letter,
            "seat": seat,
            "id": id_,
            "question": marked(sentences.question(book, entry["experiment"].get("change", {}))),
            "small": f"{entry['games']:,} games, {who_plays(book, entry['experiment'])}",
            "changes": changes(book, flattened(entry["experiment"].get("change", {}))),
        }
        for letter, seat, id_, entry in (("A", 0, a, one), ("B", 1, b, other))
    ]
    clear = sum(row["clear"] for row in rows)
    return {
        "book": book,
        "books": books(),
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "sides": arms_told,
        "rows": rows,
        "plans": plots_of,
        "lengths": lengths,
        "verdict": even_verdict(sides) or f"{clear} of {len(rows)} numbers differ clearly"
        if clear
        else "Nothing differs clearly",
        "b": b,
        "dice": "Both were played by the same players with the same dice, so differences are paired."
        if found.paired
        else "Their games share no dice, so nothing is paired.",
    }


def panels_value(found: Any, parts: list[str]) -> float:
    for part in parts:
        found = found[part]
    return float(found["value"])


def measure_name(parts: list[str], names: panels.Names) -> str:
    """The name of a number of the comparison."""
    last = parts[-1]
    if parts[0] == "plans":
        return f"{names.plan(last)} wins"
    if parts[0] == "seats":
        return f"The {last} player wins"
    return panels.CLOSE_NAMES.get(last, last.replace("_", " ").capitalize())


def even_verdict(sides: list[panels.Side]) -> str:
    """Which of two games is the more even one, by the spread of its plans, if that is clear."""
    if not all("plans" in side.after for side in sides):
        return ""
    one, other = (side.after["plans"]["spread"] for side in sides)
    if one["high"] < other["low"]:
        return "A is the more even game"
    return "B is the more even game" if other["high"] < one["low"] else ""
