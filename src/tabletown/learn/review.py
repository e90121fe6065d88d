"""The review of a finished game: what was luck, what was play, and where something better was to be had.

A game is cut into events: decisions with more than one legal move, and runs of chance with the forced moves between
them. For every seat, as an identity:

    result = value at the start + luck + decisions + rest

Luck is the value of what chance did less the mean over all that it might have done. A decision is the value of the move
played less that of the best move; it is judged by what the mover knew. The rest is the same position judged again one
event later: noise, what the search saw late, and secrets that came to light.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..bots import tree
from ..bots.levels import net_of
from ..bots.network import weights_of
from ..core.errors import BadOption, TabletownError
from ..core.game import Game, Rulebook
from ..core.match import Match
from ..core.move import CHANCE
from ..core.rule import fingerprint
from .judge import ALL, TREES, Judge, Position, error
from .outcomes import Outcomes, guessed_outcomes, outcomes, settle

FORMAT = 2
"""The version of what a review says and how it is worked out."""

CANDIDATES = 8
"""How many promising moves of a decision are looked at."""
FINALISTS = 4
"""How many of them, beside the one played, are looked at closely."""
LISTED = 36
"""Up to how many outcomes of a run of chance are all valued; of more, as many are drawn."""
FOLLOWING = 6
"""The same for the chance that follows a candidate."""
QUICK = 8
"""The first pass has this part of the playouts of the second."""
CLOSER = (4, 16)
"""How many times the playouts of the second pass what is not settled gets in the third."""

MARKS = (("blunder", 0.10), ("mistake", 0.05), ("slip", 0.02))
"""From which loss on a decision is marked, in parts of a win; the lower end of the interval must reach half of it."""
ONLY_MOVE = 0.10
LUCKY = 0.06
"""From how much luck on chance is called out."""
UNSETTLED_REST = 0.05
ACCURACY_SPREAD = 0.10
"""Less than this hung on all decisions together: then no accuracy is told."""
POINTS_OF_A_WIN = 100.0


class ReviewError(TabletownError, ValueError):
    """A match can't be reviewed."""


class Candidate(NamedTuple):
    """A move that was looked at: the value for each seat after it, the loss against the best, and half its interval."""

    move: int
    value: tuple[float, ...]
    loss: float
    interval: float
    playouts: int


@dataclass(frozen=True)
class Event:
    """A decision or a run of chance, judged. Vectors have an entry for each seat."""

    index: int
    ply: int
    plies: int
    kind: str
    """"decision" or "chance"."""
    seat: int | None
    """Who decided; for chance, whose it was, and None if it was nobody's."""
    moves: tuple[int, ...]
    """The moves that were played in it; a decision is the first."""
    curve: tuple[float, ...]
    """What every seat could expect before the event, with all cards open."""
    value: tuple[float, ...]
    """What the best move, or chance on average, led to."""
    after: tuple[float, ...]
    """What the move played, or what chance did, led to."""
    interval: tuple[float, ...]
    """Half of the 95% interval of `after - value`."""
    playouts: int
    candidates: tuple[Candidate, ...] = ()
    spread: float = 0.0
    """What hung on a decision: the best move less the mean of all."""
    mark: str = ""
    exact: bool = True
    """Whether all outcomes of chance were valued, not only drawn ones."""

    @property
    def change(self) -> tuple[float, ...]:
        """Luck, or what a decision gave away, for every seat."""
        return tuple(q - v for q, v in zip(self.after, self.value, strict=True))

    @property
    def loss(self) -> float:
        """What the mover gave away; 0 for chance."""
        return 0.0 if self.kind == "chance" or self.seat is None else -self.change[self.seat]

    @property
    def best(self) -> int | None:
        """The best move of a decision."""
        return self.candidates[0].move if self.candidates else None

    @property
    def played(self) -> int:
        return self.moves[0]


class Span(NamedTuple):
    """Where an event lies in the match, before it is judged."""

    ply: int
    plies: int
    kind: str
    seat: int | None


def spans(match: Match, judge: Judge) -> list[Span]:
    """The events of a match: decisions with a choice, and runs of chance with the forced moves that follow.

    A run of chance is that of the player of whom the story first tells in it: who threw the dice, drew the tile.
    """
    rules = judge.rules
    found: list[Span] = []
    whose: dict[int, int] = {}
    for line in match.story():
        if line["seat"] is not None:
            whose.setdefault(line["ply"], line["seat"])
    for ply in range(match.ply):
        array = match.at(ply)
        who = rules.actor(array)
        if who == CHANCE:
            if found and found[-1].kind == "chance" and found[-1].ply + found[-1].plies == ply:
                run = found[-1]
                found[-1] = run._replace(plies=run.plies + 1, seat=whose.get(ply) if run.seat is None else run.seat)
            else:
                found.append(Span(ply, 1, "chance", whose.get(ply)))
            continue
        if len(rules.legal(array)) > 1:
            found.append(Span(ply, 1, "decision", who))
        elif found and found[-1].ply + found[-1].plies == ply and found[-1].kind == "chance":
            found[-1] = found[-1]._replace(plies=found[-1].plies + 1)
    return found


class Reviewer:
    """Judges the events of one finished match."""

    def __init__(self, match: Match, playouts: int | None = None, seed: int = 0, threads: int = 2) -> None:
        if not match.over:
            raise ReviewError("This match is not over; it can be reviewed when it is.")
        leaf = match.game.rulebook.evaluation.LEAF if playouts is None else playouts
        if isinstance(leaf, bool) or not isinstance(leaf, int) or not 1 <= leaf <= 100_000:
            raise BadOption(f"A review needs 1 to 100000 playouts a tree, not {leaf!r}.")
        self.match = match
        self.judge = Judge(match.game, seed, threads)
        self.playouts = leaf
        self.spans = spans(match, self.judge)
        self.result = tuple(self.judge.result(match.at(match.ply)).tolist())
        marks = match.game.rulebook.evaluation.SOLO_MARKS
        self._leaf_error = 0.0 if self.judge.by_points else match.game.rulebook.evaluation.LEAF_ERROR
        self._marks = (
            tuple(zip(("blunder", "mistake", "slip"), reversed(marks), strict=True)) if self.judge.by_points else MARKS
        )

    # -------------------------------------------------------------- passes

    def run(self) -> Iterator[Event]:
        """Judge everything quickly, then properly, then what is not settled again; the last word on an event counts."""
        quick = max(1, self.playouts // QUICK)
        events = []
        for index in range(len(self.spans)):
            events.append(self.event(index, quick))
            yield events[index]
        before = self.judge.spent
        self.judge.forget()
        for index in sorted(range(len(events)), key=lambda i: (-self._weight(events[i]), i)):
            events[index] = self.event(index, self.playouts, events[index])
            yield events[index]
        budget = self.judge.spent + (self.judge.spent - before)
        for factor in CLOSER:
            for index in self._unsettled(events):
                if self.judge.spent >= budget:
                    return
                events[index] = self.event(index, factor * self.playouts, events[index])
                yield events[index]

    def _weight(self, event: Event) -> float:
        """How soon an event is judged properly: marked decisions first."""
        return event.loss if event.mark else 0.0

    def _unsettled(self, events: list[Event]) -> list[int]:
        """Decisions whose mark may change and events after which the same position was judged otherwise."""
        unit = self._marks[0][1] / MARKS[0][1]
        found = []
        for index, event in enumerate(events):
            if event.kind == "decision" and event.seat is not None:
                half = event.interval[event.seat]
                if self._mark(event.loss + half, 0) != self._mark(event.loss - half, 0):
                    found.append(index)
                    continue
            following = events[index + 1].curve if index + 1 < len(events) else self.result
            rest = [n - c - d for n, c, d in zip(following, event.curve, event.change, strict=True)]
            if max(map(abs, rest)) > UNSETTLED_REST * unit:
                found.append(index)
        return found

    # -------------------------------------------------------------- one event

    def event(self, index: int, playouts: int, before: Event | None = None) -> Event:
        """Judge one event. `before` is what an earlier pass found: it says which moves are worth a closer look."""
        span = self.spans[index]
        if span.kind == "chance":
            return self._chance(index, span, playouts)
        return self._decision(index, span, playouts, before)

    def _moves(self, span: Span) -> tuple[int, ...]:
        return tuple(move for _, move in self.match.history[span.ply : span.ply + span.plies])

    def _chance(self, index: int, span: Span, playouts: int) -> Event:
        judge = self.judge
        found = outcomes(judge.rules, self.match.at(span.ply), LISTED, LISTED, judge.seed)
        happened = self.match.at(span.ply + span.plies)
        settle(judge.rules, happened)
        records = [*found.records, happened.tobytes()]
        *values, after = judge.values([Position(record, ALL) for record in records], playouts)
        mean = _mean(found, values)
        half = error(after - mean)
        if not found.exact:
            rows = np.array([value.mean(axis=0) for value in values])
            shares = np.array(found.shares)[:, None]
            half = np.hypot(half, 1.96 * np.sqrt((shares * (rows - mean.mean(axis=0)) ** 2).sum(axis=0) / LISTED))
        value = _vector(mean)
        return Event(
            *(index, span.ply, span.plies, span.kind, span.seat, self._moves(span), value, value),
            *(_vector(after), tuple(half.tolist()), playouts),
            exact=found.exact,
        )

    def _decision(self, index: int, span: Span, playouts: int, before: Event | None) -> Event:
        assert span.seat is not None
        played, seat = self._moves(span)[0], span.seat
        decision = Decision(self.judge, self.match.at(span.ply), seat)
        if before is None:
            moves = decision.promising(CANDIDATES, played)
            earlier: tuple[Candidate, ...] = ()
        else:
            moves = list(dict.fromkeys([*(c.move for c in before.candidates[:FINALISTS]), played]))
            earlier = tuple(c for c in before.candidates if c.move not in moves)
        candidates, values = decision.judged(moves, playouts)
        best, after = values[candidates[0].move], values[played]
        candidates = [self._with_drift(candidate, seat, candidates[0].move, before) for candidate in candidates]
        half = error(after - best)
        half[seat] = next(candidate.interval for candidate in candidates if candidate.move == played)
        value, curve = _vector(best), _vector(best)
        if decision.hides:
            curve = _vector(self.judge.values([Position(decision.record, ALL)], playouts)[0])
        event = Event(
            *(index, span.ply, span.plies, span.kind, seat, self._moves(span), curve, value, _vector(after)),
            *(tuple(half.tolist()), playouts),
            candidates=(candidates[0], *sorted((*candidates[1:], *earlier), key=lambda c: (c.loss, c.move))),
        )
        spread = self._spread(decision, event, before)
        return replace(event, spread=spread, mark=self._mark_of(event))

    def _with_drift(self, candidate: Candidate, seat: int, best: int, before: Event | None) -> Candidate:
        """A candidate whose interval also has what trees have in common: what small ones see late. That is the game's
        LEAF_ERROR, and how far the loss has moved since an earlier pass.
        """
        if candidate.move == best:
            return candidate
        drift = self._leaf_error
        earlier = {} if before is None else {c.move: c.value[seat] for c in before.candidates}
        if best in earlier and candidate.move in earlier:
            drift = math.hypot(drift, earlier[best] - earlier[candidate.move] - candidate.loss)
        return candidate._replace(interval=math.hypot(candidate.interval, drift))

    def _spread(self, decision: Decision, event: Event, before: Event | None) -> float:
        """What hung on a decision. Where there are many moves it is worked out once, after the first pass."""
        quick = max(1, self.playouts // QUICK)
        if before is None:
            values = [c.value[decision.seat] for c in event.candidates]
            return values[0] - sum(values) / len(values)
        many = len(decision.judge.rules.legal(decision.seen)) > CANDIDATES
        return decision.spread(quick) if many and before.playouts == quick else before.spread

    def _mark_of(self, event: Event) -> str:
        assert event.seat is not None
        if event.played != event.best:
            return self._mark(event.loss, event.interval[event.seat])
        unit = self._marks[0][1] / MARKS[0][1]
        others = event.candidates[1:]
        if others and all(c.loss >= ONLY_MOVE * unit and c.loss - c.interval >= ONLY_MOVE * unit / 2 for c in others):
            return "only move"
        return ""

    def _mark(self, loss: float, half: float) -> str:
        for name, least in self._marks:
            if loss >= least and loss - half >= least / 2:
                return name
        return ""


class Decision:
    """One decision of a seat, from what the seat knows."""

    def __init__(self, judge: Judge, array: np.ndarray, seat: int) -> None:
        self.judge = judge
        self.seat = seat
        self.record = array.tobytes()
        self.seen = array.copy()
        judge.rules.redact(self.seen, seat)
        guessed = self.seen.copy()
        judge.rules.guess(guessed, seat, 0)
        self.hides = guessed.tobytes() != self.seen.tobytes()
        """Whether something is hidden from the seat: there is something to guess."""

    def promising(self, most: int, *others: int) -> list[int]:
        """The moves that are worth valuing, and some that are asked for."""
        return list(dict.fromkeys([*self.judge.ranked(self.seen.copy(), self.seat)[:most], *others]))

    def judged(self, moves: list[int], playouts: int) -> tuple[list[Candidate], dict[int, np.ndarray]]:
        """The moves from best to worst, and the value after each by tree and seat."""
        branches = {move: self._after(move) for move in moves}
        wanted = [Position(record, viewer) for found, viewer in branches.values() for record in found.records]
        values = iter(self.judge.values(wanted, playouts))
        after = {move: _mean(found, [next(values) for _ in found.records]) for move, (found, _) in branches.items()}
        best = max(moves, key=lambda move: (after[move][:, self.seat].mean(), -move))
        rows = []
        for move in moves:
            behind = after[best][:, self.seat] - after[move][:, self.seat]
            half = 0.0 if move == best else float(error(behind[:, None])[0])
            rows.append(Candidate(move, _vector(after[move]), float(behind.mean()), half, playouts))
        rows.sort(key=lambda c: (c.move != best, c.loss, c.move))
        return rows, after

    def spread(self, playouts: int) -> float:
        """The value of the best of the promising moves less the mean of all legal moves, or of some of many."""
        legal = self.judge.rules.legal(self.seen)
        drawn = legal if len(legal) <= CANDIDATES else [legal[len(legal) * i // CANDIDATES] for i in range(CANDIDATES)]
        rows, after = self.judged(self.promising(CANDIDATES, *drawn), playouts)
        mean = sum(float(after[move][:, self.seat].mean()) for move in drawn) / len(drawn)
        return rows[0].value[self.seat] - mean

    def _after(self, move: int) -> tuple[Outcomes, int]:
        """Where a move leads, and the viewer from whose knowledge that is valued."""
        key = (self.seen.tobytes(), self.hides, self.seat, move)
        found = self.judge.branches.get(key)
        if found is None:
            found = self.judge.branches[key] = self._branch(move)
        return found

    def _branch(self, move: int) -> tuple[Outcomes, int]:
        judge = self.judge
        if self.hides:
            found = guessed_outcomes(judge.rules, self.seen, self.seat, move, FOLLOWING, judge.seed)
            return found, self.seat
        here = self.seen.copy()
        judge.rules.push(here, move)
        return outcomes(judge.rules, here, FOLLOWING, FOLLOWING, judge.seed), ALL


def _mean(found: Outcomes, values: list[np.ndarray]) -> np.ndarray:
    """The mean over outcomes by their probabilities, for each tree and seat."""
    total: np.ndarray = sum(share * value for share, value in zip(found.shares, values, strict=True))  # type: ignore[assignment]
    return total


def _vector(values: np.ndarray) -> tuple[float, ...]:
    return tuple(values.mean(axis=0).tolist())


# ------------------------------------------------------------------ the whole


@dataclass(frozen=True)
class Review:
    """A reviewed match: its events and what they add up to. Values are parts of a win, or points in a game for one."""

    game: Game
    names: tuple[str, ...]
    events: tuple[Event, ...]
    result: tuple[float, ...]
    by_points: bool
    playouts: int
    seed: int
    engine: str

    @property
    def curve(self) -> list[tuple[float, ...]]:
        """What every seat could expect: a row for each event, and one for the result."""
        return [*(event.curve for event in self.events), self.result]

    def decisions(self, seat: int) -> list[Event]:
        return [event for event in self.events if event.kind == "decision" and event.seat == seat]

    def start(self, seat: int) -> float:
        return self.curve[0][seat]

    def luck(self, seat: int, whose: str = "all") -> float:
        """What chance gave a seat: in all, by what it threw or drew itself ("own") or by all else ("others")."""
        found = [event for event in self.events if event.kind == "chance"]
        if whose != "all":
            found = [event for event in found if (event.seat == seat) == (whose == "own")]
        return sum(event.change[seat] for event in found)

    def lost(self, seat: int) -> float:
        """What the seat's own decisions gave away."""
        return sum(event.loss for event in self.decisions(seat))

    def given(self, seat: int) -> float:
        """What the decisions of others gave the seat."""
        found = [event for event in self.events if event.kind == "decision" and event.seat != seat]
        return sum(event.change[seat] for event in found)

    def rest(self, index: int, seat: int) -> float:
        """What the value of a position changed by when it was judged again one event later."""
        event = self.events[index]
        return self.curve[index + 1][seat] - event.curve[seat] - event.change[seat]

    def unexplained(self, seat: int) -> float:
        return sum(self.rest(index, seat) for index in range(len(self.events)))

    def accuracy(self, seat: int) -> float | None:
        """1: always the best move, 0: moves by lot; decisions weigh by what hung on them. None: too little did."""
        unit = POINTS_OF_A_WIN / 2 if self.by_points else 1.0
        spread = sum(event.spread for event in self.decisions(seat))
        return None if spread < ACCURACY_SPREAD * unit else 1.0 - self.lost(seat) / spread

    def turning_point(self, seat: int) -> Event | None:
        """The event that moved the seat's chance most."""
        return max(self.events, key=lambda event: abs(event.change[seat]), default=None)

    def summary(self, seat: int = 0) -> dict[str, Any]:
        """The sum for one seat, with a headline in words."""
        from .words import headline

        turning = self.turning_point(seat)
        accuracy = self.accuracy(seat)
        return {
            "seat": seat,
            "name": self.names[seat],
            "accuracy": None if accuracy is None else round(accuracy, 4),
            "decisions": len(self.decisions(seat)),
            "spread": round(sum(event.spread for event in self.decisions(seat)), 5),
            "start": round(self.start(seat), 5) if self.events else None,
            "luck": round(self.luck(seat), 5),
            "luck_own": round(self.luck(seat, "own"), 5),
            "lost": round(self.lost(seat), 5),
            "given": round(self.given(seat), 5),
            "unexplained": round(self.unexplained(seat), 5),
            "result": round(self.result[seat], 5),
            "turning_point": None if turning is None else turning.index,
            "headline": headline(self, seat),
        }

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game.name,
            "names": list(self.names),
            "engine": self.engine,
            "unit": "points" if self.by_points else "win",
            "playouts": self.playouts,
            "seed": self.seed,
            "result": [round(value, 5) for value in self.result],
            "seats": [self.summary(seat) for seat in range(self.game.players)],
            "events": [event_to_json(event, self.game) for event in self.events],
        }


def event_to_json(event: Event, game: Game) -> dict[str, Any]:
    """An event, ready for JSON."""

    def rounded(values: tuple[float, ...]) -> list[float]:
        return [round(value, 5) for value in values]

    found: dict[str, Any] = {
        "index": event.index,
        "ply": event.ply,
        "plies": event.plies,
        "kind": event.kind,
        "seat": event.seat,
        "curve": rounded(event.curve),
        "value": rounded(event.value),
        "after": rounded(event.after),
        "interval": rounded(event.interval),
        "playouts": event.playouts,
        "moves": [game.moves.text_of(move) for move in event.moves],
        "change": rounded(event.change),
    }
    if event.kind == "chance":
        return found | {"exact": event.exact}
    assert event.seat is not None
    return found | {
        "loss": round(event.loss, 5),
        "spread": round(event.spread, 5),
        "mark": event.mark,
        "candidates": [
            {
                "move": c.move,
                "text": game.moves.text_of(c.move),
                "value": rounded(c.value),
                "loss": round(c.loss, 5),
                "interval": round(c.interval, 5),
                "playouts": c.playouts,
            }
            for c in event.candidates
        ],
    }


def event_from_json(told: dict[str, Any], game: Game) -> Event:
    """The event that was told, with its numbers as they were rounded."""
    moves = tuple(found for text in told["moves"] if (found := game.moves.id_of(text)) is not None)
    candidates = tuple(
        Candidate(c["move"], tuple(c["value"]), c["loss"], c["interval"], c["playouts"])
        for c in told.get("candidates", ())
    )
    return Event(
        *(told["index"], told["ply"], told["plies"], told["kind"], told["seat"], moves, tuple(told["curve"])),
        *(tuple(told["value"]), tuple(told["after"]), tuple(told["interval"]), told["playouts"], candidates),
        *(told.get("spread", 0.0), told.get("mark", ""), told.get("exact", True)),
    )


@cache
def engine_of(book: Rulebook) -> str:
    """A fingerprint of everything that the numbers of a review depend on."""
    made = book.evaluation
    code = fingerprint([*book.compiled_rules.values(), tree.grow_trees])
    net = hashlib.sha256(weights_of(net_of(book)).tobytes()).hexdigest()
    settings = [
        FORMAT,
        TREES,
        CANDIDATES,
        FINALISTS,
        LISTED,
        FOLLOWING,
        QUICK,
        CLOSER,
        MARKS,
        made.LEAF,
        made.SURENESS,
        made.LEAF_ERROR,
        made.LEAF_ROLLOUT_MOVES,
    ]
    return hashlib.sha256(repr([code, net, settings, made.SOLO_MARKS]).encode()).hexdigest()[:16]


def review(
    match: Match,
    playouts: int | None = None,
    seed: int = 0,
    progress: Callable[[Event], None] | None = None,
    threads: int = 2,
) -> Review:
    """Review a finished match; `playouts` is the size of a tree, `progress` is called with each event judged."""
    reviewer = Reviewer(match, playouts, seed, threads)
    events: dict[int, Event] = {}
    for event in reviewer.run():
        events[event.index] = event
        if progress is not None:
            progress(event)
    return assemble(reviewer, [events[index] for index in range(len(events))])


def assemble(reviewer: Reviewer, events: list[Event]) -> Review:
    """The review that some events make."""
    match, judge = reviewer.match, reviewer.judge
    return Review(
        *(match.game, tuple(match.names), tuple(events), reviewer.result, judge.by_points, reviewer.playouts),
        *(judge.seed, engine_of(match.game.rulebook)),
    )
