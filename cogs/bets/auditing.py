"""/steward audit: whether all play money is where it should be. Whoever doubts it may look."""

import logging

from cogs.client import Interaction
from cogs.messages import Said
from cogs.present.statements import audit_lines
from cogs.showing import show_text
from engine.betting.records import Audit

log = logging.getLogger(__name__)


async def show_audit(interaction: Interaction) -> None:
    """Count the money of this server anew, and show whoever asks what came of it."""
    guild = interaction.guild_id
    if guild is None:
        raise Said("Money belongs to a server. Use `/steward audit` in one.")
    found: Audit = await interaction.client.steward.wagers.audit(guild)
    if not found.is_sound:
        log.error("the audit of server %s found %s", guild, found)
    await show_text(interaction, "\n".join(audit_lines(found)))
