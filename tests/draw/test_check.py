"""The checks of drawings must find what they are for."""

from __future__ import annotations

from tabletown.draw.shapes import at, group, rect
from tabletown.draw.text import words
from tabletown.testing.drawing import broken, colliding, complaints, overflowing, repeated_ids


def page(*parts):
    inner = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">{inner}</svg>'


def card(*parts, name="a"):
    return group(rect(10, 10, 80, 40, "#fff"), *parts, id=name, class_="target legal")


def test_text_on_its_card_is_fine():
    assert complaints(page(card(words("Short", 15, 30, 12, "#000")))) == []


def test_text_wider_than_its_card():
    assert "too wide" in overflowing(page(card(words("Much too long for it", 15, 30, 12, "#000"))))[0]


def test_text_wider_than_the_badge_it_lies_on():
    badge = rect(60, 60, 12, 14, "#000")
    assert overflowing(page(badge, words("×1000", 66, 71, 10, "#fff", anchor="middle")))


def test_text_below_its_card():
    lines = words("one", 15, 30, 12, "#000") + words("two", 15, 70, 12, "#000")
    assert "hangs out of a" in overflowing(page(card(lines)))[0]


def test_text_that_leaves_the_sheet_through_a_transform():
    assert overflowing(page(at(180, 0, words("Far right", 0, 30, 12, "#000"))))
    assert not overflowing(page(at(100, 0, words("Far right", 0, 30, 12, "#000"))))


def test_text_on_text():
    over = words("One", 15, 30, 12, "#000") + words("Two", 20, 32, 12, "#000")
    assert colliding(page(over))
    covered = words("One", 15, 30, 12, "#000") + rect(10, 10, 80, 40, "#fff") + words("Two", 20, 32, 12, "#000")
    assert not colliding(page(covered))


def test_ids_and_references():
    assert repeated_ids(page(card(), card())) == ["a"]
    assert broken('<use href="#x"/><rect fill="var(--card)"/>') == ["nothing is called x", "var(--card)"]
