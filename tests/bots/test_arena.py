"""The arena: who sits where, the same games however they are split, results kept and told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown.lab import batches
from tabletown.lab.arena import arena, seatings
from tabletown.lab.arena_results import Played
from tabletown.lab.experiment import Experiment
from tabletown.lab.ratings import interval, rate

pytestmark = pytest.mark.usefixtures("interpreted")

GAME = tt.game("mine-carts", players=2)


def told(result: object) -> list[tuple[object, ...]]:
    return [(row.number, row.seats, row.places, row.scores, row.moves) for row in result.games]  # type: ignore[attr-defined]


# ------------------------------------------------------------------ seats


@pytest.mark.parametrize(
    ("bots", "players", "count"),
    [
        (["a", "b"], 2, 2),
        (["a", "b", "c"], 2, 6),
        (["a", "b"], 4, 14),
        (["a", "b", "b", "b"], 4, 4),
        (["a", "b", "c", "d"], 3, 24),
    ],
)
def test_every_bot_sits_in_every_seat_equally_often(bots: list[str], players: int, count: int) -> None:
    tables = seatings(bots, players)
    assert len(tables) == len(set(tables)) == count
    for name in set(bots):
        at = Counter(seat for table in tables for seat, who in enumerate(table) if who == name)
        assert len(at) == players
        assert len(set(at.values())) == 1


# ------------------------------------------------------------------ the same games however they are split


def test_results_do_not_depend_on_workers() -> None:
    one = arena(GAME, ["greedy", "random"], 6, seed=5, jobs=1)
    two = arena(GAME, ["greedy", "random"], 6, seed=5, jobs=2)
    assert told(one) == told(two)
    assert [row.number for row in one.games] == list(range(6))
    other = arena(GAME, ["greedy", "random"], 6, seed=6, jobs=1)
    assert told(other) != told(one)


@pytest.mark.flaky(reruns=3, only_rerun="timed out during startup")  # Ray gives itself 30 seconds, however busy
def test_a_cluster_gives_the_same_results() -> None:
    ray = pytest.importorskip("ray")
    experiment = Experiment(GAME.name, players=2, who="random", games=3, ask=["seats", "cards"])
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        far = arena(GAME, ["greedy", "random"], 4, seed=5, jobs=1, cluster="auto")
        answered = experiment.run(cluster="auto")
    finally:
        ray.shutdown()
    assert answered.to_json() == experiment.run(cores=1).to_json()
    assert told(far) == told(arena(GAME, ["greedy", "random"], 4, seed=5, jobs=1))


def test_batches_come_back_in_order() -> None:
    pieces = list(batches.in_batches(list(range(10)), seconds_each=batches.BATCH_SECONDS / 4))
    assert [len(piece) for piece in pieces] == [4, 4, 2]
    assert list(batches.run(sum, pieces, jobs=2)) == [6, 22, 17]
    with pytest.raises(tt.BadOption):
        list(batches.run(sum, pieces, jobs=0))


# ------------------------------------------------------------------ keeping results


def test_an_arena_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena(GAME, ["greedy", "random"], 3, seed=5, jobs=1, results=file)
    begun = file.read_text()
    assert len(begun.splitlines()) == 4
    file.write_text(begun + '{"number": 3, "sea')  # the machine stopped while it wrote
    counted: list[int] = []
    whole = arena(GAME, ["greedy", "random"], 5, seed=5, jobs=1, results=file, progress=counted.append)
    assert file.read_text().startswith(begun)
    assert counted[0] == 3
    assert sum(counted) == 5
    assert told(whole) == told(arena(GAME, ["greedy", "random"], 5, seed=5, jobs=1))


def test_a_file_of_another_arena_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena(GAME, ["random"], 1, seed=5, jobs=1, results=file)
    before = file.read_text()
    with pytest.raises(tt.BadOption, match="another arena"):
        arena(GAME, ["random"], 1, seed=6, jobs=1, results=file)
    assert file.read_text() == before
    file.write_text("a letter to my aunt\n")
    with pytest.raises(tt.BadOption, match="not a file of arena results"):
        arena(GAME, ["random"], 1, seed=5, jobs=1, results=file)


@pytest.mark.parametrize(("bots", "games"), [(["random"], 0), ([], 5), (["nobody"], 5)])
def test_bad_settings_are_refused(bots: list[str], games: int) -> None:
    with pytest.raises(ValueError):
        arena(GAME, bots, games, jobs=1)


# ------------------------------------------------------------------ telling results


def test_results_as_table_json_and_picture(tmp_path: Path) -> None:
    result = arena(GAME, ["greedy", "random"], 8, seed=2, jobs=1)
    data = json.loads(json.dumps(result.to_json()))
    assert data["games"] == 8
    assert sum(line["wins"] * line["games"] for line in data["bots"]) == pytest.approx(8)
    assert sum(data["wins_by_seat"]) == pytest.approx(1)
    for line in data["bots"]:
        assert line["wins_95"][0] <= line["wins"] <= line["wins_95"][1]
        assert line["rating_95"][0] <= line["rating"] + 1e-6
    assert data["bots"][0]["rating"] >= data["bots"][1]["rating"]
    assert result.table().row_count == 2
    drawn = result.plot(tmp_path / "arena.svg").read_text()
    assert drawn.startswith("<svg")
    assert "greedy" in drawn
    assert result.plot(tmp_path / "arena.png").read_bytes()[:4] == b"\x89PNG"
    with pytest.raises(tt.BadOption):
        result.plot(tmp_path / "arena.txt")


def test_a_shared_win_is_split() -> None:
    row = Played(0, ["a", "b", "c"], [1, 1, 3], [5, 5, 2], [1, 1, 1], [0.0, 0.0, 0.0], 9)
    assert [row.win_share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]


# ------------------------------------------------------------------ ratings


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    """Games drawn from the model itself: 400 points are odds of ten to one."""
    strengths = {"a": 200.0, "b": 0.0, "c": -200.0}
    generator = np.random.default_rng(1)
    tables = []
    for one, two in [("a", "b"), ("b", "c"), ("a", "c")] * 400:
        chance = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        tables.append(([one, two], [1, 2] if generator.random() < chance else [2, 1]))
    rated = {r.name: r for r in rate(["a", "b", "c"], tables)}
    for name, strength in strengths.items():
        assert rated[name].points == pytest.approx(1500 + strength, abs=40)
        assert rated[name].low < rated[name].points < rated[name].high
        assert rated[name].high - rated[name].low < 120


def test_ratings_of_one_who_always_wins_are_finite() -> None:
    rated = rate(["a", "b"], [(["a", "b"], [1, 2])] * 30)
    assert [r.name for r in rated] == ["a", "b"]
    assert 400 < rated[0].points - rated[1].points < 3000


def test_equal_bots_are_rated_equal() -> None:
    rated = rate(["a", "b"], [(["a", "b"], [1, 1])] * 10 + [(["a", "b"], [1, 2]), (["b", "a"], [1, 2])])
    assert rated[0].points == pytest.approx(rated[1].points, abs=1e-6)


def test_the_interval_of_a_share() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert interval(0.0, 0) == (0.0, 1.0)
    assert interval(1.0, 50)[1] == pytest.approx(1)
