"""Where a lesson stands, for lists of tables"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("game", sa.Column("lesson", sa.String(64)))


def downgrade() -> None:
    op.drop_column("game", "lesson")
