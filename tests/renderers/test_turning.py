"""The moment that decided a race, by races written down turn by turn, and by races of each game."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from records.values import EntryId
from renderers import SCENES, Shot
from renderers.scene import Blow, Standing
from renderers.turning import Moment, moment_of, moment_told
from tests.renderers.races import MANY_NAMES, a_race

ANN, BOB, CY = EntryId(1), EntryId(2), EntryId(3)
NAMES = {ANN: "Ann", BOB: "Bob", CY: "Cy"}
Written = tuple[int, Sequence[EntryId], Mapping[EntryId, int], Sequence[EntryId]]
"""A phase: its turn, the chariots on the track, the leader first, how far each is behind, and those that are out."""


def stood(view: Written) -> list[Standing]:
    _, order, behind, out = view
    racing = [Standing(each, "red", place, behind.get(each, place - 1)) for place, each in enumerate(order, 1)]
    return [*racing, *(Standing(each, "blue", None, None, "out") for each in out)]


def scene_of(winner: EntryId | None) -> Any:
    """Return a scene of races that are written down; their last phase has no turn after it."""
    stage = SimpleNamespace(
        standings=stood,
        turn=lambda view: view[0],
        winners=lambda view: [winner] if winner is not None and view[0] == 9 else [],
        blows=list,  # a phase's facts are what befell chariots in it
    )
    return SimpleNamespace(stage=stage)


def written(*phases: tuple[Any, ...]) -> list[Shot]:
    """Return the phases of a race; what is left out of one is empty."""
    return [
        Shot((turn, order, *(rest or ({},)), *(() if len(rest) > 1 else ((),))), ()) for turn, order, *rest in phases
    ]


def test_the_last_change_of_the_lead_that_held_is_the_moment() -> None:
    race = written(
        (1, (ANN, BOB, CY)),
        (2, (BOB, ANN, CY)),  # a change that does not hold
        (3, (ANN, BOB, CY)),
        (4, (ANN, BOB, CY)),
        (4, (BOB, ANN, CY)),
        (9, (BOB, ANN, CY)),
    )

    assert moment_of(scene_of(BOB), race) == Moment("pass", 4, 4, BOB, ANN)


def test_who_leads_in_the_middle_of_a_turn_alone_has_not_taken_the_lead() -> None:
    race = written((1, (ANN, BOB)), (2, (BOB, ANN)), (3, (ANN, BOB)), (3, (BOB, ANN)), (4, (BOB, ANN)), (9, (BOB, ANN)))

    moment = moment_of(scene_of(BOB), race)

    assert moment == Moment("pass", 1, 2, BOB, ANN)


def test_a_leader_who_goes_out_in_that_turn_is_the_moment() -> None:
    race = written((1, (ANN, BOB)), (2, (ANN, BOB)), (3, (BOB,), {}, (ANN,)), (3, (BOB,), {}, (ANN,)), (9, (BOB,)))

    moment = moment_of(scene_of(BOB), race)

    assert moment == Moment("crash", 2, 3, BOB, ANN)
    assert moment_told(moment, NAMES, "round") == "Round 3: leader Ann is out, Bob goes ahead"


def hit(race: list[Shot], blows: Mapping[int, Sequence[Any]]) -> list[Shot]:
    """Return a race with what befell chariots in its phases, by their numbers."""
    return [shot._replace(facts=blows.get(number, ())) for number, shot in enumerate(race)]


def test_a_crash_is_told_before_an_attack_and_nothing_that_came_later_or_befell_another() -> None:
    race = written((1, (ANN, BOB, CY)), *[(2, (ANN, BOB, CY))] * 3, *[(2, (BOB, ANN, CY))] * 2, (9, (BOB, ANN)))
    rams, spills = Blow(ANN, "{b} rams {a}", BOB), Blow(ANN, "{a} turns over at the corner", is_crash=True)
    early, of_cy = Blow(ANN, "{b} lashes {a}", CY), Blow(CY, "{a} turns over", is_crash=True)

    def told(blows: Mapping[int, Sequence[Blow]]) -> str:
        moment = moment_of(scene_of(BOB), hit(race, blows))
        assert moment is not None
        assert (moment.how, moment.shot, moment.rival) == ("pass", 4, ANN)
        return moment_told(moment, NAMES)

    assert told({1: [spills], 4: [rams, of_cy]}) == "Turn 2: Ann turns over at the corner; Bob takes the lead"
    assert told({1: [early], 2: [rams], 3: [early]}) == "Turn 2: Bob rams Ann and takes the lead"
    assert told({3: [early]}) == "Turn 2: Cy lashes Ann; Bob takes the lead"
    assert told({0: [spills], 4: [of_cy], 5: [spills]}) == "Turn 2: Bob passes Ann for the lead"


def test_who_led_in_the_middle_of_the_turn_and_went_out_was_not_passed() -> None:
    race = written((1, (ANN, BOB, CY)), (2, (CY, ANN, BOB)), (2, (BOB, ANN), {}, (CY,)), (9, (BOB, ANN), {}, (CY,)))
    spills = Blow(CY, "{a} turns over", is_crash=True)

    moment = moment_of(scene_of(BOB), hit(race, {2: [spills]}))

    assert moment == Moment("crash", 2, 2, BOB, CY, spills, 2)


def test_who_led_in_the_middle_of_the_turn_and_crashed_decided_it_though_a_third_was_passed() -> None:
    turn: tuple[tuple[Any, ...], ...] = ((2, (CY, ANN, BOB)), (2, (ANN, BOB), {}, (CY,)), (2, (BOB, ANN), {}, (CY,)))
    race = written((1, (ANN, BOB, CY)), *turn, (9, (BOB, ANN), {}, (CY,)))
    spills = Blow(CY, "{a} turns over", is_crash=True)

    moment = moment_of(scene_of(BOB), hit(race, {2: [spills]}))

    assert moment == Moment("pass", 3, 2, BOB, CY, spills, 2)
    assert moment_told(moment, NAMES) == "Turn 2: Cy turns over; Bob takes the lead"


def test_where_one_led_all_the_way_the_nearest_pursuer_late_in_the_race_is_the_moment() -> None:
    gaps = (1, 5, 4, 2, 3, 6)
    race = written(*((turn, (ANN, BOB), {BOB: gap}) for turn, gap in enumerate(gaps, 1)), (9, (ANN, BOB), {BOB: 9}))

    moment = moment_of(scene_of(ANN), race)

    assert moment == Moment("hold", 3, 4, ANN, BOB)
    assert moment_told(moment, NAMES) == "Turn 4: Ann holds off Bob"


def test_a_race_that_nobody_won_has_the_moment_of_its_last_leader_and_one_without_leaders_none() -> None:
    race = written((1, (ANN, BOB)), (2, (BOB,), {}, (ANN,)))

    assert moment_of(scene_of(None), race) == Moment("crash", 1, 2, BOB, ANN)
    assert moment_of(scene_of(None), written((1, (), {}, (ANN, BOB)))) is None


@pytest.mark.parametrize(
    ("game", "count", "seed", "options", "moment"),
    [
        ("circus-maximus", 8, "filmz", {"laps": 2}, ("pass", 9, 1, 4)),
        ("circus-maximus", 8, "filmx", {"laps": 2}, ("crash", 3, 6, 4)),
        ("ave-caesar", 6, "cx", {}, ("pass", 12, 6, 4)),
        ("chariot-race", 6, "dfilm", {}, ("crash", 5, 5, 6)),
        ("chariots-of-rome", 8, "ew", {}, ("pass", 2, 2, 8)),
    ],
)
@pytest.mark.slow
def test_in_each_game_whoever_leads_after_the_moment_leads_to_the_end(
    game: str, count: int, seed: str, options: dict[str, Any], moment: tuple[Any, ...]
) -> None:
    scene, race = SCENES[game], a_race(game, count, seed, **options)
    found = moment_of(scene, race)

    assert found is not None
    assert (found.how, found.turn, found.entry, found.rival) == moment
    stage = scene.stage
    assert stage is not None
    ends = {stage.turn(shot.view): shot.view for shot in race}
    assert {stage.standings(view)[0].entry for turn, view in ends.items() if turn >= found.turn} == {found.entry}
    assert found.entry in stage.winners(race[-1].view)
    assert MANY_NAMES[found.entry] in moment_told(found, MANY_NAMES)
