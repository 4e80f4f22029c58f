"""A chariot that is out: its driver hears of it at once, and nothing offers them, or others, its reins."""

import random
from typing import Any

import msgspec

from cogs.commands.my import MyCommands
from cogs.commands.race import RaceCommands
from cogs.panels.my_questions import OrdersButton
from cogs.panels.race import people_lines
from cogs.panels.reins import ReinsButton
from records.values import Faction, RaceId
from steward import Offer
from steward.telling.notices import notice
from tests.cogs.arena import ANN, BOB, EVE, RED, Arena
from tests.cogs.test_asking import pressed
from tests.cogs.test_people import ran

MY: Any = MyCommands()
RACES: Any = RaceCommands()
MINE = Faction(1)


async def wrecked(arena: Arena) -> RaceId:
    """Start a race, and let Ann drive wildly, and Bob with care, until her chariot is out."""
    race = await arena.open_race(laps=3)
    await crash(arena, race)
    return race


async def crash(arena: Arena, race: RaceId) -> None:
    dice = random.Random(11)
    while RED not in (await arena.steward.log.status(race)).out:
        opened = [each for player in (ANN, BOB) for each in await arena.steward.open_asks(player)]
        assert opened, "the race is over"
        first = opened[0]
        answers = first.ask.question.legal()
        answer = dice.choice(answers[-2:]) if first.entry == RED else answers[0]
        player = first.race.player_of(first.entry)
        assert player is not None
        await arena.steward.races.drive(race, first.entry, [answer], player=player, asked=first.asked)


def custom_id(button: Any) -> str:
    return str(button.item.custom_id)


def said_to(arena: Arena, player: int) -> str:
    return "\n".join(arena.client.user_of(player).dms.words())


async def test_a_driver_hears_at_once_what_took_them_out_and_only_once(arena: Arena) -> None:
    race = await wrecked(arena)
    await arena.deliver()

    told = [each for each in await arena.circus.store.outbox.of_race(race) if each.kind == "ending"]

    assert [each.player for each in told] == [ANN]
    assert "is out of Ludi" in said_to(arena, ANN)
    assert "is out of" not in said_to(arena, BOB)


async def test_what_is_told_does_not_come_twice_after_a_restart(arena: Arena) -> None:
    race = await wrecked(arena)
    again = await arena.circus.again()
    opened = await again.steward.open_asks(BOB)
    if opened:
        await again.steward.races.drive(
            race, opened[0].entry, [opened[0].ask.default], player=BOB, asked=opened[0].asked
        )

    told = [each for each in await arena.circus.store.outbox.of_race(race) if each.kind == "ending"]

    assert len(told) == 1


async def test_my_orders_say_that_there_is_nothing_to_drive_any_more(arena: Arena) -> None:
    race = await wrecked(arena)

    shown = await pressed(arena, ANN, OrdersButton, custom_id(OrdersButton(race)))

    assert "is out of **Ludi**" in shown.told
    assert "asks nothing of you now" not in shown.told


async def test_who_is_out_cannot_leave_or_be_away(arena: Arena) -> None:
    race = await wrecked(arena)

    left = await ran(arena, ANN, RACES, "leave", str(race))
    away = await ran(arena, ANN, MY, "vacation", "3d", str(race))
    other = await ran(arena, BOB, RACES, "leave", str(race))

    assert "house driver" not in left.told
    assert "is out of **Ludi**" in left.told
    assert "aren't driving" in away.told
    assert "drives on for good" in other.told
    assert await arena.steward.desk.acts(race) == []


async def test_nobody_is_offered_the_reins_of_a_wreck(arena: Arena) -> None:
    race = await arena.open_race(laps=3)
    await arena.steward.quitting.leave_race(race, ANN)
    before = people_lines(await arena.steward.log.status(race))
    await arena.steward.desk.take_reins(race, ANN, MINE)
    await crash(arena, race)
    field = await arena.steward.race(race)
    seat = next(each for each in field.factions if each.faction == MINE)
    async with arena.steward.races.editing(race) as live:
        live.seat(msgspec.structs.replace(seat, standin="cautious"))
        live.also(notice(race, "offer", Offer(MINE), arena.steward.now()))
    await arena.deliver()

    status = await arena.steward.log.status(race)
    listed = await ran(arena, EVE, RACES, "substitute", str(race))
    pressing = await pressed(arena, EVE, ReinsButton, custom_id(ReinsButton(race, MINE)))

    assert before
    assert not people_lines(status)
    offer = next(each for each in reversed(await arena.circus.store.outbox.of_race(race)) if each.kind == "offer")
    assert offer.outcome == "taken already"
    assert "No place is offered here now" in listed.told
    assert "out of Ludi" in pressing.told


async def test_leaving_says_that_its_owner_may_come_back_whoever_drives_and_so_it_is(arena: Arena) -> None:
    race = await arena.open_race()
    asked = await ran(arena, ANN, RACES, "leave", str(race))
    await arena.steward.quitting.leave_race(race, ANN)
    await arena.steward.desk.take_reins(race, EVE, MINE)

    back = await ran(arena, ANN, MY, "return", str(race))

    assert "brings you back at any time, whoever has the reins then" in asked.told
    assert "Welcome back" in back.told
    assert (await arena.steward.race(race)).factions[0].at_the_reins == ANN
