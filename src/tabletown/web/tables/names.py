"""Names that people give themselves, cleaned so that they can be shown to others."""

from __future__ import annotations

import unicodedata

import regex

LONGEST = 24
_MOST_MARKS = 12
_JOINER = "\N{ZERO WIDTH JOINER}"
_GRAPHEME = regex.compile(r"\X")


def clean_name(text: str, default: str) -> str:
    """At most 24 graphemes, without control, bidirectional and unassigned characters; `default` if nothing is left."""
    kept = "".join(
        char if _is_shown(char) else " " if char.isspace() else "" for char in unicodedata.normalize("NFC", text[:500])
    )
    graphemes = [cluster[:_MOST_MARKS] for cluster in _GRAPHEME.findall(" ".join(kept.split()))]
    name = "".join(graphemes[:LONGEST]).strip(" " + _JOINER)
    return name if any(unicodedata.category(char)[0] in "LNPS" for char in name) else default


def _is_shown(char: str) -> bool:
    category = unicodedata.category(char)
    return char == _JOINER or not (category[0] == "C" or category in ("Zl", "Zp"))
