"""Races that were once run are told in the same way still."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from conformance import recorded
from conformance.__main__ import NOT_UNDERSTOOD, PASSED, main
from conformance.circus_maximus import endings
from conformance.circus_maximus.promises import Promises, broken_at_end
from conformance.races import ENDINGS, Broken, Watched, random_player, random_setup
from conformance.recorded import Differs, Recorded, replay
from conformance.reporting import run_races
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Obstacle
from engine.rulesets import RULESETS
from records.values import EntryId, Square
from tests.circus_maximus.builders import a_chariot, in_phase

KEPT = recorded.read("circus-maximus")
RACES = recorded.read("chariot-race")
ROME = recorded.read("chariots-of-rome")
DUELS = recorded.read("arena")
ALL = [*KEPT, *RACES, *ROME, *DUELS]


@pytest.mark.parametrize("race", ALL, ids=[f"{each.ruleset}-{each.seed}" for each in ALL])
def test_a_recorded_race_is_told_as_it_was(race: Recorded) -> None:
    session = replay(race)

    assert msgspec.json.encode(session.table.told[-1]) == bytes(race.ended)
    _, endings_of = ENDINGS[race.ruleset]
    assert endings_of(session.state, session.table.told) == set(race.endings)


@pytest.mark.slow
def test_the_recorded_races_show_every_ending_every_option_and_every_fact() -> None:
    assert recorded.lacking(KEPT) == []
    assert recorded.lacking(RACES) == []
    # A finisher is pushed back in one race of thousands.
    assert recorded.lacking(ROME) == ["a finisher is pushed back"]
    # The crowd votes where the program says so.
    assert recorded.lacking(DUELS) == ["VoteCast", "VotesCounted"]


def test_a_race_without_the_others_lacks_something() -> None:
    assert recorded.lacking(KEPT[:1])


@pytest.mark.parametrize("change", [{"digest": "00"}, {"facts": 3}, {"seed": 7_777}])
def test_a_race_that_is_told_otherwise_is_found(change: dict[str, object]) -> None:
    with pytest.raises(Differs):
        replay(msgspec.structs.replace(KEPT[0], **change))


def test_answers_that_are_missing_or_too_many_are_found() -> None:
    race = KEPT[0]
    with pytest.raises(Differs, match="not over"):
        replay(msgspec.structs.replace(race, answers=race.answers[:-1]))
    with pytest.raises(Differs, match="answers nothing"):
        replay(msgspec.structs.replace(race, answers=(*race.answers, race.answers[-1])))


@pytest.mark.slow
def test_races_are_recorded_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorded, "FOLDER", tmp_path / "some")
        assert main(["record", "3"]) == PASSED
        kept = recorded.read("circus-maximus")

    assert kept
    assert f"{len(kept)} races kept; not shown: " in capsys.readouterr().out
    for race in kept:
        replay(race)


# Races in numbers


def test_races_are_run_and_told_in_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["races", "-r", "chariot-race", "3", "40"]) == PASSED

    said = capsys.readouterr().out
    assert said.startswith("3 races in ")
    assert "0 of them broken" in said


def test_commands_with_too_few_or_wrong_numbers_are_not_understood(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["races"], ["races", "many"], ["races", "-1"], ["record", "1", "2"], ["coverage", "1"]):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == NOT_UNDERSTOOD

    assert "usage: python -m conformance races [-h]" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["cases", "-h"], ["races", "-h"], ["export", "-h"]])
def test_help_tells_what_there_is(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)

    assert ended.value.code == 0
    assert "Exits with 0 if all is as it should be" in capsys.readouterr().out


def test_a_broken_promise_is_told_with_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.races.PROMISES", {"circus-maximus": lambda: lambda _state: ["the sky falls"]})
    with pytest.raises(Broken, match=r"seed=5.* after 1 answers: the sky falls"):
        Watched(random_setup("circus-maximus", 5)).run(random_player(5))

    report = run_races(2)
    assert len(report.broken) == report.races == 2
    assert "the sky falls" in "\n".join(report.lines())


@pytest.mark.slow
def test_whoever_interrupts_it_gets_the_report_of_what_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_self: Watched) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Watched, "check_rebuilt", interrupted)

    assert run_races(9, first=4).races == 6  # from 4 to 9; the race number 10 is built again


def test_what_cannot_be_is_seen() -> None:
    watched = Watched(random_setup("circus-maximus", 3))
    watched.run(random_player(3))
    race = watched.session.state
    first, second = list(race.chariots.values())[:2]
    assert Promises().broken_by(race) == []
    for chariot in (first, second):
        chariot.status, chariot.driver, chariot.has_car, chariot.square = "racing", "in car", True, Square("A10.1")
        chariot.hits, chariot.dragging, chariot.runner = 1, None, None
    first.endurance, first.penalty = -1, -1
    second.driver = "dragged"
    race.obstacles.append(Obstacle("wreck", Square("nowhere"), EntryId(1)))

    assert Promises().broken_by(race) == [
        "A10.1 is held by 1 and 2",
        "A9.1 is held by 1 and 2",
        "an obstacle lies on 'nowhere'",
        f"{first.colour}: endurance",
        f"{first.colour}: debts",
        f"{second.colour}: driver who is dragged",
        f"{second.colour}: racing without a driver",
    ]
    assert broken_at_end(race, []) == ["the race has ended 0 times"]
    first.status = "finished"
    assert "crossed: " in str(broken_at_end(race, watched.session.table.told))


def test_two_share_a_square_only_if_one_came_over_the_other_while_it_stood() -> None:
    race = in_phase(a_chariot("A12.3"), a_chariot("A20.4"))
    red, blue = race.chariots.values()
    race.options, red.horses[0].state = Options(edition="epic"), "dead"
    promises = Promises()
    assert promises.broken_by(race) == []

    blue.square = Square("A13.3")
    assert promises.broken_by(race) == []
    red.horses[0].state = "cut free"
    for _ in range(2):
        assert promises.broken_by(race) == []

    red.square = Square("A11.3")
    assert promises.broken_by(race) == []
    red.square = Square("A12.3")
    assert promises.broken_by(race) == ["A12.3 is held by 1 and 2"]


def test_every_ending_has_a_name_of_its_own() -> None:
    assert len(set(endings.ENDINGS)) == len(endings.ENDINGS)
    assert len(get_args(RULESETS["circus-maximus"].facts)) > 60
