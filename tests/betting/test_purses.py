"""Purses: B-1."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.betting import purses
from engine.betting.reasons import BetReason
from engine.game import Refused
from records.values import PlayerId
from tests.betting.builders import GAIUS, LUCIUS, a_bank

STRANGER = PlayerId(999)
WEEK = 7 * 86_400.0


@pytest.mark.slow
def test_b_1_weeks_are_those_of_iso_8601() -> None:
    day = datetime(1970, 1, 1, tzinfo=UTC)
    while day.year < 2105:
        year, week, weekday = day.isocalendar()
        assert purses.week_of(day.timestamp()) == f"{year}-W{week:02}"
        began = day.replace(hour=0) - timedelta(days=weekday - 1)
        assert purses.week_began(day.timestamp()) == began.timestamp()
        day += timedelta(days=1, hours=13) if day.hour < 11 else timedelta(hours=11)


def test_b_1_a_week_ends_with_its_last_second() -> None:
    monday = datetime(2026, 11, 16, tzinfo=UTC).timestamp()

    assert purses.week_of(monday - 0.5) == "2026-W46"
    assert purses.week_of(monday) == "2026-W47"
    assert purses.week_of(monday + WEEK - 0.5) == "2026-W47"


def test_b_1_the_gift_comes_once_and_the_stipend_once_a_week() -> None:
    bank = a_bank(server={"gift": 10_000, "stipend": 500})

    for now in (100.0, 200.0, 100.0 + WEEK, 200.0 + WEEK):
        bank.move(*purses.touch(bank.purses_now(), STRANGER, now))

    assert bank.purses()[STRANGER] == 11_000
    assert [key for key in bank.movements if ":999" in key] == [
        "gift:1:999",
        "stipend:1:999:1970-W01",
        "stipend:1:999:1970-W02",
    ]


def test_b_1_where_nothing_is_given_nothing_moves() -> None:
    assert purses.touch(a_bank().purses_now(), STRANGER, 100.0) == ()


def give(bank: object, amount: int, *, now: float = 0.0, key: str = "k", taker: PlayerId = LUCIUS) -> None:
    assert hasattr(bank, "purses_now")
    assert hasattr(bank, "move")
    bank.move(
        *purses.give(bank.purses_now(), giver=GAIUS, taker=taker, amount=amount, key=key, now=now, memo="for you")
    )


def test_b_1_presents_have_a_limit_each_week() -> None:
    bank = a_bank(server={"most_given": 500})

    give(bank, 300, key="a")
    give(bank, 200, key="b", taker=STRANGER)
    with pytest.raises(Refused) as refused:
        give(bank, 1, key="c")
    give(bank, 500, key="d", now=WEEK)

    assert (refused.value.reason, refused.value.rule) == (BetReason.GIVEN_ENOUGH, "B-1")
    assert refused.value.values == {"have": 500, "need": 1, "at_most": 500}
    assert bank.purses() == {GAIUS: 0, LUCIUS: 1_800, PlayerId(103): 1_000, STRANGER: 200}


def test_b_1_the_same_press_gives_once_and_the_memo_is_kept() -> None:
    bank = a_bank()

    give(bank, 300)
    give(bank, 300)

    assert bank.purses()[LUCIUS] == 1_300
    assert bank.movements["present:k"].memo == "for you"


def test_b_1_a_present_is_no_more_than_the_purse_holds_but_the_gift_counts() -> None:
    poor, new = a_bank(purse=299), a_bank(server={"gift": 300})

    with pytest.raises(Refused) as refused:
        give(poor, 300)
    new.move(*purses.give(new.purses_now(), giver=STRANGER, taker=LUCIUS, amount=300, key="k", now=0.0))

    assert refused.value.reason == BetReason.PURSE_TOO_LIGHT
    assert refused.value.values == {"have": 299, "need": 300}
    assert new.purses()[STRANGER] == 0


def test_b_1_whoever_gets_a_present_has_his_purse_opened() -> None:
    bank = a_bank(server={"gift": 400})

    give(bank, 100, taker=STRANGER)

    assert bank.purses()[STRANGER] == 500


@pytest.mark.parametrize(
    ("taker", "amount", "is_bot", "reason"),
    [
        (GAIUS, 10, False, BetReason.NOT_TO_ONESELF),
        (STRANGER, 10, True, BetReason.NOT_TO_BOTS),
        (LUCIUS, 0, False, BetReason.TOO_LITTLE),
        (LUCIUS, -10, False, BetReason.TOO_LITTLE),
    ],
)
def test_b_1_what_is_no_present(taker: PlayerId, amount: int, is_bot: bool, reason: BetReason) -> None:
    book = a_bank().purses_now()

    with pytest.raises(Refused) as refused:
        purses.give(book, giver=GAIUS, taker=taker, amount=amount, key="k", now=0.0, is_bot=is_bot)

    assert (refused.value.reason, refused.value.rule) == (reason, "B-1")
