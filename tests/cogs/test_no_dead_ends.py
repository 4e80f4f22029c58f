"""A walk that presses every button of every lesson, game and result: each leads on, none to a refusal.

It goes through the whole bot, as presses come from Discord.
"""

from typing import Any

import pytest

from cogs.commands.practice import practice_command
from cogs.panels.lesson import begin
from engine.rulesets import RULESETS
from records.races import StoryMode
from records.values import RaceId
from tests.cogs.arena import ANN, BOB, GAME, Arena, outcome
from tests.cogs.fakes import THREAD
from tests.cogs.presser import GOES_ON, Presser
from tests.cogs.samples import most_rivals
from tests.cogs.wire import acts_in
from tests.steward.circus import MOD
from words import WORDS

LESSONS = [(game, number) for game in RULESETS for number in range(1, len(WORDS[game].lessons) + 1)]
SEASONS = [each for each in LESSONS if WORDS[each[0]].lessons[each[1] - 1].is_season]


def here(arena: Arena) -> dict[str, Any]:
    return {"guild": None, "channel": arena.client.user_of(ANN).dms.id}


async def begun(arena: Arena, game: str, number: int) -> None:
    """Begin a lesson in a direct message."""
    interaction: Any = arena.act(ANN, **here(arena))
    await interaction.response.defer(ephemeral=True, thinking=True)
    await outcome(interaction, begin(interaction, RULESETS[game], number))
    await arena.deliver()


async def practised(arena: Arena, **how: Any) -> None:
    """Begin a whole race alone in a direct message."""
    interaction: Any = arena.act(ANN, **here(arena))
    callback: Any = practice_command().callback
    await outcome(interaction, callback(interaction, **how))
    await arena.deliver()


async def ended(presser: Presser) -> None:
    """Press all that the messages of something that is over offer; what begins something else last."""
    offered = presser.offered_at_the_end()
    await presser.look_at(offered, "the end")
    goes_on = [each for each in offered if each.act in GOES_ON]
    assert goes_on, "nothing goes on from here"
    for each in reversed(goes_on):
        await presser.press(each)
        assert await presser.arena.steward.open_asks(ANN), f"{each.label} asks nothing"


def require_ways_on(presser: Presser, game: str, number: int) -> None:
    """At the end of a lesson stand *Try again* and the next lesson, if there is one."""
    ways = {each.act: each for each in presser.offered_at_the_end() if each.act in GOES_ON}
    following = f"lesson:{game}:{number + 1}"

    assert ways["again-alone"].label == "Try again"
    assert [each.custom_id for act, each in ways.items() if act == "lesson"] == (
        [following] if (game, number + 1) in LESSONS else []
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), [each for each in LESSONS if each not in SEASONS])
async def test_no_button_of_a_lesson_and_of_its_end_is_a_dead_end(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, game: str, number: int
) -> None:
    await begun(arena, game, number)
    presser = Presser(arena, monkeypatch)

    assert await presser.play()
    require_ways_on(presser, game, number)
    await ended(presser)

    assert not presser.dead, "\n".join(presser.dead)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), SEASONS)
async def test_no_button_of_a_season_alone_and_of_its_end_is_a_dead_end(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, game: str, number: int
) -> None:
    await begun(arena, game, number)
    presser = Presser(arena, monkeypatch)

    async def goes_on() -> bool:
        arena.circus.clock.pass_by(3.0)
        await arena.steward.timekeeper.tick()
        await arena.deliver()
        (league,) = await arena.steward.leagues.of_player(ANN)
        return league.record.state != "finished"

    assert await presser.play(goes_on=goes_on)
    require_ways_on(presser, game, number)
    await ended(presser)

    assert not presser.dead, "\n".join(presser.dead)
    if (game, number + 1) in LESSONS:
        newest = max(await arena.steward.races_of(ANN), key=lambda race: race.record.id)
        assert newest.record.ruleset == game, "the next lesson is reached from the season"


@pytest.mark.slow
@pytest.mark.parametrize("story", [StoryMode.TURN, StoryMode.BRIEF])
async def test_no_button_of_a_result_of_several_people_is_a_dead_end(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, story: StoryMode
) -> None:
    race = await arena.open_race(story=story)
    for faction in (await arena.steward.race(race)).factions:
        if faction.player == BOB:
            await arena.steward.desk.replace(race, MOD, faction.faction, None, "Away")
    await arena.circus.to_the_end(race)
    await arena.deliver()
    presser = Presser(arena, monkeypatch, where=acts_in(ANN, THREAD))

    offered = presser.offered_at_the_end()
    await presser.look_at([each for each in offered if each.act != "again"], "the end")
    (again,) = [each for each in offered if each.act == "again"]
    await presser.press(again)

    assert not presser.dead, "\n".join(presser.dead)
    assert (await arena.steward.race(RaceId(race + 1))).record.state == "lobby"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "pace"), [*((game, "live") for game in RULESETS), (GAME.id, "daily")])
async def test_no_button_of_a_whole_race_and_of_its_result_is_a_dead_end(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, game: str, pace: str
) -> None:
    await practised(arena, game=game, rivals=min(2, most_rivals(game)), pace=pace)
    presser = Presser(arena, monkeypatch)

    assert await presser.play()
    await ended(presser)

    assert not presser.dead, "\n".join(presser.dead)
    assert {"film", "verify", "share", "happened", "again-alone"} <= {each.split(":")[0] for each in presser.pressed}
