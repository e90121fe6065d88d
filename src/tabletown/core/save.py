"""The text of a match: game, options, seed and moves for people to read, a checksum for machines."""

from __future__ import annotations

import hashlib
import json
import textwrap
from typing import TYPE_CHECKING, Any

from .errors import BadSave, TabletownError
from .registry import rulebook

if TYPE_CHECKING:
    from .match import Match

HEADING = "tabletown match 1"

CHANGED = " changed"
"""Behind the version of the rules when values differ from the printed game, so that nobody takes it for that."""


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_text(text: str) -> bool:
    """Whether a string can be written to a file; halves of characters can't."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def save(match: Match) -> str:
    game = match.game
    lines = [
        HEADING,
        f"game {game.name} rules {game.rulebook.version}{CHANGED if game.change else ''}",
        f"players {json.dumps(match.names, ensure_ascii=False)}",
    ]
    lines += [f"option {name} {json.dumps(value)}" for name, value in game.chosen_options.items()]
    lines += [f"change {key} {value}" for key, value in game.change.items()]
    lines.append(f"seed {match.seed}")
    if match.began_from is not None:
        lines.append(f"position {json.dumps(match.began_from, ensure_ascii=False)}")
    lines.append(f"moves {match.ply}")
    lines += in_lines([move.text for move in match.moves])
    text = "\n".join(lines) + "\n"
    return f"{text}checksum {_checksum(text)}\n"


def load(cls: type[Match], text: str) -> Match:
    """The match of a text, which is exactly what that match would be saved as."""
    fields, moves = _parse(text)
    try:
        name, _, version = fields["game"].partition(" rules ")
        book = rulebook(name)
        if version.endswith(CHANGED) != bool(fields["changes"]):
            raise BadSave("its changed values are missing.")
        version = version.removesuffix(CHANGED)
        if version != str(book.version):
            raise BadSave(f"it was played by rules {version} of {book.title}, and these are rules {book.version}.")
        names = json.loads(fields["players"])
        options = {name: json.loads(value) for name, value in fields["options"].items()}
        position = json.loads(fields["position"]) if "position" in fields else None
        change = {key: int(value) for key, value in fields["changes"].items()}
        match = cls(book.configure(len(names), change, **options), int(fields["seed"]), position, names)
        if len(moves) != int(fields["moves"]):
            raise BadSave(f"it says that it has {fields['moves']} moves, and it has {len(moves)}.")
        for move in moves:
            match.push(move)
    except TabletownError as error:
        raise BadSave(f"This match can't be loaded: {error}") from error
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise BadSave("This match can't be loaded: its heading is not as it was written.") from error
    if save(match) != text.replace("\r\n", "\n"):
        raise BadSave("This match can't be loaded: it says something else than the match that its moves lead to.")
    return match


def _parse(text: str) -> tuple[dict[str, Any], list[str]]:
    """Take the text apart after its checksum was found right."""
    if not isinstance(text, str) or not text.startswith("tabletown match"):
        raise BadSave("This is not a saved Tabletown match.")
    text = text.replace("\r\n", "\n")
    if not text.startswith(HEADING + "\n"):
        raise BadSave(f"This match was saved by another version; this one reads {HEADING!r}.")
    body, mark, checksum = text.rpartition("checksum ")
    if not mark or not _is_text(body) or f"{_checksum(body)}\n" != checksum:
        raise BadSave("This saved match is damaged or cut off: its checksum is wrong.")
    heading, _, rest = body.partition("\nmoves ")
    fields: dict[str, Any] = {"options": {}, "changes": {}}
    for line in heading.split("\n")[1:]:
        key, _, value = line.partition(" ")
        if key in ("option", "change"):
            name, _, chosen = value.partition(" ")
            fields[f"{key}s"][name] = chosen
        else:
            fields[key] = value
    fields["moves"], _, played = rest.partition("\n")
    return fields, from_lines(played)


def in_lines(moves: list[str]) -> list[str]:
    """The texts of moves as lines that are broken only between words."""
    return textwrap.wrap(
        "; ".join(moves),
        100,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def from_lines(text: str) -> list[str]:
    """The texts of moves from such lines."""
    return [move for move in " ".join(text.split()).split("; ") if move]
