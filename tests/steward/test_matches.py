"""Match races beside a league's calendar: stakes in escrow, a race of their own, home once each (B.10, H.6)."""

from pathlib import Path
from typing import Any

import pytest

from engine.leagues.words.epic_acts import (
    AcceptMatch,
    Challenge,
    DeclineMatch,
    NameForMatch,
    OfferSideBet,
    TakeSideBet,
    VoteToEnd,
)
from engine.leagues.words.epic_facts import EndVoteCounted, MatchEnded, MatchRan
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import ESCROW, League
from records.limits import BALLOTS_STAND, CHALLENGES_STAND
from records.races import MATCHES, RaceRecord
from records.refusals import Refused
from records.values import EntryId, RaceId
from steward.seasons.treasurer import account_of
from tests.kept import once
from tests.steward.circus import MOD, Circus
from tests.steward.leagues import ANN, BOB, a_circus, a_season, check_treasuries, pass_by, seal, sheet_of, to_phase

EPIC = LeagueOptions(events=3, laps=1, filled_to=4, campaign="epic")
STAKE = 400


@pytest.fixture
async def circus(tmp_path: Path) -> Circus:
    return await a_circus(tmp_path)


@once
async def stable_day(circus: Circus, options: LeagueOptions = EPIC) -> RaceId:
    """Return a season on its first stable day: Ann and Bob have bought two chariots each."""
    league = await a_season(circus, options)
    await buy(circus, league)
    return league


async def buy(circus: Circus, league: RaceId) -> None:
    for place, player in enumerate((ANN, BOB)):
        opened = await sheet_of(circus, league, player)
        assert opened is not None
        assert isinstance(opened.ask.question, AuctionDay)
        lots = opened.ask.question.lots[2 * place : 2 * place + 2]
        await seal(circus, opened, BidSheet(tuple(Maximum(lot.number, 9_900) for lot in lots)), player)
    await to_phase(circus, league, "stable")


async def state_of(circus: Circus, league: RaceId) -> League:
    async with circus.steward.races.viewing(league) as live:
        state: League = live.session.state
        return state


async def chariots_of(circus: Circus, league: RaceId) -> dict[int, list[int]]:
    return {number: sorted(each.chariots) for number, each in (await state_of(circus, league)).stables.items()}


async def agree(circus: Circus, league: RaceId) -> None:
    act = circus.steward.leagues.act
    await act(league, ANN, Challenge(EntryId(2), 1, 1, STAKE, 1))
    await act(league, BOB, AcceptMatch(1))


async def begin(circus: Circus, league: RaceId) -> RaceRecord:
    """Let Ann and Bob agree on a match, and name a chariot each; return its race."""
    owned = await chariots_of(circus, league)
    await agree(circus, league)
    await circus.steward.leagues.act(league, ANN, NameForMatch(1, (owned[1][0],)))
    await circus.steward.leagues.act(league, BOB, NameForMatch(1, (owned[2][0],)))
    await circus.steward.timekeeper.tick()
    await circus.deliver()
    return (await matches_of(circus, league))[-1]


async def matches_of(circus: Circus, league: RaceId) -> list[RaceRecord]:
    return [each for each in await circus.store.leagues.races(league) if each.round == MATCHES]


async def run(circus: Circus, race: RaceId) -> None:
    """Let the race of a match be run by the clock alone."""
    for _ in range(4_000):
        if (await circus.steward.race(race)).record.state == "finished":
            return
        circus.clock.pass_by(60.0)
        for each, deadline in await circus.store.deadlines.due(circus.clock.now):
            if each == race:
                await circus.steward.races.default(each, deadline.entry, deadline.asked)
    raise AssertionError("the match comes to no end")


async def in_escrow(circus: Circus, league: RaceId) -> int:
    record = (await circus.steward.race(league)).record
    return await circus.store.wagers.balance(account_of(record, ESCROW)) or 0


async def told(circus: Circus, league: RaceId, kind: type) -> list[Any]:
    return [each for each in await circus.steward.log.facts(league) if isinstance(each, kind)]


async def test_a_match_is_run_beside_the_calendar_and_comes_home_once(circus: Circus) -> None:
    league = await stable_day(circus)
    race = await begin(circus, league)
    known = await circus.steward.race(race.id)
    in_the_middle = await in_escrow(circus, league)
    await run(circus, race.id)
    for _ in range(3):
        await circus.steward.timekeeper.tick()

    state = await state_of(circus, league)
    assert (race.title, race.state) == ("Ludi Magni · match 1", "running")
    assert {each.player for each in known.factions} == {ANN, BOB}
    assert in_the_middle == 2 * STAKE
    assert await in_escrow(circus, league) == 0
    assert (state.matches[0].state, state.phase) == ("over", "stable")
    assert len(await told(circus, league, MatchEnded)) == 1
    assert len(await told(circus, league, MatchRan)) == 2
    assert len(await matches_of(circus, league)) == 1
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    assert (await circus.steward.log.verify(league)).is_sound
    await circus.close()


async def test_what_is_in_a_match_waits_while_the_calendar_goes_on(circus: Circus) -> None:
    league = await stable_day(circus)
    await begin(circus, league)
    held = [each.chariot for each in (await state_of(circus, league)).matches[0].entries]

    await to_phase(circus, league, "eve")

    assert not {each.chariot for each in (await state_of(circus, league)).entries} & set(held)
    await circus.close()


async def test_a_program_that_ends_at_any_step_opens_and_takes_a_match_once(circus: Circus) -> None:
    league = await stable_day(circus)
    owned = await chariots_of(circus, league)
    first = circus
    await agree(circus, league)
    circus = await circus.again(messenger=circus.messenger)
    await circus.steward.leagues.act(league, ANN, NameForMatch(1, (owned[1][0],)))
    circus = await circus.again(messenger=circus.messenger)
    await circus.steward.leagues.act(league, BOB, NameForMatch(1, (owned[2][0],)))
    circus = await circus.again(messenger=circus.messenger)
    for _ in range(2):
        await circus.steward.timekeeper.tick()
    await circus.deliver()
    (race,) = await matches_of(circus, league)
    circus = await circus.again(messenger=circus.messenger)
    await run(circus, race.id)
    circus = await circus.again(messenger=circus.messenger)
    for _ in range(2):
        await circus.steward.timekeeper.tick()

    assert len(await told(circus, league, MatchEnded)) == 1
    assert [each.id for each in await matches_of(circus, league)] == [race.id]
    await check_treasuries(circus, league)
    await first.close()  # and all that came after it


async def test_a_challenge_without_an_answer_ends_after_two_days(circus: Circus) -> None:
    league = await stable_day(circus)
    await circus.steward.leagues.act(league, ANN, Challenge(EntryId(2), 1, 1, STAKE, 1))
    states = []
    for seconds in (CHALLENGES_STAND - 60, 120):
        circus.clock.pass_by(seconds)
        await circus.steward.seasons.look(league)
        states.append((await state_of(circus, league)).matches[0].state)

    assert states == ["offered", "declined"]
    await circus.close()


async def test_a_match_without_its_chariots_ends_after_two_days_and_stakes_go_back(circus: Circus) -> None:
    league = await stable_day(circus)
    before = {number: each.cash for number, each in (await state_of(circus, league)).stables.items()}
    await agree(circus, league)
    circus.clock.pass_by(CHALLENGES_STAND + 60)
    await circus.steward.seasons.look(league)

    state = await state_of(circus, league)
    assert state.matches[0].state == "void"
    assert {number: each.cash for number, each in state.stables.items()} == before
    assert await in_escrow(circus, league) == 0
    await check_treasuries(circus, league)
    await circus.close()


async def test_a_match_whose_race_is_called_off_comes_to_nothing(circus: Circus) -> None:
    league = await stable_day(circus)
    race = await begin(circus, league)
    await circus.steward.lobbies.cancel(race.id, ANN, MOD)
    for _ in range(3):
        await circus.steward.timekeeper.tick()

    assert (await state_of(circus, league)).matches[0].state == "void"
    assert [each.state for each in await matches_of(circus, league)] == ["cancelled"]
    assert await in_escrow(circus, league) == 0
    await check_treasuries(circus, league)
    await circus.close()


async def test_a_host_who_calls_off_the_race_of_their_match_loses_it(circus: Circus) -> None:
    """Else Ann would call off what she is about to lose, and have her stakes back (L-77)."""
    league = await stable_day(circus)
    act = circus.steward.leagues.act
    await agree(circus, league)
    await act(league, ANN, OfferSideBet(1, EntryId(1), 300, 500))
    await act(league, BOB, TakeSideBet(1))
    before = {number: each.cash for number, each in (await state_of(circus, league)).stables.items()}
    owned = await chariots_of(circus, league)
    await act(league, ANN, NameForMatch(1, (owned[1][0],)))
    await act(league, BOB, NameForMatch(1, (owned[2][0],)))
    await circus.steward.timekeeper.tick()
    race = (await matches_of(circus, league))[-1]
    await circus.steward.lobbies.cancel(race.id, ANN)
    for _ in range(3):
        await circus.steward.timekeeper.tick()

    state = await state_of(circus, league)
    assert (state.matches[0].state, state.matches[0].winner) == ("over", EntryId(2))
    assert (state.side_bets[0].state, state.side_bets[0].winner) == ("over", EntryId(2))
    assert state.stables[EntryId(1)].cash == before[EntryId(1)]
    assert state.stables[EntryId(2)].cash == before[EntryId(2)] + 2 * STAKE + 800
    assert await in_escrow(circus, league) == 0
    await check_treasuries(circus, league)
    await circus.close()


async def test_going_back_undoes_a_match_and_a_new_one_has_a_race_of_its_own(circus: Circus) -> None:
    """Its number is given again; the race of the first one, called off or over, is none of the second."""
    league = await stable_day(circus)
    race = await begin(circus, league)
    await run(circus, race.id)
    await circus.steward.timekeeper.tick()

    await circus.steward.leagues.go_back(league, ANN, "a wrong bid")
    await circus.steward.timekeeper.tick()
    undone = [each.state for each in await matches_of(circus, league)]
    await buy(circus, league)
    second = await begin(circus, league)

    assert undone == ["cancelled"]
    assert (await state_of(circus, league)).matches[0].state == "running"
    assert [each.id for each in await matches_of(circus, league)] == [race.id, second.id]
    await check_treasuries(circus, league)
    await circus.close()


async def test_the_race_of_a_match_that_came_home_goes_back_no_more(circus: Circus) -> None:
    league = await stable_day(circus)
    race = await begin(circus, league)
    await run(circus, race.id)
    await circus.steward.timekeeper.tick()

    with pytest.raises(Refused):
        await circus.steward.desk.rewind(race.id, ANN, 0, "a wrong lane")

    assert len(await told(circus, league, MatchEnded)) == 1
    await circus.close()


async def test_a_league_that_is_called_off_ends_its_matches_too(circus: Circus) -> None:
    league = await stable_day(circus)
    await begin(circus, league)
    await circus.steward.leagues.cancel(league, ANN, "no time")

    assert [each.state for each in await matches_of(circus, league)] == ["cancelled"]
    assert await in_escrow(circus, league) == 0
    await circus.close()


async def test_a_vote_is_counted_after_two_days(circus: Circus) -> None:
    league = await stable_day(circus)
    await circus.steward.leagues.act(league, ANN, VoteToEnd(True))
    circus.clock.pass_by(BALLOTS_STAND + 60)
    await circus.steward.seasons.look(league)

    assert [each.carried for each in await told(circus, league, EndVoteCounted)] == [False]
    await circus.close()


async def test_a_season_ends_with_a_match_under_way(circus: Circus) -> None:
    league = await stable_day(circus)
    race = await begin(circus, league)
    await circus.store.races.set(race.id, state="paused")  # nobody drives on
    for _ in range(3_000):
        if (await circus.steward.race(league)).record.state == "finished":
            break
        await pass_by(circus, 1_800.0)
    await circus.steward.timekeeper.tick()

    assert [each.state for each in await matches_of(circus, league)] == ["cancelled"]
    assert await in_escrow(circus, league) == 0
    await check_treasuries(circus, league)
    await circus.close()


async def test_a_challenge_may_be_declined(circus: Circus) -> None:
    league = await stable_day(circus)
    await circus.steward.leagues.act(league, ANN, Challenge(EntryId(2), 1, 1, STAKE, 1))
    await circus.steward.leagues.act(league, BOB, DeclineMatch(1))

    assert (await state_of(circus, league)).matches[0].state == "declined"
    await circus.close()
