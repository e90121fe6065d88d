"""A unit of native code: functions that are compiled together and kept in one object file.

Every game has one unit with all its rules. The drivers of bots and environments reach positions through handles (see
handles.py), so they don't depend on a game's record and are one unit each, whatever games there are.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..core.rule import fingerprint


@dataclass(frozen=True)
class Array:
    """An argument that is a C-contiguous array; a C caller passes its address and its shape."""

    dtype: Any
    ndim: int = 1


@dataclass(frozen=True)
class Record:
    """An argument that is one record; a C caller passes its address."""

    dtype: Any


PREFIX = "tabletown_"
"""What the symbols of exported functions begin with."""

Argument = type | Array | Record | tuple["Argument", ...]
"""int and float stand for themselves, np.uint64 for an unsigned integer; a tuple is handed over part by part."""


@dataclass(frozen=True)
class Export:
    """A function of a unit that can be called from outside; it returns an integer unless `returns` is false."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Argument, ...]
    returns: bool = True


@dataclass(frozen=True, eq=False)
class Unit:
    """What is compiled together.

    `origin` says where another process finds the unit: `module:name`, or `game:package`. `bind` gives the rules for the
    names that the exports leave unbound; `made_from` is what goes into the key beside the exports: rules, or source
    files of modules that only the compiler imports.
    """

    name: str
    title: str
    origin: str
    exports: tuple[Export, ...]
    bind: Callable[[], Mapping[str, Callable[..., Any]]]
    made_from: tuple[Callable[..., Any] | Path, ...]

    @cached_property
    def key(self) -> str:
        """A hash of everything that the compiled code depends on, so that stale code can never run."""
        from llvmlite import binding

        files = [BUILDER_SOURCE, *(entry for entry in self.made_from if isinstance(entry, Path))]
        rules = [entry for entry in self.made_from if not isinstance(entry, Path)]
        code = fingerprint([*rules, *(entry.function for entry in self.exports)])
        shapes = [(entry.name, [_described(a) for a in entry.arguments], entry.returns) for entry in self.exports]
        versions = [importlib.metadata.version(package) for package in ("numba", "llvmlite", "numpy")]
        processor = [binding.get_process_triple(), *_processor()]
        text = repr([code, [file.read_bytes() for file in files], shapes, versions, processor, sys.version])
        return hashlib.sha256(text.encode()).hexdigest()[:20]


BUILDER_SOURCE = Path(__file__).with_name("builder.py")


def _processor() -> list[str]:
    """The processor that is compiled for, with its features: this one, or what Numba's own variables name.

    NUMBA_CPU_NAME=generic makes code that runs on every processor of the architecture: for an image that is built on
    one machine and runs on another.
    """
    from llvmlite import binding

    name = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    features = "" if name == "generic" else binding.get_host_cpu_features().flatten()
    return [name, os.environ.get("NUMBA_CPU_FEATURES") or features]


def _described(argument: Argument) -> str:
    if isinstance(argument, tuple):
        return f"({', '.join(_described(part) for part in argument)})"
    if isinstance(argument, (Array, Record)):
        return f"{argument.__class__.__name__} {np.dtype(argument.dtype).descr} {getattr(argument, 'ndim', 0)}"
    return argument.__name__
