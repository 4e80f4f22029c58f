"""The steward: the one door to everything that runs races."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from db.fame import Listed
from db.store import Store
from engine.game import Fact, Reason, Refused
from engine.marks import ReachMark
from engine.proving import Told
from records.notices import Notice
from records.past import Standing
from records.play import FactRecord, OrdersRecord
from records.races import Place, PublicRace, RaceHeading
from records.values import EntryId, PlayerId, RaceId, Square
from renderers import Scene as Painter
from steward.chances.oddsmaker import Oddsmaker
from steward.chances.workshop import Workshop
from steward.delivering.delivery import Delivery
from steward.delivering.films import Films
from steward.delivering.pictures import Studio
from steward.delivering.proofs import proof_file, verify
from steward.delivering.turns import Turns, TurnTold
from steward.hosting.ballots import Ballots
from steward.hosting.cups import Cup, Cups, rows_of
from steward.hosting.cut_off import CutOff, is_cut_off
from steward.hosting.desk import Desk
from steward.hosting.exports import Exports
from steward.hosting.leagues import Leagues
from steward.hosting.letters import Letters
from steward.hosting.lobbies import Doors, Lobbies, public_race
from steward.hosting.members import Members
from steward.hosting.people import People
from steward.hosting.restoring import take_up_copy
from steward.hosting.seasons import Seasons
from steward.hosting.seats import Seats
from steward.hosting.substitutes import Substitutes
from steward.money.wagers import Wagers
from steward.remembering.cards import Cards
from steward.remembering.chronicler import Chronicler
from steward.remembering.fields import ranked_by_rating
from steward.remembering.summing_up import DriverName, LuckOf, no_luck
from steward.running.beacon import Beacon
from steward.running.bookmaker import voiding
from steward.running.finishing import uninterrupted
from steward.running.live import Live, Rulesets
from steward.running.races import Races
from steward.telling.notices import Story, read_body
from steward.telling.seals import Reveal, reveals
from steward.telling.shown import (
    Health,
    Messenger,
    OpenAsk,
    Picture,
    Scene,
    Status,
    Verification,
    Waiting,
    deadline_of,
    reins_refused,
)
from steward.time.standstill import Clock, Standstill
from steward.timekeeper import Timekeeper

log = logging.getLogger(__name__)

TAKE_UP_PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds to wait each time that the races could not be taken up; then the program gives up."""

MARKED = "void"
"""What the outcome of a story begins with whose posts say that it is void."""


class PartEnded(Exception):
    """Something that must run for ever has ended."""


class Steward:
    """Runs races. Whatever an order causes is kept before anything is shown."""

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
    ) -> None:
        """
        :param entropy: returns so many random bytes, for secrets of dice and salts of seals.
        :param chances: races to be played out for the chances after each turn; 0 for none.
        :param beacon: a public one whose numbers are mixed into the dice; none where the post of the start is enough.
        :param driver_name: what drivers of leagues are called, by their numbers.
        :param luck_of: how the dice fell for each chariot of a race that is over, where that is measured.
        """
        self._store, self._rulesets, self._clock, self._entropy = store, rulesets, clock, entropy
        self.races = Races(store, rulesets, clock, entropy, self._wake, beacon)
        seats = Seats(store, self.races)
        self.desk = Desk(store, self.races, seats, rulesets, clock)
        self.substitutes = Substitutes(store, self.races, seats, clock)
        self.seasons = Seasons(store, self.races, self.substitutes, rulesets, clock, entropy)
        self.midway = self.seasons.midway
        self.ballots = Ballots(store, rulesets, clock)
        self.timekeeper = Timekeeper(store, self.races, self.desk, self.seasons, self.ballots, clock)
        self.delivery = Delivery(store, messenger, clock, self.races.begin)
        ranked = partial(ranked_by_rating, store.fame)
        self.lobbies = Lobbies(store, self.races, rulesets, clock, entropy, Doors(self.delivery.begun, ranked))
        self.cut_off = CutOff(store, self.races, self.desk, self.lobbies, clock)
        self.delivery.tells_rights_to(self.cut_off.lost, self.cut_off.regained)
        self.cups = Cups(store, self.lobbies, rulesets, clock)
        self.leagues = Leagues(store, self.races, self.lobbies, self.desk, rulesets, clock, entropy)
        self.members = Members(store, self.races, self.leagues, self.substitutes, clock)
        self.people = People(store, clock)
        self.letters = Letters(store, clock)
        self.studio = Studio(scenes)
        self.films = Films(store, rulesets, self.studio)
        self.turns = Turns(store, rulesets, self.studio, self.films)
        self.wagers = Wagers(store, rulesets, self.studio, clock, entropy, self._wake)
        self.exports = Exports(store, rulesets, self.films, self.wagers, clock, self)
        self._has_chances = chances > 0
        self.oddsmaker = Oddsmaker(store, self.cups, rulesets, clock, Workshop(), chances)
        self.chronicler = Chronicler(store, rulesets, luck_of, driver_name)
        self.fame = store.fame
        self.cards = Cards(store, self.studio)

    # Running

    def notice_standstills(self, standstill: Standstill) -> None:
        """Make up for the time in which the program stands still, or the clock is set; call it before :meth:`run`."""
        self.timekeeper.standstill = standstill

    async def open(self) -> None:
        """Make the database ready; call it once, before anything else."""
        await self._store.open()
        await self._store.drop_threadless(voiding("cancelled", self._clock()))

    async def restored(self) -> int:
        """Make a copy of the database ready to be run: see :func:`steward.hosting.restoring.take_up_copy`."""
        await self._store.open()
        return await take_up_copy(self._store, self._clock, self._entropy)

    async def run(self) -> None:
        """Take up all races and run until cancelled.

        :raises Exception: what keeps the races from being taken up, however often it is tried; or what has ended a part
            that must run.
        """
        await self._take_up_patiently()
        parts = [self.delivery.run(), self.timekeeper.run(), self.chronicler.run()]
        parts += [self.oddsmaker.run()] if self._has_chances else []
        parts += [self.timekeeper.standstill.watch()] if self.timekeeper.standstill is not None else []
        async with asyncio.TaskGroup() as tasks:
            for part in parts:
                tasks.create_task(_for_ever(part))
            tasks.create_task(self._warm_up())

    async def _take_up_patiently(self) -> None:
        """Take up all races; what keeps them from it may be over soon, such as a disk that is full."""
        for pause in TAKE_UP_PAUSES:
            try:
                return await uninterrupted(self._take_up())
            except Exception:
                log.exception("the races could not be taken up; tried again in %s s", pause)
                await asyncio.sleep(pause)
        return await uninterrupted(self._take_up())

    async def _take_up(self) -> None:
        await self.timekeeper.give_grace()
        await self.resume()

    async def _warm_up(self) -> None:
        try:
            await self.studio.warm_up()
        except Exception:  # pictures are drawn all the same, the first one later
            log.exception("pictures could not be prepared")

    async def resume(self) -> None:
        """Let house drivers answer what they owed when the program ended, and races that could not be played go on."""
        for race in await self._store.deadlines.resting():
            if is_cut_off(await self.desk.acts(race)):
                continue  # it goes on as soon as it can be told again
            with contextlib.suppress(Refused):  # no turn of it can be played still
                await self.desk.resume(race, None)
        for race in await self._store.running():
            try:
                await self.races.resume(race)
            except Refused:
                continue  # paused just now, and its host is told
            except Exception:  # one race must not keep the others from running
                log.exception("race %s could not be taken up", race)

    async def close(self) -> None:
        await self.delivery.end()
        self.studio.close()
        self.exports.close()
        await self._store.close()

    def _wake(self) -> None:
        self.delivery.wake()
        self.timekeeper.wake()
        self.oddsmaker.wake()
        self.chronicler.wake()

    async def ratings(self, guild: int, ruleset: str, since: float, margin: float, most: int) -> list[Standing]:
        """Return the ratings of who has raced since then, ranked by what is sure.

        :param margin: deviations that a rating may be off.
        """
        return await self.fame.top(Listed(guild, ruleset, since, margin, most))

    # Which races there are

    async def race(self, race: RaceId) -> PublicRace:
        """Return a race as everybody may know it; :exc:`Refused` if there is none."""
        return await public_race(self._store, race)

    async def list_races(self, guild: int) -> list[PublicRace]:
        """Return the races of a server, the oldest first: all that are not over, and the newest that are."""
        return await self.races_at(Place((guild,)))

    async def races_of(self, player: PlayerId) -> list[PublicRace]:
        """Return the races that a player hosts or drives in: all that are not over, and the newest that are."""
        return await self.races_at(Place(player=player))

    async def races_at(self, place: Place) -> list[PublicRace]:
        """Return the races of a place, the oldest first: all that are not over, and the newest that are."""
        return [PublicRace(*field) for field in await self._store.index.fields(place)]

    async def headings(self, place: Place, of: PlayerId | None = None, *, is_open: bool = False) -> list[RaceHeading]:
        """Return the headings of a place's races, for menus: see :meth:`RaceIndex.headings`."""
        return await self._store.index.headings(place, of, is_open=is_open)

    async def race_in(self, thread: int) -> RaceId | None:
        """Return the race that is told in a thread; ``None`` if there is none."""
        return await self._store.index.in_thread(thread)

    async def told_in(self, thread: int) -> list[RaceId]:
        """Return all races and leagues that are told in a thread, the newest first."""
        return await self._store.index.told_in(thread)

    # Questions and answers

    async def open_asks(self, player: PlayerId) -> list[OpenAsk]:
        """Return a player's open questions in all races, the oldest race first."""
        return [each for each in await self.asks_of(player) if each.sealed is None]

    async def asks_of(self, player: PlayerId) -> list[OpenAsk]:
        """Return a player's open questions in all races, and their sealed answers that may still be changed."""
        found = []
        for race in await self._store.index.running_of(player):
            with contextlib.suppress(Refused):  # it has ended or was paused since
                async with self.races.viewing(race) as live:
                    mine, session = live.lobby.entries_of(player), live.session
                    asked = [*session.open, *(each for each in session.sealed if each not in session.open)]
                    found += [_open_ask(live, entry, player) for entry in asked if entry in mine]
        return found

    async def open_ask(self, race: RaceId, entry: EntryId, player: PlayerId, asked: int | None = None) -> OpenAsk:
        """Return a question as it stands.

        :param asked: the one that is meant; ``None`` for the one that is open.
        :raises Refused: if it is over, or was never asked, or is not this player's.
        """
        async with self.races.viewing(race) as live:
            if live.lobby.player_of(entry) != player:
                raise reins_refused(live.lobby, entry, player)
            if asked not in (None, live.session.asked):
                raise Refused(Reason.ASK_IS_OVER)
            if entry not in live.session.open and entry not in live.session.sealed:
                raise Refused(Reason.NOT_ASKED)
            return _open_ask(live, entry, player)

    async def orders_of(self, race: RaceId, entry: EntryId, player: PlayerId) -> OrdersRecord | None:
        """Return a player's latest orders for a chariot, with or without an open question.

        :raises Refused: if it is not theirs, or the race is not running.
        """
        async with self.races.viewing(race) as live:
            if live.lobby.player_of(entry) != player:
                raise reins_refused(live.lobby, entry, player)
            return live.orders_of(entry)

    # Looking on

    async def status(self, race: RaceId, player: PlayerId | None = None) -> Status:
        """Return how a race stands for a viewer; ``None`` is the public."""
        try:
            async with self.races.viewing(race) as live:
                mine = live.lobby.shown_to(player)
                told, sealed = live.session.facts_told, tuple(live.session.seal(entry) for entry in live.session.sealed)
                view, asked = live.session.view(mine), live.session.asked
                until = max((each.at for each in live.deadlines if each.asked == asked), default=None)
                return Status(live.lobby, view, _waiting(live), told, asked, sealed, until)
        except Refused:  # it is not under way, or its dice wait for the post of its start
            lobby = await self.race(race)
            return Status(lobby, await self._last_view(lobby), (), lobby.race.facts)

    async def places(self, lobby: PublicRace) -> dict[EntryId, int | None]:
        """Return the places of a race that is over, the first chariot first; nothing before that."""
        view = await self._last_view(lobby) if lobby.race.state == "finished" else None
        results = () if view is None else self._rulesets[lobby.race.ruleset].results(view)
        return {each.entry: each.place for each in results}

    async def _last_view(self, lobby: PublicRace) -> Any:
        """Return what all saw last of a race; ``None`` if it never began."""
        last = await self._store.last_scene(lobby.race.id)
        view = self._rulesets[lobby.race.ruleset].view
        return None if last is None else msgspec.json.decode(last.view, type=view)

    async def scenes(self, race: RaceId, first: int, last: int, *, is_end: bool = False) -> list[Scene]:
        """Return scenes with the facts of each phase; a scene that holds has none that is void.

        :param is_end: whether what was told after the last belongs to it.
        """
        lobby = await self.race(race)
        rules = self._rulesets[lobby.race.ruleset]
        records = await self._store.scenes(race, first - 1, last)
        after = records.pop(0).told if records and records[0].n < first else 0
        if not records:
            return []
        told, start = await self._store.facts(race, after, None if is_end else records[-1].told), after
        scenes = []
        for place, record in enumerate(records):
            until = None if is_end and place == len(records) - 1 else record.told - start
            mine = [each for each in told[after - start : until] if record.void or not each.void]
            facts = _for_all(self._fact(lobby, each.fact) for each in mine)
            view = msgspec.json.decode(record.view, type=rules.view)
            scenes.append(Scene(record.n, record.told, view, facts, mine[0].n if mine else after + 1))
            after = record.told
        return scenes

    async def log(self, race: RaceId) -> list[Fact]:
        """Return all that has happened in a race."""
        lobby = await self.race(race)
        return list(_for_all(self._fact(lobby, record.fact) for record in await self._store.facts(race)))

    async def facts(self, race: RaceId, first: int, last: int) -> list[Fact]:
        """Return the facts of a race from number *first* to *last*, counted from 1; fewer if there are not so many."""
        lobby = await self.race(race)
        return list(_for_all(self._fact(lobby, each.fact) for each in await self._store.facts(race, first - 1, last)))

    async def counted(self, lobby: PublicRace, n: int) -> int:
        """Return fact number *n*, or the next that all were told, as everybody may count it.

        A number that counted what some alone were told would tell how much was done in secret.
        """
        numbers = await self._public_numbers(lobby, n - 1)
        return n if numbers is None else len(numbers) + 1

    async def numbered(self, lobby: PublicRace, first: int, last: int) -> tuple[int, int]:
        """Return the numbers of facts that everybody counts as *first* to *last*: the way back from :meth:`counted`."""
        numbers = await self._public_numbers(lobby)
        if numbers is None:
            return first, last
        beyond = [*numbers, lobby.race.facts + 1]
        return beyond[min(first - 1, len(numbers))], beyond[min(max(last, 1), len(numbers)) - 1]

    async def _public_numbers(self, lobby: PublicRace, until: int | None = None) -> list[int] | None:
        """Return the numbers of the facts that everybody was told; ``None`` for a game that tells no others."""
        if not self._rulesets[lobby.race.ruleset].whispers:
            return None
        facts = await self._store.facts(lobby.race.id, 0, until)
        return [n for n, each in enumerate(facts, start=1) if not self._fact(lobby, each.fact).is_private]

    def _fact(self, lobby: PublicRace, stored: str) -> Fact:
        return self._rulesets[lobby.race.ruleset].read_fact(stored)

    async def verify(self, race: RaceId) -> Verification:
        """Check every roll and every seal; rolls only once the race is over and the secret is out."""
        lobby, bets = await self.provable(race), await self.wagers.sealed_bets(race)
        told, digests = await self._told(lobby), await self.turns.digests(race)
        return verify(lobby, self._rulesets[lobby.race.ruleset], told, bets, digests)

    async def proof(self, race: RaceId) -> bytes:
        """Return a file with which a stranger can check a race; docs/verification.md says how."""
        lobby = await self.provable(race)
        bets, digests = await self.wagers.sealed_bets(race), await self.turns.digests(race)
        facts = await self._store.archives.facts(race)
        return await asyncio.to_thread(lambda: proof_file(lobby, self._read(lobby, facts), bets, digests))

    async def provable(self, race: RaceId) -> PublicRace:
        """Return a race without the secret of its dice if it is over and may still go back: it rolls on with them."""
        lobby = await self.race(race)
        is_settled = await self._store.leagues.is_settled(lobby.race) and await self.cups.is_settled(lobby.race)
        if lobby.race.state != "finished" or is_settled:
            return lobby
        return PublicRace(msgspec.structs.replace(lobby.race, secret=""), lobby.factions, lobby.entries)

    async def reveals(self, race: RaceId) -> list[Reveal]:
        """Return all reveals of a race, with the seals that held."""
        return reveals((each.input, each.fact) for each in await self._told(await self.race(race)))

    async def _told(self, lobby: PublicRace) -> list[Told]:
        return self._read(lobby, await self._store.facts(lobby.race.id))

    def _read(self, lobby: PublicRace, records: Sequence[FactRecord]) -> list[Told]:
        return [Told(record.seq, self._fact(lobby, record.fact), record.void) for record in records]

    # Pictures

    async def board(self, race: RaceId, viewer: PlayerId | None = None) -> Picture | None:
        """Return the public board as it stands, as large as *viewer* has set; ``None`` before the start."""
        status = await self.status(race)
        if status.view is None:
            return None
        return await self._sized(await self.studio.board(status.lobby, status.view, status.told), viewer)

    async def _sized(self, picture: Picture, viewer: PlayerId | None) -> Picture:
        is_large = viewer is not None and (await self.people.player(viewer)).large
        return await self.studio.enlarged(picture) if is_large else picture

    async def scene_picture(self, lobby: PublicRace, scene: Scene) -> Picture:
        """Return the board at the end of a phase, with the way that was gone in it."""
        rules = self._rulesets[lobby.race.ruleset]
        before = await self._store.scenes(lobby.race.id, scene.n - 1, scene.n - 1)
        seen = msgspec.json.decode(before[0].view, type=rules.view) if before else scene.view
        picture = await self.studio.board(lobby, scene.view, scene.told, before=seen, facts=scene.facts)
        is_large = lobby.race.guild != 0 and (await self.people.server(lobby.race.guild)).large
        return await self.studio.enlarged(picture) if is_large else picture

    async def field_picture(self, lobby: PublicRace, view: Any, viewer: PlayerId | None = None) -> Picture | None:
        """Return who starts in a league's race, as large as *viewer* has set; ``None`` where nobody does yet."""
        picture = await self.studio.field(lobby, view)
        return None if picture is None else await self._sized(picture, viewer)

    async def turn_picture(self, lobby: PublicRace, turn: TurnTold) -> Picture | None:
        """Return the picture of a turn, as large as its server has set; ``None`` where there is nothing to see yet."""
        picture = await self.turns.picture(lobby, turn)
        is_large = picture is not None and lobby.race.guild != 0 and (await self.people.server(lobby.race.guild)).large
        return await self.studio.enlarged(picture) if picture is not None and is_large else picture

    async def cockpit(self, opened: OpenAsk, reach: Sequence[ReachMark], path: Sequence[Square]) -> Picture:
        """Return a picture of the asked chariot's surroundings, for its driver."""
        return await self.way(opened.lobby, opened.view, opened.entry, reach, path)

    async def way(
        self, lobby: PublicRace, view: Any, entry: EntryId, reach: Sequence[ReachMark], path: Sequence[Square]
    ) -> Picture:
        """Return the surroundings of a chariot with a way that it may go, for its driver: the view must be theirs."""
        return await self._sized(await self.studio.cockpit(lobby, view, entry, reach, path), lobby.player_of(entry))

    async def card(self, race: RaceId, entry: EntryId, viewer: PlayerId | None = None) -> Picture | None:
        """Return a log card, as large as *viewer* has set; ``None`` before the start, or for no such chariot.

        A league's member sees the own stable as it is, everybody else as all know it.
        """
        is_league = (await self.race(race)).race.is_league
        status = await self.status(race, viewer if is_league else None)
        known = [each.entry for each in status.lobby.entries]
        if status.view is None or entry not in known:
            return None
        return await self._sized(await self.studio.card(status.lobby, status.view, entry), viewer)

    async def cup_picture(self, cup: Cup) -> Picture:
        """Return how a cup stands."""
        return await self.studio.standings(cup.record.title, rows_of(cup), f"cup-{cup.id}-{len(cup.over)}.png")

    # Players and small things to remember

    async def remembered(self, name: str) -> str | None:
        return await self._store.setting(name)

    async def remember(self, name: str, value: str) -> None:
        await self._store.set_setting(name, value)

    async def notices(self, race: RaceId) -> list[Notice]:
        """Return every notice of a race, whatever became of it."""
        return await self._store.outbox.of_race(race)

    async def void_stories(self, race: RaceId) -> list[tuple[Notice, set[int]]]:
        """Return the stories of a race that were posted and are void now, each with the scenes that are.

        Those that :meth:`is_marked_void` was called for are left out.
        """
        void = await self._store.void_scenes(race)
        posted = [each for each in await self._store.outbox.of_race(race) if each.kind == "story" and not each.player]
        stories = [(each, read_body(each, Story)) for each in posted if void and each.state == "sent"]
        ends = {story.post: story.last for _, story in stories if story.turn}  # what the post of a turn tells in all
        found = []
        for each, story in stories:
            scenes = void.intersection(range(story.turn or story.first, ends.get(story.post, story.last) + 1))
            if scenes and not (each.outcome or "").startswith(MARKED):
                found.append((each, scenes))
        return found

    async def is_marked_void(self, story: Notice) -> None:
        """Note that the posts of a story say that it is void."""
        await self._store.outbox.settle(story, f"{MARKED} {story.outcome}")

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._clock()

    async def health(self) -> Health:
        """Look at the database: whether it is whole, and how large it is."""
        problem, size = await self._store.health()
        return Health(problem, size, self._clock())


def _for_all(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the facts that everybody may read."""
    return tuple(each for each in facts if not each.is_private)


async def _for_ever(part: Coroutine[Any, Any, None]) -> None:
    """Run a part that must not end; :exc:`PartEnded` if it does."""
    await part
    raise PartEnded(f"{getattr(part, '__qualname__', 'a part')} has ended")


def _open_ask(live: Live, entry: EntryId, player: PlayerId) -> OpenAsk:
    asked = live.session.asked
    view: Any = live.session.view(live.lobby.entries_of(player))
    until = deadline_of(live.deadlines, entry, asked)
    ask = live.session.open.get(entry) or live.session.sealed[entry]
    sealed, faction = live.session.sealed_answer(entry), live.lobby.faction_of(entry)
    return OpenAsk(
        live.lobby,
        entry,
        asked,
        ask,
        view,
        until if sealed is None else max((each.at for each in live.deadlines if each.asked == asked), default=until),
        sealed,
        live.orders_of(entry),
        "" if sealed is None else live.session.seal(entry).seal,
        live.session.orders_seal(entry),
        faction is not None and faction.waits == asked,
    )


def _waiting(live: Live) -> tuple[Waiting, ...]:
    """Return for whom a race waits; a league's calendar, which waits for its race, is nobody."""
    asked, entered = live.session.asked, {each.entry for each in live.lobby.entries}
    opened = {each.entry: each.opened for each in live.deadlines if each.asked == asked}
    return tuple(
        Waiting(
            entry,
            live.lobby.player_of(entry),
            ask.question.kind,
            deadline_of(live.deadlines, entry, asked),
            opened.get(entry),
        )
        for entry, ask in live.session.open.items()
        if entry in entered
    )
