"""A nemesis is named in the message to the person it beats, once, and nowhere that others read."""

from types import SimpleNamespace

import pytest

from cogs.panels.my_questions import out_text
from cogs.posts import results
from records.past import Summary
from records.races import StoryMode
from records.values import RaceId
from tests.cogs.arena import ANN, BOB, EVE, RED, Arena, sketch
from tests.cogs.test_turns import to_the_end
from tests.pasts import a_past_race, an_entry, keep
from tests.undrawn import DRAWN

RACE = RaceId(1)


async def test_only_whom_it_beats_reads_of_a_nemesis(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    for where, name in DRAWN:
        monkeypatch.setattr(where, name, sketch)
    await arena.open_race(rivals=2, story=StoryMode.TURN)
    house = {each.name: each.faction for each in (await arena.steward.race(RACE)).factions if each.player is None}
    name = min(house)
    for number in (101, 102, 103):
        race = a_past_race(number, at=arena.circus.clock.now - 60 * number, is_rated=False)
        first, second = an_entry(race, 1, None, name=name), an_entry(race, 2, ANN)
        await keep(arena.circus.store, Summary(race, (first, second)))

    await to_the_end(arena)

    race_is = await arena.steward.race(RACE)
    order = [race_is.faction_of(entry) for entry in await arena.steward.log.places(race_is)]
    factions = [each.faction for each in order if each is not None]
    mine = race_is.faction_for(ANN)
    assert mine is not None
    is_beaten = factions.index(mine.faction) < factions.index(house[name])
    line = (
        f"🎉 You have beaten **{name}**, who had beaten you three times running."
        if is_beaten
        else f"🐍 **{name}** has now beaten you four times running."
    )
    to_ann = ["\n".join(each.said.contents()) for each in arena.client.user_of(ANN).dms.messages]
    others = [*arena.thread.messages, *arena.client.user_of(BOB).dms.messages]
    assert sum(line in each for each in to_ann) == 1
    assert not any("running" in text and name in text for each in others for text in each.said.contents())


async def three_defeats(arena: Arena, name: str) -> None:
    """Keep three races in which a house driver came in before Ann."""
    for number in (101, 102, 103):
        race = a_past_race(number, at=arena.circus.clock.now - 60 * number, is_rated=False)
        await keep(arena.circus.store, Summary(race, (an_entry(race, 1, None, name=name), an_entry(race, 2, ANN))))


@pytest.mark.parametrize("defeats", [0, 3])
async def test_a_lone_player_hears_of_a_nemesis_and_of_nothing_else(
    arena: Arena, defeats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They saw the end; a defeat or a victory over a nemesis is news (H-6)."""
    for where, name in DRAWN:
        monkeypatch.setattr(where, name, sketch)
    race = await arena.lobby(story=StoryMode.TURN)
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await arena.steward.lobbies.fill(race, ANN, None, 1)
    name = next(each.name for each in (await arena.steward.race(race)).factions if each.player is None)
    if defeats:
        await three_defeats(arena, name)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    await to_the_end(arena)

    told = ["\n".join(each.said.contents()) for each in arena.client.user_of(ANN).dms.messages]
    about = [each for each in told if f"**{name}**" in each and "running." in each]
    assert len(about) == (1 if defeats else 0)
    assert not any("🥇" in each or "1st of" in each for each in told), "the result stands in the thread"
    assert "running." not in "\n".join(text for each in arena.thread.messages for text in each.said.contents())


@pytest.mark.parametrize("was_out", [True, False])
async def test_a_lone_driver_who_was_out_before_hears_of_the_end_once_and_quietly(
    arena: Arena, was_out: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where, name in DRAWN:
        monkeypatch.setattr(where, name, sketch)
    monkeypatch.setattr(results, "_was_out", lambda *_: was_out)
    race = await arena.lobby(story=StoryMode.TURN)
    await arena.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await arena.steward.lobbies.fill(race, ANN, None, 1)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()
    assert "I'll tell you how it ends" in out_text(await arena.steward.race(race))
    await to_the_end(arena)
    await arena.deliver()

    heard = [each for each in arena.client.user_of(ANN).dms.messages if "of 2" in "\n".join(each.said.contents())]
    assert len(heard) == was_out
    assert all(each.said.others.get("silent") for each in heard)


async def test_who_was_out_before_the_last_turn_may_not_have_seen_the_end(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = await arena.steward.race(await arena.open_race())
    seen_out = {race.record.ruleset: SimpleNamespace(out=lambda view: view)}  # a view here is who is out in it
    monkeypatch.setattr(results, "PLAYED", seen_out)
    assert results._was_out(race, ANN, [(), (RED,), (RED,)])
    assert not results._was_out(race, ANN, [(), (RED,)]), "out in the last turn: they saw it"
    assert not results._was_out(race, BOB, [(), (RED,), (RED,)])
    assert not results._was_out(race, EVE, [(), (RED,), (RED,)])


async def test_nothing_is_promised_where_nothing_is_told(arena: Arena) -> None:
    """A race told step by step ends in its thread, for everybody."""
    told = out_text(await arena.steward.race(await arena.open_race(story=StoryMode.FULL)))
    assert "I'll tell you" not in told
    assert "shows it" in told
