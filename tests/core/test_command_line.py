"""The command line as a person or a script meets it: a real process, its output and its exit code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tabletown as tt
from tabletown.core.advice import advise, offered


def tabletown(*words: str, typed: str = "", timeout: float = 300) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tabletown.cli", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


BAD = {
    "unknown game": (["simulate", "monopoly"], "no game 'monopoly'"),
    "unknown command": (["fly"], "fly"),
    "unknown option": (["simulate", "machi-koro", "-o", "bank=1"], "no option 'bank'"),
    "option without value": (["simulate", "machi-koro", "-o", "city_hall"], "NAME=VALUE"),
    "bad option value": (["simulate", "machi-koro", "-o", "city_hall=maybe"], "true or false"),
    "too many players": (["simulate", "machi-koro", "--players", "9"], "2 to 4 players"),
    "negative games": (["simulate", "machi-koro", "--games", "-1"], "not between"),
    "absurd games": (["simulate", "machi-koro", "--games", "9" * 30], "not between"),
    "no number": (["simulate", "machi-koro", "--games", "many"], "not a whole number"),
    "unknown device": (["simulate", "machi-koro", "--device", "abacus"], "abacus"),
    "missing file": (["replay", "/nowhere/at/all"], "can't be read"),
    "foreign file": (["replay", __file__], "not a saved"),
    "bench of nothing": (["bench", "monopoly"], "no game"),
    "unknown bot": (["play", "machi-koro", "--bot", "deep-thought"], "deep-thought"),
    "seat that isn't there": (["play", "machi-koro", "--players", "2", "--seat", "3", "--bot", "random"], "Seat 3"),
}


@pytest.mark.parametrize(("words", "sentence"), BAD.values(), ids=BAD)
def test_bad_input_gets_one_sentence(words: list[str], sentence: str) -> None:
    done = tabletown(*words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


WITHOUT = """
import sys

for module in sys.argv[1].split(","):
    sys.modules[module] = None  # an import of it fails as if it were not installed

from tabletown.cli import main

raise SystemExit(main(sys.argv[2:]))
"""


def extra_modules() -> set[str]:
    """The modules that only extras bring; rich brings markdown-it-py anyhow."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    names = {re.split(r"[\[><=;]", entry)[0] for extra in extras for entry in extras[extra]}
    return {name.replace("-", "_") for name in names - {"tabletown", "markdown-it-py"}}


def bare(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command line where only the library is installed, without any extra."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(extra_modules()), *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


NEEDED = {
    "serve": (["serve", "--no-browser"], "tabletown[web]"),
    "nothing": ([], "tabletown[web]"),
    "backup": (["backup", "copy"], "tabletown[web]"),
    "arena": (["arena", "machi-koro", "--bots", "greedy,random", "--games", "2"], "tabletown[arena]"),
    "simulate with bots": (
        ["simulate", "mine-carts", "--bots", "greedy", "--games", "2", "--cores", "2"],
        "tabletown[arena]",
    ),
}


@pytest.mark.parametrize(("words", "extra"), NEEDED.values(), ids=NEEDED)
def test_a_missing_extra_is_told_in_one_sentence(words: list[str], extra: str) -> None:
    done = bare(*words)
    assert done.returncode == 2
    assert f"pip install '{extra}'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_library_needs_no_extra(tmp_path: Path) -> None:
    match = tt.Match(tt.game("machi-koro", players=2), seed=1)
    match.push(match.random_move())
    (tmp_path / "match").write_text(match.save(), encoding="utf-8")
    for words in (
        ["games"],
        ["replay", str(tmp_path / "match"), "--svg", str(tmp_path)],
        ["new-game", "x", "--folder", str(tmp_path)],
    ):
        done = bare(*words)
        assert done.returncode == 0, done.stderr
    played = bare("play", "machi-koro", "--players", "2", "--bot", "greedy", typed="1\nq\n")
    assert played.returncode == 0, played.stderr


def test_a_truncated_save_is_refused(tmp_path: Path) -> None:
    match = tt.Match(tt.game("machi-koro", players=2), seed=1)
    for _ in range(20):
        match.push(match.random_move())
    file = tmp_path / "match"
    file.write_text(match.save()[:-30])
    done = tabletown("replay", str(file))
    assert done.returncode == 2
    assert "damaged or cut off" in done.stderr


def test_games_as_json() -> None:
    found = json.loads(tabletown("games", "--json").stdout)
    assert [entry["name"] for entry in found] == tt.games()
    for entry in found:
        assert set(entry) >= {"name", "title", "players", "options", "reconstructed"}
        assert all({"name", "type", "default"} <= set(option) for option in entry["options"])


def test_simulate_as_json_is_repeatable() -> None:
    words = ("simulate", "machi-koro", "--players", "3", "--games", "500", "--seed", "4", "--json")
    first, second = (json.loads(tabletown(*words).stdout) for _ in range(2))
    assert first["games"] == 500
    assert first["device"] == "cpu"
    for entry in (first, second):
        for changing in ("seconds", "moves_per_second", "games_per_second"):
            del entry[changing]
    assert first == second


def test_replay_tells_and_draws(tmp_path: Path) -> None:
    match = tt.Match(tt.game("machi-koro", players=2), seed=1, names=["Ana", "Bram"])
    for _ in range(4):
        match.push(match.random_move())
    file = tmp_path / "match"
    file.write_text(match.save())
    done = tabletown("replay", str(file), "--svg", str(tmp_path / "pictures"))
    assert done.returncode == 0
    assert "Ana" in done.stdout
    assert len(list((tmp_path / "pictures").glob("*.svg"))) == 5


def test_play_in_the_terminal(tmp_path: Path) -> None:
    """A turn, a nonsense answer, a save and the way out."""
    file = tmp_path / "saved"
    done = tabletown(
        "play",
        "machi-koro",
        "--players",
        "2",
        "--bot",
        "random",
        "--seed",
        "3",
        "--save",
        str(file),
        typed="99\nhello\ns\n1\nq\n",
    )
    assert done.returncode == 0, done.stderr
    assert "Type a number from 1" in done.stdout
    assert tt.Match.load(file.read_text()).game.name == "machi-koro"
    again = tabletown("play", "--load", str(file), "--bot", "random", typed="q\n")
    assert again.returncode == 0, again.stderr


def test_advice_in_the_terminal(tmp_path: Path) -> None:
    """Where a game has advice to give, it is told first and played only if it is accepted."""
    match = at_an_advice(next(name for name in tt.games() if tt.rulebook(name).gives_advice))
    file = tmp_path / "saved"
    file.write_text(match.save())
    words = ("play", "--load", str(file), "--bot", "random")
    refused = tabletown(*words, typed="a\nn\nq\n")
    assert advise(match, 0).sentence in " ".join(refused.stdout.split())
    taken = tabletown(*words, typed="a\ny\nq\n")
    assert taken.returncode == refused.returncode == 0, taken.stderr
    assert taken.stdout.count("Type y to accept") == 1


def at_an_advice(game: str) -> tt.Match:
    for seed in range(400):
        match = tt.Match(tt.game(game, players=2), seed=seed)
        while not match.over:
            if match.actor == 0 and offered(match, 0) and len(advise(match, 0).moves) > 2:
                return match
            match.push(match.random_move())
    raise AssertionError(f"no random game of {game} needs advice")
