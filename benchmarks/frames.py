"""What a frame costs: processor time and kilobytes sent for a usual move and one kind of viewer, for every game.

    python benchmarks/frames.py [--games 3] [--json]

Random games at the largest table are followed move by move. After each step of a player, with all that chance answers
to it, a frame is drawn and packed for a seat, for another seat and for a spectator, each following the table from frame
to frame as a socket does. A game before them is not counted: it loads fonts and native code, as a server does at its
start.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from typing import Any

import tabletown as tt
from tabletown.compile.native import native
from tabletown.web.frames import frame as frames
from tabletown.web.store.storage import NewEvent, Stored
from tabletown.web.tables.play import new_game, play
from tabletown.web.tables.room import Room
from tabletown.web.tables.seat import Seat


def rows(events: list[NewEvent], version: int) -> list[dict[str, Any]]:
    return [
        {"seq": seq, "kind": e.kind, "seat": e.seat, "payload": e.payload, "idem": None, "at": 0}
        for seq, e in enumerate(events, version + 1)
    ]


def new_room(name: str, seed: int) -> Room:
    players = tt.rulebook(name).players[1]
    match = tt.Match(tt.game(name, players=players), seed=seed)
    seats = [Seat(seat, "person", f"Player {seat + 1}") for seat in range(players)]
    made = new_game("table", match, seats, [], {"visibility": "private", "curtain": False, "seed": seed, "host": None})
    return Room(Stored(made.game, [vars(seat) for seat in seats], rows(list(made.events), 0)))


def followed(room: Room) -> Iterator[None]:
    """Play a room to its end, one step of a player at a time."""
    while room.to_move is not None:
        after, events = play(room, room.to_move, [room.match.random_move()], None)
        room.advance(rows(events, room.version), {"status": "over"} if after.over else {}, room.seats, after)
        yield


def measure(name: str, layout: str, games: int) -> dict[str, Any]:
    times, sizes, whole = [], [], []
    native(tt.rulebook(name))
    for seed in range(-1, games):
        if seed == 0:
            times, sizes, whole = [], [], []
        room = new_room(name, seed % 1000)
        viewers = (0, 1 if len(room.seats) > 1 else 0, None)
        shown: dict[int | None, int] = {}
        for _ in followed(room):
            for viewer in viewers:
                began = time.thread_time()
                packed = frames.packed(room, viewer, layout, shown.get(viewer))
                spent = time.thread_time() - began
                if viewer in shown:
                    times.append(spent * 1000)
                    sizes.append(len(packed) / 1000)
                else:
                    whole.append(len(packed) / 1000)
                shown[viewer] = room.version
    return {
        "game": name,
        "layout": layout,
        "frames": len(times),
        "ms": {"median": statistics.median(times), "p95": quantile(times)},
        "kB": {"median": statistics.median(sizes), "p95": quantile(sizes)},
        "whole_kB": statistics.median(whole),
    }


def quantile(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found = [measure(name, layout, chosen.games) for name in tt.games() for layout in frames.LAYOUTS]
    if chosen.json:
        print(json.dumps(found, indent=1))
        return
    print("| game | layout | frames | ms, median | ms, p95 | kB, median | kB, p95 | first frame, kB |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for f in found:
        numbers = [f["ms"]["median"], f["ms"]["p95"], f["kB"]["median"], f["kB"]["p95"], f["whole_kB"]]
        print(
            f"| {f['game']} | {f['layout']} | {f['frames']} | "
            + " | ".join(f"{number:.1f}" for number in numbers)
            + " |"
        )


if __name__ == "__main__":
    main()
