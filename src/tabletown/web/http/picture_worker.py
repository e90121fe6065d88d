"""The process in which pictures are drawn: tables as people see them, samples, and fonts cut to size."""

from __future__ import annotations

import base64
import os
from typing import Any

from tabletown.core import registry
from tabletown.draw import sheet as sheets
from tabletown.draw.png import png
from tabletown.web.pages import fonts, sample_table
from tabletown.web.pages.result_card import result_card
from tabletown.web.worker_loop import answer_requests


def answer(question: dict[str, Any]) -> dict[str, Any]:
    return {"data": base64.b64encode(_drawn(**question)).decode()}


def _drawn(kind: str, theme: str = "light", **more: Any) -> bytes:
    if kind == "font":
        return fonts.woff2(more["name"])
    if kind == "board":
        return sample_table.board(registry.rulebook(more["game"])).encode()
    if kind == "result":
        return result_card(registry.rulebook(more["game"]), more["sentence"], more["rows"])
    if kind == "card":
        return sample_table.card(registry.rulebook(more["game"]))
    view = more["view"]
    table = registry.rulebook_of(view).table
    drawing = sheets.svg(table.table(view, more["layout"]), table.DEFS, table.TOKENS, theme)
    return png(drawing) if kind == "png" else drawing.encode()


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(5)  # players come first
    answer_requests(answer)


if __name__ == "__main__":
    main()
