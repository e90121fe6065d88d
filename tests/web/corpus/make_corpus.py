"""Finished games to be replayed for ever after: python tests/web/corpus/make_corpus.py

Each is written once, for one version of a game's rules, and never again: a change of the rules that plays one of them
differently must raise the rulebook's version (and gets new games), or it is a mistake. `endings.json` says how each of
them ends.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import tabletown as tt

HERE = Path(__file__).parent
ENDINGS = HERE / "endings.json"


def configurations(book: tt.Rulebook) -> list[tuple[int, dict[str, Any]]]:
    """The game as it is for the fewest and the most players, and one with every flag turned, if those go together."""
    low, high = book.players
    turned = {option.name: not option.default for option in book.options if option.type == "flag"}
    found: list[tuple[int, dict[str, Any]]] = [(low, {}), (high, {})]
    try:
        book.configure(high, **turned)
    except tt.BadOption:
        return found
    return [*found, (high, turned)] if turned else found


def ending(match: tt.Match) -> dict[str, Any]:
    """How a game ends: the scores, the places, and a sum over the whole position in words."""
    words = json.dumps(match.dump(), sort_keys=True)
    return {
        "plies": match.ply,
        "scores": match.scores,
        "ranking": match.ranking,
        "position": hashlib.sha256(words.encode()).hexdigest()[:16],
    }


def main() -> None:
    endings = json.loads(ENDINGS.read_text()) if ENDINGS.exists() else {}
    for name in tt.games():
        book = tt.rulebook(name)
        for number, (players, options) in enumerate(configurations(book), 1):
            file = HERE / f"{name}-{book.version}-{number}.txt"
            if file.exists():
                continue
            match = tt.Match(book.configure(players, **options), seed=number)
            while not match.over:
                match.push(match.random_move())
            file.write_text(match.save(), encoding="utf-8")
            endings[file.name] = ending(match)
            print(file.name, endings[file.name])
    ENDINGS.write_text(json.dumps(endings, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
