"""The list of mutants that change nothing names mutants that there are: a line that changes takes its entry along."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

import tabletown as tt

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.mark.parametrize("game", tt.games())
def test_every_entry_means_one_mutant_and_has_a_reason(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    monkeypatch.delitem(sys.modules, "mutants", raising=False)
    from mutants import EQUIVALENT, ROOMS, equivalent, mutants_in  # type: ignore[import-not-found]

    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(game, [])
    assert len(equivalent(game, mutants_in(game, ROOMS))) == len(entries)
    assert all(entry["why"] for entry in entries)
