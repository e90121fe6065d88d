"""Colours of both themes."""

from __future__ import annotations

import itertools

import pytest

from tabletown.draw import tokens
from tabletown.draw.tokens import FAMILIES, THEMES, TOKENS, contrast, css, merged, mix, resolve

GROUNDS = ("paper", "paper-deep", "card", "blueprint", "fresh-tint")
PAIRS = [
    *itertools.product(("ink", "ink-soft"), GROUNDS),
    ("ink", "key"),
    ("legal-ink", "legal-fill"),
    ("fresh-ink", "fresh"),
    ("danger-ink", "danger"),
    ("danger", "card"),
    ("gold-ink", "gold"),
    ("wood-ink", "wood-light"),
    *((f"ribbon-{family}-pale-ink", f"ribbon-{family}-pale") for family in FAMILIES),
    *(("scene-ink", f"ribbon-{family}-tile") for family in FAMILIES),
    *((f"seat-{seat}-ink", f"seat-{seat}-plate") for seat in range(4)),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_can_be_read(theme, ink, ground):
    assert contrast(TOKENS[theme][ink], TOKENS[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_white_words_on_ribbons_and_felt(theme):
    for name in [*(f"ribbon-{family}" for family in FAMILIES), "felt"]:
        assert contrast("#FFFFFF", TOKENS[theme][name]) >= 4.5, name


@pytest.mark.parametrize("theme", THEMES)
def test_legal_outlines_stand_out_from_cards_and_paper(theme):
    for ground in ("card", "paper", "paper-deep"):
        assert contrast(TOKENS[theme]["legal"], TOKENS[theme][ground]) >= (2.5 if theme == "light" else 3)


def test_contrast_is_the_known_ratio():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_mix():
    assert mix("#000000", "#FFFFFF", 0) == "#000000"
    assert mix("#000000", "#FFFFFF", 1) == "#FFFFFF"
    assert mix("#102030", "#304050", 0.5) == "#203040"


def test_both_themes_have_the_same_names():
    assert set(TOKENS["light"]) == set(TOKENS["dark"])


def test_a_games_tokens_join_the_kits():
    own = {"light": {"tin": "#BFE8D8"}, "dark": {"tin": "#2C6657"}}
    assert merged(own)["dark"]["tin"] == "#2C6657"
    assert merged(own)["dark"]["card"] == TOKENS["dark"]["card"]
    assert resolve('fill="var(--tin)" stroke="var(--card)"', "light", own) == 'fill="#BFE8D8" stroke="#FFFDF8"'
    sheet = css(own)
    assert "--tin:#BFE8D8" in sheet
    assert "--tin:#2C6657" in sheet
    assert "[data-theme=dark]" in sheet


def test_a_games_tokens_cant_redefine_the_kits_or_lack_a_theme():
    with pytest.raises(ValueError, match="something else"):
        merged({"light": {"card": "#000000"}, "dark": {"card": "#000000"}})
    with pytest.raises(ValueError, match="one theme only"):
        merged({"light": {"tin": "#000000"}, "dark": {}})


def test_an_unknown_token_is_an_error():
    with pytest.raises(KeyError):
        resolve("var(--nothing)", "light")


def test_constants_name_tokens_that_exist():
    used = [value for value in vars(tokens).values() if isinstance(value, str) and value.startswith("var(--")]
    assert len(used) > 10
    assert all(value[6:-1] in TOKENS["light"] for value in used)
