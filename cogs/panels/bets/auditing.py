"""The audit: whether all play money of a server is where it should be."""

import logging

from cogs.kit.client import Interaction
from cogs.kit.layouts import show_text
from engine.betting.records import Audit
from words.betting.statements import audit_lines

log = logging.getLogger(__name__)


async def show_audit(interaction: Interaction, guild: int) -> None:
    """Count the money of a server anew, and show the player the result."""
    found: Audit = await interaction.client.steward.purses.audit(guild)
    if not found.is_sound:
        log.error("the audit of server %s found %s", guild, found)
    await show_text(interaction, "\n".join(audit_lines(found)))
