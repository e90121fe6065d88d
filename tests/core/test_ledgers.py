"""Every number of every ledger has a test that pins it, and no test pins a number that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tabletown as tt

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"^([A-Z]{2}-V?\d{2,3})\b", re.MULTILINE)


def folder_of(name: str) -> str:
    return tt.rulebook(name).package.rpartition(".")[2]


def ledger(folder: str) -> set[str]:
    return set(NUMBER.findall((ROOT / "docs" / "rules" / f"{folder}.md").read_text(encoding="utf-8")))


def pinned(folder: str) -> set[str]:
    """The numbers in all `pytest.mark.rule(...)` of a game's tests."""
    found: set[str] = set()
    for file in (ROOT / "tests" / "games" / folder).glob("**/*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


@pytest.mark.parametrize("name", tt.games())
def test_every_rule_has_a_test(name: str) -> None:
    rules = ledger(folder_of(name))
    assert len(rules) > 50
    missing = sorted(rules - pinned(folder_of(name)))
    assert not missing, f"rules without a test: {' '.join(missing)}"


@pytest.mark.parametrize("name", tt.games())
def test_no_test_pins_an_unknown_rule(name: str) -> None:
    unknown = sorted(pinned(folder_of(name)) - ledger(folder_of(name)))
    assert not unknown, f"tests name rules that the ledger lacks: {' '.join(unknown)}"
