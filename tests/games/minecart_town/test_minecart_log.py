"""What is told of a move is what the rules did: who gained, paid and lost what, and why somebody has won."""

import pytest
from minecart_towns import (
    cubes,
    final_round,
    fresh,
    index,
    load,
    phase,
    play,
    process,
    produce,
    put,
    show,
    texts,
    town,
    transport,
)

from tabletown.core.grammar import named
from tabletown.core.view import changes
from tabletown.games.minecart_town import state
from tabletown.games.minecart_town.components import BUILDING_TILES
from tabletown.games.minecart_town.rules import flow
from tabletown.games.minecart_town.text.ending import verdict


def told(m, move, viewer=None):
    """Play a move; its sentences as a seat reads them, or as everybody does."""
    m.push(move)
    return [entry["text"] for entry in m.story(viewer, viewer is not None) if entry["ply"] == m.ply - 1]


def named_alone(m):
    m.names = ["Ana", "Bram", "Chloé", "Dai"][: m.game.players]
    return m


def test_coal_that_finds_no_slot_in_a_full_kiln_is_told_with_its_owner():
    m = named_alone(town(("charcoal_kiln", 0, 2)))
    load(m, "charcoal_kiln", wood=2, coal=3)
    final_round(m)
    assert told(m, "at 2") == ["Ana’s Charcoal Kiln: 1 wood becomes 2 coal."]
    assert told(m, "at 2", viewer=0) == [
        "Your Charcoal Kiln: 1 wood becomes 1 coal. No slot for 1 coal, which is lost."
    ]
    assert cubes(m, "charcoal_kiln") == {"coal": 6}


@pytest.mark.rule("MT-55", "MT-56")
def test_the_cube_that_is_kept_is_asked_for_and_told():
    m = named_alone(town(("timberland", -1, 0)))
    load(m, "timberland", wood=3)
    produce(m)
    assert m.view(0)["prompt"] == {
        "sentence": "The Timberland is full: keep what?",
        "hint": "It gives 1 wood and 1 stone, more than there are slots for.",
    }
    assert told(m, "type stone") == [
        "Ana’s town makes 1 stone on the Timberland.",
        "Ana’s Timberland: no slot for 1 wood, which is lost.",
    ]


def test_conversions_of_a_building_are_added_up_and_marked():
    m = named_alone(town(("EW", 0, 2), ("cafe", 0, 3), waiting=True))
    load(m, "forest", wood=1)
    load(m, "cafe", wood=2, wheat=2)
    transport(m)
    m.push("end_pick")
    lines = told(m, "end_pick")
    said = "Ana’s Cafe: 2 wood and 2 wheat become 12 VP."
    assert {"target": "vp-0", "amount": 12} in changes(m, None)
    assert {"target": "building-0-2", "amount": -4} in changes(m, None)
    assert lines.index(said) < lines.index("Round 2 begins; Bram goes first.")


def test_a_session_is_told_cube_by_cube():
    m = named_alone(town(("EW", 0, 2), ("cafe", 0, 3), waiting=True))
    load(m, "forest", wood=1)
    transport(m)
    assert told(m, "cube 1 wood", 0) == ["You lift 1 wood from the Forest."]
    assert changes(m, None) == [{"target": "building-0-1", "amount": -1}]
    assert told(m, "at 2") == ["Ana sets 1 wood down on the Cafe."]
    assert told(m, "end_pick") == ["Ana is done moving cubes."]
    assert told(m, "end_pick")[0] == "Bram leaves the cubes where they are."


def test_the_stockpile_is_told():
    m = named_alone(town(("stockpile", -1, 0), waiting=True))
    load(m, "forest", wood=1)
    transport(m)
    assert told(m, "cube 1 wood") == ["Ana takes 1 wood from the Forest for the Stockpile."]
    assert told(m, "end_pull") == ["Ana is done with the Stockpile."]
    m.pop()
    m.pop()
    assert told(m, "end_pull")[0] == "Ana leaves the Stockpile as it is."


def test_paying_and_building_are_told_by_building():
    m = named_alone(fresh(2))
    show(m, 0, "meadow")
    lines = [line for move in ("buy 0", "cell 1 E") for line in told(m, move)]
    assert lines[0].startswith("Ana buys the Meadow for ")
    assert lines[1].startswith("Ana pays ")
    assert "from the Forest" in lines[1]
    assert "Ana places the Meadow." in lines
    assert {"target": "building-0-2", "amount": 0} in changes(m, None)


def test_tracks_are_told_and_marked():
    m = named_alone(fresh(2))
    m.push("tracks")
    m.push("cell 1 E")
    m.push("shape NE")
    assert told(m, "cube 1 wood") == ["Ana pays 1 wood from the Forest.", "Ana lays a curve."]
    assert {"target": "tile-0-2", "amount": 0} in changes(m, None)
    play(m, "upgrade 2", "shape NES")
    assert told(m, "cube 1 wood")[-1] == "Ana turns a track into a T-junction."


def test_who_can_build_nothing_passes_with_a_reason():
    m = named_alone(town(players=2))
    load(m, "forest", wood=1)
    assert told(m, "pass")[:2] == ["Ana passes.", "Bram has no wood or stone left and passes."]


def test_production_says_what_is_lost():
    m = named_alone(fresh(2, seed=3))
    load(m, "forest", wood=4)
    load(m, "mine", stone=3)
    load(m, "forest", 1, wood=0)
    load(m, "mine", 1, stone=0)
    play(m, "pass")
    while m.position.round == 1:
        m.push(next(text for text in ("pass", "end_pick") if text in texts(m)))
    m.play_chance()
    lines = m.log
    assert "Ana’s Mine: no slot for 3 stone, which are lost." in lines
    assert "Ana’s Forest: no slot for 4 wood, which are lost." in lines
    assert "Ana’s town makes 1 wood on the Forest." in lines


def test_solo_removals_are_told_and_a_stack_goes_as_a_whole():
    m = named_alone(fresh(1, solo_setup="2"))
    show(m, 3, "wheat_field", 3)
    load(m, "forest", wood=5)
    load(m, "mine", stone=3)
    m.push("buy 3")
    lines = told(m, next(text for text in texts(m) if text.startswith("cell")))
    assert "Out of the game: Meadow." in lines
    assert "Out of the game: Wheat Field, all 2 tiles." in lines
    assert {"target": "space-0", "amount": 0} in changes(m, None)  # the row slides


@pytest.mark.parametrize(
    ("vp", "said"),
    [
        (59, "You end with 59 VP: the first mark, 60 VP, is not reached."),
        (60, "You end with 60 VP: the mark of 60 VP is reached."),
        (130, "You end with 130 VP: the mark of 120 VP is reached."),
    ],
)
def test_solo_marks_are_told(vp, said):
    m = named_alone(town(("bakery", 0, 2)))
    load(m, "bakery", wheat=1, coal=1)
    m.position.vp[0] = vp
    final_round(m)
    lines = told(m, "done", 0)
    assert lines[0] == "You are done."
    assert lines[-1] == said


def finished(vps, players=2):
    m = town(players=players)
    s = m.position
    for seat, vp in enumerate(vps):
        s.vp[seat] = vp
    s.phase, s.round = state.FINISHED, 4
    return m


@pytest.mark.rule("MT-186", "MT-187", "MT-188", "MT-189")
def test_the_verdict_says_what_broke_a_tie():
    names = named(["Ana", "Bram", "Chloé"], None)
    m = finished((30, 20))
    assert verdict(m.position, names) == "Ana wins with 30 VP!"
    m = finished((30, 30))
    assert verdict(m.position, names) == "Ana and Bram share the victory: 30 VP, 0 cubes left and 2 tiles each."
    load(m, "forest", 0, wood=2)
    load(m, "mine", 1, stone=1)
    assert verdict(m.position, names) == (
        "Bram and Ana have 30 VP each. Bram wins with the fewest cubes left, 1 against 2."
    )
    assert verdict(m.position, named(["Ana", "Bram"], 1)).endswith("you win with the fewest cubes left, 1 against 2.")
    load(m, "forest", 0, wood=1)
    put(m, "EW", 0, 2, 0)
    assert verdict(m.position, names) == (
        "Ana and Bram have 30 VP each. Ana wins with the most tiles, 3 against 2, at 1 cube left."
    )
    three = finished((30, 30, 30), 3)
    load(three, "forest", 1, wood=3)
    put(three, "EW", 0, 2, 0)
    assert verdict(three.position, names) == (
        "Ana, Bram and Chloé have 30 VP each. Ana wins with the most tiles, 3 against 2, at 0 cubes left."
    )


@pytest.mark.rule("MT-186", "MT-187")
def test_the_end_is_told_and_prompted_with_totals():
    m = named_alone(town(("monastery", 1, 0), ("bakery", 0, 2), players=2))
    s = m.position
    s.vp[0], s.vp[1] = 10, 12
    load(m, "bakery", wheat=1, coal=1)
    transport(m, round=4)
    lines = told(m, "done")
    assert "Ana gains 2 VP from the Monastery." in lines
    assert lines[-2:] == [
        "Final score: Bram 12 VP and Ana 12 VP.",
        "Bram and Ana have 12 VP each. Bram wins with the fewest cubes left, 0 against 2.",
    ]
    assert m.view(1)["prompt"] == {
        "sentence": "You have won!",
        "hint": "You and Ana have 12 VP each. You win with the fewest cubes left, 0 against 2. "
        "Final score: you 12 VP and Ana 12 VP.",
    }
    assert m.view(None)["prompt"]["sentence"] == "Bram has won!"


# ------------------------------------------------------------------ the floor


GROUNDS = [("charred_grounds", 1, 0), ("hot_spring", 1, 1)]


@pytest.mark.rule("MT-146", "MT-26")
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("floor", "vp"), [("none", -1), ("zero", 0)])
def test_the_order_of_buildings_does_not_matter_with_a_floor(order, floor, vp):
    m = town(*GROUNDS[::order], players=2, vp_floor=floor)
    s = m.position
    load(m, "charred_grounds", coal=4)
    s.phase, s.turn, s.steps, s.cursor = state.PRODUCE, s.first, 0, 0
    flow.settle(s)
    assert s.vp[0] == vp


@pytest.mark.rule("MT-146")
def test_a_score_that_stops_at_the_floor_is_told():
    m = named_alone(town(*GROUNDS, players=2, vp_floor="zero"))
    load(m, "charred_grounds", coal=4)
    s = m.position
    s.round = 3
    play(m, "pass")
    while s.round == 3:
        m.push(next(text for text in ("pass", "end_pick") if text in texts(m)))
    m.play_chance()
    assert "Ana loses 4 VP to the Charred Grounds." in m.log
    assert "Ana gains 3 VP from the Hot Spring." in m.log
    assert "Ana’s score stops at 0: 1 VP of the loss is spared." in m.log
    assert m.scores[0] == 0


@pytest.mark.rule("MT-149", "MT-75")
@pytest.mark.parametrize("types", [("sheep", "wood"), ("wood", "sheep"), ("coal", "coal")])
def test_the_pond_takes_two_types_in_either_order(types):
    m = named_alone(town(("bakery", 0, 2), players=2))
    m.position.round = 3
    put(m, "pond", 0, 3)
    s = m.position
    s.phase, s.site, s.cursor = state.ARRIVE, index(m, "pond"), 0
    flow.settle(s)
    assert phase(m) == "gain"
    assert len(texts(m)) == 5
    assert told(m, f"type {types[0]}") == [f"Ana takes 1 {types[0]} for the Pond."]
    assert len(texts(m)) == 5  # the first click settles nothing about the second
    assert m.can_undo(0)
    m.push(f"type {types[1]}")
    assert cubes(m, "pond") == ({"coal": 2} if types == ("coal", "coal") else {"wood": 1, "sheep": 1})


def test_sets_are_chosen_in_any_order():
    m = town(("pawnshop", -1, 0))
    load(m, "pawnshop", wood=1, coal=2)
    process(m)
    assert texts(m) == ["type wood", "type coal"]
    play(m, "type coal")
    assert texts(m) == ["type wood", "type coal"]
    m.push("type wood")
    assert cubes(m, "pawnshop") == {"coal": 1}


@pytest.mark.rule("MT-63", "MT-178")
def test_a_sheep_that_the_paddock_loses_is_told():
    m = named_alone(town(("paddock", -1, 0), ("bakery", 0, 2)))
    load(m, "paddock", sheep=2)
    load(m, "bakery", wheat=1, coal=1)
    final_round(m)
    lines = told(m, "done")
    assert lines[1] == "Ana’s Paddock: 1 sheep is lost."
    assert {"target": "building-0-2", "amount": -1} in changes(m, None)


def test_new_tiles_and_stacks_are_told_and_marked():
    m = named_alone(fresh(1, solo_setup="2"))
    load(m, "forest", wood=5)
    load(m, "mine", stone=3)
    m.push("buy 1")
    m.push(next(text for text in texts(m) if text.startswith("cell")))
    assert told(m, "reveal bog") == ["New on the market: Bog."]
    assert changes(m, None) == [{"target": "space-1", "amount": 0}]
    m.position.bag[BUILDING_TILES.index("bog")] += 1
    assert told(m, "reveal bog") == ["Another Bog is laid on its stack."]
    assert changes(m, None) == [{"target": "space-1", "amount": 0}]


def test_the_button_that_ends_a_session_says_what_it_does():
    m = town(("EW", 0, 2), ("cafe", 0, 3), waiting=True)
    load(m, "forest", wood=1)
    transport(m)
    assert m.legal_moves[0].label == "Leave cubes as they are"
    play(m, "cube 1 wood", "at 2")
    assert m.legal_moves[0].label == "Done moving cubes"
