"""Every case of the project is played, and every rule has one that shows it.

``python -m conformance -k CM-6.42-1`` plays one of them.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from conformance import coverage, vocabulary
from conformance.__main__ import PASSED, main
from conformance.cases import Case, Refusal, check_ids, read_file
from conformance.circus_maximus.subjects import CHAPTERS
from conformance.runner import Outcome, run_case
from conformance.vocabulary import CASES
from engine.betting.reasons import BetReason
from engine.circus_maximus.words.facts import Facts
from engine.facts import Common
from tests.rolls import REGISTER, register_of

ROOT = Path(__file__).parent.parent
FILES = vocabulary.all_files()
SUBJECTS = [subject for chapter in CHAPTERS for subject in chapter.subjects]
OTHERS = [
    subject
    for book, chapters in coverage.BOOKS.items()
    if book != "circus-maximus"
    for chapter in chapters
    for subject in chapter.subjects
]


@cache
def read(path: Path) -> Sequence[Case]:
    return read_file(path)


@cache
def played(path: Path) -> Sequence[Outcome]:
    return [run_case(case) for case in read(path)]


def cases_of(game: str = "") -> list[Case]:
    """Return all cases of a folder, or of all folders."""
    return [case for path in FILES if game in ("", path.parent.name) for case in read(path)]


def outcomes_of(game: str = "") -> list[Outcome]:
    """Return what became of all cases of a folder, or of all folders."""
    return [outcome for path in FILES if game in ("", path.parent.name) for outcome in played(path)]


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(CASES).with_suffix("").as_posix() for path in FILES])
def test_cases(path: Path) -> None:
    differing = [line for outcome in played(path) if not outcome.is_passed for line in outcome.in_words]

    assert not differing, "\n".join(differing)


# What there have to be cases of


@pytest.mark.slow
def test_there_are_enough_cases_and_their_ids_tell_the_rule() -> None:
    for game, word, least in (
        ("circus-maximus", "CM", 600), ("ave-caesar", "AC", 80), ("chariot-race", "CR", 150), ("betting", "BET", 100),
    ):  # fmt: skip
        cases = cases_of(game)
        assert len(cases) >= least
        assert {case.ruleset for case in cases} == {game}
        assert [case.id for case in cases if not re.fullmatch(rf"{word}-{re.escape(case.rule)}-\d+", case.id)] == []
    check_ids(cases_of(), "all files together")


@pytest.mark.slow
def test_every_rule_option_ruling_and_example_is_shown_by_a_case_or_says_what_shows_it() -> None:
    for book in coverage.BOOKS:
        assert coverage.bare(coverage.of_book(cases_of(), book), book) == []


def test_what_else_shows_a_rule_is_there() -> None:
    named = [word for each in SUBJECTS + OTHERS for word in re.findall(r"`((?:tests|engine)/[^`]+)`", each.elsewhere)]

    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_no_subject_is_listed_twice() -> None:
    for book in coverage.BOOKS.values():
        names = [subject.name for chapter in book for subject in chapter.subjects]
        assert len(set(names)) == len(names)


@pytest.mark.slow
def test_a_subject_without_a_case_is_found() -> None:
    others = [case for case in cases_of("circus-maximus") if "12.3" not in coverage.names_of(case)]

    assert coverage.bare(others, "circus-maximus") == ["12.3", "R-E2"]
    assert "Not shown: 12.3, R-E2." in coverage.page(others)


@pytest.mark.slow
def test_the_page_of_coverage_is_up_to_date(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    written = tmp_path / "coverage.md"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "PAGE", written)
        patch.setattr(coverage, "read_file", read)
        assert main(["coverage"]) == PASSED

    assert written.read_text() == coverage.PAGE.read_text(), "run python -m conformance coverage"


def test_every_test_case_and_ruling_of_ave_caesar_is_there() -> None:
    derived = {f"T{number:02}" for number in range(1, 42)}
    rulings = {f"A{number:02}" for number in range(1, 17)}

    assert (derived | rulings) - sources_of(cases_of("ave-caesar")) == set()


def sources_of(cases: list[Case]) -> set[str]:
    return {word for case in cases for word in case.source.replace(",", " ").split()}


def test_every_ruling_on_the_betting_table_and_every_reason_of_it_is_shown_by_a_case() -> None:
    bets = cases_of("betting")
    rulings = re.findall(r"^- \*\*(B-\d+) ", (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE)
    shown = [case.rule for case in bets] + [word for case in bets for word in re.findall(r"B-\d+", case.source)]
    reasons = [step.reason for case in bets for step in case.answers if isinstance(step, Refusal)]

    assert len(rulings) >= 18
    # B-17 is shown by tests/betting/test_board.py; B-19 and B-20 are about games: test_moments, test_playing_out;
    # B-21 and B-22 are about who may know, and when a purse opens: tests/cogs/test_offered_sides.py, test_refused.py.
    assert [ruling for ruling in rulings if ruling not in shown] == ["B-17", "B-19", "B-20", "B-21", "B-22"]
    assert [reason for reason in BetReason if reason.value not in reasons] == []


def test_cases_of_the_betting_table_that_others_are_referred_to_are_there() -> None:
    named = [word for each in SUBJECTS for word in re.findall(r"BET-[\w.-]+\d", each.elsewhere)]

    assert "BET-26.2-1" in named
    assert set(named) <= {case.id for case in cases_of("betting")}


@pytest.mark.slow
def test_every_result_of_the_corner_and_the_lash_chart_is_played() -> None:
    told = [fact for outcome in outcomes_of("circus-maximus") for fact in outcome.facts]

    corners = {fact["code"] for fact in told if fact["fact"] == "CornerTaken"}
    lashes = {fact["code"] for fact in told if fact["fact"] == "DriverLashed"}
    assert corners >= {"-", "S", "SS", "J", "LH", "RH", "FP"}
    assert lashes >= {"-", "M", "B", "G", "W", "S"}


@pytest.mark.slow
def test_every_fact_of_circus_maximus_but_those_of_running_a_race_is_told_in_some_case() -> None:
    told = {fact["fact"] for outcome in outcomes_of("circus-maximus") for fact in outcome.facts}

    of_every_game = {fact.__name__ for fact in get_args(Common)}
    assert {fact.__name__ for fact in get_args(Facts)} - told == of_every_game - {"Rolled"}


@pytest.mark.slow
def test_every_roll_of_the_cases_is_in_the_register_and_the_other_way_round() -> None:
    rolled = register_of(fact for outcome in outcomes_of("circus-maximus") for fact in outcome.facts)

    assert rolled == {line.strip() for line in REGISTER.strip().splitlines()}


@pytest.mark.slow
def test_the_page_of_words_is_up_to_date() -> None:
    made = vocabulary.page(outcomes_of())

    assert made == vocabulary.PAGE.read_text(encoding="utf-8"), "run python -m conformance words"
    assert "| `7.32` | corner |" in made
    assert "| `Braked` | `entry` *colour*, `factors` *number* |" in made
