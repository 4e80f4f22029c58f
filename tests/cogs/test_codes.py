"""Answers as codes and as players type them."""

import random
import re
from typing import get_args

import pytest

from engine.circus_maximus.seen.notation import MOST_STEPS, write_plan
from engine.circus_maximus.words.asks import (
    Answers,
    Avoid,
    Begin,
    BeginPhase,
    Change,
    ChooseSide,
    ChooseWayOut,
    CrossObstacle,
    Forward,
    GetFree,
    GrabbedWhip,
    JumpFactors,
    KeepWhip,
    Meet,
    MeetAttack,
    Preparation,
    Prepare,
    Run,
    RunOnFoot,
    ShareDrugs,
    ShareInjuries,
    Shares,
    Speed,
    StepOff,
    TryToGetFree,
    WriteSpeed,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.specifications import Specification, Specify
from engine.questions import Answer, Ask, Question
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square
from tests.circus_maximus.builders import RED, a_chariot, a_phase
from tests.cogs.positions import asked_in_races, drives
from words.circus_maximus.codes import pack, read, unpack

BLUE = EntryId(2)
ON_FOOT = RunOnFoot(((Square("A12.3"),), (Square("A12.3"), Square("A12.2"))))
BUILT = "horses 6-4-4-5, driver 1, hits 8, whip, wheels 6, endurance 45"
QUESTIONS: list[Question] = [
    Prepare(),
    WriteSpeed(99),
    *(BeginPhase(strain, gain, cut) for strain in (False, True) for gain in (0, 3) for cut in (False, True)),
    MeetAttack(BLUE, "team", "ram", ("brake", "evade")),
    ChooseWayOut(BLUE, ("brake", "evade")),
    GrabbedWhip(BLUE),
    ChooseSide(BLUE),
    TryToGetFree(5, 1),
    StepOff((Square("A12.3"), Square("A12.2"))),
    CrossObstacle("wreck", 6, 6),
    ShareInjuries(4, (5, 3, 2)),
    ShareDrugs(BLUE, 4, (5, 3, 2)),
    ON_FOOT,
    Specify(32, ()),
    Specify(32, ("dust", "knife", "spear")),
]


def test_every_legal_answer_to_every_question_has_a_code_that_leads_back_to_it() -> None:
    asked = [*QUESTIONS, *(ask.question for _, ask in asked_in_races())]
    seen: set[type[Answer]] = set()
    for question in asked:
        codes = [pack(answer) for answer in question.legal()]

        assert [unpack(code) for code in codes] == [(answer,) for answer in question.legal()]
        assert len(set(codes)) == len(codes)
        assert all(re.fullmatch("[a-z0-9-]{1,60}", code) for code in codes)
        seen |= {type(answer) for answer in question.legal()}

    # RunInto is rare; its code is tested with the plans'. PullBribe is an act that no question asks for.
    assert {kind.__name__ for kind in set(get_args(Answers)) - seen} <= {"RunInto", "PullBribe"}


def test_every_default_has_a_code_too() -> None:
    assert all(unpack(pack(ask.default)) == (ask.default,) for _, ask in asked_in_races())


@pytest.mark.parametrize(
    "code",
    ["", "x", "p", "p11", "p11111", "pabcd", "p1 11", "v", "v1000", "v-1", "v٣", "z12", "z0011", "m2", "m", "wflee",
     "w", "k", "kyes", "q1", "v1ss", "j", "j12", "ra12", "ra12-9", "rä1-1", "h", "h1-2-3-4-5", "g2",
     "q6445-1-8-x-6-6-45-nn-", "q6445-1-8-r-6-6-45-nn-z", "x1", "xf", "xf1000", "xt", "Wbrake", "f3",
     "x" + "i" * (MOST_STEPS + 1)],
)  # fmt: skip
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(Refused) as caught:
        unpack(code)

    assert caught.value.reason is GameReason.NOT_A_PLAN


def read_as(question: Question, text: str) -> tuple[Answer, ...]:
    view = a_phase(a_chariot(), a_chariot("A30.5")).view([RED])
    return read(view, Ask(RED, question, question.legal()[0]), text)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (Prepare(), "1/1/1/1", Preparation(1, 1, 1, 1)),
        (Prepare(), " 2 0,1 1 ", Preparation(2, 0, 1, 1)),
        (Prepare(), "2011", Preparation(2, 0, 1, 1)),
        (Prepare(), "2-0-1-1", Preparation(2, 0, 1, 1)),
        (Prepare(), "Driver 0, car 0, team 2, endurance 2", Preparation(0, 0, 2, 2)),
        (Prepare(), "driver 1 car 0 team 2 endurance 1", Preparation(1, 0, 2, 1)),
        (Prepare(), "fast  Team", Preparation(2, 0, 2, 0)),
        (Prepare(), "4/0/-1/1", Preparation(4, 0, -1, 1)),
        (WriteSpeed(20), "14", Speed(14)),
        (WriteSpeed(20), " 0 ", Speed(0)),
        (WriteSpeed(20), "999", Speed(999)),
        (BeginPhase(True, 2, False), "go", Begin()),
        (BeginPhase(True, 2, False), "Strain", Begin(strain=True)),
        (BeginPhase(True, 2, False), "gain and strain", Begin(strain=True, take_gain=True)),
        (BeginPhase(False, 0, True), "cut", Begin(cut=True)),
        (MeetAttack(BLUE, "team", "ram", ("brake",)), "HOLD", Meet(False)),
        (MeetAttack(BLUE, "team", "ram", ("brake",)), "avoid", Meet(True)),
        (ChooseWayOut(BLUE, ("brake",)), "brake", Avoid("brake")),
        (GrabbedWhip(BLUE), "yes", KeepWhip(True)),
        (GrabbedWhip(BLUE), "no", KeepWhip(False)),
        (WriteSpeed(20, may_strain=True), "14S", Speed(14, True)),
        (WriteSpeed(20, may_strain=True), "14 s", Speed(14, True)),
        (WriteSpeed(20, may_strain=True), "14", Speed(14)),
        (ChooseSide(BLUE), "In", Change("inside")),
        (ChooseSide(BLUE), "out", Change("outside")),
        (TryToGetFree(5, 1), "yes", GetFree(True)),
        (TryToGetFree(5, 1), "no", GetFree(False)),
        (CrossObstacle("wreck", 6, 6), "4", JumpFactors(4)),
        (ShareInjuries(4, (5, 3, 2)), "2/1/1", Shares((2, 1, 1))),
        (ShareInjuries(4, (5, 3, 2)), "4 0 0", Shares((4, 0, 0))),
        (StepOff((Square("A19.3"), Square("A19.2"))), "stay", Run(Square("A19.3"))),
        (StepOff((Square("A19.3"), Square("A19.2"))), "a19.2", Run(Square("A19.2"))),
        (ON_FOOT, "stay", Run(Square("A12.3"))),
        (ON_FOOT, "a12.2", Run(Square("A12.2"))),
        (ON_FOOT, "A 12 / 2", Run(Square("A12.2"))),
        (Specify(32, ()), BUILT, Specification((6, 4, 4, 5), 1, 8, "regular", 6, 6, 45)),
        (
            Specify(32, ("dust", "spear")),
            "Horses 4 3 3 4; driver +0; hits 2; long whip; wheels 4/10; endurance 20; blades long/none; spear; dust",
            Specification((4, 3, 3, 4), 0, 2, "long", 4, 10, 20, "long", "none", ("spear", "dust")),
        ),
        (
            Specify(32, ()),
            "horses 1-1-1-1, driver 0, hits 2, no whip, wheels 2, endurance 20, blades".replace("no whip", "whip none"),
            Specification((1, 1, 1, 1), 0, 2, "none", 2, 2, 20, "regular", "regular"),
        ),
    ],
)
def test_answers_as_players_type_them(question: Question, text: str, answer: Answer) -> None:
    assert read_as(question, text) == (answer,)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (Prepare(), ""),
        (Prepare(), "1/1/1"),
        (Prepare(), "1/1/1/1/0"),
        (Prepare(), "all on the team"),
        (Prepare(), "٤/0/0/0"),
        (WriteSpeed(20), ""),
        (WriteSpeed(20), "-1"),
        (WriteSpeed(20), "1.5"),
        (WriteSpeed(20), "fast"),
        (WriteSpeed(20), "1" * 5_000),
        (WriteSpeed(20), "²"),
        (BeginPhase(True, 2, False), ""),
        (BeginPhase(True, 2, False), "whip them"),
        (MeetAttack(BLUE, "team", "ram", ("brake",)), "flee"),
        (ChooseWayOut(BLUE, ("brake",)), "avoid"),
        (GrabbedWhip(BLUE), "maybe"),
        (WriteSpeed(20, may_strain=True), "S"),
        (WriteSpeed(20, may_strain=True), "14SS"),
        (ChooseSide(BLUE), "hold"),
        (TryToGetFree(5, 1), "hold"),
        (CrossObstacle("wreck", 6, 6), "all"),
        (CrossObstacle("wreck", 6, 6), "-1"),
        (ShareInjuries(4, (5, 3, 2)), "all left"),
        (ShareInjuries(4, (5, 3, 2)), ""),
        (ON_FOOT, "home"),
        (ON_FOOT, "a12.9"),
        (Specify(32, ()), ""),
        (Specify(32, ()), "horses 6-4-4-5"),
        (Specify(32, ()), BUILT + ", wings"),
        (Specify(32, ()), BUILT.replace("6-4-4-5", "6-4-4")),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_may_stand_there(question: Question, text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_as(question, text)

    assert caught.value.reason is GameReason.NOT_A_PLAN
    assert caught.value.values["expected"]
    assert {"at", "place"} <= set(caught.value.values)


def test_a_movement_is_read_in_the_notation() -> None:
    session = a_phase(a_chariot("A20.3", written=6, has_whip=False))

    assert read(session.view([RED]), session.open[RED], "3/Out/2") == (Forward(3), Change("outside"), Forward(2))


def test_a_movement_that_cannot_be_driven_to_its_end_is_refused_with_the_step() -> None:
    session = a_phase(a_chariot("A20.3", written=6, has_whip=False))

    with pytest.raises(Refused) as caught:
        read(session.view([RED]), session.open[RED], "3/Out/3")

    assert caught.value.reason is CircusReason.TOO_FEW_FACTORS
    assert caught.value.values == {"need": 3, "have": 2, "step": 3}


def test_whatever_may_be_done_can_be_written_and_read() -> None:
    for view, ask in random.Random(1).sample(drives(), 30):
        for answer in ask.question.legal():
            assert read(view, ask, write_plan(view, [answer])) == (answer,)
