"""Opening a league in a thread of its own, and the next season of one that is over."""

import dataclasses

import discord

from cogs.choices.which_pace import ClockWishes, timing_for
from cogs.kit.client import Interaction
from cogs.kit.durations import deadlines
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import thread_for
from cogs.kit.places import tell_with_way
from cogs.panels.open_race import require_channel
from cogs.panels.result import OPENED_AGAIN, channel_of
from engine.campaign.words.options import LeagueOptions
from engine.rulesets import LEAGUES, PLAYED
from records.races import PublicRace
from records.values import PlayerId, RaceId
from steward import GAME, KIND, Founded, Timing, schedule_of
from words.shared.names import harmless, place_of

TITLE = 40
SEASON = " · season "


async def open_league(
    interaction: Interaction, title: str, options: LeagueOptions, pace: str, *, is_rated: bool = True
) -> PublicRace:
    """Open a league and its thread; without a thread there is no league."""
    channel = require_channel(interaction)
    timing = await timing_for(interaction, PLAYED[GAME], ClockWishes(pace=pace))
    phases = deadlines(LEAGUES[KIND].decisions, pace)
    founded = Founded(
        guild=interaction.guild_id or 0,
        channel=channel.id,
        host=PlayerId(interaction.user.id),
        options=options,
        timing=dataclasses.replace(timing, seconds=phases),
        races=timing.seconds,
        title=title or cut(f"{interaction.user.display_name}'s league", TITLE),
        is_rated=is_rated,
    )
    return await _in_thread(interaction, channel, founded)


async def open_again(interaction: Interaction, league: PublicRace) -> None:
    """Open the next season of a league with the same people, once; the player hosts it.

    :raises TellPlayer: if they were not in it, or it is not over.
    """
    steward = interaction.client.steward
    if PlayerId(interaction.user.id) not in await steward.members.people_of(league):
        raise TellPlayer("Only members of this league can open its next season. `/league new` opens one of your own.")
    if league.record.state != "finished":
        raise TellPlayer("This season is not over yet. The next one can be opened when it is.")
    async with steward.lobbies.again[league.record.id]:
        opened = await _opened(interaction, league) or await _open_next(interaction, league)
    said = (
        f"**{harmless(opened.record.title)}** is open: {place_of(opened.record)}. The same people are in, with new "
        "stables. No time? Leave with `/league leave`. **Start** begins it."
    )
    await tell_with_way(interaction, said, opened.record)


async def _opened(interaction: Interaction, league: PublicRace) -> PublicRace | None:
    """Return the season that was opened after this one; ``None`` if there is none, or it was called off."""
    steward = interaction.client.steward
    known = await steward.memory.get(OPENED_AGAIN.format(race=league.record.id))
    if known is None:
        return None
    found: PublicRace = await steward.race(RaceId(int(known)))
    return None if found.record.state == "cancelled" else found


async def _open_next(interaction: Interaction, league: PublicRace) -> PublicRace:
    steward, race = interaction.client.steward, league.record
    channel = await channel_of(interaction, race.channel)
    name, _, season = race.title.partition(SEASON)
    title = f"{name}{SEASON}{int(season) + 1 if season.isdecimal() else 2}"
    founded = Founded(
        guild=race.guild,
        channel=channel.id,
        host=PlayerId(interaction.user.id),
        options=steward.leagues.options_of(league),
        timing=Timing(race.seconds, race.pace, schedule_of(race.schedule), race.story),
        races={},
        title=title,
        is_rated=race.is_rated,
    )
    opened = await _in_thread(interaction, channel, founded)
    await steward.memory.set(OPENED_AGAIN.format(race=race.id), str(opened.record.id))
    await steward.members.enter_again(league, opened.record.id)
    return await steward.leagues.league(opened.record.id)


async def _in_thread(interaction: Interaction, channel: discord.TextChannel, founded: Founded) -> PublicRace:
    steward = interaction.client.steward
    league = await steward.leagues.open(founded)
    try:
        thread = await thread_for(channel, (await steward.race(league)).record.title)
    except Exception:  # whatever it was, nobody could ever join
        await steward.lobbies.cancel(league, founded.host)
        raise
    await steward.lobbies.set_thread(league, thread.id)
    found: PublicRace = await steward.leagues.league(league)
    return found
