"""Every rule of the campaign, and every ruling on it, is shown by a case."""

from pathlib import Path

from conformance.cases import read_file
from conformance.coverage import names_of
from engine.leagues.words.reasons import LeagueReason

FOLDER = Path(__file__).parents[2] / "conformance" / "cases"
CASES = [case for path in sorted((FOLDER / "leagues").glob("*.toml")) for case in read_file(path)]
PLOTS = read_file(FOLDER / "circus-maximus" / "plots.toml")

RULES = (
    *("20.1", "20.2", "20.22", "21.2", "21.3", "21.4", "21.41", "21.42", "21.43", "21.5", "21.6", "21.7"),
    *("22.1", "22.2", "22.3", "22.4", "23.1", "23.3", "23.4", "23.5", "23.6", "24.2", "24.3", "24.31", "24.32"),
    *("24.321", "24.4", "24.42", "24.5", "25.1", "26.1", "26.2", "26.3", "26.4", "26.41", "26.5"),
)
RULINGS = [f"R-G{number}" for number in range(1, 53) if number not in (2, 5, 9, 15, 21, 25, 52)]
"""G2 and G21 correct the source; G5 and G9 say what does not exist; G15 is about solitaire, G52 about Epic;
``test_in_the_race.py`` shows G25."""


def test_every_rule_has_a_case() -> None:
    shown = {name for case in (*CASES, *PLOTS) for name in names_of(case)}

    assert [rule for rule in RULES if rule not in shown] == []


def test_every_ruling_has_a_case() -> None:
    shown = {name for case in (*CASES, *PLOTS) for name in (*names_of(case), case.rule)}

    assert [ruling for ruling in RULINGS if ruling not in shown] == []


def test_every_reason_is_given_in_a_case() -> None:
    given = {answer.reason for case in CASES for answer in case.answers if not isinstance(answer, str)}
    of_the_steward = {
        LeagueReason.HAS_A_STABLE, LeagueReason.RECKONED, LeagueReason.EXPELLED, LeagueReason.NO_SUCH_MEMBER,
        LeagueReason.NOT_THE_OWNER, LeagueReason.DEPUTY_DRIVES, LeagueReason.HAS_AN_OWNER, LeagueReason.NO_SUCH_STABLE,
        LeagueReason.HOST_ALREADY, LeagueReason.NO_VOTE, LeagueReason.SHEET_IS_CLOSED, LeagueReason.STILL_IN,
        LeagueReason.DECLINED, LeagueReason.NO_VOTE_YET, LeagueReason.BETTERS_ENOUGH,
        LeagueReason.REQUEST_IS_OVER,
    }  # fmt: skip
    # test_in_the_race.py, test_events.py
    elsewhere = {LeagueReason.NO_LEAGUE, LeagueReason.NOT_FOR_THIS, *of_the_steward}

    assert set(LeagueReason) - elsewhere - given == set()
