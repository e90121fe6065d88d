"""Nets: their files, the bots that play them, and the search that uses them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots import levels
from tabletown.bots.compiled_search import interpreted_drivers, native_drivers
from tabletown.bots.net import BadNet, Net, describe, from_file, own_net, scales, write
from tabletown.bots.net_player import Blunderer, NetPlayer
from tabletown.bots.search import Budget, Search
from tabletown.compile.engine import engine
from tabletown.core.actions import actions
from tabletown.core.game import Rulebook
from tabletown.core.record import MAX_SEATS
from tabletown.envs.batch import Batch

WIDTH = 12


def random_net(book: Rulebook, seed: int = 0) -> Net:
    """A net that has learned nothing but has opinions."""
    draw = np.random.default_rng(seed).normal

    def layer(inputs: int, outputs: int) -> tuple[np.ndarray, np.ndarray]:
        weights, bias = draw(0, 0.5, (inputs, outputs)), draw(0, 0.1, outputs)
        return weights.astype(np.float16).astype(np.float32), bias.astype(np.float16).astype(np.float32)

    policy, bias = layer(WIDTH, actions(book).count)
    layers = (layer(book.features.size, WIDTH), layer(WIDTH, WIDTH), layer(WIDTH, WIDTH))
    return Net(book, describe(book), scales(book), layers, (policy.T.copy(), bias), layer(WIDTH, MAX_SEATS), 0.25)


def decision(game: tt.Game, moves: int, seed: int = 3) -> tuple[tt.Match, int]:
    """A match in which somebody has a choice, after some random moves."""
    match = tt.Match(game, seed=seed)
    while not match.over and (match.ply < moves or match.actor == tt.CHANCE or len(match.legal_ids) < 2):
        match.push(match.random_move())
    if match.over:
        return decision(game, moves, seed + 1)
    assert match.actor is not None
    return match, match.actor


# ------------------------------------------------------------------ what nets see


@pytest.mark.parametrize("name", tt.games())
@pytest.mark.usefixtures("interpreted")
def test_features_keep_their_bounds(name: str) -> None:
    book = tt.rulebook(name)
    low, high = book.features.bounds
    kinds = [book.configure(players) for players in range(book.players[0], book.players[1] + 1)]
    batch = Batch(kinds, len(kinds), for_nets=True)
    batch.begin(5)
    generator = np.random.default_rng(1)
    seen = set()
    for _ in range(60):
        rows = batch.observations[:, : book.features.size]
        assert (rows >= low).all()
        assert (rows <= high).all()
        seen |= set(batch.boards["players"].tolist())
        batch.step(batch.sample(generator))
    assert seen == {kind.players for kind in kinds}


@pytest.mark.parametrize("name", tt.games())
def test_features_are_the_same_interpreted_and_native(name: str) -> None:
    from tabletown.compile.engine import interpreted
    from tabletown.compile.native import native

    book = tt.rulebook(name)
    for moves in (5, 60):
        match, seat = decision(tt.game(name, players=2), moves)
        seen = match.redacted(seat)
        before = seen.tobytes()
        assert np.array_equal(interpreted(book).features(seen, seat), native(book).features(seen, seat))
        assert seen.tobytes() == before
        for move in match.legal_ids:
            assert interpreted(book).rollout_weight(seen, move) == native(book).rollout_weight(seen, move)


@pytest.mark.parametrize("name", ["mint-works", "little-town", "mine-carts"])
@pytest.mark.parametrize("playouts", [0, 24])
def test_what_a_seat_cant_know_does_not_change_a_nets_answer(name: str, playouts: int) -> None:
    options: dict[str, dict[str, object]] = {"mine-carts": {"hidden_ore": True}, "mint-works": {"advanced": True}}
    game = tt.game(name, players=3, **options.get(name, {}))
    net = random_net(game.rulebook)
    for seed in range(4):
        match, seat = decision(game, 12, seed)
        seen = match.redacted(seat)
        rules = engine(game.rulebook)
        choices = set()
        for deal in range(5):
            other = seen.copy()
            rules.guess(other, seat, deal)
            rules.redact(other, seat)
            bot = Search("s", Budget(playouts=playouts), net) if playouts else NetPlayer("n", net)
            choices.add(bots.choose(bot, game, other, seat, 9).move)
        assert len(choices) == 1


# ------------------------------------------------------------------ files


def test_a_net_comes_back_from_its_file(tmp_path: Path) -> None:
    book = tt.rulebook("machi-koro")
    net = random_net(book)
    write(tmp_path / "net.npz", net)
    again = from_file(book, tmp_path / "net.npz")
    assert again.about == json.loads(json.dumps(net.about))
    match, seat = decision(tt.game("machi-koro", players=3), 20)
    for one in (net, again):
        logits, chances = one.think(engine(book), match.redacted(seat), seat, match.legal_ids)
        assert logits.shape == (len(match.legal_ids),)
        np.testing.assert_allclose(chances.sum(), 1)
    mine, theirs = (one.think(engine(book), match.redacted(seat), seat, match.legal_ids)[0] for one in (net, again))
    np.testing.assert_allclose(mine, theirs, atol=1e-6)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "mint-works"}, "is a net for mint-works, not for machi-koro"),
        ({"rules_version": 0}, "was trained on version 0 of the rules"),
        ({"features": []}, "was trained on other features"),
        ({"actions": 3}, "was trained on other actions"),
        ({"format": 9}, "has the format 9"),
    ],
)
def test_a_net_for_other_rules_is_refused_in_one_sentence(
    change: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    book = tt.rulebook("machi-koro")
    net = random_net(book)
    write(tmp_path / "net.npz", replace(net, about={**net.about, **change}))
    with pytest.raises(BadNet) as refused:
        from_file(book, tmp_path / "net.npz")
    assert sentence in str(refused.value)


def test_what_is_no_net_is_refused_in_one_sentence(tmp_path: Path) -> None:
    book = tt.rulebook("machi-koro")
    (tmp_path / "text").write_text("not a net", encoding="utf-8")
    np.savez(tmp_path / "other.npz", numbers=np.arange(3))
    net = random_net(book)
    write(tmp_path / "narrow.npz", replace(net, value=(net.value[0][:5], net.value[1])))
    for name, sentence in (
        ("text", "is not a net of this program."),
        ("other.npz", "is not a net of this program."),
        ("narrow.npz", "don't have the shapes"),
        ("missing", "can't be read"),
    ):
        with pytest.raises(BadNet, match=sentence):
            from_file(book, tmp_path / name)


def test_levels_do_without_a_net_that_does_not_fit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    book = tt.rulebook("machi-koro")
    net = random_net(book)
    write(tmp_path / "net.npz", replace(net, about={**net.about, "rules_version": 0}))
    monkeypatch.setattr(levels, "own_net", lambda book: from_file(book, tmp_path / "net.npz"))
    levels.net_of.cache_clear()
    try:
        match, seat = decision(tt.game("machi-koro", players=2), 10)
        ask = (match.game, match.redacted(seat), seat, 3)
        assert bots.choose(bots.bot("normal"), *ask).move == bots.choose(bots.bot("greedy"), *ask).move
    finally:
        levels.net_of.cache_clear()


def test_a_net_plays_only_with_the_values_it_learned(tmp_path: Path) -> None:
    """What a card is worth is learned with its price, so changed games do without the nets of printed ones."""
    printed, changed = (tt.game("machi-koro", players=2, change=c) for c in ({}, {"cheese_factory.cost": 6}))
    assert own_net(printed.rulebook) is not None
    assert own_net(changed.rulebook) is None
    for book, file in ((printed.rulebook, "printed.npz"), (changed.rulebook, "changed.npz")):
        write(tmp_path / file, random_net(book))
        assert from_file(book, tmp_path / file).book == book
    with pytest.raises(BadNet, match="was trained on the printed values of Machi Koro, not on cheese_factory"):
        from_file(changed.rulebook, tmp_path / "printed.npz")
    with pytest.raises(BadNet, match="of Machi Koro, not on the printed values"):
        from_file(printed.rulebook, tmp_path / "changed.npz")
    match, seat = decision(changed, 10)
    ask = (match.game, match.redacted(seat), seat, 3)
    assert bots.choose(bots.bot("normal"), *ask).move == bots.choose(bots.bot("greedy"), *ask).move


@pytest.mark.parametrize("name", tt.games())
def test_the_nets_of_the_games_fit_their_rules(name: str) -> None:
    """A change of a game's features or moves needs a new net; this tells."""
    net = own_net(tt.rulebook(name))
    if net is not None:
        assert net.about["command"].startswith(f"tabletown train {name}")
        assert net.about["strength"]


# ------------------------------------------------------------------ bots by name


@pytest.mark.parametrize("setting", ["+0", "+fast", "x.npz+", "+-3"])
def test_bad_settings_of_a_net_are_refused_in_one_sentence(setting: str) -> None:
    with pytest.raises(bots.UnknownBot):
        bots.bot(f"net:{setting}")


def test_nets_sit_down_in_the_arena(tmp_path: Path) -> None:
    from tabletown.lab.arena import play_game

    game = tt.game("mine-carts", players=2)  # a game that ends however badly it is played
    write(tmp_path / "net.npz", random_net(game.rulebook))
    played = play_game(game, [f"net:{tmp_path / 'net.npz'}", f"net:{tmp_path / 'net.npz'}+16"], 1, 0)
    assert sorted(played.places)[0] == 1


def test_who_blunders_loses_little_more_often_than_much() -> None:
    game = tt.game("machi-koro", players=2)
    net = random_net(game.rulebook)
    net = replace(net, value=(0.02 * net.value[0], net.value[1]))
    match, seat = decision(game, 30)
    ask = (game, match.redacted(seat), seat)
    lost = {}
    for slack in (0.005, 0.5):
        choices = [bots.choose(Blunderer("b", net, 9, slack), *ask, seed) for seed in range(40)]
        assert choices[:5] == [bots.choose(Blunderer("b", net, 9, slack), *ask, seed) for seed in range(5)]
        assert all(choice.move in match.legal_ids for choice in choices)
        lost[slack] = np.mean([choice.candidates[0].value - choice.value for choice in choices if choice.value])
    assert 0 <= lost[0.005] < lost[0.5]


@pytest.mark.parametrize("name", tt.games())
def test_who_blunders_plays_every_game(name: str) -> None:
    for players in {tt.rulebook(name).players[0], 3}:
        match, seat = decision(tt.game(name, players=players), 20)
        bot = Blunderer("b", random_net(match.game.rulebook), 3, 0.1)
        choice = bots.choose(bot, match.game, match.redacted(seat), seat, 4)
        assert len(choice.candidates) == min(3, len(match.legal_ids))
        assert {c.move for c in choice.candidates} <= set(match.legal_ids)
        assert all(0 <= c.value <= 1 for c in choice.candidates)


# ------------------------------------------------------------------ search with a net


@pytest.mark.parametrize("name", tt.games())
def test_a_search_with_a_net_is_the_same_native_and_interpreted(name: str) -> None:
    from tabletown.bots.search import Tree

    book = tt.rulebook(name)
    match, seat = decision(tt.game(name, players=2), 30)
    net = random_net(book)
    found = []
    for drivers in (native_drivers(book, net=net), interpreted_drivers(book, net)):
        grown = Tree(drivers)
        grown.begin(match.redacted(seat)[0])
        drivers.run_playouts(grown.work, 5, seat, 12, 0, 0)
        nodes = [grown.nodes[child] for child in grown.children()]
        found.append([(int(n["move"]), int(n["visits"]), round(float(n["total"][seat]), 4)) for n in nodes])
    assert found[0] == found[1]
    assert sum(visits for _, visits, _ in found[0]) == 12


def test_the_priors_of_a_search_are_the_policy_of_its_net() -> None:
    from tabletown.bots.search import Tree

    book = tt.rulebook("little-town")
    match, seat = decision(tt.game("little-town", players=2), 20)
    net = random_net(book)
    drivers = interpreted_drivers(book, net)
    grown = Tree(drivers)
    grown.begin(match.redacted(seat)[0])
    drivers.run_playouts(grown.work, 5, seat, 1, 0, 0)
    logits, chances = net.think(engine(book), match.redacted(seat), seat, match.legal_ids)
    shares = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    priors = {int(grown.nodes[c]["move"]): float(grown.nodes[c]["prior"]) for c in grown.children()}
    np.testing.assert_allclose([priors[move] for move in match.legal_ids], shares, rtol=1e-3, atol=1e-6)
    assert 0 < chances[seat] < 1


@pytest.mark.usefixtures("interpreted")
def test_a_search_with_a_net_builds_the_landmark_that_wins() -> None:
    """Whatever the net would rather do, as long as it is not sure."""
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
    for seed in range(3):
        net = random_net(game.rulebook, seed)
        net = replace(net, policy=(0.01 * net.policy[0], net.policy[1]), value=(0.01 * net.value[0], net.value[1]))
        bot = Search("s", Budget(playouts=120), net)
        choice = bots.choose(bot, game, match.redacted(seat), seat, 1)
        assert game.moves.text_of(choice.move) == "erect radio_tower"


def test_the_same_seed_gives_the_same_search() -> None:
    game = tt.game("mint-works", players=3)
    match, seat = decision(game, 10)
    net = random_net(game.rulebook)
    ask = (game, match.redacted(seat), seat, 7)
    first, second = (bots.choose(Search("s", Budget(playouts=60), net), *ask) for _ in range(2))
    assert first == second
    assert first.playouts == 60
