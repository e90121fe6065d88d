"""The API of puzzles. A browser gets the seat's view, never the position, and the answer only when it asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tabletown.core import view as views
from tabletown.core.errors import UnknownGame
from tabletown.core.registry import rulebook, rulebooks
from tabletown.draw import sheet as sheets
from tabletown.learn import puzzles
from tabletown.learn.puzzles import Puzzle
from tabletown.web.http.description import always, refuses
from tabletown.web.http.live import Layout
from tabletown.web.refusals import Invalid, Unknown
from tabletown.web.threads import in_thread

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], responses=always())

Json = dict[str, Any]


MOST_CLICKS = 40

Id = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Made(BaseModel):
    """The right moves that were found so far."""

    moves: list[Id] = Field(default=[], max_length=MOST_CLICKS, description="ids of moves, in order")
    layout: Layout = "desktop"


class Try(Made):
    """The right moves that were found so far, and the one that is tried."""

    moves: list[Id] = Field(min_length=1, max_length=MOST_CLICKS, description="ids of moves, the last is tried")


TODAY = "today"  # in the place of a puzzle's name: the puzzle of the day, the same for everybody


def found(name: str) -> Puzzle:
    try:
        return puzzles.of_today() if name == TODAY else puzzles.find(name)
    except puzzles.UnknownPuzzle as error:
        raise Unknown(str(error)) from None


@router.get("", summary="All puzzles, without answers", responses=refuses(404))
async def every(game: str | None = None) -> list[Json]:
    try:
        books = list(rulebooks().values()) if game is None else [rulebook(game)]
    except UnknownGame as error:
        raise Unknown(str(error)) from None
    return [puzzle.about() for book in books for puzzle in puzzles.puzzles_of(book)]


@router.get("/{name}", summary="A puzzle as its seat sees it, with the legal moves", responses=refuses(404))
async def one(name: str, layout: Layout = "desktop") -> Json:
    """`today` names the puzzle of the day, here and below."""
    puzzle = found(name)
    return {**puzzle.about(), **await in_thread(lambda: frame(puzzle, layout))}


def frame(puzzle: Puzzle, layout: str, made: Sequence[int] = (), solved: bool = False) -> Json:
    """The table of a puzzle after some moves of its turn, with the legal moves marked until it is solved."""
    view = views.view(puzzle.match(made), puzzle.seat)
    if solved:
        view["moves"], view["reasons"] = [], {}
    sheet = rulebook(puzzle.game).table.table(view, layout)
    return {
        "width": sheet.width,
        "height": sheet.height,
        "label": sheet.label,
        "order": [part.name for part in sheet.regions],
        "regions": sheets.rendered(sheet, page=True),
        "moves": view["moves"],
        "prompt": view["prompt"],
    }


@router.post("/{name}", summary="Try a move", responses=refuses(404))
async def attempt(request: Request, name: str, body: Try) -> Json:
    """Whether it is right, in words. A puzzle goes on until the turn ends: after a right move comes the table with the
    next legal moves, until it is `solved`. A wrong one is not played and is not told the right one; 422 if it is not
    legal, or follows a wrong one."""
    puzzle = found(name)

    def check() -> Json:
        told = puzzles.answer(puzzle, body.moves)
        after = frame(puzzle, body.layout, body.moves, told["solved"]) if told["right"] else None
        return {**told, "frame": after}

    return await answered(check)


@router.post("/{name}/hint", summary="A hint", responses=refuses(404))
async def hint(name: str, body: Made | None = None) -> Json:
    """What the best move after those that were found brings more than the nearest wrong one."""
    puzzle = found(name)
    return await answered(lambda: {"sentence": puzzles.hint(puzzle, body.moves if body else ())})


@router.post("/{name}/answer", summary="The answer", responses=refuses(404))
async def answer(name: str, body: Made | None = None) -> Json:
    """The best move after those that were found, and the whole way to the end of the turn."""
    puzzle = found(name)
    return await answered(lambda: puzzles.solution(puzzle, body.moves if body else ()))


async def answered(work: Callable[[], Json]) -> Json:
    try:
        return await in_thread(work)
    except puzzles.NotThere as error:
        raise Invalid(str(error)) from None
