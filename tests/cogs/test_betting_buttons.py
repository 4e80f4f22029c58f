"""Which buttons of the betting table a race's panel has."""

from cogs.posts.race_panel import panel
from engine.betting.rules import TableRules
from records.values import RaceId
from tests.cogs.arena import ANN, BOB, Arena
from tests.cogs.bettors import driven_race, house_race, labels
from tests.cogs.fakes import Said

DM = 777


async def panel_of(arena: Arena, race: RaceId) -> Said:
    return Said(view=panel(await arena.steward.race(race), "words"))


async def test_the_panel_has_the_buttons_of_the_table_where_there_is_one(arena: Arena) -> None:
    race = await house_race(arena)
    in_lobby = labels(await panel_of(arena, race))
    off = TableRules(pools=False, sealed=False)
    await arena.steward.wagers.set_rules(race, ANN, lambda _rules: off)
    without = labels(await panel_of(arena, race))
    alone = labels(await panel_of(arena, await arena.lobby(guild=0, thread=DM)))

    assert "Bet" in in_lobby
    assert "Bet" not in without + alone


async def test_buttons_of_the_panel_as_the_race_goes_on(arena: Arena) -> None:
    race = await driven_race(arena, BOB)
    await arena.steward.lobbies.start(race, ANN)
    running = labels(await panel_of(arena, race))
    await arena.steward.lobbies.cancel(race, ANN)
    cancelled = labels(await panel_of(arena, race))

    assert [label for label in running if label in ("Bet", "Odds")] == ["Bet", "Odds"]
    assert not {"Bet", "Odds", "My slip"} & set(cancelled)
