"""The step that all environments share: against a match, interpreted against native, and at the end of games."""

from __future__ import annotations

import numpy as np
import pytest

import tabletown as tt
from tabletown.compile.engine import interpreted as interpreted_engine
from tabletown.core.actions import actions, outcomes
from tabletown.envs.batch import Batch
from tabletown.envs.driver import DISABLED, NEXT_STEP, SAME_STEP

FIRST = tt.games()[0]


def quick_game(**options: object) -> tt.Game:
    return tt.game(FIRST, **options)


def arrays(batch: Batch) -> dict[str, np.ndarray]:
    named = {
        "boards": batch.boards.view(np.uint8),
        "seats": batch.episodes["seat"],
        "observations": batch.observations,
        "masks": batch.masks,
        "rewards": batch.rewards,
        "gains": batch.gains,
        "terminated": batch.terminated,
        "truncated": batch.truncated,
    }
    return {name: array.copy() for name, array in named.items()}


def assert_same(first: Batch, second: Batch) -> None:
    for (name, one), other in zip(arrays(first).items(), arrays(second).values(), strict=True):
        np.testing.assert_array_equal(one, other, err_msg=name)


def play_out(batch: Batch, generator: np.random.Generator, limit: int = 20_000) -> int:
    """Random steps until the first game of the batch ends; returns how many."""
    for step in range(1, limit):
        batch.step(batch.sample(generator))
        if batch.terminated[0] or batch.truncated[0]:
            return step
    raise AssertionError("the game did not end")


def test_actions_and_outcomes_share_out_all_moves(table):
    book = tt.rulebook(table[0])
    players, chance = actions(book), outcomes(book)
    assert sorted([*players.move_of, *chance.move_of]) == list(range(len(book.moves)))
    assert all(players.action_of[move] == action for action, move in enumerate(players.move_of))
    assert not any(book.moves.kind_of(int(move)).chance for move in players.move_of)


@pytest.mark.usefixtures("interpreted")
def test_the_batch_plays_what_a_match_plays(table):
    """Same seed, same moves: the same dice, boards, legal moves, observations, and at the end the winners' shares."""
    game = tt.game(*table)
    batch, match = Batch(game, 1, "all", DISABLED), tt.Match(game, seed=11)
    batch.begin(11)
    generator = np.random.default_rng(5)
    for _ in range(150 if table[1] > 2 else 20_000):
        match.play_chance()
        if match.over:
            break
        assert batch.boards.tobytes() == match.position.array.tobytes()
        assert batch.episodes["seat"][0] == match.actor
        assert sorted(batch.actions.move_of[batch.masks[0]]) == sorted(match.legal_ids)
        np.testing.assert_array_equal(batch.observations[0], match.observation(match.actor))
        chosen = batch.sample(generator)
        match.push(int(batch.actions.move_of[chosen[0]]))
        batch.step(chosen)
        assert bool(batch.terminated[0]) == match.over or match.actor == tt.CHANCE
    if match.over and table[1] > 1:
        winners = match.ranking[0]
        assert batch.terminated[0]
        assert batch.gains[0, : table[1]].sum() == pytest.approx(0, abs=1e-6)
        assert [seat for seat in range(table[1]) if batch.gains[0, seat] == batch.gains[0].max()] == winners


@pytest.mark.parametrize("name", tt.games())
def test_native_steps_are_interpreted_steps(name, monkeypatch):
    game = tt.game(name, players=tt.rulebook(name).players[1])
    monkeypatch.delenv("TABLETOWN_ENGINE", raising=False)
    native = Batch(game, 2, seat=None, shaping=0.01)
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
    plain = Batch(game, 2, seat=None, shaping=0.01)
    native.begin(3)
    plain.begin(3)
    generator = np.random.default_rng(1)
    for _ in range(60):
        assert_same(native, plain)
        chosen = native.sample(generator)
        native.step(chosen)
        plain.step(chosen)


def test_however_the_games_are_split_they_are_the_same():
    game = quick_game()
    whole, split = Batch(game, 600, "all", threads=1), Batch(game, 600, "all", threads=3)
    whole.begin(8)
    split.begin(8)
    generator = np.random.default_rng(0)
    for _ in range(200):
        chosen = whole.sample(generator)
        whole.step(chosen)
        split.step(chosen)
    assert_same(whole, split)


def test_samples_are_legal_and_even():
    batch = Batch(quick_game(), 300, "all", DISABLED)
    batch.begin(1)
    generator, places = np.random.default_rng(0), np.arange(300)
    for _ in range(40):
        chosen = batch.sample(generator)
        assert batch.masks[places, chosen].all()
        batch.step(chosen)
    batch.masks[7] = False
    legal = np.flatnonzero(batch.masks[8])
    drawn = [batch.sample(generator)[7:9].tolist() for _ in range(200 * legal.size)]
    assert {first for first, _ in drawn} == {0}
    counts = [sum(second == action for _, second in drawn) for action in legal]
    assert sum(counts) == len(drawn)
    assert all(140 < count < 260 for count in counts)


def test_a_seed_begins_its_stream_anew():
    game = quick_game()
    batch = Batch(game, 4, "all")
    batch.begin(1)
    first = arrays(batch)
    batch.begin()
    assert (batch.episodes["game"] == np.arange(4) + 4).all()
    batch.begin(1)
    for name, array in arrays(batch).items():
        np.testing.assert_array_equal(array, first[name], err_msg=name)


# ------------------------------------------------------------------ the end of a game


def test_same_step_begins_the_next_game_at_once():
    batch = Batch(quick_game(), 3, 0, SAME_STEP)
    batch.begin(2)
    play_out(batch, np.random.default_rng(2))
    assert batch.terminated[0]
    assert batch.rewards[0] in (-1.0, 0.0, 1.0)
    assert batch.episodes["game"][0] == 3
    assert batch.masks[0].any()
    assert (batch.last_observations[0] != batch.observations[0]).any()


def test_next_step_shows_the_end_first():
    batch = Batch(quick_game(), 1, 0, NEXT_STEP)
    batch.begin(2)
    play_out(batch, np.random.default_rng(2))
    assert batch.episodes["over"][0] == 1
    assert not batch.masks[0].any()
    batch.step([0])
    assert not batch.terminated[0]
    assert batch.rewards[0] == 0
    assert batch.episodes["game"][0] == 1
    assert batch.masks[0].any()


def test_without_autoreset_an_ended_game_stays_as_it_is():
    batch = Batch(quick_game(), 2, 0, DISABLED)
    batch.begin(2)
    play_out(batch, np.random.default_rng(2))
    before = batch.boards[0].tobytes()
    batch.step(batch.sample(np.random.default_rng(0)))
    assert batch.boards[0].tobytes() == before
    assert batch.rewards[0] == 0
    batch.begin(which=np.array([True, False]))
    assert not batch.terminated[0]
    assert batch.episodes["game"].tolist() == [2, 1]


def test_an_illegal_action_loses():
    game = quick_game(players=4)
    for wrong in (-1, actions(game.rulebook).count, None):
        batch = Batch(game, 1, 2, DISABLED)
        batch.begin(4)
        chosen = int(np.flatnonzero(~batch.masks[0])[0]) if wrong is None else wrong
        batch.step([chosen])
        assert batch.terminated[0]
        assert batch.episodes["illegal"][0] == 1
        np.testing.assert_allclose(batch.gains[0], [1 / 3, 1 / 3, -1, 1 / 3], rtol=1e-6)


def test_a_long_game_is_cut_off():
    batch = Batch(quick_game(), 1, "all", DISABLED, max_plies=30)
    batch.begin(4)
    play_out(batch, np.random.default_rng(0))
    assert batch.truncated[0]
    assert not batch.terminated[0]
    assert 30 <= batch.episodes["ply"][0] < 40
    assert (batch.gains == 0).all()


def test_shaping_pays_the_lead_in_the_end():
    """The payments of a game add up to the share of the win and so much for each point of the final lead."""
    game = quick_game()
    batch = Batch(game, 1, 0, DISABLED, shaping=0.01)
    batch.begin(6)
    generator, total = np.random.default_rng(3), 0.0
    while not batch.terminated[0]:
        batch.step(batch.sample(generator))
        total += float(batch.rewards[0])
    rules = interpreted_engine(game.rulebook)
    mine, other = (rules.score(batch.boards, seat) for seat in (0, 1))
    won = 1.0 if rules.place(batch.boards, 0) == 1 else -1.0
    assert total == pytest.approx(won + 0.01 * (mine - other), abs=1e-4)


def test_the_learner_sits_where_it_is_told():
    game = quick_game(players=4)
    fixed, drawn = Batch(game, 40, 3), Batch(game, 40, None)
    for batch in (fixed, drawn):
        batch.begin(9)
        batch.step(batch.sample(np.random.default_rng(0)))
    assert set(fixed.episodes["seat"]) == {3}
    assert set(drawn.episodes["seat"]) == {0, 1, 2, 3}


@pytest.mark.usefixtures("interpreted")
def test_alone_the_return_is_the_games_own_result():
    for name in tt.games():
        book = tt.rulebook(name)
        if book.players[0] > 1:
            continue
        batch = Batch(book.configure(1), 1, 0, DISABLED)
        batch.begin(1)
        play_out(batch, np.random.default_rng(7))
        rules = interpreted_engine(book)
        if book.solo_can_be_lost:
            assert batch.rewards[0] == (1 if rules.place(batch.boards, 0) == 1 else -1)
        else:
            points = rules.score(batch.boards, 0)
            assert batch.rewards[0] == pytest.approx(points / (abs(points) + 50))
            assert -1 < batch.rewards[0] < 1


@pytest.mark.usefixtures("interpreted")
def test_a_game_that_declares_no_secrets_has_none(table):
    """Such a game is observed without a redacted copy, so redaction must not change it."""
    game = tt.game(*table)
    if game.rulebook.secrets:
        pytest.skip("this game has secrets and is observed through redacted copies")
    batch, rules = Batch(game, 1, "all"), interpreted_engine(game.rulebook)
    batch.begin(1)
    generator = np.random.default_rng(0)
    for _ in range(60):
        for viewer in range(-1, game.players):
            redacted = batch.boards.copy()
            rules.redact(redacted, viewer)
            assert redacted.tobytes() == batch.boards.tobytes()
        batch.step(batch.sample(generator))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "whole number from 1 on"),
        ({"seat": 2}, "seat is 0 to 1"),
        ({"seat": "both"}, "seat is 0 to 1"),
        ({"max_plies": 0}, "limit of plies"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(wrong, sentence):
    with pytest.raises(tt.BadOption, match=sentence):
        Batch(quick_game(), **wrong)
