"""Ways to gain more by gladiators than the rules give, tried by friends and second accounts."""

import pytest

from engine.goods.gladiators import ManHome
from engine.leagues.words import acts, arena_acts, epic_acts
from engine.leagues.words.arena_facts import GladiatorFreed, PotShared
from engine.leagues.words.arena_sheets import GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import ManStake
from engine.leagues.words.facts import Noticed
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import RaceReturned
from engine.leagues.words.state import CALENDAR, Goods, League, Part
from engine.questions import Answer
from engine.session import Session
from engine.stables import Aftermath
from records.limits import CHALLENGES_IN_A_PHASE, CHALLENGES_STANDING, CONSIGNED_IN_A_PHASE
from records.refusals import Refused
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO
from tests.leagues.test_arena_secrets import made


def refused(played: Session[League], who: EntryId, act: Answer) -> LeagueReason:
    with pytest.raises(Refused) as caught:
        played.act(who, act)
    reason = caught.value.reason
    assert isinstance(reason, LeagueReason)
    return reason


def silence(played: Session[League]) -> None:
    for ask in list(played.open.values()):
        played.answer(ask.entry, ask.default)


def home(entry: int, **fields: object) -> ManHome:
    values = {"place": None, "gap": None, "fate": "stands", "wounds": (0,) * 5, "attacks": 4, "turns": 3, "how": "fall"}
    return ManHome(entry=EntryId(entry), **{**values, "won": False, "points": 5, **fields})  # type: ignore[arg-type]


def reckon(played: Session[League], *homes: ManHome) -> None:
    played.answer(CALENDAR, RaceReturned(Aftermath.of(homes, 3)))
    played.answer(CALENDAR, played.open[CALENDAR].default)


def test_friends_have_no_pot_by_letting_each_other_live() -> None:
    """Two owners whose men only dance for eight turns: nobody dies, and the emperor keeps his money (I.9.2)."""
    played = made("stable")
    before = sum(stable.cash for stable in played.state.stables.values())
    played.answer(ANN, GalaEntries((GalaEntry(1), GalaEntry(2))))
    played.answer(BOB, GalaEntries((GalaEntry(4), GalaEntry(5))))
    silence(played)
    silence(played)
    reckon(played, *(home(n, how="draw") for n in played.state.gala.fighting))  # type: ignore[union-attr]

    assert [(fact.pot, fact.share) for fact in played.table.told if isinstance(fact, PotShared)] == [(0, 0)]
    assert sum(stable.cash for stable in played.state.stables.values()) == before


def test_one_owner_with_three_men_makes_no_gala() -> None:
    """Nobody fights the state alone for the emperor's money: it takes two owners (R-C15)."""
    played = made("stable")
    played.answer(ANN, GalaEntries((GalaEntry(1), GalaEntry(2))))
    for member in (BOB, CLEO):
        played.answer(member, GalaEntries())

    assert played.state.gala is None
    assert not any(isinstance(fact, PotShared) for fact in played.table.told)


def test_nobody_backs_the_man_that_an_own_one_is_to_lose_to() -> None:
    played = made("stable")
    played.answer(ANN, GalaEntries((GalaEntry(1),)))
    played.answer(BOB, GalaEntries((GalaEntry(4),)))
    played.answer(CLEO, GalaEntries())
    with pytest.raises(Refused) as caught:
        played.answer(ANN, GalaEve((ManStake(EntryId(2), 100),)))
    assert caught.value.reason is LeagueReason.AGAINST_OWN_MAN
    silence(played)
    played.act(CALENDAR, arena_acts.OpenPairWindow(1))

    assert refused(played, ANN, arena_acts.BetOnPair(1, (ManStake(EntryId(2), 100),))) is LeagueReason.AGAINST_OWN_MAN


def test_a_fortune_lost_on_a_pair_for_a_friend_stands_in_the_paper() -> None:
    """Dio backs the man who loses with all there is, Cleo the other one: the bank pays long odds, and all read why."""
    played = made("stable")
    played.answer(ANN, GalaEntries((GalaEntry(1),)))
    played.answer(BOB, GalaEntries((GalaEntry(4),)))
    played.answer(CLEO, GalaEntries())
    played.answer(DIO, GalaEve((ManStake(EntryId(1), 9_000),)))
    played.answer(CLEO, GalaEve((ManStake(EntryId(2), 100),)))
    silence(played)
    reckon(played, home(1, fate="spared"), home(2, place=1, won=True))

    assert played.state.stables[CLEO].cash == 10_000 - 100 + 91 * 100
    odd = [fact.oddity for fact in played.table.told if isinstance(fact, Noticed)]
    assert [(each.kind, each.giver, each.sum) for each in odd] == [("pair bets", DIO, 9_000)]


def test_a_thrown_duel_for_a_fortune_stands_in_the_paper() -> None:
    played = made("stable")
    played.act(ANN, arena_acts.ChallengeToDuel(BOB, 1, 1, 8_000))
    played.act(BOB, epic_acts.AcceptMatch(1))
    played.act(ANN, arena_acts.NameForDuel(1, (1,)))
    played.act(BOB, arena_acts.NameForDuel(1, (4,)))
    played.act(CALENDAR, arena_acts.DuelReturned(1, Aftermath.of((home(1, attacks=0), home(2, place=1, won=True)), 1)))

    assert (played.state.stables[ANN].cash, played.state.stables[BOB].cash) == (2_000, 18_000)
    assert [(each.kind, each.giver, each.taker, each.sum) for each in played.state.oddities] == [
        ("duel", ANN, BOB, 8_000)
    ]


def test_friends_make_no_champion_by_duels() -> None:
    """Of ten wins three may be of duels, and a man fights one between two events (R-B15, R-B31)."""
    played = made("stable")
    man = played.state.stables[ANN].gladiators[1]
    man.victories = man.private_wins = 12
    played.act(ANN, arena_acts.ChallengeToDuel(BOB, 1, 1, 100))
    played.act(BOB, epic_acts.AcceptMatch(1))
    played.act(ANN, arena_acts.NameForDuel(1, (1,)))
    played.act(BOB, arena_acts.NameForDuel(1, (4,)))
    played.act(CALENDAR, arena_acts.DuelReturned(1, Aftermath.of((home(1, place=1, won=True), home(2)), 1)))
    played.act(ANN, arena_acts.ChallengeToDuel(BOB, 1, 1, 100))
    played.act(BOB, epic_acts.AcceptMatch(2))

    assert refused(played, ANN, arena_acts.NameForDuel(2, (1,))) is LeagueReason.HAS_FOUGHT
    assert not any(isinstance(fact, GladiatorFreed) for fact in played.table.told)
    assert man.private_wins == 13


def test_nobody_floods_others_with_challenges_or_the_auction_with_men() -> None:
    played = made("stable")
    for _ in range(CHALLENGES_STANDING.most):
        played.act(ANN, arena_acts.ChallengeToDuel(BOB, 1, 1, 100))
    assert refused(played, ANN, epic_acts.Challenge(BOB, 1, 1, 100, 1)) is LeagueReason.MATCHES_ENOUGH, "one limit"
    for number in range(CHALLENGES_STANDING.most, CHALLENGES_IN_A_PHASE.most):
        played.act(ANN, epic_acts.DeclineMatch(number))
        played.act(ANN, arena_acts.ChallengeToDuel(BOB, 1, 1, 100))
    played.act(ANN, epic_acts.DeclineMatch(1))
    assert refused(played, ANN, arena_acts.ChallengeToDuel(BOB, 1, 1, 100)) is LeagueReason.MATCHES_ENOUGH
    for _ in range(CONSIGNED_IN_A_PHASE.most):
        played.act(ANN, epic_acts.Consign("gladiator", 2, 100))
        played.act(ANN, epic_acts.Withdraw(max(each.number for each in played.state.consigned)))
    assert refused(played, ANN, epic_acts.Consign("gladiator", 2, 100)) is LeagueReason.CONSIGNED_ENOUGH


def test_a_man_sold_for_a_treasury_stands_in_the_paper_and_a_bettor_buys_none() -> None:
    played = made("stable")
    goods = Goods(parts=(Part("gladiator", 0, 0, 2),))
    assert refused(played, DIO, acts.OfferDeal(ANN, Goods(money=9_000), goods)) is LeagueReason.OWNS_NO_CHARIOTS
    played.act(ANN, acts.OfferDeal(BOB, goods, Goods(money=9_500)))
    played.act(BOB, acts.Accept(1))

    assert [(each.kind, each.giver, each.sum) for each in played.state.oddities] == [("deal", BOB, 9_500)]


def test_who_has_a_gladiator_is_not_ruined() -> None:
    """Nobody hides chariots and money, and begins again: a gladiator can fight, or be sold (L-81)."""
    played = made("stable")
    for known in (played.state.stables, played.state.shown):
        known[ANN].cash = 0
        known[ANN].chariots = {}

    assert refused(played, ANN, epic_acts.DeclareBankrupt()) is LeagueReason.CAN_RACE
