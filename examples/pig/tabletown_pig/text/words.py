"""How Pig reads: moves, what to do now, what happened."""

from tabletown.core.grammar import count
from tabletown.core.line import Change, Line

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
    hint = f"{s.gathered} points are at stake; {s.goal} win."
    return (own if viewer == s.turn else f"{names[s.turn]} is to move"), hint


def tell(before, move, after, names):
    """What a move did: sentences with the seat they are about and what they say has changed."""
    seat, me = before.turn, names[before.turn]
    if move.name == "hold":
        held = Change(f"points-{seat}", before.gathered)
        return [Line(seat, f"{me} {me:holds} {before.gathered} and {me:has} {after.points[seat]}.", (held,))]
    if move.args.get("face") == 1:
        return [Line(seat, f"{me} {me:rolls} a 1 and {me:loses} {count(before.gathered, 'point')}.")]
    return [Line(seat, f"{me} {me:rolls} a {move.args['face']}.")] if move.name == "rolled" else []


def counters(s):
    """What the table counts: the points of each player."""
    return {f"points-{seat}": s.points[seat] for seat in range(s.players)}
