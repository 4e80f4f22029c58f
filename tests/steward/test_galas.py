"""Galas by the clock: their matches are races of the arena, side by side, and come home together (H.8)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.arena.asks import MakePlan, Plan
from engine.betting.book import NewBet
from engine.betting.reasons import BetReason
from engine.leagues.words.arena_acts import ChallengeToDuel, NameForDuel
from engine.leagues.words.arena_facts import DuelEnded, GalaOpened, GalaReckoned
from engine.leagues.words.arena_sheets import GalaDay, GalaEntries, GalaEntry
from engine.leagues.words.epic_acts import AcceptMatch
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import League
from records.limits import MEN_NAMED_WITHIN, POOL_STANDS
from records.races import MATCHES, Pace, RaceRecord
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Schedule
from tests.kept import once
from tests.steward.circus import MOD, Circus
from tests.steward.leagues import (
    ANN,
    BOB,
    GUILD,
    a_circus,
    a_season,
    check_treasuries,
    pass_by,
    seal,
    sheet_of,
    to_phase,
    to_the_end,
)

GALA = LeagueOptions(events=2, laps=1, filled_to=4, campaign="epic", arena="both", kinds=("gala",))
DAY, TWO_MINUTES = 86_400.0, 120.0


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await a_circus(tmp_path)
    yield circus
    await circus.close()


@once
async def stable_day(circus: Circus, options: LeagueOptions = GALA) -> RaceId:
    """Return a season on the stable day of its gala: Ann and Bob have bought two gladiators each."""
    league = await a_season(circus, options)
    for place, player in enumerate((ANN, BOB)):
        opened = await sheet_of(circus, league, player)
        assert opened is not None
        assert isinstance(opened.ask.question, AuctionDay)
        men = [lot for lot in opened.ask.question.lots if lot.kind == "gladiator"][2 * place : 2 * place + 2]
        await seal(circus, opened, BidSheet(tuple(Maximum(lot.number, 3_000) for lot in men)), player)
    await to_phase(circus, league, "stable")
    return league


async def state_of(circus: Circus, league: RaceId) -> League:
    async with circus.steward.races.viewing(league) as live:
        state: League = live.session.state
        return state


async def enter(circus: Circus, league: RaceId, *players: PlayerId) -> None:
    """Let players enter all their men."""
    for player in players:
        opened = await sheet_of(circus, league, player)
        assert opened is not None
        assert isinstance(opened.ask.question, GalaDay)
        men = tuple(GalaEntry(man, "life") for man in opened.ask.question.fit)
        await seal(circus, opened, GalaEntries(men), player)


async def matches_of(circus: Circus, league: RaceId, event: int = 1) -> list[RaceRecord]:
    return [each for each in await circus.store.leagues.races(league) if each.round == event]


async def told(circus: Circus, league: RaceId, *kinds: type[Any]) -> list[Any]:
    return [each for each in await circus.steward.log.facts(league, 0, 100_000) if isinstance(each, kinds)]


async def test_a_gala_ends_by_the_clock_alone_and_its_matches_come_home(circus: Circus) -> None:
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "race")
    began = circus.clock.now
    matches = await matches_of(circus, league)
    owners = {each.player for match in matches for each in (await circus.steward.race(match.id)).factions}
    await to_phase(circus, league, "protest")
    took = circus.clock.now - began
    await to_the_end(circus, league)

    assert len(matches) >= 2
    assert {ANN, BOB} <= owners
    assert all(match.ruleset == "arena" for match in matches)
    assert took < 10 * DAY
    assert len(await told(circus, league, GalaOpened)) == len(await told(circus, league, GalaReckoned)) == 2
    await check_treasuries(circus, league)


# Duels for stakes, beside the calendar (H.8.7)


async def agree(circus: Circus, league: RaceId, hours: int = 24) -> None:
    await circus.steward.leagues.act(league, ANN, ChallengeToDuel(EntryId(2), 1, 1, 500, hours))
    await circus.steward.leagues.act(league, BOB, AcceptMatch(1))


async def men_of(circus: Circus, league: RaceId, stable: int) -> list[int]:
    return sorted((await state_of(circus, league)).stables[EntryId(stable)].gladiators)


async def duel_of(circus: Circus, league: RaceId) -> RaceRecord:
    for _ in range(2):  # the men are named, then their race is opened
        await circus.steward.timekeeper.tick()
    await circus.deliver()
    (duel,) = [each for each in await matches_of(circus, league, MATCHES) if each.state != "cancelled"]
    return duel


async def plans_of(circus: Circus, player: PlayerId, match: RaceId) -> list[OpenAsk]:
    """Return what a match asks a player for."""
    return [each for each in await circus.steward.open_asks(player) if each.race_id == match]


async def test_the_healthiest_fight_for_whoever_names_nobody_in_a_day(circus: Circus) -> None:
    league = await stable_day(circus)
    await agree(circus, league)
    (mine, *_) = await men_of(circus, league, 1)
    await circus.steward.leagues.act(league, ANN, NameForDuel(1, (mine,)))
    assert await matches_of(circus, league, MATCHES) == []

    circus.clock.pass_by(MEN_NAMED_WITHIN)
    duel = await duel_of(circus, league)

    assert duel.ruleset == "arena"
    assert duel.seconds["turn"] == DAY
    assert {each.player for each in (await circus.steward.race(duel.id)).factions} == {ANN, BOB}


async def test_a_live_duel_has_exchanges_of_ninety_seconds_a_phase_each(circus: Circus) -> None:
    league = await stable_day(circus)
    await agree(circus, league, 0)
    for stable, player in ((1, ANN), (2, BOB)):
        first = (await men_of(circus, league, stable))[0]
        await circus.steward.leagues.act(league, player, NameForDuel(1, (first,)))
    duel = await duel_of(circus, league)
    assert await plans_of(circus, ANN, duel.id) == []
    circus.clock.pass_by(TWO_MINUTES)
    await duel_of(circus, league)

    assert duel.pace is Pace.NOW
    assert (duel.seconds["phase"], duel.seconds["crowd"]) == (90, 60)
    assert [each.ask.question.kind for each in await plans_of(circus, ANN, duel.id)] == ["phase"]


@pytest.mark.parametrize("hours", [12, 48])
async def test_a_duel_has_the_hours_that_were_agreed(circus: Circus, hours: int) -> None:
    league = await stable_day(circus)
    await agree(circus, league, hours)
    for stable, player in ((1, ANN), (2, BOB)):
        await circus.steward.leagues.act(
            league, player, NameForDuel(1, tuple((await men_of(circus, league, stable))[:1]))
        )
    duel = await duel_of(circus, league)

    assert duel.seconds["turn"] == hours * 3_600


@pytest.mark.parametrize("hours", [12, 48])
async def test_its_exchanges_have_those_hours_in_a_season_with_a_time_of_day_and_end_as_soon_as_both_are_in(
    circus: Circus, hours: int
) -> None:
    league = await stable_day(circus)
    daily = msgspec.json.encode(Schedule(at=(20 * 60,))).decode()
    await circus.store.races.set(league, pace=Pace.TURNS, schedule=daily)
    circus.steward.races.forget(league)
    await agree(circus, league, hours)
    for stable, player in ((1, ANN), (2, BOB)):
        await circus.steward.leagues.act(
            league, player, NameForDuel(1, tuple((await men_of(circus, league, stable))[:1]))
        )
    await duel_of(circus, league)
    circus.clock.pass_by(POOL_STANDS)
    began, duel = circus.clock.now, await duel_of(circus, league)
    asks = [each for player in (ANN, BOB) for each in await plans_of(circus, player, duel.id)]

    assert [each.until for each in asks] == pytest.approx([began + hours * 3_600] * 2, abs=60)
    for each, player in zip(asks, (ANN, BOB), strict=True):
        await seal(circus, each, Plan("close", "quick-chest", "all"), player)
    (again,) = await plans_of(circus, ANN, duel.id)
    assert isinstance(again.ask.question, MakePlan)
    assert again.ask.question.phase == 4, "the next exchange is asked for at once"


async def test_a_thrown_duel_brings_its_stakes_and_nothing_from_the_pool(circus: Circus) -> None:
    """Ann surrenders at once. A friend who bet on Bob has no rival in the pool; members may not bet there at all."""
    league = await stable_day(circus)
    await agree(circus, league)
    for stable, player in ((1, ANN), (2, BOB)):
        await circus.steward.leagues.act(
            league, player, NameForDuel(1, tuple((await men_of(circus, league, stable))[:1]))
        )
    duel = await duel_of(circus, league)
    before = {each: (await state_of(circus, league)).stables[EntryId(each)].cash for each in (1, 2)}
    friend = PlayerId(900)
    purse = await circus.steward.wagers.purse(GUILD, friend)
    await circus.steward.wagers.place(duel.id, NewBet(friend, "Friend", 1, "2", 1_000, "throw"))
    with pytest.raises(Refused) as refused:
        await circus.steward.wagers.place(duel.id, NewBet(BOB, "Bob", 1, "2", 1_000, "own"))

    circus.clock.pass_by(POOL_STANDS)
    await duel_of(circus, league)
    for player in (ANN, BOB):
        (opened,) = await plans_of(circus, player, duel.id)
        plan = Plan("stand", "none", "all", surrender=player == ANN)
        await seal(circus, opened, plan, player)
    for _ in range(12):
        await pass_by(circus, 60.0)

    (ended,) = await told(circus, league, DuelEnded)
    after = {each: (await state_of(circus, league)).stables[EntryId(each)].cash for each in (1, 2)}
    assert (ended.winner, ended.state) == (2, "over")
    assert (after[1] - before[1], after[2] - before[2]) == (0, 1_000), "both stakes were in escrow"
    assert refused.value.reason is BetReason.OF_THE_LEAGUE
    assert await circus.steward.wagers.purse(GUILD, friend) == purse, "nobody had bet against it"
    await check_treasuries(circus, league)


async def test_a_host_who_ends_a_match_has_the_gala_held_anew_with_all_stakes_back(circus: Circus) -> None:
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    match = (await matches_of(circus, league))[0]
    others = [each.id for each in await matches_of(circus, league)]

    await circus.steward.desk.close(match.id, PlayerId(999), "a brawl in the stands")
    await pass_by(circus, 60.0)

    assert (await state_of(circus, league)).phase == "eve"
    assert {(await circus.steward.race(each)).record.state for each in others} == {"cancelled"}
    await to_the_end(circus, league)
    await check_treasuries(circus, league)


async def test_two_exchanges_without_a_plan_bring_a_house_fighter_unless_one_stands(
    circus: Circus,
) -> None:
    """Ann gives one plan, which stands; Bob never gives any."""
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    for opened in await circus.steward.open_asks(ANN):
        if opened.race_id != league:
            await seal(circus, opened, Plan("close", "quick-legs", "all"), ANN)
    seen: set[PlayerId] = set()
    for _ in range(400):
        for match in await matches_of(circus, league):
            for seat in (await circus.steward.race(match.id)).factions:
                seen |= {seat.player} if seat.player is not None and seat.standin is not None else set()
                assert seat.player != ANN or not seat.missed
        if (await circus.steward.log.status(league)).view.phase != "race":
            break
        await pass_by(circus, 30.0)

    assert seen == {BOB}


# Pools before the show (H.8.4)

FRIEND, RIVAL = PlayerId(900), PlayerId(901)


async def eve_of(circus: Circus) -> tuple[RaceId, list[RaceRecord]]:
    """Return a season on the eve of its gala, and the matches that are drawn."""
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "eve")
    await circus.steward.timekeeper.tick()
    return league, await matches_of(circus, league)


async def back(circus: Circus, match: RaceRecord, player: PlayerId = FRIEND, place: int = 0) -> None:
    """Bet 1,000 on one of a match's two men, as a spectator."""
    men = [each.entry for each in (await circus.steward.race(match.id)).entries]
    bet = NewBet(player, "Friend", 1, str(men[place]), 1_000, f"{player} {match.id}")
    await circus.steward.wagers.place(match.id, bet)


async def pool_of(circus: Circus, match: RaceRecord) -> str:
    """Return the state of the pool on a match."""
    (market,) = (await circus.store.wagers.book(match.id)).markets
    return str(market.state)


async def purses(circus: Circus) -> tuple[int, int]:
    return await circus.steward.wagers.purse(GUILD, FRIEND), await circus.steward.wagers.purse(GUILD, RIVAL)


async def test_spectators_bet_from_the_draw_until_the_first_exchange_is_played(circus: Circus) -> None:
    league, matches = await eve_of(circus)
    first = matches[0]
    await back(circus, first)

    assert [await plans_of(circus, player, each.id) for player in (ANN, BOB) for each in matches] == [[]] * 2 * len(
        matches
    )
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    await circus.deliver()
    asked = {
        player: opened
        for player in (ANN, BOB)
        for each in matches
        for opened in await plans_of(circus, player, each.id)
    }
    of_first = {opened.entry: (player, opened) for player, opened in asked.items() if opened.race_id == first.id}
    assert {each.ask.question.kind for each in asked.values()} == {"turn"}
    await back(circus, first, RIVAL, 1)
    before = await pool_of(circus, first)
    for player, opened in of_first.values():
        await seal(circus, opened, Plan("close", "quick-legs", "all"), player)
    await pass_by(circus, DAY)

    assert (before, await pool_of(circus, first)) == ("open", "closed")
    with pytest.raises(Refused):
        await circus.steward.wagers.place(first.id, NewBet(FRIEND, "Friend", 1, "1", 100, "late"))


async def test_a_pool_on_a_pair_shows_its_total_alone_until_it_closes(circus: Circus) -> None:
    """Two worlds: the same sum on the one man, and on the other."""
    league, matches = await eve_of(circus)
    one, other = matches[:2]
    for match, places in ((one, (0, 1)), (other, (1, 0))):
        await back(circus, match, FRIEND, places[0])
        await back(circus, match, RIVAL, places[1])
    await circus.steward.wagers.place(
        one.id, NewBet(PlayerId(902), "Third", 1, str((await circus.steward.race(one.id)).entries[0].entry), 500, "one")
    )

    boards = [await circus.steward.wagers.board(each.id, None) for each in (one, other)]
    (market,), (like,) = [each.markets for each in boards]
    assert (market.staked, like.staked) == (2_500, 2_000)
    assert {(each.staked, each.bettors, each.pays) for board in boards for each in board.markets[0].choices} == {
        (None, None, None)
    }
    await to_phase(circus, league, "protest")
    closed = (await circus.steward.wagers.board(one.id, None)).markets[0]
    assert sorted(each.staked or 0 for each in closed.choices) == [1_000, 1_500]


async def test_a_restart_on_the_eve_begins_no_match_and_takes_no_bet_twice(circus: Circus) -> None:
    league, matches = await eve_of(circus)
    await back(circus, matches[0])

    after = await circus.again()
    await after.steward.resume()
    await pass_by(after, 60.0)
    held = await matches_of(after, league)

    assert [each.id for each in held] == [each.id for each in matches]
    assert all(each.held and not each.has_begun for each in held)
    assert await pool_of(after, matches[0]) == "open"
    await to_phase(after, league, "protest")
    await to_the_end(after, league)
    await check_treasuries(after, league)


async def test_a_match_that_is_paused_on_the_eve_still_waits_for_the_show(circus: Circus) -> None:
    league, matches = await eve_of(circus)
    await circus.steward.desk.pause(matches[0].id, MOD, "rain")

    await circus.steward.desk.resume(matches[0].id, MOD, "it is over")
    await pass_by(circus, 60.0)

    assert not (await circus.steward.race(matches[0].id)).record.has_begun
    with pytest.raises(Refused) as refused:
        async with circus.steward.races.viewing(matches[0].id):
            raise AssertionError("it has begun")
    assert refused.value.reason is Reason.HELD
    await to_the_end(circus, league)


async def test_who_decides_is_settled_as_the_show_begins(circus: Circus) -> None:
    """Ann leaves on the eve: her manager's men fight, and nobody asks her; Bob's deputy has Bob's."""
    league, matches = await eve_of(circus)
    await circus.steward.members.leave(league, ANN, "I am off")
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    await circus.deliver()

    seats = [seat for each in matches for seat in (await circus.steward.race(each.id)).factions]
    assert {seat.player: seat.standin is None for seat in seats if seat.player is not None} == {ANN: False, BOB: True}
    assert [opened for each in matches for opened in await plans_of(circus, ANN, each.id)] == []
    await to_the_end(circus, league)
    await check_treasuries(circus, league)


async def test_a_league_that_goes_back_before_the_draw_draws_anew_and_gives_bets_back(circus: Circus) -> None:
    league, matches = await eve_of(circus)
    before = await purses(circus)
    await back(circus, matches[0])

    await circus.steward.leagues.go_back(league, MOD, "a man was forgotten")
    (opened,) = [each for each in await circus.steward.open_asks(ANN) if each.race_id == league]
    assert isinstance(opened.ask.question, GalaDay)
    assert await purses(circus) == before
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "eve")
    await circus.steward.timekeeper.tick()
    drawn = [each for each in await matches_of(circus, league) if each.state == "running"]

    assert {each.state for each in await matches_of(circus, league) if each.id in {one.id for one in matches}} == {
        "cancelled"
    }
    assert len(drawn) >= 2
    assert all(each.held for each in drawn)
    await to_phase(circus, league, "protest")
    assert len(await told(circus, league, GalaOpened)) == 1
    await to_the_end(circus, league)
    await check_treasuries(circus, league)


async def test_a_match_that_is_called_off_on_the_eve_turns_the_gala_back(circus: Circus) -> None:
    league, matches = await eve_of(circus)
    before = await purses(circus)
    for each in matches:
        await back(circus, each)

    await circus.steward.desk.close(matches[0].id, MOD, "a brawl in the stands")
    await pass_by(circus, 60.0)
    assert len([each for each in await matches_of(circus, league) if each.state == "running"]) == len(matches) - 1
    for _ in range(60):
        await pass_by(circus, 1800.0)
        if all(each.state == "cancelled" for each in await matches_of(circus, league) if each.id <= matches[-1].id):
            break

    assert await purses(circus) == before
    assert (await state_of(circus, league)).phase == "eve"
    await to_phase(circus, league, "race")
    await to_the_end(circus, league)
    await check_treasuries(circus, league)


@pytest.mark.parametrize(("hours", "waits"), [(12, POOL_STANDS), (0, TWO_MINUTES)], ids=["by mail", "live"])
async def test_spectators_have_time_before_the_first_blow_of_a_duel(circus: Circus, hours: int, waits: float) -> None:
    league = await stable_day(circus)
    await agree(circus, league, hours)
    for stable, player in ((1, ANN), (2, BOB)):
        named = tuple((await men_of(circus, league, stable))[:1])
        await circus.steward.leagues.act(league, player, NameForDuel(1, named))
    duel = await duel_of(circus, league)
    await back(circus, duel)

    circus.clock.pass_by(waits - 1)
    await duel_of(circus, league)
    early = await plans_of(circus, ANN, duel.id)
    circus.clock.pass_by(1)
    await duel_of(circus, league)

    assert (early, len(await plans_of(circus, ANN, duel.id)), await pool_of(circus, duel)) == ([], 1, "open")
