"""The native batch as a `VecEnv`: a learner of sb3-contrib takes it, and masked learning works."""

from __future__ import annotations

import numpy as np
import pytest

sb3_contrib = pytest.importorskip("sb3_contrib")

import tabletown as tt  # noqa: E402
from tabletown.envs.sb3 import VecGames  # noqa: E402

FIRST = tt.games()[0]


def test_the_ends_of_episodes_are_told_as_sb3_wants_them():
    envs = VecGames(FIRST, 8, seed=3)
    seen = envs.reset()
    assert seen.dtype == np.float32
    generator, episodes = np.random.default_rng(0), []
    for _ in range(1500):
        masks = np.stack(envs.env_method("action_masks"))
        seen, _, ended, infos = envs.step((masks * generator.random(masks.shape)).argmax(1))
        for index in np.flatnonzero(ended):
            assert infos[index]["terminal_observation"].shape == seen[index].shape
            assert not infos[index]["TimeLimit.truncated"]
            episodes.append(infos[index]["episode"])
        if len(episodes) > 10:
            break
    assert {episode["r"] for episode in episodes} == {-1.0, 1.0}
    assert all(episode["l"] > 10 for episode in episodes)


def test_a_masked_learner_plays_only_legal_moves():
    envs = VecGames(FIRST, 4, seed=1)
    model = sb3_contrib.MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=64, n_epochs=1, seed=1)
    model.learn(512)
    assert model.num_timesteps >= 512
    assert not envs.batch.episodes["illegal"].any()
