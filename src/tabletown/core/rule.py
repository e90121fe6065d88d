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

SOURCE = "__tabletown_source__"
"""Where a rule that was made from a declaration keeps its source."""


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


class Numbers(np.ndarray):
    """A table of values: what may differ between a printed game and its variants, while the shape stays the same.

    `room` is the shape that the table may grow to; None stands for its own shape.
    """

    room: tuple[int, ...] | None = None


class Number(int):
    """A single value, as `Numbers` is a table of values."""


def numbers(values: Any, room: tuple[int, ...] | None = None) -> Numbers:
    """A table like that of `constants` for values, not structure: a variant of the game may have others.

    The printed game is compiled with them as constants, variants with a record of values; see value_record.py. A table
    whose size follows from values says in `room` how large it can become.
    """
    table = constants(values).view(Numbers)
    table.room = room
    return table


def number(value: int) -> Number:
    """A single integer for use inside rules that is a value, not structure."""
    return Number(value)


def is_value(thing: object) -> bool:
    """Whether a global of a rule is declared by `numbers` or `number`."""
    return isinstance(thing, (Numbers, Number))


def names_in(code: types.CodeType) -> Iterator[str]:
    """The names of globals and attributes that a function uses."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


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
        for name in names_in(function.__code__):
            value = scope.get(name)
            if value is unbound:
                scope[name] = self.load(self._bound[name])
            elif isinstance(value, types.FunctionType) and is_rule(value):
                scope[name] = self.load(value)
            elif isinstance(value, np.ndarray):
                scope[name] = self._constant(value.view(np.ndarray))
            elif isinstance(value, Number):
                scope[name] = int(value)
        copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        return copy


def fingerprint(functions: Iterable[Callable[..., Any]], structure_of: str | None = None) -> str:
    """A hash of everything that compiled rules are made from: the code of each rule reached and the constants it sees.

    Texts, pictures and comments may change without a new compilation; a card's cost may not. With `structure_of`, the
    package of a game, values are left out and its name does not count: variants of a game then have the same hash.
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
        module = function.__module__ if structure_of is None else function.__module__.removeprefix(structure_of)
        digest.update(f"{module}.{function.__qualname__} {code.co_consts} {code.co_names}".encode())
        digest.update(code.co_code)
        for name in sorted(set(names_in(code))):
            value = function.__globals__.get(name)
            if isinstance(value, types.FunctionType):
                waiting.append(value)
            elif structure_of is not None and is_value(value):
                continue
            elif isinstance(value, np.ndarray):
                digest.update(name.encode() + value.tobytes())
            elif isinstance(value, (int, float, tuple, np.generic)):
                digest.update(f"{name}={value!r}".encode())
    return digest.hexdigest()[:20]


def interpreted_loader(bound: Mapping[str, Callable[..., Any]]) -> Loader:
    """Plain Python clones whose constant tables give Python integers, which is faster and never overflows."""
    return Loader(lambda f: f, bound, lambda table: memoryview(table) if table.dtype == np.int64 else table)
