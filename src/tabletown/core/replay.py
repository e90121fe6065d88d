"""What the rules did within a move: the move is played again, and the calls of chosen rules are written down.

Words are told from these calls, so that nothing is worked out a second time: what was paid is what the rule that pays
has moved from one purse to another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from .rule import Loader


class Call:
    """One call of a rule: its name, its arguments after the record, what it returned, and the record before and after.

    `caller` is the watched rule that called it, directly or through others; None for the outermost one.
    """

    def __init__(self, s: Any, name: str, args: tuple[int, ...], caller: Call | None) -> None:
        self.name = name
        self.args = args
        self.caller = caller
        self.result: Any = None
        self._record = s
        self._before: bytes = s.array.tobytes()
        self._after = b""

    def ended(self, result: Any) -> None:
        self.result = result
        self._after = self._record.array.tobytes()

    # Most positions are never looked at, so they are kept as bytes until then.

    @cached_property
    def before(self) -> Any:
        return self._position(self._before)

    @cached_property
    def after(self) -> Any:
        return self._position(self._after)

    def _position(self, kept: bytes) -> Any:
        return type(self._record)(np.frombuffer(bytearray(kept), self._record.array.dtype))

    def within(self, name: str) -> bool:
        """Whether this happened inside a call of the rule of that name."""
        return self.caller is not None and (self.caller.name == name or self.caller.within(name))


class _Recording(threading.local):
    """The calls that one thread is writing down, and those among them that have not ended."""

    calls: list[Call]
    open: list[Call]


class Replay:
    """A rule that can be played again while the calls of `watched` rules are written down, in the order they began."""

    def __init__(self, play: Callable[..., Any], *watched: Callable[..., Any]) -> None:
        self._watched = {(rule.__module__, rule.__qualname__) for rule in watched}
        self._recording = _Recording()
        loader = Loader(self._watch, {}, lambda table: memoryview(table) if table.dtype == np.int64 else table)
        self._play = loader.load(play)

    def __call__(self, position: Any, *args: int) -> list[Call]:
        """Carry the rule out on a copy of the position; what the watched rules did."""
        self._recording.calls, self._recording.open = [], []
        self._play(position.copy(), *args)
        return self._recording.calls

    def _watch(self, clone: Callable[..., Any]) -> Callable[..., Any]:
        if (clone.__module__, clone.__qualname__) not in self._watched:
            return clone
        name, recording = clone.__name__, self._recording

        def recorded(s: Any, *args: Any) -> Any:
            callers = recording.open
            call = Call(s, name, tuple(map(int, args)), callers[-1] if callers else None)
            recording.calls.append(call)
            callers.append(call)
            call.ended(clone(s, *args))
            callers.pop()
            return call.result

        return recorded
