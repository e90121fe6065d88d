"""Bots by name, what they may see, what they choose and why."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots import registry, tree
from tabletown.bots.compiled_search import interpreted_drivers, native_drivers, search_parameters
from tabletown.bots.search import Budget, Search, Tree
from tabletown.bots.simple import rate


def position_after(game: tt.Game, moves: int, seed: int = 3) -> tt.Match:
    """A match in which somebody has a real choice, after at least `moves` random moves."""
    match = tt.Match(game, seed=seed)
    while not match.over and (match.ply < moves or match.actor == tt.CHANCE or len(match.legal_ids) < 2):
        match.push(match.random_move())
    return position_after(game, moves, seed + 1) if match.over else match


ALL = [(name, players) for name in tt.games() for players in {2, tt.rulebook(name).players[1]}]


# ------------------------------------------------------------------ by name


def test_names_of_all_bots() -> None:
    programs, levels = ["random", "greedy", "search", "net"], ["easy", "normal", "hard", "expert", "master"]
    assert bots.names()[:9] == [*programs, *levels]
    for name in bots.names():
        assert bots.bot(name).name == name


def test_settings_of_search() -> None:
    assert bots.bot("search:200ms").budget == Budget(seconds=0.2)
    assert bots.bot("search:2s").budget == Budget(seconds=2.0)
    assert bots.bot("search:500").budget == Budget(playouts=500)


@pytest.mark.parametrize("name", ["grandmaster", "search:", "search:fast", "search:0", "search:-5", "greedy:3", ""])
def test_unknown_bots_are_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(bots.UnknownBot) as refused:
        bots.bot(name)
    assert str(refused.value).count(".") == 1
    assert isinstance(refused.value, ValueError)


class First:
    """Plays the first legal move: what a bot author would write."""

    name = "first"

    def choose(self, game: tt.Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> int:
        return legal[0]


class Cheat:
    """Plays a move that is never legal."""

    name = "cheat"

    def choose(self, game: tt.Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> int:
        return len(game.moves)


def test_an_illegal_choice_is_refused() -> None:
    match = position_after(tt.game("machi-koro", players=2), 20)
    assert match.actor is not None
    with pytest.raises(tt.IllegalMove, match="The bot 'cheat' chose"):
        bots.choose(Cheat(), match.game, match.redacted(match.actor), match.actor, 1)


def test_a_bot_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    bots.register("first", First)
    assert "first" in bots.names()
    match = position_after(tt.game("machi-koro", players=2), 20)
    choice = bots.choose(bots.bot("first"), match.game, match.redacted(match.actor), match.actor, 1)
    assert choice.move == match.legal_ids[0]
    with pytest.raises(bots.UnknownBot):
        bots.register("first", First)
    with pytest.raises(bots.UnknownBot):
        bots.register("My Bot", First)


# ------------------------------------------------------------------ what they choose


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("name", "players"), ALL)
def test_greedy_rates_every_legal_move(name: str, players: int) -> None:
    match = position_after(tt.game(name, players=players), 15)
    seat = match.actor
    assert seat is not None
    choice = bots.choose(bots.bot("greedy"), match.game, match.redacted(seat), seat, 5)
    assert sorted(c.move for c in choice.candidates) == sorted(match.legal_ids)
    values = [c.value for c in choice.candidates]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    assert choice.move == choice.candidates[0].move


@pytest.mark.usefixtures("interpreted")
def test_greedy_builds_the_landmark_that_wins() -> None:
    game = tt.game("machi-koro", players=2)
    match = tt.Match(game, seed=1)
    match.play_chance()
    seat = match.actor
    assert seat is not None
    s = match.position
    s.phase = 8  # build
    s.coins[seat] = 30
    for landmark in range(3):
        s.landmarks[seat, landmark] = 1
    choice = bots.choose(bots.bot("greedy"), game, match.redacted(seat), seat, 1)
    assert game.moves.text_of(choice.move) == "erect radio_tower"
    assert choice.value == 1.0


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("name", "players"), ALL)
def test_search_gives_a_legal_move_and_counts_its_playouts(name: str, players: int) -> None:
    match = position_after(tt.game(name, players=players), 15)
    seat = match.actor
    assert seat is not None
    choice = bots.choose(bots.bot("search:7"), match.game, match.redacted(seat), seat, 5)
    assert choice.move in match.legal_ids
    assert choice.playouts == 7
    assert {c.move for c in choice.candidates} <= set(match.legal_ids)
    assert sum(c.share for c in choice.candidates) == pytest.approx(1)
    assert choice.line[0] == choice.move


@pytest.mark.usefixtures("interpreted")
def test_the_same_seed_and_playouts_give_the_same_choice() -> None:
    match = position_after(tt.game("machi-koro", players=3), 30)
    seat = match.actor
    assert seat is not None
    first, second = (bots.choose(bots.bot("search:24"), match.game, match.redacted(seat), seat, 9) for _ in range(2))
    assert first.candidates == second.candidates
    assert first.line == second.line
    other = bots.choose(bots.bot("search:24"), match.game, match.redacted(seat), seat, 10)
    assert other.candidates != first.candidates


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("bot_name", ["random", "easy", "greedy", "search:2"])
@pytest.mark.parametrize("seed", [0, -1, 1 << 70])
def test_any_whole_number_is_a_seed(bot_name: str, seed: int) -> None:
    match = position_after(tt.game("machi-koro", players=2), 20)
    seat = match.actor
    assert seat is not None
    assert bots.choose(bots.bot(bot_name), match.game, match.redacted(seat), seat, seed).move in match.legal_ids


@pytest.mark.usefixtures("interpreted")
def test_playouts_do_not_depend_on_how_they_are_parcelled() -> None:
    match = position_after(tt.game("machi-koro", players=2), 30)
    seat = match.actor
    assert seat is not None
    trees = []
    for parcels in ([12], [5, 4, 3]):
        grown = Tree(interpreted_drivers(match.game.rulebook))
        grown.begin(match.redacted(seat)[0])
        for count in parcels:
            grown.drivers.run_playouts(grown.work, 77, seat, count, 1, 20)
        trees.append(grown.nodes[: int(grown.work.counters[tree.USED])].tobytes())
    assert trees[0] == trees[1]


# ------------------------------------------------------------------ what they may see


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("bot_name", ["greedy", "search:12"])
@pytest.mark.parametrize(
    ("name", "options"),
    [("little-town", {}), ("mine-carts", {"hidden_ore": True}), ("mint-works", {})],
)
def test_what_a_seat_cant_know_does_not_change_its_move(name: str, options: dict[str, object], bot_name: str) -> None:
    """The hidden things of a match are dealt anew in several ways; the seat's bot must not notice."""
    match = position_after(tt.game(name, players=2, **options), {"little-town": 70, "mint-works": 45}.get(name, 25))
    seat = match.actor
    assert seat is not None
    choices = set()
    positions = set()
    for deal in range(3):
        twin = match.copy()
        if deal:
            twin._array[:] = match.guessed(seat, deal)
        positions.add(twin._array.tobytes())
        choice = bots.choose(bots.bot(bot_name), twin.game, twin.redacted(seat), seat, 4)
        choices.add((choice.move, choice.candidates, choice.line))
    assert len(choices) == 1
    if name != "mint-works":
        assert len(positions) > 1


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("name", "players"), ALL)
def test_a_guess_looks_like_what_was_seen(name: str, players: int) -> None:
    """Search guesses what is hidden; seen again by the same seat, a guess is the position that it was made from."""
    match = position_after(tt.game(name, players=players), 40)
    seat = 0
    seen = match.redacted(seat)
    for seed in range(3):
        guessed = match.guessed(seat, seed)
        match._engine.redact(guessed, seat)
        assert guessed.tobytes() == seen.tobytes()


# ------------------------------------------------------------------ the tree is taken up again


@pytest.mark.usefixtures("interpreted")
def test_a_tree_is_taken_up_where_play_went_on() -> None:
    match = position_after(tt.game("little-town", players=2), 40)
    while len(match.legal_ids) < 2 or match.actor is None:
        match.push(match.random_move())
    seat = match.actor
    book = match.game.rulebook
    grown = Tree(interpreted_drivers(book))
    grown.begin(match.redacted(seat)[0])
    grown.drivers.run_playouts(grown.work, 1, seat, 60, 0, 0)
    best = max(grown.children(), key=lambda c: int(grown.nodes[c]["visits"]))
    visits = int(grown.nodes[best]["visits"])
    assert visits > 1
    match.push(int(grown.nodes[best]["move"]))
    grown.reuse(match.redacted(seat)[0], seat)
    assert int(grown.nodes[0]["visits"]) == visits
    children = [grown.nodes[c] for c in grown.children()]
    assert sum(int(child["visits"]) for child in children) <= visits
    far = position_after(match.game, 5, seed=99)
    grown.reuse(far.redacted(seat)[0], seat)
    assert int(grown.nodes[0]["visits"]) == 0


# ------------------------------------------------------------------ in words


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", tt.games())
def test_a_choice_is_explained_in_words(name: str) -> None:
    match = position_after(tt.game(name, players=2), 25)
    seat = match.actor
    assert seat is not None
    choice = bots.choose(bots.bot("search:10"), match.game, match.redacted(seat), seat, 2)
    told = bots.explain(choice, ["Ada", "Bo"])
    assert told["summary"].startswith(told["label"])
    assert told["summary"].endswith(".")
    assert [entry["move"] for entry in told["candidates"]] == [c.move for c in choice.candidates]
    assert told["line"][0]["text"] == f"{['Ada', 'Bo'][seat]}: {told['label']}"
    assert all(entry["text"] for entry in told["line"])


# ------------------------------------------------------------------ levels


WITHOUT_NATIVE_CODE = """
import tabletown as tt
from tabletown import bots
from tabletown.bots import levels
for name in ("machi-koro", "mine-carts"):
    match = tt.Match(tt.game(name, players=2), 20)
    while match.ply < 20 or match.actor == tt.CHANCE:
        match.push(match.random_move())
    ask = (match.game, match.redacted(match.actor), match.actor, 3)
    greedy = bots.choose(bots.bot("greedy"), *ask)
    for level in ("hard", "expert"):
        choice = bots.choose(bots.bot(level), *ask)
        if levels.net_of(match.game.rulebook) is None:
            assert (choice.move, choice.playouts) == (greedy.move, 0)
        else:
            assert (choice.playouts > 0) == (level == "expert")
    assert not bots.ready(match.game)
    assert bots.prepare(match.game).is_alive()
"""


def test_levels_never_wait_for_a_compiler(tmp_path: Path) -> None:
    """Without native code a level with a net plays it at once, any other plays greedily, and native code is compiled in
    the background.
    """
    environment = {**os.environ, "TABLETOWN_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", WITHOUT_NATIVE_CODE], env=environment, check=True)


@pytest.mark.parametrize("name", tt.games())
def test_native_and_interpreted_searches_are_the_same(name: str) -> None:
    book = tt.rulebook(name)
    match = position_after(tt.game(name, players=2), 40)
    seat = match.actor
    assert seat is not None
    both = [native_drivers(book), interpreted_drivers(book)]
    rated = [rate(drivers, match.redacted(seat), seat, 8) for drivers in both]
    assert [c.move for c in rated[0]] == [c.move for c in rated[1]]
    np.testing.assert_allclose([c.value for c in rated[0]], [c.value for c in rated[1]])
    visits = []
    for drivers in both:
        grown = Tree(drivers)
        grown.begin(match.redacted(seat)[0])
        drivers.run_playouts(grown.work, 5, seat, 10, 1, 6)
        visits.append([(int(grown.nodes[c]["move"]), int(grown.nodes[c]["visits"])) for c in grown.children()])
    assert visits[0] == visits[1]


def test_a_timed_search_keeps_its_time() -> None:
    """It stops by the clock; on a busy machine the clock goes on, so what it worked is measured."""
    match = position_after(tt.game("machi-koro", players=2), 30)
    seat = match.actor
    assert seat is not None
    native_drivers(match.game.rulebook)
    bot = Search("timed", Budget(seconds=0.15))
    began = time.process_time()
    choice = bots.choose(bot, match.game, match.redacted(seat), seat, 1)
    assert time.process_time() - began < 1.5
    assert choice.playouts > 0


# ------------------------------------------------------------------ games for one, and rollouts

ALONE = [name for name in tt.games() if tt.rulebook(name).players[0] == 1]


def judged(game: tt.Game, match: tt.Match) -> float:
    from tabletown.bots import policy
    from tabletown.core.rule import interpreted_loader

    value_of = interpreted_loader(game.rulebook.compiled_rules).load(policy.value_of)
    result = np.zeros(4)
    value_of(match.position, search_parameters(game.rulebook).numbers, result)
    return float(result[0])


@pytest.mark.parametrize("name", ALONE)
def test_alone_the_end_is_worth_what_was_reached_and_not_more_for_being_the_end(name: str) -> None:
    from tabletown.compile.engine import engine

    game = tt.game(name, players=1)
    ends = []
    for seed in range(12):
        match = tt.Match(game, seed=seed)
        while not match.over:
            match.push(match.random_move())
        lost = engine(game.rulebook).place(match.redacted(0), 0) != 1
        ends.append((lost, match.scores[0], judged(game, match)))
    assert all(value == 0 for lost, _, value in ends if lost)
    assert all(0 < value < 1 for lost, _, value in ends if not lost)


@pytest.mark.parametrize("name", tt.games())
def test_a_rollout_always_has_a_move_to_choose(name: str) -> None:
    game = tt.game(name, players=2)
    weight = game.rulebook.interpreted_rules["rollout_weight"]
    match = tt.Match(game, seed=5)
    for _ in range(300):
        if match.over:
            break
        if match.actor != tt.CHANCE:
            weights = [weight(match.position, move) for move in match.legal_ids]
            assert min(weights) >= 0
            assert sum(weights) > 0
        match.push(match.random_move())
