"""This process among others: it says that it lives, knows who else does, and has effects outside only while it is sure.

Where one program runs alone, as on SQLite, it is the home of everything, and nothing here costs anything.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from db.opening.errors import Outlived, Unusable
from db.store import Store
from records.fleet import Process, ProcessState, Shards
from records.notices import Notice
from records.races import RULES
from steward.fleet.homes import MOST_APART, Homes
from steward.time.standstill import LEAST_STALL, Clock

log = logging.getLogger(__name__)
T = TypeVar("T")

BEATS = 1.0
"""Seconds between two heartbeats."""

SURE_FOR = 3.0
"""Seconds after its last heartbeat in which a process may have effects outside: the others wait a second longer."""

LEAST_CORRECTED = 0.25
"""Seconds by which clocks differ in any case: measuring takes time."""

LOOKS = 0.2
"""Seconds between two tries to take a lease."""

TOLD_AFTER = 0.02
"""Seconds in which all that others are to be woken for is told at once."""


def _boot_time() -> float:
    """Return seconds since any moment, those of a suspended machine among them where it can tell."""
    return time.clock_gettime(clock) if (clock := getattr(time, "CLOCK_BOOTTIME", None)) else time.monotonic()


class Joining(NamedTuple):
    """How a process comes to the others."""

    shards: Shards
    takes_over: bool
    version: str
    ends: Callable[[], None]


class Fleet:
    """What a process knows of itself and of those beside it."""

    def __init__(self, store: Store, clock: Clock, seconds: Clock = _boot_time) -> None:
        """
        :param clock: this process's own; :meth:`now` corrects it by the others'.
        :param seconds: a clock that nobody sets.
        """
        self._store, self._clock, self._seconds = store, clock, seconds
        self._joining: Joining | None = None
        self._register: Any = None
        self.number: int | None = None
        self.state: ProcessState = "up"
        self._homes = Homes(())
        self._beaten, self._is_cut, self._correction = 0.0, False, 0.0
        self._newest, self._stranger, self._meets = 0, 0, asyncio.Event()  # numbers of processes, the newest ones
        self._may_be_first = True
        self._sends_as: ContextVar[int | None] = ContextVar("sends_as", default=None)
        self._turns, self._rests = WeakValueDictionary[str, asyncio.Lock](), dict[str, float]()
        self.news = asyncio.Event()
        """Set when this process joins anew, or another one goes: races may want to be taken up."""
        self.lost: set[int] = set()
        """Numbers of processes that have gone since races were taken up last."""
        self._hears: Callable[[], None] = lambda: None
        self._telling: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None

    # Coming and going

    def will_join(
        self,
        shards: Shards,
        *,
        takes_over: bool = False,
        version: str = "",
        ends: Callable[[], None] = lambda: None,
    ) -> None:
        """Say that this process is to be one of several, where the database knows any; call it before all else.

        :param takes_over: whether it takes the place of others that serve its shards.
        :param ends: called when another one takes its place.
        """
        self._joining = Joining(shards, takes_over, version, ends)

    def hears_through(self, hears: Callable[[], None]) -> None:
        """Say what is called when others have left something for this process, or homes have changed."""
        self._hears = hears

    async def join(self) -> None:
        """Come to the others, if that was said.

        :raises Unusable: if another one serves the same servers.
        """
        register = self._store.register() if self._joining is not None else None
        if register is None:
            return
        self._register, self.state = register, "joins"
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fleet")
        try:
            await self._join()
            await self._beat()
        except BaseException:
            await self._go()
            raise
        loop = asyncio.get_running_loop()
        register.listen(partial(loop.call_soon_threadsafe, self._hears))
        self._beating = asyncio.create_task(self._beat_on())

    async def _join(self) -> None:
        assert self._joining is not None
        shards, takes_over, version, _ = self._joining
        clock = self._clock()
        number: int = await self._do(lambda: self._register.join(version, RULES, shards, clock, takes_over=takes_over))
        self.number, self.state = number, "joins"
        self._store.runs_as(number)
        log.info("I am process %d, for shards %s", number, shards)

    async def look(self) -> None:
        """Look who lives."""
        if self._register is not None:
            await self._beat()

    @property
    def is_first(self) -> bool:
        """Whether this process comes, or wakes, and nobody was there meanwhile."""
        return self._may_be_first and not any(
            each.state == "up" and each.number != self.number for each in self._homes.living.values()
        )

    async def up(self) -> None:
        """Say that races may have their home here from now on."""
        await self._become("up")

    async def drain(self) -> None:
        """Say that this process ends: its races have other homes at once, and it begins nothing new."""
        if self.state in ("joins", "up"):
            with contextlib.suppress(Exception):  # if that can't be said, the others notice in some seconds
                await self._become("drains")

    async def _become(self, state: ProcessState) -> None:
        if self._register is not None:
            self.state = state
            await self._do(lambda: self._register.become(state))
            await self._beat()

    async def ready(self) -> None:
        """Say that Discord has let this process in: whose place it takes may end now."""
        if self._joining is None or not self._joining.takes_over or self._register is None:
            return
        mine = self._joining.shards
        others = [each.number for each in self._homes.living.values() if each.number != self.number]
        given = [n for n in others if self._homes.living[n].shards.overlaps(mine)]
        if given:
            await self._do(lambda: self._register.become("drains", *given))

    async def leave(self) -> None:
        """Go, and let others have all that this process held."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self._register is not None:
            await self._go()

    async def _go(self) -> None:
        self.state = "gone"
        await self._do(self._register.leave)
        self._thread.shutdown(wait=False)
        self._register = None

    async def keep(self) -> None:
        """Be one of several until something ends that.

        :raises Unusable: if another one has taken this one's servers, or copies the database.
        """
        if self._beating is None:
            await asyncio.Event().wait()
        else:
            await asyncio.shield(self._beating)

    async def _beat_on(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEATS):
                    await self._meets.wait()
            self._meets.clear()
            while not await self._has_beaten():  # noqa: ASYNC110
                await asyncio.sleep(LOOKS)

    async def _has_beaten(self) -> bool:
        """Beat; tell whether the others heard it.

        :raises Unusable: if another one has taken this one's servers, or copies the database.
        """
        try:
            await self._beat()
        except Unusable:
            raise
        except Exception as error:
            # Whose connection is lost counts as killed sooner than one who is only silent.
            self._is_cut = True
            self._store.failures.note("beat")
            log.warning("the others could not be told that I live: %s", type(error).__name__)
            return False
        return True

    async def _beat(self) -> None:
        sent, clock, stranger = self._seconds(), self._clock(), self._stranger
        living: list[Process] = await self._do(lambda: self._register.beat(clock))
        mine = next((each for each in living if each.number == self.number), None)
        if mine is None:
            silent = sent - self._beaten
            log.warning("I was silent for %.0f s, so others have my races, and I join anew", silent)
            # Alone it makes up for the time by its own clocks.
            self._may_be_first = silent > LEAST_STALL and not self.is_alone
            await self._join()
            self.news.set()
            return
        self._beaten, self._is_cut = sent, False
        is_met, self._newest = stranger > self._newest, max(self._newest, stranger, *(each.number for each in living))
        self._note(living, mine)
        if is_met:
            self._hears()

    def _note(self, living: list[Process], mine: Process) -> None:
        """Note who lives; if that has changed, homes have."""
        before, self._homes = self._homes, Homes(living)
        apart = self._homes.time - mine.ahead if mine.state == "up" else 0.0
        self._correct(apart)
        if mine.state == "drains" and self.state == "up" and self._joining is not None:
            self.state = "drains"
            self._joining.ends()
        known, now = before.living, self._homes.living
        if {n: each.state for n, each in known.items()} != {n: each.state for n, each in now.items()}:
            self.lost |= {
                n for n, each in known.items() if n not in now or (each.state, now[n].state) == ("up", "drains")
            }
            self.news.set()
            self._hears()

    def _correct(self, apart: float) -> None:
        if abs(apart - self._correction) < LEAST_CORRECTED:
            return
        if abs(apart) > MOST_APART:
            log.error("my clock is %.0f s off the others', so I keep no races: set it", -apart)
        self._correction = apart if abs(apart) >= LEAST_CORRECTED else 0.0

    async def _do(self, work: Callable[[], T]) -> T:
        """Have the thread say something to the database."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # What is whose

    @property
    def is_alone(self) -> bool:
        """Whether nobody else lives, as far as is known."""
        return self._register is None or not set(self._homes.living) - {self.number}

    def is_home(self, what: object) -> bool:
        """Tell whether this process keeps something: a race by its number, or a job for all by its name."""
        return self._register is None or (self.state == "up" and self._homes.home(str(what)) == self.number)

    def may_post(self, notice: Notice) -> bool:
        """Tell whether a notice is this process's to post: nobody who lives has it, and it would be the one to."""
        if self._register is None:
            return True
        if self.state != "up":
            return False
        if notice.holder in self._homes.living:
            return notice.holder == self.number
        if notice.holder is not None and notice.holder > self._newest:
            self._look_for(notice.holder)
            return False
        if notice.player is not None:
            return self._homes.sender(notice.player) == self.number
        return self.is_home(notice.race)

    def _look_for(self, stranger: int) -> None:
        """Have a heartbeat tell at once whether a process lives that has come since the last one."""
        self._stranger = max(self._stranger, stranger)
        self._meets.set()

    def is_sure(self) -> bool:
        """Tell whether this process may have effects outside: the others would know if it was gone.

        While it sends a notice, it has to be the same process that claimed it: it may have been given up since.
        """
        if self._register is None:
            return True
        sends_as = self._sends_as.get()
        is_known = not self._is_cut and self._seconds() < self._beaten + SURE_FOR
        return is_known and sends_as in (None, self.number)

    @contextlib.contextmanager
    def sending(self) -> Iterator[int | None]:
        """Give the number by which a notice is claimed; what is done for it counts as that process's."""
        token = self._sends_as.set(self.number)
        try:
            yield self.number
        finally:
            self._sends_as.reset(token)

    def share(self, whole: float) -> float | None:
        """Return this process's part of what all have together; ``None`` if it is alone."""
        return None if self.is_alone else whole / max(1, len(self._homes.living))

    def now(self) -> float:
        """Return the time, in seconds since 1970, by the clock of the process whose clock is best."""
        return self._clock() + self._correction

    @property
    def is_beside(self) -> bool:
        """Whether another process serves a server that this one serves, so that both hear of its presses."""
        mine = self._homes.living.get(self.number or 0)
        others = [each for each in self._homes.living.values() if each.number != self.number]
        return mine is not None and any(each.shards.overlaps(mine.shards) for each in others)

    async def takes(self, press: int) -> bool:
        """Claim a press; tell whether it is this process's. Others get it too, if they serve the same servers."""
        if not self.is_beside:
            return True
        if self.state == "gone":
            return False
        try:
            return bool(await self._do(lambda: self._register.claim(press)))
        except Outlived:
            return False  # this one has left, or is held for dead: another answers

    @contextlib.asynccontextmanager
    async def turn(self, what: str, rest: float = 0.0) -> AsyncIterator[None]:
        """Wait until nobody else does something, here or in another process, and let nobody do it meanwhile.

        :param rest: seconds that it stays taken at least.
        """
        lock = self._turns.setdefault(what, asyncio.Lock())
        async with lock:
            if self._register is None:
                yield
                return
            await asyncio.sleep(max(0.0, self._rests.pop(what, 0.0) - self._seconds()))
            while not await self._do(lambda: self._register.take(what)):  # noqa: ASYNC110  others take it, too
                await asyncio.sleep(LOOKS)
            since = self._seconds()
            try:
                yield
            finally:
                left = since + rest - self._seconds()
                if left > 0:
                    self._rests[what] = since + rest
                    asyncio.get_running_loop().call_later(left, self._give_back, what)
                else:
                    await self._do(lambda: self._register.give_back(what))

    def _give_back(self, what: str) -> None:
        if self._register is not None and what not in self._turns:
            self._thread.submit(self._register.give_back, what)

    def locks(self, what: str) -> "Turns":
        """Return locks that hold for all processes, one for each race or other thing."""
        return Turns(self, what)

    def tell(self) -> None:
        """Wake the others: there may be something for them. What comes shortly after is told with it."""
        if not self.is_alone and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(TOLD_AFTER)
        with contextlib.suppress(Exception):  # they look by themselves in a while
            if self._register is not None:
                await self._do(self._register.tell)


class Turns:
    """Locks for one deed in many things, which hold for all processes: the second waits until the first is done."""

    def __init__(self, fleet: Fleet, what: str) -> None:
        self._fleet, self._what = fleet, what

    def __getitem__(self, which: int) -> contextlib.AbstractAsyncContextManager[None]:
        return self._fleet.turn(f"{self._what} {which}")
