"""The pages of puzzles: all of them by game, and one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from tabletown.core.registry import rulebook, rulebooks
from tabletown.learn import puzzles
from tabletown.learn.puzzles import Puzzle
from tabletown.web.pages.context import GRADES, THEMES, own_definitions
from tabletown.web.pages.game_signs import accent_class
from tabletown.web.pages.rendering import page
from tabletown.web.pages.routes import redirect, refusals_as_pages
from tabletown.web.threads import in_thread

from .api import TODAY, found, frame

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
@refusals_as_pages
async def every(request: Request) -> Response:
    books = [book for book in rulebooks().values() if puzzles.puzzles_of(book)]
    games = [{"book": book, "accent": accent_class(book), "puzzles": _rows(puzzles.puzzles_of(book))} for book in books]
    today = found(TODAY) if books else None
    return await in_thread(lambda: page("puzzles.html", games=games, today=today, title=_title(today), week=_week()))


@router.get("/puzzles/today")
@refusals_as_pages
async def of_today(request: Request) -> Response:
    return redirect(f"/puzzles/{found(TODAY).id}")


@router.get("/puzzles/{name}")
@refusals_as_pages
async def one(request: Request, name: str) -> Response:
    puzzle = found(name)
    layout = "phone" if request.query_params.get("layout") == "phone" else "desktop"
    return await in_thread(lambda: page("puzzle.html", **_context(puzzle, layout)))


def _title(puzzle: Puzzle | None) -> str:
    return "" if puzzle is None else rulebook(puzzle.game).title


def _week() -> list[dict[str, Any]]:
    """The puzzles of the last days; the browser knows which of them were solved."""
    days = puzzles.of_the_week() if any(map(puzzles.puzzles_of, rulebooks().values())) else []
    return [
        {"id": puzzle.id, "book": rulebook(puzzle.game), "day": f"{day:%a}" if day != days[-1][0] else "Today"}
        for day, puzzle in days
    ]


def _rows(every: Sequence[Puzzle]) -> list[dict[str, Any]]:
    return [
        {"id": puzzle.id, "number": number, "stars": puzzle.grade, "grade": GRADES[puzzle.grade]}
        for number, puzzle in enumerate(every, 1)
    ]


def _context(puzzle: Puzzle, layout: str) -> dict[str, Any]:
    book = rulebook(puzzle.game)
    every = puzzles.puzzles_of(book)
    number = every.index(puzzle)
    drawn = frame(puzzle, layout)
    return {
        "book": book,
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "puzzle": puzzle,
        "number": number + 1,
        "of": len(every),
        "grade": GRADES[puzzle.grade],
        "theme": THEMES[puzzle.theme],
        "frame": drawn,
        "board": Markup("".join(drawn["regions"][name] for name in drawn["order"])),
        "moves": drawn["moves"],
        "following": every[(number + 1) % len(every)].id,
        "today": found(TODAY).id == puzzle.id,
        "week": _week(),
        "right": len(puzzle.right),
        "gap": f"{puzzle.gap:.0%}".rstrip("%"),
        "name": puzzle.match().names[puzzle.seat],
        "games": [
            {"book": other, "ids": [one.id for one in puzzles.puzzles_of(other)]}
            for other in rulebooks().values()
            if puzzles.puzzles_of(other)
        ],
    }
