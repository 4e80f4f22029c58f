"""Closes the panels of questions that are over, so that they offer no change that is too late."""

import functools
from typing import Any

import discord
from discord import ui

from cogs.kit.layouts import layout_of
from cogs.kit.messages import Handler, nouns_in, within_limits, words_for
from cogs.panels.waiting import orders_button
from engine.refusals import GameReason
from records.races import PublicRace, RaceRecord
from records.refusals import Reason, Refused
from words import nouns_of
from words.shared.kinds import kind_words
from words.shared.names import harmless, place_of

_OVER = (GameReason.ASK_IS_OVER, Reason.RACE_IS_OVER, Reason.TOO_LATE)


def closed(race: PublicRace, *, is_taken: bool = False, is_replaced: bool = False) -> ui.LayoutView:
    """Return the text of a panel whose question ended without a press on it.

    :param is_taken: whether it showed an answer that was sealed: this says so, and leads to what is asked next.
    :param is_replaced: whether it is a practice that another one took the place of, which no post tells.
    """
    record = race.record
    goes_on = f"{harmless(record.title)} goes on in {place_of(record)}."
    if record.state == "running" and is_taken:
        return _saying(f"✅ What you sealed was taken, and is told now. {goes_on}", _next(record))
    if record.state == "running":
        return _saying(f"⏹️ {kind_words(race, nouns_of(record)).closed} {goes_on}")
    if is_replaced:
        return _saying(f"🛑 {harmless(record.title)} was closed without a result: another practice took its place.")
    if record.state == "cancelled":
        return _saying(f"🛑 {harmless(record.title)} was closed without a result. Why is told in {place_of(record)}.")
    return _saying(f"🏁 {harmless(record.title)} is over. How it ended is told in {place_of(record)}.")


def _next(race: RaceRecord) -> "ui.Button[Any] | None":
    """Return the way to what a race asks next; a practice, which asks by itself, needs none."""
    return None if race.is_practice else orders_button(race.id)


def _saying(text: str, way: "ui.Button[Any] | None" = None) -> ui.LayoutView:
    return within_limits(layout_of(ui.TextDisplay(text), *([] if way is None else [ui.ActionRow(way)])))


def closes_itself(press: Handler) -> Handler:
    """Let a control close the panel that it stands on, if the question is over; the panel says why.

    A panel that shows the taken answer stays: the player pressed it twice.
    """

    @functools.wraps(press)
    async def wrapped(self: Any, interaction: discord.Interaction[Any], *args: Any) -> None:
        try:
            await press(self, interaction, *args)
        except Refused as refused:
            if refused.reason not in _OVER or not interaction.response.is_done():
                raise
            if interaction.message is not None and interaction.client.talks.has_taken(interaction.message.id):
                return
            said = f"⏹️ {words_for(refused, nouns_in(interaction))}"
            way = orders_button(self.asked.race) if refused.reason is GameReason.ASK_IS_OVER else None
            await interaction.edit_original_response(view=_saying(said, way), attachments=[])

    return wrapped  # type: ignore[return-value]
