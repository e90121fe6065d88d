"""Saved matches: where they go, and how they are read."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import BadSave
from ..core.game import Rulebook
from ..core.match import Match


def default_file(book: Rulebook) -> Path:
    """Where a match is saved if nothing else was said."""
    return Path(f"{book.name}.tabletown")


def load_match(name: str) -> Match:
    """A match from a file; one sentence if that can't be done."""
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise BadSave(f"{name} can't be read as a saved match: {why}.") from error
    return Match.load(text)
