"""The README's Python code runs as it stands, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tabletown as tt
from tabletown.cli import parser

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.usefixtures("interpreted")
def test_the_python_code_plays_a_game_to_its_end() -> None:
    (code,) = blocks("python")
    scope: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), scope)
    match = scope["m"]
    assert isinstance(match, tt.Match)
    assert match.over
    assert tt.Match.load(str(scope["text"])).ranking == match.ranking


def test_the_commands_are_those_of_the_command_line() -> None:
    lines = [line.split()[1:] for block in blocks("") for line in block.splitlines() if line.startswith("tabletown ")]
    named = {words[0] for words in lines if re.fullmatch(r"[a-z-]+", words[0]) and words[0] != "the"}
    known = set(parser()._subparsers._group_actions[0].choices)  # type: ignore[union-attr, arg-type]
    assert named == known


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
