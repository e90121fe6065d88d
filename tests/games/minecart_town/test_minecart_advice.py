"""Arrange for me: the proposal is playable and as good as it gets in small towns."""

import itertools

import pytest
from minecart_towns import cubes, final_round, fresh, load, phase, play, town, transport

from tabletown.games.minecart_town.advice import plan, propose


def follow(m, seat=0):
    moves = propose(m, seat)
    for move in moves:
        m.push(move)
    return moves


def test_cubes_go_where_they_are_worth_most():
    m = town(("wheat_field", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), ("EW", 0, 6), ("bog", 0, 7), ("ESW", 1, 3), ("grocer", 2, 3), waiting=True)
    load(m, "wheat_field", wheat=3)
    load(m, "bog", coal=2)
    transport(m)
    assert plan(m.position).points == 12
    follow(m)
    assert cubes(m, "bakery") == {"wheat": 2, "coal": 2}
    assert cubes(m, "wheat_field") == {"wheat": 1}


def test_nothing_to_gain_leaves_everything():
    m = town(("EW", 0, 2), ("cafe", 0, 3), waiting=True)
    load(m, "forest", wood=2)
    transport(m)
    before = cubes(m, "forest")
    follow(m)
    assert cubes(m, "forest") == before
    assert propose(m, 0) == []  # it is the other player's turn now


def test_the_final_round_converts_too():
    m = town(("wheat_field", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), ("EW", 0, 6), ("bog", 0, 7), ("EW", 0, 8), ("granary", 0, 9))
    load(m, "wheat_field", wheat=3)
    load(m, "bog", coal=2)
    final_round(m)
    assert plan(m.position).points == 12 + 2
    follow(m)
    assert m.position.vp[0] >= 12
    if not m.over:
        m.push("done")
    assert m.scores == [14]


def test_a_full_ranch_beats_single_sales():
    m = town(("meadow", 0, 3), ("EW", 0, 4), ("ranch", 0, 5), ("EW", 0, 6), ("dairy", 0, 7), ("barn", 0, 9), ("EW", 0, 8))
    load(m, "meadow", sheep=3)
    load(m, "barn", sheep=5)
    final_round(m)
    assert plan(m.position).points == 30


@pytest.mark.parametrize("expert", [[], [0]])
def test_proposals_are_playable_in_whole_games(expert):
    asked = 0
    for seed in range(20):
        m = fresh(2, seed, expert=expert)
        while not m.over:
            if phase(m) in ("pick", "loop") and propose(m, m.actor):
                asked += 1
                for move in propose(m, m.actor):
                    m.push(move)
            else:
                m.push(m.random_move())
    assert asked > 3


def test_no_arrangement_of_a_small_town_is_better():
    """Every split of the cubes over three converters, tried one by one."""
    best = 0
    for bakery, distillery in itertools.product(range(4), repeat=2):
        wheat, coal = 5 - bakery - 2 * distillery, 3 - bakery - distillery
        if wheat >= 0 and coal >= 0:
            best = max(best, 6 * bakery + 9 * distillery + 5 * min(2, wheat // 2))
    m = town(("marshlands", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), ("EW", 0, 6), ("distillery", 0, 7), ("EW", 0, 8), ("grocer", 0, 9), waiting=True)
    load(m, "marshlands", wheat=2, coal=2)
    load(m, "grocer", wheat=3)
    load(m, "distillery", coal=1)
    transport(m)
    assert plan(m.position).points == best
    play(m, *propose(m, 0))
    assert phase(m) == "pick"
    assert m.actor == 1
