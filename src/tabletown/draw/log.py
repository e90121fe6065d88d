"""The log: what happened, newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .accessibility import for_page
from .pieces import seat_mark
from .scenery import panel
from .shapes import circle, group, rect
from .text import display, paragraph, words, wrap
from .tokens import INK, INK_SOFT, var


def _log_lines(entry: Mapping[str, Any], width: float, newest: bool) -> list[str]:
    return wrap(entry["text"], width - 48, 12, 600 if newest else 400, 3 if newest else 2)


def _newest_first(entries: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], bool]]:
    """Entries with the newest first; those of the last ply are marked, three at most."""
    out = list(reversed(entries))
    last = out[0].get("ply") if out else None
    return [(entry, i == 0 or (i < 3 and last is not None and entry.get("ply") == last)) for i, entry in enumerate(out)]


def log_height(entries: Sequence[Mapping[str, Any]], width: float) -> float:
    return 42 + sum(len(_log_lines(e, width, new)) * 15 + 7 for e, new in _newest_first(entries))


def log_strip(
    x: float, y: float, width: float, height: float, entries: Sequence[Mapping[str, Any]], note: str = ""
) -> str:
    """The story so far, newest first; draws only what fits. `entries` come oldest first, as in a view."""
    rows, cursor = [], y + 47
    for entry, newest in _newest_first(entries):
        lines = _log_lines(entry, width, newest)
        if cursor + (len(lines) - 1) * 15 > y + height - 8:
            break
        seat = entry.get("seat")
        rows.append(
            group(
                rect(x + 6, cursor - 15, width - 12, len(lines) * 15 + 6, var("fresh-tint"), 8) if newest else "",
                circle(x + 20, cursor - 4, 3, INK_SOFT) if seat is None else seat_mark(x + 20, cursor - 4, 15, seat),
                paragraph(lines, x + 36, cursor, 12, INK if newest else INK_SOFT, 600 if newest else 400),
                data_ply=entry.get("ply") if for_page() else None,  # a page tells it line by line
            )
        )
        cursor += len(lines) * 15 + 7
    return (
        panel(x, y, width, height)
        + display("Story so far", x + 14, y + 23, 14.5, INK)
        + (words(note, x + width - 14, y + 22, 12, INK_SOFT, 600, "end") if note else "")
        + group(*rows, role=None if for_page() else "log")
    )
