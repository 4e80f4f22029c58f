"""Sheets of people who are late: their own message tells until when grace lets them answer."""

import contextlib

import discord

from cogs.panels.my_questions import OrdersButton
from cogs.panels.renewing import renew
from cogs.posts.sending import ChannelGone, Sender, text_post
from records.acts import ActRecord
from records.notices import Notice
from records.races import PublicRace
from steward import DmRefused, OpenAsk
from words.shared.names import harmless
from words.shared.times import when


async def tell_grace(sender: Sender, notice: Notice, race: PublicRace, act: ActRecord) -> None:
    """Have the sheet of who is late tell its new end; where that cannot be, a message beside it does.

    The thread has told it already: who takes no messages reads it there.
    """
    player = None if act.entry is None else race.player_of(act.entry)
    if player is None or race.record.is_practice:
        return
    waiting = [
        each
        for each in await sender.steward.open_asks(player, race.record.id)
        if each.until is not None and each.until > act.at
    ]
    if not waiting:
        return
    with contextlib.suppress(DmRefused, ChannelGone, discord.HTTPException):
        if await renew(sender.steward, sender.talks, waiting[0], _above(waiting[0])):
            return
        async with sender.direct(player) as channel:
            post = text_post(_beside(waiting[0]), OrdersButton(race.record.id))
            await sender.send_once(notice, channel, post, part=waiting[0].entry)


def _above(opened: OpenAsk) -> str:
    assert opened.until is not None
    return f"🕰️ Its time is up, and your grace runs: you can answer until {when(opened.until, 'full')}."


def _beside(opened: OpenAsk) -> str:
    assert opened.until is not None
    return (
        f"🕰️ **{harmless(opened.race.record.title)}**: the time for your answer is up, and your grace runs. You can "
        f"answer until {when(opened.until, 'full')}; **My orders** shows it as it stands now."
    )
