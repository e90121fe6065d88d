"""The pages of puzzles: the shelf, and one puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from tabletown.core.registry import rulebook, rulebooks
from tabletown.learn import puzzles
from tabletown.learn.puzzles import Puzzle
from tabletown.web.beside import beside
from tabletown.web.pages.context import GRADES, THEMES, own_definitions
from tabletown.web.pages.game_signs import accent_class
from tabletown.web.pages.rendering import page
from tabletown.web.pages.routes import redirect, refusals_as_pages

from .api import TODAY, found, frame

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
@refusals_as_pages
async def every(request: Request) -> Response:
    books = [book for book in rulebooks().values() if puzzles.shelf(book)]
    shelves = [{"book": book, "puzzles": _rows(puzzles.shelf(book))} for book in books]
    today = found(TODAY) if books else None
    return await beside(lambda: page("puzzles.html", shelves=shelves, today=today, title=_title(today)))


@router.get("/puzzles/today")
@refusals_as_pages
async def of_today(request: Request) -> Response:
    return redirect(f"/puzzles/{found(TODAY).id}")


@router.get("/puzzles/{name}")
@refusals_as_pages
async def one(request: Request, name: str) -> Response:
    puzzle = found(name)
    layout = "phone" if request.query_params.get("layout") == "phone" else "desktop"
    return await beside(lambda: page("puzzle.html", **_context(puzzle, layout)))


def _title(puzzle: Puzzle | None) -> str:
    return "" if puzzle is None else rulebook(puzzle.game).title


def _rows(shelf: Sequence[Puzzle]) -> list[dict[str, Any]]:
    return [
        {"id": puzzle.id, "number": number, "stars": puzzle.grade, "grade": GRADES[puzzle.grade]}
        for number, puzzle in enumerate(shelf, 1)
    ]


def _context(puzzle: Puzzle, layout: str) -> dict[str, Any]:
    book = rulebook(puzzle.game)
    shelf = puzzles.shelf(book)
    number = shelf.index(puzzle)
    drawn = frame(puzzle, layout)
    return {
        "book": book,
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "puzzle": puzzle,
        "number": number + 1,
        "of": len(shelf),
        "grade": GRADES[puzzle.grade],
        "theme": THEMES[puzzle.theme],
        "frame": drawn,
        "board": Markup("".join(drawn["regions"][name] for name in drawn["order"])),
        "moves": drawn["moves"],
        "following": shelf[(number + 1) % len(shelf)].id,
        "today": found(TODAY).id == puzzle.id,
    }
