"""Fixtures for the tests of core."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from edited_pig import EditedPig


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditedPig]:
    """Makes games with faults."""
    monkeypatch.syspath_prepend(str(tmp_path))
    pig = EditedPig(tmp_path)
    yield pig
    pig.forget()
