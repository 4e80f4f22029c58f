"""A gazette in words: no sentence twice in ten weeks, names that do no harm, and a card that says the same."""

import re
from datetime import date
from typing import Any

import pytest

from records.gazettes import CloseRace, Coming, DayBest, Finish, HouseNews, Streaking, UnderWay, Week, WeekRace
from records.values import RaceId
from renderers import alt_review, draw_review
from words.shared.gazette import YEAR, gazette_card, gazette_lines, sleep_line
from words.shared.gazette_phrases import PHRASES

SUNDAY = date(2026, 11, 29).toordinal()
WEEKS = 4


def a_race(number: int = 1, *winners: str, **values: Any) -> WeekRace:
    given: dict[str, Any] = {
        "race": RaceId(number),
        "title": f"Ludi {number}",
        "thread": 3,
        "ruleset": "circus-maximus",
        "at": 1.8e9,
        "people": 2,
        "payoff": None,
        "payee": "",
        "winners": winners,
        "colours": ("red",) * len(winners),
    }
    return WeekRace(**{**given, **values})


def a_week(ahead: int = 0, **values: Any) -> Week:
    return Week(**{"guild": 1, "day": SUNDAY + 7 * ahead, "since": 1.0, "until": 2.0, **values})


def close(gap: int, *, led: bool = True) -> CloseRace:
    finish = Finish(first=1, second=2, gap=gap, led=led, unit="squares")
    return CloseRace(race=a_race(1, "Ann"), finish=finish, first="Ann", second="Bob")


FULL: dict[str, Any] = {
    "races": (a_race(2, "Ann", payoff=1_240, payee="Eve"), a_race(1, "Bob"), a_race(3, "Cleo"), a_race(4)),
    "closest": close(1),
    "streaks": (Streaking(name="Eve", days=12), Streaking(name="Ann", days=3)),
    "drivers": 4,
    "house": (
        HouseNews(event="leads", name="Teres", other="Fuscus"),
        HouseNews(event="row", name="Scorpus", number=4),
    ),
    "coming": (Coming(kind="fixture", title="Friday race", channel=20, at=1.8e9),),
}
WEEKS_OF_KINDS: dict[str, dict[str, Any]] = {
    "full": FULL,
    "most": {"races": (a_race(1, "Ann"), a_race(2, "Ann"), a_race(3, "Bob")), "closest": close(2, led=False)},
    "one": {"races": (a_race(1, "Ann"),), "closest": close(0)},
    "house": {
        "races": (a_race(1, "Fuscus", people=0),),
        "house": (HouseNews(event="wins", name="Fuscus", number=2),),
    },
    "daily": {"drivers": 3},
    "nobody": {"races": (a_race(1),)},
}


@pytest.mark.parametrize("kind", WEEKS_OF_KINDS)
def test_no_sentence_comes_twice_in_ten_weeks_though_the_same_happens(kind: str) -> None:
    told = [
        re.sub("^## 📰 ", "", line)
        for week in range(10)
        for line in gazette_lines(a_week(week, **WEEKS_OF_KINDS[kind]), WEEKS)
        if not line.startswith(("🏁", "⏰"))  # rows and dates, which are no sentences
    ]
    assert len(told) >= 20
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("kind", PHRASES)
def test_each_kind_has_ten_phrases_that_all_tell_the_same_things(kind: Any) -> None:
    found = PHRASES[kind]
    assert len(set(found)) == len(found) == 10
    assert max(map(len, found)) <= 90, "short enough for a phone"
    fields = [set(re.findall(r"{(\w+)}", each)) for each in found]
    core = {"most": {"who", "wins"}, "streak": {"streaks"}, "nobody": {"races"}, "house": {"who"}, "daily": {"drivers"}}
    assert all(each >= core.get(kind, set()) and each for each in fields)


def test_a_quiet_week_tells_who_drove_best_day_by_day_and_what_is_under_way() -> None:
    for ahead in range(10):
        week = a_week(ahead, drivers=1, bests=(DayBest(name="Ann", place=2, days=3),),
                      under_way=(UnderWay(title="Ludi 9", thread=3),))  # fmt: skip
        told = gazette_lines(week, WEEKS)
        assert not told[0].removeprefix("## 📰 ")[0].islower()
        assert "🏅 Best of the race of the day: **Ann** 2nd of 6 (3 days driven)" in told
        assert "🏇 Under way: [Ludi 9](https://discord.com/channels/1/3)" in told


def test_a_person_who_won_is_in_the_headline_before_a_house_driver_who_won_more() -> None:
    house = [a_race(number, "Fuscus", people=0) for number in (5, 4, 3)]
    for ahead in range(10):
        week = a_week(ahead, races=(*house, a_race(1, "Ben", people_won=("Ben",))))
        told = gazette_lines(week, WEEKS)[0]
        assert "Ben" in told
        assert "Fuscus" not in told
        assert "Ludi 1" in told


def test_an_issue_has_its_headline_rows_highlights_and_dates() -> None:
    lines = gazette_lines(a_week(**FULL), WEEKS)
    assert lines[0].startswith("## 📰 ")
    assert "Ann" in lines[0]
    assert lines[1] == "-# Gazette of the week to 29 November"
    assert lines[2] == "🏁 [Ludi 2](https://discord.com/channels/1/3) · **Ann**"
    assert lines[5] == "🏁 [Ludi 4](https://discord.com/channels/1/3)", "nobody came in first"
    told = "\n".join(lines)
    assert "1 square " in told
    assert "1,240" in told
    assert "12 days" in told
    assert "<#20>" in told
    assert YEAR not in told


def test_an_issue_that_falls_asleep_says_how_to_wake_it_and_an_empty_one_says_that_alone() -> None:
    assert gazette_lines(a_week(sleeps=True), WEEKS)[1:] == [sleep_line(WEEKS)]
    assert gazette_lines(a_week(**FULL, sleeps=True), WEEKS)[-1] == sleep_line(WEEKS)
    assert "`/server settings gazette:True`" in sleep_line(WEEKS)


def test_the_last_issue_of_a_year_offers_the_year() -> None:
    assert YEAR in gazette_lines(a_week(**FULL, closes_year=True), WEEKS)


def test_titles_and_names_do_no_harm() -> None:
    nasty = "@everyone **[x](http://y)** <@1> {who}"
    race = a_race(1, nasty, title=nasty, payoff=5, payee=nasty)
    week = a_week(
        races=(race,),
        closest=CloseRace(race=race, finish=close(1).finish, first=nasty, second=nasty),
        streaks=(Streaking(name=nasty, days=4),),
        coming=(Coming(kind="league", title=nasty, channel=5, at=1.0),),
    )
    for ahead in range(10):
        told = "\n".join(gazette_lines(a_week(ahead, **{name: getattr(week, name) for name in FULL}), WEEKS))
        assert "@everyone" not in told
        assert "<@" not in told
        assert "](http://y" not in told


def test_the_card_is_small_and_says_in_words_what_it_shows() -> None:
    card = gazette_card(a_week(**FULL))
    assert len(draw_review(card)) <= 120 * 1024
    told = alt_review(card)
    assert "4 races" in told
    assert "Ludi 2" in told
    assert "1,240 best payoff" in told
    assert len(told) <= 1_024


def test_rows_are_few_in_a_week_of_many_races() -> None:
    lines = gazette_lines(a_week(races=tuple(a_race(number, "Ann") for number in range(1, 40))), WEEKS)
    assert "-# and 34 more" in lines
    assert len("\n".join(lines)) < 1_000


def test_rows_of_the_card_differ_where_titles_differ_at_their_end_alone() -> None:
    """A row shows about twenty letters of a title."""
    titles = ("Wednesday race · 2 Dec", "Wednesday race · 2 Dec (2)", "Ludi")
    week = a_week(races=tuple(a_race(n, "Ann", title=each) for n, each in enumerate(titles, start=1)))
    shown = [each.label[:21] for each in gazette_card(week).rows]
    assert len(set(shown)) == len(titles)
    assert "(2)" in shown[1]
    assert "Ludi" in shown[2]
