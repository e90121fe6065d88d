"""Lessons: a guided first game, step by step on a real table, from `text/lesson.toml` of a game's folder.

A lesson is data alone. Each step says one sentence and asks for one thing: a move, a touch of a piece, or to accept the
game's own advice. Chance and the other players do as the lesson says, until it ends and the game goes on in earnest.
`read` reads and checks the form of the file; `Walk` plays it, for pages, terminal and tests alike.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .advice import advise
from .errors import BadGame, IllegalMove, TabletownError
from .match import Match
from .move import CHANCE

if TYPE_CHECKING:
    from .game import Game, Rulebook

FILE = "text/lesson.toml"
STEPS = range(8, 16)
"""How many steps a lesson may have."""
LONGEST_SENTENCE = 130
LONGEST_ANSWER = 110
"""The most characters of what is said to another legal move."""
NOT_YET = "That comes in a moment; first touch what is marked."
"""What is said to a move where a touch is asked for."""


@dataclass(frozen=True)
class Step:
    """One sentence and one thing to do."""

    id: str
    say: str
    show: tuple[str, ...]
    """The elements that are marked; the target of the move is marked too, unless it is to be found."""
    do: tuple[str, ...] = ()
    """The move that is asked for, as text; of several, any."""
    tap: str = ""
    """The element that is to be touched."""
    help: bool = False
    """Whether the game's own advice is to be accepted."""
    find: bool = False
    """Whether the target of the move is marked only after a wrong try."""
    otherwise: str = ""
    """What is said to another legal move."""
    then: tuple[str, ...] = ()
    """The moves of chance and of others that follow."""
    rules: tuple[str, ...] = ()
    """The rules that the step teaches, by their numbers in the ledger."""
    chapter: str = ""
    position: Mapping[str, Any] | None = None
    """With a chapter the table is set up anew, as the game stands then."""

    @property
    def kind(self) -> str:
        """What is asked for: do, tap or help."""
        return "do" if self.do else "tap" if self.tap else "help"


@dataclass(frozen=True)
class Lesson:
    game: Game
    title: str
    minutes: int
    names: tuple[str, ...]
    seat: int
    """The learner's."""
    position: Mapping[str, Any] | None
    moves: tuple[str, ...]
    """How the table stands before the first step: the position, then these moves of chance and of others."""
    steps: tuple[Step, ...]
    last: str
    """What is said when the game goes on in earnest."""
    bot: str
    """The level of the others then."""
    fingerprint: str
    """Another text is another lesson: a table that was begun with it goes on as a game."""

    def number_of(self, step: str) -> int | None:
        return next((number for number, entry in enumerate(self.steps) if entry.id == step), None)

    def named(self, name: str) -> list[str]:
        """Everybody's names; the learner's own takes the learner's seat."""
        return [name if seat == self.seat and name else other for seat, other in enumerate(self.names)]


# ------------------------------------------------------------------ reading


_KINDS: dict[str, dict[str, tuple[type, bool]]] = {
    "lesson": {
        "title": (str, True),
        "minutes": (int, True),
        "players": (int, True),
        "names": (list, True),
        "seat": (int, True),
        "options": (dict, False),
        "start": (dict, False),
        "step": (list, True),
        "end": (dict, True),
    },
    "start": {"position": (dict, False), "moves": (list, False)},
    "step": {
        "id": (str, True),
        "say": (str, True),
        "show": (list, True),
        "do": (list, False),
        "tap": (str, False),
        "help": (bool, False),
        "find": (bool, False),
        "else": (str, False),
        "then": (list, False),
        "rules": (list, True),
        "chapter": (str, False),
        "position": (dict, False),
    },
    "end": {"say": (str, True), "bot": (str, True)},
}
"""By kind of table: its keys, what they hold, and whether they must be there."""


class _Wrong(Exception):
    """What is wrong with a lesson's file, as the end of a sentence."""


def _need(fact: object, sentence: str) -> None:
    if not fact:
        raise _Wrong(sentence)


def _table(given: Any, kind: str) -> dict[str, Any]:
    """A table of the file with the keys that it may and must have."""
    _need(isinstance(given, dict), f"{kind} must be a table")
    known = _KINDS[kind]
    unknown = sorted(set(given) - set(known))
    _need(not unknown, f"nobody reads the key {unknown[0] if unknown else ''}")
    for name, (wanted, needed) in known.items():
        _need(name in given or not needed, f"the key {name} is missing")
        if name in given:
            value = given[name]
            _need(type(value) is wanted, f"{name} must be a {wanted.__name__}, not {value!r:.40}")
            texts = not isinstance(value, list) or name == "step" or all(isinstance(entry, str) for entry in value)
            _need(texts, f"{name} must be a list of texts")
    found: dict[str, Any] = given
    return found


def _position(given: Any) -> Any:
    """A position; in TOML, which has no null, an empty text stands for it."""
    if isinstance(given, dict):
        return {name: _position(value) for name, value in given.items()}
    return [_position(value) for value in given] if isinstance(given, list) else None if given == "" else given


def _step(given: Any) -> Step:
    told = _table(given, "step")
    if "position" in told:
        told["position"] = _position(told["position"])
    say, ways = told["say"], [way for way in ("do", "tap", "help") if told.get(way)]
    _need(len(say) <= LONGEST_SENTENCE, f"the sentence has {len(say)} characters; {LONGEST_SENTENCE} are allowed")
    _need(say[-1:] in tuple(".!?") and not re.search(r"[.!?]\s", say), "what is said must be one sentence")
    _need(len(ways) == 1, "a step asks for one thing: a move (do), a piece (tap) or the game's advice (help)")
    _need(told["show"], "a step must show something")
    _need(not told.get("find") or ways == ["do"], "only a move can be found")
    _need(("chapter" in told) == ("position" in told), "a chapter has a position, and a position a chapter")
    answer = told.get("else", "")
    if ways == ["tap"]:
        _need(not answer, "another move is answered only where a move is asked for")
    else:
        _need(0 < len(answer) <= LONGEST_ANSWER, f"another move is answered (else) in 1 to {LONGEST_ANSWER} characters")
    named = {"otherwise" if name == "else" else name: value for name, value in told.items()}
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in named.items()}
    return Step(**values)


def read(book: Rulebook) -> Lesson | None:
    """The lesson of a game, or None if it has none. A file that is not in order raises BadGame."""
    file = importlib.resources.files(book.package).joinpath(FILE)
    if not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    where = f"{book.package.rpartition('.')[2]}/{FILE}"
    try:
        return _read(book, text, where)
    except (_Wrong, tomllib.TOMLDecodeError, TabletownError) as error:
        raise BadGame(f"{where}: {str(error).rstrip('.')}.") from None


def _read(book: Rulebook, text: str, where: str) -> Lesson:
    told = _table(tomllib.loads(text), "lesson")
    start, end = _table(told.get("start", {}), "start"), _table(told["end"], "end")
    game = book.configure(told["players"], **told.get("options", {}))
    _need(len(told["names"]) == game.players, f"{game.players} names are needed, not {len(told['names'])}")
    _need(0 <= told["seat"] < game.players, f"there is no seat {told['seat']}")
    _need(told["minutes"] > 0, "minutes must be positive")
    _need(len(end["say"]) <= LONGEST_SENTENCE, "the last sentence is too long")
    _need(
        len(told["step"]) in STEPS,
        f"there are {len(told['step'])} steps; {STEPS.start} to {STEPS.stop - 1} are allowed",
    )
    steps: list[Step] = []
    for number, given in enumerate(told["step"], 1):
        try:
            steps.append(_step(given))
        except _Wrong as wrong:
            raise _Wrong(f"step {number}: {wrong}") from None
    _need(len({step.id for step in steps}) == len(steps), "two steps have the same id")
    return Lesson(
        game,
        told["title"],
        told["minutes"],
        tuple(told["names"]),
        told["seat"],
        _position(start["position"]) if "position" in start else None,
        tuple(start.get("moves", ())),
        tuple(steps),
        end["say"],
        end["bot"],
        hashlib.sha256(f"{book.version}\n{text}".encode()).hexdigest()[:16],
    )


# ------------------------------------------------------------------ walking


@dataclass(frozen=True)
class Event:
    """Something that happened at a lesson's table.

    A `setup` puts up a position, `move` and `chance` are moves of the game, a `tap` touches an element, `step` begins a
    step (None: the lesson has ended), `back` goes to the beginning of the step before.
    """

    kind: str
    seat: int | None = None
    payload: dict[str, Any] = field(default_factory=dict)


class LessonOver(TabletownError):
    """The lesson has ended; the table goes on as a game."""


class NotAsked(TabletownError):
    """Something that the step does not ask for and that can't be answered; nothing has changed."""


class Walk:
    """A lesson that is being taken. `events` is all that happened, in order.

    `trail` holds the match as it stood at the beginning of each step so far. Between two things that the learner does
    the table always stands at the beginning of a step.
    """

    def __init__(self, lesson: Lesson, trail: Sequence[Match]) -> None:
        self.lesson = lesson
        self.trail = list(trail)
        self.match = self.trail[-1].copy()
        self.done = False
        self.events: list[Event] = []

    @classmethod
    def begin(cls, lesson: Lesson, name: str = "") -> Walk:
        """A new table, at the first step."""
        walk = cls(lesson, [Match(lesson.game, position=lesson.position, names=lesson.named(name))])
        walk.trail.clear()
        if lesson.position is not None:
            walk.events.append(Event("setup", None, {"position": lesson.position}))
        walk._follow_script(lesson.moves)
        walk._next_step()
        return walk

    @property
    def number(self) -> int:
        """The number of the step, from 0 on."""
        return len(self.trail) - 1

    @property
    def step(self) -> Step:
        if self.done:
            raise LessonOver("The lesson is over.")
        return self.lesson.steps[self.number]

    @property
    def targets(self) -> list[str]:
        """The elements on which the one thing that is asked for is done."""
        step = self.step
        if step.tap:
            return [step.tap]
        return [move.target for move in self.match.legal_moves if move.text in step.do]

    @property
    def move_ids(self) -> list[int]:
        """The moves that are asked for, in the order of `targets`; none for a touch."""
        return [move.id for move in self.match.legal_moves if move.text in self.step.do]

    def play(self, move: int | str) -> str | None:
        """A move of the learner: played if it is asked for; otherwise nothing changes, and what is said is returned.

        An illegal move raises IllegalMove.
        """
        step, number = self.step, self.match.find(move)
        if self.match.actor != self.lesson.seat:
            raise IllegalMove("Here you have no move; the lesson asks for something else.")
        self.match.copy().push(number)
        if self.match.game.moves.text_of(number) not in step.do:
            return step.otherwise or NOT_YET
        self._push(self.match.game.moves.text_of(number))
        self._finish_step()
        return None

    def tap(self, element: str) -> None:
        """The learner touches an element."""
        if element != self.step.tap:
            raise NotAsked(f"{element!r:.60} is not what this step asks to touch.")
        self.events.append(Event("tap", self.lesson.seat, {"element": element}))
        self._finish_step()

    def accept(self, moves: Sequence[int]) -> str | None:
        """The learner accepts these moves of the game's own advice: played if that is asked for, or else answered."""
        step = self.step
        if not step.help:
            return step.otherwise or NOT_YET
        for move in moves:
            self._push(self.match.game.moves.text_of(move))
        self._finish_step()
        return None

    def back(self) -> None:
        """Go to the beginning of the step before."""
        if self.done or not self.number:
            raise NotAsked("This is the beginning of the lesson.")
        self.trail.pop()
        self.match = self.trail[-1].copy()
        self.events.append(Event("back", self.lesson.seat))

    def do_as_asked(self) -> None:
        """Do the one thing that the step asks for."""
        step = self.step
        if step.tap:
            self.tap(step.tap)
        elif step.do:
            self.play(step.do[0])
        else:
            found = advise(self.match, self.lesson.seat)
            if found is None or not found.moves:
                raise NotAsked("The game has nothing to advise here.")
            self.accept(found.moves)

    def _push(self, move: str) -> None:
        actor = self.match.actor
        self.match.push(move)
        if actor == CHANCE:
            self.events.append(Event("chance", None, {"move": move}))
        else:
            self.events.append(Event("move", actor, {"move": move}))

    def _follow_script(self, moves: Sequence[str]) -> None:
        for move in moves:
            if self.match.actor == self.lesson.seat:
                raise IllegalMove(f"{move!r} is scripted where the learner is to move.")
            self._push(move)

    def _finish_step(self) -> None:
        self._follow_script(self.step.then)
        self._next_step()

    def _next_step(self) -> None:
        coming = self.lesson.steps[self.number + 1] if self.number + 1 < len(self.lesson.steps) else None
        if coming is None:
            self.done = True
        else:
            if coming.position is not None:
                self.match = Match(self.lesson.game, position=coming.position, names=self.match.names)
                self.events.append(Event("setup", None, {"position": coming.position}))
            self.trail.append(self.match.copy())
        self.events.append(Event("step", None, {"step": coming.id if coming else None}))


def problem(lesson: Lesson) -> str | None:
    """Why the rules can't follow a lesson, and at which step; None if they can."""
    where = "the start"
    try:
        walk = Walk.begin(lesson)
        while not walk.done:
            where = f"step {walk.number + 1} ({walk.step.id})"
            walk.do_as_asked()
    except TabletownError as error:
        return f"{where}: {error}"
    return "the game is over when the lesson ends" if walk.match.over else None
