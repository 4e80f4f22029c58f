"""The house's odds on a race before it begins: when they come, and that none are made for a field that will change."""

from datetime import timedelta

import pytest

from records.values import PlayerId, RaceId
from steward.chances.oddsmaker import FEWER
from steward.chances.workshop import JobFailed
from tests.steward.betting import DAN, bet, purses
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.fixtures import BEGINS, join, lobby_of, set_up, to
from tests.steward.test_oddsmaker import Maker, play_turn

SAMPLES = 200
OPENED = BEGINS + timedelta(days=3, hours=9)


@pytest.fixture
def maker(circus: Circus) -> Maker:
    return Maker(circus, SAMPLES)


async def offered(circus: Circus, race: RaceId) -> dict[str, int]:
    """Return what 100 bring on each chariot against the house."""
    board = await circus.steward.wagers.board(race)
    markets = [each for each in board.markets if each.kind == "bank" and each.state == "open"]
    return {each.choice: each.pays or 0 for market in markets for each in market.choices}


async def awaited(circus: Circus, maker: Maker, race: RaceId) -> str:
    return await maker.odds.awaited(await circus.steward.race(race))


async def test_one_person_wins_or_loses_against_the_house_at_a_race_of_house_drivers(
    circus: Circus, maker: Maker
) -> None:
    fixture = await set_up(circus, circus=True)
    await to(circus, OPENED)
    race = (await lobby_of(circus, fixture)).record.id
    assert await awaited(circus, maker, race) == "work"
    assert await maker.all() == 1
    odds = await offered(circus, race)
    assert odds

    choice, before = next(iter(odds)), (await purses(circus, DAN))[0]
    await bet(circus, race, DAN, choice, 500, "bank")
    circus.clock.pass_by(fixture.next.at - circus.clock.now)
    await circus.steward.fixtures.look()
    await circus.play_on(race)

    (ticket,) = (await circus.store.wagers.book(race)).tickets.of(DAN)
    assert ticket.state in ("won", "lost")
    assert ticket.paid == (500 * odds[choice] // 100 if ticket.state == "won" else 0)
    assert before == 0, "the purse opened with the bet"


async def test_where_the_house_fills_there_are_no_odds_before_all_places_are_taken(
    circus: Circus, maker: Maker
) -> None:
    fixture = await set_up(circus, fills=True)
    await to(circus, OPENED)
    race = (await lobby_of(circus, fixture)).record.id
    await join(circus, race, ANN, BOB, EVE)
    await maker.all()
    assert await offered(circus, race) == {}
    assert await awaited(circus, maker, race) == "places"

    await join(circus, race, PlayerId(401))
    assert await awaited(circus, maker, race) == "work"
    await maker.all()
    odds = await offered(circus, race)
    assert odds
    await bet(circus, race, DAN, next(iter(odds)), 500, "bank")
    circus.clock.pass_by(fixture.next.at - circus.clock.now)
    await circus.steward.fixtures.look()
    (ticket,) = (await circus.store.wagers.book(race)).tickets.of(DAN)
    assert ticket.state == "open", "the field is the one of its odds"


async def test_who_leaves_a_full_field_that_the_house_fills_ends_the_odds(circus: Circus, maker: Maker) -> None:
    fixture = await set_up(circus, fills=True)
    await to(circus, OPENED)
    race = (await lobby_of(circus, fixture)).record.id
    await join(circus, race, ANN, BOB, EVE, PlayerId(401))
    await maker.all()
    odds = await offered(circus, race)
    await bet(circus, race, DAN, next(iter(odds)), 500, "bank")
    await circus.steward.lobbies.leave(race, PlayerId(401))
    await maker.all()
    assert await offered(circus, race) == {}
    (ticket,) = (await circus.store.wagers.book(race)).tickets.of(DAN)
    assert ticket.state == "refunded"


async def test_where_the_house_does_not_fill_odds_come_with_the_second_person(circus: Circus, maker: Maker) -> None:
    fixture = await set_up(circus, fills=False)
    await to(circus, OPENED)
    race = (await lobby_of(circus, fixture)).record.id
    await join(circus, race, ANN)
    assert await awaited(circus, maker, race) == "chariots"
    await join(circus, race, BOB)
    await maker.all()
    assert await offered(circus, race)


async def test_races_that_go_on_all_the_time_do_not_keep_a_lobby_from_its_odds(circus: Circus, maker: Maker) -> None:
    running = [await circus.race(), await circus.race()]
    await maker.all()
    lobby = await circus.lobby()
    await circus.steward.lobbies.fill(lobby, ANN, "pushy", 2)
    for _ in range(2):
        for each in running:
            await play_turn(circus, each)
        assert await maker.odds.work_once()
    assert await offered(circus, lobby)


async def test_a_machine_that_is_too_slow_plays_fewer_races_out(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.fill(race, ANN, "pushy", 2)
    maker.shop.fails = lambda job: job.samples > SAMPLES // FEWER
    with pytest.raises(JobFailed):
        await maker.odds.work_once()
    assert await maker.all() == 1
    assert await offered(circus, race)


async def test_where_no_odds_come_nothing_is_promised(circus: Circus, maker: Maker) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.fill(race, ANN, "pushy", 2)
    maker.shop.fails = lambda _job: True
    for _ in range(2):
        with pytest.raises(JobFailed):
            await maker.odds.work_once()
    assert await awaited(circus, maker, race) == "later"
    assert await awaited(circus, Maker(circus, 0), race) == ""
