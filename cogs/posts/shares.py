"""A race that is over, posted in its channel for all there: its trailer, or its card."""

import discord
from discord import ui

from cogs.kit.layouts import file_of, gallery_of, layout_of
from cogs.panels.share import picture_to_share
from cogs.posts.sending import Sender
from records.notices import Notice
from steward import CannotPost, Shared, read_body
from words.shared.share import shared_line


async def tell(sender: Sender, notice: Notice) -> str:
    """Post a race in its own channel, and in no other.

    :raises CannotPost: if I may not write there, or attach files: it holds up no post in the race's thread.
    """
    body, race = read_body(notice, Shared), await sender.steward.race(notice.race)
    picture = await picture_to_share(sender.client, race, body.what)
    if picture is None:
        return "nothing to tell"  # the race went back meanwhile
    file = file_of(picture)
    layout = layout_of(ui.TextDisplay(shared_line(race, body.what, body.by)), gallery_of(picture, file))
    channel = sender.client.get_partial_messageable(race.record.channel)
    try:
        sent, _ = await sender.send_once(notice, channel, layout, [file])
    except (discord.Forbidden, discord.NotFound) as error:
        raise CannotPost(f"Discord {error.code}") from error
    return f"told {sent.id}"
