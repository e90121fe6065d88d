"""Bots that play a net without any search, at full strength or with blunders."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..compile.engine import Engine, engine
from ..core.actions import SOLO_HALF
from ..core.game import Game
from ..core.move import CHANCE, OVER
from .bot import Candidate, Choice, key_of
from .net import OWN, Net, find

DRAWS = 4
"""How often chance is drawn to value a move that chance follows."""


class NetPlayer:
    """The most likely move of a net."""

    def __init__(self, name: str, net: Net | str = OWN) -> None:
        self.name = name
        self._net = net

    def net_for(self, game: Game) -> Net:
        """The net, read from its file when it is first needed."""
        if isinstance(self._net, str):
            self._net = find(game.rulebook, self._net)
        return self._net

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        logits, chances = self.net_for(game).think(engine(game.rulebook), position, seat, list(legal))
        value = float(chances[seat])
        shares = np.exp(logits - logits.max())
        shares = shares / shares.sum()
        rated = [Candidate(move, value, float(share)) for move, share in zip(legal, shares, strict=True)]
        rated.sort(key=lambda c: (-c.share, c.move))
        best = rated[0].move
        return Choice(best, value, tuple(rated), (best,), 0, game, position.copy(), seat)


class Blunderer(NetPlayer):
    """Thinks of a few moves, looks one ahead, and takes a worse one now and then: the less it costs, the more often.

    The moves are those that the net finds most likely. One that costs `slack` of the win is e times less likely than
    the best of them. So this player errs like a person, where moves are close, and seldom throws a game away.
    """

    def __init__(self, name: str, net: Net | str, considered: int, slack: float) -> None:
        super().__init__(name, net)
        self._considered = considered
        self._slack = slack

    def choose(self, game: Game, position: np.ndarray, seat: int, seed: int, legal: Sequence[int]) -> Choice:
        likely = super().choose(game, position, seat, seed, legal).candidates[: self._considered]
        moves = [candidate.move for candidate in likely]
        values = np.array([self._value_after(game, position, seat, seed, move) for move in moves])
        shares = np.exp((values - values.max()) / self._slack)
        shares /= shares.sum()
        taken = int(np.random.default_rng(seed & 0xFFFF_FFFF_FFFF_FFFF).choice(len(moves), p=shares))
        rated = [Candidate(m, float(v), float(s)) for m, v, s in zip(moves, values, shares, strict=True)]
        rated.sort(key=lambda c: (-c.value, c.move))
        move = moves[taken]
        return Choice(move, float(values[taken]), tuple(rated), (move,), 0, game, position.copy(), seat)

    def _value_after(self, game: Game, position: np.ndarray, seat: int, seed: int, move: int) -> float:
        """What the seat can expect after a move, averaged over a few draws of chance where chance follows."""
        total = 0.0
        for draw in range(DRAWS):
            value, by_chance = self._value_of_draw(game, position, seat, key_of(seed, draw), move)
            if not by_chance:
                return value
            total += value
        return total / DRAWS

    def _value_of_draw(self, game: Game, position: np.ndarray, seat: int, key: int, move: int) -> tuple[float, bool]:
        rules, here, ply = engine(game.rulebook), position.copy(), 0
        rules.guess(here, seat, key)
        rules.push(here, move)
        while rules.actor(here) == CHANCE:
            rules.push(here, rules.draw(here, key, ply))
            ply += 1
        who = rules.actor(here)
        if who == OVER:
            return _value_of_end(game, rules, here, seat), ply > 0
        rules.redact(here, who)
        return float(self.net_for(game).think(rules, here, who, rules.legal(here))[1][seat]), ply > 0


def _value_of_end(game: Game, rules: Engine, here: np.ndarray, seat: int) -> float:
    """A finished game in the terms of a net: the share of the win; alone, won or lost, or by points."""
    if game.players == 1 and not game.rulebook.solo_can_be_lost:
        points = rules.score(here, 0)
        return 0.5 + 0.5 * points / (abs(points) + SOLO_HALF)
    places = [rules.place(here, other) for other in range(game.players)]
    return 1 / places.count(1) if places[seat] == 1 else 0.0
