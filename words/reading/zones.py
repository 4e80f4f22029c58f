"""Time zones, as people type them: by their names, a city, a country, an abbreviation, or how far from UTC they are."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from unicodedata import category, normalize
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from records.refusals import Reason, Refused
from records.text import folded
from records.zones import MACHINE_FILES
from words.reading.places import ABBREVIATIONS, ALSO, CITIES, COUNTRIES

WITHOUT_SUMMER = ("EST", "HST", "MST")
"""Zones called after an abbreviation that people use all year: they know no summer time."""

MOST_NAMED = 4
"""Zones that a refusal names."""

_OFFSET = re.compile(r"(?:utc|gmt)? ?([+-]) ?([0-9]{1,2})(?:[:.]?([0-9]{2}))?")
_MONTH = 30 * 86_400  # seconds


def read_zone(text: str, now: float) -> str:
    """Return the name of the zone that a text means: case and blanks do not matter, a city or a country is enough.

    :param now: seconds since 1970; a distance from UTC is that of this moment.
    :raises Refused: NO_SUCH_ZONE, with the zones that it may be.

    >>> read_zone(" new york ", 0.0), read_zone("nepal", 0.0)
    ('America/New_York', 'Asia/Kathmandu')
    """
    said = _key(text)
    named = _names().get(said)
    if named is not None and named not in WITHOUT_SUMMER:
        return named
    if named is None and len(found := _known(_places(said))) == 1:
        return found[0]
    possible = _known(_exactly(said, now) or _begun(said))[:MOST_NAMED]
    raise Refused(Reason.NO_SUCH_ZONE, zone=text.strip()[:40], possible=possible, fixed=named is not None)


def zones_for(text: str, now: float) -> list[str]:
    """Return the zones that a text which is being typed may mean, the likeliest first; all of them for an empty one."""
    said = _key(text)
    holding = (name for key, name in _cities().items() if said in key)
    return _known([*_exactly(said, now), *_begun(said), *holding])


def _known(zones: Iterable[str]) -> list[str]:
    """Return each zone once, those alone that this machine knows."""
    return [zone for zone in dict.fromkeys(zones) if _key(zone) in _names()]


def time_there(zone: str, now: float) -> str:
    """Return what time it is in a zone, and whether it knows summer time.

    >>> time_there("Etc/GMT-3", 0.0)
    'it is 03:00 there now; no summer time'
    """
    year = [datetime.fromtimestamp(now + month * _MONTH, ZoneInfo(zone)) for month in range(12)]
    is_fixed = len({each.utcoffset() for each in year}) == 1
    return f"it is {year[0]:%H:%M} there now{'; no summer time' if is_fixed else ''}"


def zone_told(zone: str, now: float) -> str:
    """Return a zone with the time there; its name alone where this machine does not know it."""
    try:
        return f"{zone} ({time_there(zone, now)})"
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return zone


def _key(text: str) -> str:
    """Return a text as names are compared: letters without marks, and an i with or without its dot (Turkish) alike."""
    letters = normalize("NFD", folded(text)).replace("ı", "i")
    unmarked = "".join(each for each in letters if not category(each).startswith("M"))
    return " ".join(unmarked.replace("_", " ").split())


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Return all names of zones by what is typed for them; files of the machine are none."""
    usable = sorted(available_timezones() - MACHINE_FILES)
    return {_key(name): name for name in usable if not name.startswith(("posix/", "right/"))}


@lru_cache(maxsize=1)
def _cities() -> dict[str, str]:
    """Return the zones that are called after a continent and a city, UTC first; those in use before older names."""
    names = _names()
    in_use = sorted(name for name in {zone for zones in COUNTRIES.values() for zone in zones} if _key(name) in names)
    others = [name for name in names.values() if "/" in name and not name.startswith("Etc/")]
    return {_key(name): name for name in ("UTC", *in_use, *others)}


def _places(said: str) -> Iterator[str]:
    """Yield the zones that a city, a country or an abbreviation means; older names of zones count where no other has
    the city."""
    named = [name for key, name in _cities().items() if key.endswith(f"/{said}")]
    in_use = [name for name in named if any(name in zones for zones in COUNTRIES.values())]
    yield from in_use or named
    if said in CITIES:
        yield CITIES[said]
    yield from ABBREVIATIONS.get(said, ())
    yield from COUNTRIES.get(ALSO.get(said, said), ())


def _exactly(said: str, now: float) -> list[str]:
    """Return the zones that a text means as it stands, a distance from UTC too."""
    offset = _offset(said)
    return [*_places(said), *(() if offset is None else _zones_at(offset, int(now // 3_600)))]


def _begun(said: str) -> Iterator[str]:
    """Yield the zones of countries and cities whose names begin so."""
    if said:
        for name in (each for each in (*COUNTRIES, *ALSO) if each.startswith(said)):
            yield from COUNTRIES[ALSO.get(name, name)]
        yield from (zone for city, zone in CITIES.items() if city.startswith(said))


def _offset(said: str) -> timedelta | None:
    found = _OFFSET.fullmatch(said)
    if found is None:
        return None
    span = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return -span if found[1] == "-" else span


@lru_cache(maxsize=64)
def _zones_at(offset: timedelta, hour: int) -> tuple[str, ...]:
    """Return the zones in use that are so far from UTC at an hour, counted from 1970."""
    at = datetime.fromtimestamp(hour * 3_600, UTC)
    in_use = dict.fromkeys(zone for zones in COUNTRIES.values() for zone in zones if _key(zone) in _names())
    return tuple(zone for zone in in_use if at.astimezone(ZoneInfo(zone)).utcoffset() == offset)
