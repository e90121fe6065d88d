"""Tables that are played with other values than the printed ones"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("change", sa.JSON))


def downgrade() -> None:
    with op.batch_alter_table("game") as table:
        table.drop_column("change")
