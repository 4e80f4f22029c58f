"""Tables of the race of the day, and the proof of its dice."""

from typing import Annotated, Literal

import discord

from cogs.kit.client import Interaction
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import show_text
from records.values import PlayerId
from steward import opens
from words.shared.daily import counted_lines, day_told, days_lines, proof_lines, streak_told, table_lines

Table = Literal["day", "month", "hall"]
TABLES: Looks[Table] = {
    "day": ("Day", discord.ButtonStyle.secondary),
    "month": ("Month", discord.ButtonStyle.secondary),
    "hall": ("Hall", discord.ButtonStyle.secondary),
}
NOT_YET = "Drive it first: until this day is closed, only those who have driven it see how others did."


Number = Annotated[int, "[0-9]{1,6}"]


def member_since(interaction: Interaction) -> float | None:
    """Return since when whoever acts is a member of this server, in seconds since 1970; ``None`` if they are none."""
    joined = getattr(interaction.user, "joined_at", None)  # of a member: in direct messages nobody is one
    return None if joined is None else float(joined.timestamp())


class DailyTable(Button, template="daily-table:{act}:{number}", looks=TABLES):
    """Shows a table of the race of the day: of one day, of this month, or of all days."""

    act: Table
    number: Number

    async def press(self, interaction: Interaction) -> None:
        daily, viewer, here = interaction.client.steward.daily, PlayerId(interaction.user.id), interaction.guild_id or 0
        if self.act == "day":
            table, runs = await daily.table(self.number, viewer, here), len(await daily.par(self.number))
            told = [NOT_YET] if table is None else table_lines(table, runs)
            lines = [f"### 🌅 {day_told(self.number)}", *told]
        else:
            found = await (daily.month(here) if self.act == "month" else daily.hall(here))
            month = opens(max(1, daily.last_closed())).strftime("%B %Y")
            heading = f"### 🌅 {month}" if self.act == "month" else "### 🌅 All days"
            lines = [
                heading,
                *days_lines(found, viewer),
                f"-# You: {streak_told(await daily.streak(viewer))}.",
                *counted_lines(await daily.counts_from(viewer, member_since(interaction))),
            ]
        await show_text(interaction, "\n".join(lines))


def tables_of(number: int, *, of_day: bool = False) -> list[DailyTable]:
    """Return the buttons for the tables.

    :param of_day: whether the day's own is among them.
    """
    acts: tuple[Table, ...] = ("day", "month", "hall") if of_day else ("month", "hall")
    return [DailyTable(act, number) for act in acts]


class DailyProof(Button, template="daily-proof:{door}", label="Proof"):
    """Shows how anybody checks the dice of the days that are closed."""

    door: Annotated[str, "chain"] = "chain"

    async def press(self, interaction: Interaction) -> None:
        daily = interaction.client.steward.daily
        number = daily.last_closed()
        secret = await daily.revealed(number)
        await show_text(
            interaction, "\n".join(proof_lines(number, secret, await daily.anchor(), await daily.edition(number)))
        )
