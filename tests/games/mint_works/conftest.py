"""Rules are tested as plain Python: there at once, and every index and value is checked."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
