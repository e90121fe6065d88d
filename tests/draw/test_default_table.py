"""The table of games that draw none: every field is shown, every move can be played, nothing overflows."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tabletown.draw.default_table import spoken, table
from tabletown.draw.sheet import svg
from tabletown.testing.drawing import broken, complaints

LAYOUTS = ("desktop", "phone")
POSITION = {
    "players": 3,
    "phase": "draw_cards",
    "turn": 0,
    "round": 4,
    "deck": 23,
    "open": True,
    "last_card": None,
    "hand": ["fool", "high_priestess", "emperor"],
    "stock": {"wood": 3, "river_clay": 12},
    "board": [[0, 1, 2], [0, 0, 2]],
    "coins": [3, 14, 0],
    "cards": [{"wood": 2}, {}, {"stone": 4, "wheat": 2}],
}
SEATED = ("coins", "cards")


def view(*targets, players=3, **changed):
    """A view of a made-up game with a move on each target."""
    names = ["Ana", "Bram", "Chloé"]
    moves = [
        {"id": 10 + i, "name": "do", "args": {}, "text": "do", "label": f"Do {i}", "target": target}
        for i, target in enumerate(targets)
    ]
    return {
        "game": "made-up",
        "title": "Made Up",
        "over": False,
        "viewer": 0,
        "actor": 0,
        "ply": 3,
        "players": [
            {"seat": i, "name": names[i], "bot": i == 1, "score": 5 * i, "place": None} for i in range(players)
        ],
        "options": {},
        "prompt": {"sentence": "Do something", "hint": "Anything will do."},
        "moves": moves,
        "reasons": {},
        "changes": [],
        "log": [{"seat": 1, "text": "Bram did something.", "ply": 2}],
        "selected": None,
        "position": POSITION,
    } | changed


def drawn(view, layout="desktop", by_seat=SEATED):
    return svg(table(view, layout, by_seat), {})


def elements(text):
    return {node.get("id"): node for node in ElementTree.fromstring(text).iter() if node.get("id")}


CASES = {
    "plain": view("pass"),
    "touched": view("board-0-0", "hand-1", "stock-wood", "player-1", "deck", "pass"),
    "changed": view(changes=[{"target": "stock-wood", "amount": -1}, {"target": "deck"}, {"target": "score-1"}]),
    "many moves": view(*[None] * 60),
    "watched": view("pass", viewer=None),
    "over": view(over=True, actor=None),
    "chance": view(actor="chance"),
    "empty": view(position={}),
    "long words": view(position={"a_very_long_name_of_a_field_indeed": "word " * 40, "names": ["W" * 40] * 5}),
    "many fields": view(position={f"field_{i}": list(range(i + 1)) for i in range(30)}),
    "much of the players": view(position={f"field_{i}": [i, i, i] for i in range(30)}),
    "large grid": view(position={"map": [[row * column for column in range(60)] for row in range(12)]}),
    "deep": view(position={"piles": {"left": [1, 2], "right": []}, "tree": [[[1], [2]], [[3]]], "none": []}),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CASES)
def test_the_table_holds_together(case, layout):
    by_seat = (*SEATED, *(f"field_{i}" for i in range(30)))
    sheet = table(CASES[case], layout, by_seat)
    assert complaints(svg(sheet, {}, None, "light")) == []
    assert broken(svg(sheet, {}, None, "dark")) == []
    assert (sheet.width, sheet.height) == (1280, 720) if layout == "desktop" else sheet.width == 360


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CASES)
def test_every_legal_move_can_be_played_and_nothing_else(case, layout):
    nodes = elements(drawn(CASES[case], layout)).values()
    offered = {int(node.get("data-move")) for node in nodes if node.get("data-move")}
    expected = set() if CASES[case]["viewer"] is None else {move["id"] for move in CASES[case]["moves"]}
    assert offered == expected


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("target", ["board-1-2", "hand-0", "stock-river_clay", "deck", "player-2"])
def test_a_move_lies_on_the_element_that_it_names(target, layout):
    node = elements(drawn(view(target), layout))[target]
    assert node.get("data-move") == "10"
    assert (node.get("role"), node.get("tabindex")) == ("button", "0")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_fields_are_shown_readably(layout):
    words = re.findall(r">([^<]+)</text>", drawn(view(), layout))
    for label in ("Phase", "Deck", "Last card", "Hand", "Stock", "River clay", "Board", "Coins", "Cards", "Made Up"):
        assert label in words
    for value in ("draw cards", "23", "yes", "high priestess", "14", "Wood 2", "Stone 4, Wheat 2"):
        assert value in words
    assert "Turn" not in words  # the panels show that


def test_only_fields_of_the_seats_go_to_the_players():
    inside = {name: elements(drawn(view(), by_seat=by))["player-1"] for name, by in (("yes", ["coins"]), ("no", []))}
    texts = {name: "".join(node.itertext()) for name, node in inside.items()}
    assert "Coins14" in texts["yes"]
    assert "Coins" not in texts["no"]
    assert "Hand" not in texts["yes"]  # a list that is only as long as there are players


def test_values_in_words():
    assert [spoken(value) for value in (None, True, -3, "blue_card", {"wood": 2, "clay": 0}, [1, [2, 3]], [])] == [
        "–",
        "yes",
        "−3",
        "blue card",
        "Wood 2, Clay 0",
        "1, 2, 3",
        "–",
    ]
