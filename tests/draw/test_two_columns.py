"""Tablets and phones on their side: the action bar and the game's board are seen at once, in two columns."""

from __future__ import annotations

from itertools import pairwise

import pytest

import tabletown as tt
from tabletown.core import view as views
from tabletown.draw.sheet import Sheet
from tabletown.draw.shell import COLUMN_TOP, two_columns

PHONE = 360


def sheets(name: str) -> list[tuple[Sheet, Sheet]]:
    """A phone's table and the same in two columns, at some moments of a random game."""
    match, found = tt.Match(tt.game(name, players=tt.rulebook(name).players[1]), seed=4), []
    while not match.over:
        if match.ply % 40 == 12:
            phone = match.game.rulebook.table.table(views.view(match, 0), "phone")
            found.append((phone, two_columns(phone)))
        match.push(match.random_move())
    return found


@pytest.mark.parametrize("name", tt.games())
def test_bar_and_board_begin_the_columns(name: str) -> None:
    for phone, wide in sheets(name):
        assert [part.name for part in wide.regions] == [part.name for part in phone.regions]
        assert wide.width == 2 * phone.width
        bar = next(part for part in wide.regions if part.name == "action")
        assert bar.box
        assert bar.box[0] < PHONE
        first, top = phone.breaks[0]
        board = wide.regions[first]
        assert board.data[:2] == (PHONE, COLUMN_TOP - top), "the game's first part is not on top of the right column"


@pytest.mark.parametrize("name", tt.games())
def test_nothing_lies_over_another_thing(name: str) -> None:
    """Whatever was one below the other on the phone is still so, or in the other column."""
    for phone, wide in sheets(name):
        groups: dict[int, list[tuple[float, float]]] = {0: [(0, phone.breaks[0][1])], PHONE: []}
        ends = [*phone.breaks[1:], (len(phone.regions), float(phone.height))]
        for (begin, top), (end, low) in zip(phone.breaks, ends, strict=True):
            if end > begin:
                before, after = phone.regions[begin], wide.regions[begin]
                dx, dy = (0, 0) if before is after else after.data[:2]
                groups[int(dx)].append((top + dy, low + dy))
        for spans in groups.values():
            for (_, low), (top, _) in pairwise(spans):
                assert top >= low - 0.01
        assert wide.height >= max(low for spans in groups.values() for _, low in spans) - 1
