"""OpenSpiel: every game as a game of `pyspiel`, with chance nodes, information states, observations and serialisation.

    import pyspiel
    import tabletown.envs.openspiel
    game = pyspiel.load_game("tabletown_machi_koro(players=3,market=ten_stacks)")

Options are parameters of the game, written as the command line writes them. Actions are numbered as in the other
environments; outcomes of chance have numbers of their own.
"""

from __future__ import annotations

import ctypes
from functools import partial
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ..compile.engine import Engine, observation_size, throughput_engine
from ..core.game import Game, Rulebook
from ..core.move import CHANCE, EVERYBODY, OVER
from ..core.option import Option
from ..core.registry import rulebooks
from .batch import actions, copied, outcomes
from .driver import SOLO_HALF

MAX_GAME_LENGTH = 20_000
"""In moves, chance included. Play may go on for ever if it is bad enough; a game this long is nobody's."""


def short_name(book: Rulebook) -> str:
    return f"tabletown_{book.name.replace('-', '_')}"


# ------------------------------------------------------------------ parameters


def _parameter(option: Option) -> Any:
    """The default of an option as a parameter. Lists are texts, as on a command line; a word of digits is told from a
    number by a leading underscore, which OpenSpiel's own reader would not do.
    """
    if option.type == "choice":
        return f"_{option.default}" if option.default.isdigit() else option.default
    if option.type in ("flag", "number"):
        return option.default
    return ",".join(map(str, option.default or []))


def _game_from(book: Rulebook, params: dict[str, Any]) -> Game:
    chosen = {}
    for name, value in params.items():
        if name != "players" and value != _parameter(book.option(name)):
            is_digits = isinstance(value, str) and value[:1] == "_" and value[1:].isdigit()
            chosen[name] = value[1:] if is_digits else value
    return book.configure(params.get("players"), **chosen)


def _usual_players(book: Rulebook) -> int:
    return max(2, book.players[0])


def game_type(book: Rulebook, players: int) -> Any:
    secrets = book.secrets
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(book),
        long_name=book.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if players == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=book.players[1],
        min_num_players=book.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": _usual_players(book),
            **{option.name: _parameter(option) for option in book.options},
        },
    )


# ------------------------------------------------------------------ game, state, observer


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Tabletown as OpenSpiel sees it."""

    def __init__(self, book: Rulebook, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.game = _game_from(book, {"players": _usual_players(book), **params})
        players = self.game.players
        info = pyspiel.GameInfo(
            num_distinct_actions=actions(book).count,
            max_chance_outcomes=outcomes(book).count,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(game_type(book, players), info, params)
        self.start = self.game.start()
        self.engine = _engine(book)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, iig_obs_type, params)


def _engine(book: Rulebook) -> Engine:
    """Compiled rules, unless TABLETOWN_ENGINE asks for the interpreted ones: a search asks too much of those."""
    return throughput_engine(book)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position and, for information states, what each seat has seen of the moves that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._array = copied(game.start)
        self._who = game.engine.actor(self._array)
        self._seen: tuple[str, ...] = ("",) * game.game.players
        self._views: tuple[bytes | None, ...] = (None,) * game.game.players
        self._plies = 0

    @property
    def _game(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    @property
    def position(self) -> np.ndarray:
        """The record, as it really is."""
        return self._array

    def redacted(self, seat: int) -> np.ndarray:
        return self._redacted(self._array, seat)

    def _redacted(self, array: np.ndarray, seat: int) -> np.ndarray:
        array = copied(array)
        self._game.engine.redact(array, seat)
        return array

    # -------------------------------------------------------------- who moves, and how

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._who == CHANCE else self._who

    def is_terminal(self) -> bool:
        return self._who == OVER or self._plies >= MAX_GAME_LENGTH

    def _legal_actions(self, player: int) -> list[int]:
        numbers = actions(self._game.game.rulebook).action_of
        return sorted(int(numbers[move]) for move in self._game.engine.legal(self._array))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        rules, numbers = self._game.engine, outcomes(self._game.game.rulebook).action_of
        weights = rules.weights(self._array)
        total = sum(weights)
        found = zip(rules.legal(self._array), weights, strict=True)
        return sorted((int(numbers[move]), weight / total) for move, weight in found)

    def _move(self, player: int, action: int) -> int:
        book = self._game.game.rulebook
        table = outcomes(book) if player == pyspiel.PlayerId.CHANCE else actions(book)
        return int(table.move_of[action])

    def _apply_action(self, action: int) -> None:
        rules, who = self._game.engine, self._who
        move = self._move(int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who, action)
        owner, before = rules.known_to(self._array, move), copied(self._array)
        if not rules.push(self._array, move):
            raise ValueError(f"action {action} is not legal")
        for seat in range(self._game.game.players):
            self._remember(seat, move, owner in (EVERYBODY, seat, who), before)
        self._who = rules.actor(self._array)
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self._game.game.moves.text_of(self._move(player, action))

    # -------------------------------------------------------------- what it brings

    def returns(self) -> list[float]:
        game, rules = self._game.game, self._game.engine
        if self._who != OVER:
            return [0.0] * game.players
        places = [rules.place(self._array, seat) for seat in range(game.players)]
        if game.players == 1:
            return [self._solo_return(places[0])]
        winners = places.count(1)
        return [(game.players * (1 / winners if place == 1 else 0.0) - 1) / (game.players - 1) for place in places]

    def _solo_return(self, place: int) -> float:
        if self._game.game.rulebook.solo_can_be_lost:
            return 1.0 if place == 1 else -1.0
        points = self._game.engine.score(self._array, 0)
        return points / (abs(points) + SOLO_HALF)

    # -------------------------------------------------------------- what is known

    def _remember(self, seat: int, move: int, known: bool, before: np.ndarray) -> None:
        """Add a move to what a seat has seen: by its text, or its kind alone if the rest is hidden.

        A seat that has missed something can't reckon the position from the moves, and things come to light without one
        (a goal that is met, the end of the game). So from then on the changes of what it may see are added, byte by
        byte.
        """
        moves = self._game.game.moves
        line, view = moves.text_of(move) if known else f"{moves.kind_of(move).name} ?", self._views[seat]
        if view is not None or not known:
            new = self._redacted(self._array, seat).tobytes()
            line += _changes(view or self._redacted(before, seat).tobytes(), new)
            self._views = (*self._views[:seat], new, *self._views[seat + 1 :])
        self._seen = (*self._seen[:seat], f"{self._seen[seat]}{line}\n", *self._seen[seat + 1 :])

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player has seen so far: nothing is forgotten, and each move adds a line."""
        seat = self.current_player() if player is None else player
        return f"seat {seat}\n{self._seen[seat]}"

    def __str__(self) -> str:
        """The position in the game's own words."""
        book = self._game.game.rulebook
        return str(book.state.dump(self._array, self._game.game.players, book.not_in_dumps))


def _changes(old: bytes, new: bytes) -> str:
    """The bytes that differ: their places and what is there now."""
    places = np.flatnonzero(np.frombuffer(old, np.uint8) != np.frombuffer(new, np.uint8))
    return "".join(f" {place}:{new[place]}" for place in places.tolist())


class SpielObserver:
    """What a seat sees now, as numbers by name, as one tensor and as words. With perfect recall there are words only:
    a tensor would need room for every move of the longest game.
    """

    def __init__(self, game: SpielGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, so not {params}")
        self._recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if not self._recall:
            self._name_features(game.game.rulebook)

    def _name_features(self, book: Rulebook) -> None:
        self.tensor, at = np.zeros(observation_size(book), np.float32), 0
        for feature in book.view.OBSERVATION:
            self.dict[feature.name] = self.tensor[at : at + feature.length]
            at += feature.length

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state._game.engine.observe(state.redacted(player), player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recall:
            return state.information_state_string(player)
        book = state._game.game.rulebook
        return f"seat {player} {book.state.dump(state.redacted(player), state._game.game.players, book.not_in_dumps)}"


# ------------------------------------------------------------------ our bots at OpenSpiel's table


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of Tabletown that plays a seat in OpenSpiel; it sees what its seat may see."""

    def __init__(self, name: str, seat: int, seed: int = 0) -> None:
        from ..bots import bot

        super().__init__()
        self._bot = bot(name)
        self._seat = seat
        self._random = np.random.default_rng(seed)

    def step(self, state: SpielState) -> int:
        from ..bots import choose

        game = state._game.game
        choice = choose(self._bot, game, state.redacted(self._seat), self._seat, int(self._random.integers(1 << 53)))
        return int(actions(game.rulebook).action_of[choice.move])

    def restart_at(self, state: SpielState) -> None:
        """Nothing is kept between moves that another state could contradict."""


def register_all() -> None:
    known = set(pyspiel.registered_names())
    for book in rulebooks().values():
        if short_name(book) not in known:
            maker = partial(SpielGame, book)
            ctypes.pythonapi.Py_IncRef(
                ctypes.py_object(maker)
            )  # pyspiel drops it after Python is gone, so it must never be the last to hold it
            pyspiel.register_game(game_type(book, _usual_players(book)), maker)


register_all()
