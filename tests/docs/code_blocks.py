"""The code blocks of a page, with what a page tells the tests in comments that readers don't see.

<!-- run: CODE -->            set-up for the Python block after it
<!-- only with: cuda -->      the Python block after it needs a GPU
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))

_PART = re.compile(
    r"^<!-- run:(?P<setup>.*?)-->|^<!-- only with: (?P<needs>\w+) -->|^```(?P<language>[^\n]*)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    code: str
    needs: str = ""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """The blocks of a page in their order; set-ups are Python blocks of their own."""
    text, found, needs = page.read_text(encoding="utf-8"), [], ""
    for part in _PART.finditer(text):
        line = text.count("\n", 0, part.start()) + 1
        if part["needs"]:
            needs = part["needs"]
        elif part["setup"] is not None:
            found.append(Block(page, line, "python", part["setup"].strip(), needs))
        else:
            found.append(Block(page, line, part["language"].strip(), part["code"], needs))
            needs = ""
    return found
