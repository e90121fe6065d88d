"""Who calls, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from tabletown.web.store.storage import Row

from . import seat_tokens


@dataclass(frozen=True)
class Caller:
    """A browser, known by its cookie, or a program, known by the token of a seat.

    `browser` and `token` are hashes; `secret` is the browser's own secret, needed to show its invites again. `address`
    is where the call comes from: what costs time is shared out fairly among addresses.
    """

    browser: str | None = None
    token: str | None = None
    secret: str | None = None
    address: str = ""

    @classmethod
    def of(cls, browser: str | None = None, token: str | None = None, address: str = "") -> Caller:
        """The caller with this cookie or this token."""
        hashed = seat_tokens.hashed
        return cls(hashed(browser) if browser else None, hashed(token) if token else None, browser, address)


ANONYMOUS = Caller()


@dataclass(frozen=True)
class Seat:
    """A seat of a table. `kind` is person, open or bot; `bot` is the level of the bot that plays it; with `gone` a bot
    plays for a person who left."""

    seat: int
    kind: str
    name: str
    bot: str | None = None
    holder: str | None = None
    token: str | None = None
    invite: str | None = None
    gone: bool = False

    @classmethod
    def of(cls, row: Row) -> Seat:
        return cls(**{f.name: row[f.name] for f in fields(cls)})

    @property
    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.gone

    def held_by(self, caller: Caller) -> bool:
        same = seat_tokens.same
        return same(self.holder, caller.browser) or same(self.token, caller.token)

    def to_row(self) -> dict[str, Any]:
        return asdict(self)

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "kind": self.kind, "name": self.name, "bot": self.bot, "left": self.gone}


def bot_to_move(seats: Sequence[Seat], to_move: int | None) -> bool:
    """Whether a bot is to move. When all people have left, the bots do not play on among themselves."""
    people = [seat for seat in seats if seat.kind == "person"]
    abandoned = bool(people) and all(seat.gone for seat in people)
    return to_move is not None and seats[to_move].played_by_bot and not abandoned
