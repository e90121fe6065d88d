"""A finished or saved match, walked through move by move."""

from __future__ import annotations

from ..core.match import Match
from .session import View


class Replay:
    """A match at some ply, for a spectator or with the eyes of a seat."""

    def __init__(self, match: Match, viewer: int | None = None) -> None:
        self.book = match.game.rulebook
        self.match = match
        self.viewer = viewer
        self.moves = [move.id for move in match.moves]
        self._walked = Match(match.game, match.seed, match.began_from, match.names)

    @property
    def ply(self) -> int:
        return self._walked.ply

    @property
    def last(self) -> int:
        return len(self.moves)

    def go(self, ply: int) -> None:
        """Stand before the move of a ply; what lies outside the match is its beginning or its end."""
        ply = max(0, min(self.last, ply))
        while self.ply > ply:
            self._walked.pop()
        while self.ply < ply:
            self._walked.push(self.moves[self.ply])

    def step(self, by: int) -> None:
        """Go on or back to the next place where something was told: moves that say nothing are passed over."""
        while 0 <= self.ply + by <= self.last:
            self.go(self.ply + by)
            if not 0 < self.ply < self.last or self.told():
                break

    def told(self) -> list[str]:
        """What the move before this place did, in words."""
        return [line["text"] for line in self._walked.story(self.viewer) if line["ply"] == self.ply - 1]

    def view(self) -> View:
        """The table at this place, with nothing to choose."""
        view = self._walked.view(self.viewer)
        return {**view, "moves": [], "reasons": {}}
