"""How a game went, for the end page and the replay: standings, sources of points, scores move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from tabletown.core.match import Match
from tabletown.core.move import Move
from tabletown.core.reckoning import Bars, Race, Rival
from tabletown.core.view import told
from tabletown.draw.shapes import rect
from tabletown.draw.tokens import var

from . import charts
from .picture import picture
from .table_form import spoken

Parts = list[tuple[str, int]]

MOST_IN_LEGEND = 7
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


def colours_of(match: Match, names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """A colour and an ink for each source: that of its piece or card where the game says so."""
    own = match.game.rulebook.reckoning.COLOURS
    taken = {own[name] for name in names if name in own}
    spare = [pair for pair in SOURCES if pair[0] not in taken]
    unknown = [name for name in names if name not in own]
    found = {name: spare[i % len(spare)] for i, name in enumerate(unknown)}
    return found | {name: (own[name], charts.ink_on(own[name])) for name in names if name in own}


def _all_names(match: Match, parts: Iterable[Sequence[tuple[str, int]]]) -> list[str]:
    """The sources of some rows in the order of all of them: as the game lists them, after those that it does not."""
    own = list(match.game.rulebook.reckoning.COLOURS)
    found = dict.fromkeys(name for row in parts for name, points in row if points)
    return sorted(found, key=lambda name: own.index(name) if name in own else -1)


def _in_order(parts: Sequence[tuple[str, int]], names: Sequence[str]) -> Parts:
    return sorted(((name, amount) for name, amount in parts if amount), key=lambda part: names.index(part[0]))


def standings(
    match: Match, view: Mapping[str, Any], series: Sequence[Sequence[int]]
) -> tuple[list[dict[str, Any]], list[tuple[str, Markup]]]:
    """The players from first to last with a bar each, and the legend of the bars.

    With more sources than a legend can hold, each row says its own.
    """
    explained = parts_of(match, view["viewer"], series)
    players = ranked(match, view)
    for seat, rival in enumerate(rivals_of(match, view["viewer"]), match.game.players):
        explained[seat] = list(rival.parts)
    names = _all_names(match, explained.values())
    colours = colours_of(match, names)
    most = max([1, *(sum(abs(points) for _, points in parts) for parts in explained.values())])
    rows = []
    for player in players:
        parts = _in_order(explained[player["seat"]], names)
        listing = ", ".join(f"{name} {points}" for name, points in parts) or str(player["score"])
        shown = [(points, *colours[name]) for name, points in parts]
        label = f"{player['name']}: {listing}"
        rows.append(
            {
                **player,
                "told": listing if len(names) > MOST_IN_LEGEND else "",
                "bar": charts.stacked_bar(shown, most, label),
                "bar_narrow": charts.stacked_bar(shown, most, label, 300, "bar narrow"),
            }
        )
    if len(names) > MOST_IN_LEGEND:
        return rows, []
    return rows, [(name, charts.swatch(colours[name][0])) for name in names]


def ranked(match: Match, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Everybody who played, from first to last; opponents without a seat have the numbers after the seats."""
    players = [dict(player) for player in view["players"]]
    for seat, rival in enumerate(rivals_of(match, view["viewer"]), len(players)):
        players.append({"seat": seat, "name": rival.name, "bot": True, "score": rival.score, "place": rival.place})
    return sorted(players, key=lambda p: (p["place"] or 99, -p["score"], p["seat"]))


def rivals_of(match: Match, viewer: int | None) -> Sequence[Rival]:
    """Who played against a single player without holding a seat."""
    book = match.game.rulebook
    return book.reckoning.rivals(book.state.proxy(match.redacted(viewer))) if match.over else []


def reckoning(match: Match, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The game's own charts, ready to be shown."""
    book = match.game.rulebook
    s = book.state.proxy(match.redacted(view["viewer"]))
    names = {player["seat"]: player["name"] for player in view["players"]}
    found: list[dict[str, Any]] = []
    for chart in book.reckoning.charts(told(match, view["viewer"]), s):
        if isinstance(chart, Race):
            lanes = charts.race(chart.marks, names, match.ply)
            slim = charts.race(chart.marks, names, match.ply, 330, "race narrow")
            found.append({"title": chart.title, "race": lanes, "race_narrow": slim})
        elif any(chart.parts.values()):
            found.append({"title": chart.title, "race": None, **_bars(match, chart, names)})
    return found


def _bars(match: Match, chart: Bars, names: Mapping[int, str]) -> dict[str, Any]:
    sources = _all_names(match, chart.parts.values())
    colours = colours_of(match, sources)
    most = max([1, *(sum(abs(amount) for _, amount in parts) for parts in chart.parts.values())])
    rows = []
    for seat, name in names.items():
        parts = _in_order(chart.parts.get(seat, ()), sources)
        label = f"{name}: " + (", ".join(f"{source} {amount}" for source, amount in parts) or "nothing")
        bar = charts.stacked_bar([(amount, *colours[source]) for source, amount in parts], most, label, 346)
        total = sum(amount for _, amount in parts)
        rows.append({"seat": seat, "name": name, "total": str(total).replace("-", "−"), "bar": bar})
    gained = {source for parts in chart.parts.values() for source, amount in parts if amount > 0}
    legend = [(source, charts.swatch(colours[source][0], source not in gained)) for source in sources]
    return {"rows": rows, "legend": legend, "piece": charts.counted(chart.piece)}


def score_bars(players: Sequence[Mapping[str, Any]], most: int) -> list[dict[str, Any]]:
    """The players by score with a thin bar each, for the replay; a score that is hidden is a question mark."""
    rows = []
    for player in sorted(players, key=lambda p: (-(p["score"] or 0), p["seat"])):
        length = max(12.0, 120 * (player["score"] or 0) / max(1, most))
        rail = rect(0, 1, 120, 12, var("paper-deep"), 6)
        score = rect(0, 1, length, 12, charts.line_colour(player["seat"]), 6)
        shown = "?" if player["score"] is None else player["score"]
        rows.append({**player, "score": shown, "bar": picture(120, 14, rail, score, css="bar-thin", fit="none")})
    return rows


def triumph_sentence(view: Mapping[str, Any]) -> tuple[int, str]:
    """The seat that won and the headline; a shared win names all, and a game for one says itself how it went."""
    if len(view["players"]) == 1:
        return 0 if view["players"][0]["place"] == 1 else 1, view["prompt"]["sentence"]
    first = [player for player in view["players"] if player["place"] == 1] or view["players"][:1]
    names = [player["name"] for player in first]
    if len(names) > 1:
        return first[0]["seat"], f"{', '.join(names[:-1])} and {names[-1]} win together"
    others = [player["score"] for player in view["players"] if player["place"] != 1]
    lead = first[0]["score"] - max(others) if others else 0
    return first[0]["seat"], f"{names[0]} wins by {lead}" if lead > 0 else f"{names[0]} wins"
