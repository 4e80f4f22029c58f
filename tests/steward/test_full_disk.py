"""A disk that fills up while a race is run: an answer is kept whole or not at all, and with more room it goes on."""

import sqlite3
from random import Random

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, OperationalError

from db.opening.errors import is_of_database
from records.values import PlayerId
from tests.db.bets import GUILD, MINT, a_movement, purse
from tests.db.test_ledger import move
from tests.steward.circus import ANN, BOB, Circus

pytestmark = pytest.mark.of_sqlite


async def limit_room(circus: Circus, spare: int | None) -> None:
    """Let the database grow by no more than *spare* pages; ``None`` takes the limit away."""

    def limit(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        most = 2**30 if spare is None else pages + spare
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")

    await circus.store._writer.run(limit)


async def test_an_answer_for_which_there_is_no_room_is_not_kept_and_can_be_given_again(circus: Circus) -> None:
    race = await circus.race(turns=9)
    await limit_room(circus, 0)
    with pytest.raises((DatabaseError, sqlite3.OperationalError), match="full") as caught:
        await circus.to_the_end(race)
    assert is_of_database(caught.value)

    other = await circus.again()
    assert (await other.steward.log.status(race)).view == (await circus.steward.log.status(race)).view
    assert await other.told(race) == await circus.told(race)
    asked = [await each.steward.open_asks(player) for each in (circus, other) for player in (ANN, BOB)]
    assert any(asked)
    assert [len(each) for each in asked[:2]] == [len(each) for each in asked[2:]]

    await limit_room(circus, None)
    await circus.to_the_end(race)
    checked = await circus.steward.log.verify(race)
    assert (checked.first_wrong, checked.broken_seals) == (None, 0)


@pytest.mark.parametrize("seed", range(3))
async def test_money_is_as_counted_by_hand_though_the_disk_is_full_now_and_then(circus: Circus, seed: int) -> None:
    dice, store, refused = Random(seed), circus.store, 0
    players = [PlayerId(number) for number in range(100, 130)]
    held = dict.fromkeys(players, 0)
    for number in range(120):
        if number % 10 == 0:
            await limit_room(circus, dice.choice((0, 0, None)))
        one, other = dice.sample(players, 2)
        amount = dice.randint(1, 500)
        memo = "m" * dice.randint(0, 2_000)
        is_gift = held[one] < amount
        present = a_movement(f"present:{number}", (purse(one), -amount), (purse(other), amount), memo=memo)
        movement = a_movement(f"gift:{number}", (MINT, -amount), (purse(other), amount)) if is_gift else present
        try:
            await move(store, movement)
        except OperationalError:
            refused += 1
            continue
        held[other] += amount
        held[one] -= 0 if is_gift else amount
    await limit_room(circus, None)

    assert refused
    assert (await store.purses.audit()).is_sound
    assert {player: await store.wagers.purse(GUILD, player) or 0 for player in players} == held
