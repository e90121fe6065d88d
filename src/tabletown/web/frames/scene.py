"""Scenes: what happened at a table move by move, each with what it did and the picture that belongs to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabletown.core import registry
from tabletown.core import view as views
from tabletown.core.line import Line, total
from tabletown.core.match import Match
from tabletown.draw import sheet as sheets
from tabletown.draw.shell import two_columns
from tabletown.web.tables.seat import Seat

MOST_SCENES = 24
"""How many scenes one answer holds at most; what happened before them is told in the log only."""


def last_decision(movers: Sequence[int | None], ply: int) -> int:
    """The ply of the last move that a player made before a certain ply; 0 if there was none."""
    return next((before for before in range(ply - 1, -1, -1) if movers[before] is not None), 0)


def mark_bots(view: dict[str, Any], seats: Sequence[Seat]) -> None:
    """Say in a view which seats are played by bots."""
    for player, seat in zip(view["players"], seats, strict=True):
        player["bot"] = seat.played_by_bot


LAYOUTS = ("desktop", "phone", "tablet")


def sheet_of(view: Mapping[str, Any], layout: str) -> sheets.Sheet:
    """The table that a view shows, for a kind of screen."""
    table = registry.rulebook_of(view).table.table
    return two_columns(table(view, "phone")) if layout == "tablet" else table(view, layout)


def geometry(sheet: sheets.Sheet) -> dict[str, Any]:
    """The size of a table, its name, and its regions in the order in which they are drawn."""
    order = [part.name for part in sheet.regions]
    return {"width": sheet.width, "height": sheet.height, "label": sheet.label, "order": order}


@dataclass(frozen=True)
class Past:
    """What a viewer saw of a table: its match, who sits there, and by ply who moved (None for chance)."""

    match: Match
    viewer: int | None
    layout: str
    seats: Sequence[Seat]
    movers: Sequence[int | None]

    def first_scene(self) -> int:
        """The earliest ply that scenes up to now can begin with."""
        shown = [ply for ply, lines in enumerate(views.told(self.match, self.viewer)) if lines]
        return shown[-MOST_SCENES] if len(shown) > MOST_SCENES else 0

    def scenes(self, start: int, known: dict[str, str]) -> list[dict[str, Any]]:
        """What every ply from `start` on did, in order, with the table as the viewer saw it after that ply.

        A picture holds only the regions that differ from the picture before; `known` are the fingerprints of the
        picture before the first. The last scene has none, since it leads to the table as it is now. Plies that nothing
        is told of are left out.
        """
        told = views.told(self.match, self.viewer)
        shown = [ply for ply in range(start, self.match.ply) if told[ply]][-MOST_SCENES:]
        found = []
        for ply in shown:
            scene: dict[str, Any] = {"ply": ply, "seat": self.movers[ply], "lines": self.lines(ply)}
            if ply != shown[-1]:
                scene["picture"], known = self.picture(ply + 1, known)
            found.append(scene)
        return found

    def lines(self, ply: int) -> list[dict[str, Any]]:
        """What a move did, told: sentences with the changes that they name."""
        return [_line(entry) for entry in views.told(self.match, self.viewer)[ply]]

    def picture(self, ply: int, known: dict[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
        """The table after some plies, with nothing to be played: what differs from `known`, and its fingerprints."""
        earlier = self.match.copy()
        while earlier.ply > ply:
            earlier.pop()
        view = views.view(earlier, self.viewer, news=False)
        view["changes"] = self.changes(ply)
        view["moves"], view["reasons"] = [], {}
        mark_bots(view, self.seats)
        sheet = sheet_of(view, self.layout)
        regions, fingerprints = sheets.changed(known, sheet)
        return {**geometry(sheet), "regions": regions, "sentence": view["prompt"]["sentence"]}, fingerprints

    def news_begin(self, ply: int) -> int:
        """The ply that begins what is new after some plies: the last decision, or a throw of dice after it."""
        decided, throws = last_decision(self.movers, ply), self.match.game.rulebook.words.THROWS
        chance = (
            before
            for before in range(ply - 1, decided, -1)
            if self.match.move_seen_by(self.viewer, before).name in throws
        )
        return next(chance, decided)

    def changes(self, ply: int) -> list[dict[str, Any]]:
        """What a picture after some plies marks as new: what the last player's move did, and chance after it.

        A throw of dice is marked by itself: what it pays is not added to what was bought before it.
        Before anybody has moved everything is new: then what was laid out for all is not marked.
        """
        told = views.told(self.match, self.viewer)[self.news_begin(ply) : ply]
        begun = any(mover is not None for mover in self.movers[:ply])
        return total(line for lines in told for line in lines if begun or line.seat is not None)


def _line(entry: Line) -> dict[str, Any]:
    return {"seat": entry.seat, "text": entry.text, "changes": [change.to_json() for change in entry.changes]}
