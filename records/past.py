"""Races that are over, in short: what is looked up of them. All of it follows from facts and can be made anew."""

from typing import Literal

import msgspec

from records.values import CupId, EntryId, Faction, PlayerId, RaceId, Sesterces

PastOutcome = Literal["finished", "called off"]
"""A race that its host called off under way, though they drive in it, is looked up for ratings alone."""

TitleKind = Literal["cup", "season"]


class PastRace(msgspec.Struct, frozen=True, kw_only=True):
    """One race that is over."""

    race: RaceId
    revision: int  # of the race as it was summed up: whenever that is raised it is summed up anew
    guild: int
    ruleset: str
    edition: str  # code of its game; empty where that has one alone
    course: str  # code of its game: races of one course can be compared by their turns
    title: str
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
    """One chariot of a race that is over, and who drove it."""

    race: RaceId
    entry: EntryId
    person: PlayerId | None  # at the reins as the race began; none for a house driver
    owner: PlayerId | None  # whose place it is
    last: PlayerId | None  # at the reins as it ended; none for a house driver
    name: str  # of the owner, or the house driver, then
    stable: str  # of a league's race: the stable's name then; empty for all others
    chariot: str  # its name then
    colour: str
    driver: str  # who stands in the car, by the name they had then
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
    is_meddled: bool  # its driver has acted on this race as its host


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
    """What a person's rating was after a race."""

    race: RaceId
    player: PlayerId
    guild: int
    ruleset: str
    at: float  # when the race ended
    races: int  # that have counted for it, this one included
    mean: float
    deviation: float
    change: float  # of the mean by this race


class Summary(msgspec.Struct, frozen=True):
    """A race with its chariots."""

    race: PastRace
    entries: tuple[PastEntry, ...]
