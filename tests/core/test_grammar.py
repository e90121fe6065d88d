"""Small helps for sentences, and what finds plain faults in them."""

from __future__ import annotations

import pytest

from tabletown.core.grammar import Name, an, bare_verb, count, faults, listed, named, sentence

FAULTY = [
    "Ana builds a Apple Orchard.",
    "A orchard comes to the market.",
    "Ana lays an curve.",
    "Ana gets 1 coins.",
    "You gains a coin.",
    "You’s cart rolls too.",
    "ana rolls a 3.",
    "Ana pays 1 coin for .",
    "Ana  pays.",
    "Own a tile with fish..",
]

SOUND = [
    "Ana builds an Apple Orchard.",
    "You use a university for an hour.",
    "A 1 takes all.",
    "The 1 counts once.",
    "1 worker goes hungry: 3 points lost.",
    "You always have 1 less.",
    "Bram turns 1 coin into 1 fish and 1 wheat.",
    "You pass.",
]


@pytest.mark.parametrize("text", FAULTY)
def test_a_fault_is_found(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_sentence_has_none(text: str) -> None:
    assert faults(text) == []


def test_a_sentence_is_written_once_for_its_reader_and_for_everybody_else() -> None:
    ana, bram = named(["Ana", "Bram"], reader=0)
    assert sentence(f"{ana} {ana:pays} {bram:'s} Cafe. {bram} {bram:has} it.") == "You pay Bram’s Cafe. Bram has it."
    assert sentence(f"{bram} {bram:pays} {ana:'s} Cafe.") == "Bram pays your Cafe."
    assert f"{Name('Ana')} {Name('Ana'):carries}" == "Ana carries"


@pytest.mark.parametrize(
    ("verb", "bare"),
    [
        ("gains", "gain"),
        ("passes", "pass"),
        ("carries", "carry"),
        ("goes", "go"),
        ("reaches", "reach"),
        ("uses", "use"),
    ],
)
def test_a_verb_follows_you(verb: str, bare: str) -> None:
    assert bare_verb(verb) == bare


def test_articles_plurals_and_lists() -> None:
    assert (an("Inn"), an("Cafe"), an("University")) == ("an Inn", "a Cafe", "a University")
    assert (count(1, "coin"), count(0, "coin"), count(2, "loaf", "loaves")) == ("1 coin", "0 coins", "2 loaves")
    assert listed([]) == ""
    assert listed(["wood"]) == "wood"
    assert listed(["wood", "stone", "fish"], "or") == "wood, stone or fish"
