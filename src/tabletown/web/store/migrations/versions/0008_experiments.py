"""Experiments of the Lab"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "experiment",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("question", sa.JSON, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("progress", sa.JSON, nullable=False),
        sa.Column("answer", sa.LargeBinary),
        sa.Column("rows", sa.LargeBinary),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("speed", sa.Float),
        sa.Column("stopping", sa.Boolean, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("watched", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_index("experiment_by_status", "experiment", ["status", "asked"])
    op.create_index("experiment_by_watched", "experiment", ["watched"])


def downgrade() -> None:
    op.drop_table("experiment")
