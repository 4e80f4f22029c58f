"""The steward: the one door to everything that runs races."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from db.store import Store
from engine.refusals import GameReason
from records.play import OrdersRecord
from records.races import Place, PublicRace
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from renderers import AnyScene as Painter
from steward.chances.oddsmaker import Oddsmaker
from steward.chances.workshop import Workshop
from steward.daily.boards import DailyBoards
from steward.daily.races import LONGEST_CHOICE, Daily
from steward.delivering.delivery import Delivery
from steward.delivering.films import Films
from steward.delivering.pictures import Studio
from steward.delivering.publishing import Publishing
from steward.delivering.turns import Turns
from steward.fleet.fleet import Fleet
from steward.front.again import Again
from steward.front.departures import Departures
from steward.front.farewells import Farewells
from steward.front.follows import Follows
from steward.front.forgetting import Forgetters, WaysOut
from steward.front.guests import Guests
from steward.front.next_races import NextRaces
from steward.front.onlookers import Onlookers
from steward.front.practices import Practices
from steward.front.removing import Removals
from steward.front.sharing import Sharing
from steward.gazette.boards import Gazettes
from steward.gazette.weeks import Weeks
from steward.gazette.years import Years
from steward.hosting.cups import Cups
from steward.hosting.desk import Desk
from steward.hosting.fixtures import Fixtures
from steward.hosting.hosts import Hosts
from steward.hosting.lobbies import Doors, Lobbies, public_race
from steward.hosting.people import People
from steward.hosting.presence import Presence
from steward.hosting.quitting import Quitting
from steward.hosting.restoring import take_up_copy
from steward.hosting.seats import Seats
from steward.hosting.substitutes import Substitutes
from steward.money.wagers import Wagers
from steward.papers.ballots import Ballots
from steward.papers.letters import Letters
from steward.remembering.cards import Cards
from steward.remembering.chronicler import Chronicler
from steward.remembering.fields import ranked_by_rating
from steward.remembering.house_circus import house_circus
from steward.remembering.nemesis import nemesis_of
from steward.remembering.summing_up import DriverName, LuckOf, no_luck
from steward.running import taking
from steward.running.absence import grace_ahead, slices_used
from steward.running.beacon import Beacon
from steward.running.bookmaker import voiding
from steward.running.finishing import cut_off, uninterrupted
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.seasons.cut_off import CutOff
from steward.seasons.deputies import Deputies
from steward.seasons.events import Seasons
from steward.seasons.keeper import SeasonKeeper
from steward.seasons.leagues import KIND, Leagues
from steward.seasons.members import Members
from steward.seasons.next_season import NextSeasons
from steward.showing.exports import Exports
from steward.showing.gallery import Gallery
from steward.showing.log import Log
from steward.taking_up import TakingUp
from steward.telling.shown import (
    Health,
    Messenger,
    NoPosts,
    OpenAsk,
    Posts,
    reins_refused,
)
from steward.time.retention import Keeping
from steward.time.standstill import Clock, Standstill
from steward.timekeeper import Timekeeper

log = logging.getLogger(__name__)

TAKE_UP = "take up"
"""The lease of the process that makes up for the time in which nobody ran."""

TAKE_UP_PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds to wait each time that the races could not be taken up; then the program gives up."""


class PartEnded(Exception):
    """Something that must run for ever has ended."""


class Steward:
    """Runs races. It keeps all effects of an order before it shows any of them."""

    def __init__(  # noqa: PLR0913  all that it is joined with
        self,
        store: Store,
        *,
        clock: Clock,
        rulesets: Rulesets,
        scenes: Mapping[str, Painter],
        messenger: Messenger,
        entropy: Callable[[int], bytes],
        chances: int = 0,
        beacon: Beacon | None = None,
        luck_of: LuckOf = no_luck,
        driver_name: DriverName = str,
        posts: Posts | None = None,
    ) -> None:
        """
        :param entropy: returns so many random bytes, for secrets of dice and salts of seals.
        :param chances: number of races to play out for the chances after each turn; 0 for none.
        :param beacon: a public one to mix into the dice; ``None`` if the post of the start is enough.
        :param posts: posts what belongs to no race.
        :param driver_name: names of leagues' drivers, by their numbers.
        :param luck_of: luck of each chariot in a race that is over, for games that measure it.
        """
        self.fleet = fleet = Fleet(store, clock)
        self._store, self._rulesets, self._clock, self._entropy = store, rulesets, (clock := fleet.now), entropy
        self.races = Races(store, rulesets, fleet, entropy, self._wake, beacon, {KIND: SeasonKeeper(store, rulesets)})
        seats = Seats(store, self.races)
        self.presence = Presence(store, messenger, clock)
        self.desk = Desk(store, self.races, seats, self.presence, rulesets, clock)
        self.substitutes = Substitutes(store, self.races, seats, self.presence, clock)
        self.seasons = Seasons(store, self.races, self.substitutes, rulesets, clock, entropy)
        self.midway, self.ballots = self.seasons.midway, Ballots(store, rulesets, clock)
        self.delivery = Delivery(store, messenger, clock, self.races.begin, self.fleet)
        doors = Doors(self.delivery.begun, partial(ranked_by_rating, store.fame))
        self.lobbies = Lobbies(store, self.races, rulesets, clock, entropy, doors)
        self.cut_off = CutOff(store, self.races, self.desk, self.lobbies, clock)
        self.cups = Cups(store, self.lobbies, rulesets, clock, self._wake, fleet)
        self.leagues = Leagues(store, self.races, self.lobbies, self.desk, rulesets, clock, entropy)
        self.practices, self._doors = Practices(store, self.lobbies, self.leagues), {KIND: self.leagues}
        self.members = Members(
            store, self.races, self.leagues, self.substitutes, self.seasons.reins, self.presence, clock
        )
        self.again = Again(
            store,
            NextRaces(store, self.lobbies, self.cups, self.presence, rulesets),
            {KIND: NextSeasons(self.leagues, self.members, self.substitutes, self.presence)},
            rulesets,
            clock,
            self._wake,
            fleet,
        )
        self.deputies = Deputies(store, self.races, self.leagues, self.seasons.reins, self.presence, clock)
        self.hosts = Hosts(store, self.races, self.presence, clock)
        self.departures = Departures(store, self.races, self.lobbies, self.members, self.presence, clock)
        self.timekeeper = Timekeeper(store, self.races, self.desk, self.seasons, self.ballots, self.departures, clock)
        self.people, self.letters, self.channel_cards, self.figures, self.stored, self.failures = (
            People(store, clock),
            Letters(store, clock),
            store.cards,
            store.figures,
            store.stored,
            store.failures,
        )
        self.studio, self.chronicler = Studio(scenes), Chronicler(store, rulesets, luck_of, driver_name, self.fleet)
        self.films, self.cards = Films(store, rulesets, self.studio), Cards(store, self.studio)
        self.turns, self.sharing = Turns(store, rulesets, self.studio, self.films), Sharing(store, clock, self._wake)
        self.wagers = Wagers(store, rulesets, clock, entropy, self._wake)
        self.log = Log(store, rulesets, self.races, self.cups, self.wagers, self.turns)
        self.gallery = Gallery(store, self.studio, self.people, self.turns, self.log)
        self.exports = Exports(store, rulesets, self.films, self.wagers, clock, self.log, self.gallery)
        self._has_chances = chances > 0
        self.oddsmaker = Oddsmaker(store, self.cups, rulesets, clock, Workshop(), chances, self._wake)
        self.quitting = Quitting(store, self.races, self.lobbies, seats, self.substitutes, rulesets, clock)
        self._connect(posts)

    def _connect(self, posts: Posts | None) -> None:
        """Make what nothing else is made of, and let those who deliver and look tell others what they learn."""
        self._taking_up = TakingUp(self._store, self.races, self.desk, self.fleet)
        self.guests, self.pairs = Guests(self._store, self.lobbies, self.door_of), self.seasons.pairs
        self.onlookers = Onlookers(self.races, self.wagers.days_of_bettors, self._clock)
        store, chooses = self._store, Workshop(longest=LONGEST_CHOICE, does="day")
        self.fame, self.index, self.memory, self.purses = store.fame, store.index, store.memory, store.purses
        self.house_circus, self.nemesis_of = partial(house_circus, store.fame), partial(nemesis_of, store)
        self.daily = Daily(store.daily, store.memory, self.studio, self._clock, self._entropy, chooses, self.fleet)
        posts = posts or NoPosts()
        self.follows = Follows(store, self._clock, self.fleet, self._wake)
        self.daily_boards = DailyBoards(store.daily_boards, store.daily, self.daily, posts, self._clock)
        self.fixtures = Fixtures(store, self.lobbies, self.races, self.presence, posts, self._rulesets, self._clock)
        weeks = Weeks(store, self.films, self.daily, self.fixtures, self.leagues, self.log)
        self.years = Years(store, self.daily, self._clock)
        self.publishing = Publishing(store.publishing, posts, self._clock)
        self.gazettes = Gazettes(store, weeks, posts, self._clock)
        self.timekeeper.tells_absences(store.daily.note_absence)
        self.delivery.tells_rights_to(self.cut_off.lost, self.cut_off.regained)
        self.delivery.tells_refusals_to(self.departures.refused)
        self.presence.tells(self.departures.left, self.departures.came_back)
        self.fleet.hears_through(self._look)
        self.oddsmaker.works_for(self.fleet.is_home)
        ways_out = WaysOut(self.lobbies, self.practices, self.quitting, self.members, self.substitutes)
        self.forgetters = Forgetters(
            store, self.races, ways_out, self.presence, self._rulesets, self._clock, self._entropy
        )
        self.removals = Removals(store, self.races, self.cut_off, self.presence, posts, self._clock, self._entropy)
        self.forgetters.forgets = self.removals.forgets = self.studio.forget
        self.farewells = Farewells(store, posts, self._clock)
        self.forgetters.owes = self.farewells.owed
        self.timekeeper.also(self.forgetters.try_again)
        self.timekeeper.also(self.farewells.look)
        self.timekeeper.also(self.removals.look)
        self.keeping = Keeping(store, self._clock)
        self.timekeeper.also(self.keeping.look)

    # Running

    def notice_standstills(self, standstill: Standstill) -> None:
        """Make up for the time in which the program stands still, or the clock is set; call it before :meth:`run`."""
        self.timekeeper.standstill = standstill

    async def open(self) -> None:
        """Make the database ready; call it once, before anything else."""
        await self._store.open()
        await self.presence.open()
        await self.fleet.join()
        if self.fleet.number is None:
            await self._drop_threadless()

    async def _drop_threadless(self) -> None:
        await self._store.races.drop_threadless(voiding("cancelled", self._clock()))

    async def restored(self) -> int:
        """Make a copy of the database ready to run, and return the number of races that go on from it."""
        await self._store.open()
        return await take_up_copy(self._store, self._clock, self._entropy)

    async def run(self) -> None:
        """Make up for the time in which nobody ran, and run until cancelled; races are taken up beside all else.

        :raises Exception: the reason, if that cannot be made up for in many tries, or if a part that must run has
            ended.
        """
        await self._take_up_patiently()
        parts = [self.delivery.run(), self.timekeeper.run(), self.chronicler.run()]
        parts += [
            self.daily.run(),
            self.daily_boards.run(),
            self.fixtures.run(),
            self.gazettes.run(),
            self.follows.run(),
            self.publishing.run(),
        ]
        parts += [self.fleet.keep(), self._follow(), self._taking_up.run()]
        parts += [self.oddsmaker.run()] if self._has_chances else []
        parts += [self.timekeeper.standstill.watch()] if self.timekeeper.standstill is not None else []
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in (*map(_for_ever, parts), self._warm_up())]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            finally:
                for task in tasks:
                    cut_off(task)  # the group cancels each once only

    async def _take_up_patiently(self) -> None:
        """Be ready for the races; try again for a while, since an obstacle such as a full disk may pass."""
        for pause in TAKE_UP_PAUSES:
            try:
                return await uninterrupted(self._take_up())
            except Exception:
                log.exception("the races could not be taken up; tried again in %s s", pause)
                await asyncio.sleep(pause)
        return await uninterrupted(self._take_up())

    async def _take_up(self) -> None:
        """Make up for the time in which nobody ran; then want the races taken up that have their home here."""
        async with self.fleet.turn(TAKE_UP):
            await self.fleet.look()
            if self.fleet.is_first:
                await self.timekeeper.make_up_for_downtime()
                if self.fleet.number is not None:
                    await self._drop_threadless()
            await self.fleet.up()
        self._taking_up.wants()
        await self.forgetters.take_up()
        await self.removals.take_up()

    async def _follow(self) -> None:
        """Take races up as other processes go, or as this one comes anew, for ever."""
        while True:
            await self.fleet.news.wait()
            self.fleet.news.clear()
            lost, self.fleet.lost = self.fleet.lost, set()
            try:
                if self.fleet.state == "joins":
                    await uninterrupted(self._take_up())
                elif lost:
                    self._taking_up.wants()
            except Exception:
                log.exception("the races of others could not be taken up")
                self.fleet.lost |= lost
                self.fleet.news.set()
                await asyncio.sleep(TAKE_UP_PAUSES[0])

    async def _warm_up(self) -> None:
        try:
            await self.studio.warm_up()
        except Exception:  # pictures are drawn all the same, the first one later
            log.exception("pictures could not be prepared")

    async def resume(self) -> None:
        """Let house drivers answer what they owed when the program ended, and races that could not be played go on."""
        await self._taking_up.all()

    async def close(self) -> None:
        await self.fleet.drain()
        await self.delivery.end()
        await self.daily.end()
        self.studio.close()
        self.exports.close()
        await self.fleet.leave()
        await self._store.close()

    def _wake(self) -> None:
        self._look()
        self.fleet.tell()

    def _look(self) -> None:
        """Have all parts look for work here."""
        self.delivery.wake()
        self.timekeeper.wake()
        self.oddsmaker.wake()
        self.chronicler.wake()

    def door_of(self, race: PublicRace) -> Lobbies | Leagues:
        """Return who lets people into a race, or a league, and starts it."""
        return self._doors.get(race.record.ruleset, self.lobbies)

    # Which races there are

    async def race(self, race: RaceId) -> PublicRace:
        """Return a race as everybody may know it; :exc:`Refused` if there is none."""
        return await public_race(self._store, race)

    async def races_of(self, player: PlayerId) -> list[PublicRace]:
        """Return the races that a player hosts or drives in: all that are not over, and the newest that are."""
        return await self.races_at(Place(player=player))

    async def races_at(self, place: Place) -> list[PublicRace]:
        """Return the races of a place, the oldest first: all that are not over, and the newest that are."""
        return [PublicRace(*field) for field in await self._store.index.fields(place)]

    # Questions and answers

    async def open_asks(self, player: PlayerId, race: RaceId | None = None) -> list[OpenAsk]:
        """Return a player's open questions in a race; in all if none is named, those of the oldest race first."""
        return [each for each in await self.asks_of(player, race) if each.sealed is None]

    async def asks_of(self, player: PlayerId, race: RaceId | None = None) -> list[OpenAsk]:
        """Return a player's open questions in a race, or in all, and their sealed answers that may still be changed."""
        found = []
        for each in [race] if race is not None else await self._store.index.running_of(player):
            with contextlib.suppress(Refused):  # it has ended or was paused since
                async with self.races.viewing(each) as live:
                    mine, session = live.race.entries_of(player), live.session
                    asked = [*session.open, *(entry for entry in session.sealed if entry not in session.open)]
                    found += [_open_ask(live, entry, player) for entry in asked if entry in mine]
        return found

    async def open_ask(self, race: RaceId, entry: EntryId, player: PlayerId, asked: int | None = None) -> OpenAsk:
        """Return a question with its view.

        :param asked: its number; ``None`` for the open one.
        :raises Refused: if it is over, was never asked, or is not this player's.
        """
        async with self.races.viewing(race) as live:
            if live.race.player_of(entry) != player:
                raise reins_refused(live.race, entry, player)
            if asked not in (None, live.session.asked):
                raise Refused(GameReason.ASK_IS_OVER)
            if entry not in live.session.open and entry not in live.session.sealed:
                raise Refused(GameReason.NOT_ASKED)
            return _open_ask(live, entry, player)

    def in_its_words(self, race: PublicRace, refused: Refused) -> Refused:
        """Return a refusal about a question in the words of what is played: a race's turn, a league's sheet."""
        return self.races.keeper_of(race.record).in_its_words(refused)

    async def orders_of(self, race: RaceId, entry: EntryId, player: PlayerId) -> OrdersRecord | None:
        """Return a player's latest orders for a chariot, with or without an open question.

        :raises Refused: if it is not theirs, or the race is not running.
        """
        async with self.races.viewing(race) as live:
            if live.race.player_of(entry) != player:
                raise reins_refused(live.race, entry, player)
            return live.orders_of(entry)

    async def unsettle(self, race: RaceId, entry: EntryId, player: PlayerId) -> None:
        """Forget what a player has settled beforehand for a chariot: they are asked when its time comes (S-80).

        :raises Refused: if it is not theirs, or the race is not running.
        """
        async with self.races.editing(race) as live:
            taking.require_reins(live, entry, player)
            taking.unsettle(live, entry, self._clock())

    # The clock and the database

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._clock()

    async def health(self) -> Health:
        """Look at the database: whether it is whole, and how large it is."""
        problem, size = await self._store.health()
        return Health(problem, size, self._clock())


async def _for_ever(part: Coroutine[Any, Any, None]) -> None:
    """Run a part that must not end; :exc:`PartEnded` if it does."""
    await part
    raise PartEnded(f"{getattr(part, '__qualname__', 'a part')} has ended")


def _open_ask(live: Live, entry: EntryId, player: PlayerId) -> OpenAsk:
    asked = live.session.asked
    view: Any = live.session.view(live.race.entries_of(player))
    ask = live.session.open.get(entry) or live.session.sealed[entry]
    sealed, faction = live.session.sealed_answer(entry), live.race.faction_of(entry)
    return OpenAsk(
        live.race,
        entry,
        asked,
        ask,
        view,
        live.closes(entry),
        sealed,
        live.orders_of(entry),
        "" if sealed is None else live.session.seal(entry).seal,
        live.session.orders_seal(entry),
        faction is not None and faction.waits == asked,
        grace_ahead(live.race.record, faction, slices_used(live.deadlines, entry, asked)),
    )
