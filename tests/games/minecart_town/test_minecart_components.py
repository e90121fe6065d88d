"""The data file and the tables made from it."""

import copy
import itertools

import pytest

from tabletown.games.minecart_town import RULEBOOK
from tabletown.games.minecart_town import components as c
from tabletown.games.minecart_town.state import STATE


def broken(change):
    data = copy.deepcopy(c.DATA)
    change(data)
    with pytest.raises(ValueError, match=r"components\.toml"):
        c.check(data)


def rows(letter):
    return [row for row in c.DATA["building"] if row["type"] == letter]


@pytest.mark.rule("MT-01")
@pytest.mark.parametrize(("letter", "types", "tiles"), [("A", 27, 31), ("B", 31, 35), ("C", 18, 24)])
def test_totals(letter, types, tiles):
    assert len(rows(letter)) == types
    assert sum(row["copies"] for row in rows(letter)) == tiles


@pytest.mark.rule("MT-01")
def test_other_totals_are_refused():
    broken(lambda data: data["building"].pop())
    broken(lambda data: data["building"][0].update(copies=4))


@pytest.mark.rule("MT-02")
def test_five_resources_and_costs_of_wood_and_stone():
    assert c.RESOURCES == ["wood", "stone", "wheat", "coal", "sheep"]
    assert all(set(row["cost"]) == {"wood", "stone"} for row in c.DATA["building"])


@pytest.mark.rule("MT-03", "MT-173")
@pytest.mark.parametrize("row", [*c.DATA["building"], *c.DATA["starting_building"]], ids=lambda row: row["id"])
def test_tables_equal_the_data(row):
    kind = c.TILES.index(row["id"])
    cost = row.get("cost", {"wood": 0, "stone": 0})
    assert (c.WOOD_COST[kind], c.STONE_COST[kind]) == (cost["wood"], cost["stone"])
    assert c.SLOTS[kind] == row["slots"]
    assert c.COPIES[kind] == row.get("copies", 0)
    assert [r for t, r in enumerate(c.RESOURCES) if c.ACCEPTS[kind, t]] == row["accepts"]
    for n, effect in enumerate(row["effects"]):
        assert c.OPS[c.OP[kind, n]] == effect["op"]
        assert c.TIMINGS[c.TIMING[kind, n]] == effect["timing"]
        assert c.POINTS[kind, n] == effect.get("vp", 0)
        given = effect.get("output", effect.get("resources", {}) if effect["op"] == "gain" else {})
        assert {r: int(c.GIVEN[kind, n, t]) for t, r in enumerate(c.RESOURCES) if c.GIVEN[kind, n, t]} == given
        spent = effect.get("input", effect.get("resources", {}) if effect["op"] == "remove" else {})
        assert {r: int(c.SPENT[kind, n, t]) for t, r in enumerate(c.RESOURCES) if c.SPENT[kind, n, t]} == spent


@pytest.mark.rule("MT-06")
def test_timings():
    timings = {effect["timing"] for row in c.ROWS for effect in row["effects"]}
    assert timings <= {"immediate", "production", "transportation", "processing", "end", "passive"}
    broken(lambda data: data["building"][0]["effects"][0].update(timing="construction"))


@pytest.mark.rule("MT-08")
def test_conversions_make_no_circle():
    assert not c.has_cycle(c.DATA)
    kiln = next(n for n, row in enumerate(c.DATA["building"]) if row["id"] == "charcoal_kiln")
    back = {"timing": "processing", "op": "convert", "input": {"coal": 1}, "output": {"wood": 1}}
    broken(lambda data: data["building"][kiln + 1].update(effects=[back], accepts=["wood", "coal"], slots=4))


@pytest.mark.rule("MT-37", "MT-45")
def test_ten_shapes():
    assert sorted(len(shape) for shape in c.SHAPES) == [2] * 6 + [3] * 4
    assert len({frozenset(shape) for shape in c.SHAPES}) == 10
    backs = {row["id"]: row.get("back") for row in c.DATA["track"]}
    assert backs["straight"] == backs["curve"] == "t_junction"


@pytest.mark.rule("MT-87", "MT-88", "MT-89")
def test_prices_of_tracks():
    assert [int(cost) for cost in c.SHAPE_COST] == [1] * 6 + [2] * 4
    assert c.UPGRADE_COST == 1


ALL_TYPES = {
    "stockpile",
    "pond",
    "wholesale_market",
    "trading_post",
    "pawnshop",
    "marketplace",
    "large_market",
    "trading_company",
}


@pytest.mark.rule("MT-105", "MT-106", "MT-107", "MT-108")
def test_accepted_types_are_the_depicted_ones():
    assert {row["id"] for row in c.ROWS if row["accepts"] == c.RESOURCES} == ALL_TYPES
    for row in c.ROWS:
        assert row["accepts"] == c.accepted(row)
    flour_mill = c.BY_ID["flour_mill"]
    assert flour_mill["cost"]["stone"] == 1
    assert flour_mill["accepts"] == ["wheat"]
    broken(lambda data: data["building"][0].update(accepts=["wheat", "wood"]))


@pytest.mark.rule("MT-152")
def test_any_icons_and_costs_depict_no_type():
    assert all(c.depicted(c.BY_ID[name]) == [] for name in ALL_TYPES)
    assert c.depicted(c.BY_ID["bakery"]) == ["wheat", "coal"]
    assert c.depicted(c.BY_ID["hot_spring"]) == []


@pytest.mark.rule("MT-164")
def test_processing_buildings():
    names = {c.TILES[kind] for kind in range(len(c.TILES)) if c.PROCESSES[kind]}
    assert len(names) == 24
    assert "paddock" not in names
    assert {"bakery", "pawnshop", "trading_company", "charcoal_kiln"} <= names


@pytest.mark.rule("MT-165")
def test_vp_buildings():
    names = {c.TILES[kind] for kind in range(len(c.TILES)) if c.GAINS_VP[kind]}
    assert len(names) == 38
    assert {"workshop", "hot_spring", "water_well", "bakery", "ranch", "monastery", "marketplace"} <= names
    assert not {"charred_grounds", "stockpile", "mine", "railroad_junction"} & names


@pytest.mark.rule("MT-241", "MT-242")
def test_no_town_can_pay_for_more_tiles_than_there_is_room():
    assert c.tile_bound(c.DATA) == 56
    assert c.tile_bound(c.DATA) + 2 <= c.MAX_TILES
    rich = {"timing": "production", "op": "gain", "resources": {"wood": 6}}
    forest_like = {"effects": [rich], "accepts": ["wood"], "slots": 8}
    broken(lambda data: data["building"][0].update(forest_like))


def most_buildings() -> int:
    """Any of the buildings that give wood or stone, then the cheapest of the others."""
    rows = [row for row in c.MARKET_ROWS if row["is_building"] for _ in range(row["copies"])]
    prices = [(sum(row["cost"].values()), c.most_building_cubes(row)) for row in rows]
    suppliers = [(price, given) for price, given in prices if given]
    others = sorted(price for price, given in prices if not given)
    most = 0
    for chosen in itertools.product((0, 1), repeat=len(suppliers)):
        money = 32 + sum(given - price for (price, given), taken in zip(suppliers, chosen, strict=True) if taken)
        affordable = sum(total <= money for total in itertools.accumulate(others))
        most = max(most, sum(chosen) + affordable)
    return most


@pytest.mark.rule("MT-243", "MT-245", "MT-246", "MT-247", "MT-248")
def test_the_record_has_room():
    assert max(row["slots"] for row in c.MARKET_ROWS) == 12 <= 15
    assert c.MAX_BUILDINGS == most_buildings() + 2 == 40
    assert RULEBOOK.max_legal >= c.MAX_BUILDINGS * c.TYPES
    fields = STATE.fields
    assert fields["hand"].shape == (c.MAX_BUILDINGS, c.TYPES)
    assert fields["group"].shape == (2 * c.MAX_TILES,)
    assert 4 * c.MAX_TILES >= 2 * 58 + 2
    assert fields["display"].shape == (12,)
    assert max(row["copies"] for row in c.MARKET_ROWS) == 3
    assert STATE.dtype.itemsize < 8192


@pytest.mark.rule("MT-244", "MT-249")
def test_widths():
    assert STATE.fields["rows"].type == STATE.fields["columns"].type == "i1"
    assert STATE.fields["vp"].type == "i2"


def test_reconstructed_values_are_marked_in_the_data():
    for row in c.ROWS:
        assert row["source"] in ("confirmed", "single", "reconstructed")
        assert set(row["sources"].values()) <= {"confirmed", "single", "reconstructed"}
    assert any(row["source"] == "reconstructed" for row in c.ROWS)
