"""The server's log on standard error: lines for people or JSON for programs, each with the id of its request."""

from __future__ import annotations

import json
import logging
import time
from contextvars import ContextVar
from typing import Any

from .settings import BadSetting, Settings

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered; empty beside requests."""

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request_id", "color_message", "taskName"}
"""Attributes that every record has; the others were given to the call as `extra`."""


class WithRequestId(logging.Filter):
    """Writes the id of the request into every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class Lines(logging.Formatter):
    """One line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        given = "".join(f" {name}={value}" for name, value in _extra(record).items())
        return super().formatMessage(record) + given


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        entry: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_extra(record),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    """What a call gave beside its message, the request id first."""
    given = {name: value for name, value in vars(record).items() if name not in _OWN}
    found = getattr(record, "request_id", "")
    return {"request_id": found, **given} if found else given


def check(settings: Settings) -> None:
    """Refuse a format or level that there is not."""
    if settings.log_format not in FORMATS:
        raise BadSetting(f"There is no log format {settings.log_format!r}; there are {' and '.join(FORMATS)}.")
    if settings.log_level not in LEVELS:
        raise BadSetting(f"There is no log level {settings.log_level!r}; there are {', '.join(LEVELS)}.")


def config(settings: Settings) -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig`, for the server and all its libraries."""
    form = Lines if settings.log_format == "text" else JsonLines
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": f"{__name__}.WithRequestId"}},
        "formatters": {"chosen": {"()": f"{__name__}.{form.__name__}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "chosen", "filters": ["request"]}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {name: {"level": settings.log_level.upper()} for name in ("tabletown", "uvicorn")},
    }
