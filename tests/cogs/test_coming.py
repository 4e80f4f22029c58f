"""What comes after a race stands under its result, and nothing where nothing is agreed on."""

from typing import Any

import pytest

from cogs.panels.coming import coming_line
from records.fixtures import FixtureRecord
from records.races import Pace, StoryMode
from records.values import FixtureId, RaceId
from tests.cogs.arena import ANN, Arena, sketch
from tests.cogs.fakes import CHANNEL, GUILD
from tests.cogs.test_turns import prepared, to_the_end
from tests.undrawn import DRAWN
from words.shared.coming import cup_line, league_line


async def a_fixture(arena: Arena, title: str = "Friday race", channel: int = CHANNEL, minute: int = 0) -> FixtureId:
    """Keep a weekly race, so many minutes after Monday 0:00."""
    given: dict[str, Any] = {
        "options": "{}", "seconds": "{}", "schedule": "{}", "least": 1, "fills": True, "bets": False, "by": ANN,
    }  # fmt: skip
    return await arena.circus.store.fixtures.add(
        FixtureRecord(
            id=FixtureId(0),
            guild=GUILD,
            channel=channel,
            title=title,
            ruleset="circus-maximus",
            pace=Pace.MOVES,
            story=StoryMode.TURN,
            zone="UTC",
            minute=minute,
            created=arena.circus.clock.now,
            **given,
        )
    )


async def line(arena: Arena, race: RaceId) -> str:
    return await coming_line(arena.steward, await arena.steward.race(race))


async def test_the_fixture_of_its_channel_that_comes_first_is_named(arena: Arena) -> None:
    race = await arena.open_race()
    assert await line(arena, race) == ""
    await a_fixture(arena, "Elsewhere", channel=77)
    assert await line(arena, race) == ""

    now = arena.circus.clock.now  # in minutes after Monday 0:00 it needs three days more: 1970 began on a Thursday
    await a_fixture(arena, "Soon", minute=(int(now // 60) + 3 * 1440 + 30) % 10_080)
    await a_fixture(arena, "Later", minute=(int(now // 60) + 3 * 1440 + 300) % 10_080)

    assert (await line(arena, race)).startswith(f"⏭️ Next: **Soon**, <t:{round((now // 60 + 30) * 60)}:F>")


async def test_it_stands_in_the_result_and_in_the_message_to_each_player(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where, name in DRAWN:
        monkeypatch.setattr(where, name, sketch)
    await prepared(arena)
    await a_fixture(arena, "Friday race")

    await to_the_end(arena)

    told = "⏭️ Next: **Friday race**"
    (result,) = [each.said for each in arena.thread.messages if any("🥇" in text for text in each.said.words())]
    assert told in "\n".join(result.contents())
    last = arena.client.user_of(ANN).dms.messages[-1].said
    assert told in "\n".join(last.contents())


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (cup_line(1, 4, None), "⏭️ Next: race 2 of 4 of the cup."),
        (cup_line(4, 4, None), "🏆 The cup is decided."),
        (league_line(3, 10, 1_000.0), "⏭️ Next: race 3 of 10 of the season, by <t:1000:f> (<t:1000:R>)."),
        (league_line(2, 5, 1_000.0, "gala"), "⏭️ Next: gala 2 of 5 of the season, by <t:1000:f> (<t:1000:R>)."),
        (league_line(11, 10, None), "🏛️ That was the season's last event. The reckoning follows."),
    ],
)
def test_a_cup_and_a_league_say_what_comes(told: str, words: str) -> None:
    assert told == words
