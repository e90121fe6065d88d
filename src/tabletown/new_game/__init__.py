"""A new game as a package of its own: the files of `template`, filled in for a name. The result works at once."""

from __future__ import annotations

import re
import shutil
from importlib import resources
from pathlib import Path
from string import Template

from ..core.errors import BadOption
from ..core.registry import games

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
SUFFIX = ".template"


def new_game(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game into `folder/name`; returns the files. Nothing that is there is overwritten."""
    if not NAME.fullmatch(name):
        raise BadOption(f"A game is named in small letters, digits and single dashes, like my-game, not {name!r}.")
    if name in games():
        raise BadOption(f"There is already a game {name!r}; take another name.")
    target = folder / name
    if target.exists():
        raise BadOption(f"{target} is already there; take another name or another folder.")
    words = {"name": name, "package": name.replace("-", "_"), "title": name.replace("-", " ").title()}
    with resources.as_file(resources.files(__package__) / "template") as template:
        shutil.copytree(template, target)
    for source in sorted(target.rglob(f"*{SUFFIX}")):
        text = Template(source.read_text(encoding="utf-8")).substitute(words)
        source.with_name(source.name.removesuffix(SUFFIX)).write_text(text, encoding="utf-8", newline="\n")
        source.unlink()
    (target / "PACKAGE").rename(target / words["package"])
    (target / "tests" / "test_PACKAGE.py").rename(target / "tests" / f"test_{words['package']}.py")
    return sorted(file for file in target.rglob("*") if file.is_file())
