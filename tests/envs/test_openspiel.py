"""OpenSpiel's own simulation test for every game, its search against our bot, and secrets in information states."""

from __future__ import annotations

import copy
import pickle
import re

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import tabletown as tt  # noqa: E402
from tabletown.envs import openspiel  # noqa: E402

FIRST = tt.games()[0]
pytestmark = pytest.mark.usefixtures("interpreted")


def load(name: str, players: int, **options: object) -> openspiel.SpielGame:
    return pyspiel.load_game(openspiel.short_name(tt.rulebook(name)), {"players": players, **options})


def step_randomly(state, generator):
    if state.is_chance_node():
        found, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(generator.choice(found, p=chances)))
    else:
        state.apply_action(int(generator.choice(state.legal_actions())))


def test_random_sim_test(table):
    pyspiel.random_sim_test(load(*table), num_sims=1, serialize=True, verbose=False)


def test_every_table_is_registered(table):
    game = load(*table)
    assert game.num_players() == table[1]
    assert game.get_type().short_name in pyspiel.registered_names()
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_options_are_parameters():
    book = tt.rulebook(FIRST)
    flag = next(option for option in book.options if option.type == "flag")
    game = load(FIRST, 2, **{flag.name: not flag.default})
    assert game.game.options[flag.name] is not flag.default
    with pytest.raises(Exception, match="players"):
        load(FIRST, 99)


def test_the_same_moves_make_the_same_match(table):
    """A line of play in OpenSpiel, replayed as a match: the same positions, actors and chances."""
    game, generator = load(*table), np.random.default_rng(3)
    state, match = game.new_initial_state(), tt.Match(game.game)
    for _ in range(40):
        if state.is_terminal():
            break
        assert state.position.tobytes() == match.position.array.tobytes()
        assert (match.actor == tt.CHANCE) == state.is_chance_node()
        assert {state.action_to_string(action) for action in state.legal_actions()} == {
            m.text for m in match.legal_moves
        }
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        step_randomly(state, generator)
        match.push(state.action_to_string(state.full_history()[-1].player, state.full_history()[-1].action))


def test_copies_are_states_of_their_own():
    state, generator = load(FIRST, 2).new_initial_state(), np.random.default_rng(0)
    for _ in range(9):
        step_randomly(state, generator)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert (str(twin), twin.history()) == (str(state), state.history())
        assert twin.information_state_string(0) == state.information_state_string(0)
        before = str(state)
        step_randomly(twin, generator)
        assert str(state) == before


def test_secret_moves_are_secret_in_information_states(table):
    """What one seat alone may know of a move stands in its own information state and in no other."""
    if not tt.rulebook(table[0]).secrets or table[1] == 1:
        pytest.skip("nothing is hidden at this table")
    game, generator = load(*table), np.random.default_rng(1)
    state, hidden = game.new_initial_state(), 0
    for _ in range(60):
        if state.is_terminal():
            break
        before = state.position.copy()
        known = [state.information_state_string(seat) for seat in range(table[1])]
        step_randomly(state, generator)
        last = state.full_history()[-1]
        text = state.action_to_string(last.player, last.action)
        move = game.game.moves.id_of(text)
        owner = game.rules.engine.known_to(before, move)
        for seat in range(table[1]):
            news = state.information_state_string(seat)
            assert news.startswith(known[seat])
            news = re.sub(r"( \d+:\d+)+$", "", news[len(known[seat]) :].strip())  # the changes it sees on the board
            if owner in (tt.core.move.EVERYBODY, seat):
                assert news == text
            else:
                assert news == f"{text.split()[0]} ?"
                hidden += 1
    assert hidden > 0 or owner is not None


SECRETS = {"mint-works": {}, "little-town": {}, "mine-carts": {"hidden_ore": True}}


def secret_twins(state, seat: int) -> tuple | None:
    """Two states that differ by a move that the seat can't see, if the next move is such a one."""
    game, rules = state.get_game(), state.get_game().rules.engine
    if state.current_player() == seat or len(state.legal_actions()) < 2:
        return None
    moves = [game.game.moves.id_of(state.action_to_string(action)) for action in state.legal_actions()]
    if any(rules.known_to(state.position, move) in (tt.core.move.EVERYBODY, seat) for move in moves[:2]):
        return None
    twins = state.clone(), state.clone()
    for twin, action in zip(twins, state.legal_actions(), strict=False):
        twin.apply_action(action)
    return twins


def all_seen(state, seat: int) -> tuple:
    """What the seat is shown now; equal information states must show the same."""
    mine = state.current_player() == seat
    return state.observation_tensor(seat), state.observation_string(seat), mine and state.legal_actions()


@pytest.mark.parametrize("name", SECRETS)
def test_information_states_recall_all_that_was_seen(name):
    """A secret move tells a seat nothing. Two games that differ by it look the same as long as their information
    states are equal, and what brings the difference to light is never forgotten.
    """
    generator, game = np.random.default_rng(1), load(name, 2, **SECRETS[name])
    state, told = game.new_initial_state(), 0
    for _ in range(5000):
        state = game.new_initial_state() if state.is_terminal() else state
        twins = secret_twins(state, 0)
        step_randomly(state, generator)
        if twins is not None:
            first, second = twins
            assert first.information_state_string(0) == second.information_state_string(0)
            assert first.information_state_string(1) != second.information_state_string(1)
            told += play_alike(first, second, generator)
        if told == 3:
            break
    assert told > 0


def play_alike(first, second, generator) -> bool:
    """The same moves in both as long as they are legal; returns whether the seat learns of the difference."""
    told = False
    while not first.is_terminal() and not second.is_terminal():
        same = first.information_state_string(0) == second.information_state_string(0)
        assert not (same and told)
        told = told or not same
        if same:
            assert all_seen(first, 0) == all_seen(second, 0)
        shared = sorted(set(first.legal_actions()) & set(second.legal_actions()))
        if not shared or first.current_player() != second.current_player():
            break
        action = int(generator.choice(shared))
        first.apply_action(action)
        second.apply_action(action)
    return told or first.information_state_string(0) != second.information_state_string(0)


def test_only_strings_recall_everything():
    game = load(FIRST, 2)
    assert game.get_type().provides_information_state_string
    assert not game.get_type().provides_information_state_tensor
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    state = game.new_initial_state()
    assert observer.tensor is None
    assert observer.string_from(state, 1) == state.information_state_string(1)


def test_observations_are_those_of_a_match(table):
    game, generator = load(*table), np.random.default_rng(2)
    state, match = game.new_initial_state(), tt.Match(game.game)
    for _ in range(25):
        if state.is_terminal():
            break
        step_randomly(state, generator)
        last = state.full_history()[-1]
        match.push(state.action_to_string(last.player, last.action))
        for seat in range(table[1]):
            np.testing.assert_array_equal(state.observation_tensor(seat), match.observation(seat))


def test_openspiels_search_plays_our_bot(monkeypatch):
    from open_spiel.python.algorithms import mcts

    monkeypatch.delenv("TABLETOWN_ENGINE")
    game, generator = load(FIRST, 2), np.random.RandomState(4)
    search = mcts.MCTSBot(game, 1.4, 2, mcts.RandomRolloutEvaluator(1, generator), random_state=generator)
    ours = openspiel.SpielBot("greedy", seat=1)
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            step_randomly(state, generator)
        else:
            state.apply_action((search, ours)[state.current_player()].step(state))
            decisions += 1
    assert decisions > 10
    assert sum(state.returns()) == 0
