"""OpenSpiel: every game as a game of `pyspiel`, with chance nodes, information states, observations and serialisation.

    import pyspiel
    import tabletown.envs.openspiel
    game = pyspiel.load_game("tabletown_machi_koro(players=3,market=ten_stacks)")

Options are parameters of the game, written as the command line writes them. Actions are numbered as in the other
environments; outcomes of chance have numbers of their own.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ..compile.engine import Engine, observation_size, throughput_engine
from ..core import registry
from ..core.actions import SOLO_HALF, actions, outcomes
from ..core.game import Game, Rulebook
from ..core.move import CHANCE, EVERYBODY, OVER
from ..core.option import Option

MAX_GAME_LENGTH = 20_000
"""In moves, chance included. Play may go on for ever if it is bad enough; a game this long is nobody's."""

MOVE_BYTES = 4
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


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
        self.rules = rules_of(self.game)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, iig_obs_type, params)


def _engine(book: Rulebook) -> Engine:
    """Compiled rules, unless TABLETOWN_ENGINE asks for the interpreted ones: a search asks too much of those."""
    return throughput_engine(book)


class Rules:
    """What all states of a game share; a state that is cloned keeps it."""

    def __init__(self, game: Game) -> None:
        book = game.rulebook
        self.game = game
        self.engine = _engine(book)
        self.board = (ctypes.c_char * book.state.dtype.itemsize).from_buffer_copy
        self.start = game.start().tobytes()
        self.actions, self.outcomes = actions(book), outcomes(book)
        self.action_of, self.outcome_of = self.actions.action_of.tolist(), self.outcomes.action_of.tolist()

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        return _rules_by_name, (game.name, game.players, dict(game.change), game.options)

    def redacted(self, position: bytes, seat: int) -> bytes:
        if not self.game.rulebook.secrets:
            return position
        seen = self.board(position)
        self.engine.redact(seen, seat)
        return bytes(seen)

    def actor(self, position: bytes, plies: int) -> int:
        """The seat to move, or OpenSpiel's number for chance or for the end."""
        who = self.engine.actor(self.board(position))
        return TERMINAL if who == OVER or plies >= MAX_GAME_LENGTH else who

    def move(self, by_chance: bool, action: int) -> int:
        return int((self.outcomes if by_chance else self.actions).move_of[action])


@cache
def rules_of(game: Game) -> Rules:
    return Rules(game)


def _rules_by_name(name: str, players: int, change: dict[str, int], options: dict[str, Any]) -> Rules:
    return rules_of(registry.game(name, players, change=change, **options))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position and the moves that led to it.

    Positions and moves are kept as bytes, which a clone shares; rules get a copy to work on. What OpenSpiel's C++ code
    would only ask Python for is answered by Python directly: a step of `rl_environment` asks a dozen such questions.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._position = game.rules.start
        self._player = game.rules.actor(self._position, 0)
        self._moves = b""
        self._remembered: Memory | None = None

    @property
    def position(self) -> np.ndarray:
        """A copy of the record, as it really is."""
        return self._as_array(self._position)

    def redacted(self, seat: int) -> np.ndarray:
        """A copy of the record as a seat may see it."""
        return self._as_array(self._rules.redacted(self._position, seat))

    def _as_array(self, position: bytes) -> np.ndarray:
        return np.frombuffer(bytearray(position), self._rules.game.rulebook.state.dtype)

    # -------------------------------------------------------------- who moves, and how

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        return self._player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        who = self._player
        if who == TERMINAL or (player is not None and player != who):
            return []
        numbers = self._rules.outcome_of if who == CHANCE else self._rules.action_of
        return sorted([numbers[move] for move in self._rules.engine.legal(self._rules.board(self._position))])

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        rules, board, numbers = self._rules.engine, self._rules.board(self._position), self._rules.outcome_of
        moves, weights = rules.legal(board), rules.weights(board)
        total = sum(weights)
        return sorted([(numbers[move], weight / total) for move, weight in zip(moves, weights, strict=True)])

    def _apply_action(self, action: int) -> None:
        rules = self._rules
        move = rules.move(self._player == CHANCE, action)
        position = rules.board(self._position)
        if not rules.engine.push(position, move):
            raise ValueError(f"action {action} is not legal")
        self._position = bytes(position)
        self._player = rules.actor(self._position, len(self._moves) // MOVE_BYTES + 1)
        self._moves += move.to_bytes(MOVE_BYTES, "little")

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.game.moves.text_of(self._rules.move(player == CHANCE, action))

    # -------------------------------------------------------------- what it brings

    def returns(self) -> list[float]:
        game, rules = self._rules.game, self._rules.engine
        board = self._rules.board(self._position)
        if rules.actor(board) != OVER:
            return [0.0] * game.players
        places = [rules.place(board, seat) for seat in range(game.players)]
        if game.players == 1:
            return [self._solo_return(places[0])]
        winners = places.count(1)
        return [(game.players * (1 / winners if place == 1 else 0.0) - 1) / (game.players - 1) for place in places]

    def rewards(self) -> list[float]:
        return self.returns() if self._player == TERMINAL else [0.0] * self._rules.game.players

    def _solo_return(self, place: int) -> float:
        if self._rules.game.rulebook.solo_can_be_lost:
            return 1.0 if place == 1 else -1.0
        points = self._rules.engine.score(self._rules.board(self._position), 0)
        return points / (abs(points) + SOLO_HALF)

    # -------------------------------------------------------------- what is known

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = self.current_player() if player is None else player
        observation = self.observation(seat)
        tensor, places = [0.0] * observation.size, np.flatnonzero(observation)  # most features are 0
        for place, value in zip(places.tolist(), observation[places].tolist(), strict=True):
            tensor[place] = float(value)
        return tensor

    def observation(self, seat: int) -> np.ndarray:
        """The features that a seat sees."""
        if not 0 <= seat < self._rules.game.players:
            raise ValueError(f"there is no seat {seat}")
        board = self._rules.board(self._rules.redacted(self._position, seat))
        return self._rules.engine.observe(board, seat)

    def information_state_string(self, player: int | None = None) -> str:
        """All that the player has seen so far: nothing is forgotten, and each move adds a line."""
        seat = self.current_player() if player is None else player
        return f"seat {seat}\n{self._memory().lines[seat]}"

    def _memory(self) -> Memory:
        """Seldom asked for, so it is worked out from the moves, beginning where it was asked for last."""
        if self._remembered is None:
            self._remembered = Memory.at_start(self._rules)
        memory = self._remembered
        for at in range(memory.plies * MOVE_BYTES, len(self._moves), MOVE_BYTES):
            memory = memory.after(self._rules, int.from_bytes(self._moves[at : at + MOVE_BYTES], "little"))
        self._remembered = memory
        return memory

    def __str__(self) -> str:
        """The position in the game's own words."""
        game = self._rules.game
        return str(game.rulebook.state.dump(self.position, game.players, game.rulebook.not_in_dumps))


@dataclass(frozen=True)
class Memory:
    """What each seat has seen of the moves that led to a position.

    Each move is a line: its text, or its kind alone if the rest is hidden. A seat that has missed something can't
    reckon the position from the moves, and things come to light without one (a goal that is met, the end of the game).
    So from then on the changes of what it may see are added, byte by byte.
    """

    plies: int
    position: bytes
    lines: tuple[str, ...]
    views: tuple[bytes | None, ...]  # what a seat that has missed something saw last

    @classmethod
    def at_start(cls, rules: Rules) -> Memory:
        players = rules.game.players
        return cls(0, rules.start, ("",) * players, (None,) * players)

    def __deepcopy__(self, memo: dict[int, Any]) -> Memory:
        return self

    def after(self, rules: Rules, move: int) -> Memory:
        engine, moves = rules.engine, rules.game.moves
        board = rules.board(self.position)
        who, owner = engine.actor(board), engine.known_to(board, move)
        engine.push(board, move)
        position, lines, views = bytes(board), list(self.lines), list(self.views)
        for seat, view in enumerate(self.views):
            known = owner in (EVERYBODY, seat, who)
            line = moves.text_of(move) if known else f"{moves.kind_of(move).name} ?"
            if view is not None or not known:
                new = rules.redacted(position, seat)
                line += _changes(view or rules.redacted(self.position, seat), new)
                views[seat] = new
            lines[seat] += f"{line}\n"
        return Memory(self.plies + 1, position, tuple(lines), tuple(views))


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
        self._game = game.game
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
            self.tensor[:] = state.observation(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recall:
            return state.information_state_string(player)
        book = self._game.rulebook
        return f"seat {player} {book.state.dump(state.redacted(player), self._game.players, book.not_in_dumps)}"


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

        game = state._rules.game
        choice = choose(self._bot, game, state.redacted(self._seat), self._seat, int(self._random.integers(1 << 53)))
        return int(actions(game.rulebook).action_of[choice.move])

    def restart_at(self, state: SpielState) -> None:
        """Nothing is kept between moves that another state could contradict."""


def register_all() -> None:
    known = set(pyspiel.registered_names())
    for book in registry.rulebooks().values():
        if short_name(book) not in known:
            maker = partial(SpielGame, book)
            ctypes.pythonapi.Py_IncRef(
                ctypes.py_object(maker)
            )  # pyspiel drops it after Python is gone, so it must never be the last to hold it
            pyspiel.register_game(game_type(book, _usual_players(book)), maker)


register_all()
