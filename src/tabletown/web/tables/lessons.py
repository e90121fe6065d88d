"""Lessons at tables: which games have one, and what the learner does there as events of the log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tabletown.core import registry
from tabletown.core.errors import TabletownError, UnknownGame
from tabletown.core.game import Rulebook
from tabletown.core.lesson import Event, Lesson, Walk, problem
from tabletown.core.match import Match
from tabletown.web.refusals import Conflict, Forbidden, Invalid, NotPlayed, Unknown
from tabletown.web.store.storage import NewEvent

from .play import hashed_body, play_chance, stale
from .room import Room
from .seat import Caller

log = logging.getLogger("tabletown.web")

Act = Callable[[Walk], str | None]
"""What the learner does; returns what is said if that was not asked for."""


@cache
def lesson_of(book: Rulebook) -> Lesson | None:
    """The lesson of a game. One that the rules can't follow is not offered, and the log says why."""
    lesson = book.lesson
    wrong = problem(lesson) if lesson else None
    if wrong:
        log.error("the lesson of %s does not fit its rules and is not offered: %s", book.title, wrong)
        return None
    return lesson


def known_lesson(game: str) -> Lesson:
    try:
        found = lesson_of(registry.rulebook(game))
    except UnknownGame as error:
        raise Unknown(str(error)) from None
    if found is None:
        raise Unknown(f"{registry.rulebook(game).title} has no lesson; its guide tells how it is played.")
    return found


def listed() -> list[dict[str, Any]]:
    """All lessons in words."""
    found = [lesson_of(book) for book in registry.rulebooks().values()]
    return [
        {
            "game": lesson.game.name,
            "title": lesson.title,
            "minutes": lesson.minutes,
            "steps": len(lesson.steps),
            "players": lesson.game.players,
        }
        for lesson in found
        if lesson
    ]


def logged(lesson: Lesson, events: Sequence[Event]) -> list[NewEvent]:
    """What happened in a lesson, as the log keeps it: the beginning of a step names the lesson's text."""
    return [
        NewEvent(
            event.kind,
            event.seat,
            {**event.payload, "lesson": lesson.fingerprint} if event.kind == "step" else dict(event.payload),
        )
        for event in events
    ]


def learner(room: Room, caller: Caller, version: int, seat: int | None) -> int:
    """The learner's seat, if it is the caller's and the caller knows the present version."""
    if room.lesson is None:
        raise Conflict("No lesson is being taken at this table.", version=room.version)
    mine = room.lesson.seat
    if mine not in room.held(caller) or seat not in (None, mine):
        raise Forbidden("This lesson is somebody else's.")
    if room.seats[mine].gone:
        raise Forbidden("You left this seat; claim it to come back.")
    if version != room.version:
        raise stale(room)
    return mine


def follow(room: Room, act: Act, key: str | None, body: str) -> tuple[Match, list[NewEvent]]:
    """What the learner does, and all that follows up to the next step, on a copy of the match.

    Returns the match after it and the events to be stored. What the step does not ask for changes nothing and is
    answered with a sentence.
    """
    walk = room.walk()
    assert walk is not None
    version, targets, moves = room.version, walk.targets, walk.move_ids
    try:
        said = act(walk)
    except TabletownError as error:
        raise Invalid(str(error), version=version) from None
    if said is not None:
        raise NotPlayed(said, version, targets, moves)
    events = logged(walk.lesson, walk.events)
    if walk.done:
        events += play_chance(walk.match, room.seeded)
    answer = {"version": version + len(events), **hashed_body(key, body)}
    first = NewEvent(events[0].kind, walk.lesson.seat, {**events[0].payload, **answer}, key)
    return walk.match, [first, *events[1:]]


def shown(room: Room) -> dict[str, Any] | None:
    """The part of a frame that tells where a lesson stands: a step, or the last sentence of one that has ended."""
    walk = room.walk()
    if walk is None:
        ended = room.just_learned
        return {"done": True, "say": ended.last, "title": ended.title} if ended else None
    step = walk.step
    return {
        "done": False,
        "title": walk.lesson.title,
        "chapter": step.chapter,
        "step": walk.number + 1,
        "of": len(walk.lesson.steps),
        "id": step.id,
        "kind": step.kind,
        "say": step.say,
        "show": list(step.show),
        "targets": [] if step.find else walk.targets,
        "moves": [] if step.find else walk.move_ids,
    }
