"""Time zones as people type them: a city is enough; what may be several is asked back, what is none refused."""

from datetime import UTC, datetime

import pytest

from cogs.kit.messages import words_for
from records.refusals import Reason, Refused
from steward import zone_of
from words.reading.places import ABBREVIATIONS, ALSO, CITIES, COUNTRIES
from words.reading.zones import read_zone, time_there, zone_told, zones_for

NOW = datetime(2026, 11, 28, 12, 5, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Rome", "Europe/Rome"),
        ("europe/rome", "Europe/Rome"),
        ("New York", "America/New_York"),
        (" America/New_York ", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("Louisville", "America/Kentucky/Louisville"),
        ("ＲＯＭＥ", "Europe/Rome"),
        ("nepal", "Asia/Kathmandu"),
        ("mumbai", "Asia/Kolkata"),
        ("utc", "UTC"),
        ("Etc/GMT-3", "Etc/GMT-3"),
        ("JST", "Asia/Tokyo"),
        ("İstanbul", "Europe/Istanbul"),
        ("ıstanbul", "Europe/Istanbul"),
        ("Asunción", "America/Asuncion"),
        ("Bogotá", "America/Bogota"),
        ("Perú", "America/Lima"),
        ("Chișinău", "Europe/Chisinau"),
        ("Zürich", "Europe/Zurich"),
        ("Côte d’Ivoire", "Africa/Abidjan"),
        ("cote d'ivoire", "Africa/Abidjan"),
    ],
)
def test_a_zone_is_known_by_its_city_or_country(typed: str, zone: str) -> None:
    assert read_zone(typed, NOW) == zone


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("EST", "“EST” has no summer time"),
        ("est", "`America/New_York` or `America/Toronto`"),
        ("HST", "Choose a city: `Pacific/Honolulu`"),
        ("MST", "`America/Denver` or `America/Phoenix`"),
        ("IST", "may be several time zones. Choose one, such as `Asia/Kolkata`"),
        ("UTC+5:30", "Choose one, such as `Asia/Kolkata`"),
        ("usa", "such as `America/New_York`"),
        ("georgia", "`America/New_York` or `Asia/Tbilisi`"),
        ("localtime", "I know no time zone “localtime”"),
        ("posixrules", "I know no time zone"),
        ("Factory", "I know no time zone"),
        ("right/Europe/Rome", "I know no time zone"),
        ("../etc/passwd", "I know no time zone"),
        ("", "I know no time zone"),
        ("@everyone", "I know no time zone"),
    ],
)
def test_what_is_no_zone_or_may_be_several_is_refused_with_those(typed: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        read_zone(typed, NOW)

    assert caught.value.reason is Reason.NO_SUCH_ZONE
    assert said in words_for(caught.value)
    assert "@everyone" not in words_for(caught.value)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("india", "Asia/Kolkata"),
        ("nepal", "Asia/Kathmandu"),
        ("mumbai", "Asia/Kolkata"),
        ("est", "America/New_York"),
        ("gmt", "Europe/London"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("-3", "America/Sao_Paulo"),
        ("switz", "Europe/Zurich"),
        ("rom", "Europe/Bucharest"),
    ],
)
def test_what_is_typed_leads_to_the_zones_that_it_may_mean(typed: str, offered: str) -> None:
    assert offered in zones_for(typed, NOW)[:25]


def test_a_distance_from_utc_is_that_of_the_moment() -> None:
    summer = datetime(2026, 7, 1, tzinfo=UTC).timestamp()

    assert "Europe/London" in zones_for("UTC+1", summer)
    assert "Europe/London" not in zones_for("UTC+1", NOW)


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Etc/GMT-3", "it is 15:05 there now; no summer time"),
        ("Europe/Rome", "it is 13:05 there now"),
        ("America/Phoenix", "it is 05:05 there now; no summer time"),
    ],
)
def test_a_zone_is_told_with_the_time_there(zone: str, said: str) -> None:
    assert time_there(zone, NOW) == said
    assert zone_told(zone, NOW) == f"{zone} ({said})"


def test_a_zone_on_record_that_this_machine_does_not_know_is_told_by_its_name() -> None:
    assert zone_told("Mars/Olympus", NOW) == "Mars/Olympus"


def test_every_place_lies_in_a_zone_that_there_is() -> None:
    zones = {*CITIES.values(), *(zone for each in (*COUNTRIES.values(), *ABBREVIATIONS.values()) for zone in each)}

    assert all(zone_of(zone) for zone in zones)
    assert set(ALSO.values()) <= set(COUNTRIES)
