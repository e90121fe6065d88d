"""Values and variants: a changed game is an ordinary game, never mixed up with the printed one."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from lab.every_value import check_variant
from tabletown import bots
from tabletown.compile.cache import WithValues, library
from tabletown.compile.drivers import GAMES as GAMES_PLAYED
from tabletown.compile.drivers import TALLY_SIZE, UNFINISHED
from tabletown.compile.native import NativeEngine, native, values_unit
from tabletown.core.errors import BadOption, BadSave
from tabletown.core.game import Game, Rulebook
from tabletown.core.value_record import value_record_of
from tabletown.core.values import values_of
from tabletown.core.variant import variant
from tabletown.envs.batch import Batch
from tabletown.testing.variants import variants

GAMES = [name for name in tt.games() if values_of(tt.rulebook(name))]
CHEESE = {"cheese_factory.cost": 6}


def with_values(book: Rulebook) -> NativeEngine:
    """The engine of the form that takes values, on those of a printed game or of a variant."""
    printed = book.printed or book
    unit = values_unit(printed)
    return NativeEngine(book, WithValues(unit, library(unit), value_record_of(printed).block(book)))


def played(engine: NativeEngine, game: Game, games: int) -> bytes:
    start, tally = game.start(), np.zeros(TALLY_SIZE, np.int64)
    finals = np.repeat(start, games)
    engine.play_many(start, 5, 0, games, 20_000, tally, finals)
    return tally.tobytes() + finals.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_both_compiled_forms_play_the_same_games(name: str) -> None:
    """For all games: on an empty cache the form with values takes 7 to 28 seconds of one core, once."""
    book = tt.rulebook(name)
    constants, values = native(book), with_values(book)
    for game in variants(book):
        assert played(constants, game, 4) == played(values, game, 4), str(game)


def test_a_variant_is_played_alike_interpreted_and_native(interpreted: None) -> None:
    game = tt.game("machi-koro", players=3, change=CHEESE | {"mine.effect.amount": 9, "game.starting_coins": 20})
    engine, match = with_values(game.rulebook), tt.Match(game, seed=4)
    while not match.over:
        array = match.at(match.ply)
        assert match.legal_ids == engine.legal(array)
        if match.actor == tt.CHANCE:
            move = match.step_chance().id
        else:
            move = match.random_move()
            match.push(move)
        assert engine.push(array, move)
        assert array.tobytes() == match.at(match.ply).tobytes()


def groups(book: Rulebook, end: str) -> list[Game]:
    """Games of two in which every value stands at one end of its bounds: all in one, or in as few as can be played."""
    ends = {key: getattr(value, end) for key, value in values_of(book).items()}

    def playable(keys: list[str]) -> list[Game]:
        try:
            return [book.configure(2, {key: ends[key] for key in keys})]
        except BadOption:
            assert len(keys) > 1, f"{keys[0]} can't be {ends[keys[0]]}, which is within its bounds"
            half = len(keys) // 2
            return playable(keys[:half]) + playable(keys[half:])

    return playable(list(ends))


ENDS = [(name, end) for name in GAMES for end in ("low", "high")]


@pytest.mark.parametrize(("name", "end"), ENDS)
def test_values_at_their_bounds(name: str, end: str, interpreted: None) -> None:
    """No compiled constant, move or field changes; the game conserves, draws itself and reads itself back.

    All values at once, in as few games as can be played; `python tests/lab/every_value.py` takes each by itself.
    """
    for game in groups(tt.rulebook(name), end):
        check_variant(game, moves=40)


@pytest.mark.parametrize(("name", "end"), ENDS)
def test_games_at_their_bounds_end(name: str, end: str) -> None:
    """Where some values together leave nobody an income, half of them don't."""
    book = tt.rulebook(name)
    waiting = [dict(game.change) for game in groups(book, end)]
    while waiting:
        change = waiting.pop()
        game = book.configure(book.players[1], change)
        tally = np.zeros(TALLY_SIZE, np.int64)
        native(game.rulebook).play_many(game.start(), 1, 0, 20, 50_000, tally)
        assert tally[GAMES_PLAYED] == 20
        if tally[UNFINISHED]:
            assert len(change) > 1, change
            keys = list(change)
            halves = keys[: len(keys) // 2], keys[len(keys) // 2 :]
            waiting += [{key: change[key] for key in half} for half in halves]


@pytest.mark.parametrize(("name", "end"), ENDS)
def test_cards_show_their_numbers(name: str, end: str, interpreted: None) -> None:
    """Wherever a component is described, its numbers are those that are played; what is 0 may be left out."""
    for game in groups(tt.rulebook(name), end):
        if unseen := not_told(game, descriptions(game)):
            book = tt.rulebook(name)
            others = [book.configure(one.players, game.change, **one.options) for one in variants(book)]
            assert not not_told(game, set().union(*map(descriptions, others))), unseen


def not_told(game: Game, told: set[str]) -> list[str]:
    """The changed values whose number is in no description of their component; numbers of the whole game have none."""
    found = []
    for key, number in game.change.items():
        value = values_of(game.rulebook.printed or game.rulebook)[key]
        title = value.title.partition(":")[0].strip("“”").lower()
        here = [text for text in told if title in text.lower()]
        if number and title != value.thing and not any(re.search(rf"(?<!\d){number}(?!\d)", text) for text in here):
            found.append(key)
    return found


def descriptions(game: Game) -> set[str]:
    """What a table says about its components, to readers and to the eye, at the start of some games."""
    found: set[str] = set()
    for seed in range(2):
        match = tt.Match(game, seed)
        match.play_chance()
        labels = re.findall(r'(?:aria-label|data-tip)="([^"]*)"|<title>([^<]*)', match.svg(0))
        found |= {*match.reference(0), *("".join(label) for label in labels)}
    return found


EDITS = {
    "machi-koro": ("cheese_factory", r'(id = "cheese_factory".*?cost = )5', r"\g<1>6", CHEESE),
    "mint-works": ("gallery", r'(name = "Gallery"\ncost = )4', r"\g<1>6", {"gallery.cost": 6}),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_variant_equals_an_edited_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
    _, pattern, changed, change = EDITS[name]
    book = tt.rulebook(name)
    package = f"edited_{name.replace('-', '_')}"
    folder = Path(str(importlib.import_module(book.package).__file__)).parent
    shutil.copytree(folder, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / package / "components.toml"
    text, count = re.subn(pattern, changed, file.read_text(), count=1, flags=re.S)
    assert count == 1
    file.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    edited = importlib.import_module(package).RULEBOOK
    matches = [tt.Match(edited.configure(2), seed=3), tt.Match(book.configure(2, change), seed=3)]
    while not matches[0].over:
        for match in matches:
            match.step_chance() if match.actor == tt.CHANCE else match.push(match.random_move())
        assert matches[0].at(matches[0].ply).tobytes() == matches[1].at(matches[1].ply).tobytes()
    assert matches[0].log == matches[1].log
    for module in [module for module in sys.modules if module.startswith(package)]:
        monkeypatch.delitem(sys.modules, module)


def test_a_variant_is_never_taken_for_the_printed_game(interpreted: None) -> None:
    printed, changed = tt.game("machi-koro", players=2), tt.game("machi-koro", players=2, change=CHEESE)
    assert printed != changed
    assert hash(printed) != hash(changed)
    assert changed == tt.game("machi-koro", players=2, change=CHEESE)
    assert "cheese_factory.cost=6" in str(changed)
    assert tt.game("machi-koro", players=2, change={"cheese_factory.cost": 5}) == printed
    assert tt.game("machi-koro", players=2, change=CHEESE).rulebook is changed.rulebook
    text = tt.Match(changed, seed=1).save()
    assert "rules 1 changed" in text
    assert "change cheese_factory.cost 6" in text
    assert tt.Match.load(text).game == changed
    assert "change" not in tt.Match(printed, seed=1).save()
    from tabletown.core.save import _checksum

    stripped = text.replace("change cheese_factory.cost 6\n", "").rpartition("checksum ")[0]
    with pytest.raises(BadSave, match="changed values are missing"):
        tt.Match.load(f"{stripped}checksum {_checksum(stripped)}\n")


def test_cards_and_words_show_the_changed_numbers(interpreted: None) -> None:
    match = tt.Match(tt.game("machi-koro", change={"mine.cost": 17, "mine.effect.amount": 13}), seed=1)
    match.play_chance()
    told = "roll: 13 coins from the bank"
    assert told in match.svg(0)
    assert "On 9. Costs 17. On anybody" in match.svg(0)
    assert told not in tt.Match(tt.game("machi-koro"), seed=1).svg(0)
    book = tt.game("mint-works", change={"plant.amount": 4, "at_producer.amount": 5}).rulebook
    cards = importlib.import_module(f"{book.package}.text.cards")
    assert cards.PLANS["plant"].text == "Upkeep: its owner gains 4 mints"
    assert cards.SHOPS["producer"].text == "Place 1 mint, gain 5"
    assert "changed" in book.guide


def test_bots_and_environments_play_variants() -> None:
    game = tt.game("machi-koro", players=2, change={"radio_tower.cost": 0, "amusement_park.cost": 0})
    match = tt.Match(game, seed=2)
    match.play_chance()
    while match.actor is not None and match.ply < 60:
        chosen = bots.choose(bots.bot("greedy"), game, match.redacted(match.actor), match.actor, match.ply)
        match.push(chosen.move)
        match.play_chance()
    assert "Radio Tower for 0 coins" in "\n".join(match.log)
    batch = Batch(game, 4)
    batch.begin(seed=1)
    assert batch.game.change == game.change
    assert (batch.boards["coins"][:, :2] >= 3).all()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cheese.cost": 6}, "Machi Koro has no thing 'cheese'; did you mean cheese_factory?"),
        ({"cheese_factory.cost": 3.5}, "cheese_factory.cost is a whole number from 0 to 30, not 3.5."),
        ({"cheese_factory.cost": 31}, "cheese_factory.cost is a whole number from 0 to 30, not 31."),
        ({"cheese_factory.cost": True}, "cheese_factory.cost is a whole number from 0 to 30, not True."),
        (
            {"cheese_factory.price": 3},
            "cheese_factory has no value 'price'; its values: cost, effect.amount, supply_copies.",
        ),
        (
            {"cheese_factory.colour": 3},
            "The colour of a component is part of the rules, not a value: another one needs a compilation, "
            "which only the command line does; see docs/lab.md.",
        ),
        (
            {key: 0 for key in values_of(tt.rulebook("machi-koro")) if key.endswith("supply_copies")},
            "With all 15 stacks empty nobody can build; leave at least one.",
        ),
    ],
)
def test_bad_changes_get_one_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        variant(tt.rulebook("machi-koro"), change)
    assert str(caught.value) == sentence


def test_a_game_without_values_says_so() -> None:
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "pig"))
    try:
        book = importlib.import_module("tabletown_pig").RULEBOOK
    finally:
        sys.path.pop(0)
    with pytest.raises(BadOption, match="Pig has no values that can be changed"):
        book.configure(2, {"die.faces": 8})
