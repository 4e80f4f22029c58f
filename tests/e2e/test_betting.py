"""People bet on a race by pressing alone: from the button under the panel to the slip, whatever happens to the bot."""

import asyncio
import random
from pathlib import Path

import pytest

from engine.betting.book import Book
from records.values import PlayerId, RaceId
from sandbox.client import Visitor, buttons_of, text_of
from sandbox.errors import Json
from tests.betting import again
from tests.e2e.arena import Arena, is_panel
from tests.e2e.bettor import FINISHERS, PLACE, SEALED, WIN, Bettor
from tests.e2e.player import Player, play_together
from tests.e2e.races import Opened, at_once, entered, opened, require_clean

DRIVERS, SPECTATORS = ("Ana", "Ben"), ("Cato", "Dida", "Sulla")
SAMPLES = 2
GIFT = 10_500  # the gift, and the stipend of the week


async def lobby(arena: Arena, *, laps: int = 1) -> tuple[Opened, dict[str, Bettor]]:
    """Open a race that two people drive in, and two chariots of the house."""
    race = await opened(arena, laps=laps)
    await entered(race, [arena.people[name] for name in DRIVERS])
    assert "taken" in (await arena.ana.run("host race", what="fill", channel=race.thread, drivers=2)).text
    return race, {name: Bettor(visitor, race) for name, visitor in arena.people.items()}


def is_over(message: Json) -> bool:
    return is_panel(message) and "· over" in str(message)


def is_settled(message: Json) -> bool:
    return "is settled" in text_of(message) and any(each.get("label") == "My slip" for each in buttons_of(message))


async def run(arena: Arena, race: Opened, *, patience: float = 30.0) -> Json:
    """Have the race run to its end, and return the post that tells how the bets ended."""
    drivers = [Player(arena.people[name], name) for name in DRIVERS]
    await play_together(*drivers, patience=patience)
    await arena.ana.wait_for(is_over, 60.0, channel=race.thread)
    return await arena.sulla.wait_for(is_settled, 60.0, channel=race.thread)


async def require_paid(arena: Arena, race: Opened) -> None:
    """Fail unless every sesterce is where it should be, in the record and as people read it."""
    store = await arena.store()
    assert (await store.purses.audit()).is_sound
    book = await store.wagers.book(RaceId(race.id))
    assert all(each.state in ("won", "lost", "refunded", "cancelled") for each in book.tickets)
    assert not any(book.pots.values())
    for visitor in arena.people.values():
        guild, player = book.race.guild, PlayerId(int(visitor.id))
        mine = [each for each in book.tickets if each.player == player]
        purse = GIFT + sum(each.paid - each.stake for each in mine)
        assert await store.wagers.purse(guild, player) in (purse, None)
        lines = await store.purses.statement(guild, player, 99)
        assert sum(each.amount for each in lines) in (purse, 0)
        if mine:
            assert f"{purse:,} sesterces" in (await visitor.run("my purse")).text
    assert "All money is where it should be" in (await arena.ana.run("server audit")).text


@pytest.mark.slow
async def test_bets_from_the_panel_to_the_slip(tmp_path: Path) -> None:
    async with Arena(tmp_path, people=(*DRIVERS, *SPECTATORS), chances=SAMPLES, is_forked=True) as arena:
        race, who = await lobby(arena)

        # When spectators and drivers bet by pressing, sealed and in pools
        assert "🔒 Sealed · ticket 1" in await who["Cato"].place(SEALED, "1", 500)
        assert "🔒 Sealed · ticket 1" in await who["Sulla"].place(SEALED, "2", 300)
        assert "🎟️ Placed · ticket 1" in await who["Dida"].place(WIN, "3", 700)
        assert "🎟️ Placed · ticket 1" in await who["Ana"].place(WIN, "1", 200)
        assert "🎟️ Placed · ticket 2" in await who["Sulla"].place(FINISHERS, "over", 400)
        assert "🎟️ Placed · ticket 2" in await who["Dida"].place(FINISHERS, "under", 400)

        # And one of them presses twice at once, one backs a rival, one wants more than he has, one is slow
        doubled = await who["Cato"].ticket(PLACE, "2", 600)
        both = await at_once(who["Cato"].press(doubled) for _ in range(2))
        # The menu offers drivers themselves alone, so it is typed.
        rival = (await arena.ben.run("bet place", channel=race.thread, market=WIN, on="1", amount="500")).text
        poor = await who["Dida"].place(WIN, "1", 99_900)
        late = await who["Sulla"].ticket(WIN, "4", 900)
        assert all("ticket 2" in each for each in both)
        assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
        too_late = await who["Sulla"].press(late)

        # Then each is told so, and nothing of it is staked
        assert "only" in rival.lower()
        assert "9,400" in poor
        assert "when the race started" in too_late
        revealed = await arena.ben.wait_for(lambda each: "are revealed" in text_of(each), channel=race.thread)
        assert "500 on" in text_of(revealed)

        # And at the end everybody has his slip, and the chances were drawn
        settled = await run(arena, race)
        assert len(settled["attachments"]) == 1
        for visitor in (arena.ana, arena.cato, arena.sulla):
            slip = await visitor.press(settled, "My slip")
            assert slip.message
            assert "Your slip" in slip.text
            assert len(slip.message["attachments"]) == 1
        assert await _chart(arena.sulla, race)
        book = await (await arena.store()).wagers.book(RaceId(race.id))
        assert [each.stake for each in book.tickets] == [500, 300, 700, 200, 400, 400, 600]
        await require_paid(arena, race)
        await require_clean(arena)


async def _chart(visitor: Visitor, race: Opened) -> Json | None:
    """Return the message that shows how the chances swung, once there are any."""
    for _ in range(100):
        shown = await visitor.run("watch", what="odds", channel=race.thread)
        if shown.message and shown.message.get("attachments"):
            return shown.message
        await asyncio.sleep(0.2)
    return None


# Killed

BETS = ((SEALED, "1", 500), (WIN, "2", 300), (SEALED, "3", 200), (WIN, "3", 400), (PLACE, "1", 600), (PLACE, "2", 100))
KILLED_AT = (2,)
"""Bets with which the bot is killed while the button is pressed."""


async def bet(arena: Arena, who: dict[str, Bettor], chance: random.Random) -> None:
    """Let spectators bet one after the other; now and then the bot is killed while they press."""
    for number, (market, choice, amount) in enumerate(BETS):
        bettor = who[SPECTATORS[number % 3]]
        shown = await bettor.ticket(market, choice, amount)
        pressing = asyncio.create_task(bettor.press_until_placed(arena, shown))
        if number in KILLED_AT:
            await asyncio.sleep(chance.uniform(0.001, 0.02))
            await arena.restart_bot()
        assert f"ticket {number // 3 + 1}" in await pressing  # counted for each bettor alone


async def kill_to_the_end(arena: Arena, race: Opened, chance: random.Random) -> None:
    """Kill the bot while the race is run, and once more as soon as it is over: while all is told."""
    await asyncio.sleep(chance.uniform(0.5, 2.5))
    await arena.restart_bot()
    index = (await arena.store()).index
    while (field := await index.field(RaceId(race.id))) is None or field[0].state != "finished":  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await asyncio.sleep(chance.uniform(0, 0.05))
    await arena.restart_bot()


@pytest.mark.slow
async def test_a_bot_that_is_killed_takes_each_stake_once_and_pays_once(tmp_path: Path) -> None:
    chance = random.Random(26)
    async with Arena(tmp_path, "coins", people=(*DRIVERS, *SPECTATORS), is_forked=True, has_threads=True) as arena:
        # Given a bot that is killed among presses, in the race, and as it is over
        race, who = await lobby(arena)
        await bet(arena, who, chance)
        assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
        killing = asyncio.create_task(kill_to_the_end(arena, race, chance))
        await run(arena, race, patience=90.0)
        await killing

        # Then each stake was taken once, and paid as another calculation says
        await arena.sulla.wait_for(is_settled, channel=race.thread)
        book = await (await arena.store()).wagers.book(RaceId(race.id))
        assert [(str(each.market), each.choice, each.stake) for each in book.tickets] == list(BETS)
        assert {each.number: each.paid for each in book.tickets if each.paid} == what_is_due(book)
        await require_paid(arena, race)

        # And what all read is told once
        posts = [text_of(each) for each in await arena.posts(race.thread)]
        assert [sum(words in each for each in posts) for words in ("is settled", "are revealed")] == [1, 1]
        await require_clean(arena, "no_answer")


def what_is_due(book: Book) -> dict[int, int]:
    """Work out what each ticket brings, from who has won."""
    due: dict[int, int] = {}
    for market in book.markets:
        here = [each for each in book.tickets if each.market == market.number]
        if market.kind == "sealed":
            due |= again.sealed_by_pool(here, here, market.winners, book.race.commitment)
        elif here:
            due |= again.pool(here, market.winners, 0)
    return {number: amount for number, amount in due.items() if amount}
