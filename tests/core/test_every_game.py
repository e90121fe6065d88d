"""What must hold for every game, count and option, in core's terms."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

import tabletown as tt
import variants
from tabletown.compile import cache as warm
from tabletown.compile.engine import interpreted, observation_size, stream_key
from tabletown.core.move import CHANCE, OVER

GAMES = variants.all_games()
SEEDS = (3, 14)
PLIES = 20_000


@pytest.fixture(params=GAMES, ids=variants.label)
def game(request: pytest.FixtureRequest) -> tt.Game:
    found: tt.Game = request.param
    return found


def walk(match: tt.Match) -> Iterator[tt.Match]:
    """Random play; yields the match before every move."""
    while not match.over:
        yield match
        assert match.ply < PLIES, "the game does not end under random play"
        match.push(match.random_move())


def played(game: tt.Game, seed: int, plies: int = PLIES) -> tt.Match:
    match = tt.Match(game, seed)
    for _ in walk(match):
        if match.ply == plies:
            break
    return match


@pytest.mark.usefixtures("interpreted")
def test_random_play_is_sound_and_ends(game: tt.Game) -> None:
    """Legal ids are unique and in range, weights fit, every move changes the position, the game ends with places and scores."""
    book = game.rulebook
    rules = interpreted(book).rules
    match = tt.Match(game, SEEDS[0])
    kept = book.declarations.conserved(match.position)
    for _ in walk(match):
        ids, before = match.legal_ids, bytes(match._bytes)
        assert 0 < len(ids) <= book.max_legal
        assert len(set(ids)) == len(ids)
        assert all(0 <= move < len(game.moves) for move in ids)
        chance = match.actor == CHANCE
        assert all(game.moves.kind_of(move).chance == chance for move in ids)
        if chance:
            check_weights(match, rules)
        match.push(match.random_move())
        assert bytes(match._bytes) != before, "a move left the position unchanged"
        match.pop()
        assert bytes(match._bytes) == before, "taking back did not restore every byte"
        assert book.declarations.conserved(match.position) == kept
    assert match.legal_ids == []
    places = sorted(seat for rank in match.ranking for seat in rank)
    assert places == list(range(game.players))
    assert all(abs(score) < 10_000 for score in match.scores)


def check_weights(match: tt.Match, rules: dict) -> None:
    weights = match.chance_weights
    if "chance_total" not in rules:
        assert set(weights) == {1}
        return
    total = rules["chance_total"](match.position)
    assert all(weight > 0 for weight in weights)
    assert sum(weights) == total
    if "chance_move" in rules and total <= 200:
        expected = [move for move, weight in zip(match.legal_ids, weights, strict=True) for _ in range(weight)]
        scratch = memoryview(np.zeros(match.game.rulebook.max_legal, np.int32))
        assert [rules["chance_move"](match.position, n, scratch) for n in range(total)] == expected


def test_interpreted_and_native_give_the_same_bytes(game: tt.Game) -> None:
    slow, fast = interpreted(game.rulebook), warm.native(game.rulebook)
    for seed in SEEDS:
        key = stream_key(seed)
        first, second = game.start(), game.start()
        for ply in range(PLIES):
            who = slow.actor(first)
            assert who == fast.actor(second)
            if who == OVER:
                break
            assert slow.legal(first) == fast.legal(second)
            move = slow.draw(first, key, ply)
            assert move == fast.draw(second, key, ply)
            if ply % 16 == 0:
                check_views(game, slow, fast, first, second, ply)
            assert slow.push(first, move)
            assert fast.push(second, move)
            assert first.tobytes() == second.tobytes()
        for seat in range(game.players):
            assert slow.score(first, seat) == fast.score(second, seat)
            assert slow.place(first, seat) == fast.place(second, seat)


def check_views(game: tt.Game, slow, fast, first: np.ndarray, second: np.ndarray, ply: int) -> None:
    for viewer in range(-1, game.players):
        one, two = first.copy(), second.copy()
        slow.redact(one, viewer)
        fast.redact(two, viewer)
        assert one.tobytes() == two.tobytes()
        if viewer >= 0:
            assert slow.observe(one, viewer).tolist() == fast.observe(two, viewer).tolist()
        slow.guess(one, viewer, ply)
        fast.guess(two, viewer, ply)
        assert one.tobytes() == two.tobytes()


def test_a_driver_plays_the_same_games_as_a_match(game: tt.Game) -> None:
    """Game 0 of a seed is the match of that seed, byte for byte."""
    engine, start = warm.native(game.rulebook), game.start()
    finals, tally = game.rulebook.state.new(1), np.zeros(18, np.int64)
    moves = np.zeros(game.rulebook.max_legal, np.int32)
    engine.play_many(start, start.copy(), moves, np.uint64(SEEDS[0]), 0, 1, PLIES, tally, finals)
    match = played(game, SEEDS[0])
    assert finals.tobytes() == match._array.tobytes()
    assert tally[1] + tally[2] == match.ply


@pytest.mark.usefixtures("interpreted")
def test_save_load_copy_and_dump(game: tt.Game) -> None:
    """A saved match is the same match; a copy is independent; a dumped position is the same position."""
    match = played(game, SEEDS[1], 40)
    twin = tt.Match.load(match.save())
    assert twin.save() == match.save()
    assert twin._array.tobytes() == match._array.tobytes()
    copy, before = match.copy(), bytes(match._bytes)
    if not copy.over:
        copy.push(copy.random_move())
    assert bytes(match._bytes) == before
    assert match.ply == twin.ply
    words = json.loads(json.dumps(match.dump()))
    again = tt.Match(game, SEEDS[1], position=words)
    assert again._array.tobytes() == match._array.tobytes()


@pytest.mark.usefixtures("interpreted")
def test_what_is_hidden_can_not_be_seen(game: tt.Game) -> None:
    """In every world that a viewer can't tell from this one, the viewer sees the same view, moves and redacted bytes."""
    match = tt.Match(game, SEEDS[1])
    for _ in walk(match):
        if match.ply % 23 or match.ply > 300:
            continue
        for viewer in [None, *range(game.players)]:
            redacted = match.redacted(viewer).tobytes()
            view = json.dumps(match.view(viewer), sort_keys=True)
            truth = bytes(match._bytes)
            for seed in (1, 2):
                world = match.guessed(viewer, seed)
                match._bytes[:] = world.tobytes()
                assert match.redacted(viewer).tobytes() == redacted
                assert json.dumps(match.view(viewer), sort_keys=True) == view
                match._bytes[:] = truth


@pytest.mark.usefixtures("interpreted")
def test_a_seat_knows_its_own_moves(game: tt.Game) -> None:
    """The redacted position has the same legal moves for the seat that moves as the real one."""
    engine = interpreted(game.rulebook)
    match = tt.Match(game, SEEDS[0])
    for _ in walk(match):
        who = match.actor
        if who is not None and who >= 0 and match.ply % 5 == 0:
            assert engine.legal(match.redacted(who)) == match.legal_ids


@pytest.mark.usefixtures("interpreted")
def test_observations_keep_to_their_bounds(game: tt.Game) -> None:
    book = game.rulebook
    low = np.concatenate([np.full(f.length, f.low) for f in book.view.OBSERVATION])
    high = np.concatenate([np.full(f.length, f.high) for f in book.view.OBSERVATION])
    match = tt.Match(game, SEEDS[1])
    for _ in walk(match):
        if match.ply % 7 == 0:
            for seat in range(game.players):
                seen = match.observation(seat)
                assert seen.size == observation_size(book)
                bad = [(f.name) for f in book.view.OBSERVATION]
                assert np.all((seen >= low) & (seen <= high)), bad


@pytest.mark.usefixtures("interpreted")
def test_everything_is_said_in_words(game: tt.Game) -> None:
    """Every move has a label and a target, every position a prompt, and the log speaks of most moves."""
    match = tt.Match(game, SEEDS[0], names=["Ana", "Bram", "Chloé", "Dai"][: game.players])
    for _ in walk(match):
        if match.ply % 9 == 0:
            for move in match.legal_moves:
                assert move.label
                assert move.target
                assert match.find(move.text) == move.id
            for viewer in [None, *range(game.players)]:
                view = match.view(viewer)
                assert view["prompt"]["sentence"]
                assert len(view["prompt"]["sentence"].split()) <= 12
                json.dumps(view)
    assert len(match.log) > match.ply // 4
    assert all(line and "None" not in line for line in match.log)
