"""Sheets, regions, the cache, documents."""

from __future__ import annotations

import pytest

from tabletown.draw import pieces, scenery
from tabletown.draw.accessibility import cached_drawing
from tabletown.draw.action_bar import action_bar
from tabletown.draw.log import log_strip
from tabletown.draw.pieces import bot_badge, coin
from tabletown.draw.png import png
from tabletown.draw.shapes import number, rect, symbol
from tabletown.draw.sheet import Cache, Sheet, changed, definitions, fingerprints, labels, region, rendered, svg
from tabletown.draw.states import NOTHING, Offer, target
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
    assert 'href="#p-coin-blank"' in text
    assert 'id="p-coin-blank"' in text


def test_a_games_pictures_travel_with_it():
    defs = {"pic-hut": symbol("pic-hut", rect(0, 0, 48, 48, "red"), "0 0 48 48")}
    table = Sheet(60, 40, (region("hut", None, pieces.pictogram, "hut", 0, 0, 20),), "Hut")
    assert "pic-hut" in definitions(defs)
    assert broken(svg(table, defs)) == []
    assert broken(svg(table, {})) == ["nothing is called pic-hut"]


def test_labels_are_data_and_come_from_the_cache_too():
    @cached_drawing(8)
    def hut(name: str) -> str:
        return target(f"hut-{name}", NOTHING, f"Hut of {name}", rect(0, 0, 9, 9), text="It stands.")

    def street(*names: str) -> str:
        return "".join(hut(name) for name in names)

    cache = Cache()
    for _ in range(2):
        for names in (("Ana", "Bram"), ("Bram",), ("Bram", "Chloé & Co")):
            table = Sheet(60, 40, (region("street", None, street, *names),), "Street")
            assert labels(table, cache) == [f"Hut of {name}. It stands" for name in names]
            assert rendered(table, cache)["street"].count("<title>") == len(names)
    hut("Dai")  # nobody collects labels here


def test_a_document_speaks_for_itself_and_a_page_speaks_for_its_drawings():
    hut = target("hut", NOTHING, "A hut", rect(0, 0, 9, 9), text="It stands.")
    assert 'role="img"><title>A hut. It stands</title><rect' in hut

    def street() -> str:
        quiet = target("yard", NOTHING, "Yard", rect(0, 0, 9, 9), kind="panel")
        bar, told = action_bar(0, 0, 900, 66, "Choose", "", 0), [{"text": "Ana wins.", "seat": 0, "ply": 1}]
        return (
            quiet + bot_badge(1, 1) + bar + log_strip(0, 0, 99, 99, told) + target("hut", Offer(3, "Buy"), "Hut", "x")
        )

    table = Sheet(60, 40, (region("street", None, street),), "Street")
    cache = Cache()
    document, page = rendered(table, cache)["street"], rendered(table, cache, page=True)["street"]
    assert document == rendered(table, cache)["street"]
    assert "<title>Computer player</title>" in document
    assert "<title>Buy. Hut</title>" in document
    assert 'aria-live="polite"' in document
    assert 'role="log"' in document
    assert "data-tip" not in document
    assert 'data-tip="Computer player" aria-label="Computer player" role="img"' in page
    assert 'role="button" tabindex="0" aria-label="Buy. Hut" data-tip="Buy. Hut"' in page
    assert 'class="target quiet panel" role="group" aria-label="Yard"' in page
    assert not any(word in page for word in ("<title", "aria-live", 'role="log"'))


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
