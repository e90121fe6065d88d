"""Mutation testing of a game: change one thing in its rules, views or words at a time, and see whether a test fails.

.venv/bin/python tools/mutants.py machi-koro --sample 200 --workers 2

Each mutant runs the tests of its game in a process of its own, on interpreted rules, until one of them fails. The
mutated source is put in place of a module when it is imported; no file is written. A mutant that no test fails is a
missing test, or changes nothing that can be seen.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import io
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "view.py", "text")
LIMIT = 300
"""After how many seconds a mutant counts as caught: a game without an end is found by waiting."""

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATIONS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult}


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the number of the change among all of that file, the line, and what was done."""

    file: str
    number: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.what}"


# ------------------------------------------------------------------ making mutants


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """What a node of a function can be replaced with, each with a word on it."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        other = copy.copy(node)
        other.ops = [COMPARISONS[type(node.ops[0])](), *node.ops[1:]]
        yield other, f"{ast.unparse(node)} -> {ast.unparse(other)}"
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        other = copy.copy(node)
        other.op = OPERATIONS[type(node.op)]()
        yield other, f"{ast.unparse(node)} -> {ast.unparse(other)}"
    elif isinstance(node, ast.BoolOp):
        other = copy.copy(node)
        other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield other, f"{ast.unparse(node)} -> {ast.unparse(other)}"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand, f"{ast.unparse(node)} -> {ast.unparse(node.operand)}"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.copy_location(ast.Constant(node.value + 1), node), f"{node.value} -> {node.value + 1}"
    elif isinstance(node, ast.IfExp):
        yield node.body, f"{ast.unparse(node)} -> {ast.unparse(node.body)}"
    elif isinstance(node, (ast.Assign, ast.AugAssign)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield ast.copy_location(ast.Pass(), node), f"without {ast.unparse(node)}"
    elif isinstance(node, ast.If) and not isinstance(node.test, ast.Compare):
        other = copy.copy(node)
        other.test = ast.UnaryOp(ast.Not(), node.test)
        yield other, f"if {ast.unparse(node.test)} -> if not"


class _Mutator(ast.NodeTransformer):
    """Walks the functions of a module and counts its changes; makes the one with the number `wanted`."""

    def __init__(self, wanted: int | None) -> None:
        self.wanted = wanted
        self.found: list[tuple[int, str]] = []
        self._inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._inside += 1
        node.body = [self.visit(part) for part in node.body]
        self._inside -= 1
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit(self, node: ast.AST) -> ast.AST:
        if self._inside:
            for other, what in _changes(node):
                self.found.append((getattr(node, "lineno", 0), what))
                if self.wanted == len(self.found) - 1:
                    return other
        found: ast.AST = super().visit(node)
        return found


def mutants_of(file: Path) -> list[Mutant]:
    """All changes of a file."""
    mutator = _Mutator(None)
    mutator.visit(ast.parse(file.read_text(encoding="utf-8")))
    name = str(file.relative_to(ROOT))
    return [Mutant(name, number, line, what) for number, (line, what) in enumerate(mutator.found)]


# ------------------------------------------------------------------ running them


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutated module where the mutated file would be imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._path = ROOT / mutant.file
        parts = Path(mutant.file).with_suffix("").parts[1:]
        self._name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        spec = importlib.util.spec_from_file_location(fullname, self._path, loader=self)
        assert spec is not None
        return spec

    def exec_module(self, module: ModuleType) -> None:
        tree = _Mutator(self._mutant.number).visit(ast.parse(self._path.read_text(encoding="utf-8")))
        exec(compile(ast.fix_missing_locations(tree), self._path, "exec"), module.__dict__)


def _test(mutant: Mutant, tests: Sequence[str]) -> None:
    """Run the tests against a mutant in this process, which ends with 0 if none of them fails."""
    sys.meta_path.insert(0, _Finder(mutant))
    sys.path.insert(0, str(ROOT / "src"))
    os.chdir(ROOT)
    os.environ["TABLETOWN_ENGINE"] = "interpreted"
    import pytest

    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests])
    os._exit(int(code))


def survives(mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether all tests pass with a mutant in place."""
    process = multiprocessing.get_context("fork").Process(target=_test, args=(mutant, tests))
    process.start()
    process.join(LIMIT)
    if process.exitcode is None:
        process.kill()
        process.join()
    return process.exitcode == 0


def tests_of(game: str) -> list[str]:
    """The tests that must notice: those of the game itself, and its golden games."""
    return [
        f"tests/games/{game.replace('-', '_')}",
        "tests/golden/test_golden.py",
        "-k",
        game.replace("-", "_") + " or " + game,
    ]


def main() -> None:
    """Run mutants of one game and list those that survive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--rooms", nargs="*", default=ROOMS, help="files and folders of the game's folder")
    parser.add_argument("--sample", type=int, default=0, help="try only so many of the mutants, drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    arguments = parser.parse_args()
    folder = ROOT / "src/tabletown/games" / arguments.game.replace("-", "_")
    files = [file for room in arguments.rooms for file in sorted([folder / room, *(folder / room).glob("*.py")])]
    found = [mutant for file in files if file.is_file() for mutant in mutants_of(file)]
    if arguments.sample:
        found = sorted(random.Random(arguments.seed).sample(found, min(arguments.sample, len(found))), key=str)
    if arguments.list:
        print("\n".join(map(str, found)))
        return
    tests, began, alive = tests_of(arguments.game), time.monotonic(), 0
    with ProcessPoolExecutor(arguments.workers) as pool:
        for done, (mutant, survived) in enumerate(
            zip(found, pool.map(survives, found, [tests] * len(found)), strict=True), 1
        ):
            alive += survived
            if survived:
                print(f"survives: {mutant}", flush=True)
            if sys.stderr.isatty() or done % 25 == 0:
                print(f"{done} of {len(found)}, {alive} survive, {time.monotonic() - began:.0f} s", file=sys.stderr)
    killed = len(found) - alive
    print(f"{arguments.game}: {killed} of {len(found)} mutants killed ({100 * killed / max(1, len(found)):.1f}%)")


if __name__ == "__main__":
    main()
