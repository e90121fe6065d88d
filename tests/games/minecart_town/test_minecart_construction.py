"""Construction: turns, buying, paying, placing, the market, tracks, passing."""

import pytest
from minecart_towns import clear, cubes, fresh, index, load, phase, play, put, show, texts, town

import tabletown as tt
from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import BUILDING_TILES, STONE_COST, TILES, WOOD_COST
from tabletown.games.minecart_town.rules.town import building_cubes, in_town


def on_display(m):
    s = m.position
    return {n: (TILES[s.display[n]], s.stacks[n]) for n in range(12) if s.display[n] >= 0}


def first_cell(m):
    return next(move for move in m.legal_moves if move.name == "cell")


def lay_one(m):
    """A whole track action with one straight or curve."""
    play(m, "tracks")
    play(m, first_cell(m))
    play(m, m.legal_moves[0])
    while phase(m) == "pay":
        play(m, m.legal_moves[0])
    if phase(m) == "step":
        play(m, "end_tracks")


@pytest.mark.rule("MT-64", "MT-65", "MT-66", "MT-98", "MT-97")
def test_turns_go_clockwise_and_skip_those_who_passed():
    m = fresh(3, first_player="seat_1")
    assert m.actor == 1
    lay_one(m)
    assert m.actor == 2
    m.push("pass")
    assert m.actor == 0
    lay_one(m)
    assert m.actor == 1
    lay_one(m)
    assert m.actor == 0  # seat 2 is out
    m.push("pass")
    for _ in range(2):
        assert m.actor == 1
        lay_one(m)
    assert m.actor == 1
    assert m.position.round == 1
    m.push("pass")
    m.play_chance()
    assert m.position.round == 2


@pytest.mark.rule("MT-99", "MT-98", "MT-133")
def test_passes_are_cleared_in_the_next_round():
    m = fresh(2)
    play(m, "pass", "pass")
    assert m.position.round == 2
    assert m.position.passed == 0
    assert m.actor == 1
    assert "pass" in texts(m)


@pytest.mark.rule("MT-97", "MT-100")
def test_passing_costs_and_gives_nothing():
    m = fresh(2)
    before = [cubes(m, name) for name in ("mine", "forest")], m.scores
    assert {"pass", "tracks"} <= set(texts(m))
    m.push("pass")
    assert ([cubes(m, name) for name in ("mine", "forest")], m.scores) == before


@pytest.mark.rule("MT-67", "MT-68")
def test_affordable_tiles_of_both_areas_may_be_bought():
    m = fresh(4)
    s = m.position
    for wood, stone in ((5, 3), (2, 1), (0, 1), (1, 0)):
        load(m, "forest", wood=wood)
        load(m, "mine", stone=stone)
        expected = [
            f"buy {n}" for n in range(12) if WOOD_COST[s.display[n]] <= wood and STONE_COST[s.display[n]] <= stone
        ]
        assert [text for text in texts(m) if text.startswith("buy")] == expected


@pytest.mark.rule("MT-68", "MT-69")
def test_cubes_of_all_buildings_count_and_any_may_pay():
    m = town(("timberland", 0, 4), ("stockpile", 0, 7))
    show(m, 0, "sheep_range")
    load(m, "forest", wood=1)
    load(m, "timberland", wood=2, stone=1)
    load(m, "stockpile", stone=2, wheat=1)
    m.push("buy 0")
    assert texts(m) == ["cube 1 wood", "cube 2 wood"]
    m.push("cube 2 wood")
    assert texts(m) == ["cube 2 stone", "cube 3 stone"]
    m.push("cube 3 stone")
    assert phase(m) == "place"
    assert cubes(m, "timberland") == {"wood": 1, "stone": 1}
    assert cubes(m, "stockpile") == {"stone": 1, "wheat": 1}


@pytest.mark.rule("MT-70")
def test_paid_cubes_free_their_slots():
    m = fresh(1, solo_setup="2")
    show(m, 0, "quarry")
    m.push("buy 0")
    assert cubes(m, "forest") == {"wood": 2}
    assert in_town(m.position, 0, 0) == 2


@pytest.mark.rule("MT-71")
def test_wood_and_stone_do_not_replace_each_other():
    m = town(("stockpile", -1, 0))
    show(m, 0, "quarry")  # 3 wood
    show(m, 1, "volcano")  # 3 stone
    load(m, "mine", stone=3)
    load(m, "stockpile", wheat=2, coal=1, sheep=1)
    bought = [text for text in texts(m) if text.startswith("buy")]
    assert "buy 1" in bought
    assert "buy 0" not in bought
    clear(m)
    load(m, "stockpile", wheat=2, coal=1, sheep=1)
    assert texts(m) == ["pass"]


@pytest.mark.parametrize("name", ["wheat_field", "sheep_range"])
def test_the_view_names_what_is_bought(name):
    m = fresh(2)
    show(m, 3, name)
    m.push("buy 3")
    work = m.view(0)["position"]["work"]
    assert (work["buying"], work["space"]) == (name, 3)


@pytest.mark.rule("MT-72", "MT-83", "MT-225")
def test_order_of_a_building_turn():
    m = fresh(2)
    show(m, 0, "sheep_range")
    before = on_display(m)
    m.push("buy 0")
    assert phase(m) == "place"  # both cubes could only come from one place
    assert cubes(m, "forest") == {"wood": 4}
    assert on_display(m) == {n: entry for n, entry in before.items() if n}
    m.push("cell 0 N")
    assert m.actor == tt.CHANCE  # placed and gained; now the refill
    assert cubes(m, "sheep_range") == {"sheep": 2}
    m.play_chance()
    assert len(on_display(m)) == len(before)
    assert m.actor == 1


@pytest.mark.rule("MT-72")
def test_a_tile_cannot_pay_for_itself():
    m = town()
    show(m, 0, "logging_camp")
    load(m, "mine", stone=1)
    assert "buy 0" not in texts(m)
    load(m, "mine", stone=2)
    assert "buy 0" in texts(m)


@pytest.mark.rule("MT-74")
def test_equal_buildings_in_one_town():
    m = town(("wheat_field", -1, 0), ("wheat_field", -2, 0))
    show(m, 0, "wheat_field")
    load(m, "forest", wood=5)
    play(m, "buy 0", "cell 0 W")
    kinds = [TILES[m.position.tiles[0, n]] for n in range(m.position.tile_count[0])]
    assert kinds.count("wheat_field") == 3


# ------------------------------------------------------------------ the market


def sold_from(m, space=0):
    """Buy and place the tile on a space; stop at the refill."""
    load(m, "forest", m.actor, wood=5)
    load(m, "mine", m.actor, stone=3)
    play(m, f"buy {space}")
    while phase(m) == "pay":
        play(m, m.legal_moves[0])
    play(m, first_cell(m))
    while phase(m) in ("gain", "keep"):
        play(m, m.legal_moves[0])


@pytest.mark.rule("MT-77")
def test_each_area_is_refilled_from_its_bag():
    m = fresh(2)
    sold_from(m, 0)
    assert {move.args["tile"] for move in m.legal_moves} <= set(BUILDING_TILES[:27])
    m.play_chance()
    sold_from(m, 8)
    assert {move.args["tile"] for move in m.legal_moves} <= set(BUILDING_TILES[58:])


@pytest.mark.rule("MT-78", "MT-81")
def test_equal_tiles_stack_and_another_is_drawn():
    m = fresh(2)
    show(m, 0, "quarry")
    show(m, 1, "wheat_field")
    for n in range(2, 6):
        show(m, n, ("bog", "museum", "barn", "swidden")[n - 2])
    sold_from(m, 0)
    m.push("reveal wheat_field")
    assert m.position.stacks[1] == 2
    assert m.actor == tt.CHANCE
    m.push("reveal wheat_field")
    assert m.position.stacks[1] == 3
    m.push("reveal volcano")
    assert on_display(m)[0] == ("volcano", 1)
    assert m.actor == 1


@pytest.mark.rule("MT-81")
def test_a_copy_of_the_tile_just_sold_fills_the_space():
    m = fresh(2)
    show(m, 0, "wheat_field")
    sold_from(m, 0)
    m.push("reveal wheat_field")
    assert on_display(m)[0] == ("wheat_field", 1)
    assert m.actor == 1


@pytest.mark.rule("MT-79")
def test_buying_from_a_stack_draws_nothing():
    m = fresh(2)
    show(m, 0, "wheat_field", 3)
    sold_from(m, 0)
    assert m.actor == 1
    assert on_display(m)[0] == ("wheat_field", 2)


@pytest.mark.rule("MT-82")
def test_an_empty_bag_leaves_the_space_empty():
    m = fresh(2)
    s = m.position
    show(m, 0, "quarry")
    show(m, 1, "wheat_field")
    for kind in range(27):
        s.removed[kind] += s.bag[kind]
        s.bag[kind] = 0
    s.bag[0] = 1  # a single Wheat Field
    s.removed[0] -= 1
    sold_from(m, 0)
    m.push("reveal wheat_field")
    assert on_display(m)[1] == ("wheat_field", 2)
    assert 0 not in on_display(m)
    assert m.actor == 1


@pytest.mark.rule("MT-80", "MT-84", "MT-21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_market_is_always_full_and_different(players):
    spaces = {2: 6, 3: 7, 4: 8}[players]
    m = fresh(players, seed=9)
    whole = m.game.rulebook.declarations.conserved(m.position)
    assert sum(whole.values()) == 90
    while not m.over:
        assert m.game.rulebook.declarations.conserved(m.position) == whole
        if phase(m) == "action":
            tiles = [name for name, _ in on_display(m).values()]
            assert len(tiles) == spaces + 4 == len(set(tiles))
        m.push(m.random_move())


# ------------------------------------------------------------------ tracks


@pytest.mark.rule("MT-85", "MT-86")
def test_a_track_action_has_one_piece_or_more():
    m = fresh(2)
    m.push("tracks")
    assert "end_tracks" not in texts(m)
    play(m, "cell 1 E", "shape EW", "cube 1 wood")
    assert "end_tracks" in texts(m)
    play(m, "cell 2 E", "shape SW", "cube 0 stone", "upgrade 2", "shape ESW", "cube 1 wood", "end_tracks")
    assert m.actor == 1
    assert [TILES[m.position.tiles[0, n]] for n in (2, 3)] == ["ESW", "SW"]
    assert building_cubes(m.position, 0) == 5


@pytest.mark.rule("MT-87", "MT-88", "MT-89", "MT-95")
@pytest.mark.parametrize(("shape", "price"), [("EW", 1), ("NW", 1), ("NEW", 2)])
def test_tracks_are_paid_with_wood_or_stone_from_anywhere(shape, price):
    m = town(("timberland", 0, 5))
    load(m, "mine", stone=1)
    load(m, "forest", wood=1)
    load(m, "timberland", wood=1, stone=1)
    m.position.phase = state.STEP
    play(m, "cell 1 E", f"shape {shape}")
    options = ["cube 0 stone", "cube 1 wood", "cube 2 wood", "cube 2 stone"]
    assert texts(m) == options
    assert m.position.due[2] == price
    m.push("cube 2 stone")
    if price == 2:
        m.push("cube 1 wood")
    assert building_cubes(m.position, 0) == 4 - price


@pytest.mark.rule("MT-89")
def test_an_upgrade_costs_one():
    m = town(("EW", 0, 2))
    load(m, "forest", wood=3)
    m.position.phase = state.STEP
    play(m, "upgrade 2", "shape NEW")
    assert cubes(m, "forest") == {"wood": 2}


@pytest.mark.rule("MT-88")
def test_a_tee_needs_two_cubes():
    m = town()
    load(m, "forest", wood=1)
    m.position.phase = state.STEP
    m.push("cell 1 E")
    assert texts(m) == [f"shape {shape}" for shape in ("NS", "EW", "NE", "ES", "SW", "NW")]


@pytest.mark.rule("MT-05")
def test_tracks_are_unlimited():
    m = town()
    for n in range(2, 40):
        put(m, "EW", 0, n)
    load(m, "forest", wood=1)
    m.position.phase = state.STEP
    assert "cell 39 E" in texts(m)
    m.push("cell 39 E")
    assert "shape EW" in texts(m)


@pytest.mark.rule("MT-96")
def test_with_a_cube_there_is_a_track_and_without_only_pass():
    for seed in range(3):
        m = fresh(2, seed, auto_forced=False)
        while not m.over:
            if phase(m) == "action":
                moves = texts(m)
                if building_cubes(m.position, m.actor):
                    assert "tracks" in moves
                else:
                    assert moves == ["pass"]
            if phase(m) == "step":
                assert m.position.pieces or m.legal_ids
            m.push(m.random_move())


@pytest.mark.rule("MT-223", "MT-96")
def test_who_has_no_cubes_passes_without_being_asked():
    m = town(players=2)
    load(m, "forest", 0, wood=2)
    show(m, 0, "wheat_field")
    play(m, "buy 0", "cell 0 N")
    m.play_chance()
    assert m.position.round == 2  # seat 1 had nothing, and seat 0 had nothing left


@pytest.mark.rule("MT-226")
def test_every_payment_can_be_completed():
    for seed in range(3):
        m = fresh(3, seed, auto_forced=False)
        while not m.over:
            if phase(m) == "pay":
                assert m.legal_ids
                due = m.position.due
                assert in_town(m.position, m.actor, 0) >= due[0]
                assert in_town(m.position, m.actor, 1) >= due[1]
                assert building_cubes(m.position, m.actor) >= sum(due)
            m.push(m.random_move())


@pytest.mark.rule("MT-158", "MT-156", "MT-72")
def test_the_junction_is_bought_like_a_building_but_is_none():
    m = town()
    show(m, 0, "railroad_junction")
    load(m, "forest", wood=1)
    play(m, "buy 0", "cell 1 E")
    assert m.position.building_count[0] == 2
    assert m.position.tile_count[0] == 3


@pytest.mark.rule("MT-222")
def test_free_transport_during_construction():
    m = town(("EW", 0, 2), ("cafe", 0, 3), ("harvesting_center", 0, 5), ("EW", 0, 4), construction_transport="free")
    from tabletown.games.minecart_town.rules.construction import begin_turn

    load(m, "forest", wood=3)
    begin_turn(m.position)
    assert "cube 1 wood" in texts(m)
    play(m, "cube 1 wood", f"at {index(m, 'cafe')}")
    assert phase(m) == "action"
    assert cubes(m, "cafe") == {"wood": 1}
    assert f"cube {index(m, 'cafe')} wood" in texts(m)
    m.position.lifts = 0
    assert not [text for text in texts(m) if text.startswith("cube")]
    lay_one(m)
    assert phase(m) == "action"
    assert "cube 1 wood" in texts(m)


@pytest.mark.rule("MT-96", "MT-222")
def test_who_has_moved_cubes_is_not_passed_over():
    m = town(("wheat_field", 0, 3), ("EW", 0, 4), ("bakery", 0, 5), waiting=True, construction_transport="free")
    from tabletown.games.minecart_town.rules.construction import begin_turn

    load(m, "wheat_field", wheat=1)
    begin_turn(m.position)
    assert texts(m) == ["pass", f"cube {index(m, 'wheat_field')} wheat"]
    m.position.lifts = 1
    play(m, f"cube {index(m, 'wheat_field')} wheat", f"at {index(m, 'bakery')}")
    assert (m.actor, texts(m)) == (0, ["pass"])


@pytest.mark.rule("MT-222", "MT-113")
@pytest.mark.parametrize("setting", ["off", "stockpile_only"])
def test_no_transport_during_construction(setting):
    m = town(("EW", 0, 2), ("cafe", 0, 3), construction_transport=setting)
    load(m, "forest", wood=3)
    assert not [text for text in texts(m) if text.startswith("cube")]
