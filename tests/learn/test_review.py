"""Reviews: the sum closes, luck is fair, blunders are found, secrets stay out of it, and nothing varies."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import tabletown as tt
from tabletown.bots import bot as find_bot
from tabletown.bots import choose
from tabletown.bots.bot import key_of
from tabletown.cli import main
from tabletown.core.move import OVER
from tabletown.learn.judge import ALL, Judge, Position
from tabletown.learn.outcomes import outcomes, settle
from tabletown.learn.page import page
from tabletown.learn.review import Decision, Review, Reviewer, ReviewError, assemble
from tabletown.learn.words import report, title

LAST = 6
"""How many events of a game are judged where any will do."""

TABLES = [
    (name, players)
    for name in tt.games()
    for players in range(tt.rulebook(name).players[0], tt.rulebook(name).players[1] + 1)
]


def played(game: tt.Game, seed: int) -> tt.Match:
    """A game at random, to its end."""
    match = tt.Match(game, seed)
    return finished(match)


def finished(match: tt.Match) -> tt.Match:
    while not match.over:
        match.push(match.random_move())
    return match


def last_events(match: tt.Match, playouts: int = 1, count: int = LAST, threads: int = 1) -> tuple[Reviewer, Review]:
    """The review of the last events of a match."""
    reviewer = Reviewer(match, playouts, threads=threads)
    reviewer.spans = reviewer.spans[-count:]
    return reviewer, assemble(reviewer, [reviewer.event(i, playouts) for i in range(len(reviewer.spans))])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_sum_closes_and_luck_is_fair(name: str, players: int) -> None:
    reviewer, review = last_events(played(tt.game(name, players), seed=players))
    assert len(review.events) == LAST
    for seat in range(players):
        explained = review.luck(seat) - review.lost(seat) + review.given(seat) + review.unexplained(seat)
        assert review.result[seat] == pytest.approx(review.start(seat) + explained, abs=1e-9)
    for event in review.events:
        if players > 1:
            assert sum(event.change) == pytest.approx(0, abs=1e-9)
            assert sum(event.curve) == pytest.approx(1, abs=1e-9)
        if event.kind == "decision":
            assert event.loss >= 0
            assert event.spread >= -1e-9
            assert event.played != event.best or event.mark in ("", "only move")
        elif event.exact:
            found = outcomes(reviewer.judge.rules, reviewer.match.at(event.ply), 36, 36, 0)
            values = reviewer.judge.values([Position(record, ALL) for record in found.records], 1)
            after = sum(share * value.mean(axis=0) for share, value in zip(found.shares, values, strict=True))
            assert np.abs(after - np.array(event.value)).max() < 1e-12


def test_the_luck_of_drawn_outcomes_is_fair() -> None:
    match = tt.Match(tt.game("minecart-town", 2), 5)
    judge = Judge(match.game)
    assert not outcomes(judge.rules, match.at(0), 36, 36, 0).exact
    drawn = outcomes(judge.rules, match.at(0), 36, 36, seed=0)
    many = outcomes(judge.rules, match.at(0), 36, 200, seed=1)

    def means(found: object) -> np.ndarray:
        values = judge.values([Position(record, ALL) for record in found.records], 1)  # type: ignore[attr-defined]
        return np.array([value.mean(axis=0)[0] for value in values])

    lucks = means(many) - means(drawn).mean()
    error = np.hypot(lucks.std() / len(lucks) ** 0.5, means(drawn).std() / len(drawn.records) ** 0.5)
    assert abs(lucks.mean()) < 3 * error


# ------------------------------------------------------------------ planted blunders and luck


@cache
def about_to_win() -> tt.Match:
    """A game of Machi Koro in which both players can pay their last landmark, and seat 0 may build."""
    match = tt.Match(tt.game("machi-koro", 2, starting_player="seat_0"), 3)
    match.play_chance()
    while match.game.moves.kind_of(match.legal_ids[0]).name not in ("build", "erect", "pass"):
        match.push(match.random_move())
    seat = match.actor
    s = match.position
    s.coins[0] = s.coins[1] = 30
    for landmark in range(3):
        for player in range(2):
            s.landmarks[player, landmark] = s.landmarks[player, landmark] + 1
    assert seat is not None
    return match


def worst_move_played(name: str) -> tuple[tt.Match, int, dict[int, float]]:
    """A game in which a move that loses was played late, although another wins: match, ply, and how often each move
    wins when play goes on at random."""
    game = tt.game(name, 2)
    judge = Judge(game)
    for seed in range(200):
        match = played(game, seed)
        late = [ply for ply in range(match.ply) if choices(judge, match, ply) > 1][-4:]
        for ply in reversed(late):
            seat = actor(judge, match, ply)
            won = {move: wins(judge, match.at(ply), seat, move) for move in judge.rules.legal(match.at(ply))}
            if min(won.values()) <= 0.1 and max(won.values()) >= 0.9:
                while match.ply > ply:
                    match.pop()
                match.push(min(won, key=lambda move: won[move]))
                return finished(match), ply, won
    raise AssertionError(f"no game of {name} was decided by a late move")


def wins(judge: Judge, before: np.ndarray, seat: int, move: int, games: int = 12) -> float:
    """How often the seat wins after a move when all play at random."""
    total = 0.0
    for number in range(games):
        here = before.copy()
        judge.rules.push(here, move)
        ply = 0
        while judge.rules.actor(here) != OVER:
            judge.rules.push(here, judge.rules.draw(here, key_of(number), ply))
            ply += 1
        total += float(judge.result(here)[seat])
    return total / games


def choices(judge: Judge, match: tt.Match, ply: int) -> int:
    return len(judge.rules.legal(match.at(ply))) if actor(judge, match, ply) >= 0 else 0


def actor(judge: Judge, match: tt.Match, ply: int) -> int:
    return judge.rules.actor(match.at(ply))


@pytest.mark.parametrize("name", ["mint-works", "little-town", "mine-carts", "minecart-town"])
def test_a_losing_move_is_a_blunder(name: str) -> None:
    match, ply, won = worst_move_played(name)
    reviewer = Reviewer(match, 16)
    index = next(i for i, span in enumerate(reviewer.spans) if span.ply == ply)
    event = reviewer.event(index, 16)
    assert event.mark == "blunder"
    assert event.best is not None
    assert won[event.best] >= 0.5


def test_keeping_the_coins_that_would_win_is_a_blunder() -> None:
    match = about_to_win().copy()
    ply, seat = match.ply, match.actor
    assert seat is not None
    radio = match.find("erect radio_tower")
    assert radio in match.legal_ids
    match.push("pass")
    reviewer = Reviewer(finished(match), 8)
    index = next(i for i, span in enumerate(reviewer.spans) if span.ply == ply)
    found = reviewer.event(index, 8)
    assert (found.mark, found.best) == ("blunder", radio)


def test_a_lucky_roll_is_luck_and_no_decision() -> None:
    game = tt.game("machi-koro", 2)
    match = tt.Match(game, 2)
    judge = Judge(game)
    for _ in range(40):
        match.push(match.random_move())
    while match.actor != tt.CHANCE:
        match.push(match.random_move())
    seat, ply = 0, match.ply
    after: dict[int, float] = {}
    for move in match.legal_ids:
        here = match.at(ply)
        judge.rules.push(here, move)
        settle(judge.rules, here)
        after[move] = float(judge.values([Position(here.tobytes(), ALL)], 4)[0].mean(axis=0)[seat])
    lucky = max(after, key=lambda move: after[move])
    match.push(lucky)
    reviewer = Reviewer(finished(match), 4)
    index = next(i for i, span in enumerate(reviewer.spans) if span.ply == ply)
    event = reviewer.event(index, 4)
    assert event.kind == "chance"
    assert event.loss == 0
    assert event.mark == ""
    assert event.change[seat] > 0
    assert event.after[seat] == pytest.approx(after[lucky])
    assert event.after[seat] == max(after.values())


def test_dice_belong_to_whoever_throws_them() -> None:
    """A throw follows the move of the player before; its luck is the thrower's own all the same."""
    reviewer, review = last_events(played(tt.game("machi-koro", 3), 5), count=12)
    match = reviewer.match
    throws = [event for event in review.events if event.kind == "chance"]
    turns = [int(match.game.rulebook.state.proxy(match.at(event.ply)).turn) for event in throws]
    assert [event.seat for event in throws] == turns
    assert len(set(turns)) > 1
    for seat in range(3):
        own = sum(event.change[seat] for event in throws if event.seat == seat)
        assert review.luck(seat, "own") == pytest.approx(own)
        assert review.luck(seat) == pytest.approx(own + review.luck(seat, "others"))


# ------------------------------------------------------------------ what the seat knew


@pytest.mark.parametrize("name", ["mint-works", "little-town", "mine-carts"])
def test_decisions_are_judged_by_what_the_seat_knew(name: str) -> None:
    options = {"hidden_ore": True} if name == "mine-carts" else {}
    game = tt.game(name, 3, **options)
    judge, checked = Judge(game), 0
    for seed in range(30):
        match = played(game, seed)
        for ply in range(match.ply // 2, match.ply, 7):
            seat = actor(judge, match, ply)
            if seat < 0 or len(judge.rules.legal(match.at(ply))) < 2:
                continue
            here = Decision(judge, match.at(ply), seat)
            other = match.redacted(seat, ply)
            judge.rules.guess(other, seat, 12345)
            if not here.hides or other.tobytes() == here.record:
                continue
            dealt = Decision(judge, other, seat)
            moves = here.promising(4)
            assert dealt.promising(4) == moves
            assert dealt.judged(moves, 1)[0] == here.judged(moves, 1)[0]
            checked += 1
            if checked == 3:
                return
    raise AssertionError(f"nothing was hidden in games of {name}")


# ------------------------------------------------------------------ repeatable, and how it is asked for


@cache
def bots_game() -> tt.Match:
    """A game of Mint Works between a net and a player by lot."""
    match = tt.Match(tt.game("mint-works", 2), 8, names=["Ada", "Bram"])
    strong = find_bot("hard")
    while not match.over:
        if match.actor == 0:
            match.push(choose(strong, match.game, match.redacted(0), 0, match.ply).move)
        else:
            match.push(match.random_move())
    return match


@cache
def reviewed() -> Review:
    return tt.review(bots_game(), playouts=1)


def test_reviews_are_the_same_on_any_number_of_threads_and_in_any_order() -> None:
    match, review = bots_game(), reviewed()
    assert json.dumps(tt.review(match, playouts=1).to_json()) == json.dumps(review.to_json())
    reviewer, forwards = last_events(match, playouts=3, threads=2)
    alone = Reviewer(match, 3, threads=1)
    alone.spans = reviewer.spans
    backwards = [alone.event(index, 3) for index in reversed(range(LAST))][::-1]
    assert assemble(alone, backwards).to_json() == forwards.to_json()


def test_interpreted_and_native_reviews_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(tt.game("mine-carts", 2), 4)
    native = last_events(match, count=2)[1].to_json()
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
    assert last_events(match, count=2)[1].to_json() == native


def test_a_strong_player_is_accurate_and_one_by_lot_is_not() -> None:
    review = reviewed()
    strong, by_lot = review.accuracy(0), review.accuracy(1)
    assert strong is not None
    assert by_lot is not None
    assert by_lot < 0.6 < 0.75 < strong
    assert "Ada played" in review.summary(0)["headline"]
    turning = review.turning_point(0)
    assert turning is not None
    assert abs(turning.change[0]) == max(abs(event.change[0]) for event in review.events)


def test_only_finished_matches_are_reviewed() -> None:
    with pytest.raises(ReviewError, match="not over"):
        tt.review(tt.Match(tt.game("mine-carts", 2), 1))


def test_command_and_page_tell_the_same(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("review") / "match.txt"
    file.write_text(bots_game().save(), encoding="utf-8")
    assert main(["review", str(file), "--playouts", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(reviewed().to_json()))
    headline = reviewed().summary(0)["headline"]
    assert headline in report(reviewed(), bots_game(), 0)
    assert headline in page(reviewed(), bots_game(), 0)
    titles = [title(reviewed(), bots_game(), event) for event in reviewed().events]
    assert sum(text.startswith(("Ada ", "Bram ")) for text in titles) > len(titles) / 2, (
        "events are told as the story does"
    )
    assert not any(text.endswith(".") for text in titles)


@pytest.mark.parametrize(
    ("make", "more", "words"),
    [
        (lambda: tt.Match(tt.game("mine-carts", 2), 1).save(), [], "not over"),
        (lambda: bots_game().save(), ["--playouts", "0"], "not between"),
        (lambda: bots_game().save(), ["--seat", "2"], "no seat 2"),
        (lambda: "hello", [], "not a saved"),
    ],
)
def test_bad_requests_get_one_sentence(
    make: Callable[[], str],
    more: list[str],
    words: str,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path_factory.mktemp("review") / "match.txt"
    file.write_text(make(), encoding="utf-8")
    try:
        code = main(["review", str(file), *more])
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
