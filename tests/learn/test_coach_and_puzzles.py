"""The coach sees what its seat sees; puzzles are legal, right, and the same for everybody on a day."""

from __future__ import annotations

import datetime
import io

import pytest

import tabletown as tt
from tabletown.cli import main
from tabletown.learn import puzzles
from tabletown.learn.coach import Coach
from tabletown.learn.why import why

GAMES = list(tt.games())


def late(name: str, seed: int = 3) -> tt.Match:
    """A position in the second half of a random game in which somebody has at least four moves."""
    game = tt.game(name, 2)
    whole = tt.Match(game, seed)
    while not whole.over:
        whole.push(whole.random_move())
    match = tt.Match(game, seed)
    for move in whole.moves:
        if match.ply > whole.ply // 2 and match.actor not in (None, tt.CHANCE) and len(match.legal_ids) >= 4:
            return match
        match.push(move)
    raise AssertionError("no such position")


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_knows_what_its_seat_knows(name: str) -> None:
    match = late(name)
    seat = match.actor
    assert seat is not None
    coach = Coach(match.game)
    coach.playouts = 1
    worst = match.legal_ids[-1]
    told = coach.advise(match.redacted(seat), seat, match.names, worst)
    dealt = match.standing_at(match.game.rulebook.state.proxy(match.guessed(seat, 99)))
    assert Coach(match.game).judge.by_points == coach.judge.by_points
    again = Coach(match.game)
    again.playouts = 1
    assert again.advise(dealt.redacted(seat), seat, match.names, worst) == told
    losses = [row["loss"] for row in told["candidates"]]
    assert losses == sorted(losses)
    assert told["candidates"][0]["move"] == told["best"]
    assert told["mark"] or not told["why"]
    assert ("Better: " in told["sentence"]) == bool(told["mark"])
    reasons = why(match.game, match.redacted(seat), seat, told["best"], worst, match.names, reader=seat)
    assert all(isinstance(text, str) and text for text in reasons)


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_of_the_shelf(name: str) -> None:
    shelf = puzzles.shelf(tt.rulebook(name))
    assert len({puzzle.id for puzzle in shelf}) == len(shelf)
    assert puzzles.read(puzzles.write(list(shelf))) == shelf
    for puzzle in shelf:
        match = puzzle.match()
        assert match.actor == puzzle.seat
        assert set(map(match.find, puzzle.right)) < set(match.legal_ids)
        assert puzzle.grade in (1, 2, 3)
        assert puzzle.gap >= puzzles.CHECKED_GAP
    if shelf:
        assert puzzles.still_right(shelf[0])
        best = shelf[0].match().find(shelf[0].right[0])
        assert puzzles.answer(shelf[0], best)["right"]
        wrong = next(m for m in shelf[0].match().legal_moves if m.text not in shelf[0].right)
        told = puzzles.answer(shelf[0], wrong.id)
        assert not told["right"]
        assert puzzles.solution(shelf[0])["label"] not in told["sentence"]


def test_every_day_has_its_puzzle() -> None:
    day = datetime.date(2026, 1, 1)
    found = [puzzles.of_the_day(day + datetime.timedelta(days=n)) for n in range(10)]
    assert found == [puzzles.of_the_day(day + datetime.timedelta(days=n)) for n in range(10)]
    with_shelf = [name for name in GAMES if puzzles.shelf(tt.rulebook(name))]
    assert {puzzle.game for puzzle in found} == set(with_shelf)
    with pytest.raises(puzzles.UnknownPuzzle):
        puzzles.find("nothing")


def test_a_puzzle_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = puzzles.shelf(tt.rulebook("mint-works"))[0]
    legal = puzzle.match().legal_moves
    numbers = [str(n) for n, move in enumerate(legal, 1) if (move.text in puzzle.right)]
    wrong = next(str(n) for n, move in enumerate(legal, 1) if move.text not in puzzle.right)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"x\n{wrong}\n{numbers[0]}\n"))
    assert main(["puzzle", "mint-works", "1"]) == 0
    told = capsys.readouterr().out
    assert "Write a number" in told
    assert "gives away" in told
    assert "is right" in told
    assert main(["puzzle", "mint-works", "999"]) == 2
