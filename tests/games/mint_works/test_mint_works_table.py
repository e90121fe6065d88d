"""The table: it holds together in every position, every legal move can be touched, and it shows what there is."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from mint_town import GAMES, OPPONENTS, against, full, play, random_game, rich, solo, town

from tabletown.draw.sheet import Cache, changed, fingerprints, svg
from tabletown.games.mint_works.components import PLANS
from tabletown.games.mint_works.drawing.table import DEFS, TOKENS, table
from tabletown.testing.drawing import broken, complaints

LAYOUTS = ("desktop", "phone")


def crowded(players: int = 4, **changed):
    """Everybody has many cards."""
    share = {4: 4, 3: 6, 2: 9}[players]
    held = [PLANS[i * share : (i + 1) * share] for i in range(players)]
    built = [cards[: share - 1] for cards in held]
    hidden = [cards[share - 1 :] for cards in held]
    rest = [card for card in PLANS if not any(card in cards for cards in held)][:3]
    return town(
        players,
        mints=[120, 87, 33, 5][:players],
        buildings=built,
        plans=hidden,
        supply=[*rest, None, None][:3],
        **changed,
    )


def everything(**changed):
    """One neighborhood holds nearly every card."""
    return town(
        2,
        mints=[50, 1],
        buildings=[PLANS[:12], []],
        plans=[PLANS[12:18], []],
        supply=PLANS[18:21],
        gallery=6,
        **changed,
    )


def long_names():
    match = crowded()
    match.names = ["Maximiliane-Charlotte", "Bartholomew the Third", "Ångström", "Wolfeschlegel"]
    return match


BUSY = {
    "producer": [(0, 1), (1, 1), (2, 1)],
    "builder": [(0, 2), (3, 1)],
    "supplier": [(2, 5)],
    "leadership_council": [(3, 1)],
    "wholesaler": [(1, 1)],
    "lotto": [(2, 3)],
    "temp_agency": [(0, 6)],
}
HAND = {"plans": [["mine"]], "buildings": [["truck"]]}
MANY = {"plans": [PLANS[:2], PLANS[2:4]], "buildings": [PLANS[4:8], PLANS[8:18]], "supply": PLANS[18:20]}
BOTH = {"plans": [["crane"], ["mine"]], "buildings": [["bridge"], ["gallery", "lotto"]], "gallery": 3}
SEVEN = ["gardens", "factory", "mine"]


def at_the_agency(busy, *held):
    return rich(3, "use temp_agency", plans=[held], on=busy, opened=["temp_agency"])


CASES = {
    "two": lambda: town(2),
    "three": lambda: crowded(3),
    "crowded": crowded,
    "crowded, from another seat": crowded,
    "spectator": crowded,
    "everything": everything,
    "everything, seen by the other": everything,
    "long names": long_names,
    "busy": lambda: rich(
        4, plans=[["mine", "vault"]], buildings=[["lotto"], ["wholesaler"]], opened=["recycler"], on=BUSY
    ),
    "secrets": lambda: town(
        3, plans=[["mine", "crane"], ["vault"], []], secret={"mine": 1, "vault": 2}, under=["plant", "lotto"]
    ),
    "hire": lambda: at_the_agency({"producer": [(1, 1)], "builder": [(1, 2)]}, "mine"),
    "hired buy": lambda: at_the_agency({"supplier": [(1, 1)]}),
    "hired build": lambda: at_the_agency({"builder": [(1, 2)]}, "mine", "crane"),
    "recycle": lambda: rich(
        2, "use recycler", plans=[["mine"]], buildings=[["gallery", "truck"]], gallery=2, opened=["recycler"]
    ),
    "recycle everything": lambda: play(everything(opened=["recycler"]), "use recycler"),
    "give": lambda: rich(2, "use swap_meet", opened=["swap_meet"], **HAND),
    "take": lambda: rich(2, "use swap_meet", "give mine", opened=["swap_meet"], **HAND),
    "gift": lambda: play(town(4, buildings=[["co_op"]]), "pass", "pass", "pass", "pass"),
    "sold out": lambda: town(2, supply=[None, None, None], plans=[[], PLANS]),
    "over": lambda: play(town(2, buildings=[SEVEN, ["lotto"]], supply=["vault", "plant", None]), "pass", "pass"),
    **{f"against {name}": lambda name=name: against(name, opened=["swap_meet"], **BOTH) for name in OPPONENTS},
    "against a crowd": lambda: against("sonic", mints=(22, 31), gallery=2, secret={PLANS[2]: 2}, **MANY),
    "closed by Justin": lambda: play(solo("justin", mints=(5, 5)), "opponent_uses producer"),
    "lost": lambda: play(
        against(
            "mort",
            buildings=[[], SEVEN],
            supply=["vault", "plant"],
            on=full("producer", "supplier", "leadership_council"),
        ),
        "pass",
        "opponent_passes",
    ),
}
VIEWERS = {"crowded, from another seat": 2, "spectator": None, "everything, seen by the other": 1, "long names": 1}
"""Who looks at a case, if not seat 0."""


@pytest.fixture(scope="module")
def views():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOWN_ENGINE", "interpreted")
        return {name: make().view(VIEWERS.get(name, 0)) for name, make in CASES.items()}


def elements(view, layout):
    root = ElementTree.fromstring(svg(table(view, layout), DEFS, TOKENS))
    return {node.get("id"): node for node in root.iter() if node.get("id")}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CASES)
def test_the_table_holds_together(views, case, layout):
    sheet = table(views[case], layout)
    assert complaints(svg(sheet, DEFS, TOKENS, "light")) == []
    assert broken(svg(sheet, DEFS, TOKENS, "dark")) == []
    assert sheet.width == (1280 if layout == "desktop" else 360)
    assert layout == "phone" or sheet.height == 720


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", CASES)
def test_every_legal_move_can_be_touched_and_nothing_else(views, case, layout):
    view = views[case]
    nodes = elements(view, layout)
    found = [node for node in nodes.values() if node.get("data-move")]
    assert {int(node.get("data-move", "")) for node in found} == {move["id"] for move in view["moves"]}
    for move in view["moves"]:
        assert nodes[move["target"]].get("data-move") == str(move["id"])
    assert sum("primary" in node.get("class", "").split() for node in found) <= 1


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("options", GAMES)
def test_random_games_can_be_drawn_and_touched(options, layout):
    for match in random_game(14, **options):
        if match.ply % 31 == 0 or match.over:
            for viewer in (None, 0):
                view = match.view(viewer)
                text = svg(table(view, layout), DEFS, TOKENS)
                assert complaints(text) == []
                nodes = {node.get("id"): node for node in ElementTree.fromstring(text).iter() if node.get("id")}
                for move in view["moves"]:
                    assert nodes[move["target"]].get("data-move") == str(move["id"])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", ["crowded", "secrets", "against rachael", "over"])
def test_every_piece_has_its_id(views, case, layout):
    view, nodes = views[case], elements(views[case], layout)
    position = view["position"]
    assert {"deck", "bank", "player-1", "token"} <= set(nodes)
    assert {f"location-{place['location']}" for place in position["locations"]} <= set(nodes)
    assert {f"supply-{entry['plan']}" for entry in position["supply"] if entry} <= set(nodes)
    for side, home in enumerate(position["neighborhoods"]):
        assert {f"card-{side}-{card['plan']}" for card in home["buildings"]} <= set(nodes)
        for number, card in enumerate(home["plans"], 1):
            assert (f"card-{side}-{card['plan']}" if card["plan"] else f"back-{side}-{number}") in nodes
        assert f"mints-{side}" in nodes


@pytest.mark.parametrize("layout", LAYOUTS)
def test_reasons_are_shown_and_read_out(views, layout):
    view = town(2, mints=[1, 3], plans=[["mine"]], on={"leadership_council": [(1, 1)]}).view(0)
    nodes, text = elements(view, layout), svg(table(view, layout), DEFS, TOKENS)
    assert view["reasons"]
    for name, reason in view["reasons"].items():
        if name in nodes:
            assert "impossible" in nodes[name].get("class", "")
            assert reason in nodes[name].get("aria-label", "")
            assert f">{reason}</text>" in text


def test_stars_are_previewed_and_the_chosen_move_is_named():
    match = town(
        2,
        mints=[3, 3],
        plans=[["museum"]],
        buildings=[["statue", "bridge", "mine"]],
        supply=["crane", "gardens", "plant"],
    )
    view = match.view(0)
    view["selected"] = next(move["id"] for move in view["moves"] if move["text"] == "build museum")
    text = svg(table(view), DEFS, TOKENS)
    assert ">+4</text>" in text
    assert ">Build Museum for 2 mints</text>" in text
    assert "Museum takes you from 3 to 7 stars. That ends the game after this round." in text


def test_each_opponents_card_says_what_it_does(views):
    said = {"justin": "closed", "rachael": "leave the game", "sonic": "two turns", "mort": "Never buys Production"}
    for name, words in said.items():
        text = svg(table(views[f"against {name}"]), DEFS, TOKENS)
        assert words in text
        assert f"pic-mw_{name}" in text


def test_a_secret_shows_only_its_back(views):
    assert "card-1-vault" not in elements(views["secrets"], "desktop")
    assert "back-1-1" in elements(views["secrets"], "desktop")


def test_a_pass_redraws_little():
    match = town(4)
    before = fingerprints(table(match.view(2)))
    match.push("pass")
    fresh, _ = changed(before, table(match.view(2)), Cache())
    assert set(fresh) <= {"action", "log", "plate", "seat-0", "seat-1", "seat-3"}


def test_spectators_see_no_you(views):
    text = svg(table(views["spectator"]), DEFS, TOKENS)
    assert ">You</text>" not in text
    assert "halo" not in text
    assert "Ana’s buildings" in text or "Ana’s neighborhood" in text
