"""Ending a league without a winner: asked once, with what it means, then the reason, which all read."""

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button, RaceButton
from cogs.kit.layouts import layout_of
from cogs.kit.messages import within_limits
from cogs.kit.rights import require_trusted
from cogs.panels.league_business import known_league
from cogs.panels.reason_form import Act, ask_reason
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import RaceId
from words.shared.names import harmless
from words.shared.telling import count


async def ask_cancel(interaction: Interaction, league: PublicRace) -> None:
    """Ask the host, or a moderator, whether they mean it; raise :exc:`Refused` for others, and once it is over.

    The interaction has been deferred.
    """
    await require_trusted(interaction, league)
    if league.record.state in ("finished", "cancelled"):
        raise Refused(Reason.RACE_IS_OVER)
    title, members = harmless(league.record.title), count(len(league.factions), "member")
    what = (
        "Nobody has staked anything yet."
        if league.record.state == "lobby"
        else "It ends without a winner: no prizes, no ranks, and a race under way ends with it."
    )
    said = f"Cancel **{title}** for all? {members} so far. {what} All read your reason. Nobody can take this back."
    layout = layout_of(ui.TextDisplay(said), ui.ActionRow(CancelLeagueButton(league.record.id)))
    await interaction.edit_original_response(view=within_limits(layout))


class CancelLeagueButton(
    Button,
    template="league-cancel:{race}",
    label="Cancel it for all",
    style=discord.ButtonStyle.danger,
    answers="itself",
):
    """Asks for the reason; the form cancels the league."""

    race: RaceId

    async def press(self, interaction: Interaction) -> None:
        league = await known_league(interaction, self.race)
        await require_trusted(interaction, league)
        await ask_reason(interaction, Act("cancel", self.race))


class EndLeagueButton(
    RaceButton,
    kind="league:end",
    label="Cancel the league",
    style=discord.ButtonStyle.danger,
    finds=known_league,
    shows=ask_cancel,
):
    """Asks the host whether the league is to end, privately."""
