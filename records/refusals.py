"""Refusals: what the house refuses, and why; the rooms above find the words."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from records.values import EntryId


class Reason(StrEnum):
    """Reasons of the house, whatever is played. Games have enumerations of their own besides."""

    TOO_LATE = "too late"  # at: when it closed, seconds since 1970
    NOT_YOUR_CHARIOT = "not your chariot"
    LEAVES_SERVER = "leaves the server"  # as its owner wishes: nothing begins there
    NO_SUCH_RACE = "no such race"
    NOT_IN_LOBBY = "not in lobby"
    ALREADY_ENTERED = "already entered"
    NOT_ENTERED = "not entered"
    NO_SUCH_COLOUR = "no such colour"
    BAD_NAME = "bad name"
    NAME_OF_ANOTHER = "name of another"  # name: it is another chariot's colour
    NAME_TAKEN = "name taken"  # name: another chariot bears it
    TOO_FEW_ENTRIES = "too few entries"
    NOT_THE_HOST = "not the host"
    RACE_NOT_RUNNING = "race not running"
    NOT_BEGUN = "not begun"  # its start is about to be posted
    HELD = "held"  # its league lets it wait
    RACE_IS_OVER = "race is over"
    RACE_IS_PAUSED = "race is paused"
    RULES_ARE_NEWER = "rules are newer"  # than this program's: another one is about to take its place
    TOO_MANY_RACES = "too many races"  # what: race, cup or league; at_most, own; hosts: people with how many, the most
    HOSTS_ENOUGH = "hosts enough"  # likewise, or practice or lesson; races: all that the person does alone
    TOO_OFTEN = "too often"  # what: the act's kind; at_most, hours; again: seconds since 1970
    NO_SUCH_CUP = "no such cup"
    CUP_IS_OVER = "cup is over"
    CUP_WENT_ON = "cup went on"  # its next race has begun
    RACE_UNDER_WAY = "race under way"
    ORDERS_CHANGED = "orders changed"  # since those were read that these were made of
    NO_ORDERS = "no orders"  # this game, or this pace, knows none
    NOT_AT_THIS_PACE = "not at this pace"  # pace
    NO_SUCH_INPUT = "no such input"  # at_most
    UPDATED_SINCE = "updated since"  # to
    NOT_PAUSED = "not paused"
    NO_SUCH_ZONE = "no such zone"  # zone
    BAD_TIME = "bad time"  # text
    PLACES_WAIT = "places wait"  # names: of those for whom places are reserved
    NOT_HANDED = "not handed"  # no request to host or drive stands, or it is to another
    NOTHING_RESERVED = "nothing reserved"
    NO_SEAT = "no seat"  # nothing is offered here
    REINS_ELSEWHERE = "reins elsewhere"  # of a chariot of their own, that somebody else drives now
    HOLDS_REINS = "holds reins"  # player
    HAS_A_PLACE = "has a place"  # player
    HOUSE_DRIVES = "house drives"
    REMINDED_JUST_NOW = "reminded just now"  # minutes, at
    CHANGED_MEANWHILE = "changed meanwhile"
    REASON_WANTED = "reason wanted"
    TOO_LONG_A_PAUSE = "too long a pause"  # at_most, in seconds
    PLACES_ARE_TAKEN = "places are taken"
    AGREED_FOR_CUP = "agreed for the cup"
    SAME_FIELD = "same field"
    EXPORT_UNDER_WAY = "export under way"
    NO_MORE_PAPERS = "no more papers"
    NO_WRITER = "no writer"  # what: league or cup
    BAD_LETTER = "bad letter"  # words, at_most, length, most_length, lines, most_lines
    NO_SUCH_LETTER = "no such letter"
    REPORTED_ALREADY = "reported already"
    NO_BALLOT = "no ballot"
    NO_VOTER = "no voter"
    NO_SAY = "no say"  # nothing waits for a word of those who look on
    TOO_NEW_FOR_A_SAY = "too new for a say"  # need, have: days as a member
    RATED_ALREADY = "rated already"  # now: counts, or does not count
    DROVE_IN_IT = "drove in it"
    NOT_OVER = "not over"
    RESTED_ENOUGH = "rested enough"  # at_most, in days; left, in hours
    NEEDS_ANOTHER = "needs another"  # what: race, cup or league, in which the person has an interest
    FOUNDER_ENDS = "founder ends"  # founder: who opened the league; they, or somebody without a part in it, end it
    TURNED_BACK_ENOUGH = "turned back enough"  # at_most, what
    TIME_IS_THEIRS = "time is theirs"  # at: seconds since 1970, none if nothing is open; what
    AGREED_UNRATED = "agreed unrated"
    STRANGER_HOSTS = "stranger hosts"  # what
    NOT_HERE = "not here"  # own: whether the person who acts is no member of the server, or somebody who was named
    LEFT_CUP = "left the cup"
    LEFT_RACE = "left the race"  # title
    OUT_OF_RACE = "out of the race"  # title
    STAYS_IN_CUP = "stays in the cup"
    DRIVES_FOR_ANOTHER = "drives for another"  # title, owner, what
    STAYS_IN_RACE = "stays in the race"  # title
    HOST_IS_HERE = "host is here"  # host
    HOST_MAY_RETURN = "host may return"  # at: seconds since 1970
    NOT_NEXT_AS_HOST = "not next as host"  # player; none if nobody is in it
    HOSTS_ALREADY = "hosts already"  # player
    NOT_IN_IT = "not in it"  # player
    ELECTED_HERE = "elected here"
    SHARED_ALREADY = "shared already"  # what: trailer or card
    SHARED_ENOUGH = "shared enough"  # at_most
    NOTHING_TO_SHARE = "nothing to share"
    STARTS_AS_AGREED = "starts as agreed"  # a fixture's race, or one of a cup or league
    NO_SUCH_FIXTURE = "no such fixture"
    NO_SUCH_YEAR = "no such year"  # year
    FOLLOWS_ENOUGH = "follows enough"  # at_most
    TOO_MANY_FIXTURES = "too many fixtures"  # at_most
    NO_LINE_UP = "no line-up"  # of house drivers alone, with these options of a fixture
    NOBODY_STEERS = "nobody steers"  # a race of house drivers alone on which the bank pays
    DAY_NOT_BEGUN = "day not begun"  # number
    DAY_CLOSED = "day closed"  # number
    DAY_STOPPED = "day stopped"  # number; its rules changed too often while it was open
    DAY_RACED_OTHERWISE = "day raced otherwise"  # number, place; it ended by rules that are no longer here
    DAY_HAD_BEFORE = "day had before"
    TOO_MANY_EXPORTS = "too many exports"  # at_most, again: seconds since 1970


class Refused(Exception):
    """An act that the rules refuse; it has changed nothing. The rooms above find the words for it.

    >>> refused = Refused(Reason.TOO_LONG_A_PAUSE, at_most=86_400)
    >>> refused.reason, refused.values
    (<Reason.TOO_LONG_A_PAUSE: 'too long a pause'>, {'at_most': 86400})
    """

    def __init__(self, reason: StrEnum, rule: str | None = None, **values: object) -> None:
        super().__init__(reason, rule, values)
        self.reason, self.rule, self.values = reason, rule, values
        self.names: Mapping[EntryId, str] = {}
        """Names of the race's chariots, given by a caller who knows which race it is."""
        self.options: Any = None
        """The options of that race, set by the same caller: its edition may number rules differently."""
