"""The limits of a person, a league and a server: how much of each kind they may open, name, send or begin.

They stand here and nowhere else. docs/limits.md tells them, row by row; a test compares the two. Whoever inserts what
is limited counts within the same transaction, so that presses at one instant get no more than presses in turn.
"""

from collections.abc import Mapping
from typing import NamedTuple

HOUR, DAY = 3_600.0, 86_400.0


class Limit(NamedTuple):
    """A limit: so many, at once or within a span of time."""

    most: int
    span: float = 0.0
    """Seconds within which they are counted; 0 for those that are there at once."""


# Of a person

RACES_OF_ONE = Limit(5)
"""Single races that a person hosts in one server, open or under way."""

CUPS_OF_ONE = Limit(2)
"""Cups that a person hosts in one server, and that are not over."""

LEAGUES_OF_ONE = Limit(2)
"""Leagues that a person hosts in one server, and that are not over."""

PRACTICES_OF_ONE = Limit(5)
"""Practices of a person everywhere; another one ends the oldest."""

LESSONS_OF_ONE = Limit(1)
"""Lessons of one number that a person is in; another one ends it."""

RACES_OPENED = Limit(20, DAY)
"""Single races that a person opens in one server, those among them that they called off."""

CUPS_OPENED = Limit(6, DAY)
"""Cups, likewise."""

LEAGUES_OPENED = Limit(6, DAY)
"""Leagues, likewise."""

PRACTICES_OPENED = Limit(60, DAY)
"""Practices and lessons that a person begins everywhere."""

OPENED_OF_ONE: Mapping[str, Limit] = {
    "race": RACES_OPENED,
    "cup": CUPS_OPENED,
    "league": LEAGUES_OPENED,
    "practice": PRACTICES_OPENED,
}
"""The limits of what is opened, each with a thread of its own, by its kind."""

FOLLOWS_OF_ONE = Limit(20)
"""Races, persons and stables that a person follows, everywhere together."""

ARCHIVES_OF_ONE = Limit(6, HOUR)
"""Archives made for a person, with those of their own data."""

SIDE_BETS_TO_ONE = Limit(3, DAY)
"""Side bets that a person may offer the same other one in a server (B-14)."""

SIDE_BETS_OF_ONE = Limit(12, DAY)
"""Side bets that a person may offer to all others in a server together (B-14)."""

# Of a person in one league, cup or race

TICKETS_OF_ONE = Limit(50)
"""Bets of a person on one race, those among them that they took back (B-23)."""

SHARES_OF_ONE = Limit(1)
"""Times that a person may post the trailer of a race in its channel, and likewise its card."""

SHARES_OF_A_RACE = Limit(3)
"""Trailers and cards of a race that all people together may post."""

DEPUTIES_NAMED = Limit(3, DAY)
"""Requests of an owner to be their deputy (L-51)."""

VOTES = Limit(6, DAY)
"""Votes of a member on a league's host; each is told in the thread."""

VOLUNTEERINGS = Limit(3, DAY)
"""Times that a person may begin to drive for others; each is told in the thread."""

RETURNS = Limit(6, DAY)
"""Times that an owner may take a stable back, or a chariot in a cup that they left, and a substitute reins where they
gave some back; each is told in the thread."""

VACATIONS = Limit(6, DAY)
"""Times that a person may say how long they are away; each is told in the thread."""

HOSTINGS_HANDED = Limit(6, DAY)
"""Times that a person may hand a race, cup or league to another host, or take it over; each is told in the thread."""

STABLES_HANDED = Limit(6, DAY)
"""Stables that a host may give to new owners; each is told in the thread, and to that person."""

EXPULSIONS = Limit(12, DAY)
"""Members that a host may expel; likewise."""

REINS_GIVEN = Limit(12, DAY)
"""Times that a host may give somebody's reins to another driver, or offer them; likewise."""

PAUSES = Limit(6, DAY)
"""Times that a person may let a race or a league rest; each is told in the thread."""

RESUMPTIONS = Limit(6, DAY)
"""Times that a person may let it go on; likewise."""

OFFERS_STANDING = Limit(3)
"""Deals and loans that one stable offers the same other one; another one takes the place of the oldest (L-50)."""

OFFERS_IN_A_PHASE = Limit(9)
"""Deals and loans that one stable may offer the same other one before the phase closes (L-50)."""

CONSIGNED_IN_A_PHASE = Limit(10)
"""Goods that one stable may put into the next auction before the phase closes, those taken back included."""

CHALLENGES_STANDING = Limit(3)
"""Challenges of one stable to match races that wait for their answers."""

CHALLENGES_IN_A_PHASE = Limit(6)
"""Challenges that one stable may send before the phase closes."""

RAISES_IN_A_PHASE = Limit(6)
"""Times that one stable may raise the stakes of challenges before the phase closes."""

SIDE_BETS_STANDING = Limit(3)
"""Side bets on matches that a member of a league offers, and that nobody has taken."""

SIDE_BETS_IN_A_PHASE = Limit(8)
"""Side bets on matches that a member may offer or take before the phase closes; each is told in the thread."""

SIDE_STAKES_OF_AN_EVENT = Limit(2_000)
"""Sesterces that a member may risk by side bets on the matches before one event, and that they may win (L-77)."""

SAYINGS_IN_A_PHASE = Limit(6)
"""Times that a member may object to a race before the phase closes, and likewise vote on the end of the season, propose
to take goods, or order the lots of their auction; each is told in the thread (L-99)."""

REQUESTS_MADE = Limit(6, DAY)
"""Requests to host a race, cup or league, or to take reins, in each of them (S-74)."""

ACTS_OF_ONE: Mapping[str, Limit] = {
    "invite": DEPUTIES_NAMED,
    "handing": REQUESTS_MADE,
    "vote": VOTES,
    "volunteer": VOLUNTEERINGS,
    "vacation": VACATIONS,
    "elect": HOSTINGS_HANDED,
    "hand": STABLES_HANDED,
    "expel": EXPULSIONS,
    "replace": REINS_GIVEN,
    "pause": PAUSES,
    "resume": RESUMPTIONS,
}
"""The limits of acts by their kind: :func:`db.writing.batches.add_acts` counts them as it adds one."""

# Of a server

RACES_IN_A_SERVER = Limit(50)
"""Single races that are open or under way; who hosts none may open one all the same (S-53)."""

CUPS_IN_A_SERVER = Limit(20)
"""Cups that are not over; likewise."""

LEAGUES_IN_A_SERVER = Limit(10)
"""Leagues that are not over; likewise."""

FIXTURES_IN_A_SERVER = Limit(3)
"""Fixtures of a server; their races count among no others."""

FIXTURES_SET_UP = Limit(6, DAY)
"""Fixtures that all people together may set up in a server, those among them that were ended."""

ARCHIVES_AT_ONCE = Limit(2)
"""Archives being made, for all servers together."""

STRANGERS_WAIT = DAY
"""Seconds for which somebody who was forgotten opens nothing: else that would be a way round all limits (S-53)."""

# Until what is open ends by itself

LOBBIES_WAIT = 28 * DAY
"""Seconds that a race, a cup or a league waits for its start, and a cup for its next race (S-54)."""

PLACES_KEPT = 2 * DAY
"""Seconds for which a place reserved by *Again* is kept from others (S-72)."""

CHALLENGES_STAND = 2 * DAY
"""Seconds for which a challenge to a match race waits for its answer, and an agreed match for its chariots (H.6)."""

MEN_NAMED_WITHIN = DAY
"""Seconds for which an agreed duel waits for its gladiators; then the healthiest are named for the silent (H.8.7)."""

PAIR_BETS_STAND = DAY / 2
"""Seconds of the second round of bets on a pair of a gala; a hundredth of it at the pace *now* (H.8.4)."""

POOL_STANDS = DAY / 4
"""Seconds from the naming of a duel's men to its first exchange, for spectators' bets (H.8.4)."""

BALLOTS_STAND = 2 * DAY
"""Seconds for which a vote on the end of a season is open (R-B33)."""

REQUESTS_STAND = 2 * DAY
"""Seconds for which a request to be a deputy stands (L-51)."""

LEAGUES_REST = 90 * DAY
"""Seconds that a league rests while nothing of it can be posted, until it is called off (S-54)."""

BOARD_SLEEPS = 7 * DAY
"""Seconds for which nobody of a server drives the race of the day, after which it is posted there no more."""

GAZETTE_SLEEPS = 4 * 7 * DAY
"""Seconds of weeks in a row in which nobody raced, after which the gazette sleeps."""

PUBLISHED_IN_AN_HOUR = Limit(10, HOUR)
"""Results published in one channel: Discord takes no more."""

FIXTURE_SLEEPS = 4 * 7 * DAY
"""Seconds of weeks in a row in which too few come to a fixture, after which it sleeps."""
