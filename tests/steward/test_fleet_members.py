"""Who may be in a fleet, and who takes over: one process for the same servers, one holder of a lease."""

import asyncio

import pytest

from db.opening.errors import Outlived, Unusable
from tests.steward import pair
from tests.steward.circus import Circus
from tests.steward.pair import homes_among, of_all, races_of, races_of_both, silence

pytestmark = [pytest.mark.of_server, pytest.mark.threads]
two = pair.two


async def test_a_second_process_for_the_same_servers_says_so_and_ends(two: tuple[Circus, Circus]) -> None:
    first, second = two

    for shards in ("0/2", "1/2", "", "3/7"):
        with pytest.raises(Unusable, match="runs on it already, for the same servers"):
            await first.again(shards=shards)
        await first.next.pop().steward._store.close()
    assert second.steward.fleet.state == "up"


async def test_a_killed_one_is_in_nobody_s_way(two: tuple[Circus, Circus]) -> None:
    _, second = two
    fleet = second.steward.fleet
    assert fleet._beating is not None
    fleet._beating.cancel()
    fleet._register._session.close()  # as the system does for a process that is killed

    third = await second.again(shards="1/2")

    assert third.steward.fleet.state == "joins"
    with pytest.raises(Outlived):
        await second.store.memory.set("a", "b")


async def test_whoever_takes_over_has_the_other_end_and_no_press_counts_twice(two: tuple[Circus, Circus]) -> None:
    first, second = two
    newer = await first.again(shards="1/2", takes_over=True)
    await newer.steward._take_up()
    await second.steward.fleet.look()

    # While both are there, both get each press
    taken = [await asyncio.gather(*(each.steward.fleet.takes(n) for each in (second, newer))) for n in range(20)]
    assert all(sorted(each) == [False, True] for each in taken)
    assert await first.steward.fleet.takes(1)  # of other servers

    await newer.steward.fleet.ready()
    await second.steward.fleet.look()
    assert second.ended.is_set()
    assert second.steward.fleet.state == "drains"
    assert not homes_among(second, await races_of(first, 3))


async def test_whoever_ends_gives_everything_on_at_once(two: tuple[Circus, Circus]) -> None:
    first, second = two
    races = await races_of_both(two)

    await first.steward.fleet.drain()
    await second.steward.fleet.look()

    assert homes_among(second, races) == races
    assert homes_among(first, races) == []
    before = len(first.messenger.delivered)
    for race in races:
        await second.steward.races.show(race)
    await first.deliver()
    assert len(first.messenger.delivered) == before
    await second.deliver()
    assert set(of_all(first, second).values()) == {1}
    assert [each for each in await first.store.outbox.waiting() if each.kind != "card"] == []


async def test_a_lease_is_one_process_s_until_it_ends_or_is_killed(two: tuple[Circus, Circus]) -> None:
    first, second = two
    order = []

    async def turn(circus: Circus, name: str) -> None:
        async with circus.steward.fleet.turn("commands"):
            order.append(name)
            await asyncio.sleep(0.05)
            order.append(name)

    await asyncio.gather(*(turn(each, name) for each, name in ((first, "a"), (second, "b"), (first, "c"))))
    assert [order[0::2], order[1::2]] == [order[0::2]] * 2

    holds = first.steward.fleet.turn("commands")
    await holds.__aenter__()
    silence(first, 6.0)
    async with asyncio.timeout(5), second.steward.fleet.turn("commands"):
        pass


async def test_a_lease_rests_for_as_long_as_it_is_told(two: tuple[Circus, Circus]) -> None:
    first, second = two
    loop = asyncio.get_running_loop()
    async with first.steward.fleet.turn("identify:0", rest=0.5):
        since = loop.time()
    async with second.steward.fleet.turn("identify:0"):
        assert loop.time() - since >= 0.45


async def test_what_comes_as_a_process_leaves_brings_nothing_back(two: tuple[Circus, Circus]) -> None:
    first, _ = two
    register = first.steward.fleet._register

    await first.steward.fleet.leave()

    with pytest.raises(Outlived):
        register.tell()
    assert register._session.closed
