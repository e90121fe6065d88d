"""Match and its contracts, told on Machi Koro."""

from __future__ import annotations

import hashlib
import json

import pytest

import tabletown as tt
from tabletown.core.save import from_lines, in_lines

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.fixture
def match() -> tt.Match:
    return tt.Match(tt.game("machi-koro", players=3, starting_player="seat_0"), seed=7, names=["Ana", "Bram", "Chloé"])


def test_push_takes_a_move_an_id_or_its_text(match: tt.Match) -> None:
    match.push(match.legal_moves[0])
    assert match.actor == 0
    build = match.find("build wheat_field")
    match.push(build)
    match.push("rolled 5")
    assert [move.text for move in match.moves] == ["rolled 1", "build wheat_field", "rolled 5"]


NO_MOVES = [None, 1.9, True, 2**70, -1, b"", [], "", "rolled 9", object()]


@pytest.mark.parametrize("move", NO_MOVES, ids=lambda move: type(move).__name__)
def test_what_is_no_move_is_refused_and_changes_nothing(match: tt.Match, move: object) -> None:
    before = match.position.array.tobytes()
    with pytest.raises(tt.IllegalMove):
        match.push(move)  # type: ignore[arg-type]
    assert match.position.array.tobytes() == before
    assert match.ply == 0


def test_pop_gives_the_move_back(match: tt.Match) -> None:
    match.push("rolled 4")
    assert match.pop().text == "rolled 4"
    with pytest.raises(IndexError):
        match.pop()


def test_a_player_takes_back_until_the_turn_passes_on(match: tt.Match) -> None:
    match.position.landmarks[0, 0] = 1
    match.position.phase = 2
    match.push("dice 2")
    assert not match.can_undo(0), "the dice are in the air"
    match.pop()
    match.position.cities[0, 8] = 1
    match.position.dice_thrown = 1
    match.position.phase = 3
    match.push("rolled 6")
    assert not match.can_undo(0), "chance has spoken"
    match.push("give bakery")
    assert match.can_undo(0)
    assert not match.can_undo(1)
    match.push("take 1 bakery")
    assert match.can_undo(0)
    match.push("pass")
    assert not match.can_undo(0), "the turn has passed on"


def test_step_chance_is_refused_when_a_player_moves(match: tt.Match) -> None:
    match.step_chance()
    with pytest.raises(tt.IllegalMove, match="Chance"):
        match.step_chance()


def test_a_view_is_ready_for_json_and_knows_its_viewer(match: tt.Match) -> None:
    match.step_chance()
    assert json.loads(json.dumps(match.view(0)))["moves"]
    assert match.view(1)["moves"] == []
    assert match.view(None)["viewer"] is None


def test_a_match_draws_itself(match: tt.Match) -> None:
    svg = match._repr_svg_()
    assert svg.startswith("<svg")
    assert "Ana" in match.svg(0, theme="dark", layout="phone")


def test_the_log_is_told_in_words_and_taken_back(match: tt.Match) -> None:
    match.push("rolled 1")
    assert match.log[0] == "Ana rolls 1."
    match.pop()
    assert match.log == []
    match.push("rolled 2")
    assert match.log[0] == "Ana rolls 2."


SAVED = {
    "nothing": ("", "not a saved"),
    "another file": ("hello", "not a saved"),
    "another version": ("tabletown match 9\ngame x\n", "another version"),
}


@pytest.mark.parametrize(("text", "sentence"), SAVED.values(), ids=SAVED)
def test_a_foreign_file_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(tt.BadSave, match=sentence):
        tt.Match.load(text)


def test_every_damage_is_noticed(match: tt.Match) -> None:
    for _ in range(9):
        match.push(match.random_move())
    text = match.save()
    for cut in range(0, len(text) - 1, 7):
        with pytest.raises(tt.BadSave):
            tt.Match.load(text[:cut])
    for at in range(0, len(text), 11):
        if text[at] not in "\n ":
            with pytest.raises(tt.BadSave):
                tt.Match.load(text[:at] + ("#" if text[at] != "#" else "+") + text[at + 1 :])


def test_a_save_is_short_and_readable(match: tt.Match) -> None:
    match.push("rolled 4")
    match.push("build cafe")
    text = match.save()
    assert "game machi-koro" in text
    assert "rolled 4; build cafe" in text
    assert len(text) < 300


def test_a_position_in_words_starts_a_match() -> None:
    game = tt.game("machi-koro", players=2)
    match = tt.Match(game, position={"phase": "build", "dice_thrown": 1, "coins": [30, 0]})
    match.push("erect radio_tower")
    assert match.dump()["landmarks"][0] == {"radio_tower": 1}
    again = tt.Match.load(match.save())
    assert again.dump() == match.dump()


BAD_POSITIONS = [
    ({"colour": 1}, "no field 'colour'"),
    ({"coins": [1, 2, 3]}, "list of 2"),
    ({"coins": [1, "x"]}, "whole number"),
    ({"coins": [1, -5]}, "between 0"),
    ({"coins": [1, 2**40]}, "between"),
    ({"phase": "sleeping"}, "can't be 'sleeping'"),
    ({"cities": [{"castle": 1}, {}]}, "no 'castle'"),
    ({"cities": [{"wheat_feld": 1}, {}]}, "there are wheat_field, cafe and 13 more"),
    ({"stacks": {"mine": 5}}, "cards"),
    ({"stacks": {"mine": 90}}, "between"),
    ({"turn": 3}, "between 0 and 1"),
    ({"dice": [9, 0]}, "between 0 and 6"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_POSITIONS)
def test_an_impossible_position_is_refused(words: dict, sentence: str) -> None:
    with pytest.raises(tt.BadPosition, match=sentence):
        tt.Match(tt.game("machi-koro", players=2), position=words)


def nested(depth: int) -> list:
    """A list in a list in a list."""
    found: list = []
    for _ in range(depth):
        found = [found]
    return found


NO_POSITIONS = [
    [1],
    "x",
    1,
    {"coins": "x"},
    {"coins": nested(100_000)},
    {"coins": {"a": 1}},
    {"coins": [True, 1]},
    {"coins": [1.0, 1]},
    {"coins": [10**5000, 1]},
    {"phase": 3},
    {"phase": []},
    {"cities": [[], []]},
    {1: 2},
]


@pytest.mark.parametrize("words", NO_POSITIONS, ids=range(len(NO_POSITIONS)))
def test_what_is_no_position_is_refused(words: object) -> None:
    with pytest.raises(tt.BadPosition) as refused:
        tt.Match(tt.game("machi-koro", players=2), position=words)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 400


def test_a_position_is_copied() -> None:
    words = {"phase": "build", "coins": [30, 0]}
    match = tt.Match(tt.game("machi-koro", players=2), position=words)
    words["coins"][0] = 7  # type: ignore[index]
    assert match.began_from == {"phase": "build", "coins": [30, 0]}
    assert tt.Match.load(match.save()).position.coins[0] == 30


def signed(text: str) -> str:
    """The text of a match with the checksum that belongs to it."""
    body = text.rpartition("checksum ")[0]
    return f"{body}checksum {hashlib.sha256(body.encode()).hexdigest()[:16]}\n"


def resaved(text: str, line: str, written: str) -> str:
    """A saved match with one line of its heading written differently, and the checksum of that."""
    return signed("".join(f"{written}\n" if found.startswith(line) else f"{found}\n" for found in text.splitlines()))


HEADINGS = [
    ("players", 'players {"Ana": 1, "Bram": 2, "Chloé": 3}'),
    ("players", "players [1, 2, 3]"),
    ("seed", "seed 99999999999999999999999"),
    ("seed", "seed 0_7"),
    ("seed", "seed 7\nseed 7"),
    ("seed", "seed 7\nwinner Ana"),
    ("seed", f"seed 7\nposition {'[' * 100_000}"),
    ("seed", "seed 7\noption city_hall false"),
]


@pytest.mark.parametrize(("line", "written"), HEADINGS, ids=range(len(HEADINGS)))
def test_a_heading_that_no_match_is_saved_with_is_refused(match: tt.Match, line: str, written: str) -> None:
    match.push("rolled 4")
    text = match.save()
    assert resaved(text, "seed", "seed 7") == text
    with pytest.raises(tt.BadSave, match="can't be loaded"):
        tt.Match.load(resaved(text, line, written))


def test_a_save_with_half_a_character_is_refused(match: tt.Match) -> None:
    with pytest.raises(tt.BadSave, match="damaged"):
        tt.Match.load(match.save().replace("Ana", "\udce9"))


@pytest.mark.parametrize("length", range(40))
def test_moves_survive_the_lines_of_a_save(length: int) -> None:
    texts = ["x" * length, *["pay wood-or-stone"] * 9, "y" * 120, "pass"][length == 0 :]
    assert from_lines("\n".join(in_lines(texts))) == texts


def test_a_save_that_contradicts_itself_is_refused(match: tt.Match) -> None:
    match.push("rolled 4")
    match.push("build cafe")
    text = match.save()
    assert signed(text) == text
    with pytest.raises(tt.BadSave, match="played by rules 99"):
        tt.Match.load(signed(text.replace(" rules ", " rules 9", 1).replace("rules 91", "rules 99")))
    with pytest.raises(tt.BadSave, match="7 moves"):
        tt.Match.load(signed(text.replace("moves 2", "moves 7")))
    with pytest.raises(tt.BadSave, match="cut off"):
        tt.Match.load(text[:-1])


def test_unknown_names_are_refused_with_what_there_is() -> None:
    with pytest.raises(tt.UnknownGame, match="machi-koro"):
        tt.game("monopoly")
    with pytest.raises(ValueError, match="limited_bank"):
        tt.game("machi-koro", players=2, bank="no")
    with pytest.raises(tt.BadOption, match="true or false"):
        tt.game("machi-koro", players=2, limited_bank="perhaps")
    with pytest.raises(tt.BadOption, match="names"):
        tt.Match(tt.game("machi-koro", players=2), names=["Ana"])
    with pytest.raises(tt.IllegalMove, match="no move"):
        tt.Match(tt.game("machi-koro", players=2)).push("castle")


def test_seed_and_game_number_give_the_same_draws_on_every_target() -> None:
    """The generator's first numbers, worked out with Python's own integers."""
    from tabletown.compile.engine import stream_key

    mask = (1 << 64) - 1

    def scramble(x: int) -> int:
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)

    golden = 0x9E3779B97F4A7C15
    for seed, game in ((0, 0), (7, 3), (2**63 + 5, 10**9)):
        assert stream_key(seed, game) == scramble((scramble((seed + golden) & mask) + game * golden + 1) & mask)
