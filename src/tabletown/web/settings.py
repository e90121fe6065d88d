"""What an operator may set, each with a default that is right for one machine at home."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields
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


@dataclass(frozen=True)
class Settings:
    database: str = "sqlite:///tabletown.sqlite3"
    origins: tuple[str, ...] = ()
    """Further origins that may post and open sockets, beside the server's own: `https://tabletown.example`."""
    bot_pause: float = 0.5
    """Seconds between two steps of a bot, so that people can follow."""
    bot_seconds: float = 5.0
    """A bot that thinks longer is stopped, and a random legal move is played for it."""
    bot_workers: int = 1
    rooms: int = 256
    """How many tables are kept in memory; the others are read from the log when they are needed."""
    idle: float = 600.0
    """Seconds after which a table that nobody watches or plays is dropped from memory."""
    sockets: int = 2000
    sockets_each: int = 64
    """Open sockets and long polls, in all and for one address."""
    sweep: float = 5.0
    """Seconds between two looks at the database for changes that no notice announced."""
    covers: bool = True
    """Whether the pictures of the home page are drawn at the start, and not when they are first asked for."""
    seeds: bool = False
    """Whether a caller may choose the seed of a table. For tests: whoever knows the seed knows the dice."""
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


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from environment variables: TABLETOWN_DATABASE, TABLETOWN_BOT_PAUSE, TABLETOWN_LIMIT_PLAYING etc."""
    words = os.environ if environment is None else environment
    limits = {f.name: words[key] for f in fields(Limits) if (key := f"{PREFIX}LIMIT_{f.name.upper()}") in words}
    chosen = {f.name: _read(f, words[key]) for f in fields(Settings) if (key := PREFIX + f.name.upper()) in words}
    return Settings(**chosen, limits=checked(Limits(**limits)))


def _read(entry: Field[Any], text: str) -> Any:
    kind: Any = type(entry.default)
    if kind is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if kind is bool:
        return text.lower() in ("1", "true", "yes", "on")
    try:
        return kind(text)
    except ValueError:
        raise BadSetting(f"{PREFIX}{entry.name.upper()} can't be {text!r}; it is a number.") from None


def checked(limits: Limits) -> Limits:
    for name, limit in asdict(limits).items():
        try:
            parse(limit)
        except ValueError:
            raise BadSetting(f"The limit of {name} can't be {limit!r}; write 600/minute.") from None
    return limits
