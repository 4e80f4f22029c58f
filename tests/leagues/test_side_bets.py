"""Side bets on match races (B.10, H.2, L-77): stakes in escrow, and no way to gain more by them than the rules give."""

import msgspec
import pytest

from engine.goods.chariots import ChariotHome, HorseHome
from engine.leagues import money
from engine.leagues.words import acts
from engine.leagues.words.epic_acts import (
    AcceptMatch,
    Challenge,
    DeclareBankrupt,
    DeclineMatch,
    MatchCalledOff,
    MatchReturned,
    NameForMatch,
    OfferSideBet,
    TakeSideBet,
    WithdrawSideBet,
)
from engine.leagues.words.epic_facts import SideBetEnded
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import CALENDAR, League, SideBet
from engine.session import Session
from engine.stables import Aftermath
from records.limits import SIDE_BETS_IN_A_PHASE, SIDE_BETS_STANDING, SIDE_STAKES_OF_AN_EVENT
from records.values import EntryId
from tests.leagues.builders import ANN, BOB, CLEO, DIO, session
from tests.leagues.test_money import run_race
from tests.leagues.test_trade_attacks import NAMES, finish, made, noticed, refused
from words.leagues import story

MOST = SIDE_STAKES_OF_AN_EVENT.most


def challenged(**options: object) -> Session[League]:
    """Return a stable day on which Ann has challenged Bob; Cleo owns chariots, Dio bets only."""
    played = session(made(**options))  # type: ignore[arg-type]
    played.act(ANN, Challenge(BOB, 1, 1, 100, 1))
    return played


def name(played: Session[League]) -> None:
    """Let both sides accept, and name their chariots: the race begins."""
    played.act(BOB, AcceptMatch(1))
    played.act(ANN, NameForMatch(1, (1,)))
    played.act(BOB, NameForMatch(1, (3,)))


def cash(played: Session[League]) -> dict[EntryId, int]:
    assert money.balance(played.state) == 0
    assert {each: stable.cash for each, stable in played.state.shown.items()} == {
        each: stable.cash for each, stable in played.state.stables.items()
    }, "all of it is public"
    return {number: stable.cash for number, stable in played.state.stables.items()}


def bet(played: Session[League], number: int = 1) -> SideBet:
    return played.state.side_bets[number - 1]


def test_both_stakes_are_in_escrow_and_the_winner_takes_them() -> None:
    played = challenged()
    played.act(CLEO, OfferSideBet(1, ANN, 300, 600))
    assert cash(played)[CLEO] == 9_700
    played.act(DIO, TakeSideBet(1))
    assert cash(played)[DIO] == 9_400
    name(played)
    assert played.state.escrow == 900 + 200
    finish(played, ANN)

    assert cash(played) == {ANN: 10_100, BOB: 9_900, CLEO: 10_600, DIO: 9_400}
    assert (bet(played).state, bet(played).winner, played.state.escrow) == ("over", CLEO, 0)


def test_whoever_took_the_bet_wins_if_the_other_side_does() -> None:
    played = challenged()
    played.act(CLEO, OfferSideBet(1, ANN, 300, 600))
    played.act(DIO, TakeSideBet(1))
    name(played)
    finish(played, BOB)

    assert (cash(played)[CLEO], cash(played)[DIO]) == (9_700, 10_300)


def test_a_match_without_a_winner_gives_stakes_back() -> None:
    played = challenged()
    played.act(CLEO, OfferSideBet(1, ANN, 300, 600))
    played.act(DIO, TakeSideBet(1))
    name(played)
    entries = played.state.matches[0].entries
    horses = tuple(HorseHome(0, True) for _ in range(4))
    homes = [ChariotHome(entry.entry, None, None, horses, 7, True) for entry in entries]
    played.act(CALENDAR, MatchReturned(1, Aftermath.of(homes, 5)))

    assert cash(played) == dict.fromkeys((ANN, BOB, CLEO, DIO), 10_000)


@pytest.mark.parametrize("end", ["declined", "named", "withdrawn", "called off"])
def test_an_offer_that_nobody_took_comes_back(end: str) -> None:
    played = challenged()
    played.act(CLEO, OfferSideBet(1, ANN, 300, 600))
    if end == "declined":
        played.act(BOB, DeclineMatch(1))
    elif end == "named":
        name(played)
    elif end == "withdrawn":
        played.act(CLEO, WithdrawSideBet(1))
    else:
        played.act(CALENDAR, MatchCalledOff(1))

    assert cash(played)[CLEO] == 10_000
    assert bet(played).state == ("withdrawn" if end == "withdrawn" else "void")
    assert refused(played, DIO, TakeSideBet(1)) is LeagueReason.NO_SUCH_SIDE_BET
    assert refused(played, CLEO, WithdrawSideBet(1)) is LeagueReason.NO_SUCH_SIDE_BET


def test_bets_close_as_the_chariots_are_named() -> None:
    """What somebody knows of the race by then, all know."""
    played = challenged()
    name(played)

    assert refused(played, CLEO, OfferSideBet(1, ANN, 100, 100)) is LeagueReason.BETS_ARE_CLOSED
    assert refused(played, CLEO, OfferSideBet(7, ANN, 100, 100)) is LeagueReason.NO_SUCH_MATCH


# Attacks


def test_who_races_bets_on_nobody_else() -> None:
    """A stake on the other side would be a reason to lose: neither by an offer, nor by taking one."""
    played = challenged()

    assert refused(played, ANN, OfferSideBet(1, BOB, 100, 100)) is LeagueReason.AGAINST_YOURSELF
    assert refused(played, BOB, OfferSideBet(1, ANN, 100, 100)) is LeagueReason.AGAINST_YOURSELF
    played.act(CLEO, OfferSideBet(1, ANN, 100, 100))
    assert refused(played, ANN, TakeSideBet(1)) is LeagueReason.AGAINST_YOURSELF
    assert played.act(BOB, TakeSideBet(1)), "against Ann is for himself"
    assert played.act(ANN, OfferSideBet(1, ANN, 100, 100))


def test_a_bet_is_on_one_of_the_two_and_with_somebody_else() -> None:
    played = challenged()

    assert refused(played, CLEO, OfferSideBet(1, DIO, 100, 100)) is LeagueReason.NO_SIDE
    assert refused(played, CLEO, OfferSideBet(1, EntryId(99), 100, 100)) is LeagueReason.NO_SIDE
    played.act(CLEO, OfferSideBet(1, ANN, 100, 100))
    assert refused(played, CLEO, TakeSideBet(1)) is LeagueReason.WITH_YOURSELF
    assert refused(played, DIO, WithdrawSideBet(1)) is LeagueReason.NO_SUCH_SIDE_BET


@pytest.mark.parametrize(
    ("stake", "against", "reason"),
    [
        (100, 600, LeagueReason.FAR_ODDS),
        (1_200, 200, LeagueReason.FAR_ODDS),
        (0, 100, LeagueReason.NOT_IN_STEPS),
        (100, -100, LeagueReason.NOT_IN_STEPS),
        (150, 100, LeagueReason.NOT_IN_STEPS),
        (10**60, 10**60, LeagueReason.SIDE_STAKES_ENOUGH),
    ],
)
def test_sums_at_absurd_odds_are_refused(stake: int, against: int, reason: LeagueReason) -> None:
    """Five to one is the most: else a hopeless bet would be a present."""
    played = challenged()

    assert refused(played, CLEO, OfferSideBet(1, ANN, stake, against)) is reason
    assert played.act(CLEO, OfferSideBet(1, ANN, 100, 500))
    assert played.act(CLEO, OfferSideBet(1, ANN, 500, 100))


@pytest.mark.parametrize("friends", [2, 20])
def test_twenty_accounts_of_one_person_feed_one_stable_no_more_than_one_does(friends: int) -> None:
    """All back Bob, who throws the match; Ann takes their bets, and wins 2,000s by them at the most."""
    played = challenged()
    for colour in [f"{n}" for n in range(friends)]:
        played.act(CALENDAR, acts.Join(colour, "better"))
    accounts = [number for number in played.state.stables if number > DIO]
    taken = 0
    for account in accounts:
        played.act(account, OfferSideBet(1, BOB, 1_000, 200))
        if taken < MOST:
            played.act(ANN, TakeSideBet(len(played.state.side_bets)))
            taken += 1_000
        else:
            assert refused(played, ANN, TakeSideBet(len(played.state.side_bets))) is LeagueReason.SIDE_STAKES_ENOUGH
    before = cash(played)[ANN] + 400
    name(played)
    finish(played, ANN)

    assert cash(played)[ANN] == before + MOST - 100 + 200
    run_race(played)
    paper = "\n".join(story.latest_paper(list(played.table.told), {**NAMES, accounts[0]: "One", accounts[1]: "Two"}))
    assert "👀 One lost 1,000s to Ann by a side bet on a match." in paper
    assert [each.kind for each in noticed(played)] == ["side bet"] * 2


def test_several_matches_of_an_event_share_one_limit() -> None:
    """Else two friends would agree on match after match."""
    played = challenged()
    played.act(ANN, Challenge(BOB, 1, 1, 100, 1))
    played.act(DIO, OfferSideBet(1, ANN, 1_500, 1_500))

    assert refused(played, DIO, OfferSideBet(2, BOB, 600, 600)) is LeagueReason.SIDE_STAKES_ENOUGH
    assert refused(played, DIO, OfferSideBet(2, BOB, 200, 600)) is LeagueReason.SIDE_STAKES_ENOUGH, "nor may one win it"
    assert played.act(DIO, OfferSideBet(2, BOB, 500, 500))


def test_who_takes_a_bet_has_a_limit_too_and_whose_offer_is_old() -> None:
    played = challenged()
    played.act(DIO, OfferSideBet(1, ANN, 400, 2_000))
    played.act(CLEO, OfferSideBet(1, BOB, 400, 400))
    assert refused(played, CLEO, TakeSideBet(1)) is LeagueReason.SIDE_STAKES_ENOUGH
    played.state.event = 3
    played.act(DIO, OfferSideBet(1, ANN, 400, 2_000))
    assert refused(played, CLEO, TakeSideBet(1)) is LeagueReason.SIDE_STAKES_ENOUGH, (
        "Dio would win 4,000s before event 3"
    )
    assert played.act(CLEO, TakeSideBet(3))


def test_the_thread_is_flooded_by_nobody() -> None:
    played = challenged()
    for _ in range(SIDE_BETS_STANDING.most):
        played.act(DIO, OfferSideBet(1, ANN, 100, 100))
    assert refused(played, DIO, OfferSideBet(1, ANN, 100, 100)) is LeagueReason.SIDE_BETS_ENOUGH
    done = SIDE_BETS_STANDING.most
    while done < SIDE_BETS_IN_A_PHASE.most:
        played.act(
            DIO, WithdrawSideBet(next(each.number for each in played.state.side_bets if each.state == "offered"))
        )
        played.act(DIO, OfferSideBet(1, ANN, 100, 100))
        done += 1
    played.act(DIO, WithdrawSideBet(done))

    assert refused(played, DIO, OfferSideBet(1, ANN, 100, 100)) is LeagueReason.SIDE_BETS_ENOUGH
    played.act(CLEO, OfferSideBet(1, BOB, 100, 100))
    assert refused(played, DIO, TakeSideBet(done + 1)) is LeagueReason.SIDE_BETS_ENOUGH
    assert played.act(BOB, OfferSideBet(1, BOB, 100, 100)), "others are not locked out"


def test_nobody_makes_a_king_by_a_side_bet() -> None:
    """None in the last event, nor is one of before taken then (H.2)."""
    played = challenged(event=8, events=9)
    played.act(CLEO, OfferSideBet(1, ANN, 100, 500))
    played.state.event = 9

    assert refused(played, CLEO, OfferSideBet(1, ANN, 100, 100)) is LeagueReason.LAST_EVENT
    assert refused(played, DIO, TakeSideBet(1)) is LeagueReason.LAST_EVENT


def test_money_that_is_promised_is_not_bet() -> None:
    played = challenged(cash=1_000)
    played.act(CLEO, OfferSideBet(1, ANN, 900, 900))

    assert refused(played, CLEO, OfferSideBet(1, ANN, 200, 200)) is LeagueReason.TOO_LITTLE_CASH
    played.act(DIO, OfferSideBet(1, BOB, 200, 200))
    assert refused(played, CLEO, TakeSideBet(2)) is LeagueReason.TOO_LITTLE_CASH


def test_who_is_out_of_the_season_bets_no_more_and_a_bankrupts_stakes_come_back() -> None:
    played = challenged()
    played.act(CLEO, OfferSideBet(1, ANN, 300, 300))
    played.act(DIO, TakeSideBet(1))
    played.state.stables[CLEO].chariots.clear()
    played.state.shown[CLEO].chariots.clear()
    for known in (played.state.stables, played.state.shown):
        played.state.bank += known[CLEO].cash - 500 if known is played.state.stables else 0
        known[CLEO].cash = 500
    played.act(CLEO, DeclareBankrupt())

    assert bet(played).state == "void"
    assert cash(played)[DIO] == 10_000
    assert refused(played, CLEO, OfferSideBet(1, ANN, 100, 100)) is LeagueReason.OUT_OF_THE_SEASON


def test_a_host_who_calls_a_match_off_loses_what_they_staked_on_it() -> None:
    """Else a host would call off what they are about to lose: the stakes of the match, and side bets."""
    played = challenged()
    played.act(ANN, OfferSideBet(1, ANN, 300, 300))
    played.act(DIO, TakeSideBet(1))
    played.act(CLEO, OfferSideBet(1, BOB, 200, 200))
    played.act(ANN, TakeSideBet(2))
    played.act(CLEO, OfferSideBet(1, BOB, 400, 400))
    played.act(DIO, TakeSideBet(3))
    name(played)
    played.act(CALENDAR, MatchCalledOff(1, ANN))

    assert cash(played) == {ANN: 9_400, BOB: 10_100, CLEO: 10_200, DIO: 10_300}
    assert [each.state for each in played.state.side_bets] == ["over", "over", "void"]
    assert (played.state.matches[0].state, played.state.matches[0].winner) == ("over", BOB)


@pytest.mark.parametrize("by", [None, CLEO])
def test_a_match_that_somebody_else_called_off_gives_all_stakes_back(by: EntryId | None) -> None:
    played = challenged()
    played.act(ANN, OfferSideBet(1, ANN, 300, 300))
    played.act(DIO, TakeSideBet(1))
    name(played)
    played.act(CALENDAR, MatchCalledOff(1, by))

    assert cash(played) == dict.fromkeys((ANN, BOB, CLEO, DIO), 10_000)
    ended = [fact for fact in played.table.told if isinstance(fact, SideBetEnded)]
    assert [(each.state, each.winner) for each in ended] == [("void", None)]


def test_a_season_from_before_has_no_side_bets() -> None:
    kept = msgspec.json.decode(msgspec.json.encode(made()))
    del kept["side_bets"]
    found = msgspec.convert(kept, League, strict=False)

    assert found.side_bets == []
