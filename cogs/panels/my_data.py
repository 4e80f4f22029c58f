"""What is kept of whoever asks, or of the server that they own; for them alone."""

import io
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import discord

from cogs.kit.client import Interaction
from cogs.panels.export import ROOM_FOR_REST
from records.values import PlayerId
from steward import pack
from words.kept import data_files, known_of, server_files
from words.shared.telling import count

SAID = (
    "### 🗂️ What I keep of you\n"
    "In every server, to read (**data.txt**) and for programs (**data.json**). Left out are the texts of my messages "
    "to you, and what is others'. Only you see this. It may hold bets and orders that nobody else knows yet, so don't "
    "post it."
)

READ_AT_ONCE = 500_000
"""Bytes up to which both files stand under the answer as they are: a phone shows a text there, and opens no archive."""

SERVERS = (
    "### 🗂️ What I keep of this server\n"
    "To read (**data.txt**) and for programs (**data.json**). Only you see this. Left out are what is people's own, "
    "moves, and the secrets of dice."
)


async def give_data(interaction: Interaction) -> None:
    """Answer with what is kept of the one who asks; it counts as one of their archives."""
    player, people = PlayerId(interaction.user.id), interaction.client.steward.people

    async def files() -> dict[str, bytes]:
        kept = await people.kept_of(player)
        known = known_of(kept, await people.races_in(kept), partial(_server_name, interaction))
        return data_files(player, kept, await people.forgotten(player), known)

    await _give(interaction, SAID, "my-data", files)


def _server_name(interaction: Interaction, guild: int) -> str:
    """Return what a server is called; empty for one that I am not in."""
    found = interaction.client.get_guild(guild)
    return "" if found is None else found.name


async def give_server_data(interaction: Interaction, guild: int) -> None:
    """Answer with what is kept of a server; it counts as one of its owner's archives."""
    people = interaction.client.steward.people

    async def files() -> dict[str, bytes]:
        return server_files(guild, await people.kept_of_server(guild))

    await _give(interaction, SERVERS, "server-data", files)


async def _give(
    interaction: Interaction, about: str, name: str, files: Callable[[], Awaitable[dict[str, bytes]]]
) -> None:
    exports = interaction.client.steward.exports
    async with exports.one_of(PlayerId(interaction.user.id)):
        read, limit = await files(), interaction.filesize_limit - ROOM_FOR_REST
        if sum(map(len, read.values())) <= min(READ_AT_ONCE, limit):
            await interaction.edit_original_response(content=about, attachments=_in_order(read))
            return
        packed = await exports.made(lambda: pack(name, read, limit))
        given = [discord.File(io.BytesIO(data), path) for path, data in packed.archives]
        left_out = packed.left_out
        said = f"{about}\n{count(len(left_out), 'file')} had no room: ask whoever runs me." if left_out else about
        await interaction.edit_original_response(content=said, attachments=given[:1])
        for each in given[1:]:
            await interaction.followup.send(file=each, ephemeral=True)


def _in_order(read: Mapping[str, bytes]) -> list[discord.File]:
    """Return files as they stand under an answer: first the one for people."""
    return [discord.File(io.BytesIO(read[path]), path) for path in sorted(read, reverse=True)]
