"""Opening a league in a thread of its own, and the next season of one that is over."""

import dataclasses
from typing import Any

import discord
import msgspec
from discord import app_commands

from cogs.choices.which_game import preset_options
from cogs.choices.which_pace import ClockWishes, pace_of, timing_for
from cogs.kit.client import Interaction
from cogs.kit.durations import deadlines
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from cogs.kit.new_threads import thread_once
from cogs.kit.places import tell_with_way
from cogs.panels.open_again import open_anew, told_open
from cogs.panels.open_race import require_channel
from engine.leagues.words.options import LeagueOptions
from engine.rulesets import LEAGUES, PLAYED
from records.races import PublicRace
from records.values import PlayerId
from steward import GAME, KIND, WEEKLY_SPANS, Founded, weekly
from words.shared.paces import NAMES, RECORDED

TITLE = 40
WEEKLY_PACE = "turns"


PRESETS = [
    app_commands.Choice(name=f"{name}: {preset.description}", value=name)
    for name, preset in LEAGUES[KIND].presets.items()
]


def options_for(preset: str, **wishes: Any) -> LeagueOptions:
    """Return the options of a preset with a host's own wishes; those that are ``None`` are none.

    :raises TellPlayer: if there is no such preset.
    """
    options: Any = preset_options(LEAGUES[KIND], preset)
    found: LeagueOptions = msgspec.structs.replace(options, **{k: v for k, v in wishes.items() if v is not None})
    return found


async def open_league(
    interaction: Interaction,
    title: str,
    options: LeagueOptions,
    pace: str,
    *,
    is_rated: bool = True,
    is_weekly: bool = False,
) -> PublicRace:
    """Open a league and its thread; without a thread there is no league.

    :param is_weekly: whether its events keep to the days of the week, with two turns a day.
    """
    channel = require_channel(interaction)
    founded = await founded_for(interaction, title, options, pace, is_weekly=is_weekly)
    return await _in_thread(interaction, channel, dataclasses.replace(founded, is_rated=is_rated))


async def founded_for(
    interaction: Interaction, title: str, options: LeagueOptions, pace: str, *, is_weekly: bool = False
) -> Founded:
    """Return a league as it would be opened here: its host, its options, its clocks."""
    if is_weekly and not RECORDED[pace_of(pace)].has_times:
        raise TellPlayer(f"One event a week goes with `{WEEKLY_PACE}`, {NAMES[WEEKLY_PACE]}. Leave `pace` out.")
    channel = require_channel(interaction)
    timing = await timing_for(interaction, PLAYED[GAME], ClockWishes(pace=pace))
    phases = deadlines(LEAGUES[KIND].decisions, pace_of(pace))
    if is_weekly:
        timing, phases = dataclasses.replace(timing, schedule=weekly(timing.schedule)), phases | WEEKLY_SPANS
    return Founded(
        guild=interaction.guild_id or 0,
        channel=channel.id,
        host=PlayerId(interaction.user.id),
        options=options,
        timing=dataclasses.replace(timing, seconds=phases),
        races=timing.seconds,
        title=title or cut(f"{interaction.user.display_name}'s league", TITLE),
    )


async def open_again(interaction: Interaction, league: PublicRace) -> None:
    """Open the next season of a league with the same people, once; the player hosts it.

    :raises TellPlayer: if they were not in it, or it is not over.
    """
    steward = interaction.client.steward
    if PlayerId(interaction.user.id) not in await steward.members.people_of(league):
        raise TellPlayer("Only members of this league can open its next season. `/league new` opens one of your own.")
    if league.record.state != "finished":
        raise TellPlayer("This season is not over yet. The next one can be opened when it is.")
    opened = await open_anew(interaction, league.record)
    await tell_with_way(interaction, told_open(opened), opened.race.record)


async def _in_thread(interaction: Interaction, channel: discord.TextChannel, founded: Founded) -> PublicRace:
    steward = interaction.client.steward
    league = await steward.leagues.open(founded)
    try:
        async with thread_once(channel, (await steward.race(league)).record.title) as thread:
            await steward.lobbies.set_thread(league, thread)
    except Exception:  # whatever it was, nobody could ever join
        await steward.lobbies.cancel(league, founded.host)
        raise
    found: PublicRace = await steward.leagues.league(league)
    return found
