"""Where each question stands: asked in one place at a time, and not left standing when it is over.

A player who answers in the race's thread goes on there, without a direct message that asks the same.
All of it is kept in memory only: after a restart a question may stand in two places, and an old one is refused kindly.
"""

import asyncio
import contextlib
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from cogs.kit.abroad import is_in_my_dms
from cogs.kit.answers import BROKEN
from cogs.kit.layouts import layout_of
from cogs.kit.presses import pressed_at
from records.values import EntryId, PlayerId, RaceId
from steward import Locks, OpenAsk

PATIENCE = 8.0
"""Seconds that a summons waits while the player's answer is under way, and as long again until they see the next
question; after that the summons goes out anyway."""

TOKEN_LIFE = 840.0
"""Seconds after a press in which its message can surely be changed by it: Discord gives a quarter of an hour."""

REMEMBERED = 1_000
"""Number of panels known to show the taken answer, and of notes that may still be removed; the oldest are forgotten."""

_Place = tuple[RaceId, EntryId]
Press = tuple[int, int]
"""A player who pressed, and the message."""

_Edit = Callable[..., Awaitable[Any]]


class _Panel(NamedTuple):
    """A panel that asks, or shows what is sealed."""

    asked: int
    edit: _Edit
    message: int | None  # its number, where that is known
    is_sealed: bool  # it shows an answer that can be changed yet


class _Answer(NamedTuple):
    """A direct message that tells what was taken."""

    message: discord.Message
    interaction: discord.Interaction[Any]  # the press that was the answer
    is_order: bool  # the thread tells all of it: it has no dice

    async def delete(self) -> None:
        """Delete it, by the press itself as long as that can be: such requests Discord does not count."""
        press = self.interaction
        with contextlib.suppress(discord.HTTPException, *BROKEN):
            if press.client.steward.fleet.now() < pressed_at(press) + TOKEN_LIFE:
                await press.delete_original_response()
            else:
                await self.message.delete()


class Talks:
    """Conversations with players, one at a time with each."""

    def __init__(self) -> None:
        self._talking = Locks[PlayerId]()
        self._in_private: dict[_Place, int] = {}  # the question that stands in an answer only they see
        self._underway: dict[_Place, asyncio.Event] = {}  # to there; set when it has arrived, or never will
        self._by_dm: dict[_Place, discord.Message] = {}
        self._alone: dict[_Place, int] = {}  # the question that a direct message of its own asks
        self._panels: dict[_Place, _Panel] = {}  # the newest that somebody pressed something on
        self._answered: dict[tuple[RaceId, int], list[_Answer]] = defaultdict(list)  # by race and channel
        self._newest: dict[int, int] = {}  # the newest post in each thread
        self._taken: deque[int] = deque(maxlen=REMEMBERED)  # messages that tell what was taken there
        self._handed_on: dict[_Place, str] = {}  # what came of an answer, to be told with the next question
        self._typed: dict[tuple[PlayerId, RaceId], Mapping[str, str]] = {}  # into forms of entry that were refused
        self._notes: dict[Press, Callable[[], Awaitable[None]]] = {}  # how to remove what stood in somebody's way

    @contextlib.asynccontextmanager
    async def talking(self, player: PlayerId) -> AsyncIterator[None]:
        """While a player's answer is under way, hold new questions to them."""
        async with self._talking[player]:
            yield

    async def silent(self, player: PlayerId) -> None:
        """Wait until no answer of a player is being dealt with, but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._talking[player]:
                pass

    @contextlib.contextmanager
    def putting(self, questions: Sequence[OpenAsk]) -> Iterator[None]:
        """Let questions be put in a private answer; they count as shown once they are there, and not before.

        A summons waits meanwhile (:meth:`put`): where the answer fails, or the program ends, it is sent.
        """
        places, done = [(each.race_id, each.entry) for each in questions], asyncio.Event()
        self._underway.update(dict.fromkeys(places, done))
        try:
            yield
            for each in questions:
                self.shown(each)
        finally:
            done.set()
            for place in places:
                if self._underway.get(place) is done:
                    del self._underway[place]

    async def put(self, race: RaceId, entries: Iterable[EntryId]) -> None:
        """Wait until no question to these chariots is on its way to a private answer, but not for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for entry in entries:
                    if underway := self._underway.get((race, entry)):
                        await underway.wait()

    def shown(self, opened: OpenAsk) -> None:
        """Note that a question stands in a private answer."""
        self._in_private[opened.race_id, opened.entry] = opened.asked

    def kept(self, opened: OpenAsk, edit: _Edit, message: int | None) -> None:
        """Note how to change the panel that a question stands on: it is closed when the question is over.

        :param edit: takes the new view, and no attachments.
        :param message: the panel's number, where that is known.
        """
        is_sealed = opened.sealed is not None
        self._panels[opened.race_id, opened.entry] = _Panel(opened.asked, edit, message, is_sealed)

    async def close(
        self, race: RaceId, asked: int | None, closed: discord.ui.LayoutView, taken: discord.ui.LayoutView | None = None
    ) -> None:
        """Close the panels of a race's questions that are over: they say so, and have no buttons any more.

        A direct message with an answer that was sealed is deleted, if the race goes on: the thread tells it now.

        :param asked: of the questions that are open; ``None`` where the race is not under way.
        :param taken: what panels show that showed a sealed answer; as the others where left out.
        """
        over = [place for place, panel in self._panels.items() if place[0] == race and panel.asked != asked]
        panels = [self._panels.pop(place) for place in over]
        gone = set[int]() if asked is None else await self._clear(race, panels)
        left = [panel for panel in panels if panel.message not in gone]
        edits = [(panel.edit, taken if panel.is_sealed and taken is not None else closed) for panel in left]
        if asked is None:
            edits += [(self._by_dm.pop(place).edit, closed) for place in list(self._by_dm) if place[0] == race]
            for entry in [each for each in {**self._in_private, **self._handed_on, **self._alone} if each[0] == race]:
                self._in_private.pop(entry, None)
                self._alone.pop(entry, None)
                self._handed_on.pop(entry, None)
        else:
            told = [*gone, *(panel.message for panel in panels)]
            edits += [(edit, closed) for edit in self._unanswered(race, asked, told)]
        for edit, shown in edits:
            await _close(edit, shown)
        if asked is None:
            for place in [each for each in self._answered if each[0] == race]:
                await self._tidy(place, is_over=True)
                del self._answered[place]

    def _unanswered(self, race: RaceId, asked: int, told: Sequence[int | None]) -> list[_Edit]:
        """Return how to change the direct messages of a race whose question is over, and that nobody pressed.

        They stay known: the next question takes their place.

        :param told: messages that are deleted already, or changed.
        """
        over = [place for place, number in self._alone.items() if place[0] == race and number != asked]
        for place in over:
            del self._alone[place]
        found = {self._by_dm[each].id: self._by_dm[each] for each in over if each in self._by_dm}
        return [message.edit for number, message in found.items() if number not in told]

    async def _clear(self, race: RaceId, panels: Iterable[_Panel]) -> set[int]:
        """Delete the direct messages among the panels that show a sealed answer; return their numbers."""
        sealed, gone = {panel.message for panel in panels if panel.is_sealed}, set[int]()
        for told in [told for place, told in self._answered.items() if place[0] == race]:
            for answer in [each for each in told if each.message.id in sealed]:
                told.remove(answer)
                gone.add(answer.message.id)
                await answer.delete()
        for place in [each for each, message in self._by_dm.items() if message.id in gone]:
            del self._by_dm[place]
        return gone

    def hand_on(self, race: RaceId, entry: EntryId, told: str) -> None:
        """Keep the effect of an answer for the next question to *entry*."""
        self._handed_on[race, entry] = told

    def handed_on(self, race: RaceId, entry: EntryId) -> str:
        """Return the text for the next question to *entry*, once; empty if there is none."""
        return self._handed_on.pop((race, entry), "")

    def is_shown(self, opened: OpenAsk) -> bool:
        return self._in_private.get((opened.race_id, opened.entry)) == opened.asked

    def stands_alone(self, opened: OpenAsk) -> bool:
        """Tell whether a question stands in a direct message of its own, and not in a list of several."""
        return self._alone.get((opened.race_id, opened.entry)) == opened.asked

    def untouched(self, opened: OpenAsk) -> discord.Message | None:
        """Return the direct message that asks a question, as it was sent; ``None`` once something was pressed on it."""
        place = opened.race_id, opened.entry
        return self._by_dm.get(place) if self.stands_alone(opened) and place not in self._panels else None

    async def asked(self, opened: OpenAsk, message: discord.Message) -> None:
        """Note that a question stands in a direct message; the one before it is taken away.

        So are older answers there, but for the latest, whose dice may not have been read yet; orders have none.
        """
        await self._take_away(opened.race_id, opened.entry, message.id)
        self._by_dm[opened.race_id, opened.entry] = message
        self._alone[opened.race_id, opened.entry] = opened.asked
        await self._tidy((opened.race_id, message.channel.id))

    async def turn_into(self, race: RaceId, entries: Sequence[EntryId], layout: discord.ui.LayoutView) -> bool:
        """Have what comes next stand in the direct message with a question that is over; tell whether one stood there.

        That rings nobody: whoever left two questions unanswered reads it when they come (H-7).
        """
        stood = [self._by_dm.pop((race, each)) for each in entries if (race, each) in self._by_dm]
        for each in entries:
            self._panels.pop((race, each), None)
            self._alone.pop((race, each), None)
        is_told = False
        for message in {each.id: each for each in stood}.values():
            with contextlib.suppress(discord.HTTPException):
                if is_told:
                    await message.delete()
                else:
                    await message.edit(view=layout, attachments=[])
                    is_told = True
        return is_told

    async def answered(
        self, race: RaceId, entry: EntryId, interaction: discord.Interaction[Any], *, is_order: bool = False
    ) -> None:
        """Note that *entry* was answered for by a press; in direct messages what says so goes when a newer one does.

        :param is_order: whether it was orders for a whole turn: then what says so goes with the next question.
        """
        message = interaction.message
        await self.over(race, entry, message.id if message is not None else None)
        if message is None or not is_in_my_dms(interaction):
            return
        told = self._answered[race, message.channel.id]
        told[:] = [each for each in told if each.message.id != message.id]
        told.append(_Answer(message, interaction, is_order))

    async def _tidy(self, place: tuple[RaceId, int], *, is_over: bool = False) -> None:
        """Delete all direct messages about a race that show a taken answer, but the latest, if it may tell of dice."""
        told, asks = self._answered.get(place, []), self._asking(place[0])
        latest = [] if is_over else told[-1:]
        old = [*told[:-1], *(each for each in latest if each.is_order and each.message.id not in asks)]
        told[:] = [each for each in told if each not in old]
        for each in old:
            await each.delete()

    def _asking(self, race: RaceId) -> set[int | None]:
        """Return the messages that ask something of a race yet, or show what can still be changed."""
        shown = {panel.message for place, panel in self._panels.items() if place[0] == race}
        return shown | {message.id for place, message in self._by_dm.items() if place[0] == race}

    async def over(self, race: RaceId, entry: EntryId, but: int | None = None) -> None:
        """Take away the direct message that asks *entry*: the question is over.

        :param but: a message that is left: the one that was answered, which says so itself, or one sent again.
        """
        if but is not None:
            self._taken.append(but)
        panel = self._panels.pop((race, entry), None)
        if panel is not None and panel.message != but and panel.message not in self._of_others(race, entry):
            await _close(panel.edit, _answered())
        await self._take_away(race, entry, but)

    def has_taken(self, message: int) -> bool:
        """Tell whether a message shows a taken answer: a player who presses twice reads that again."""
        return message in self._taken

    def typed(self, player: PlayerId, race: RaceId) -> Mapping[str, str]:
        """Return the fields that a player filled in to enter a race, and that were refused; empty if there are none."""
        return self._typed.get((player, race), {})

    def keep_typed(self, player: PlayerId, race: RaceId, fields: Mapping[str, str]) -> None:
        """Keep the fields of a refused form for the next time it is opened; empty ones if it was taken."""
        self._typed.pop((player, race), None)
        if fields:
            self._typed[player, race] = fields
        while len(self._typed) > REMEMBERED:
            del self._typed[next(iter(self._typed))]

    def noted(self, press: Press, remove: Callable[[], Awaitable[None]]) -> None:
        """Note how to remove the private message about a press that could not be taken."""
        self._notes[press] = remove
        while len(self._notes) > REMEMBERED:
            del self._notes[next(iter(self._notes))]

    async def unnoted(self, press: Press) -> None:
        """Remove the private message about a player's last press there, if that still works."""
        remove = self._notes.pop(press, None)
        if remove is not None:
            with contextlib.suppress(discord.HTTPException, *BROKEN):
                await remove()

    def _of_others(self, race: RaceId, entry: EntryId) -> set[int]:
        """Return the messages that ask other chariots: one may ask all of a player's, and stays until none is open."""
        places = [place for place in {**self._by_dm, **self._panels} if place[0] == race and place[1] != entry]
        asked = {self._by_dm[each].id for each in places if each in self._by_dm}
        shown = {self._panels[each].message for each in places if each in self._panels}
        return asked | {each for each in shown if each is not None}

    async def _take_away(self, race: RaceId, entry: EntryId, but: int | None) -> None:
        message = self._by_dm.pop((race, entry), None)
        if message is None or message.id == but or any(each is message for each in self._by_dm.values()):
            return  # it asks another chariot of the player, too
        with contextlib.suppress(discord.HTTPException):
            await message.delete()

    def posted(self, thread: int, message: int) -> None:
        """Note a post in a thread, if it is the newest."""
        self._newest[thread] = max(message, self._newest.pop(thread, 0))
        while len(self._newest) > REMEMBERED:
            del self._newest[next(iter(self._newest))]

    def is_newer(self, thread: int, message: int) -> bool:
        """Tell whether something was posted in a thread after *message*, so that one would have to look for that."""
        return self._newest.get(thread, 0) > message


def _answered() -> discord.ui.LayoutView:
    return layout_of(discord.ui.TextDisplay("✅ You have answered this."))


async def _close(edit: _Edit, closed: discord.ui.LayoutView) -> None:
    with contextlib.suppress(discord.HTTPException):  # gone, or too old: whoever presses it is told
        await edit(view=closed, attachments=[])
