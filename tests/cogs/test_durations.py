"""Lengths of time as people type them, and the deadlines of a race."""

import pytest

from cogs.kit.durations import LEAST, MOST, deadlines, read_duration, wished
from cogs.kit.messages import TellPlayer
from engine.rulesets import RULESETS
from words.shared.paces import NAMES
from words.shared.times import tell_duration

KINDS = RULESETS["circus-maximus"].decisions


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90m", 5_400),
        ("1d 12h", 129_600),
        ("1 day, 12 hours and 5 minutes", 129_900),
        ("2H", 7_200),
        ("1d12h", 129_600),
        ("2 weeks", MOST),
        ("30s", LEAST),
        ("14d", MOST),
        ("13d 23h 59m 60s", MOST),
        ("1.5h", 5_400),
        ("1,5 hours", 5_400),
        ("1h30", 5_400),
        ("half a day", 43_200),
        ("٣m", 180),
        ("２h", 7_200),
    ],
)
def test_what_is_a_length_of_time(text: str, seconds: int) -> None:
    assert read_duration(text) == seconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "29s",
        "14d 1s",
        "soon",
        "5",
        "-5m",
        "5m later",
        "1.555h",
        "1.500h",
        "999999d",
        "0m",
        "٣² m",
        "5 m m",
        "h5",
        "*@here*",
        "2 months",
        "3 dogs",
    ],
)
def test_what_is_none_or_out_of_range(text: str) -> None:
    with pytest.raises(TellPlayer) as caught:
        read_duration(text)

    assert "30 seconds to 14 days" in str(caught.value)
    assert "@here" not in str(caught.value)


@pytest.mark.parametrize("seconds", [0, 1, 59, 60, 61, 3_600, 86_399, 86_400, 129_600, MOST])
def test_what_is_told_can_be_read_back(seconds: int) -> None:
    told = tell_duration(seconds)

    assert not LEAST <= seconds <= MOST or read_duration(told) == seconds


@pytest.mark.parametrize("pace", NAMES)
def test_each_pace_gives_every_decision_a_time_to_answer(pace: str) -> None:
    seconds = deadlines(KINDS, pace)

    assert set(seconds) == set(KINDS)
    assert all(LEAST <= each <= MOST for each in seconds.values())


def test_paces_differ() -> None:
    assert len({tuple(deadlines(KINDS, pace).values()) for pace in NAMES}) == len(NAMES) - 1
    # A turn a day is due at a time of day; where none is agreed on, after as long as by moves.
    assert deadlines(KINDS, "turns") == deadlines(KINDS, "moves")


def test_wishes_override_the_pace_one_by_one() -> None:
    wished = deadlines(KINDS, "evening", " Speed 2h ,action 90s,, ")
    usual = deadlines(KINDS, "evening")

    assert (wished["speed"], wished["action"]) == (7_200, 90)
    assert {kind: wished[kind] for kind in usual if kind not in ("speed", "action")} == {
        kind: usual[kind] for kind in usual if kind not in ("speed", "action")
    }


@pytest.mark.parametrize("wishes", ["lunch 2h", "speed", "speed soon", "2h", "all", "speeding 2h"])
def test_a_wish_that_cannot_be_kept_says_why(wishes: str) -> None:
    with pytest.raises(TellPlayer, match="written like"):
        deadlines(KINDS, "moves", wishes)


@pytest.mark.parametrize("wishes", ["speed: 1.5h; action = 3h", "speed 1,5h, action ３h", "action=3h;speed:1h30"])
def test_wishes_are_read_as_people_write_them(wishes: str) -> None:
    assert wished(KINDS, wishes) == {"speed": 5_400, "action": 10_800}


def test_one_time_for_all_may_be_followed_by_others() -> None:
    assert wished(KINDS, "all 2h, speed 1d") == {**dict.fromkeys(KINDS, 7_200), "speed": 86_400}


def test_a_wish_that_names_nothing_lists_what_has_a_deadline() -> None:
    with pytest.raises(TellPlayer) as caught:
        deadlines(KINDS, "moves", "*lunch @everyone 2h")

    assert all(kind in str(caught.value) for kind in KINDS)
    assert "@everyone" not in str(caught.value)


def test_a_kind_of_more_than_one_word_is_one_kind() -> None:
    seconds = deadlines(KINDS, "moves", "On foot 2h, speed 5m, obstacle 1d 12h")

    assert (seconds["on foot"], seconds["speed"], seconds["obstacle"]) == (7_200, 300, 129_600)
    with pytest.raises(TellPlayer, match="no deadline called “on”"):
        deadlines(KINDS, "moves", "on 2h")
