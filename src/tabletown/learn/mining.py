"""Puzzles are found in games of bots, checked by long searches with other seeds, and graded by the bots' levels."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..bots import bot as find_bot
from ..bots import choose
from ..core.game import Game
from ..core.match import Match
from ..core.move import CHANCE
from .judge import Judge
from .puzzles import Puzzle, go_on
from .review import CANDIDATES, QUICK, Candidate, Decision

CHOICES = 4
"""How many legal moves a puzzle has at least."""
GAP = 0.10
"""How far the best move is ahead of the first wrong one; the lower end of the interval must reach half of it."""
CHECKED_GAP = 0.08
"""The same in the long searches that check a puzzle."""
RIGHT = 0.02
"""Moves that lose no more than this against the best are right too."""
SPOILT = 0.04
"""A later click of the turn is wrong if it loses this much in all searches: each costs little by itself, and what is
told wrong must be wrong."""
WORTH = 0.15
"""What the best move is worth at least: nobody likes to find the best of all ways to lose."""
CLOSER, CLOSEST = 4, 16
"""How many times the playouts of a review the check has, and a last look at what it found."""
CHECK_SEEDS, LAST_SEED = (101, 202), 303
RIVALS = 6
"""How many wrong moves the last look has, those that lose least."""
MOST_CHECKED = 32
"""How many of the legal moves are checked, the most promising first."""
MOST_FOLLOWED = 24
"""At how many later clicks of a turn the right ways are looked for; of a turn with more, the first clicks are kept."""
MOST_RIGHT = 6
"""A click after which so many different moves are right is a matter of taste: the puzzle ends before it."""
MOST_LINES = 40
"""The most right ways through a turn that are kept; the puzzle ends before the click that would make them more."""
STRAYING = 6
"""One move in so many of the games that are mined is random, so that they differ."""
TO_CHOOSE_FROM = 2
"""How many times the puzzles that are wanted are looked for, so that the most varied can be kept."""
EACH = 2
"""Puzzles that one game gives at most."""

Line = tuple[str, ...]


def mine(game: Game, games: int, seed: int = 0, threads: int = 2) -> Iterator[Puzzle]:
    """Puzzles from games of bots; the same seed finds the same ones."""
    judges = judges_of(game, threads)
    for number in range(games):
        count = 0
        for match in _positions(game, seed + number):
            puzzle = examine(match, judges)
            if puzzle is not None:
                yield puzzle
                count += 1
                if count == EACH:
                    break
        for judge in judges:
            judge.forget()
            judge.branches.clear()


def varied(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """As many puzzles as are wanted, those that differ most: by numbers of players, kind of first move, theme and
    difficulty. Of equals the first come first.
    """
    seen: Counter[tuple[str, Any]] = Counter()
    left, kept = list(puzzles), list[Puzzle]()

    def traits(puzzle: Puzzle) -> list[tuple[str, Any]]:
        kind = puzzle.right[0].split()[0]
        return [
            ("players", puzzle.players),
            ("kind", kind),
            ("move", puzzle.right[0]),
            ("theme", puzzle.theme),
            ("grade", puzzle.grade),
            ("clicks", puzzle.clicks),
        ]

    while left and len(kept) < most:
        best = min(left, key=lambda puzzle: sum(seen[trait] for trait in traits(puzzle)))
        left.remove(best)
        kept.append(best)
        seen.update(traits(best))
    return kept


def judges_of(game: Game, threads: int = 2) -> list[Judge]:
    """Who looks at a position: the first at all of them, two at what the first found, the last at what they found."""
    return [Judge(game, number, threads) for number in (0, *CHECK_SEEDS, LAST_SEED)]


def _positions(game: Game, seed: int) -> Iterator[Match]:
    """The decisions of one game of bots that stray now and then, in any order."""
    match, dice = Match(game, seed), np.random.default_rng(seed)
    players = [find_bot("normal") for _ in range(game.players)]
    plies = []
    while not match.over:
        who = match.actor
        if who == CHANCE:
            match.step_chance()
            continue
        assert who is not None
        legal = match.legal_ids
        if len(legal) >= CHOICES:
            plies.append(match.ply)
        stray = dice.integers(STRAYING) == 0
        chosen = int(dice.choice(legal)) if stray else choose(players[who], game, match.redacted(who), who, seed).move
        match.push(chosen)
    dice.shuffle(plies)
    for ply in plies:
        yield _at(match, ply)


def _at(match: Match, ply: int) -> Match:
    proxy = match.game.rulebook.state.proxy(match.at(ply))
    words = match.game.rulebook.state.dump(proxy.array, match.game.players, match.game.rulebook.not_in_dumps)
    return Match(match.game, 0, words)


def examine(match: Match, judges: Sequence[Judge]) -> Puzzle | None:
    """The puzzle that a position makes, or None. Most positions are dropped at the first glance."""
    seat, game = match.actor, match.game
    assert seat is not None
    first, leaf = judges[0], game.rulebook.evaluation.LEAF
    decision = Decision(first, match.at(match.ply), seat)
    moves = decision.promising(CANDIDATES)
    for playouts, least in ((max(2, leaf // QUICK), GAP / 2), (leaf, GAP)):
        rows, _ = decision.judged(moves, playouts)
        if not _stands_out(rows, seat, least) or _ends_at_once(match, rows[0].move):
            return None
    return check(match, judges)


def check(match: Match, judges: Sequence[Judge]) -> Puzzle | None:
    """The long look at a position: all searches must agree on what is right and how far the rest is behind."""
    seat = match.actor
    assert seat is not None
    looks = [_looked(match, seat, judge) for judge in judges[1:-1]]
    goods = [{row.move for row in rows if row.loss <= RIGHT} for rows in looks]
    gaps = [min((row.loss for row in rows if row.loss > RIGHT), default=0.0) for rows in looks]
    right = set.intersection(*goods)
    if not right or min(gaps) < CHECKED_GAP:
        return None
    texts = match.game.moves.text_of
    best = [texts(move) for move in dict.fromkeys(row.move for rows in looks for row in rows) if move in right]
    losses = {texts(row.move): round(row.loss, 2) for row in looks[0] if row.move not in goods[0]}
    if not confirmed(match, seat, best, losses, judges[-1]):
        return None
    lines = _lines(match, seat, best, judges)
    value = min(rows[0].value[seat] for rows in looks)
    return _made(match, seat, lines, value, min(gaps), losses)


def _looked(match: Match, seat: int, judge: Judge) -> list[Candidate]:
    """The moves of a position from best to worst, by a long search."""
    decision = Decision(judge, match.at(match.ply), seat)
    leaf = match.game.rulebook.evaluation.LEAF
    return decision.judged(decision.promising(MOST_CHECKED), CLOSER * leaf)[0]


def confirmed(match: Match, seat: int, right: Sequence[str], losses: Mapping[str, float], judge: Judge) -> bool:
    """Whether a much longer search finds the same moves right, and none of the nearest wrong ones as good as they."""
    rivals = sorted(losses, key=lambda text: losses[text])[:RIVALS]
    moves = [match.find(text) for text in (*right, *rivals)]
    leaf = match.game.rulebook.evaluation.LEAF
    rows, _ = Decision(judge, match.at(match.ply), seat).judged(moves, CLOSEST * leaf)
    wrong = set(moves[len(right) :])
    return all(row.loss >= SPOILT if row.move in wrong else row.loss < SPOILT for row in rows)


def _stands_out(rows: list[Candidate], seat: int, least: float) -> bool:
    wrong = [row for row in rows if row.loss > RIGHT]
    if not wrong or rows[0].value[seat] < WORTH or len(rows) - len(wrong) > len(rows) // 2:
        return False
    return wrong[0].loss >= least and wrong[0].loss - wrong[0].interval >= least / 2


# ------------------------------------------------------------------ the rest of the turn


def _lines(match: Match, seat: int, best: Sequence[str], judges: Sequence[Judge]) -> tuple[Line, ...]:
    """The right ways through the turn, from the right first moves on. All are of the same kind: a click that can't be
    followed after one right move, because too many ways would have to be checked, ends all of them.
    """
    lines: list[Line] = [(text,) for text in best]
    ended: set[Line] = set()
    known: dict[bytes, list[str]] = {}
    while True:
        longer: list[Line] = []
        for line in lines:
            found = [] if line in ended else _following(match, seat, line, judges, known)
            if found is None or len(known) > MOST_FOLLOWED:
                return tuple(lines)
            if not found:
                ended.add(line)
            longer += [(*line, text) for text in found] or [line]
        if longer == lines or len(longer) > MOST_LINES:
            return tuple(lines)
        lines = longer


def _following(
    match: Match, seat: int, line: Line, judges: Sequence[Judge], known: dict[bytes, list[str]]
) -> list[str] | None:
    """The right moves after some clicks, the best first: none if the turn has ended, None if almost any move will do.

    What stands in `known` was looked at before: other ways may lead to the same position.
    """
    here = match.copy()
    for text in line:
        here.push(text)
        go_on(here, seat)
    if here.actor != seat:
        return []
    record = here.at(here.ply).tobytes()
    if record not in known:
        looks = [_looked(here, seat, judge) for judge in judges[1:-1]]
        wrong = set.intersection(*({row.move for row in rows if row.loss >= SPOILT} for rows in looks))
        known[record] = [here.game.moves.text_of(row.move) for row in looks[0] if row.move not in wrong]
        if len(looks[0]) < len(here.legal_ids):  # there are more moves than are looked at
            known[record] = known[record][: MOST_RIGHT + 1]
    return None if len(known[record]) > MOST_RIGHT else known[record]


# ------------------------------------------------------------------ what is kept


def _made(
    match: Match, seat: int, lines: tuple[Line, ...], value: float, gap: float, losses: dict[str, float]
) -> Puzzle:
    position = match.dump()
    text = json.dumps([match.game.name, position, seat], sort_keys=True)
    right = {line[0] for line in lines}
    grade = next((n for n, level in ((1, "normal"), (2, "hard")) if _finds(match, seat, level, right)), 3)
    theme = "finish" if value >= 0.95 else "rescue" if value <= 0.4 else "choice"
    return Puzzle(
        id=hashlib.sha256(text.encode()).hexdigest()[:10],
        game=match.game.name,
        players=match.game.players,
        options=match.game.chosen_options,
        position=position,
        seat=seat,
        lines=lines,
        value=round(value, 3),
        gap=round(gap, 3),
        losses=losses,
        grade=grade,
        theme=theme,
    )


def _ends_at_once(match: Match, move: int) -> bool:
    """Whether a move ends the game: such a win needs no finding."""
    trial = match.copy()
    trial.push(move)
    return trial.over


def _finds(match: Match, seat: int, level: str, right: set[str]) -> bool:
    choice = choose(find_bot(level), match.game, match.redacted(seat), seat, 0)
    return match.game.moves.text_of(choice.move) in right


def still_right(puzzle: Puzzle, playouts: int | None = None) -> bool:
    """Whether the best move of a puzzle is still the best of a shorter look, and its ways can be played."""
    match = puzzle.match()
    judge = Judge(match.game)
    decision = Decision(judge, match.at(0), puzzle.seat)
    leaf = match.game.rulebook.evaluation.LEAF if playouts is None else playouts
    right = [match.find(text) for text in puzzle.right]
    rows, _ = decision.judged(decision.promising(CANDIDATES, *right), leaf)
    return match.actor == puzzle.seat and rows[0].move in right
