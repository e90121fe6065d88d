"""Tables that are played with a clock"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("clock", sa.JSON))
        table.add_column(sa.Column("deadline", sa.BigInteger))
    op.create_index("game_by_deadline", "game", ["deadline"])


def downgrade() -> None:
    op.drop_index("game_by_deadline", "game")
    with op.batch_alter_table("game") as table:
        table.drop_column("deadline")
        table.drop_column("clock")
