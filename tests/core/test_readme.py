"""The README's Python code runs as it stands, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tabletown as tt
from tabletown.cli import parser

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("interpreted")
def test_the_python_code_plays_a_game_to_its_end() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    scope: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), scope)
    match = scope["m"]
    assert isinstance(match, tt.Match)
    assert match.over
    assert tt.Match.load(str(scope["text"])).ranking == match.ranking


def test_the_commands_are_those_of_the_command_line() -> None:
    told = set(re.findall(r"^tabletown ([a-z-]+)", README, re.MULTILINE))
    known = set(re.findall(r"^    ([a-z-]+) ", parser().format_help(), re.MULTILINE))
    assert told == known


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
