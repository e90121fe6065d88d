"""Levels of play by name. None waits for a compiler, and with a net each plays by its name at once.

Where a game has a net, the lower levels play it bare, with blunders or without, and the upper levels search with it,
interpreted until native code is ready. Elsewhere levels are greedy or search without a net; those that search play
greedily until native code is ready.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from ..core.game import Game, Rulebook
from .bot import Bot, Choice
from .compiled_search import prepare, ready_drivers
from .net import BadNet, Net, own_net
from .net_player import Blunderer, NetPlayer
from .search import Budget, Search
from .simple import Careless, Greedy


@cache
def net_of(book: Rulebook) -> Net | None:
    """The net that levels of a game play with; one that doesn't fit the rules is refused, and levels do without it."""
    try:
        return own_net(book)
    except BadNet as error:
        logging.getLogger(__name__).warning("%s The levels of %s play without it.", error, book.title)
        return None


class Level:
    """A level of play: one bot for games with a net, another for games without one."""

    threads = Search.threads

    def __init__(self, name: str, with_net: Callable[[str, Net], Bot], without: Bot) -> None:
        self.name = name
        self._with_net = with_net
        self.without_net = without
        """The bot that plays where there is no net."""
        self._playing: tuple[Net, Bot] | None = None
        self.within: float | None = None
        """Seconds that whoever runs the bot gives it at most."""

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice | int:
        bot = self._bot_for(game.rulebook)
        if hasattr(bot, "within"):
            bot.within = self.within
        return bot.choose(game, position, seat, seed, legal)

    def _bot_for(self, book: Rulebook) -> Bot:
        net = net_of(book)
        if net is None:
            return self.without_net
        if self._playing is None or self._playing[0] is not net:
            self._playing = net, self._with_net(self.name, net)
        return self._playing[1]


class SearchWithNet:
    """A search with a net that is there at once: interpreted until native code is ready, and asking for that."""

    threads = Search.threads

    def __init__(self, name: str, net: Net, budget: Budget) -> None:
        self.name = name
        self._net = net
        self._search = Search(name, budget, net, waits=False)
        self.within: float | None = None

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        if ready_drivers(game.rulebook, self._net) is None:
            prepare(game.rulebook)
        self._search.within = self.within
        return self._search.choose(game, position, seat, seed, legal)


class SearchWhenReady:
    """A search without a net; greedy until its game's native code is ready."""

    threads = Search.threads

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self._search = Search(name, budget)
        self._meanwhile = Greedy()
        self.within: float | None = None

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        if ready_drivers(game.rulebook) is None:
            prepare(game.rulebook)
            return self._meanwhile.choose(game, position, seat, seed, legal)
        self._search.within = self.within
        return self._search.choose(game, position, seat, seed, legal)


def _greedy(name: str) -> Bot:
    renamed = Greedy()
    renamed.name = name
    return renamed


def easy() -> Bot:
    """Often takes a worse move; without a net, every second one without thinking."""
    return Level(
        "easy", lambda name, net: Blunderer(name, net, *net.book.evaluation.NET_EASY), Careless("easy", one_in=2)
    )


def normal() -> Bot:
    """Sometimes takes a slightly worse move; without a net, looks one step ahead."""
    return Level("normal", lambda name, net: Blunderer(name, net, *net.book.evaluation.NET_NORMAL), _greedy("normal"))


def hard() -> Bot:
    """The net's best move; without a net, searches for a moment."""
    without = SearchWhenReady("hard", Budget(playouts=800, seconds=0.8))
    return Level("hard", NetPlayer, without)


def expert() -> Bot:
    """Searches with the net for up to a second; without a net, as long as people like to wait."""
    without = SearchWhenReady("expert", Budget(playouts=20_000, seconds=2.5))
    return Level("expert", lambda name, net: SearchWithNet(name, net, Budget(playouts=3000, seconds=1.0)), without)


def master() -> Bot:
    """Searches longer than all others."""
    without = SearchWhenReady("master", Budget(playouts=60_000, seconds=3.0))
    return Level("master", lambda name, net: SearchWithNet(name, net, Budget(playouts=20_000, seconds=3.0)), without)
