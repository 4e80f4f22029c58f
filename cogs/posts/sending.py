"""Sending a notice's messages, direct ones and posts: each once, even after a cut before Discord's answer came.

Each message bears its notice's mark as the id of its first component, so that after a crash it can be found in the
channel; its nonce lets Discord itself tell a second sending of the same for some minutes (:mod:`cogs.posts.marks`).
Order, retries and giving up are :mod:`steward.delivering.delivery`'s.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Quadriga
from cogs.kit.conversations import Talks
from cogs.kit.layouts import Post, layout_of
from cogs.kit.messages import within_limits
from cogs.kit.threads import ARCHIVED, even_if_archived
from cogs.posts.marks import Marks, MarksOf
from records.notices import Notice
from records.races import PublicRace
from records.values import PlayerId
from steward import CannotPost, DmRefused, Steward

NONCE_KNOWN = 120.0
"""Seconds for which Discord surely remembers a nonce; a post older than that is looked for."""

LOOKED_BACK = 50
"""Messages of a channel among which a post is looked for: the latest, and the first since it was tried."""

CLOCKS = 60.0
"""Seconds by which our clock may be ahead of Discord's."""

TOO_OLD_TO_EDIT = 30046
OLD, LATE_SPAN, MOST_LATE_EDITS = 3_600.0, 20.0, 2
"""A message older than so many seconds takes few edits in such a span; how many is not published, reports say 3."""

UNKNOWN_CHANNEL = 10003
GONE = (UNKNOWN_CHANNEL, 10008)
REFUSED_DM = (50007, 50278, 50001, 50013)

LOOKS_KEPT = 4_000

Edited = Literal["edited", "gone", "not now"]

NOBODY = discord.AllowedMentions.none()


class ChannelGone(Exception):
    """The channel of somebody's direct messages is no more: the next try opens another."""


class Sender:
    """Posts the messages of notices, in threads and direct messages, and edits and removes them."""

    marks: Marks  # known once anything is delivered

    def __init__(self, clock: Callable[[], float]) -> None:
        """:param clock: returns seconds since 1970."""
        self._clock = clock
        self._marks_of = MarksOf()
        self._late_edits: dict[int, list[float]] = {}  # by message: when it was edited
        self.looks: dict[int, str] = {}  # by message: what it shows, so that no edit changes nothing
        self.bot: Quadriga | None = None

    @property
    def client(self) -> Quadriga:
        assert self.bot is not None
        return self.bot

    @property
    def steward(self) -> Steward:
        return self.client.steward

    @property
    def talks(self) -> Talks:
        return self.client.talks

    async def prepare(self) -> None:
        """Read the key from which marks and nonces are drawn."""
        self.marks = await self._marks_of.read(self.steward)

    # Where

    def thread(self, race: PublicRace) -> Any:
        """Return the thread of a race.

        :raises CannotPost: if the race has none.
        """
        if not race.record.thread:
            raise CannotPost("the race has no thread")
        return self.client.get_partial_messageable(race.record.thread)

    @asynccontextmanager
    async def direct(self, player: PlayerId) -> AsyncIterator[Any]:
        """Give the direct messages of a player.

        :raises DmRefused: if they take none.
        """
        if not await self.steward.people.takes_dms(player):
            raise DmRefused
        known = await self.steward.people.dm_channel(player)
        try:
            yield await self._opened(player) if known is None else self.client.get_partial_messageable(known)
        except discord.HTTPException as error:
            if error.code in REFUSED_DM:
                raise DmRefused from error
            if error.code == UNKNOWN_CHANNEL and known is not None:
                await self.steward.people.note_dm_channel(player, None)
                raise ChannelGone from error
            raise

    async def _opened(self, player: PlayerId) -> Any:
        """Open a player's direct messages, once: from then on their channel is known."""
        opened = await self.client.create_dm(discord.Object(player))
        await self.steward.people.note_dm_channel(player, opened.id)
        return opened

    @asynccontextmanager
    async def asking(self, player: PlayerId, race: PublicRace) -> AsyncIterator[Any]:
        """Give the channel in which a race asks a player: their direct messages; for a practice its own thread.

        :raises DmRefused: if they take no direct messages.
        :raises CannotPost: if I may not write in that thread. Only they read there; it holds up no other post.
        """
        if not (race.record.is_practice and race.record.guild):
            async with self.direct(player) as channel:
                yield channel
            return
        try:
            yield self.thread(race)
        except discord.Forbidden as error:
            raise CannotPost(f"Discord {error.code}") from error

    async def is_here(self, race: PublicRace, player: PlayerId) -> bool:
        """Tell whether somebody is on a race's server, and so can be called; in a practice its player always is."""
        return race.record.is_practice or await self.steward.presence.is_here(race.record.guild, player)

    async def _of_those_here(self, notice: Notice, players: Sequence[PlayerId]) -> list[PlayerId]:
        """Return the players who are on the server of a notice's race."""
        race = await self.steward.race(notice.race) if players else None
        return [each for each in players if race is not None and await self.is_here(race, each)]

    # Sending

    async def send_once(
        self,
        notice: Notice,
        channel: Any,
        layout: ui.LayoutView,
        files: Sequence[discord.File] = (),
        *,
        part: int = 0,
        silent: bool = True,
        calling: Sequence[PlayerId] = (),
    ) -> tuple[discord.Message, bool]:
        """Post a message of a notice, unless it stands there already; return it, and whether it is new.

        :param part: which message of the notice it is.
        :param silent: whether it comes without a sound; a call keeps to the quiet hours of the called players instead.
        :param calling: the players whom it calls, but for those who have left the server. Those in their quiet hours
            hear nothing; where all are, it is silent.
        """
        sent, is_new = await self._posted(notice, channel, part), False
        if sent is None:
            how: dict[str, Any] = {"silent": silent}
            here = await self._of_those_here(notice, calling)
            if here:
                awake = [each for each in here if not await self.steward.people.is_quiet(each)]
                how["allowed_mentions"] = discord.AllowedMentions(
                    users=[discord.Object(each) for each in awake or here]
                )
                how["silent"] = not awake
            view, nonce = within_limits(self.marked(notice, layout, part), list(files)), self.marks.nonce(notice, part)
            sent, is_new = await channel.send(view=view, files=files, nonce=nonce, **how), True
        if notice.player is None:
            self.talks.posted(channel.id, sent.id)
        return sent, is_new

    async def tell_once(
        self, notice: Notice, race: PublicRace, post: Post | None, calling: Sequence[PlayerId] = ()
    ) -> str:
        """Post a notice of one message to its player, or for all in the race's thread; return its outcome.

        :param post: the message; ``None`` if the notice is out of date.
        """
        if post is None:
            return "nothing to tell"
        if notice.player is None:
            await self.send_once(notice, self.thread(race), *post, calling=calling)
            return "told"
        async with self.direct(notice.player) as channel:
            await self.send_once(notice, channel, *post, silent=await self.steward.people.is_quiet(notice.player))
        return "told"

    def marked(self, notice: Notice, layout: ui.LayoutView, part: int = 0) -> ui.LayoutView:
        """Return a message with its mark on it: on its first component."""
        layout.children[0].id = self.marks.mark(notice, part)
        return layout

    async def _posted(self, notice: Notice, channel: Any, part: int) -> discord.Message | None:
        """Return a post whose fate is unknown, if it is there; a fresh one is safe by its nonce alone."""
        if notice.attempts <= 1 or notice.tried is None or self._clock() - notice.tried < NONCE_KNOWN:
            return None
        mark, since = (
            self.marks.mark(notice, part),
            discord.Object(snowflake_at(notice.tried)),
        )
        latest = [message async for message in channel.history(limit=LOOKED_BACK)]
        if len(latest) == LOOKED_BACK:  # in a busy channel it may stand above these
            latest += [each async for each in channel.history(limit=LOOKED_BACK, after=since, oldest_first=True)]
        return next((each for each in latest if each.author == self.client.user and mark_on(each) == mark), None)

    async def latest(self, channel: Any) -> list[discord.Message]:
        """Return the bot's own messages among the latest of a channel, the newest first."""
        history = channel.history(limit=LOOKED_BACK)
        return [message async for message in history if message.author == self.client.user]

    # Editing

    async def edit(
        self, channel: Any, message: int, layout: ui.LayoutView, files: Sequence[discord.File] | None = None
    ) -> bool:
        """Edit a message; ``False`` if it is gone, or Discord wants a new one.

        :param files: all that it has from now on; ``None`` leaves them as they are.
        """
        return await self.try_edit(channel, message, layout, files) == "edited"

    async def try_edit(
        self, channel: Any, message: int, layout: ui.LayoutView, files: Sequence[discord.File] | None = None
    ) -> Edited:
        """Edit a message, as :meth:`edit` does; tell whether it is gone, or cannot be edited now."""
        if not self._may_edit(message):
            return "not now"
        view, changed = layout, {} if files is None else {"attachments": list(files)}
        within_limits(view, list(files or ()))

        async def change() -> None:
            for file in files or ():
                file.reset()
            await channel.get_partial_message(message).edit(view=view, allowed_mentions=NOBODY, **changed)

        try:
            await self.in_open_thread(channel, change)
        except discord.HTTPException as error:
            if error.code in GONE:
                return "gone"
            if error.code in (TOO_OLD_TO_EDIT, ARCHIVED):
                return "not now"
            raise
        return "edited"

    async def in_open_thread(self, channel: Any, deed: Callable[[], Awaitable[None]]) -> None:
        """Change something that stands in a channel; if that is a thread which is archived, it is opened."""
        await even_if_archived(deed, lambda: self.client.fetch_channel(channel.id))

    def _may_edit(self, message: int) -> bool:
        """Tell whether Discord takes another edit now; if not, an edit would hold up all later posts."""
        now = self._clock()
        if now - discord.utils.snowflake_time(message).timestamp() < OLD:
            return True
        lately = {each: [at for at in edits if at > now - LATE_SPAN] for each, edits in self._late_edits.items()}
        self._late_edits = {each: edits for each, edits in lately.items() if edits}
        recent = self._late_edits.setdefault(message, [])
        if len(recent) >= MOST_LATE_EDITS:
            return False
        recent.append(now)
        return True

    def remember_look(self, message: int, look: str) -> None:
        """Note what a message shows now; the oldest notes are forgotten."""
        self.looks.pop(message, None)
        self.looks[message] = look
        if len(self.looks) > LOOKS_KEPT:
            del self.looks[next(iter(self.looks))]

    async def remove(self, channel: Any, message: int) -> None:
        """Delete a message, if it is still there."""
        try:
            await self.in_open_thread(channel, channel.get_partial_message(message).delete)
        except discord.NotFound:
            return


def snowflake_at(tried: float) -> int:
    """Return a number at Discord that is below those of messages sent since then, even if its clock is behind."""
    return discord.utils.time_snowflake(datetime.fromtimestamp(max(tried, CLOCKS) - CLOCKS, UTC))


def mark_on(message: discord.Message) -> int | None:
    """Return a message's mark, the id of its first component; ``None`` without components."""
    return getattr(message.components[0], "id", None) if message.components else None


def look_of(layout: ui.LayoutView, picture: bytes = b"") -> str:
    """Return what tells one look of a message from another; take it before the message bears its mark."""
    anything: Any = layout
    return hashlib.sha256(json.dumps(anything.to_components()).encode() + picture).hexdigest()


def text_post(text: str, *buttons: ui.Item[Any]) -> ui.LayoutView:
    """Return a message of a text, with a row of buttons under it if there are any."""
    layout = layout_of(ui.TextDisplay(text))
    if buttons:
        layout.add_item(ui.ActionRow(*buttons))
    return layout
