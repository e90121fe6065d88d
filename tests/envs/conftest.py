"""Every game at its least and at its greatest table, as the environments see them."""

from __future__ import annotations

import pytest

import tabletown as tt


def tables() -> list[tuple[str, int]]:
    return [(name, players) for name in tt.games() for players in sorted(set(tt.rulebook(name).players))]


@pytest.fixture(params=tables(), ids=lambda table: f"{table[0]}-{table[1]}")
def table(request: pytest.FixtureRequest) -> tuple[str, int]:
    """A name of a game and a number of players."""
    found: tuple[str, int] = request.param
    return found
