"""The notebook runs from top to bottom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "environments.ipynb"


def test_every_cell_runs(capsys):
    for library in ("gymnasium", "pettingzoo", "pyspiel", "sb3_contrib"):
        pytest.importorskip(library)
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    scope: dict[str, object] = {"__name__": "notebook"}
    for number, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), scope)
    said = capsys.readouterr().out
    assert "steps a second" in said
    assert sum(scope["totals"].values()) == pytest.approx(0, abs=1e-5)
    assert scope["model"].num_timesteps >= 4096
