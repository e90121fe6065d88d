"""A review in words: the headline, the sum, and what is said of each event."""

from __future__ import annotations

from typing import Any

from ..core import view as views
from ..core.grammar import Name, named
from ..core.match import Match
from .review import LUCKY, Event, Review
from .why import label, why

SHOWN_DECISIONS = 10
"""From how many decisions on an accuracy is worth telling."""


def amount(review: Review, number: float, signed: bool = False) -> str:
    """A value as people read it: parts of a win in percent, or points."""
    digits, scaled, sign = (1, number, "") if review.by_points else (0, 100 * number, "%")
    rounded = round(scaled, digits)
    if rounded == 0:
        return f"0{sign}"
    return f"{rounded:{'+' if signed else ''}.{digits}f}{sign}".replace("-", "−" if signed else "")


def error_bar(review: Review, half: float) -> str:
    """Half of an interval; small ones with a digit more, since none is nothing."""
    return f"{half:.1f}" if review.by_points else f"{100 * half:.1f}%" if half < 0.01 else amount(review, half)


def _of_a_win(review: Review, number: float) -> str:
    return f"{amount(review, number)} points" if review.by_points else f"{amount(review, number)} of a win"


def headline(review: Review, seat: int, addressed: bool = False) -> str:
    """How a seat played and what luck did, in two sentences."""
    if not review.events:
        return "Nothing was decided in this game, so there is nothing to review."
    who = named(review.names, seat if addressed else None)[seat]
    accuracy = review.accuracy(seat)
    told = []
    if accuracy is not None and len(review.decisions(seat)) >= SHOWN_DECISIONS:
        told.append(f"{_upper(who)} played {max(0.0, accuracy):.0%} accurately.")
    luck, lost = review.luck(seat), review.lost(seat)
    verb = "cost" if luck < 0 else "gave"
    own = f"own decisions cost {amount(review, lost)}{' points' if review.by_points else ''}"
    if amount(review, luck)[0] == "0":
        told.append(f"Luck evened out, {who:'s} {own}.")
    else:
        told.append(f"Luck {verb} {who} {_of_a_win(review, luck)}, {who:'s} {own}.")
    return " ".join(told)


def sum_of(review: Review, seat: int) -> list[tuple[str, float]]:
    """The rows that add up from the start to the result."""
    rows = [
        ("At the start", review.start(seat)),
        ("Luck", review.luck(seat)),
        ("Own decisions", -review.lost(seat)),
        ("Others’ decisions", review.given(seat)),
        ("Unexplained", review.unexplained(seat)),
        ("At the end", review.result[seat]),
    ]
    return [row for row in rows if row[0] != "Others’ decisions" or len(review.names) > 1]


def luck_split(review: Review, seat: int, addressed: bool = False) -> str:
    """Whose dice and cards brought a seat its luck; nothing if there was none."""
    own, others = (amount(review, review.luck(seat, whose), signed=True) for whose in ("own", "others"))
    if own == others == amount(review, 0):
        return ""
    who = named(review.names, seat if addressed else None)[seat]
    return f"Of the luck {own} came with {who:'s} own dice and cards, {others} with all the others."


def sum_sentence(review: Review, seat: int) -> str:
    """The sum in one line: 33% at the start, luck −29%, ... = 0%."""
    if not review.events:
        return ""
    start, *middle, end = sum_of(review, seat)
    parts = ", ".join(f"{name.lower()} {amount(review, number, signed=True)}" for name, number in middle)
    return f"{start[0]} {amount(review, start[1])}, {parts}, at the end {amount(review, end[1])}."


def title(review: Review, match: Match, event: Event, reader: int | None = None) -> str:
    """What happened in an event, as the story tells it; else the move as its button says it."""
    for lines in views.told(match, reader, reader is not None)[event.ply : event.ply + event.plies]:
        for line in lines:
            if line.text and event.seat in (None, line.seat):
                return line.text.removesuffix(".")
    if event.kind == "chance" or event.seat is None:
        return match.game.moves.text_of(event.moves[0]).replace("_", " ").capitalize()
    return f"{_upper(named(review.names, reader)[event.seat])}: {played_label(match, event)}"


def played_label(match: Match, event: Event) -> str:
    return label(match.game, match.at(event.ply), event.played, match.names)


def sentence(review: Review, match: Match, event: Event, reader: int | None = None) -> str:
    """What there is to say of an event in one sentence: the better move, or how lucky it was."""
    names = named(review.names, reader)
    if event.kind == "chance":
        return _luck_sentence(review, event, names)
    assert event.seat is not None
    if event.played == event.best:
        return "The only good move." if event.mark == "only move" else "The best move."
    assert event.best is not None
    better = label(match.game, match.at(event.ply), event.best, match.names)
    if event.mark:
        half = error_bar(review, event.interval[event.seat])
        return f"{better} was better: {_of_a_win(review, event.loss)} (±{half}) given away."
    return f"{better} was about as good."


def _luck_sentence(review: Review, event: Event, names: list[Name]) -> str:
    most = max(range(len(names)), key=lambda seat: abs(event.change[seat]))
    if abs(event.change[most]) < LUCKY and not review.by_points:
        return "Chance changed little."
    verb = "gave" if event.change[most] > 0 else "cost"
    return f"Luck {verb} {names[most]} {_of_a_win(review, event.change[most])}."


def reasons(match: Match, event: Event) -> list[str]:
    """Why the best move was better than the one played, from what the mover knew."""
    if event.kind == "chance" or event.best is None or event.played == event.best or event.seat is None:
        return []
    seen = match.redacted(event.seat, event.ply)
    return why(match.game, seen, event.seat, event.best, event.played, match.names)


def event_words(review: Review, match: Match, event: Event, reader: int | None = None) -> dict[str, Any]:
    """What a page says of an event, but for the reasons."""
    at = match.at(event.ply)
    return {
        "title": title(review, match, event, reader),
        "sentence": sentence(review, match, event, reader),
        "labels": [label(match.game, at, c.move, match.names) for c in event.candidates],
    }


def report(review: Review, match: Match, seat: int) -> str:
    """A review for the terminal: headline, sum, and every marked decision with the better move."""
    lines = [headline(review, seat), sum_sentence(review, seat), ""]
    turning = review.turning_point(seat)
    if turning is not None:
        lines += [f"The turning point was move {turning.ply}: {title(review, match, turning)}.", ""]
    for event in review.events:
        lucky = event.kind == "chance" and not review.by_points and abs(event.change[seat]) >= LUCKY
        if event.mark not in ("", "only move") or lucky:
            change = amount(review, event.change[seat], signed=True)
            told = event.mark if event.mark else "luck"
            lines.append(f"{event.ply:4}  {told:8} {change:>6}  {title(review, match, event)}")
            if event.mark:
                lines.append(f"{'':23}{sentence(review, match, event)}")
    others = [other for other in range(len(review.names)) if other != seat]
    if others and review.events:
        lines += ["", *(headline(review, other) for other in others)]
    return "\n".join(lines)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
