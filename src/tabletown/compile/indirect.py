"""Indirect calls: how drivers that are compiled once for all games call the compiled rules of one game.

`RULES` binds the names that drivers call (`actor`, `legal`, `play` ...) to calls through the table of a handle; see
handles.py. To a driver a handle looks like the position itself. Only the compiler imports this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from ..core.rule import rule
from .handles import ENTRIES

if TYPE_CHECKING:
    from collections.abc import Callable

INTEGER, BYTES = ir.IntType(64), ir.IntType(8).as_pointer()


def _call(context: Any, build: Any, signature: Any, values: Any) -> Any:
    """Call entry `index` of a table: arguments are the table, the index, the address of the position, and the rest."""
    table, index, address, *rest = values
    kinds, arguments = [BYTES], [build.inttoptr(address, BYTES)]
    for kind, value in zip(signature.args[3:], rest, strict=True):
        if isinstance(kind, types.Array):
            array = make_array(kind)(context, build, value)
            kinds += [BYTES, INTEGER]
            arguments += [build.bitcast(array.data, BYTES), build.extract_value(array.shape, 0)]
        else:
            kinds.append(INTEGER)
            arguments.append(context.cast(build, value, kind, types.int64))
    entries = build.inttoptr(table, INTEGER.as_pointer())
    code = build.load(build.gep(entries, [index]))
    function = build.inttoptr(code, ir.FunctionType(INTEGER, kinds).as_pointer())
    return build.call(function, arguments)


@intrinsic
def _call_0(typing, table, index, address):  # type: ignore[no-untyped-def]
    return types.int64(table, types.int64, address), _call


@intrinsic
def _call_1(typing, table, index, address, first):  # type: ignore[no-untyped-def]
    return types.int64(table, types.int64, address, first), _call


@intrinsic
def _call_2(typing, table, index, address, first, second):  # type: ignore[no-untyped-def]
    return types.int64(table, types.int64, address, first, second), _call


@intrinsic
def _call_5(typing, table, index, address, first, second, third, fourth, fifth):  # type: ignore[no-untyped-def]
    return types.int64(table, types.int64, address, first, second, third, fourth, fifth), _call


@intrinsic
def copy_bytes(typing, target, source, size):  # type: ignore[no-untyped-def]
    """Copy `size` bytes between two addresses that don't overlap."""

    def generate(context: Any, build: Any, signature: Any, values: Any) -> Any:
        target, source, size = values
        cgutils.raw_memcpy(build, build.inttoptr(target, BYTES), build.inttoptr(source, BYTES), size, 1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


_CALLS = {0: _call_0, 1: _call_1, 2: _call_2, 5: _call_5}


def _entry(name: str, arguments: tuple[str, ...]) -> Callable[..., Any]:
    """The rule `name(s, ...)` for a handle `s`, written out because a rule has a fixed number of arguments."""
    scope: dict[str, Any] = {"call": _CALLS[len(arguments)], "INDEX": np.int64(list(ENTRIES).index(name))}
    given = ", ".join(arguments)
    source = f"def {name}(s{', ' + given if given else ''}):\n    return call(s.table, INDEX, s.address, {given})\n"
    exec(source, scope)
    made = scope[name]
    made.__module__ = __name__
    return rule(made)  # type: ignore[no-any-return]


@rule
def copy_record(target, index, source, number):  # type: ignore[no-untyped-def]
    """Copy the position behind one handle to that of another."""
    copy_bytes(target[index].address, source[number].address, target[index].size)


RULES: dict[str, Callable[..., Any]] = {name: _entry(name, arguments) for name, arguments in ENTRIES.items()}
RULES["copy_record"] = copy_record
