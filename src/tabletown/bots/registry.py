"""Bots by name: our own, those that a program registers, and those of other packages.

Another package adds a bot by an entry point of the group `tabletown.bots`: a function that makes one. It is
called without arguments, or with the text after the colon of a name such as `mybot:200`.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Callable, Iterable
from functools import cache

from ..core.errors import TabletownError
from . import levels
from .bot import Bot
from .net import OWN
from .net_player import NetPlayer
from .search import Budget, Search
from .simple import Greedy, Random

ENTRY_POINTS = "tabletown.bots"
Maker = Callable[..., Bot]

PLAIN_SEARCH = Budget(playouts=1000)


class UnknownBot(TabletownError, ValueError):
    """No bot of that name is registered, or its setting can't be read."""


def search(setting: str = "") -> Bot:
    """`search`, `search:500` (playouts) or `search:200ms`."""
    if not setting:
        return Search("search", PLAIN_SEARCH)
    budget = _budget(setting)
    if budget is None:
        raise UnknownBot(
            f"A search can't be {setting!r}; write playouts (search:500) or a time (search:200ms, search:2s)."
        )
    return Search(f"search:{setting}", budget)


def net(setting: str = "") -> Bot:
    """`net` (the net in the game's folder), `net:FILE`, or with a search `net:FILE+500` or `net:+200ms`."""
    name = f"net:{setting}" if setting else "net"
    file, plus, amount = setting.rpartition("+")
    budget = _budget(amount) if plus else None
    if plus and budget is None:
        raise UnknownBot(f"A net can't search for {amount!r}; write playouts (net:+500) or a time (net:+200ms).")
    source = (file if plus else setting) or OWN
    return NetPlayer(name, source) if budget is None else Search(name, budget, source)


def _budget(text: str) -> Budget | None:
    """Playouts (500) or a time (200ms, 2s); None for anything else."""
    found = re.fullmatch(r"(\d+)(ms|s)?", text)
    if found is None or int(found[1]) == 0:
        return None
    amount, unit = int(found[1]), found[2]
    if unit is None:
        return Budget(playouts=amount)
    return Budget(seconds=amount / 1000 if unit == "ms" else float(amount))


_registered: dict[str, Maker] = {
    "random": Random,
    "greedy": Greedy,
    "search": search,
    "net": net,
    "easy": levels.easy,
    "normal": levels.normal,
    "hard": levels.hard,
    "expert": levels.expert,
    "master": levels.master,
}


def register(name: str, maker: Maker) -> None:
    """Make a bot known by name in this program."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise UnknownBot(f"A bot can't be named {name!r}; use small letters, digits, '-' and '_'.")
    if name in _registered:
        raise UnknownBot(f"There is already a bot {name!r}.")
    _registered[name] = maker


_OWN = frozenset(_registered)


def makers(wanted: Iterable[str]) -> dict[str, Maker]:
    """The makers among these names that only this program knows, for workers elsewhere."""
    stems = {name.partition(":")[0] for name in wanted}
    return {stem: _registered[stem] for stem in stems if stem in _registered and stem not in _OWN}


@cache
def _from_packages() -> dict[str, importlib.metadata.EntryPoint]:
    return {entry.name: entry for entry in importlib.metadata.entry_points(group=ENTRY_POINTS)}


def names() -> list[str]:
    """The names of all bots."""
    return [*_registered, *(name for name in _from_packages() if name not in _registered)]


def bot(name: str) -> Bot:
    """A new bot: `bot("expert")`, `bot("search:200ms")`. Keep one for each seat of a match."""
    stem, colon, setting = name.partition(":")
    maker: Maker | None = _registered.get(stem)
    if maker is None and stem in _from_packages():
        maker = _from_packages()[stem].load()
    if maker is None:
        raise UnknownBot(f"There is no bot {name!r}; there are {', '.join(names())}.")
    if not colon:
        return maker()
    if not setting:
        raise UnknownBot(f"The bot {name!r} lacks its setting; leave out the colon, or write it behind.")
    try:
        return maker(setting)
    except TypeError as error:
        raise UnknownBot(f"The bot {stem!r} takes no setting; write {stem!r}, not {name!r}.") from error
