"""Settings from options, the environment and a file; what keeps a server from starting is one sentence."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from tabletown.cli import main
from tabletown.web import BadSetting, Settings, backup
from tabletown.web.settings import PREFIX, choose
from tabletown.web.store.file_lock import FileLock

VARIABLE = "TABLETOWN_DATABASE"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and no setting from the environment."""
    for name in [name for name in os.environ if name.startswith(PREFIX) and name != "TABLETOWN_CACHE"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("given", list(product([True, False], repeat=3)))
def test_an_option_counts_before_the_environment_before_the_file(folder: Path, given: tuple[bool, ...]) -> None:
    option, environment, file = given
    if file:
        (folder / "tabletown.toml").write_text('bot_pause = 3.0\nhosts = ["a", "b"]\n[limits]\nplaying = "3/second"\n')
    words = {"TABLETOWN_BOT_PAUSE": "2", "TABLETOWN_LIMIT_PLAYING": "2/second"} if environment else {}
    chosen = choose({"bot_pause": 1.0} if option else {}, words)
    default = Settings()
    assert chosen.settings.bot_pause == (1 if option else 2 if environment else 3 if file else default.bot_pause)
    expected = "2/second" if environment else "3/second" if file else default.limits.playing
    assert chosen.settings.limits.playing == expected
    assert chosen.settings.hosts == (("a", "b") if file else ())
    source = (
        "--bot-pause" if option else "TABLETOWN_BOT_PAUSE" if environment else "tabletown.toml" if file else "default"
    )
    assert chosen.sources["bot_pause"] == source


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("bot_pause = 'soon'", "number"),
        ("nonsense = 1", "no setting"),
        ("bot_workers = 0", "at least 1"),
        ("bot_pause = inf", "at least"),
        ("prepare = 'maybe'", "true or false"),
        ("limits = 3", "table"),
        ("[limits]\nplaying = 'often'", "600/minute"),
        ("[hosts]\na = 1", "hosts"),
        ("= 3", "can't be read"),
    ],
)
def test_a_bad_settings_file_is_told_in_one_sentence(folder: Path, file: str, sentence: str) -> None:
    (folder / "tabletown.toml").write_text(file)
    with pytest.raises(BadSetting, match=sentence) as refused:
        choose({}, {})
    assert "\n" not in str(refused.value)


def test_another_settings_file_can_be_named(folder: Path) -> None:
    (folder / "other.toml").write_text("idle = 7")
    chosen = choose({}, {"TABLETOWN_SETTINGS": "other.toml"})
    assert (chosen.settings.idle, chosen.sources["idle"]) == (7, "other.toml")
    with pytest.raises(BadSetting, match=r"no settings file missing\.toml"):
        choose({}, {"TABLETOWN_SETTINGS": "missing.toml"})


def test_settings_are_shown_with_their_sources(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "postgresql://me:hidden@db.example/tables")
    (folder / "tabletown.toml").write_text("keep_finished = 30")
    assert main(["serve", "--show-settings", "--port", "9"]) == 0
    lines = {line.split(" ")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines["database"].endswith("postgresql://me:***@db.example/tables  (TABLETOWN_DATABASE)")
    assert lines["port"].endswith("9  (--port)")
    assert lines["keep_finished"].endswith("30.0  (tabletown.toml)")
    assert lines["limit_playing"].endswith("600/minute  (default)")
    assert "hidden" not in str(lines)


def test_every_command_uses_the_database_of_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "postgresql://nobody@127.0.0.1:1/none")
    for command in (["serve", "--no-browser", "--port", "0"], ["backup", "b"]):
        assert main(command) == 2
        told = capsys.readouterr()
        assert (told.out, len(told.err.splitlines())) == ("", 1), told
    assert list(folder.iterdir()) == [], "no SQLite file was made instead"
    monkeypatch.setenv(VARIABLE, f"sqlite:///{folder}/here.sqlite3")
    with pytest.raises(BadSetting):
        backup(f"sqlite:///{folder}/here.sqlite3", "b")


HELD: list[FileLock] = []
"""Locks end when nobody knows them any more."""


def in_use(folder: Path) -> list[str]:
    HELD.append(FileLock(str(folder / "x.sqlite3")))
    HELD[-1].acquire()
    return [f"sqlite:///{folder}/x.sqlite3", "Another server"]


def garbage(folder: Path) -> list[str]:
    (folder / "x.sqlite3").write_text("this is no database " * 100)
    return [f"sqlite:///{folder}/x.sqlite3", "not a database"]


def read_only(folder: Path) -> list[str]:
    return ["sqlite:////proc/x.sqlite3", "can't be"]


def nowhere(folder: Path) -> list[str]:
    return [f"sqlite:///{folder}/none/x.sqlite3", "folder"]


def no_postgresql(folder: Path) -> list[str]:
    return ["postgresql://nobody@127.0.0.1:1/none", "database can't be used"]


def newer(folder: Path) -> list[str]:
    import sqlite3

    with sqlite3.connect(folder / "x.sqlite3") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    return [f"sqlite:///{folder}/x.sqlite3", "newer"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps files in other ways")
@pytest.mark.parametrize("reason", [in_use, garbage, read_only, nowhere, no_postgresql, newer])
def test_what_keeps_a_server_from_starting_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], reason: Callable[[Path], list[str]]
) -> None:
    database, sentence = reason(folder)
    assert main(["serve", "--no-browser", "--port", "0", "--database", database]) == 2
    told = capsys.readouterr()
    assert told.out == "", "it never said that it was open"
    assert len(told.err.splitlines()) == 1, told.err
    assert sentence in told.err


def test_a_port_that_is_taken_is_told_in_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--no-browser", "--port", port, "--database", f"sqlite:///{folder}/x.sqlite3"]) == 2
    told = capsys.readouterr()
    assert (told.out, port in told.err, len(told.err.splitlines())) == ("", True, 1)
    assert not (folder / "x.sqlite3").exists()
