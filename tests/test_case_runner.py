"""The runner that plays cases is tried with files it has not seen: what differs, and what cannot be understood."""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance import vocabulary
from conformance.__main__ import DIFFERS, NOT_UNDERSTOOD, PASSED, main
from conformance.cases import read_file
from conformance.vocabulary import CASES

FIRST_CASE = {
    "id": "MINE-1",
    "rule": "6.42",
    "title": "A change inward",
    "why": "Two factors.",
    "source": "rule text 6.42",
    "begin": "blue",
    "position": {"blue": {"square": "A20.3", "written": 10}, "red": {"square": "A25.6"}},
    "answers": ["blue: in"],
    "expect": {"facts": ["LaneChanged blue to=A21.2"], "asks": {"blue": "NextAction factors=8"}},
}

ANYTHING: dict[str, Any] = {"never": ["Rewound"]}
"""What an expectation says that whatever happens fulfils."""

ANY_MONEY: dict[str, Any] = {"state": {"table": {}}}
"""The same at the betting table."""

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file with one case, the first one with some parts of it changed."""

    def write(**changed: Any) -> Path:
        path = tmp_path / "unseen.json"
        case = {key: value for key, value in (FIRST_CASE | changed).items() if value is not None}
        path.write_text(json.dumps({"ruleset": "circus-maximus", "cases": [case]}))
        return path

    return write


def test_an_unseen_file_is_played(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(write())]) == PASSED

    assert capsys.readouterr().out == "pass  MINE-1  A change inward\n1 of 1 cases pass\n"


def test_the_cases_of_the_documentation_are_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (CASES.parent.parent / "docs" / "cases.md").read_text()
    examples = re.findall(r"```toml\n(ruleset = .*?)```", text, re.DOTALL)
    for number, example in enumerate(examples):
        (tmp_path / f"{number}.toml").write_text(example)

    assert main(["-q", str(tmp_path)]) == PASSED
    assert capsys.readouterr().out == "8 of 8 cases pass\n"


def test_cases_of_the_project_are_played_by_their_ids(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vocabulary, "CASES", CASES / "chariot-race")
    ids = [case.id for path in (CASES / "chariot-race").glob("*.toml") for case in read_file(path)]
    of_a_rule = {name for name in ids if name.startswith("CR-8.6-")}
    played = [f"pass  {name}  " for name in (*of_a_rule, "CR-10-1")]

    assert main(["-k", "CR-8.6", "CR-10-1"]) == PASSED

    *said, last = capsys.readouterr().out.splitlines()
    assert of_a_rule
    assert sorted(line[: line.index("  ", 6) + 2] for line in said) == sorted(played)
    assert last == f"{len(played)} of {len(played)} cases pass"

    assert main(["-k", "CR-8", "CR-10-1"]) == NOT_UNDERSTOOD

    told = capsys.readouterr()
    assert told.err == "cannot be understood: CR-8: no case of the project is called so\n"
    assert told.out.endswith("1 of 1 cases pass\n")


def test_a_folder_stands_for_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    few = [
        min((CASES / game).rglob("*.toml"), key=lambda path: path.stat().st_size) for game in ("betting", "ave-caesar")
    ]
    for path in few:
        (tmp_path / path.parent.name).mkdir()
        (tmp_path / path.parent.name / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    count = sum(len(read_file(path)) for path in few)

    assert main(["-q", str(tmp_path)]) == PASSED

    assert count > 2
    assert capsys.readouterr().out == f"{count} of {count} cases pass\n"


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"expect": {"facts": ["LaneChanged blue to=A21.4"]}}, "not told: LaneChanged blue to=A21.4"),
        (
            {"expect": {"facts": ["LaneChanged blue", "PhaseBegan blue"]}},
            "not told after LaneChanged blue side=inside to=A21.2: PhaseBegan blue",
        ),
        (
            {"expect": {"facts": ["LaneChanged blue"], "exact": True}},
            "exactly these facts should be told: LaneChanged blue",
        ),
        ({"expect": {"never": ["LaneChanged"]}}, "told, and should not be: LaneChanged blue side=inside to=A21.2"),
        ({"expect": {"state": {"blue": {"endurance": 39}}}}, "blue: endurance should be 39, is 40"),
        ({"expect": {"state": {"race": {"turn": 6}}}}, "race: turn should be 6, is 5"),
        ({"expect": {"asks": {"red": "NextAction"}}}, "red should be asked NextAction, is asked nothing"),
        ({"expect": {"asks": {"blue": "nothing"}}}, "blue should be asked nothing, is asked NextAction factors=8"),
        ({"expect": {"legal": ["blue: slip in"]}}, "'blue: slip in' should be legal; open: blue: NextAction"),
        ({"dice": [3, "4 4"]}, "dice that were not rolled: '3', '4 4'"),
        ({"answers": ["blue: strain"]}, "the rules rolled 1 more die than the case has"),
        ({"answers": ["blue: strain"], "dice": ["4 4"]}, "the rules rolled 1 die where the case has '4 4'"),
        ({"answers": ["blue: strain"], "dice": ["red: 3"]}, "the dice 'red: 3' fell for blue: straining (6.52)"),
        ({"answers": ["blue: strain"], "dice": ["7.32: 3"]}, "the dice '7.32: 3' fell for blue: straining (6.52)"),
        ({"answers": ["blue: slip in"]}, "'blue: slip in' was refused as 'no sideslip' by rule 6.71"),
        ({"answers": [{"refuse": "blue: in"}]}, "'blue: in' should be refused, and was accepted"),
        (
            {"answers": [{"refuse": "blue: slip in", "reason": "wall", "rule": "6.7"}]},
            "'blue: slip in' should be refused as 'wall' by rule 6.7, {}, was refused as 'no sideslip' by rule 6.71",
        ),
        ({"answers": ["blue: 3", "red: hold"]}, "'red: hold' was refused as 'not asked'"),
    ],
)
def test_a_difference_is_told_in_plain_words(
    write: Write, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], difference: str
) -> None:
    assert main([str(write(**({"expect": ANYTHING} | changed)))]) == DIFFERS

    said = capsys.readouterr().out
    assert said.startswith("DIFF  MINE-1  A change inward  (rule 6.42; rule text 6.42)\n")
    assert f"- {difference}" in said
    assert "0 of 1 cases pass" in said


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"rule": None}, "case MINE-1: Object missing required field `rule`"),
        ({"colour": "blue"}, "case MINE-1: Object contains unknown field `colour`"),
        ({"position": None}, "either a `position` to play on or a `chart`"),
        ({"position": {"blue": {"square": "C3.1"}}}, "position: blue: there is no square 'C3.1'"),
        ({"position": {"blue": {"status": "finished"}}}, "position: blue: there is no square ''"),
        (
            {"position": {"blue": {"square": "A20.3", "horses": "4-4-4"}}},
            "`horses` are 4 numbers with '-' between",
        ),
        ({"position": {"blue": {"square": "A20.3", "endurance": -1}}}, "blue: endurance: Expected `int` >= 0"),
        ({"position": {"blue": {"square": "A20.3", "speed": 3}}}, "unknown field `speed`"),
        ({"position": {"blue": {"square": "A20.3", "injuries": "4-0-0-0"}}}, "horse 1 has lost all its boxes"),
        ({"position": {"blue": {"square": "A20.3", "dead": [5]}}}, "there is no horse 5"),
        ({"race": {"obstacles": [{"square": "A99.1", "of": "red"}]}}, "obstacles: there is no square 'A99.1'"),
        ({"race": {"obstacles": [{"square": "A9.1", "of": "pink"}]}}, "obstacles: there is no pink in this position"),
        ({"race": {"in_the_air": [{"square": "A9.1", "of": "pink"}]}}, "in_the_air: there is no pink"),
        ({"race": {"cup": ["pink"]}}, "cup: there is no pink in this position"),
        ({"position": {"blue": {"square": "A20.3", "ally": "pink"}}}, "ally: there is no pink"),
        ({"position": {"blue": {"square": "A20.3", "blades": "sharp/none"}}}, "blue: `blades` are none, regular or"),
        ({"position": {"blue": {"square": "A20.3", "boxes": "4/10", "wheels": "4/0"}}}, "with 4 points of damage"),
        ({"position": {"blue": {"square": "A20.3", "driver": "on foot"}}}, "blue: a driver on foot, and no other"),
        ({"position": {"blue": {"square": "A20.3", "foot": "A1.1"}}}, "blue: a driver on foot, and no other"),
        ({"answers": ["blue: speed 3 t"]}, "'speed 3 t' is not an answer"),
        ({"answers": ["blue: buy horses 4-4-4-4"]}, "'buy horses 4-4-4-4' is not an answer"),
        ({"answers": ["blue: buy horses 4-4-4 endurance 20"]}, "Expected `array` of length 4"),
        ({"answers": ["blue: hang about"]}, "'hang about' is not an answer"),
        ({"answers": ["blue: pay"]}, "'pay' is not an answer"),
        ({"answers": ["blue: run away fast"]}, "'run away fast' is not an answer"),
        ({"answers": ["blue: spear pink"]}, "there is no chariot 'pink'"),
        ({"answers": ["blue: ram red wheel"]}, "'ram red wheel' is not an answer"),
        ({"position": None, "chart": "17.19", "cells": ["hits 3 -> 1"]}, "no place 'hits 3'"),
        ({"position": {"blue": {"square": "A20.3", "wheels": "10/0"}}}, "a wheel with 10 points of damage"),
        ({"position": {"blue": {"square": "A20.3"}, "red": {"square": "A21.3"}}}, "two teams or cars stand on A20.3"),
        ({"race": {"cup": ["green"]}}, "cup: there is no green"),
        ({"race": {"turn": 0}}, "Expected `int` >= 1"),
        ({"options": {"laps": "many"}}, "Expected `int`, got `str`"),
        ({"begin": "green"}, "no chariot 'green' is on the track"),
        ({"begin": "turn"}, "blue: as the turn begins nothing is `written` yet"),
        ({"stop": "soon"}, "cannot stop after 'soon'"),
        ({"ruleset": "ludi"}, "there are no cases of ruleset 'ludi'"),
        ({"answers": ["in"]}, "answers: 'in' does not begin with a chariot's name and a colon"),
        ({"answers": ["green: in"]}, "answers: there is no chariot 'green'"),
        ({"answers": ["blue: fly"]}, "answers: 'fly' is not an answer"),
        ({"answers": ["blue: brake hard"]}, "answers: 'hard' is not a number"),
        ({"dice": ["five"]}, "dice are written 5, '4 4 3'"),
        ({"answers": ["blue: strain"], "dice": ["draw red"]}, "dice: 'red' cannot be drawn there"),
        ({"expect": {"facts": ["LaneChnaged blue"]}}, "expect.facts 1: there is no 'LaneChnaged'"),
        ({"expect": {"never": ["Moved blue by=3"]}}, "expect.never 1: Moved has entry, squares, to, and no by"),
        ({"expect": {"asks": {"blue": "Moved"}}}, "expect.asks.blue: there is no 'Moved'"),
        ({"expect": {"facts": ["Moved blue three"]}}, "'three' in 'Moved blue three' is not of the form name=value"),
        ({"expect": {"state": {"green": {}}}}, "expect.state: there is no chariot 'green'"),
        ({"expect": {"state": {"blue": {"mood": 1}}}}, "expect.state.blue: there is no mood"),
        ({"position": None, "chart": "7.32"}, "a `chart` needs `cells`"),
        ({"position": None, "chart": "7.99", "cells": ["1 -> 1"]}, "there is no chart '7.99'"),
        ({"position": None, "chart": "7.32", "cells": ["4 0..9 -> -"]}, "has 10 places and 1 values"),
        (
            {"position": None, "chart": "board", "cells": ["A99.1 ahead -> A0.1"]},
            "no place 'A99.1 ahead'",
        ),
    ],
)
def test_what_cannot_be_understood_is_explained_with_its_place(
    write: Write, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], why: str
) -> None:
    assert main([str(write(**changed))]) == NOT_UNDERSTOOD

    said = capsys.readouterr().err
    assert said.startswith("cannot be understood: ")
    assert "MINE-1" in said
    assert why in said


SECOND_CASE = {
    "id": "MINE-2",
    "ruleset": "ave-caesar",
    "rule": "7.1",
    "title": "Into the bottleneck",
    "why": "Two steps.",
    "source": "T05",
    "begin": "red",
    "position": {"red": {"space": "10b"}, "blue": {"space": "18b1"}},
    "answers": ["red: 2 to 12N"],
}
BEFORE_THE_RACE = {"begin": "setup", "position": {"red": {}, "blue": {}, "green": {}}, "answers": []}
IN_ORDER = {"options": {"positions": ["green", "red", "blue"]}}
SHUFFLES = ["shuffle red: 6 6 1", "shuffle blue: 1", "shuffle green: 2"]


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"expect": {"state": {"red": {"ends": ["1 -> 11b 11c"]}}}}, "red: ends should be ['1 -> 11b 11c'], is"),
        ({"expect": {"state": {"blue": {"leads": False}}}}, "blue: leads should be False, is True"),
        ({"expect": {"state": {"race": {"leaders": []}}}}, "race: leaders should be [], is ['blue']"),
        ({"answers": ["red: 3 by 11b 12N"]}, "was refused as 'wrong length' by rule 7.1, {'need': 3, 'have': 2}"),
        ({"answers": ["red: 2 to 10c"]}, "was refused as 'wrong length' by rule 7.1"),
        (BEFORE_THE_RACE, "the rules rolled 1 more die than the case has"),
        (BEFORE_THE_RACE | IN_ORDER | {"dice": SHUFFLES[:1]}, "the rules rolled 1 more die than the case has"),
        (
            BEFORE_THE_RACE | IN_ORDER | {"dice": [*SHUFFLES, *SHUFFLES[:1]]},
            "that were not rolled: 'shuffle red: 6 6 1'",
        ),
        (
            BEFORE_THE_RACE | IN_ORDER | {"dice": SHUFFLES[::-1]},
            "fell for red: shuffle (5.2)\n      - the dice 'shuffle red: 6 6 1' fell for green",
        ),
        (
            BEFORE_THE_RACE | IN_ORDER | {"dice": SHUFFLES, "expect": {"state": {"red": {"hand": [1, 1, 6]}}}},
            "red: hand should be [1, 1, 6], is [1, 6, 6]",
        ),
    ],
)
def test_a_difference_in_ave_caesar_is_told(
    write: Write, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], difference: str
) -> None:
    assert main([str(write(**({"expect": ANYTHING} | SECOND_CASE | changed)))]) == DIFFERS

    assert difference in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"position": {"red": {"space": "27a"}}}, "position: red: there is no space '27a' on the white course"),
        ({"position": {"red": {"space": "10b"}, "blue": {"space": "10b"}}}, "two chariots stand on 10b"),
        (
            {"position": {"red": {"space": "10b", "crossings": 3, "coin": True}}},
            "red: whoever is in the alley or on lap 3",
        ),
        ({"position": {"red": {"space": "A2", "coin": True}}}, "red: whoever is in the alley or on lap 3 has paid"),
        ({"position": {"red": {"space": "10b", "hand": [1, 2, 3, 4]}}}, "red: a hand has 3 cards at most"),
        ({"position": {"red": {"space": "10b", "nonplayer": True, "hand": [1]}}}, "that of a non-player chariot none"),
        ({"position": {"red": {"space": "10b", "hand": [7]}}}, "red: hand[0]: Expected `int` <= 6"),
        ({"position": {"red": {"space": "10b", "deck": [6, 6, 6, 6, 6]}}}, "red: there are only 4 cards of each value"),
        ({"position": {"red": {"space": "10b"}, "blue": {"status": "finished", "place": 2}}}, "a `place` of its own"),
        ({"race": {"order": ["red", "green"]}}, "order: there is no green in this position"),
        ({"race": {"removed": ["red"]}}, "`removed` are the chariots that are out"),
        ({"race": {"order": ["red"]}}, "order: names each chariot once"),
        ({"options": {"positions": ["green"]}}, "positions: there is no green"),
        ({"options": {"course": "green"}}, "Invalid enum value 'green'"),
        ({"begin": "green"}, "no chariot 'green' is racing"),
        ({"stop": "turn"}, "a case cannot stop after 'turn', only after round or never"),
        ({"answers": ["red: 2 towards 12N"]}, "answers: '2 towards 12N' is not an answer"),
        ({"answers": ["red: 2 to 11b 12N"]}, "one space stands behind 'to'"),
        ({"answers": ["red: 2 to 12M"]}, "answers: there is no space '12M' on the white course"),
        ({"answers": ["blue: 2 to 18b3"], "begin": "red"}, "answers: nothing is asked, so '2 to 18b3' answers nothing"),
        ({"expect": {"state": {"green": {}}}}, "expect.state: there is no chariot 'green'"),
        (BEFORE_THE_RACE | {"dice": ["draw 7"]}, "dice: '7' cannot be drawn there"),
        (BEFORE_THE_RACE | {"dice": ["shuffle red: 6 6 6 6 6"]}, "dice: no deck begins with 6 6 6 6 6"),
        ({"ruleset": "circus-maximus", "dice": ["shuffle red: 6"]} | {"position": FIRST_CASE["position"]}, "no cards"),
        ({"position": None, "chart": "way", "cells": ["1 -> 1"]}, "there is no chart 'way'; there are grid"),
        ({"position": None, "chart": "grid", "cells": ["white -> 1"]}, "a place of grid is written course direction"),
        ({"position": None, "chart": "grid", "cells": ["white back -> 1"]}, "there is no course white run back"),
        ({"position": None, "chart": "points", "cells": ["first -> 1"]}, "'first' is not a number"),
        ({"position": None, "chart": "cup", "cells": ["AZ -> 1"]}, "seats are A to F, not 'Z'"),
        (
            {"position": None, "chart": "steps", "cells": ["white clockwise 10b 1 rich -> 1"]},
            "the coin is coin or paid",
        ),
    ],
)
def test_what_cannot_be_understood_of_ave_caesar_is_explained(
    write: Write, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], why: str
) -> None:
    assert main([str(write(**(SECOND_CASE | {"expect": ANYTHING} | changed)))]) == NOT_UNDERSTOOD

    said = capsys.readouterr().err
    assert "MINE-2" in said
    assert why in said


A_BET = {
    "id": "MINE-3",
    "ruleset": "betting",
    "rule": "26.4",
    "title": "Only the winner pays",
    "why": "Odds of 3.",
    "source": "rule text 26.4",
    "options": {"pools": False},
    "position": {"red": {}, "blue": {}},
    "race": {"purses": {"gaius": 1000, "lucius": 1000}},
    "answers": ["gaius: seals 300 on red", "lucius: seals 700 on blue", "race: starts", "race: ends red blue"],
}
TOO_LITTLE_SEALED = {"refuse": "gaius: seals 50 on red", "reason": "not in steps", "values": {"have": 50}}


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"expect": {"state": {"gaius": {"purse": 1599}}}}, "gaius: purse should be 1599, is 1600"),
        ({"expect": {"state": {"sealed": {"winners": ["blue"]}}}}, "sealed: winners should be ['blue'], is ['red']"),
        ({"answers": ["gaius: seals 1100 on red"]}, "was refused as 'purse too light' by rule B-1, {'have': 1000"),
        ({"answers": [{"refuse": "gaius: seals 100 on red"}]}, "should be refused, and was accepted"),
        ({"answers": [TOO_LITTLE_SEALED | {"values": {"have": 60}}]}, "{'have': 60}, was refused as 'not in steps'"),
        ({"answers": [TOO_LITTLE_SEALED | {"rule": "26.2"}]}, "by rule 26.2"),
        ({"position": None, "chart": "odds", "cells": ["30000 4900 -> 7"]}, "odds at 30000 4900 should be 7, is 6"),
    ],
)
def test_a_difference_at_the_betting_table_is_told(
    write: Write, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], difference: str
) -> None:
    assert main([str(write(**({"expect": ANY_MONEY} | A_BET | changed)))]) == DIFFERS

    assert difference in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"answers": ["gaius: steals 300"]}, "'steals 300' is not a step"),
        ({"answers": ["seals 300"]}, "does not begin with a player's name, or race, and a colon"),
        ({"answers": ["race: pink leaves"]}, "there is no chariot 'pink'"),
        ({"answers": ["race: back to nowhere"]}, "nothing was marked 'nowhere'"),
        ({"answers": ["race: red leaves", "race: gaius enters red"]}, "that chariot has left"),
        ({"answers": ["race: again"]}, "nothing has happened yet"),
        ({"answers": ["gaius: presses again"]}, "nothing was bet yet"),
        ({"options": {"doors": True}}, "unknown field `doors`"),
        ({"race": {"server": {"share": 26}}}, "Expected `int` <= 25"),
        ({"expect": {"state": {"titus": {"purse": 1}}}}, "there is no 'titus' at the table"),
        ({"expect": {"state": {"ticket 9": {}}}}, "there is no 'ticket 9' at the table"),
        ({"expect": {"facts": ["Moved red"]}}, "has neither facts nor questions"),
        ({"dice": [4]}, "has neither facts nor questions"),
        ({"position": None, "chart": "luck", "cells": ["1 -> 1"]}, "there is no chart 'luck'; there are odds"),
        ({"position": None, "chart": "odds", "cells": ["1 -> 1"]}, "is not a place of odds"),
        ({"position": None, "chart": "odds", "cells": ["one two -> 1"]}, "invalid literal for int()"),
    ],
)
def test_what_cannot_be_understood_of_the_betting_table_is_explained(
    write: Write, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], why: str
) -> None:
    assert main([str(write(**(A_BET | {"expect": ANY_MONEY} | changed)))]) == NOT_UNDERSTOOD

    said = capsys.readouterr().err
    assert "MINE-3" in said
    assert why in said


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("broken.json", '{"ruleset": }', "is not JSON: Expecting value: line 1 column 13"),
        ("broken.toml", "ruleset = \n", "is not TOML: Invalid value (at line 1"),
        ("shapeless.json", "[]", "Expected `object`, got `array`"),
        ("empty.toml", 'ruleset = "circus-maximus"\ncases = []\n', "holds no case"),
        ("cases.txt", "", "a case file ends in .toml or .json"),
        ("binary.json", "\udcff", "cannot be read"),
    ],
)
def test_a_broken_file_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, why: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8", "surrogateescape"))

    assert main([str(path)]) == NOT_UNDERSTOOD

    said = capsys.readouterr().err
    assert name in said
    assert why in said


def test_a_missing_file_an_empty_folder_and_no_file_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere.toml")]) == NOT_UNDERSTOOD
    assert main([str(tmp_path)]) == NOT_UNDERSTOOD
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == NOT_UNDERSTOOD

    said = capsys.readouterr().err
    assert "nowhere.toml: cannot be read" in said
    assert "holds no case file" in said
    assert "usage: python -m conformance" in said


def test_a_bad_file_does_not_keep_the_others_from_being_played(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.toml").write_text("?")

    assert main([str(tmp_path / "broken.toml"), str(write())]) == NOT_UNDERSTOOD

    assert "1 of 1 cases pass" in capsys.readouterr().out


def test_one_id_is_used_once(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "again.json").write_text(write().read_text())

    assert main([str(tmp_path)]) == NOT_UNDERSTOOD

    assert "more than one case is called MINE-1" in capsys.readouterr().err


def test_a_cell_that_differs_is_told(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(position=None, chart="7.32", cells=["12 1..4 -> - S S J"], expect=None, answers=None)

    assert main([str(path)]) == DIFFERS

    assert "- 7.32 at 12 3 should be S, is SS" in capsys.readouterr().out


def test_rules_that_break_down_are_a_difference(
    write: Write, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise KeyError("A34.3")

    monkeypatch.setattr("engine.circus_maximus.turn.movement.change_lane", breaks)

    assert main([str(write())]) == DIFFERS

    assert "the rules broke down: KeyError: 'A34.3'" in capsys.readouterr().out


def test_a_chariot_that_is_out_needs_no_square(write: Write) -> None:
    position = {"blue": {"square": "A20.3", "written": 10}, "red": {"status": "out"}}

    assert main([str(write(position=position))]) == PASSED


def test_toml_and_json_hold_the_same(tmp_path: Path) -> None:
    path = CASES / "circus-maximus" / "finish.toml"
    same = tmp_path / "finish.json"
    same.write_text(json.dumps(tomllib.loads(path.read_text())))

    assert read_file(same) == read_file(path)
