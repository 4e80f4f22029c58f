"""Places that *Again* reserves: nobody is in a race who has not pressed, and nobody is kept out by it."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest

from engine.refusals import GameReason
from records.limits import PLACES_KEPT
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.test_again import DAN, Discord, a_race, a_season, each_write, press
from tests.steward.test_crashes import PowerCut

STRANGERS = [PlayerId(900 + number) for number in range(20)]


async def reopened(path: Path) -> tuple[Circus, RaceId]:
    """Give a race of Ann, who opened it anew, with a place kept for Bob and two of the house."""
    circus, old = await a_race(path)
    return circus, (await press(circus, old, Discord())).race.record.id


async def people(circus: Circus, race: RaceId) -> tuple[list[PlayerId], list[PlayerId]]:
    """Return who is in a race, and for whom a place is kept."""
    found = await circus.steward.race(race)
    return [each.player for each in found.factions if each.player], [each.player for each in found.record.reservations]


async def refusal(acting: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        await acting
    return refused.value


async def test_one_press_enters_in_the_same_colour_and_the_second_is_refused(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)

    entry = await circus.steward.guests.accept(race, BOB, "Bob")
    again = await refusal(circus.steward.guests.accept(race, BOB, "Bob"))

    assert entry is not None
    assert (entry.colour, again.reason) == ("blue", Reason.ALREADY_ENTERED)
    assert await people(circus, race) == ([ANN, BOB], [])
    await circus.close()


async def test_whoever_enters_by_the_form_needs_no_second_press(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)

    await circus.steward.lobbies.join(race, BOB, "Bob", name="Comet")

    assert await people(circus, race) == ([ANN, BOB], [])
    await circus.close()


async def test_who_gives_a_place_up_is_out_and_others_have_it(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)

    await circus.steward.guests.decline(race, BOB)
    twice = await refusal(circus.steward.guests.decline(race, BOB))
    await circus.steward.lobbies.join(race, EVE, "Eve")

    assert twice.reason is Reason.NOTHING_RESERVED
    assert await people(circus, race) == ([ANN, EVE], [])
    await circus.close()


@pytest.mark.parametrize("act", ["accept", "decline"])
async def test_nobody_answers_for_another(act: str, tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)
    guests = circus.steward.guests

    refused = await refusal(guests.accept(race, EVE, "Eve") if act == "accept" else guests.decline(race, EVE))

    assert refused.reason is Reason.NOTHING_RESERVED
    assert await people(circus, race) == ([ANN], [BOB])
    await circus.close()


async def test_a_start_waits_for_those_who_have_not_pressed_or_drops_them(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)

    waits = await refusal(circus.steward.lobbies.start(race, ANN))
    before = await people(circus, race)
    await circus.steward.lobbies.start(race, ANN, drops=True)

    found = await circus.steward.race(race)
    assert (waits.reason, waits.values["names"], before) == (Reason.PLACES_WAIT, ("Bob",), ([ANN], [BOB]))
    assert (found.record.state, found.record.reserved) == ("running", "[]")
    assert await people(circus, race) == ([ANN], [])
    assert await circus.steward.open_asks(BOB) == []
    assert [each for each in await circus.store.outbox.of_race(race) if each.player == BOB] == []
    assert (await refusal(circus.steward.guests.accept(race, BOB, "Bob"))).reason is Reason.NOT_IN_LOBBY
    await circus.close()


async def test_a_season_starts_without_those_who_have_not_pressed(tmp_path: Path) -> None:
    circus, old = await a_season(tmp_path)
    league = (await press(circus, old, Discord())).race.record.id
    leagues = circus.steward.leagues

    waits = await refusal(leagues.start(league, ANN))
    await circus.steward.guests.accept(league, DAN, "Dan")
    await leagues.start(league, ANN, drops=True)

    found = await circus.steward.race(league)
    assert (waits.reason, waits.values["names"]) == (Reason.PLACES_WAIT, ("Dan", "Bob"))
    assert await people(circus, league) == ([ANN, DAN], [])
    assert await leagues.betters(league) == {each.entry for each in found.entries if each.name == "Dan"}
    await circus.close()


async def test_a_season_gives_each_the_stable_that_they_had(tmp_path: Path) -> None:
    circus, old = await a_season(tmp_path)
    league = (await press(circus, old, Discord(), BOB)).race.record.id

    stable = await circus.steward.guests.accept(league, ANN, "Ann")

    assert stable is not None
    assert (stable.colour, stable.name) == ("red", "Prasina")
    await circus.close()


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("act", ["accept", "decline", "start"])
async def test_a_program_that_ends_at_any_write_leaves_a_place_kept_or_answered(
    act: str, after: bool, tmp_path: Path
) -> None:
    for number in range(1, 12):
        folder = tmp_path / str(number)
        folder.mkdir()
        circus, race = await reopened(folder)
        count = each_write(circus, number, PowerCut(), after=after)
        with contextlib.suppress(PowerCut):
            await does(circus, race, act)
        done = number > count[0]
        next_one = await circus.again()
        was_in, kept = await people(next_one, race)
        assert (BOB in was_in) + (BOB in kept) <= 1, "never both"
        assert act != "accept" or BOB in (*was_in, *kept), "and never lost"
        if (await next_one.steward.race(race)).record.state == "lobby" and (kept or act == "start"):
            await does(next_one, race, act)
        assert await people(next_one, race) == (([ANN, BOB] if act == "accept" else [ANN]), [])
        await circus.close()
        if done:
            break
    assert 2 <= number < 11


async def does(circus: Circus, race: RaceId, act: str) -> None:
    if act == "accept":
        await circus.steward.guests.accept(race, BOB, "Bob")
    elif act == "decline":
        await circus.steward.guests.decline(race, BOB)
    else:
        await circus.steward.lobbies.start(race, ANN, drops=True)


@pytest.mark.parametrize("after", [False, True])
async def test_a_bettor_of_a_season_is_never_an_owner_whatever_ends_the_program(after: bool, tmp_path: Path) -> None:
    for number in range(1, 8):
        folder = tmp_path / str(number)
        folder.mkdir()
        circus, old = await a_season(folder)
        league = (await press(circus, old, Discord())).race.record.id
        count = each_write(circus, number, PowerCut(), after=after)
        with contextlib.suppress(PowerCut):
            await circus.steward.guests.accept(league, DAN, "Dan")
        found = await (next_one := await circus.again()).steward.race(league)
        dans = {each.entry for each in found.entries if found.player_of(each.entry) == DAN}
        assert set(next_one.steward.leagues.options_of(found).betters) == dans
        await circus.close()
        if number > count[0]:
            break
    assert 2 <= number < 7


# What a host, two friends and twenty accounts could do with it


async def test_places_are_kept_for_two_days_and_no_longer(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)
    lobbies, places = circus.steward.lobbies, 4
    for player in STRANGERS[: places - 2]:  # the house gives way to them
        await lobbies.join(race, player, f"P{player}")

    full = await refusal(lobbies.join(race, EVE, "Eve"))
    circus.clock.pass_by(PLACES_KEPT)
    await lobbies.join(race, EVE, "Eve")
    late = await refusal(circus.steward.guests.accept(race, BOB, "Bob"))

    until = int((await circus.steward.race(race)).record.opened + PLACES_KEPT)
    assert (full.reason, full.values["until"]) == (GameReason.RACE_IS_FULL, until)
    assert (late.reason, late.values["until"]) == (GameReason.RACE_IS_FULL, None)
    await circus.close()


async def test_twenty_accounts_take_no_place_that_is_kept_and_no_race_has_too_many(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)

    taken = await asyncio.gather(
        *(circus.steward.lobbies.join(race, each, f"P{each}") for each in STRANGERS), return_exceptions=True
    )
    entry = await circus.steward.guests.accept(race, BOB, "Bob")

    found = await circus.steward.race(race)
    assert sum(not isinstance(each, Refused) for each in taken) == 2
    assert entry is not None
    assert len(found.factions) == len(found.entries) == 4
    assert len({each.colour for each in found.entries}) == 4
    await circus.close()


async def test_the_house_leaves_kept_places_alone(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)

    full = await refusal(circus.steward.lobbies.fill(race, ANN, None))
    await circus.steward.guests.decline(race, BOB)

    assert full.reason is GameReason.RACE_IS_FULL
    assert await circus.steward.lobbies.fill(race, ANN, None) == 1
    await circus.close()


async def test_ten_presses_on_again_ring_nobody(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)
    discord = Discord()
    opened = 0
    for _ in range(10):
        found = (await press(circus, old, discord)).race.record
        opened += 1
        rung = [each for each in await circus.store.outbox.of_race(found.id) if each.player is not None]
        assert rung == []
        assert {each.kind for each in await circus.store.outbox.of_race(found.id)} == {"panel", "card"}
        await circus.steward.lobbies.cancel(found.id, ANN)

    assert (opened, await circus.steward.open_asks(BOB)) == (10, [])
    await circus.close()


async def test_a_kept_place_has_no_chariot_to_bet_on_and_no_part_in_the_result(tmp_path: Path) -> None:
    circus, race = await reopened(tmp_path)
    lobby: PublicRace = await circus.steward.race(race)
    assert not [each for each in lobby.entries if lobby.player_of(each.entry) == BOB]

    await circus.steward.lobbies.start(race, ANN, drops=True)
    await circus.to_the_end(race)

    found = await circus.steward.race(race)
    assert BOB not in {each.holder for each in found.factions}
    assert (await circus.steward.again.open(race, ANN, Discord().opens(circus))).race.record.reservations == ()
    await circus.close()
