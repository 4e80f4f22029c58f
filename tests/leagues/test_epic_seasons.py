"""Seasons of the Epic campaign at random: they end, and what must always hold always holds."""

from collections import Counter

import pytest

from engine.dice import audit
from engine.facts import Concealed, Rolled
from engine.leagues.ruleset import RULESET
from engine.leagues.words.options import OF_GALAS, OF_GLADIATORS, LeagueOptions
from tests.leagues.epic_seasons import RandomEpic
from tests.leagues.seasons import public, require_sound


@pytest.mark.parametrize("seed", range(8))
def test_a_season_at_random_breaks_nothing(seed: int) -> None:
    require_sound(RandomEpic(seed).play())


@pytest.mark.slow
def test_all_that_can_happen_happens_in_some_season() -> None:
    """In 60 seasons goods are bought, dealt and auctioned for debts; bankrupts come back; votes are counted."""
    told = Counter[str]()
    for seed in range(60):
        session = RandomEpic(seed).play()
        require_sound(session)
        told.update(type(fact).__name__ for fact in session.table.told)

    wanted = (
        *("AuctionLotSold", "ChariotWithdrawn", "AuctionOver", "NewTeam", "HorseStored", "CarStored", "DriverHired"),
        *("Harnessed", "Unharnessed", "PlaceSold", "WentBankrupt", "BeganAgain", "SlaveDied", "StateMended"),
        *("EndVoteCounted", "DealMade", "LoanMade", "AuctionOrdered"),
        *("GoodsConsigned", "ConsignmentEnded", "MatchOffered", "MatchAgreed", "MatchNamed", "MatchRan", "MatchEnded"),
        *("SideBetOffered", "SideBetTaken", "SideBetEnded"),
    )
    assert [name for name in wanted if not told[name]] == []


def test_the_dice_of_a_season_are_those_of_its_seed() -> None:
    session = RandomEpic(3).play()

    rolls = [fact for fact in public(session.table.told) if isinstance(fact, Rolled | Concealed)]

    assert audit(b"epic 3", rolls) is None
    assert audit(b"epic 4", rolls) is not None


def test_a_season_is_read_back_at_every_step() -> None:
    played = RandomEpic(5)
    for _ in range(150):
        if played.session.is_over:
            break
        played.step()
        stored = RULESET.read_state(played.session.checkpoint.state, RULESET.version)
        assert stored.is_epic


ELSEWHERE = {"help", "campaign", "kinds", "betters", "arena", *OF_GLADIATORS, *OF_GALAS}
"""Options that mean nothing here, have one value, follow from who takes part, or are drawn in `arena_seasons.py`."""


def test_seasons_at_random_differ_in_every_setting() -> None:
    drawn = [RandomEpic(seed).options for seed in range(150)]

    always = {name for name in LeagueOptions.__struct_fields__ if len({getattr(each, name) for each in drawn}) == 1}
    assert always == ELSEWHERE
