"""Processing, the final round and what single buildings convert."""

import pytest
from minecart_towns import (
    cubes,
    final_round,
    go_on_processing,
    index,
    load,
    phase,
    play,
    process,
    put,
    show,
    texts,
    town,
)

from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import BY_ID, RESOURCES, TYPES
from tabletown.games.minecart_town.rules import flow


def at(m, name):
    return f"at {index(m, name)}"


@pytest.mark.rule("MT-122", "MT-128", "MT-124", "MT-26")
def test_conversions_are_made_as_often_as_the_cubes_allow():
    m = town(("bakery", -1, 0), ("volcano", -2, 0))
    load(m, "bakery", wheat=4, coal=2)
    load(m, "volcano", coal=4)
    process(m)
    assert m.position.vp[0] == 12
    assert cubes(m, "bakery") == {"wheat": 2}
    assert cubes(m, "volcano") == {"coal": 4}


CONVERT = [
    (row["id"], effect["input"], effect.get("output", {}), effect.get("vp", 0))
    for row in BY_ID.values()
    for effect in row["effects"]
    if effect["op"] == "convert"
]


@pytest.mark.rule("MT-128", "MT-07", "MT-123")
@pytest.mark.parametrize(("name", "spent", "output", "vp"), CONVERT, ids=[entry[0] for entry in CONVERT])
def test_each_conversion_gives_what_the_data_say(name, spent, output, vp):
    m = town((name, -1, 0))
    load(m, name, **spent)
    process(m)
    assert m.position.vp[0] == vp
    assert cubes(m, name) == output


@pytest.mark.rule("MT-123")
def test_inputs_leave_before_output_comes_and_excess_is_lost():
    m = town(("industrial_farm", -1, 0))
    load(m, "industrial_farm", coal=1, wheat=5)
    process(m)
    assert cubes(m, "industrial_farm") == {"wheat": 6}
    m = town(("harvesting_center", -1, 0))
    load(m, "harvesting_center", wood=4)
    process(m)
    assert cubes(m, "harvesting_center") == {"wheat": 4}  # the first conversion fills the tile but for its own slot


@pytest.mark.rule("MT-125", "MT-134")
def test_output_stays_for_the_next_round():
    m = town(("charcoal_kiln", -1, 0), ("bakery", -2, 0), ("NS", -3, 0))
    load(m, "charcoal_kiln", wood=2)
    load(m, "bakery", wheat=2)
    process(m)
    assert cubes(m, "charcoal_kiln") == {"coal": 4}
    assert cubes(m, "bakery") == {"wheat": 2}
    assert m.position.round == 2


@pytest.mark.rule("MT-126")
def test_the_order_of_buildings_changes_nothing():
    def result(order):
        m = town()
        for n, name in enumerate(order):
            put(m, name, -1 - n, 0)
        load(m, "bakery", wheat=2, coal=3)
        load(m, "charcoal_kiln", wood=3)
        load(m, "pawnshop", wood=2)
        process(m)
        return m.position.vp[0], {name: cubes(m, name) for name in order}

    names = ["bakery", "charcoal_kiln", "pawnshop"]
    assert result(names) == result(names[::-1])


@pytest.mark.rule("MT-127")
def test_a_new_building_processes_in_its_first_round():
    m = town(("EW", 0, 2))
    show(m, 8, "furniture_store")
    load(m, "forest", wood=5)
    load(m, "mine", stone=1)
    play(m, "buy 8", "cell 2 E")
    m.play_chance()
    m.push("pass")
    assert phase(m) == "pick"
    play(m, "cube 1 wood", "cube 1 wood", at(m, "furniture_store"), at(m, "furniture_store"), "end_pick")
    assert m.position.vp[0] == 5


# ------------------------------------------------------------------ sets


@pytest.mark.rule("MT-129", "MT-160", "MT-238")
@pytest.mark.parametrize(
    ("lying", "vp"),
    [({"wood": 2}, 4), ({"wood": 1, "sheep": 1}, 4), ({"wood": 2, "coal": 2}, 8), ({"wood": 1}, 0), ({"wood": 3}, 4)],
)
def test_pawnshop_without_a_choice(lying, vp):
    m = town(("pawnshop", -1, 0))
    load(m, "pawnshop", **lying)
    process(m)
    assert m.position.vp[0] == vp
    assert sum(cubes(m, "pawnshop").values()) == sum(lying.values()) % 2


@pytest.mark.rule("MT-129", "MT-160", "MT-238")
def test_pawnshop_owner_chooses_which_cube_stays():
    m = town(("pawnshop", -1, 0))
    load(m, "pawnshop", wood=1, coal=2)
    process(m)
    assert phase(m) == "set"
    assert texts(m) == ["type wood", "type coal"]
    other = m.copy()
    play(m, "type coal", "type coal")
    assert m.position.vp[0] == 4
    assert cubes(m, "pawnshop") == {"wood": 1}
    other.push("type wood")  # only coal could follow
    assert cubes(other, "pawnshop") == {"coal": 1}


TABLES = {
    "marketplace": [(1, 1), (2, 4), (3, 8)],
    "large_market": [(2, 4), (3, 8), (4, 13)],
    "trading_company": [(3, 7), (4, 13), (5, 20)],
}


@pytest.mark.rule("MT-130", "MT-131", "MT-161", "MT-238")
@pytest.mark.parametrize(("name", "size", "vp"), [(name, *row) for name, table in TABLES.items() for row in table])
def test_different_types_give_the_tables_points(name, size, vp):
    assert dict(TABLES[name]) == dict(map(tuple, BY_ID[name]["effects"][0]["table"]))
    m = town((name, -1, 0))
    load(m, name, **dict.fromkeys(RESOURCES[:size], 1))
    process(m)
    assert m.position.vp[0] == vp
    assert cubes(m, name) == {}


@pytest.mark.rule("MT-132", "MT-130")
def test_too_few_types_stay():
    m = town(("trading_company", -1, 0))
    load(m, "trading_company", wood=2, coal=1)
    process(m)
    assert m.position.vp[0] == 0
    assert cubes(m, "trading_company") == {"wood": 2, "coal": 1}


@pytest.mark.rule("MT-131")
def test_sets_repeat_while_one_is_possible():
    m = town(("marketplace", -1, 0))
    load(m, "marketplace", wood=2, coal=1)
    process(m)
    assert m.position.vp[0] == 4 + 1  # wood and coal, then the second wood
    assert cubes(m, "marketplace") == {}


@pytest.mark.rule("MT-131")
def test_owner_chooses_when_more_types_lie_there_than_the_top_row_takes():
    m = town(("marketplace", -1, 0))
    s = m.position
    b = index(m, "marketplace")
    for t in range(4):  # more than the slots hold, to see the choice
        s.cubes[0, b, t] = 1
    process(m)
    assert phase(m) == "set"
    assert texts(m) == ["type wood", "type stone", "type wheat", "type coal"]
    m.push("type wheat")
    assert texts(m) == ["type wood", "type stone", "type coal"]
    play(m, "type wood", "type coal")
    assert s.vp[0] == 8 + 1


# ------------------------------------------------------------------ the Workshop


@pytest.mark.rule("MT-153", "MT-155", "MT-154")
def test_workshops_add_to_conversions_that_yield_vp():
    m = town(("bakery", -1, 0), ("workshop", -2, 1), ("charcoal_kiln", -1, 1), ("hot_spring", -2, 0), ("dairy", -4, 0))
    load(m, "bakery", wheat=2, coal=2)
    load(m, "charcoal_kiln", wood=1)
    load(m, "dairy", sheep=1)
    process(m)
    assert m.position.vp[0] == 2 * 7 + 3  # the Kiln gives cubes, the Dairy is too far away
    m.position.vp[0] = 0
    from minecart_towns import produce

    produce(m)
    assert m.position.vp[0] == 3  # the Hot Spring as ever


@pytest.mark.rule("MT-155", "MT-153")
def test_several_workshops_add_up_and_sets_count_once():
    m = town(("trading_company", -1, 0), ("workshop", -2, 0))
    kind = m.position.tiles[0, 3]
    from tabletown.games.minecart_town.rules.town import lay_tile

    lay_tile(m.position, 0, kind, -1, -1)
    load(m, "trading_company", wood=1, stone=1, wheat=1, coal=1, sheep=1)
    process(m)
    assert m.position.vp[0] == 22


@pytest.mark.rule("MT-154")
def test_no_bonus_on_end_points():
    from minecart_towns import finish

    m = town(("ranch", -1, 0), ("workshop", -2, 0))
    load(m, "ranch", sheep=2)
    finish(m)
    assert m.position.vp[0] == 6


# ------------------------------------------------------------------ the final round


CHAIN = (("EW", 0, 2), ("charcoal_kiln", 0, 3), ("EW", 0, 4), ("bakery", 0, 5))


@pytest.mark.rule("MT-174", "MT-175", "MT-176", "MT-224", "MT-237")
def test_transport_and_conversions_mix_freely():
    m = town(*CHAIN)
    load(m, "forest", wood=2)
    load(m, "bakery", wheat=2)
    final_round(m)
    assert phase(m) == "loop"
    assert texts(m) == ["done", "cube 1 wood"]
    play(m, "cube 1 wood", "cube 1 wood")
    play(m, at(m, "charcoal_kiln"), at(m, "charcoal_kiln"))
    assert phase(m) == "loop"
    assert texts(m)[:2] == ["done", at(m, "charcoal_kiln")]
    assert "cube 2 wood" in texts(m)  # nothing is final before the player is done
    m.push(at(m, "charcoal_kiln"))
    assert cubes(m, "charcoal_kiln") == {"wood": 1, "coal": 2}
    k = index(m, "charcoal_kiln")
    assert f"cube {k} coal" in texts(m)
    m.push(f"cube {k} coal")
    play(m, at(m, "bakery"), at(m, "bakery"))
    assert m.position.vp[0] == 6
    assert cubes(m, "bakery") == {"wheat": 1}
    assert at(m, "charcoal_kiln") in texts(m)
    m.push("done")
    assert m.over
    assert cubes(m, "charcoal_kiln") == {"wood": 1, "coal": 1}  # conversions are optional


@pytest.mark.rule("MT-179")
def test_forced_final_round_converts_what_is_left():
    m = town(("bakery", -1, 0), ("dairy", -2, 0), round4_forced=True)
    load(m, "bakery", wheat=2, coal=2)
    load(m, "dairy", sheep=1)
    final_round(m)
    play(m, at(m, "bakery"))
    assert not m.over
    m.push("done")
    assert m.over
    assert m.position.vp[0] == 15


@pytest.mark.rule("MT-175")
def test_done_may_leave_cubes_unconverted():
    m = town(("bakery", -1, 0))
    load(m, "bakery", wheat=2, coal=2)
    final_round(m)
    m.push("done")
    assert m.over
    assert m.position.vp[0] == 0


@pytest.mark.rule("MT-177")
def test_any_set_size_in_the_final_round():
    m = town(("trading_company", -1, 0))
    load(m, "trading_company", wood=1, stone=1, wheat=1, coal=1, sheep=1)
    final_round(m)
    m.push(at(m, "trading_company"))
    assert phase(m) == "set"
    assert texts(m) == ["type wood", "type stone", "type wheat", "type coal", "type sheep"]
    play(m, "type coal", "type stone", "type wheat")
    assert texts(m) == ["type wood", "type sheep", "end_set"]
    m.push("end_set")
    assert m.position.vp[0] == 7
    assert cubes(m, "trading_company") == {"wood": 1, "sheep": 1}


@pytest.mark.rule("MT-177", "MT-238")
def test_a_set_is_asked_for_only_if_there_is_a_choice():
    m = town(("pawnshop", -1, 0), ("trading_company", -2, 0))
    load(m, "pawnshop", wood=1, coal=1)
    load(m, "trading_company", wood=1, stone=1, wheat=1, coal=1)
    final_round(m)
    m.push(at(m, "pawnshop"))
    assert (phase(m), m.position.vp[0]) == ("loop", 4)  # both cubes, in whatever order
    m.push(at(m, "trading_company"))
    play(m, "type wood", "type wheat", "type stone")
    assert texts(m) == ["type coal", "end_set"]  # three of them will do, four are better
    m.pop()
    m.pop()
    m.pop()
    m.pop()
    load(m, "trading_company", coal=0)
    m.push(at(m, "trading_company"))
    assert (phase(m), m.position.vp[0]) == ("loop", 4 + 7)  # all three are needed


@pytest.mark.rule("MT-160", "MT-177")
def test_pawnshop_in_the_final_round_converts_once():
    m = town(("pawnshop", -1, 0))
    load(m, "pawnshop", wood=2, coal=2)
    final_round(m)
    m.push(at(m, "pawnshop"))
    assert texts(m) == ["type wood", "type coal"]
    play(m, "type wood")
    assert texts(m) == ["type wood", "type coal"]
    m.push("type wood")
    assert cubes(m, "pawnshop") == {"coal": 2}
    assert m.position.vp[0] == 4


@pytest.mark.rule("MT-178")
def test_paddock_loses_a_sheep_when_its_owner_is_done():
    m = town(("paddock", -1, 0), ("dairy", -3, 0), ("NS", -2, 0))
    load(m, "paddock", sheep=2)
    final_round(m)
    p = index(m, "paddock")
    m.push(f"cube {p} sheep")
    m.push(at(m, "dairy"))
    m.push(at(m, "dairy"))
    assert cubes(m, "paddock") == {"sheep": 1}
    if not m.over:
        m.push("done")
    assert cubes(m, "paddock") == {}
    assert m.position.vp[0] == 3


@pytest.mark.rule("MT-55", "MT-123")
def test_keeping_is_asked_in_processing_too(monkeypatch):
    """No tile of the data gives two types by a conversion, so one is lent another's gain."""
    m = town(("timberland", -1, 0))
    s = m.position
    b = index(m, "timberland")
    load(m, "timberland", wood=3)
    s.pending[0], s.pending[1] = 1, 1
    s.phase, s.site, s.back = state.KEEP, b, state.PROCESS
    s.cursor = 2 * s.building_count[0]
    go_on_processing(m)
    assert texts(m) == ["type wood", "type stone"]


@pytest.mark.rule("MT-181", "MT-237")
def test_conversions_always_end():
    weight = {"wood": 15, "coal": 7, "wheat": 2, "sheep": 1, "stone": 1}
    for row in BY_ID.values():
        for effect in row["effects"]:
            if effect["op"] == "convert":
                spent = sum(weight[r] * n for r, n in effect["input"].items())
                assert sum(weight[r] * n for r, n in effect.get("output", {}).items()) < spent
            elif effect["op"] in ("convert_any", "convert_different"):
                assert "output" not in effect


@pytest.mark.rule("MT-181")
def test_the_measure_falls_in_play():
    from minecart_towns import fresh

    weight = (8, 1, 2, 7, 1)
    for seed in range(4):
        m = fresh(2, seed)
        while not m.over:
            s = m.position
            if phase(m) == "loop":
                who = s.turn
                before = sum(weight[t] * s.cubes[who, b, t] for b in range(s.building_count[who]) for t in range(TYPES))
                move = m.game.moves.decode(m.random_move())
                m.push(move)
                if move.name == "at" and phase(m) == "loop" and s.turn == who:
                    after = sum(
                        weight[t] * s.cubes[who, b, t] for b in range(s.building_count[who]) for t in range(TYPES)
                    )
                    assert after < before
            else:
                m.push(m.random_move())


def test_settling_a_finished_choice_goes_on():
    m = town(("pawnshop", -1, 0))
    load(m, "pawnshop", wood=2)
    process(m)
    flow.settle(m.position)
    assert phase(m) == "action"
