"""House drivers: what they see, what they prefer, and that the stronger ones win more often."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.ave_caesar.asks import Play
from engine.ave_caesar.courses import COURSES, DIRECTIONS, CourseName, Direction, course
from engine.ave_caesar.house.simulation import MOST_ROUNDS, Outcome, play_race
from engine.ave_caesar.state import Chariot, Options
from tests.ave_caesar.builders import RED, RULES, a_chariot, a_race, a_session

STRENGTHS = ("novice", "steady", "master")


def driven(strength: str, *chariots: Chariot, **others: Any) -> Play:
    """Return what a driver of this strength plays in red's place."""
    session = a_session(a_race(*chariots, **others))
    answer = RULES.drivers[strength](session.view([RED]), session.open[RED])
    session.answer(RED, answer)
    assert isinstance(answer, Play)
    return answer


@pytest.mark.parametrize("strength", [*STRENGTHS, "wanderer"])
def test_a_driver_finishes_when_it_can_with_its_lowest_card(strength: str) -> None:
    played = driven(strength, a_chariot("25b", (1, 2, 6), x=3, paid=True), a_chariot("17b"))

    assert (played.card, played.to) == (2, "FINISH")


def test_a_novice_goes_as_far_as_it_can() -> None:
    assert driven("novice", a_chariot("10b", (1, 3, 5)), a_chariot("17b")).card == 5


@pytest.mark.parametrize("strength", ["steady", "master"])
def test_a_better_driver_keeps_to_the_inner_lane(strength: str) -> None:
    assert driven(strength, a_chariot("05N", (1, 1)), a_chariot("17b")).to == "06b1"


@pytest.mark.parametrize("strength", ["steady", "master"])
def test_a_better_driver_does_not_waste_what_it_needs_to_finish(strength: str) -> None:
    # Given exactly as many points as the way is long, and a high card that would waste one of them in the outer lane
    needed = a_chariot("05N", (1, 3), x=3, paid=True, deck=(5, 5, 4, 4))
    blocked = a_chariot("06b2", x=2)

    assert driven(strength, needed, blocked, a_chariot("17b", x=2)).to == "06b1"


@pytest.mark.parametrize("strength", ["steady", "master"])
def test_a_better_driver_pays_early(strength: str) -> None:
    assert driven(strength, a_chariot("22b", (3, 3)), a_chariot("17b")).to == "A2"


def test_a_wanderer_takes_the_wide_way_while_its_cards_allow_it() -> None:
    assert driven("wanderer", a_chariot("05N", (1, 1)), a_chariot("17b")).to != "06b1"

    needed = a_chariot("05N", (1, 3), x=3, paid=True, deck=(5, 5, 4, 4))
    assert driven("wanderer", needed, a_chariot("06b2", x=2), a_chariot("17b", x=2)).to == "06b1"


def test_a_master_blocks_the_bottleneck_before_a_rival() -> None:
    # Given a card into the bottleneck, one like it beyond, and a rival close behind
    rival = a_chariot("10b")
    assert driven("master", a_chariot("11b", (1, 2)), rival).to == "12N"

    # But with no rival near, it goes on
    assert driven("master", a_chariot("11b", (1, 2)), a_chariot("26b", x=1)).to == "13b1"


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_driver_decides_by_what_a_player_sees(strength: str) -> None:
    one = a_race(a_chariot("10b", (2, 3, 5)), a_chariot("06b2", (1, 2, 4), deck=(3, 5, 6, 2)))
    other = a_race(a_chariot("10b", (2, 3, 5)), a_chariot("06b2", (6, 5, 2), deck=(4, 3, 2, 1)))
    answers = [
        RULES.drivers[strength](session.view([RED]), session.open[RED])
        for session in (a_session(one), a_session(other))
    ]

    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", COURSES)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_races_between_all_strengths_end_on_every_course(name: CourseName, direction: Direction) -> None:
    for players in (3, 4) if course(name).side == "A" else (5, 6):
        outcome = raced(
            players, players, STRENGTHS, course=name, direction=direction, nonplayer_chariots=players in (3, 5)
        )

        assert 20 <= outcome.rounds < 60 < MOST_ROUNDS
        assert outcome.finishers
        assert {placing.entry for placing in outcome.ranking} == set(outcome.order)


def test_the_same_seed_gives_the_same_race() -> None:
    assert raced(1, 4, STRENGTHS) == raced(1, 4, STRENGTHS)
    assert raced(1, 4, STRENGTHS).facts != raced(2, 4, STRENGTHS).facts


def raced(seed: int, players: int, strengths: Sequence[str], **options: Any) -> Outcome:
    names = [strengths[(place + seed) % len(strengths)] for place in range(players)]
    return play_race(RULES, f"race {seed // len(strengths)}".encode(), names, Options(**options))


RACES = 160


@pytest.mark.slow
@pytest.mark.parametrize(("weaker", "stronger"), [("novice", "steady"), ("steady", "master")])
def test_the_stronger_driver_wins_more_races(weaker: str, stronger: str) -> None:
    # Each race is driven twice, with the seats exchanged. When one has won more than half of all, it is decided.
    won: Counter[str] = Counter()
    for number in range(RACES):
        where: CourseName = "white" if number % 4 < 2 else "blue"
        outcome = raced(number, 4, (weaker, stronger), course=where)
        won[(weaker, stronger)[(outcome.finishers[0] - 1 + number) % 2]] += 1
        if max(won.values()) > RACES / 2:
            break

    assert won[stronger] > won[weaker]


def test_an_outcome_tells_how_the_race_went() -> None:
    outcome = raced(4, 4, STRENGTHS)

    assert outcome.moves + outcome.missed >= outcome.rounds
    assert [placing.points for placing in outcome.ranking][: len(outcome.finishers)] == [6, 4, 3, 2][
        : len(outcome.finishers)
    ]
    assert msgspec.json.decode(msgspec.json.encode(outcome.facts), type=list[RULES.facts]) == list(outcome.facts)  # type: ignore[name-defined]
