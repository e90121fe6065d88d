"""Training by self-play: what it is trained on, what it learns from, and what it leaves behind."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tabletown as tt
from tabletown import bots
from tabletown.bots.net import from_file
from tabletown.cli import main
from tabletown.core.errors import BadOption
from tabletown.train.kinds import draw_kinds, read_players

torch = pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tabletown[train]'")

from tabletown.train.games import CpuGames  # noqa: E402
from tabletown.train.model import Model, log_chances  # noqa: E402
from tabletown.train.ppo import Learner, Settings, results_of, turned  # noqa: E402

pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.mark.parametrize("name", tt.games())
def test_kinds_cover_all_players_and_options(name: str) -> None:
    book = tt.rulebook(name)
    kinds = draw_kinds(book, read_players(book, None), seed=1)
    assert {kind.players for kind in kinds} == set(range(book.players[0], book.players[1] + 1))
    for option in book.options:
        seen = {str(kind.options[option.name]) for kind in kinds}
        if option.type == "flag":
            assert seen == {"True", "False"}
        if option.type == "choice":
            assert len(seen) >= min(len(option.values), 4)
    assert draw_kinds(book, [2], 5) == draw_kinds(book, [2], 5)


@pytest.mark.parametrize("text", ["", "5", "0-2", "two", "2-", "-3"])
def test_bad_player_counts_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_players(tt.rulebook("machi-koro"), text)
    assert str(refused.value).count(".") == 1


def test_values_go_round_the_table_and_back() -> None:
    values = torch.tensor([[1.0, 2, 3, 9], [1, 2, 9, 9], [1, 2, 3, 4]])
    seats, players = torch.tensor([2, 1, 3]), torch.tensor([3, 2, 4])
    seen = turned(values, seats, players)
    assert seen.tolist() == [[3, 1, 2, 9], [2, 1, 9, 9], [4, 1, 2, 3]]
    assert torch.equal(turned(seen, -seats, players), values)


def test_results_are_shares_of_the_win() -> None:
    gains = torch.tensor([[1.0, -0.5, -0.5, 0], [1, -1, 0, 0], [0, 0, 0, 0], [-1, 0, 0, 0]])
    found = results_of(gains, torch.tensor([3, 2, 4, 1]))
    assert found.tolist() == [[1, 0, 0, 0], [1, 0, 0, 0], [0.25] * 4, [0, 0, 0, 0]]


def test_chances_are_of_the_seats_that_are_taken() -> None:
    logits = torch.zeros((4, 4))
    shares = log_chances(logits, torch.tensor([1, 2, 3, 4])).exp()
    assert shares[0].tolist() == [0.5, 0.5, 0, 0]
    for players in (2, 3, 4):
        np.testing.assert_allclose(shares[players - 1, :players], 1 / players)


def test_a_model_and_its_file_think_alike(tmp_path: Path) -> None:
    from tabletown.bots.net import describe, write

    book = tt.rulebook("mint-works")
    torch.manual_seed(3)
    model = Model(book)
    torch.nn.init.normal_(model.policy.weight, 0, 0.2)
    write(tmp_path / "net.npz", model.exported(describe(book)))
    net = from_file(book, tmp_path / "net.npz")
    games = CpuGames([book.configure(3)], 4, 7, "cpu")
    rows, masks, _, players = games.look()
    with torch.no_grad():
        logged, values = model(rows, masks)
    for number in range(4):
        legal = np.flatnonzero(masks[number].numpy())
        hidden = net.hidden(rows[number].numpy())
        logits = net.logits(hidden, legal)
        ours = np.exp(logits - logits.max())
        np.testing.assert_allclose(ours / ours.sum(), logged[number, legal].exp(), atol=2e-3)
        theirs = log_chances(values, players.long())[number, :3].exp()
        np.testing.assert_allclose(net.chances(hidden, 3), theirs, atol=2e-3)


@pytest.mark.parametrize("name", tt.games())
def test_every_game_can_be_learned_from(name: str) -> None:
    """An iteration on all player counts changes the net, and everything stays finite."""
    book = tt.rulebook(name)
    torch.manual_seed(1)
    model = Model(book, width=16)
    before = [parameter.clone() for parameter in model.parameters()]
    games = CpuGames(draw_kinds(book, read_players(book, None), 2, count=6), 6, 3, "cpu")
    Learner(model, games, Settings(steps=4, minibatch=16), "cpu").iterate(0.0)
    after = list(model.parameters())
    assert all(torch.isfinite(parameter).all() for parameter in after)
    assert any(not torch.equal(a, b) for a, b in zip(before, after, strict=True))


def test_the_command_trains_goes_on_and_leaves_a_net_that_plays(tmp_path: Path) -> None:
    words = ["train", "machi-koro", "--device", "cpu", "--games", "8", "--folder", str(tmp_path), "--no-measuring"]
    assert main([*words, "--minutes", "0.001", "--players", "2"]) == 0
    first = json.loads((tmp_path / "machi-koro.json").read_text(encoding="utf-8"))
    assert first["decisions"] == 8 * Settings().steps
    assert main([*words, "--minutes", "0.01", "--players", "2", "--resume"]) == 0
    second = json.loads((tmp_path / "machi-koro.json").read_text(encoding="utf-8"))
    assert second["decisions"] > first["decisions"]
    net = from_file(tt.rulebook("machi-koro"), tmp_path / "machi-koro.npz")
    assert net.about["command"].startswith("tabletown train machi-koro")
    assert (tmp_path / "machi-koro.svg").read_text(encoding="utf-8").startswith("<svg")
    match = tt.Match(tt.game("machi-koro", players=2), seed=1)
    match.play_chance()
    seat = match.actor
    assert seat is not None
    name = f"net:{tmp_path / 'machi-koro.npz'}"
    assert bots.choose(bots.bot(name), match.game, match.redacted(seat), seat, 1).move in match.legal_ids


def test_no_checkpoint_to_go_on_from_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "machi-koro", "--device", "cpu", "--minutes", "0.001", "--resume", "--folder", str(tmp_path)]
    assert main(words) == 2
    assert "There is no checkpoint" in capsys.readouterr().err
