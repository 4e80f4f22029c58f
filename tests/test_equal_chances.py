"""Equal people who have prepared nothing win equally often, whatever their order of joining: a count of whole races."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.dice import RaceDice
from engine.game import Entrant
from engine.questions import Ask
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId

FIELD, RACES = 4, 160
EVEN = RACES / FIELD
LIMIT = 11.34
"""Chi squared of three degrees of freedom that one fair count in a hundred exceeds."""

OPTIONS: dict[str, dict[str, Any]] = {
    "circus-maximus": {"laps": 1},
    "ave-caesar": {},
    "chariot-race": {},
    "chariots-of-rome": {"laps": 1},
}
BEFORE = ("preparation",)
"""Kinds of questions that are left to their default."""


def winner(game: str, seed: str) -> EntryId | None:
    """Return who wins a race of equal house drivers; the same seed gives the same race."""
    rules = RULESETS[game]
    entrants = [Entrant(EntryId(n), colour, None) for n, colour in enumerate(rules.colours[:FIELD], start=1)]
    start = first_checkpoint(rules, rules.new_race(rules.options(**OPTIONS[game]), entrants))
    race, drive = Session(rules, start, RaceDice(seed.encode()), scenes=False), _plain(rules.drivers, rules.deliberate)
    while race.open:
        entry, ask = next(iter(race.open.items()))
        race.answer(entry, ask.default if ask.question.kind in BEFORE else drive(race.view([entry]), ask))
    return next((each.entry for each in rules.results(race.view()) if each.place == 1), None)


def _plain(drivers: Any, deliberate: Any) -> Callable[[Any, Ask], Any]:
    """Return the first house driver that does not take its time."""
    return next(drive for name, drive in drivers.items() if name not in deliberate)  # type: ignore[no-any-return]


def unevenness(wins: Counter[int]) -> float:
    """Return chi squared of wins against an even share for each.

    >>> unevenness(Counter({1: 40, 2: 40, 3: 40, 4: 40})), unevenness(Counter({1: 70, 2: 30, 3: 30, 4: 30}))
    (0.0, 30.0)
    """
    return sum((wins[entry] - EVEN) ** 2 / EVEN for entry in range(1, FIELD + 1))


@cache
def winners(game: str) -> tuple[EntryId | None, ...]:
    """Return who wins each of the races; nobody won a few."""
    won = tuple(winner(game, f"joined {number}") for number in range(RACES))
    assert won.count(None) < 5
    return won


@pytest.mark.slow
@pytest.mark.parametrize("game", OPTIONS)
def test_the_order_of_joining_decides_nothing(game: str) -> None:
    wins = Counter(int(each) for each in winners(game) if each is not None)

    assert unevenness(wins) < LIMIT, wins


@pytest.mark.slow
@pytest.mark.parametrize("favoured", [1, FIELD])
@pytest.mark.parametrize("game", OPTIONS)
def test_such_a_count_shows_a_favour_to_the_first_or_the_last(game: str, favoured: int) -> None:
    """Whoever may race again after a defeat wins 7 races in 16: the count must not let that pass."""
    won = winners(game)
    again = zip(won, [*won[1:], won[0]], strict=True)
    wins = Counter(favoured if favoured in pair else pair[0] for pair in again if pair[0] is not None)

    assert unevenness(wins) > LIMIT, wins
