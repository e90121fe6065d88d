"""What the server refuses, each in one sentence and with an HTTP status."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """Something that can't be done; but for Uncertain, nothing was changed."""

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


class NotPlayed(Refusal):
    """A legal move that a lesson does not ask for: it is answered kindly, `show` and `moves` are what it asks for."""

    status = 200

    def __init__(self, sentence: str, version: int, show: list[str], moves: list[int]) -> None:
        super().__init__(sentence)
        self.more = {"version": version, "said": sentence, "show": show, "moves": moves}

    def to_json(self) -> dict[str, Any]:
        return self.more


class Reused(Invalid):
    """An idempotency key that was used before, with another request."""

    def __init__(self) -> None:
        super().__init__("This key was used before with another request; take a new key for a new request.")


class TooMuch(Refusal):
    status = 413


class TooOften(Refusal):
    status = 429


class Unavailable(Refusal):
    """The database can't be reached; it is known that nothing was changed."""

    status = 503

    def __init__(self) -> None:
        super().__init__("The database can't be reached at the moment; nothing was changed, try again.", changed=False)


class Uncertain(Refusal):
    """The database was lost while it stored a change, and has not said whether it did."""

    status = 503

    def __init__(self) -> None:
        super().__init__(
            "The database was lost on the way, so it is not known yet whether this was stored; "
            "ask again with the same key, or look at the table.",
            changed=None,
        )
