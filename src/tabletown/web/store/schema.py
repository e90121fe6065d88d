"""The tables of the database. The log of events decides; `game` and `seat` hold what must be found quickly."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

GAME = sa.Table(
    "game",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("visibility", sa.String(16), nullable=False),
    sa.Column("curtain", sa.Boolean, nullable=False),
    sa.Column("seed", sa.BigInteger),
    sa.Column("host", sa.String(64)),
    sa.Column("actor", sa.Integer),
    sa.Column("bot_to_move", sa.Boolean, nullable=False),
    sa.Column("rematch", sa.String(32)),
    sa.Column("branch_of", sa.String(32)),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Column("result", sa.JSON),
    sa.Index("game_by_status", "status", "visibility", "updated"),
    sa.Index("game_by_bot", "bot_to_move"),
)

SEAT = sa.Table(
    "seat",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("name", sa.String(400), nullable=False),
    sa.Column("bot", sa.String(32)),
    sa.Column("holder", sa.String(64)),
    sa.Column("token", sa.String(64)),
    sa.Column("invite", sa.String(64)),
    sa.Column("gone", sa.Boolean, nullable=False),
    sa.Index("seat_by_holder", "holder"),
)

EVENT = sa.Table(
    "event",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("idem", sa.String(64)),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("game_id", "seat", "idem", name="event_once"),
)
