"""The values of a game as a second record, handed down through every rule: code that plays any values, compiled once.

Rules stay as they are written, with values as module globals. `ValueRecord` reads the source of each rule from which a
value is reached, gives it one more argument in front, replaces the names of values by fields of that argument and
passes it on in calls of other such rules. The results are ordinary rules again, which any loader takes. A rule that
reaches no value is left as it is.

    values = ValueRecord(book)
    values.dtype                      # the record of values
    values.block(variant)             # the values of a variant, an array of one record
    values.rule(book.rules.play)      # play(values_, s, move)
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .rule import SOURCE, Numbers, is_rule, is_value, names_in, rule, unbound

if TYPE_CHECKING:
    from .game import Rulebook

ARGUMENT = "values_"
"""The name of the argument that holds the values."""


class ValueRecord:
    """The values that the rules of a printed game see, and its rules with those values as an argument."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._fields: dict[str, Any] = {}
        self._field_of: dict[int, str] = {}
        self._seen_in: dict[str, tuple[str, str]] = {}
        self._reaching: dict[Any, bool] = {}
        self._made: dict[Any, Callable[..., Any]] = {}
        for function in book.compiled_rules.values():
            self.reaches_values(function)

    # -------------------------------------------------------------- the record of values

    @property
    def dtype(self) -> np.dtype:
        return np.dtype([(name, "i8", _room(value)) for name, value in self._fields.items()], align=True)

    def block(self, book: Rulebook) -> np.ndarray:
        """The values of the printed game or of a variant, as an array of one record."""
        out = np.zeros(1, self.dtype)
        for name, (module, constant) in self._seen_in.items():
            here = sys.modules[book.package + module.removeprefix(self._book.package)]
            value = np.asarray(getattr(here, constant))
            place: Any = (0, *map(slice, value.shape))
            out[name][place] = value
        return out

    def _field(self, function: types.FunctionType, name: str, value: Any) -> str:
        """The field of a value; two of the same name, from two modules, are told apart by a number."""
        if id(value) not in self._field_of:
            free = next(f for n in range(1, 99) if (f := name if n == 1 else f"{name}_{n}") not in self._fields)
            self._fields[free] = value
            self._field_of[id(value)] = free
            self._seen_in[free] = (function.__module__, name)
        return self._field_of[id(value)]

    # -------------------------------------------------------------- the rules

    def _meaning(self, function: types.FunctionType, name: str) -> Any:
        value = function.__globals__.get(name)
        return self._book.compiled_rules.get(name) if value is unbound else value

    def reaches_values(self, function: Callable[..., Any]) -> bool:
        """Whether a rule, or one that it calls, sees a value; if so it takes the record of values as an argument."""
        assert isinstance(function, types.FunctionType)
        if function not in self._reaching:
            self._reaching[function] = False
            found = False
            for name in sorted(set(names_in(function.__code__))):
                value = self._meaning(function, name)
                if is_value(value):
                    self._field(function, name, value)
                    found = True
                elif is_rule(value):
                    found = self.reaches_values(value) or found
            self._reaching[function] = found
        return self._reaching[function]

    def rule(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The rule with the record of values as its first argument; unchanged if it reaches none."""
        if not self.reaches_values(function):
            return function
        if function not in self._made:
            self._made[function] = self._rewritten(function)
        return self._made[function]

    def _rewritten(self, function: Any) -> Callable[..., Any]:
        scope, rules, fields = dict(function.__globals__), set(), {}
        for name in set(names_in(function.__code__)):
            value = self._meaning(function, name)
            if is_value(value):
                fields[name] = self._field(function, name, value)
            elif is_rule(value) and self.reaches_values(value):
                rules.add(name)
                scope[name] = self.rule(value)
        written = getattr(function, SOURCE, None)
        lines, first = ([written], 1) if written else inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
        definition = tree.body[0]
        if not isinstance(definition, ast.FunctionDef) or definition.name != function.__name__:
            raise RuntimeError(f"{function.__module__} was edited after it was imported; start again")
        definition.decorator_list = []
        definition.body = [_Rewriting(rules, fields).visit(step) for step in definition.body]
        definition.args.args.insert(0, ast.arg(ARGUMENT))
        ast.increment_lineno(ast.fix_missing_locations(tree), first - 1)
        file = "<declaration>" if written else inspect.getsourcefile(function) or ""
        exec(compile(tree, file, "exec"), scope)
        made: Any = scope[function.__name__]
        made.__module__, made.__qualname__ = function.__module__, f"{function.__qualname__} with values"
        return rule(made)  # type: ignore[no-any-return]


class _Rewriting(ast.NodeTransformer):
    """Names of values become fields of the argument; calls of rules that need it pass it on."""

    def __init__(self, rules: set[str], fields: Mapping[str, str]) -> None:
        self._rules, self._fields = rules, fields

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._fields and isinstance(node.ctx, ast.Load):
            record = ast.Name(ARGUMENT, ast.Load())
            return ast.copy_location(ast.Attribute(record, self._fields[node.id], ast.Load()), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self._rules:
            node.args.insert(0, ast.Name(ARGUMENT, ast.Load()))
        return node


def _room(value: Any) -> tuple[int, ...]:
    return (value.room or value.shape) if isinstance(value, Numbers) else ()


@cache
def value_record_of(book: Rulebook) -> ValueRecord:
    """The values of a printed game."""
    return ValueRecord(book)
