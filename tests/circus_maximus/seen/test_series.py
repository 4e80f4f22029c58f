"""CM-31: what a race of Circus Maximus brings in a series; read off its last view, as the race itself has told it."""

import pytest

from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.series import SERIES, results
from engine.circus_maximus.words.facts import RaceEnded
from engine.circus_maximus.words.options import Options
from engine.dice import RaceDice
from engine.game import Entrant
from engine.series import NoOptions, Result
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction
from tests.circus_maximus.builders import a_chariot, a_race


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (0, Options(laps=1)),
        (1, Options(laps=1, edition="advanced")),
        (2, Options(laps=1, edition="advanced", teams=True, field=10, weather=True)),
    ],
)
def test_cm_31_results_are_the_places_that_the_race_has_told(seed: int, options: Options) -> None:
    colours = RULESET.colours_for(options)
    entrants = [Entrant(EntryId(n), colour, Faction(n)) for n, colour in enumerate(colours, start=1)]
    start = first_checkpoint(RULESET, RULESET.new_race(options, entrants))
    session = Session(RULESET, start, RaceDice(seed.to_bytes(2, "big")))
    temperaments = [RULESET.drivers[name] for name in RULESET.mixed]
    while session.open:
        entry, ask = next(iter(session.open.items()))
        drive = temperaments[(entry + seed) % len(temperaments)]
        session.answer(entry, drive(session.view([entry]), ask))

    told = next(fact for fact in session.table.told if isinstance(fact, RaceEnded))
    found = results(session.scenes[-1].view)

    assert [(each.entry, each.place) for each in found if each.place] == [
        (each.entry, each.place) for each in told.places
    ]
    assert len(found) == len(entrants)


def test_cm_31_those_out_stand_behind_by_corners_and_have_no_place() -> None:
    race = a_race(
        a_chariot("A5.1", status="out", corners=1),
        a_chariot("A9.2", status="finished", corners=2, factors_left=3, order=1),
        a_chariot("A7.3", status="out", corners=2),
    )

    found = results(RULESET.view_for(race, {}, ()))

    assert found == (Result(EntryId(2), 1), Result(EntryId(3), None), Result(EntryId(1), None))


def test_rule_16_4_a_driver_who_is_dragged_has_a_place_if_he_lives() -> None:
    race = a_race(
        a_chariot("E1.1", status="finished", driver="dragged", hits=1, has_car=False, order=1),
        a_chariot("B9.2", status="runaway", driver="dragged", hits=2, has_car=False),
        a_chariot("B8.2", status="runaway", driver="dead", hits=0, has_car=False),
        a_chariot("B7.2", status="halted", driver="on foot", has_car=False),
    )

    found = results(RULESET.view_for(race, {}, ()))

    assert [(each.entry, each.place) for each in found] == [(1, 1), (2, 2), (3, None), (4, None)]


def test_rule_16_4_who_crossed_and_died_leaves_the_others_their_places() -> None:
    race = a_race(a_chariot("E1.1", status="out", driver="dead"), a_chariot("B9.2"), final_turn=True)

    found = results(RULESET.view_for(race, {}, ()))

    assert found == (Result(EntryId(2), 1), Result(EntryId(1), None))


def test_cm_31_nobody_has_a_place_where_nobody_finishes() -> None:
    race = a_race(a_chariot("A5.1", corners=1), a_chariot("A9.2", status="out"))

    assert results(RULESET.view_for(race, {}, ())) == (Result(EntryId(1), None), Result(EntryId(2), None))


def test_cm_31_each_race_of_a_series_is_run_by_the_same_options() -> None:
    options = Options(laps=2)

    assert SERIES.race_options(options, NoOptions(), 3, [EntryId(2), EntryId(1)]) == options
    assert [SERIES.points_for(place) for place in (1, 2, 3, 4, 5, 6, 8, None)] == [6, 4, 3, 2, 1, 0, 0, 0]
