"""Leaving a race under way: a house driver drives on, the place is open, and the owner may come back (S-73)."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from records.limits import RETURNS
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId, RaceId
from steward.hosting.answerable import driver_at_start
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus, is_missed
from tests.steward.test_again import each_write
from tests.steward.test_crashes import PowerCut


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    opened = await Circus(tmp_path / "races.sqlite3").open()
    yield opened
    await opened.close()


async def at_the_reins(circus: Circus, race: RaceId) -> list[PlayerId | None]:
    return [each.at_the_reins for each in (await circus.steward.race(race)).factions]


async def kinds(circus: Circus, race: RaceId) -> list[str]:
    return [each.kind for each in await circus.steward.desk.acts(race)]


async def refusal(circus: Circus, race: RaceId, player: PlayerId) -> Reason:
    with pytest.raises(Refused) as refused:
        await circus.steward.quitting.leave_race(race, player)
    assert isinstance(refused.value.reason, Reason)
    return refused.value.reason


async def test_a_house_driver_goes_on_at_once_and_nothing_is_asked_any_more(circus: Circus) -> None:
    race = await circus.race()

    await circus.steward.quitting.leave_race(race, BOB)

    assert await at_the_reins(circus, race) == [ANN, None]
    assert await circus.steward.open_asks(BOB) == []
    assert await kinds(circus, race) == ["leave"]
    offers = [each for each in await circus.store.outbox.of_race(race) if each.kind == "offer"]
    assert [each.player for each in offers] == [None], "to all, in the thread"
    assert await refusal(circus, race, BOB) is Reason.LEFT_RACE


async def test_anybody_may_take_the_reins_and_the_owner_gets_them_back(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.quitting.leave_race(race, BOB)

    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    driven = await at_the_reins(circus, race)
    await circus.steward.desk.take_reins(race, BOB, Faction(2))

    assert (driven, await at_the_reins(circus, race)) == ([ANN, EVE], [ANN, BOB])
    assert await kinds(circus, race) == ["leave", "substitute", "return"]


async def test_a_substitute_drives_on_when_the_owner_leaves(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 86_400)
    await circus.steward.quitting.leave_race(race, BOB)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    assert await at_the_reins(circus, race) == [ANN, EVE]
    assert await refusal(circus, race, BOB) is Reason.LEFT_RACE


async def test_only_an_owner_leaves_and_only_under_way(circus: Circus) -> None:
    lobby, race = await circus.lobby(), await circus.race()
    await circus.steward.lobbies.join(lobby, BOB, "Bob")

    with pytest.raises(Refused):
        await circus.steward.quitting.leave_race(lobby, BOB)

    assert await refusal(circus, race, EVE) is Reason.NOT_ENTERED
    assert await kinds(circus, race) == []
    assert [each.player for each in (await circus.steward.race(lobby)).factions] == [BOB]


async def test_nobody_fills_a_thread_by_leaving_and_coming_back(circus: Circus) -> None:
    race = await circus.race()
    for _ in range(RETURNS.most):
        await circus.steward.quitting.leave_race(race, BOB)
        await circus.steward.desk.take_reins(race, BOB, Faction(2))
    await circus.steward.quitting.leave_race(race, BOB)

    with pytest.raises(Refused) as refused:
        await circus.steward.desk.take_reins(race, BOB, Faction(2))

    assert refused.value.reason is Reason.TOO_OFTEN


async def test_who_left_the_race_and_then_the_server_does_not_get_the_reins_back_by_coming_home(circus: Circus) -> None:
    race = await circus.race()
    await is_missed(circus, BOB)
    await circus.steward.departures.look()
    circus.messenger.gone.clear()
    await circus.steward.presence.seen(1, BOB)
    assert await at_the_reins(circus, race) == [ANN, BOB]
    await circus.steward.quitting.leave_race(race, BOB)

    await is_missed(circus, BOB)
    await circus.steward.departures.look()
    circus.messenger.gone.clear()
    await circus.steward.presence.seen(1, BOB)

    assert await at_the_reins(circus, race) == [ANN, None]


async def test_who_leaves_keeps_the_result_and_stays_an_insider(circus: Circus) -> None:
    race = await circus.race()
    before = await circus.steward.race(race)
    await circus.steward.quitting.leave_race(race, BOB)

    after = await circus.steward.race(race)

    assert [(each.faction, each.player) for each in after.factions] == [
        (each.faction, each.player) for each in before.factions
    ]
    assert after.record.is_rated


@pytest.mark.parametrize("after", [False, True])
async def test_a_program_that_ends_at_any_write_has_left_whole_or_not_at_all(after: bool, tmp_path: Path) -> None:
    for number in range(1, 8):
        circus = await Circus(tmp_path / f"{number}.sqlite3").open()
        race = await circus.race()
        count = each_write(circus, number, PowerCut(), after=after)
        with contextlib.suppress(PowerCut):
            await circus.steward.quitting.leave_race(race, BOB)
        done, next_one = number > count[0], await circus.again()
        has_left = await at_the_reins(next_one, race) == [ANN, None]
        assert (await kinds(next_one, race) == ["leave"]) == has_left
        if not has_left:
            await next_one.steward.quitting.leave_race(race, BOB)
        assert await kinds(next_one, race) == ["leave"]
        await circus.close()
        if done:
            break
    assert 2 <= number < 7


# Reins of another, given back


async def taken(circus: Circus) -> RaceId:
    """Let Bob leave a race and Eve drive on for him."""
    race = await circus.race()
    await circus.steward.quitting.leave_race(race, BOB)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    return race


async def test_reins_given_back_are_a_house_drivers_and_on_offer_again(circus: Circus) -> None:
    race = await taken(circus)

    await circus.steward.quitting.give_back(race, EVE)

    assert await at_the_reins(circus, race) == [ANN, None]
    assert await circus.steward.open_asks(EVE) == []
    assert (await circus.steward.race(race)).factions[1].is_offered
    assert await kinds(circus, race) == ["leave", "substitute", "resign"]
    with pytest.raises(Refused) as refused:
        await circus.steward.quitting.give_back(race, EVE)
    assert refused.value.reason is Reason.NOT_ENTERED


async def test_nobody_gives_back_what_is_their_own(circus: Circus) -> None:
    race = await circus.race()

    with pytest.raises(Refused) as refused:
        await circus.steward.quitting.give_back(race, BOB)

    assert refused.value.reason is Reason.NOT_ENTERED
    assert await at_the_reins(circus, race) == [ANN, BOB]


async def test_nobody_fills_a_thread_by_taking_reins_and_giving_them_back(circus: Circus) -> None:
    race = await taken(circus)
    for _ in range(RETURNS.most - 1):
        await circus.steward.quitting.give_back(race, EVE)
        await circus.steward.desk.take_reins(race, EVE, Faction(2))
    await circus.steward.quitting.give_back(race, EVE)

    with pytest.raises(Refused) as refused:
        await circus.steward.desk.take_reins(race, EVE, Faction(2))

    assert refused.value.reason is Reason.TOO_OFTEN
    await circus.steward.desk.take_reins(race, PlayerId(400), Faction(2))


async def test_an_owner_who_is_away_still_gets_the_reins_at_the_end_of_these_days(circus: Circus) -> None:
    race, back = await circus.race(), circus.clock.now + 86_400
    await circus.steward.desk.vacation(race, BOB, back)
    await circus.steward.desk.replace(race, MOD, Faction(2), EVE, "Bob is away")

    await circus.steward.quitting.give_back(race, EVE)
    waiting = (await circus.steward.race(race)).factions[1]
    circus.clock.pass_by(86_401)
    await circus.steward.desk.end_vacations(circus.clock.now)

    assert (waiting.away_until, waiting.is_offered) == (back, False)
    assert await at_the_reins(circus, race) == [ANN, BOB]


async def test_who_gives_back_the_reins_they_had_at_the_start_has_the_result_in_their_rating(circus: Circus) -> None:
    race = await taken(circus)
    acts = await circus.steward.desk.acts(race)
    began = acts[1].at
    await circus.steward.quitting.give_back(race, EVE)

    seat, acts = (await circus.steward.race(race)).factions[1], await circus.steward.desk.acts(race)

    assert driver_at_start(seat, acts, 0.0) == BOB, "the race began with its owner"
    assert driver_at_start(seat, acts[2:], began) == EVE, "as if it had begun with the substitute"


@pytest.mark.parametrize("after", [False, True])
async def test_a_program_that_ends_as_reins_are_given_back_has_given_them_whole_or_not(
    after: bool, tmp_path: Path
) -> None:
    for number in range(1, 8):
        circus = await Circus(tmp_path / f"{number}.sqlite3").open()
        race = await taken(circus)
        count = each_write(circus, number, PowerCut(), after=after)
        with contextlib.suppress(PowerCut):
            await circus.steward.quitting.give_back(race, EVE)
        done, next_one = number > count[0], await circus.again()
        is_free = await at_the_reins(next_one, race) == [ANN, None]
        assert ("resign" in await kinds(next_one, race)) == is_free
        if not is_free:
            await next_one.steward.quitting.give_back(race, EVE)
        assert await kinds(next_one, race) == ["leave", "substitute", "resign"]
        await circus.close()
        if done:
            break
    assert 2 <= number < 7
