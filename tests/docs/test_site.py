"""The documentation site can be built: no broken link, every page in the menu, a guide for every game, a search."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from code_blocks import ROOT

import tabletown as tt


def test_the_site(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert (built.returncode, built.stderr) == (0, "")
    for name in tt.games():
        page = (tmp_path / "players" / name / "index.html").read_text(encoding="utf-8")
        assert f"A table of {tt.rulebook(name).title}" in page
    found = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert any("Match.push" in entry["title"] or "push" in entry["title"] for entry in found["docs"])
