"""Gymnasium's and Stable-Baselines3's own checks, and what our environments add to the interface."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import tabletown as tt  # noqa: E402
from tabletown.envs.gymnasium import Env, VectorEnv  # noqa: E402

FIRST = tt.games()[0]


@pytest.mark.usefixtures("interpreted")
def test_check_env_of_gymnasium(table):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(Env(*table, max_plies=100_000), skip_render_check=True)


@pytest.mark.usefixtures("interpreted")
def test_check_env_of_stable_baselines3(table):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(Env(*table))
    checker.check_env(Env(*table, dtype=np.float32))


@pytest.mark.usefixtures("interpreted")
def test_an_episode_stays_in_its_spaces_and_ends(table):
    env = Env(*table, seat=None)
    seen, info = env.reset(seed=5)
    ended = False
    while not ended:
        assert seen in env.observation_space
        assert info["action_mask"].any()
        assert (info["action_mask"] == env.action_masks()).all()
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        ended = terminated or truncated
    assert terminated
    assert -1 <= reward <= 1
    assert reward == pytest.approx(info["returns"][info["seat"]])


@pytest.mark.usefixtures("interpreted")
def test_every_game_can_be_made_by_name(table):
    name, players = table
    env = gymnasium.make(f"tabletown/{name}-v{tt.rulebook(name).version}", players=players)
    env.reset(seed=1)
    envs = gymnasium.make_vec(f"tabletown/{name}-v{tt.rulebook(name).version}", num_envs=3, players=players)
    assert isinstance(envs.unwrapped, VectorEnv)
    seen, infos = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert infos["action_mask"].shape == (3, env.action_space.n)


@pytest.mark.usefixtures("interpreted")
def test_pictures_of_a_board():
    env = Env(FIRST, render_mode="svg")
    env.reset(seed=2)
    assert env.render().startswith("<svg")
    env.render_mode = "rgb_array"
    pixels = env.render()
    assert (pixels.dtype, pixels.ndim, pixels.shape[2]) == (np.uint8, 3, 3)
    assert pixels.std() > 10


@pytest.mark.usefixtures("interpreted")
def test_words_of_a_board(capsys):
    env = Env(FIRST, render_mode="ansi")
    env.reset(seed=2)
    assert env.render().startswith(tt.rulebook(FIRST).title)
    env.render_mode = "human"
    assert env.render() is None
    assert tt.rulebook(FIRST).title in capsys.readouterr().out


# ------------------------------------------------------------------ opponents


@pytest.mark.usefixtures("interpreted")
def test_bots_by_name_take_the_other_seats():
    """The same game twice is the same, and the learner is asked only when it is its turn."""
    episodes = []
    for _ in range(2):
        env = Env(FIRST, 3, seat=1, opponents=["greedy", "random"])
        seen, info = env.reset(seed=3)
        story = [seen.tobytes()]
        for _ in range(12):
            seen, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            story.append(seen.tobytes())
            assert info["seat"] == 1
            assert not terminated
            assert not truncated
        episodes.append(story)
    assert episodes[0] == episodes[1]


@pytest.mark.usefixtures("interpreted")
def test_a_game_against_bots_pays_at_its_end():
    env = Env(FIRST, opponents="greedy", seat=None)
    _, info = env.reset(seed=8)
    total, ended, generator = 0.0, False, np.random.default_rng(1)
    while not ended:
        _, reward, terminated, truncated, info = env.step(generator.choice(np.flatnonzero(info["action_mask"])))
        total += reward
        ended = terminated or truncated
    assert terminated
    assert total in (-1.0, 0.0, 1.0)


@pytest.mark.usefixtures("interpreted")
def test_wrong_settings_are_refused_in_a_sentence():
    from tabletown.bots import UnknownBot

    with pytest.raises(tt.BadOption, match="2 opponents are needed"):
        Env(FIRST, 3, opponents=["random"])
    with pytest.raises(tt.BadOption, match="render mode"):
        Env(FIRST, render_mode="hologram")
    with pytest.raises(tt.BadOption, match="int16 or float32"):
        Env(FIRST, dtype=np.int64)
    with pytest.raises(tt.BadOption, match="has no option"):
        Env(FIRST, colour="red")
    with pytest.raises(tt.BadOption, match="already"):
        Env(tt.game(FIRST), players=2)
    with pytest.raises(UnknownBot):
        Env(FIRST, opponents="nobody").reset(seed=1)


# ------------------------------------------------------------------ thousands at once


def random_actions(generator, masks):
    return (masks * generator.random(masks.shape)).argmax(1)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_env_declares_and_keeps_its_mode(mode):
    envs = VectorEnv(FIRST, 16, seat="all", autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is mode
    seen, infos = envs.reset(seed=1)
    generator = np.random.default_rng(0)
    for _ in range(2000):
        seen, rewards, terminated, truncated, infos = envs.step(random_actions(generator, infos["action_mask"]))
        if terminated.any():
            break
    assert seen in envs.observation_space
    assert rewards.dtype == np.float32
    which = int(np.flatnonzero(terminated)[0])
    assert infos["_returns"][which]
    assert infos["returns"][which].sum() == pytest.approx(0)
    assert infos["action_mask"][which].any() == (mode is AutoresetMode.SAME_STEP)
    assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP)
    if mode is AutoresetMode.SAME_STEP:
        assert infos["final_obs"][which] in envs.single_observation_space
    if mode is AutoresetMode.DISABLED:
        envs.reset(options={"reset_mask": terminated | truncated})
    else:
        envs.step(random_actions(generator, infos["action_mask"]))
    assert envs.batch.masks[which].any()
    envs.close()


def test_gymnasiums_own_wrapper_counts_our_episodes():
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    envs = RecordEpisodeStatistics(VectorEnv(FIRST, 8, autoreset_mode=AutoresetMode.NEXT_STEP))
    _, infos = envs.reset(seed=3)
    generator = np.random.default_rng(0)
    for _ in range(3000):
        _, _, terminated, _, infos = envs.step(random_actions(generator, infos["action_mask"]))
        if terminated.any():
            break
    assert set(infos["episode"]["r"][terminated]) <= {-1.0, 0.0, 1.0}


def test_what_is_returned_is_the_callers_own():
    envs = VectorEnv(FIRST, 4, dtype=np.float32)
    seen, infos = envs.reset(seed=1)
    kept, masks = seen.copy(), infos["action_mask"].copy()
    for _ in range(10):
        envs.step(random_actions(np.random.default_rng(0), envs.batch.masks))
    assert seen.dtype == np.float32
    assert (seen == kept).all()
    assert (infos["action_mask"] == masks).all()
    shared = VectorEnv(FIRST, 4, copy=False)
    assert shared.reset(seed=1)[0] is shared.batch.observations


def test_one_env_and_a_vector_of_one_play_the_same_game():
    env, envs = Env(FIRST, seat=1), VectorEnv(FIRST, 1, seat=1, autoreset_mode=AutoresetMode.DISABLED)
    one, info = env.reset(seed=77)
    many, _ = envs.reset(seed=77)
    generator = np.random.default_rng(0)
    for _ in range(50):
        assert (one == many[0]).all()
        action = int(generator.choice(np.flatnonzero(info["action_mask"])))
        one, reward, terminated, _, info = env.step(action)
        many, rewards, ended, _, _ = envs.step(np.array([action]))
        assert (reward, terminated) == (rewards[0], ended[0])
        if terminated:
            break
