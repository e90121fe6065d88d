"""A rule is a plain Python function over one record; this module turns a set of them into other targets.

`@rule` leaves the function as it is: calling it runs it interpreted. A `Loader` clones a rule and all rules
it calls, with each callee replaced by its clone, so that the same source becomes native code or a device
function. Rules see other rules and constants as module globals, imported by name.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "__tabletown_rule__"


def rule(function: F) -> F:
    """Mark a function as a rule: integers and fixed arrays only, so that every target accepts it."""
    setattr(function, _MARK, True)
    return function


def is_rule(thing: object) -> bool:
    return isinstance(thing, types.FunctionType) and hasattr(thing, _MARK)


def unbound(*_: Any) -> Any:
    """Stands in a driver for a rule of the game that a loader binds it to."""
    raise RuntimeError("a driver runs only when a loader has bound it to a game")


def constants(values: Any) -> np.ndarray:
    """A read-only table of integers for use inside rules; 64 bits wide, so that no target overflows first."""
    table = np.array(values, dtype=np.int64)
    table.setflags(write=False)
    return table


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


class Loader:
    """Clones rules for one target.

    `jit` compiles a clone, `constant` converts a constant table, `bound` gives the rules of a game for the names that a
    driver leaves unbound. `loaded` are the clones so far, by the rule they were made from.
    """

    def __init__(
        self,
        jit: Callable[[Callable[..., Any]], Callable[..., Any]],
        bound: Mapping[str, Callable[..., Any]],
        constant: Callable[[np.ndarray], Any] = lambda table: table,
    ) -> None:
        self._jit = jit
        self._bound = bound
        self._constant = constant
        self.loaded: dict[types.FunctionType, Any] = {}

    def load(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The clone of a rule for this target; every rule is cloned once."""
        assert isinstance(function, types.FunctionType)
        if function not in self.loaded:
            self.loaded[function] = self._jit(self.clone(function))
        return self.loaded[function]  # type: ignore[no-any-return]

    def clone(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A copy of a function whose globals are this target's; not compiled."""
        assert isinstance(function, types.FunctionType)
        scope = dict(function.__globals__)
        for name in _names(function.__code__):
            value = scope.get(name)
            if value is unbound:
                scope[name] = self.load(self._bound[name])
            elif isinstance(value, types.FunctionType) and is_rule(value):
                scope[name] = self.load(value)
            elif isinstance(value, np.ndarray):
                scope[name] = self._constant(value)
        copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        return copy


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """A hash of everything that compiled rules are made from: the code of each rule reached and the constants it sees.

    Texts, pictures and comments may change without a new compilation; a card's cost may not.
    """
    digest = hashlib.sha256()
    seen: set[types.FunctionType] = set()
    waiting = [f for f in functions if isinstance(f, types.FunctionType)]
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        code = function.__code__
        digest.update(f"{function.__module__}.{function.__qualname__} {code.co_consts} {code.co_names}".encode())
        digest.update(code.co_code)
        for name in sorted(set(_names(code))):
            value = function.__globals__.get(name)
            if isinstance(value, types.FunctionType):
                waiting.append(value)
            elif isinstance(value, np.ndarray):
                digest.update(name.encode() + value.tobytes())
            elif isinstance(value, (int, float, tuple, np.generic)):
                digest.update(f"{name}={value!r}".encode())
    return digest.hexdigest()[:20]


def interpreted_loader(bound: Mapping[str, Callable[..., Any]]) -> Loader:
    """Plain Python clones whose constant tables give Python integers, which is faster and never overflows."""
    return Loader(lambda f: f, bound, lambda table: memoryview(table) if table.dtype == np.int64 else table)
