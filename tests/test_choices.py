"""Most turns of a first race are a real choice: the best two answers end apart."""

import pytest

from bench.choices import LEAST, Asked, Tried, asked_in, real_turns


def test_at_least_half_of_the_turns_of_a_first_race_are_real() -> None:
    asked = list(asked_in(0, 4))

    assert {each.kind for each in asked} >= {"speed", "action"}
    assert all(each.tried for each in asked)
    real, turns = real_turns(asked)
    assert real >= LEAST * turns


def test_the_same_race_comes_to_the_same() -> None:
    assert next(asked_in(3, 2)) == next(asked_in(3, 2))


@pytest.mark.parametrize(
    ("tried", "apart"),
    [
        ([Tried("Hold", 20.0, 500.0)], 0.0),
        ([Tried("Hold", 20.0, 500.0), Tried("Whip", 23.5, 400.0)], 3.5),
        ([Tried("Hold", 20.0, 500.0), Tried("Crash", 90.0, 1.0), Tried("Ease", 19.5, 400.0)], 0.5),
    ],
)
def test_the_best_two_count(tried: list[Tried], apart: float) -> None:
    asked = Asked(0, 1, "speed", tried)

    assert asked.apart == apart
    assert asked.is_real == (apart > 1)
