"""/settings: time zone, quiet hours, digest, larger pictures, for people and for servers."""

from typing import Any

import msgspec
from discord import app_commands

from cogs.client import Interaction
from cogs.durations import read_duration, tell_duration
from cogs.messages import Said
from cogs.paces import EVENING
from cogs.present.statements import server_bets
from cogs.times import DAY_CHOICES, DAYS, read_hours, read_time, read_times, tell_days, time_of, zone_choices
from engine.game import Reason, Refused
from engine.kept import GuildRecord, PlayerRecord
from engine.values import PlayerId
from steward import schedule_of

ZONE = "Your time zone, such as Europe/Rome"
QUIET = "Hours in which messages make no sound and reminders wait, such as 22:00-07:00; off for none"
DIGEST = "When one message a day comes instead of one for each turn, such as 08:00; off for each by itself"
DATES = [
    app_commands.Choice(name="relative: in 3 hours", value="relative"),
    app_commands.Choice(name="full: 24 December 20:00 (in 3 hours)", value="full"),
]
SERVER_PACES = [
    app_commands.Choice(name="daily: one order for a whole turn, where the game knows orders", value="daily"),
    app_commands.Choice(name="live: each move by itself, half a day for it", value="live"),
    app_commands.Choice(name="blitz: each move by itself, a minute or two for it", value="blitz"),
]


@app_commands.allowed_contexts(guilds=True, dms=True)
class SettingsCommands(app_commands.Group):
    """What people and servers set for themselves."""

    def __init__(self) -> None:
        super().__init__(name="settings", description="Time zone, quiet hours, daily digest, larger pictures")

    @app_commands.command(name="me", description="Your time zone, quiet hours, digest, pictures and dates")
    @app_commands.describe(
        zone=ZONE, quiet=QUIET, digest=DIGEST, larger="Larger pictures", dates="How times are written"
    )
    @app_commands.choices(dates=DATES)
    @app_commands.autocomplete(zone=zone_choices)
    async def me(
        self,
        interaction: Interaction,
        zone: app_commands.Range[str, 0, 40] = "",
        quiet: app_commands.Range[str, 0, 20] = "",
        digest: app_commands.Range[str, 0, 10] = "",
        larger: bool | None = None,
        dates: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        people, player = interaction.client.steward.people, PlayerId(interaction.user.id)
        wished = _wished(zone=zone or None, large=larger, dates=_one_of(dates) if dates else None)
        if quiet:
            wished["quiet_from"], wished["quiet_until"] = read_hours(quiet)
        if digest:
            wished["digest"] = read_time(digest)
        if (quiet or digest) and not zone and not (await people.player(player)).zone:
            wished["zone"] = (await people.server(interaction.guild_id or 0)).zone  # hours of which place, else?
        # Whoever sets something is there: his direct messages are tried anew.
        named = {"name": interaction.user.display_name[:100], "dms": "unknown"}
        known = await people.set_player(player, **named, **wished)
        await interaction.edit_original_response(content=_told_me(known))

    @app_commands.command(name="server", description="This server's time zone, pace, times of day and grace")
    @app_commands.describe(
        zone="The time zone of races here, such as Europe/Rome",
        pace="How races are run here, unless their host says otherwise",
        times="When turns are due at the daily pace, such as 20:00 or 8:00, 20:00",
        days="On which days turns are due",
        grace="By how much each player may be late in a whole race, such as 24h; off for not at all",
        larger="Larger pictures for all",
    )
    @app_commands.choices(pace=SERVER_PACES, days=DAY_CHOICES)
    @app_commands.autocomplete(zone=zone_choices)
    async def server(
        self,
        interaction: Interaction,
        zone: app_commands.Range[str, 0, 40] = "",
        pace: str = "",
        times: app_commands.Range[str, 0, 60] = "",
        days: str = "",
        grace: app_commands.Range[str, 0, 20] = "",
        larger: bool | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        people, guild = interaction.client.steward.people, _server(interaction, "`/settings me` sets yours.")
        known = await people.server(guild)
        schedule = _schedule(known, times, days, grace)
        wished = _wished(zone=zone or None, large=larger, pace=_pace(pace) if pace else None, schedule=schedule)
        if wished:
            _require_manager(interaction, "/settings server")
            known = await people.set_server(guild, **wished)
        await interaction.edit_original_response(content=_told_server(known))

    @app_commands.command(name="bets", description="This server's purses: gift, stipend, presents, limits")
    @app_commands.describe(
        gift="What is in a new purse, in sesterces",
        stipend="What each purse gets a week",
        presents="What a player may give away a week; 0 for none",
        share="What the house keeps of what losers of a pool staked, in per cent; of races opened from now on",
        cap="What a player may stake on one race; 0 for no limit",
        age="For how many days a member must have been here to bet, or to give",
        bank="What the bank adds to one race at most, where it pays; of races opened from now on",
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
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        guild = _server(interaction, "`/purse show` shows what is in your purses.")
        wagers = interaction.client.steward.wagers
        wished = _wished(gift=gift, stipend=stipend, most_given=presents, share=share, cap=cap, age=age, bank=bank)
        if wished:
            _require_manager(interaction, "/settings bets")
            await wagers.set_server_rules(guild, lambda rules: msgspec.structs.replace(rules, **wished))
        await interaction.edit_original_response(content=server_bets(await wagers.server_rules(guild)))


def _server(interaction: Interaction, elsewhere: str) -> int:
    """Return the server whose settings are meant.

    :param elsewhere: what helps in a direct message, where there is none.
    """
    if interaction.guild_id is None:
        raise Said(f"A server's settings are set there. {elsewhere}")
    return interaction.guild_id


def _require_manager(interaction: Interaction, command: str) -> None:
    if not interaction.permissions.manage_guild:
        raise Said(f"Only who may manage this server can change that. `{command}` alone shows what is set.")


def _wished(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _one_of(dates: str) -> str:
    return _known(dates, [choice.value for choice in DATES])


def _pace(pace: str) -> str:
    return _known(pace, [choice.value for choice in SERVER_PACES])


def _known(wanted: str, possible: list[str]) -> str:
    if wanted not in possible:
        raise Refused(Reason.NO_SUCH_OPTION, option=wanted, possible=possible)
    return wanted


def _schedule(known: GuildRecord, times: str, days: str, grace: str) -> str | None:
    """Return a server's schedule with what was wished; ``None`` if nothing was."""
    wished: dict[str, Any] = {}
    if times:
        wished["at"] = read_times(times)
    if days:
        wished["days"] = DAYS[_known(days, list(DAYS))]
    if grace:
        wished["grace"] = 0.0 if grace.strip().lower() == "off" else float(read_duration(grace))
    if not wished:
        return None
    return msgspec.json.encode(msgspec.structs.replace(schedule_of(known.schedule), **wished)).decode()


def _told_me(known: PlayerRecord) -> str:
    quiet = "none"
    if known.quiet_from is not None and known.quiet_until is not None:
        quiet = f"{time_of(known.quiet_from)}–{time_of(known.quiet_until)}"
    digest = "each by itself" if known.digest is None else f"one message a day, at {time_of(known.digest)}"
    reliability = "" if known.reliability is None else f"\n-# Your reliability: {known.reliability} % of late."
    return (
        f"**Your settings**\nTime zone: {known.zone or 'UTC'} · quiet hours: {quiet} · notices: {digest} · larger "
        f"pictures: {'yes' if known.large else 'no'} · dates: {known.dates}{reliability}\n"
        "-# I try your direct messages anew from now on. Any option of this command changes what is set."
    )


def _told_server(known: GuildRecord) -> str:
    schedule = schedule_of(known.schedule)
    times = " and ".join(time_of(minutes) for minutes in schedule.at or (EVENING,))
    grace = tell_duration(int(schedule.grace)) if schedule.grace else "none"
    return (
        f"**Races of this server**\nTime zone: {known.zone} · pace: {known.pace} · turns are due at {times}, "
        f"{tell_days(schedule.days)} · grace for each player in a whole race: {grace} · larger pictures: "
        f"{'yes' if known.large else 'no'}\n-# Races that are open already keep what they were opened with."
    )
