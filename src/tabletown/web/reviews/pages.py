"""The page of a review."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from tabletown.core.game import Game
from tabletown.core.match import Match
from tabletown.core.registry import rulebook
from tabletown.learn import chart, words
from tabletown.learn.page import told_of
from tabletown.learn.review import MARKS, Event, Review, event_from_json
from tabletown.web.http.session import caller, tables
from tabletown.web.pages.context import own_definitions
from tabletown.web.pages.game_signs import accent_class
from tabletown.web.pages.rendering import page
from tabletown.web.pages.routes import number, refusals_as_pages
from tabletown.web.threads import in_thread

from .reviews import DONE, Job, reviews

router = APIRouter(include_in_schema=False)

SHOWN = {"mattered": "What mattered", "mine": "My moves", "all": "All"}
CANDIDATES_SHOWN = 4
"""How many of the best moves are shown, beside the one played."""
RIGHT = 0.02
"""A move that loses less than this against the best counts as found."""


@router.get("/table/{table}/review")
@refusals_as_pages
async def review_page(request: Request, table: str) -> Response:
    asked = request.query_params
    service, me = tables(request), caller(request)
    about = await reviews(request).check(table, me)
    job = await reviews(request).start(table, me)
    match = await service.match(table)
    seat = min(number(asked.get("seat"), about["viewer"] or 0), match.game.players - 1)
    layout = "phone" if asked.get("layout") == "phone" else "desktop"
    review = await in_thread(lambda: review_of(job, match.game, match.names))
    event = chosen(review, seat, number(asked.get("event"), -1))
    ply = 0 if event is None else event.ply if event.kind == "decision" else event.ply + event.plies
    frame = await service.replay(table, me, ply, layout)
    show = asked.get("show") if asked.get("show") in SHOWN else "mattered"
    exercise = asked.get("exercise") == "1"
    return await in_thread(
        lambda: page(
            "review.html",
            **context(job, review, match, seat, event, frame, str(show), exercise, reader=about["viewer"]),
        )
    )


def review_of(job: Job, game: Game, names: list[str]) -> Review:
    """What is known of a review: the events from the first on."""
    events: list[Event] = []
    while len(events) in job.events:
        events.append(event_from_json(job.events[len(events)], game))
    result = tuple(job.result or [0.0] * game.players)
    return Review(game, tuple(names), tuple(events), result, job.by_points, 0, 0, job.engine)


def chosen(review: Review, seat: int, index: int) -> Event | None:
    """The event that is looked at: the one asked for, else the worst decision of the reader, else the turning point."""
    if 0 <= index < len(review.events):
        return review.events[index]
    marked = [event for event in review.decisions(seat) if event.mark in dict(MARKS)]
    return max(marked, key=lambda event: event.loss) if marked else review.turning_point(seat)


def context(
    job: Job,
    review: Review,
    match: Match,
    seat: int,
    event: Event | None,
    frame: dict[str, Any],
    show: str,
    exercise: bool,
    reader: int | None,
) -> dict[str, Any]:
    """What the template shows."""
    book = rulebook(match.game.name)
    done, you = job.state == DONE, seat == reader
    now = None if event is None else event.index
    marked = [entry.index for entry in review.decisions(seat) if entry.mark in dict(MARKS)]
    address = f"?seat={seat}&show={show}" + ("&exercise=1" if exercise else "")
    turning = review.turning_point(seat)
    return {
        "book": book,
        "table": job.table,
        "accent": accent_class(book),
        "definitions": own_definitions(book),
        "frame": frame,
        "board": Markup("".join(frame["regions"][name] for name in frame["order"])),
        "job": job,
        "done": done,
        "seat": seat,
        "head": _head(review, seat, you) if done else _waiting(job),
        "line": _line(review, seat, you) if done else "",
        "turning": None if turning is None or not done else _entry(job, review, seat, turning),
        "players": [_player(review, other) for other in range(match.game.players)],
        "event": None if event is None else _event(job, review, match, seat, event),
        "entries": [_entry(job, review, seat, entry) for entry in review.events if _listed(review, entry, seat, show)],
        "show": show,
        "shows": SHOWN,
        "address": address,
        "now": now,
        "before": _neighbour(review, marked, now, -1, exercise),
        "after": _neighbour(review, marked, now, 1, exercise),
        "marked": marked,
        "exercise": exercise,
        "last": len(review.events) - 1,
        "plies": match.ply,
        "curve": Markup(chart.curve(review, seat, now, settled=done)) if review.events else "",
        "curve_narrow": Markup(chart.curve(review, seat, now, 380, 210, settled=done)) if review.events else "",
        "sum": Markup(chart.sum_bars(review, seat)) if review.events else "",
        "sum_narrow": Markup(chart.sum_bars(review, seat, 380)) if review.events else "",
        "split": words.luck_split(review, seat, addressed=you) if done else "",
        "unit": "in points" if review.by_points else "of one win",
    }


def _head(review: Review, seat: int, you: bool) -> str:
    sentence = words.headline(review, seat, addressed=you)
    head, mark, _ = sentence.partition(" accurately.")
    return f"{head} accurately" if mark else "How this game went"


def _line(review: Review, seat: int, you: bool) -> str:
    """What is said below the head: of a game with too few decisions for an accuracy all there is to say."""
    return words.headline(review, seat, addressed=you).rpartition("accurately.")[2].strip()


def _waiting(job: Job) -> str:
    if job.sentence:
        return job.sentence
    if job.state == "waiting":
        return "This review waits for its turn"
    return f"Reviewing: {len(job.events)} of {job.of} events"


def _player(review: Review, seat: int) -> dict[str, Any]:
    accuracy = review.accuracy(seat) if len(review.decisions(seat)) >= words.SHOWN_DECISIONS else None
    return {
        "seat": seat,
        "name": review.names[seat],
        "accuracy": "–" if accuracy is None else f"{max(0.0, accuracy):.0%}",
        "luck": words.amount(review, review.luck(seat), signed=True),
    }


def _listed(review: Review, event: Event, seat: int, show: str) -> bool:
    if show == "mine":
        return event.kind == "decision" and event.seat == seat
    return show == "all" or told_of(review, event, seat)


def _neighbour(review: Review, marked: list[int], now: int | None, step: int, exercise: bool) -> int | None:
    """The event before or after; in the exercise, the marked one."""
    if now is None:
        return None
    if exercise:
        others = [index for index in marked if (index - now) * step > 0]
        return (min if step > 0 else max)(others, default=None)
    return now + step if 0 <= now + step < len(review.events) else None


def _entry(job: Job, review: Review, seat: int, event: Event) -> dict[str, Any]:
    """A row of the list."""
    told = job.events[event.index]
    mine = event.seat == seat
    mark = event.mark if event.kind == "decision" else "luck"
    better = event.mark in dict(MARKS) and told["labels"]
    return {
        "index": event.index,
        "ply": event.ply,
        "seat": event.seat,
        "text": told["title"],
        "better": told["labels"][0] if better else "",
        "mark": mark,
        "mine": mine,
        "chance": words.amount(review, event.curve[seat]),
        "change": words.amount(review, event.change[seat], signed=True),
    }


def _event(job: Job, review: Review, match: Match, seat: int, event: Event) -> dict[str, Any]:
    """The event that is looked at, with its candidates."""
    told = job.events[event.index]
    who = event.seat if event.seat is not None else 0
    moves = match.game.moves
    unit = 50.0 if review.by_points else 1.0
    rows: list[dict[str, Any]] = []
    if event.kind == "decision":
        values = [c.value[who] for c in event.candidates]
        low = min([0.0, *values])
        high = max([1.0 if not review.by_points else 0.0, *values, low + 1e-6])
        for candidate, label in zip(event.candidates, told["labels"], strict=True):
            role = "best" if candidate.move == event.best else "played" if candidate.move == event.played else ""
            rows.append(
                {
                    "label": label,
                    "value": words.amount(review, candidate.value[who]),
                    "share": round(100 * (candidate.value[who] - low) / (high - low), 1),
                    "least": round(100 * (candidate.value[who] - candidate.interval - low) / (high - low), 1),
                    "wide": round(200 * candidate.interval / (high - low), 1),
                    "role": role,
                    "right": candidate.loss <= RIGHT * unit,
                    "target": moves.target_of(candidate.move, who),
                    "played": candidate.move == event.played,
                }
            )
    return {
        "shown": [row for place, row in enumerate(rows) if place < CANDIDATES_SHOWN or row["played"]],
        "index": event.index,
        "ply": event.ply,
        "kind": event.kind,
        "seat": event.seat,
        "title": told["title"],
        "sentence": told["sentence"],
        "why": told["why"],
        "mark": event.mark if event.mark in dict(MARKS) else "",
        "lost": words.amount(review, event.loss) if event.kind == "decision" else "",
        "half": words.error_bar(review, event.interval[seat if event.kind == "chance" else who]),
        "change": words.amount(review, event.change[seat], signed=True),
        "candidates": rows,
        "before": words.amount(review, event.value[seat]),
        "after": words.amount(review, event.after[seat]),
    }
