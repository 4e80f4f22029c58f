"""What is over is opened anew once, for the same people, whatever ends the program in between."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from records.limits import CUPS_OF_ONE, RACES_OF_ONE
from records.races import RaceRecord
from records.refusals import Reason, Refused
from records.values import PlayerId, RaceId
from steward import NewRace, Opens, Reopened
from steward.hosting.anew import title_again
from tests.steward.circus import ANN, BOB, EVE, SECONDS, Circus, is_missed
from tests.steward.leagues import a_circus, a_league
from tests.steward.test_crashes import PowerCut
from tests.steward.test_cups import agreed, first_race, next_race, run
from tests.steward.test_cups import opened as opened_cup
from tests.toy_ruleset import Options

DAN = PlayerId(401)
World = Callable[[Path], Awaitable[tuple[Circus, RaceId]]]


class Discord:
    """The threads of a channel: they outlive a program."""

    def __init__(self) -> None:
        self.threads: dict[int, str] = {}
        self.opened = 0
        self.cuts_at: int | None = None  # the thread that is opened as the program ends

    def opens(self, circus: Circus) -> Opens:
        @asynccontextmanager
        async def opened(title: str) -> AsyncIterator[int]:
            thread = await self._left(circus, title) or self._new(title)
            try:
                yield thread
            except Exception:
                if not await circus.store.index.told_in(thread):
                    del self.threads[thread]
                raise

        return opened

    async def _left(self, circus: Circus, title: str) -> int | None:
        same = [thread for thread, called in self.threads.items() if called == title]
        return next(iter([each for each in same if not await circus.store.index.told_in(each)]), None)

    def _new(self, title: str) -> int:
        self.opened += 1
        self.threads[500 + self.opened] = title
        if self.opened == self.cuts_at:
            raise PowerCut
        return 500 + self.opened


async def a_race(path: Path) -> tuple[Circus, RaceId]:
    """Give a race of Ann, Bob and two of the house that is over."""
    circus = await Circus(path / "races.sqlite3").open()
    race = await circus.race(house="pushy", rivals=2)
    return circus, await over(circus, race)


async def a_season(path: Path) -> tuple[Circus, RaceId]:
    """Give a season of Ann, Bob, Dan who only bets, and one of the house that is over; Eve drives for others."""
    circus = await a_circus(path)
    league, leagues = await a_league(circus), circus.steward.leagues
    await leagues.join(league, ANN, "Ann", name="Prasina")
    await leagues.add_house(league, ANN)
    await leagues.join(league, DAN, "Dan", role="better")
    await leagues.join(league, BOB, "Bob", colour="gold")
    await leagues.start(league, ANN)
    await circus.steward.substitutes.volunteer(league, EVE, "Eve")
    return circus, await over(circus, league)


async def a_cup(path: Path) -> tuple[Circus, RaceId]:
    """Give the last race of a cup of Ann, Bob and two of the house, which is over."""
    circus = await Circus(path / "races.sqlite3").open()
    cup = await opened_cup(circus, rivals=2)
    await first_race(circus, cup)
    last = await next_race(circus, cup)
    await run(circus, last, red=1, blue=6)
    return circus, last


async def over(circus: Circus, race: RaceId) -> RaceId:
    await circus.store.races.set(race, state="finished", ended=circus.clock())
    circus.steward.races.forget(race)
    return race


WORLDS = pytest.mark.parametrize("world", [a_race, a_season, a_cup])


async def press(circus: Circus, race: RaceId, discord: Discord, player: PlayerId = ANN) -> Reopened:
    return await circus.steward.again.open(race, player, discord.opens(circus))


def each_write(circus: Circus, number: int, fault: BaseException, *, after: bool) -> list[int]:
    """Have the write of this number fail, before it is kept or just after; return what counts the writes."""
    writer: Any = circus.store._writer
    run, count = writer.run, [0]

    async def runs(work: Any, *races: Any) -> Any:
        count[0] += 1
        if count[0] != number:
            return await run(work, *races)
        if after:
            await run(work, *races)
        raise fault

    writer.run = runs
    return count


async def people(circus: Circus, race: RaceId) -> list[tuple[PlayerId | None, str | None, str, str]]:
    """Return who is in or asked, people first: player, temperament, name of the person or nothing, and colour."""
    found = await circus.steward.race(race)
    sat = [(seat, entry) for entry in found.entries if (seat := found.faction_of(entry.entry))]
    told = [(seat.player, seat.driver, seat.name if seat.player else "", entry.colour) for seat, entry in sat]
    if found.record.is_league:  # managers of the house have their temperaments in turn, by place
        told = [(player, driver and "house", name, colour) for player, driver, name, colour in told]
    told += [(each.player, None, each.name, each.colour or "") for each in found.record.reservations]
    return sorted(told, key=lambda each: (each[0] is None, each))


async def require_one(circus: Circus, old: RaceId, discord: Discord) -> None:
    """Fail unless one race was opened after an old one, whole: people in their colours, thread, panel, queue.

    Nobody is in it but its host: all others are asked.
    """
    everything = [RaceId(number) for number in range(1, 20) if await circus.store.index.field(RaceId(number))]
    found = [race for race in [await circus.steward.race(each) for each in everything] if race.record.again_of == old]
    assert len(found) == 1
    (record,) = (each.record for each in found)
    assert (record.state, list(discord.threads)) == ("lobby", [record.thread])
    before, after = await people(circus, old), await people(circus, record.id)
    assert [each[:3] for each in after] == [each[:3] for each in before]
    assert [each[3] for each in after if each[0]] == [each[3] for each in before if each[0]], (
        "people keep their colours"
    )
    panels = [each for each in await circus.store.outbox.of_race(record.id) if each.kind == "panel"]
    assert [each.state for each in panels] == ["new"]
    assert [each.player for each in found[0].factions if each.player] == [record.host]
    if record.cup is not None:
        await require_like(circus, old, record)
    if record.is_league:
        assert await circus.steward.substitutes.queue(found[0]) == [EVE]
        assert [each.player for each in record.reservations if each.only_bets] == [DAN]
        assert circus.steward.leagues.options_of(found[0]).betters == ()


async def require_like(circus: Circus, last: RaceId, first: RaceRecord) -> None:
    """Fail unless a race is the first of a cup with the terms of one that is over, which stays as it is."""
    before = (await circus.steward.race(last)).record.cup
    assert first.cup is not None
    assert before is not None
    old, new = [(await circus.steward.cups.cup(each)).record for each in (before, first.cup)]
    assert (old.state, new.state, first.round, new.host) == ("finished", "open", 1, first.host)
    assert (new.title, first.title) == (title_again(old.title), f"{title_again(old.title)} · race 1 of {old.races}")
    alike = (
        "guild",
        "channel",
        "ruleset",
        "options",
        "series",
        "seconds",
        "races",
        "pace",
        "schedule",
        "story",
        "late",
    )
    assert all(getattr(old, name) == getattr(new, name) for name in alike)
    assert len(await circus.steward.cups.of_guild(old.guild)) == 2


@WORLDS
async def test_it_has_the_same_people_as_before(world: World, tmp_path: Path) -> None:
    circus, old = await world(tmp_path)
    discord = Discord()

    first = await press(circus, old, discord, BOB)
    second = await press(circus, old, discord, ANN)

    await require_one(circus, old, discord)
    assert (first.is_new, second.is_new, first.absent) == (True, False, ())
    assert first.race.record.host == BOB
    assert second.race.record.id == first.race.record.id
    await circus.close()


async def test_a_cup_that_is_opened_again_goes_from_race_to_race_as_ever(tmp_path: Path) -> None:
    circus, old = await a_cup(tmp_path)
    first = (await press(circus, old, Discord())).race.record
    await circus.steward.guests.accept(first.id, BOB, "Bob")
    await circus.steward.lobbies.start(first.id, ANN)
    await run(circus, first.id, red=1, blue=6)
    assert first.cup is not None

    second = await circus.steward.cups.next_race(first.cup, ANN)

    assert (second.record.round, second.record.title) == (2, "Ludi (2) · race 2 of 2")
    assert [each.player for each in second.factions] == [ANN, None, None, BOB]
    await circus.close()


async def test_who_left_a_cup_has_no_place_in_the_next(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    cup = await opened_cup(circus)
    await first_race(circus, cup)
    last = await next_race(circus, cup)
    await circus.steward.quitting.leave(cup.id, BOB)
    await circus.play_on(last)

    opened = await press(circus, last, Discord())

    assert opened.race.record.reservations == ()
    assert opened.absent == ("Bob",)
    await circus.close()


async def test_a_race_in_the_middle_of_a_cup_is_opened_by_itself(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    first = await first_race(circus, await opened_cup(circus))

    opened = await press(circus, first, Discord())

    assert opened.race.record.cup is None
    assert len(await circus.steward.cups.of_guild(1)) == 1
    await circus.close()


async def test_a_host_with_as_many_cups_as_one_may_have_opens_none_and_no_thread(tmp_path: Path) -> None:
    circus, old = await a_cup(tmp_path)
    for number in range(CUPS_OF_ONE.most):
        await circus.steward.cups.open(agreed(title=f"Cup {number}"))
    discord = Discord()

    with pytest.raises(Refused) as refused:
        await press(circus, old, discord)
    opened = await press(circus, old, discord, BOB)

    assert refused.value.reason is Reason.HOSTS_ENOUGH
    assert (opened.is_new, discord.opened) == (True, 1)
    await circus.close()


async def test_a_title_that_was_used_in_the_channel_is_not_used_again(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)
    first = (await press(circus, old, Discord(), BOB)).race.record
    await circus.steward.guests.decline(first.id, ANN)  # so that nothing of hers is left in it
    await circus.steward.lobbies.cancel(first.id, BOB)

    second = (await press(circus, old, Discord(), BOB)).race.record

    assert first.title == title_again((await circus.steward.race(old)).record.title)
    assert second.title == title_again(first.title)
    await circus.close()


async def test_titles_of_other_people_in_other_channels_do_not_show(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)
    title = title_again((await circus.steward.race(old)).record.title)
    await circus.steward.lobbies.open_race(NewRace(1, 77, EVE, "toy", Options(), SECONDS, title))

    assert (await press(circus, old, Discord(), BOB)).race.record.title == title
    await circus.close()


@WORLDS
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("fault", [PowerCut(), sqlite3.OperationalError("database or disk is full")])
async def test_a_program_that_ends_or_fails_at_any_write_opens_one_in_the_end(
    world: World, fault: BaseException, after: bool, tmp_path: Path
) -> None:
    writes = 0
    for number in range(1, 20):
        folder = tmp_path / str(number)
        folder.mkdir()
        circus, old = await world(folder)
        discord = Discord()
        count = each_write(circus, number, fault, after=after)
        try:
            await press(circus, old, discord)
        except (PowerCut, sqlite3.OperationalError):
            writes += 1
        is_whole = number > count[0]

        next_one = await circus.again() if isinstance(fault, PowerCut) else circus
        await press(next_one, old, discord, BOB)

        await require_one(next_one, old, discord)
        await circus.close()
        if is_whole:
            break
    assert writes == number - 1 >= 2, "the one who presses is reached anew, and all is kept"


@WORLDS
async def test_a_thread_that_was_opened_as_the_program_ended_is_used(world: World, tmp_path: Path) -> None:
    circus, old = await world(tmp_path)
    discord = Discord()
    discord.cuts_at = 1
    with pytest.raises(PowerCut):
        await press(circus, old, discord)

    await press(await circus.again(), old, discord)

    assert discord.opened == 1
    await require_one(circus, old, discord)
    await circus.close()


@WORLDS
async def test_presses_at_once_open_one(world: World, tmp_path: Path) -> None:
    circus, old = await world(tmp_path)
    discord = Discord()

    opened = await asyncio.gather(*(press(circus, old, discord, player) for player in (ANN, BOB, ANN)))

    assert sorted(each.is_new for each in opened) == [False, False, True]
    await require_one(circus, old, discord)
    await circus.close()


@WORLDS
async def test_two_programs_at_once_open_one(world: World, tmp_path: Path) -> None:
    circus, old = await world(tmp_path)
    other, discord = await circus.again(), Discord()

    opened = await asyncio.gather(press(circus, old, discord), press(other, old, discord, BOB), return_exceptions=True)

    kept = [each for each in opened if isinstance(each, Reopened)]
    refused = [each for each in opened if not isinstance(each, Reopened)]
    assert kept
    assert all(isinstance(each, Refused) and each.reason is Reason.CHANGED_MEANWHILE for each in refused)
    await require_one(circus, old, discord)
    await circus.close()


@WORLDS
async def test_one_that_was_called_off_may_be_opened_once_more(world: World, tmp_path: Path) -> None:
    circus, old = await world(tmp_path)
    discord = Discord()
    first = await press(circus, old, discord)
    await circus.steward.lobbies.cancel(first.race.record.id, ANN)

    second = await press(circus, old, discord)
    third = await press(circus, old, discord)

    assert second.race.record.id != first.race.record.id
    assert (third.is_new, third.race.record.id) == (False, second.race.record.id)
    await circus.close()


@WORLDS
async def test_who_has_left_the_server_is_named_and_not_entered(world: World, tmp_path: Path) -> None:
    circus, old = await world(tmp_path)
    for player in (BOB, EVE):
        await is_missed(circus, player)

    opened = await press(circus, old, Discord())

    assert opened.absent == ("Bob",)
    assert BOB not in {each.player for each in opened.race.factions}
    assert opened.race.record.reservation_of(BOB) is None
    assert await circus.steward.substitutes.queue(opened.race) == [] if opened.race.record.is_league else True
    await circus.close()


@WORLDS
async def test_the_closed_messages_of_those_who_come_in_are_tried_anew(world: World, tmp_path: Path) -> None:
    circus, old = await world(tmp_path)
    for player in (ANN, BOB):
        await circus.store.people.set_player(player, dms="refused")

    opened = await press(circus, old, Discord())
    asked = await circus.store.people.player(BOB)
    await circus.steward.guests.accept(opened.race.record.id, BOB, "Bob")

    known = [await circus.store.people.player(each) for each in (ANN, BOB)]
    assert asked is not None
    assert (asked.dms, [each and each.dms for each in known]) == ("refused", ["unknown", "unknown"])
    await circus.close()


async def test_a_host_with_as_many_races_as_one_may_have_opens_none_and_no_thread(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)
    for number in range(RACES_OF_ONE.most):
        await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", Options(), SECONDS, f"Race {number}"))
    discord = Discord()

    with pytest.raises(Refused) as refused:
        await press(circus, old, discord)
    opened = await press(circus, old, discord, BOB)

    assert refused.value.reason is Reason.HOSTS_ENOUGH
    assert (opened.is_new, discord.opened) == (True, 1)
    await circus.close()


async def test_who_drove_in_anothers_place_is_in_and_the_other_is_not(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)
    seat = msgspec.structs.replace((await circus.steward.race(old)).factions[1], substitute=EVE)
    assert seat.player == BOB

    def seated(connection: Any) -> None:
        connection.exec_driver_sql(f"UPDATE faction SET substitute = {EVE} WHERE race = {old} AND player = {BOB}")

    await circus.store._writer.run(seated)
    opened = await press(circus, old, Discord())

    assert [each.player for each in opened.race.record.reservations] == [EVE]
    assert opened.absent == ()
    await circus.close()


async def test_who_drove_for_themselves_and_for_another_is_in_once(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)

    def seated(connection: Any) -> None:
        connection.exec_driver_sql(f"UPDATE faction SET substitute = {ANN} WHERE race = {old} AND player = {BOB}")

    await circus.store._writer.run(seated)
    opened = await press(circus, old, Discord())

    assert [each.player for each in opened.race.factions if each.player] == [ANN]
    assert opened.race.record.reservations == ()
    await circus.close()


async def test_a_chariot_whose_looks_are_no_longer_free_comes_in_any_colour(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)

    def renamed(connection: Any) -> None:
        connection.exec_driver_sql(f"UPDATE entry SET name = 'White' WHERE race = {old} AND colour = 'blue'")

    await circus.store._writer.run(renamed)
    opened = await press(circus, old, Discord())
    entry = await circus.steward.guests.accept(opened.race.record.id, BOB, "Bob")

    assert entry is not None
    assert (entry.colour, entry.name) == ("blue", "Blue")
    await circus.close()


async def test_a_race_whose_colours_are_drawn_has_its_people_and_no_chariots_yet(tmp_path: Path) -> None:
    circus, old = await a_race(tmp_path)
    await circus.store.races.set(old, options=msgspec.json.encode(Options(dealt=True)).decode())

    opened = await press(circus, old, Discord())

    assert [each.player for each in opened.race.factions] == [ANN, None, None]
    assert await circus.steward.guests.accept(opened.race.record.id, BOB, "Bob") is None
    assert opened.race.entries == ()
    await circus.close()


async def test_a_season_that_has_more_bettors_than_may_be_takes_in_as_many_as_may(tmp_path: Path) -> None:
    circus, old = await a_season(tmp_path)
    circus.steward.leagues.is_full_of_betters = lambda betters: betters >= 0  # type: ignore[method-assign]

    opened = await press(circus, old, Discord())

    assert opened.absent == ("Dan",)
    await circus.close()


async def test_a_lobby_that_has_a_thread_has_a_panel_whatever_ends_the_program(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", Options(), SECONDS, "Ludi"))
    each_write(circus, 1, PowerCut(), after=True)

    with pytest.raises(PowerCut):
        await circus.steward.lobbies.set_thread(race, 3)

    assert (await circus.steward.race(race)).record.thread == 3
    assert [each.kind for each in await circus.store.outbox.of_race(race)] == ["panel", "card"]
    await circus.close()
