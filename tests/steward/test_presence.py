"""Who is on a server: asked seldom, on record once they have left, forgotten once they are back (S-56)."""

import pytest

from records.values import PlayerId
from steward.hosting.presence import GONE_FOR, HERE_FOR, MOST_KEPT
from steward.telling.shown import DmRefused
from tests.steward.circus import ANN, BOB, EVE, Circus, is_missed

HERE, ELSEWHERE = 1, 7


async def test_discord_is_asked_once_in_ten_minutes_about_somebody_who_is_there(circus: Circus) -> None:
    presence, asked = circus.steward.presence, circus.messenger.asked

    found = [await presence.is_here(HERE, BOB) for _ in range(5)]
    circus.clock.pass_by(HERE_FOR - 1)
    found.append(await presence.is_here(HERE, BOB))
    assert asked == [BOB]
    circus.clock.pass_by(2)
    found.append(await presence.is_here(HERE, BOB))

    assert asked == [BOB, BOB]
    assert all(found)


async def test_who_acts_on_a_server_is_there_and_is_asked_about_by_nobody(circus: Circus) -> None:
    circus.messenger.gone.add(BOB)  # Discord is behind

    await circus.steward.presence.seen(HERE, BOB)

    assert await circus.steward.presence.is_here(HERE, BOB)
    assert not await circus.steward.presence.is_here(ELSEWHERE, BOB), "each server for itself"
    assert circus.messenger.asked == [BOB]


async def test_who_has_left_is_on_record_over_a_restart_and_looked_for_again_after_a_minute(circus: Circus) -> None:
    await circus.steward.people.set_player(BOB, name="Bob")
    circus.messenger.gone.add(BOB)
    left = circus.clock.now
    assert not await circus.steward.presence.is_here(HERE, BOB)
    circus.clock.pass_by(GONE_FOR - 1)
    assert not await circus.steward.presence.is_here(HERE, BOB)
    assert circus.messenger.asked == [BOB]

    again = await circus.again()
    assert again.steward.presence.gone_since(HERE, BOB) == left
    again.clock.pass_by(2)

    assert await again.steward.presence.is_here(HERE, BOB), "he is back"
    assert again.steward.presence.gone_since(HERE, BOB) is None
    assert await again.store.people.gone() == []


async def test_where_discord_cannot_tell_all_stays_as_it_was_known(circus: Circus) -> None:
    async def unknown(_guild: int, _player: PlayerId) -> None:
        return None

    await circus.steward.people.set_player(BOB, name="Bob")
    await is_missed(circus, BOB)
    circus.messenger.is_member = unknown  # type: ignore[method-assign, assignment]
    circus.clock.pass_by(HERE_FOR)

    assert not await circus.steward.presence.is_here(HERE, BOB)
    assert await circus.steward.presence.is_here(HERE, EVE)


async def test_everybody_is_in_their_own_direct_messages(circus: Circus) -> None:
    circus.messenger.gone.add(BOB)

    assert await circus.steward.presence.is_here(0, BOB)
    assert circus.messenger.asked == []


async def test_memory_of_who_is_there_has_an_end(circus: Circus) -> None:
    presence = circus.steward.presence

    for number in range(MOST_KEPT + 10):
        await presence.seen(HERE, PlayerId(10_000 + number))

    assert len(presence._looked) <= MOST_KEPT


async def test_who_comes_back_gets_direct_messages_again(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == BOB else None
    circus.messenger.gone.add(BOB)
    await circus.deliver()
    assert not await circus.steward.people.takes_dms(BOB)

    await circus.steward.presence.seen(HERE, BOB)

    assert await circus.steward.people.takes_dms(BOB)
    assert (await circus.steward.race(race)).factions[1].at_the_reins == BOB


@pytest.mark.parametrize("closed", [1, 3])
async def test_whose_direct_messages_are_closed_is_looked_for_once_and_stays(circus: Circus, closed: int) -> None:
    race = await circus.race()
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == BOB else None

    for _ in range(closed):
        await circus.deliver()
        circus.clock.pass_by(1.0)
        await circus.steward.desk.remind(race, (await circus.steward.desk.missing(race))[-1].entry)
        circus.clock.pass_by(700.0)

    assert circus.messenger.asked.count(BOB) == 1
    assert (await circus.steward.race(race)).factions[1].at_the_reins == BOB
    assert ANN not in circus.messenger.asked


async def test_of_strangers_whom_anybody_may_name_nothing_is_kept(circus: Circus) -> None:
    strangers = [PlayerId(2**62 + number) for number in range(50)]
    circus.messenger.gone.update(strangers)

    assert not any([await circus.steward.presence.is_here(HERE, each) for each in strangers])

    assert await circus.store.people.gone() == []
    assert not circus.steward.presence.anybody_gone


async def test_a_host_who_never_entered_anything_is_kept(circus: Circus) -> None:
    await circus.lobby()

    await is_missed(circus, ANN)

    assert circus.steward.presence.gone_since(HERE, ANN) == circus.clock.now
