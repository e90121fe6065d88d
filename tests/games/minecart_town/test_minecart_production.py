"""Production and immediate effects."""

import pytest
from minecart_towns import cubes, fresh, index, load, phase, play, process, produce, put, show, texts, town

from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import TILES
from tabletown.games.minecart_town.rules import flow
from tabletown.games.minecart_town.rules.effects import take_effect


def arrive(m, name, *, row=-1, column=0):
    """Place a building as if it had just been paid for."""
    s = m.position
    kind = TILES.index(name)
    if s.bag[kind] == 0:
        show(m, 0, name)
        s.stacks[0] = 0
        s.display[0] = -1
    else:
        s.bag[kind] -= 1
    s.buying, s.phase, s.space = kind, state.PLACE, 0
    cell = next(move for move in m.legal_moves if _place(m, move) == (row, column))
    m.push(cell)


def _place(m, move):
    s = m.position
    dr, dc = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}[move.args["side"]]
    return s.rows[0, move.args["tile"]] + dr, s.columns[0, move.args["tile"]] + dc


@pytest.mark.rule("MT-58", "MT-173", "MT-59")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_first_production(players):
    m = fresh(players)
    for seat in range(players):
        assert cubes(m, "mine", seat) == {"stone": 3}
        assert cubes(m, "forest", seat) == {"wood": 5}


@pytest.mark.rule("MT-50", "MT-53", "MT-54", "MT-51")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (2, 3), (3, 3)])
def test_gains_go_to_free_slots_of_the_own_tile(before, after):
    m = town(("agricultural_farm", -1, 0))
    load(m, "mine", stone=before)
    load(m, "forest", wood=3)
    load(m, "agricultural_farm", wheat=4)
    produce(m)
    assert cubes(m, "mine") == {"stone": after}
    assert cubes(m, "forest") == {"wood": 5}
    assert cubes(m, "agricultural_farm") == {"wheat": 6}


@pytest.mark.rule("MT-54", "MT-56")
def test_a_full_tile_receives_nothing_and_nothing_is_asked():
    m = town(("timberland", -1, 0))
    load(m, "timberland", wood=2, stone=2)
    produce(m)
    assert cubes(m, "timberland") == {"wood": 2, "stone": 2}
    assert phase(m) == "action"


@pytest.mark.rule("MT-55", "MT-56")
def test_the_owner_chooses_when_types_compete():
    m = town(("timberland", -1, 0))
    load(m, "timberland", wood=3)
    produce(m)
    assert phase(m) == "keep"
    assert m.actor == 0
    assert texts(m) == ["type wood", "type stone"]
    m.push("type stone")
    assert cubes(m, "timberland") == {"wood": 3, "stone": 1}
    assert phase(m) == "action"


@pytest.mark.rule("MT-56")
def test_nothing_is_asked_when_all_fits():
    m = town(("timberland", -1, 0))
    load(m, "timberland", wood=2)
    produce(m)
    assert cubes(m, "timberland") == {"wood": 3, "stone": 1}


@pytest.mark.rule("MT-04")
def test_cubes_are_unlimited():
    m = town(players=4)
    for seat in range(4):
        for n in range(8):
            put(m, "NS", -1 - n, 0, seat)
        load(m, "forest", seat, wood=5)
    for seat in range(4):
        m.position.cubes[seat, 1, 0] = 40
    m.position.cubes[0, 1, 0] = 0
    produce(m)
    assert cubes(m, "forest") == {"wood": 5}  # though 120 wood are in play


@pytest.mark.rule("MT-52", "MT-25")
def test_the_order_of_tiles_and_seats_changes_nothing():
    names = ["wheat_field", "barn", "cotton_mill", "paddock", "hot_spring", "swidden"]

    def result(order, first):
        m = town(players=2, first_player=f"seat_{first}")
        for seat in range(2):
            for n, name in enumerate(order):
                s = m.position
                kind = TILES.index(name)
                s.bag[kind] = max(s.bag[kind], 2)
                put(m, name, -1 - n, 0, seat)
                load(m, name, seat, **({"sheep": 2} if name in ("barn", "cotton_mill", "paddock") else {}))
        produce(m)
        return [({name: cubes(m, name, seat) for name in order}, m.position.vp[seat]) for seat in range(2)]

    assert result(names, 0) == result(names[::-1], 1)


@pytest.mark.rule("MT-60", "MT-147")
@pytest.mark.parametrize(
    ("name", "at_once", "later"), [("hot_spring", 0, 3), ("water_well", 3, 3), ("boulder_well", 3, 3)]
)
def test_wells_and_springs(name, at_once, later):
    m = town()
    arrive(m, name)
    assert m.position.vp[0] == at_once
    produce(m)
    assert m.position.vp[0] == at_once + later


@pytest.mark.rule("MT-61", "MT-141")
@pytest.mark.parametrize(("name", "resource"), [("cotton_mill", "sheep"), ("fuel_depot", "coal"), ("museum", "stone")])
def test_vp_per_cube_at_production(name, resource):
    m = town((name, -1, 0))
    load(m, name, **{resource: 3})
    produce(m)
    assert m.position.vp[0] == 6
    assert cubes(m, name) == {resource: 3}


@pytest.mark.rule("MT-62", "MT-140")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 4), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_barn_counts_pairs_before_it_gains(before, after):
    m = town(("barn", -1, 0))
    load(m, "barn", sheep=before)
    produce(m)
    assert cubes(m, "barn").get("sheep", 0) == after


@pytest.mark.rule("MT-63", "MT-144")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (1, 0), (0, 0)])
def test_sheep_pasture_loses_a_sheep_at_production(before, after):
    m = town(("sheep_pasture", -1, 0))
    load(m, "sheep_pasture", sheep=before)
    produce(m)
    assert cubes(m, "sheep_pasture").get("sheep", 0) == after
    assert m.position.vp[0] == 0


@pytest.mark.rule("MT-144", "MT-73")
def test_sheep_pasture_comes_with_four_sheep():
    m = town()
    arrive(m, "sheep_pasture")
    assert cubes(m, "sheep_pasture") == {"sheep": 4}


@pytest.mark.rule("MT-142", "MT-127")
def test_paddock_loses_a_sheep_in_every_processing_phase():
    m = town()
    arrive(m, "paddock")
    assert cubes(m, "paddock") == {"sheep": 3}
    for left in ({"sheep": 2}, {"sheep": 1}, {}):
        process(m)
        assert cubes(m, "paddock") == left
        m.position.round = 1
    produce(m)
    assert cubes(m, "paddock") == {}


@pytest.mark.rule("MT-143")
def test_paddock_may_lose_its_sheep_at_production_by_setting():
    m = town(paddock_timing="production")
    arrive(m, "paddock")
    assert cubes(m, "paddock") == {"sheep": 3}
    process(m)
    assert cubes(m, "paddock") == {"sheep": 3}
    produce(m)
    assert cubes(m, "paddock") == {"sheep": 2}


@pytest.mark.rule("MT-145", "MT-146", "MT-26", "MT-249")
@pytest.mark.parametrize(("floor", "score"), [("none", -4), ("zero", 0)])
def test_charred_grounds_cost_points(floor, score):
    m = town(vp_floor=floor)
    arrive(m, "charred_grounds")
    assert cubes(m, "charred_grounds") == {"coal": 4}
    produce(m)
    assert m.position.vp[0] == score
    assert m.scores == [score]


IMMEDIATE_THEN_PRODUCTION = {
    "fertile_plot": ({"wheat": 2}, {"wheat": 3}),
    "breeding_grounds": ({"sheep": 2}, {"sheep": 3}),
    "swidden": ({"coal": 2}, {"wheat": 1, "coal": 2}),
    "grainfield": ({"wheat": 2}, {"wheat": 4}),
    "mixed_farm": ({"wheat": 1, "sheep": 1}, {"wheat": 2, "sheep": 2}),
    "peat_works": ({"coal": 2}, {"coal": 4}),
    "hill_pasture": ({"sheep": 2}, {"sheep": 4}),
}


@pytest.mark.rule("MT-148", "MT-73", "MT-57")
@pytest.mark.parametrize("name", IMMEDIATE_THEN_PRODUCTION)
def test_gain_when_built_and_at_production(name):
    at_once, later = IMMEDIATE_THEN_PRODUCTION[name]
    m = town()
    arrive(m, name)
    assert cubes(m, name) == at_once
    produce(m)
    assert cubes(m, name) == later


@pytest.mark.rule("MT-73")
def test_immediate_effects_happen_once():
    m = town()
    arrive(m, "sheep_range")
    assert cubes(m, "sheep_range") == {"sheep": 2}
    produce(m)
    assert cubes(m, "sheep_range") == {"sheep": 2}


@pytest.mark.rule("MT-75", "MT-149")
def test_pond_takes_two_cubes_of_any_types():
    m = town()
    arrive(m, "pond")
    assert phase(m) == "gain"
    assert texts(m) == [f"type {r}" for r in ("wood", "stone", "wheat", "coal", "sheep")]
    m.push("type wheat")
    assert texts(m) == [f"type {r}" for r in ("wood", "stone", "wheat", "coal", "sheep")]
    other = m.copy()
    m.push("type wheat")
    assert cubes(m, "pond") == {"wheat": 2}
    other.push("type sheep")
    assert cubes(other, "pond") == {"wheat": 1, "sheep": 1}


@pytest.mark.rule("MT-75", "MT-150")
def test_wholesale_market_takes_five_of_one_type():
    m = town()
    arrive(m, "wholesale_market")
    m.push("type coal")
    assert cubes(m, "wholesale_market") == {"coal": 5}
    assert phase(m) != "gain"


@pytest.mark.rule("MT-76", "MT-151", "MT-152")
def test_trading_post_takes_what_is_depicted_around():
    m = town(("stockpile", -1, 1), ("highland_fields", -2, -1), ("EW", -1, -1), ("bakery", -3, 0))
    arrive(m, "trading_post", row=-1, column=0)
    # Mine (stone), Forest (wood), Highland Fields (wheat, sheep); not the Stockpile, the Bakery is too far
    assert cubes(m, "trading_post") == {"wood": 1, "stone": 1, "wheat": 1, "sheep": 1}
    put(m, "bog", -2, 0)
    produce(m)
    assert cubes(m, "trading_post") == {"wood": 1, "stone": 1, "wheat": 1, "sheep": 1}


@pytest.mark.rule("MT-76")
def test_trading_post_may_get_nothing():
    m = town(("EW", 0, 2), ("EW", 0, 3))
    arrive(m, "trading_post", row=0, column=4)
    assert cubes(m, "trading_post") == {}


@pytest.mark.rule("MT-57")
def test_a_building_produces_from_the_next_round_on():
    m = fresh(1, solo_setup="2")
    play(m, f"buy {next(n for n in range(12) if TILES[m.position.display[n]] == 'wheat_field')}")
    play(m, "cell 0 N")
    m.play_chance()
    assert cubes(m, "wheat_field") == {}
    while m.position.round == 1:
        m.push("pass" if phase(m) == "action" else m.legal_moves[0])
        m.play_chance()
    assert cubes(m, "wheat_field") == {"wheat": 2}


@pytest.mark.rule("MT-07")
def test_an_effect_without_an_arrow_spends_nothing():
    m = town(("cotton_mill", -1, 0), ("wheat_field", -2, 0))
    load(m, "cotton_mill", sheep=2)
    load(m, "wheat_field", wheat=1)
    s = m.position
    take_effect(s, index(m, "cotton_mill"), 0, state.PRODUCE)
    take_effect(s, index(m, "wheat_field"), 0, state.PRODUCE)
    assert cubes(m, "cotton_mill") == {"sheep": 2}
    assert cubes(m, "wheat_field") == {"wheat": 3}
    load(m, "cotton_mill", sheep=0)
    flow.settle(s)
