"""Cups on record: the agreements on a series of races."""

from typing import Literal

import msgspec

from records.races import Pace, StoryMode
from records.values import CupId, PlayerId, RaceId

CupState = Literal["open", "finished", "cancelled"]


class CupRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A series of races. How it stands is worked out from them; here are only the agreements."""

    id: CupId
    guild: int
    channel: int
    ruleset: str
    options: str  # JSON, of the ruleset's options
    series: str  # JSON, of the options of its series
    seconds: dict[str, int]  # as of its races
    races: int
    host: PlayerId
    title: str
    state: CupState = "open"
    opened: float
    ended: float | None = None
    pace: Pace = Pace.MOVES
    schedule: str = "{}"  # as of its races
    story: StoryMode = StoryMode.FULL  # as of its races
    late: int = 1  # the last race that somebody may join the cup in


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """Chances to win a cup after one of its races, as they were worked out."""

    race: RaceId
    revision: int  # of the race as it was then; of any other nothing holds
    samples: int  # cups played out
    wins: str  # JSON: how many of them each faction won
    at: float
