"""The review of a finished match: worked out beside the screen, then told move by move."""

from __future__ import annotations

from collections.abc import Callable

from ..core.match import Match
from ..learn import words
from ..learn.review import LUCKY, Event, Review, Reviewer, assemble


class MatchReview:
    """A review through the eyes of a seat. Nothing is known before `work` has ended."""

    def __init__(self, match: Match, seat: int = 0) -> None:
        self.match = match
        self.seat = seat
        self.found: Review | None = None

    def work(self, report: Callable[[float], None] = lambda share: None, stopped: Callable[[], bool] = bool) -> None:
        """Judge the whole match, which takes a while; `report` hears how far it is, 1 while what is unsettled gets a
        closer look."""
        reviewer = Reviewer(self.match)
        events: dict[int, Event] = {}
        total = 2 * len(reviewer.spans)
        for done, event in enumerate(reviewer.run(), 1):
            events[event.index] = event
            report(min(1.0, done / total))
            if stopped():
                return
        self.found = assemble(reviewer, [events[index] for index in range(len(events))])

    def report(self) -> str:
        """Everything in words, as Markdown: the headline, the sum, and each move that is worth a look."""
        found, seat = self.found, self.seat
        if found is None:
            return ""
        said = [words.headline(found, seat), words.sum_sentence(found, seat)]
        turning = found.turning_point(seat)
        if turning is not None:
            said.append(f"The turning point was move {turning.ply + 1}: {words.title(found, self.match, turning)}")
        marked = [event for event in found.events if self._worth_a_look(event)]
        said.append("\n".join(f"- {self._line(found, event)}" for event in marked))
        said += [words.headline(found, other) for other in range(len(found.names)) if other != seat and found.events]
        return "\n\n".join(part for part in said if part)

    def _line(self, found: Review, event: Event) -> str:
        change = words.amount(found, event.change[self.seat], signed=True)
        told = f"Move {event.ply + 1}, {event.mark or 'luck'} ({change}): {words.title(found, self.match, event)}"
        return f"{told}. {words.sentence(found, self.match, event)}" if event.mark else told

    @property
    def marked(self) -> list[int]:
        """The places after moves worth a look: better ones were to be had, or luck changed much."""
        events = self.found.events if self.found else ()
        return [event.ply + 1 for event in events if self._worth_a_look(event)]

    def told(self, ply: int) -> list[str]:
        """What there is to say of the move that led to a place."""
        if self.found is None:
            return []
        event = next((event for event in self.found.events if event.ply + 1 == ply), None)
        if event is None:
            return []
        said = words.sentence(self.found, self.match, event)
        if event.kind == "chance":
            return [said] if self._worth_a_look(event) else []
        begun = f"{event.mark.capitalize()}. " if event.mark and event.mark != "only move" else ""
        return [f"{begun}{said}", *(words.reasons(self.match, event) if begun else [])]

    def _worth_a_look(self, event: Event) -> bool:
        assert self.found is not None
        if event.kind == "chance":
            return not self.found.by_points and max(map(abs, event.change)) >= LUCKY
        return event.mark not in ("", "only move")
