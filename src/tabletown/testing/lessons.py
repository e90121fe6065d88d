"""What must hold for a game's lesson: the rules can follow it, and every step can be seen and done on every table."""

from __future__ import annotations

import re

from .. import bots
from ..core.game import Rulebook
from ..core.lesson import Walk
from ..core.match import Match
from . import targets

LAYOUTS = ("desktop", "phone")
NAME = "Zoë"
PLIES = 20_000


def check_lesson(book: Rulebook) -> None:
    """Walk a lesson step by step, if the game has one; the first failure raises AssertionError naming the step."""
    lesson = book.lesson
    if lesson is None:
        return
    assert lesson.bot in bots.names(), f"the lesson of {book.title} ends with an unknown bot: {lesson.bot}"
    with targets.interpreted_only():
        walk = Walk.begin(lesson, NAME)
        while not walk.done:
            where = f"the lesson of {book.title}, step {walk.number + 1} ({walk.step.id})"
            try:
                _check_step(walk)
                _check_other_moves(walk)
                _check_back(walk)
                walk.do_as_asked()
            except Exception as error:
                raise AssertionError(f"{where}: {error}") from error
        _check_end(walk.match)


def _need(fact: object, sentence: str) -> None:
    if not fact:
        raise AssertionError(sentence)


def _check_step(walk: Walk) -> None:
    """What is shown is drawn, what is to be touched can be touched, and the table can be saved."""
    step, lesson, match = walk.step, walk.lesson, walk.match
    pictures = {layout: match.svg(lesson.seat, layout=layout) for layout in LAYOUTS}
    for layout, picture in pictures.items():
        drawn = set(re.findall(r'\bid="([^"]+)"', picture))
        for element in [*step.show, *([step.tap] if step.tap else [])]:
            _need(element in drawn, f"{element!r} is not drawn on the {layout} table")
        for text in step.do:
            _check_target(match, text, layout, picture)
    if step.kind != "tap":
        _need(match.actor == lesson.seat, "it is not the learner's turn")
    for text in step.do[1:]:
        other = Walk(lesson, walk.trail)
        _need(other.play(text) is None, f"{text!r} is not taken for what is asked")
    if match.ply:
        _need(Match.load(match.save()).dump() == match.dump(), "the table is another one after saving and loading")


def _check_target(match: Match, text: str, layout: str, picture: str) -> None:
    move = next((move for move in match.legal_moves if move.text == text), None)
    if move is None:
        legal = ", ".join(other.text for other in match.legal_moves[:12])
        raise AssertionError(f"{text!r} is not legal; legal: {legal}")
    by_target = re.search(rf'<g[^>]*\bid="{re.escape(move.target)}"[^>]*>', picture)
    by_move = re.search(rf'<g[^>]*\bdata-move="{move.id}"[^>]*>', picture)
    legal_tags = [tag for tag in (by_target, by_move) if tag and re.search(r'class="[^"]*\blegal\b', tag[0])]
    _need(legal_tags, f"{text!r} has no legal target on the {layout} table")


def _check_other_moves(walk: Walk) -> None:
    """Every other legal move of the learner gets a sentence and changes nothing."""
    if walk.match.actor != walk.lesson.seat:
        return
    before, events = walk.match.position.array.tobytes(), len(walk.events)
    for move in walk.match.legal_moves:
        if move.text not in walk.step.do:
            _need(walk.play(move.id), f"{move.text!r} is played though it is not asked for")
    if not walk.step.help:
        _need(walk.accept([]), "advice is taken though it is not asked for")
    _need(walk.match.position.array.tobytes() == before, "a move that is not asked for changed the table")
    _need(len(walk.events) == events, "a move that is not asked for is in the log")


def _check_back(walk: Walk) -> None:
    """Going on and back leads to the same table."""
    trial = Walk(walk.lesson, walk.trail)
    trial.do_as_asked()
    if not trial.done:
        trial.back()
        _need(trial.step.id == walk.step.id, "back leads to another step")
        _need(
            trial.match.position.array.tobytes() == walk.match.position.array.tobytes(), "back leads to another table"
        )


def _check_end(match: Match) -> None:
    _need(not match.over, "the game is over when the lesson ends")
    while not match.over and match.ply < PLIES:
        match.push(match.random_move())
    _need(match.ranking, "the game that goes on from the lesson has no end")
