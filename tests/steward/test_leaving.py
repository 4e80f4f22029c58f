"""From the owner's word until the bot has left nothing begins in a server, and nothing of who was there alone stays."""

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import select, update

from db.schema import tables
from db.schema.daily import tries
from db.schema.people import persons
from db.schema.removals import removals
from db.writing.daily import HadBefore
from engine.betting.book import NewBet
from records.daily import TryRecord
from records.limits import DAY
from records.refusals import Reason, Refused
from steward import NewRace, ServerLeft, read_body
from tests.steward.circus import ANN, BOB, EVE, RED, SECONDS, Circus
from tests.steward.fixtures import a_fixture
from tests.steward.test_mine import ANNA, BERT, CLIO, over, played
from tests.steward.test_removing import ELSEWHERE, HERE, goes_on, until_gone, values
from tests.toy_ruleset import Options

NEW = NewRace(HERE, 20, ANN, "toy", Options(turns=3), SECONDS, "Late")


async def opens_race(circus: Circus) -> object:
    return await circus.steward.lobbies.open_race(NEW)


async def opens_purse(circus: Circus) -> object:
    return await circus.steward.wagers.purse(HERE, EVE)


async def sets_a_fixture_up(circus: Circus) -> object:
    return await circus.store.fixtures.add(a_fixture(guild=HERE, by=ANN))


async def sets_the_server(circus: Circus) -> object:
    return await circus.steward.people.set_server(HERE, zone="Europe/Rome")


async def publishes(circus: Circus) -> None:
    await circus.steward.publishing.set(HERE, 20, is_on=True)


NEWS = (opens_race, opens_purse, sets_a_fixture_up, sets_the_server, publishes)


@pytest.mark.parametrize("state", ["asked", "told", "leaves", "again"])
@pytest.mark.parametrize("begins", NEWS)
async def test_nothing_begins_in_a_server_that_i_leave(
    circus: Circus, begins: Callable[[Circus], Awaitable[object]], state: str
) -> None:
    await circus.steward.removals.ask(HERE)
    await circus.store._writer.run(lambda connection: connection.execute(update(removals).values(state=state)))
    before = await values(circus)

    for each in (circus, await circus.again()):
        with pytest.raises(Refused) as refused:
            await begins(each)
        assert refused.value.reason is Reason.LEAVES_SERVER

    assert await values(circus) == before


@pytest.mark.parametrize("begins", NEWS)
async def test_elsewhere_and_after_it_all_begins_as_ever(
    circus: Circus, begins: Callable[[Circus], Awaitable[object]]
) -> None:
    await circus.steward.removals.ask(ELSEWHERE)
    await begins(circus)
    await circus.steward.removals.remove(HERE)
    await until_gone(circus)

    await begins(circus)


async def test_no_bet_is_placed_after_the_word(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(NEW)
    await circus.steward.lobbies.set_thread(race, 30)
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await circus.steward.wagers.purse(HERE, EVE)
    market = next(each.number for each in (await circus.steward.wagers.board(race)).markets if each.kind == "sealed")
    await circus.steward.removals.ask(HERE)

    with pytest.raises(Refused) as refused:
        await circus.steward.wagers.place(race, NewBet(EVE, "Eve", market, str(RED), 400, "late", 30))

    assert refused.value.reason is Reason.LEAVES_SERVER


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_what_a_press_under_way_opened_ends_in_words_too(
    circus: Circus, monkeypatch: pytest.MonkeyPatch, is_restarted: bool
) -> None:
    await played(circus)
    await circus.steward.removals.remove(HERE)
    await circus.deliver()
    with monkeypatch.context() as under_way:
        under_way.setattr("db.writing.races.require_staying", lambda *_given: None)
        late = await circus.race()
    await circus.deliver()
    now = await circus.again(messenger=circus.messenger) if is_restarted else circus

    await now.steward.removals.look()
    assert (await now.steward.race(late)).record.state == "cancelled"
    assert await now.steward.removals.is_under_way(HERE)
    await now.deliver()
    words = [each for each in circus.messenger.delivered if each.race == late and each.kind == "ending"]
    assert {each.player for each in words} == {None, ANN, BOB}
    assert read_body(next(each for each in words if each.player is None), ServerLeft) == ServerLeft()
    assert [each for each in circus.messenger.delivered if each.race == late and each.kind == "panel"]
    now.clock.pass_by(10.0)
    await goes_on(now)

    assert await now.store.index.field(late) is None
    assert now.posts.left_servers == [HERE]


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_what_comes_after_all_is_deleted_goes_before_i_leave(
    circus: Circus, monkeypatch: pytest.MonkeyPatch, is_restarted: bool
) -> None:
    await over(circus)
    circus.posts.fails = TimeoutError("Discord is away")
    await circus.steward.removals.remove(HERE)
    await goes_on(circus)
    with monkeypatch.context() as under_way:
        under_way.setattr("db.writing.races.require_staying", lambda *_given: None)
        await circus.steward.lobbies.open_race(NEW)
    assert any("Late" in str(value) for _, value in await values(circus))
    circus.posts.fails = None
    now = await circus.again() if is_restarted else circus
    now.posts.fails = None

    await now.steward.removals.look()

    assert now.posts.left_servers == [HERE]
    assert not any("Late" in str(value) for _, value in await values(now))
    assert not [row for row in await now.store._reader.rows(select(tables.races)) if row.guild == HERE]
    assert (await now.store.purses.audit()).is_sound


async def test_of_whoever_is_nowhere_else_nothing_stays_that_leads_to_them(circus: Circus) -> None:
    await over(circus)
    assert await circus.steward.wagers.purse(ELSEWHERE, BERT) > 0
    now = circus.clock()
    for number, player, guild in ((7, CLIO, HERE), (7, BERT, HERE), (7, ANNA, 0), (6, ANNA, HERE)):
        tried = TryRecord(number=number, person=player, name="Somebody", guild=guild, began=now)
        await circus.store.daily.begin(tried)

    await circus.steward.removals.remove(HERE)
    await until_gone(circus)

    left = [value for _, value in await values(circus)]
    assert not [each for each in left if str(int(CLIO)) in str(each)]
    known = await circus.store._reader.rows(select(persons.c.player))
    assert {BERT, ANNA} <= {row.player for row in known}, "elsewhere, and in direct messages"
    days = {(row.number, row.person) for row in await circus.store._reader.rows(select(tries))}
    assert {(7, BERT), (7, ANNA), (6, ANNA)} <= days, "theirs"
    assert len(days) == 4, "others' places were counted by the fourth"
    with pytest.raises(HadBefore):
        await circus.store.daily.begin(TryRecord(number=7, person=CLIO, name="Clio", guild=0, began=now))
    assert await circus.steward.wagers.purse(HERE, CLIO) == 0, "not this week's stipend again, and no gift"
    assert await circus.steward.wagers.purse(ELSEWHERE, CLIO) > 0
    circus.clock.pass_by(8 * DAY)
    assert 0 < await circus.steward.wagers.purse(HERE, CLIO) <= 500
    assert (await circus.store.purses.audit()).is_sound
