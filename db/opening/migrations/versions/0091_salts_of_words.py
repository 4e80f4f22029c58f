"""words for the dice are salted, so that a hash that stays when a word is forgotten gives nothing away"""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0091"
down_revision: str | None = "0086"


def upgrade() -> None:
    op.add_column("faction", sa.Column("word_salt", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    """Keep what salted words were hashed to: races must still give their dice."""
    bind = op.get_bind()
    found = bind.execute(sa.text("SELECT race, faction, word, word_salt FROM faction WHERE word_salt <> ''"))
    for race, faction, word, salt in found.all():
        told = hashlib.sha256(f"{salt}{word}".encode()).hexdigest()
        kept = sa.text("UPDATE faction SET word_hash = :told WHERE race = :race AND faction = :faction")
        bind.execute(kept, {"told": told, "race": race, "faction": faction})
    op.drop_column("faction", "word_salt")
