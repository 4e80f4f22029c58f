"""What anybody can check of the race of the day: the chain, how a day was chosen, the dice of the same decisions."""

import pytest

from conformance.__main__ import DIFFERS, NOT_UNDERSTOOD, PASSED, main
from conformance.days import changed_races, day_told
from engine.daily import chain
from engine.daily.choosing import choose
from engine.daily.settings import setting_of

LAST = b"\x09" * 32


def test_a_secret_is_checked_against_the_anchor(capsys: pytest.CaptureFixture[str]) -> None:
    anchor, secret = chain.anchor(LAST).hex(), chain.secret_of(LAST, 12)
    assert main(["chain", "12", secret.hex(), anchor]) == PASSED
    assert main(["chain", "11", secret.hex(), anchor]) == DIFFERS
    assert main(["chain", "12", chain.secret_of(LAST, 13).hex(), anchor]) == DIFFERS
    assert main(["chain", str(chain.DAYS + 1), secret.hex(), anchor]) == DIFFERS
    assert "hashed 12 times, is the anchor" in capsys.readouterr().out


@pytest.mark.parametrize("typed", ["ab", "zz" * 32, ""])
def test_what_is_no_secret_is_not_understood(typed: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["chain", "1", typed, "00" * 32])
    assert ended.value.code == NOT_UNDERSTOOD


def test_a_day_is_chosen_again_from_its_secret() -> None:
    secret = chain.secret_of(LAST, 2)
    told = list(day_told(2, secret, runs=12))
    choice = choose(secret, setting_of(2), runs=12)
    assert told[1].startswith(f"candidate {choice.candidate},")
    assert told[2].endswith(": " + " ".join(map(str, choice.par)))


def test_one_answer_changed_leaves_all_rolls_of_both_races_as_they_are() -> None:
    found = changed_races(60, first=80)  # of a Friday, a Saturday and a Sunday: all games with dice
    assert (found.races, found.differing) == (60, 0)
    assert found.both > 1_000
    assert found.apart > 0, "some races must go another way, or nothing is shown"
