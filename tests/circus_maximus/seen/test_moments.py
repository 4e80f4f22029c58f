"""Turns, laps, who goes out and the end, worked out from facts alone, are what the state says."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from conformance import recorded
from conformance.races import start_of
from conformance.recorded import Recorded
from engine.circus_maximus.position import progress
from engine.circus_maximus.printed.tables import CORNERS, TRACK
from engine.circus_maximus.words.facts import (
    BrakedBack,
    DriverDied,
    DriverDragged,
    DriverFreed,
    Finished,
    Flipped,
    LaneDrawn,
    Moved,
    RaceEnded,
    RanAway,
    TeamHalted,
    TurnBegan,
)
from engine.circus_maximus.words.state import Race
from engine.dice import RaceDice
from engine.facts import Corrected, Fact
from engine.moments import LapDone, Moment, RaceOver, WentOut
from engine.moments import TurnBegan as ATurnBegan
from engine.session import Session
from records.values import EntryId, Lane, Square
from tests.circus_maximus.builders import BLUE, RED, RULES

KEPT = recorded.read("circus-maximus")


def by_turns(race: Recorded) -> Iterator[Session[Race]]:
    """Run a recorded race again, and stop as each turn begins, and at the end."""
    setup = race.setup
    session: Session[Any] = Session(RULES, start_of(setup), RaceDice(setup.dice_seed), scenes=False)
    turn = session.state.turn
    for entry, kept in race.answers:
        session.answer(entry, msgspec.json.decode(kept, type=RULES.answers))
        if session.state.turn != turn:
            turn = session.state.turn
            yield session
    yield session


def gone_of(session: Session[Race]) -> set[EntryId]:
    """Return who could not be placed any more as the turn began, or as the race ended."""
    race = session.state
    if not session.is_over:
        race = msgspec.json.decode(session.checkpoint.state, type=Race)
    return {
        entry
        for entry, chariot in race.chariots.items()
        if chariot.status != "finished" and not (chariot.is_on_track and progress.is_driven(chariot))
    }


@pytest.mark.slow
@pytest.mark.parametrize("race", KEPT, ids=[str(each.seed) for each in KEPT])
def test_in_any_race_they_are_what_the_state_says(race: Recorded) -> None:
    for session in by_turns(race):
        facts = session.table.told[: None if session.is_over else session.checkpoint.told]
        moments = RULES.moments(facts)

        gone = [each.entry for each in moments if isinstance(each, WentOut)]
        assert len(gone) == len(set(gone))
        assert set(gone) == gone_of(session)
        for entry, chariot in session.state.chariots.items():
            laps = [each.lap for each in moments if isinstance(each, LapDone) and each.entry == entry]
            assert laps == list(range(1, len(laps) + 1))
            if entry not in gone and session.is_over:
                assert len(laps) == chariot.corners // len(CORNERS)

    assert moments[-1] == RaceOver(session.state.turn)
    turns = [each.turn for each in moments if isinstance(each, ATurnBegan)]
    assert turns == list(range(1, session.state.turn + 1))
    finished = {each.entry for each in session.table.told if isinstance(each, Finished)}
    last = {each.entry for each in moments if isinstance(each, LapDone) and each.lap == race.setup.options.laps}
    assert last == finished


def of(*facts: Fact) -> Sequence[Moment]:
    """Return the moments of a race in which red starts behind the line, in its second turn."""
    return RULES.moments([LaneDrawn(RED, Lane(3), Square("A9.3")), TurnBegan(1), TurnBegan(2), *facts])[2:]


def far(squares: int) -> Moved:
    """Return red driving straight on from its start."""
    to = Square("A9.3")
    for _ in range(squares):
        to = TRACK.ahead[to]
    return Moved(RED, squares, to)


LANE = [square for square, lane in TRACK.lane.items() if lane == 3]
TO_LAP = next(n for n in range(200) if TRACK.section[far(n).to] == CORNERS[1])
"""Squares from red's start into the second corner."""


def test_a_lap_is_done_as_the_second_corner_is_entered() -> None:
    assert of(far(TO_LAP - 1)) == ()
    assert of(far(TO_LAP)) == (LapDone(RED, 1, 2),)
    assert of(far(TO_LAP + len(LANE))) == (LapDone(RED, 1, 2), LapDone(RED, 2, 2))


def test_who_is_braked_back_over_the_line_keeps_his_lap_and_does_it_once() -> None:
    back = BrakedBack(RED, far(TO_LAP - 1).to, forced=True)
    again = Moved(RED, 1, far(TO_LAP).to)
    assert of(far(TO_LAP), back, TurnBegan(3), again) == (LapDone(RED, 1, 2), ATurnBegan(3))


def test_a_correction_gives_a_lap_and_takes_one() -> None:
    before, beyond = far(TO_LAP - 1), far(TO_LAP)
    given = Corrected(RED, "square", before.to, beyond.to, "miscounted")
    assert of(before, given) == (LapDone(RED, 1, 2),)
    taken = Corrected(RED, "square", beyond.to, before.to, "miscounted")
    assert of(beyond, taken) == ()
    assert of(beyond, taken, TurnBegan(3), Moved(RED, 1, beyond.to)) == (ATurnBegan(3), LapDone(RED, 1, 3))
    aside = Corrected(RED, "square", beyond.to, TRACK.beside["inside"][beyond.to], "the other lane")
    assert of(beyond, aside) == (LapDone(RED, 1, 2),)
    assert of(beyond, Corrected(RED, "endurance", "3", "9", "miscounted")) == (LapDone(RED, 1, 2),)


def test_out_is_who_flips_but_not_who_is_dragged_on() -> None:
    flipped = Flipped(RED, "corner", Square("A9.3"))
    dragged = (flipped, RanAway(RED, with_car=False), DriverDragged(RED, Square("A8.3")))
    assert of(flipped) == (WentOut(RED, 2),)
    assert of(flipped, RanAway(BLUE, with_car=False)) == (WentOut(RED, 2),)
    assert of(*dragged) == ()
    assert of(*dragged, TurnBegan(3), DriverFreed(RED, Square("A8.3"))) == (ATurnBegan(3), WentOut(RED, 3))
    assert of(flipped, TeamHalted(RED, Square("A9.3"))) == (WentOut(RED, 2),)


def test_a_team_without_a_driver_does_no_laps_and_goes_out_once() -> None:
    died = DriverDied(RED)
    assert of(died, Flipped(RED, "driver dead", Square("A9.3")), far(TO_LAP), RaceEnded(2, (), has_winner=False)) == (
        WentOut(RED, 2),
        RaceOver(2),
    )


def test_of_a_race_that_has_not_begun_nothing_is_told() -> None:
    assert RULES.moments(()) == ()
