"""Delivering the outbox: in order for each target, marked before it is sent, retried until it is there or given up.

The messages themselves are sent in ``cogs/posts/`` (``outbox.py``, ``sending.py``).
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import get_args

from db.opening.errors import Outlived
from db.store import Store
from records.notices import Notice, NoticeKind
from records.people import PlayerRecord
from records.values import PlayerId, RaceId
from steward.delivering.calls import Calls
from steward.fleet.fleet import Fleet
from steward.running.finishing import Patience, cut_off, uninterrupted
from steward.telling.faults import place_of
from steward.telling.notices import (
    BetNotice,
    Mention,
    Offer,
    SideMention,
    SideOffered,
    Story,
    Summons,
    notice,
    read_body,
)
from steward.telling.shown import CannotPost, DmRefused, Kept, Malformed, Messenger, RightMissing
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

MOST_AT_ONCE = 8
LOOKS_UNDER_LOAD = 0.2
"""Seconds between two looks at the outbox while more wait for their turn than are posted at once."""

LONGEST_END = 3.0
"""Seconds that posts under way get when the program ends; the next start looks them up."""

LONGEST_PAUSE = 300.0
KEPT_PAUSE, LONGEST_KEPT_PAUSE = 60.0, 3_600.0
"""Seconds until a post is tried again that was refused for a missing right; the first time, and at most."""

KEPT_FOR = 30 * 86_400.0
"""Seconds after which to give such a post up: it is too late by then, and each try counts with Discord."""

MOST_OF_A_QUESTION = 4
"""Number of notices among which those of a player's latest question are looked for: it is reminded of once or twice."""

MOST_REFUSALS = 5
"""Tries of a post that Discord does not take as it is, before giving it up; later posts wait that long."""

NOT_CALLED: Collection[NoticeKind] = ("warning", "offer", "story", "act", "deal", "letter", "ending", "follow")
"""Direct messages instead of which nobody is called in the thread: what they tell stands elsewhere, too."""

GIVEN_UP = "not taken as it is: "
"""The beginning of such a post's outcome; Discord's number follows."""

HELD = 30.0
"""Seconds that a target is left alone when the record could not be written."""

SHORTEST_WAIT, LONGEST_WAIT, LOOKS_FOR_OTHERS = 0.1, 20.0, 2.0
"""Seconds between two looks at the outbox, if nothing stirs; the last where other processes may leave something."""

ELSEWHERE = 0.25
"""Seconds between two looks whether another process has posted something."""

KINDS: Collection[str] = get_args(NoticeKind)
"""Those that this program can post: a newer one may leave others, and posts them itself."""

BEGUN_WITHIN = 30.0
"""Seconds that the person who starts a race waits for its begin; not if its post fails."""

MARKED = "void"
"""The beginning of the outcome of a story whose posts say that it is void."""

LOOKED_BACK = 50
"""Notices to a player among which an earlier one of the same subject is looked for."""

CARD_EVERY = 2.0
"""Seconds between two edits of a card: what comes meanwhile is told by the later one."""

MOST_CARDS = 2
"""Cards edited at once. They take no room from posts in threads, as Discord slows edits in a busy channel."""

MOST_STORIES = 4
"""Stories posted at once: their pictures are drawn one by one, and no question waits for those of others."""

EDITED_EVERY: Mapping[NoticeKind, float] = MappingProxyType({"panel": 5.0, "story": 3.0})
"""Seconds between two edits of a panel, or of a turn that goes on, while more wants to be posted than can be at once:
what comes meanwhile is told by the later one."""

TOLD_WITHIN = 6.0
"""Seconds that a player waits for the post about their act."""


class Delivery:
    """Posts what is due. Notices to one target are sent in order; targets run side by side."""

    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        clock: Clock,
        begin: Callable[[RaceId, int], Awaitable[None]],
        fleet: Fleet,
    ) -> None:
        """:param begin: called with a race and the message that tells its start, 0 if there can be none."""
        self._store, self._messenger, self._clock, self._begin, self._fleet = store, messenger, clock, begin, fleet
        self.calls = Calls(store, clock)
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._slots_of = {"card": asyncio.Semaphore(MOST_CARDS), "story": asyncio.Semaphore(MOST_STORIES)}
        self._rests: dict[str, float] = {}  # by target of a card: until when it is left alone
        self._edited: dict[tuple[str, NoticeKind], float] = {}  # the same of panels and stories, under load
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._held: set[str] = set()
        self._served_here: set[str] = set()  # targets, since the outbox was looked at last
        self._failures: dict[int, int] = {}  # by notice: how often it failed since the start
        self._refusals: dict[int, int] = {}  # by notice: how often Discord did not take it as it is, since the start
        self._told_with: dict[int, tuple[Sequence[Notice], str]] = {}  # by notice: others that the same message tells
        self._news = asyncio.Event()
        self._pause = LONGEST_WAIT
        self._lost: Callable[[RaceId, str], Awaitable[None]] | None = None
        self._regained: Callable[[RaceId], Awaitable[None]] | None = None
        self._unreached: Callable[[RaceId, PlayerId], Awaitable[None]] | None = None

    def tells_rights_to(
        self, lost: Callable[[RaceId, str], Awaitable[None]], regained: Callable[[RaceId], Awaitable[None]]
    ) -> None:
        """Say of each race in whose thread a right is missing why, and when a post that was kept back is there."""
        self._lost, self._regained = lost, regained

    def tells_refusals_to(self, unreached: Callable[[RaceId, PlayerId], Awaitable[None]]) -> None:
        """Say of each player whose direct messages are refused for the first time in which race that was."""
        self._unreached = unreached

    def wake(self) -> None:
        """Say that there is something new."""
        self._news.set()

    async def run(self) -> None:
        """Deliver for ever.

        :raises Exception: if the outbox cannot be read for minutes, the reason.
        """
        patience = Patience()
        try:
            while True:
                self._news.clear()
                try:
                    await uninterrupted(self._begin_due())
                    patience.renew()
                except Exception:
                    log.exception("the outbox could not be read")
                    if patience.is_over():
                        raise
                if len(self._busy) > MOST_AT_ONCE:  # each that is done has the whole outbox looked at
                    await asyncio.sleep(LOOKS_UNDER_LOAD)
                await self._wait()
        finally:
            await self.end()

    async def end(self) -> None:
        """Let posts that are under way be finished, but do not wait for those that Discord keeps waiting."""
        serving = list(self._busy.values())
        if serving:
            await asyncio.wait(serving, timeout=LONGEST_END)
        for task in serving:
            cut_off(task)
        await asyncio.gather(*serving, return_exceptions=True)

    async def deliver_due(self) -> None:
        """Deliver all notices that are due now, and those that their delivery causes."""
        while True:
            await self._begin_due()
            if not self._busy:
                return
            await asyncio.gather(*self._busy.values())

    async def begun(self, race: RaceId, at_most: float = BEGUN_WITHIN) -> None:
        """Wait until the start of a race stands in its thread and the race has begun, but no longer than that."""
        target, clock = await self._store.outbox.target(race), asyncio.get_running_loop().time
        latest = clock() + at_most
        while clock() < latest and await self._store.outbox.is_open(race, "start"):
            await self._begin_due(target)
            if not await self._served(target, latest - clock()):
                return  # it is to be tried again later

    async def wait_until_posted(self, race: RaceId, at_most: float = TOLD_WITHIN) -> None:
        """Wait until every notice due in a race's thread is posted, for *at_most* seconds."""
        target, clock = await self._store.outbox.target(race), asyncio.get_running_loop().time
        latest = clock() + at_most
        while clock() < latest:
            await self._begin_due()  # never cut off: a connection that is would be lost
            if not await self._served(target, latest - clock()):
                return

    async def _served(self, target: str, at_most: float) -> bool:
        """Wait until the notice of a target that is being posted is, here or by another process, but not for long.

        :returns: whether there is one.
        """
        if target in self._busy:
            await asyncio.wait([self._busy[target]], timeout=at_most)
            return True
        if self._fleet.is_alone or not await self._is_open_elsewhere(target):
            return False
        self._fleet.tell()
        await asyncio.sleep(min(ELSEWHERE, at_most))
        return True

    async def _is_open_elsewhere(self, target: str) -> bool:
        """Tell whether another process has a notice of a target to post."""
        now = self._clock()
        first = [each for each in await self._store.outbox.waiting() if each.target == target and each.due <= now]
        return any(not self._fleet.may_post(each) for each in first)

    async def _wait(self) -> None:
        """Wait for news, or until the next notice is due."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._pause):
                await self._news.wait()

    def _is_served(self, target: str) -> bool:
        return target in self._busy or target in self._held

    async def _begin_due(self, only: str | None = None) -> None:
        """Begin with the first notice of each target that is not being served, or of one target alone."""
        now = self._clock()
        found = await self._store.outbox.waiting()
        self._tell_of(found)
        waiting = [
            each
            for each in found
            if not self._is_served(each.target) and only in (None, each.target) and self._is_mine(each)
        ]
        self._rests = {target: until for target, until in self._rests.items() if until > now}
        self._edited = {post: until for post, until in self._edited.items() if until > now}
        due = {each.target: self._due(each) for each in waiting}
        if len(self._busy) + sum(at <= now for at in due.values()) > MOST_AT_ONCE:
            due.update({each.target: max(self._due(each), await self._rest_of(each)) for each in waiting})
        pauses = [at - now for at in due.values() if at > now]
        if only is None:
            longest = LONGEST_WAIT if self._fleet.is_alone else LOOKS_FOR_OTHERS
            self._pause = max(SHORTEST_WAIT, min([*pauses, longest]))
        for first in waiting:
            if due[first.target] <= now:
                task = asyncio.create_task(self._deliver(first))
                self._busy[first.target] = task
                task.add_done_callback(partial(self._done, first.target))

    def _is_mine(self, waiting: Notice) -> bool:
        """Tell whether a notice is this process's to post, and of a kind that this program knows."""
        return self._fleet.may_post(waiting) and waiting.kind in KINDS

    def _tell_of(self, waiting: Sequence[Notice]) -> None:
        """Wake others who may go on with a target that was served here."""
        if any(each.target in self._served_here and not self._fleet.may_post(each) for each in waiting):
            self._fleet.tell()
        self._served_here.clear()

    def _due(self, waiting: Notice) -> float:
        """Return when a notice is due; a card is left alone for a while after each edit."""
        return max(waiting.due, self._rests.get(waiting.target, 0.0))

    async def _rest_of(self, waiting: Notice) -> float:
        """Return until when a post is to be left alone after its last edit: only if nothing else waits behind it."""
        until = self._edited.get((waiting.target, waiting.kind))
        if until is None or waiting.attempts or (waiting.kind == "story" and not _goes_on(read_body(waiting, Story))):
            return 0.0
        behind = await self._store.outbox.after(waiting, 2)
        return until if all(each.kind in EDITED_EVERY for each in behind) else 0.0

    def _done(self, target: str, task: asyncio.Task[None]) -> None:
        self._busy.pop(target, None)
        self._served_here.add(target)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Outlived):  # else another process has it
            # How it went could not be noted: it would be sent again at once, and again.
            log.error("%s waits for %s s: its delivery could not be noted", target, HELD, exc_info=error)
            self._held.add(target)
            asyncio.get_running_loop().call_later(HELD, self._release, target)
        self._news.set()

    def _release(self, target: str) -> None:
        self._held.discard(target)
        self._news.set()

    async def _deliver(self, waiting: Notice) -> None:
        await self._messenger.ready(waiting)
        if waiting.kind == "mention":
            await self.calls.gathered(waiting.race)
        async with self._slots_of.get(waiting.kind, self._slots):
            if not self._fleet.may_post(waiting):
                return  # it had to wait for its turn, and has gone to another process
            with self._fleet.sending() as process:
                await self._send(waiting, process)

    async def _send(self, waiting: Notice, process: int | None) -> None:
        claimed = await self._store.outbox.claim(waiting, self._clock(), process)
        if claimed is None:
            return
        failures = self._failures.pop(claimed.id, 0)
        try:
            outcome = await self._messenger.deliver(claimed)
        except DmRefused:
            await self._refused(claimed)
        except CannotPost as error:
            await self._give_up(claimed, str(error))
        except Malformed as error:
            await self._bear(claimed, str(error))
        except RightMissing as error:
            await self._keep(claimed, str(error), failures)
        except Exception as error:  # whatever it was, it is tried again
            # An attempt that the end of the program cut short says nothing of Discord, and does not count.
            self._store.failures.note("post")
            self._failures[claimed.id] = failures + 1
            pause = min(LONGEST_PAUSE, 2.0 ** min(failures + 1, 10))
            what, why = f"{claimed.id} ({claimed.kind}) of race {claimed.race}", type(error).__name__
            log.warning("notice %s is tried again in %.0f s: %s at %s", what, pause, why, place_of(error))
            await self._store.outbox.retry(claimed, self._clock() + pause)
        else:
            if claimed.kind == "start":  # first: who is cut off in between finds the same post again
                await self._begin(claimed.race, int(outcome))
            await self._note_reached(waiting)  # first, for the same reason
            self._note_edit(claimed)
            others, how = self._told_with.pop(claimed.id, ((), ""))
            await self._store.outbox.settle(claimed, outcome, others=others, how=how)

    def _note_edit(self, posted: Notice) -> None:
        """Leave a card alone for a while; a panel or a story as well, if there is much to post."""
        if posted.kind == "card":
            self._rests[posted.target] = self._clock() + CARD_EVERY
        elif posted.player is None and (every := EDITED_EVERY.get(posted.kind)):
            self._edited[posted.target, posted.kind] = self._clock() + every

    async def _note_reached(self, posted: Notice) -> None:
        """Say that a thread takes posts again: one that was kept back is there, or one that tells of that."""
        is_in_thread = posted.player is None and posted.kind != "card"
        was_kept = is_in_thread and (posted.outcome is not None or posted.kind == "act")
        if was_kept and self._regained is not None:
            await self._regained(posted.race)

    async def _give_up(self, notice: Notice, why: str, then: Sequence[Notice] = ()) -> None:
        """Give a notice up; a race whose start post fails begins without it (S-20)."""
        self._store.failures.note("post given up")
        await self._store.outbox.settle(notice, why, failed=True, then=then)
        if notice.kind == "start":
            await self._begin(notice.race, 0)

    async def _bear(self, refused: Notice, why: str) -> None:
        """Try a post that Discord did not take as it is a few times more, then give it up: others wait behind it."""
        tries = self._refusals.pop(refused.id, 0) + 1
        if tries >= MOST_REFUSALS:
            log.error("notice %s (%s) of race %s is given up: %s", refused.id, refused.kind, refused.race, why)
            await self._give_up(refused, f"{GIVEN_UP}{why}", await self._instead(refused))
            return
        self._store.failures.note("post")
        self._refusals[refused.id] = tries
        await self._store.outbox.retry(refused, self._clock() + 2.0**tries)

    async def _keep(self, refused: Notice, why: str, failures: int) -> None:
        """Keep a post until the missing right comes back; later posts of its thread wait behind it.

        A card that cannot be shown concerns nobody but its channel: the race goes on, and its host hears nothing.
        """
        now, is_card = self._clock(), refused.kind == "card"
        since = refused.tried or now if is_card else min(refused.due, refused.tried or now)
        if now - since > KEPT_FOR:
            self._store.failures.note("post given up")
            await self._store.outbox.settle(refused, why, failed=True)
            return
        self._store.failures.note("post")
        self._failures[refused.id] = failures + 1
        pause = min(LONGEST_KEPT_PAUSE, KEPT_PAUSE * 2.0 ** min(failures, 10))
        what = "card is" if is_card else "posts are"
        log.warning("race %s: a right is missing (%s); its %s kept", refused.race, why, what)
        await self._store.outbox.retry(refused, now + pause, why)
        if self._lost is not None and refused.player is None and not is_card:
            await self._lost(refused.race, why)

    async def rights_changed(self, guild: int | None = None) -> None:
        """Try the notices again that a missing right holds back in a server; in all servers if none is named."""
        if await self._store.outbox.release(guild, self._clock()):
            self.wake()

    async def kept(self, race: RaceId) -> Kept | None:
        """Return how many notices a missing right holds back in a race's thread; ``None`` if it holds back none."""
        waiting = await self._store.outbox.in_thread(race)
        first = next((each for each in waiting if each.outcome is not None), None)
        if first is None or first.outcome is None:
            return None
        return Kept(first.outcome, first.tried or first.due, len(waiting))

    async def given_up(self, race: RaceId) -> list[str]:
        """Return Discord's error code for each post of a race that it refused for good, in order."""
        outcomes = [each.outcome or "" for each in await self._store.outbox.of_race(race) if each.state == "given up"]
        return [each.removeprefix(GIVEN_UP) for each in outcomes if each.startswith(GIVEN_UP)]

    async def alike(self, first: Notice, is_alike: Callable[[Notice], bool], at_most: int) -> list[Notice]:
        """Return the notices like *first* that follow it in the same thread, to go into one message with it."""
        return list(takewhile(is_alike, await self._store.outbox.after(first, at_most)))

    async def told_before(self, notice: Notice, at_most: int) -> list[Notice]:
        """Return what was posted in a thread before *notice*, the newest first, without calls and panels."""
        return await self._store.outbox.before(notice, at_most)

    async def asked_before(self, notice: Notice) -> list[Notice]:
        """Return the notices that put the latest question to a notice's player in its race, the newest first."""
        found = await self._store.outbox.questions_before(notice, MOST_OF_A_QUESTION)
        asked = [read_body(each, Summons).asked for each in found]
        return [each for each, which in zip(found, asked, strict=True) if which == asked[0]]

    def told_together(self, first: Notice, others: Sequence[Notice], outcome: str = "") -> None:
        """Note that the message for *first* tells *others* as well; call it during the delivery of *first*.

        :param outcome: their outcome; if left out, that they were told with *first*.
        """
        self._told_with[first.id] = others, outcome

    async def _refused(self, refused: Notice) -> None:
        """Note that a player takes no direct messages, and have them mentioned in the thread instead."""
        assert refused.player is not None
        known = await self._store.people.player(refused.player)
        player = PlayerRecord(player=refused.player, name=known.name if known else "", dms="refused")
        await self._store.outbox.refuse_dms(refused, player, await self._instead(refused))
        if self._unreached is not None and (known is None or known.dms != "refused"):
            await self._unreached(refused.race, refused.player)

    async def _instead(self, refused: Notice) -> Sequence[Notice]:
        """Return the mentions that come instead; each is of the same duty, so that it goes when that is done."""
        now, player = self._clock(), refused.player
        if refused.kind == "offer" and (offer := read_body(refused, Offer)).deputy is not None:
            return (notice(refused.race, "offer", offer, now),)
        if refused.kind in NOT_CALLED or player is None:
            return ()
        if refused.kind == "digest":
            races = await self._store.deadlines.races_waiting_for(player)
            return [notice(race, "mention", Mention(player, (), 0), now) for race in races]
        if refused.kind == "bets":
            offered = read_body(refused, BetNotice)
            is_offer = isinstance(offered, SideOffered)
            return (notice(refused.race, "bets", SideMention(offered.number, player), now),) if is_offer else ()
        asked = read_body(refused, Summons)
        mention = Mention(player, asked.entries, asked.asked, refused.kind == "reminder", asked.reminders)
        return (notice(refused.race, "mention", mention, now, duty=refused.duty),)

    # What was posted

    async def notices(self, race: RaceId) -> list[Notice]:
        """Return every notice of a race, in any state."""
        return await self._store.outbox.of_race(race)

    async def sent_before(self, notice: Notice, is_alike: Callable[[Notice], bool]) -> Notice | None:
        """Return the latest notice like *notice* that its player was sent; ``None`` if there is none."""
        assert notice.player is not None
        sent = await self._store.outbox.sent_to(notice.race, notice.player, notice.kind, LOOKED_BACK)
        return next((each for each in sent if is_alike(each)), None)

    async def void_stories(self, race: RaceId) -> list[tuple[Notice, set[int]]]:
        """Return the stories of a race that were posted and are void now, each with the scenes that are.

        Those that :meth:`note_void` was called for are left out.
        """
        void = await self._store.stories.void_scenes(race)
        posted = [each for each in await self._store.outbox.of_race(race) if each.kind == "story" and not each.player]
        stories = [(each, read_body(each, Story)) for each in posted if void and each.state == "sent"]
        ends = {story.post: story.last for _, story in stories if story.turn}  # what the post of a turn tells in all
        found = []
        for each, story in stories:
            scenes = void.intersection(range(story.turn or story.first, ends.get(story.post, story.last) + 1))
            if scenes and not (each.outcome or "").startswith(MARKED):
                found.append((each, scenes))
        return found

    async def note_void(self, story: Notice) -> None:
        """Note that the posts of a story say that it is void."""
        await self._store.outbox.settle(story, f"{MARKED} {story.outcome}")


def _goes_on(story: Story) -> bool:
    """Tell whether a story tells a part of a turn that more follows."""
    return bool(story.turn) and not (story.is_whole or story.is_sealing or story.is_end)
