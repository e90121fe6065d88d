"""The plain table in a real pseudo-terminal and in a pipe: every line can be read aloud."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest

import tabletown as tt
from tabletown.cli import main
from tabletown.terminal.local import LocalSession, standings
from tabletown.terminal.plain import WIDTH, PlainReplay, PlainTable
from tabletown.terminal.replay import Replay
from tabletown.terminal.session import standing

LONG_ENOUGH = 120
DRAWN = re.compile("[\u2500-\u257f\u2580-\u259f\u2800-\u28ff\x1b]")
"""What a braille display or a voice can't read: lines, blocks, dots, escape sequences."""


class Terminal:
    """A program in a pseudo-terminal, with what it wrote so far."""

    def __init__(self, *words: str) -> None:
        self.handle, inner = pty.openpty()
        os.set_blocking(self.handle, False)
        env = {
            **os.environ,
            "TABLETOWN_ENGINE": "interpreted",
            "TERM": "xterm-256color",
            "COLUMNS": "80",
            "LINES": "24",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tabletown.cli", *words], stdin=inner, stdout=inner, stderr=inner, env=env
        )
        os.close(inner)
        self.text = ""

    def read(self) -> None:
        ready, _, _ = select.select([self.handle], [], [], 0.1)
        if ready:
            try:
                self.text += os.read(self.handle, 65536).decode(errors="replace")
            except OSError:
                return

    def until(self, question: Callable[[str], object]) -> None:
        end = time.monotonic() + LONG_ENOUGH
        while not question(self.text):
            assert time.monotonic() < end, self.text[-2000:]
            self.read()

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())


@contextmanager
def terminal(*words: str) -> Iterator[Terminal]:
    opened = Terminal(*words)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        os.close(opened.handle)


def test_a_whole_game_in_a_pseudo_terminal() -> None:
    with terminal("play", "mine-carts", "--plain", "--bot", "random", "--seed", "3", "--pace", "0") as screen:
        asked = 0
        while screen.process.poll() is None:
            screen.read()
            if screen.text.count("\n> ") > asked:
                asked += 1
                screen.type("1\n")
            assert asked < 200
        screen.process.wait(LONG_ENOUGH)
        screen.read()
        assert screen.process.returncode == 0
        assert asked > 3
        assert "points" in screen.text[-200:]
        assert not DRAWN.search(screen.text)


def test_a_terminal_gets_the_full_screen() -> None:
    with terminal("play", "mint-works", "--bot", "random", "--seed", "3") as screen:
        screen.until(lambda text: "\x1b[?1049h" in text and "Main Street" in text)
        screen.type("q")
        screen.until(lambda text: "Leave" in text or screen.process.poll() is not None)


def session(match: tt.Match, people: list[int]) -> LocalSession:
    return LocalSession(match, people, {seat: "random" for seat in range(match.game.players) if seat not in people})


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", tt.games())
def test_every_line_can_be_read(game: str, tmp_path: Path) -> None:
    """Whatever is asked for: no drawing, no long lines but the guide's, and what can't be done is said."""
    match = tt.Match(tt.game(game, players=2), seed=1, names=["Ana", "Bram"])
    while match.ply < 16 or match.actor != 0:
        match.push(match.random_move())
    asked = "nonsense\n999\nt\nm\nl\nr\n1?\n?\ns\n1\nu\nq\n"
    out = StringIO()
    PlainTable(session(match, [0]), tmp_path / "saved", read=StringIO(asked), write=out).play()
    said = out.getvalue()
    assert not DRAWN.search(said)
    assert max(len(line.removeprefix("> ")) for line in said.splitlines()) <= WIDTH
    assert said.count("or t, m, h, r, g, l, u, s, ?, q.") == 2
    assert tt.Match.load((tmp_path / "saved").read_text()).ply >= 16


@pytest.mark.usefixtures("interpreted")
def test_people_with_secrets_change_places() -> None:
    game = next(name for name in tt.games() if tt.rulebook(name).secrets)
    match = tt.Match(tt.game(game, players=2), seed=1, names=["Ana", "Bram"])
    out = StringIO()
    PlainTable(session(match, [0, 1]), Path("unused"), read=StringIO("\n1\n\n1\n\n1\nq\nq\n"), write=out).play()
    assert "Press Enter when you are there." in out.getvalue()


@pytest.mark.usefixtures("interpreted")
def test_a_replay_in_sentences() -> None:
    match = tt.Match(tt.game("mint-works", players=2), seed=1, names=["Ana", "Bram"])
    for _ in range(12):
        match.push(match.random_move())
    out = StringIO()
    PlainReplay(Replay(match), StringIO("\n\nb\nt\n99\nwhat\nq\n"), out).play()
    said = " ".join(out.getvalue().split())
    assert "12/12>" in said
    assert match.log[0] in said
    assert match.log[-1] in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["play", "machi-koro", "--bot", "easy,easy,easy"],
            "one level for all bots or one for each; there are 1, not 3.",
        ),
        (["play", "machi-koro", "--bot", "nobody"], "There is no bot 'nobody'"),
        (["play", "machi-koro", "--seat", "2"], "Seat 2 is not at this table"),
        (["play", "--load", "no-such-file"], "can't be read as a saved match"),
        (["play"], "Name a game"),
        (["play", "http://127.0.0.1:9/join/a/0/b"], "does not answer"),
        (["play", "http://127.0.0.1:9/"], "is not the link of a table"),
        (["replay", "--step", "no-such-file"], "can't be read as a saved match"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_an_opponent_without_a_seat_has_its_place() -> None:
    match = tt.Match(tt.game("mint-works", players=1, opponent="mort"), seed=1, names=["Ana"])
    while not match.over:
        match.push(match.random_move())
    first, second = standings(match)
    assert first.startswith("1. Mort, ")
    assert second.startswith("2. Ana, ")


def test_points_are_counted_in_words() -> None:
    assert standing(1, "Co-Op", 1) == "1. Co-Op, 1 point"
    assert standing(2, "Ana", -1, [("Track", -4), ("Co-Op", 3), ("Tiles", 0)]) == "2. Ana, −1 point (Track −4, Co-Op 3)"
