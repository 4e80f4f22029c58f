"""Fixtures: races of a server that open and start by themselves each week; and when a lobby starts by itself."""

from typing import Literal

import msgspec

from records.races import Pace, StoryMode
from records.values import FixtureId, PlayerId, RaceId

FixtureState = Literal["on", "lost", "off"]
"""Each week; its channel is gone, or takes no threads; ended by somebody."""


class FixtureRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A weekly race of a server, as it was agreed on."""

    id: FixtureId
    guild: int
    channel: int
    by: PlayerId  # who set it up, and hosts its races
    title: str
    ruleset: str
    options: str  # JSON, of the ruleset's options
    seconds: str  # JSON: until the default counts, by kind of decision
    pace: Pace
    schedule: str  # JSON of when a turn's deadlines fall
    story: StoryMode
    zone: str  # whose clock it keeps
    minute: int  # at which it starts, from Monday 0:00 there
    least: int  # people without whom it is passed over
    fills: bool  # whether house drivers fill the field
    bets: bool
    created: float
    circus: bool = False  # whether house drivers race each other where nobody comes
    events: bool = False  # whether each of its races has an event of the server's at Discord
    state: FixtureState = "on"
    woken: int = (
        0  # from this day on weeks without a race are counted; days as those of the calendar, 1 for 1 January 1
    )
    passed: int = 0  # the last of its days that came and went without a lobby, as nothing could be opened
    claimed: float | None = None  # when a program last began to open its race


class PlannedStart(msgspec.Struct, frozen=True, kw_only=True):
    """When a lobby starts by itself."""

    race: RaceId
    fixture: FixtureId | None = None
    day: int | None = None  # of the calendar, where its fixture is
    at: float | None = None  # seconds since 1970; none for no hour
    full: bool = False  # whether it starts as soon as all places are taken
    least: int = 1  # people without whom it does not
    fills: bool = False  # whether house drivers fill the field first
    claimed: float | None = None  # when a program last began to start it
    failed: bool = False  # it could not start by itself, and waits for its host
    circus: bool = False  # house drivers are in its field from the beginning, and race though nobody comes
    event: int | None = None  # of Discord's; 0 where it can have none
    event_at: float | None = None  # when a program last began to make it
    watched: bool = False  # somebody has looked at it by a button or a command; noted of a circus alone


class EventPost(msgspec.Struct, frozen=True, kw_only=True):
    """An event to be made of a fixture's race."""

    race: RaceId
    guild: int
    thread: int  # of its race: the place of the event
    title: str
    ruleset: str
    pace: Pace
    at: float  # it begins, in seconds since 1970
    circus: bool


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one date of a fixture."""

    day: int
    race: RaceId
    state: str  # of the race
    is_passed: bool  # passed over by itself, as too few came
    is_circus: bool = False  # house drivers were in its field from the beginning
    is_quiet: bool = False  # house drivers alone were to race, and nobody came, bet or looked


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """How a person did in one race of a fixture."""

    race: RaceId
    person: PlayerId
    name: str
    place: int | None  # the best of their chariots
