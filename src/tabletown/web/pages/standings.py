"""How a game went, for the end page and the replay: standings, sources of points, scores move by move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from tabletown.core.match import Match
from tabletown.core.move import Move
from tabletown.draw.shapes import rect
from tabletown.draw.tokens import var

from . import charts
from .picture import picture
from .table_form import spoken

Parts = list[tuple[str, int]]

SOURCES = (
    ("#2A6FB8", "#fff"),
    ("#2FA39A", "#06251F"),
    ("#70439F", "#fff"),
    ("#F7C13B", "#3A2500"),
    ("#C2382F", "#fff"),
    ("#4C7F1E", "#fff"),
    ("#8FA0B5", "#1E2430"),
)


def scores_by_ply(match: Match, viewer: int | None) -> list[list[int]]:
    """For each seat its score before the first move and after every other, as the viewer could work it out."""
    engine = match._engine
    rows: list[list[int]] = [[] for _ in range(match.game.players)]
    for ply in range(match.ply + 1):
        record = match.redacted(viewer, ply)
        for seat, row in enumerate(rows):
            row.append(engine.score(record, seat))
    return rows


def parts_of(match: Match, viewer: int | None, series: Sequence[Sequence[int]]) -> dict[int, Parts]:
    """Where each seat's points came from.

    A game's words tell it of the position (`score_parts`) or of each move (`points_from`); otherwise points are added
    up by kind of move.
    """
    book = match.game.rulebook
    explain = book.words.score_parts
    if explain is not None:
        s = book.state.proxy(match.redacted(viewer))
        return {seat: list(explain(s, seat)) for seat in range(match.game.players)}
    if book.words.points_from is not None:
        return _by_move(match, viewer, series, book.words.points_from)
    kinds = [spoken(move.name) for move in match.moves]
    return {seat: _by_kind(kinds, row) for seat, row in enumerate(series)}


def _by_move(
    match: Match,
    viewer: int | None,
    series: Sequence[Sequence[int]],
    points_from: Callable[[Any, Move], Sequence[tuple[int, str, int]]],
) -> dict[int, Parts]:
    """What the game's words say of every move that changed a score."""
    book = match.game.rulebook
    sums: dict[int, dict[str, int]] = {seat: {} for seat in range(match.game.players)}
    for ply in range(match.ply):
        if any(row[ply] != row[ply + 1] for row in series):
            before = book.state.proxy(match.redacted(viewer, ply))
            for seat, source, points in points_from(before, match.move_seen_by(viewer, ply)):
                sums[seat][source] = sums[seat].get(source, 0) + points
    return {seat: [(source, points) for source, points in found.items() if points] for seat, found in sums.items()}


def _by_kind(kinds: Sequence[str], row: Sequence[int]) -> Parts:
    """The changes of a score added up by the kind of move that made them; what a seat began with comes first."""
    sums: dict[str, int] = {"At the start": row[0]}
    for kind, before, after in zip(kinds, row, row[1:], strict=False):
        sums[kind] = sums.get(kind, 0) + after - before
    return [(kind, points) for kind, points in sums.items() if points]


def standings(
    match: Match, view: Mapping[str, Any], series: Sequence[Sequence[int]]
) -> tuple[list[dict[str, Any]], list[tuple[str, Markup]]]:
    """The players from first to last with a bar each, and the legend of the bars."""
    explained = parts_of(match, view["viewer"], series)
    names = list(dict.fromkeys(name for parts in explained.values() for name, _ in parts))
    colours = {name: SOURCES[i % len(SOURCES)] for i, name in enumerate(names)}
    most = max([1, *(sum(abs(points) for _, points in parts) for parts in explained.values())])
    rows = []
    for player in sorted(view["players"], key=lambda p: (p["place"] or 99, -p["score"], p["seat"])):
        seat = player["seat"]
        parts = explained[seat]
        told = ", ".join(f"{name} {points}" for name, points in parts) or str(player["score"])
        shown = [(points, *colours[name]) for name, points in parts]
        label = f"{player['name']}: {told}"
        rows.append(
            {
                **player,
                "bar": charts.stacked_bar(shown, most, label),
                "bar_narrow": charts.stacked_bar(shown, most, label, 300, "bar narrow"),
            }
        )
    return rows, [(name, charts.swatch(colours[name][0])) for name in names]


def score_bars(players: Sequence[Mapping[str, Any]], most: int) -> list[dict[str, Any]]:
    """The players by score with a thin bar each, for the replay."""
    rows = []
    for player in sorted(players, key=lambda p: (-p["score"], p["seat"])):
        length = max(12.0, 120 * player["score"] / max(1, most))
        rail = rect(0, 1, 120, 12, var("paper-deep"), 6)
        score = rect(0, 1, length, 12, charts.line_colour(player["seat"]), 6)
        rows.append({**player, "bar": picture(120, 14, rail, score, css="bar-thin", fit="none")})
    return rows


def triumph_sentence(view: Mapping[str, Any]) -> tuple[int, str]:
    """The seat that won and the headline; a shared win names all, and a game for one says itself how it went."""
    if len(view["players"]) == 1:
        return 0, view["prompt"]["sentence"]
    first = [player for player in view["players"] if player["place"] == 1] or view["players"][:1]
    names = [player["name"] for player in first]
    if len(names) > 1:
        return first[0]["seat"], f"{', '.join(names[:-1])} and {names[-1]} win together"
    others = [player["score"] for player in view["players"] if player["place"] != 1]
    lead = first[0]["score"] - max(others) if others else 0
    return first[0]["seat"], f"{names[0]} wins by {lead}" if lead > 0 else f"{names[0]} wins"
