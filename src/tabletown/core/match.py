"""A match: one game being played, with its history. Moves go in, views and words come out."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..compile import engine as engines
from . import save as saving
from . import view as views
from .errors import BadPosition, IllegalMove
from .game import Game, check_names
from .line import Line
from .move import CHANCE, EVERYBODY, OVER, Move
from .record import Proxy, shown


class Match:
    """A game being played. `push` moves, `pop` takes back, `step_chance` lets chance speak."""

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        position: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.game = game
        self.seed = secrets.randbits(53) if seed is None else int(seed) & 0xFFFF_FFFF_FFFF_FFFF
        self.names = check_names(names, game.players)
        self._key = engines.stream_key(self.seed)
        self._forced_engine = engines.forced_engine(game.rulebook)
        self._array = game.start()
        self._history: list[tuple[bytes, int]] = []
        self.told: dict[tuple[int | None, bool], list[list[Line]]] = {}
        self.began_from: dict[str, Any] | None = None
        if position is not None:
            read_position(game, self._array, position)
            self.began_from = copy.deepcopy(dict(position))
        self._bytes = memoryview(self._array.view(np.uint8))
        self._position = game.rulebook.state.proxy(self._array)

    # -------------------------------------------------------------- the state of play

    @property
    def _engine(self) -> engines.Engine:
        return self._forced_engine or engines.best_engine(self.game.rulebook)

    @property
    def position(self) -> Proxy:
        """The record: fields by name, to read and, in tests, to write."""
        return self._position

    @property
    def actor(self) -> int | None:
        """A seat, CHANCE, or None when the game is over."""
        who = self._engine.actor(self._array)
        return None if who == OVER else who

    @property
    def over(self) -> bool:
        return self._engine.actor(self._array) == OVER

    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal moves: the quick form of `legal_moves`."""
        return self._engine.legal(self._array)

    @property
    def legal_moves(self) -> list[Move]:
        return self.labelled_moves(self._position)

    def labelled_moves(self, s: Proxy) -> list[Move]:
        """The legal moves, labelled by a position: the real one, or the one that the mover sees."""
        who = self._engine.actor(self._array)
        moves, words = self.game.moves, self.game.rulebook.words
        return [
            Move(
                move,
                moves.kind_of(move).name,
                dict(moves.args_of(move)),
                words.label(moves.decode(move), s, self.names),
                moves.target_of(move, who),
            )
            for move in self.legal_ids
        ]

    @property
    def chance_weights(self) -> list[int]:
        """Beside `legal_ids` at a chance node: the integer weight of each outcome."""
        return self._engine.weights(self._array) if self.actor == CHANCE else []

    @property
    def scores(self) -> list[int]:
        return [self._engine.score(self._array, seat) for seat in range(self.game.players)]

    @property
    def ranking(self) -> list[list[int]]:
        """The seats from first to last place by the game's own tie-breaks; those who share a place stand together."""
        places = [self._engine.place(self._array, seat) for seat in range(self.game.players)]
        return [[seat for seat, place in enumerate(places) if place == rank] for rank in sorted(set(places))]

    @property
    def ply(self) -> int:
        return len(self._history)

    @property
    def moves(self) -> list[Move]:
        """The moves played so far."""
        return [self.game.moves.decode(move) for _, move in self._history]

    # -------------------------------------------------------------- playing

    def find(self, move: Move | int | str) -> int:
        """The id of a move given as a Move, an id or its text."""
        if isinstance(move, str):
            found = self.game.moves.id_of(move)
            if found is None:
                raise IllegalMove(f"{self.game.title} has no move {shown(move)}.")
            return found
        if isinstance(move, bool) or not isinstance(move, (int, np.integer, Move)):
            raise IllegalMove(f"A move is given by its id, its text or as a Move, not as {shown(move)}.")
        number = int(move)
        if not 0 <= number < len(self.game.moves):
            raise IllegalMove(
                f"{self.game.title} has no move {shown(number)}; its moves are 0 to {len(self.game.moves) - 1}."
            )
        return number

    def push(self, move: Move | int | str) -> None:
        """Play a move. An illegal one raises IllegalMove and changes nothing."""
        number = self.find(move)
        before = self._bytes.tobytes()
        if not self._engine.push(self._array, number):
            raise IllegalMove(self._refusal(number))
        self._history.append((before, number))

    def _refusal(self, move: int) -> str:
        if self.over:
            return "The game is over; no move is legal any more."
        legal = self.legal_ids
        some = [self.game.moves.text_of(other) for other in legal[:12]]
        more = ", ..." if len(legal) > len(some) else ""
        return f"{self.game.moves.text_of(move)!r} is not legal now; legal: {', '.join(some)}{more}."

    def pop(self) -> Move:
        """Take the last move back."""
        if not self._history:
            raise IndexError("no move to take back")
        before, move = self._history.pop()
        self._bytes[:] = before
        for lines in self.told.values():
            del lines[self.ply :]
        return self.game.moves.decode(move)

    def step_chance(self) -> Move:
        """Draw one chance move from the match's own seeded stream and play it."""
        if self._engine.actor(self._array) != CHANCE:
            raise IllegalMove("Chance has no move now.")
        move = self._engine.draw(self._array, self._key, self.ply)
        self.push(move)
        return self.game.moves.decode(move)

    def play_chance(self) -> list[Move]:
        """Let chance move for as long as it is its turn."""
        played = []
        while self._engine.actor(self._array) == CHANCE:
            played.append(self.step_chance())
        return played

    def random_move(self) -> int:
        """The move that random play makes here, drawn from the match's own stream; not played."""
        return self._engine.draw(self._array, self._key, self.ply)

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take its last move back: not after a move of chance, a reveal or the end of its turn."""
        if not self._history:
            return False
        before, move = self._history[-1]
        if not self.game.moves.kind_of(move).undoable or self._actor_of(before) != seat or self.actor != seat:
            return False
        book = self.game.rulebook
        return not book.view.reveals(book.state.proxy(self.at(self.ply - 1)), move, self._position)

    def would_be_final(self, seat: int, move: int) -> bool:
        """Whether the seat could not take a legal move back, as far as it can know; what is hidden is guessed."""
        trial = self.standing_at(self.game.rulebook.state.proxy(self.guessed(seat, 0)))
        try:
            trial.push(move)
        except IllegalMove:
            return True
        return not trial.can_undo(seat)

    def _actor_of(self, position: bytes) -> int:
        return self._engine.actor(np.frombuffer(bytearray(position), self._array.dtype))

    def copy(self) -> Match:
        """An independent match at the same position with the same history."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._array = self._array.copy()
        twin._history = list(self._history)
        twin.told = {viewer: list(lines) for viewer, lines in self.told.items()}
        twin._bytes = memoryview(twin._array.view(np.uint8))
        twin._position = self.game.rulebook.state.proxy(twin._array)
        return twin

    def standing_at(self, position: Proxy) -> Match:
        """A copy with the same history that shows another position: what might be."""
        twin = self.copy()
        twin._array[:] = position.array
        return twin

    @property
    def history(self) -> list[tuple[bytes, int]]:
        """The record before each move, as bytes, and the id of the move."""
        return self._history

    def resume(self, history: list[tuple[bytes, int]], record: bytes) -> None:
        """Go on from a history and the record that it led to. Nothing is played, so nothing is checked."""
        self._history = list(history)
        self._bytes[:] = record
        self.told.clear()

    # -------------------------------------------------------------- what one may see

    def at(self, ply: int) -> np.ndarray:
        """The record as it was before the move of that ply."""
        if ply == self.ply:
            return self._array.copy()
        return np.frombuffer(bytearray(self._history[ply][0]), self._array.dtype)

    def redacted(self, viewer: int | None, ply: int | None = None) -> np.ndarray:
        """A copy of the record without what the viewer may not know; None is a spectator."""
        array = self.at(self.ply if ply is None else ply)
        self._engine.redact(array, EVERYBODY if viewer is None else viewer)
        return array

    def guessed(self, viewer: int | None, seed: int) -> np.ndarray:
        """A copy of the record with what the viewer may not know filled in at random, consistently."""
        array = self.redacted(viewer)
        self._engine.guess(array, EVERYBODY if viewer is None else viewer, seed)
        return array

    def observation(self, seat: int) -> np.ndarray:
        """The observation vector of a seat, for learners."""
        return self._engine.observe(self.redacted(seat), seat)

    def known_to(self, ply: int) -> int:
        """The seat that alone knows the arguments of the move of a ply, or EVERYBODY."""
        before, move = self._history[ply]
        return self._engine.known_to(np.frombuffer(bytearray(before), self._array.dtype), move)

    def move_seen_by(self, viewer: int | None, ply: int) -> Move:
        """The move of a ply as the viewer knows it: arguments that are hidden from the viewer are None."""
        decoded = self.game.moves.decode(self._history[ply][1])
        if self.known_to(ply) in (EVERYBODY, viewer):
            return decoded
        return Move(-1, decoded.name, dict.fromkeys(decoded.args))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see, ready for JSON; None is a spectator."""
        return views.view(self, seat)

    def story(self, viewer: int | None = None, addressed: bool = False) -> list[dict[str, Any]]:
        """The log in words as the viewer may read it: entries with seat, text and ply. With `addressed`, the viewer is
        "you"."""
        return views.story(self, viewer, addressed)

    @property
    def log(self) -> list[str]:
        """What happened, in words, as a spectator may read it."""
        return [line["text"] for line in self.story(None)]

    def reference(self, seat: int | None = None) -> list[str]:
        """All components with what is left of each, as far as a seat may know; empty for games whose table shows it."""
        return views.reference(self, seat)

    def svg(self, seat: int | None = None, theme: str = "light", layout: str = "desktop") -> str:
        """The table as that seat sees it."""
        return views.svg(self, seat, theme, layout)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        who = "over" if self.over else "chance" if self.actor == CHANCE else self.names[self.actor or 0]
        return f"<Match {self.game}, ply {self.ply}, {who}>"

    # -------------------------------------------------------------- to text and back

    def dump(self) -> dict[str, Any]:
        """The position in the game's own words, ready for JSON and for `Match(game, position=...)`."""
        book = self.game.rulebook
        return book.state.dump(self._array, self.game.players, book.not_in_dumps)

    def save(self) -> str:
        """The match as a short text."""
        return saving.save(self)

    @classmethod
    def load(cls, text: str) -> Match:
        """A match from its text; a damaged or foreign text raises BadSave."""
        return saving.load(cls, text)


def read_position(game: Game, array: np.ndarray, words: Mapping[str, Any]) -> None:
    """Put a dumped position into a record that is set up; one that can't come up is refused."""
    book = game.rulebook
    book.state.read(array, words, game.players, book.not_in_dumps)
    s = book.state.proxy(array)
    book.declarations.derive(s)
    problem = book.validity.impossible(s) or _unplayable(game, array)
    if problem:
        raise BadPosition(problem)


def _unplayable(game: Game, array: np.ndarray) -> str | None:
    """Why nobody could move on from a position, or None. Asked of the interpreted rules, which check every access."""
    engine = engines.interpreted(game.rulebook)
    try:
        actor = engine.actor(array)
        legal = [] if actor == OVER else engine.legal(array)
    except (IndexError, ValueError, OverflowError):
        return "The rules can't go on from this position."
    if actor == OVER:
        return None
    if actor != CHANCE and not 0 <= actor < game.players:
        return "It is the turn of nobody in this game."
    if not legal:
        return "The game is not over, but there is no legal move."
    if any(game.moves.kind_of(move).chance != (actor == CHANCE) for move in legal):
        return "Players and chance can't have each other's moves."
    return None


def plies_of_last_turn(movers: Sequence[int | None], seat: int) -> int:
    """How many plies lie between now and the first decision of a seat's last turn; chance moves have no mover."""
    own = [ply for ply, mover in enumerate(movers) if mover == seat]
    if not own:
        return 0
    first = own.pop()
    while own and all(mover is None for mover in movers[own[-1] + 1 : first]):
        first = own.pop()
    return len(movers) - first
