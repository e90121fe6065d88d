"""Plots: every text lies inside its picture, and the table beside a plot has the numbers of the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tabletown import lab
from tabletown.lab import panels, words
from tabletown.testing.drawing import overflowing
from tabletown.web.lab.sentences import names_of


@pytest.fixture(scope="module")
def answers() -> list[dict[str, Any]]:
    """Answers with every kind of plot: a league with a sweep, a ban test, and a game whose things are dealt."""
    league = lab.Experiment(
        "machi-koro", players=2, who="league", games=224, change={"cheese_factory.cost": 6},
        ask=["plans", "seats", "length", "close", "scores", "luck"],
    )  # fmt: skip
    sweep = replace(league, change={}, vary={"change": {"cheese_factory": {"cost": [3, 4, 6, 7]}}}, ask=["plans"])
    ban = lab.Experiment("machi-koro", players=3, games=96, ask=["seats", "cards", "footing"], ban="every", slip=8)
    dealt = lab.Experiment("mine-carts", players=4, games=200, ask=["seats", "cards"])
    return [question.run().to_json() for question in (league, sweep, ban, dealt)]


def every_panel(answers: list[dict[str, Any]]) -> list[tuple[dict[str, Any], panels.Side, panels.Panel]]:
    found = []
    for answer in answers:
        names = names_of(lab.Experiment(answer["experiment"]["game"]).book)
        for side in panels.sides(answer):
            found += [(answer, side, panel) for panel in panels.panels(answer, side, names)]
    return found


def test_every_text_lies_inside_its_picture(answers: list[dict[str, Any]]) -> None:
    drawn = set()
    for _, _, panel in every_panel(answers):
        for svg in (panel.wide, panel.narrow):
            if svg:
                assert not overflowing(svg), panel.id
                drawn.add(panel.id)
    assert {"plans", "seats", "length", "worth", "curve", "matrix"} <= drawn


def test_tables_have_the_numbers_of_the_answer(answers: list[dict[str, Any]]) -> None:
    told = 0
    for answer, side, panel in every_panel(answers):
        cells = {cell for row in panel.rows for cell in row}
        if panel.id in ("plans", "seats"):
            for arm in (side.after, side.before or side.after):
                for entry in arm[panel.id]["wins"].values():
                    assert words.percent(entry) in cells
                    told += 1
            for entry in (side.change or {}).get(panel.id, {}).get("wins", {}).values():
                assert words.points(entry) in cells
        if panel.id == "worth":
            assert {words.points(entry) for entry in side.after["worth"].values()} <= cells
            told += 1
        if panel.id == "cards":
            assert {words.percent(entry["seats"]) for entry in side.after["cards"].values()} <= cells
            assert panel.title == ("What is drawn" if answer["dealt"] else "What is bought")
            told += 1
    assert told > 20
