"""The table: it holds together in every phase, every legal move can be touched, and nothing hidden shows."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from towns import SETTINGS, lively, play, town

import tabletown as tt
from tabletown.draw.sheet import changed, fingerprints, svg
from tabletown.games.little_town.components import BUILDINGS, GOALS, SQUARES, TERRAINS
from tabletown.games.little_town.drawing.landscape import PICTURES
from tabletown.games.little_town.drawing.table import DEFS, TOKENS, table
from tabletown.testing.drawing import broken, complaints

LAYOUTS = ("desktop", "phone")
LONG = ("A name of twenty-four ch", "Wolfeschlegelsteinhausen", "W" * 24, "Maximiliana Constanze v.")


def select(view: dict[str, Any], number: int) -> dict[str, Any]:
    return view | {"selected": view["moves"][number]["id"]}


@cache
def scenes() -> dict[str, dict[str, Any]]:
    """A view of every phase, of every number of players, and of extreme values."""
    found: dict[str, dict[str, Any]] = {}
    for players, options in SETTINGS:
        match = tt.Match(
            tt.game("little-town", players=players, **options),
            seed=players,
            names=LONG[:players] if players == 4 else None,
        )
        dice = random.Random(players)
        while not match.over:
            phase = match.dump()["phase"]
            name = f"{phase}-{players}-{options.get('edition', 'gg')}"
            if name not in found:
                viewer = match.actor if match.actor != tt.CHANCE else 0
                found[name] = match.view(viewer)
                found[f"watched-{name}"] = match.view(None)
            match.push(lively(match, dice))
        found[f"over-{players}-{options.get('edition', 'gg')}"] = match.view(0)
    return found | extremes()


def extremes() -> dict[str, dict[str, Any]]:
    shop = town(
        tiles={"D3": ("trading_shop", 1), "E3": ("wheat_field", 0), "C4": ("well", 1), "C3": ("castle", 0)},
        cubes={0: {"wood": 3, "stone": 2, "fish": 2, "wheat": 1}},
        coins={0: 9},
    )
    turn = shop.view(0)
    play(shop, "place D4")
    use = shop.view(0)
    play(shop, "rent D3")
    pay = shop.view(0)
    play(shop, "pay 2wood")
    feast = town(hands=[0, 1], active=1, cubes={0: {"fish": 6, "wheat": 6}}, coins={0: 17, 1: 6})
    play(feast, "place F3")
    short = town(tiles={"B5": ("workshop", 0)}, stock={"wood": 1}, cubes={0: {"wood": 2}}, coins={0: 0})
    play(short, "place A5")
    far = town(4, points=[-1234, 999, 20000, -5], coins={0: 30, 1: 3, 2: 3, 3: 3})
    crowd = town(hands=[1, 1], builders=[4, 4], cubes={0: {"wood": 1}}, coins={0: 3})
    full = {
        square: (kind, 0)
        for square, kind in zip(["B2", "D2", "F2", "H2", "B4", "D4", "F4"], BUILDINGS[1:8], strict=True)
    }
    return {
        "chosen square": select(turn, 9),
        "chosen tile": select(turn, len(turn["moves"]) - 1),
        "use": use,
        "chosen use": select(use, 0),
        "chosen payment": select(pay, 3),
        "gain": shop.view(0),
        "feast": feast.view(0),
        "contested": short.view(0),
        "far scores": far.view(0),
        "crowded site": crowd.view(0),
        "seven buildings": town(tiles=full).view(1),
        "long words": turn | {"prompt": {"sentence": "Word " * 40, "hint": "More " * 60}},
        "empty log": turn | {"log": []},
    }


def picture(view: dict[str, Any], layout: str, theme: str = "light") -> str:
    return svg(table(view, layout), DEFS, TOKENS, theme)


def elements(view: dict[str, Any], layout: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(picture(view, layout))
    return {str(node.get("id")): node for node in root.iter() if node.get("id")}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_table_holds_together(layout: str) -> None:
    seen = scenes()
    phases = {name.split("-")[0] for name in seen}
    assert {"start", "market", "deal_goals", "turn", "build_square", "pay_cost", "activate", "food", "over"} <= phases
    checked = set()
    for name, view in seen.items():
        kind = name.rsplit("-", 2)[0]
        if kind in checked and not name.startswith(("over", "turn-4")):
            continue
        checked.add(kind)
        sheet = table(view, layout)
        assert complaints(svg(sheet, DEFS, TOKENS, "light")) == [], name
        assert (sheet.width, sheet.height) == (1280, 720) if layout == "desktop" else sheet.width == 360
    for name in ("turn-3-gg", "over-4-gg", "gain", "contested"):
        assert broken(picture(seen[name], layout, "dark")) == [], name


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_legal_move_can_be_touched_and_nothing_else(layout: str) -> None:
    for name, view in scenes().items():
        nodes = elements(view, layout)
        found = [node for node in nodes.values() if node.get("data-move")]
        expected = set() if view["viewer"] is None else {move["id"] for move in view["moves"]}
        assert {int(node.get("data-move", "")) for node in found} == expected, name
        assert sum("primary" in node.get("class", "").split() for node in found) <= 1
        for node in found:
            assert node.get("role") == "button"
            assert node.get("tabindex") == "0"
            assert node.get("aria-label")
        if view["viewer"] is not None:
            for move in view["moves"]:
                assert nodes[move["target"]].get("data-move") == str(move["id"]), (name, move["text"])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_pieces_have_their_ids(layout: str) -> None:
    view = scenes()["chosen square"]
    nodes = elements(view, layout)
    assert {f"square-{square}" for square in SQUARES} <= set(nodes)
    assert {f"market-{entry['tile']}" for entry in view["position"]["market"]} <= set(nodes)
    assert {"coins-0", "coins-1", "cubes-0-wood", "points-0", "stock", "site", "rounds"} <= set(nodes)
    assert {f"goal-0-{goal}" for goal in view["position"]["goals"][0]["unmet"]} <= set(nodes)


def test_every_tile_and_every_variant_of_the_land_has_a_picture() -> None:
    land = {f"{TERRAINS[kind]}_{number}" for kind, count in PICTURES.items() for number in range(1, count + 1)}
    assert {f"pic-{name}" for name in (*BUILDINGS, *land)} <= set(DEFS)


def test_goals_of_others_stay_face_down() -> None:
    pictures = set()
    for hidden in (["no_coins", "six_coins"], ["double_food", "three_touching"]):
        match = town(
            goals={0: ["gather_five", "cost_three_wood", "vp_from_two", "fish_building", "activate_four"], 1: hidden}
        )
        text = (
            picture(match.view(0), "desktop") + picture(match.view(0), "phone") + picture(match.view(None), "desktop")
        )
        pictures.add(text)
        assert all(f"goal-1-{goal}" not in text for goal in GOALS)
        assert "goal-0-gather_five" in text
        assert "goal-0-" not in picture(match.view(None), "desktop")
    assert len(pictures) == 1


def test_effects_in_words_for_hover_and_screen_readers() -> None:
    view = scenes()["turn-3-gg"]
    title = elements(view, "desktop")["market-wheat_field"].find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert "Costs 1 wood. Gives 1 wheat" in str(title.text)
    text = picture(town(goals={0: ["two_vp_buildings"]}).view(0), "desktop")
    assert "This card is reconstructed" in text


def test_a_placement_redraws_little() -> None:
    match = town()
    before = table(match.view(1), "desktop")
    match.push("place E3")
    match.push("place E4")
    after = table(match.view(1), "desktop")
    redrawn, _ = changed(fingerprints(before), after)
    assert not {"land", "terrain", "rounds", "head"} & set(redrawn)
    assert "row-3" in redrawn


def test_spectators_see_no_you() -> None:
    view = scenes()["watched-turn-3-gg"]
    for layout in LAYOUTS:
        text = picture(view, layout)
        assert ">You</text>" not in text
        assert not re.search(r'class="halo"', text)
