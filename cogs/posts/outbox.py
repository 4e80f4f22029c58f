"""Posting what the outbox holds: each kind of notice goes to the function that tells it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager

import discord

from cogs.kit.client import Quadriga
from cogs.kit.limits import TooLarge
from cogs.kit.new_threads import thread_once
from cogs.kit.permissions import rights_missing
from cogs.kit.rights import hidden_beside
from cogs.panels.closing import closed
from cogs.panels.open_race import NEEDED
from cogs.posts import (
    ballots,
    bets,
    calls,
    cards,
    daily,
    endings,
    events,
    follows,
    gazette,
    letters,
    news,
    offers,
    questions,
    race_panel,
    receipts,
    shares,
    stories,
)
from cogs.posts.sending import TOO_OLD_TO_EDIT, Sender
from records.fixtures import EventPost
from records.notices import Notice, NoticeKind
from records.people import Farewell
from records.removals import Receipt
from records.values import EntryId, PlayerId
from steward import CannotPost, DailyPost, GazettePost, Malformed, RightMissing, Summons, read_body

NEVER = (10003,)
"""The channel is not known: it was deleted."""

NO_MEMBER = (10007, 10013)
"""Discord's numbers for somebody who is no member of a server, and for an account that was deleted."""

NOT_IN = (10004, 50001)
"""Discord's numbers for a server that I am not in."""

RIGHTS = (50001, 50013, 50083, 160005)
"""Discord's numbers for no access, no right, an archived thread, a locked one: each obstacle may pass."""

MALFORMED = (400, 413)
"""HTTP statuses by which Discord says that it does not take a message as it is."""

PUBLISHED_ALREADY = 40033
NOT_TO_PUBLISH = (10003, 10008, 50024)
"""Discord's numbers for a channel, or a message, that is gone, and for a channel that has no followers."""

PATIENCE = 20.0
"""Seconds for which a publication waits for Discord: its limit is by the hour, and it may be another's."""

TOO_FAST = (20016, 20022, 20028, 20029, TOO_OLD_TO_EDIT, 40003)
"""Limits of rate that some answers tell with such a status; they pass."""

_TELL: Mapping[NoticeKind, Callable[[Sender, Notice], Awaitable[str]]] = {
    "start": stories.tell_start,
    "story": stories.tell,
    "cup": stories.tell_standings,
    "panel": race_panel.show,
    "summons": questions.ask,
    "reminder": questions.ask,
    "digest": questions.send_digest,
    "mention": calls.call,
    "act": news.tell_act,
    "offer": news.offer,
    "warning": news.warn,
    "bets": bets.tell,
    "deal": offers.tell,
    "letter": letters.tell,
    "ballot": ballots.tell,
    "ending": endings.tell,
    "card": cards.show,
    "share": shares.tell,
    "follow": follows.tell,
}

_CLOSING: Collection[NoticeKind] = ("story", "panel", "summons", "reminder")
"""Notices after which questions may be over: a story tells a turn, a panel the close of a race; and a race may be
closed while a question is on its way."""


class DiscordMessenger:
    """Puts notices into words and posts them."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """:param clock: returns seconds since 1970."""
        self._sender = Sender(clock)

    def speak_through(self, bot: Quadriga) -> None:
        """Post through *bot* from now on."""
        self._sender.bot = bot

    async def ready(self, notice: Notice) -> None:
        """Wait while *notice*'s question is on its way to the player elsewhere."""
        if notice.kind in ("summons", "reminder") and notice.player is not None:
            talks = self._sender.talks
            await talks.silent(notice.player)
            await talks.put(notice.race, map(EntryId, read_body(notice, Summons).entries))

    async def deliver(self, notice: Notice) -> str:
        """Post *notice*: see :class:`steward.Messenger`, also for the errors it raises."""
        await self._sender.prepare()
        try:
            outcome = await _TELL[notice.kind](self._sender, notice)
            if notice.kind in _CLOSING:
                await self._close_panels(notice)
            return outcome
        except discord.HTTPException as error:
            if error.code in NEVER:
                if notice.player is None:
                    await self._sender.steward.cut_off.thread_gone(notice.race)
                raise CannotPost(f"Discord {error.code}") from error
            if error.code in RIGHTS:
                raise RightMissing(str(error.code)) from error
            if error.status in MALFORMED and error.code not in TOO_FAST:
                raise Malformed(str(error.code)) from error
            raise
        except TooLarge as error:
            raise Malformed("too large") from error

    async def post_daily(self, post: DailyPost) -> int:
        """Post a race of the day; see :class:`steward.Posts`."""
        await self._sender.prepare()
        return await daily.post(self._sender, post)

    async def post_gazette(self, post: GazettePost) -> int:
        """Post the gazette of a week; see :class:`steward.Posts`."""
        await self._sender.prepare()
        return await gazette.post(self._sender, post)

    async def make_event(self, post: EventPost) -> int:
        """Make an event of a server; see :class:`steward.Posts`."""
        return await events.make(self._sender, post)

    async def end_event(self, guild: int, event: int) -> None:
        """Take an event away; see :class:`steward.Posts`."""
        await events.end(self._sender, guild, event)

    async def publish(self, channel: int, message: int) -> None:
        """Publish a post to those who follow its channel; see :class:`steward.Posts`."""
        where = self._sender.client.get_partial_messageable(channel)
        try:
            async with asyncio.timeout(PATIENCE):
                await where.get_partial_message(message).publish()
        except discord.HTTPException as error:
            if error.code in NOT_TO_PUBLISH:
                raise CannotPost(f"Discord {error.code}") from error
            if error.code in RIGHTS:
                raise RightMissing(str(error.code)) from error
            if error.code != PUBLISHED_ALREADY:
                raise

    async def hidden(self, guild: int, channel: int, others: Collection[int]) -> tuple[int, ...] | None:
        """Return those of some channels that not all see who see a channel; see :class:`steward.Posts`."""
        server = self._sender.client.get_guild(guild)
        if server is None or server.unavailable:
            return None
        where = server.get_channel(channel)
        return tuple(others) if where is None else hidden_beside(where, others)

    @asynccontextmanager
    async def opened_thread(self, guild: int, channel: int, title: str) -> AsyncIterator[int]:
        """Open a thread for what is kept meanwhile; see :class:`steward.Posts`."""
        client, told_in = self._sender.client, self._sender.steward.index.told_in
        where = client.get_channel(channel)
        if not isinstance(where, discord.TextChannel):
            raise CannotPost("no such channel") if await self.has_channel(guild, channel) is False else RightMissing("")
        if missing := rights_missing(where.permissions_for(where.guild.me), NEEDED):
            raise RightMissing(missing)
        async with thread_once(where, title, told_in) as thread:
            yield thread

    async def has_channel(self, guild: int, channel: int) -> bool | None:
        """Tell whether a channel is there; see :class:`steward.Posts`."""
        server = self._sender.client.get_guild(guild)
        if server is None or server.unavailable:
            return None
        return isinstance(server.get_channel(channel), discord.TextChannel)

    async def is_in(self, guild: int) -> bool | None:
        """Ask whether I am in a server; see :class:`steward.Posts`."""
        try:
            await self._sender.client.fetch_guild(guild, with_counts=False)
        except discord.HTTPException as error:
            return False if error.code in NOT_IN else None
        return True

    async def tell_left(self, receipt: Receipt) -> bool:
        """Tell an owner that I have left; see :class:`steward.Posts`."""
        return await receipts.tell_left(self._sender, receipt)

    async def tell_forgotten(self, farewell: Farewell, player: PlayerId | None) -> bool:
        """Tell somebody that they are forgotten; see :class:`steward.Posts`."""
        return await receipts.tell_forgotten(self._sender, farewell, player)

    async def leave(self, guild: int) -> None:
        """Leave a server; see :class:`steward.Posts`."""
        try:
            await self._sender.client.http.leave_guild(guild)
        except discord.HTTPException as error:
            if error.code not in NOT_IN:
                raise

    async def is_member(self, guild: int, player: PlayerId) -> bool | None:
        """Ask whether somebody is a member of a server; see :class:`steward.Messenger`."""
        await self._sender.client.seek(guild)
        server = self._sender.client.get_guild(guild)
        if server is None:
            return None  # I am not in it, or don't know it yet
        try:
            await server.fetch_member(player)
        except discord.HTTPException as error:
            return False if error.code in NO_MEMBER else None
        return True

    async def _close_panels(self, notice: Notice) -> None:
        """Close the private panels whose turn was just told, and all of a race that was closed without a result."""
        race, steward = notice.race, self._sender.steward
        if notice.kind != "story" and (await steward.race(race)).record.state != "cancelled":
            return
        status = await steward.log.status(race)
        record = status.race.record
        asked = status.asked if record.state == "running" else None
        is_replaced = record.is_practice and record.state == "cancelled"
        if is_replaced:  # a practice that is closed for a reason has an act, and a post that tells it
            is_replaced = not any(each.kind == "close" for each in await steward.desk.acts(race))
        over, taken = (closed(status.race, is_taken=each, is_replaced=is_replaced) for each in (False, True))
        await self._sender.talks.close(race, asked, over, taken)
