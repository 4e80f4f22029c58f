"""Whatever hosts, members, clocks and crashes do, in whatever order: what is looked up is what the facts say.

``QUADRIGA_ACTS=1000`` does so many random acts, ``QUADRIGA_SEED`` others.
"""

import os
import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from db.store import StaleRace
from records.races import Pace
from records.refusals import Refused
from steward import NewRace
from steward.time.schedules import Schedule, Timing
from tests.steward.circus import ANN, BOB, EVE, SECONDS, Circus, FakeClock
from tests.steward.test_properties import DEEDS, PEOPLE, RULES, Some, World, empty
from tests.toy_ruleset import Options

__all__ = ["empty"]

ACTS = int(os.environ.get("QUADRIGA_ACTS", "40"))
SEED = os.environ.get("QUADRIGA_SEED", "past")
TURN_OF_EVENTS = 20
"""Acts between two comparisons."""


class Server(World):
    """A server on which one race after the other is run, each by another host."""

    def __init__(self, circus: Circus, chance: random.Random) -> None:
        self.circus, self.processes, self._chance = circus, [circus], chance

    async def begin(self) -> None:
        """Open a race, perhaps one that is kept out of ratings, and start it."""
        host = self._chance.choice(PEOPLE)
        pace = self._chance.choice([Pace.TURNS, Pace.MOVES])
        timing = Timing(SECONDS, pace, Schedule(grace=10_000.0))
        turns = self._chance.randint(1, 2)
        new = NewRace(1, 2, host, "toy", Options(turns=turns), timing, "Ludi", is_rated=self._chance.random() >= 0.2)
        self.race = await self.steward.lobbies.open_race(new)
        await self.steward.lobbies.set_thread(self.race, 3)
        for player, colour in zip(PEOPLE, RULES.colours, strict=False):
            await self.steward.lobbies.join(self.race, player, f"Player {player}", colour=colour)
        await self.steward.lobbies.start(self.race, host)
        await self.steward.timekeeper.tick()

    async def act(self) -> None:
        """Do something at random; it may be refused."""
        name = self._chance.choice([*DEEDS, *OWN, "order", "answer", "time"])
        try:
            if name in DEEDS:
                await self.do((name, self._chance.randrange(12), self._chance.randrange(25)))
            else:
                await getattr(self, name)()
        except Refused:
            pass
        if (await self.steward.race(self.race)).record.state in ("finished", "cancelled"):
            await self.begin()

    async def finish(self) -> None:
        await self.to_the_end()

    async def call_off(self) -> None:
        """Have the host, or a moderator, end the race without a result."""
        host = (await self.steward.race(self.race)).record.host
        await self.steward.lobbies.cancel(self.race, host, self._chance.choice([None, ANN, BOB, EVE]))

    async def undo(self) -> None:
        """Undo a race that is over, as a league does with the race of an eve that opens again (H.14)."""
        past = await self.circus.store.past.summaries(1)
        if past:
            race = self._chance.choice(past).race.race
            with suppress(StaleRace):  # it has been undone already, and nobody has looked since
                await self.circus.store.races.set(race, only_if=("finished",), state="cancelled")

    async def look_up(self) -> None:
        await self.steward.chronicler.catch_up()

    async def be_cut_off(self) -> None:
        """Look up a part only, as if the program had ended in the middle of it."""
        past, chronicler = self.circus.store.past, self.steward.chronicler
        for race in (await past.missing())[: self._chance.randint(0, 2)]:
            await chronicler._sum_up(race)
        if self._chance.random() < 0.5:
            await chronicler._rate()

    async def require_alike(self) -> int:
        """Fail unless all that is kept is what comes of the facts alone; return of how many races."""
        await self.steward.chronicler.catch_up()
        kept = await self.circus.store.past.everything()
        races: int = await self.steward.chronicler.make_anew()
        assert await self.circus.store.past.everything() == kept
        return races


OWN = ("finish", "finish", "finish", "call_off", "undo", "look_up", "be_cut_off")


@pytest.mark.slow
async def test_what_is_looked_up_is_what_the_facts_say_whatever_is_done(tmp_path: Path, empty: Path) -> None:
    shutil.copy(empty, tmp_path / "races.sqlite3")
    circus = Circus(tmp_path / "races.sqlite3", {"toy": RULES}, clock=FakeClock(), messenger=Some())
    server = Server(circus, random.Random(SEED))
    try:
        await server.begin()
        for number in range(1, ACTS + 1):
            await server.act()
            if not number % TURN_OF_EVENTS:
                await server.require_alike()
        assert await server.require_alike() > 3
        assert (await server.circus.store.past.everything())["rating"]
    finally:
        await server.close()
