"""Rules are tested interpreted: checked at every step, and there at once."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
