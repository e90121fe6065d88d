"""The contract of a game's folder: whatever is wrong is told in one sentence that names the file and the function."""

from __future__ import annotations

import pytest
from edited_pig import PIG, RULE, RULES, VALIDITY, WORDS, Changes, EditedPig

import tabletown as tt
from tabletown.core import contract

FAULTS: dict[str, tuple[Changes, str]] = {
    "a rule is missing": (
        {RULES: ("def score(s, seat)", "def total(s, seat)")},
        "PACKAGE/rules/__init__.py lacks the function score.",
    ),
    "a rule is misspelt": (
        {RULES: ("def score(s, seat)", "def scores(s, seat)")},
        "PACKAGE/rules/__init__.py lacks the function score; scores may be a misspelling of it.",
    ),
    "a rule that may be left out is misspelt": (
        {RULES: ("", "\n\n@rule\ndef plase(s, seat):\n    return 1\n")},
        "PACKAGE/rules/__init__.py has no place; plase may be a misspelling of it.",
    ),
    "a rule takes too few arguments": (
        {RULES: ("def legal(s, moves)", "def legal(s)")},
        "PACKAGE/rules/__init__.py: legal must take (s, moves), not (s).",
    ),
    "a rule takes too many arguments": (
        {RULES: ("def actor(s)", "def actor(s, seat)")},
        "PACKAGE/rules/__init__.py: actor must take (s), not (s, seat).",
    ),
    "a rule is no function": (
        {RULES: ("@rule\ndef score(s, seat):", "score = 5\n\n\ndef points(s, seat):")},
        "PACKAGE/rules/__init__.py: score must be a function of (s, seat).",
    ),
    "a rule is not marked": (
        {RULES: ("@rule\ndef score(s, seat)", "def score(s, seat)")},
        "PACKAGE/rules/__init__.py: score must be marked @rule, because it is compiled.",
    ),
    "chance has weights but no total": (
        {RULES: ("", "\n\n@rule\ndef chance_weight(s, move):\n    return 1\n")},
        "PACKAGE/rules/__init__.py has chance_weight and so must have chance_total.",
    ),
    "chance has a total but no weights": (
        {RULES: ("", "\n\n@rule\ndef chance_total(s):\n    return 6\n")},
        "PACKAGE/rules/__init__.py has chance_total and so must have chance_weight.",
    ),
    "chance has a quick draw but no weights": (
        {RULES: ("", "\n\n@rule\ndef chance_move(s, number, moves):\n    return ROLLED\n")},
        "PACKAGE/rules/__init__.py has chance_move and so must have chance_total.",
    ),
    "words take other arguments": (
        {WORDS: ("def tell(before, move, after, names)", "def tell(move, names)")},
        "PACKAGE/text/words.py: tell must take (before, move, after, names), not (move, names).",
    ),
    "words are misspelt": (
        {WORDS: ("def prompt(", "def promt(")},
        "PACKAGE/text/words.py has no prompt; promt may be a misspelling of it.",
    ),
    "what is impossible is misspelt": (
        {VALIDITY: ("", "def imposible(s):\n    return None\n")},
        "PACKAGE/validity.py has no impossible; imposible may be a misspelling of it.",
    ),
    "an evaluation is not marked": (
        {"bot/evaluation.py": ("", "def evaluate(s, seat):\n    return s.points[seat]\n")},
        "PACKAGE/bot/evaluation.py: evaluate must be marked @rule, because it is compiled.",
    ),
    "advice is offered but not given": (
        {"bot/advice.py": ("", "def offered(s, seat):\n    return None\n")},
        "PACKAGE/bot/advice.py has offered and so must have advise.",
    ),
    "a table takes other arguments": (
        {"drawing/table.py": ("", "def table():\n    pass\n")},
        "PACKAGE/drawing/table.py: table must take (view, layout), not ().",
    ),
    "a table is missing": (
        {"drawing/table.py": ("", "def draw(view, layout):\n    pass\n")},
        "PACKAGE/drawing/table.py lacks table.",
    ),
    "the colours of a table are misspelt": (
        {"drawing/table.py": ("", "TOKEN = {}\n\n\ndef table(view, layout):\n    pass\n")},
        "PACKAGE/drawing/table.py lacks TOKENS; TOKEN may be a misspelling of it.",
    ),
    "a text table lacks its sentences": (
        {"text/table.py": ("", "def table(view, width, height):\n    pass\n")},
        "PACKAGE/text/table.py lacks prose.",
    ),
    "a text table takes other arguments": (
        {"text/table.py": ("", "def table(view):\n    pass\n\n\ndef prose(view):\n    return []\n")},
        "PACKAGE/text/table.py: table must take (view, width, height), not (view).",
    ),
    "the styles of a text table are misspelt": (
        {
            "text/table.py": (
                "",
                "STYLE = {}\n\n\ndef table(view, width, height):\n    pass\n\n\ndef prose(view):\n    pass\n",
            )
        },
        "PACKAGE/text/table.py lacks STYLES; STYLE may be a misspelling of it.",
    ),
    "secrets without a view": (
        {"__init__.py": ("max_legal=6,", "max_legal=6, secrets=True,")},
        "Pig lacks the file PACKAGE/view.py, which must have redact.",
    ),
    "secrets with a view that can't guess": (
        {
            "__init__.py": ("max_legal=6,", "max_legal=6, secrets=True,"),
            "view.py": ("", RULE + "def redact(s, viewer):\n    s.gathered = 0\n"),
        },
        "PACKAGE/view.py lacks the function guess.",
    ),
    "a view that is not marked": (
        {"view.py": ("", "def redact(s, viewer):\n    s.gathered = 0\n")},
        "PACKAGE/view.py: redact must be marked @rule, because it is compiled.",
    ),
    "there are no rules": (
        {"rules/__init__.py": (PIG.joinpath(RULES).read_text(encoding="utf-8"), "")},
        "PACKAGE/rules/__init__.py lacks the function setup.",
    ),
}


@pytest.mark.parametrize(("changes", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_in_one_sentence(edited: EditedPig, changes: Changes, sentence: str) -> None:
    book = edited.make(changes)
    with pytest.raises(tt.BadGame) as told:
        contract.check(book)
    assert str(told.value).replace(book.package, "PACKAGE") == sentence


def test_what_may_be_left_out_has_a_default(edited: EditedPig) -> None:
    """Without words, and with a view, weights and advice of its own, it is still a game."""
    book = edited.make(
        {
            WORDS: (PIG.joinpath(WORDS).read_text(encoding="utf-8"), ""),
            "view.py": ("", RULE + "def redact(s, viewer):\n    pass\n"),
            "bot/advice.py": ("", "def offered(s, seat):\n    pass\n\n\ndef advise(s, seat):\n    pass\n"),
        }
    )
    contract.check(book)
    assert book.words.prompt(None, 0, []) == ("Choose a move", "")
    assert book.evaluation.ROLLOUT == "random"
    assert book.view.OBSERVATION.size > 0


def test_a_game_is_checked_when_it_is_registered(edited: EditedPig) -> None:
    book = edited.make({RULES: ("def score(s, seat)", "def scores(s, seat)")})
    with pytest.raises(tt.BadGame, match="score"):
        tt.register(book)
    assert "pig" not in tt.games()


def test_two_games_of_one_name_are_refused(edited: EditedPig) -> None:
    book = edited.make({"__init__.py": ('name="pig"', 'name="machi-koro"')})
    with pytest.raises(tt.BadGame, match=r"^Both tabletown.games.machi_koro and \w+ have a game"):
        tt.register(book)
    assert tt.rulebook("machi-koro").title == "Machi Koro"


@pytest.mark.parametrize("name", tt.games())
def test_our_games_keep_the_contract(name: str) -> None:
    contract.check(tt.rulebook(name))
