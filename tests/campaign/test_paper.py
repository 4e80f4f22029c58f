"""The paper after each reckoning (H.13), and words for whatever a season tells."""

from typing import get_args

import pytest

from engine.campaign.words import facts as told
from engine.campaign.words.state import BANK
from tests.campaign.builders import ANN, BOB
from words.campaign import story

NAMES = {ANN: "Ann", BOB: "Bob"}


@pytest.mark.parametrize("state", get_args(told.LoanEnded.__annotations__["state"]))
def test_a_loan_that_ends_has_words(state: str) -> None:
    assert "Loan 3" in story.line(told.LoanEnded(3, state, 500), NAMES)  # type: ignore[arg-type]


@pytest.mark.parametrize(("lender", "named"), [(BANK, "the bank"), (BOB, "Bob")])
def test_a_loan_of_a_bankrupt_goes_over_to_another_lender(lender: int, named: str) -> None:
    (line,) = story.tell([told.LoanPassed(3, 3, lender, 500)], NAMES)  # type: ignore[arg-type]

    assert line == f"📜 Loan 3 goes over to {named}: 500s to pay."
