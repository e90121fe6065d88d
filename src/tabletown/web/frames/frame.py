"""Frames: what a page needs to show a table, drawn and packed once for each kind of viewer."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from typing import Any

from tabletown.core import view as views
from tabletown.core.advice import Advice, offered
from tabletown.core.line import total
from tabletown.core.match import Match
from tabletown.draw import sheet as sheets
from tabletown.web.refusals import Invalid
from tabletown.web.tables import lessons
from tabletown.web.tables.listing import clock_of
from tabletown.web.tables.room import Room
from tabletown.web.threads import in_thread

from .scene import LAYOUTS, Past, geometry, mark_bots, sheet_of

_COMPRESSION = 5
COACH_LINES = {
    "off": "The coach was switched off.",
    "gentle": "The coach was asked to warn of clear mistakes.",
    "full": "The coach was asked to tell what every choice is worth.",
}
"""What the story says when the coach is switched."""


def check_layout(layout: str) -> None:
    if layout not in LAYOUTS:
        raise Invalid(f"There is no layout {layout!r}; there are {', '.join(LAYOUTS)}.")


def view_of(room: Room, viewer: int | None) -> dict[str, Any]:
    """The view of the core, with what only the server knows: who is a bot, and what is news for this viewer."""
    known = room.frames.views.get(viewer)
    if known is None:
        known = views.view(room.match, viewer, news=False)
        known["changes"] = _past(room, viewer).changes(room.match.ply)
        known["log"] = _with_coach(room, known["log"])
        _add_seats(room, known, viewer)
        known["advice"] = offered(room.match, viewer) if viewer is not None and known["moves"] else None
        room.frames.views[viewer] = known
    return known


def _with_coach(room: Room, log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The story with a line wherever the coach was switched."""
    lines = list(log)
    for ply, level in room.coached:
        place = next((index for index, line in enumerate(lines) if line["ply"] >= ply), len(lines))
        lines.insert(place, {"seat": None, "text": COACH_LINES[level], "ply": ply, "coach": level})
    return lines


def _add_seats(room: Room, view: dict[str, Any], viewer: int | None) -> None:
    """Say who is a bot, and offer no moves to somebody who can't play now."""
    mark_bots(view, room.seats)
    if room.status == "waiting":
        view["prompt"] = {"sentence": "Waiting for players", "hint": "The game begins when every seat is taken."}
    if room.status == "waiting" or (viewer is not None and room.seats[viewer].gone):
        view["moves"], view["reasons"] = [], {}


def _past(room: Room, viewer: int | None, layout: str = LAYOUTS[0]) -> Past:
    return Past(room.match, viewer, layout, room.seats, room.movers)


_drawn: set[tuple[str, str]] = set()
"""The games and layouts that this process has drawn."""


async def first_drawing(room: Room, viewer: int | None, layout: str) -> None:
    """Draw a game for the first time beside the loop: that fills what all later drawings take from."""
    kind = room.game.name, layout
    if kind not in _drawn:
        view = dict(view_of(room, viewer))
        await in_thread(lambda: sheets.rendered(sheet_of(view, layout)))
        _drawn.add(kind)


def frame_of(room: Room, viewer: int | None, layout: str, since: int | None, curtain: bool = False) -> dict[str, Any]:
    """What changed for a viewer since a version; everything if that version is not remembered."""
    check_layout(layout)
    view = view_of(room, viewer)
    sheet = sheet_of(view, layout)
    known = room.frames.fingerprints(viewer, layout, since) if since is not None else None
    regions, fingerprints = sheets.changed(known or {}, sheet)
    room.frames.remember(viewer, layout, room.version, fingerprints)
    start = 0 if known is None or since is None else room.standing_since(since)
    frame = {
        "version": room.version,
        "full": known is None,
        "scenes": [] if known is None else _past(room, viewer, layout).scenes(start, known),
        "news_from": room.unseen_from(viewer),
        **_undo(room, viewer),
        "advice": view["advice"],
        "waiting_for": _waiting_for(room, viewer),
        "changes": view["changes"],
        "curtain": curtain,
        "clock": clock_of(room),
        "lesson": lessons.shown(room),
    }
    frame |= _Presence(room).of(view) | _content(view, sheet, regions, start, known is None)
    frame["log"] = _with_notes(frame["log"], room, start)
    if frame["lesson"]:
        frame["announce"] = " ".join([*(line["text"] for line in _news(frame["log"]) if known), frame["lesson"]["say"]])
    return frame


def _with_notes(log: list[dict[str, Any]], room: Room, start: int) -> list[dict[str, Any]]:
    """The lines of a story with those that tell who came and went, each before what was played after it."""
    notes = [{"seat": n.seat, "text": n.text, "ply": n.ply, "note": True} for n in room.notes if n.ply >= start]
    return sorted([*notes, *log], key=lambda line: line["ply"]) if notes else log


def _undo(room: Room, viewer: int | None) -> dict[str, bool]:
    """Whether the viewer may take something back now, and whether that would be a whole turn."""
    if viewer is None or viewer != room.to_move:
        return {"can_undo": False, "undo_turn": False}
    step, turn = room.undoable(viewer) > 0, room.takeback(viewer) > 0
    return {"can_undo": step or turn, "undo_turn": turn and not step}


def _content(
    view: Mapping[str, Any], sheet: sheets.Sheet, regions: dict[str, str], start: int, full: bool
) -> dict[str, Any]:
    """The part of a frame that follows from a view and its drawing."""
    log = [line for line in view["log"] if line["ply"] >= start]
    return {
        "ply": view["ply"],
        **geometry(sheet),
        "regions": regions,
        "viewer": view["viewer"],
        "actor": view["actor"],
        "over": view["over"],
        "prompt": view["prompt"],
        "moves": view["moves"],
        "reasons": view["reasons"],
        "log_from": start,
        "log": log,
        "announce": " ".join([*(line["text"] for line in _news(log) if not full), view["prompt"]["sentence"]]),
    }


def _news(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines that are read out: whoever switched the coach knows it."""
    return [line for line in log if "coach" not in line]


class _Presence:
    """Who is at a table now, noted at once, so that a frame can be finished in another thread."""

    def __init__(self, room: Room) -> None:
        self.seats, self._there = room.seats, room.connected()
        self._table = {
            "status": room.status,
            "seats": [seat.to_json() for seat in room.seats],
            "rematch": room.rematch,
            "retried": room.retried,
            "coach": room.coach,
            "coached": bool(room.coached),
        }
        self.version = room.version

    def of(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The part of a frame that tells who is there."""
        players = [
            {**player, "connected": player["seat"] in self._there, "left": self.seats[player["seat"]].gone}
            for player in view["players"]
        ]
        return {"players": players, "table": self._table}


def _waiting_for(room: Room, viewer: int | None) -> str | None:
    seat = room.to_move
    return room.seats[seat].name if seat is not None and seat != viewer else None


Job = Callable[[], dict[str, Any]]
"""Something slow that is done in another thread; it works on a copy of the match."""


def showing_ply(room: Room, viewer: int | None, ply: int, layout: str) -> Job:
    """The table after a number of plies, as the viewer saw it then: for replays."""
    check_layout(layout)
    check_ply(room.match, ply)
    match, present = room.match.copy(), _Presence(room)

    def work() -> dict[str, Any]:
        plies = match.ply
        views.story(match, viewer)  # told once for the whole match; what is taken back keeps its part of it
        return {"plies": plies} | _still(present, views.view(match_at(match, ply), viewer), layout, page=False)

    return work


def showing_scenes(room: Room, viewer: int | None, start: int, layout: str) -> Job:
    """What happened from a ply on, as the viewer saw it: the table before, and every scene since."""
    check_layout(layout)
    check_ply(room.match, start)
    past = Past(room.match.copy(), viewer, layout, list(room.seats), list(room.movers))
    version = room.version

    def work() -> dict[str, Any]:
        begin = max(start, past.first_scene())
        first, known = past.picture(begin, {})
        return {"version": version, "from": begin, "first": first, "scenes": past.scenes(begin, known)}

    return work


def weighed(room: Room, viewer: int, move: int, layout: str) -> dict[str, Any]:
    """A legal move before it is played: whether it would be final, what it would do, and the table with it chosen.

    The picture holds the regions that differ from the present ones.
    """
    check_layout(layout)
    view = view_of(room, viewer)
    chosen = next((entry for entry in view["moves"] if entry["id"] == move), None)
    if chosen is None:
        raise Invalid(f"Move {move} is not legal now.", version=room.version)
    match = room.match
    outlook = views.outlook(match, viewer, move)
    known = sheets.fingerprints(sheet_of(view, layout))
    prompt = {"sentence": chosen["label"], "hint": outlook or view["prompt"]["hint"]}
    sheet = sheet_of({**view, "selected": move, "confirms": False, "prompt": prompt}, layout)
    return {
        "version": room.version,
        "move": move,
        "final": match.would_be_final(viewer, move),
        "outlook": outlook,
        "foretold": bool(outlook) and outlook == views.foretold(match, viewer, move),
        "picture": {**geometry(sheet), "regions": sheets.changed(known, sheet)[0]},
    }


def showing_advice(room: Room, advice: Advice, viewer: int, layout: str) -> Job:
    """An advice in words, and the table as it would look."""
    match, present = room.match.copy(), _Presence(room)

    def work() -> dict[str, Any]:
        log = views.story(match, viewer)
        view = views.view(match.standing_at(advice.shown), viewer, news=False)
        view["log"] = log
        view["prompt"] = {"sentence": advice.label, "hint": advice.sentence}
        view["changes"] = _advised_changes(match, advice, viewer)
        return {
            "label": advice.label,
            "sentence": advice.sentence,
            "moves": [{"id": move, "text": match.game.moves.text_of(move)} for move in advice.moves],
            "frame": _still(present, view, layout, page=True),
        }

    return work


def _advised_changes(match: Match, advice: Advice, viewer: int) -> list[dict[str, Any]]:
    trial = match.copy()
    for move in advice.moves:
        trial.push(move)
    return total(line for lines in views.told(trial, viewer)[match.ply :] for line in lines)


def components_of(room: Room, viewer: int | None) -> list[str]:
    """What lies on the table, in words, without what may be done with it."""
    view = {**view_of(room, viewer), "moves": [], "reasons": {}}
    return sheets.component_labels(sheet_of(view, "desktop"))


def _still(present: _Presence, view: dict[str, Any], layout: str, page: bool) -> dict[str, Any]:
    """A frame in which nothing can be played; elements have titles unless it is for a `page` that shows tips itself."""
    mark_bots(view, present.seats)
    view["moves"], view["reasons"] = [], {}
    sheet = sheet_of(view, layout)
    frame = {
        "version": present.version,
        "full": True,
        "scenes": [],
        "news_from": view["ply"],
        "can_undo": False,
        "undo_turn": False,
        "advice": None,
        "waiting_for": None,
        "changes": view["changes"],
        "curtain": False,
    }
    return frame | present.of(view) | _content(view, sheet, sheets.rendered(sheet, page=page), 0, True)


def check_ply(match: Match, ply: int) -> None:
    if not 0 <= ply <= match.ply:
        raise Invalid(f"This game has the plies 0 to {match.ply}, not {ply}.")


def match_at(match: Match, ply: int) -> Match:
    """A copy of a match, taken back to a ply."""
    check_ply(match, ply)
    earlier = match.copy()
    while earlier.ply > ply:
        earlier.pop()
    return earlier


def packed(room: Room, viewer: int | None, layout: str, since: int | None, curtain: bool = False) -> bytes:
    """A frame as gzipped JSON, shared by all who see the same."""
    key = viewer, layout, since, curtain
    found = room.frames.frames.get(key)
    if found is None:
        found = pack(frame_of(room, viewer, layout, since, curtain))
        room.frames.frames[key] = found
    return found


def pack(frame: Mapping[str, Any]) -> bytes:
    text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), _COMPRESSION, mtime=0)
