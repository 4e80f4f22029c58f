"""A year of a person or a server, as one viewer may know it."""

import msgspec

from records.past import Tally
from records.values import PlayerId, Sesterces


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """Two people who raced against each other."""

    one: PlayerId
    other: PlayerId
    one_name: str  # the newest by which they raced
    other_name: str
    races: int
    ahead: int  # races in which the first came in before the other
    behind: int


class Beaten(msgspec.Struct, frozen=True, kw_only=True):
    """The house driver who came in before somebody most often: for that person alone."""

    house: str
    ahead: int  # races in which the person came in before
    behind: int


class Winnings(msgspec.Struct, frozen=True, kw_only=True):
    """A person's settled bets: for that person alone."""

    bets: int
    staked: Sesterces
    paid: Sesterces


class PersonYear(msgspec.Struct, frozen=True, kw_only=True):
    """A person's year in a server."""

    year: int
    is_over: bool
    tally: Tally | None  # none without a race with others
    game: str  # the ruleset raced most; empty for none
    colour: str  # driven most; empty for none
    rival: Met | None  # whom they met most
    nemesis: Beaten | None  # none for whoever is not that person
    titles: int  # cups and seasons won
    streak: int  # of the race of the day, days in a row
    moment: str  # in a sentence; empty for none
    winnings: Winnings | None  # none for whoever is not that person


class ServerYear(msgspec.Struct, frozen=True, kw_only=True):
    """A server's year."""

    year: int
    is_over: bool
    races: int
    people: int  # who drove in them
    best: Tally | None  # the person who won most
    colour: Tally | None  # the team that won most
    house: str  # the house driver who won most, empty for none
    house_wins: int
    rivals: Met | None  # the pair that met most
    titles: int  # cups and seasons that ended
    streak: int  # the longest of the race of the day
    streak_of: str
    moment: str
