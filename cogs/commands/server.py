"""/server: how races and bets are run in a server, and the audit of its play money; for those who may manage it."""

import re
from typing import Any

import discord
import msgspec
from discord import app_commands

from cogs.choices.which_game import GAME, PRESET, game_choices, preset_choices
from cogs.choices.which_league import about_league, find_league
from cogs.choices.which_pace import EVENING, PACE, PACE_CHOICES, STORY_CHOICES, story_of
from cogs.commands.settings import one_of, wished_of
from cogs.kit.client import Interaction
from cogs.kit.durations import read_duration
from cogs.kit.messages import TellPlayer
from cogs.kit.permissions import rights_missing
from cogs.kit.servers import owned
from cogs.kit.times import DAY_CHOICES, DAYS, OFF, read_times, read_zone, tell_days, time_of, zone_choices
from cogs.panels.bets.auditing import show_audit
from cogs.panels.fixtures import managed, show_fixtures
from cogs.panels.my_data import give_server_data
from cogs.panels.new_fixture import Wished, set_up
from cogs.panels.publishing import require_followers, told_publishing
from cogs.panels.removing import explain_removal
from records.people import GuildRecord
from records.races import Pace
from records.text import folded, plain
from records.values import PlayerId
from steward import GAZETTE_WEEKS, LONGEST_REASON, next_times, schedule_of
from words.betting.statements import server_bets
from words.betting.table import money
from words.kept.codes import STORIES
from words.reading.sums import read_sum
from words.reading.zones import zone_told
from words.shared.fixtures import DAYS as WEEKDAYS
from words.shared.gazette import gazette_off, gazette_on
from words.shared.names import harmless
from words.shared.paces import EVENING as EVENING_PACE
from words.shared.paces import FORMER, RECORDED, pace_told
from words.shared.telling import count
from words.shared.times import tell_duration, time_of_day

PRIZES, LARGEST_PRIZE = 3, 100_000
"""Of a season; sesterces."""

TO_POST = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True, read_message_history=True
)
"""My rights where I post the race of the day."""

SERVER_PACES = [choice for choice in PACE_CHOICES if choice.value != EVENING_PACE]


@app_commands.allowed_contexts(guilds=True)
@app_commands.default_permissions(discord.Permissions(manage_guild=True))
class ServerCommands(app_commands.Group):
    """What a server sets for its races and its purses. Discord shows it to those who may manage the server."""

    def __init__(self) -> None:
        super().__init__(name="server", description="For those who manage this server: its races, its purses, an audit")

    @app_commands.command(name="settings", description="This server's time zone, pace, times of day and grace")
    @app_commands.describe(
        zone="The time zone of races here, such as Europe/Rome",
        pace="How races are run here, unless their host says otherwise",
        times="A turn a day: when turns are due, such as 20:00 or 8:00, 20:00",
        days="On which days turns are due",
        grace="How late each player may be in a whole race: 24h; 24h in 4 lets a turn take four parts; or off",
        larger="Larger pictures for all",
        story="How much the threads of races tell",
        publish="Publish results of this channel to those who follow it; off unless you choose it",
        gazette="Post the gazette of the week in this channel, silently, each Sunday; off unless you choose it",
    )
    @app_commands.choices(pace=SERVER_PACES, days=DAY_CHOICES, story=STORY_CHOICES)
    @app_commands.autocomplete(zone=zone_choices)
    async def settings(  # noqa: PLR0913, PLR0917  a server sets that much
        self,
        interaction: Interaction,
        zone: app_commands.Range[str, 0, 40] = "",
        pace: str = "",
        times: app_commands.Range[str, 0, 60] = "",
        days: str = "",
        grace: app_commands.Range[str, 0, 20] = "",
        larger: bool | None = None,
        story: str = "",
        gazette: bool | None = None,
        publish: bool | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        people, guild = interaction.client.steward.people, managed(interaction, "settings")
        channel = _channel_to_post_in(interaction, "settings") if gazette else None
        if publish:  # what is refused changes nothing
            require_followers(interaction)
        known = await people.server(guild)
        schedule = _schedule(known, times, days, grace)
        rhythm = _pace(pace) if pace else None
        named = await read_zone(interaction, zone) if zone.strip() else None
        wished = wished_of(zone=named, large=larger, pace=rhythm, schedule=schedule, story=story_of(story))
        if wished:
            known = await people.set_server(guild, **wished)
        told = _told_server(known, interaction.client.steward.now())
        paper = await _told_gazette(interaction, guild, channel, ends=gazette is False)
        news = await told_publishing(interaction, guild, publish)
        await interaction.edit_original_response(content="\n".join(each for each in (told, paper, news) if each))

    @app_commands.command(name="bets", description="This server's purses: gift, stipend, presents, limits")
    @app_commands.describe(
        gift="Sesterces in a new purse",
        stipend="Sesterces for each purse, each week",
        presents="Sesterces that a player may give away in a week; 0 for none",
        share="Per cent of a pool's lost stakes that the house keeps, in races opened from now on",
        cap="Sesterces that a player may stake on one race; 0 for no limit",
        age="Days of membership that a player needs to bet, or to give",
        bank="The most that the bank adds to one race, where it pays; in races opened from now on",
        house="Sesterces that a player may stake against the house on one race; 0 for no such bets",
        house_week="The same for all races of a week",
        prizes="For the first three of a season, such as 3000/2000/1000; off for none; in leagues opened from now on",
    )
    async def bets(  # noqa: PLR0913, PLR0917  a server sets that much
        self,
        interaction: Interaction,
        gift: app_commands.Range[int, 0, 1_000_000] | None = None,
        stipend: app_commands.Range[int, 0, 100_000] | None = None,
        presents: app_commands.Range[int, 0, 1_000_000] | None = None,
        share: app_commands.Range[int, 0, 25] | None = None,
        cap: app_commands.Range[int, 0, 1_000_000] | None = None,
        age: app_commands.Range[int, 0, 365] | None = None,
        bank: app_commands.Range[int, 0, 1_000_000] | None = None,
        house: app_commands.Range[int, 0, 100_000] | None = None,
        house_week: app_commands.Range[int, 0, 1_000_000] | None = None,
        prizes: app_commands.Range[str, 0, 30] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild, wagers = managed(interaction, "bets"), interaction.client.steward.wagers
        wished = wished_of(gift=gift, stipend=stipend, most_given=presents, share=share, cap=cap, age=age, bank=bank)
        wished |= wished_of(house=house, house_week=house_week)
        if prizes:
            wished["prizes"] = _prizes(prizes)
        if wished:
            await wagers.set_server_rules(guild, lambda rules: msgspec.structs.replace(rules, **wished))
        await interaction.edit_original_response(content=server_bets(await wagers.server_rules(guild)))

    @about_league(
        "prizes",
        "Let the first three of a league have this server's prizes, whoever they are",
        reason="Why; everybody in the league reads it",
    )
    async def prizes(
        self, interaction: Interaction, reason: app_commands.Range[str, 1, LONGEST_REASON], league: str = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        managed(interaction, "prizes")
        found, by = await find_league(interaction, league), PlayerId(interaction.user.id)
        if not any(interaction.client.steward.leagues.options_of(found).prizes):
            raise TellPlayer(
                f"{harmless(found.record.title)} was opened while this server gave no prizes, so there are none. "
                "`/server bets prizes:3000/2000/1000` sets them for leagues opened from then on."
            )
        await interaction.client.steward.leagues.allow_prizes(found.record.id, by, reason)
        await interaction.edit_original_response(
            content=f"The first three of {harmless(found.record.title)} get this server's prizes. All read it there."
        )

    @app_commands.command(name="daily", description="Post the race of the day in this channel, silently, once a day")
    @app_commands.describe(post="Whether it is posted; yes, if you leave it out")
    async def daily(self, interaction: Interaction, post: bool = True) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild, boards = managed(interaction, "daily"), interaction.client.steward.daily_boards
        if not post:
            said = "I post it here no more." if await boards.end(guild) else "I don't post it on this server."
            await interaction.edit_original_response(content=f"{said} `/server daily` starts it.")
            return
        channel = _channel_to_post_in(interaction, "daily")
        known = await boards.begin(guild, channel, PlayerId(interaction.user.id))
        when = "within a minute" if not known.number else "once the day before is closed"
        await interaction.edit_original_response(
            content=f"The race of the day gets one silent post a day in <#{channel}>; the next comes {when}. If nobody "
            "here drives for seven days, I stop. `/server daily post:False` stops it now."
        )

    @app_commands.command(
        name="fixture", description="A race each week that opens and starts by itself; or see them all"
    )
    @app_commands.describe(
        day="The weekday on which it starts; leave all out to see this server's fixtures, wake or end them",
        time="The hour at which it starts, such as 20:00",
        game=GAME,
        preset=PRESET,
        title="Its title, 40 characters at most",
        least="People without whom it is passed over; 1, if you leave it out",
        fill="Whether house drivers fill the field; yes, if you leave it out",
        bets="Whether there is betting on it; yes, if you leave it out",
        pace=PACE,
        zone="The zone of its clock, such as Europe/Rome; this server's, else yours, if you leave it out",
        calendar="Whether each race stands among this server's events; no, if you leave it out",
        circus="Whether house drivers race each other, to be bet on, where nobody comes; no, if you leave it out",
    )
    @app_commands.choices(day=[app_commands.Choice(name=each, value=each) for each in WEEKDAYS], pace=PACE_CHOICES)
    @app_commands.autocomplete(game=game_choices, preset=preset_choices, zone=zone_choices)
    async def fixture(  # noqa: PLR0913, PLR0917  each is an option of the command
        self,
        interaction: Interaction,
        day: str = "",
        time: app_commands.Range[str, 0, 10] = "",
        game: str = "",
        preset: str = "",
        title: app_commands.Range[str, 0, 40] = "",
        least: app_commands.Range[int, 1, 8] = 1,
        fill: bool = True,
        bets: bool = True,
        pace: str = "",
        zone: app_commands.Range[str, 0, 40] = "",
        circus: bool = False,
        calendar: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild, told = managed(interaction, "fixture"), list[str]()
        if day or time:
            fixture = Wished(day, time, game, preset, title, least, fill, bets, pace, zone, circus, calendar)
            told = await set_up(interaction, guild, fixture)
        await show_fixtures(interaction, guild, told)

    @app_commands.command(name="audit", description="Count all play money here anew, to prove that it sums to zero")
    async def audit(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_audit(interaction, managed(interaction, "audit"))

    @app_commands.command(
        name="export", description="For its owner: this server's settings and results, as a file for you alone"
    )
    async def export(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await give_server_data(interaction, await owned(interaction, "export"))

    @app_commands.command(
        name="remove", description="For its owner: end all here, delete what I keep, and leave; I say first what goes"
    )
    async def remove(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await explain_removal(interaction)


async def _told_gazette(interaction: Interaction, guild: int, channel: int | None, *, ends: bool) -> str:
    """Return where the gazette is posted.

    :param channel: where it is posted from now on; ``None`` leaves it as it is.
    :param ends: whether it ends now.
    """
    gazettes = interaction.client.steward.gazettes
    if channel is not None:
        await gazettes.begin(guild, channel, PlayerId(interaction.user.id))
    elif ends:
        await gazettes.end(guild)
    board = await gazettes.board(guild)
    if board is None or board.state != "on":
        return gazette_off(None if board is None else board.state)
    return gazette_on(board.channel, await gazettes.next_issue(guild), GAZETTE_WEEKS)


def _channel_to_post_in(interaction: Interaction, command: str) -> int:
    """Return this channel, or that of this thread, if I may post there; :exc:`TellPlayer` if I may not."""
    channel = interaction.channel.parent if isinstance(interaction.channel, discord.Thread) else interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise TellPlayer(f"I can't post there. Use `/server {command}` in a text or announcement channel.")
    if missing := rights_missing(channel.permissions_for(channel.guild.me), TO_POST):
        raise TellPlayer(f"I lack the right to {missing} in <#{channel.id}>. Give it to my role there, then try again.")
    return channel.id


def _pace(pace: str) -> Pace:
    return RECORDED[one_of(FORMER.get(pace, pace), [choice.value for choice in SERVER_PACES])]


def _prizes(text: str) -> tuple[int, int, int]:
    """Return the prizes of the first three of a season.

    :raises TellPlayer: if these are not three sums, or one is too large.
    """
    if folded(text) in OFF:
        return 0, 0, 0
    found = [each for each in map(read_sum, plain(text).split("/")) if isinstance(each, int)]
    if len(found) != PRIZES or plain(text).count("/") != PRIZES - 1 or max(found) > LARGEST_PRIZE:
        raise TellPlayer(
            f'I can\'t read "{harmless(text)}". Try `3000/2000/1000`: first, second and third, up to '
            f"{money(LARGEST_PRIZE)} each. `off` gives none."
        )
    first, second, third = found
    return first, second, third


def _schedule(known: GuildRecord, times: str, days: str, grace: str) -> str | None:
    """Return a server's schedule with the wishes put in; ``None`` without any."""
    wished: dict[str, Any] = {}
    if times:
        wished["at"] = read_times(times)
    if days:
        wished["days"] = DAYS[one_of(days, list(DAYS))]
    if grace:
        wished |= _grace(grace)
    if not wished:
        return None
    return msgspec.json.encode(msgspec.structs.replace(schedule_of(known.schedule), **wished)).decode()


def _grace(text: str) -> dict[str, Any]:
    """Return a budget of grace as a schedule keeps it, in parts of six hours: a turn takes one of them, or more."""
    if folded(text) in OFF:
        return {"grace": 0.0, "slices": 1}
    span, _, parts = plain(text).partition(" in ")
    if parts and not re.fullmatch("[1-9]", parts.strip()):
        raise TellPlayer(
            f'I can\'t read "{harmless(text)}". Try `24h`, or `24h in 4`: a turn may take four parts of six hours.'
        )
    return {"grace": float(read_duration(span)), "slices": int(parts or 1)}


def _told_server(known: GuildRecord, now: float) -> str:
    """Return how races of a server begin; times of day in its zone, and as each reader's own clock shows them."""
    kept = schedule_of(known.schedule)
    schedule = msgspec.structs.replace(kept, zone=known.zone, at=kept.at or (EVENING,))
    shown = zip(schedule.at, next_times(schedule, now), strict=True)
    times = " and ".join(f"{time_of(minutes)} ({time_of_day(at)} for you)" for minutes, at in shown)
    parts = f", {count(schedule.slices, 'part')} of six hours a turn at most" if schedule.grace else ""
    grace = (tell_duration(int(schedule.grace)) if schedule.grace else "none") + parts
    return (
        f"**Races of this server**\nTime zone: {zone_told(known.zone, now)} · pace: {pace_told(known.pace)} · turns "
        f"are due at {times}, {tell_days(schedule.days)} · grace for each player in a whole race: {grace} · larger "
        f"pictures: {'yes' if known.large else 'no'} · threads tell: {STORIES[known.story]} (`story:{known.story}`)\n"
        "-# Races that are open already keep what they were opened with."
    )
