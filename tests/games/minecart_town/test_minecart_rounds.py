"""Rounds, the swap of tiles, the end, ties, and the solo game."""

import pytest
from minecart_towns import cubes, finish, fresh, load, phase, play, put, show, texts, town

import tabletown as tt
from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import BUILDING_TILES, BY_ID, TILES
from tabletown.games.minecart_town.rules import flow
from tabletown.games.minecart_town.view import threshold_reached


def pass_all(m):
    """Pass through to the next round or the end."""
    now = m.position.round
    while not m.over and m.position.round == now:
        moves = texts(m)
        m.push(next((t for t in ("pass", "end_pull", "end_pick", "done") if t in moves), moves[0]))
    m.play_chance()


def shown(m):
    s = m.position
    return [TILES[s.display[n]] for n in range(12) if s.display[n] >= 0]


@pytest.mark.rule("MT-24", "MT-133", "MT-180")
def test_four_rounds_and_the_marker_goes_left():
    m = fresh(3, first_player="seat_2")
    firsts = []
    while not m.over:
        firsts.append((m.position.round, m.position.first))
        pass_all(m)
    assert firsts == [(1, 2), (2, 0), (3, 1), (4, 2)]
    assert m.position.round == 4
    assert m.position.first == 2


@pytest.mark.rule("MT-24", "MT-224")
def test_phases_follow_each_other():
    order = ["production", "construction", "transportation", "processing"]
    for seed in range(3):
        m = fresh(2, seed, auto_forced=False)
        seen = [("construction", 1)]
        while not m.over:
            now = m.view(None)["position"]["part"], m.position.round
            if now != seen[-1] and m.actor != tt.CHANCE:
                assert (now[1], order.index(now[0])) > (seen[-1][1], order.index(seen[-1][0]))
                seen.append(now)
            m.push(m.random_move())


@pytest.mark.rule("MT-25")
def test_simultaneous_phases_do_not_depend_on_seat_order():
    def result(first):
        m = town(players=2, first_player=f"seat_{first}")
        for seat in range(2):
            put(m, "bakery", -1, 0, seat)
            load(m, "bakery", seat, wheat=2 + seat, coal=2)
        s = m.position
        s.phase, s.turn, s.steps, s.cursor = state.PROCESS, first, 0, 0
        flow.settle(s)
        return [(s.vp[seat], cubes(m, "bakery", seat), cubes(m, "mine", seat)) for seat in range(2)]

    assert result(0) == result(1)


@pytest.mark.rule("MT-27")
def test_the_score_is_one_integer():
    m = fresh(2)
    for vp in (0, 49, 50, 99, 100, 149, 150, 260):
        m.position.vp[0] = vp
        assert m.scores[0] == vp
        assert m.view(0)["position"]["towns"][0]["vp"] == vp


@pytest.mark.rule("MT-134", "MT-138", "MT-135", "MT-136", "MT-137", "MT-20")
@pytest.mark.parametrize(("players", "spaces"), [(1, 6), (2, 6), (3, 7), (4, 8)])
def test_b_tiles_replace_a_tiles_after_round_two(players, spaces):
    m = fresh(players, seed=2)
    show(m, 0, "wheat_field", 2)
    right = shown(m)[-4:]
    pass_all(m)
    assert all(BY_ID[tile]["type"] != "B" for tile in shown(m))
    load(m, "mine", stone=1)
    pass_all(m)
    s = m.position
    assert s.round == 3
    left = shown(m)[:-4]
    assert len(left) == spaces == len(set(left))
    assert all(BY_ID[tile]["type"] == "B" for tile in left)
    assert shown(m)[-4:] == right
    assert s.bag[BUILDING_TILES.index("wheat_field")] == 3
    pass_all(m)
    assert all(BY_ID[tile]["type"] != "A" for tile in shown(m))


@pytest.mark.rule("MT-137", "MT-138")
def test_equal_b_tiles_are_stacked_and_c_stacks_stay():
    m = fresh(2)
    show(m, 8, "bakery", 2)
    s = m.position
    s.round = 2
    flow.end_round(s)
    flow.settle(s)
    assert m.actor == tt.CHANCE
    play(m, "reveal pond", "reveal pond", "reveal inn")
    assert (TILES[s.display[0]], s.stacks[0]) == ("pond", 2)
    assert TILES[s.display[1]] == "inn"
    assert (TILES[s.display[8]], s.stacks[8]) == ("bakery", 2)


@pytest.mark.rule("MT-139", "MT-82")
def test_empty_spaces_are_filled_with_b_tiles():
    m = fresh(2)
    s = m.position
    for kind in range(27):
        s.removed[kind] += s.bag[kind]
        s.bag[kind] = 0
    s.removed[s.display[3]] += 1
    s.display[3], s.stacks[3] = -1, 0
    s.round = 2
    flow.end_round(s)
    flow.settle(s)
    m.play_chance()
    assert all(s.display[n] >= 0 for n in range(6))
    assert all(TILES[s.display[n]] in BUILDING_TILES[27:58] for n in range(6))


@pytest.mark.rule("MT-180")
def test_nothing_follows_round_four():
    m = fresh(2)
    for _ in range(4):
        pass_all(m)
    assert m.over
    assert m.legal_moves == []
    assert m.position.first == 1  # 0, 1, 0, 1: no fifth marker step


# ------------------------------------------------------------------ end effects


@pytest.mark.rule("MT-170", "MT-171", "MT-172", "MT-183")
@pytest.mark.parametrize(
    ("name", "resource", "lying", "vp"),
    [
        ("ranch", "sheep", 8, 30),
        ("ranch", "sheep", 7, 21),
        ("small_ranch", "sheep", 4, 12),
        ("big_ranch", "sheep", 12, 46),
        ("big_ranch", "sheep", 11, 33),
        ("granary", "wheat", 10, 25),
        ("granary", "wheat", 3, 6),
        ("grain_cellar", "wheat", 5, 10),
    ],
)
def test_cubes_scored_at_the_end(name, resource, lying, vp):
    m = town((name, -1, 0))
    load(m, name, **{resource: lying})
    finish(m)
    assert m.scores == [vp]
    assert cubes(m, name) == {resource: lying}


AROUND = (
    ("EW", -2, -1),
    ("bakery", -2, 0),
    ("stockpile", -2, 1),
    ("railroad_junction", -1, -1),
    ("charred_grounds", -1, 1),
)
"""Around the cell (-1, 0), with Mine and Forest: a track, Bakery, Stockpile, Junction and Charred Grounds."""


@pytest.mark.rule("MT-162", "MT-163", "MT-164", "MT-165", "MT-166", "MT-167", "MT-184", "MT-36", "MT-158", "MT-35")
@pytest.mark.parametrize(
    ("name", "vp"),
    [
        ("monastery", 7),  # every tile
        ("inn", 2 * 5),  # Mine, Forest, Bakery, Stockpile, Charred Grounds
        ("guild_hall", 3),  # the Bakery
        ("town_hall", 2),  # the Bakery; the Charred Grounds only lose VP
        ("town_square", 2 * 4),  # stone, wood, wheat, coal
    ],
)
def test_surroundings_scored_at_the_end(name, vp):
    m = town(*AROUND, (name, -1, 0))
    finish(m)
    assert m.scores == [vp]


@pytest.mark.rule("MT-164", "MT-142")
def test_guild_hall_does_not_count_the_paddock_but_unused_conversions():
    m = town(("paddock", -1, 1), ("trading_company", -2, 0), ("guild_hall", -1, 0))
    finish(m)
    assert m.scores == [3]


@pytest.mark.rule("MT-165")
@pytest.mark.parametrize(
    ("name", "vp"),
    [("workshop", 2), ("hot_spring", 2), ("ranch", 2), ("stockpile", 0), ("pond", 0), ("cotton_mill", 2)],
)
def test_town_hall_counts_buildings_that_can_gain_vp(name, vp):
    m = town((name, -2, 0), ("town_hall", -1, 0))
    finish(m)
    assert m.scores == [vp]


@pytest.mark.rule("MT-162", "MT-184")
def test_monastery_counts_at_most_eight():
    ring = [(r, c) for r in (-3, -2, -1) for c in (-1, 0, 1) if (r, c) != (-2, 0)]
    m = town(*[("NS", r, c) for r, c in ring], ("monastery", -2, 0))
    finish(m)
    assert m.scores == [8]


@pytest.mark.rule("MT-168", "MT-185")
def test_railyard_scores_three_for_each_connected_building():
    m = town(("EW", 0, 2), ("railyard", 0, 3), ("NS", 1, 3), ("bog", 2, 3))
    finish(m)
    assert m.scores == [6]


@pytest.mark.rule("MT-182")
def test_end_effects_of_all_towns_in_any_order():
    m = town(("ranch", -1, 0), ("monastery", -2, 0), players=2)
    load(m, "ranch", sheep=2)
    put(m, "granary", -1, 0, 1)
    load(m, "granary", 1, wheat=4)
    finish(m)
    assert m.scores == [6 + 1, 8]
    turned = town(("monastery", -2, 0), ("ranch", -1, 0), players=2)
    load(turned, "ranch", sheep=2)
    finish(turned)
    assert turned.scores[0] == 7


@pytest.mark.rule("MT-186", "MT-187", "MT-188", "MT-189", "MT-190")
def test_ties():
    m = town(players=4)
    s = m.position
    for seat, vp in enumerate((10, 12, 12, 12)):
        s.vp[seat] = vp
    load(m, "forest", 1, wood=2)
    load(m, "mine", 2, stone=1)
    load(m, "mine", 3, stone=1)
    s.phase = state.FINISHED
    assert m.ranking == [[2, 3], [1], [0]]  # fewest cubes, still shared
    put(m, "EW", -1, 0, 3)
    assert m.ranking == [[3], [2], [1], [0]]  # most tiles, rail counts
    load(m, "forest", 3, wood=3)
    assert m.ranking == [[2], [1], [3], [0]]
    s.vp[0] = 13
    assert m.ranking == [[0], [2], [1], [3]]


@pytest.mark.rule("MT-189")
def test_shared_victory():
    m = town(players=2)
    finish(m)
    assert m.ranking == [[0, 1]]
    assert "share" in m.view(None)["prompt"]["sentence"]


# ------------------------------------------------------------------ solo


def area(m, first, count):
    s = m.position
    return [TILES[s.display[n]] if s.display[n] >= 0 else None for n in range(first, first + count)]


def buy(m, space):
    """Buy and place; stop where the market is filled again."""
    load(m, "forest", wood=5)
    load(m, "mine", stone=3)
    play(m, f"buy {space}")
    play(m, next(move for move in m.legal_moves if move.name == "cell"))


@pytest.mark.rule("MT-199", "MT-209", "MT-210", "MT-211", "MT-216")
def test_the_solo_market_slides():
    m = fresh(1, solo_setup="2")
    right = area(m, 8, 4)
    buy(m, 1)  # Charcoal Kiln, the middle of the top row
    # left in the top row: Meadow, Timberland; in the lower one: Wheat Field, Hot Spring, Ore Mine
    assert area(m, 0, 6) == ["timberland", None, None, "hot_spring", "ore_mine", None]
    s = m.position
    assert s.removed[BUILDING_TILES.index("meadow")] == 1
    assert s.removed[BUILDING_TILES.index("wheat_field")] == 1
    play(m, "reveal bog")
    assert area(m, 0, 3) == ["timberland", "bog", None]
    play(m, "reveal barn", "reveal quarry")
    assert area(m, 0, 6) == ["timberland", "bog", "barn", "hot_spring", "ore_mine", "quarry"]
    assert area(m, 8, 4) == right
    assert m.actor == 0


@pytest.mark.rule("MT-209", "MT-211")
def test_buying_the_leftmost_removes_the_next_one_too():
    m = fresh(1, solo_setup="2")
    buy(m, 0)
    assert area(m, 0, 6) == ["timberland", None, None, "hot_spring", "ore_mine", None]
    m.play_chance()
    left = area(m, 0, 6)
    buy(m, 10)  # Smokehouse, of the C area
    assert area(m, 0, 6) == left
    assert area(m, 8, 4) == ["big_ranch", None, None, None]
    assert m.position.removed[BUILDING_TILES.index("large_market")] == 1


@pytest.mark.rule("MT-212")
def test_tracks_leave_the_market_alone_and_a_junction_does_not():
    m = fresh(1, solo_setup="2")
    before = area(m, 0, 6)
    play(m, "tracks", "cell 1 E", "shape EW", "cube 1 wood", "end_tracks")
    assert area(m, 0, 6) == before
    show(m, 0, "railroad_junction")
    buy(m, 0)
    assert m.actor == tt.CHANCE
    assert area(m, 0, 6).count(None) == 3


@pytest.mark.rule("MT-213", "MT-214")
def test_stacks_in_the_solo_market():
    m = fresh(1, solo_setup="2")
    show(m, 3, "wheat_field", 3)
    buy(m, 3)
    s = m.position
    # the rest of that stack is the leftmost of its row and goes, and so does the Meadow: two are drawn
    assert s.removed[BUILDING_TILES.index("wheat_field")] == 2
    assert area(m, 0, 6) == ["charcoal_kiln", "timberland", None, "hot_spring", "ore_mine", None]
    play(m, "reveal charcoal_kiln")
    assert s.stacks[0] == 2
    play(m, "reveal bog", "reveal barn")
    assert area(m, 0, 6) == ["charcoal_kiln", "timberland", "bog", "hot_spring", "ore_mine", "barn"]


@pytest.mark.rule("MT-215")
def test_too_few_tiles_leave_spaces_empty():
    m = fresh(1, solo_setup="2")
    s = m.position
    for kind in range(27):
        s.removed[kind] += s.bag[kind]
        s.bag[kind] = 0
    buy(m, 1)
    assert m.actor == 0
    assert area(m, 0, 6) == ["timberland", None, None, "hot_spring", "ore_mine", None]
    buy(m, 0)
    assert area(m, 0, 6) == [None, None, None, "ore_mine", None, None]
    buy(m, 3)
    assert area(m, 0, 6) == [None] * 6


@pytest.mark.rule("MT-216", "MT-84", "MT-217")
def test_six_and_four_spaces_while_the_bag_lasts():
    for seed in range(4):
        m = fresh(1, seed, solo_setup="6")
        while not m.over:
            if phase(m) == "action":
                assert None not in area(m, 0, 6)
                assert None not in area(m, 8, 4)
                letter = "A" if m.position.round < 3 else "B"
                assert all(BY_ID[tile]["type"] == letter for tile in area(m, 0, 6))
            m.push(m.random_move())


@pytest.mark.rule("MT-199")
def test_the_solo_player_takes_all_turns():
    m = fresh(1)
    while not m.over:
        assert m.actor in (0, tt.CHANCE)
        m.push(m.random_move())
    assert m.ranking == [[0]]


@pytest.mark.rule("MT-218")
@pytest.mark.parametrize(
    ("vp", "mark"), [(0, 0), (59, 0), (60, 60), (79, 60), (80, 80), (100, 100), (119, 100), (120, 120), (200, 120)]
)
def test_thresholds(vp, mark):
    assert threshold_reached(vp) == mark


@pytest.mark.rule("MT-218", "MT-219")
def test_a_finished_solo_game_says_what_was_reached():
    m = town(("granary", -1, 0), solo_setup="3")
    m.position.vp[0] = 85
    load(m, "granary", wheat=10)
    finish(m)
    solo = m.view(0)["position"]["solo"]
    assert solo == {
        "setup": 3,
        "name": "Taste of home",
        "thresholds": [60, 80, 100, 120],
        "reached": 100,
        "rank": 3,
        "score": 110,
    }
    assert m.view(0)["options"]["solo_setup"] == "3"
    assert m.scores == [110]
    assert "100" in m.view(0)["prompt"]["hint"]
