"""Results are published to followers: where a server wants it, each once, ten an hour, whatever dies."""

from typing import Any

import pytest
from sqlalchemy import insert

from db.schema.publishing import published
from db.writing.publishing import LEASE
from records.limits import DAY, HOUR, PUBLISHED_IN_AN_HOUR
from records.values import RaceId
from steward.delivering.publishing import LATE
from steward.telling.shown import RightMissing
from tests.steward.circus import ANN, Circus
from tests.steward.killed import Killed
from tests.toy_ruleset import Options

CHANNEL, OTHER, CARD = 2, 9, 7_000


async def ended(circus: Circus, *, card: int | None = None) -> RaceId:
    """Run a race of house drivers to its end; its card stands in the channel."""
    race = await circus.lobby(options=Options(turns=1))
    await circus.steward.lobbies.fill(race, ANN, "steady", 2)
    await circus.steward.channel_cards.posted(race, card or CARD + race)
    await circus.steward.lobbies.start(race, ANN)
    await circus.play_on(race)
    await circus.deliver()
    return race


async def look(circus: Circus) -> list[int]:
    """Return the messages that were published in the channel so far, after one more look."""
    await circus.steward.publishing.look()
    return [message for channel, message in circus.posts.published if channel == CHANNEL]


async def test_nothing_is_published_unless_it_is_wanted_there(circus: Circus) -> None:
    await circus.steward.publishing.set(1, OTHER, is_on=True)
    await ended(circus)
    assert await look(circus) == []


async def test_a_result_is_published_once(circus: Circus) -> None:
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    race = await ended(circus)
    assert await look(circus) == [CARD + race]
    circus.clock.pass_by(LEASE + 1)
    later = await circus.again()
    assert await look(later) == [CARD + race]


async def test_a_race_under_way_is_not(circus: Circus) -> None:
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    race = await circus.race()
    await circus.steward.channel_cards.posted(race, CARD)
    assert await look(circus) == []


async def test_what_ended_before_it_was_wanted_is_not_and_nothing_more_once_it_is_off(circus: Circus) -> None:
    await ended(circus)
    circus.clock.pass_by(1)
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    assert await look(circus) == []
    await circus.steward.publishing.set(1, CHANNEL, is_on=False)
    await ended(circus)
    assert await look(circus) == []
    assert await circus.steward.publishing.channels(1) == []


async def test_a_host_who_runs_many_races_publishes_ten_an_hour_and_the_rest_later(circus: Circus) -> None:
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    races = [await ended(circus) for _ in range(3)]
    for number in range(PUBLISHED_IN_AN_HOUR.most - 1):
        await _note_another(circus, number)
    assert await look(circus) == [CARD + races[0]]
    circus.clock.pass_by(HOUR + 1)
    assert await look(circus) == [CARD + each for each in races]


async def _note_another(circus: Circus, number: int) -> None:
    """Keep a publication of now in the channel, of a race that nobody looks at any more."""
    race = await circus.lobby(title=f"Another {number}")
    await circus.steward.lobbies.cancel(race, ANN)
    store: Any = circus.store.publishing
    values = {"race": race, "channel": CHANNEL, "at": circus.clock.now, "outcome": "done"}
    await store._writer.run(lambda connection: connection.execute(insert(published).values(values)))


@pytest.mark.parametrize("before", [True, False])
async def test_killed_before_or_after_discord_took_it_it_is_published_by_the_next_program(
    circus: Circus, before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    race = await ended(circus)
    publish = circus.posts.publish

    async def dying(channel: int, message: int) -> None:
        if not before:
            await publish(channel, message)
        raise Killed

    monkeypatch.setattr(circus.posts, "publish", dying)
    with pytest.raises(Killed):
        await circus.steward.publishing.look()
    monkeypatch.undo()
    later = await circus.again()
    assert set(await look(later)) == set() if before else {CARD + race}, "another may be at it still"
    circus.clock.pass_by(LEASE + 1)
    assert set(await look(later)) == {CARD + race}
    count = len(circus.posts.published)
    circus.clock.pass_by(LEASE + 1)
    await look(later)
    assert len(circus.posts.published) == count


async def test_a_missing_right_is_borne_and_it_goes_on_when_the_right_is_back(circus: Circus) -> None:
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    race = await ended(circus)
    circus.posts.fails = RightMissing("50013")
    await look(circus)
    circus.posts.fails = None
    circus.clock.pass_by(LEASE + 1)
    assert await look(circus) == [CARD + race] * 2
    circus.clock.pass_by(LEASE + 1)
    assert await look(circus) == [CARD + race] * 2


async def test_a_channel_that_is_gone_ends_it_and_an_old_result_is_no_news(circus: Circus) -> None:
    await circus.steward.publishing.set(1, CHANNEL, is_on=True)
    circus.posts.gone.add(CHANNEL)
    await ended(circus)
    await look(circus)
    circus.posts.gone.clear()
    circus.clock.pass_by(LEASE + 1)
    assert await look(circus) == []
    await ended(circus)
    circus.clock.pass_by(LATE + DAY)
    assert await look(circus) == []
