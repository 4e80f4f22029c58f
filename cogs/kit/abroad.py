"""Abroad: where somebody uses me whom nobody invited there, because they installed me for themselves.

That is a server without me, or their direct or group messages with others. I know nothing of such a place, and treat
what they do there as if they wrote to me alone: their own questions, no server's purses, halls or tables.
"""

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands

FOR_PEOPLE = app_commands.AppInstallationType(guild=True, user=True)
"""How a command is installed that people may take along."""

ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)

_SERVER, _PERSON = "0", "1"  # who let me in, by Discord's number
_IN_SERVER = 0
_DIRECT = 1  # the type of a channel


def is_abroad(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether somebody acts where I am only with them, and with nobody else."""
    context = getattr(interaction, "context", None)
    if context is None or interaction.guild_id is not None:
        return False
    return bool(context.private_channel or context.guild)  # a server that I am not in was taken out: :func:`settled`


def is_in_my_dms(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether somebody acts in their direct messages with me."""
    return interaction.guild_id is None and not is_abroad(interaction)


def settled(arrived: dict[str, Any]) -> dict[str, Any]:
    """Return an interaction as Discord sent it; one from a server without me names no server any more."""
    owners, guild = arrived.get("authorizing_integration_owners", {}), arrived.get("guild_id")
    if guild is None or arrived.get("context") != _IN_SERVER or _PERSON not in owners or owners.get(_SERVER) == guild:
        return arrived
    user = arrived["member"]["user"]
    channel = {"id": arrived["channel_id"], "type": _DIRECT, "recipients": [user]}
    kept = {key: each for key, each in arrived.items() if key not in ("guild", "guild_id", "guild_locale", "member")}
    return kept | {"user": user, "channel": channel, "app_permissions": "0"}


def settling(take: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return the library's way to take an interaction, which then knows no server that I am not in."""

    def taken(arrived: Any) -> None:
        take(settled(arrived))

    return taken
