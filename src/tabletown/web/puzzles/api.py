"""The API of puzzles. A browser gets the seat's view, never the position, and the answer only when it asks for it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tabletown.core import view as views
from tabletown.core.errors import UnknownGame
from tabletown.core.registry import rulebook, rulebooks
from tabletown.draw import sheet as sheets
from tabletown.learn import puzzles
from tabletown.learn.puzzles import Puzzle
from tabletown.web.beside import beside
from tabletown.web.http.description import always, refuses
from tabletown.web.http.live import Layout
from tabletown.web.refusals import Invalid, Unknown

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], responses=always())

Json = dict[str, Any]


class Try(BaseModel):
    """A move that is tried."""

    move: int = Field(ge=0, le=2**31 - 1, description="the id of a legal move of the puzzle")


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
    return [puzzle.about() for book in books for puzzle in puzzles.shelf(book)]


@router.get("/{name}", summary="A puzzle as its seat sees it, with the legal moves", responses=refuses(404))
async def one(name: str, layout: Layout = "desktop") -> Json:
    """`today` names the puzzle of the day, here and below."""
    puzzle = found(name)
    return {**puzzle.about(), **await beside(lambda: frame(puzzle, layout))}


def frame(puzzle: Puzzle, layout: str) -> Json:
    """The table of a puzzle with its legal moves marked."""
    view = views.view(puzzle.match(), puzzle.seat)
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
    """Whether it is right, in words. A wrong move is not told the right one; 422 if it is not legal."""
    puzzle = found(name)

    def check() -> Json:
        if body.move not in puzzle.match().legal_ids:
            raise Invalid("That move is not legal in this puzzle.")
        return puzzles.answer(puzzle, body.move)

    return await beside(check)


@router.post("/{name}/answer", summary="The answer", responses=refuses(404))
async def answer(name: str) -> Json:
    puzzle = found(name)
    return await beside(lambda: puzzles.solution(puzzle))
