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
    sa.Column("change", sa.JSON),  # values that differ from the printed game
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
    sa.Column("lesson", sa.String(64)),  # the step that a lesson stands at
    sa.Column("retried", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("clock", sa.JSON),  # the time that people have, if they play with a clock
    sa.Column("deadline", sa.BigInteger),  # when this table must be looked at though nobody asks; the log decides
    sa.Index("game_by_status", "status", "visibility", "updated"),
    sa.Index("game_by_bot", "bot_to_move"),
    sa.Index("game_by_deadline", "deadline"),
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

ANSWER = sa.Table(
    "answer",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of what was asked, who asked and the key
    sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False),
    sa.Column("body", sa.String(64), nullable=False),  # the hash of the request's body
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Index("answer_by_game", "game_id"),
)
"""Answers to requests that make a table or take a seat, by idempotency key. Keys are kept as hashes: whoever knows one
gets the answer again, with the tokens that follow from it."""

SNAPSHOT = sa.Table(
    "snapshot",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("made_by", sa.String(64), nullable=False),  # the hash of all that must be the same to read it
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""What the log of a table came to at a version, so that a long log need not be replayed. The log decides: a snapshot
may be lost or thrown away at any time."""

ANALYSIS = sa.Table(
    "analysis",
    METADATA,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("engine", sa.String(32), primary_key=True),  # the fingerprint of all that its numbers depend on
    sa.Column("body", sa.LargeBinary, nullable=False),  # gzipped JSON
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("analysis_by_age", "created"),
    info={"backup": False},
)
"""Reviews of finished games: a cache that may be thrown away at any time, so it is not part of a backup."""

EXPERIMENT = sa.Table(
    "experiment",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),  # a hash of the question and the rules
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("question", sa.JSON, nullable=False),  # as its file has it
    sa.Column("owner", sa.String(64), nullable=False),  # who asked first: the hash of a cookie or token, or an address
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # goes up with all news
    sa.Column("progress", sa.JSON, nullable=False),
    sa.Column("answer", sa.LargeBinary),  # gzipped JSON, so far or in the end
    sa.Column("rows", sa.LargeBinary),  # a Parquet file
    sa.Column("size", sa.Integer, nullable=False),  # bytes of answer and rows
    sa.Column("speed", sa.Float),  # games a second
    sa.Column("stopping", sa.Boolean, nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
    sa.Column("watched", sa.BigInteger, nullable=False),  # when somebody last looked at it
    sa.Column("beat", sa.BigInteger, nullable=False),  # the last sign of life of the process that plays it
    sa.Index("experiment_by_status", "status", "asked"),
    sa.Index("experiment_by_watched", "watched"),
    info={"backup": False},
)
"""Experiments of the Lab with their answers, which the same question gives again: no part of a backup."""

PUSH = sa.Table(
    "push",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the endpoint
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(30), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("push_by_holder", "holder"),
)
"""The browsers that want notifications, and for which cookie."""

SECRET = sa.Table(
    "secret",
    METADATA,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""What the server itself must keep, such as the key that names it to push services."""
