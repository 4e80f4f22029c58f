"""CM-32: two chariots that win together."""

from collections.abc import Sequence

import pytest

from engine.circus_maximus.harm import finish
from engine.circus_maximus.position import teams
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.words.facts import Placing, RaceEnded
from engine.circus_maximus.words.state import Chariot, Options, Race
from engine.game import Table
from engine.series import Result
from records.values import EntryId
from tests.circus_maximus.builders import BLACK, BLUE, GREEN, RED, YELLOW, a_chariot, a_race
from tests.scripted_dice import ScriptedDice


def ended(*chariots: Chariot, allies: Sequence[tuple[EntryId, EntryId]]) -> tuple[RaceEnded, Race]:
    """Return how a race with these allies ends as it stands."""
    race = a_race(*chariots)
    race.options = Options(teams=True)
    for one, other in allies:
        race.chariots[one].ally, race.chariots[other].ally = other, one
    table = Table(ScriptedDice())
    finish.end_race(race, table)
    (told,) = table.told
    assert isinstance(told, RaceEnded)
    return told, race


def test_cm_32_a_pair_is_ranked_by_its_better_chariot() -> None:
    # Given red has won, blue and green follow, then yellow; red is green's ally
    told, race = ended(
        a_chariot("E1.1", status="finished", factors_left=2, order=1),
        a_chariot("B30.2"),
        a_chariot("B20.2"),
        a_chariot("B10.2"),
        allies=[(RED, GREEN), (BLUE, YELLOW)],
    )

    assert [(each.entry, each.place) for each in told.places] == [(RED, 1), (GREEN, 1), (BLUE, 2), (YELLOW, 2)]
    assert told.places[0] == Placing(RED, 1, True, 2)
    assert results(RULESET.view_for(race, {}, ())) == (
        Result(RED, 1),
        Result(GREEN, 1),
        Result(BLUE, 2),
        Result(YELLOW, 2),
    )


def test_cm_32_who_is_out_shares_his_allys_place() -> None:
    told, race = ended(
        a_chariot("A9.1", status="out"),
        a_chariot("E1.2", status="finished", order=1),
        a_chariot("B20.3"),
        a_chariot("A8.1", status="out"),
        allies=[(RED, BLUE), (GREEN, YELLOW)],
    )

    assert [(each.entry, each.place, each.crossed) for each in told.places] == [
        (BLUE, 1, True),
        (RED, 1, False),
        (GREEN, 2, False),
        (YELLOW, 2, False),
    ]
    assert [(each.entry, each.place) for each in results(RULESET.view_for(race, {}, ()))] == [
        (BLUE, 1),
        (RED, 1),
        (GREEN, 2),
        (YELLOW, 2),
    ]


def test_cm_32_a_pair_that_is_out_has_no_place() -> None:
    told, race = ended(
        a_chariot("A9.1", status="out", corners=1),
        a_chariot("E1.2", status="finished", order=1),
        a_chariot("B20.3"),
        a_chariot("A8.1", status="out", corners=2),
        allies=[(RED, YELLOW), (GREEN, BLUE)],
    )

    assert [each.entry for each in told.places] == [BLUE, GREEN]
    assert results(RULESET.view_for(race, {}, ()))[2:] == (Result(YELLOW, None), Result(RED, None))


def test_cm_32_without_a_winner_nobody_has_a_place() -> None:
    told, race = ended(a_chariot("A9.1"), a_chariot("A9.2"), allies=[(RED, BLUE)])

    assert told.places == ()
    assert {each.place for each in results(RULESET.view_for(race, {}, ()))} == {None}


@pytest.mark.parametrize("ranked", [[5, 4, 3, 2, 1], [1, 3, 5], []])
def test_who_has_no_ally_is_ranked_alone(ranked: list[EntryId]) -> None:
    alone = dict.fromkeys((RED, BLUE, GREEN, YELLOW, BLACK))

    assert list(teams.places(ranked, alone)) == [(entry, place) for place, entry in enumerate(ranked, start=1)]
