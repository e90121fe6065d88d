"""The process in which games are reviewed, at a low priority, so that bots at tables don't wait for it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from tabletown.core.match import Match
from tabletown.learn import words
from tabletown.learn.review import Event, Reviewer, assemble, event_to_json
from tabletown.web.worker_loop import answer_requests

NICE = 10


class Session:
    """The review that is being worked out."""

    def __init__(self, text: str, playouts: int | None) -> None:
        self.match = Match.load(text)
        self.reviewer = Reviewer(self.match, playouts)
        self.events: dict[int, Event] = {}
        self._run: Iterator[Event] = self.reviewer.run()
        self._reasons: dict[tuple[int, int | None], list[str]] = {}

    def about(self) -> dict[str, Any]:
        judge = self.reviewer.judge
        return {"of": len(self.reviewer.spans), "result": list(self.reviewer.result), "by_points": judge.by_points}

    def go_on(self, seconds: float) -> dict[str, Any]:
        """Judge for a while; what was judged, and the summary once all is."""
        end, changed, done = time.monotonic() + seconds, [], False
        while time.monotonic() < end and not done:
            event = next(self._run, None)
            if event is None:
                done = True
            else:
                self.events[event.index] = event
                changed.append(event.index)
        review = assemble(self.reviewer, [self.events[index] for index in sorted(self.events)])
        fresh = [
            {
                **event_to_json(self.events[index], self.match.game),
                **words.event_words(review, self.match, self.events[index]),
                "why": self._why(self.events[index]),
            }
            for index in dict.fromkeys(changed)
        ]
        return {"events": fresh, "done": done} | ({"seats": review.to_json()["seats"]} if done else {})

    def _why(self, event: Event) -> list[str]:
        """Why a marked decision was worse than the best; first estimates come without, so that the curve comes soon."""
        if not event.mark or event.playouts < self.reviewer.playouts:
            return []
        key = (event.index, event.best)
        if key not in self._reasons:
            self._reasons[key] = words.reasons(self.match, event)
        return self._reasons[key]


_session: Session | None = None


def answer(question: dict[str, Any]) -> dict[str, Any]:
    global _session
    if "match" in question:
        _session = Session(question["match"], question.get("playouts"))
        return _session.about()
    assert _session is not None
    return _session.go_on(question["seconds"])


def main() -> None:
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    answer_requests(answer)


if __name__ == "__main__":
    main()
