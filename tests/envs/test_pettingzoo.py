"""PettingZoo's own suites for every game, and what it can't know: rewards, masks, limits."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test

import tabletown as tt
from tabletown.envs import pettingzoo

FIRST = tt.games()[0]
pytestmark = pytest.mark.usefixtures("interpreted")


def test_api_test(table, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its advice that observations with masks might be plain arrays
        api_test(pettingzoo.env(*table), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_seed_test(table):
    seed_test(lambda: pettingzoo.env(*table), num_cycles=30)


@pytest.mark.parametrize("name", tt.games())
def test_render_test(name, capsys):
    render_test(
        lambda render_mode: pettingzoo.env(name, render_mode=render_mode),
        custom_tests={"svg": lambda picture: picture.startswith("<svg")},
    )


def test_a_whole_game_ends_with_everybodys_share(table):
    env = pettingzoo.env(*table)
    env.reset(seed=6)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        if terminated or truncated:
            assert not seen["action_mask"].any()
            env.step(None)
        else:
            assert seen["action_mask"].any()
            env.step(env.action_space(agent).sample(seen["action_mask"]))
    if table[1] > 1:
        assert sum(totals.values()) == pytest.approx(0, abs=1e-5)
        assert max(totals.values()) > 0 or set(totals.values()) == {0.0}


def test_max_cycles_cuts_a_game_off():
    env = pettingzoo.env(FIRST, max_cycles=5)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        assert not terminated
        if truncated:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(seen["action_mask"]))
            steps += 1
    assert steps == 5


def test_those_who_wait_see_the_table_and_may_do_nothing():
    env = pettingzoo.env(FIRST, players=3)
    env.reset(seed=4)
    for agent in env.possible_agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (agent == env.agent_selection)


def test_illegal_actions():
    env = pettingzoo.env(FIRST)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    culprit = env.agent_selection
    raw = pettingzoo.raw_env(FIRST)
    raw.reset(seed=1)
    with pytest.raises(tt.IllegalMove, match="not legal"):
        raw.step(wrong)
    env.step(wrong)
    assert env.rewards[culprit] == -1
    assert all(env.terminations.values())
