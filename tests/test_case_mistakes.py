"""A case that cannot be right is refused with its place, and the pages about cases name all that there is."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.__main__ import DIFFERS, NOT_UNDERSTOOD, PASSED, main
from conformance.ave_caesar.position import ChariotSetting, RaceSetting, fields_of, race_of
from conformance.cases import Case, Expectation, Refusal, look_through
from conformance.circus_maximus import position
from engine.ave_caesar.state import Options as CaesarOptions
from engine.circus_maximus.words.options import Options as CircusOptions
from engine.circus_maximus.words.state import Chariot, Race
from records.values import EntryId, Faction

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")

CIRCUS: dict[str, Any] = {
    "id": "MINE-1",
    "rule": "6.42",
    "title": "A change inward",
    "why": "Two factors.",
    "source": "rule text 6.42",
    "begin": "blue",
    "position": {"blue": {"square": "A20.3", "written": 10}, "red": {"square": "A25.6"}},
    "answers": ["blue: in"],
    "expect": {"facts": ["LaneChanged blue to=A21.2"]},
}
CAESAR: dict[str, Any] = CIRCUS | {
    "ruleset": "ave-caesar",
    "begin": "red",
    "position": {"red": {"space": "10b"}, "blue": {"space": "18b1"}},
    "answers": ["red: 2 to 12N"],
    "expect": {"facts": ["CardPlayed red card=2"]},
}
LEAGUE: dict[str, Any] = {
    "ruleset": "leagues",
    "id": "MINE-1",
    "rule": "22.1",
    "title": "A race comes home",
    "why": "Nobody was hurt.",
    "source": "rule text 22.1",
    "race": {"phase": "race", "entries": [1, 2]},
    "position": {"ann": {"chariots": {"1": {}}}, "bob": {"chariots": {"2": {}}}},
    "answers": ["calendar: race"],
    "expect": {"facts": ["RaceCameBack"]},
}

Write = Callable[..., Path]
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(*cases: Mapping[str, Any]) -> Path:
        path = tmp_path / "mine.json"
        path.write_text(json.dumps({"ruleset": "circus-maximus", "cases": list(cases)}))
        return path

    return write


def blue(**fields: Any) -> dict[str, Any]:
    """Return a case with blue, who moves, changed; red stays out of the way."""
    return CIRCUS | {"position": {"blue": {"square": "A20.3", "written": 10} | fields, "red": {"square": "A25.6"}}}


def red(**fields: Any) -> dict[str, Any]:
    """Return a case of Ave Caesar with red changed."""
    return CAESAR | {"position": {"red": {"space": "10b"} | fields, "blue": {"space": "18b1"}}}


def stable(**fields: Any) -> dict[str, Any]:
    """Return a case of a league with ann's chariot changed."""
    return LEAGUE | {"position": LEAGUE["position"] | {"ann": {"chariots": {"1": fields}}}}


def loan(**fields: Any) -> dict[str, Any]:
    """Return a case of a league with a loan under way."""
    terms = {"lender": "ann", "borrower": "bob", "sum": 100, "due": 110, "after": 1}
    return LEAGUE | {"race": LEAGUE["race"] | {"loans": [terms | fields]}}


def phase(**fields: Any) -> dict[str, Any]:
    """Return a case that begins in the midst of blue's phase."""
    return CIRCUS | {"race": {"phase": fields}}


def never(*told: Any) -> dict[str, Any]:
    return CIRCUS | {"expect": {"never": list(told)}}


# What cannot be is refused with file, case and place, and what can be is listed


@pytest.mark.parametrize(
    ("case", "why"),
    [
        (
            CIRCUS | {"expect": {}},
            "has no `expect`, so nothing can differ; it may hold facts, exact, never, state, asks",
        ),
        ({name: value for name, value in CIRCUS.items() if name != "expect"}, "has no `expect`"),
        (never("LaneChnaged blue"), "expect.never 1: there is no 'LaneChnaged'; there are "),
        (
            never("Moved", "LaneChanged green"),
            "expect.never 2: LaneChanged of 'green': there is no such chariot; there are blue, red",
        ),
        (never("LaneChanged blue side=up"), "LaneChanged side 'up': there are inside, outside"),
        (never("LaneChanged blue to=A99.9"), "LaneChanged to 'A99.9': there is no such place"),
        (never("Moved blue squares=three"), "Moved squares 'three': it is a whole number"),
        (never("Moved blue squares=true"), "Moved squares True: it is a whole number"),
        (never("Sideslipped blue forced=1"), "Sideslipped forced 1: it is true or false"),
        (never("CarsDamaged blue damaged=red"), "CarsDamaged damaged 'red': a list has commas: 1,2 or 1, for one"),
        (never("CarsDamaged blue damaged=red,green"), "there is no such chariot; there are blue, red"),
        (never("CornerTaken blue code=Q"), "CornerTaken code 'Q': there are -, S, SS, J, LH, RH, FP"),
        (
            never({"fact": "RaceEnded", "places": [{"entry": "green"}]}),
            "Placing entry 'green': there is no such chariot",
        ),
        (never({"fact": "RaceEnded", "places": [{"rank": 1}]}), "Placing has entry, place, "),
        (never("BeginPhase green"), "BeginPhase of 'green': there is no such chariot; there are blue, red"),
        (never("BeginPhase blue may_strain=perhaps"), "BeginPhase may_strain 'perhaps': it is true or false"),
        (
            CIRCUS | {"expect": {"asks": {"green": "nothing"}}},
            "expect.asks.green: there is no chariot 'green' in this position",
        ),
        (CIRCUS | {"expect": {"asks": {"blue": "not NextActoin"}}}, "expect.asks.blue: there is no 'NextActoin'"),
        (
            CIRCUS | {"expect": {"asks": {"blue": "NextAction factors=many"}}},
            "expect.asks.blue: NextAction factors 'many'",
        ),
        (
            CIRCUS | {"answers": [{"refuse": "blue: out", "reason": "walls"}]},
            "answers: nothing is refused as 'walls'; there are ",
        ),
        (CIRCUS | {"expct": {}}, "unknown field `expct`; there are id, rule, title"),
        (CIRCUS | {"begin": "green"}, "no chariot 'green' is on the track; there are blue, red"),
        (
            CIRCUS | {"options": {"edition": "expert"}},
            "options: edition: Invalid enum value 'expert'; there are basic, advanced, epic",
        ),
        (CIRCUS | {"options": {"lapse": 1}}, "options: Object contains unknown field `lapse`; there are "),
        (CIRCUS | {"race": {"turns": 1}}, "race: Object contains unknown field `turns`; there are turn, markers"),
        (blue(status="asleep"), "position: blue: status: Invalid enum value 'asleep'; there are racing, runaway, "),
        (blue(mood=1), "position: blue: Object contains unknown field `mood`; there are square, lap, "),
        (blue(hits=9, hits_start=7), "position: blue: hits: 9 are too many, there are 7 at the start (`hits_start`)"),
        (blue(hits=13), "position: blue: hits_start: 13 are too many, there are 12 boxes of any driver"),
        (blue(written=99), "position: blue: written: 99 are too many, there are 16 of this team unhurt"),
        (blue(written=None, last_written=99), "position: blue: last_written: 99 are too many"),
        (
            blue(endurance=41, endurance_start=40),
            "position: blue: endurance: 41 are too many, there are 40 at the start",
        ),
        (CIRCUS | {"race": {"cup": ["red", "red"]}}, "position: race: cup: names a colour twice"),
        (CIRCUS | {"race": {"cup": ["red"], "drawn": 2}}, "race: drawn: 2 and 1 in the cup are more than all chariots"),
        (CIRCUS | {"answers": ["blue: strain"], "dice": [0]}, "dice: 0: a die shows 1 or more"),
        (
            CIRCUS | {"answers": ["blue: strain"], "dice": [7]},
            "dice: '7' cannot fall there: the rules rolled 1d6, faces 1 to 6",
        ),
        (CIRCUS | {"answers": ["blue: strain"], "dice": ["blue 6.52: 9"]}, "dice: 'blue 6.52: 9' cannot fall there"),
        (phase(), "position: race: phase: Object missing required field `factors`"),
        (phase(factors=5, used=6), "position: race: phase.factors: 11 are too many, there are 10 written by blue"),
        (phase(factors=1, strain=2), "race: phase: 2 factors gained are more than the 1 used and left"),
        (phase(factors=5, attacked_from=["A0"]), "race: phase: attacked_from: there is no square 'A0'"),
        (
            blue(written=None) | {"begin": "turn", "race": {"phase": {"factors": 5}}},
            "race: phase: a whole turn does not begin in a phase; name the chariot",
        ),
        (
            phase(factors=5) | {"begin": [], "stop": "turn"},
            "a case that begins in a phase names its chariot in `begin`",
        ),
        (red(crossings=4), "position: red: crossings: 4 has only a chariot that is finished"),
        (red(crossings=0), "position: red: crossings: 0 is on the grid only, which is 26d, 26c, 26b, 26a"),
        (red(status="out"), "position: red: space: a chariot that is out has left the board"),
        (red(place=1), "position: red: place: only a chariot that is finished has one"),
        (red(left_at=60), "position: red: left_at: only a chariot that is out has left somewhere"),
        (CAESAR | {"race": {"stalemate_swaps": 4}}, "position: race: stalemate_swaps: Expected `int` <= 3"),
        (
            CAESAR | {"options": {"course": "green"}},
            "course: Invalid enum value 'green'; there are white, blue, yellow, red",
        ),
        (
            CAESAR | {"expect": {"never": ["CardPlayed red path=12M,"]}},
            "CardPlayed path ['12M']: there is no such place",
        ),
        (
            CAESAR | {"expect": {"never": ["WentOut red why=tired"]}},
            "WentOut why 'tired': there are out of cards, stalemate",
        ),
        (
            CAESAR | {"expect": {"asks": {"red": "PlayCard sixes=2"}}},
            "expect.asks.red: PlayCard sixes 2: it is true or false",
        ),
        (stable(hits=0), "chariot 1 cannot race (`race.entries`): it has no driver"),
        (stable(hits=0, wrecked=True), "it has no driver and no car"),
        (stable(team=False), "chariot 1 cannot race (`race.entries`): it has no team"),
        (stable(dead=[4]), "chariot 1 cannot race (`race.entries`): it has no horse"),
        (stable(dead=[5]), "chariot 1: `dead` names horses from 1 to 4, not 5"),
        (stable(horses=[5, 5, 5]), "horses: Expected `array` of length 4, got 3"),
        (loan(lender="cid"), "there is no stable 'cid'; there are ann, bob"),
        (LEAGUE | {"race": LEAGUE["race"] | {"stakes": {"cid": {"1": 100}}}}, "there is no stable 'cid'"),
        (LEAGUE | {"race": {"phase": "race", "entries": list(range(1, 18))}}, "at most 16 stables and 16 entries"),
        (LEAGUE | {"answers": ["ann: lends cid 100 for 110 after 1"]}, "there is no stable 'cid'; there are ann, bob"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    write: Write, capsys: Captured, case: dict[str, Any], why: str
) -> None:
    assert main([str(write(case))]) == NOT_UNDERSTOOD

    said = capsys.readouterr().err
    assert re.match(r"cannot be understood: \S+/mine\.json: case MINE-1: ", said)
    assert why in said


def test_the_last_of_what_can_be_is_accepted(write: Write) -> None:
    assert main([str(write(blue(hits=7, hits_start=7, written=16, endurance=40, endurance_start=40)))]) == PASSED


def test_a_case_that_wants_nothing_but_a_refusal_needs_no_expectation(write: Write) -> None:
    refused = CIRCUS | {"answers": [{"refuse": "blue: slip in", "reason": "no sideslip"}], "expect": {}}

    assert main([str(write(refused))]) == PASSED


# One bad case


@pytest.mark.parametrize("case", [stable(hits=0), loan(borrower="cid"), LEAGUE | {"answers": ["ann: sings"]}])
def test_an_impossible_case_of_a_league_keeps_no_other_from_being_played(
    write: Write, capsys: Captured, case: dict[str, Any]
) -> None:
    assert main(["-q", str(write(case, LEAGUE | {"id": "MINE-2"}))]) == NOT_UNDERSTOOD

    captured = capsys.readouterr()
    assert "1 of 1 cases pass" in captured.out
    assert re.match(r"cannot be understood: \S+/mine\.json: case MINE-1: ", captured.err)


def test_rules_of_a_league_that_break_down_are_a_difference(
    write: Write, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_given: object) -> None:
        raise KeyError("no such chariot")

    monkeypatch.setattr("engine.leagues.reckoning.come_home", breaks)
    goes_on = LEAGUE | {"answers": ["calendar: race", "calendar: goes on"]}

    assert main([str(write(goes_on, LEAGUE | {"id": "MINE-2", "answers": []}))]) == DIFFERS
    assert "the rules broke down: KeyError: 'no such chariot'" in capsys.readouterr().out


def test_one_bad_case_keeps_no_other_of_its_file_from_being_played(write: Write, capsys: Captured) -> None:
    bad = [{"id": "MINE-2", "rule": 6.42}, CIRCUS | {"id": "MINE-3", "titel": "a"}, "no case at all"]
    path = write(*bad, CIRCUS, CIRCUS | {"id": "MINE-4", "expect": {"never": ["LaneChanged"]}})

    assert main(["-q", str(path)]) == NOT_UNDERSTOOD

    captured = capsys.readouterr()
    assert "1 of 2 cases pass" in captured.out
    assert [line.split(": ")[2] for line in captured.err.splitlines()] == [
        "case MINE-2",
        "case MINE-3",
        "case number 3",
    ]


def test_two_cases_of_one_name_are_named_and_played(write: Write, capsys: Captured) -> None:
    assert main([str(write(CIRCUS, CIRCUS))]) == NOT_UNDERSTOOD

    captured = capsys.readouterr()
    assert "more than one case is called MINE-1" in captured.err
    assert "2 of 2 cases pass" in captured.out


def test_the_first_mistake_of_a_file_is_raised_where_all_cases_are_wanted(write: Write) -> None:
    cases, bad = look_through(write(CIRCUS, {"id": "MINE-2"}))

    assert [case.id for case in cases] == ["MINE-1"]
    assert [each.where.rpartition(": ")[2] for each in bad] == ["case MINE-2"]


# Questions that are not asked


@pytest.mark.parametrize(
    ("answers", "expect", "code"),
    [
        (["blue: in"], {"never": ["BeginPhase red"]}, PASSED),
        (["blue: in"], {"never": ["BeginPhase blue"]}, DIFFERS),  # it was asked, and passed over
        (["blue: in"], {"never": ["BeginPhase"]}, DIFFERS),
        (["blue: in"], {"never": ["BeginPhase blue may_cut=true"]}, PASSED),
        (["blue: in"], {"never": ["NextAction blue factors=8"]}, DIFFERS),
        (["blue: in"], {"never": ["NextAction blue factors=7"]}, PASSED),
        (["blue: in"], {"asks": {"blue": "not BeginPhase"}}, PASSED),
        (["blue: in"], {"asks": {"blue": "not NextAction"}}, DIFFERS),
        (["blue: in"], {"asks": {"blue": "not NextAction factors=7"}}, PASSED),
        (["blue: in"], {"asks": {"red": "not NextAction"}}, PASSED),
        ([], {"asks": {"blue": "not BeginPhase"}}, DIFFERS),
        ([], {"asks": {"blue": "BeginPhase", "red": "nothing"}}, PASSED),
    ],
)
def test_a_case_can_say_that_a_question_was_not_asked(
    write: Write, answers: list[str], expect: dict[str, Any], code: int
) -> None:
    assert main([str(write(CIRCUS | {"answers": answers, "expect": expect}))]) == code


def test_what_was_asked_and_should_not_be_is_told(write: Write, capsys: Captured) -> None:
    main([str(write(never("NextAction blue"))), "-q"])
    main([str(write(CIRCUS | {"expect": {"asks": {"blue": "not NextAction"}}})), "-q"])

    said = capsys.readouterr().out
    assert "- asked, and should not be: NextAction blue factors=10" in said
    assert "- blue should not be asked NextAction factors=8" in said


# In the midst of a phase


@pytest.mark.parametrize(
    ("fields", "answers", "expect"),
    [
        (
            {"factors": 4, "used": 6},
            [],
            {"asks": {"blue": "NextAction factors=4"}, "never": ["BeginPhase", "PhaseBegan"]},
        ),
        ({"factors": 4, "used": 6}, ["blue: 4"], {"facts": ["Moved blue squares=4 to=A24.3", "PhaseEnded blue"]}),
        ({"factors": 5, "used": 8, "strain": 3}, [], {"asks": {"blue": "NextAction factors=5"}}),
        ({"factors": 1, "used": 9}, ["blue: 1"], {"state": {"blue": {"last_speed": 10, "has_moved": True}}}),
        ({"factors": 0, "used": 10}, [], {"facts": ["PhaseEnded blue"], "asks": {"blue": "nothing"}}),
    ],
)
def test_a_position_may_begin_in_the_midst_of_a_phase(
    write: Write, capsys: Captured, fields: dict[str, int], answers: list[str], expect: dict[str, Any]
) -> None:
    code = main([str(write(phase(**fields) | {"answers": answers, "expect": expect}))])

    assert (code, capsys.readouterr().out.splitlines()[0][:4]) == (PASSED, "pass")


def test_after_the_phase_taken_up_the_next_one_begins_as_ever(write: Write) -> None:
    case = phase(factors=1, used=9) | {"begin": ["blue", "red"], "answers": ["blue: 1"]}

    assert (
        main([str(write(case | {"expect": {"facts": ["PhaseEnded blue"], "asks": {"red": "BeginPhase"}}}))]) == PASSED
    )


# What is written about cases


@pytest.mark.parametrize(
    "kind",
    [
        Case, Expectation, Refusal,
        position.ChariotSetting, position.RaceSetting, position.PhaseSetting,
        position.WeatherSetting, position.ObstacleSetting, position.CrossingSetting,
        ChariotSetting, RaceSetting,
    ],
)  # fmt: skip
def test_every_key_of_a_case_is_documented(kind: type[msgspec.Struct]) -> None:
    assert [field for field in kind.__struct_fields__ if not re.search(rf"[`{{ .]{field}(`| = |\\.)", PAGE)] == []


def test_every_field_of_a_state_is_documented() -> None:
    race = Race({}, CircusOptions(), 1)
    race.chariots = {EntryId(1): Chariot("blue", Faction(1))}
    caesar = race_of(
        CaesarOptions(),
        RaceSetting(),
        {"red": ChariotSetting(space="10b")},
    )
    names = {
        *position.fields_of(race, "race"),
        *position.fields_of(race, "blue"),
        *fields_of(caesar, "race"),
        *fields_of(caesar, "red"),
    }

    assert len(names) > 60
    assert sorted(name for name in names if f"`{name}`" not in PAGE) == []


def test_the_page_names_no_file_that_is_gone() -> None:
    named = re.findall(r"`((?:conformance|docs|engine|tests|cogs)/[^`*]+)`", PAGE)
    linked = [f"docs/{name}" for name in re.findall(r"\]\(([^)#:]+)\)", PAGE)]

    assert "tests/test_races.py" in named
    assert "docs/case-words.md" in linked
    assert [name for name in named + linked if not (ROOT / name).exists()] == []
