"""The table of Machi Koro for many views: every phase, count, layout, and extreme values."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import machi_koro_views as views
import pytest

from tabletown.draw.sheet import Cache, changed, fingerprints, rendered, svg
from tabletown.games.machi_koro.components import NAMES
from tabletown.games.machi_koro.drawing.cards import name_on_tile
from tabletown.games.machi_koro.drawing.table import DEFS, TOKENS, table
from tabletown.games.machi_koro.text.cards import CARDS
from tabletown.testing.drawing import broken, complaints

LAYOUTS = ("desktop", "phone")
LONG = ("A name of twenty-four ch", "Wolfeschlegelsteinhausen", "W" * 24, "Đặng Thị Mỹ Linh Nguyễn")
CASES = {
    **{f"{phase}-{n}": views.view(phase, players=n) for phase in views.PHASES for n in (2, 3, 4)},
    **{f"watched-{phase}": views.view(phase, viewer=None) for phase in views.PHASES},
    **{f"other-{phase}": views.view(phase, viewer=2, actor=1) for phase in views.PHASES},
    "chosen": views.select(views.view(), "market-forest"),
    "chosen landmark": views.select(views.view(coins=[30, 4, 11, 2]), "landmark-0-radio_tower"),
    "chosen give": views.select(views.view("give"), "city-0-bakery"),
    "chosen take": views.select(views.view("take"), "city-1-bakery"),
    "chosen player": views.select(views.view("tv_station"), "player-2"),
    "large": views.large(),
    "large give": views.large(phase="give"),
    "large take": views.large(phase="take"),
    "large over": views.large(phase="over"),
    "large of two": views.large(phase="take", players=2),
    "ten stacks": views.dealt(),
    "split": views.dealt("split_5_5_2"),
    "empty deck": views.dealt(deck=0, market={"ranch": 1}),
    "first deal": views.dealt(phase="deal", market={}),
    "one die": views.view("choose_dice", landmarks=[[], [], [], []]),
    "one die rolled": views.view("build", dice=[4], landmarks=[[], [], [], []]),
    "doubles": views.view("build", dice=[3, 3], extra_turn=True, extra_turn_due=True),
    "limited bank": views.view(options={"market": "total", "limited_bank": True}, bank=3),
    "played out": views.view(out=[1], viewer=0),
    "empty log": views.view(log=[]),
    "long names": views.named(views.view(), *LONG),
    "long names over": views.named(views.view("over"), *LONG),
    "long names, large": views.named(views.large(phase="tv_station"), *LONG),
    "lost much": views.view(changes=[{"target": f"coins-{i}", "amount": -120} for i in range(4)], coins=[120] * 4),
    "much changed": views.large(
        changes=[{"target": f"city-{s}-{k}", "amount": 24} for s in range(4) for k in views.CARDS]
        + [{"target": f"landmark-{s}-{k}", "amount": 0} for s in range(4) for k in views.LANDMARKS]
    ),
    "unsaid": views.view(prompt={"sentence": "Word " * 40, "hint": "More " * 60}),
    "nobody": views.named(views.view(), "", "", "", ""),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CASES)
def test_the_table_holds_together(case, layout):
    sheet = table(CASES[case], layout)
    assert complaints(svg(sheet, DEFS, TOKENS, "light")) == []
    assert broken(svg(sheet, DEFS, TOKENS, "dark")) == []
    if layout == "desktop":
        assert (sheet.width, sheet.height) == (1280, 720)
    else:
        assert sheet.width == 360


def elements(view, layout):
    root = ElementTree.fromstring(svg(table(view, layout), DEFS, TOKENS))
    return {node.get("id"): node for node in root.iter() if node.get("id")}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CASES)
def test_every_legal_move_can_be_clicked_and_nothing_else(case, layout):
    view = CASES[case]
    found = [node for node in elements(view, layout).values() if node.get("data-move")]
    offered = {int(node.get("data-move", "")) for node in found}
    expected = set() if view["viewer"] is None else {m["id"] for m in view["moves"]}
    assert offered == expected
    for node in found:
        assert node.get("role") == "button"
        assert node.get("tabindex") == "0"
        assert "legal" in node.get("class", "").split()
        assert node.get("aria-label")
    assert sum("primary" in node.get("class", "").split() for node in found) <= 1


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("phase", ["build", "give", "take", "tv_station"])
def test_moves_lie_on_their_elements(phase, layout):
    view = views.view(phase)
    nodes = elements(view, layout)
    for move in view["moves"]:
        assert nodes[move["target"]].get("data-move") == str(move["id"])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_reasons_are_shown_and_read_out(layout):
    view = views.view()
    nodes = elements(view, layout)
    text = svg(table(view, layout), DEFS, TOKENS)
    assert view["reasons"]
    for name, reason in view["reasons"].items():
        assert "impossible" in nodes[name].get("class", "")
        assert reason in nodes[name].get("aria-label", "")
        assert f">{reason}</text>" in text


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_piece_has_its_id(layout, seat):
    view = views.view(viewer=seat, actor=seat)
    nodes = elements(view, layout)
    assert {"die-1", "die-2", "dice-total"} <= set(nodes)
    for other in range(4):
        assert f"coins-{other}" in nodes
        assert f"player-{other}" in nodes or other == seat
        for card in view["position"]["cities"][other]:
            assert f"city-{other}-{card}" in nodes
        for landmark in views.LANDMARKS:
            assert f"landmark-{other}-{landmark}" in nodes
    assert {f"market-{card}" for card in views.CARDS} <= set(nodes)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_effect_in_words_is_there_for_hover_and_screen_readers(layout):
    nodes = elements(views.view(viewer=None), layout)
    title = nodes["market-cheese_factory"].find("{http://www.w3.org/2000/svg}title")
    assert "3 coins from the bank for each of your Ranches" in title.text
    assert "On 7" in title.text


def test_what_players_hold_is_read_out_with_its_unit():
    """A star stands for a landmark here: that is what is read out."""
    view = views.view(viewer=0, coins=[3, 1, 4, 2], landmarks=[["train_station"], [], [], []])
    nodes = elements(view, "phone")
    assert re.search(r": 3 coins, 1 of 4 landmarks$", nodes["player-0"].find("{http://www.w3.org/2000/svg}title").text)
    assert re.search(r": 1 coin, 0 of 4 landmarks$", nodes["player-1"].find("{http://www.w3.org/2000/svg}title").text)


def test_a_die_not_thrown_shows_no_number():
    for phase in ("choose_dice", "roll"):
        text = svg(table(views.view(phase), "desktop"), DEFS, TOKENS)
        assert not re.search(r'href="#p-die-[1-6]"', text)
    assert 'href="#p-die-4"' in svg(table(views.view(dice=[4, 4]), "desktop"), DEFS, TOKENS)


def test_one_die_before_the_train_station():
    view = CASES["one die"]
    nodes = elements(view, "desktop")
    assert "die-1" in nodes
    assert "die-2" not in nodes
    assert ">Roll the die</text>" in svg(table(view, "desktop"), DEFS, TOKENS)


def test_spectators_see_no_you():
    text = svg(table(views.view(viewer=None), "desktop"), DEFS, TOKENS)
    assert ">You</text>" not in text
    assert "halo" not in text
    assert ">You</text>" in svg(table(views.view(), "desktop"), DEFS, TOKENS)


def test_the_last_change_is_marked_on_cause_and_result():
    text = svg(table(views.view(), "desktop"), DEFS, TOKENS)
    assert text.count(">+3</text>") == 2
    assert ">Cheese Factory pays 3</text>" in text


def test_the_winner_is_celebrated():
    assert "confetti" in svg(table(views.view("over"), "desktop"), DEFS, TOKENS)
    assert "confetti" not in svg(table(views.view(), "desktop"), DEFS, TOKENS)


def test_on_the_phone_what_must_be_touched_comes_first():
    def order(phase):
        names = list(rendered(table(views.view(phase), "phone")))
        return [name for name in names if name in ("market", "city", "seat-1")]

    assert order("build") == ["market", "city", "seat-1"]
    assert order("give") == ["city", "market", "seat-1"]
    assert order("take") == ["seat-1", "city", "market"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_roll_in_the_air_redraws_little(layout):
    before = fingerprints(table(views.view("choose_dice"), layout))
    fresh, _ = changed(before, table(views.view("roll"), layout), Cache())
    assert set(fresh) <= {"action", "dice"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_another_players_coins_redraw_that_player_only(layout):
    before = fingerprints(table(views.view(viewer=0, actor=2), layout))
    fresh, _ = changed(before, table(views.view(viewer=0, actor=2, coins=[5, 9, 11, 2]), layout), Cache())
    assert set(fresh) <= {"seat-1", "players"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_same_view_gives_the_same_table(layout):
    first = svg(table(views.large(), layout), DEFS, TOKENS, cache=Cache())
    assert first == svg(table(views.large(), layout), DEFS, TOKENS, cache=Cache())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_phone_keys_and_cells_are_large_enough_to_touch(layout):
    if layout == "desktop":
        return
    for case in ("take-4", "build-4", "tv_station-4", "reroll-4", "large take"):
        root = ElementTree.fromstring(svg(table(CASES[case], layout), DEFS, TOKENS))
        for node in root.iter():
            if node.get("data-move"):
                boxes = [c for c in node.iter() if c.tag.endswith("rect") and c.get("fill") != "none"]
                assert max(float(b.get("width", 0)) for b in boxes) >= 44
                assert max(float(b.get("height", 0)) for b in boxes) >= 44


def test_cards_bear_the_names_that_log_and_moves_use():
    for layout in LAYOUTS:
        drawn = svg(table(views.view(), layout), DEFS, TOKENS, "light")
        assert not re.search("Café|Veg Market", drawn)
        for name in NAMES.values():
            assert re.search(f'aria-label="[^"]*{name}|<title>{name}', drawn), name


def test_a_name_is_abbreviated_only_where_it_would_be_cut():
    market = CARDS["fruit_and_vegetable_market"]
    assert " ".join(name_on_tile(market, 88)[0]) == "Fruit and Vegetable Market"
    assert " ".join(name_on_tile(market, 71)[0]) == "Fruit and Veg. Market"
