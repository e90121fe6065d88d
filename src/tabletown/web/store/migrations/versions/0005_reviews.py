"""Reviews of finished games"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "analysis",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("engine", sa.String(32), primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("analysis_by_age", "analysis", ["created"])


def downgrade() -> None:
    op.drop_table("analysis")
