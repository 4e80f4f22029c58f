"""Two programs over one database look at the same instant: what is to be done once is done once.

Galas and matches of leagues, the house's bank, cards, results for followers, events at Discord. Fixtures, house races,
gazettes, what people follow and removal have the same in files of their own.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from db.writing.fixtures import LEASE
from engine.leagues.words.arena_facts import GalaOpened, GalaReckoned
from engine.leagues.words.epic_acts import NameForMatch
from engine.leagues.words.epic_facts import MatchEnded
from records.races import RaceRecord
from records.refusals import Refused
from records.values import RaceId
from tests.steward.betting import bet, state_of
from tests.steward.circus import ANN, BOB, RED, Circus
from tests.steward.fixtures import lobby_of, rome, set_up
from tests.steward.leagues import ANN as FIRST
from tests.steward.leagues import BOB as SECOND
from tests.steward.leagues import a_circus, check_treasuries
from tests.steward.test_galas import enter, pool_of, told
from tests.steward.test_galas import matches_of as matches_of_gala
from tests.steward.test_galas import stable_day as gala_day
from tests.steward.test_house_races import PEOPLE, with_odds
from tests.steward.test_matches import agree, chariots_of, in_escrow, matches_of, stable_day
from tests.steward.test_publishing import CARD, CHANNEL, ended


@pytest.fixture
async def one(tmp_path: Path) -> AsyncIterator[Circus]:
    """Give a circus with leagues."""
    circus = await a_circus(tmp_path)
    yield circus
    await circus.close()


async def both(one: Circus, other: Circus, look: Callable[[Circus], Awaitable[object]]) -> None:
    """Have two programs do the same at once."""
    await asyncio.gather(look(one), look(other))


async def tick(circus: Circus) -> None:
    await circus.steward.timekeeper.tick()


async def look(circus: Circus, league: RaceId) -> None:
    with suppress(Refused):  # the other one was quicker: it is looked at again
        await circus.steward.seasons.look(league)


async def test_a_match_is_opened_once_and_comes_home_once(one: Circus) -> None:
    league = await stable_day(one)
    other = await one.again(messenger=one.messenger)
    owned = await chariots_of(one, league)
    await agree(one, league)
    await one.steward.leagues.act(league, FIRST, NameForMatch(1, (owned[1][0],)))
    await other.steward.leagues.act(league, SECOND, NameForMatch(1, (owned[2][0],)))

    for _ in range(4):
        await both(one, other, lambda each: look(each, league))
    await both(one, other, Circus.deliver)
    (race,) = await matches_of(one, league)
    await to_the_end(one, other, race)
    for _ in range(4):
        await both(one, other, lambda each: look(each, league))

    assert [each.id for each in await matches_of(one, league)] == [race.id]
    assert len(await told(one, league, MatchEnded)) == 1
    assert await in_escrow(one, league) == 0
    await check_treasuries(one, league)
    assert (await one.store.purses.audit()).is_sound


async def to_the_end(one: Circus, other: Circus, race: RaceRecord) -> None:
    for _ in range(4_000):
        if (await one.steward.race(race.id)).record.state == "finished":
            return
        one.clock.pass_by(60.0)
        await both(one, other, lambda each: defaults(each, race.id))
    raise AssertionError("it comes to no end")


async def defaults(circus: Circus, race: RaceId) -> None:
    for each, deadline in await circus.store.deadlines.due(circus.clock.now):
        if each == race:
            await circus.steward.races.default(each, deadline.entry, deadline.asked)


async def test_the_matches_of_a_gala_and_their_pools_are_opened_once_and_come_home_once(one: Circus) -> None:
    league = await gala_day(one)
    await enter(one, league, FIRST, SECOND)
    other, drawn = await one.again(messenger=one.messenger), list[RaceRecord]()
    for _ in range(2_000):
        if await told(one, league, GalaReckoned):
            break
        one.clock.pass_by(600.0)
        await both(one, other, tick)
        await both(one, other, Circus.deliver)
        drawn = drawn or await matches_of_gala(one, league)
    for _ in range(2):
        await both(one, other, tick)
    matches = await matches_of_gala(one, league)

    assert len(drawn) >= 2
    assert [each.id for each in matches] == [each.id for each in drawn]
    assert len({each.number for each in matches}) == len(matches)
    assert {each.state for each in matches} == {"finished"}
    assert {await pool_of(one, each) for each in matches} <= {"settled", "void"}
    assert len(await told(one, league, GalaOpened)) == len(await told(one, league, GalaReckoned)) == 1
    await check_treasuries(one, league)
    assert (await one.store.purses.audit()).is_sound


async def test_the_house_loses_no_more_on_a_race_by_two_programs_than_by_one(audited: Circus) -> None:
    race = await with_odds(audited)
    other = await audited.again()

    async def back(place: int) -> bool:
        try:
            await bet((audited, other)[place % 2], race, PEOPLE[place], RED, 500, "bank")
        except Refused:
            return False
        return True

    taken = sum(await asyncio.gather(*map(back, range(len(PEOPLE)))))

    pays = (await state_of(audited, race, "bank")).odds["1"]
    assert 0 < taken == len(list((await audited.store.wagers.book(race)).tickets)) < len(PEOPLE)
    assert taken * (5 * pays - 500) <= 10_000


async def test_a_card_is_posted_once_for_a_change(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.deliver()
    other = await circus.again(messenger=circus.messenger)
    posted = len(circus.messenger.cards)
    circus.clock.pass_by(60.0)
    await asyncio.gather(
        circus.steward.lobbies.join(race, ANN, "Ann"),
        other.steward.lobbies.join(race, BOB, "Bob"),
    )

    await both(circus, other, Circus.deliver)

    assert len(circus.messenger.cards) == posted + 1
    assert not [each for each in await circus.store.outbox.of_race(race) if each.state != "sent"]


async def test_a_result_is_published_once(circus: Circus) -> None:
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    race = await ended(circus)
    other = await circus.again()

    for _ in range(2):
        await both(circus, other, lambda each: each.steward.publishing.look())

    assert circus.posts.published == [(CHANNEL, CARD + race)]


async def test_a_date_has_one_event_which_goes_with_it(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    fixture = await set_up(circus, events=True)
    other = await circus.again()
    circus.clock.now = rome(1, 7, 21).timestamp()

    async def fails(_post: object) -> int:
        raise ConnectionError

    monkeypatch.setattr(circus.posts, "make_event", fails)
    await circus.steward.fixtures.look()
    monkeypatch.undo()
    circus.clock.pass_by(LEASE + 1)
    for _ in range(2):
        await both(circus, other, lambda each: each.steward.fixtures.look())
    made, race = list(circus.posts.tries), (await lobby_of(circus, fixture)).record.id

    await circus.steward.lobbies.cancel(race, ANN)
    circus.clock.pass_by(LEASE + 1)
    await both(circus, other, lambda each: each.steward.fixtures.look())

    assert made == [race]
    assert circus.posts.events == {}
