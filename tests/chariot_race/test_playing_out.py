"""A race is played out from what everybody sees; house drivers have their strengths; moments and places are told."""

from collections import Counter

import pytest

from engine.chariot_race.house.playing_out import play_out, race_from
from engine.chariot_race.house.simulation import play_race
from engine.chariot_race.moments import moments
from engine.chariot_race.ruleset import RULESET
from engine.chariot_race.state import Options
from engine.chariot_race.views import view_for
from engine.dice import QuickDice
from engine.moments import LapDone, RaceOver, TurnBegan, WentOut
from engine.playing import SILENT
from records.values import EntryId
from tests.chariot_race.builders import a_session, drive

SEATS = ("novice", "steady", "master")


@pytest.mark.parametrize("given", [0, 37, 90])
@pytest.mark.parametrize("boards", ["white", "black"])
def test_the_race_that_is_made_up_looks_like_the_real_one(given: int, boards: str) -> None:
    view = drive(a_session(Options("BA", boards=boards)), given).view()  # type: ignore[arg-type]

    assert view_for(race_from(view), {}, ()) == view


@pytest.mark.parametrize("given", [0, 45])
def test_a_race_is_played_out_from_any_round(given: int) -> None:
    session = drive(a_session(Options(boards="black"), chariots=5), given)
    view = view_for(RULESET.read_state(session.checkpoint.state, 1), {}, ())
    ends = [play_out(view, {EntryId(1): "novice"}, QuickDice(seed)) for seed in range(5)]

    assert all(sorted(each.entry for each in end) == [1, 2, 3, 4, 5] for end in ends)
    assert len(set(ends)) > 1
    assert play_out(view, {}, QuickDice(4)) == play_out(view, {}, QuickDice(4))


def test_a_race_that_is_over_has_ended_as_it_did() -> None:
    view = drive(a_session()).view()

    assert view.is_over
    assert play_out(view, {}, QuickDice(1)) == RULESET.results(view)


@pytest.mark.slow
def test_the_strong_end_ahead_of_the_weak() -> None:
    ranks = Counter[str]()
    for seed in range(5):
        seats = [SEATS[(seed + place) % 3] for place in range(6)]
        outcome = play_race(b"strength %d" % seed, seats, Options("AA" if seed % 2 else "BB"))
        for rank, placing in enumerate(outcome.ranking, start=1):
            ranks[seats[placing.entry - 1]] += rank

    assert ranks["master"] < ranks["steady"] < ranks["novice"]


def test_silent_players_finish() -> None:
    races = [play_race(b"silent %d" % seed, [SILENT] * 6, Options("BB")) for seed in range(8)]

    wrecks = sum(not chariot.is_alive for race in races for chariot in race.race.chariots.values())
    assert wrecks / (6 * len(races)) <= 0.05
    assert all(race.winners for race in races)


def test_moments_tell_rounds_laps_wrecks_and_the_end() -> None:
    outcome = play_race(b"moments", ["novice"] * 3 + ["steady"] * 3, Options("BB"))
    seen = moments(outcome.facts)

    turns = [moment.turn for moment in seen if isinstance(moment, TurnBegan)]
    assert turns == list(range(1, outcome.rounds + 1))
    assert seen[-1] == RaceOver(outcome.rounds)
    out = {moment.entry for moment in seen if isinstance(moment, WentOut)}
    assert out == {entry for entry, chariot in outcome.race.chariots.items() if not chariot.is_alive}
    laps = [(moment.entry, moment.lap) for moment in seen if isinstance(moment, LapDone)]
    assert len(set(laps)) == len(laps)
    finished = {entry for entry, chariot in outcome.race.chariots.items() if chariot.has_finished}
    assert finished <= {entry for entry, lap in laps if lap == 2}


def test_results_name_the_living_first_and_places_may_be_shared() -> None:
    session = a_session(chariots=4)
    for entry, (pos, wreck, place) in enumerate([(204, None, 1), (150, 0, None), (204, None, 1), (190, None, 3)], 1):
        chariot = session.state.chariots[EntryId(entry)]
        chariot.pos, chariot.wrecked_at, chariot.place = pos, wreck, place

    results = RULESET.results(session.view())

    assert [(each.entry, each.place) for each in results] == [(1, 1), (3, 1), (4, 3), (2, None)]
