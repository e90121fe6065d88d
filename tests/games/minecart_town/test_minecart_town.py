"""The grid, rails and links."""

import pytest
from minecart_towns import fresh, index, linked, load, phase, play, put, same_network, texts, town, transport

from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import FIRST_SHAPE, SHAPES, SIDES, TILES
from tabletown.games.minecart_town.rules.town import (
    can_upgrade,
    directly_connected,
    ends_into,
    is_cell,
    is_linked,
    linked_sides,
)

STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def cell_places(m, moves, seat=0):
    """Where the cells named by moves lie."""
    s = m.position
    found = {}
    for move in moves:
        if move.name == "cell":
            row, column = STEP[move.args["side"]]
            found[s.rows[seat, move.args["tile"]] + row, s.columns[seat, move.args["tile"]] + column] = move
    return found


def places(m, seat=0):
    s = m.position
    return {(s.rows[seat, n], s.columns[seat, n]) for n in range(s.tile_count[seat])}


def neighbours(cells):
    return {(r + dr, c + dc) for r, c in cells for dr, dc in STEP.values()} - cells


def placing(m, name="wheat_field"):
    """Bring the match to the choice of a cell for a building."""
    s = m.position
    s.buying = TILES.index(name)
    s.phase = state.PLACE
    return m


def tracking(m, wood=9):
    """Bring the match to the first step of a track action."""
    load(m, "forest", wood=min(wood, 5))
    if wood > 5:
        load(m, "mine", stone=min(3, wood - 5))
    m.position.phase = state.STEP
    return m


def shapes_at(m, row, column):
    """The shapes that may be laid in a cell."""
    move = cell_places(m, m.legal_moves).get((row, column))
    if move is None:
        return []
    m.push(move)
    found = [text.split()[1] for text in texts(m)] if phase(m) == "shape" else ["only one"]
    m.pop()
    return found


@pytest.mark.rule("MT-28")
def test_towns_are_apart():
    m = town(("bog", -1, 0), players=3)
    assert m.position.tile_count[0] == 3
    assert m.position.tile_count[1] == m.position.tile_count[2] == 2
    far = town(players=1)
    for n in range(1, 53):
        put(far, "NS", -n, 0)
    assert min(far.position.rows[0, n] for n in range(54)) == -52


@pytest.mark.rule("MT-29", "MT-30", "MT-32", "MT-31")
def test_cells_for_buildings_share_an_edge_with_any_tile():
    m = placing(town(("bog", -1, 0), ("EW", 1, 1), ("NE", 2, 1)))
    cells = cell_places(m, m.legal_moves)
    assert set(cells) == neighbours(places(m))
    assert len(cells) == len(m.legal_moves)
    assert (-1, -1) in cells
    assert (-2, -1) not in cells
    assert (3, 1) in cells


@pytest.mark.rule("MT-228", "MT-245", "MT-32")
def test_every_cell_has_one_name_and_keeps_it():
    for seed in range(4):
        m = fresh(1, seed, solo_setup="6")
        names = {}
        while not m.over:
            s = m.position
            now = {}
            for cell in range(4 * s.tile_count[0]):
                tile, side = divmod(cell, 4)
                if is_cell(s, 0, cell):
                    row, column = STEP[SIDES[side]]
                    now[s.rows[0, tile] + row, s.columns[0, tile] + column] = cell
            assert set(now) == neighbours(places(m))
            assert len(now) <= 2 * s.tile_count[0] + 2
            for place, cell in now.items():
                assert names.setdefault(place, cell) == cell
                assert all(
                    4 * tile + n >= cell
                    for tile in range(s.tile_count[0])
                    for n, side in enumerate(SIDES)
                    if (s.rows[0, tile] + STEP[side][0], s.columns[0, tile] + STEP[side][1]) == place
                )
            m.push(m.random_move())


@pytest.mark.rule("MT-33", "MT-49")
def test_tiles_stay_and_links_only_grow():
    for seed in range(4):
        m = fresh(2, seed)
        before, links = {}, set()
        while not m.over:
            s = m.position
            for seat in range(2):
                for n in range(s.tile_count[seat]):
                    kind, row, column = before.get((seat, n), (s.tiles[seat, n], s.rows[seat, n], s.columns[seat, n]))
                    assert (row, column) == (s.rows[seat, n], s.columns[seat, n])
                    if kind != s.tiles[seat, n]:
                        assert FIRST_SHAPE <= kind < FIRST_SHAPE + 6 <= s.tiles[seat, n]
                    before[seat, n] = s.tiles[seat, n], row, column
            now = {
                (seat, n, s.beside[seat, n, d])
                for seat in range(2)
                for n in range(s.tile_count[seat])
                for d in range(4)
                if is_linked(s, seat, n, d)
            }
            assert links <= now
            links = now
            m.push(m.random_move())


@pytest.mark.rule("MT-35", "MT-36")
def test_surroundings_are_the_eight_cells_around():
    from tabletown.games.minecart_town.components import COUNT_BUILDINGS, COUNT_TILES
    from tabletown.games.minecart_town.rules.effects import count_around

    m = town(("monastery", -1, 0), ("bog", -2, 1), ("EW", -1, 1), ("barn", -3, 0))
    tile = 2
    assert count_around(m.position, 0, tile, COUNT_TILES) == 4  # Mine, Forest, Bog, the track; not the Barn
    assert count_around(m.position, 0, tile, COUNT_BUILDINGS) == 3


@pytest.mark.rule("MT-38", "MT-39", "MT-43")
@pytest.mark.parametrize("side", SIDES)
def test_every_side_of_a_building_takes_rail(side):
    row, column = STEP[side]
    m = town(("EW", -1, 0), ("EW", -1, -1), ("NS", -2, -1), ("meadow", -2, 0))
    if side in "NE":
        put(m, "NS" if side == "N" else "EW", -2 + row, column)
    s = m.position
    meadow = s.tile_of[0, index(m, "meadow")]
    assert is_linked(s, 0, meadow, SIDES.index(side)) == (side in "NE")  # what lies south and west has no end there


@pytest.mark.rule("MT-40", "MT-41", "MT-42")
def test_what_links_and_what_does_not():
    m = town(("EW", 0, 2), ("EW", 0, 3), ("NS", 0, 4), ("bog", 1, 2), ("bakery", 2, 2))
    s = m.position
    assert linked_sides(s, 0, 2) == 0b1010  # Forest to the west, the next straight to the east
    assert linked_sides(s, 0, 3) == 0b1000  # its east end points at a blank side
    assert linked_sides(s, 0, 4) == 0
    assert not is_linked(s, 0, 0, 1)  # Mine and Forest only touch
    assert not linked(m, "bog", "bakery", "coal")


@pytest.mark.rule("MT-43", "MT-103")
def test_buildings_and_tracks_join_what_links_to_them():
    m = town(("NS", -1, 1), ("bog", -2, 1), ("NES", 1, 1), ("bakery", 1, 2), ("barn", 2, 1))
    assert same_network(m, "bog", "forest", "coal")
    assert linked(m, "bog", "bakery", "coal")  # over the straight, through the Forest, over the T
    assert same_network(m, "barn", "bog", "coal")


@pytest.mark.rule("MT-43", "MT-103")
def test_a_blank_side_joins_nothing():
    m = town(("NS", -1, 1), ("bog", -2, 1), ("ESW", 1, 1), ("bakery", 1, 2), ("marshlands", 1, 0))
    assert not same_network(m, "bog", "bakery", "coal")
    assert linked(m, "marshlands", "bakery", "coal")


@pytest.mark.rule("MT-44", "MT-45", "MT-46")
@pytest.mark.parametrize(
    ("tiles", "count"),
    [
        ((), 10),
        ((("EW", -1, 0),), 6),
        ((("EW", -1, 0), ("NS", -2, 1)), 3),
        ((("EW", -1, 0), ("bog", -2, 0), ("NS", -2, 1), ("barn", 0, 2), ("EW", -1, 2)), 1),
    ],
)
def test_shapes_for_incoming_ends(tiles, count):
    m = tracking(town(*tiles))
    cell = cell_places(m, m.legal_moves)[-1, 1]
    ends = ends_into(m.position, 0, 4 * cell.args["tile"] + SIDES.index(cell.args["side"]))
    found = [
        shape for n, shape in enumerate(SHAPES) if all(side in shape for n, side in enumerate(SIDES) if ends >> n & 1)
    ]
    assert len(found) == count
    if count > 1:
        assert shapes_at(m, -1, 1) == found
    else:
        assert shapes_at(m, -1, 1) == ["only one"]


RING = (
    ("NS", -1, 1),
    ("NS", -1, 0),
    ("EW", -2, 0),
    ("NS", -3, 0),
    ("EW", -4, 0),
    ("EW", -4, 1),
    ("NS", -3, 1),
    ("EW", -4, 2),
    ("NS", -3, 2),
    ("EW", -2, 2),
)
"""Tracks around the cell (-2, 1), with an end into it from every side."""


@pytest.mark.rule("MT-45", "MT-47")
def test_no_track_fits_where_four_ends_point_but_a_building_does():
    m = tracking(town(*RING))
    assert (-2, 1) not in cell_places(m, m.legal_moves)
    placing(m, "bakery")
    m.push(cell_places(m, m.legal_moves)[-2, 1])
    s = m.position
    assert linked_sides(s, 0, s.tile_of[0, index(m, "bakery")]) == 0b1111


@pytest.mark.rule("MT-47")
def test_a_building_links_to_the_ends_that_point_at_it():
    m = town(("EW", 0, 2))
    s = m.position
    assert linked_sides(s, 0, 2) == 0b1000
    placing(m)
    m.push(cell_places(m, m.legal_moves)[0, 3])
    assert linked_sides(s, 0, 2) == 0b1010


@pytest.mark.rule("MT-46", "MT-48")
def test_a_track_need_not_link_to_anything():
    m = tracking(town())
    assert "EW" in shapes_at(m, -1, 0)
    play(m, cell_places(m, m.legal_moves)[-1, 0], "shape EW", "cube 1 wood")
    assert linked_sides(m.position, 0, 2) == 0


@pytest.mark.rule("MT-90", "MT-91", "MT-92")
@pytest.mark.parametrize(
    ("tiles", "shapes"),
    [
        ((("EW", -1, 0),), ["ESW", "NSW", "NEW", "NES"]),
        ((("EW", 0, 2),), ["ESW", "NSW", "NEW"]),
        ((("EW", 0, 2), ("EW", 0, 3)), ["ESW", "NEW"]),
    ],
)
def test_upgrades_keep_links(tiles, shapes):
    m = tracking(town(*tiles))
    m.push("upgrade 2")
    assert [text.split()[1] for text in texts(m)] == shapes


@pytest.mark.rule("MT-93")
def test_tees_and_junctions_are_never_upgraded():
    m = tracking(town(("NEW", 0, 2), ("railroad_junction", 1, 1), ("NE", 1, 0), ("bog", -1, 0)))
    assert [text for text in texts(m) if text.startswith("upgrade")] == ["upgrade 4"]
    assert [can_upgrade(m.position, 0, n) for n in range(6)] == [False, False, False, False, True, False]


@pytest.mark.rule("MT-94", "MT-85", "MT-227")
def test_a_new_track_may_be_upgraded_in_the_same_action():
    m = tracking(town(), wood=2)
    play(m, cell_places(m, m.legal_moves)[0, 2], "shape EW")
    play(m, "upgrade 2", "shape NEW")
    assert TILES[m.position.tiles[0, 2]] == "NEW"
    assert phase(m) != "step"  # the second cube was the last


@pytest.mark.rule("MT-156", "MT-157")
def test_junction_lines_cross_without_meeting():
    m = town(("railroad_junction", 0, 2), ("bog", -1, 2), ("bakery", 1, 2), ("marshlands", 0, 3))
    assert linked(m, "bog", "bakery", "coal")
    assert not same_network(m, "bog", "marshlands", "coal")
    assert same_network(m, "forest", "marshlands", "coal")
    tracking(m)
    s = m.position
    n = next(t for t in range(s.tile_count[0]) if TILES[s.tiles[0, t]] == "railroad_junction")
    assert linked_sides(s, 0, n) == 0b1111


@pytest.mark.rule("MT-157", "MT-44")
def test_junction_ends_bind_later_tracks():
    m = tracking(town(("railroad_junction", 0, 2)))
    assert shapes_at(m, 0, 3) == ["EW", "SW", "NW", "ESW", "NSW", "NEW"]


@pytest.mark.rule("MT-159")
def test_junction_lines_may_meet_by_setting():
    m = town(("railroad_junction", 0, 2), ("bog", -1, 2), ("marshlands", 0, 3), junction_lines_meet=True)
    assert linked(m, "bog", "marshlands", "coal")


@pytest.mark.rule("MT-168", "MT-169", "MT-185")
def test_directly_connected_buildings():
    m = town(
        ("EW", 0, 2),
        ("railyard", 0, 3),
        ("NEW", -1, 3),
        ("bog", -1, 4),
        ("barn", -1, 2),
        ("meadow", -2, 3),
        ("EW", -1, 5),
        ("bakery", -1, 6),
        ("quarry", 1, 3),
    )
    s = m.position
    railyard = s.tile_of[0, index(m, "railyard")]
    # Forest over one track; the T north of it has no south end, so nothing that way
    assert directly_connected(s, 0, railyard) == 1
    m2 = town(
        ("EW", 0, 2),
        ("railyard", 0, 3),
        ("ESW", -1, 3),
        ("bog", -1, 4),
        ("barn", -1, 2),
        ("EW", -1, 5),
        ("bakery", -1, 6),
        ("quarry", 1, 3),
    )
    s = m2.position
    # Forest, Bog and Barn; the Bakery lies behind the Bog, the Quarry only touches
    before = s.array.tobytes()
    assert directly_connected(s, 0, s.tile_of[0, index(m2, "railyard")]) == 3
    assert s.array.tobytes() == before, "counting leaves no trace in the record"


@pytest.mark.rule("MT-168")
def test_two_routes_count_once_and_mine_and_forest_apart():
    m = town(("NS", 1, 0), ("NS", 1, 1), ("NEW", 2, 0), ("NSW", 2, 1), ("NS", 3, 1), ("railyard", 4, 1))
    s = m.position
    assert directly_connected(s, 0, s.tile_of[0, index(m, "railyard")]) == 2
    twice = town(("NES", 1, 1), ("NS", 2, 1), ("SW", 1, 2), ("NS", 2, 2), ("NW", 3, 2), ("railyard", 3, 1))
    s = twice.position
    assert linked_sides(s, 0, s.tile_of[0, index(twice, "railyard")]) == 0b0011  # north and east
    assert directly_connected(s, 0, s.tile_of[0, index(twice, "railyard")]) == 1


@pytest.mark.rule("MT-169")
def test_junction_lines_are_followed_straight():
    tiles = (("railroad_junction", 0, 2), ("railyard", 0, 3), ("bog", -1, 2), ("bakery", 1, 2))
    m = town(*tiles)
    assert directly_connected(m.position, 0, m.position.tile_of[0, index(m, "railyard")]) == 1
    m = town(*tiles, junction_lines_meet=True)
    assert directly_connected(m.position, 0, m.position.tile_of[0, index(m, "railyard")]) == 3


@pytest.mark.rule("MT-104", "MT-193", "MT-247")
def test_networks_are_mapped_at_the_start_of_transport():
    m = town(("EW", 0, 2), ("cafe", 0, 3))
    load(m, "forest", wood=2)
    transport(m)
    assert phase(m) == "pick"
    assert texts(m) == ["end_pick", "cube 1 wood"]
