"""Events of a server for the races of its fixtures: one each, where the right is given, and none that is left over."""

from typing import Any

import pytest

from db.writing.fixtures import LEASE
from records.refusals import Refused
from steward.hosting.fixtures import FixtureShown
from steward.telling.shown import RightMissing
from tests.steward.circus import ANN, Circus
from tests.steward.fixtures import HERE, dates, lobby_of, rome, set_up, to
from tests.steward.killed import Killed


async def events_of(circus: Circus, **changed: Any) -> FixtureShown:
    fixture = await set_up(circus, events=True, **changed)
    await to(circus, rome(1, 7, 21))
    return fixture


async def test_each_race_gets_one_event_once_it_is_open_if_that_is_wanted(circus: Circus) -> None:
    await set_up(circus, title="Without")
    fixture = await events_of(circus)
    await to(circus, rome(1, 8, 10))
    race = (await lobby_of(circus, fixture)).record
    (event,) = circus.posts.events.values()
    assert (event.race, event.thread, event.title) == (race.id, race.thread, race.title)
    assert event.at == rome(1, 8, 20).timestamp()
    assert circus.posts.tries == [race.id], "and is made once"


@pytest.mark.parametrize("after", [True, False])
async def test_killed_before_or_after_an_event_was_made_it_is_made_once(
    circus: Circus, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = circus.posts.make_event

    async def dying(post: Any) -> int:
        if after:
            await make(post)
        raise Killed

    monkeypatch.setattr(circus.posts, "make_event", dying)
    with pytest.raises(Killed):
        await events_of(circus)
    monkeypatch.undo()
    for _ in range(2):
        later = await circus.again()
        await later.steward.fixtures.look()
        circus.clock.pass_by(LEASE + 1)
    await later.steward.fixtures.look()
    assert len(circus.posts.events) == 1


async def test_without_the_right_there_is_none_and_the_race_goes_on(
    circus: Circus, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixture = await events_of(circus)
    assert len(circus.posts.events) == 1
    await to(circus, rome(1, 14, 12))

    async def refused(_post: Any) -> int:
        circus.posts.tries.append(0)
        raise RightMissing("50013")

    monkeypatch.setattr(circus.posts, "make_event", refused)
    await to(circus, rome(1, 15, 12))
    assert (await dates(circus, fixture))[-1] == ("15 Jan", "lobby")
    assert circus.posts.tries.count(0) == 1, "it is not asked for again and again"
    assert not [each for each in caplog.records if each.levelname in ("WARNING", "ERROR")]


async def test_what_is_called_off_or_passed_over_loses_its_event(circus: Circus) -> None:
    fixture = await events_of(circus)
    await circus.steward.lobbies.cancel((await lobby_of(circus, fixture)).record.id, ANN)
    await circus.steward.fixtures.look()
    assert circus.posts.events == {}
    await to(circus, rome(1, 15, 12))
    assert len(circus.posts.events) == 1
    await to(circus, rome(1, 15, 21))
    assert await dates(circus, fixture) == [("8 Jan", "cancelled"), ("15 Jan", "cancelled")]
    assert circus.posts.events == {}


async def test_a_fixture_that_is_ended_makes_no_more_and_its_open_race_keeps_its_own(circus: Circus) -> None:
    fixture = await events_of(circus)
    await circus.steward.fixtures.end(fixture.record.id, HERE)
    await to(circus, rome(1, 22, 12))
    assert len(circus.posts.tries) == 1


async def test_events_can_be_had_later_and_given_up(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 21))
    await circus.steward.fixtures.set_events(fixture.record.id, HERE, events=True)
    await circus.steward.fixtures.look()
    assert len(circus.posts.events) == 1
    await circus.steward.fixtures.set_events(fixture.record.id, HERE, events=False)
    await to(circus, rome(1, 15, 12))
    assert len(circus.posts.tries) == 1
    with pytest.raises(Refused):
        await circus.steward.fixtures.set_events(fixture.record.id, 2, events=True)
