"""/settings: people's own settings: time zone, quiet hours, digest, larger pictures."""

from typing import Any

from discord import app_commands

from cogs.kit.client import Interaction
from cogs.kit.times import read_hours, read_time, read_zone, time_of, zone_choices
from engine.refusals import GameReason
from records.people import PlayerRecord
from records.refusals import Refused
from records.values import PlayerId
from words.reading.zones import zone_told

ZONE = "Your time zone, such as Europe/Rome"
QUIET = "Hours in which messages make no sound and reminders wait, such as 22:00-07:00; off for none"
DIGEST = "When one message a day comes instead of one for each turn, such as 08:00; off for each by itself"
DATES = [
    app_commands.Choice(name="relative: in 3 hours", value="relative"),
    app_commands.Choice(name="full: 24 December 20:00 (in 3 hours)", value="full"),
]


@app_commands.allowed_contexts(guilds=True, dms=True)
class SettingsCommands(app_commands.Group):
    """What people set for themselves."""

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
        quiet: app_commands.Range[str, 0, 30] = "",
        digest: app_commands.Range[str, 0, 20] = "",
        larger: bool | None = None,
        dates: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        people, player = interaction.client.steward.people, PlayerId(interaction.user.id)
        written = one_of(dates, [choice.value for choice in DATES]) if dates else None
        named = await read_zone(interaction, zone) if zone.strip() else None
        wished = wished_of(zone=named, large=larger, dates=written)
        if quiet:
            wished["quiet_from"], wished["quiet_until"] = read_hours(quiet)
        if digest:
            wished["digest"] = read_time(digest)
        if (quiet or digest) and named is None and not (await people.player(player)).zone:
            wished["zone"] = (await people.server(interaction.guild_id or 0)).zone  # hours of which place, else?
        # Whoever sets something is there: their direct messages are tried anew.
        seen = {"name": interaction.user.display_name[:100], "dms": "unknown"}
        known = await people.set_player(player, **seen, **wished)
        await interaction.edit_original_response(content=_told_me(known, interaction.client.steward.now()))


def wished_of(**values: Any) -> dict[str, Any]:
    """Return the values that the player has set."""
    return {name: value for name, value in values.items() if value is not None}


def one_of(wanted: str, possible: list[str]) -> str:
    """Return the wish; :exc:`Refused` if it is none of those possible."""
    if wanted not in possible:
        raise Refused(GameReason.NO_SUCH_OPTION, option=wanted, possible=possible)
    return wanted


def _told_me(known: PlayerRecord, now: float) -> str:
    quiet = "none"
    if known.quiet_from is not None and known.quiet_until is not None:
        quiet = f"{time_of(known.quiet_from)}–{time_of(known.quiet_until)}"
    zone = zone_told(known.zone or "UTC", now)
    digest = "each by itself" if known.digest is None else f"one message a day, at {time_of(known.digest)}"
    reliability = "" if known.reliability is None else f"\n-# {known.reliability} % on time lately."
    return (
        f"**Your settings**\nTime zone: {zone} · quiet hours: {quiet} · notices: {digest} · "
        f"larger pictures: {'yes' if known.large else 'no'} · dates: {known.dates}{reliability}\n"
        "-# I'll try your DMs again. Any option of this command changes what is set."
    )
