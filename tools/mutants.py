"""Mutation testing of a game: change one thing in its rules, views or words at a time, and see whether a test fails.

.venv/bin/python tools/mutants.py machi-koro --sample 200 --results build/mutants.txt --minutes 8

Called again, it goes on with the mutants that are not in the results yet.

The tests are collected and run once, to see which lines each of them runs. Then each mutant is tried in a fork of that
process, on interpreted rules: the code of the changed function is replaced in memory, and only the tests that run the
changed line are run, those first that caught other mutants, until one fails. What runs while modules are imported is
tried once more in a process that imports the mutated source, by the golden tests too. No file is written.

A mutant that no test fails (`unseen` if no test runs its line) is a missing test, or changes nothing that can be seen.
`equivalent_mutants.toml` lists the latter with the reason; they are left out of the score.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "view.py", "text")
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
SECONDS = 3
"""How many seconds of work a test may take beside ten times its own: a game without an end is found by waiting."""
MEMORY = 6 << 30

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
    """One change: the file, the number of the change among all of that file, where it is, and what was done."""

    file: str
    number: int
    line: int
    last: int
    column: int
    function: str
    code: str
    what: str

    def is_listed(self, entry: dict[str, Any]) -> bool:
        """Whether an entry of `equivalent_mutants.toml` means this one; lines above it may come and go."""
        known = {"file": self.file.split("/", 4)[4], "function": self.function, "code": self.code}
        known |= {"column": self.column, "what": self.what}
        return all(entry[word] == value for word, value in known.items() if word in entry)

    @property
    def lines(self) -> list[tuple[str, int]]:
        """The lines of what is changed."""
        return [(self.file, line) for line in range(self.line, self.last + 1)]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column} {self.what}"


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
        self.found: list[tuple[int, int, int, str, str]] = []
        self._inside: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._inside.append(node.name)
        node.body = [self.visit(part) for part in node.body]
        self._inside.pop()
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit(self, node: ast.AST) -> ast.AST:
        if self._inside:
            for other, what in _changes(node):
                place: Any = node
                end: Any = node.test if isinstance(node, ast.If) else node
                self.found.append((place.lineno, end.end_lineno, place.col_offset, self._inside[-1], what))
                if self.wanted == len(self.found) - 1:
                    return other
        found: ast.AST = super().visit(node)
        return found


def mutants_of(file: Path) -> list[Mutant]:
    """All changes of a file."""
    source = file.read_text(encoding="utf-8")
    mutator = _Mutator(None)
    mutator.visit(ast.parse(source))
    name, lines = str(file.relative_to(ROOT)), source.splitlines()
    found = []
    for number, (line, last, column, function, what) in enumerate(mutator.found):
        code = lines[line - 1]
        column -= len(code) - len(code.lstrip())
        found.append(Mutant(name, number, line, last, column, function, code.strip(), what))
    return found


def mutated(mutant: Mutant) -> CodeType:
    """The code of the module with the change."""
    tree = _Mutator(mutant.number).visit(ast.parse((ROOT / mutant.file).read_text(encoding="utf-8")))
    code: CodeType = compile(ast.fix_missing_locations(tree), ROOT / mutant.file, "exec")
    return code


# ------------------------------------------------------------------ putting one in place


def _functions(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _functions(constant)


def functions_of(folder: Path) -> dict[str, list[FunctionType]]:
    """All functions that are there by now, clones included, by their files. Looking for them takes long."""
    found = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(folder) + os.sep):
            found[thing.__code__.co_filename].append(thing)
    return found


def _replace(mutant: Mutant, functions: Sequence[FunctionType]) -> None:
    """Give every function of the file its code from the mutated source."""
    new = {(code.co_qualname, code.co_firstlineno): code for code in _functions(mutated(mutant))}
    for function in functions:
        old = function.__code__
        other = new.get((old.co_qualname, old.co_firstlineno))
        if (
            other is not None
            and other.co_code + repr(other.co_consts).encode() != old.co_code + repr(old.co_consts).encode()
        ):
            function.__code__ = other


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
        exec(mutated(self._mutant), module.__dict__)


# ------------------------------------------------------------------ which test runs which line


class _Lines:
    """The lines of the game's files that are run while it watches."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._prefix = str(folder) + os.sep
        self._all: dict[CodeType, frozenset[int]] = {}
        self._seen: dict[CodeType, set[int]] = {}

    def __enter__(self) -> _Lines:
        self._seen = {}
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if not code.co_filename.startswith(self._prefix):
            return None
        if code not in self._all:
            self._all[code] = frozenset(line for _, _, line in code.co_lines() if line)
            for inner in _functions(code):
                self._all.setdefault(inner, frozenset(line for _, _, line in inner.co_lines() if line))
        seen = self._seen.setdefault(code, set())
        return None if len(seen) >= len(self._all[code]) - 1 else self._line

    def _line(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any]:
        self._seen[frame.f_code].add(frame.f_lineno)
        return self._line

    def found(self) -> set[tuple[str, int]]:
        """Files, as mutants name them, and lines."""
        prefix = len(str(ROOT)) + 1
        return {
            (code.co_filename[prefix:], line)
            for code, lines in self._seen.items()
            for line in lines | ({min(lines)} if lines else set())
        }


# ------------------------------------------------------------------ running them


def _in_a_fork(work: Callable[[], object], limit: float | None = None) -> tuple[int, Any]:
    """Run something in a fork of this process; its exit status, 0 if it came to its end, and what it returned."""
    with tempfile.TemporaryFile() as results:
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if not child:
            status = 1
            try:
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, 1)
                os.dup2(null, 2)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                pickle.dump(work(), results)
                results.flush()
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        results.seek(0)
        return status, pickle.load(results) if status == 0 else None


Watched = tuple[float, set[tuple[str, int]]]
"""How many seconds of work a test is, and which lines of the game it runs."""


def _state_of(game: Path, tests: Path) -> str:
    """A checksum of the package without the other games, and of a folder of tests: as long as it stays the same, what
    was watched holds."""
    state = hashlib.sha256()
    for folder in (ROOT / "src/tabletown", tests):
        for file in sorted(folder.rglob("*")):
            other = game.parent in file.parents and game not in file.parents
            if file.is_file() and not other and "__pycache__" not in file.parts:
                state.update(f"{file.relative_to(ROOT)} {file.stat().st_size}\n".encode() + file.read_bytes())
    return state.hexdigest()


class _Failed(Exception):
    """A test failed."""


def _run(item: pytest.Item, seconds: float) -> None:
    """Run one test; raises if it fails, and the process is killed if it takes much longer than it should."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS + 10 * seconds)
    before = item.session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    signal.setitimer(signal.ITIMER_PROF, 0)
    if item.session.testsfailed > before:
        raise _Failed(item.nodeid)


class Score:
    """Runs, as a plugin of pytest, all mutants of a game against the collected tests."""

    def __init__(self, mutants: Sequence[Mutant], results: Path | None, lines: _Lines, minutes: float) -> None:
        self.mutants = mutants
        self.verdicts: dict[str, str] = {}
        self._results = results
        self._lines = lines
        self._minutes = minutes
        if results and results.exists():
            for line in results.read_text(encoding="utf-8").splitlines():
                verdict, _, name = line.partition(" ")
                self.verdicts[name] = verdict

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """What is asked of every game is asked of each player count, without options: it takes long."""
        asked = [getattr(item, "callspec", None) for item in items]
        items[:] = [
            item
            for item, call in zip(items, asked, strict=True)
            if call is None or not getattr(call.params.get("game"), "chosen_options", None)
        ]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests: watch them once, then try each mutant."""
        sys.settrace(None)
        self._imported = self._lines.found()
        began = time.monotonic()
        watched = self._watched(session)
        self._items = {item.nodeid: item for item in session.items}
        self._seconds: dict[str, float] = {name: seconds for name, (seconds, _) in watched.items()}
        self._by_line: dict[tuple[str, int], list[str]] = defaultdict(list)
        for name, (_, found) in watched.items():
            for line in found:
                self._by_line[line].append(name)
        self._kills: dict[str, Counter[str]] = defaultdict(Counter)
        print(f"{len(watched)} tests watched in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        self._functions = functions_of(self._lines.folder)
        gc.freeze()
        waiting = [mutant for mutant in self.mutants if str(mutant) not in self.verdicts]
        for mutant in waiting:
            if time.monotonic() - began > 60 * self._minutes:
                break
            verdict = "survives" if self._survives(mutant) else "killed"
            if verdict == "survives" and not self._tests_of(mutant):
                verdict = "unseen"
            self.verdicts[str(mutant)] = verdict
            print(f"{time.monotonic() - began:5.0f} s  {verdict}: {mutant}", file=sys.stderr, flush=True)
            if self._results:
                with self._results.open("a", encoding="utf-8") as file:
                    print(verdict, mutant, file=file)
        return True

    def _watched(self, session: pytest.Session) -> dict[str, Watched]:
        """What each test runs; from the file beside the results where neither the game nor the test has changed."""
        kept = self._results.with_suffix(".watched") if self._results else None
        before: dict[str, tuple[str, Watched]] = pickle.loads(kept.read_bytes()) if kept and kept.exists() else {}
        states = {
            folder: _state_of(self._lines.folder, folder) for folder in {item.path.parent for item in session.items}
        }
        now = {item.nodeid: states[item.path.parent] for item in session.items}
        known = {name: before[name][1] for name, state in now.items() if name in before and before[name][0] == state}
        with tempfile.NamedTemporaryFile("r") as note:
            new = [item for item in session.items if item.nodeid not in known]
            status, found = _in_a_fork(lambda: self._watch(new, Path(note.name)))
            assert status == 0, f"{note.read()} fails without a mutant"
        watched = known | found
        if kept:
            kept.write_bytes(pickle.dumps({name: (now[name], one) for name, one in watched.items()}))
        return watched

    def _watch(self, items: Sequence[pytest.Item], note: Path) -> dict[str, Watched]:
        found = {}
        for item in items:
            note.write_text(item.nodeid)
            with self._lines:
                began = time.process_time()
                _run(item, 600)
                spent = time.process_time() - began
            found[item.nodeid] = (spent, self._lines.found())
        return found

    def _tests_of(self, mutant: Mutant) -> set[str]:
        return {name for line in mutant.lines for name in self._by_line.get(line, [])}

    def _survives(self, mutant: Mutant) -> bool:
        kills = self._kills[mutant.file]
        names = sorted(self._tests_of(mutant), key=lambda name: (self._seconds[name] + 0.02) / (1 + 4 * kills[name]))
        with tempfile.NamedTemporaryFile("r") as note:
            status, _ = _in_a_fork(lambda: self._try(mutant, names, Path(note.name)))
            if status:
                kills[note.read() or "import"] += 1
                return False
        imported = any(line in self._imported for line in mutant.lines)
        if not imported:
            return True
        names = [*names, *(name for name, item in self._items.items() if item.path.parent.name == "golden")]
        return not _in_a_fork(lambda: _import_and_run(mutant, names))[0]

    def _try(self, mutant: Mutant, names: Sequence[str], note: Path) -> None:
        _replace(mutant, self._functions[str(ROOT / mutant.file)])
        for name in names:
            note.write_text(name)
            _run(self._items[name], self._seconds[name])


def _import_and_run(mutant: Mutant, names: Sequence[str]) -> None:
    """Import the game anew, with the mutated file, and run the tests; raises if one fails."""
    for name in [name for name in sys.modules if name.startswith(("tabletown", "tests", "golden", "games"))]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(mutant))
    _no_native_code()
    signal.setitimer(signal.ITIMER_PROF, 600)
    if pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *names]):
        raise _Failed(str(mutant))


def _no_native_code() -> None:
    """Tests that would compile a mutant are skipped: native code is compared with interpreted rules elsewhere."""
    import tabletown.compile.native

    def native(*_: object) -> None:
        pytest.skip("mutants run interpreted")

    tabletown.compile.native.native = native  # type: ignore[assignment]


def tests_of(game: str) -> list[str]:
    """The tests that must notice: those of the game itself, its golden games, and what is asked of every game."""
    name = game.replace("-", "_")
    return [
        f"tests/games/{name}",
        "tests/golden",
        "tests/core/test_every_game.py",
        "-k",
        f"({name} or {game}) and not compiled",
    ]


def equivalent(game: str, mutants: Sequence[Mutant]) -> set[Mutant]:
    """Those that change nothing that can be seen, as the file beside this one lists them."""
    listed = set()
    for entry in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(game, []):
        meant = [mutant for mutant in mutants if mutant.is_listed(entry)]
        if len(meant) != 1:
            raise SystemExit(f"{EQUIVALENT.name}: {len(meant)} mutants of {game} are as this entry says: {entry}")
        listed.add(meant[0])
    return listed


def mutants_in(game: str, rooms: Sequence[str]) -> list[Mutant]:
    """All mutants of some files and folders of a game."""
    folder = ROOT / "src/tabletown/games" / game.replace("-", "_")
    files = [file for room in rooms for file in sorted([folder / room, *(folder / room).glob("*.py")])]
    return [mutant for file in files if file.is_file() for mutant in mutants_of(file)]


def sampled(game: str, rooms: Sequence[str], sample: int, seed: int) -> list[Mutant]:
    """The mutants to try: all that are not equivalent, or so many of them, drawn by lot."""
    found = mutants_in(game, rooms)
    if sample:
        found = sorted(
            random.Random(seed).sample(found, min(sample, len(found))), key=lambda one: (one.file, one.number)
        )
    known = equivalent(game, mutants_in(game, ROOMS))
    return [mutant for mutant in found if mutant not in known]


def main() -> None:
    """Run mutants of one game and list those that survive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--rooms", nargs="*", default=ROOMS, help="files and folders of the game's folder")
    parser.add_argument("--sample", type=int, default=0, help="try only so many of the mutants, drawn by lot")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="a file of verdicts; mutants in it are not tried again")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--only", help="only mutants whose place and change contain this text")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    arguments = parser.parse_args()
    found = sampled(arguments.game, arguments.rooms, arguments.sample, arguments.seed)
    found = [one for one in found if not arguments.only or arguments.only in str(one)]
    if arguments.list:
        print("\n".join(map(str, found)))
        return
    os.chdir(ROOT)
    os.environ["TABLETOWN_ENGINE"] = "interpreted"
    sys.path.insert(0, str(ROOT / "src"))
    lines = _Lines(ROOT / "src/tabletown/games" / arguments.game.replace("-", "_"))
    score = Score(found, arguments.results, lines, arguments.minutes)
    with lines:
        _no_native_code()
        for module in sorted({Path(mutant.file).with_suffix("").parts[1:] for mutant in found}):
            importlib.import_module(".".join(module).removesuffix(".__init__"))
        pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", *tests_of(arguments.game)], [score])
    verdicts = {mutant: score.verdicts.get(str(mutant)) for mutant in found}
    for mutant, verdict in verdicts.items():
        if verdict in ("survives", "unseen"):
            print(f"{verdict}: {mutant}")
    tried = Counter(verdicts.values())
    count = sum(tried.values()) - tried[None]
    print(f"{arguments.game}: {tried['killed']} of {count} killed ({100 * tried['killed'] / max(1, count):.1f}%)")
    if tried[None]:
        print(f"not tried yet: {tried[None]}")


if __name__ == "__main__":
    main()
