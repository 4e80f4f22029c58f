"""Checks the race of the day: its chain of secrets, how a day was chosen, the same dice for the same decisions."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from engine.daily.attempt import Attempt, Day, Pilot, seed_of
from engine.daily.chain import DAYS, leads_to
from engine.daily.choosing import RUNS, choose
from engine.daily.keyed import KeyedTable
from engine.daily.marks import secret_of_edition
from engine.daily.settings import setting_of
from engine.questions import Answer, Ask

SECRET_BYTES = 32
OF_ONE_DAY = 20
"""Races with one answer changed that are run of each day."""

WEEK = 7


def secret_from(typed: str) -> bytes:
    """Read a secret or the anchor as they are told; :exc:`ValueError` if it is neither."""
    secret = bytes.fromhex(typed)
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"{len(secret)} bytes are no secret: it has {SECRET_BYTES}")
    return secret


def chain_told(number: int, secret: bytes, anchor: bytes) -> tuple[bool, str]:
    """Tell whether a day's secret is the one that the anchor stands for, and in words."""
    if not 1 <= number <= DAYS:
        return False, f"the chain holds days 1 to {DAYS}, not {number}"
    if leads_to(secret, number, anchor):
        return True, f"the secret of day {number}, hashed {number} times, is the anchor"
    return False, f"the secret of day {number}, hashed {number} times, is another anchor"


def day_told(number: int, secret: bytes, runs: int = RUNS, edition: int = 1) -> Iterator[str]:
    """Choose a day again from its secret, and tell what anybody must have got.

    :param edition: above 1 for a day whose rules changed while it was open.
    """
    secret = secret_of_edition(secret, edition)
    setting = setting_of(number)
    choice = choose(secret, setting, runs=runs)
    yield f"day {number}: {setting.game} {dict(setting.options)}"
    yield f"candidate {choice.candidate}, dice from the seed {seed_of(secret, choice.candidate).hex()}"
    yield f"places of {runs} house drivers in your seat: {' '.join(map(str, choice.par))}"


# Dice by decision


class Compared(NamedTuple):
    """What became of races that differ in one answer."""

    races: int = 0
    both: int = 0  # rolls that the race and the one with another answer have in common
    differing: int = 0  # of these, those that fell otherwise
    apart: int = 0  # races that went another way after the answer


def changed_races(count: int, first: int = 0) -> Compared:
    """Run races of the day, each again with one answer changed, and compare all rolls that both have."""
    total = Compared()
    for group in range(0, count, OF_ONE_DAY):
        luck = Random(first + group)  # noqa: S311  it chooses what is tried
        number = 1 + (first + group) // OF_ONE_DAY % WEEK + WEEK * luck.randrange(DAYS // WEEK)
        day = Day(luck.randbytes(SECRET_BYTES), setting_of(number))
        asked, usual = _run(day, luck.randrange(2**31), None)
        for _ in range(min(OF_ONE_DAY, count - group)):
            _, other = _run(day, luck.randrange(2**31), luck.randrange(max(1, asked)))
            total = _added(total, usual, other)
    return total


def _added(total: Compared, usual: Mapping[str, tuple[int, ...]], other: Mapping[str, tuple[int, ...]]) -> Compared:
    both = usual.keys() & other.keys()
    differing = sum(any(a != b for a, b in zip(usual[label], other[label], strict=False)) for label in both)
    apart = usual.keys() != other.keys()
    return Compared(total.races + 1, total.both + len(both), total.differing + differing, total.apart + apart)


def _run(day: Day, luck: int, changed: int | None) -> tuple[int, Mapping[str, tuple[int, ...]]]:
    """Return how many questions a race asks in your seat, and all its rolls by their labels.

    :param changed: the question that gets another answer than usual, 0 first.
    """
    asked = 0
    drive, chosen = day.rules.driver(day.rules.mixed[-1]), Random(luck)  # noqa: S311  it chooses what is tried

    def answer(attempt: Attempt, ask: Ask) -> Answer:
        nonlocal asked
        asked += 1
        usual = drive(attempt.view, ask)
        others = [each for each in ask.question.legal() if each != usual] if asked - 1 == changed else []
        return chosen.choice(others) if others else usual

    pilot: Pilot = answer
    table = Attempt(day, pilot=pilot).session.table
    assert isinstance(table, KeyedTable)
    return asked, table.fallen
