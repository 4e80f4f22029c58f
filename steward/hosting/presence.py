"""Who is on a server and who has left it: the one place that knows (S-56).

The bot gets no list of members. Somebody who acts on a server is there. Discord is asked about others one by one, and
only when it matters: before they are called, asked to drive, or counted in a vote.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable

from db.store import Store
from records.people import GoneRecord, is_former
from records.refusals import Reason, Refused
from records.values import PlayerId
from steward.telling.shown import Messenger
from steward.time.standstill import Clock

HERE_FOR = 600.0
"""Seconds for which somebody is taken to be on a server who acted there or was found there."""

GONE_FOR = 60.0
"""Seconds for which nobody looks again for somebody who was not found."""

MOST_KEPT = 4_096
"""People whose presence is kept in memory; of more, those that are out of date are forgotten first."""

Who = tuple[int, PlayerId]
"""A server and a person."""

Hears = Callable[[int, PlayerId], Awaitable[None]]


async def _nobody(_guild: int, _player: PlayerId) -> None:
    return


class Presence:
    """Whether people are on the servers of their races. Who has left is on record, with the time it was noticed."""

    def __init__(self, store: Store, messenger: Messenger, clock: Clock) -> None:
        self._store, self._messenger, self._clock = store, messenger, clock
        self._gone: dict[Who, float] = {}  # since when
        self._looked: dict[Who, float] = {}  # when they were last seen, found or missed
        self._left: Hears = _nobody
        self._came_back: Hears = _nobody

    def tells(self, left: Hears, came_back: Hears) -> None:
        """Say who has left a server, once it is on record, and who is back."""
        self._left, self._came_back = left, came_back

    async def open(self) -> None:
        """Read who has left."""
        self._gone = {(each.guild, each.player): each.since for each in await self._store.people.gone()}

    def forgotten(self, guilds: Iterable[int], player: PlayerId, former: PlayerId) -> None:
        """Note that somebody was forgotten: whoever stands in their place is on no server."""
        now = self._clock()
        self._gone = {who: since for who, since in self._gone.items() if who[1] != player}
        self._looked = {who: since for who, since in self._looked.items() if who[1] != player}
        self._gone |= {(guild, former): now for guild in guilds}

    def removed(self, guild: int) -> None:
        """Note that a server was removed: nobody is there, and nobody has left it."""
        self._gone = {who: since for who, since in self._gone.items() if who[0] != guild}
        self._looked = {who: since for who, since in self._looked.items() if who[0] != guild}

    @property
    def anybody_gone(self) -> bool:
        return bool(self._gone)

    def gone_since(self, guild: int, player: PlayerId | None) -> float | None:
        """Return since when somebody is known to have left a server; ``None`` for all others. Asks nobody."""
        return None if player is None else self._gone.get((guild, player))

    async def is_here(self, guild: int, player: PlayerId, *, anew: bool = False) -> bool:
        """Tell whether somebody is on a server: as known of late, else as Discord says now.

        Where Discord can't tell, what was known before counts. Everybody is in their own direct messages. Reins change
        hands at once as somebody turns out to be gone: no lock of a race may be held.

        :param anew: ask Discord in any case: something speaks against what was known, or much depends on it.
        """
        if is_former(player):
            return False
        who = (guild, player)
        age = self._clock() - self._looked.get(who, 0.0)
        if guild and (anew or age >= (GONE_FOR if who in self._gone else HERE_FOR)):
            found = await self._messenger.is_member(guild, player)
            if found is not None:
                await self._note(who, is_here=found)
                return found
        return who not in self._gone

    async def require_here(self, guild: int, player: PlayerId, *, own: bool = False) -> None:
        """:raises Refused: if somebody is not on a server.

        :param own: whether they are the person who acts.
        """
        if not await self.is_here(guild, player):
            raise Refused(Reason.NOT_HERE, own=own)

    async def gone_among(self, guild: int, players: Iterable[PlayerId | None], *, anew: bool = False) -> set[PlayerId]:
        """Return those of some people who have left a server; *anew* as in :meth:`is_here`."""
        people = {each for each in players if each is not None}
        return {each for each in people if not await self.is_here(guild, each, anew=anew)}

    async def here_among(self, guild: int, players: Collection[PlayerId]) -> set[PlayerId]:
        """Return those of some people who are on a server."""
        return set(players) - await self.gone_among(guild, players)

    async def seen(self, guild: int, player: PlayerId) -> None:
        """Note that somebody acts on a server."""
        await self._note((guild, player), is_here=True)

    async def _note(self, who: Who, *, is_here: bool) -> None:
        if not is_here and not await self._store.people.is_known(who[1]):
            return  # anybody can name any number: of people who never did anything here nothing is kept
        now = self._clock()
        self._keep(who, now)
        if is_here and self._gone.pop(who, None) is not None:
            await self._store.people.note_back(*who)
            await self._came_back(*who)
        elif not is_here and who not in self._gone:
            self._gone[who] = now
            await self._store.people.note_gone(GoneRecord(guild=who[0], player=who[1], since=now))
            await self._left(*who)

    def _keep(self, who: Who, now: float) -> None:
        if len(self._looked) >= MOST_KEPT:
            fresh = {each: at for each, at in self._looked.items() if now - at < HERE_FOR}
            self._looked = fresh if len(fresh) < MOST_KEPT else {}
        self._looked[who] = now
