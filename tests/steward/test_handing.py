"""Requests to host and to take reins: nothing changes before a press, and none of it pays or floods (S-74)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest

from records.limits import REQUESTS_MADE, REQUESTS_STAND
from records.refusals import Reason, Refused
from records.values import Faction, PlayerId, RaceId
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus
from tests.steward.test_again import each_write
from tests.steward.test_crashes import PowerCut

BLUE = Faction(2)
DOT = PlayerId(501)


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    opened = await Circus(tmp_path / "races.sqlite3").open()
    yield opened
    await opened.close()


async def refusal(acting: Awaitable[Any]) -> Any:
    with pytest.raises(Refused) as refused:
        await acting
    return refused.value.reason


async def state(circus: Circus, race: RaceId) -> tuple[PlayerId, PlayerId | None]:
    """Return who hosts a race, and who drives Blue."""
    found = await circus.steward.race(race)
    return found.record.host, found.factions[1].at_the_reins


async def asked(circus: Circus, race: RaceId, by: PlayerId = MOD, player: PlayerId = EVE) -> None:
    await circus.steward.desk.ask_to_drive(race, by, BLUE, player, "Bob is ill")


async def test_who_is_asked_to_drive_holds_no_reins_before_they_press(circus: Circus) -> None:
    race = await circus.race()

    await asked(circus, race)
    before, questions = await state(circus, race), await circus.steward.open_asks(EVE)
    await circus.steward.desk.accept_reins(race, EVE, BLUE)

    acts = await circus.steward.desk.acts(race)
    assert (before, questions) == ((ANN, BOB), [])
    assert await state(circus, race) == (ANN, EVE)
    assert [(each.kind, each.by, each.reason) for each in acts] == [
        ("handing", MOD, "Bob is ill"),
        ("replace", MOD, "Bob is ill"),
    ]


async def test_a_request_is_for_one_person_one_place_and_two_days(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    await asked(circus, race)

    wrong = [await refusal(desk.accept_reins(race, DOT, BLUE)), await refusal(desk.accept_reins(race, EVE, Faction(1)))]
    await asked(circus, race, player=DOT)
    second = await refusal(desk.accept_reins(race, EVE, BLUE))
    circus.clock.pass_by(REQUESTS_STAND)
    late = await refusal(desk.accept_reins(race, DOT, BLUE))

    assert {*wrong, second, late} == {Reason.NOT_HANDED}
    assert await state(circus, race) == (ANN, BOB)


async def test_a_press_that_comes_twice_or_after_another_took_the_reins_changes_nothing(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    await asked(circus, race)
    done = await asyncio.gather(*(desk.accept_reins(race, EVE, BLUE) for _ in range(5)), return_exceptions=True)
    await desk.take_reins(race, BOB, BLUE)

    again = await refusal(desk.accept_reins(race, EVE, BLUE))

    assert sum(each is None for each in done) == 1
    assert again is Reason.NOT_HANDED
    assert await state(circus, race) == (ANN, BOB)


async def test_a_rival_who_asks_a_friend_gets_no_reins_of_somebody_in_time(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    early = await refusal(asked(circus, race, ANN))
    owed = next(each for each in await circus.store.deadlines.of_race(race) if each.entry == 2)
    circus.clock.now = owed.opened + (owed.at - owed.opened) / 2
    await asked(circus, race, ANN)
    await circus.pace(race, 3, 3)  # Bob has answered meanwhile, and the next question is fresh

    taken = await refusal(desk.accept_reins(race, EVE, BLUE))

    assert (early, taken) == (Reason.TIME_IS_THEIRS, Reason.NO_SEAT)
    assert await state(circus, race) == (ANN, BOB)


async def test_nobody_is_rung_more_than_six_times_a_day(circus: Circus) -> None:
    race = await circus.race()
    for _ in range(REQUESTS_MADE.most):
        await asked(circus, race)

    often = [await refusal(asked(circus, race)), await refusal(circus.steward.hosts.ask(race, MOD, BOB))]

    assert often == [Reason.TOO_OFTEN] * 2


async def test_who_is_asked_to_host_hosts_after_a_press_if_the_host_is_the_same(circus: Circus) -> None:
    race, hosts = await circus.race(), circus.steward.hosts
    unasked = await refusal(hosts.accept(race, BOB))
    await hosts.ask(race, ANN, BOB)
    before = await state(circus, race)

    await hosts.accept(race, BOB)
    twice = await refusal(hosts.accept(race, BOB))
    await hosts.ask(race, BOB, ANN)
    await hosts.accept(race, ANN)
    stale = await refusal(hosts.accept(race, BOB))

    assert (unasked, before, twice, stale) == (
        *(Reason.NOT_HANDED, (ANN, BOB)),
        *(Reason.HOSTS_ALREADY, Reason.NOT_HANDED),
    )
    assert (await state(circus, race))[0] == ANN


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("what", ["host", "reins"])
async def test_a_program_that_ends_at_any_write_has_handed_it_on_or_still_asks(
    what: str, after: bool, tmp_path: Path
) -> None:
    for number in range(1, 10):
        circus = await Circus(tmp_path / f"{number}.sqlite3").open()
        race = await circus.race()
        count = each_write(circus, number, PowerCut(), after=after)
        for step in (ask, accept):
            with contextlib.suppress(PowerCut):
                await step(circus, race, what)
        is_done, next_one = number > count[0], await circus.again()
        if not handed(await state(next_one, race), what):
            for step in (ask, accept):
                await step(next_one, race, what)
        acts = [each.kind for each in await next_one.steward.desk.acts(race)]
        assert handed(await state(next_one, race), what)
        assert acts.count("elect" if what == "host" else "replace") == 1
        await circus.close()
        if is_done:
            break
    assert 3 <= number < 9


async def ask(circus: Circus, race: RaceId, what: str) -> None:
    await (circus.steward.hosts.ask(race, ANN, BOB) if what == "host" else asked(circus, race))


async def accept(circus: Circus, race: RaceId, what: str) -> None:
    with contextlib.suppress(Refused):  # the request was never kept
        if what == "host":
            await circus.steward.hosts.accept(race, BOB)
        else:
            await circus.steward.desk.accept_reins(race, EVE, BLUE)


def handed(found: tuple[PlayerId, PlayerId | None], what: str) -> bool:
    return found[0] == BOB if what == "host" else found[1] == EVE
