"""Set-up for every number of players, settings, and the solo displays."""

import json

import pytest
from minecart_towns import clear, cubes, fresh, phase, texts

import tabletown as tt
from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import (
    BUILDING_TILES,
    BY_ID,
    C_IDS,
    COPIES,
    DATA,
    MARKET_ROWS,
    TILES,
)


def shown(m, spaces):
    s = m.position
    return [TILES[s.display[n]] if s.display[n] >= 0 else None for n in spaces]


@pytest.mark.rule("MT-13")
@pytest.mark.parametrize("players", [0, 5])
def test_one_to_four_players(players):
    with pytest.raises(ValueError, match="1 to 4"):
        tt.game("minecart-town", players=players)


@pytest.mark.rule("MT-14", "MT-34", "MT-22")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_starting_tile(players):
    m = tt.Match(tt.game("minecart-town", players=players, **({"solo_setup": "6"} if players == 1 else {})), seed=1)
    s = m.position
    assert s.round == 1
    for seat in range(players):
        assert [TILES[s.tiles[seat, n]] for n in range(2)] == ["mine", "forest"]
        assert [(s.rows[seat, n], s.columns[seat, n]) for n in range(2)] == [(0, 0), (0, 1)]
        assert s.tile_count[seat] == s.building_count[seat] == 2
        assert not cubes(m, 0, seat)
        assert not cubes(m, 1, seat)
        assert s.vp[seat] == 0


@pytest.mark.rule("MT-16", "MT-17", "MT-18", "MT-19", "MT-20", "MT-21")
@pytest.mark.parametrize(("players", "spaces"), [(2, 6), (3, 7), (4, 8)])
def test_market_spaces(players, spaces):
    for seed in range(5):
        m = fresh(players, seed)
        left, right = shown(m, range(8)), shown(m, range(8, 12))
        assert all(left[:spaces])
        assert left[spaces:] == [None] * (8 - spaces)
        assert all(BY_ID[tile]["type"] == "A" for tile in left[:spaces])
        assert all(BY_ID[tile]["type"] == "C" for tile in right)
        assert len(set(left[:spaces])) == spaces
        assert len(set(right)) == 4


@pytest.mark.rule("MT-21", "MT-78")
def test_equal_tiles_are_stacked_at_setup():
    m = tt.Match(tt.game("minecart-town", players=2, first_player="seat_0"), seed=1)
    m.push("reveal wheat_field")
    m.push("reveal wheat_field")
    m.push("reveal bog")
    assert shown(m, range(3)) == ["wheat_field", "bog", None]
    assert m.position.stacks[0] == 2


@pytest.mark.rule("MT-15")
def test_draws_are_weighted_by_what_is_in_the_bag():
    m = tt.Match(tt.game("minecart-town", players=2, first_player="seat_0"), seed=1)
    weights = dict(zip(texts(m), m.chance_weights, strict=True))
    assert weights == {f"reveal {row['id']}": row["copies"] for row in MARKET_ROWS if row["type"] == "A"}
    m.push("reveal wheat_field")
    weights = dict(zip(texts(m), m.chance_weights, strict=True))
    assert weights["reveal wheat_field"] == 2
    m.push("reveal bog")
    assert "reveal bog" not in texts(m)


@pytest.mark.rule("MT-23")
def test_first_player_is_drawn_or_set():
    m = tt.Match(tt.game("minecart-town", players=3), seed=1)
    assert m.actor == tt.CHANCE
    assert texts(m) == ["begin 0", "begin 1", "begin 2"]
    assert m.chance_weights == [1, 1, 1]
    m.push("begin 2")
    assert m.position.first == 2
    assert fresh(3, first_player="seat_1").position.first == 1
    with pytest.raises(ValueError, match="only 2 players"):
        tt.game("minecart-town", players=2, first_player="seat_2")


@pytest.mark.rule("MT-09")
def test_equal_seed_and_decisions_give_equal_games():
    def whole_game(seed):
        m = tt.Match(tt.game("minecart-town", players=2), seed=seed)
        chance = set()
        while not m.over:
            if m.actor == tt.CHANCE:
                chance.add(m.legal_moves[0].name)
            m.push(m.random_move())
        return m.save(), chance

    assert whole_game(3) == whole_game(3)
    assert whole_game(3)[0] != whole_game(4)[0]
    assert whole_game(3)[1] == {"begin", "reveal"}


@pytest.mark.rule("MT-10")
def test_nothing_but_the_order_of_the_bags_is_hidden():
    m = fresh(2)
    for viewer in (None, 0, 1):
        assert m.redacted(viewer).tobytes() == m.at(m.ply).tobytes()
    view = m.view(None)["position"]
    assert sum(view["unseen"].values()) == sum(view["bags"].values()) == 90 - sum(m.position.stacks)


@pytest.mark.rule("MT-197")
def test_first_game_leaves_advanced_tiles_out():
    advanced = {"marketplace", "large_market", "trading_company", "restaurant", "factory", "big_ranch"}
    m = fresh(2, first_game=True)
    s = m.position
    in_play = {
        name: s.bag[k] + sum(s.stacks[n] for n in range(12) if s.display[n] == k)
        for k, name in enumerate(BUILDING_TILES)
        if name in C_IDS
    }
    assert sum(in_play.values()) == 18
    assert {name for name, count in in_play.items() if not count} == advanced


@pytest.mark.rule("MT-198")
def test_first_game_keeps_the_printed_solo_display():
    m = fresh(1, solo_setup="5", first_game=True)
    assert shown(m, range(8, 12)) == ["trading_company", "ranch", "stonemason", "marketplace"]
    assert m.position.bag[BUILDING_TILES.index("restaurant")] == 0
    assert m.game.rulebook.validity.impossible(m.position) is None


SETUPS = {
    "1": (
        "industrial_farm agricultural_farm harvesting_center flour_mill sheepfold bog",
        "tavern granary restaurant grocer",
    ),
    "2": (
        "meadow charcoal_kiln timberland wheat_field hot_spring ore_mine",
        "large_market big_ranch smokehouse butcher",
    ),
    "3": ("swidden highland_fields marshlands quarry harvesting_center fuel_depot", "distillery cafe factory bakery"),
    "4": ("cotton_mill barn volcano coal_mine sheep_range paddock", "ranch ironworks butcher furniture_store"),
    "5": (
        "breeding_grounds fertile_plot museum swidden sheep_range stockpile",
        "trading_company ranch stonemason marketplace",
    ),
}


@pytest.mark.rule("MT-200", "MT-201", "MT-202", "MT-203", "MT-204", "MT-205", "MT-208")
@pytest.mark.parametrize("setup", SETUPS)
def test_printed_solo_setups(setup):
    left, right = (part.split() for part in SETUPS[setup])
    m = tt.Match(tt.game("minecart-town", players=1, solo_setup=setup), seed=1)
    assert phase(m) == "action"
    assert shown(m, range(8)) == [*left, None, None]
    assert shown(m, range(8, 12)) == right
    s = m.position
    for name in BUILDING_TILES:
        kind = BUILDING_TILES.index(name)
        assert s.bag[kind] == COPIES[kind] - (name in left + right)


@pytest.mark.rule("MT-206")
def test_random_solo_setup_is_drawn():
    m = tt.Match(tt.game("minecart-town", players=1, solo_setup="6"), seed=1)
    assert m.actor == tt.CHANCE
    m.play_chance()
    assert all(shown(m, range(6)))
    assert all(shown(m, range(8, 12)))
    assert shown(m, (6, 7)) == [None, None]


@pytest.mark.rule("MT-207")
def test_custom_solo_setup():
    a = ["bog", "volcano", "barn", "quarry", "museum", "meadow"]
    c = ["bakery", "ranch", "cafe", "factory"]
    m = fresh(1, solo_setup="custom", solo_a=a, solo_c=c)
    assert set(shown(m, range(6))) == set(a)
    assert set(shown(m, range(8, 12))) == set(c)
    for wrong in ({"solo_a": a[:5], "solo_c": c}, {"solo_a": a}, {"solo_a": [*a[:5], "bakery"], "solo_c": c}):
        with pytest.raises(ValueError, match="solo"):
            tt.game("minecart-town", players=1, solo_setup="custom", **wrong)
    with pytest.raises(ValueError, match="solo_setup belongs to a game for one"):
        tt.game("minecart-town", players=2, solo_setup="2")


@pytest.mark.rule("MT-220")
def test_settings_and_their_defaults():
    game = tt.game("minecart-town", players=3)
    assert game.options == {
        "expert": [],
        "first_game": False,
        "solo_setup": "1",
        "solo_a": [],
        "solo_c": [],
        "first_player": "random",
        "paddock_timing": "processing",
        "junction_lines_meet": False,
        "round4_forced": False,
        "vp_floor": "none",
        "construction_transport": "stockpile_only",
        "auto_forced": True,
    }


@pytest.mark.rule("MT-191", "MT-221")
def test_settings_are_part_of_the_record():
    m = fresh(3, expert=[0, 2], vp_floor="zero", construction_transport="free")
    before = m.position.expert, m.position.vp_floor, m.position.construction_transport
    assert before == (0b101, 1, state.FREE_TRANSPORT)
    for _ in range(40):
        m.push(m.random_move())
    assert (m.position.expert, m.position.vp_floor, m.position.construction_transport) == before
    again = tt.Match.load(m.save())
    assert again.game.options["expert"] == [0, 2]
    assert fresh(1, expert=[0]).position.expert == 1


def test_positions_in_words_go_there_and_back():
    m = fresh(3, seed=5)
    for _ in range(70):
        m.push(m.random_move())
    words = json.loads(json.dumps(m.dump()))
    again = tt.Match(m.game, position=words)
    assert again.dump() == m.dump()
    assert again.legal_ids == m.legal_ids
    assert "beside" not in words


@pytest.mark.parametrize(
    ("field", "change", "says"),
    [
        ("bag", lambda v: v | {"bog": 2}, "tiles Bog"),
        ("turn", lambda v: 7, "turn must lie between 0 and 1"),
        ("round", lambda v: 9, "round must lie between 1 and 4"),
        ("rows", lambda v: [[5, *v[0][1:]], v[1]], "begins with its only Mine"),
        ("cubes", lambda v: [[{"wheat": 1}, *v[0][1:]], v[1]], "can't hold"),
        ("cubes", lambda v: [[{"stone": 4}, *v[0][1:]], v[1]], "3 slots"),
    ],
)
def test_impossible_positions_are_refused(field, change, says):
    m = fresh(2)
    clear(m)
    words = m.dump()
    words[field] = change(words[field])
    with pytest.raises(ValueError, match=says):
        tt.Match(m.game, position=words)


def test_the_game_says_that_values_are_reconstructed():
    book = tt.game("minecart-town", players=2).rulebook
    assert book.reconstructed
    assert "## What is reconstructed" in book.guide
    assert (book.designers, book.players) == ("Shun, AYA", (1, 4))
    assert DATA["solo"]["thresholds"] == [60, 80, 100, 120]
