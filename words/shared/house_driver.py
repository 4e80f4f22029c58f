"""The page of a house driver in words."""

from collections.abc import Sequence
from itertools import takewhile

from records.past import HouseMeeting, HouseRecord
from records.values import PlayerId
from words.shared.names import namesakes, person_named
from words.shared.nemesis import nemesis_line
from words.shared.telling import count, ordinal

UNKNOWN = "That is no house driver. `/fame` shows those who race here, under **House drivers**."
NOT_YET = "**{}** has not finished a race here yet. `/play race` opens one; the house fills it."
MOST_PEOPLE = 5
RUNNING = 3


def driver_lines(
    mine: HouseRecord, known: Sequence[HouseRecord], met: Sequence[HouseMeeting], viewer: PlayerId
) -> list[str]:
    """Return a house driver's record, form and rivals.

    :param known: all house drivers of the server, the best rating first.
    :param met: meetings with people, the newest first.
    """
    form = " ".join("–" if each is None else str(each) for each in mine.form)
    place = [each.name for each in known].index(mine.name) + 1
    lines = [
        f"## 🏺 {mine.name}",
        f"{count(mine.wins, 'win')} in {count(mine.starts, 'race')} · last places {form}",
        f"Rating {round(mine.mean):,}: {ordinal(place)} of {count(len(known), 'house driver')}",
    ]
    lines += [f"⚔️ Rival: **{mine.rival}**, {mine.ahead} : {mine.behind}"] if mine.rival else []
    return [*lines, *_against_you(mine.name, met, viewer), *_people(mine.name, met, viewer)]


def _against_you(name: str, met: Sequence[HouseMeeting], viewer: PlayerId) -> list[str]:
    """Return how the reader does, and a row of defeats, which only they read."""
    own = [each for each in met if each.person == viewer]
    if not own:
        return []
    defeats = sum(1 for _ in takewhile(lambda each: each.ahead < 0, own))
    row = [nemesis_line(name, defeats, is_beaten=False)] if defeats >= RUNNING else []
    return [f"👤 {name} : you {_score(own)}", *row]


def _people(name: str, met: Sequence[HouseMeeting], viewer: PlayerId) -> list[str]:
    """Return the people met most."""
    others = [each for each in met if each.person != viewer]
    often = {each.person: [one for one in others if one.person == each.person] for each in others}
    first = sorted(often, key=lambda each: (-len(often[each]), each))[:MOST_PEOPLE]
    twins = namesakes((each, often[each][0].name) for each in first)
    lines = [f"· {person_named(often[each][0].name, each, twins)} {_score(often[each])}" for each in first]
    return [f"**Most often against** · {name} : them", *lines] if lines else []


def _score(met: Sequence[HouseMeeting]) -> str:
    """Return the house driver's score against one person, theirs first."""
    return f"{sum(each.ahead < 0 for each in met)} : {sum(each.ahead > 0 for each in met)}"
