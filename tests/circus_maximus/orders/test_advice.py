"""The best ways and beginnings known: on the field as its player sees it, by nobody's secrets."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.circus_maximus.orders.advice import best_begin, best_way
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.orders.presets import MOST_BURNT, PRESETS, drawn
from engine.circus_maximus.orders.reckoning import Turn
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import forecast
from engine.circus_maximus.seen.risks import CornerRisk
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.asks import Begin, BeginPhase, Brake, Sideslip, Speed
from engine.circus_maximus.words.state import Chariot, Race
from engine.questions import Ask
from records.values import EntryId, Lane, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_phase, a_race, asked


def under_way(*chariots: Chariot, turn: int = 5) -> Race:
    for chariot in chariots:
        chariot.on_grid = False
    return a_race(*chariots, turn=turn)


def crowds() -> Iterator[list[Chariot]]:
    """Yield fields in which red stands behind a crowd, at random, and goes so fast that much of its way is blocked."""
    lots = Random(1)
    for _ in range(40):
        section, number, lane = lots.choice("AB"), lots.randint(8, 24), lots.randint(2, 7)
        near = [
            Square(f"{section}{number + ahead}.{lane + aside}")
            for ahead in range(9) for aside in (-1, 0, 1) if (ahead, aside) != (0, 0)
        ]  # fmt: skip
        taken: list[Square] = []
        for square in lots.sample(near, 8):
            held = {square, TRACK.behind[square], f"{section}{number}.{lane}", f"{section}{number - 1}.{lane}"}
            if not held & {*taken, *(TRACK.behind[each] for each in taken)} and square not in list(held)[2:]:
                taken.append(square)
        free = [each for each in taken if {each, TRACK.behind[each]}.isdisjoint(
            {f"{section}{number}.{lane}", f"{section}{number - 1}.{lane}"})]  # fmt: skip
        corners = lots.choice((0, 5)) if section == "B" else 0
        own = a_chariot(f"{section}{number}.{lane}", written=lots.randint(14, 20), corners=corners, has_whip=False)
        yield [own, *(a_chariot(each, corners=corners) for each in free)]


def test_no_way_stands_still_or_burns_much_where_it_can_slip_or_change() -> None:
    blocked = 0
    for field in crowds():
        session = a_phase(*field, dice=[6] * 20)
        if RED not in session.open or session.open[RED].question.kind != "action":
            continue
        view, question = view_for(session.state, {}, [RED]), asked(session)
        way = best_way(view, session.open[RED])
        blocked += any(isinstance(step, Sideslip | Brake) for step in way.steps)
        if question.sideslips or question.changes:
            assert way.burnt < question.factors
            assert way.steps[:1] != (Brake(question.factors),)
    assert blocked > 2, "some of the fields are tight"


@pytest.mark.parametrize("square", ["A30.3", "A32.4", "B31.2"])
def test_a_speed_that_is_safe_somewhere_is_not_driven_far_over_elsewhere(square: str) -> None:
    ahead = a_chariot(f"{square[:-1]}{int(square[-1]) + 1}")
    session = a_phase(a_chariot(square, written=12), ahead, dice=[6] * 20)
    while session.open[RED].question.kind != "action":
        session.answer(RED, Begin())
    view = view_for(session.state, {}, [RED])

    seen = forecast(view, session.open[RED], best_way(view, session.open[RED]).steps)

    assert max((risk.points for risk in seen.risks if isinstance(risk, CornerRisk)), default=0) <= 3


def test_the_whip_is_used_where_endurance_would_be_left_over_and_never_into_a_corner() -> None:
    assert _begun("A8.3", endurance=40, corners=4) == Begin(strain=True)
    assert _begun("A33.1", endurance=12, corners=0) == Begin()


def _begun(square: str, *, endurance: int, corners: int) -> Begin:
    own = a_chariot(square, written=12, endurance=endurance, corners=corners)
    session = a_phase(own, a_chariot("D9.6", corners=corners + 1))
    assert isinstance(session.open[RED].question, BeginPhase)
    return best_begin(view_for(session.state, {}, [RED]), session.open[RED])


# Presets


@pytest.mark.parametrize("square", ["A10.3", "A28.1", "A33.5", "D2.4", "B30.6"])
def test_presets_that_are_offered_differ_and_the_safe_one_is_safe(square: str) -> None:
    race = under_way(a_chariot(square), a_chariot("A31.4"), a_chariot("A32.6"), a_chariot("D4.4"))
    view = view_for(race, {}, [RED])
    presets = drawn(view, RED)

    said = [(each.speed, each.whip, each.attacks, each.corner_strain) for each in _offered(view)]
    assert len(set(said)) == len(said) > 0
    assert "fast" in presets.offered, "the best is always there"
    if "safe" in presets.offered:
        assert Turn(view, RED).reckon(presets.orders["safe"]).is_safe
        assert presets.orders["safe"].corner_strain == 0


def _offered(view: RaceView) -> Iterator[Orders]:
    presets = drawn(view, RED)
    return (presets.orders[name] for name in presets.offered)


def test_no_suggestion_burns_much_as_the_others_stand() -> None:
    """Behind a wall of chariots a speed that runs into them is worth less than one that does not."""
    wall = [a_chariot(f"A24.{lane}") for lane in range(1, 9)]
    race = under_way(a_chariot("A20.4"), *wall)
    view = view_for(race, {}, [RED])

    come = Turn(view, RED).reckon(drawn(view, RED).orders["fast"])

    assert come.draws[0].burnt <= MOST_BURNT


# Two worlds


def test_neither_sealed_answers_nor_coming_dice_bear_on_advice() -> None:
    """The worlds differ in what others have sealed and in all dice to come; what red is advised does not."""
    field = [a_chariot("A28.3"), a_chariot("A29.4"), a_chariot("A30.2")]
    race = under_way(*field)
    worlds = [
        view_for(race, sealed, [RED])
        for sealed in ({}, {BLUE: Speed(2), GREEN: Speed(19)}, {BLUE: Speed(20), GREEN: Speed(0), RED: Speed(7)})
    ]
    assert drawn(worlds[0], RED) == drawn(worlds[1], RED) == drawn(worlds[2], RED)
    assert [drawn(worlds[1], RED).orders[name] for name in PRESETS]

    begun = [_advised(dice) for dice in ([1] * 12, [6] * 12)]
    assert begun[0] == begun[1]


def _advised(dice: list[int]) -> list[object]:
    session = a_phase(a_chariot("A30.3", written=14), a_chariot("A32.3"), a_chariot("A31.4"), dice=dice)
    found: list[object] = [best_begin(view_for(session.state, {}, [RED]), session.open[RED])]
    session.answer(RED, Begin())
    found.append(best_way(view_for(session.state, {}, [RED]), session.open[RED]))
    return found


def test_asking_for_advice_changes_nothing() -> None:
    session = a_phase(a_chariot("A30.3", written=14), a_chariot("A32.3"))
    session.answer(RED, Begin())
    before = view_for(session.state, {}, [RED])
    ask: Ask = session.open[RED]
    assert best_way(before, ask) == best_way(before, ask)
    assert view_for(session.state, {}, [RED]) == before
    assert TRACK.lane[before.chariot(EntryId(1)).square or Square("")] == Lane(3)
