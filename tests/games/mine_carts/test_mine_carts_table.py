"""The table of Mine Carts: every phase, count and layout; everything legal can be touched, nothing hidden is drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from mines import KINDS, mine, phase, random_id, tile_joining

import tabletown as tt
from tabletown.draw.sheet import Cache, changed, fingerprints, svg
from tabletown.games.mine_carts.drawing.mine import Grid
from tabletown.games.mine_carts.drawing.table import DEFS, TOKENS, table
from tabletown.games.mine_carts.drawing.track import INWARD, POINTS, section
from tabletown.testing.drawing import broken, complaints

LAYOUTS = ("desktop", "phone")
PHASES = ("start", "place", "confirm", "replace", "first", "draw", "play", "order", "dig", "over")
LONG = ("A name of twenty-four ch", "Wolfeschlegelsteinhausen", "W" * 24, "Đặng Thị Mỹ Linh Nguyễn")
TEXT_TABLE = tt.rulebook("mine-carts").text_table
OPTIONS: dict[str, Any] = {"order_choice": "ask", "setup_changes": 2}


def moments(players: int, wanted: str, count: int, **options: Any) -> Iterator[tt.Match]:
    """Matches at a phase, early and late in random games with carts that meet."""
    for seed in range(400):
        match = tt.Match(
            tt.game("mine-carts", players=players, **{**OPTIONS, **options}),
            seed=seed,
            names=LONG[:players] if seed % 2 else None,
        )
        dice, wait = random.Random(seed), seed * 3 % 23 if wanted in ("play", "draw", "dig") else 0
        while not match.over and not (phase(match) == wanted and match.position.turns >= wait):
            match.push(random_id(match, dice, crowded=True))
        if phase(match) == wanted:
            yield match
            count -= 1
        if not count:
            return
    raise AssertionError(f"no random game came to {wanted}")


def viewers(match: tt.Match) -> list[int | None]:
    """The one who acts, another one and a spectator."""
    actor = match.actor if isinstance(match.actor, int) and match.actor >= 0 else 0
    return [actor, (actor + 1) % match.game.players, None]


def drawn(view: dict[str, Any], layout: str, theme: str = "light") -> str:
    return svg(table(view, layout), DEFS, TOKENS, theme, cache=Cache())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("wanted", PHASES)
def test_the_table_holds_together_and_every_move_can_be_touched(wanted: str, players: int) -> None:
    for match in moments(players, wanted, 2 if players == 4 else 1, hidden_ore=players == 3):
        for viewer in viewers(match):
            view = match.view(viewer)
            for layout in LAYOUTS:
                picture = drawn(view, layout)
                assert complaints(picture) == []
                root = ElementTree.fromstring(picture)
                found = [node for node in root.iter() if node.get("data-move")]
                assert {int(node.get("data-move", "")) for node in found} == {move["id"] for move in view["moves"]}
                assert all(node.get("role") == "button" and node.get("tabindex") == "0" for node in found)
                named = {node.get("id"): node for node in found}
                for move in view["moves"]:
                    if move["name"] != "confirm":
                        assert named[move["target"]].get("data-move") == str(move["id"])
                sheet = table(view, layout)
                assert (sheet.width, sheet.height) == (1280, 720) if layout == "desktop" else sheet.width == 360
            assert broken(drawn(view, "desktop", "dark")) == []


def test_every_piece_has_its_own_lasting_name() -> None:
    match = next(moments(4, "play", 1))
    for layout in LAYOUTS:
        root = ElementTree.fromstring(drawn(match.view(match.actor), layout))
        ids = {node.get("id") for node in root.iter() if node.get("id")}
        position = match.view(None)["position"]
        assert {f"cart-{cart['seat']}-{cart['cart']}" for cart in position["carts"]} <= ids
        assert {f"cell-{6 * tile['row'] + tile['column']}" for tile in position["board"]} <= ids
        assert {f"ore-{seat}" for seat in range(4)} <= ids


@pytest.mark.parametrize("layout", LAYOUTS)
def test_previews_are_hidden_until_their_target_is_pointed_at(layout: str) -> None:
    match = next(moments(3, "play", 1))
    view = match.view(match.actor)

    def previews() -> dict[str, str | None]:
        root = ElementTree.fromstring(drawn(view, layout))
        return {
            node.get("data-for", ""): node.get("display")
            for node in root.iter()
            if (node.get("class") or "").startswith("preview")
        }

    assert previews() == {move["target"]: "none" for move in view["moves"]}
    chosen = view["moves"][-1]
    view["selected"] = chosen["id"]
    assert previews() == {move["target"]: None if move is chosen else "none" for move in view["moves"]}
    assert 'id="confirm"' in drawn(view, layout)


def test_previews_tell_what_a_play_would_do() -> None:
    tile, turns = tile_joining((0, 1), (2, 7), pickaxe=True)
    match = mine(("0a", "(0,0)0"), ("0b", "(5,5)4"), ("1a", "(0,0)1"), ("2a", "(0,0)7"), players=3, hand=tile)
    previews = {entry["target"]: entry for entry in match.view(0)["position"]["previews"]}
    runs = previews[f"play-0-{turns}"]["runs"]
    assert [(run["seat"], run["end"], run["pickaxes"], run["drawn"]) for run in runs] == [
        (0, "crash", 1, 0),
        (2, "open", 1, 0),
    ]
    assert runs[0]["met"] == [1, 0]
    assert match.view(1)["position"]["previews"] == []
    before = match._array.tobytes()
    match.view(0)
    assert match._array.tobytes() == before


@pytest.mark.rule("MC-132", "MC-129")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_hidden_ore_is_not_drawn(layout: str) -> None:
    for match in moments(3, "play", 4, hidden_ore=True):
        for viewer in (0, 1, 2, None):
            picture = drawn(match.view(viewer), layout)
            for seed in range(2):
                twin = match.copy()
                twin._array[:] = match.guessed(viewer, seed)
                assert drawn(twin.view(viewer), layout) == picture


@pytest.mark.rule("MC-131", "MC-132")
def test_hidden_ore_is_counted_in_the_text_table() -> None:
    match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), ore=[{"coal": 1}, {"gold": 3}], hidden_ore=True)
    texts = [TEXT_TABLE.table(match.view(viewer), 94, 41).plain() for viewer in (0, 1)]
    assert "1 coal" in texts[0]
    assert "3 tokens" in texts[0]
    assert "3 gold" in texts[1]
    assert "1 token" in texts[1]


def test_a_usual_move_redraws_few_regions() -> None:
    match = next(moments(4, "play", 1))
    watcher = (match.actor + 1) % 4
    before = fingerprints(table(match.view(watcher), "desktop"))
    match.push(match.legal_ids[0])
    fresh, _ = changed(before, table(match.view(watcher), "desktop"), Cache())
    assert {"track", "trail", "tray"} <= fresh.keys()
    assert not {"mine", "head"} & fresh.keys()


def test_the_last_move_is_drawn_with_its_way() -> None:
    tile, turns = tile_joining((0, 1), pickaxe=True)
    match = mine(("0a", "(0,0)0"), ("0b", "(5,5)4"), ("1a", "(0,0)1"), ("1b", "(5,5)5"), hand=tile)
    match.push(f"play 0 {turns}")
    match.push("dig gold")
    picture = drawn(match.view(1), "desktop")
    assert "Crash!" in picture
    assert "+1 ore" in picture
    assert 'id="region-trail"' in picture


def test_track_connects_from_tile_to_tile() -> None:
    """Every section leaves its tile at the very point and at a right angle, so that rails meet across a border."""
    for a in range(8):
        for b in range(8):
            if a != b:
                curve = section(a, b)
                assert abs(curve.start - POINTS[a]) < 1e-9
                assert abs(curve.end - POINTS[b]) < 1e-9
                assert abs(curve.direction(0) - INWARD[a]) < 1e-9
                assert abs(curve.direction(1) + INWARD[b]) < 1e-9
    for point, across in enumerate((5, 4, 7, 6, 1, 0, 3, 2)):
        step = -INWARD[point] * 96
        assert abs(POINTS[point] - (POINTS[across] + step)) < 1e-9


def test_pictures_of_track_follow_the_lines_that_carts_take() -> None:
    for a, b in combinations(range(8), 2):
        assert f'd="{section(a, b).data()}"' in DEFS[f"pic-track_{a}{b}"]


def test_the_way_of_a_run_is_one_unbroken_line() -> None:
    grid, longest = Grid(0, 0, 96, 20), 0
    for match in moments(3, "play", 12):
        for run in match.view(None)["position"]["last"]["runs"] if match.position.turns else ():
            curves = [grid.curve(step) for step in run["passes"]]
            for one, other in pairwise(curves):
                assert abs(one.end - other.start) < 1e-9
            longest = max(longest, len(curves))
    assert longest > 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_carts_know_the_way_that_they_came(layout: str) -> None:
    """Whatever ran in the last move has its way along the rails, which ends where the cart is drawn."""
    lost = 0
    for match in (*moments(3, "draw", 3), *moments(3, "dig", 3), *moments(2, "over", 2)):
        root = ElementTree.fromstring(drawn(match.view(0), layout))
        runs = match.view(0)["position"]["last"]["runs"] if match.view(0)["position"]["last"] else []
        ways = {element.get("id"): element for element in root.iter() if element.get("data-way")}
        assert set(ways) == {f"cart-{run['seat']}-{run['cart']}" for run in runs}
        for run in runs:
            element = ways[f"cart-{run['seat']}-{run['cart']}"]
            way = [float(n) for n in re.findall(r"-?[\d.]+", element.get("data-way", ""))]
            places = [re.findall(r"-?[\d.]+", g.get("transform", "")) for g in element.iter() if g.get("transform")]
            nearest = min(abs(complex(*way[-2:]) - complex(float(x[0]), float(x[1]))) for x in places if len(x) > 1)
            assert nearest < (1 if run["end"] == "open" else 30)
            lost += run["end"] != "open"
    assert lost


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_place_of_a_tile_stands_for_every_way_to_lay_it(layout: str) -> None:
    for match in moments(2, "play", 4):
        view = match.view(match.actor)
        root = ElementTree.fromstring(drawn(view, layout))
        places = [element.get("data-moves", "").split() for element in root.iter() if element.get("data-moves")]
        cells = {(choice["row"], choice["column"]) for choice in view["position"]["previews"]}
        assert len(places) == len(cells)
        assert {move for place in places for move in place} <= {str(move["id"]) for move in view["moves"]}


def test_large_holdings_and_long_names_fit() -> None:
    rich = [{"coal": 12, "copper": 11, "iron": 10, "silver": 9, "gold": 7}, dict.fromkeys(KINDS, 1), {"coal": 11}, {}]
    for players in (2, 4):
        match = mine(("0a", "(0,0)0"), ("1a", "(5,5)4"), players=players, ore=rich[:players], hand=16)
        match.names[:] = LONG[:players]
        for viewer in (0, 1, None):
            for layout in LAYOUTS:
                assert complaints(drawn(match.view(viewer), layout)) == []
