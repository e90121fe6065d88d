"""A review as one page of HTML that stands alone: curve, sum, and every marked decision with the better move."""

from __future__ import annotations

from html import escape

from ..core.match import Match
from ..draw import tokens
from . import chart
from .review import LUCKY, Event, Review
from .words import amount, headline, reasons, sentence, sum_sentence, title

TOLD_OF_OTHERS = 0.02
"""How much a decision of somebody else must change for the reader to be told of it."""

STYLE = """
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.2rem; margin: 1.6rem 0 .5rem; }
section, li { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .8rem 1rem; }
section svg { display: block; width: 100%; height: auto; }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; }
.mark { font-weight: 700; color: var(--danger); } .luck { font-weight: 700; color: var(--ink-soft); }
.soft { color: var(--ink-soft); } .number { float: right; font-weight: 700; }
p { margin: .2rem 0; }
"""


def page(review: Review, match: Match, seat: int) -> str:
    """The page as one seat reads it."""
    told = [_entry(review, match, event, seat) for event in review.events if told_of(review, event, seat)]
    others = "".join(f"<p>{escape(headline(review, other))}</p>" for other in range(len(review.names)) if other != seat)
    head = escape(f"{match.game.title}: review for {review.names[seat]}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{head}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{tokens.css()}{STYLE}</style></head><body><main><h1>{head}</h1>"
        f'<p>{escape(headline(review, seat))}</p><p class="soft">{escape(sum_sentence(review, seat))}</p>{others}'
        + (_pictures(review, seat) if review.events else "")
        + f"<h2>What mattered</h2><ol>{''.join(told)}</ol></main></body></html>"
    )


def _pictures(review: Review, seat: int) -> str:
    return (
        f"<h2>Chances, move by move</h2><section>{chart.curve(review, seat)}</section>"
        f"<h2>Where it went</h2><section>{chart.sum_bars(review, seat)}</section>"
    )


def told_of(review: Review, event: Event, seat: int) -> bool:
    """Whether an event is worth telling a seat: its marked decisions, those of others that changed much, much luck."""
    moved = abs(event.change[seat])
    if event.kind == "chance":
        return not review.by_points and moved >= LUCKY
    return event.mark not in ("", "only move") and (event.seat == seat or moved >= TOLD_OF_OTHERS)


def _entry(review: Review, match: Match, event: Event, seat: int) -> str:
    css, mark = ("mark", event.mark) if event.mark else ("luck", "luck")
    why = "".join(f'<p class="soft">{escape(text)}</p>' for text in reasons(match, event))
    return (
        f'<li><p><span class="number">{amount(review, event.change[seat], signed=True)}</span>'
        f'<span class="{css}">{mark.capitalize()}</span> Move {event.ply}: {escape(title(review, match, event))}</p>'
        f"<p>{escape(sentence(review, match, event))}</p>{why}</li>"
    )
