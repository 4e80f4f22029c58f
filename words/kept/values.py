"""Values of the database as people write them: dates, spans, sums, yes and no."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any, TypeAlias

import msgspec

from records.races import Pace
from words import WORDS
from words.betting.table import sesterces
from words.shared.paces import pace_told
from words.shared.spelling import words_of, words_of_type
from words.shared.telling import count
from words.shared.times import in_units

Shown: TypeAlias = Callable[[Any], str]
"""Returns a value in words; empty for one that says nothing."""

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def text(value: Any) -> str:
    """
    >>> text("Celer"), text(7)
    ('Celer', '7')
    """
    return str(value)


def unsaid(_value: Any) -> str:
    """Return nothing: what helps nobody who reads stands in the file for programs alone."""
    return ""


def you(_value: Any) -> str:
    """Return what stands for a number of the reader's: of others' none is handed out."""
    return "you"


def number(value: int) -> str:
    """Return a number that may stand for none.

    >>> number(17), number(0)
    ('17', '')
    """
    return str(value) if value else ""


def place_at_discord(value: int) -> str:
    """
    >>> place_at_discord(700), place_at_discord(0)
    ('700', 'direct messages')
    """
    return str(value) if value else "direct messages"


def yes(value: Any) -> str:
    """
    >>> yes(True), yes(0)
    ('yes', 'no')
    """
    return "yes" if value else "no"


def only_yes(value: Any) -> str:
    """Return a word for what is out of the ordinary, and none for what is not.

    >>> only_yes(True), only_yes(0)
    ('yes', '')
    """
    return "yes" if value else ""


def time(value: float) -> str:
    """
    >>> time(1900000000.0), time(0.0)
    ('17 March 2030, 17:46 UTC', '')
    """
    if not value:
        return ""
    moment = datetime.fromtimestamp(value, UTC)
    return f"{moment.day} {moment:%B %Y}, {moment:%H:%M} UTC"


def day(value: int) -> str:
    """Return a day of the calendar, 1 for 1 January 1.

    >>> day(739954), day(0)
    ('4 December 2026', '')
    """
    if not value:
        return ""
    found = date.fromordinal(value)
    return f"{found.day} {found:%B %Y}"


def span(value: float) -> str:
    """
    >>> span(86400.0), span(5400), span(0.0)
    ('1 day', '1 hour 30 minutes', 'none')
    """
    return " ".join(count(amount, unit) for amount, unit in in_units(round(value))) or "none"


def minute_of_day(value: int) -> str:
    """
    >>> minute_of_day(1320)
    '22:00'
    """
    return f"{value // 60:02}:{value % 60:02}"


def minute_of_week(value: int) -> str:
    """
    >>> minute_of_week(6960)
    'Friday, 20:00'
    """
    return f"{_WEEKDAYS[value // 1440]}, {minute_of_day(value % 1440)}"


def rounded(value: float) -> str:
    """
    >>> rounded(12.345), rounded(12.0)
    ('12.3', '12')
    """
    return f"{value:.1f}".removesuffix(".0")


def odds(value: int) -> str:
    """Return odds that are kept in hundredths.

    >>> odds(550)
    '5.5 : 1'
    """
    return f"{value / 100:g} : 1"


def luck(value: int) -> str:
    """Return luck that is kept in thousandths of a roll.

    >>> luck(1250), luck(-500)
    ('1.25 rolls more than chance gives', '0.5 rolls fewer than chance gives')
    """
    return f"{abs(value) / 1000:g} rolls {'fewer' if value < 0 else 'more'} than chance gives"


def game(value: str) -> str:
    """
    >>> game("ave-caesar"), game("lost")
    ('Ave Caesar', 'lost')
    """
    return WORDS[value].title if value in WORDS else value


def pace(value: str) -> str:
    """
    >>> pace("daily")
    'by mail, a turn a day'
    """
    return pace_told(Pace(value)) if value in list(Pace) else str(value)


def pace_in(value: str, row: Mapping[str, Any]) -> str:
    """Return the pace of a race with times of its own: by them an evening is told from a race by mail.

    >>> pace_in("live", {"seconds": '{"speed": 720}'}), pace_in("live", {"seconds": "{}"})
    ('evening', 'by mail, move by move')
    """
    return pace_told(Pace(value), msgspec.json.decode(row["seconds"])) if value in list(Pace) else str(value)


def paid(value: int, row: Mapping[str, Any]) -> str:
    """Return what a bet brought; nothing while it is open.

    >>> paid(0, {"state": "open"}), paid(0, {"state": "lost"})
    ('', '0 sesterces')
    """
    return "" if row["state"] == "open" else sesterces(value)


def coded(words: Mapping[Any, str]) -> Shown:
    """Return what puts codes in words; one that is not known stays as it is."""
    return lambda value: words.get(value, words_of(str(value)))


def schedule(value: str) -> str:
    """Return the times of a race's turns.

    >>> schedule('{"zone": "Europe/Rome", "at": [1200], "grace": 86400.0}')
    'zone Europe/Rome; at 20:00; grace 1 day'
    >>> schedule('{"week": {"market": 6960}}')
    'week (market Friday, 20:00)'
    >>> schedule("{}")
    ''
    """
    known: Mapping[str, Shown] = {
        "at": lambda times: ", ".join(map(minute_of_day, times)),
        "days": lambda days: ", ".join(_WEEKDAYS[each] for each in days),
        "least": span,
        "grace": span,
        "longest_pause": span,
        "week": lambda week: _named({kind: minute_of_week(at) for kind, at in week.items()}),
    }
    told = {name: known.get(name, spelled)(each) for name, each in msgspec.json.decode(value).items()}
    return "; ".join(f"{words_of(name)} {each}" for name, each in told.items() if each)


def spans(value: str) -> str:
    """Return how long each kind of question waits.

    >>> spans('{"speed": 43200, "default": 3600}')
    'speed 12 hours; default 1 hour'
    """
    return "; ".join(f"{words_of(kind)} {span(each)}" for kind, each in msgspec.json.decode(value).items())


def content(value: str) -> str:
    """Return a text of JSON in words: names with their values.

    >>> content('{"type": "Write", "speed": 12, "is_held": true, "past": [1, 2], "next": null}')
    'Write; speed 12; is held yes; past 1, 2'
    >>> content("{}")
    ''
    """
    found = _read(value)
    return "; ".join(_parts(found)) if isinstance(found, dict) else spelled(found)


def spelled(value: object) -> str:
    """Return a value of JSON in words; a text may be JSON itself.

    >>> spelled([{"lane": 2}, [1, 2], False, '{"line":"best"}'])
    '(lane 2), (1, 2), no, (line best)'
    """
    match value:
        case None:
            return ""
        case bool():
            return yes(value)
        case dict():
            return _named(value)
        case list():
            return ", ".join(f"({spelled(each)})" if isinstance(each, list) else spelled(each) for each in value)
        case str() if isinstance(found := _read(value), dict):
            return _named(found)
    return str(value)


def _read(value: str) -> object:
    """Return what a text of JSON holds; the text itself, if it is none.

    >>> _read('{"line":"best"}'), _read("{best}")
    ({'line': 'best'}, '{best}')
    """
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


def _named(parts: Mapping[str, object]) -> str:
    return f"({', '.join(_parts(parts))})" if parts else ""


def _parts(found: Mapping[str, object]) -> list[str]:
    """Return the values of an object by their names; its type needs none."""
    told = {name: spelled(each) for name, each in found.items()}
    return [
        words_of_type(each) if name == "type" else f"{words_of(name)} {each}" for name, each in told.items() if each
    ]


money: Shown = sesterces
"""Returns a sum of play money."""
