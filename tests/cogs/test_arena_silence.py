"""Who is silent in the arena: the thread names them after each exchange, and the panel counts as the rules do."""

from typing import Any

import pytest

from cogs.panels.race import clocks
from engine.arena.asks import Plan, TakeMan
from engine.rulesets import RULESETS
from records.races import Pace, StoryMode
from records.values import RaceId
from steward import NewRace, Timing
from steward.running.bookmaker import opening
from tests.cogs.arena import ANN, BOB, EVE, Arena
from tests.cogs.fakes import CHANNEL, GUILD, THREAD

RULES = RULESETS["arena"]
PLAN = Plan("stand", "none", "all")


async def duel(arena: Arena, pace: Pace) -> RaceId:
    """Let Bob and Eve come to their first plans."""
    timing = Timing(dict.fromkeys(RULES.decisions, 90), pace=pace, story=StoryMode.TURN)
    new = NewRace(GUILD, CHANNEL, ANN, RULES.id, RULES.options(), timing, "Munus")
    race = await arena.circus.store.races.add(
        record := await arena.steward.lobbies.new_race(new), opening(RULES, record.opened), is_limited=True
    )
    await arena.steward.lobbies.set_thread(race, THREAD)
    await arena.steward.lobbies.join(race, BOB, "Bob", colour="red")
    await arena.steward.lobbies.join(race, EVE, "Eve", colour="blue")
    await arena.steward.lobbies.start(race, ANN)
    for player in (BOB, EVE):
        await arena.give(player, TakeMan(1))
    await arena.deliver()
    return race


async def only_bob_answers(arena: Arena) -> None:
    await arena.give(BOB, PLAN)
    arena.circus.clock.pass_by(100)
    await arena.steward.timekeeper.tick()
    await arena.deliver()


def told_of(arena: Arena, what: str) -> list[str]:
    """Return the lines of the thread with *what*."""
    texts: list[Any] = [text for message in arena.thread.messages for text in message.said.contents()]
    return [line for text in texts for line in text.split("\n") if what in line]


@pytest.mark.parametrize("pace", [Pace.NOW, Pace.MOVES])
async def test_the_thread_names_who_was_silent_in_an_exchange(arena: Arena, pace: Pace) -> None:
    await duel(arena, pace)
    assert told_of(arena, "💤") == []

    await only_bob_answers(arena)
    assert told_of(arena, "💤") == ["-# 💤 No word from 🔵 **2 Blue** in time."]
    for player in (BOB, EVE):
        await arena.give(player, PLAN)
    await arena.deliver()

    assert len(told_of(arena, "💤")) == 1


async def test_a_house_fighter_takes_over_after_as_many_silences_as_the_panel_says(arena: Arena) -> None:
    race = await duel(arena, Pace.NOW)
    record = (await arena.steward.race(race)).record
    assert "4 answers missed in a row: a house fighter takes over, and the place is offered." in clocks(record)

    taken = []
    for _ in range(4):
        taken.append([each.standin for each in (await arena.steward.race(race)).factions])
        await only_bob_answers(arena)

    assert taken == [[None, None]] * 4
    assert (await arena.steward.race(race)).factions[1].standin is not None


async def test_at_the_pace_now_the_silent_read_of_a_house_fighter_once_as_in_races(arena: Arena) -> None:
    """Who plays now sits before the game: no reminder comes; one private message says who has taken over."""
    race = await duel(arena, Pace.NOW)

    async def told_in_private() -> list[str]:
        notices = await arena.circus.store.outbox.of_race(race)
        return [each.kind for each in notices if each.player == EVE and each.kind not in ("summons", "mention")]

    for _ in range(3):
        await only_bob_answers(arena)
    assert await told_in_private() == []
    await only_bob_answers(arena)
    await only_bob_answers(arena)

    assert await told_in_private() == ["offer"]
