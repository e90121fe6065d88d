"""Pig with some of its files changed: games with one fault each, to see that it is found."""

from __future__ import annotations

import importlib
import itertools
import shutil
import sys
from pathlib import Path

import tabletown as tt
from tabletown.core.registry import rulebooks

PIG = Path(__file__).parents[2] / "examples" / "pig" / "tabletown_pig"
RULES, WORDS, STATE, VALIDITY = "rules/__init__.py", "text/words.py", "state.py", "validity.py"
RULE = "from tabletown.core.rule import rule\n\n\n@rule\n"

Changes = dict[str, tuple[str, str]]
"""For each file what is replaced by what; nothing replaced means text at the end, of a new file too."""


class EditedPig:
    """Makes packages in a folder that is on the path, and forgets them afterwards."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[str] = []

    def make(self, changes: Changes) -> tt.Rulebook:
        """The rulebook of a new package with these changes."""
        name = next(name for name in (f"edited_pig_{n}" for n in itertools.count()) if name not in sys.modules)
        shutil.copytree(PIG, self._folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for file, (old, new) in changes.items():
            path = self._folder / name / file
            path.parent.mkdir(exist_ok=True)
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            assert old in text, "the change does not fit the file"
            path.write_text(text.replace(old, new, 1) if old else text + new, encoding="utf-8")
        importlib.invalidate_caches()
        self._made.append(name)
        book: tt.Rulebook = importlib.import_module(name).RULEBOOK
        return book

    def forget(self) -> None:
        """Take the packages out of this process, and their games out of the registry."""
        for name, book in list(rulebooks().items()):
            if book.package in self._made:
                del rulebooks()[name]
        for name in [module for module in sys.modules if module.partition(".")[0] in self._made]:
            del sys.modules[name]
