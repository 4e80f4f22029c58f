"""A week of a server, as every member who sees its gazette may know it."""

from typing import Literal

import msgspec

from records.values import RaceId, Sesterces


class WeekRace(msgspec.Struct, frozen=True, kw_only=True):
    """A race that ended in the week."""

    race: RaceId
    title: str
    thread: int | None
    ruleset: str
    at: float
    people: int  # who drove as it began; 0 for house drivers alone
    payoff: Sesterces | None  # the largest, with bets
    payee: str  # to whom, by their name then; empty if that is nobody's name any more
    winners: tuple[str, ...] = ()  # by their names then; none where nobody came in first, or nobody's name stands
    people_won: tuple[str, ...] = ()  # those of them who are people, not house drivers
    colours: tuple[str, ...] = ()  # of their chariots

    @property
    def has_nobody(self) -> bool:
        """Whether house drivers were alone."""
        return self.people == 0


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """How close the first two of a race were as its last turn with both of them began."""

    first: int  # the chariot that came in first
    second: int
    gap: int  # between them then
    led: bool  # whether the first one was ahead then, or level
    unit: str  # of the gap, as the game calls it, in the plural


class CloseRace(msgspec.Struct, frozen=True, kw_only=True):
    """The closest race of the week."""

    race: WeekRace
    finish: Finish
    first: str
    second: str


class Streaking(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who drives the race of the day, day after day."""

    name: str
    days: int


class DayBest(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's best place in the races of the day of a week, on closed days."""

    name: str
    place: int  # behind the last for nobody at home
    days: int  # that they drove


class UnderWay(msgspec.Struct, frozen=True, kw_only=True):
    """A race that goes on as an issue is made."""

    title: str
    thread: int | None


HouseEvent = Literal["leads", "row", "wins"]
"""Has the best rating now; won so many in a row; won so many of the week."""


class HouseNews(msgspec.Struct, frozen=True, kw_only=True):
    """Something about a house driver."""

    event: HouseEvent
    name: str
    number: int = 0
    other: str = ""  # who had the best rating before


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """What comes next."""

    kind: Literal["fixture", "league"]
    title: str
    channel: int
    at: float


class Week(msgspec.Struct, frozen=True, kw_only=True):
    """The week of one issue: what happened from one hour of it to the same hour a week later."""

    guild: int
    day: int  # of the calendar on which it ends, 1 for 1 January 1
    since: float
    until: float
    races: tuple[WeekRace, ...] = ()  # the newest first
    closest: CloseRace | None = None
    streaks: tuple[Streaking, ...] = ()  # the longest first
    drivers: int = 0  # who drove the race of the day
    bests: tuple[DayBest, ...] = ()  # of those who came in best there
    under_way: tuple[UnderWay, ...] = ()  # the oldest first
    house: tuple[HouseNews, ...] = ()
    coming: tuple[Coming, ...] = ()  # the next first
    sleeps: bool = False  # as nobody was there for weeks: nothing is posted any more until somebody wakes it
    closes_year: bool = False  # it is the last issue of its year

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened."""
        return not self.races and not self.drivers

    @property
    def has_people(self) -> bool:
        """Whether a person raced, drove the race of the day, or won a bet."""
        return bool(self.drivers) or any(each.people or each.payee for each in self.races)

    @property
    def number(self) -> int:
        """Which week it is, counted without a gap: phrases are chosen by it."""
        return self.day // 7
