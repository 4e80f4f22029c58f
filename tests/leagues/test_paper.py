"""The paper after each reckoning (H.13), and words for whatever a season tells."""

from typing import get_args

import pytest

from engine.facts import Fact
from engine.leagues.views import view_for
from engine.leagues.words.facts import (
    CameHomeHurt,
    ExperienceGained,
    Line,
    LoanEnded,
    LoanPassed,
    Lot,
    LotSold,
    LotUnsold,
    Posted,
    Ran,
    ReckoningBegan,
)
from engine.leagues.words.state import BANK, POT
from engine.plots import Revealed
from records.values import EntryId, Faction
from tests.leagues.builders import ANN, BOB, CLEO, league, session
from tests.leagues.test_money import run_race
from words.leagues import lines, story
from words.leagues.standings import calendar

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


@pytest.mark.parametrize("state", get_args(LoanEnded.__annotations__["state"]))
def test_a_loan_that_ends_has_words(state: str) -> None:
    assert "Loan 3" in lines.line(LoanEnded(3, state, 500), NAMES)  # type: ignore[arg-type]


@pytest.mark.parametrize(("lender", "named"), [(BANK, "the bank"), (BOB, "Bob")])
def test_a_loan_of_a_bankrupt_goes_over_to_another_lender(lender: int, named: str) -> None:
    (line,) = story.tell([LoanPassed(3, 3, lender, 500)], NAMES)  # type: ignore[arg-type]

    assert line == f"📜 Loan 3 goes over to {named}: 500s to pay."


def paper_of(*revealed: Revealed) -> str:
    """Return the paper of an event in whose race these plots came to light."""
    played = session(league({ANN: 2, BOB: 2, CLEO: 0}, betters=(CLEO,)))
    run_race(played, ANN, *revealed)
    facts: list[Fact] = list(played.table.told)
    return "\n".join(story.latest_paper(facts, NAMES))


def test_the_scandal_names_who_paid_against_whom_and_what_came_of_it() -> None:
    worked = Revealed(EntryId(1), Faction(CLEO), "drug", 3_000, 1_000, True)
    failed = Revealed(EntryId(2), Faction(ANN), "slow", 800, 0, False)

    paper = paper_of(worked, failed)

    assert "**🕵️ Scandal**" in paper
    assert "Cleo paid 3,000s for drugged feed against Felix (car 1), Ann; guards met 1,000s of it. It worked." in paper
    assert "Ann paid 800s for a bribe to hold back against Aquila (car 2), Bob. It failed." in paper


def test_a_quiet_event_has_no_scandal_and_names_every_stable() -> None:
    paper = paper_of()

    assert "Scandal" not in paper
    assert all(name in paper for name in NAMES.values())


@pytest.mark.parametrize(("odds", "headline"), [(7, "Nobody catches Ann."), (8, "Ann wins at 8 : 1.")])
def test_a_winner_at_long_odds_makes_the_headline(odds: int, headline: str) -> None:
    made = league({ANN: 2, BOB: 2}, "race")
    made.odds = {made.entries[0].chariot: odds}
    played = session(made)
    run_race(played, ANN)

    told = story.latest_paper(list(played.table.told), NAMES)

    assert headline in told[1]


def test_an_issue_names_every_stable_of_the_largest_league_and_whose_bets_brought_most() -> None:
    stables = {EntryId(n): 1 for n in range(1, 15)}
    played = session(league(stables))
    run_race(played, ANN)
    names = {number: f"Stable of {number}." for number in stables}

    paper = "\n".join(story.latest_paper(list(played.table.told), names))

    assert all(name in paper for name in names.values())
    assert story.paper([ReckoningBegan(1), Posted("payoff", (Line(ANN, 4_800), Line(POT, -4_800)), "26.4")], NAMES)[
        2
    ] == ("Ann takes 4,800s off the bookmakers.")


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        ("stable", ["Stable day: until <t:1000:f>", "Eve: until about <t:1500:f>", "Race: from about <t:1500:f>"]),
        ("eve", ["Stable day: 1 hour", "Eve: until <t:1000:f>", "Race: from about <t:1000:f>", "Protests: 1 minute"]),
    ],
)
def test_the_calendar_tells_when_in_each_readers_zone(phase: str, told: list[str]) -> None:
    view = view_for(league({ANN: 1, BOB: 1}, phase), {}, ())  # type: ignore[arg-type]
    seconds = {"stable": 3_600, "eve": 500, "race": 9, "protest": 60}

    shown = calendar(view, view.options, seconds, 1_000.0)

    assert all(each in shown for each in told)


def test_the_results_stand_by_place_and_the_headline_has_no_bold_in_bold() -> None:
    homes = [ExperienceGained(who, who, place, 10, 0, True) for who, place in ((ANN, 3), (BOB, 1), (CLEO, 2))]
    names = {number: f"🔴 **{name}**" for number, name in NAMES.items()}

    told = story.paper([ReckoningBegan(1), *homes], names)

    assert told[1] == "**The crowd roars for 🔴 Bob.**"
    assert [line.split()[0] for line in told[3:6]] == ["🥇", "🥈", "🥉"]


def test_the_results_name_all_that_ran_also_without_experience() -> None:
    field = (Ran(BOB, 2, 5, 2), Ran(None, 9, 6, 4), Ran(CLEO, 3, None, 3), Ran(ANN, 1, 1, 1))
    gained = ExperienceGained(ANN, 1, 1, 10, 0, True)

    told = story.paper([ReckoningBegan(1, field), gained], NAMES)

    assert told[told.index("**🏁 Results**") + 1 :][:4] == [
        "🥇 Felix (car 1), Ann: 10 experience", "5. Celer (car 2), Bob", "6. Macer (car 4), without an owner",
        "Out: Aquila (car 3), Cleo",
    ]  # fmt: skip


def test_the_dead_are_not_told_how_many_hits_they_have_left() -> None:
    assert lines.line(CameHomeHurt(ANN, 2, 0, (0, 1, 0, 0)), NAMES) == "Celer of Ann: horses hurt by 1"
    assert lines.line(CameHomeHurt(ANN, 2, 0, (0, 0, 0, 0)), NAMES) == ""
    assert lines.line(CameHomeHurt(ANN, 2, 3, (0, 0, 0, 0)), NAMES) == "Celer of Ann: driver 3 hits left"


def test_the_last_issue_tells_the_standings_once() -> None:
    made = league({ANN: 2, BOB: 2}, event=10)
    played = session(made)
    run_race(played, ANN)

    paper = "\n".join(story.latest_paper(list(played.table.told), NAMES))

    assert "The season is over" in paper
    assert paper.count("Standings") == 1


@pytest.mark.parametrize(
    ("unsold", "line"), [((2,), "Lot 2 finds no buyer."), ((2, 3, 5), "3 lots find no buyer."), ((), None)]
)
def test_lots_that_nobody_bought_are_told_in_one_line(unsold: tuple[int, ...], line: str | None) -> None:
    facts = [LotSold(Lot(1, "driver", 4), ANN, 300, 1), *(LotUnsold(Lot(number, "car", 4)) for number in unsold)]

    told = story.tell(facts, {ANN: "Ann"})

    assert [each for each in told if "no buyer" in each] == ([line] if line else [])
    assert "Lot 1, the driver of Florus: Ann for 300s" in told[0]
