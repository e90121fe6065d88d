"""Every code block of the documentation does what it says: Python runs, commands and calls exist, data can be read."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from code_blocks import PAGES, ROOT, Block, blocks

from tabletown.bots import registry
from tabletown.cli import parser
from tabletown.compile.cuda import available
from tabletown.web import Settings, create_app

ALL = [block for page in PAGES for block in blocks(page)]
READ_ELSEWHERE = {"nginx", "caddy", "ini", "yaml"}
"""Whole files of deploy/, which have tests of their own."""
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])


def of(language: str) -> list[Block]:
    return [block for block in ALL if block.language == language]


def test_every_block_says_what_it_is() -> None:
    tested = {"python", "console", "http", "json", "toml", "text"} | READ_ELSEWHERE
    assert [str(block) for block in ALL if block.language not in tested] == []


@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(b.language == "python" for b in blocks(page))], ids=lambda p: p.stem
)
@pytest.mark.usefixtures("interpreted")
def test_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    scope: dict[str, object] = {"__name__": "documentation"}
    for block in blocks(page):
        if block.language == "python" and (block.needs != "cuda" or available()):
            exec(compile(block.code, str(block), "exec"), scope)


@pytest.mark.parametrize("block", of("console"), ids=str)
def test_commands_exist(block: Block) -> None:
    lines = [line.removeprefix("$ ").strip() for line in block.code.splitlines()]
    assert all(check_command(shlex.split(line, comments=True)) for line in lines if line)


def check_command(words: list[str]) -> bool:
    """Whether a command can be given as it stands."""
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    program, *rest = words
    if program == "tabletown":
        parser().parse_args(rest)  # a wrong option would raise SystemExit
        return True
    if program == "make":
        return all(f"\n{target}:" in (ROOT / "Makefile").read_text() for target in rest)
    if program in ("python", "pip") and rest[0] != "-m":
        files = [word for word in rest if word.endswith((".py", ".txt"))]
        named = {
            extra for word in rest for extra in ",".join(re.findall(r"tabletown\[(.*)\]", word)).split(",") if extra
        }
        return all((ROOT / file).exists() for file in files) and named <= EXTRAS
    if program == "podman":
        return all((ROOT / word).exists() for word in rest if word.startswith("deploy/"))
    return program == "python" and rest[:2] == ["-m", "pytest"]


@pytest.mark.parametrize("block", of("http"), ids=str)
def test_calls_are_of_the_api(block: Block) -> None:
    paths = create_app(Settings()).openapi()["paths"]
    known = {(method.upper(), re.sub(r"\{\w+\}", "ID", path)) for path, calls in paths.items() for method in calls}
    told = re.findall(r"^(GET|POST)\s+([^\s?]+)", block.code, re.MULTILINE)
    assert told
    assert set(told) <= known
    for body in re.findall(r"^POST\s+\S+\s+(\{.*\})$", block.code, re.MULTILINE):
        json.loads(body)


@pytest.mark.parametrize("block", [*of("json"), *of("toml")], ids=str)
def test_data_can_be_read(block: Block) -> None:
    (json.loads if block.language == "json" else tomllib.loads)(block.code)
