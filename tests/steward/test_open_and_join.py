"""Whoever opens a race is in it, in the same write; what the options take away, they give back."""

from pathlib import Path

import pytest

from records.limits import RACES_OF_ONE
from records.refusals import Reason, Refused
from records.values import RaceId
from steward import NewRace
from tests.steward.circus import ANN, BOB, SECONDS, Circus
from tests.steward.test_again import each_write
from tests.steward.test_crashes import PowerCut
from tests.toy_ruleset import Options

NEW = NewRace(1, 2, ANN, "toy", Options(), SECONDS, "Ludi")


@pytest.fixture
async def circus(tmp_path: Path) -> Circus:
    return await Circus(tmp_path / "races.sqlite3").open()


async def field(circus: Circus, race: RaceId) -> list[tuple[object, object]]:
    found = await circus.steward.race(race)
    return [(each.player, [e.colour for e in found.entries if e.faction == each.faction]) for each in found.factions]


async def test_the_host_is_in_a_race_that_they_open_and_may_leave(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(NEW, "Ann")
    assert await field(circus, race) == [(ANN, ["red"])]

    await circus.steward.lobbies.leave(race, ANN)

    assert await field(circus, race) == []
    await circus.close()


async def test_a_host_who_only_hosts_is_not_in_it(circus: Circus) -> None:
    assert await field(circus, await circus.steward.lobbies.open_race(NEW)) == []
    await circus.close()


@pytest.mark.parametrize("after", [False, True])
async def test_no_race_is_without_its_host_whatever_ends_the_program(after: bool, tmp_path: Path) -> None:
    for number in range(1, 8):
        circus = await Circus(tmp_path / f"{number}.sqlite3").open()
        count = each_write(circus, number, PowerCut(), after=after)
        is_cut = False
        try:
            await circus.steward.lobbies.open_race(NEW, "Ann")
        except PowerCut:
            is_cut = True
        kept = await (next_one := await circus.again()).store.index.field(RaceId(1))
        assert kept is None or [each.player for each in kept[1]] == [ANN]
        await next_one.close()
        await circus.close()
        if not is_cut:
            assert kept is not None
            break
    assert number == count[0] + 1 == 3


async def test_options_that_share_chariots_out_take_the_hosts_chariot_and_give_it_back(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(NEW, "Ann")

    await circus.steward.lobbies.set_options(race, ANN, lambda _now: Options(dealt=True))
    dealt = await field(circus, race)
    await circus.steward.lobbies.set_options(race, ANN, lambda _now: Options(turns=2))

    assert (dealt, await field(circus, race)) == ([(ANN, [])], [(ANN, ["red"])])
    await circus.close()


async def test_options_still_take_no_place_from_anybody_else(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(NEW, "Ann")
    await circus.steward.lobbies.join(race, BOB, "Bob")

    with pytest.raises(Refused) as refused:
        await circus.steward.lobbies.set_options(race, ANN, lambda _now: Options(dealt=True))

    assert refused.value.reason is Reason.PLACES_ARE_TAKEN
    assert await field(circus, race) == [(ANN, ["red"]), (BOB, ["blue"])]
    await circus.close()


async def test_a_race_too_many_is_refused_with_its_host_in_none(circus: Circus) -> None:
    for _ in range(RACES_OF_ONE.most):
        await circus.steward.lobbies.open_race(NEW, "Ann")

    with pytest.raises(Refused) as refused:
        await circus.steward.lobbies.open_race(NEW, "Ann")

    assert refused.value.reason is Reason.HOSTS_ENOUGH
    assert len(await circus.steward.races_of(ANN)) == RACES_OF_ONE.most
    await circus.close()
