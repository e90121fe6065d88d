"""Many games at once: the same games however they are cut, and on whatever they run."""

from __future__ import annotations

import numpy as np
import pytest

import tabletown as tt
from tabletown.compile import cuda
from tabletown.compile.drivers import TALLY_SIZE
from tabletown.compile.native import native
from tabletown.lab.simulate import PLY_LIMIT, merge, simulate

GAMES = [tt.rulebook(name).configure(tt.rulebook(name).players[1]) for name in tt.games()]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_batches_may_be_cut_anywhere(game: tt.Game) -> None:
    engine, start = native(game.rulebook), game.start()

    def part(first: int, count: int) -> np.ndarray:
        tally = np.zeros(TALLY_SIZE, np.int64)
        engine.play_many(start, 5, first, count, PLY_LIMIT, tally)
        return tally

    whole = part(0, 40)
    assert merge([part(0, 7), part(7, 20), part(27, 13)]).tolist() == whole.tolist()
    assert simulate(game, 40, seed=5, cores=2).tally.tolist() == whole.tolist()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_report_adds_up(game: tt.Game) -> None:
    found = simulate(game, 30, seed=2).to_json()
    assert found["unfinished"] == 0
    assert found["moves"] == round(found["length"]["mean"] * 30) + found["chance_moves"]
    assert found["length"]["min"] <= found["length"]["mean"] <= found["length"]["max"]
    assert sum(found["wins"]) <= 30.01
    if game.players > 1:
        assert abs(sum(found["wins"]) - 30) < 0.01


def test_bad_numbers_are_refused() -> None:
    game = tt.game("machi-koro", players=2)
    with pytest.raises(tt.BadOption, match="at least 1"):
        simulate(game, 0)
    with pytest.raises(tt.BadOption, match="no device"):
        simulate(game, 1, device="abacus")


@pytest.mark.skipif(cuda.available(), reason="this machine has a GPU")
def test_no_gpu_is_said_in_one_sentence() -> None:
    with pytest.raises(tt.NoDevice, match="no CUDA GPU"):
        simulate(tt.game("machi-koro", players=2), 1, device="cuda")


@pytest.mark.cuda
@pytest.mark.skipif(not cuda.available(), reason="needs a CUDA GPU")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_gpu_plays_the_same_games(game: tt.Game) -> None:
    count = 4096
    engine, start = native(game.rulebook), game.start()
    finals, tally = game.rulebook.state.new(count), np.zeros(TALLY_SIZE, np.int64)
    engine.play_many(start, 9, 0, count, PLY_LIMIT, tally, finals)
    on_gpu, gpu_finals, _ = cuda.engine(game.rulebook).play(game, 9, 0, count, PLY_LIMIT, keep=count)
    assert gpu_finals.tobytes() == finals.tobytes()
    assert on_gpu.tolist() == tally.tolist()
