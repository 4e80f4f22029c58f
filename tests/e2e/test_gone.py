"""People who leave the server, on Discord's own protocol: before the start, under way, as host; and who come back."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.client import Visitor, text_of
from tests.e2e.arena import Arena, is_panel
from tests.e2e.races import Opened, entered, opened, require_clean, started

DAY = 86_400.0


def own_id(visitor: Visitor) -> str:
    return str(visitor.state["me"]["id"])


@pytest.fixture
async def later(tmp_path: Path) -> AsyncIterator[Arena]:
    """Give an arena whose clocks can be set on."""
    async with Arena(tmp_path, is_forked=True, has_clock=True) as arena:
        yield arena


@pytest.mark.slow
async def test_who_left_before_the_start_is_named_and_a_house_driver_starts_for_them(arena: Arena) -> None:
    race = await opened(arena, "Ludi")
    await entered(race, (arena.ana, arena.ben, arena.cato))
    ben = own_id(arena.ben)
    await arena.control.leave(ben)

    asked = await arena.ana.run("host race", what="start", channel=race.thread)
    assert asked.message is not None
    text = text_of(asked.message)
    assert "**Ben** has left this server" in text, text
    done = await arena.ana.press(asked.message, custom_id=f"start:house:{race.id}")

    assert "has begun" in done.text, done
    await arena.all_told(race.id)
    posts = [text_of(each) for each in await arena.posts(race.thread)]
    assert sum("**Ben** has left this server. A house driver takes the reins" in each for each in posts) == 1
    assert sum("A place is free" in each for each in posts) == 1
    assert not [each for each in posts if each.startswith(f"<@{ben}>")], "he is not called"
    kept = (await arena.kept(race.id)).factions
    assert [each.standin is None for each in kept] == [True, False, True]
    # And as he is back, his first press gives him the reins.
    await arena.control.leave(ben, left=False)
    async with await arena.control.visitor("Ben") as back:
        await back.run("watch", what="status", race=str(race.id))
    await arena.ana.wait_for(lambda each: "is back at the reins" in text_of(each), 20, channel=race.thread)
    await require_clean(arena)


@pytest.mark.slow
async def test_who_leaves_under_way_is_followed_by_a_house_driver_at_the_next_message(later: Arena) -> None:
    arena = later
    race = await started(arena, people=(arena.ana, arena.ben, arena.cato), rivals=1)
    await arena.all_told(race.id)
    await arena.control.leave(own_id(arena.ben))

    await arena.pass_by(20 * 3_600.0)

    await arena.ana.wait_for(lambda each: "**Ben** has left this server" in text_of(each), channel=race.thread)
    await arena.all_told(race.id)
    await require_clean(arena)


@pytest.mark.slow
async def test_a_lobby_whose_host_has_left_is_taken_over_after_a_day(later: Arena) -> None:
    arena = later
    await arena.ben.run("play race", title="Ludi", game="circus-maximus", preset="quick race", join=False)
    thread = await arena.ben.wait_for_thread("Ludi")
    panel = await arena.ben.wait_for(is_panel, channel=thread)
    race = Opened(int(re.findall(r"lobby:join:(\d+)", str(panel["components"]))[0]), "Ludi", thread)
    await entered(race, (arena.cato, arena.sulla))
    await arena.control.leave(own_id(arena.ben))

    refused = (await arena.sulla.run("host race", what="start", channel=race.thread)).text
    assert "has left this server" in refused, refused
    doctor = (await arena.sulla.run("watch", what="doctor", channel=race.thread)).text
    assert "to be cured" in doctor
    assert "first to enter" in doctor
    await arena.all_told(race.id)
    panel = next(each for each in await arena.posts(race.thread) if is_panel(each))
    assert "has left this server" in text_of(panel)
    early = await arena.cato.press(panel, custom_id=f"take-over:{race.id}")
    assert "may come back" in early.text
    await arena.pass_by(DAY + 60)
    await asyncio.sleep(0.5)  # the bot looks at its clock
    late = await arena.cato.press(panel, custom_id=f"take-over:{race.id}")

    assert "You host" in late.text, late
    await arena.all_told(race.id)
    assert any("hosts the race now" in text_of(each) for each in await arena.posts(race.thread))
    assert "has begun" in (await arena.cato.run("host race", what="start", channel=race.thread)).text
    await require_clean(arena)


@pytest.mark.slow
async def test_nobody_who_left_a_moment_ago_is_given_anything(arena: Arena) -> None:
    race = await started(arena, people=(arena.ana, arena.ben), rivals=1)
    cato = own_id(arena.cato)
    await arena.cato.run("my purse", channel=race.thread)
    await arena.control.leave(cato)

    told = [
        (await arena.ana.run("my purse", what="give", channel=race.thread, player=cato, amount=300)).text,
        (await arena.ana.run("host race", what="replace", channel=race.thread, chariot="blue", player=cato)).text,
        (await arena.ana.run("host race", what="hand", channel=race.thread, player=cato)).text,
    ]

    assert all("not on this server" in each for each in told), told
    assert [each.substitute for each in (await arena.kept(race.id)).factions] == [None, None, None]
    await require_clean(arena)
