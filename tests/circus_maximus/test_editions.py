"""An edition is a value: the rules ask it what it has, and follow it."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any, get_args

import msgspec
import pytest

from engine.circus_maximus.harm import flips
from engine.circus_maximus.house.simulation import play_race
from engine.circus_maximus.house.speeds import Place, best_speed
from engine.circus_maximus.house.tempers import RACER, form_of
from engine.circus_maximus.printed import editions
from engine.circus_maximus.printed.charts import Grid, Row
from engine.circus_maximus.printed.editions import EDITIONS, EPIC_ROWS, Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, strain_odds
from engine.circus_maximus.printed.tables import TRACK, Fall
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen import risks
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.turn import turn
from engine.circus_maximus.turn.movement import change_lane, sideslip
from engine.circus_maximus.words.facts import (
    CriticallyHit,
    Equipped,
    Flipped,
    LaneChanged,
    RaceEnded,
    TurnBegan,
    WreckCameDown,
)
from engine.circus_maximus.words.options import EditionName, EpicRow, Options
from engine.facts import Rolled
from engine.questions import AskAll
from engine.table import Table
from engine.track import Side
from records.refusals import Refused
from tests.circus_maximus.builders import RED, a_chariot, in_phase
from tests.scripted_dice import ScriptedDice

DRIVERS = ("racer", "brute", "careful", "brute", "racer", "brute", "careful", "brute")

OTHER: Any = "other"
MILD: Any = "mild"


@pytest.fixture(name="other")
def _other(monkeypatch: pytest.MonkeyPatch) -> Edition:
    """Add an edition with another start, other obstacles and no spears."""
    other = replace(
        EDITIONS["advanced"],
        title="Other Game",
        start_dice={"light": 1, "normal": 2, "heavy": 3},
        wreck_location=Row(dict.fromkeys(range(2, 13), Fall(0, 0))),
        lacks={"spear": "16.2"},
    )
    monkeypatch.setattr(editions, "EDITIONS", MappingProxyType({**EDITIONS, "other": other}))
    return other


@pytest.fixture(name="dear")
def _dear(monkeypatch: pytest.MonkeyPatch) -> Edition:
    """Add an edition in which it costs more to leave one's lane."""
    costs = replace(EDITIONS["advanced"].costs, change={"inside": 4, "outside": 3}, sideslip=5)
    dear = replace(EDITIONS["advanced"], title="Dear Game", costs=costs)
    monkeypatch.setattr(editions, "EDITIONS", MappingProxyType({**EDITIONS, "other": dear}))
    return dear


def test_the_options_of_a_race_name_its_edition() -> None:
    assert edition_of(Options()) is EDITIONS["basic"]
    assert edition_of(Options(edition="advanced")) is EDITIONS["advanced"]


def test_every_edition_that_a_host_may_choose_is_there() -> None:
    assert tuple(EDITIONS) == get_args(EditionName)


def test_another_edition_is_one_more_value(other: Edition) -> None:
    outcome = play_race(RULESET, b"one more 1", DRIVERS, Options(edition=OTHER, laps=1))

    cars = {fact.entry: fact.car for fact in outcome.facts if isinstance(fact, Equipped)}
    starts = [fact for fact in outcome.facts if isinstance(fact, Rolled) and fact.what_for == "standing start"]
    assert set(cars.values()) == {"light", "normal", "heavy"}
    dice = {fact.entry: len(fact.dice) for fact in starts}
    assert dice == {entry: other.start_dice[car] for entry, car in cars.items()}
    flipped = {fact.entry: fact.square for fact in outcome.facts if isinstance(fact, Flipped)}
    wrecks = {fact.entry: fact.square for fact in outcome.facts if isinstance(fact, WreckCameDown)}
    assert wrecks
    behind = TRACK.behind
    assert all(square == behind[flipped[entry]] for entry, square in wrecks.items())


@pytest.mark.parametrize(
    ("act", "side", "paid"), [(change_lane, "inside", 4), (change_lane, "outside", 3), (sideslip, "inside", 5)]
)
def test_what_an_act_costs_is_the_editions(dear: Edition, act: Any, side: Side, paid: int) -> None:
    race, table = in_phase(a_chariot("A20.4"), speed=9), Table(ScriptedDice())
    race.options = Options(edition=OTHER)
    assert race.phase is not None

    for _ in act(race, table, RED, side):
        raise AssertionError("nobody is asked")

    assert (9 - race.phase.factors, dear.costs.sideslip) == (paid, 5)


def test_races_are_driven_to_their_end_at_other_costs(dear: Edition) -> None:
    outcomes = [
        play_race(RULESET, b"other costs %d" % race, DRIVERS, Options(edition=OTHER, laps=1)) for race in range(3)
    ]

    assert dear.costs.change == {"inside": 4, "outside": 3}
    assert all(any(isinstance(fact, RaceEnded) for fact in outcome.facts) for outcome in outcomes)
    assert any(isinstance(fact, LaneChanged) for outcome in outcomes for fact in outcome.facts)


def test_a_turn_is_what_the_edition_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition whose turns begin with the speeds: no jostle eases, and no turn is announced."""
    terse = replace(EDITIONS["advanced"], title="Terse Game", sequence=("write", "draw", "end"))
    monkeypatch.setattr(editions, "EDITIONS", MappingProxyType({**EDITIONS, "other": terse}))
    race, table = in_phase(a_chariot("A20.4")), Table(ScriptedDice())
    race.phase, race.options = None, Options(edition=OTHER)
    before = race.turn

    play = turn.play_turn(race, table)
    asked = next(play)

    assert isinstance(asked, AskAll)
    assert (race.turn, [fact for fact in table.told if isinstance(fact, TurnBegan)]) == (before, [])


def test_a_row_that_a_race_does_without_is_as_in_the_advanced_game() -> None:
    without = edition_of(Options(edition="epic", without=("car_type_start_dice",)))

    assert without.start_dice == EDITIONS["advanced"].start_dice != EDITIONS["epic"].start_dice
    assert (without.title, without.lacks) == (EDITIONS["epic"].title, EDITIONS["epic"].lacks)
    assert all(hasattr(EDITIONS["epic"], field) for row in EPIC_ROWS.values() for field in row)
    assert tuple(EPIC_ROWS) == get_args(EpicRow)


def test_an_edition_says_which_options_it_lacks(other: Edition) -> None:
    del other
    with pytest.raises(Refused) as refused:
        RULESET.check_options(Options(edition=OTHER, spear=True), None)
    assert (refused.value.rule, refused.value.values) == ("16.2", {"option": "spear"})
    RULESET.check_options(Options(edition=OTHER, field=16, dust=True), 16)


def test_an_edition_without_wrecks_leaves_none() -> None:
    race, table = in_phase(a_chariot()), Table(ScriptedDice())

    flips.flip(race, table, RED, "corner")

    assert race.chariots[RED].status == "out"
    assert race.pending_wrecks == []


def test_no_wound_is_critical_in_an_edition_without_the_chart() -> None:
    told = [play_race(RULESET, b"wounds %d" % race, DRIVERS, Options(laps=1)).facts for race in range(5)]

    assert not any(isinstance(fact, CriticallyHit) for facts in told for fact in facts)


def test_odds_forecasts_and_house_drivers_read_the_charts_of_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    mild = replace(EDITIONS["basic"], title="Mild Game", corner_strain=Grid({4: ("-",)}, first=1))
    monkeypatch.setattr(editions, "EDITIONS", MappingProxyType({**EDITIONS, "mild": mild}))
    race = in_phase(a_chariot("D1.4"))
    race.options = Options(edition=MILD)
    view = view_for(race, {}, [RED])
    own, place = view.chariot(RED), Place(0, 33)
    form = form_of(RACER, view, own)

    assert strain_odds(mild, 9, 0)["-"] == OF_THREE > strain_odds(EDITIONS["basic"], 9, 0)["-"]
    assert risks.corner_risk(race, race.chariots[RED], 0, 9, 0, 9).odds["-"] == OF_THREE
    assert best_speed(place, form, 18) > best_speed(place, msgspec.structs.replace(form, edition=EDITIONS["basic"]), 18)
