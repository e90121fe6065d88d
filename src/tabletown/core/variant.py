"""Variants: a printed game with other values, as a rulebook of its own.

The modules of the game's folder are executed again under another package name, with `components.read` giving the
changed values, so that rules, words, pictures and bots all see them. Native code is not compiled again; see
value_record.py.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import sys
import threading
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from . import components
from .errors import BadOption
from .game import Rulebook
from .rule import fingerprint
from .values import checked, values_of

_lock = threading.RLock()
_variants: dict[tuple[Rulebook, tuple[tuple[str, int], ...]], Rulebook] = {}


def variants_made() -> int:
    """How many variants this process keeps; each takes a megabyte or a few."""
    return len(_variants)


def is_made(book: Rulebook, change: Mapping[str, Any]) -> bool:
    """Whether a variant is already there."""
    printed = book.printed or book
    return (printed, tuple(checked(printed, change).items())) in _variants


def variant(book: Rulebook, change: Mapping[str, Any]) -> Rulebook:
    """The rulebook with these values changed; the printed one if nothing differs from it."""
    printed = book.printed or book
    changed = checked(printed, change)
    if not changed:
        return printed
    key = (printed, tuple(changed.items()))
    with _lock:
        if key not in _variants:
            _variants[key] = _made(printed, changed)
        return _variants[key]


def _made(book: Rulebook, changed: dict[str, int]) -> Rulebook:
    digest = hashlib.sha256(json.dumps(changed).encode()).hexdigest()[:12]
    package = f"{book.package}__{digest}"
    known = values_of(book)
    components.change(package, {known[key].location: value for key, value in changed.items()})
    try:
        made = replace(_executed(book.package, package), change=changed, printed=book, title=f"{book.title}, changed")
        same = structure(made) == structure(book)
    except ValueError as error:
        raise BadOption(f"{book.title} can't be played so: {error}") from error
    if not same:
        listed = ", ".join(f"{key}={value}" for key, value in changed.items())
        raise BadOption(
            f"{listed} would change the moves of {book.title}, not only its values: that needs a compilation, "
            "which only the command line does; see docs/lab.md."
        )
    return made


def _executed(original: str, package: str) -> Rulebook:
    """The rulebook of a package that has the files of another one."""
    folder = Path(str(importlib.import_module(original).__file__)).parent
    spec = importlib.util.spec_from_file_location(
        package, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)
    found: Rulebook = module.RULEBOOK
    return found


@cache
def structure(book: Rulebook) -> tuple[Any, ...]:
    """What may not differ between a game and its variants, because native code is compiled for it."""
    moves = book.moves
    code = fingerprint(book.compiled_rules.values(), structure_of=book.package)
    return code, book.state.dtype, [moves.text_of(move) for move in range(len(moves))], book.max_legal
