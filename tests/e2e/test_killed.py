"""A bot that is killed at any moment loses nothing and does nothing twice."""

import asyncio
import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.e2e.arena import Arena, Kept, is_panel, masked
from tests.e2e.player import Player, play_together, times_asked
from tests.e2e.races import Opened, alt_texts, require_clean, started, stories, story_text

KILLS = int(os.environ.get("QUADRIGA_KILLS", "10"))
RIVALS = 1  # house drivers: what they do is told in the same way
LAPS = 1 if KILLS <= 10 else 3  # long enough for so many lives
LIVES = (6, 6, 6, 25, 25)  # frames that people see between a start and a kill, at most: most lives are short
SEALS = ("Sealed", "Unsealed", "OrdersSealed", "OrdersUnsealed")


@dataclass(frozen=True)
class Played:
    """What is left of a race: what is on record, and what people have read of it."""

    facts: tuple[Any, ...]  # but seals, which are salted
    answers: dict[int, list[tuple[str, str]]]  # by entry, and who gave them
    lines: list[str]
    pictures: list[str]


async def told(arena: Arena, race: Opened) -> None:
    """Wait until all of a race is told, the new panel of its end stands, and the old one is taken away."""
    await arena.ana.wait_for(lambda each: is_panel(each) and "· over" in str(each), channel=race.thread)
    await arena.all_told(race.id)


async def left_of(arena: Arena, race: Opened) -> Played:
    kept = await arena.kept(race.id)
    facts = [msgspec.json.decode(each.fact) for each in kept.facts]
    posts = await stories(arena, race)
    return Played(
        tuple(fact for fact in facts if fact["type"] not in SEALS),
        answers_of(kept),
        [masked(line) for line in story_text(posts) if "🔒" not in line],
        alt_texts(posts),
    )


def answers_of(kept: Kept) -> dict[int, list[tuple[str, str]]]:
    """Return the answers on record by entry; who of several was quicker does not matter."""
    assert [each.seq for each in kept.inputs] == list(range(1, len(kept.inputs) + 1))
    found: dict[int, list[tuple[str, str]]] = {}
    for each in kept.inputs:
        found.setdefault(each.entry, []).append((each.answer, each.by))
    return found


def players_of(arena: Arena) -> list[Player]:
    return [Player(arena.ana, "Ana"), Player(arena.ben, "Ben"), Player(arena.cato, "Cato", types=True)]


async def kill_now_and_then(arena: Arena, players: list[Player], chance: random.Random, kills: int) -> int:
    """Kill the bot at moments when something is going on, and start it again; return how often, *kills* at most."""
    for kill in range(kills):
        seen = frames_seen(players) + chance.randint(1, chance.choice(LIVES))
        while frames_seen(players) < seen:
            if any(player.is_over for player in players):
                return kill
            await asyncio.sleep(0.002)
        await asyncio.sleep(chance.choice((0, chance.uniform(0, 0.05))))
        await arena.restart_bot()
    return kills


def frames_seen(players: list[Player]) -> int:
    return sum(len(player.visitor.frames) for player in players)


@pytest.mark.slow
async def test_a_race_whose_bot_is_killed_again_and_again_is_the_same_race(tmp_path: Path) -> None:
    # Given what a race comes to when nothing goes wrong
    async with Arena(tmp_path / "quiet", dice="fifty", is_forked=True) as arena:
        race = await started(arena, laps=LAPS, rivals=RIVALS)
        await play_together(*players_of(arena))
        await told(arena, race)
        quiet = await left_of(arena, race)

    # When the same race is run with a bot that is killed again and again
    async with Arena(tmp_path / "killed", dice="fifty", is_forked=True, has_threads=True) as arena:
        race = await started(arena, laps=LAPS, rivals=RIVALS)
        players = players_of(arena)
        async with asyncio.TaskGroup() as group:
            group.create_task(play_together(*players, patience=200))
            killer = group.create_task(kill_now_and_then(arena, players, random.Random(50), KILLS))
        assert killer.result() == KILLS
        await told(arena, race)
        killed = await left_of(arena, race)

        # Then it is the same race: no answer is lost or doubled, each phase is told once, in order
        assert killed.answers == quiet.answers
        assert killed.facts == quiet.facts
        assert killed.lines == quiet.lines
        assert killed.pictures == quiet.pictures

        # and there is one panel, nobody was asked twice, and the bot asked for nothing that is wrong
        assert len([each for each in await arena.posts(race.thread) if is_panel(each)]) == 1
        for player in players:
            assert set(times_asked(player.visitor).values()) == {1}
        verified = await arena.ana.run("watch", what="verify", channel=race.thread)
        assert "✅ Everything fits" in verified.text
        await require_clean(arena, "no_answer")
