"""What the server refuses, each in one sentence and with an HTTP status."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """Something that can't be done; nothing was changed."""

    status = 422

    def __init__(self, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.more = more

    def to_json(self) -> dict[str, Any]:
        return {"error": self.sentence, **self.more}


class Unknown(Refusal):
    status = 404


class Forbidden(Refusal):
    status = 403


class Conflict(Refusal):
    """The table is not, or no longer, in the state that the caller thought."""

    status = 409


class Invalid(Refusal):
    status = 422


class TooMuch(Refusal):
    status = 413


class TooOften(Refusal):
    status = 429


class Unavailable(Refusal):
    status = 503
