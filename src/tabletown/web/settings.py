"""What an operator may set, each with a default that is right for one machine at home."""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from limits import parse
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tabletown.core.errors import TabletownError

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
FILE = "tabletown.toml"
"""The settings file, in the folder where the server starts; TABLETOWN_SETTINGS names another."""


class BadSetting(TabletownError, ValueError):
    """A setting that the server can't work with."""


@dataclass(frozen=True)
class Limits:
    """How much one address may ask, in the notation of the `limits` library."""

    reading: str = "1200/minute"
    playing: str = "600/minute"
    creating: str = "60/minute"
    claiming: str = "60/minute"
    thinking: str = "60/minute"
    drawing: str = "60/minute"
    experimenting: str = "10/minute"


@dataclass(frozen=True)
class Settings:
    database: str = "sqlite:///tabletown.sqlite3"
    origins: tuple[str, ...] = ()
    """Further origins that may post and open sockets, beside the server's own: `https://tabletown.example`."""
    bot_pause: float = 0.5
    """Seconds between two steps of a bot, so that people can follow."""
    bot_seconds: float = 5.0
    """A bot that thinks longer is stopped, and a random legal move is played for it."""
    bot_workers: int = CORES
    """Processes in which bots think: as many as there are processor cores."""
    rooms: int = 256
    """How many tables are kept in memory; the others are read from the log when they are needed."""
    idle: float = 600.0
    """Seconds after which a table that nobody watches or plays is dropped from memory."""
    sockets: int = 2000
    sockets_each: int = 64
    """Open sockets and long polls, in all and for one address."""
    sweep: float = 5.0
    """Seconds between two looks at the database for changes that no notice announced."""
    hand_over: float = 120.0
    """Seconds that a player who is to move must have been away before the others may let a bot play."""
    push_services: tuple[str, ...] = (
        "fcm.googleapis.com",
        "*.push.services.mozilla.com",
        "*.push.apple.com",
        "*.notify.windows.com",
    )
    """The push services that notifications are sent to, by name; none: there are no notifications."""
    push_contact: str = ""
    """Where push services reach the operator, mailto:NAME@HOST or https://HOST; empty: the first of `hosts`."""
    prepare: bool = True
    """Whether the fonts of the pages are cut at the start, and not when they are first asked for."""
    seeds: bool = False
    """Whether a caller may choose the seed of a table. For tests: whoever knows the seed knows the dice."""
    host: str = "127.0.0.1"
    port: int = 8321
    """Where the server listens; port 0 is any free one."""
    workers: int = 1
    """Server processes; several need PostgreSQL."""
    metrics: str = ""
    """HOST:PORT where Prometheus may ask for metrics, apart from the public port; empty: nowhere."""
    log_format: str = "text"
    """text for people, json for programs: one object a line."""
    log_level: str = "warning"
    """debug, info (a line for every request), warning or error."""
    # Who may ask, and how much one visitor may take.
    hosts: tuple[str, ...] = ()
    """Names under which the server answers, `tabletown.example` or `*.example.org`; `*` is any. Loopback names and the
    address where it listens are always among them."""
    bot_tables_each: int = 20
    """Tables with bots in play at a time from one address."""
    presence: float = 30.0
    """Seconds after which somebody who neither watches nor calls is not there any more, so that bots rest."""
    unfinished_each: int = 64
    """Connections from one address whose request has not come completely, and as many that wait for a next one."""
    head_seconds: float = 10.0
    """Seconds in which the head of a request must come."""
    body_seconds: float = 20.0
    """Seconds in which the rest of it must come."""
    keep_finished: float = 0.0
    """Days after which a finished table is deleted; 0 is never."""
    keep_abandoned: float = 0.0
    """Days without a move after which an unfinished table is deleted; 0 is never."""
    lab_workers: int = 1
    """Processes that play experiments of the Lab, behind everything else; 0: there is no Lab."""
    lab_seconds: float = 60.0
    """Seconds that one experiment is played for."""
    lab_queue: int = 20
    """Experiments that may wait or be played at a time."""
    lab_kept: int = 1000
    """Answers that are kept; those that nobody has looked at for longest go first."""
    lab_megabytes: int = 200
    """How much room they may take."""
    limits: Limits = field(default_factory=Limits)

    @property
    def url(self) -> URL:
        return database_url(self.database)


def database_url(text: str) -> URL:
    """The address of a database with the driver that the server uses."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadSetting(f"{text!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME.") from None
    driver = DRIVERS.get(url.drivername)
    if driver is None or not url.database or url.database == ":memory:":
        raise BadSetting(f"{text!r} is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME.")
    return url.set(drivername=driver)


PREFIX = "TABLETOWN_"
LIMIT = "limit_"
_NAMES = {f.name: f for f in fields(Settings) if f.name != "limits"}
_AT_LEAST = {"bot_workers": 1, "rooms": 1, "sockets": 1, "sockets_each": 1, "workers": 1, "unfinished_each": 1}


@dataclass(frozen=True)
class Chosen:
    """The settings, and where each was found: an option, an environment variable, the file or the default."""

    settings: Settings
    sources: dict[str, str]

    def lines(self) -> list[str]:
        """All settings with their sources, for people; passwords are left out."""
        values = {**asdict(self.settings), **{LIMIT + k: v for k, v in asdict(self.settings.limits).items()}}
        del values["limits"]
        values["database"] = shown_database(self.settings.database)
        width = max(map(len, values))
        return [
            f"{name:<{width}} = {','.join(value) if isinstance(value, tuple) else value}  ({self.sources[name]})"
            for name, value in values.items()
        ]


def choose(options: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None) -> Chosen:
    """The settings: what an option says, else the environment, else the settings file, else the default.

    An environment variable is TABLETOWN_ and the name in capitals: TABLETOWN_DATABASE, TABLETOWN_LIMIT_PLAYING.
    """
    words = os.environ if environment is None else environment
    names = [*_NAMES, *(LIMIT + f.name for f in fields(Limits))]
    values: dict[str, Any] = {}
    sources = dict.fromkeys(names, "default")
    file = _file(words)
    for name, value in file.items():
        if name not in names:
            raise BadSetting(f"The settings file has {name!r}, which is no setting; there are {', '.join(names)}.")
        values[name], sources[name] = _of_file(name, value), words.get(f"{PREFIX}SETTINGS", FILE)
    for name in names:
        variable = PREFIX + name.upper()
        if variable in words:
            values[name], sources[name] = _of_text(name, words[variable], variable), variable
    for name, value in (options or {}).items():
        values[name], sources[name] = value, f"--{name.replace('_', '-')}"
    limits = {name.removeprefix(LIMIT): values.pop(name) for name in list(values) if name.startswith(LIMIT)}
    return Chosen(checked(Settings(**values, limits=Limits(**limits))), sources)


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings, without options of a command line."""
    return choose(None, environment).settings


def _file(words: Mapping[str, str]) -> dict[str, Any]:
    """What the settings file says; limits stand in a table of their own, [limits]."""
    path = words.get(f"{PREFIX}SETTINGS", FILE)
    try:
        with open(path, "rb") as file:
            found = tomllib.load(file)
    except FileNotFoundError:
        if f"{PREFIX}SETTINGS" in words:
            raise BadSetting(f"There is no settings file {path}.") from None
        return {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"The settings file {path} can't be read: {getattr(error, 'strerror', error)}.") from None
    limits = found.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadSetting(f"In the settings file {path}, limits is a table: write [limits].")
    return {**found, **{LIMIT + name: limit for name, limit in limits.items()}}


def _of_file(name: str, value: Any) -> Any:
    """A value of the settings file; numbers and words may also be written as text."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return _of_text(name, ",".join(value), f"The setting {name}")
    if isinstance(value, (str, int, float)):
        return _of_text(name, str(value), f"The setting {name}")
    raise BadSetting(f"The setting {name} can't be {value!r}.")


def _of_text(name: str, text: str, where: str) -> Any:
    kind: Any = type(_NAMES[name].default) if name in _NAMES else str
    if kind is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if kind is bool:
        known = {**dict.fromkeys(("1", "true", "yes", "on"), True), **dict.fromkeys(("0", "false", "no", "off"), False)}
        if text.strip().lower() not in known:
            raise BadSetting(f"{where} can't be {text!r}; it is true or false.")
        return known[text.strip().lower()]
    try:
        return kind(text)
    except ValueError:
        raise BadSetting(f"{where} can't be {text!r}; it is a number.") from None


def checked(settings: Settings) -> Settings:
    """Refuse what the server can't work with."""
    for name, limit in asdict(settings.limits).items():
        try:
            parse(limit)
        except ValueError:
            raise BadSetting(f"The limit of {name} can't be {limit!r}; write 600/minute.") from None
    for name, entry in _NAMES.items():
        value, least = getattr(settings, name), _AT_LEAST.get(name, 0)
        if type(entry.default) in (int, float) and not least <= value < math.inf:
            raise BadSetting(f"{name.upper()} can't be {value}; it is at least {least}.")
    return settings


def shown_database(database: str) -> str:
    """The address of a database without its password."""
    try:
        return make_url(database).render_as_string(hide_password=True)
    except ArgumentError:
        return database
