"""A race at a turn a day with the people who make such a race hard; the test sets all clocks on.

Three answer at once, two are slow, one vanishes in turn 3, one is silent from turn 2 on and comes back in turn 6, one
takes no direct messages. They do nothing but press what they are sent.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

from db.store import Store
from records.acts import ActRecord
from records.batches import KeptRace
from records.play import Deadline
from records.values import EntryId, RaceId
from sandbox.client import Visitor, buttons_of
from steward.time.presses import ON_ITS_WAY
from tests.e2e.arena import Arena
from tests.e2e.player import Deed, Player
from tests.e2e.races import Opened, opened
from tests.e2e.stalled import report

Habit = Literal["now", "late", "silent"]
"""What somebody does about a turn: answers at once; only when his grace is being used; not at all."""

COLOURS = ("white", "black", "red", "blue", "green", "yellow", "purple", "orange")
BACK_IN = 6
STEP = 0.05  # seconds between two looks
LONGEST_STEP = 0.5  # seconds after which all is looked at anew, news or none: something may have come due
SOON = 5.0  # seconds: what is to be posted by then is waited for
PATIENCE = 60.0  # seconds in which the race must get on, on a busy machine and where the bot is away half the time
ANSWERS_WITHIN = 3.0  # seconds; on a busy machine, too
DEFERRED = (5, 6)  # types of answers that say that there will be one
LOOKS_AGAIN = 3.0  # seconds without news after which somebody presses again what still waits for him


def at_once(_turn: int) -> Habit:
    return "now"


def slow(turn: int) -> Habit:
    return {2: "late", 4: "silent", 8: "late"}.get(turn, "now")  # type: ignore[return-value]


def vanishes(turn: int) -> Habit:
    return "now" if turn < 3 else "silent"


def comes_back(turn: int) -> Habit:
    return "silent" if 2 <= turn < BACK_IN else "now"


HABITS: Mapping[str, Callable[[int], Habit]] = {
    "Ana": at_once,
    "Ben": at_once,
    "Cato": at_once,
    "Dida": slow,
    "Egnatia": slow,
    "Flavia": vanishes,
    "Gaius": comes_back,
    "Hilda": at_once,
}
RETURNING, CLOSED = "Gaius", "Hilda"
VISITORS = (*HABITS, "Sulla")


@dataclass
class Waited:
    """How long a race waited for one question."""

    opened: float
    at: float  # deadline, as it was first set
    ended: float | None = None
    noted: float = field(default_factory=monotonic)
    took: float = 0.0  # seconds of the machine's own time, which a busy one needs more of


@dataclass
class RaceByMail:
    """The race, and those who play it."""

    arena: Arena
    race: Opened
    players: dict[str, Player]
    waited: dict[int, Waited] = field(default_factory=dict)  # by ``asked``
    turns: list[int] = field(default_factory=list)
    changes: int = 0  # how often it was seen to get on
    put_off: set[str] = field(default_factory=set)  # tokens of presses that the bot is to answer yet
    _read: int = 0  # requests of the bot

    @property
    def id(self) -> RaceId:
        return RaceId(self.race.id)

    async def play(self) -> None:
        """Play the race to its end: all do what they do, and when nobody does anything time passes by."""
        store = await self.arena.store()
        latest = looked = monotonic()
        stand: object = None
        with self.arena.around_the_program() as database:
            news = self._news(database)
            while (kept := await self._kept(store)).race.state == "running":
                if stand != (stand := await self._stand(store, kept)):
                    latest = looked = monotonic()
                    self.changes += 1
                if monotonic() > latest + PATIENCE:
                    found = await report(self.arena, store, kept, self.players)
                    raise AssertionError(f"for {PATIENCE} s the race has not got on:\n{found}")
                if await self._step(store, kept):
                    looked = monotonic()
                else:
                    await self._until_other(news, database)
                    if monotonic() > looked + LOOKS_AGAIN:
                        looked = monotonic()
                        for each in kept.deadlines:
                            self._look_again(kept, each)
                news = self._news(database)
        self._end_waits()

    def _news(self, database: Any) -> tuple[int, int]:
        """Return what differs as soon as anything was written or shown."""
        looks = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
        (written,) = database.execute(looks if self.arena.is_on_server else "PRAGMA data_version").fetchone()
        return written, sum(len(each.visitor.frames) for each in self.players.values())

    async def _until_other(self, news: tuple[int, int], database: Any) -> None:
        """Wait until there are other news; not for long: reading all of a race takes more than waiting for it."""
        latest = monotonic() + LONGEST_STEP
        await asyncio.sleep(STEP)
        while self._news(database) == news and monotonic() < latest:  # noqa: ASYNC110
            await asyncio.sleep(STEP)

    async def _stand(self, store: Store, kept: KeptRace) -> object:
        """Return what changes while a race gets on, if only by a message."""
        waiting = [each.id for each in await store.outbox.waiting() if each.kind != "panel"]
        return kept.race.seq, kept.deadlines, len(await store.stories.acts(self.id)), waiting

    def _look_again(self, kept: KeptRace, owed: Deadline) -> None:
        """Have somebody press again what still waits for him: his press may have been lost with the bot."""
        name = next((each.name for each in kept.entries if each.entry == owed.entry), None)
        if name is not None:
            self.players[name].look_again(owed.asked)

    async def _kept(self, store: Store) -> KeptRace:
        kept = await store.load(self.id)
        assert kept is not None
        return kept

    async def _step(self, store: Store, kept: KeptRace) -> bool:
        """Do what there is to do now; tell whether it was anything."""
        turn, acts = _turn(kept), await store.stories.acts(self.id)
        owed = {each.entry: each for each in kept.deadlines}
        self._note_waits(turn, kept.deadlines)
        if turn >= BACK_IN and await self._comes_back(kept):
            return True
        willing = {name for name in HABITS if self._is_willing(name, turn, kept, owed, acts)}
        deeds = {name: deed for name in willing if (deed := self.players[name].next_deed())}
        if deeds:
            await asyncio.gather(*(self._do(name, deed) for name, deed in deeds.items()))
            return True
        waited_for = {name for name in HABITS if self._entry(kept, name) in owed}
        waiting = await store.outbox.waiting()
        if not owed or any(each.due <= self.arena.now() + SOON for each in waiting):
            return False
        if waited_for & willing:  # what was to be posted to them has failed, and is tried again
            times = [each.due for each in waiting]
        else:
            times = [time for each in owed.values() for time in (each.at, each.remind_at) if time is not None]
        if times:
            await self._all_answered()
            await self.arena.pass_by(max(0.0, min(times) + ON_ITS_WAY - self.arena.now()) + 1.0)
        return bool(times)

    async def _all_answered(self) -> None:
        """Wait until the bot has answered every press: no time may pass by meanwhile, as hours are too late for that.

        One that was killed never answers, and is not waited for again.
        """
        latest = monotonic() + ANSWERS_WITHIN
        while monotonic() < latest:
            for each in await self.arena.control.requests(since=self._read):
                self._read = each["n"]
                path: list[str] = each["path"].split("/")
                if path[1] == "webhooks":
                    self.put_off.discard(path[3])
                elif path[1] == "interactions" and each["payload"]["type"] in DEFERRED:
                    self.put_off.add(path[3])
            if not self.put_off:
                return
            await asyncio.sleep(STEP)
        self.put_off.clear()

    async def _do(self, name: str, deed: Deed) -> None:
        await self.players[name].do(deed)

    def _note_waits(self, turn: int, deadlines: tuple[Deadline, ...]) -> None:
        if turn not in self.turns:
            self.turns.append(turn)
        for each in deadlines:
            self.waited.setdefault(each.asked, Waited(each.opened, each.at))
        current = {each.asked for each in deadlines}
        self._end_waits(current)

    def _end_waits(self, current: Collection[int] = ()) -> None:
        for asked, waited in self.waited.items():
            if asked not in current and waited.ended is None:
                waited.ended, waited.took = self.arena.now(), monotonic() - waited.noted

    def _entry(self, kept: KeptRace, name: str) -> EntryId:
        return next(each.entry for each in kept.entries if each.name == name)

    def _is_willing(
        self, name: str, turn: int, kept: KeptRace, owed: Mapping[EntryId, Deadline], acts: list[ActRecord]
    ) -> bool:
        entry = self._entry(kept, name)
        if entry not in owed:
            return False
        habit = HABITS[name](turn)
        if habit == "late":
            graces = [act.at for act in acts if act.kind == "grace" and act.entry == entry]
            return any(at >= owed[entry].opened for at in graces)
        return habit == "now"

    async def _comes_back(self, kept: KeptRace) -> bool:
        """Have the one who was away take the reins back, by the button of the offer."""
        seat = next(each for each in kept.factions if each.name == RETURNING)
        if seat.standin is None:
            return False
        player, wanted = self.players[RETURNING], f"reins:{kept.race.id}:{seat.faction}"
        offers = [each for each in player.visitor.seen.values() if _has(each, wanted)]
        if offers:
            await player.do(Deed(offers[-1]["id"], offers[-1]["channel_id"], wanted))
        return bool(offers)


def _turn(kept: KeptRace) -> int:
    """Return which turn is being ordered; 1 for what comes before the first."""
    assert kept.checkpoint is not None
    return int(json.loads(kept.checkpoint.state)["turn"]) + 1


def _has(message: Mapping[str, Any], custom_id: str) -> bool:
    return any(each.get("custom_id") == custom_id for each in buttons_of(dict(message)))


async def begun(arena: Arena, *, laps: int = 2, title: str = "Ludi") -> RaceByMail:
    """Let Ana open a race at a turn a day, all eight enter it, and let it begin."""
    await arena.control.close_dms(arena.people[CLOSED].id)
    race = await opened(arena, title, laps=laps, pace="turns", times="20:00")
    for name, colour in zip(HABITS, COLOURS, strict=True):
        await _enters(arena.people[name], race, name, colour)
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
    players = {name: Player(arena.people[name], name, race=race.id) for name in HABITS}
    return RaceByMail(arena, race, players)


async def _enters(visitor: Visitor, race: Opened, name: str, colour: str) -> None:
    outcome = await visitor.run("race join", channel=race.thread, colour=colour, name=name, word=f"{name}'s luck")
    assert f"{name}**" in outcome.text, outcome
