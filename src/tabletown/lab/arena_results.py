"""What came out of an arena: as a table, as JSON, as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from rich.box import SIMPLE_HEAD
from rich.table import Table

from ..core.errors import BadOption
from ..core.game import Game
from .ratings import Rating, interval, rate


@dataclass(frozen=True)
class Played:
    """One finished game, by seat; places are shared like those of a race: 1, 1, 3."""

    number: int
    seats: list[str]
    places: list[int]
    scores: list[int]
    decisions: list[int]
    seconds: list[float]
    moves: int

    def win_share(self, seat: int) -> float:
        return 1 / self.places.count(1) if self.places[seat] == 1 else 0.0


@dataclass(frozen=True)
class Line:
    """A bot's line in the table. `wins` is its share of the wins where it sat, shared wins split."""

    name: str
    games: int
    wins: float
    wins_low: float
    wins_high: float
    rating: Rating
    place: float
    score: float
    milliseconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": self.name,
            "games": self.games,
            "wins": round(self.wins, 4),
            "wins_95": [round(self.wins_low, 4), round(self.wins_high, 4)],
            "rating": round(self.rating.points, 1),
            "rating_95": [round(self.rating.low, 1), round(self.rating.high, 1)],
            "mean_place": round(self.place, 3),
            "mean_score": round(self.score, 3),
            "milliseconds_a_move": round(self.milliseconds, 3),
        }


@dataclass(frozen=True)
class Result:
    """All games of an arena."""

    game: Game
    bots: list[str]
    seed: int
    games: list[Played]

    @cached_property
    def lines(self) -> list[Line]:
        """One line a bot, the strongest first."""
        ratings = rate(self.bots, [(row.seats, row.places) for row in self.games])
        return [self._line(rating) for rating in ratings]

    def _line(self, rating: Rating) -> Line:
        sat = [(row, seat) for row in self.games for seat, name in enumerate(row.seats) if name == rating.name]
        count = len(sat)
        wins = sum(row.win_share(seat) for row, seat in sat) / max(1, count)
        decisions = sum(row.decisions[seat] for row, seat in sat)
        return Line(
            rating.name,
            count,
            wins,
            *interval(wins, count),
            rating,
            sum(row.places[seat] for row, seat in sat) / max(1, count),
            sum(row.scores[seat] for row, seat in sat) / max(1, count),
            1000 * sum(row.seconds[seat] for row, seat in sat) / max(1, decisions),
        )

    def line(self, name: str) -> Line:
        return next(line for line in self.lines if line.name == name)

    @property
    def wins_by_seat(self) -> list[float]:
        """The share of all wins that fell to each seat."""
        shares = [sum(row.win_share(seat) for row in self.games) for seat in range(self.game.players)]
        return [share / max(1, len(self.games)) for share in shares]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "options": self.game.options,
            **({"change": dict(self.game.change)} if self.game.change else {}),
            "players": self.game.players,
            "seed": self.seed,
            "games": len(self.games),
            "bots": [line.to_json() for line in self.lines],
            "wins_by_seat": [round(share, 4) for share in self.wins_by_seat],
            "mean_moves": round(sum(row.moves for row in self.games) / max(1, len(self.games)), 2),
        }

    def table(self) -> Table:
        """For a terminal; `ms` is the time for a move."""
        table = Table(title=f"{self.game}: {len(self.games)} games", title_justify="left", box=SIMPLE_HEAD)
        for heading in ("bot", "games", "wins (95%)", "rating (95%)", "place", "score", "ms"):
            table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
        for line in self.lines:
            table.add_row(
                line.name,
                str(line.games),
                f"{line.wins:.1%} ({100 * line.wins_low:.0f}–{100 * line.wins_high:.0f})",
                f"{line.rating.points:.0f} ({line.rating.low:.0f}–{line.rating.high:.0f})",
                f"{line.place:.2f}",
                f"{line.score:.1f}",
                f"{line.milliseconds:.1f}",
            )
        return table

    def plot(self, path: str | Path) -> Path:
        """Ratings with their intervals as a picture: .svg, or .png."""
        target = Path(path)
        if target.suffix == ".svg":
            target.write_text(self.svg(), encoding="utf-8")
        elif target.suffix == ".png":
            from ..draw.png import png

            target.write_bytes(png(self.svg(), zoom=2))
        else:
            raise BadOption(f"A plot is written as .svg or .png, not as {target.suffix or target.name!r}.")
        return target

    def svg(self) -> str:
        """Ratings with their intervals, the strongest at the top."""
        low = min(line.rating.low for line in self.lines)
        high = max(line.rating.high for line in self.lines)
        reach = max(high - low, 1.0)
        height = 70 + 34 * len(self.lines)
        rows = "".join(self._row(line, 66 + 34 * index, low, reach) for index, line in enumerate(self.lines))
        title = escape(f"{self.game}, {len(self.games)} games")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" width="640" height="{height}" '
            f'font-family="Hanken Grotesk, sans-serif" font-size="14"><rect width="640" height="{height}" fill="#fff"/>'
            f'<text x="16" y="28" font-size="17">{title}</text>{rows}</svg>'
        )

    @staticmethod
    def _row(line: Line, y: int, low: float, reach: float) -> str:
        left, middle, right = (
            170 + 380 * (x - low) / reach for x in (line.rating.low, line.rating.points, line.rating.high)
        )
        return (
            f'<text x="16" y="{y + 5}">{escape(line.name)}</text>'
            f'<path d="M{left:.1f} {y}H{right:.1f}" stroke="#888" stroke-width="3" stroke-linecap="round"/>'
            f'<circle cx="{middle:.1f}" cy="{y}" r="6" fill="#2f6f4f"/>'
            f'<text x="624" y="{y + 5}" text-anchor="end">{line.rating.points:.0f}</text>'
        )
