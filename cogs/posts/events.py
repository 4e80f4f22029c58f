"""Events of a server, as Discord lists them: one for each date of a fixture, where its host wants that."""

from datetime import UTC, datetime

import discord

from cogs.posts.sending import Sender
from records.fixtures import EventPost
from steward import CannotPost, RightMissing, lasts
from words import WORDS
from words.shared.fixtures import event_text

NO_RIGHT = (50001, 50013)
"""Discord's numbers for no access and no right."""

UNKNOWN_EVENT = 10070

REFUSED = 400
"""The HTTP status of a form that Discord does not take, such as an hour that is over, or one event too many."""


async def make(sender: Sender, post: EventPost) -> int:
    """Make an event at the thread of a race, or find the one that is there; see :class:`steward.Posts`."""
    guild = sender.client.get_guild(post.guild)
    if guild is None:
        raise RightMissing("the server is not there")
    place = f"https://discord.com/channels/{post.guild}/{post.thread}"
    begins, ends = (datetime.fromtimestamp(each, UTC) for each in (post.at, post.at + lasts(post.pace)))
    try:
        known = await guild.fetch_scheduled_events(with_counts=False)
        found = next((each for each in known if each.location == place), None)
        if found is None:
            found = await guild.create_scheduled_event(
                name=post.title,
                description=event_text(post, WORDS[post.ruleset].title),
                start_time=begins,
                end_time=ends,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=place,
            )
    except discord.HTTPException as error:
        if error.code in NO_RIGHT:
            raise RightMissing(str(error.code)) from error
        if error.status == REFUSED:
            raise CannotPost(str(error.code)) from error
        raise
    return found.id


async def end(sender: Sender, guild: int, event: int) -> None:
    """Take an event away; see :class:`steward.Posts`."""
    server = sender.client.get_guild(guild)
    if server is None:
        raise RightMissing("the server is not there")
    try:
        await (await server.fetch_scheduled_event(event, with_counts=False)).delete()
    except discord.HTTPException as error:
        if error.code in NO_RIGHT:
            raise RightMissing(str(error.code)) from error
        if error.code != UNKNOWN_EVENT:
            raise
