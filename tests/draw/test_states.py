"""Offers, targets, keys."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tabletown.draw.keys import Key, button, key_block, key_row, keys_of
from tabletown.draw.states import Change, Offer, Targets, fresh_mark, target


def move(number, element, label="Do it", **args):
    return {"id": number, "name": "do", "args": args, "text": "do", "label": label, "target": element}


def view(*moves, **more):
    return {"viewer": 0, "moves": list(moves), "reasons": {"b": "2 short"}, "changes": [], "selected": None, **more}


def test_offers_of_a_view():
    targets = Targets.of(view(move(7, "a")))
    assert targets.offer("a") == Offer(7, "Do it")
    assert targets.offer("b") == Offer(None, "", "2 short")
    assert targets.offer("c") == Offer()
    assert [targets.offer(e).state for e in "abc"] == ["legal", "impossible", "quiet"]


def test_the_selected_move_is_chosen():
    targets = Targets.of(view(move(7, "a"), move(8, "a"), selected=8))
    assert targets.offer("a").move == 8
    assert targets.offer("a").state == "legal chosen"


def test_nothing_glows_for_spectators():
    targets = Targets.of(view(move(7, "a"), viewer=None))
    assert not targets.offer("a").legal
    assert keys_of(targets) == ()


def test_changes_of_an_element_add_up():
    changes = [{"target": "a", "amount": 2}, {"target": "a", "amount": -5}, {"target": "b"}]
    targets = Targets.of(view(changes=changes))
    assert targets.fresh("a") == Change(-3)
    assert targets.fresh("b") == Change(None)
    assert targets.fresh("c") is None
    assert "−3" in fresh_mark(0, 0, 10, 10, 2, Change(-3))
    assert fresh_mark(0, 0, 10, 10, 2, None) == ""


def test_every_move_without_an_element_gets_a_key():
    targets = Targets.of(view(move(1, "card"), move(2, "pass", "Pass"), move(3, "roll", "Roll")))
    targets.offer("card")
    keys = keys_of(targets)
    assert [(k.name, k.label, k.move) for k in keys] == [("pass", "Pass", 2), ("roll", "Roll", 3)]
    assert not any(k.gold for k in keys)  # what glows on the table comes first


def test_second_moves_on_an_element_get_a_key_with_an_id_of_their_own():
    targets = Targets.of(view(move(1, "card"), move(2, "card", "The other way"), move(3, None, "Untargeted")))
    targets.offer("card")
    names = [k.name for k in keys_of(targets)]
    assert names == ["move-2", "move-3"]


@pytest.mark.parametrize("primary", ["", "keep", "again"])
def test_one_key_is_gold(primary):
    keys = keys_of(Targets.of(view(move(1, "keep"), move(2, "again"))), primary)
    assert [k.gold for k in keys].count(True) == 1
    assert next(k.name for k in keys if k.gold) == (primary or "again")


def test_a_chosen_move_is_confirmed_by_the_gold_key():
    targets = Targets.of(view(move(1, "card", "Build Forest"), move(2, "pass", "Pass"), selected=1))
    targets.offer("card")
    keys = keys_of(targets, primary="pass", price=("coin", 3))
    assert [(k.name, k.gold) for k in keys] == [("pass", False), ("confirm", True)]
    assert keys[1] == Key("confirm", "Build Forest", 1, True, ("coin", 3))


def element(text):
    return ElementTree.fromstring(f'<svg xmlns:x="x">{text}</svg>')[0]


def test_a_legal_target_can_be_reached_and_says_what_it_does():
    node = element(target("market-forest", Offer(93, "Build Forest"), "Forest, 3 left", "<g/>", text="Pays on <5>."))
    assert node.get("id") == "market-forest"
    assert node.get("class") == "target legal"
    assert (node.get("data-move"), node.get("role"), node.get("tabindex")) == ("93", "button", "0")
    assert node.get("aria-label") == "Build Forest. Forest, 3 left. Pays on <5>"
    assert node[0].text == node.get("aria-label")


def test_an_impossible_target_says_why_not():
    node = element(target("a", Offer(reason="2 short"), "Stadium", "<g/>"))
    assert node.get("class") == "target impossible"
    assert node.get("aria-disabled") == "true"
    assert node.get("data-move") is None
    assert "2 short" in node.get("aria-label", "")


def test_a_quiet_target_is_a_picture_and_a_quiet_panel_a_group():
    assert element(target("a", Offer(), "Stadium", "<g/>")).get("role") == "img"
    assert element(target("a", Offer(), "Bram", "<g/>", kind="panel")).get("role") == "group"


def test_a_button_plays_its_move():
    node = element(button(0, 0, 100, 46, Key("pass", "Pass", 5, True)))
    assert node.get("data-move") == "5"
    assert "primary" in node.get("class", "")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 6, 9])
def test_keys_stay_in_their_room(count):
    keys = [Key(f"k{i}", f"Choice {i}", i) for i in range(count)]
    drawing, width = key_row(600, 10, 46, keys, 400)
    assert drawing.count('role="button"') == count
    assert width <= 400
    block, height = key_block(0, 0, 320, 44, keys)
    assert block.count('role="button"') == count
    assert height >= (44 if count else 0)
