"""Intervals hold the truth as often as they say, and estimates that should agree do."""

from __future__ import annotations

import numpy as np
import pytest

from tabletown.lab import stats

SAMPLES = 1000


def covered(intervals: list[tuple[float, float]], truth: float) -> float:
    return float(np.mean([low <= truth <= high for low, high in intervals]))


def bounds(found: stats.Estimate) -> tuple[float, float]:
    return found.low, found.high


@pytest.fixture
def chance() -> np.random.Generator:
    return np.random.default_rng(5)


@pytest.mark.parametrize("truth", [0.5, 0.12])
def test_shares(truth: float, chance: np.random.Generator) -> None:
    found = [bounds(stats.share((chance.random(400) < truth).astype(float))) for _ in range(SAMPLES)]
    assert 0.93 <= covered(found, truth) <= 0.97


def test_means_and_quantiles(chance: np.random.Generator) -> None:
    drawn = chance.gamma(4, 3, (SAMPLES, 300))
    assert 0.93 <= covered([bounds(stats.mean(row)) for row in drawn], 12) <= 0.97
    median = float(np.median(chance.gamma(4, 3, 10**6)))
    assert 0.925 <= covered([bounds(stats.quantile(row, 0.5)) for row in drawn], median) <= 0.975


def test_differences(chance: np.random.Generator) -> None:
    common = chance.normal(0, 1, (SAMPLES, 300))
    one, other = (common + chance.normal(mean, 0.5, common.shape) for mean in (0.0, 0.2))
    found = [stats.paired(a, b) for a, b in zip(one, other, strict=True)]
    assert 0.93 <= covered([bounds(entry) for entry in found], 0.2) <= 0.97
    assert 4 < np.mean([entry.saved for entry in found]) < 6
    plain = [stats.welch(stats.mean(a), stats.mean(b)) for a, b in zip(one, other, strict=True)]
    assert covered([bounds(entry) for entry in plain], 0.2) > 0.97  # what belongs together was taken apart
    assert np.allclose([entry.value for entry in found], [entry.value for entry in plain])


def test_differences_of_shares(chance: np.random.Generator) -> None:
    found = [
        stats.newcombe(*(stats.share((chance.random(300) < truth).astype(float)) for truth in (0.3, 0.4)))
        for _ in range(SAMPLES)
    ]
    assert 0.93 <= covered([bounds(entry) for entry in found], 0.1) <= 0.97


def test_the_jackknife(chance: np.random.Generator) -> None:
    found = []
    for _ in range(300):
        values = chance.integers(0, 13, 1280)
        sums = stats.block_sums(values, np.arange(1280) % stats.BLOCKS)
        counts = np.full(stats.BLOCKS, 1280 // stats.BLOCKS)
        found.append(stats.jackknife([sums, counts], lambda total, games: total / games)[1:])
    assert 0.925 <= covered(found, 6) <= 0.975


def test_many_at_once(chance: np.random.Generator) -> None:
    """Of things that do nothing, Holm's correction calls any clear about once in twenty times."""
    wrong = 0
    for _ in range(150):
        entries = {str(n): stats.paired(np.zeros(200), chance.normal(0, 1, 200)) for n in range(15)}
        wrong += bool(stats.holm(entries))
    assert wrong <= 15
    sure = {"good": stats.Difference(0.2, 0.19, 0.21, 9), "nothing": stats.Difference(0.001, -0.01, 0.012, 9)}
    assert stats.holm(sure) == {"good"}


def clustered(chance: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Two seats of a game, of which one wins; whoever holds a thing wins 65 of 100 games against who does not."""
    holds = chance.random((games, 2)) < 0.4
    likely = np.where(holds[:, 0] == holds[:, 1], 0.5, np.where(holds[:, 0], 0.65, 0.35))
    first = chance.random(games) < likely
    return holds, np.stack([first, ~first], axis=1)


def test_shares_of_seats_that_hang_together(chance: np.random.Generator) -> None:
    """Both seats of a game can hold the thing, and one of them wins; the interval counts games."""
    won_with = 0.4 * 0.5 + 0.6 * 0.65
    won_without = 0.6 * 0.5 + 0.4 * 0.35
    shares, differences = [], []
    for _ in range(SAMPLES):
        holds, won = clustered(chance, 300)
        having, lacking = ((won * h).sum(axis=1) for h in (holds, ~holds))
        counts = [h.sum(axis=1) for h in (holds, ~holds)]
        shares.append(bounds(stats.ratio(counts[0], np.full(300, 2))))
        differences.append(bounds(stats.ratio_difference((lacking, counts[1]), (having, counts[0]))))
    assert 0.93 <= covered(shares, 0.4) <= 0.97
    assert 0.93 <= covered(differences, won_with - won_without) <= 0.97


def test_plain_adjusted_and_paired_estimates_agree(chance: np.random.Generator) -> None:
    """A change adds three points; luck decides most of a game. All three estimates find it, with narrower intervals."""
    plain, adjusted, paired, saved = [], [], [], []
    for _ in range(SAMPLES // 2):
        luck = chance.normal(0, 0.2, 2000)
        skill = chance.random(2000)
        before, after = ((skill + 2 * luck < limit).astype(float) for limit in (0.5, 0.53))
        plain.append(stats.share(before))
        found, fewer = stats.adjusted(before, luck)
        adjusted.append(found)
        saved.append(fewer)
        paired.append(stats.paired(before, after))
    wide = chance.normal(0, 0.4, 10**6)
    truth = [float((np.clip(limit - wide, 0, 1)).mean()) for limit in (0.5, 0.53)]
    assert 0.93 <= covered([bounds(entry) for entry in plain], truth[0]) <= 0.97
    assert 0.93 <= covered([bounds(entry) for entry in adjusted], truth[0]) <= 0.97
    assert 0.93 <= covered([bounds(entry) for entry in paired], truth[1] - truth[0]) <= 0.97
    assert np.mean([entry.value for entry in plain]) == pytest.approx(np.mean([e.value for e in adjusted]), abs=0.002)
    assert np.mean(saved) > 1.5
    assert np.mean([e.half_width for e in adjusted]) < np.mean([e.half_width for e in plain])


def test_what_luck_explains(chance: np.random.Generator) -> None:
    truth, found = 0.36, []
    for _ in range(SAMPLES):
        luck = chance.normal(0, 1, 300)
        found.append(bounds(stats.correlation(0.6 * luck + 0.8 * chance.normal(0, 1, 300), luck)))
    assert 0.93 <= covered(found, truth) <= 0.97
