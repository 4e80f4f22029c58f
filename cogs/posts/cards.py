"""The card of a race, a cup or a league: one post in its channel, kept up to date by edits.

It is posted once. A card that somebody deletes is posted once more, and then no more. Nothing waits for a card: where
the channel takes none, the race goes on in its thread.
"""

import discord
from discord import ui

from cogs.panels.channel_card import Card, card_of
from cogs.posts.mentions import by_name
from cogs.posts.sending import Sender, look_of
from records.notices import Notice
from records.races import PublicRace

CARD = 90
"""The part of a notice that is a card: its number differs from that of every post in a thread."""

MOST_POSTS = 2
"""How often a card is posted, if somebody deletes it."""

UNKNOWN_CHANNEL = 10003


class NotYet(Exception):
    """Discord takes few edits of a message that is older than an hour: try again in some seconds."""


async def show(sender: Sender, notice: Notice) -> str:
    """Bring the card that a race bears up to date, or post it."""
    race = await sender.steward.race(notice.race)
    if race.record.card is None:
        return "it has none"
    try:
        return await _show(sender, notice, race)
    except discord.HTTPException as error:
        if error.code != UNKNOWN_CHANNEL:
            raise
        await sender.steward.channel_cards.lost(notice.race, is_for_good=True)
        return "the channel is gone"


async def _show(sender: Sender, notice: Notice, race: PublicRace) -> str:
    record, cards = race.record, sender.steward.channel_cards
    channel = sender.client.get_partial_messageable(record.channel)
    layout, files, look = await _made(sender, race)
    if record.card:
        if sender.looks.get(record.card) == look:
            return "as it was"
        how = await sender.try_edit(channel, record.card, layout, files)
        if how == "not now":
            raise NotYet
        if how == "edited":
            sender.remember_look(record.card, look)
            return how
        await cards.lost(record.id, is_for_good=record.cards >= MOST_POSTS)
        if record.cards >= MOST_POSTS:
            return "deleted again"
        layout, files, look = await _made(sender, race)  # files serve one call
    sent, is_new = await sender.send_once(notice, channel, layout, files, part=CARD)
    await cards.posted(record.id, sent.id)
    if is_new and notice.attempts == 1:  # else it may have been posted before, and tell less
        sender.remember_look(sent.id, look)
        return f"posted {sent.id}"
    return await _show(sender, notice, await sender.steward.race(record.id))


async def _made(sender: Sender, race: PublicRace) -> tuple[ui.LayoutView, list[discord.File], str]:
    """Return a card as a message, and what tells one look of it from another."""
    card = await card_of(sender.steward, race)
    lines = [by_name(each, race, sender.steward.presence) for each in card.lines]
    layout, files = Card(lines, card.buttons, card.picture).post()
    return layout, files, look_of(layout, b"" if card.picture is None else card.picture.png)
