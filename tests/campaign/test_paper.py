"""The paper after each reckoning (H.13), and words for whatever a season tells."""

from typing import get_args

import pytest

from engine.campaign.words import facts as told
from engine.campaign.words.state import BANK
from engine.game import Fact
from engine.leagues import Revealed
from records.values import EntryId, Faction
from tests.campaign.builders import ANN, BOB, CLEO, league, session
from tests.campaign.test_money import run_race
from words.campaign import story

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


@pytest.mark.parametrize("state", get_args(told.LoanEnded.__annotations__["state"]))
def test_a_loan_that_ends_has_words(state: str) -> None:
    assert "Loan 3" in story.line(told.LoanEnded(3, state, 500), NAMES)  # type: ignore[arg-type]


@pytest.mark.parametrize(("lender", "named"), [(BANK, "the bank"), (BOB, "Bob")])
def test_a_loan_of_a_bankrupt_goes_over_to_another_lender(lender: int, named: str) -> None:
    (line,) = story.tell([told.LoanPassed(3, 3, lender, 500)], NAMES)  # type: ignore[arg-type]

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
    assert "Cleo paid 3,000s for drugged feed against Ann's chariot 1; guards met 1,000s of it. It worked." in paper
    assert "Ann paid 800s for a bribe to hold back against Bob's chariot 3. It failed." in paper


def test_a_quiet_event_has_no_scandal_and_names_every_stable() -> None:
    paper = paper_of()

    assert "Scandal" not in paper
    assert all(name in paper for name in NAMES.values())
