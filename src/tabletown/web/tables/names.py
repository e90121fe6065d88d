"""Names that people give themselves, cleaned so that they can be shown to others."""

from __future__ import annotations

import unicodedata

import regex

from tabletown.web.refusals import Invalid

LONGEST = 24
_MOST_MARKS = 12
_JOINER = "\N{ZERO WIDTH JOINER}"
_BLANK = regex.compile(r"[\p{Default_Ignorable_Code_Point}\N{BRAILLE PATTERN BLANK}--\p{Variation_Selector}]", regex.V1)
"""Letters and signs that look like nothing: fillers of Hangul, the empty Braille cell."""
_GRAPHEME = regex.compile(r"\X")


def clean_name(text: str, default: str) -> str:
    """At most 24 graphemes, without control, bidirectional, unassigned and blank characters.

    `default` if no name was given; one that nobody could see is refused.
    """
    kept = "".join(
        char if _is_shown(char) else " " if char.isspace() else "" for char in unicodedata.normalize("NFC", text[:500])
    )
    graphemes = [cluster[:_MOST_MARKS] for cluster in _GRAPHEME.findall(" ".join(kept.split()))]
    name = "".join(graphemes[:LONGEST]).strip(" " + _JOINER)
    if any(unicodedata.category(char)[0] in "LNPS" for char in name):
        return name
    if text.strip():
        raise Invalid("This name can't be seen; choose one with letters, digits or signs.")
    return default


def _is_shown(char: str) -> bool:
    category = unicodedata.category(char)
    return char == _JOINER or not (category[0] == "C" or category in ("Zl", "Zp") or _BLANK.match(char))
