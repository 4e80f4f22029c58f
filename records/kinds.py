"""The kinds of things that a session plays, and what all rooms ask of a kind; a further one is a value more."""

from dataclasses import dataclass
from typing import Literal

SHEETS_TO_OFFER, SHEETS_TO_KEEP = 4, 6
"""Sheets of a league in a row, two an event: after so many without a word a stable is offered, then kept (H.10)."""


@dataclass(frozen=True)
class Kind:
    """What a row of the table of races is. By default it is as a race is; words for each are at the edge."""

    noun: Literal["race", "league"]  # its name, which is that of its commands, too
    takes_race_commands: bool = True  # and presses of a race's buttons; else it has others of its own
    has_places: bool = True  # ends with places, of which ratings, posters and films are made
    has_table: bool = True  # people bet on it at a table of its own
    has_phases: bool = False  # goes from phase to phase, each open until a date
    has_managers: bool = False  # members' managers answer for them while they are silent, and no house driver
    has_bettors: bool = False  # some take part to bet only
    has_own_views: bool = False  # members see more of what is theirs than others, at the reins or not
    has_papers: bool = False  # its story is a paper: with dates, a field and standings
    elects_host: bool = False  # once it has begun
    keeps_seals: bool = False  # some answers stay sealed for good
    numbers_entries: bool = True  # an entry is told with its number
    offers_after: int | None = None  # silences after which a place is offered; none: as soon as a house driver has it


RACE = Kind("race")
LEAGUE = Kind(
    "league",
    takes_race_commands=False,
    has_places=False,
    has_table=False,
    has_phases=True,
    has_managers=True,
    has_bettors=True,
    has_own_views=True,
    has_papers=True,
    elects_host=True,
    keeps_seals=True,
    numbers_entries=False,
    offers_after=SHEETS_TO_OFFER,
)
