"""What the green button bets on the eve of a race can bring a gain, by the pay-out rule of the league (B.8)."""

from typing import Any

import pytest

from engine.leagues import bets
from engine.leagues.epic_house import advised_eve, sure_stakes
from engine.leagues.words.facts import Line, Posted, WindowVoid
from engine.leagues.words.sheets import EveOfRace
from engine.leagues.words.state import POT, Stake
from engine.session import Session
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, league, session
from tests.leagues.test_arena_secrets import made
from words.leagues import story
from words.leagues.controls import controls

NAMES = {ANN: "🔴 **Ann**", BOB: "🔵 **Bob**", CLEO: "🟡 **Cleo**"}


def eve(*house: Any, cash: int = 20_000, **options: Any) -> Session[Any]:
    made = league({ANN: 1, BOB: 1, CLEO: 1}, "eve", cash=cash, campaign="epic", **options)
    for number in house:
        made.stables[number].is_house = made.shown[number].is_house = True
    return session(made)


def advised(played: Session[Any]) -> tuple[Stake, ...]:
    question = played.open[ANN].question
    assert isinstance(question, EveOfRace)
    return advised_eve(played.view([ANN]), question).stakes


@pytest.mark.parametrize(
    ("house", "options", "amount"),
    [
        ((), {"own_bet": False, "stake_back": False}, 0),
        ((), {"own_bet": False, "stake_back": True}, 800),
        ((), {"own_bet": True, "stake_back": False}, 200),
        ((BOB,), {"own_bet": False, "stake_back": False}, 800),
        ((BOB,), {"own_bet": True, "stake_back": False}, 800),
    ],
    ids=["people who may bet nothing", "stakes come back", "people who must bet", "a house manager", "both"],
)
def test_a_bet_is_suggested_as_far_as_it_can_bring_a_gain(
    house: tuple[Any, ...], options: dict[str, bool], amount: int
) -> None:
    assert sum(each.sum for each in advised(eve(*house, **options))) == amount


@pytest.mark.parametrize("stake_back", [True, False])
@pytest.mark.parametrize("own_bet", [True, False])
@pytest.mark.parametrize("cash", [300, 1_900, 20_000, 90_000])
def test_a_suggested_bet_that_wins_gains_though_others_bet_what_they_must_alone(
    stake_back: bool, own_bet: bool, cash: int
) -> None:
    played = eve(own_bet=own_bet, stake_back=stake_back, cash=cash)
    made, stakes = played.state, advised(played)
    least = 100 if own_bet else 0
    made.stakes = {ANN: stakes}
    for other in (BOB, CLEO):
        chariot = next(each.chariot for each in made.entries if each.stable == other)
        made.stakes[other] = (Stake(chariot, least),) if least else ()
    pot, on = sum(each.sum for given in made.stakes.values() for each in given), bets.staked(made.stakes)
    made.odds = {chariot: pot // there for chariot, there in on.items()}

    for stake in stakes:
        assert bets.dues(made, stake.chariot)[ANN] > stake.sum


def test_who_bets_nothing_on_advice_reads_why_and_presses_green() -> None:
    played = eve(own_bet=False, stake_back=False)

    page = controls(played.view([ANN]), played.open[ANN], NAMES, "")

    assert "A house manager would bet nothing: unless others bet, a win pays the stake alone." in page.text
    assert [each.label for row in page.rows for each in row if each.style == "success"] == ["Seal · Ready"]


def test_advice_knows_nothing_of_what_others_have_sealed() -> None:
    """Two worlds: Bob has sealed a great bet, or none; what Ann is advised is the same."""
    found = []
    for bob in ((), (Stake(2, 5_000),)):
        played = eve(own_bet=False, stake_back=False)
        sheet = type(played.open[BOB].question.legal()[-1])(bob)
        played.answer(BOB, sheet)
        found.append((advised(played), sure_stakes(played.view([ANN]), ANN)))

    assert found[0] == found[1]


def test_a_round_of_bets_in_which_nothing_was_taken_pays_nothing_back() -> None:
    back = Posted("bets returned", (Line(ANN, 300), Line(POT, -300)), "R-G22", 1)

    assert story.tell([WindowVoid(1)], NAMES) == [
        "-# ↩️ The round of bets on lap 1 ends without effect: nobody's stake is taken."
    ]
    assert story.tell([WindowVoid(1), back], NAMES)[0] == "↩️ The bets of lap 1 are void, and paid back."
    assert "nobody's stake" in story.tell([WindowVoid(2), back], NAMES)[0]


@pytest.mark.parametrize("member", [ANN, DIO])
def test_who_has_gladiators_in_a_gala_reads_whom_they_can_back(member: EntryId) -> None:
    played = made("stable")
    for owner in (ANN, BOB, CLEO):
        played.answer(owner, played.open[owner].default)

    text = controls(played.view([member]), played.open[member], NAMES, "").text

    assert ("but nobody against a gladiator of yours" in text) == (member == ANN)
