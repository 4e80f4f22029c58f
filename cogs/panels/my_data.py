"""All that is kept of whoever asks, for them alone."""

import io

import discord

from cogs.kit.client import Interaction
from cogs.panels.export import ROOM_FOR_REST
from records.values import PlayerId
from steward import pack
from words.shared.own_data import data_files
from words.shared.telling import count

SAID = (
    "### 🗂️ All that I keep of you\n"
    "In every server, as text (**data.txt**) and for programs (**data.json**). Only you see this. It may hold bets and "
    "orders that nobody else knows yet, so don't post it."
)


async def give_data(interaction: Interaction) -> None:
    """Answer with all that is kept of the one who asks; it counts as one of their archives."""
    player, exports = PlayerId(interaction.user.id), interaction.client.steward.exports
    async with exports.one_of(player):
        kept = await interaction.client.steward.people.kept_of(player)
        limit = interaction.filesize_limit - ROOM_FOR_REST
        packed = await exports.made(lambda: pack("my-data", data_files(player, kept), limit))
        files = [discord.File(io.BytesIO(data), path) for path, data in packed.archives]
        left_out = packed.left_out
        said = f"{SAID}\n{count(len(left_out), 'file')} had no room: ask whoever runs me." if left_out else SAID
        await interaction.edit_original_response(content=said, attachments=files[:1])
        for each in files[1:]:
            await interaction.followup.send(file=each, ephemeral=True)
