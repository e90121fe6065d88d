"""The bodies of requests, checked before anything else is done with them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=200)]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Body):
    """A seat at a new table. `me` and `local` are yours, `open` waits for a guest, `bot` is played by the server."""

    kind: Literal["me", "local", "open", "bot"] = "open"
    name: Name = ""
    bot: Annotated[str | None, Field(max_length=32, description="the bot's strength, one of GET /api/bots")] = None


class NewTable(Body):
    game: str = Field(max_length=64, description="one of GET /api/games")
    players: Annotated[int | None, Field(ge=1, le=16)] = None
    options: Annotated[dict[str, Any], Field(max_length=50)] = {}
    seats: Annotated[list[NewSeat], Field(max_length=16, description="empty: you, and bots in all other seats")] = []
    visibility: Literal["private", "public"] = "private"
    curtain: Annotated[
        bool, Field(description="a curtain between the seats of one screen even if nothing is hidden")
    ] = False
    seed: Annotated[int | None, Field(ge=0, lt=2**63, description="only on servers that allow it, for tests")] = None


class Move(Body):
    move: int | Annotated[str, Field(max_length=200)] = Field(description="the id or the text of a legal move")
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


class Leave(Body):
    seat: Annotated[SeatNumber | None, Field(description="left out: all your seats")] = None


class SeatBot(Body):
    seat: SeatNumber
    bot: Annotated[str | None, Field(max_length=32)] = None


class Branch(Body):
    ply: int = Field(ge=0, le=2**31 - 1)
