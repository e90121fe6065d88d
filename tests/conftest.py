"""All tests: engines are chosen by the tests themselves, and random play is always seeded."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules as plain Python: checked, and there at once."""
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
