"""Before the race (3.2 to 3.6)."""

from typing import Any

import msgspec
import pytest

from engine.circus_maximus.words.asks import Preparation, Prepare, Speed
from engine.circus_maximus.words.facts import (
    AlliesNamed,
    ColourDrawn,
    LaneDrawn,
    PointsRevealed,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.specifications import Specification
from engine.circus_maximus.words.state import Race
from engine.game import Entrant
from engine.refusals import GameReason
from engine.session import Session
from records.refusals import Refused
from records.values import EntryId, Faction
from tests.circus_maximus.builders import BLUE, GREEN, RED, RULES, a_session, told


def entrants(count: int, factions: int) -> list[Entrant]:
    return [
        Entrant(EntryId(number), RULES.colours[number - 1], Faction(number) if number <= factions else None)
        for number in range(1, count + 1)
    ]


def a_start(
    count: int, *dice: int, share_out: bool = False, factions: int | None = None, **chosen: Any
) -> Session[Race]:
    """Return a session on a race before its set-up; *chosen* are further options."""
    options = Options(share_out=share_out, **chosen)
    return a_session(RULES.new_race(options, entrants(count, count if factions is None else factions)), *dice)


def test_rule_3_4_who_enters_an_own_chariot_keeps_it() -> None:
    session = a_start(3, 1, 1, 1, factions=2)

    assert not told(session, ColourDrawn)
    assert RULES.factions(session.state) == {RED: 1, BLUE: 2, GREEN: None}


def test_rule_3_6_points_are_spent_in_secret_and_revealed_together() -> None:
    session = a_start(2, 1, 1, *[1] * 6)
    assert all(ask.secret and ask.question == Prepare() for ask in session.open.values())
    assert {ask.default for ask in session.open.values()} == {Preparation(1, 0, 2, 1)}

    session.answer(BLUE, Preparation(0, 2, 0, 2))
    assert not told(session, PointsRevealed)
    session.answer(RED, Preparation(2, 0, 2, 0))

    assert told(session, PointsRevealed) == [PointsRevealed(RED, 2, 0, 2, 0), PointsRevealed(BLUE, 0, 2, 0, 2)]


def test_rule_3_6_there_are_nineteen_ways_to_spend_four_points() -> None:
    legal = Prepare().legal()

    assert len(legal) == len(set(legal)) == 19
    assert {points.total for points in legal} == {4}


def test_rule_3_6_something_else_is_no_preparation() -> None:
    session = a_start(2, 1, 1)

    with pytest.raises(Refused) as refused:
        session.answer(RED, Speed(4))

    assert refused.value.reason is GameReason.NOT_A_CHOICE


def test_rule_3_6_the_board_is_shown_when_all_is_ready() -> None:
    session = a_start(2, 1, 1, *[1] * 6)
    for entry in (RED, BLUE):
        session.answer(entry, Preparation(1, 1, 1, 1))

    assert len(session.scenes) == 1
    assert session.scenes[0].view.is_set_up


# The detailed specification and weapons (16.1, 16.2)

BUILT = Specification((4, 3, 3, 4), 1, 4, "long", 4, 6, 30, "none", "regular", ("dust",))


def test_rule_16_1_a_chariot_is_as_it_was_built() -> None:
    session = a_start(2, 1, 1, detailed_specification=True, edition="advanced", dust=True)
    session.answer(BLUE, msgspec.structs.replace(BUILT, whip="none", weapons=()))
    session.answer(RED, BUILT)

    red, blue = session.state.chariots[RED], session.state.chariots[BLUE]
    assert [horse.speed for horse in red.horses] == [4, 3, 3, 4]
    assert (red.modifier, red.modifier_start, red.hits, red.hits_start) == (1, 1, 4, 4)
    assert (red.endurance, red.endurance_start) == (30, 30)
    assert (red.boxes_inside, red.boxes_outside) == (4, 6)
    assert (red.blades_inside, red.blades_outside, red.car) == ("none", "regular", "normal")
    assert (red.has_whip, red.long_whip, red.weapons) == (True, True, ["dust"])
    assert (blue.has_whip, blue.long_whip, blue.weapons) == (False, False, [])


# The enlarged field (18)


def test_rule_18_sixteen_chariots_fill_both_rows() -> None:
    # Given the last of those left is drawn each time
    session = a_start(16, *range(16, 8, -1), *[1] * 7, *[1] * 7, edition="advanced", field=16)

    assert [fact.square for fact in told(session, LaneDrawn)] == [
        f"A{row}.{lane}" for row in (3, 1) for lane in range(1, 9)
    ]
    assert [fact.entry for fact in told(session, LaneDrawn)] == list(range(1, 17))


# Teams (CM-32)


def test_cm_32_without_the_option_nobody_has_an_ally() -> None:
    session = a_start(2, 1, 1)

    assert told(session, AlliesNamed) == []
    assert all(chariot.ally is None for chariot in session.state.chariots.values())
