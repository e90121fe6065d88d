"""The table: every legal move can be reached, nothing leaves its card, and pictures depend on the view alone."""

import re

import pytest
from minecart_towns import cubes, final_round, finish, fresh, load, phase, play, show, town, transport

import tabletown as tt
from tabletown.games.minecart_town.components import MARKET_ROWS, ROWS, TILES
from tabletown.games.minecart_town.drawing.icons import family_of
from tabletown.games.minecart_town.drawing.table import DEFS, TOKENS
from tabletown.games.minecart_town.text.effect_words import TileOptions, effect_text, rule_text
from tabletown.games.minecart_town.text.signs import brief
from tabletown.testing.drawing import complaints
from tabletown.text_table.styles import GOODS

TARGET = re.compile(r'<g id="([^"]+)" class="[^"]*"[^>]*? data-move="(\d+)"')


def elements(svg):
    return {int(move): name for name, move in TARGET.findall(svg)}


def check_reachable(m, layout):
    svg = m.svg(m.actor, layout=layout)
    found = elements(svg)
    for move in m.view(m.actor)["moves"]:
        assert found.get(move["id"]) == move["target"], (phase(m), move["text"])
    assert complaints(svg) == []


@pytest.mark.parametrize("layout", ["desktop", "phone"])
@pytest.mark.parametrize(("players", "seed"), [(1, 4), (2, 1), (3, 2), (4, 3)])
def test_every_legal_move_has_its_element(players, seed, layout):
    m = tt.Match(
        tt.game("minecart-town", players=players, **({"solo_setup": "6"} if players == 1 else {})),
        seed=seed,
        names=["Anastasia Featherstonehaugh", "Bo", "Chloé", "D"][:players],
    )
    seen, steps = set(), 0
    while not m.over:
        if m.actor != tt.CHANCE:
            steps += 1
            if phase(m) not in seen or steps % 9 == 0:
                seen.add(phase(m))
                check_reachable(m, layout)
        m.push(m.random_move())
    assert {"action", "place", "step", "shape"} <= seen
    assert complaints(m.svg(0, layout=layout)) == []


RAILS = (("EW", 0, 2), ("stockpile", 0, 3), ("EW", 0, 4), ("trading_company", 0, 5), ("NS", -1, 5), ("pawnshop", -2, 5))


@pytest.mark.parametrize("layout", ["desktop", "phone"])
def test_transport_and_conversion_can_be_reached(layout):
    m = town(*RAILS)
    load(m, "forest", wood=4)
    load(m, "trading_company", stone=1, wheat=1, coal=1)
    load(m, "pawnshop", wood=1, sheep=2)
    seen = set()
    final_round(m)
    for move in ("cube 1 wood", "end_pull", "cube 1 wood", "cube 2 wood"):
        check_reachable(m, layout)
        seen.add(phase(m))
        m.push(move)
    while not m.over:
        check_reachable(m, layout)
        seen.add(phase(m))
        m.push(next((x for x in m.legal_moves if x.name in ("at", "type")), m.legal_moves[0]))
    assert {"pull", "pick", "loop", "set"} <= seen


def test_the_way_of_a_cube_is_drawn_in_its_own_town_alone():
    m = town(("EW", 0, 2), ("cafe", 0, 3), waiting=True)
    load(m, "forest", wood=1)
    transport(m)
    m.push("cube 1 wood")
    canvas = m.game.rulebook.text_table.table(m.view(0), 94, 41)
    other = next(y for y, row in enumerate(canvas.plain().splitlines()) if "Player 2" in row)
    drawn = [y for y, row in enumerate(canvas.rows) if any(cell.style.startswith("route") for cell in row)]
    assert drawn
    assert max(drawn) < other


def test_the_text_table_says_what_processing_would_make():
    m = town(("EW", 0, 2), ("cafe", 0, 3), ("charcoal_kiln", 1, 0), waiting=True)
    load(m, "forest", wood=1)
    load(m, "cafe", wood=2, wheat=2)
    load(m, "charcoal_kiln", wood=1)
    transport(m)
    text_table = m.game.rulebook.text_table
    rows = text_table.table(m.view(0), 94, 41).plain().splitlines()
    for name, made in (("Cafe", "+12VP"), ("Charcoal Kiln ", f"+2{GOODS['coal']}")):
        top = next(y for y, row in enumerate(rows) if name in row[:50])
        assert made in rows[top + 3]
    said = text_table.prose(m.view(0))
    assert "Processing in the Cafe would make 12 VP." in said
    assert "Processing in the Charcoal Kiln would make 2 coal." in said


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_large_town_fits(theme):
    m = town(*[("EW", 0, n) for n in range(2, 22)], *[("NS", -n, 0) for n in range(1, 14)])
    load(m, "forest", wood=5)
    for layout in ("desktop", "phone"):
        assert complaints(m.svg(0, theme, layout)) == []
        check_reachable(m, layout)
    m.push("tracks")
    check_reachable(m, "desktop")


def test_spectators_and_waiting_players_touch_nothing():
    m = fresh(3)
    for seat in (None, 1, 2):
        assert elements(m.svg(seat)) == {}


def test_pictures_differ_by_theme_only_in_colour():
    m = fresh(2)
    light, dark = m.svg(0, "light"), m.svg(0, "dark")
    assert light != dark
    assert re.findall(r'id="([^"]+)"', light) == re.findall(r'id="([^"]+)"', dark)
    assert set(TOKENS["light"]) == set(TOKENS["dark"])


def test_cubes_and_tiles_have_ids_that_stay():
    m = town(*RAILS, waiting=True)
    load(m, "stockpile", wheat=2)
    transport(m)
    svg = m.svg(0)
    for name in ("building-0-0", "building-0-2", "tile-0-2", "cube-0-2-wheat", "vp-0"):
        assert f'id="{name}"' in svg
    assert cubes(m, "stockpile") == {"wheat": 2}


def test_every_tile_has_a_picture_and_words():
    assert {f"pic-{row['id']}" for row in ROWS} <= set(DEFS)
    for row in ROWS:
        said = effect_text(row["id"])
        assert said.startswith(("When built", "Production", "Processing", "Start of", "End of", "Always"))
        named_by_us = row["sources"].get("name") == "reconstructed"
        assert ("name and the values of this tile are ours" in said) == named_by_us
        assert ("reconstructed" in said) == ("reconstructed" in row["sources"].values() and not named_by_us)
    assert "6 VP" in effect_text("bakery")
    assert TILES[:1] == ["wheat_field"]


@pytest.mark.rule("MT-143", "MT-159", "MT-146")
def test_tile_texts_follow_the_options():
    assert "Processing: lose 1 sheep" in effect_text("paddock")
    assert "Production: lose 1 sheep" in effect_text("paddock", TileOptions(paddock_timing="production"))
    assert "Production: lose 1 sheep" in effect_text("sheep_pasture")
    assert "without meeting" in effect_text("railroad_junction")
    assert "two lines that meet" in effect_text("railroad_junction", TileOptions(junction_lines_meet=True))
    assert "score" not in effect_text("charred_grounds")
    assert "but the score stops at 0" in effect_text("charred_grounds", TileOptions(vp_floor="zero"))
    m = town(("paddock", -1, 0), players=2, paddock_timing="production", junction_lines_meet=True, vp_floor="zero")
    show(m, 0, "railroad_junction")
    drawn = m.svg(0)
    assert "Production: lose 1 sheep" in drawn
    assert "two lines that meet" in drawn
    assert any("two lines that meet" in line for line in m.reference())
    assert any("score stops at 0" in line for line in m.reference())
    read = "\n".join(m.game.rulebook.text_table.prose(m.view(0)))
    assert "Production: lose 1 sheep" in read
    assert "two lines that meet" in read
    assert brief("paddock", TileOptions()) == "!+3ω −ω"
    assert brief("paddock", TileOptions(paddock_timing="production")) == "!+3ω P−ω"


def test_the_guide_has_every_tile_with_price_and_effect():
    guide = tt.game("minecart-town", players=2).rulebook.guide
    lines = guide.splitlines()
    for row in MARKET_ROWS:
        price = ", ".join(f"{count} {cube}" for cube, count in row["cost"].items() if count)
        mark = " ¹" if row["sources"]["name"] == "reconstructed" else " ²" if row.get("advanced") else ""
        words = (row["copies"], price, row["slots"] or "–", family_of(row["id"]), rule_text(row["id"]))
        line = f"| {row['name']}{mark} | {' | '.join(map(str, words))} |"
        assert line in lines, line
    assert sum(" ¹ |" in line for line in lines) == 12
    assert "names of twelve B tiles" in guide
    assert f"64 of its {len(MARKET_ROWS)} kinds" in guide


def test_flows_are_drawn_while_cubes_are_set_down():
    m = town(*RAILS, waiting=True, construction_transport="off")
    load(m, "forest", wood=2)
    load(m, "stockpile", wheat=1)
    transport(m)
    play(m, "end_pull", "cube 1 wood")
    assert phase(m) == "pick"
    assert m.svg(0).count('class="route"') == 3
    assert 'class="route"' not in m.svg(1)


def test_the_end_of_a_game_is_drawn():
    m = town(players=4)
    finish(m)
    for seat in (None, 0):
        for layout in ("desktop", "phone"):
            assert complaints(m.svg(seat, "dark", layout)) == []


@pytest.mark.rule("MT-10", "MT-84")
@pytest.mark.parametrize("players", [1, 3])
def test_the_reference_counts_every_tile(players):
    m = tt.Match(tt.game("minecart-town", players=players, first_game=True), seed=5)
    while not m.over and m.ply < 90:
        m.push(m.random_move())
    lines = m.reference(0)
    assert m.reference() == lines
    assert [line for line in lines if line.startswith("Bag")][2].startswith(
        f"Bag C, {m.view(0)['position']['bags']['C']} tiles left."
    )
    for row in ROWS[:-2]:
        (line,) = [line for line in lines if line.startswith(f"{row['name']} (")]
        left, copies = map(int, re.search(r", (\d+) of (\d+) left: ", line).groups())
        places = {
            where: int(count)
            for count, where in re.findall(r"(\d+) (on the market|in the bag|built|out of the game)", line)
        }
        assert copies == row["copies"] == sum(places.values())
        assert left == places.get("on the market", 0) + places.get("in the bag", 0)
    assert any("out of the game" in line for line in lines)
