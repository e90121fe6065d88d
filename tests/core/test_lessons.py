"""Lessons: every step of every game's lesson is walked by the rules, and a file that is not in order is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from edited_pig import EditedPig
from test_ledgers import folder_of, ledger

import tabletown as tt
from tabletown.core import contract
from tabletown.core.errors import BadGame, IllegalMove
from tabletown.core.lesson import LessonOver, NotAsked, Walk, problem
from tabletown.testing import check_lesson

LESSON = "text/lesson.toml"
STEP = '[[step]]\nid = "{id}"\nsay = "Roll the die."\ndo = ["roll"]\nshow = ["roll"]\nelse = "Roll."\nrules = []\n'
"""A step of a lesson of Pig."""
HEAD = 'title = "Pig"\nminutes = 1\nplayers = 2\nnames = ["Ada", "Bram"]\nseat = 0\n'
END = '[end]\nsay = "Play on."\nbot = "easy"\n'


@pytest.mark.parametrize("name", tt.games())
def test_the_rules_follow_every_lesson(name: str) -> None:
    book = tt.rulebook(name)
    assert book.lesson is not None
    check_lesson(book)
    assert problem(book.lesson) is None
    unknown = {rule for step in book.lesson.steps for rule in step.rules} - ledger(folder_of(name))
    assert not unknown, f"the lesson names rules that the ledger lacks: {' '.join(sorted(unknown))}"
    assert all(step.rules for step in book.lesson.steps)


def test_a_rule_that_changes_breaks_a_lesson() -> None:
    """The walk says at which step: here the second asks for what can't be done there."""
    lesson = tt.rulebook("mint-works").lesson
    assert lesson is not None
    moved = dataclasses.replace(lesson.steps[1], do=("build statue",))
    told = problem(dataclasses.replace(lesson, steps=(lesson.steps[0], moved, *lesson.steps[2:])))
    assert told is not None
    assert told.startswith("step 2 (supplier): 'build statue' is not legal")
    scripted = dataclasses.replace(lesson.steps[1], then=())
    told = problem(dataclasses.replace(lesson, steps=(lesson.steps[0], scripted, *lesson.steps[2:])))
    assert told is not None
    assert "step 3" in told


def test_the_learner_can_only_do_what_the_table_allows() -> None:
    lesson = tt.rulebook("machi-koro").lesson
    assert lesson is not None
    walk = Walk.begin(lesson, "Zoë")
    assert walk.match.names == ["Zoë", "Bram"]
    with pytest.raises(NotAsked, match="beginning"):
        walk.back()
    with pytest.raises(NotAsked, match="is not what this step asks to touch"):
        walk.tap("city-0-bakery")
    with pytest.raises(IllegalMove, match="not legal now"):
        walk.play("erect radio_tower")
    while walk.match.actor == lesson.seat:
        walk.do_as_asked()
    with pytest.raises(IllegalMove, match="no move"):
        walk.play("rolled 3")
    while not walk.done:
        walk.do_as_asked()
    for late in (lambda: walk.play("pass"), lambda: walk.tap("coins-0"), lambda: walk.step):
        with pytest.raises(LessonOver):
            late()
    assert [event.payload["step"] for event in walk.events if event.kind == "step"] == [
        *(step.id for step in lesson.steps),
        None,
    ]


@pytest.fixture(scope="module")
def pigs(tmp_path_factory: pytest.TempPathFactory) -> EditedPig:
    folder = tmp_path_factory.mktemp("lessons")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        made = EditedPig(Path(folder))
        yield made
        made.forget()


def whole(step: str = "", head: str = HEAD, end: str = END, steps: int = 8) -> str:
    more = "".join(STEP.format(id=f"s{number}") for number in range(steps - bool(step)))
    return head + (step or "") + more + end


FAULTS = {
    "no TOML": ("title = ", "Invalid value"),
    "a key is missing": (whole(head=HEAD.replace("seat = 0\n", "")), "the key seat is missing"),
    "a key is misspelt": (whole(head="minuets = 3\n" + HEAD), "nobody reads the key minuets"),
    "a key holds something else": (whole(head=HEAD.replace("= 1", '= "one"')), "minutes must be a int, not 'one'"),
    "too many players": (whole(head=HEAD.replace("= 2", "= 99")), "players, not 99"),
    "a name is missing": (whole(head=HEAD.replace(', "Bram"', "")), "2 names are needed, not 1"),
    "no such seat": (whole(head=HEAD.replace("seat = 0", "seat = 2")), "there is no seat 2"),
    "too few steps": (whole(steps=7), "there are 7 steps; 8 to 15 are allowed"),
    "two steps of one name": (whole(STEP.format(id="s0")), "two steps have the same id"),
    "two sentences": (whole(STEP.format(id="a").replace("Roll the die.", "Roll. Then hold.")), "must be one sentence"),
    "a long sentence": (whole(STEP.format(id="a").replace("the", "the" + "e" * 130)), "characters; 130 are allowed"),
    "two things to do": (whole(STEP.format(id="a") + 'tap = "roll"\n'), "step 1: a step asks for one thing"),
    "no answer": (whole(STEP.format(id="a").replace('else = "Roll."\n', "")), "another move is answered"),
    "a chapter without position": (whole(STEP.format(id="a") + 'chapter = "Later"\n'), "a chapter has a position"),
    "a list of numbers": (whole(STEP.format(id="a").replace('["roll"]', "[3]", 1)), "do must be a list of texts"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_lesson_that_is_not_in_order_is_refused_with_the_game(pigs: EditedPig, fault: str) -> None:
    text, sentence = FAULTS[fault]
    with pytest.raises(BadGame, match=r"text/lesson\.toml: ") as refused:
        contract.check(pigs.make({LESSON: ("", text)}))
    assert sentence in str(refused.value)
    assert str(refused.value).count("\n") == 0


def test_a_game_may_have_no_lesson_and_a_sound_one_is_read(pigs: EditedPig) -> None:
    assert pigs.make({}).lesson is None
    book = pigs.make({LESSON: ("", whole())})
    contract.check(book)
    assert book.lesson is not None
    assert book.lesson.named("Zoë") == ["Zoë", "Bram"]
    assert book.lesson.named("") == ["Ada", "Bram"]
    assert (told := problem(book.lesson)) is not None
    assert "step" in told  # chance is not scripted
