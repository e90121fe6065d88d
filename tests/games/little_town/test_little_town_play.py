"""Whole games: they end, nothing is lost, every target gives the same bytes, and what is said fits."""

from __future__ import annotations

import numpy as np
import pytest
from towns import SETTINGS, games, play, positions, town

import tabletown as tt
from tabletown.compile import drivers
from tabletown.compile.engine import Engine, interpreted, stream_key
from tabletown.compile.native import native
from tabletown.core.move import OVER
from tabletown.games.little_town.state import SWAP_GOALS, conserved
from tabletown.games.little_town.validity import impossible

BOOK = tt.rulebook("little-town")


@pytest.mark.rule("LT-234")
def test_conserved_and_possible_at_every_step() -> None:
    for match in games():
        seen = positions(match)
        assert all(conserved(s) == conserved(seen[0]) for s in seen)
        assert [impossible(s) for s in seen] == [None] * len(seen)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_native_code_gives_the_same_bytes(players: int, options: dict[str, str]) -> None:
    fast, plain = native(BOOK), interpreted(BOOK)
    for seed in range(2):
        key = stream_key(seed)
        here = BOOK.configure(players, **options).start()
        there = here.copy()
        for ply in range(400):
            assert plain.actor(here) == fast.actor(there)
            if plain.actor(here) == OVER:
                break
            assert plain.legal(here) == fast.legal(there)
            move = plain.draw(here, key, ply)
            assert move == fast.draw(there, key, ply)
            assert plain.known_to(here, move) == fast.known_to(there, move)
            assert plain.push(here, move)
            assert fast.push(there, move)
            assert here.tobytes() == there.tobytes()
            if ply % 9 == 0:
                same_views(plain, fast, here, ply)
        assert plain.actor(here) == OVER
        for seat in range(players):
            assert plain.score(here, seat) == fast.score(there, seat)
            assert plain.place(here, seat) == fast.place(there, seat)


def same_views(plain: Engine, fast: Engine, array: np.ndarray, ply: int) -> None:
    for viewer in (-1, 0, 1):
        copies = []
        for engine in (plain, fast):
            copy = array.copy()
            engine.redact(copy, viewer)
            redacted = copy.tobytes()
            engine.guess(copy, viewer, ply)
            seen = engine.observe(copy, max(viewer, 0)).tolist()
            copies.append((redacted, copy.tobytes(), seen))
        assert copies[0] == copies[1]


@pytest.mark.rule("LT-34", "LT-234", "LT-110")
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_thousands_of_random_games_end_well(players: int, options: dict[str, str]) -> None:
    start = BOOK.configure(players, **options).start()
    finals = np.zeros(1500, start.dtype)
    tally = np.zeros(drivers.TALLY_SIZE, np.int64)
    native(BOOK).play_many(start, 3, 0, len(finals), 1000, tally, finals)
    assert tally[drivers.UNFINISHED] == 0
    expected = conserved(BOOK.state.proxy(start))
    for number in range(0, len(finals), 50):
        s = BOOK.state.proxy(finals[number : number + 1])
        assert conserved(s) == expected
        assert impossible(s) is None
        assert s.round == 4
    assert ((finals["cubes"][:, :players].sum(axis=1) + finals["stock"]) == 15).all()
    assert (finals["coins"].sum(axis=1, dtype=np.int64) + finals["bank"] == 40).all()
    assert finals["cubes"].min() >= 0
    assert finals["coins"].min() >= 0


def test_push_and_pop_restore_every_byte() -> None:
    match = games()[2].copy()
    seen = [match.position.array.tobytes()]
    moves = match.moves
    while match.ply:
        match.pop()
        seen.append(match.position.array.tobytes())
    for move, bytes_ in zip(moves, reversed(seen), strict=False):
        assert match.position.array.tobytes() == bytes_
        match.push(move)
    assert tt.Match.load(match.save()).dump() == match.dump()


def test_dumps_read_back() -> None:
    for match in games():
        for ply in range(0, match.ply, 9):
            twin = tt.Match(match.game, seed=1)
            for move in match.moves[:ply]:
                twin.push(move)
            if twin.position.phase > SWAP_GOALS:
                again = tt.Match(match.game, seed=1, position=twin.dump())
                assert again.position.array.tobytes() == twin.position.array.tobytes()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"bank": 33}, "There are 40 coins"),
        ({"stock": {"wood": 14, "stone": 15, "fish": 15, "wheat": 15}}, "There are 15 wood"),
        ({"houses": [6, 7]}, "Seat 0 has 7 houses"),
        ({"builders": [1, 0]}, "Seat 0 has only 5 workers"),
        ({"workers": [6, 5]}, "between 0 and 5"),
        ({"standing": {"A1": "seat_0"}, "workers": [4, 5]}, "A1 is terrain"),
        ({"round": 5}, "between 1 and 4"),
        ({"active": 3}, "between 0 and 1"),
        ({"tiles": {"E3": "well"}}, "A tile needs an owner"),
        ({"supply": {"wheat_field": 4}}, "Wheat field: 5 in this game"),
        ({"hand": [4, 5]}, "Seat 0 has 4 goals, not 5"),
        ({"phase": "working"}, "phase can't be 'working'"),
        ({"phase": "activate"}, "must be named"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, object], sentence: str) -> None:
    match = town()
    with pytest.raises(tt.BadPosition, match=sentence):
        tt.Match(match.game, position=match.dump() | fields)


def test_words_fit() -> None:
    """Sentences have at most eight words, every move has a label, and every line ends."""
    for match in games():
        twin = tt.Match(match.game, seed=1, names=["Ana", "Bram", "Chloé", "Dov"][: match.game.players])
        for move in match.moves:
            twin.push(move)
            for viewer in (0, None):
                sentence, hint = BOOK.words.prompt(twin.position, viewer, twin.names)
                assert len(sentence.split()) <= 8, sentence
                assert hint
            if twin.actor is not None and twin.actor >= 0:
                labels = [entry.label for entry in twin.legal_moves]
                assert len(set(labels)) == len(labels)
                assert all(labels)
        assert all(line.endswith((".", "!")) for line in twin.log)


def test_reasons_say_what_is_short() -> None:
    match = town(
        cubes={0: {"stone": 1}}, coins={0: 3}, market=["statue", "residence", "pier", "bar"], tiles={"D3": ("well", 1)}
    )
    reasons = match.view(0)["reasons"]
    assert reasons["market-statue"] == "2 stone short"
    assert reasons["market-residence"] == "3 coins short"
    assert reasons["market-pier"] == "2 wood short"
    assert reasons["market-bar"] == "2 cubes short"
    assert reasons["market-well"] == "Built"
    assert "market-wheat_field" not in reasons
    assert match.view(1)["reasons"] == {}


def test_reasons_count_cubes_of_any_kind_that_are_short() -> None:
    for cubes, reason in (({}, "2 cubes short"), ({"fish": 1}, "1 cube short")):
        match = town(tiles={"D3": ("trading_shop", 0), "E3": ("well", 0)}, cubes={0: cubes}, coins={0: 0})
        assert play(match, "place D4").view(0)["reasons"]["square-D3"] == reason
