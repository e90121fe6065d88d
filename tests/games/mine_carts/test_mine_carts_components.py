"""The box: board, tiles, points, edge sections, ore, and what the data file may be."""

from __future__ import annotations

import copy
import importlib
import re
import shutil
import sys
import tomllib
from itertools import permutations
from pathlib import Path

import pytest
from mines import FACING, across, inside, turned_pairs

import tabletown as tt
from tabletown.games import mine_carts
from tabletown.games.mine_carts.components import (
    BEYOND,
    DATA,
    EDGE,
    EDGE_SECTIONS,
    JOINED,
    ORE_COUNT,
    ORE_VALUE,
    ORES,
    OUTSIDE,
    PICKAXE,
    ROTATIONS,
    TILES,
    checked,
    place_of,
    point_index,
)

FOLDER = Path(mine_carts.__file__).parent
IDS = range(1, 37)


@pytest.mark.rule("MC-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(players: int) -> None:
    assert tt.Match(tt.game("mine-carts", players=players), seed=1).position.players == players


@pytest.mark.rule("MC-01")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        tt.game("mine-carts", players=players)


@pytest.mark.rule("MC-03", "MC-04")
def test_board_and_tiles() -> None:
    view = tt.Match(tt.game("mine-carts"), seed=1).view(0)["position"]
    assert (view["rows"], view["columns"]) == (6, 6)
    assert view["pile"] == list(IDS)
    assert [tile["id"] for tile in TILES] == list(IDS)


@pytest.mark.rule("MC-05")
def test_points_run_clockwise_from_the_top_left() -> None:
    sides = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}
    for side, (down, right) in sides.items():
        for point in DATA["geometry"]["side_of_point"][side]:
            assert across((2, 3, point))[:2] == (2 + down, 3 + right)
            assert place_of(int(BEYOND[point_index(2, 3, point)]))[:2] == (2 + down, 3 + right)


@pytest.mark.rule("MC-06")
def test_four_sections_join_eight_points() -> None:
    for tile in IDS:
        for turns in range(4):
            ends = [int(JOINED[tile, turns, point]) for point in range(8)]
            assert sorted(ends) == list(range(8))
            assert all(ends[ends[point]] == point != ends[point] for point in range(8))


def all_pairings(points: tuple[int, ...]) -> list[frozenset[frozenset[int]]]:
    if not points:
        return [frozenset()]
    first, rest = points[0], points[1:]
    return [
        frozenset({frozenset((first, other))}) | tail
        for other in rest
        for tail in all_pairings(tuple(point for point in rest if point != other))
    ]


@pytest.mark.rule("MC-07")
def test_tiles_are_the_classes_of_pairings_under_rotation() -> None:
    pairings = all_pairings(tuple(range(8)))
    assert len(pairings) == 105
    classes = {frozenset(turned_pairs(tile, turns)): tile for tile in range(1, 36) for turns in range(4)}
    assert set(classes) == set(pairings)
    for a, b in permutations(range(1, 36), 2):
        assert all(turned_pairs(a, 0) != turned_pairs(b, turns) for turns in range(4))
    assert turned_pairs(36, 0) == turned_pairs(34, 0)


@pytest.mark.rule("MC-08", "MC-09")
def test_pickaxes() -> None:
    assert [tile for tile in IDS if PICKAXE[tile]] == [tile for tile in IDS if tile % 3]
    assert sum(int(PICKAXE[tile]) for tile in IDS) == 24
    assert (int(PICKAXE[34]), int(PICKAXE[36])) == (1, 0)
    assert all(isinstance(tile["pickaxe"], bool) for tile in TILES)


@pytest.mark.rule("MC-10")
def test_orientations() -> None:
    different = {tile: len({frozenset(turned_pairs(tile, turns)) for turns in range(4)}) for tile in IDS}
    assert [tile for tile in IDS if different[tile] == 1] == [1, 28, 32, 34, 35, 36]
    assert [tile for tile in IDS if different[tile] == 2] == [10, 13, 14, 19, 23, 24, 27, 30, 31, 33]
    assert sum(different.values()) == 106
    assert all(ROTATIONS[tile] == different[tile] == TILES[tile - 1]["rotations"] for tile in IDS)


@pytest.mark.rule("MC-11")
def test_a_quarter_turn_adds_two_to_each_point() -> None:
    assert turned_pairs(35, 0) == {frozenset(pair) for pair in ((0, 7), (1, 2), (3, 4), (5, 6))}
    assert [int(JOINED[14, 1, point]) for point in (2, 3, 6, 7)] == [4, 5, 0, 1]
    for tile in IDS:
        for turns in range(4):
            for a, b in TILES[tile - 1]["pairs"]:
                assert JOINED[tile, turns, (a + 2 * turns) % 8] == (b + 2 * turns) % 8


@pytest.mark.rule("MC-12")
def test_across_a_border_and_back() -> None:
    assert FACING == {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}
    for index in range(288):
        place = place_of(index)
        beyond = int(BEYOND[index])
        if inside(across(place)):
            assert place_of(beyond) == across(place)
            assert BEYOND[beyond] == index
        else:
            assert beyond == OUTSIDE


@pytest.mark.rule("MC-13")
def test_edge_sections() -> None:
    assert EDGE_SECTIONS == 48 == len(set(EDGE.tolist()))
    by_cell: dict[tuple[int, int], int] = {}
    for index in EDGE.tolist():
        place = place_of(index)
        assert not inside(across(place))
        by_cell[place[:2]] = by_cell.get(place[:2], 0) + 1
    for row in range(6):
        for column in range(6):
            on_border = (row in (0, 5)) + (column in (0, 5))
            assert by_cell.get((row, column), 0) == 2 * on_border


@pytest.mark.rule("MC-14")
@pytest.mark.parametrize(
    ("section", "place"),
    [
        (0, (0, 0, 0)),
        (1, (0, 0, 1)),
        (2, (0, 1, 0)),
        (11, (0, 5, 1)),
        (12, (0, 5, 2)),
        (13, (0, 5, 3)),
        (23, (5, 5, 3)),
        (24, (5, 5, 4)),
        (25, (5, 5, 5)),
        (26, (5, 4, 4)),
        (35, (5, 0, 5)),
        (36, (5, 0, 6)),
        (37, (5, 0, 7)),
        (46, (0, 0, 6)),
        (47, (0, 0, 7)),
    ],
)
def test_order_of_edge_sections(section: int, place: tuple[int, int, int]) -> None:
    assert place_of(int(EDGE[section])) == place


@pytest.mark.rule("MC-15", "MC-16")
def test_ore() -> None:
    assert ORES == ["coal", "copper", "iron", "silver", "gold"]
    assert ORE_COUNT.tolist() == [24, 20, 16, 12, 8]
    assert ORE_VALUE.tolist() == [1, 2, 3, 4, 5]
    assert sum(ORE_COUNT) == 80
    assert sum(ORE_COUNT * ORE_VALUE) == 200


@pytest.mark.rule("MC-17")
def test_eight_figures() -> None:
    match = tt.Match(tt.game("mine-carts", players=4), seed=1)
    assert match.position.carts.shape == (4, 2)
    assert DATA["components"]["figures"] == 8
    assert DATA["components"]["colours"] * DATA["components"]["figures_per_player"] == 8


@pytest.mark.rule("MC-18")
def test_another_data_file_makes_another_mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same sources over a file with a mine of four by four cells, richer coal and no pickaxe on tile 1."""
    package = tmp_path / "small_mine"
    shutil.copytree(FOLDER, package, ignore=shutil.ignore_patterns("__pycache__"))
    data = (package / "components.toml").read_text()
    data = data.replace("rows = 6", "rows = 4").replace("columns = 6", "columns = 4")
    data = data.replace("count = 24\nvp = 1", "count = 7\nvp = 9")
    data = re.sub(r"(id = 1\n.*\n)pickaxe = true", r"\1pickaxe = false", data)
    (package / "components.toml").write_text(data)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        book = importlib.import_module("small_mine").RULEBOOK
        match = tt.Match(book.configure(2), seed=3)
        match.play_chance()
        assert len(match.legal_ids) == 32
        while not match.over:
            match.push(match.random_move())
        view = match.view(0)["position"]
        assert (view["rows"], view["columns"], view["values"]["coal"]) == (4, 4, 9)
        assert view["ground"]["tokens"] == 63 - sum(holding["tokens"] for holding in view["ore"])
        assert match.scores[0] == sum(view["values"][kind] * n for kind, n in view["ore"][0]["kinds"].items())
        assert importlib.import_module("small_mine.components").PICKAXE[1] == 0
    finally:
        for name in [name for name in sys.modules if name.startswith("small_mine")]:
            del sys.modules[name]


def broken(change: str) -> dict[str, object]:
    data = copy.deepcopy(tomllib.loads((FOLDER / "components.toml").read_text()))
    if change == "point twice":
        data["tile"][4]["pairs"] = [[0, 1], [2, 4], [3, 7], [5, 5]]
    elif change == "point missing":
        data["tile"][4]["pairs"] = [[0, 1], [2, 4], [3, 7]]
    elif change == "id twice":
        data["tile"][8]["id"] = 8
    elif change == "too few":
        data["tile"].pop()
    elif change == "negative":
        data["ore"][2]["count"] = -1
    elif change == "rotations":
        data["tile"][0]["rotations"] = 4
    elif change == "gap":
        data["tile"][35]["id"] = 40
    elif change == "no board":
        data["board"]["rows"] = 0
    return data


@pytest.mark.rule("MC-19", "MC-10")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("point twice", "tile 5"),
        ("point missing", "tile 5"),
        ("id twice", "tile 8: the id"),
        ("too few", "35 tiles can't fill 36"),
        ("negative", "ore iron"),
        ("rotations", "tile 1: it has 1"),
        ("gap", "ids must run"),
        ("no board", "board: 0 rows"),
    ],
)
def test_a_wrong_data_file_is_refused_with_the_entry_named(change: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        checked(broken(change))


@pytest.mark.rule("MC-19")
def test_the_data_file_itself_is_accepted() -> None:
    assert checked(broken("nothing"))["board"]["rows"] == 6


@pytest.mark.rule("MC-20")
def test_credits() -> None:
    book = mine_carts.RULEBOOK
    assert book.designers == "Joel Ek" == DATA["meta"]["graphic_designer"]
    assert (book.minutes, book.players) == ("30-60", (2, 4))
    for name in ["Joel Ek", *DATA["meta"]["play_testers"]]:
        assert name in book.guide
    assert book.reconstructed
    assert "reconstructed" in book.guide
    assert tt.Match(tt.game("mine-carts"), seed=1).view(0)["position"]["reconstructed"] == ["board", "tile", "ore"]
