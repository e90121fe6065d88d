"""`tabletown new-game`: what it writes is a game that passes its own tests at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from installing import installed, run

import tabletown as tt
from tabletown.cli import main
from tabletown.new_game import new_game


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["new-game", "count-down", "--folder", str(tmp_path)]) == 0
    assert "tabletown play count-down" in capsys.readouterr().out
    return tmp_path / "count-down"


def test_a_new_game_passes_its_tests(project: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    environment = installed(project, site)
    run(environment, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(project))
    assert "count-down  Count Down, 2 to 4 players" in run(environment, "-m", "tabletown.cli", "games")


def test_nothing_of_the_template_is_left_over(project: Path) -> None:
    files = [file.relative_to(project).as_posix() for file in project.rglob("*") if file.is_file()]
    assert sorted(files) == [
        "count_down/__init__.py",
        "count_down/moves.py",
        "count_down/rules/__init__.py",
        "count_down/state.py",
        "count_down/text/guide.md",
        "count_down/text/words.py",
        "count_down/validity.py",
        "pyproject.toml",
        "tests/test_count_down.py",
    ]
    for file in files:
        text = (project / file).read_text(encoding="utf-8")
        assert not [word for word in ("$", "PACKAGE", "template") if word in text], file


BAD = {
    "capitals": ("Count-Down", "small letters"),
    "a path": ("../up", "small letters"),
    "a digit first": ("2048", "small letters"),
    "a game that is there": ("machi-koro", "already a game"),
}


@pytest.mark.parametrize(("name", "sentence"), BAD.values(), ids=BAD)
def test_a_bad_name_is_refused(name: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(tt.BadOption, match=sentence):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(project: Path) -> None:
    kept = project / "count_down" / "moves.py"
    kept.write_text("mine", encoding="utf-8")
    with pytest.raises(tt.BadOption, match="already there"):
        new_game("count-down", project.parent)
    assert kept.read_text(encoding="utf-8") == "mine"
