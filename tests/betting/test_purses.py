"""Weeks of purses, presses that come twice, and what is no present (B-1)."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.betting import purses
from engine.betting.reasons import BetReason
from records.refusals import Refused
from records.values import PlayerId
from tests.betting.builders import GAIUS, LUCIUS, a_bank

STRANGER = PlayerId(999)


@pytest.mark.slow
def test_b_1_weeks_are_those_of_iso_8601() -> None:
    day = datetime(1970, 1, 1, tzinfo=UTC)
    while day.year < 2105:
        year, week, weekday = day.isocalendar()
        assert purses.week_of(day.timestamp()) == f"{year}-W{week:02}"
        began = day.replace(hour=0) - timedelta(days=weekday - 1)
        assert purses.week_began(day.timestamp()) == began.timestamp()
        day += timedelta(days=1, hours=13) if day.hour < 11 else timedelta(hours=11)


def give(bank: object, amount: int, *, now: float = 0.0, key: str = "k", taker: PlayerId = LUCIUS) -> None:
    assert hasattr(bank, "purses_now")
    assert hasattr(bank, "move")
    bank.move(
        *purses.give(bank.purses_now(), giver=GAIUS, taker=taker, amount=amount, key=key, now=now, memo="for you")
    )


def test_b_1_the_same_press_gives_once_and_the_memo_is_kept() -> None:
    bank = a_bank()

    give(bank, 300)
    give(bank, 300)

    assert bank.purses()[LUCIUS] == 1_300
    assert bank.movements["present:k"].memo == "for you"


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
