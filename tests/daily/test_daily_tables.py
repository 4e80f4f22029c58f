"""The tables of month and hall: days count, not places, of people who are no newcomers; and nothing is won."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert

from db.schema.money import accounts, movements
from db.schema.past import past_races, ratings
from engine.daily.streaks import Streak
from records.daily import TryRecord
from records.limits import DAY
from records.past import TurnStood
from records.races import RaceRecord
from records.values import EntryId, PlayerId, RaceId
from steward.daily.days import closes, last_closed, month_of, number_at, opens
from steward.daily.races import NO_NEWCOMER
from tests.daily.world import ANNE, BOB, CATO, HERE, World
from words.shared.daily import card, compared, table_lines, yesterday_lines
from words.shared.share import COLUMNS, folded

TWENTY = [PlayerId(number) for number in range(100, 120)]


async def tables(world: World) -> list[list[tuple[PlayerId, int]]]:
    """Return who stands in the tables of month and hall, with their days."""
    found = await world.daily.month(HERE), await world.daily.hall(HERE)
    return [[(each.person, len(each.days)) for each in table] for table in found]


def test_a_month_has_the_days_that_open_in_it() -> None:
    november, december = month_of(1), month_of(9)
    assert (november, list(december)[:1], len(december)) == (range(1, 9), [9], 31)
    assert opens(december[0]) == datetime(2026, 12, 1, tzinfo=UTC)
    assert month_of(39) == december
    assert month_of(40)[0] == 40


def test_a_day_closes_36_hours_after_it_opened() -> None:
    assert last_closed(closes(3)) == 3
    assert last_closed(datetime.fromtimestamp(closes(3).timestamp() - 1, UTC)) == 2


async def test_days_count_of_members_of_thirty_days_and_of_nobody_newer(world: World) -> None:
    await world.drive(ANNE, since=world.at - NO_NEWCOMER)
    await world.drive(BOB, since=world.at - NO_NEWCOMER + 1)
    await world.drive(CATO)
    world.at = closes(1).timestamp()
    assert await tables(world) == [[(ANNE, 1)], [(ANNE, 1)]]


async def test_days_count_of_those_who_have_met_people_in_rated_races(world: World) -> None:
    def met(rivals: int, player: PlayerId) -> dict[str, object]:
        rest = {"guild": 9, "ruleset": "toy", "at": 1.0, "races": 1, "mean": 1500.0, "deviation": 200.0, "change": 0.0}
        return {"race": 1, "player": player, "rivals": rivals, **rest}

    race = {"race": 1, "revision": 1, "guild": 9, "ruleset": "toy", "edition": "", "course": "", "outcome": "finished"}
    rest = {
        "channel": 1,
        "thread": 1,
        "title": "Ludi",
        "at": 1.0,
        "began": 1.0,
        "turns": 1,
        "people": 2,
        "payee_name": "",
    }

    def work(connection: Connection) -> None:
        connection.execute(insert(past_races).values(**race, **rest, is_rated=True))
        connection.execute(insert(ratings), [met(3, ANNE), met(2, BOB)])

    record: dict[str, Any] = {
        "id": RaceId(0),
        "guild": 9,
        "channel": 1,
        "ruleset": "toy",
        "options": "{}",
        "host": ANNE,
    }
    await world.store.races.add(RaceRecord(**record, title="Ludi", secret="", commitment="", seconds={}, opened=0.0))
    await world.store.daily._writer.run(work)
    await world.drive(ANNE)
    await world.drive(BOB)
    world.at = closes(1).timestamp()
    assert await tables(world) == [[(ANNE, 1)], [(ANNE, 1)]]


async def test_a_day_counts_once_it_is_closed(world: World) -> None:
    await world.has_driven(ANNE, 1)
    world.at = closes(1).timestamp() - 1
    assert await tables(world) == [[], []]
    world.at += 1
    assert await tables(world) == [[(ANNE, 1)], [(ANNE, 1)]]


async def test_the_month_is_that_of_the_day_which_closed_last_and_the_hall_has_all(world: World) -> None:
    for number in (7, 8, 9):
        await world.has_driven(ANNE, number)
    await world.has_driven(BOB, 8)
    world.at = opens(9).timestamp() + DAY / 2
    assert await tables(world) == [[(ANNE, 2), (BOB, 1)], [(ANNE, 2), (BOB, 1)]]
    world.at = closes(9).timestamp()
    assert await tables(world) == [[(ANNE, 1)], [(ANNE, 3), (BOB, 1)]]


@pytest.mark.parametrize("place", [1, 7])
async def test_a_second_account_that_scouts_gains_nothing(world: World, place: int) -> None:
    """Two worlds: with what her second account has learnt Anne wins, without it she falls. The tables are the same."""
    await world.has_driven(BOB, 1, place=2)
    await world.has_driven(CATO, 1, place=place, counts=False)  # scouts
    await world.has_driven(ANNE, 1, place=place)
    world.at = closes(1).timestamp()
    assert await tables(world) == [[(BOB, 1), (ANNE, 1)], [(BOB, 1), (ANNE, 1)]]


async def test_twenty_accounts_of_one_person_gain_nothing(world: World) -> None:
    """They move nobody in the tables of month and hall, and nothing is paid or rated."""
    for number in range(1, 4):
        await world.has_driven(ANNE, number)
    await world.has_driven(BOB, 3)
    world.at = closes(3).timestamp()
    before = await tables(world)
    world.at = opens(3).timestamp()
    for account in TWENTY:
        await world.drive(account, 3, since=world.at - 5 * DAY)
    world.at = closes(3).timestamp()
    assert await tables(world) == before == [[(ANNE, 3), (BOB, 1)], [(ANNE, 3), (BOB, 1)]]

    def counted(connection: Connection) -> list[int]:
        return [len(connection.execute(table.select()).all()) for table in (accounts, movements, ratings)]

    assert await world.store.daily._reader.run(counted) == [0, 0, 0]
    assert number_at(datetime.fromtimestamp(world.at, UTC)) == 4


async def test_in_direct_messages_nobody_stands_among_others(world: World) -> None:
    await world.drive(ANNE, here=0, since=None)
    await world.drive(BOB, here=0)
    world.at = closes(1).timestamp()
    assert (await world.daily.month(0), await world.daily.hall(0)) == ([], [])
    own = await world.daily.table(1, ANNE, 0)
    assert own is not None
    assert [each.person for each in own] == [ANNE]


async def test_another_server_sees_nothing_of_this_one(world: World) -> None:
    await world.has_driven(ANNE, 1)
    world.at = closes(1).timestamp()
    assert await world.daily.table(1, CATO, 8) == []
    assert (await world.daily.month(8), await world.daily.hall(8)) == ([], [])


def test_the_card_has_no_crown_for_a_third_place_and_counts_who_is_home() -> None:
    """In Ave Caesar who is home leaves the board: the last one there does not lead."""
    you, two, three = EntryId(1), EntryId(2), EntryId(3)
    stood = [
        TurnStood(1, (you, two, three)),
        TurnStood(2, (two, three, you)),
        TurnStood(3, (three, you)),
        TurnStood(4, (you,)),
        TurnStood(5, ()),
    ]
    rows = msgspec.json.encode(stood).decode()
    record = TryRecord(number=9, person=ANNE, name="Anne", guild=HERE, began=0.0, rows=rows)

    third = card(msgspec.structs.replace(record, place=3, better=60), "Ave Caesar", 100, Streak(1, 1, 1, 0), "round")
    first = card(msgspec.structs.replace(record, place=1, better=99), "Ave Caesar", 100, Streak(1, 1, 1, 0), "round")

    assert "👑" not in third
    assert "Round 4: 3rd ➖" in third
    assert "Round 1: 1st 👑" in first


def test_the_card_ends_where_its_driver_came_home() -> None:
    """Others who drive on after that are no part of it."""
    you, two = EntryId(1), EntryId(2)
    stood = [TurnStood(1, (you, two)), TurnStood(2, (two,)), *(TurnStood(n, (two,)) for n in range(3, 9))]
    told = card(ended(1, 90, stood), "Ave Caesar", 100, Streak(1, 1, 1, 0), "round").split("\n")
    assert told[-3:] == ["Round 1: 1st 👑", "Round 2: home", "1 day driven"]


LONG = [TurnStood(n, (EntryId(2), EntryId(3), EntryId(1))) for n in range(1, 31)]


def ended(place: int, better: int = 49, turns: list[TurnStood] = LONG, name: str = "Ben") -> TryRecord:
    rows = msgspec.json.encode(turns).decode()
    return TryRecord(
        number=7, person=BOB, name=name, guild=HERE, began=0.0, ended=9.0, rows=rows, place=place, better=better
    )


def test_the_card_says_better_than_whom_and_fits_a_phone() -> None:
    told = card(ended(5), "Ave Caesar", 100, Streak(4, 3, 3, 0), "round").split("\n")
    assert "Better than 49 of 100 house drivers" in told
    assert told[-1] == "3 days in a row"
    assert card(ended(5), "Ave Caesar", 100, Streak(1, 1, 1, 0), "round").endswith("\n1 day driven")
    assert all(folded(each) == [each] for each in told), f"at most {COLUMNS} columns"
    assert "Rounds 1 to 6: 3rd" in told[3]


def test_the_card_of_a_day_that_began_midway_says_so_and_has_no_crown_of_a_house_driver() -> None:
    own = [each for each in LONG if each.turn >= 6][:3]
    told = card(ended(7, 0, own), "Circus Maximus", 100, Streak(1, 1, 1, 0), "turn")
    assert "I took over in turn 6" in told
    assert "Turn 5" not in told
    assert "Not home" in told
    assert "Better than" not in told
    assert "I took over" not in card(ended(5), "Ave Caesar", 100, Streak(1, 1, 1, 0), "round")


def test_a_day_on_which_nobody_came_home_praises_nobody() -> None:
    (told,) = yesterday_lines([ended(7, 0)], 100)
    assert told == "Yesterday nobody here came home. **Ben** drove."
    (told,) = yesterday_lines([ended(2)], 100)
    assert "drove best here: 2nd of 6, better than 49 of 100 house drivers" in told
    assert table_lines([ended(7, 0)], 100) == ["1. Ben: not home"]


def test_who_is_not_home_reads_how_many_came_home() -> None:
    assert compared(ended(7, 0), [1, 2, 7, 7]) == "**Not home.** Of 4 house drivers in your seat 2 came home."
    assert compared(ended(2, 85), [1, 2, 7, 7]).endswith("house drivers in your seat ⭐⭐")
