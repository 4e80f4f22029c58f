"""What those who look on may say: a vote or a word that a game listens to while it waits (D.9).

What counts is decided by the game, whose rules know nobody by name: a voter is a number, made of the race's secret and
the account. So nobody learns who said what before the secret is out, and then everybody can look for their own.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256

from engine.game import Onlooker
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward.running.live import Live
from steward.running.races import Races
from steward.running.unwritten import Source

LEAST_DAYS = 1
"""For how many days somebody has to be a member, even where a server asks for none: accounts made for it come today."""

_BYTES = 6
"""Of a voter's number: it fits into JSON everywhere."""

Days = Callable[[int], Awaitable[int]]
"""Server -> the days as a member that it asks of bettors."""


class Onlookers:
    """Listens to people without reins."""

    def __init__(self, races: Races, days: Days, clock: Callable[[], float]) -> None:
        self._races, self._days, self._clock = races, days, clock

    async def say(
        self, race: RaceId, player: PlayerId, code: str, days: int, *, pressed: float | None = None
    ) -> float | None:
        """Give a race the word of somebody who looks on; return until when it may be changed, in seconds since 1970.

        :param code: of what they say, as their button bears it.
        :param days: for how many whole days they have been a member of the server.
        :param pressed: when they said it, in seconds since 1970; now if left out.
        :raises Refused: if it does not count; all stays as it was.
        """
        now = self._clock()
        async with self._races.editing(race) as live:
            record, acts = live.race.record, live.rules.acts
            if acts is None or acts.heard is None or not _waits(live):
                raise Refused(Reason.NO_SAY)
            closes = max((each.at for each in live.deadlines if each.asked == live.session.asked), default=None)
            if closes is not None and min(now, now if pressed is None else pressed) > closes:
                raise Refused(Reason.TOO_LATE, at=closes)
            about, act = acts.heard(live.session.state, _onlooker(live, player), code)  # who fights reads that first
            need = max(LEAST_DAYS, await self._days(record.guild))
            if days < need:
                raise Refused(Reason.TOO_NEW_FOR_A_SAY, need=need, have=days)
            live.do(about, act, Source("player", player), now)
            return closes


def _waits(live: Live) -> bool:
    """Tell whether a race gives those who look on time for a word."""
    return any(ask.question.is_for_time for ask in live.session.open.values())


def _onlooker(live: Live, player: PlayerId) -> Onlooker:
    faction = live.race.faction_for(player)
    digest = sha256(f"{live.kept.race.secret} {player}".encode()).digest()
    number = int.from_bytes(digest[:_BYTES], "big")
    return Onlooker(number, None if faction is None else faction.faction, live.race.record.host == player)
