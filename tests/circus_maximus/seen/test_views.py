"""What each viewer may see, and what makes no difference to him (3.5, 3.6, 6.11)."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
import pytest

from engine.circus_maximus.seen.views import ChariotView, RaceView, live_view, view_for
from engine.circus_maximus.words.asks import Forward, Preparation, Speed
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Crossing, Race
from engine.dice import RaceDice
from engine.game import Entrant
from engine.playing import answers, play_through
from engine.questions import Answer, Ask, AskAll
from engine.session import Session
from engine.table import Table
from records.values import EntryId, Faction, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, RULES, a_chariot, a_phase, a_race, a_session


def writing(*speeds: tuple[EntryId, int]) -> Session[Race]:
    """Return a session of three in which some have written."""
    session = a_session(a_race(a_chariot("A20.2"), a_chariot("A20.4"), a_chariot("A20.6")))
    for entry, factors in speeds:
        session.answer(entry, Speed(factors))
    return session


def preparing(*spent: tuple[EntryId, Preparation]) -> Session[Race]:
    entrants = [Entrant(EntryId(number), RULES.colours[number - 1], Faction(number)) for number in (1, 2, 3)]
    session = a_session(RULES.new_race(Options(), entrants), 1, 1, 1)
    for entry, points in spent:
        session.answer(entry, points)
    return session


OTHERS: list[Sequence[EntryId]] = [[], [BLUE], [GREEN], [BLUE, GREEN]]


@pytest.mark.parametrize("drives", OTHERS)
def test_rule_6_11_a_written_speed_makes_no_difference_to_any_other_viewer(drives: Sequence[EntryId]) -> None:
    slow, fast = writing((RED, 1)), writing((RED, 20))

    assert slow.view(drives) == fast.view(drives)
    assert slow.view([RED]) != fast.view([RED])


@pytest.mark.parametrize("drives", OTHERS)
def test_rule_3_6_preparation_points_make_no_difference_to_any_other_viewer(drives: Sequence[EntryId]) -> None:
    one, other = preparing((RED, Preparation(2, 2, 0, 0))), preparing((RED, Preparation(0, 0, 2, 2)))

    assert one.view(drives) == other.view(drives)
    assert one.view([RED]) != other.view([RED])


@pytest.mark.parametrize(
    ("session", "own"),
    [
        (writing((RED, 7), (BLUE, 9)), ({}, {RED: 7})),
        (preparing((RED, Preparation(2, 1, 1, 0))), ({RED: Preparation(2, 1, 1, 0)}, {})),
    ],
)
def test_rule_6_11_everybody_sees_what_he_has_written_himself(
    session: Session[Race], own: tuple[dict[EntryId, Answer], dict[EntryId, int]]
) -> None:
    view: RaceView = session.view([RED, GREEN])

    assert (view.own_points, view.own_speeds) == own


def test_rule_6_11_everybody_sees_who_has_answered() -> None:
    assert writing().view().has_answered == ()
    assert writing((GREEN, 3), (RED, 8)).view().has_answered == (RED, GREEN)


def test_rule_6_11_revealed_speeds_are_public() -> None:
    session = a_session(a_race(a_chariot("A20.2"), a_chariot("A20.4")), 1)
    session.answer(RED, Speed(4))
    session.answer(BLUE, Speed(9))

    view: RaceView = session.view()
    assert [chariot.written for chariot in view.chariots] == [4, 9]
    assert view.own_speeds == {}


def test_rule_6_11_last_turns_speed_is_no_longer_shown_as_written() -> None:
    view: RaceView = a_session(a_race(a_chariot("A20.2", written=9))).view()

    assert view.chariots[0].written is None


def test_rule_3_5_logs_are_open() -> None:
    chariot = a_chariot(
        "D1.2",
        horses=(5, 0, 4, 6),
        wheels=(2, 3),
        endurance=21,
        car="heavy",
        modifier=2,
        jostle=-1,
        penalty=2,
        has_whip=False,
        no_strain=2,
    )
    view: RaceView = a_session(a_race(chariot, a_chariot("A20.4"))).view([BLUE])

    red = view.chariot(RED)
    assert (red.square, red.car_square, red.lane, red.corners) == ("D1.2", "A33.2", 2, 1)
    assert [(horse.original, horse.injury, horse.state) for horse in red.horses][:2] == [
        (5, 0, "alive"),
        (5, 5, "dead"),
    ]
    assert (red.wheel_inside, red.wheel_outside, red.car, red.endurance) == (2, 3, "heavy", 21)
    assert (red.modifier, red.cdm, red.max_speed, red.has_whip) == (2, 2, 15 + 2 - 2, False)
    assert (red.is_stationary, red.may_not_strain) == (True, True)


def test_rule_3_5_before_lanes_are_drawn_nobody_stands_anywhere() -> None:
    race = RULES.new_race(Options(), [Entrant(RED, "red", Faction(1))])
    view = RULES.view_for(race, {}, ())

    red = view.chariot(RED)
    assert (red.lane, red.square, red.car_square, red.status) == (None, None, None, "racing")


@pytest.mark.parametrize("status", ["out", "finished"])
def test_rule_10_2_who_is_off_the_track_stands_on_no_square(status: str) -> None:
    view: RaceView = a_session(a_race(a_chariot(), a_chariot("A20.6", status=status))).view()

    blue = view.chariot(BLUE)
    assert (blue.square, blue.car_square, blue.lane) == (None, None, 6)


def test_rule_5_3_the_phase_under_way_is_public() -> None:
    session = a_phase(a_chariot("A20.3", written=8, has_whip=False), a_chariot("A25.6"))
    assert session.view() == session.view([BLUE])
    session.answer(RED, Forward(3))

    phase = session.view().phase
    assert (phase.entry, phase.total_speed, phase.used, phase.factors) == (RED, 8, 3, 5)


def test_rule_5_3_between_phases_there_is_none() -> None:
    assert writing().view().phase is None


CHANGES: dict[str, Callable[[Chariot], object]] = {
    "square": lambda chariot: setattr(chariot, "square", "A21.2"),
    "horse": lambda chariot: setattr(chariot.horses[1], "injury", 2),
    "wheel": lambda chariot: setattr(chariot.wheels, "outside", 3),
    "eye": lambda chariot: chariot.eyes_lost.append("inside"),
    "weapon": lambda chariot: chariot.weapons.append("dust"),
    "obstacle": lambda chariot: setattr(chariot, "crossing", Crossing(Square("A21.2"), 4)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_rule_3_5_whatever_changes_in_a_log_shows_at_once(change: Callable[[Chariot], object]) -> None:
    race = a_race(a_chariot("A20.2"), a_chariot("A20.4"))
    looked = [RULES.view_for(race, {}, ()).chariots for _ in range(2)]
    change(race.chariots[RED])
    changed = RULES.view_for(race, {}, ()).chariots
    change(race.chariots[BLUE])
    fresh = RULES.view_for(msgspec.json.decode(msgspec.json.encode(race), type=Race), {}, ()).chariots

    assert looked[0] == looked[1]
    assert changed[0] != looked[0][0]
    assert changed[1] is looked[0][1]
    assert RULES.view_for(race, {}, ()).chariots == fresh


@pytest.mark.parametrize("edition", ["basic", "advanced"])
def test_who_looks_at_once_sees_what_the_public_sees(edition: Literal["basic", "advanced"]) -> None:
    entrants = [Entrant(EntryId(number), colour, None) for number, colour in enumerate(RULES.colours[:5], start=1)]
    race = RULES.new_race(Options(edition=edition, laps=1, spear=edition == "advanced", weather=True), entrants)
    table, looks = Table(RaceDice(b"at once")), 0

    def answer(asked: Ask | AskAll) -> Any:
        nonlocal looks
        seen, live = view_for(race, {}, ()), live_view(race)
        for name in RaceView.__struct_fields__:
            assert getattr(live, name) == getattr(seen, name), name
        for chariot in seen.chariots:
            at_once = live.chariot(chariot.entry)
            for name in ChariotView.__struct_fields__:
                assert getattr(at_once, name) == getattr(chariot, name), name
            assert live.squares_of_others(chariot.entry) == seen.squares_of_others(chariot.entry)
        looks += 1
        return answers(asked, lambda ask: RULES.drivers["brute"](live, ask))

    while not race.is_over:
        play_through(RULES.play_turn(race, table), answer)
    assert looks > 100
