"""How Pig reads: moves, what to do now, what happened."""

from ..state import FINISHED, ROLLING


def label(move, s, names):
    """A move as a button says it."""
    if move.name == "rolled":
        return f"A {move.args['face']}"
    return "Roll the die" if move.name == "roll" else f"Hold {s.gathered} points"


def prompt(s, viewer, names):
    """What is to be done now, and a quieter hint."""
    if s.phase == FINISHED:
        return ("You have won!" if viewer == s.turn else f"{names[s.turn]} has won!"), f"{s.points[s.turn]} points."
    if s.phase == ROLLING:
        return "The die rolls", "A 1 takes all."
    own = "Roll or hold?" if s.gathered else "Roll the die"
    return (
        own if viewer == s.turn else f"{names[s.turn]} is to move",
        f"{s.gathered} points are at stake; {s.goal} win.",
    )


def tell(before, move, after, names):
    """What a move did, as sentences with the seat they are about."""
    seat, name = before.turn, names[before.turn]
    if move.name == "roll":
        return []
    if move.name == "hold":
        return [(seat, f"{name} holds {before.gathered} points and has {after.points[seat]}.")]
    if move.args["face"] == 1:
        return [(seat, f"{name} rolls a 1 and loses {before.gathered} points.")]
    return [(seat, f"{name} rolls a {move.args['face']}.")]
