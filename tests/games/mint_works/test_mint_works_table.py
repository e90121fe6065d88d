"""The table: it holds together in every position, every legal move can be touched, and it shows what there is."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from mint_town import GAMES, OPPONENTS, play, random_game, solo, town

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


def named(match, *names):
    match.names = list(names)
    return match


CASES = {
    "two": lambda: (town(2), 0),
    "three": lambda: (crowded(3), 0),
    "crowded": lambda: (crowded(), 0),
    "crowded, from another seat": lambda: (crowded(), 2),
    "spectator": lambda: (crowded(), None),
    "everything": lambda: (everything(), 0),
    "everything, seen by the other": lambda: (everything(), 1),
    "long names": lambda: (named(crowded(), "Maximiliane-Charlotte", "Bartholomew the Third", "Ångström", "Wolfeschlegel"), 1),
    "busy": lambda: (
        town(4, mints=[9] * 4, plans=[["mine", "vault"]], buildings=[["lotto"], ["wholesaler"]], opened=["recycler"],
             on={"producer": [(0, 1), (1, 1), (2, 1)], "builder": [(0, 2), (3, 1)], "supplier": [(2, 5)], "leadership_council": [(3, 1)],
                 "wholesaler": [(1, 1)], "lotto": [(2, 3)], "temp_agency": [(0, 6)]}), 0),
    "secrets": lambda: (town(3, plans=[["mine", "crane"], ["vault"], []], secret={"mine": 1, "vault": 2}, under=["plant", "lotto"]), 0),
    "hire": lambda: (play(town(3, mints=[9, 9, 9], plans=[["mine"]], on={"producer": [(1, 1)], "builder": [(1, 2)]}, opened=["temp_agency"]), "use temp_agency"), 0),
    "hired buy": lambda: (play(town(3, mints=[9, 9, 9], on={"supplier": [(1, 1)]}, opened=["temp_agency"]), "use temp_agency"), 0),
    "hired build": lambda: (play(town(3, mints=[9, 9, 9], plans=[["mine", "crane"]], on={"builder": [(1, 2)]}, opened=["temp_agency"]), "use temp_agency"), 0),
    "recycle": lambda: (play(town(2, mints=[9, 9], plans=[["mine"]], buildings=[["gallery", "truck"]], gallery=2, opened=["recycler"]), "use recycler"), 0),
    "recycle everything": lambda: (play(everything(opened=["recycler"]), "use recycler"), 0),
    "give": lambda: (play(town(2, mints=[9, 9], plans=[["mine"]], buildings=[["truck"]], opened=["swap_meet"]), "use swap_meet"), 0),
    "take": lambda: (play(town(2, mints=[9, 9], plans=[["mine"]], buildings=[["truck"]], opened=["swap_meet"]), "use swap_meet", "give mine"), 0),
    "gift": lambda: (play(town(4, buildings=[["co_op"]]), "pass", "pass", "pass", "pass"), 0),
    "sold out": lambda: (town(2, supply=[None, None, None], plans=[[], PLANS]), 0),
    "over": lambda: (play(town(2, buildings=[["gardens", "factory", "mine"], ["lotto"]], supply=["vault", "plant", None]), "pass", "pass"), 0),
    **{f"against {name}": lambda name=name: (solo(name, turn=0, phase="develop", plans=[["crane"], ["mine"]], opened=["swap_meet"],
                                                  buildings=[["bridge"], ["gallery", "lotto"]], gallery=3), 0) for name in OPPONENTS},
    "against a crowd": lambda: (solo("sonic", turn=0, phase="develop", mints=(22, 31), plans=[PLANS[:2], PLANS[2:4]], buildings=[PLANS[4:8], PLANS[8:18]],
                                     supply=PLANS[18:20], gallery=2, secret={PLANS[2]: 2}), 0),
    "closed by Justin": lambda: (play(solo("justin", mints=(5, 5)), "opponent_uses producer"), 0),
    "lost": lambda: (play(solo("mort", turn=0, phase="develop", buildings=[[], ["gardens", "factory", "mine"]], supply=["vault", "plant"],
                               on={"producer": [(0, 1)] * 3, "supplier": [(0, 1)] * 2, "leadership_council": [(0, 1)]}), "pass", "opponent_passes"), 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def views():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETOWN_ENGINE", "interpreted")
        made = {name: make() for name, make in CASES.items()}
        return {name: match.view(viewer) for name, (match, viewer) in made.items()}


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
    assert ">Build Museum</text>" in text
    assert "Museum takes you from 3 to 7 stars. That ends the game after this round." in text


def test_each_opponents_card_says_what_it_does(views):
    for name, words in {
        "justin": "closed",
        "rachael": "leave the game",
        "sonic": "two turns",
        "mort": "Never buys Production",
    }.items():
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
