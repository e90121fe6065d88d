"""What docs/architecture.md says of folders holds for the code: which part knows which, and the shape of a game."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabletown
from tabletown import core
from tabletown.core.registry import rulebooks

SOURCE = Path(tabletown.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"

KNOWS = {
    "draw": set(),
    "text_table": {"draw"},
    "compile": {"core"},
    "core": {"compile", "draw", "text_table"},
    "games": {"core", "draw", "text_table"},
    "bots": {"core", "compile"},
    "envs": {"bots", "core", "compile", "draw"},
    "testing": {"bots", "core", "compile", "draw", "text_table"},
    "learn": {"bots", "core", "compile", "draw"},
    "lab": {"bots", "core", "compile", "draw"},
    "train": {"bots", "core", "compile", "envs"},
    "terminal": {"bots", "core", "compile", "learn", "text_table"},
    "web": {"bots", "core", "compile", "draw", "lab", "learn"},
}
"""The packages that each package may import; what stands above all of them, like the command line, is not listed."""


def imported(path: Path) -> Iterator[str]:
    """The packages of this project that a module imports, also within functions."""
    package = ["tabletown", *path.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            found = [*base, *(node.module or "").split(".")]
            names = [found] if found[1:] not in ([], [""]) else [[found[0], alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            continue
        for name in names:
            if name[0] == "tabletown" and len(name) > 1 and (SOURCE / name[1]).is_dir():
                yield name[1]


@pytest.mark.parametrize("package", KNOWS)
def test_imports_go_one_way(package: str) -> None:
    for path in (SOURCE / package).rglob("*.py"):
        if path.name != "__main__.py":
            assert set(imported(path)) <= KNOWS[package] | {package}, path


def test_games_don_t_know_each_other() -> None:
    for path in (SOURCE / "games").glob("*/**/*.py"):
        own = path.relative_to(SOURCE / "games").parts[0]
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"tabletown\.games\.(\w+)", text)) <= {own}, path


def test_no_module_is_named_like_one_of_the_standard_library() -> None:
    assert [path for path in SOURCE.rglob("*.py") if path.stem in sys.stdlib_module_names] == []


def test_every_file_of_a_game_stands_in_the_table() -> None:
    """A reader who knows one game's folder knows all."""
    section = PAGE.read_text(encoding="utf-8").split("## A game's folder")[1].split("\n## ")[0]
    told = {name for row in re.findall(r"^\| (.*?) \|", section, re.M) for name in re.findall(r"`([\w.]+)/?`", row)}
    for book in rulebooks().values():
        folder = SOURCE / "games" / book.package.rpartition(".")[2]
        if folder.is_dir():
            assert {path.name for path in folder.iterdir() if path.name != "__pycache__"} <= told


def test_every_module_of_core_stands_in_the_table() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## core/")[1].split("\n## ")[0]
    told = set(re.findall(r"`(\w+\.py)`", section))
    assert {path.name for path in Path(core.__file__).parent.glob("*.py")} - {"__init__.py", "errors.py"} <= told
