"""Makes the golden playthroughs: python tests/golden/remake.py [GAME ...]. The diff is what a rule change did.

Every player count is played with the first seed. Every value of every option is played with the first seed that shows
it: the play differs from that of the same game without the option. Beside them stand the text tables
of some places, and all other words.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["TABLETOWN_ENGINE"] = "interpreted"

import tabletown as tt
from golden import screens, sizes, words
from golden.playthrough import HERE, Golden, finished, plays_differ, text_of, without
from tabletown.core.option import Option
from tabletown.testing.variants import other_values, with_value

FIRST_SEED = 2026
SEEDS = 200

ATTEMPTS = ((1, 40), (None, 3), (1, SEEDS))
"""How an option is brought out: alone, then with one or two other options beside it, then alone with many seeds.
Each attempt says how many combinations are tried, the one with fewest other options first, and with how many seeds."""

FEW = 8
"""A game with at most this many combinations of options is played with each of them."""


def golden_games(book: tt.Rulebook) -> Iterator[Golden]:
    """All games of a rulebook that are kept as text."""
    for players in range(book.players[0], book.players[1] + 1):
        yield Golden(book.configure(players), FIRST_SEED)
    for option in book.options:
        for value in other_values(option, book.players[1]):
            yield showing(book, option, value)
    yield from combinations(book)


def showing(book: tt.Rulebook, option: Option, value: Any) -> Golden:
    """A game that shows what a value of an option does: the one that is kept already, so that diffs stay small, or else
    the first that is found, with as many players as possible."""
    for golden in kept(book):
        if option.name in golden.shows and golden.game.options[option.name] == value and shows_its_options(golden):
            return golden
    for most, seeds in ATTEMPTS:
        for players in range(book.players[1], book.players[0] - 1, -1):
            fitting = value[:players] if option.type in ("numbers", "seats") else value
            for game in itertools.islice(with_value(book, players, option, fitting), most):
                seed = first_seed(game, (option.name,), seeds)
                if seed is not None:
                    return Golden(game, seed, (option.name,))
    raise SystemExit(f"{book.name}: no random game shows what {option.name}={value!r} does.")


def folder_of(book: tt.Rulebook) -> Path:
    return HERE / book.package.rpartition(".")[2]


def kept(book: tt.Rulebook) -> list[Golden]:
    """The golden games of a rulebook as they are on disk."""
    return [Golden.read(file) for file in sorted(folder_of(book).glob("*.txt"))]


def shows_its_options(golden: Golden) -> bool:
    return all(
        plays_differ(finished(golden.game, golden.seed), finished(without(golden.game, option), golden.seed))
        for option in golden.shows
    )


def first_seed(game: tt.Game, shown: tuple[str, ...], seeds: int) -> int | None:
    """The first seed whose play changes when any of these options is taken away."""
    tries = (Golden(game, seed, shown) for seed in range(FIRST_SEED, FIRST_SEED + seeds))
    return next((golden.seed for golden in tries if shows_its_options(golden)), None)


def combinations(book: tt.Rulebook) -> Iterator[Golden]:
    """Every combination of options at every count, for a game that has few."""
    choices = [[o.default, *other_values(o, 2)] for o in book.options if o.type in ("flag", "choice")]
    if len(choices) < len(book.options) or math.prod(map(len, choices)) > FEW:
        return
    names = [option.name for option in book.options]
    for players in range(book.players[0], book.players[1] + 1):
        for values in itertools.product(*choices):
            game = book.configure(players, **dict(zip(names, values, strict=True)))
            if game.chosen_options:
                shows = tuple(sorted(game.chosen_options))
                yield Golden(game, first_seed(game, shows, SEEDS) or FIRST_SEED, shows)


def remake(book: tt.Rulebook) -> None:
    """Write all files of a game and remove those that are no longer wanted."""
    wanted: dict[Path, Golden] = {}
    for golden in golden_games(book):
        other = wanted.get(golden.file, golden)
        wanted[golden.file] = golden if other.shows == golden.shows else showing_all(golden, other)
    folder_of(book).mkdir(exist_ok=True)
    for file, golden in wanted.items():
        file.write_text(text_of(golden), encoding="utf-8", newline="\n")
        print(file.name, golden.seed, flush=True)
    for stale in set(folder_of(book).glob("*.txt")) - set(wanted):
        stale.unlink()
    drawn = screens.file_of(book)
    drawn.parent.mkdir(exist_ok=True)
    drawn.write_text(screens.text_of(screens.screens_of(book)), encoding="utf-8", newline="\n")
    sizes.file_of(book).write_text(sizes.text_of(book), encoding="utf-8", newline="\n")
    words.file_of(book).write_text(words.text_of(book), encoding="utf-8", newline="\n")


def showing_all(one: Golden, other: Golden) -> Golden:
    """One game that shows what two golden games of the same options show."""
    shows = tuple(sorted({*one.shows, *other.shows}))
    seed = first_seed(one.game, shows, SEEDS)
    if seed is None:
        raise SystemExit(f"{one.game}: no seed shows {', '.join(shows)} at once.")
    return Golden(one.game, seed, shows)


if __name__ == "__main__":
    for name in sys.argv[1:] or tt.games():
        remake(tt.rulebook(name))
