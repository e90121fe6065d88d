"""The contract between a game's folder and everything that uses games.

Each protocol below is one file of a game's folder. A function without a default must be there; everything else may be
left out, and then the default of this module stands in for it. `check` is called when a game is registered and says in
one sentence, naming file and function, what is missing, misspelt or wrongly shaped. A game may also have a lesson,
which is no module but data: `text/lesson.toml`, see lesson.py.
"""

from __future__ import annotations

import ast
import difflib
import functools
import importlib
import importlib.resources
import importlib.util
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from .errors import BadGame
from .grammar import Name
from .line import Line
from .move import EVERYBODY, Move
from .observation import Observation, table_features
from .record import SEATS
from .rng import below
from .rule import is_rule, rule, unbound

if TYPE_CHECKING:
    from ..draw.sheet import Sheet
    from ..draw.tokens import Tokens
    from ..text_table.canvas import Canvas
    from ..text_table.styles import Styles
    from .advice import Advice
    from .game import Rulebook
    from .reckoning import Bars, Race, Rival, Told
    from .values import Values

Position = Any
"""A record as rules see it: fields by name. See `record.Proxy`."""


# ------------------------------------------------------------------ the files of a game


class State(Protocol):
    """`state.py`: what can be said about the record beyond its fields."""

    def conserved(self, s: Position) -> dict[str, int]:
        """Numbers that no move can change, by name: cards, cubes, tokens."""

    def derive(self, s: Position) -> None:
        """Work out the fields that are declared `derived`."""


class Validity(Protocol):
    """`validity.py`: which positions can come up, beyond the ranges of the record's fields."""

    def impossible(self, s: Position) -> str | None:
        """Why a position can't come up, in one sentence, or None."""


class Rules(Protocol):
    """`rules/__init__.py`: the entry points of the rules, all of them compiled."""

    def setup(self, s: Position) -> None:
        """Set up a record that holds players and options and is zero otherwise."""

    def actor(self, s: Position) -> int:
        """The seat to move, CHANCE or OVER."""

    def legal(self, s: Position, moves: Any) -> int:
        """Write the ids of the legal moves into `moves` and return how many there are; 0 only at the end."""

    def play(self, s: Position, move: int) -> None:
        """Carry out a legal move."""

    def score(self, s: Position, seat: int) -> int:
        """The points of a seat now, as a person would count them."""

    def place(self, s: Position, seat: int) -> int:
        """The place of a seat from 1 on, by the game's own tie-breaks. Default: by score."""

    def chance_total(self, s: Position) -> int:
        """The sum of the weights of chance's moves. Default: all moves of chance are equally likely."""

    def chance_weight(self, s: Position, move: int) -> int:
        """The weight of one move of chance; goes with `chance_total`."""

    def chance_move(self, s: Position, number: int, moves: Any) -> int:
        """The move of chance that a number below the total falls on, in the order of `legal`. Optional; faster."""


class View(Protocol):
    """`view.py`: what a seat may see. The first three are compiled and belong to games with secrets."""

    OBSERVATION: Observation

    def redact(self, s: Position, viewer: int) -> None:
        """Blank what the viewer may not know; viewer -1 is a spectator."""

    def guess(self, s: Position, viewer: int, seed: int) -> None:
        """Fill a redacted record in at random, consistently with what the viewer knows."""

    def known_to(self, s: Position, move: int) -> int:
        """The only seat that learns the arguments of a move, or EVERYBODY."""

    def reveals(self, before: Position, move: int, after: Position) -> bool:
        """Whether a move showed anybody something hidden, so that it can't be taken back; not compiled. Default: no."""

    def score_known(self, s: Position, viewer: int | None, seat: int) -> bool:
        """Whether the viewer may know the points of a seat; a view says null otherwise. Not compiled. Default: yes."""

    def describe(self, s: Position, viewer: int | None) -> dict[str, Any]:
        """The position for pictures and programs, ready for JSON. Default: the record in words."""


class Words(Protocol):
    """`text/words.py`: how moves, prompts and events read. Positions are redacted for the reader."""

    score_parts: Callable[[Position, int], Sequence[tuple[str, int]]] | None
    """Where a seat's points come from, as (source, points); they add up to its score. Default: by kind of move."""

    points_from: Callable[[Position, Move], Sequence[tuple[int, str, int]]] | None
    """The same told of a move, as (seat, source, points), where the position no longer shows it."""

    solo: Callable[[Position], tuple[str, str]] | None
    """The setup of a game for one by name, and what was reached, for the list of best results."""

    prospects: Callable[[Position, int], Sequence[tuple[str, float]]] | None
    """Numbers by which a person would compare two positions of a seat, each with its name: coins a round, stars.
    Default: the points."""

    SOLO_OPTIONS: Sequence[str]
    """The options that the name of such a setup already tells."""

    THROWS: Sequence[str]
    """Outcomes of chance that begin something new, as a throw of dice does: what it pays is marked by itself, without
    what the move before it cost. Default: none, chance answers to the move before it."""

    def label(self, move: Move, s: Position, names: Sequence[str]) -> str:
        """A move as a button says it. Default: its text."""

    def outlook(self, move: Move, s: Position, names: Sequence[str]) -> str:
        """What a legal move would do, in a sentence or two, before it is played. Default: nothing beyond its label."""

    def prompt(self, s: Position, viewer: int | None, names: Sequence[str]) -> tuple[str, str]:
        """What is to be done now, in a few words, and a quieter hint."""

    def reasons(self, s: Position, viewer: int | None) -> dict[str, str]:
        """Why a target can't be chosen now, by the id of its element."""

    def tell(self, before: Position, move: Move, after: Position, names: Sequence[Name]) -> list[Line]:
        """What a move did: sentences with the seat they are about and the changes that they name, in the order in which
        things happened. A plain (seat, text) does for a sentence that names no change."""

    def counters(self, s: Position) -> dict[str, int]:
        """What the table counts, by the id of its element (`coins-0`): the changes told must add up to what changed."""


class Reference(Protocol):
    """`text/reference.py`: all components with what is left of each."""

    def reference(self, s: Position, names: Sequence[str]) -> list[str]:
        """One line for each component. Default: none, for games whose table shows everything."""


class Reckoning(Protocol):
    """`text/reckoning.py`: how players reckon a finished game. Positions and lines are redacted for the reader."""

    COLOURS: Mapping[str, str]
    """The colour of a source of points or goods in charts, as #RRGGBB: that of its piece or card."""

    def charts(self, told: Told, s: Position) -> Sequence[Bars | Race]:
        """Charts of what happened, beside the points by source. Default: none."""

    def rivals(self, s: Position) -> Sequence[Rival]:
        """Who played against a single player without holding a seat. Default: nobody."""


class Table(Protocol):
    """`drawing/table.py`: the table as a picture. Default: a plain table drawn from the view."""

    DEFS: Mapping[str, str]
    TOKENS: Tokens
    EMBLEM: str
    """The emblem before the game's name, drawn about (0, 0), 30 wide; it may use pieces of the kit, but not DEFS,
    because it also stands on pages that show other games. Default: a house."""

    def table(self, view: Mapping[str, Any], layout: str) -> Sheet:
        """The table as a set of regions; `layout` is "desktop" or "phone"."""

    def component(self, thing: str) -> str:
        """A component that has values in the Lab, as it lies in the market, in the box of `draw.component`. Default:
        nothing, and the page shows its name."""


class TextTable(Protocol):
    """`text/table.py`: the table in a terminal, drawn from a view. Default: the fields of the view."""

    STYLES: Styles
    """Named styles of the game's own, beside the shared ones of `text_table.styles`."""

    def table(self, view: Mapping[str, Any], width: int, height: int) -> Canvas:
        """The table on a canvas of that width. It may be higher than `height`: then it is scrolled."""

    def prose(self, view: Mapping[str, Any]) -> list[str]:
        """The position in sentences, for screen readers, braille displays and pipes."""


class Evaluation(Protocol):
    """`bot/evaluation.py`: what a position is worth, and how the search plays this game. See `bots.parameters`."""

    SCALE: float
    """How many points of evaluation make a seat e times as likely to win."""

    ROLLOUT: str
    """How rollouts choose their moves: "random", weighted by `rollout_weight`, or "greedy"."""

    ROLLOUT_MOVES: int
    """After how many moves a rollout is cut off and evaluated."""

    EXPLORATION: float
    """The PUCT exploration constant."""

    PRIOR_SHARPNESS: float
    """How strongly the evaluation of a move raises its prior probability."""

    POINTS_SHARE: float
    """The part of a result that goes by points, whoever wins."""

    NET_EXPLORATION: float
    """The PUCT exploration constant of a search with a net."""

    NET_ROLLOUT_SHARE: float
    """How much a rollout counts beside a net's value at a leaf."""

    NET_EASY: tuple[int, float]
    """How the level easy blunders with a net: how many moves it thinks of, and what part of the win it gives away."""

    NET_NORMAL: tuple[int, float]
    """The same for the level normal."""

    LEAF: int
    """How many playouts each tree has that values a position for a review; with the game's net, if it has one."""

    LEAF_ROLLOUT_MOVES: int | None
    """After how many moves the rollouts of these trees are cut off; None: like those of the bots."""

    LEAF_ERROR: float
    """How far a loss may be off because such small trees see some things late, in parts of a win; part of intervals."""

    SURENESS: float
    """What makes the chances of a review honest: each is raised to this power, then they are made to add up to 1."""

    SOLO_MARKS: tuple[float, float, float]
    """From how many points on a decision of a game for one is a slip, a mistake, a blunder."""

    def evaluate(self, s: Position, seat: int) -> int:
        """What a position is worth to a seat, compiled. Default: its score."""

    def rollout_weight(self, s: Position, move: int) -> int:
        """How likely a random rollout chooses a move, compiled. Default: all moves are equally likely."""


class Features(Protocol):
    """`bot/features.py`: what a net sees, where that differs from what environments show their learners."""

    FEATURES: Observation
    """Default: the observation of `view.py`, the number of players and the options."""


class Advisor(Protocol):
    """`bot/advice.py`: help for the player to move, as moves with a sentence. Default: none."""

    def offered(self, s: Position, seat: int) -> str | None:
        """The label of the help that can be asked for now, or None; quick."""

    def advise(self, s: Position, seat: int) -> Advice | None:
        """The help itself."""


class Lab(Protocol):
    """`lab.py`: what experiments may change and what they count. Default: nothing can be changed."""

    BOUNDS: Sequence[Values]
    """The values that a variant may change, with their bounds."""

    THINGS: Sequence[str]
    """What players can get, by id: cards, tiles. `thing_of` gives places in this list."""

    NEEDED: Sequence[str]
    """The things that nobody can win without."""

    DEALT: bool
    """Whether chance deals the things and nobody can decline them: then nothing can be forbidden, and what whoever got
    one wins more than who got another is its worth."""

    CLOSE: int
    """A game is close if the second is within so many points of the first."""

    PATIENCE: int
    """After how many decisions of a seat the Lab's own players begin to make some at random, so that games end."""

    BY_WEIGHT: bool
    """Whether the Lab's own players choose by `rollout_weight`, and by evaluation only among equals: for games in which
    a single move hardly shows in the evaluation."""

    def thing_of(self, s: Position, move: int) -> int:
        """Which of THINGS the player to move gets by a legal move, or -1; compiled."""

    def clock(self, s: Position) -> int:
        """The round, from 1; compiled. Default: 0, and experiments count decisions instead."""

    def first_seat(self, s: Position) -> int:
        """The seat that began the game, asked at its end; compiled. Default: -1, who had the first decision."""

    def chance_owner(self, s: Position) -> int:
        """Whose chance is due at a position of chance: a seat for dice that belong to its turn, or -1; compiled.

        Experiments draw chance by owner and count, so that the same dice fall in two variants. Default: -1.
        """

    def covers(self, one: str, other: str) -> bool:
        """Whether a thing costs no more than another and is worth no less whatever happens; not compiled."""

    def refusal(self, values: Mapping[str, int]) -> str | None:
        """Why nobody could play with these values, in one sentence, or None; not compiled."""


# ------------------------------------------------------------------ defaults

score: Callable[..., Any] = unbound
legal: Callable[..., Any] = unbound
chance_total: Callable[..., Any] = unbound
chance_weight: Callable[..., Any] = unbound
chance_move: Callable[..., Any] = unbound


@rule
def rank_by_score(s, seat):  # type: ignore[no-untyped-def]
    """More points are better; equal points share a place."""
    place = 1
    points = score(s, seat)
    for other in range(s.players):
        if score(s, other) > points:
            place += 1
    return place


@rule
def copy_record(target, index, source, number):  # type: ignore[no-untyped-def]
    """Copy a position from one array to another."""
    target[index] = source[number]


@rule
def draw_evenly(s, number, moves):  # type: ignore[no-untyped-def]
    """The move of chance that a random 32-bit number falls on when all moves are equally likely."""
    return moves[below(number, legal(s, moves))]


@rule
def draw_by_weight(s, number, moves):  # type: ignore[no-untyped-def]
    """The move of chance that a random 32-bit number falls on, each move by its weight."""
    return chance_move(s, below(number, chance_total(s)), moves)


@rule
def listed_chance_move(s, number, moves):  # type: ignore[no-untyped-def]
    """The move of chance that a number below the total weight falls on, found by adding up the weights."""
    count = legal(s, moves)
    if chance_total(s) == count:
        return moves[number]
    index = 0
    weight = chance_weight(s, moves[0])
    while number >= weight:
        number -= weight
        index += 1
        weight = chance_weight(s, moves[index])
    return moves[index]


@rule
def equally_likely(s, move):  # type: ignore[no-untyped-def]
    """Every move has the same weight."""
    return 1


@rule
def score_alone(s, seat):  # type: ignore[no-untyped-def]
    """A position is worth its points."""
    return score(s, seat)


@rule
def nothing_hidden(s, viewer):  # type: ignore[no-untyped-def]
    """There is nothing to blank."""


@rule
def nothing_to_guess(s, viewer, seed):  # type: ignore[no-untyped-def]
    """There is nothing to fill in."""


@rule
def known_to_everybody(s, move):  # type: ignore[no-untyped-def]
    """What a move says is open to all."""
    return EVERYBODY


@rule
def no_thing(s, move):  # type: ignore[no-untyped-def]
    """No move is known to get anything."""
    return -1


@rule
def no_clock(s):  # type: ignore[no-untyped-def]
    """Rounds are not counted."""
    return 0


@rule
def first_to_decide(s):  # type: ignore[no-untyped-def]
    """Who had the first decision began."""
    return -1


@rule
def nobody(s):  # type: ignore[no-untyped-def]
    """Chance belongs to nobody."""
    return -1


def _label(move: Move, s: Position, names: Sequence[str]) -> str:
    return move.text.replace("_", " ").capitalize()


def _prompt(s: Position, viewer: int | None, names: Sequence[str]) -> tuple[str, str]:
    return "Choose a move", ""


def _tell(before: Position, move: Move, after: Position, names: Sequence[Name]) -> list[Line]:
    return [Line(None, f"{_label(move, before, names)}.")]


def _defaults(book: Rulebook, file: str) -> dict[str, Any]:
    """What stands in for the names that a file of this game leaves out."""
    seat_fields = [name for name, entry in book.state.fields.items() if entry.by and entry.by[0] is SEATS]
    if file == "text/table.py":
        from ..text_table import default

        shown = {name: functools.partial(getattr(default, name), by_seat=seat_fields) for name in ("table", "prose")}
        return {"STYLES": default.STYLES, **shown}
    if file == "drawing/table.py":
        from ..draw import default_table
        from ..draw.pieces import house

        plain = functools.partial(default_table.table, by_seat=seat_fields)
        tokens: Tokens = {"light": {}, "dark": {}}
        return {
            "DEFS": {},
            "TOKENS": tokens,
            "EMBLEM": house(0, 0, 30, 1),
            "table": plain,
            "component": lambda thing: "",
        }
    known: dict[str, dict[str, Any]] = {
        "state.py": {
            "conserved": lambda s: {},
            "derive": lambda s: None,
        },
        "validity.py": {"impossible": lambda s: None},
        "rules/__init__.py": {
            "place": rank_by_score,
            "chance_total": None,
            "chance_weight": equally_likely,
            "chance_move": None,
        },
        "view.py": {
            "OBSERVATION": None,
            "reveals": lambda before, move, after: False,
            "score_known": lambda s, viewer, seat: True,
            "describe": lambda s, viewer: book.state.dump(s.array, s.players, frozenset()),
        },
        "text/words.py": {
            "label": _label,
            "outlook": lambda move, s, names: "",
            "prompt": _prompt,
            "reasons": lambda s, viewer: {},
            "tell": _tell,
            "counters": lambda s: {},
            "score_parts": None,
            "points_from": None,
            "solo": None,
            "prospects": None,
            "SOLO_OPTIONS": (),
            "THROWS": (),
        },
        "text/reference.py": {"reference": lambda s, names: []},
        "text/reckoning.py": {"COLOURS": {}, "charts": lambda told, s: [], "rivals": lambda s: []},
        "bot/evaluation.py": {
            "evaluate": score_alone,
            "rollout_weight": equally_likely,
            "SCALE": 4.0,
            "ROLLOUT": "random",
            "ROLLOUT_MOVES": 10_000,
            "EXPLORATION": 0.7,
            "PRIOR_SHARPNESS": 12.0,
            "POINTS_SHARE": 0.0,
            "NET_EXPLORATION": 0.7,
            "NET_ROLLOUT_SHARE": 0.0,
            "NET_EASY": (10, 0.15),
            "NET_NORMAL": (4, 0.05),
            "LEAF": 100,
            "LEAF_ROLLOUT_MOVES": None,
            "LEAF_ERROR": 0.01,
            "SURENESS": 1.0,
            "SOLO_MARKS": (1.0, 3.0, 6.0),
        },
        "bot/features.py": {"FEATURES": None},
        "bot/advice.py": {"offered": lambda s, seat: None, "advise": lambda s, seat: None},
        "lab.py": {
            "BOUNDS": (),
            "THINGS": (),
            "NEEDED": (),
            "DEALT": False,
            "CLOSE": 0,
            "PATIENCE": 1000,
            "BY_WEIGHT": False,
            "thing_of": no_thing,
            "clock": no_clock,
            "first_seat": first_to_decide,
            "chance_owner": nobody,
            "covers": lambda one, other: False,
            "refusal": lambda values: None,
        },
    }
    defaults = known[file]
    if file == "view.py" and not book.secrets:
        defaults |= {"redact": nothing_hidden, "guess": nothing_to_guess, "known_to": known_to_everybody}
    return defaults


FILES: dict[str, type] = {
    "state.py": State,
    "validity.py": Validity,
    "rules/__init__.py": Rules,
    "view.py": View,
    "text/words.py": Words,
    "text/reference.py": Reference,
    "text/reckoning.py": Reckoning,
    "text/table.py": TextTable,
    "drawing/table.py": Table,
    "bot/evaluation.py": Evaluation,
    "bot/features.py": Features,
    "bot/advice.py": Advisor,
    "lab.py": Lab,
}

COMPILED = {
    "rules/__init__.py": None,
    "view.py": {"redact", "guess", "known_to"},
    "bot/evaluation.py": None,
    "lab.py": {"thing_of", "clock", "first_seat", "chance_owner"},
}
"""Which functions of a file must be rules; None stands for all of them."""

PARTNERS = (
    ("lab.py", "THINGS", "thing_of"),
    ("lab.py", "thing_of", "THINGS"),
    ("bot/advice.py", "offered", "advise"),
    ("bot/advice.py", "advise", "offered"),
    ("rules/__init__.py", "chance_total", "chance_weight"),
    ("rules/__init__.py", "chance_weight", "chance_total"),
    ("rules/__init__.py", "chance_move", "chance_total"),
)
"""File, function, and another function that it makes no sense without."""

DRAWN = ("drawing/table.py", "text/table.py")
"""The files that draw a table."""

OPTIONAL_IN_DRAWING = ("EMBLEM", "component")
"""What a game that draws its own table may still leave to the default."""


# ------------------------------------------------------------------ loading and checking


def load(book: Rulebook, file: str) -> Any:
    """A file of a game's folder as its protocol, with defaults for what it leaves out."""
    module = _module(book, file)
    defaults = _defaults(book, file)
    found: dict[str, Any] = {}
    for name in _names(FILES[file]):
        declared = vars(module).get(name) if module is not None else None
        if declared is None and name not in defaults:
            raise BadGame(_missing(book, file, name, module))
        if declared is None and module is not None:
            _check_spelling(book, file, name, module)
        if declared is not None:
            _check_shape(book, file, name, declared)
        found[name] = defaults[name] if declared is None else declared
    if file == "view.py" and found["OBSERVATION"] is None:
        found["OBSERVATION"] = Observation.of_fields(book.state)
    if file == "bot/features.py" and found["FEATURES"] is None:
        found["FEATURES"] = Observation(book.state, *book.view.OBSERVATION, *table_features(book.options))
    _check_partners(book, file, module)
    return types.SimpleNamespace(**found)


def check(book: Rulebook) -> None:
    """Check every file of a game; the first fault raises BadGame.

    Drawings are read but not imported: who only plays or simulates needs none of what drawing needs.
    """
    for file in FILES:
        if file in DRAWN:
            _check_source(book, file)
        else:
            load(book, file)
    _ = book.lesson  # text/lesson.toml, which may be missing


def _check_source(book: Rulebook, file: str) -> None:
    """Check a file of a game by its source: the names it must define, and how many arguments its functions take."""
    source = importlib.resources.files(book.package).joinpath(file)
    if not source.is_file():
        return
    tree = ast.parse(source.read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    defined = set(functions) | {
        name.asname or name.name
        for node in tree.body
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in node.names
    }
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        defined |= {target.id for target in targets if isinstance(target, ast.Name)}
    for name in _names(FILES[file]):
        expected = vars(FILES[file]).get(name)
        if name not in defined and name not in OPTIONAL_IN_DRAWING:
            close = difflib.get_close_matches(name, defined, n=1, cutoff=0.8)
            hint = f"; {close[0]} may be a misspelling of it" if close else ""
            if hint or inspect.isfunction(expected):
                raise BadGame(f"{_where(book, file)} lacks {name}{hint}.")
        if inspect.isfunction(expected) and name in functions:
            wanted = list(inspect.signature(expected).parameters)[1:]
            given = [argument.arg for argument in functions[name].args.args]
            if len(given) != len(wanted):
                raise BadGame(
                    f"{_where(book, file)}: {name} must take ({', '.join(wanted)}), not ({', '.join(given)})."
                )


def has_file(book: Rulebook, file: str) -> bool:
    """Whether a game's folder has a file of the contract."""
    return _module(book, file) is not None


def _module(book: Rulebook, file: str) -> types.ModuleType | None:
    name = f"{book.package}.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    parent = name.rpartition(".")[0]
    if importlib.util.find_spec(parent) is None or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def _names(protocol: type) -> list[str]:
    functions = [name for name, entry in vars(protocol).items() if inspect.isfunction(entry) and name[0] != "_"]
    return [*functions, *inspect.get_annotations(protocol)]


def _where(book: Rulebook, file: str) -> str:
    return f"{book.package.rpartition('.')[2]}/{file}"


def _missing(book: Rulebook, file: str, name: str, module: types.ModuleType | None) -> str:
    if module is None:
        return f"{book.title} lacks the file {_where(book, file)}, which must have {name}."
    return f"{_where(book, file)} lacks the function {name}{_meant(name, module)}."


def _check_spelling(book: Rulebook, file: str, name: str, module: types.ModuleType) -> None:
    meant = _meant(name, module)
    if meant:
        raise BadGame(f"{_where(book, file)} has no {name}{meant}.")


def _meant(name: str, module: types.ModuleType) -> str:
    """A hint at a public function of the module that looks like a misspelling of the name."""
    protocol = next(kind for file, kind in FILES.items() if _ends(module, file))
    known = _names(protocol)
    own = [
        other
        for other, thing in vars(module).items()
        if other not in known and inspect.isfunction(thing) and thing.__module__ == module.__name__
    ]
    close = difflib.get_close_matches(name, own, n=1, cutoff=0.8)
    return f"; {close[0]} may be a misspelling of it" if close else ""


def _ends(module: types.ModuleType, file: str) -> bool:
    return f".{module.__name__}".endswith("." + file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))


def _check_shape(book: Rulebook, file: str, name: str, declared: Any) -> None:
    expected = vars(FILES[file]).get(name)
    if not inspect.isfunction(expected):
        return
    wanted = list(inspect.signature(expected).parameters)[1:]
    if not callable(declared):
        raise BadGame(f"{_where(book, file)}: {name} must be a function of ({', '.join(wanted)}).")
    parameters = inspect.signature(declared).parameters.values()
    needed = [p for p in parameters if p.default is p.empty and p.kind is not p.VAR_POSITIONAL]
    open_ended = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if len(needed) > len(wanted) or (len(parameters) < len(wanted) and not open_ended):
        given = ", ".join(parameter.name for parameter in parameters)
        raise BadGame(f"{_where(book, file)}: {name} must take ({', '.join(wanted)}), not ({given}).")
    compiled = COMPILED.get(file, set())
    if (compiled is None or name in compiled) and not is_rule(declared):
        raise BadGame(f"{_where(book, file)}: {name} must be marked @rule, because it is compiled.")


def _check_partners(book: Rulebook, file: str, module: types.ModuleType | None) -> None:
    present = vars(module) if module is not None else {}
    for where, name, partner in PARTNERS:
        if where == file and name in present and partner not in present:
            raise BadGame(f"{_where(book, file)} has {name} and so must have {partner}.")


LAB_RULES = ("thing_of", "clock", "first_seat", "chance_owner")
"""The rules of `lab.py`."""


def lab_rules_of(book: Rulebook) -> dict[str, Callable[..., Any]]:
    """The compiled functions of a game's `lab.py` by the names that the Lab's drivers call them by."""
    return {name: getattr(book.lab, name) for name in LAB_RULES}


def rules_of(book: Rulebook) -> dict[str, Callable[..., Any]]:
    """The compiled functions of a game by the names that drivers call them by."""
    rules, view, evaluation = cast(Any, book.rules), cast(Any, book.view), cast(Any, book.evaluation)
    found = {name: getattr(rules, name) for name in ("setup", "actor", "legal", "play", "score", "place")}
    found |= {name: getattr(view, name) for name in ("redact", "guess", "known_to")}
    found |= {name: getattr(evaluation, name) for name in ("evaluate", "rollout_weight")}
    found["observe"] = view.OBSERVATION.observe
    found["features"] = book.features.observe
    found["copy_record"] = copy_record
    found["chance_weight"] = rules.chance_weight
    if rules.chance_total is None:
        found["draw_chance"] = draw_evenly
    else:
        found["chance_total"] = rules.chance_total
        found["chance_move"] = rules.chance_move or listed_chance_move
        found["draw_chance"] = draw_by_weight
    return found
