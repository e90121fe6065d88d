"""The cache of compiled code: units of native code on disk, loaded into this process or compiled in another one.

Compilation always happens in a process of its own and its result is loaded from the disk. Code that Numba compiles in a
process ran slower there than the same code loaded from a file, probably because every rule exists several times there,
once for each function it was linked into, and the first copy that was made serves all callers, without any inlining.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from filelock import FileLock, Timeout

from ..core.errors import TabletownError
from .turns import Turns
from .unit import PREFIX, Argument, Array, Record, Unit

BUILDER = "tabletown.compile.builder"
POLL_SECONDS = 0.1

Report = Callable[["Progress"], None]


class CompilationFailed(TabletownError, RuntimeError):
    """The compiler ended without a result."""


@dataclass(frozen=True)
class Progress:
    """How far the compilation of a unit is: `share` goes from 0 to 1, `step` says what is being done."""

    unit: Unit
    step: str
    share: float


# ------------------------------------------------------------------ on disk


def cache_root() -> Path:
    """Where compiled code is kept: TABLETOWN_CACHE, or the user's cache folder."""
    given = os.environ.get("TABLETOWN_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(given) if given else Path(base) / "tabletown"


def folder_of(unit: Unit) -> Path:
    """The folder of a unit's compiled code, named by everything that the code depends on."""
    return cache_root() / f"{unit.name}-{unit.key}"


def is_compiled(unit: Unit) -> bool:
    return (folder_of(unit) / "code.o").exists()


def progress_of(unit: Unit) -> Progress | None:
    """How far the compilation is, in whichever process it happens; None if nobody compiles the unit."""
    try:
        told = json.loads((folder_of(unit) / "progress.json").read_text())
    except (OSError, ValueError):
        return None
    return None if is_compiled(unit) else Progress(unit, told["step"], told["share"])


def compile_unit(unit: Unit, report: Report = lambda progress: None) -> None:
    """Have a unit compiled, unless it is in the cache already; processes that want the same wait for the first."""
    folder = folder_of(unit)
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    while not is_compiled(unit):
        try:
            with lock.acquire(timeout=POLL_SECONDS):
                if not is_compiled(unit):
                    _run_builder(unit, folder, report)
        except Timeout:  # another process compiles it
            report(progress_of(unit) or Progress(unit, "rules", 0.0))
    report(Progress(unit, "ready", 1.0))


def _run_builder(unit: Unit, folder: Path, report: Report) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", BUILDER, unit.origin, str(folder)]
    with (folder / "errors.txt").open("w+") as errors:
        # The builder ends when its standard input does: it doesn't outlive a process that was killed.
        worker = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=errors, stderr=errors)
        try:
            while worker.poll() is None:
                time.sleep(POLL_SECONDS)
                report(progress_of(unit) or Progress(unit, "rules", 0.0))
        finally:
            worker.kill()
        errors.seek(0)
        said = errors.read().strip()
    (folder / "progress.json").unlink(missing_ok=True)
    if not is_compiled(unit):
        last = said.splitlines()[-1] if said else f"exit status {worker.returncode}"
        raise CompilationFailed(f"The native code of {unit.title} could not be compiled: {last}")


# ------------------------------------------------------------------ in this process


class Library:
    """The compiled functions of a unit, loaded into this process."""

    def __init__(self, unit: Unit) -> None:
        from llvmlite import binding

        _initialise_llvm()
        code = binding.ObjectFileRef.from_data((folder_of(unit) / "code.o").read_bytes())
        machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(jit=True)
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        self._engine.add_object_file(code)
        self._engine.finalize_object()
        self._exports = {entry.name: entry for entry in unit.exports}

    def address(self, name: str) -> int:
        """The address of a function."""
        return int(self._engine.get_function_address(PREFIX + name))

    def function(self, name: str) -> Callable[..., int]:
        """A function as ctypes calls it: records by address, arrays by address and shape. It releases the GIL."""
        arguments = [kind for argument in self._exports[name].arguments for kind in _c_types(argument)]
        return ctypes.CFUNCTYPE(ctypes.c_int64, *arguments)(self.address(name))


class Code(Protocol):
    """Compiled functions that can be called, or handed to other compiled code by their addresses."""

    def address(self, name: str) -> int: ...
    def function(self, name: str) -> Callable[..., int]: ...


class WithValues:
    """The functions of a unit that takes values, bound to one record of them: they are called like those of a game.

    For each function a few instructions are made that put the address of the values in front of the other arguments.
    """

    def __init__(self, unit: Unit, code: Library, values: np.ndarray) -> None:
        from llvmlite import binding, ir

        self._values = values
        self._code = code
        integer, data = ir.IntType(64), ir.IntType(8).as_pointer()
        module = ir.Module(unit.name)
        module.triple = binding.get_process_triple()
        self._arguments: dict[str, list[Any]] = {}
        self._bound = set()
        for export in unit.exports:
            taken = isinstance(export.arguments[0], Record) and export.arguments[0].dtype == values.dtype
            own = export.arguments[1:] if taken else export.arguments
            self._arguments[export.name] = [kind for argument in own for kind in _c_types(argument)]
            if taken:
                self._bound.add(export.name)
                kinds = [_llvm_type(kind, ir) for kind in self._arguments[export.name]]
                made = ir.Function(module, ir.FunctionType(integer, kinds), PREFIX + export.name)
                build = ir.IRBuilder(made.append_basic_block())
                called = ir.FunctionType(integer, [data, *kinds]).as_pointer()
                target = build.inttoptr(integer(code.address(export.name)), called)
                front = build.inttoptr(integer(values.ctypes.data), data)
                build.ret(build.call(target, [front, *made.args], tail=True))
        machine = binding.Target.from_triple(module.triple).create_target_machine(jit=True, opt=1)
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(str(module)), machine)
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        if name in self._bound:
            return int(self._engine.get_function_address(PREFIX + name))
        return self._code.address(name)

    def function(self, name: str) -> Callable[..., int]:
        return ctypes.CFUNCTYPE(ctypes.c_int64, *self._arguments[name])(self.address(name))


def _llvm_type(kind: Any, ir: Any) -> Any:
    if kind is ctypes.c_void_p:
        return ir.IntType(8).as_pointer()
    return ir.DoubleType() if kind is ctypes.c_double else ir.IntType(64)


@cache
def _initialise_llvm() -> None:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def _c_types(argument: Argument) -> list[Any]:
    if isinstance(argument, tuple):
        return [kind for part in argument for kind in _c_types(part)]
    if isinstance(argument, Array):
        return [ctypes.c_void_p, *[ctypes.c_int64] * argument.ndim]
    if isinstance(argument, type):
        return [{int: ctypes.c_int64, float: ctypes.c_double}.get(argument, ctypes.c_uint64)]
    return [ctypes.c_void_p]


def flat(arguments: Sequence[Any]) -> list[Any]:
    """The arguments of a compiled function as C takes them: an array becomes its address and its shape, a tuple its
    parts.
    """
    found: list[Any] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            found += [argument.ctypes.data, *argument.shape]
        elif isinstance(argument, tuple):
            found += flat(argument)
        else:
            found.append(argument)
    return found


_lock = threading.Lock()
_loaded: dict[str, Library] = {}
_workers: dict[str, threading.Thread] = {}
_turns = Turns()


def loaded(unit: Unit) -> Library | None:
    """The compiled unit if it is in this process already."""
    return _loaded.get(unit.key)


def library(unit: Unit, report: Report = lambda progress: None) -> Library:
    """The compiled unit, now: from this process, from the disk, or compiled while the caller waits."""
    found = _loaded.get(unit.key)
    if found is None:
        compile_unit(unit, report)
        with _lock:
            found = _loaded.get(unit.key) or Library(unit)
            _loaded[unit.key] = found
    return found


def prepare(*units: Unit) -> threading.Thread:
    """Get units ready in the background; join the thread to wait for them.

    However many are asked for, by however many processes, one is compiled at a time, in this process the one that was
    asked for last. Whoever waits for a unit (`library`, `compile_unit`) does not queue here.
    """
    name = " ".join(unit.key for unit in units)
    _turns.want(name)
    with _lock:
        worker = _workers.get(name)
        if worker is None:
            worker = threading.Thread(target=_prepare, args=(name, units), name=f"compile {units[0].name}", daemon=True)
            _workers[name] = worker
            worker.start()
    return worker


def _prepare(name: str, units: Sequence[Unit]) -> None:
    for unit in units:
        if not is_compiled(unit):
            cache_root().mkdir(parents=True, exist_ok=True)
            with _turns.turn(name), FileLock(cache_root() / "background.lock"):
                compile_unit(unit)
        library(unit)
