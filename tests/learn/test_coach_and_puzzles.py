"""The coach sees what its seat sees; puzzles are legal, right, and the same for everybody on a day."""

from __future__ import annotations

import datetime
import io
from dataclasses import replace

import pytest

import tabletown as tt
from tabletown.bots.bot import Candidate, Choice
from tabletown.cli import main
from tabletown.learn import mining, puzzles
from tabletown.learn.coach import Coach
from tabletown.learn.why import hint_in_words, why
from tabletown.web.puzzles.api import frame

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
    assert reasons, "never a bare percentage"
    assert all(isinstance(text, str) and text for text in reasons)


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzles_of_a_game(name: str) -> None:
    """All are still right; every way is legal from click to click; one is walked to its end."""
    found = puzzles.puzzles_of(tt.rulebook(name))
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert puzzles.read(puzzles.write(found)) == found
    for puzzle in found:
        match = puzzle.match()
        assert match.actor == puzzle.seat
        assert set(map(match.find, puzzle.right)) < set(match.legal_ids)
        assert puzzle.grade in (1, 2, 3)
        assert puzzle.gap >= mining.CHECKED_GAP
        assert not set(puzzle.losses) & set(puzzle.right)
        assert all(match.find(text) in match.legal_ids for text in puzzle.losses)
        for line in puzzle.lines:
            assert puzzle.match(line).ply >= len(line)
        assert mining.still_right(puzzle), puzzle.id
    assert len(found) >= 60
    solve(max(found, key=lambda puzzle: puzzle.clicks))


def solve(puzzle: puzzles.Puzzle) -> None:
    """Walk a puzzle to its end, with a wrong move tried at every click."""
    made: list[int] = []
    while True:
        match = puzzle.match(made)
        words = tuple(map(match.game.moves.text_of, made))
        right = [match.find(text) for text in puzzle.next(words)]
        best = puzzles.solution(puzzle, made)
        assert best["move"] == right[0]
        for wrong in [move for move in match.legal_ids if move not in right][:1]:
            told = puzzles.answer(puzzle, [*made, wrong])
            assert not told["right"]
            assert best["label"] not in told["sentence"]
            assert told["sentence"].count(" ") > 3
            with pytest.raises(puzzles.NotThere, match="take the wrong one back"):
                puzzles.answer(puzzle, [*made, wrong, right[0]])
        told = puzzles.answer(puzzle, [*made, right[0]])
        assert told["right"]
        made.append(right[0])
        if told["solved"]:
            break
    assert len(made) == puzzle.clicks
    for more in ([*made, made[0]], [10**6]):
        with pytest.raises(puzzles.NotThere):
            puzzles.answer(puzzle, more)


@pytest.mark.parametrize("name", GAMES)
def test_every_explanation_has_a_reason(name: str) -> None:
    """Beside what the moves do: numbers that differ, at once or some turns later, or that they will differ later."""
    for puzzle in puzzles.puzzles_of(tt.rulebook(name))[::7]:
        match = puzzle.match()
        label = puzzles.solution(puzzle)["label"]
        wrong = next(move for move in match.legal_ids if match.game.moves.text_of(move) not in puzzle.right)
        said = puzzles.answer(puzzle, [wrong])["why"]
        hinted = puzzles.hint(puzzle)
        told = puzzles.solution(puzzle)["why"]
        for text in (told[-1], said[-1], hinted):
            assert "instead of" in text or "played on from there" in text or "better prospects" in text
            assert " 0 " not in text.replace("instead of 0 ", "")
        assert not any(f"{label}: " in text for text in (*said, hinted))
        assert puzzles.solution(puzzle)["why"] == told


def test_the_reasons_of_a_puzzle_follow_its_way() -> None:
    """Where to build is a click of its own: what is told of the best move is what the answer does."""
    for puzzle in puzzles.puzzles_of(tt.rulebook("little-town")):
        if puzzle.lines[0][0].startswith("build ") and puzzle.clicks == 2:
            square = puzzle.lines[0][1].split()[1]
            assert f" at {square} " in puzzles.solution(puzzle)["why"][0], puzzle.id


def test_what_a_move_prepares_is_told_of_later_turns() -> None:
    """In Mine Carts most placements bring nothing at once; that carts live longer shows in the turns that follow."""
    found = [puzzles.hint(puzzle) for puzzle in puzzles.puzzles_of(tt.rulebook("mine-carts"))]
    assert sum(text.startswith("By the end of your next turn") for text in found) > 10
    assert any(text.startswith("Three turns later") for text in found)


def test_a_last_look_drops_what_is_not_clear() -> None:
    puzzle = puzzles.puzzles_of(tt.rulebook("mint-works"))[0]
    match = puzzle.match()
    judge = mining.judges_of(match.game)[-1]
    assert mining.confirmed(match, puzzle.seat, puzzle.right, puzzle.losses, judge)
    worse = max(puzzle.losses, key=lambda text: puzzle.losses[text])
    losses = {text: loss for text, loss in puzzle.losses.items() if text != worse}
    assert not mining.confirmed(match, puzzle.seat, (*puzzle.right, worse), losses, judge)
    assert not mining.confirmed(match, puzzle.seat, (worse,), {puzzle.right[0]: 0.5, **losses}, judge)


def test_the_week_ends_with_the_puzzle_of_today() -> None:
    week = puzzles.of_the_week()
    assert [(day - week[0][0]).days for day, _ in week] == list(range(7))
    assert all(puzzle == puzzles.of_the_day(day) for day, puzzle in week)


def test_puzzles_have_turns_of_several_clicks() -> None:
    games = {name for name in GAMES if any(puzzle.clicks > 1 for puzzle in puzzles.puzzles_of(tt.rulebook(name)))}
    assert {"little-town", "minecart-town"} <= games


@pytest.mark.parametrize("name", ["little-town", "mint-works"])
def test_answers_to_puzzles_tell_nothing_that_is_hidden(name: str) -> None:
    """With all that the seat can't see dealt anew, everything is said in the same words."""
    for puzzle in puzzles.puzzles_of(tt.rulebook(name))[:6]:
        match = puzzle.match()
        dealt = match.standing_at(match.game.rulebook.state.proxy(match.guessed(puzzle.seat, 4711)))
        other = replace(puzzle, position=dealt.dump())
        wrong = next(move for move in match.legal_ids if match.game.moves.text_of(move) not in puzzle.right)
        assert puzzles.answer(other, [wrong]) == puzzles.answer(puzzle, [wrong])
        assert puzzles.solution(other) == puzzles.solution(puzzle)
        assert frame(other, "desktop") == frame(puzzle, "desktop")


def test_puzzles_are_mined_and_checked_again_alike() -> None:
    game = tt.game("mint-works", 2)
    judges = mining.judges_of(game)
    found = next(mining.mine(game, 20, seed=3))
    assert mining.check(found.match(), judges) == found
    assert puzzles.read(puzzles.write([found])) == (found,)
    solve(found)
    others = puzzles.puzzles_of(tt.rulebook("mint-works"))
    few = mining.varied([found, *others], 5)
    assert len({puzzle.id for puzzle in few}) == 5
    assert len({puzzle.theme for puzzle in few}) > 1


def test_every_day_has_its_puzzle() -> None:
    day = datetime.date(2026, 1, 1)
    found = [puzzles.of_the_day(day + datetime.timedelta(days=n)) for n in range(10)]
    assert found == [puzzles.of_the_day(day + datetime.timedelta(days=n)) for n in range(10)]
    with_puzzles = [name for name in GAMES if puzzles.puzzles_of(tt.rulebook(name))]
    assert {puzzle.game for puzzle in found} == set(with_puzzles)
    with pytest.raises(puzzles.UnknownPuzzle):
        puzzles.find("nothing")


def test_a_puzzle_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    every = puzzles.puzzles_of(tt.rulebook("little-town"))
    puzzle = max(every, key=lambda found: found.clicks)
    typed, made = ["x", "h"], list[str]()
    for text in puzzle.lines[0]:
        legal = [move.text for move in puzzle.match(made).legal_moves]
        if not made:
            typed.append(str(next(n for n, move in enumerate(legal, 1) if move not in puzzle.right)))
        typed.append(str(legal.index(text) + 1))
        made.append(text)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{number}\n" for number in typed)))
    assert main(["puzzle", "little-town", str(every.index(puzzle) + 1)]) == 0
    told = capsys.readouterr().out
    assert "Write a number" in told
    assert puzzles.hint(puzzle) in told
    assert "something else" in told
    assert "is right: this wins" in told
    assert main(["puzzle", "little-town", "999"]) == 2


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_says_why_and_never_recommends_the_lower_number_without_a_reason(name: str) -> None:
    match = late(name)
    seat, game = match.actor, match.game
    assert seat is not None
    move, other = match.legal_ids[:2]
    labels = {m.id: m.label for m in match.legal_moves}

    def hint(value: float, others: float) -> str:
        tried = (Candidate(move, value, 0.7), Candidate(other, others, 0.3))
        return hint_in_words(
            Choice(move, value, tried, game=game, position=match.redacted(seat), seat=seat), match.names
        )

    better, worse, same = hint(0.6, 0.4), hint(0.4, 0.6), hint(0.5, 0.5)
    for text in (better, worse, same):
        assert not text.startswith(f"{labels[move]}:"), "the move itself stands above its reasons"
        assert text.count("Expected to win") == 1
        assert not text.startswith("Expected"), "never a bare percentage"
    assert f"Expected to win 60% of the time; {labels[other]} 40%." in better
    assert f"{labels[other]} looks like 60%, but that was tried too rarely to be trusted." in worse
    assert "Expected to win 50% of the time." in same, "a bot that judges the position alone compares no moves"
