"""Values and variants: a changed game is an ordinary game, never mixed up with the printed one."""

from __future__ import annotations

import importlib
import random
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots
from tabletown.compile.cache import WithValues, library
from tabletown.compile.drivers import TALLY_SIZE
from tabletown.compile.native import NativeEngine, native, values_unit
from tabletown.core.errors import BadOption, BadSave
from tabletown.core.game import Game, Rulebook
from tabletown.core.tables import tables_of
from tabletown.core.values import values_of
from tabletown.core.variant import structure, variant
from tabletown.envs.batch import Batch
from tabletown.testing.drawing import complaints
from tabletown.testing.variants import variants

GAMES = [name for name in tt.games() if values_of(tt.rulebook(name))]
CHEESE = {"cheese_factory.cost": 6}


def with_values(book: Rulebook) -> NativeEngine:
    """The engine of the form that takes values, on those of a printed game or of a variant."""
    printed = book.printed or book
    unit = values_unit(printed)
    return NativeEngine(book, WithValues(unit, library(unit), tables_of(printed).block(book)))


def played(engine: NativeEngine, game: Game, games: int) -> bytes:
    start, tally = game.start(), np.zeros(TALLY_SIZE, np.int64)
    finals = np.repeat(start, games)
    engine.play_many(start, 5, 0, games, 20_000, tally, finals)
    return tally.tobytes() + finals.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_both_compiled_forms_play_the_same_games(name: str) -> None:
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


def changes_at(book: Rulebook, end: str) -> dict[str, int]:
    """All values of a game at one end of their bounds, as many as the game allows together."""
    found: dict[str, int] = {}
    for key, value in values_of(book).items():
        try:
            variant_changes = found | {key: getattr(value, end)}
            if not book.lab.refusal({k: v.printed for k, v in values_of(book).items()} | variant_changes):
                found = variant_changes
        except BadOption:
            continue
    return found


def configured(book: Rulebook, players: int, change: dict[str, int]) -> Game | None:
    """The game, or None if these values can't be played together."""
    try:
        return book.configure(players, change)
    except BadOption as refused:
        return None if "can't be played so" in str(refused) else pytest.fail(str(refused))


def single_changes(book: Rulebook) -> Iterator[dict[str, int]]:
    chosen = random.Random(7).sample(sorted(values_of(book)), 2)
    for key in chosen:
        value = values_of(book)[key]
        yield {key: value.high if value.high != value.printed else value.low}


@pytest.mark.parametrize("name", GAMES)
def test_values_at_their_bounds(name: str, interpreted: None) -> None:
    """No compiled constant, move or field changes; the game ends, conserves, draws itself and reads itself back."""
    book = tt.rulebook(name)
    for change in [*single_changes(book), *(changes_at(book, end) for end in ("low", "high"))]:
        if (game := configured(book, 2, change)) is None:
            assert len(change) > 1, "each value alone can go to its bounds"
            continue
        assert structure(game.rulebook) == structure(book)
        match = tt.Match(game, seed=11)
        kept = game.rulebook.declarations.conserved(match.position)
        for _ in range(40):
            if not match.over:
                match.step_chance() if match.actor == tt.CHANCE else match.push(match.random_move())
        assert game.rulebook.declarations.conserved(match.position) == kept
        again = tt.Match.load(match.save())
        assert again.dump() == match.dump()
        assert again.game == game
        assert not complaints(match.svg(0)), change


@pytest.mark.parametrize("name", GAMES)
def test_games_at_their_bounds_end(name: str) -> None:
    book = tt.rulebook(name)
    for end in ("low", "high"):
        game = configured(book, book.players[1], changes_at(book, end))
        if game is None:
            continue
        tally = np.zeros(TALLY_SIZE, np.int64)
        native(game.rulebook).play_many(game.start(), 1, 0, 20, 50_000, tally)
        assert tally[0] == 20


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
    told = "Costs 17. Whoever rolls, the owner collects 13 from the bank"
    assert told in match.svg(0)
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
            "The colour of a component is part of the rules, not a value; see docs/lab.md.",
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
