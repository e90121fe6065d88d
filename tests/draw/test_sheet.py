"""Sheets, regions, the cache, documents."""

from __future__ import annotations

import pytest

from tabletown.draw import pieces, scenery
from tabletown.draw.pieces import coin
from tabletown.draw.png import png
from tabletown.draw.shapes import number, rect, symbol
from tabletown.draw.sheet import Cache, Sheet, changed, definitions, fingerprints, region, rendered, svg
from tabletown.draw.states import Offer
from tabletown.draw.tokens import CARD, TOKENS
from tabletown.testing.drawing import broken, repeated_ids


def square(x, y, offer=None):
    return rect(x, y, 10, 10, CARD)


def sheet(*places, key="test"):
    return Sheet(100, 100, tuple(region(f"r{i}", None, square, *p) for i, p in enumerate(places)), "Test", key)


def test_a_region_is_drawn_again_only_when_its_data_changed():
    cache = Cache()
    first = rendered(sheet((1, 2), (3, 4)), cache)
    assert cache.drawn == 2
    assert rendered(sheet((1, 2), (3, 4)), cache) == first
    assert cache.drawn == 2
    rendered(sheet((1, 2), (3, 5)), cache)
    assert cache.drawn == 3


def test_sheets_of_other_games_do_not_share_drawings():
    cache = Cache()
    rendered(sheet((1, 2)), cache)
    rendered(sheet((1, 2), key="other"), cache)
    assert cache.drawn == 2


def test_the_cache_is_bounded_and_drops_the_least_used():
    cache = Cache(2)
    for x in (1, 2, 1, 3, 1):
        rendered(sheet((x, 0)), cache)
    assert cache.drawn == 3
    rendered(sheet((2, 0)), cache)
    assert cache.drawn == 4


def test_changed_gives_what_a_page_must_replace():
    cache = Cache()
    before = fingerprints(sheet((1, 2), (3, 4)))
    fresh, now = changed(before, sheet((1, 2), (9, 4)), cache)
    assert list(fresh) == ["r1"]
    assert 'x="9"' in fresh["r1"]
    assert fresh["r1"].startswith('<g id="region-r1"')
    assert changed(now, sheet((1, 2), (9, 4)), cache) == ({}, now)
    assert set(before) - set(changed(now, sheet((1, 2)), cache)[1]) == {"r1"}


def test_offers_may_be_data_and_functions_may_not():
    with_offer = sheet((1, 2, Offer(7)))
    assert fingerprints(with_offer) != fingerprints(sheet((1, 2, Offer(8))))
    with pytest.raises(TypeError, match="JSON-able"):
        fingerprints(sheet((1, 2, square)))


def test_a_document_stands_alone():
    table = Sheet(60, 40, (region("coin", None, coin, 20, 20, 10, 7),), "A coin & more")
    for theme, tokens in TOKENS.items():
        text = svg(table, {}, None, theme)
        assert broken(text) == []
        assert tokens["paper"] in text
        assert 'aria-label="A coin &amp; more"' in text
    assert "p-coin-blank" in text
    assert "p-die-1" not in text  # only what is used
    assert "p-die-1" in definitions({})


def test_a_games_pictures_travel_with_it():
    defs = {"pic-hut": symbol("pic-hut", rect(0, 0, 48, 48, "red"), "0 0 48 48")}
    table = Sheet(60, 40, (region("hut", None, pieces.pictogram, "hut", 0, 0, 20),), "Hut")
    assert "pic-hut" in definitions(defs)
    assert broken(svg(table, defs)) == []
    assert broken(svg(table, {})) == ["nothing is called pic-hut"]


def test_a_prefix_keeps_several_tables_apart():
    table = Sheet(60, 40, (region("coin", None, coin, 20, 20, 10),), "Coin")
    both = svg(table, {}, prefix="a-") + svg(table, {}, prefix="b-")
    assert repeated_ids(both) == []
    assert broken(both) == []
    assert repeated_ids(svg(table, {}) * 2)


def test_pictures_come_out_as_png():
    table = Sheet(60, 40, (region("coin", None, coin, 20, 20, 10),), "Coin")
    image = png(svg(table, {}), 2)
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20], "big") == 120


def test_definitions_have_the_ids_they_are_known_by():
    for name, text in {**pieces.DEFS, **scenery.DEFS}.items():
        assert f'id="{name}"' in text
    assert repeated_ids(definitions({})) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (3.0, "3"), (0.5, ".5"), (-0.5, "-.5"), (1.256, "1.26"), (-0.001, "0"), (100.10, "100.1"), (0.0, "0")],
)
def test_numbers_are_short(value, text):
    assert number(value) == text
