"""Driving the full screen as a person does, with keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import tabletown as tt
from tabletown import bots
from tabletown.terminal.app import TerminalApp
from tabletown.terminal.local import LocalSession
from tabletown.terminal.table_screen import TableScreen

LONG_ENOUGH = 60


def table_of(app: TerminalApp) -> TableScreen:
    """The table among the screens of an app."""
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen))


async def until(pilot: Any, question: Callable[[], object]) -> None:
    """Let the app go on until something is so."""
    async with asyncio.timeout(LONG_ENOUGH):
        while not question():
            await pilot.pause(0.005)


async def my_turn(pilot: Any) -> TableScreen:
    """Wait until a person is to decide, or the game is over."""
    app = pilot.app
    await until(pilot, lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
    screen = table_of(app)
    await until(pilot, lambda: not screen.acting and (screen.seen["over"] or screen.seen["moves"]))
    return screen


def app_for(match: tt.Match, people: list[int] | None = None, **more: Any) -> TerminalApp:
    """An app at a match whose other seats are played by the quickest bots."""
    seats = people or [0]
    levels = {seat: "greedy" for seat in range(match.game.players) if seat not in seats}
    return TerminalApp(LocalSession(match, seats, levels), **{"pace": 0, "colours": "true", **more})


async def play_by_number(pilot: Any, screen: TableScreen, hurry: bool = False) -> None:
    """Type the number of the move that the greedy bot would play, and Enter; in a hurry pass or be done if possible."""
    session = screen.session
    assert isinstance(session, LocalSession)
    match, moves = session.match, screen.seen["moves"]
    assert match.actor is not None
    wanted = next((move["id"] for move in reversed(moves) if hurry and not move["args"]), None)
    if wanted is None:
        seen = match.redacted(match.actor)
        wanted = bots.choose(bots.bot("greedy"), match.game, seen, match.actor, match.ply).move
    number = [move["id"] for move in moves].index(wanted) + 1
    await pilot.press(*str(number), "enter")


def last_moves(game: str, count: int) -> tt.Match:
    """A finished match of random moves that begins so many before its end."""
    whole = tt.Match(tt.game(game, players=2), seed=1)
    while not whole.over:
        whole.push(whole.random_move())
    moves = [move.id for move in whole.moves[-count:]]
    for _ in moves:
        whole.pop()
    match = tt.Match(whole.game, position=whole.dump(), names=["Ana", "Bram"])
    for move in moves:
        match.push(move)
    return match
