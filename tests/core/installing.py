"""Puts a package on a path as an installer would, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

Environment = dict[str, str]


def installed(project: Path, site: Path) -> Environment:
    """The environment of a process in which a project is installed: its folder is on the path, and so is `site`, which
    holds what an installer writes from its pyproject.toml."""
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{declared['name'].replace('-', '_')}-{declared['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {declared['name']}\nVersion: {declared['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {thing}\n" for name, thing in entries.items())
        for group, entries in declared["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("".join(groups), encoding="utf-8")
    path = os.pathsep.join([str(site), str(project), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


def run(environment: Environment, *words: str, cwd: Path | None = None) -> str:
    """What a Python process with these arguments prints; it must succeed."""
    done = subprocess.run(
        [sys.executable, *words], env=environment, cwd=cwd, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
