"""Compile a unit to an object file: Numba turns every rule into LLVM code once, LLVM optimises all of it once.

Left to itself Numba optimises and links every function as soon as it is compiled, together with everything the function
calls, so a rule at the bottom is optimised again with each of its callers. Here each function is only translated; the
translations are linked into one module, in which everything but the exports is private, and that module is optimised
and turned into machine code. Since this changes how Numba works, it happens in a process of its own:

    python -m tabletown.compile.builder ORIGIN FOLDER

The object file is written to FOLDER/code.o. FOLDER/progress.json says how far the work is.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import _dynfunc, from_dtype, njit, types
from numba.core import codegen
from numba.core.registry import cpu_target
from numba.np import arrayobj

from ..core.rule import Loader
from .unit import PREFIX, Argument, Array, Export, Record, Unit

OPTIONS = {"error_model": "numpy", "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Rules allocate nothing, so references are not counted; nothing but other rules and C calls them, so no wrappers."""

OPTIMISATION = 2
"""Measured: code as fast as at level 3, and compiled faster."""

INTEGER, BYTES = ir.IntType(64), ir.IntType(8).as_pointer()


class TranslatedLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one function, neither optimised nor linked with what it calls."""

    report: Callable[[], None] = staticmethod(lambda: None)

    def add_llvm_module(self, module: Any) -> None:
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True
        self.report()

    def get_pointer_to_function(self, name: str) -> int:
        return 0


def translate_only(report: Callable[[], None]) -> Any:
    """Make Numba translate without optimising; returns its context for the processor."""
    context = cpu_target.target_context
    context.refresh()
    context.codegen()._library_class = TranslatedLibrary
    context.codegen().set_env = lambda name, env: None
    context.get_executable = _no_executable
    TranslatedLibrary.report = staticmethod(report)
    return context


def _no_executable(library: Any, description: Any, env: Any) -> Any:
    """Numba knows a compiled function by an object that would call it; this one is never called."""
    name = description.qualname.rpartition(".")[2]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, env, (library,))


class Builder:
    """The compilation of one unit."""

    def __init__(self, unit: Unit, report: Callable[[str, float], None]) -> None:
        self._unit = unit
        self._report = report
        self._loader = Loader(lambda function: njit(**OPTIONS)(function), unit.bind())
        self._context = translate_only(self._translated)
        self._codegen = self._context.codegen()
        self._dispatchers = [self._loader.load(export.function) for export in unit.exports]

    def _translated(self) -> None:
        """Report, after each translated function, how many of the unit's rules are done."""
        rules = list(self._loader.loaded.values())
        done = sum(1 for rule in rules if rule.overloads)
        self._report("rules", 0.75 * done / len(rules))

    def build(self) -> bytes:
        """The unit as an object file."""
        results = [
            self._compile(dispatcher, e) for dispatcher, e in zip(self._dispatchers, self._unit.exports, strict=True)
        ]
        module = self._link(results)
        self._report("optimising", 0.8)
        passes = self._codegen._pass_builder(opt=OPTIMISATION, loop_vectorize=True, slp_vectorize=False)
        passes.getModulePassManager().run(module, passes)
        self._report("machine code", 0.95)
        return self._codegen._tm.emit_object(module)  # type: ignore[no-any-return]

    def _compile(self, dispatcher: Any, export: Export) -> Any:
        arguments = tuple(_numba_type(argument) for argument in export.arguments)
        dispatcher.compile((types.int64 if export.returns else types.void)(*arguments))
        return dispatcher.overloads[arguments]

    def _link(self, results: list[Any]) -> Any:
        """One module of the exports and of all functions they reach; everything else in it is private."""
        module = llvm.parse_assembly(str(self._exports(results)))
        module.data_layout = self._codegen._data_layout
        waiting, linked = [result.library for result in results], set()
        while waiting:
            library = waiting.pop()
            if library not in linked:
                linked.add(library)
                waiting += library._linking_libraries
                module.link_in(library._final_module, preserve=True)
        for function in module.functions:
            if not function.is_declaration and not function.name.startswith(PREFIX):
                function.linkage = "internal"
        module.verify()
        return module

    def _exports(self, results: list[Any]) -> ir.Module:
        module = ir.Module(self._unit.name)
        module.triple = llvm.get_process_triple()
        module.data_layout = self._codegen._data_layout
        for export, result in zip(self._unit.exports, results, strict=True):
            self._export(module, export, result.fndesc)
        return module

    def _export(self, module: ir.Module, export: Export, description: Any) -> None:
        """A C function that calls a translated one: records by address, arrays by address and shape."""
        kinds = [kind for argument in export.arguments for kind in _c_types(argument)]
        function = ir.Function(module, ir.FunctionType(INTEGER, kinds), PREFIX + export.name)
        build = ir.IRBuilder(function.append_basic_block())
        given = iter(function.args)
        values = [self._value(build, kind, given) for kind in description.argtypes]
        target = self._context.declare_function(module, description)
        call = self._context.call_conv.call_function
        _, result = call(build, target, description.restype, description.argtypes, values)
        build.ret(result if export.returns else INTEGER(0))

    def _value(self, build: ir.IRBuilder, kind: Any, given: Any) -> Any:
        """A Numba value from the C arguments that stand for it."""
        if isinstance(kind, types.BaseTuple):
            return self._context.make_tuple(build, kind, [self._value(build, part, given) for part in kind])
        if isinstance(kind, types.Record):
            return build.bitcast(next(given), self._context.get_value_type(kind))
        if not isinstance(kind, types.Array):
            return next(given)
        address, shape = next(given), [next(given) for _ in range(kind.ndim)]
        array = arrayobj.make_array(kind)(self._context, build)
        size = INTEGER(self._context.get_abi_sizeof(self._context.get_data_type(kind.dtype)))
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, build.mul(strides[0], length))
        data = build.bitcast(address, array.data.type)
        arrayobj.populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
        return array._getvalue()


def _numba_type(argument: Argument) -> Any:
    if isinstance(argument, tuple):
        return types.Tuple([_numba_type(part) for part in argument])
    if isinstance(argument, Record):
        return from_dtype(argument.dtype)
    if isinstance(argument, Array):
        return types.Array(from_dtype(argument.dtype), argument.ndim, "C")
    return {int: types.int64, float: types.float64}.get(argument, types.uint64)


def _c_types(argument: Argument) -> list[ir.Type]:
    if isinstance(argument, tuple):
        return [kind for part in argument for kind in _c_types(part)]
    if isinstance(argument, Record):
        return [BYTES]
    if isinstance(argument, Array):
        return [BYTES, *[INTEGER] * argument.ndim]
    return [ir.DoubleType() if argument is float else INTEGER]


def find(origin: str) -> Unit:
    """The unit of an origin; see `Unit`."""
    module, _, name = origin.partition(":")
    if module == "game":
        from .native import rules_unit

        return rules_unit(importlib.import_module(name).RULEBOOK)
    found: Unit = getattr(importlib.import_module(module), name)
    return found


def main(origin: str, folder: Path) -> None:
    """Compile a unit into a folder; stops when standard input ends, because then the process that asked has ended."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    last = 0.0

    def report(step: str, share: float) -> None:
        nonlocal last
        if time.monotonic() - last > 0.2:
            last = time.monotonic()
            _write(folder / "progress.json", json.dumps({"step": step, "share": round(share, 3)}).encode())

    _write(folder / "code.o", Builder(find(origin), report).build())


def _end_with_input() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def _write(file: Path, data: bytes) -> None:
    """Write a file in one step: a reader finds the old one or the new one."""
    partial = file.with_suffix(f".{os.getpid()}")
    partial.write_bytes(data)
    partial.replace(file)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
