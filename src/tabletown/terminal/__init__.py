"""Play in the terminal: full screen (Textual), as plain prose, or at a table on a server."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import BadOption
from ..core.match import Match
from .files import default_file, load_match
from .lesson import LessonSession
from .local import LocalSession, seat_names
from .plain import PlainReplay, PlainTable
from .puzzle import PuzzleSession
from .remote import RemoteSession, is_address
from .replay import Replay
from .session import Session

if TYPE_CHECKING:
    from .app import TerminalApp

__all__ = [
    "LessonSession",
    "LocalSession",
    "PuzzleSession",
    "RemoteSession",
    "Session",
    "is_address",
    "load_match",
    "open_table",
    "sit_down",
    "uses_full_screen",
    "walk_through",
]

WITHOUT_SCREEN = (
    "The full screen needs textual, which comes with pip install 'tabletown[tui]'; here is the plain table."
)


def uses_full_screen(plain: bool) -> bool:
    """Whether the full screen can be used: not when plain text is asked for, or in a pipe, or without Textual."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if importlib.util.find_spec("textual") is None:
        sys.stderr.write(f"{WITHOUT_SCREEN}\n")
        return False
    return True


def _run(app: TerminalApp) -> None:
    app.run()
    if app.return_code:
        sys.exit(app.return_code)


def sit_down(match: Match, seats: list[int], bots: list[str], name: str | None) -> LocalSession:
    """A session at a match: people on these seats, bots on the others, one level for all of them or one for each."""
    others = [seat for seat in range(match.game.players) if seat not in seats]
    if len(bots) not in (1, len(others)):
        raise BadOption(f"Name one level for all bots or one for each; there are {len(others)}, not {len(bots)}.")
    levels = dict(zip(others, bots * len(others) if len(bots) == 1 else bots, strict=False))
    if name is not None:
        match.names = seat_names(match.game.players, seats, levels, name)
    return LocalSession(match, seats, levels)


def open_table(session: Session | None, *, plain: bool, file: Path | None, pace: float, **looks: Any) -> None:
    """Play a session in the terminal; without one a game is set up first."""
    if uses_full_screen(plain):
        from .app import TerminalApp

        _run(TerminalApp(session, file=file, pace=pace, **looks))
    elif session is None:
        raise BadOption("Name a game: tabletown play GAME. The games are listed by: tabletown games.")
    else:
        PlainTable(session, file or default_file(session.book), pace if sys.stdout.isatty() else 0).play()


def walk_through(match: Match, *, plain: bool, **looks: Any) -> None:
    """Step through a match in the terminal."""
    replay = Replay(match)
    if uses_full_screen(plain):
        from .app import TerminalApp

        _run(TerminalApp(replay=replay, **looks))
    else:
        PlainReplay(replay).play()
