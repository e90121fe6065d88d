"""The checks that every game gets find what they are there to find."""

from __future__ import annotations

import re

import pytest
from edited_pig import RULE, RULES, STATE, WORDS, Changes, EditedPig

import tabletown as tt
from tabletown.testing import check_game, checks

SECRET = ("max_legal=6,", "max_legal=6, secrets=True,")
VIEW = """from tabletown.core.move import EVERYBODY
from tabletown.core.rng import below, draw, stream
from tabletown.core.rule import rule


@rule
def redact(s, viewer):
    REDACT


@rule
def guess(s, viewer, seed):
    s.FIELD = below(draw(stream(seed, 0), 0), 5)


@rule
def known_to(s, move):
    return EVERYBODY
"""


def hiding(field: str, redact: str) -> Changes:
    """Pig with a field that is secret, more or less."""
    return {"__init__.py": SECRET, "view.py": ("", VIEW.replace("FIELD", field).replace("REDACT", redact))}


FAULTS: dict[str, tuple[checks.Check, Changes, str]] = {
    "a game without an end": (
        checks.random_play_is_sound_and_ends,
        {RULES: ("return 2 if s.gathered > 0 else 1", "return 1")},
        "does not end under random play",
    ),
    "a move that does nothing": (
        checks.random_play_is_sound_and_ends,
        {RULES: ("        s.phase = ROLLING\n        return\n", "        return\n")},
        "left the position unchanged: 'roll'",
    ),
    "points from nowhere": (
        checks.random_play_is_sound_and_ends,
        {STATE: ("", "\n\ndef conserved(s):\n    return {'points': s.points[0] + s.points[1]}\n")},
        "(hold) changed what is conserved: {'points': 0}",
    ),
    "more legal moves than declared": (
        checks.random_play_is_sound_and_ends,
        {"__init__.py": ("max_legal=6", "max_legal=5")},
        "index",
    ),
    "chance that makes a player's move": (
        checks.random_play_is_sound_and_ends,
        {RULES: ("moves[face] = ROLLED + face", "moves[face] = ROLL + face")},
        "chance and players may not make each other's moves",
    ),
    "weights that don't add up": (
        checks.random_play_is_sound_and_ends,
        {
            RULES: (
                "",
                "\n\n@rule\ndef chance_total(s):\n    return 7\n\n\n@rule\ndef chance_weight(s, move):\n    return 1\n",
            )
        },
        "chance_total is not the sum of the weights: 7",
    ),
    "a field that a dump forgets": (
        checks.a_match_survives_save_copy_and_dump,
        {STATE: ('field("face", "i1",', 'field("face", "i1", derived=True,')},
        "a dumped position is read as another one",
    ),
    "a secret in the record": (
        checks.views_leak_nothing,
        hiding("face", "pass"),
        "redact shows what is hidden",
    ),
    "a view that changes with every look": (
        checks.views_leak_nothing,
        {
            **hiding("face", "s.face = 0"),
            WORDS: (
                "def prompt(s, viewer, names):",
                "LOOKS = []\n\n\ndef prompt(s, viewer, names):\n    LOOKS.append(1)\n    return str(len(LOOKS)), ''",
            ),
        },
        "the view shows what is hidden",
    ),
    "a seat that can't tell its moves": (
        checks.a_seat_knows_its_own_moves,
        hiding("gathered", "s.gathered = 0"),
        "can't tell its legal moves",
    ),
    "a feature that leaves its bounds": (
        checks.observations_keep_to_their_bounds,
        {
            "view.py": (
                "",
                "from tabletown.core.observation import Feature, Observation\n"
                "from .state import STATE\n"
                + RULE
                + "def held(s, viewer, out, at):\n    out[at] = s.points[viewer]\n\n\n"
                + "OBSERVATION = Observation(STATE, Feature('held', 1, 5, write=held))\n",
            )
        },
        "features leave their bounds at ply",
    ),
    "a move without a label": (
        checks.everything_is_said_in_words,
        {WORDS: ('return "Roll the die" if', 'return "" if')},
        "a move has no label or no target: 'roll'",
    ),
    "a prompt without words": (
        checks.everything_is_said_in_words,
        {WORDS: ('return "The die rolls", ', 'return "", ')},
        "a prompt has 1 to 12 words, not ''",
    ),
    "a hint that is not English": (
        checks.everything_is_said_in_words,
        {WORDS: ('"A 1 takes all."', '"A 1 takes a eighth."')},
        "is not English: 'a eighth'",
    ),
    "a table in sentences that are not English": (
        checks.drawings_are_sound,
        {
            "text/table.py": (
                "",
                "from tabletown.text_table.canvas import Canvas\n\n\n"
                "def table(view, width, height):\n"
                "    canvas = Canvas(width)\n"
                "    canvas.put(0, 0, 'Pig')\n"
                "    return canvas\n\n\n"
                "def prose(view):\n"
                "    return ['Ana has 1 points.']\n",
            )
        },
        "is not English: '1 points'",
    ),
    "a log that says None": (
        checks.everything_is_said_in_words,
        {WORDS: ("{me:rolls} a {move.args['face']}.", "{me:rolls} a {None}.")},
        "the log has lines without sense",
    ),
    "a log that miscounts": (
        checks.the_log_is_true_and_grammatical,
        {WORDS: ('Change(f"points-{seat}", before.gathered)', 'Change(f"points-{seat}", after.points[seat])')},
        "changed, told and said",
    ),
    "an amount that is not said": (
        checks.the_log_is_true_and_grammatical,
        {WORDS: ("{me:holds} {before.gathered} and {me:has} {after.points[seat]}.", "{me:holds}.")},
        "does not name the change of points-",
    ),
    "a verb that does not follow its subject": (
        checks.the_log_is_true_and_grammatical,
        {WORDS: ("{me} {me:rolls} a 1", "{me} rolls a 1")},
        "is not English: 'You rolls'",
    ),
    "a secret that can be taken back": (
        checks.what_was_shown_cant_be_taken_back,
        {
            **hiding("face", "if s.gathered > 0:\n        s.face = 0"),
            RULES: (
                "        else:\n            pass_the_die(s)\n    else:",
                "        else:\n            s.gathered = 0\n    else:",
            ),
        },
        "can be taken back",
    ),
    "a table without anything on it": (
        checks.drawings_are_sound,
        {
            "drawing/table.py": (
                "",
                "from tabletown.draw.sheet import Sheet\n\n\n"
                "def table(view, layout):\n    return Sheet(1280, 720, (), 'Pig')\n",
            )
        },
        "the desktop drawing for spectators at ply 0 is empty",
    ),
}


@pytest.mark.parametrize(("check", "changes", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(edited: EditedPig, check: checks.Check, changes: Changes, sentence: str) -> None:
    book = edited.make(changes)
    tt.register(book)
    with pytest.raises((AssertionError, IndexError), match=re.escape(sentence)):
        check(book.configure(2), 3)


def test_a_failure_names_property_game_and_seed(edited: EditedPig) -> None:
    book = edited.make(
        {"__init__.py": ('name="pig"', 'name="edited-pig"'), RULES: ("return 2 if s.gathered > 0 else 1", "return 1")}
    )
    with pytest.raises(
        AssertionError, match=r"^'random play is sound and ends' fails for Pig, 2 players, seed 3: the game"
    ):
        check_game(book, native=False)
    assert tt.rulebook("edited-pig") is book
