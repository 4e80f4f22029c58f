"""Races that are over, in short, to look up. All of it follows from facts and can be made anew."""

from math import inf
from typing import Literal

import msgspec

from records.values import CupId, EntryId, Faction, PlayerId, RaceId, Sesterces

PastOutcome = Literal["finished", "called off"]
"""A race that its host called off under way, though they drive in it, is looked up for ratings alone."""

KNOWN = 3
"""Number of people to meet in rated races to count as known: strangers do not move a known person's rating."""

TitleKind = Literal["cup", "season"]


class PastRace(msgspec.Struct, frozen=True, kw_only=True):
    """One race that is over."""

    race: RaceId
    revision: int  # of the race as it was summed up: whenever that is raised it is summed up anew
    guild: int
    ruleset: str
    edition: str  # code of its game; empty where that has one alone
    course: str  # its name: races over one course can be compared by their turns
    title: str
    channel: int  # whoever does not see it knows nothing of the race
    thread: int | None
    cup: CupId | None
    league: RaceId | None
    round: int | None
    outcome: PastOutcome
    at: float  # when it ended
    began: float  # when the first answer came
    turns: int | None
    people: int  # who drove as it began
    is_rated: bool  # whether ratings follow from it
    called_off_by: PlayerId | None
    odds: int | None  # the longest that came in, in hundredths
    payoff: Sesterces | None  # the largest
    payee: PlayerId | None  # to whom
    payee_name: str  # then


class PastEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One chariot of a race that is over, with its driver."""

    race: RaceId
    entry: EntryId
    person: PlayerId | None  # at the reins as the race began; none for a house driver
    owner: PlayerId | None  # whose place it is
    last: PlayerId | None  # at the reins as it ended; none for a house driver
    name: str  # of the owner, or the house driver, then
    stable: str  # of a league's race: the stable's name then; empty for all others
    chariot: str  # its name then
    colour: str
    driver: str  # who stands in the car, by the name they had then; of a league with the league's title
    faction: Faction | None
    team: EntryId  # the first chariot of those that win together
    rank: int | None  # 1 first, over all chariots; none of a race that was called off
    place: int | None  # 1 first, shared or missing as the game's rules have it
    is_best: bool  # of its faction's chariots
    is_alive: bool | None
    odds: int | None  # on its win, in hundredths
    rams: int | None
    survived: int | None  # wrecks
    luck: int | None  # how much luckier its rolls were than a half each, in thousandths
    rolls: int | None  # that decided something
    turns: int | None  # in which it came in
    is_meddled: bool  # its driver has acted on this race as its host; of one called off: they have had it called off


class PastTitle(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody ended a cup, or a season of a league."""

    kind: TitleKind
    number: int  # of the cup or league
    faction: Faction
    stamp: int  # of what it was worked out from: made anew whenever that changes
    guild: int
    ruleset: str
    title: str  # of the cup or league
    at: float
    rank: int  # 1 first; shared ranks leave out the next
    person: PlayerId | None
    name: str  # then: a driver's in a cup, a stable's in a league


class RatingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A person's rating after a race."""

    race: RaceId
    player: PlayerId
    guild: int
    ruleset: str
    at: float  # when the race ended
    races: int  # that have counted for it, this one included
    rivals: int  # people met in rated races, counted up to those that make somebody known
    mean: float
    deviation: float
    change: float  # of the mean by this race


class Summary(msgspec.Struct, frozen=True):
    """A race with its chariots."""

    race: PastRace
    entries: tuple[PastEntry, ...]


# What is read of them


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """The races to look at: those of a server that the asker may know of."""

    guild: int
    ruleset: str | None = None  # of one game alone
    hidden: tuple[int, ...] = ()  # channels that they do not see
    since: float = 0.0  # only those that ended from then on
    until: float = inf  # and before this


By = Literal["person", "stable", "driver", "colour", "chariot", "course", "ruleset"]
"""The groups by which wins are counted; a colour is a team of the circus."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The deeds of a person, or of a thing, in all races together."""

    key: str  # what it is counted by: a person's id, else a name
    name: str  # the newest that a person has raced by; empty for whatever is no person
    ruleset: str  # of a course; else of the newest race
    races: int
    wins: int
    places: int  # second and third ones
    rams: int
    survived: int  # wrecks
    luck: int  # in thousandths over a half a roll
    rolls: int
    latest: RaceId | None  # win; none without one


FeatKind = Literal["quickest", "odds", "payoff", "rams", "survived", "luckiest", "unluckiest"]


class Feat(msgspec.Struct, frozen=True, kw_only=True):
    """The most, or the least, of something that one chariot has done in one race."""

    kind: FeatKind
    race: RaceId
    title: str
    thread: int | None
    at: float
    ruleset: str
    edition: str
    course: str
    person: PlayerId | None
    name: str  # the person's then
    chariot: str
    colour: str
    number: int  # turns, hundredths, sesterces, rams, wrecks, or luck in per cent


class Fallen(msgspec.Struct, frozen=True, kw_only=True):
    """A driver who died, with their record until then."""

    race: RaceId
    title: str
    thread: int | None
    at: float
    person: PlayerId | None
    driver: str
    chariot: str
    stable: str
    races: int  # of this chariot by this name with this person, or of this driver of a league; the last included
    wins: int


class Loyal(msgspec.Struct, frozen=True, kw_only=True):
    """A person who has driven for others."""

    person: PlayerId
    name: str  # that they have raced by themselves; empty if they never did
    races: int


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """A race that two people drove against each other."""

    race: RaceId
    title: str
    thread: int | None
    at: float
    ruleset: str
    mine: int | None  # place
    theirs: int | None
    ahead: int  # 1 if the first one was, -1 the other, 0 if neither


class HouseStart(msgspec.Struct, frozen=True, kw_only=True):
    """A house driver's start in a race that is over."""

    race: RaceId
    name: str
    team: EntryId  # those of one team are no rivals
    place: int | None
    at: float  # when the race ended


class HouseMeeting(msgspec.Struct, frozen=True, kw_only=True):
    """A race in which a person and a house driver met."""

    race: RaceId
    at: float  # when it ended
    person: PlayerId
    name: str  # of the person, then
    place: int | None
    house: str
    house_place: int | None

    @property
    def ahead(self) -> int:
        """1 if the person came in first, -1 if the house driver did, 0 if neither did; without a place one is last."""
        mine, other = (each if each is not None else 1_000 for each in (self.place, self.house_place))
        return (other > mine) - (mine > other)


class HouseDriven(msgspec.Struct, frozen=True, kw_only=True):
    """A race that a house driver drove in, or a person against nobody but the house."""

    race: RaceId
    ruleset: str
    colour: str
    place: int | None


class HouseRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a house driver has done in a server."""

    name: str
    starts: int
    wins: int
    form: tuple[int | None, ...]  # places of the last starts, the latest last
    mean: float  # rating among house drivers
    rival: str  # the house driver met most; empty if none was met
    ahead: int  # races in which the driver came in before the rival
    behind: int
    latest: RaceId | None  # win; none without one


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A person's rating by now."""

    player: PlayerId
    name: str  # the newest that they have raced by
    ruleset: str
    mean: float
    deviation: float
    races: int
    at: float  # of their latest rated race
    rivals: int  # people met in rated races, counted up to those that make somebody known


class TurnStood(msgspec.Struct, frozen=True):
    """How a race stood as a turn was over."""

    turn: int
    order: tuple[EntryId, ...]  # of those on the track, the leader first
    crashed: tuple[EntryId, ...] = ()  # in this turn
