"""Lessons in the terminal: every step of every lesson as prose, one with keys on the full screen."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from driving import my_turn, until

import tabletown as tt
from tabletown.cli import main
from tabletown.core.errors import TabletownError
from tabletown.terminal.app import TerminalApp
from tabletown.terminal.lesson import TOUCH, LessonSession
from tabletown.terminal.plain import WIDTH, PlainTable

GAMES = [name for name in tt.games() if tt.rulebook(name).lesson]


def answers(session: LessonSession) -> tuple[list[str], list[str]]:
    """What one types to follow a lesson, and what is said to a wrong move at each step where one is possible."""
    typed, said = [], []
    while not session.walk.done:
        step, view = session.walk.step, session.view()
        session.book.text_table.table(view, 80, 24)
        moves = [move["id"] for move in view["moves"]]
        if step.help:
            typed += ["a", "y"]
            session.take_advice()
            continue
        asked = TOUCH if step.tap else session.walk.move_ids[0]
        assert view["suggested"] == (None if step.find else asked)
        assert session.hint().move == asked
        other = next((move for move in moves if move not in session.walk.move_ids and not step.tap), None)
        if other is not None:
            before = session.match.position.array.tobytes()
            with pytest.raises(TabletownError) as kindly:
                session.play(other)
            said.append(str(kindly.value))
            assert said[-1] == step.otherwise
            assert session.match.position.array.tobytes() == before
            typed.append(str(moves.index(other) + 1))
        typed.append(str(moves.index(asked) + 1))
        session.play(asked)
    return typed, said


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_as_prose(game: str) -> None:
    typed, said = answers(LessonSession(tt.rulebook(game)))
    session, written = LessonSession(tt.rulebook(game), "Zoë"), StringIO()
    lesson = session.walk.lesson
    PlainTable(session, Path("unused"), read=StringIO("\n".join(["u", *typed, "q"]) + "\n"), write=written).play()
    text = " ".join(written.getvalue().split())
    for number, step in enumerate(lesson.steps, 1):
        assert f"Step {number} of {len(lesson.steps)}: {step.say}" in text
        assert step.chapter in text
    assert all(sentence in text for sentence in said)
    assert "This is the beginning of the lesson." in text
    assert lesson.last in text
    assert all(len(line) <= WIDTH for line in written.getvalue().splitlines() if not line.startswith("> "))


@pytest.mark.anyio
async def test_a_lesson_by_enter_alone() -> None:
    """The move that a step asks for is highlighted, so Enter leads through."""
    app = TerminalApp(LessonSession(tt.rulebook("mint-works")), pace=0, colours="true")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await my_turn(pilot)
        session = screen.session
        assert isinstance(session, LessonSession)
        while not session.walk.done:
            number = session.walk.number
            if number == 2:
                await pilot.press("u")
                await until(pilot, lambda: not screen.acting and session.walk.number == 1)
                await pilot.press("enter")
                await until(pilot, lambda: not screen.acting and session.walk.number == 2)
            assert f"Step {number + 1} of" in screen.seen["prompt"]["sentence"]
            await pilot.press("enter")
            await until(
                pilot, lambda number=number: not screen.acting and (session.walk.done or session.walk.number > number)
            )
        screen = await my_turn(pilot)
        assert screen.seen["prompt"]["sentence"] == session.walk.lesson.last
        await pilot.press("enter")
        await until(pilot, lambda: not screen.acting and session.match.ply > 0)
        await my_turn(pilot)
        assert screen.seen["prompt"]["sentence"] != session.walk.lesson.last


def test_the_command_line_tells_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in GAMES)
    assert main(["learn", "chess"]) == 2
    assert "There is no game 'chess'" in capsys.readouterr().err


def test_a_lesson_is_not_saved(tmp_path: Path) -> None:
    session = LessonSession(tt.rulebook(GAMES[0]))
    with pytest.raises(TabletownError, match="A lesson can't be saved"):
        session.save(tmp_path / "match.txt")
    assert not list(tmp_path.iterdir())
    answers(session)
    assert "Saved to" in session.save(tmp_path / "match.txt")
