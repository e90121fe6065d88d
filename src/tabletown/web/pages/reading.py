"""The texts of a game: its guide as HTML, and everything that lies on its table in words."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.draw.sheet import rendered

_HEADING = re.compile(r"<(/?)h([1-5])>")
_TARGET = re.compile(r'<g[^>]*class="target[^"]*"[^>]*>(?:<title>([^<]*)</title>)?')
_LABEL = re.compile(r'aria-label="([^"]*)"')


@lru_cache(maxsize=64)
def guide(book: Rulebook, below: int = 1) -> Markup:
    """The game's guide; its headings are set below the page's own."""
    try:
        text = book.guide
    except FileNotFoundError:
        return Markup("")
    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    made = _HEADING.sub(lambda found: f"<{found[1]}h{min(6, int(found[2]) + below)}>", made)
    scroller = '<div class="scroll" role="group" aria-label="A table of the guide" tabindex="0"><table>'
    return Markup(made.replace("<table>", scroller).replace("</table>", "</table></div>"))


@lru_cache(maxsize=32)
def components(book: Rulebook) -> list[str]:
    """What lies on the table before the first move and has something to say: what it is, what it does, how many are left."""
    match = Match(book.configure(book.players[1]), seed=0)
    match.play_chance()
    drawn = rendered(book.table.table(match.view(None), "desktop"))
    found: list[str] = []
    for part in drawn.values():
        for target in _TARGET.finditer(part):
            label = _LABEL.search(target[0])
            text = html.unescape(target[1] or (label[1] if label else ""))
            if text not in found and (". " in text or " left" in text):
                found.append(text)
    return found
