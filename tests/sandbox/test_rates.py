"""A client that waits as long as it was told is never early."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.clock import Clock, wait_until
from sandbox.rates import LIMITS, OVER_ALL, Rates

STARTS = st.floats(min_value=1_700_000_000, max_value=1_900_000_000)
GAPS = st.lists(st.floats(min_value=0, max_value=0.5), min_size=4, max_size=4)
SEND = ("POST", "/channels/{channel_id}/messages", "7")

SOME = settings(max_examples=30)
"""So many find what rounds down, or to the nearest, in each of these tests, as a hundred do."""


class Hand:
    """A clock that only a test moves."""

    def __init__(self, start: float) -> None:
        self.time = start
        self.clock = Clock(lambda: self.time)


@SOME
@given(STARTS, GAPS)
def test_a_send_after_the_wait_is_taken(start: float, gaps: list[float]) -> None:
    hand = Hand(start)
    rates = Rates(hand.clock, are_enforced=True)
    for gap in [*gaps, 0.0]:
        assert rates.count(*SEND)[1] is None
        hand.time += gap
    _, refusal = rates.count(*SEND)
    assert refusal is not None

    hand.time += refusal["retry_after"]

    assert rates.count(*SEND)[1] is None


@SOME
@given(STARTS, GAPS)
def test_the_headers_name_no_earlier_moment_than_the_refusal(start: float, gaps: list[float]) -> None:
    hand = Hand(start)
    rates = Rates(hand.clock, are_enforced=True)
    for gap in [*gaps, 0.0]:
        headers, _ = rates.count(*SEND)
        hand.time += gap
    freed = start + LIMITS[SEND[:2]][1]

    assert float(headers["X-RateLimit-Reset"]) >= freed
    headers, refusal = rates.count(*SEND)
    assert refusal is not None
    assert float(headers["X-RateLimit-Reset-After"]) == refusal["retry_after"]
    assert hand.time + float(headers["X-RateLimit-Reset-After"]) >= freed


@SOME
@given(STARTS, st.floats(min_value=0, max_value=0.9))
def test_the_wait_for_the_limit_over_all_is_long_enough(start: float, passed: float) -> None:
    hand = Hand(start)
    rates = Rates(hand.clock, are_enforced=True)
    for number in range(OVER_ALL):
        assert rates.count("GET", "/users/@me", str(number))[1] is None
    hand.time += passed
    _, refusal = rates.count("GET", "/users/@me", "last")
    assert refusal is not None
    assert refusal["global"]

    hand.time += refusal["retry_after"]

    assert rates.count("GET", "/users/@me", "last")[1] is None


@SOME
@given(STARTS, st.floats(min_value=0, max_value=600))
def test_a_wait_is_in_whole_milliseconds_and_hardly_longer_than_needed(now: float, length: float) -> None:
    wait = wait_until(now + length, now)

    assert wait == round(wait, 3)
    assert now + wait >= now + length
    assert wait <= length + 0.0021


def test_what_has_passed_needs_no_wait() -> None:
    assert wait_until(5.0, 7.0) == 0
