"""Arrange for me: the proposal is playable and as good as it gets in small towns."""

import itertools

import pytest
from minecart_towns import cubes, final_round, fresh, load, phase, play, town, transport

from tabletown.core.advice import advise, offered
from tabletown.games.minecart_town.bot.advice import may_arrange, moves_of, plan
from tabletown.games.minecart_town.moves import END_PICK


def propose(m, seat):
    """The moves of the best arrangement found, for a seat that may start a transport session now."""
    s = m.position
    return moves_of(s, plan(s)) if s.turn == seat and may_arrange(s) else []


def follow(m, seat=0):
    moves = propose(m, seat)
    for move in moves:
        m.push(move)
    return moves


def test_cubes_go_where_they_are_worth_most():
    m = town(
        ("wheat_field", 0, 3),
        ("EW", 0, 4),
        ("bakery", 0, 5),
        ("EW", 0, 6),
        ("bog", 0, 7),
        ("ESW", 1, 3),
        ("grocer", 2, 3),
        waiting=True,
    )
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
    m = town(
        ("wheat_field", 0, 3),
        ("EW", 0, 4),
        ("bakery", 0, 5),
        ("EW", 0, 6),
        ("bog", 0, 7),
        ("EW", 0, 8),
        ("granary", 0, 9),
    )
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
    m = town(
        ("meadow", 0, 3), ("EW", 0, 4), ("ranch", 0, 5), ("EW", 0, 6), ("dairy", 0, 7), ("barn", 0, 9), ("EW", 0, 8)
    )
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
            best = max(best, 6 * bakery + 11 * distillery + 5 * min(2, wheat // 2))
    m = town(
        ("marshlands", 0, 3),
        ("EW", 0, 4),
        ("bakery", 0, 5),
        ("EW", 0, 6),
        ("distillery", 0, 7),
        ("EW", 0, 8),
        ("grocer", 0, 9),
        waiting=True,
    )
    load(m, "marshlands", wheat=2, coal=2)
    load(m, "grocer", wheat=3)
    load(m, "distillery", coal=1)
    transport(m)
    assert plan(m.position).points == best
    play(m, *propose(m, 0))
    assert (phase(m), m.actor) == ("pick", 0)  # its owner still has to say done
    assert [m.game.moves.text_of(move) for move in propose(m, 0)] == ["end_pick"]
    play(m, *propose(m, 0))
    assert (phase(m), m.actor) == ("pick", 1)


def round_value(m, moves, seat):
    """What a seat has gained after the round and the next production, if all others leave their cubes as they are."""
    before, now = m.scores[seat], m.position.round
    for move in moves:
        m.push(move)
    while not m.over and (m.position.round == now or phase(m) in ("deal", "produce")):
        m.push(
            next(
                (move for move in m.legal_ids if m.game.moves.text_of(move) in ("end_pick", "done", "end_pull")),
                m.legal_ids[0],
            )
        )
    return m.scores[seat] - before


def test_advice_is_never_worse_than_leaving_things():
    asked = 0
    for seed in range(90):
        m = fresh(2, seed)
        while not m.over:
            seat = m.actor
            advice = advise(m, seat) if phase(m) == "pick" and seat in (0, 1) else None
            if advice:
                asked += 1
                moves = advice.moves if advice.moves[-1] == END_PICK else [*advice.moves, END_PICK]
                gained, left = round_value(m.copy(), moves, seat), round_value(m.copy(), [END_PICK], seat)
                assert gained >= left, (seed, m.ply, advice.sentence)
            m.push(m.random_move())
    assert asked > 20


def test_the_sentence_says_what_comes_of_it():
    m = town(
        ("wheat_field", 0, 3),
        ("EW", 0, 4),
        ("bakery", 0, 5),
        ("EW", 0, 6),
        ("bog", 0, 7),
        ("ESW", 1, 3),
        ("grocer", 2, 3),
        waiting=True,
    )
    load(m, "wheat_field", wheat=3)
    load(m, "bog", coal=2)
    transport(m)
    assert advise(m, 1) is None  # it is not this seat's turn
    advice = advise(m, 0)
    assert advice.label == offered(m, 0) == "Arrange for me"
    assert advice.sentence == "Arrange: processing would yield 12 points instead of 0."
    before = m.dump()
    m.push(advice.moves[0])
    assert offered(m, 0) is None  # a cube is in the cart
    m.pop()
    assert m.dump() == before


def test_where_nothing_is_gained_the_advice_is_to_leave_things():
    m = town(("EW", 0, 2), ("cafe", 0, 3), waiting=True)
    load(m, "forest", wood=2)
    transport(m)
    advice = advise(m, 0)
    assert advice.sentence.startswith("Leave the cubes as they are")
    assert [m.game.moves.text_of(move) for move in advice.moves] == ["end_pick"]


def test_the_final_round_chooses_sets_of_cubes_too():
    """A conversion whose cubes the owner chooses is followed through."""
    for seed in range(60):
        m = fresh(1, seed)
        while not m.over:
            if phase(m) == "loop" and offered(m, 0):
                trial = m.copy()
                for move in advise(m, 0).moves:
                    trial.push(move)
                assert phase(trial) in ("loop", "keep", "over")
            m.push(m.random_move())


def test_every_offer_in_random_games_can_be_worked_out():
    offers = 0
    for seed in range(80):
        m = fresh(2, seed)
        while not m.over:
            if m.actor in (0, 1) and offered(m, m.actor):
                offers += 1
                for move in advise(m.copy(), m.actor).moves:
                    assert move in range(len(m.game.moves))
                assert m.position.held == 0
            m.push(m.random_move())
    assert offers > 20
