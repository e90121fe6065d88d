"""Measuring and setting text."""

from __future__ import annotations

import re

import pytest

from tabletown.draw import text
from tabletown.draw.pieces import coin
from tabletown.draw.text import DISPLAY, fit_lines, fit_size, rich_lines, rich_text, shorten, text_width, wrap


def test_widths_grow_with_size_weight_and_length():
    assert text_width("", 20) == 0
    assert text_width("town", 24) == pytest.approx(2 * text_width("town", 12))
    assert text_width("Wheat Field", 12, 700) > text_width("Wheat Field", 12, 400) > text_width("Wheat", 12, 400)
    assert text_width("iiii", 12) < text_width("MMMM", 12)


def test_widths_are_those_of_the_font():
    # advance widths of the installed fonts: n of Hanken Grotesk Regular, 7 of Fredoka One
    from fontTools.ttLib import TTFont

    font = TTFont(text.font_paths()[(DISPLAY, 400)])
    glyph = font.getBestCmap()[ord("7")]
    expected = font["hmtx"][glyph][0] / font["head"].unitsPerEm * 30
    assert text_width("7", 30, family=DISPLAY) == pytest.approx(expected)


def test_a_character_the_font_lacks_counts_as_a_wide_one():
    assert text_width("漢", 10) == 10


def test_fit_size_shrinks_in_half_points_down_to_the_smallest():
    assert fit_size("Café", 500, 16, 10) == 16
    size = fit_size("Convenience Store", 90, 16, 8, 700)
    assert text_width("Convenience Store", size, 700) <= 90 < text_width("Convenience Store", size + 0.5, 700)
    assert fit_size("Convenience Store", 5, 16, 10) == 10


def test_shorten_keeps_what_fits():
    assert shorten("Ana", 100, 12) == "Ana"
    short = shorten("Wolfeschlegelsteinhausen", 80, 12)
    assert short.endswith("…")
    assert text_width(short, 12) <= 80
    assert text_width("Wolfeschlegelsteinhausen"[: len(short)] + "…", 12) > 80


@pytest.mark.parametrize("width", [30, 60, 90, 200])
def test_wrapped_lines_fit_and_keep_all_words(width):
    string = "Dai builds a Fruit and Vegetable Market"
    lines = wrap(string, width, 12)
    assert all(text_width(line, 12) <= width for line in lines)
    if width >= 60:
        assert " ".join(lines) == string


def test_wrap_with_too_few_lines_says_so_with_an_ellipsis():
    lines = wrap("one two three four five six seven eight", 60, 12, max_lines=2)
    assert len(lines) == 2
    assert lines[1].endswith("…")


def test_fit_lines_shrinks_before_it_shortens():
    lines, size = fit_lines("Convenience Store", 63, 11.5, 10)
    assert lines == ["Convenience", "Store"]
    assert size < 11.5
    assert fit_lines("Mine", 63, 11.5, 10) == (["Mine"], 11.5)


def test_icons_between_words():
    drawn = rich_text("{coin:3} per {pic:ranch}, {pic:mine}", 0, 10, 200, 12, "red")
    assert drawn.count("#pic-") == 2
    assert "#p-coin-blank" in drawn
    assert re.findall(r">([^<]+)</text>", drawn) == ["3", "per", ","]


def test_icons_wrap_like_words():
    assert len(rich_lines("{coin:3} {coin:3} {coin:3}", 40, 12)) == 2
    assert len(rich_lines("{coin:3} {coin:3} {coin:3}", 400, 12)) == 1


def test_unknown_icons_are_refused_and_known_names_kept():
    with pytest.raises(ValueError, match="no inline icon"):
        rich_text("{unheard:1}", 0, 0, 100, 12, "red")
    with pytest.raises(ValueError, match="taken"):
        text.register_inline("coin", lambda label, cx, cy, box, dimmed: coin(cx, cy, box))


def test_words_are_escaped():
    assert "&lt;b&gt; &amp; &quot;c&quot;" in text.words('<b> & "c"', 0, 0, 12, "red")
