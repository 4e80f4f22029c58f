"""Before the race, and after it: courses, draws and rankings that no case says (4, 5, 11.1)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.ave_caesar.data import DECK
from engine.ave_caesar.rules.setup import SHUFFLE, shuffle
from engine.ave_caesar.series import results
from engine.ave_caesar.state import Chariot, Options, Race
from engine.dice import RaceDice
from engine.facts import Concealed, Rolled
from engine.game import Entrant
from engine.series import Result
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction
from tests.ave_caesar.builders import BLUE, GREEN, RED, RULES, YELLOW, a_race, told
from tests.scripted_dice import ScriptedDice

A_SHUFFLE = (1,) * len(SHUFFLE)


def a_new_race(players: int, **options: Any) -> Race:
    entrants = [
        Entrant(EntryId(number), RULES.colours[number - 1], Faction(number)) for number in range(1, players + 1)
    ]
    return RULES.new_race(Options(**options), entrants)


def begun(race: Race, *dice: int) -> Session[Race]:
    """Return a session on a new race: *dice* draw the start cards, and then all decks are shuffled."""
    shuffles = A_SHUFFLE * len(race.chariots)
    return Session(RULES, first_checkpoint(RULES, race), ScriptedDice(*dice, *shuffles))


def draws(*rounds: Sequence[int]) -> list[int]:
    """Return the dice that draw these cards; each the first of its value, and lower than those drawn before it."""
    return [DECK.index(card) + 1 for each in rounds for card in each]


def test_rule_4_the_host_may_choose_course_and_direction() -> None:
    race = a_new_race(4, course="blue", direction="anticlockwise")

    assert (race.course, race.direction) == ("blue", "anticlockwise")


@pytest.mark.parametrize(
    ("players", "course", "raced"), [(4, "yellow", "white"), (5, "blue", "red"), (3, "red", "blue"), (6, "red", "red")]
)
def test_rule_4_a_course_of_the_wrong_side_stands_for_its_counterpart(players: int, course: Any, raced: str) -> None:
    assert a_new_race(players, course=course).course == raced


def test_rule_4_seven_do_not_fit() -> None:
    with pytest.raises(ValueError, match="7 chariots"):
        RULES.new_race(Options(), [Entrant(EntryId(number), "red", None) for number in range(1, 8)])


def test_rule_5_3_the_draw_is_public_and_the_shuffles_are_not() -> None:
    session = begun(a_new_race(3), *draws((5, 6, 2)))

    assert [(fact.dice, fact.sides, fact.rule) for fact in told(session, Rolled)] == [
        ((17,), 24, "5.3"),
        ((21,), 24, "5.3"),
        ((5,), 24, "5.3"),
    ]
    assert [(fact.entry, fact.sides) for fact in told(session, Concealed)] == [
        (entry, SHUFFLE) for entry in (RED, BLUE, YELLOW)
    ]


def test_rule_5_2_every_card_can_come_first_and_last() -> None:
    decks = [shuffle([RaceDice(bytes([seed])).roll(1, sides)[0] for sides in SHUFFLE]) for seed in range(120)]

    assert {deck[0] for deck in decks} == {deck[-1] for deck in decks} == set(range(1, 7))


# Later races (11.1)


def test_rule_11_1_a_ranking_comes_from_the_last_view() -> None:
    def gone(status: Any, place: int | None = None, left_at: int | None = None, **others: Any) -> Chariot:
        return Chariot("some colour", status=status, place=place, left_at=left_at, **others)

    race = a_race(
        gone("out", left_at=900),
        gone("finished", 2),
        gone("out", left_at=1200),
        gone("finished", 1, is_nonplayer=True),
        finished=[GREEN, BLUE],
        removed=[RED, YELLOW],
        is_over=True,
    )

    assert results(RULES.view_for(race, {}, ())) == (Result(BLUE, 2), Result(YELLOW, None), Result(RED, None))
