"""Following: each race is told once to each, few messages at a time, and nobody learns who follows."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from db.schema.follows import follow_news, follows
from records.follows import Follow
from records.limits import DAY, FOLLOWS_OF_ONE, HOUR
from records.past import Summary
from records.races import StoryMode
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId, RaceId
from steward import Followed, read_body
from steward.front.follows import GATHERED, ON_THEIR_WAY, RACES_AT_ONCE, RESTS
from tests.pasts import a_past_race, an_entry, keep
from tests.steward.circus import ANN, BOB, EVE, Circus

HERE = 1
DOT = PlayerId(400)


async def follow(circus: Circus, player: PlayerId = EVE, **what: int) -> None:
    await circus.steward.follows.follow(Follow(player=player, guild=HERE, **what))  # type: ignore[arg-type]


async def told(circus: Circus, player: PlayerId = EVE) -> list[tuple[RaceId, ...]]:
    """Return of which races each message to somebody tells, once all that is due by now is sent."""
    await circus.steward.chronicler.catch_up()
    await circus.steward.follows.look()
    await circus.deliver()
    sent = [each for each in circus.messenger.delivered if each.kind == "follow" and each.player == player]
    return [read_body(each, Followed).races for each in sent]


async def over(circus: Circus) -> RaceId:
    """Run a race of Ann and Bob to its end, and let the time pass in which news is gathered."""
    race = await circus.race(turns=1, story=StoryMode.TURN)
    circus.clock.pass_by(HOUR)
    await circus.to_the_end(race)
    circus.clock.pass_by(GATHERED)
    return race


async def test_who_follows_a_race_hears_of_its_end_once(circus: Circus) -> None:
    race = await circus.race(turns=1)
    await follow(circus, race=race)
    circus.clock.pass_by(HOUR)
    await circus.to_the_end(race)
    assert await told(circus) == [], "other ends are gathered for a while"

    circus.clock.pass_by(GATHERED)
    assert await told(circus) == [(race,)]

    circus.clock.pass_by(DAY / 2)
    await circus.steward.chronicler.make_anew()
    assert await told(circus) == [(race,)]


async def test_who_follows_somebody_hears_of_their_races_in_that_server_alone(circus: Circus) -> None:
    await follow(circus, person=ANN)
    await circus.steward.follows.follow(Follow(player=DOT, guild=5, person=ANN))

    race = await over(circus)

    assert await told(circus) == [(race,)]
    assert await told(circus, DOT) == []


async def test_who_was_in_the_race_hears_of_it_anyway(circus: Circus) -> None:
    await follow(circus, player=BOB, person=ANN)
    await over(circus)

    assert await told(circus, BOB) == []


async def test_nobody_hears_of_what_was_over_before_they_followed(circus: Circus) -> None:
    race = await over(circus)
    await follow(circus, person=ANN)
    await follow(circus, race=race)

    assert await told(circus) == []


async def test_nobody_hears_of_what_is_long_over(circus: Circus) -> None:
    await follow(circus, person=ANN)
    await over(circus)
    circus.clock.pass_by(DAY + HOUR)

    assert await told(circus) == []


async def test_who_has_stopped_is_told_nothing_more(circus: Circus) -> None:
    await follow(circus, person=ANN)
    await circus.steward.follows.stop(Follow(player=EVE, guild=HERE, person=ANN))
    await over(circus)

    assert await told(circus) == []
    assert await circus.steward.follows.of(EVE) == []


async def test_a_race_that_goes_back_and_ends_again_is_told_once(circus: Circus) -> None:
    await follow(circus, person=ANN)
    race = await over(circus)
    assert len(await told(circus)) == 1
    circus.clock.pass_by(HOUR)
    await circus.store.races.set(race, title="another")  # its revision: it is summed up anew

    circus.clock.pass_by(HOUR)
    assert len(await told(circus)) == 1


async def test_a_race_that_is_called_off_is_told_to_who_follows_it_once_and_to_nobody_in_it(circus: Circus) -> None:
    race = await circus.race(turns=1)
    for player in (EVE, BOB):
        await follow(circus, player=player, race=race)
    await follow(circus, player=DOT, person=ANN)
    circus.clock.pass_by(1)
    await circus.steward.desk.close(race, ANN, "rain")
    circus.clock.pass_by(GATHERED)

    assert await told(circus) == [(race,)]
    assert await told(circus, BOB) == [], "who drives in it reads it anyway"
    assert await told(circus, DOT) == [], "who follows a person hears of results"
    circus.clock.pass_by(HOUR)
    assert await told(circus) == [(race,)]


async def test_a_lobby_that_its_host_cancels_is_told_likewise(circus: Circus) -> None:
    race = await circus.lobby()
    await follow(circus, race=race)
    circus.clock.pass_by(1)
    await circus.steward.lobbies.cancel(race, ANN)
    circus.clock.pass_by(GATHERED)

    assert await told(circus) == [(race,)]


async def test_twenty_lobbies_called_off_at_once_ring_no_oftener_than_results(circus: Circus) -> None:
    for number in range(20):
        race = await circus.lobby(title=f"Ludi {number}")
        await follow(circus, race=race)
        circus.clock.pass_by(1)
        await circus.steward.lobbies.cancel(race, ANN)
    circus.clock.pass_by(GATHERED)

    assert [len(each) for each in await told(circus)] == [RACES_AT_ONCE]
    circus.clock.pass_by(RESTS - 1)
    assert len(await told(circus)) == 1


async def many(circus: Circus, races: int, *people: PlayerId, **values: int) -> None:
    """Have so many races end at once, a minute ago."""
    at = circus.clock.now - GATHERED
    rows = []
    for number in range(1, races + 1):
        race = replace(a_past_race(number, **values), at=at, is_rated=False)
        rows.append(Summary(race, tuple(an_entry(race, n, each) for n, each in enumerate(people, start=1))))
    await keep(circus.store, *rows)
    for each in rows:
        await circus.store.summaries.put(each)


async def test_many_ends_are_told_in_few_messages(circus: Circus) -> None:
    circus.clock.now = 2_000_000.0
    await follow(circus, person=ANN)
    circus.clock.pass_by(HOUR)
    await many(circus, 12, ANN, BOB)

    async def sent() -> list[int]:
        await circus.steward.follows.look()
        await circus.deliver()
        found = [each for each in circus.messenger.delivered if each.kind == "follow"]
        return [len(read_body(each, Followed).races) for each in found]

    assert await sent() == [RACES_AT_ONCE]
    circus.clock.pass_by(RESTS - 1)
    assert await sent() == [RACES_AT_ONCE]
    circus.clock.pass_by(2)
    assert await sent() == [RACES_AT_ONCE] * 2
    circus.clock.pass_by(RESTS + 1)
    assert await sent() == [RACES_AT_ONCE, RACES_AT_ONCE, 2]


async def test_twenty_accounts_that_follow_keep_no_race_waiting(circus: Circus) -> None:
    circus.clock.now = 2_000_000.0
    crowd = [PlayerId(10_000 + number) for number in range(20)]
    for each in crowd:
        await follow(circus, player=each, person=ANN)
    circus.clock.pass_by(HOUR)
    await many(circus, 3, ANN, BOB)

    await circus.steward.follows.look()
    waiting = [each for each in await circus.store.outbox.waiting() if each.kind == "follow"]
    assert len(waiting) == ON_THEIR_WAY
    await circus.steward.follows.look()
    assert len([each for each in await circus.store.outbox.waiting() if each.kind == "follow"]) == ON_THEIR_WAY

    for _ in range(3):
        await circus.deliver()
        await circus.steward.follows.look()
    await circus.deliver()
    found = [each.player for each in circus.messenger.delivered if each.kind == "follow"]
    assert sorted(each for each in found if each is not None) == crowd, "one message each"


async def test_nobody_follows_more_than_one_may(circus: Circus) -> None:
    for number in range(FOLLOWS_OF_ONE.most):
        await follow(circus, person=1_000 + number)
    await follow(circus, person=1_000)

    with pytest.raises(Refused) as refused:
        await follow(circus, person=999)

    assert refused.value.reason is Reason.FOLLOWS_ENOUGH
    await follow(circus, player=DOT, person=999)


async def test_a_race_that_is_over_makes_room(circus: Circus) -> None:
    race = await circus.race(turns=1)
    for number in range(FOLLOWS_OF_ONE.most - 1):
        await follow(circus, person=1_000 + number)
    await follow(circus, race=race)
    await circus.to_the_end(race)

    await follow(circus, person=999)

    assert race not in [each.race for each in await circus.steward.follows.of(EVE)]


async def test_a_stable_is_followed_by_its_place_in_its_league(circus: Circus) -> None:
    circus.clock.now = 2_000_000.0
    await keep(circus.store, Summary(a_past_race(77), ()))
    await circus.store.races.set(RaceId(77), state="running")
    await follow(circus, race=77, stable=2)
    await follow(circus, player=DOT, race=77, stable=3)
    await follow(circus, player=PlayerId(500), race=77)
    circus.clock.pass_by(HOUR)
    await many(circus, 1, ANN, BOB, league=77)

    await circus.steward.follows.look()
    await circus.deliver()

    found = [each.player for each in circus.messenger.delivered if each.kind == "follow"]
    assert sorted(each for each in found if each is not None) == [EVE, 500]
    assert [each.stable for each in await circus.store.follows.about(EVE, RaceId(1))] == [Faction(2)]


async def test_what_is_to_be_told_outlives_the_program_at_each_step(circus: Circus) -> None:
    await follow(circus, person=ANN)
    race = await over(circus)
    await circus.steward.chronicler.catch_up()

    second = await circus.again(messenger=circus.messenger)
    await second.steward.follows.look()
    third = await circus.again(messenger=circus.messenger)

    assert await told(third) == [(race,)]
    assert await told(await circus.again(messenger=circus.messenger)) == [(race,)]


async def test_who_is_forgotten_follows_nothing_and_is_followed_by_nobody(circus: Circus) -> None:
    await follow(circus, person=ANN)
    await follow(circus, person=BOB)
    await follow(circus, player=DOT, person=EVE)
    await over(circus)
    await circus.steward.chronicler.catch_up()

    await circus.steward.forgetters.forget(EVE)

    for table in (follows, follow_news):
        assert await circus.store._reader.rows(select(table)) == []
    assert await told(circus) == []


async def test_own_data_tell_what_one_follows_and_never_who_follows_one(circus: Circus) -> None:
    await follow(circus, person=ANN)
    await follow(circus, player=ANN, person=BOB)

    assert [(row["player"], row["person"]) for row in (await circus.store.mine.kept(EVE))["follow"]] == [(EVE, ANN)]
    assert [(row["player"], row["person"]) for row in (await circus.store.mine.kept(ANN))["follow"]] == [(ANN, BOB)]
    assert "follow" not in await circus.store.mine.kept(BOB)


async def test_a_world_where_somebody_is_followed_is_the_same_to_all_others(circus: Circus, tmp_path: Path) -> None:
    async def world(path: Path, *, is_followed: bool) -> tuple[object, ...]:
        mine = await Circus(path).open()
        if is_followed:
            await follow(mine, person=ANN)
        race = await over(mine)
        await told(mine)
        sent = [(each.kind, each.player, each.body, each.place) for each in mine.messenger.delivered]
        data = [await mine.store.mine.kept(each) for each in (ANN, BOB)]
        status = await mine.steward.log.status(race, ANN)
        await mine.close()
        return [each for each in sent if each[1] != EVE], data, status

    assert await world(tmp_path / "one", is_followed=True) == await world(tmp_path / "two", is_followed=False)


async def test_a_race_that_is_dropped_takes_its_news_along(circus: Circus) -> None:
    await follow(circus, person=ANN)
    await over(circus)
    await circus.steward.chronicler.catch_up()
    circus.clock.pass_by(31 * DAY)
    await circus.store.follows.tidy(circus.clock.now)

    assert await circus.store._reader.rows(select(follow_news)) == []


async def test_two_programs_that_look_at_once_tell_it_once(circus: Circus) -> None:
    await follow(circus, person=ANN)
    race = await over(circus)
    await circus.steward.chronicler.catch_up()
    second = await circus.again(messenger=circus.messenger)

    await asyncio.gather(circus.steward.follows.look(), second.steward.follows.look())

    assert await told(circus) == [(race,)]
    assert await told(second) == [(race,)]
