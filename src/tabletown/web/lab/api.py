"""The API of the Lab: what can be changed, experiments, their answers as files, and comparisons."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from tabletown.core.errors import TabletownError, UnknownGame
from tabletown.core.registry import rulebook
from tabletown.core.values import values_of
from tabletown.lab import compare, report
from tabletown.lab.experiment import QUESTIONS
from tabletown.lab.plans import written_plans
from tabletown.web.http.description import always, refuses
from tabletown.web.http.live import LONGEST_WAIT, connections
from tabletown.web.http.session import caller
from tabletown.web.refusals import Invalid, Unknown
from tabletown.web.tables.bots import levels
from tabletown.web.tables.requests import Body, Whole
from tabletown.web.threads import in_thread

from .experiments import MOST_BOTS, MOST_PLANNED, MOST_QUICK, Asked, Lab, NoAnswer

router = APIRouter(prefix="/api/lab", tags=["lab"], responses=always())

Json = dict[str, Any]
Name = Annotated[str, Field(max_length=100)]
Id = Annotated[str, Path(max_length=32)]
ABOUT_ONE = refuses(404, 409)
"""409: there is no answer yet."""


def lab_of(request: Request) -> Lab:
    found: Lab | None = request.app.state.lab
    if found is None:
        raise Unknown("This server has no Lab.")
    return found


class NewExperiment(Body):
    """An experiment as its file has it; see docs/lab.md."""

    game: str = Field(max_length=64, description="one of GET /api/games")
    players: Annotated[Whole, Field(ge=1, le=16)] | None = None
    who: Annotated[str, Field(max_length=200, description="quick, random, league, plan:NAME or a bot")] = "quick"
    plans: Annotated[list[Name], Field(max_length=32, description="of a league; empty: all of the game")] = Field(
        default_factory=list
    )
    change: Annotated[dict[Name, Whole], Field(max_length=50, description="cheese_factory.cost = 6")] = Field(
        default_factory=dict
    )
    options: Annotated[dict[Name, Any], Field(max_length=50)] = Field(default_factory=dict)
    vary: Annotated[dict[Name, Any], Field(max_length=20, description="lists of values: all combinations")] = Field(
        default_factory=dict
    )
    ask: Annotated[list[Name], Field(max_length=10, description="what is asked; see GET /api/lab/GAME")] = Field(
        default_factory=list
    )
    games: Annotated[Whole, Field(ge=1)] | None = None
    precision: Annotated[float, Field(gt=0, le=50, description="in points, instead of games")] | None = None
    seed: Annotated[Whole, Field(ge=0, lt=2**63)] = 1
    slip: Annotated[Whole, Field(ge=0, le=1000)] = 0
    ban: Annotated[list[Name], Field(max_length=100, description="things that a seat may not get, in turn")] = Field(
        default_factory=list
    )
    plan: Annotated[dict[Name, dict[str, Any]], Field(max_length=32, description="plans of one's own")] = Field(
        default_factory=dict
    )

    def question(self) -> Json:
        """What was said, without what is left at its default."""
        return {**self.model_dump(exclude_defaults=True), "game": self.game}


@router.get("/experiments", summary="The experiments that you asked first, the latest first")
async def mine(request: Request) -> list[Json]:
    return await lab_of(request).of(caller(request))


@router.post(
    "/experiments",
    status_code=201,
    summary="Ask a question; the same question again gives what is there",
    response_model=Json,
    responses={200: {"description": "This was asked before"}, **refuses(404)},
)
async def ask(request: Request, new: NewExperiment) -> Response:
    """422 says in a sentence what is wrong with it or too much for this server, 429 that too many wait."""
    asked, fresh = await lab_of(request).ask(new.question(), caller(request))
    return JSONResponse(asked.to_json(), 201 if fresh else 200)


@router.get(
    "/experiments/{id}",
    summary="How far an experiment is, and its results so far; waits for news",
    response_model=Json,
    responses=refuses(404),
)
async def one(
    request: Request,
    id: Id,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1, description="the last `version` you know")] = -1,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    """Ask with `since` = the last `version` and `wait=25` until `status` is done, stopped or failed.

    `answer` is only there if it is newer than `since`. A run at which nobody looks for half a minute ends.
    """
    asked = await waited(request, id, since, wait)
    return JSONResponse(asked.to_json(since))


async def waited(request: Request, name: str, since: int, seconds: float) -> Asked:
    """An experiment as it stands, or once there is news."""
    lab, me = lab_of(request), caller(request)
    if not seconds:
        return await lab.get(name, me)
    draining: asyncio.Event = request.app.state.draining

    async def gone() -> bool:
        return draining.is_set() or await request.is_disconnected()

    with connections(request).counted(request):
        return await lab.news(name, me, since, seconds, gone)


@router.post(
    "/experiments/{id}/stop",
    summary="End a run and keep what is there; only who asked first may",
    response_model=Json,
    responses=refuses(403, 404),
)
async def stop(request: Request, id: Id) -> Response:
    return JSONResponse((await lab_of(request).stop(id, caller(request))).to_json())


@router.get("/experiments/{id}/result.json", summary="The answer with its intervals and sums", responses=ABOUT_ONE)
async def result(request: Request, id: Id) -> Json:
    return await answered(request, id)


@router.get(
    "/experiments/{id}/result.parquet",
    summary="A row for each game and seat",
    response_class=Response,
    responses={200: {"content": {"application/vnd.apache.parquet": {}}}, **ABOUT_ONE},
)
async def rows(request: Request, id: Id) -> Response:
    """409 as long as it is played, and for answers with more rows than this server keeps."""
    return await rows_file(request, id)


async def rows_file(request: Request, name: str) -> Response:
    lab = lab_of(request)
    asked = await lab.get(name, caller(request))
    found = await lab.experiments.rows(name)
    if found is None and asked.over:
        raise NoAnswer(
            "This server doesn't keep the rows of this answer. Run the file with: tabletown lab FILE --save NAME."
        )
    if found is None:
        raise NoAnswer("The games are still being played; the rows come at the end.")
    return Response(found, media_type="application/vnd.apache.parquet", headers=saved_as("result.parquet"))


@router.get(
    "/experiments/{id}/result.toml",
    summary="The experiment as a file that runs again anywhere",
    response_class=Response,
    responses={200: {"content": {"application/toml": {}}}, **refuses(404)},
)
async def file(request: Request, id: Id) -> Response:
    return await result_file(request, id, "result.toml")


@router.get(
    "/experiments/{id}/report.html",
    summary="The answer as one page that needs nothing else",
    response_class=Response,
    responses={200: {"content": {"text/html": {}}}, **ABOUT_ONE},
)
async def page_of(request: Request, id: Id) -> Response:
    return await result_file(request, id, "report.html")


def saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


async def result_file(request: Request, name: str, file: str) -> Response:
    """A file of an answer by its name."""
    if file == "result.parquet":
        return await rows_file(request, name)
    if file in ("result.toml", "experiment.toml"):
        asked = await lab_of(request).get(name, caller(request))
        text = report.experiment_text(asked.question) + "\n"
        return Response(text, media_type="application/toml", headers=saved_as("experiment.toml"))
    if file not in ("result.json", "report.html"):
        raise Unknown("There is no such file.")
    found = await answered(request, name)
    if file == "result.json":
        text = await in_thread(lambda: json.dumps(found, indent=1))
        return Response(text, media_type="application/json", headers=saved_as(file))
    text = await in_thread(lambda: report.page(found))
    return Response(text, media_type="text/html", headers=saved_as(file))


async def answered(request: Request, name: str) -> Json:
    """The answer of an experiment, as far as it is."""
    asked = await lab_of(request).get(name, caller(request))
    if asked.answer is None:
        raise NoAnswer("There is no answer yet; the first games are still to be played.")
    return asked.answer


@router.get("/compare", summary="What B has more than A, number by number", responses=ABOUT_ONE)
async def comparison(
    request: Request,
    a: Annotated[str, Query(max_length=32, description="the id of an experiment")],
    b: Annotated[str, Query(max_length=32, description="the id of another one with the same game")],
) -> Json:
    one, other = await answered(request, a), await answered(request, b)
    try:
        return await in_thread(lambda: compare(one, other).to_json())
    except TabletownError as error:
        raise Invalid(str(error)) from None


@router.get(
    "/{game}", summary="What can be changed in a game, what it counts, its plans and the limits", responses=refuses(404)
)
async def about(request: Request, game: str) -> Json:
    settings = lab_of(request).settings
    try:
        book = rulebook(game)
    except UnknownGame as error:
        raise Unknown(str(error)) from None
    return {
        "game": book.name,
        "title": book.title,
        "players": list(book.players),
        "values": [value.to_json() for value in values_of(book).values()],
        "things": list(book.lab.THINGS),
        "plans": {name: plan.get("title", name) for name, plan in written_plans(book).items()},
        "questions": list(QUESTIONS),
        "who": list(dict.fromkeys(["quick", *(["league"] if len(written_plans(book)) > 1 else []), *levels()])),
        "limits": {
            "seconds": settings.lab_seconds,
            "games": {"plans": MOST_PLANNED, "quick": MOST_QUICK, "bots": MOST_BOTS},
            "waiting": settings.lab_queue,
        },
    }
