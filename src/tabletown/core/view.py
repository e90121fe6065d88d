"""What a seat may see: one door for the renderer, the log, the hints, the bots and the API.

A view is made from a redacted record only, so what the viewer may not know can't be in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .grammar import named, sentence
from .line import Line, total
from .move import CHANCE

if TYPE_CHECKING:
    from .match import Match

GUESSES = 3
"""With how many guesses at what is hidden a move is tried before it is said what it would do."""
MOST_LINES = 3
"""How many sentences say it."""
SAID_ANYHOW = {"you", "your", "the", "a", "an"}
"""Words that tell nothing new of a move."""


def view(match: Match, seat: int | None, news: bool = True) -> dict[str, Any]:
    """The envelope that all games share; `position` is the game's own. Without `news`, what the last move changed is
    left out."""
    book = match.game.rulebook
    s = book.state.proxy(match.redacted(seat))
    actor = match.actor
    over = actor is None
    sentence, hint = book.words.prompt(s, seat, match.names)
    moves = match.labelled_moves(s) if seat is not None and actor == seat else []
    return {
        "game": book.name,
        "title": book.title,
        "ply": match.ply,
        "over": over,
        "viewer": seat,
        "actor": "chance" if actor == CHANCE else actor,
        "players": _players(match, s, seat, over),
        "options": dict(match.game.options),
        **({"change": dict(match.game.change)} if match.game.change else {}),
        "prompt": {"sentence": sentence, "hint": hint},
        "moves": [
            {"id": m.id, "name": m.name, "args": m.args, "text": m.text, "label": m.label, "target": m.target}
            for m in moves
        ],
        "reasons": book.words.reasons(s, seat) if moves else {},
        "changes": changes(match, seat) if news else [],
        "log": story(match, seat),
        "selected": None,
        "position": book.view.describe(s, seat),
    }


def _players(match: Match, s: Any, seat: int | None, over: bool) -> list[dict[str, Any]]:
    """Names and scores; the scores are those that the viewer can reckon, None where that is impossible."""
    engine, known = match._engine, match.game.rulebook.view.score_known
    return [
        {
            "seat": player,
            "name": match.names[player],
            "bot": False,
            "score": engine.score(s.array, player) if known(s, seat, player) else None,
            "place": engine.place(s.array, player) if over else None,
        }
        for player in range(match.game.players)
    ]


def told(match: Match, viewer: int | None, addressed: bool = False) -> list[list[Line]]:
    """What every move did, as the viewer may read it: its lines. Worked out once for each viewer and ply."""
    book = match.game.rulebook
    known = match.told.setdefault((viewer, addressed), [])
    names = named(match.names, viewer if addressed else None)
    if len(known) < match.ply:
        after = book.state.proxy(match.redacted(viewer, len(known)))
    for ply in range(len(known), match.ply):
        before, after = after, book.state.proxy(match.redacted(viewer, ply + 1))
        lines = book.words.tell(before, match.move_seen_by(viewer, ply), after, names)
        known.append([Line(seat, sentence(text), *changes) for seat, text, *changes in lines])
    return known


def story(match: Match, viewer: int | None, addressed: bool = False) -> list[dict[str, Any]]:
    """What happened, in words, one entry a line: seat, text, ply. With `addressed`, the viewer's own seat is "you"."""
    return [
        {"seat": entry.seat, "text": entry.text, "ply": ply}
        for ply, lines in enumerate(told(match, viewer, addressed))
        for entry in lines
        if entry.text
    ]


def outlook(match: Match, seat: int, move: int) -> str:
    """What a legal move would do, in words for the seat that may play it: as the game says it, or else as its rules
    would tell it. Not told is what comes out differently for other guesses at what is hidden, and what the label says.
    """
    book = match.game.rulebook
    s, decoded = book.state.proxy(match.redacted(seat)), match.game.moves.decode(move)
    found: str = book.words.outlook(decoded, s, match.names)
    return found or foretold(match, seat, move)


def foretold(match: Match, seat: int, move: int) -> str:
    """What the rules would tell of a legal move, as far as that is certain and its label doesn't say it."""
    book = match.game.rulebook
    found = {_told_if(match, seat, move, guess) for guess in range(GUESSES)}
    text = found.pop() if len(found) == 1 else ""
    said = book.words.label(match.game.moves.decode(move), book.state.proxy(match.redacted(seat)), match.names)
    return text if _words_in(text) - _words_in(said) - SAID_ANYHOW else ""


def _told_if(match: Match, seat: int, move: int, guess: int) -> str:
    """What the rules would tell of a move, if what is hidden were so."""
    book, engine = match.game.rulebook, match._engine
    after = match.guessed(seat, guess)
    engine.push(after, move)
    engine.redact(after, seat)
    before = book.state.proxy(match.redacted(seat))
    lines = book.words.tell(before, match.game.moves.decode(move), book.state.proxy(after), named(match.names, seat))
    told = [sentence(text) for _, text, *changes in lines if text and any(changes)]
    return " ".join(told[:MOST_LINES])


def _words_in(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def changes(match: Match, viewer: int | None, ply: int | None = None) -> list[dict[str, Any]]:
    """What a move changed on the table, as the viewer saw it; the last one unless a ply is named."""
    ply = match.ply - 1 if ply is None else ply
    return total(told(match, viewer)[ply]) if ply >= 0 else []


def reference(match: Match, seat: int | None) -> list[str]:
    """All components with what is left of each, as far as the viewer can know; empty for games whose table shows it."""
    book = match.game.rulebook
    return book.reference.reference(book.state.proxy(match.redacted(seat)), match.names)


def svg(match: Match, seat: int | None, theme: str, layout: str) -> str:
    """The whole table as one stand-alone picture."""
    from ..draw import sheet

    table = match.game.rulebook.table
    drawn: str = sheet.svg(table.table(view(match, seat), layout), table.DEFS, table.TOKENS, theme)
    return drawn
