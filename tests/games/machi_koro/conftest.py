"""All rule tests of a game run on the interpreted, checked rules."""

import pytest


@pytest.fixture(autouse=True)
def _interpreted(interpreted: None) -> None:
    """Every test of this folder."""
