"""The components of a game as its folder's `components.toml` has them, or as a variant changes them."""

from __future__ import annotations

import importlib.resources
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from .grammar import count

Location = tuple[str | int, ...]
"""Where a value stands in the file: keys of tables and places in lists, from the outside in."""

_changes: dict[str, dict[Location, int]] = {}


def read(package: str) -> dict[str, Any]:
    """The components of the game in that package, with the changes of the variant that the package is."""
    data = printed(package)
    for location, value in _changes.get(package, {}).items():
        put(data, location, value)
    return data


def printed(package: str) -> dict[str, Any]:
    """The components as the file has them."""
    return tomllib.loads(importlib.resources.files(package).joinpath("components.toml").read_text(encoding="utf-8"))


def change(package: str, changes: dict[Location, int]) -> None:
    """Have `read` change values of a package that is about to be imported as a variant."""
    _changes[package] = changes


def get(data: Any, location: Location) -> Any:
    """What stands at a location."""
    for step in location:
        data = data[step]
    return data


def put(data: Any, location: Location, value: int) -> None:
    """Write a value to a location."""
    get(data, location[:-1])[location[-1]] = value


def told(text: str, entry: Mapping[str, Any]) -> str:
    """A text with the values of its component: `<cost>` is a number, `<cost mint>` a number of mints."""

    def value(found: re.Match[str]) -> str:
        amount = get(entry, tuple(found[1].split(".")))
        return count(amount, found[2]) if found[2] else str(amount)

    return re.sub(r"<([a-z_.]+)(?: ([a-z]+))?>", value, text)
