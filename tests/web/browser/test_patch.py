"""The patch of the page: elements keep their identity, their namespace, their focus and their text."""

from __future__ import annotations

import pytest

SETUP = """async () => {
  const { patch, svgElements } = await import("/static/patch.js");
  document.body.innerHTML = '<div id="host"></div>';
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 100"); svg.setAttribute("width", 200); svg.setAttribute("height", 200);
  document.getElementById("host").append(svg);
  window.lab = { patch, svgElements, svg, show: (markup) => patch(svg, svgElements(markup)) };
}"""


@pytest.fixture
def lab(visitor):
    page = visitor()
    page.goto("/nowhere")
    page.evaluate(SETUP)
    return page


def test_a_piece_that_moves_into_a_new_group_stays_the_same_piece_and_visible(lab):
    seen = lab.evaluate(
        """() => {
          lab.show('<g id="a"><circle id="piece" cx="20" cy="20" r="10" fill="red"/></g><g id="b"></g>');
          const piece = document.getElementById("piece");
          lab.show('<g id="a"></g><g id="b"></g>' +
                   '<g id="c"><g><circle id="piece" cx="70" cy="70" r="10" fill="red"/></g></g>');
          const now = document.getElementById("piece");
          const box = now.getBoundingClientRect();
          const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return { same: now === piece, inside: now.closest("#c") !== null, hit: hit === now, width: box.width,
                   spaces: [...lab.svg.querySelectorAll("*")].map((e) => e.namespaceURI),
                   copies: lab.svg.querySelectorAll("#piece").length };
        }"""
    )
    assert seen["same"]
    assert seen["inside"]
    assert seen["hit"]
    assert seen["width"] > 30
    assert seen["copies"] == 1
    assert set(seen["spaces"]) == {"http://www.w3.org/2000/svg"}


def test_pieces_change_places_and_groups_trade_children(lab):
    seen = lab.evaluate(
        """() => {
          lab.show('<g id="a"><rect id="x" width="9" height="9"/><rect id="y" width="9" height="9"/></g>' +
                   '<g id="b"><rect id="z" width="9" height="9"/></g>');
          const before = ["x", "y", "z"].map((id) => document.getElementById(id));
          lab.show('<g id="b"><rect id="y" width="9" height="9"/><rect id="x" width="5" height="9"/></g>' +
                   '<g id="a"><g id="new"><rect id="z" width="9" height="9"/></g></g>');
          const after = ["x", "y", "z"].map((id) => document.getElementById(id));
          return { same: before.every((e, i) => e === after[i]), markup: lab.svg.innerHTML };
        }"""
    )
    assert seen["same"]
    assert seen["markup"] == (
        '<g id="b"><rect id="y" width="9" height="9"></rect><rect id="x" width="5" height="9"></rect></g>'
        '<g id="a"><g id="new"><rect id="z" width="9" height="9"></rect></g></g>'
    )


def test_a_group_may_move_into_its_own_child(lab):
    markup = lab.evaluate(
        """() => {
          lab.show('<g id="outer"><g id="inner"><path id="p" d="M0 0h9v9z"/></g></g>');
          lab.show('<g id="inner"><g id="outer"><path id="p" d="M0 0h9v9z"/></g></g>');
          return lab.svg.innerHTML;
        }"""
    )
    assert markup == '<g id="inner"><g id="outer"><path id="p" d="M0 0h9v9z"></path></g></g>'


def test_focus_survives_a_patch_that_moves_the_focused_piece(lab):
    held = lab.evaluate(
        """() => {
          lab.show('<g id="a"><g id="t" tabindex="0"><rect width="9" height="9"/></g></g><g id="b"></g>');
          document.getElementById("t").focus();
          lab.show('<g id="b"><g id="t" tabindex="0"><rect width="9" height="9"/></g></g>');
          return document.activeElement.id;
        }"""
    )
    assert held == "t"


def test_half_typed_text_and_attributes_of_the_reader_survive(lab):
    kept = lab.evaluate(
        """() => {
          const host = document.getElementById("host");
          const parsed = (text) => new DOMParser().parseFromString(text, "text/html").body.childNodes;
          const html = (text) => [...parsed(text)].map((n) => document.importNode(n, true));
          const form = '<label><input id="i" value=""></label><details id="d"><summary>s</summary></details>';
          lab.patch(host, html('<p id="p">one</p>' + form));
          const field = document.getElementById("i");
          field.focus();
          field.value = "half a na";
          field.setSelectionRange(4, 4);
          document.getElementById("d").open = true;
          lab.patch(host, html('<h2 id="h">new</h2><p id="p">two</p>' + form));
          const [details, text] = ["d", "p"].map((id) => document.getElementById(id));
          return [document.activeElement.id, field.value, field.selectionStart, details.open, text.textContent];
        }"""
    )
    assert kept == ["i", "half a na", 4, True, "two"]


def test_what_is_not_wanted_any_more_goes(lab):
    markup = lab.evaluate(
        """() => {
          lab.show('<g id="a" class="x" data-k="1">text<rect width="1" height="1"/><circle r="2"/></g>');
          lab.show('<g id="a" class="y"><circle r="3"/></g>');
          return lab.svg.innerHTML;
        }"""
    )
    assert markup == '<g id="a" class="y"><circle r="3"></circle></g>'


def test_pieces_fly_and_land_at_once_when_skipped(visitor):
    page = visitor(motion="no-preference")
    page.goto("/nowhere")
    page.evaluate(SETUP)
    seen = page.evaluate(
        """async () => {
          const { fly, landAll, snapshot } = await import("/static/flight.js");
          lab.show('<g id="a"><circle id="piece" cx="20" cy="20" r="9"/></g>');
          const spots = snapshot(lab.svg);
          lab.show('<g id="b"><circle id="piece" cx="80" cy="80" r="9"/></g>');
          fly(lab.svg, spots, [], "");
          const aloft = lab.svg.querySelectorAll(".traveller").length;
          const long = document.getAnimations().map((one) => one.effect.getComputedTiming().endTime);
          landAll();
          await new Promise((done) => setTimeout(done, 30));
          const [left, hidden] = [".traveller", ".aloft"].map((css) => lab.svg.querySelectorAll(css).length);
          return { aloft, long, left, hidden };
        }"""
    )
    assert seen["aloft"] == 1
    assert max(seen["long"]) < 500
    assert seen["left"] == 0
    assert seen["hidden"] == 0
