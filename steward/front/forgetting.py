"""Somebody is forgotten: first they leave all they are in, as anybody would, then one transaction takes them out.

A row says that it is under way, so a program that ends in between goes on with it at the next start.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

from db.store import Store
from db.writing.forgetting import How
from engine.betting.book import Book, Changes
from engine.betting.leaving import void_all_of
from records.notices import Notice
from records.people import is_former
from records.races import Place, PublicRace, RaceHeading
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward.front.practices import Practices
from steward.hosting.lobbies import Lobbies, public_race
from steward.hosting.presence import Presence
from steward.hosting.quitting import Quitting
from steward.hosting.substitutes import Substitutes
from steward.running.bookmaker import with_notices
from steward.running.live import Rulesets
from steward.running.locks import Locks
from steward.running.races import Races
from steward.seasons.members import Members
from steward.telling.notices import Panel, notice
from steward.time.standstill import Clock

log = logging.getLogger(__name__)

KEY_BYTES = 32


class WaysOut(NamedTuple):
    """Those who let people out of what they are in."""

    lobbies: Lobbies
    practices: Practices
    quitting: Quitting
    members: Members
    substitutes: Substitutes


class Holding(NamedTuple):
    """What somebody would lose."""

    races: int  # races, cups and leagues that are not over, without own practices
    practices: int
    bets: int  # that are open, side bets included
    purses: int  # with money in them


class Forgetters:
    """Forgets people, on their own word alone."""

    def __init__(
        self,
        store: Store,
        races: Races,
        ways_out: WaysOut,
        presence: Presence,
        rulesets: Rulesets,
        clock: Clock,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store, self._races, self._out, self._presence = store, races, ways_out, presence
        self._rulesets, self._clock, self._entropy = rulesets, clock, entropy
        self._one_at_a_time = Locks[PlayerId]()
        self._gone: dict[PlayerId, float] = {}  # in memory alone: what they did before may be on its way to a thread
        self._is_behind = False
        self.forgets: Callable[[], None] = lambda: None
        """Called when somebody was forgotten: what is kept in memory, such as pictures, is to go."""
        self.owes: Callable[[str, PlayerId], None] = lambda _token, _player: None
        """Called with the token of a press and whose it was, if they are to be told that they are forgotten."""

    async def holding(self, player: PlayerId) -> Holding:
        """Return what somebody would lose."""
        purses = [await self._store.wagers.purse(guild, player) for guild in await self._store.purses.guilds_of(player)]
        practices = sum(1 for each in await self._headings(player) if each.lesson is not None and each.host == player)
        bets = await self._store.forgetting.open_bets(player)
        return Holding(len(await self._open(player)) - practices, practices, bets, sum(1 for each in purses if each))

    async def is_gone(self, player: PlayerId, at: float) -> bool:
        """Tell whether somebody who did something is forgotten since, or about to be: then no post names them.

        :param at: when they did it; a person who has come back since is named again.
        """
        if is_former(player) or at <= self._gone.get(player, -1.0):
            return True
        return player in [leaving for leaving, _ in await self._store.forgetting.under_way()]

    async def forget(self, player: PlayerId, token: str = "") -> bool:
        """Forget somebody, who asks for it; tell whether it is done, or goes on by itself.

        :param token: of their press, if they are to be told also after a restart.
        """
        await self.begin(player, token)
        return await self.go_on(player)

    async def begin(self, player: PlayerId, token: str = "") -> None:
        """Note that somebody is to be forgotten: from then on it is gone on with whatever happens.

        :param token: of their press, if they are to be told also after a restart.
        """
        await self._store.forgetting.begin(player, self._clock(), token)

    async def go_on(self, player: PlayerId) -> bool:
        """Go on with all who are to be forgotten; tell whether it is done for one of them, or goes on by itself."""
        await self.look()
        return player not in [waiting for waiting, _ in await self._store.forgetting.under_way()]

    async def take_up(self) -> None:
        """Find whom a copy of the database still knows who was forgotten since, and forget them again."""
        await self._store.forgetting.note_again((await self._store.forgetting.agree()).people)
        await self.look()

    async def try_again(self) -> None:
        """Go on with those whom it was not possible to forget."""
        if self._is_behind:
            await self.look()

    async def look(self) -> None:
        """Go on with all who are to be forgotten."""
        self._is_behind = False
        for player, at in await self._store.forgetting.under_way():
            try:
                async with self._one_at_a_time[player]:
                    await self._forget(player, at)
            except Exception:  # one must not keep the others; it is tried again
                self._is_behind = True
                log.exception("somebody could not be forgotten yet")

    async def _forget(self, player: PlayerId, at: float) -> None:
        for race in await self._open(player):
            await self._leave(race, player)
        self._gone[player] = now = self._clock()
        how = How(partial(_void, player, now), self._stand_ins, partial(_panel, now))
        forgot = await self._store.forgetting.finish(player, at, now, self._entropy(KEY_BYTES).hex(), how)
        if forgot.token:
            self.owes(forgot.token, player)
        self._presence.forgotten(forgot.guilds, player, forgot.former)
        for changed in forgot.races:
            self._races.forget(changed)
        self.forgets()
        for changed in forgot.races:
            if (await public_race(self._store, changed)).record.state == "running":
                await _if_it_may(self._races.resume(changed))
        self._races.wake()

    @property
    def _stand_ins(self) -> dict[str, str]:
        return {name: rules.stand_in for name, rules in self._rulesets.items() if rules.drivers}

    async def _open(self, player: PlayerId) -> list[RaceId]:
        """Return the races and leagues that are not over and in which somebody has any part."""
        waits = await self._store.forgetting.volunteered(player)
        return list(dict.fromkeys([*(each.id for each in await self._headings(player)), *waits]))

    async def _headings(self, player: PlayerId) -> list[RaceHeading]:
        """Return the leagues and races that are not over and that somebody hosts or drives in."""
        races = await self._store.index.headings(Place(player=player), is_open=True)
        leagues = await self._store.index.headings(Place(player=player, is_for_leagues=True), is_open=True)
        return [*leagues, *races]

    async def _leave(self, race: RaceId, player: PlayerId) -> None:
        """Let somebody out of a race, cup or league by the ways that there are; what is refused, the end settles."""
        found = await public_race(self._store, race)
        record, out = found.record, self._out
        if record.is_practice and record.host == player:
            await _if_it_may(out.practices.end(found))
            return
        for way in self._ways(found, player):
            await _if_it_may(way())
        left = await public_race(self._store, race)
        others = [each for each in left.factions if each.player not in (None, player)]
        if record.host == player and left.record.state == "lobby" and not others and record.cup is None:
            await _if_it_may(out.lobbies.cancel(race, player))

    def _ways(self, race: PublicRace, player: PlayerId) -> Sequence[Callable[[], Awaitable[object]]]:
        record, out = race.record, self._out
        if record.kind.has_own_views:
            return [partial(out.members.leave, record.id, player)]
        ways: list[Callable[[], Awaitable[object]]] = [
            partial(out.substitutes.withdraw, race, player),
            partial(out.quitting.give_back, record.id, player),
        ]
        if record.cup is not None:
            return [*ways, partial(out.quitting.leave, record.cup, player)]
        if record.league is None:
            ways.append(
                partial(out.lobbies.leave if record.state == "lobby" else out.quitting.leave_race, record.id, player)
            )
        return ways


async def _if_it_may(done: Awaitable[object]) -> None:
    """Do something that may be refused, or be impossible now; what is left, the last transaction settles."""
    try:
        await done
    except Refused:
        return
    except Exception:
        log.exception("somebody who is to be forgotten could not leave as usual")


def _void(player: PlayerId, now: float, book: Book) -> Changes:
    return with_notices(book, void_all_of(book, player, now), now)


def _panel(now: float, race: RaceId) -> Notice:
    return notice(race, "panel", Panel(), now)
