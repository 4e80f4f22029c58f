"""A server is removed: on its owner's word all there ends in words, all that is kept of it goes, and the bot leaves.

A server that throws the bot out is removed after thirty days, without a word, unless the bot is back. A row says how
far each one is, and the database takes each step once, so it does not matter which process looks, or when one ends.
"""

import logging
from collections.abc import Callable, Collection

from db.store import Store
from db.writing.removing import Ending
from engine.betting import table
from records.acts import ActRecord
from records.limits import DAY
from records.notices import Notice
from records.races import Place, PublicRace, RaceHeading
from records.removals import Holdings, Receipt, Removal
from records.values import PlayerId, RaceId
from steward.hosting.presence import Presence
from steward.running.locks import Locks
from steward.running.races import Races
from steward.seasons.cut_off import CutOff
from steward.telling.notices import Panel, ServerLeft, notice
from steward.telling.shown import Posts
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

KEPT_FOR = 30 * DAY
"""Seconds for which all is kept of a server that has thrown the bot out."""

WORDS_WITHIN = 600.0
"""Seconds that the last words get; then all goes, whether they could be posted or not."""

OWED_FOR, TRIED_EVERY = DAY, 60.0
"""Seconds for which it is tried to tell an owner that I have left, and how often."""

KEY_BYTES = 32

APPLICATION = "application"
"""The name under which the application is on record whose servers these are."""

WHY = "I leave this server, as its owner wishes"


class Removals:
    """Removes servers."""

    def __init__(
        self,
        store: Store,
        races: Races,
        cut_off: CutOff,
        presence: Presence,
        posts: Posts,
        clock: Clock,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store, self._races, self._cut_off, self._presence = store, races, cut_off, presence
        self._posts, self._clock, self._entropy = posts, clock, entropy
        self._one_at_a_time = Locks[int]()
        self._is_another_s = False
        self._tried: dict[int, float] = {}  # by server: when its owner was last tried to be told
        self.forgets: Callable[[], None] = lambda: None
        """Called when a server was removed: what is kept in memory, such as pictures, is to go."""

    async def holdings(self, guild: int) -> Holdings:
        """Return what a server would lose."""
        return await self._store.removals.holdings(guild)

    async def is_under_way(self, guild: int) -> bool:
        """Tell whether a server is on its way out."""
        return await self._store.removals.of(guild) is not None

    async def remove(self, guild: int, owner: PlayerId | None = None, token: str = "") -> bool:
        """Remove a server, whose owner asks for it; tell whether that is new. It goes on by itself."""
        is_new = await self.ask(guild, owner, token)
        await self.look()
        return is_new

    async def ask(self, guild: int, owner: PlayerId | None = None, token: str = "") -> bool:
        """Note that a server is to be removed; tell whether that is new. From then on it is gone on with by itself.

        :param owner: who asks for it, and is told in the end; *token* is of their press.
        """
        now = self._clock()
        return await self._store.removing.ask(guild, now, Receipt(guild, owner, token, now) if owner else None)

    # Being thrown out, and coming back

    async def thrown_out(self, guild: int) -> None:
        """Note that the bot is in a server no more: all there rests, and is removed after a while."""
        now = self._clock()
        if await self._store.removing.thrown_out(guild, now, now + KEPT_FOR):
            await self._cut_off.thrown_out(guild)

    async def back(self, guild: int) -> None:
        """Note that the bot is in a server: all that rests since it was thrown out goes on."""
        if await self._store.removing.back(guild):
            await self._cut_off.returned(guild)

    async def compare(self, present: Collection[int], is_mine: Callable[[int], bool], application: int) -> None:
        """Learn by which servers there are what happened while nobody listened.

        :param is_mine: tells whether it would be among *present* if the bot were in it.
        :param application: its number at Discord: another one is in none of these servers, and was thrown out of none.
        """
        self._is_another_s = await self._belongs_to_another(application, present)
        if self._is_another_s:
            log.warning("this application is in none of the servers on record: all of them are kept as they are")
            return
        away = {each.guild for each in await self._store.removals.all() if each.state == "away"}
        for guild in sorted(away.intersection(present)):
            await self.back(guild)
        for guild in await self._store.removals.servers():
            is_missing = guild not in present and guild not in away and is_mine(guild)
            if is_missing and await self._posts.is_in(guild) is False:
                await self.thrown_out(guild)

    async def _belongs_to_another(self, application: int, present: Collection[int]) -> bool:
        """Tell whether what is on record is of another application; one that is in a server of it takes its place."""
        known = await self._store.memory.keep(APPLICATION, str(application))
        if known == str(application):
            return False
        if not set(present).intersection(await self._store.removals.servers()):
            return True
        await self._store.memory.set(APPLICATION, str(application))
        return False

    # Step by step

    async def take_up(self) -> None:
        """Find which servers a copy of the database still knows that were removed since, and remove them again."""
        for guild, at in (await self._store.forgetting.agree()).guilds:
            await self._store.removing.remove_again(guild, at)
        await self.look()

    async def look(self) -> None:
        """Go on with all servers that are to be removed."""
        for removal in await self._store.removals.all():
            try:
                async with self._one_at_a_time[removal.guild]:
                    await self._go_on(removal)
            except Exception:  # one must not keep the others; it is tried again
                log.exception("a server could not be removed yet")
        for receipt in await self._store.removals.owed():
            async with self._one_at_a_time[receipt.guild]:
                await self._tell_owner(receipt)

    async def _go_on(self, removal: Removal) -> None:
        guild, now = removal.guild, self._clock()
        match removal.state:
            case "away" if removal.due > now:
                await self._cut_off.thrown_out(guild)  # what was to rest as the program ended, or came to run since
            case "away":
                await self._end_of_waiting(removal)
            case "asked":
                await self._say_so(removal)
            case "told" if await self._is_open(guild):
                await self._say_so(removal)  # a press was under way as the owner asked
            case "told" if removal.due > now and not await self._store.removals.is_silent(guild, now):
                return
            case "told":
                await self._finish(removal)
                await self._leave(guild)
            case "again":
                await self._finish(removal)
            case "leaves":
                await self._leave(guild)

    async def _end_of_waiting(self, removal: Removal) -> None:
        """Remove a server after thirty days, if Discord says that the bot is not in it."""
        if self._is_another_s:
            return
        is_in = await self._posts.is_in(removal.guild)
        if is_in:
            await self.back(removal.guild)
        elif is_in is False and await self._store.removing.is_over(removal.guild):
            await self._finish(removal._replace(state="again"))

    async def _say_so(self, removal: Removal) -> None:
        """End all in a server, with one word where each stood, and one to each who loses a bet or a seat."""
        guild, now = removal.guild, self._clock()
        told, ending = await self._words(guild, now), await self._ending(guild)
        for race in await self._store.removing.end_in_words(removal, now + WORDS_WITHIN, ending, told):
            self._races.forget(race)
        self._races.wake()

    async def _words(self, guild: int, now: float) -> list[Notice]:
        """Return what is told of the end: of several in one thread one."""
        leagues = await self._open(guild, is_for_leagues=True)
        where = {each.thread or -each.id: each.id for each in (*await self._open(guild), *leagues)}
        told = [notice(race, "ending", ServerLeft(), now) for race in where.values()]
        told += [notice(each.id, "panel", Panel(), now) for each in await self._open(guild)]
        for cup in await self._store.removals.cups(guild):
            last = await self._store.removals.last_of(cup)
            field = None if last is None else await self._store.index.field(last)
            if field is not None and (field[0].thread or -field[0].id) not in where:
                told.append(notice(field[0].id, "ending", ServerLeft(), now))
        for player, left in (await self._store.removals.losses(guild)).items():
            told.append(notice(left.race, "ending", ServerLeft(left.bets, left.seats), now, player))
        return told

    async def _open(self, guild: int, *, is_for_leagues: bool = False) -> list[RaceHeading]:
        place = Place((guild,), is_for_leagues=is_for_leagues)
        return await self._store.index.headings(place, is_open=True)

    async def _is_open(self, guild: int) -> bool:
        return bool(await self._open(guild) or await self._open(guild, is_for_leagues=True))

    async def _ending(self, guild: int) -> Ending:
        now = self._clock()
        act = ActRecord(kind="close", by=None, reason=WHY, at=now)
        empties = []
        for league in await self._open(guild, is_for_leagues=True):
            field = await self._store.index.field(league.id)
            if field is not None:
                known = PublicRace(*field)
                moves = self._races.keeper_of(known.record).emptying(known, now)
                empties += [] if moves is None else [moves]
        return Ending(act, lambda book: table.void(book, "closed", now, None), empties)

    async def _finish(self, removal: Removal) -> None:
        """Take a server out of the database: what is most of it bit by bit, then all the rest in one transaction."""
        while await self._store.removing.clear_some(removal):
            pass
        ending = await self._ending(removal.guild)
        known = [*await self._open(removal.guild), *await self._open(removal.guild, is_for_leagues=True)]
        if not await self._store.removing.finish(removal, self._entropy(KEY_BYTES).hex(), ending):
            return
        for race in known:
            self._races.forget(RaceId(race.id))
        self._presence.removed(removal.guild)
        self.forgets()
        self._races.wake()

    async def _leave(self, guild: int) -> None:
        """Leave a server; what a press under way wrote since all was deleted goes before that, and after it."""
        await self._store.removing.sweep(guild, await self._ending(guild))
        await self._posts.leave(guild)
        await self._store.removing.sweep(guild, await self._ending(guild))
        await self._store.removing.left(guild)

    async def _tell_owner(self, receipt: Receipt) -> None:
        """Give the owner their last word, as far as they can still be reached; without it all is done as well."""
        now = self._clock()
        if now < self._tried.get(receipt.guild, -TRIED_EVERY) + TRIED_EVERY:
            return
        self._tried[receipt.guild] = now
        try:
            is_settled = await self._posts.tell_left(receipt)
        except Exception as error:
            log.warning("the owner of a server that was removed could not be told so: %s", type(error).__name__)
            is_settled = False
        if is_settled or now > receipt.at + OWED_FOR:
            await self._store.removing.settle(receipt.guild)
            self._tried.pop(receipt.guild, None)
