"""How a game ended, kept beside its log"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("game", sa.Column("result", sa.JSON))


def downgrade() -> None:
    op.drop_column("game", "result")
