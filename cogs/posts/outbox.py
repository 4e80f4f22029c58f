"""Posting what the outbox holds: stories, panels, questions by direct message.

Each message bears its notice's mark as the id of its first component, so that after a crash it can be found in the
channel; its nonce lets Discord itself tell a second sending of the same for some minutes (:mod:`cogs.posts.marks`).
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import ui

from cogs.kit.client import Quadriga
from cogs.kit.limits import TooLarge, fitting, message_length, shared_out
from cogs.kit.messages import within_limits
from cogs.kit.question_id import file_of
from cogs.panels.cup_standings import standings_message
from cogs.panels.lesson import farewell
from cogs.panels.question import OrdersButton, ask_message, asks_message
from cogs.panels.race import status_text
from cogs.panels.reins import absent_message, offer_message, offered, reins_rows
from cogs.panels.why import WhyButton, is_to_explain
from cogs.posts import mentions, race_panel, voiding
from cogs.posts.bets import MOST_SEALS, bet_post, is_seal, mentioned, seals_post
from cogs.posts.marks import Marks, MarksOf
from cogs.posts.race_panel import MOST_TEXT
from engine.game import Refused
from records.notices import Notice
from records.races import PublicRace
from records.values import EntryId, PlayerId, RaceId
from steward import (
    Acted,
    CannotPost,
    DmRefused,
    Malformed,
    Mention,
    Offer,
    OpenAsk,
    Panel,
    RightMissing,
    Scene,
    Standings,
    Steward,
    Story,
    Summons,
    Warned,
    read_body,
)
from words import WORDS
from words.shared.acts import act_text
from words.shared.names import harmless, names_of

log = logging.getLogger(__name__)


NONCE_KNOWN = 120.0


"""Seconds for which Discord surely remembers a nonce; a post older than that is looked for."""


LOOKED_BACK = 50


TOO_OLD_TO_EDIT = 30046


OLD, LATE_SPAN, MOST_LATE_EDITS = 3_600.0, 20.0, 2


"""A message older than so many seconds takes few edits in such a span; how many is not published, reports say 3."""


NOBODY = discord.AllowedMentions.none()


FAREWELL = 99


"""Which message of a story the end of a lesson is; the story itself has fewer."""


GOING_BACK = ("rewind", "restart", "correct", "update")


FOR_WANT_OF_PEOPLE = ("deserted", "rest")


GONE = (10003, 10008)


REFUSED_DM = (50007, 50278, 50001, 50013)


NEVER = (10003,)


RIGHTS = (50001, 50013, 50083, 160005)


"""No access, no right, a thread that is archived, one that is locked: each may change."""


ARCHIVED = 50083


MALFORMED = (400, 413)


"""HTTP statuses by which Discord says that it does not take a message as it is."""


TOO_FAST = (20016, 20022, 20028, 20029, TOO_OLD_TO_EDIT, 40003)


"""Limits of rate that some answers tell with such a status; they pass."""


class DiscordMessenger:
    """Puts notices into words and posts them."""

    _marks: Marks  # known once anything is delivered

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._bot: Quadriga | None = None
        self._marks_of = MarksOf()
        self._late_edits: dict[int, list[float]] = {}  # of panels, by message: when they were edited
        self._by_kind: dict[str, Callable[[Notice], Awaitable[str]]] = {
            "story": self._tell,
            "panel": self._show_panel,
            "summons": self._ask,
            "reminder": self._ask,
            "mention": self._mention,
            "warning": self._warn,
            "cup": self._tell_standings,
            "act": self._tell_act,
            "offer": self._offer,
            "digest": self._send_digest,
            "bets": self._tell_bets,
            "start": self._tell_start,
        }

    def speak_through(self, bot: Quadriga) -> None:
        self._bot = bot

    @property
    def _steward(self) -> Steward:
        return self._client.steward

    @property
    def _client(self) -> Quadriga:
        assert self._bot is not None
        return self._bot

    async def ready(self, notice: Notice) -> None:
        """Wait while what *notice* asks for is being put to its player elsewhere."""
        if notice.kind in ("summons", "reminder") and notice.player is not None:
            await self._client.talks.silent(notice.player)
            entries = read_body(notice, Summons).entries
            await self._client.talks.put(notice.race, map(EntryId, entries))

    async def deliver(self, notice: Notice) -> str:
        """Post *notice*: see :class:`steward.Messenger`."""
        self._marks = await self._marks_of.read(self._steward)
        try:
            return await self._by_kind[notice.kind](notice)
        except discord.HTTPException as error:
            if error.code in NEVER:
                if notice.player is None:
                    await self._steward.thread_gone(notice.race)
                raise CannotPost(f"Discord {error.code}") from error
            if error.code in RIGHTS:
                raise RightMissing(str(error.code)) from error
            if error.status in MALFORMED and error.code not in TOO_FAST:
                raise Malformed(str(error.code)) from error
            raise
        except TooLarge as error:
            raise Malformed("too large") from error

    # Stories

    async def _tell_start(self, notice: Notice) -> str:
        """Tell that a race starts, and return the message's id: it is mixed into the dice, which wait for it."""
        lobby = await self._steward.race(notice.race)
        channel = self._thread(lobby)
        if (posted := await self._posted(notice, channel)) is not None:
            return str(posted.id)
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay(race_panel.start_text(lobby)))
        sent = await channel.send(
            view=within_limits(self._marked(layout, notice)), nonce=self._nonce(notice), silent=True
        )
        self._client.talks.posted(channel.id, sent.id)
        return str(sent.id)

    async def _tell(self, notice: Notice) -> str:
        story = read_body(notice, Story)
        lobby = await self._steward.race(notice.race)
        channel = self._thread(lobby)
        scenes = await self._steward.scenes(notice.race, story.first, story.last, is_end=story.is_end)
        parts = enumerate(in_messages(lobby, scenes))
        messages = [await self._post_part(notice, channel, lobby, part, told) for part, told in parts]
        if story.is_end:
            await self._end_lesson(notice, channel, lobby)
        return voiding.outcome_of(messages)

    async def _end_lesson(self, notice: Notice, channel: Any, lobby: PublicRace) -> None:
        """Tell at the end of a lesson what was learned, and offer the next."""
        part = FAREWELL
        layout = await farewell(self._steward, lobby) if lobby.race.is_practice else None
        if layout is None or await self._is_posted(notice, channel, part):
            return
        sent = await channel.send(
            view=within_limits(self._marked(layout, notice, part)), nonce=self._nonce(notice, part)
        )
        self._client.talks.posted(channel.id, sent.id)

    async def _post_part(
        self, notice: Notice, channel: Any, lobby: PublicRace, part: int, told: Sequence[tuple[str, Scene | None]]
    ) -> int:
        """Post one message of a story, unless it stands there already; return its id."""
        posted = await self._posted(notice, channel, part)
        if posted is not None:
            return posted.id
        layout, files = ui.LayoutView(timeout=None), []
        for place, (text, scene) in enumerate(told):
            if text:
                layout.add_item(ui.TextDisplay(text))
            if scene is not None:
                picture = await self._steward.scene_picture(lobby, scene)
                files.append(discord.File(file_of(picture).fp, f"race-{scene.n}-{place}.png", description=picture.alt))
                gallery: ui.MediaGallery[Any] = ui.MediaGallery()
                gallery.add_item(media=files[-1], description=picture.alt)
                layout.add_item(gallery)
                if is_to_explain(scene.facts):
                    layout.add_item(ui.ActionRow(WhyButton(notice.race, scene.first, scene.last)))
        view = within_limits(self._marked(layout, notice, part), files)
        sent: discord.Message = await channel.send(view=view, files=files, nonce=self._nonce(notice, part), silent=True)
        self._client.talks.posted(channel.id, sent.id)
        return sent.id

    async def _tell_standings(self, notice: Notice) -> str:
        """Tell how a cup stands after this race; after the last one, who has won it."""
        body = read_body(notice, Standings)
        channel = self._thread(await self._steward.race(notice.race))
        if await self._is_posted(notice, channel):
            return "told already"
        cup = await self._steward.cups.cup(body.cup, until=body.round)
        layout, files = standings_message(cup, await self._steward.cup_picture(cup))
        view = within_limits(self._marked(layout, notice), files)
        sent = await channel.send(view=view, files=files, nonce=self._nonce(notice), silent=True)
        self._client.talks.posted(channel.id, sent.id)
        return "told"

    async def _is_posted(self, notice: Notice, channel: Any, part: int = 0) -> bool:
        return await self._posted(notice, channel, part) is not None

    async def _posted(self, notice: Notice, channel: Any, part: int = 0) -> discord.Message | None:
        """Return a post whose fate is unknown, if it is there; a fresh one is safe by its nonce alone."""
        if notice.attempts <= 1 or notice.tried is None or self._clock() - notice.tried < NONCE_KNOWN:
            return None
        me, mark = self._client.user, self._marks.mark(notice, part)
        message: discord.Message
        async for message in channel.history(limit=LOOKED_BACK):
            if message.author == me and [getattr(part, "id", None) for part in message.components[:1]] == [mark]:
                return message
        return None

    def _marked(self, layout: ui.LayoutView, notice: Notice, part: int = 0) -> ui.LayoutView:
        layout.children[0].id = self._marks.mark(notice, part)
        return layout

    def _nonce(self, notice: Notice, part: int = 0) -> str:
        return self._marks.nonce(notice, part)

    def _thread(self, lobby: PublicRace) -> Any:
        if not lobby.race.thread:
            raise CannotPost("the race has no thread")
        return self._client.get_partial_messageable(lobby.race.thread)

    # The panel

    async def _show_panel(self, notice: Notice) -> str:
        lobby = await self._steward.race(notice.race)
        if lobby.race.is_practice:
            return "none in a practice: its questions stand there"
        channel = self._thread(lobby)
        layout = self._marked(race_panel.panel(lobby, status_text(await self._steward.status(notice.race))), notice)
        old = lobby.race.panel
        # One tried before may stand there as a new one: it is found below, and the old one taken away.
        is_new = read_body(notice, Panel).is_new or notice.attempts > 1
        if old is not None and not is_new and self._may_edit(old) and await self._edit(channel, old, layout):
            return "edited"
        posted = await self._posted(notice, channel)
        sent = posted or await channel.send(view=layout, nonce=self._nonce(notice), silent=True)
        self._client.talks.posted(channel.id, sent.id)
        if old is not None and old != sent.id:
            await self._remove(channel, old)
        if read_body(notice, Panel).is_only:
            await self._remove_others(channel, notice.race, sent.id)
        # Last: who is cut off before knows the old one still, and takes it away at the next try.
        await self._steward.set_panel(notice.race, sent.id)
        return "posted"

    def _may_edit(self, message: int) -> bool:
        """Tell whether Discord takes another edit now; if not, it would hold up all that is to be told after it."""
        now = self._clock()
        if now - discord.utils.snowflake_time(message).timestamp() < OLD:
            return True
        recent = [at for at in self._late_edits.pop(message, ()) if at > now - LATE_SPAN]
        if len(recent) >= MOST_LATE_EDITS:
            return False
        self._late_edits[message] = [*recent, now]
        return True

    async def _edit(self, channel: Any, message: int, layout: ui.LayoutView) -> bool:
        """Edit the panel; ``False`` if it is gone, or Discord wants a new one."""
        try:
            await channel.get_partial_message(message).edit(view=layout, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            # A new post opens a thread that is archived; an edit does not.
            if error.code in (TOO_OLD_TO_EDIT, ARCHIVED) or error.code in GONE:
                return False
            raise
        return True

    async def _remove_others(self, channel: Any, race: RaceId, only: int) -> None:
        """Take away the latest panels of a race but one: the record is a copy, and knows none that came after it."""
        message: discord.Message
        async for message in channel.history(limit=LOOKED_BACK):
            if (
                message.author == self._client.user
                and message.id != only
                and race_panel.is_panel(message.components, race)
            ):
                await self._remove(channel, message.id)

    async def _remove(self, channel: Any, message: int) -> None:
        try:
            await channel.get_partial_message(message).delete()
        except discord.NotFound:
            return

    # Questions

    async def _ask(self, notice: Notice) -> str:
        """Ask a player by direct message; what has been answered meanwhile is left out."""
        assert notice.player is not None
        talks = self._client.talks
        await talks.silent(notice.player)
        opened = await self._still_open(notice, read_body(notice, Summons))
        if not opened:
            return "answered already"
        if notice.kind == "summons" and all(map(talks.is_shown, opened)):
            return "stands before him already"
        race = opened[0].lobby.race
        async with self._place_of_questions(notice.player, opened[0].lobby) as channel:
            # Who wants one message a day still hears at once of a deadline that comes before it.
            is_digested = notice.kind == "summons" and not race.is_practice
            if is_digested and await self._steward.people.is_in_digest(notice.player, opened[0].until):
                return "left to the daily digest"
            if channel.id == race.thread:  # what happened is read first
                await self._steward.delivery.wait_until_posted(notice.race)
            for each in opened:
                await self._send_ask(notice, channel, each)
        return "asked"

    @asynccontextmanager
    async def _place_of_questions(self, player: PlayerId, lobby: PublicRace) -> AsyncIterator[Any]:
        """Give where a player is asked: by direct message; in a practice, in its thread."""
        if not (lobby.race.is_practice and lobby.race.guild):
            async with self._direct(player) as channel:
                yield channel
            return
        try:
            yield self._thread(lobby)
        except discord.HTTPException as error:
            if error.code in RIGHTS:  # nobody but this player would ever see it: it must not hold up what else they get
                raise CannotPost(f"Discord {error.code}") from error
            raise

    @asynccontextmanager
    async def _direct(self, player: PlayerId) -> AsyncIterator[Any]:
        """Give the direct messages of a player.

        :raises DmRefused: if he takes none.
        """
        if not await self._steward.people.takes_dms(player):
            raise DmRefused
        try:
            user = await self._client.fetch_user(player)
            yield user.dm_channel or await user.create_dm()
        except discord.HTTPException as error:
            if error.code in REFUSED_DM:
                raise DmRefused from error
            raise

    async def _send_digest(self, notice: Notice) -> str:
        """Send a player all that waits for him, in one message."""
        assert notice.player is not None
        opened = await self._steward.open_asks(notice.player)
        if not opened:
            return "nothing waits any more"
        dates = (await self._steward.people.player(notice.player)).dates
        async with self._direct(notice.player) as channel:
            if not await self._is_posted(notice, channel):
                quiet = await self._steward.people.is_quiet(notice.player)
                view = within_limits(self._marked(asks_message(opened, dates), notice))
                await channel.send(view=view, nonce=self._nonce(notice), silent=quiet)
                await self._steward.people.reached(notice.player)
        return "digest sent"

    async def _send_ask(self, notice: Notice, channel: Any, opened: OpenAsk) -> None:
        if await self._is_posted(notice, channel, opened.entry):
            return
        layout, files = await ask_message(self._steward, opened)
        if notice.kind == "reminder":
            layout.add_item(ui.TextDisplay(mentions.urgent(read_body(notice, Summons).reminders, opened.until)))
        marked = within_limits(self._marked(layout, notice, opened.entry), files)
        quiet = notice.player is not None and await self._steward.people.is_quiet(notice.player)
        sent = await channel.send(view=marked, files=files, nonce=self._nonce(notice, opened.entry), silent=quiet)
        await self._client.talks.asked(opened, sent)
        if notice.player is not None and not opened.lobby.race.is_practice:
            await self._steward.people.reached(notice.player)

    async def _still_open(self, notice: Notice, summons: Summons) -> list[OpenAsk]:
        assert notice.player is not None
        found = []
        for entry in summons.entries:
            try:
                found.append(await self._steward.open_ask(notice.race, EntryId(entry), notice.player, summons.asked))
            except Refused:
                continue  # answered, or over
        return [each for each in found if each.sealed is None]

    async def _mention(self, notice: Notice) -> str:
        """Ask a player in the thread, where his orders open in private."""
        mention = read_body(notice, Mention)
        status = await self._steward.status(notice.race)
        lobby = status.lobby
        channel = self._thread(lobby)
        if await self._is_posted(notice, channel):
            return "mentioned already"
        if not (owed := mentions.owed(status, mention)):
            return "answered already"
        again = f"{_URGENCY[min(mention.reminders, 2)]} still waits" if mention.is_reminder else "A decision waits"
        lines = [
            f"<@{mention.player}> {again} for you; the button opens it for you alone.",
            *mentions.duties(status, owed),
        ]
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay(fitting(lines, MOST_TEXT)))
        layout.add_item(ui.ActionRow(OrdersButton(lobby.race.id)))
        await self._call(notice, channel, layout, mention.player)
        return "mentioned"

    async def _call(self, notice: Notice, channel: Any, layout: ui.LayoutView, player: PlayerId) -> None:
        """Post in a thread what calls one player; in his quiet hours without a sound."""
        named = discord.AllowedMentions(users=[discord.Object(player)])
        quiet = await self._steward.people.is_quiet(player)
        view = within_limits(self._marked(layout, notice))
        sent = await channel.send(view=view, nonce=self._nonce(notice), allowed_mentions=named, silent=quiet)
        self._client.talks.posted(channel.id, sent.id)

    # What the steward does

    async def _tell_act(self, notice: Notice) -> str:
        """Tell in the thread what the steward did."""
        lobby = await self._steward.race(notice.race)
        act, layout = read_body(notice, Acted).act, ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay(act_text(lobby, act)))
        if act.kind in FOR_WANT_OF_PEOPLE:
            return await self._ask_for_people(notice, lobby, layout)
        outcome = await self._post(notice, lobby, layout)
        if act.kind in GOING_BACK:
            await voiding.mark_void(self._steward, self._thread(lobby), notice.race)
        return outcome

    async def _ask_for_people(self, notice: Notice, lobby: PublicRace, layout: ui.LayoutView) -> str:
        """Tell that nobody is at any reins, with a button for each place that is offered; the host is called."""
        channel = self._thread(lobby)
        if await self._is_posted(notice, channel):
            return "told already"
        for row in reins_rows(lobby):
            layout.add_item(row)
        await self._call(notice, channel, layout, lobby.race.host)
        return "told"

    async def _tell_bets(self, notice: Notice) -> str:
        """Tell what is new at the betting table, to all or to one."""
        lobby = await self._steward.race(notice.race)
        if is_seal(notice):
            return await self._tell_seals(notice, self._thread(lobby))
        post = await bet_post(self._steward, lobby, notice)
        if post is None:
            return "nothing to tell"
        layout, files = post
        if notice.player is not None:
            async with self._direct(notice.player) as channel:
                return await self._send_bets(notice, channel, layout, files)
        channel, called = self._thread(lobby), mentioned(notice)
        if called is not None:
            if await self._is_posted(notice, channel):
                return "mentioned already"
            await self._call(notice, channel, layout, called)
            return "mentioned"
        return await self._send_bets(notice, channel, layout, files)

    async def _tell_seals(self, notice: Notice, channel: Any) -> str:
        """Tell in one message that bets were sealed, this one and those that wait behind it."""
        others = await self._steward.delivery.alike(notice, is_seal, MOST_SEALS - 1)
        told = await self._told_seals(notice, channel)
        if told is None:
            layout, part = seals_post([notice, *others]), len(others)
            view = within_limits(self._marked(layout, notice, part))
            sent = await channel.send(view=view, nonce=self._nonce(notice, part), silent=True)
            self._client.talks.posted(channel.id, sent.id)
        self._steward.delivery.told_together(notice, others if told is None else others[:told])
        return "told"

    async def _told_seals(self, notice: Notice, channel: Any) -> int | None:
        """Return how many others the message tells that tells *notice*; ``None`` if it is not there.

        However short ago it was tried: now there may be more to tell, and a nonce would not know that.
        """
        if notice.attempts <= 1:
            return None
        async for message in channel.history(limit=LOOKED_BACK):
            mark = getattr(message.components[0], "id", None) if message.components else None
            told = self._marks.part_of(notice, mark, range(MOST_SEALS))
            if message.author == self._client.user and told is not None:
                return told
        return None

    async def _send_bets(self, notice: Notice, channel: Any, layout: ui.LayoutView, files: list[discord.File]) -> str:
        if await self._is_posted(notice, channel):
            return "told already"
        quiet = notice.player is None or await self._steward.people.is_quiet(notice.player)
        view = within_limits(self._marked(layout, notice), files)
        sent = await channel.send(view=view, files=files, nonce=self._nonce(notice), silent=quiet)
        if notice.player is None:
            self._client.talks.posted(channel.id, sent.id)
        return "told"

    async def _offer(self, notice: Notice) -> str:
        """Offer a place in the thread, or tell its player that it is offered; unless somebody drives there again."""
        lobby, faction = await self._steward.race(notice.race), read_body(notice, Offer).faction
        if faction not in [each.faction for each in offered(lobby)]:
            return "taken already"
        if notice.player is not None:
            return await self._tell_absent(notice, notice.player, absent_message(lobby, faction))
        return await self._post(notice, lobby, offer_message(lobby, faction))

    async def _tell_absent(self, notice: Notice, player: PlayerId, layout: ui.LayoutView) -> str:
        """Tell a player by direct message that somebody drives for him, with the way back."""
        async with self._direct(player) as channel:
            if await self._is_posted(notice, channel):
                return "told already"
            quiet = await self._steward.people.is_quiet(player)
            await channel.send(
                view=within_limits(self._marked(layout, notice)), nonce=self._nonce(notice), silent=quiet
            )
        return "told"

    async def _post(self, notice: Notice, lobby: PublicRace, layout: ui.LayoutView) -> str:
        channel = self._thread(lobby)
        if await self._is_posted(notice, channel):
            return "told already"
        sent = await channel.send(
            view=within_limits(self._marked(layout, notice)), nonce=self._nonce(notice), silent=True
        )
        self._client.talks.posted(channel.id, sent.id)
        return "told"

    async def _warn(self, notice: Notice) -> str:
        """Tell the host in the thread what he must know."""
        lobby = await self._steward.race(notice.race)
        channel = self._thread(lobby)
        if await self._is_posted(notice, channel):
            return "warned already"
        layout = ui.LayoutView(timeout=None)
        layout.add_item(
            ui.TextDisplay(
                f"<@{lobby.race.host}> **{harmless(lobby.race.title)} is paused:** {read_body(notice, Warned).what}. "
                "No answer is lost, and no deadline runs. `/steward restart` begins the turn under way anew and lets "
                "the race go on; `/steward rewind` goes back to any decision before; `/steward close` ends the race."
            )
        )
        await self._call(notice, channel, layout, lobby.race.host)
        return "warned"


_URGENCY = ("This", "This", "🚨 Decided by default soon: this")


def in_messages(lobby: PublicRace, scenes: Sequence[Scene]) -> list[list[tuple[str, Scene | None]]]:
    """Share scenes out over messages, so that the text of each fits; the picture of a scene follows its last words."""
    words, names = WORDS[lobby.race.ruleset], names_of(lobby.entries)
    messages: list[list[tuple[str, Scene | None]]] = []
    room = 0
    for scene in scenes:
        lines = [part for line in words.tell(scene.facts, names) for part in line.split("\n")]
        *before, last = shared_out(lines, MOST_TEXT)
        messages += [[(text, None)] for text in before]
        if before or not messages or message_length(last) > room:
            messages.append([])
            room = MOST_TEXT
        messages[-1].append((last, scene))
        room -= message_length(last)
    return messages
