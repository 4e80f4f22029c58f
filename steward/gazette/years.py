"""A year of a person or a server, read off the records as it is asked for; money is for its owner alone."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from db.store import Store
from engine.daily.streaks import streak_of
from records.daily import Driven
from records.past import Feat, FeatKind, Seen
from records.people import is_former
from records.refusals import Reason, Refused
from records.values import PlayerId
from records.years import Beaten, PersonYear, ServerYear
from steward.daily.days import last_closed, number_at
from steward.daily.races import Daily
from steward.hosting.house_names import HOUSE_NAMES
from steward.remembering.house_circus import starts_of
from steward.remembering.nemesis import RUNNING
from steward.time.schedules import kept_zone
from steward.time.standstill import Clock

FIRST_YEAR = 2000
MOST_TITLES = 1_000
MOST_PEOPLE = 10_000
MOST_MEETINGS = 2_000

Moment = Callable[[Sequence[Feat]], str]
"""The best of some feats, in a sentence."""


class Years:
    """Reads years."""

    def __init__(self, store: Store, daily: Daily, clock: Clock) -> None:
        self._store, self._daily, self._clock = store, daily, clock

    async def current(self, guild: int) -> int:
        """Return which year it is by a server's clock."""
        return self._at(self._clock(), await self._zone(guild)).year

    async def seen_in(self, seen: Seen, year: int) -> Seen:
        """Return the races to look at that ended in a year by the server's clock.

        :raises Refused: for a year that has not begun, and one before all races.
        """
        zone = kept_zone(await self._zone(seen.guild))
        if not FIRST_YEAR <= year <= await self.current(seen.guild):
            raise Refused(Reason.NO_SUCH_YEAR, year=year)
        since, until = datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone)
        return msgspec.structs.replace(seen, since=since.timestamp(), until=until.timestamp())

    async def of_person(
        self, seen: Seen, year: int, person: PlayerId, kinds: Sequence[FeatKind], moment: Moment, *, is_own: bool
    ) -> PersonYear:
        """Return a person's year in a server.

        :param seen: the races that the viewer may know of.
        :param kinds: feats among which the best moment is looked for.
        :param is_own: whether the viewer is that person.
        """
        seen, fame = await self.seen_in(seen, year), self._store.fame
        mine = await fame.tallies(seen, "person", 1, of=person)
        games = await fame.tallies(seen, "ruleset", 1, of=person)
        met = await fame.met(seen, 1, person)
        streaks = await self._streaks(seen)
        own = await self._store.purses.winnings(seen.guild, person, seen.since, seen.until) if is_own else None
        return PersonYear(
            year=year,
            is_over=self._clock() >= seen.until,
            tally=mine[0] if mine else None,
            game=games[0].key if games else "",
            colour=await fame.favourite(seen, person),
            rival=met[0] if met else None,
            nemesis=await self._nemesis(seen, person) if is_own else None,
            titles=len(await fame.champions(seen, MOST_TITLES, person)),
            streak=max((days for each, days in streaks if each.person == person), default=0),
            moment=moment(await fame.feats(seen, kinds, person)),
            winnings=own,
        )

    async def of_server(self, seen: Seen, year: int, kinds: Sequence[FeatKind], moment: Moment) -> ServerYear:
        """Return a server's year, of the races that the viewer may know of."""
        seen, fame = await self.seen_in(seen, year), self._store.fame
        people = await fame.tallies(seen, "person", MOST_PEOPLE)
        colours = await fame.tallies(seen, "colour", 1)
        met = await fame.met(seen, 1)
        streaks = [(each, days) for each, days in await self._streaks(seen) if not is_former(each.person)]
        longest = max(streaks, key=lambda each: each[1], default=None)
        house = Counter(each.name for each in await starts_of(fame, seen) if each.place == 1).most_common(1)
        return ServerYear(
            year=year,
            is_over=self._clock() >= seen.until,
            races=await fame.counted(seen),
            people=len(people),
            best=people[0] if people and people[0].wins else None,
            colour=colours[0] if colours and colours[0].wins else None,
            house=house[0][0] if house else "",
            house_wins=house[0][1] if house else 0,
            rivals=met[0] if met else None,
            titles=len({(each.kind, each.number) for each in await fame.champions(seen, MOST_TITLES)}),
            streak=longest[1] if longest else 0,
            streak_of=longest[0].name if longest else "",
            moment=moment(await fame.feats(seen, kinds)),
        )

    async def _nemesis(self, seen: Seen, person: PlayerId) -> Beaten | None:
        """Return the house driver who came in before a person most often, and more often than not."""
        found = await self._store.meetings.of_person(seen, person, HOUSE_NAMES, seen.since, MOST_MEETINGS)
        met = [each for each in found if each.at < seen.until]
        ahead = Counter(each.house for each in met if each.ahead > 0)
        behind = Counter(each.house for each in met if each.ahead < 0)
        worst = max(sorted(behind), key=lambda name: behind[name] - ahead[name], default="")
        if behind[worst] < RUNNING or behind[worst] <= ahead[worst]:
            return None
        return Beaten(house=worst, ahead=ahead[worst], behind=behind[worst])

    async def _streaks(self, seen: Seen) -> list[tuple[Driven, int]]:
        """Return whose days count in a server, each with their longest streak of closed days in the year."""
        zone, away = "UTC", await self._daily.away()
        first, closed = number_at(self._at(seen.since, zone)), last_closed(self._at(self._clock(), zone))
        last = min(closed, number_at(self._at(seen.until, zone)) - 1)
        found = await self._store.daily.counting(seen.guild, max(1, first), last) if last >= 1 else []
        return [(each, streak_of(set(each.days), last, away).best) for each in found]

    async def _zone(self, guild: int) -> str:
        return (await self._store.people.guild(guild)).zone

    @staticmethod
    def _at(seconds: float, zone: str) -> datetime:
        return datetime.fromtimestamp(seconds, kept_zone(zone))
