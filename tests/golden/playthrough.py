"""Whole games as text for review: every decision with its legal moves, what was played, what it changed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import tabletown as tt
from tabletown.testing import label

HERE = Path(__file__).parent
NAMES = ["Ana", "Bram", "Chloé", "Dai"]


class Golden(NamedTuple):
    """A game that is kept as text: its options, its seed, and the options whose effect it shows."""

    game: tt.Game
    seed: int
    shows: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        return HERE / self.game.rulebook.package.rpartition(".")[2] / f"{label(self.game)}.txt"

    @property
    def header(self) -> str:
        game = self.game
        words = {"game": game.name, "players": game.players, "options": game.chosen_options, "seed": self.seed}
        return json.dumps({**words, "shows": self.shows} if self.shows else words)

    @classmethod
    def read(cls, file: Path) -> Golden:
        """What the first line of a file says."""
        with file.open(encoding="utf-8") as lines:
            words = json.loads(lines.readline())
        game = tt.game(words["game"], words["players"], **words["options"])
        return cls(game, words["seed"], tuple(words.get("shows", ())))


@lru_cache(maxsize=64)
def finished(game: tt.Game, seed: int) -> tt.Match:
    """The match that random play makes of a seed."""
    match = tt.Match(game, seed, names=NAMES[: game.players])
    while not match.over:
        match.push(match.random_move())
    return match


def plays_differ(one: tt.Match, other: tt.Match) -> bool:
    """Whether two matches differ in their moves, in what is told of them, or in how they end."""
    return (
        [move.id for move in one.moves] != [move.id for move in other.moves]
        or (one.scores, one.ranking) != (other.scores, other.ranking)
        or one.log != other.log
    )


def without(game: tt.Game, option: str) -> tt.Game:
    """The same game with one option at its default; with all of them where the others need it."""
    kept = {name: value for name, value in game.chosen_options.items() if name != option}
    try:
        return game.rulebook.configure(game.players, **kept)
    except tt.BadOption:
        return game.rulebook.configure(game.players)


def text_of(golden: Golden) -> str:
    """The whole game as its file has it."""
    match = finished(golden.game, golden.seed)
    told: dict[int, list[str]] = {}
    for line in match.story(None):
        told.setdefault(line["ply"], []).append(line["text"])
    lines = [golden.header]
    walked = tt.Match(match.game, match.seed, names=match.names)
    before: dict[str, Any] = {}
    for ply, move in enumerate(match.moves):
        actor = walked.actor
        if actor is not None and actor != tt.CHANCE:
            now = dict(_flat(walked.dump(), ""))
            legal = [match.game.moves.decode(other) for other in walked.legal_ids]
            lines += ["", f"     position  {_changes(before, now)}", f"     legal     {_by_kind(legal)}"]
            before = now
        who = "chance" if actor is None or actor == tt.CHANCE else match.names[actor]
        lines.append(f"{ply:4} {who:6} {move.text:28} {' '.join(told.get(ply, []))}".rstrip())
        walked.push(move.id)
    lines += ["", f"scores {match.scores}", f"ranking {match.ranking}", json.dumps(match.dump(), sort_keys=True)]
    return "\n".join(lines) + "\n"


def _by_kind(moves: Sequence[tt.Move]) -> str:
    """All legal moves on one line, grouped by kind: `build: ranch, forest; cell: 0-4, 7; pass`."""
    kinds: dict[str, list[Any]] = {}
    for move in moves:
        kinds.setdefault(move.name, []).append(list(move.args.values()))
    spelled = []
    for name, arguments in kinds.items():
        plain = [args[0] if len(args) == 1 else " ".join(map(str, args)) for args in arguments]
        spelled.append(name + (": " + ", ".join(_in_runs(plain)) if any(arguments) else ""))
    return "; ".join(spelled)


def _in_runs(values: list[Any]) -> list[str]:
    """Values in words, with `3-6` for 3, 4, 5, 6."""
    if not all(isinstance(value, int) for value in values):
        return [str(value) for value in values]
    runs = [[value for _, value in run] for _, run in itertools.groupby(enumerate(values), lambda p: p[1] - p[0])]
    return [f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]


def _changes(before: dict[str, Any], now: dict[str, Any]) -> str:
    """The fields of the record that differ, each with its new value; what is no longer listed is 0."""
    changed = {path: value for path, value in now.items() if (before[path] != value if path in before else value)}
    changed |= {path: 0 for path in before if path not in now}
    return ", ".join(f"{path} {value}" for path, value in changed.items()) or "as before"


def _flat(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _flat(inner, f"{path}[{index}]")
    else:
        yield path, value
