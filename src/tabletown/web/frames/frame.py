"""Frames: what a page needs to show a table, drawn and packed once for each kind of viewer."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from typing import Any

from tabletown.core import view as views
from tabletown.core.advice import Advice, offered
from tabletown.core.match import Match
from tabletown.draw import sheet as sheets
from tabletown.web.refusals import Invalid
from tabletown.web.tables.room import Room

LAYOUTS = ("desktop", "phone")
_COMPRESSION = 5


def check_layout(layout: str) -> None:
    if layout not in LAYOUTS:
        raise Invalid(f"There is no layout {layout!r}; there are {' and '.join(LAYOUTS)}.")


def view_of(room: Room, viewer: int | None) -> dict[str, Any]:
    """The view of the core, with what only the server knows: who is a bot, and what is news for this viewer."""
    known = room.frames.views.get(viewer)
    if known is None:
        known = views.view(room.match, viewer, news=False)
        known["changes"] = [change for ply in room.changes(viewer)[room.unseen_from(viewer) :] for change in ply]
        _add_seats(room, known, viewer)
        known["advice"] = offered(room.match, viewer) if viewer is not None and known["moves"] else None
        room.frames.views[viewer] = known
    return known


def _add_seats(room: Room, view: dict[str, Any], viewer: int | None) -> None:
    """Say who is a bot, and offer no moves to somebody who can't play now."""
    for player, seat in zip(view["players"], room.seats, strict=True):
        player["bot"] = seat.played_by_bot
    if room.status == "waiting":
        view["prompt"] = {"sentence": "Waiting for players", "hint": "The game begins when every seat is taken."}
    if room.status == "waiting" or (viewer is not None and room.seats[viewer].gone):
        view["moves"], view["reasons"] = [], {}


def frame_of(room: Room, viewer: int | None, layout: str, since: int | None, curtain: bool = False) -> dict[str, Any]:
    """What changed for a viewer since a version; everything if that version is not remembered."""
    check_layout(layout)
    view = view_of(room, viewer)
    sheet = room.game.rulebook.table.table(view, layout)
    known = room.frames.fingerprints(viewer, layout, since) if since is not None else None
    regions, fingerprints = sheets.changed(known or {}, sheet)
    room.frames.remember(viewer, layout, room.version, fingerprints)
    start = 0 if known is None or since is None else room.standing_since(since)
    news = [change for ply in room.changes(viewer)[start:] for change in ply]
    frame = {
        "version": room.version,
        "full": known is None,
        "can_undo": viewer is not None and room.undoable(viewer) > 0,
        "advice": view["advice"],
        "waiting_for": _waiting_for(room, viewer),
        "changes": view["changes"] if known is None else news,
        "curtain": curtain,
    }
    return frame | _presence(room, view) | _content(view, sheet, regions, start, known is None)


def _content(
    view: Mapping[str, Any], sheet: sheets.Sheet, regions: dict[str, str], start: int, full: bool
) -> dict[str, Any]:
    """The part of a frame that follows from a view and its drawing."""
    log = [line for line in view["log"] if line["ply"] >= start]
    return {
        "ply": view["ply"],
        "width": sheet.width,
        "height": sheet.height,
        "label": sheet.label,
        "order": [part.name for part in sheet.regions],
        "regions": regions,
        "viewer": view["viewer"],
        "actor": view["actor"],
        "over": view["over"],
        "prompt": view["prompt"],
        "moves": view["moves"],
        "reasons": view["reasons"],
        "log_from": start,
        "log": log,
        "announce": " ".join([*(line["text"] for line in log if not full), view["prompt"]["sentence"]]),
    }


def _presence(room: Room, view: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a frame that tells who is there."""
    there = room.connected()
    players = [{**p, "connected": p["seat"] in there, "left": room.seats[p["seat"]].gone} for p in view["players"]]
    seats = [seat.to_json() for seat in room.seats]
    return {"players": players, "table": {"status": room.status, "seats": seats, "rematch": room.rematch}}


def _waiting_for(room: Room, viewer: int | None) -> str | None:
    seat = room.to_move
    return room.seats[seat].name if seat is not None and seat != viewer else None


def frame_at(room: Room, viewer: int | None, ply: int, layout: str) -> dict[str, Any]:
    """The table after a number of plies, as the viewer saw it then: for replays."""
    check_layout(layout)
    views.story(
        room.match, viewer
    )  # worked out once for the whole match; the copy that is taken back keeps its part of it
    view = views.view(match_at(room.match, ply), viewer)
    return {"plies": room.match.ply} | _still(room, view, viewer, layout)


def advice_of(room: Room, advice: Advice, viewer: int, layout: str) -> dict[str, Any]:
    """An advice in words, and the table as it would look."""
    moves = room.game.moves
    log = views.story(room.match, viewer)
    view = views.view(room.match.standing_at(advice.shown), viewer, news=False)
    view["log"] = log
    view["prompt"] = {"sentence": advice.label, "hint": advice.sentence}
    view["changes"] = _advised_changes(room, advice, viewer)
    return {
        "label": advice.label,
        "sentence": advice.sentence,
        "moves": [{"id": move, "text": moves.text_of(move)} for move in advice.moves],
        "frame": _still(room, view, viewer, layout),
    }


def _advised_changes(room: Room, advice: Advice, viewer: int) -> list[dict[str, Any]]:
    if not advice.moves:
        return []
    book = room.game.rulebook
    now = book.state.proxy(room.match.redacted(viewer))
    return book.words.changes(now, room.game.moves.decode(advice.moves[-1]), advice.shown)


def _still(room: Room, view: dict[str, Any], viewer: int | None, layout: str) -> dict[str, Any]:
    """A frame to look at, where nothing can be played."""
    _add_seats(room, view, viewer)
    view["moves"], view["reasons"] = [], {}
    sheet = room.game.rulebook.table.table(view, layout)
    frame = {
        "version": room.version,
        "full": True,
        "can_undo": False,
        "advice": None,
        "waiting_for": None,
        "changes": view["changes"],
        "curtain": False,
    }
    return frame | _presence(room, view) | _content(view, sheet, sheets.rendered(sheet), 0, True)


def match_at(match: Match, ply: int) -> Match:
    """A copy of a match, taken back to a ply."""
    if not 0 <= ply <= match.ply:
        raise Invalid(f"This game has the plies 0 to {match.ply}, not {ply}.")
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
