"""How Pig reads: moves, what to do now, what happened."""

from __future__ import annotations

from typing import Any

from tabletown.core.move import Move

from ..state import FINISHED, ROLLING


def label(move: Move, s: Any, names: list[str]) -> str:
    if move.name == "rolled":
        return f"A {move.args['face']}"
    return "Roll the die" if move.name == "roll" else f"Hold {s.gathered} points"


def prompt(s: Any, viewer: int | None, names: list[str]) -> tuple[str, str]:
    if s.phase == FINISHED:
        return ("You have won!" if viewer == s.turn else f"{names[s.turn]} has won!"), f"{s.points[s.turn]} points."
    if s.phase == ROLLING:
        return "The die rolls", "A 1 takes all."
    hint = f"{s.gathered} points are at stake; {s.goal} win."
    return (
        ("Roll or hold?" if s.gathered else "Roll the die", hint)
        if viewer == s.turn
        else (f"{names[s.turn]} is to move", hint)
    )


def reasons(s: Any, viewer: int | None) -> dict[str, str]:
    return {}


def tell(before: Any, move: Move, after: Any, names: list[str]) -> list[tuple[int | None, str]]:
    seat, name = before.turn, names[before.turn]
    if move.name == "roll":
        return []
    if move.name == "hold":
        return [(seat, f"{name} holds {before.gathered} points and has {after.points[seat]}.")]
    if move.args["face"] == 1:
        return [(seat, f"{name} rolls a 1 and loses {before.gathered} points.")]
    return [(seat, f"{name} rolls a {move.args['face']}.")]


def changes(before: Any, move: Move, after: Any) -> list[dict[str, Any]]:
    if move.name == "hold":
        return [{"target": f"points-{before.turn}", "amount": before.gathered}]
    return [{"target": "die"}] if move.name == "rolled" else []
