"""The bodies of requests, checked before anything else is done with them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Name = Annotated[str, Field(max_length=200)]


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 3.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
MOST_SEATS = 16
SeatNumber = Annotated[Whole, Field(ge=0, lt=MOST_SEATS)]
Version = Annotated[Whole, Field(ge=0, le=2**31 - 1)]


SecretKey = Annotated[
    Annotated[str, Field(min_length=22, max_length=64, pattern=r"^[\x21-\x7e]+$")] | None,
    Field(
        description="a secret of your own; the same key again gives the same answer. Whoever knows it gets the tokens "
        "in that answer, so it has at least 22 characters that nobody can guess"
    ),
]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Body):
    """A seat at a new table. `me` and `local` are yours, `open` waits for a guest, `bot` is played by the server."""

    kind: Literal["me", "local", "open", "bot"] = "open"
    name: Name = ""
    bot: Annotated[str | None, Field(max_length=32, description="the bot's strength, one of GET /api/bots")] = None


class Increment(Body):
    """Minutes for the whole game, and seconds that every turn adds."""

    minutes: Annotated[Whole, Field(ge=1, le=600)]
    increment: Annotated[Whole, Field(ge=0, le=600, description="seconds that a player gets for every turn")] = 10


class Days(Body):
    """Days for every turn."""

    days: Annotated[Whole, Field(ge=1, le=30)]


class NewTable(Body):
    game: str = Field(max_length=64, description="one of GET /api/games")
    players: Annotated[Whole, Field(ge=1, le=MOST_SEATS)] | None = None
    options: Annotated[dict[str, Any], Field(max_length=50)] = {}
    change: Annotated[
        dict[Annotated[str, Field(max_length=100)], Whole],
        Field(max_length=50, description="values other than the printed ones: cheese_factory.cost"),
    ] = {}
    seats: Annotated[
        list[NewSeat], Field(max_length=MOST_SEATS, description="empty: you, and bots in all other seats")
    ] = []
    visibility: Literal["private", "public"] = "private"
    curtain: Annotated[
        bool, Field(description="a curtain between the seats of one screen even if nothing is hidden")
    ] = False
    clock: Annotated[
        Increment | Days | None,
        Field(description="for two people or more; a bot plays on for somebody whose time runs out"),
    ] = None
    seed: Annotated[
        Annotated[Whole, Field(ge=0, lt=2**63)] | None, Field(description="only on servers that allow it, for tests")
    ] = None
    key: SecretKey = None


class Move(Body):
    move: Whole | Annotated[str, Field(max_length=200)] = Field(description="the id or the text of a legal move")
    version: Version = Field(description="the version of the table that the move was chosen at")
    key: Annotated[Key | None, Field(description="any text of your own; the same key again gives the same answer")] = (
        None
    )
    seat: Annotated[SeatNumber | None, Field(description="which of your seats; left out: the one that is to move")] = (
        None
    )


class Undo(Body):
    version: Version
    key: Key | None = None
    seat: SeatNumber | None = None


class Accept(Undo):
    """The advice is played as it was given at this version."""


class Claim(Body):
    seat: SeatNumber
    invite: Annotated[str, Field(max_length=100)] | None = None
    name: Name = ""
    key: SecretKey = None


class NewLesson(Body):
    name: Name = ""
    key: SecretKey = None


class InLesson(Body):
    """Touch an element, or go back to the step before."""

    version: Version
    tap: Annotated[str | None, Field(max_length=100, description="the id of the element that is touched")] = None
    back: bool = False
    key: Key | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> InLesson:
        if (self.tap is not None) == self.back:
            raise ValueError("either `tap` or `back` is needed")
        return self


class Coach(Body):
    level: Literal["off", "gentle", "full"] = Field(
        description="gentle warns of clear mistakes, full also tells what each choice is worth"
    )


class Leave(Body):
    seat: Annotated[SeatNumber | None, Field(description="left out: all your seats")] = None


class Reaction(Body):
    picture: Annotated[str, Field(max_length=32, description="one of the six pictures")]


class Nudge(Body):
    seat: SeatNumber


class Handover(Body):
    seat: SeatNumber


class SeatBot(Body):
    seat: SeatNumber
    bot: Annotated[str | None, Field(max_length=32)] = None


class SubscriptionKeys(Body):
    p256dh: Annotated[str, Field(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Field(min_length=20, max_length=30, pattern=r"^[A-Za-z0-9_-]+=*$")]


class NewSubscription(Body):
    """What the browser's PushManager gave; it must be a push service that this server knows."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]
    keys: SubscriptionKeys


class Branch(Body):
    ply: Whole = Field(ge=0, le=2**31 - 1)
