"""An archive of a race, a cup or a league, for the player in private."""

import io
from collections.abc import Awaitable, Callable, Sequence

import discord

from cogs.kit.client import Interaction
from cogs.kit.rights import known_race
from records.exports import Archive, ToldLetter, ToldRace
from records.letters import Paper
from records.races import PublicRace
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import Cup, pack
from words.exports import files_of
from words.shared.names import harmless
from words.shared.telling import count

ROOM_FOR_REST = 64 * 1024
"""Bytes of a message that are kept free for everything but the archive."""

Gather = Callable[[PlayerId], Awaitable[Archive]]


async def export_race(interaction: Interaction, race: PublicRace) -> None:
    """Give the player the archive of a race."""

    async def gather(viewer: PlayerId) -> Archive:
        return Archive("race", await interaction.client.steward.exports.race(race.record.id, viewer))

    await _give(interaction, race.record.title, f"race-{race.record.id}", gather)


async def export_league(interaction: Interaction, league: PublicRace) -> None:
    """Give the player the archive of a league, with all its races."""
    steward = interaction.client.steward

    async def gather(viewer: PlayerId) -> Archive:
        head = await steward.exports.race(league.record.id, viewer)
        races = await steward.leagues.races(league.record.id)
        told = await _races(interaction, [each.id for each in races], viewer)
        return Archive("league", head, told, await _letters(interaction, Paper("league", league.record.id)))

    await _give(interaction, league.record.title, f"league-{league.record.id}", gather)


async def export_cup(interaction: Interaction, cup: Cup) -> None:
    """Give the player the archive of a cup, with all its races."""

    async def gather(viewer: PlayerId) -> Archive:
        head = await interaction.client.steward.exports.cup(cup)
        told = await _races(interaction, [each.record.id for each in cup.races], viewer)
        return Archive("cup", head, told, await _letters(interaction, Paper("cup", cup.id)))

    await _give(interaction, cup.record.title, f"cup-{cup.id}", gather)


async def _races(interaction: Interaction, races: Sequence[RaceId], viewer: PlayerId) -> list[ToldRace]:
    """Return those of these races that the player may know of."""
    found = []
    for race in races:
        try:
            await known_race(interaction, race)
        except Refused:
            continue
        found.append(await interaction.client.steward.exports.race(race, viewer))
    return found


async def _letters(interaction: Interaction, paper: Paper) -> list[ToldLetter]:
    """Return the letters of the issues that have come out, as everybody may read them now."""
    printed = await interaction.client.steward.letters.printed(paper)
    return [ToldLetter(each.issue, each.name, each.text) for each in printed if not each.is_hidden]


async def _give(interaction: Interaction, title: str, name: str, gather: Gather) -> None:
    """Gather an archive, have it packed off the event loop, and answer with it in private."""
    viewer, exports = PlayerId(interaction.user.id), interaction.client.steward.exports
    async with exports.one_of(viewer):
        archive = await gather(viewer)
        limit = interaction.filesize_limit - ROOM_FOR_REST
        packed = await exports.made(lambda: pack(name, files_of(archive), limit))
        first, *others = [discord.File(io.BytesIO(data), path) for path, data in packed.archives]
        said = _said(archive, title, len(packed.archives), packed.left_out)
        await interaction.edit_original_response(content=said, attachments=[first])
        for each in others:  # one a message: Discord limits each file, and may limit what comes at once
            await interaction.followup.send(file=each, ephemeral=True)


def _said(archive: Archive, title: str, files: int, left_out: Sequence[str]) -> str:
    """Return the text that comes with an archive."""
    lines = [
        f"### 📦 {harmless(title)}",
        "Open **index.html** in it: boards, results and the story, without a network.",
    ]
    if files > 1:
        lines.append(f"It comes in {count(files, 'archive')}: unpack them all into one folder.")
    if any(each.own for each in (archive.head, *archive.races) if isinstance(each, ToldRace)):
        lines.append("The folders **own** hold what you alone may see. Leave them out when you publish it.")
    if left_out:
        lines.append(f"{count(len(left_out), 'file')} had no room in what Discord takes: {', '.join(left_out[:3])}.")
    return "\n".join(lines)
