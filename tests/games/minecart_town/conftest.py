import pytest


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """Prepared positions are small: plain Python is there at once."""
    monkeypatch.setenv("TABLETOWN_ENGINE", "interpreted")
