"""The texts of a game: its guide as HTML, and what lies on its table in words."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from tabletown.core.game import Rulebook
from tabletown.core.match import Match
from tabletown.draw import sheet

_SCROLLER = '<div class="scroll" role="group" aria-label="A table of the guide" tabindex="0">'


@lru_cache(maxsize=64)
def guide(book: Rulebook, below: int = 1) -> Markup:
    """The game's guide; its headings are set below the page's own, and its tables can be scrolled."""
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    def html(text: str) -> Token:
        return Token("html_block", "", 0, content=text)

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens: list[Token] = []
    parsed = markdown.parse(book.guide)
    for opening, inner, closing in zip(parsed, parsed[1:], parsed[2:], strict=False):
        if opening.type == "th_open" and not inner.content:  # a head without words heads nothing
            opening.tag = closing.tag = "td"
    for token in parsed:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + below)}"
        tokens += {
            "table_open": [html(_SCROLLER), token],
            "table_close": [token, html("</div>")],
        }.get(token.type, [token])
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


@lru_cache(maxsize=32)
def components(book: Rulebook) -> list[str]:
    """What lies on the table before the first move: the accessible names that say what a thing does or what is left."""
    match = Match(book.configure(book.players[1]), seed=0)
    match.play_chance()
    return sheet.component_labels(book.table.table(match.view(None), "desktop"))
