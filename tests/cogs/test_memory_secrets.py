"""Whatever remembers tells nothing of what is under way: two worlds that differ in a secret look alike in it."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from cogs.commands.fame import fame
from cogs.commands.my import MyCommands
from cogs.commands.rating import RatingCommands
from cogs.panels.fame import PAGES, FameMenu
from cogs.panels.share import ShareButton
from engine.circus_maximus.words.asks import Preparation
from engine.rulesets import RULESETS
from records.values import PlayerId, RaceId
from steward import Agreed
from tests.cogs.arena import ANN, BOB, EVE, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD
from tests.cogs.forum import Forum
from tests.cogs.test_cups import Place
from tests.cogs.test_fame import a_user, changed
from tests.cogs.test_league_secrets import eve as on_the_eve
from tests.cogs.test_league_secrets import settled, to
from tests.pasts import a_summary, keep

MY, RATING = MyCommands(), RatingCommands()
Looks = dict[str, Callable[[Any], Awaitable[Any]]]


def looks(race: RaceId) -> Looks:
    """Return all that can be looked up of the past, by name."""
    hall: Any = fame
    my: Any = MY
    rating: Any = RATING
    menu: Any = FameMenu("")
    share: Any = ShareButton(race)

    def page(name: str) -> Callable[[Any], Awaitable[Any]]:
        async def look(interaction: Any) -> None:
            interaction.data = {"values": [name]}
            interaction.type = discord.InteractionType.component
            await menu.callback(interaction)

        return look

    return {
        **{f"page {name}": page(name) for name in PAGES},
        "hall": hall.callback,
        **{f"person {each}": lambda i, each=each: hall.callback(i, person=a_user(each)) for each in (ANN, BOB)},
        "rivals": lambda interaction: hall.callback(interaction, a_user(ANN), a_user(BOB)),
        **{f"rating {each}": lambda i, each=each: rating.show.callback(rating, i, a_user(each)) for each in (ANN, BOB)},
        "top": lambda interaction: rating.top.callback(rating, interaction),
        "card": lambda interaction: my.card.callback(my, interaction),
        "card for all": lambda interaction: my.card.callback(my, interaction, for_all=True),
        "share": share.callback,
    }


async def looked_up(world: Arena, player: PlayerId, race: RaceId) -> dict[str, Any]:
    """Return all that a player finds: words, alt texts, what pictures are drawn from, and every row behind them."""
    await world.steward.chronicler.catch_up()
    seen: dict[str, Any] = {"rows": await world.circus.store.past.everything()}
    for name, look in looks(race).items():
        interaction: Any = world.act(player)
        found = await outcome(interaction, look(interaction))
        seen[name] = [(said.words(), said.pictures()) for said in found.said]
        assert any(words for words, _ in seen[name]), name
    return seen


async def remember(world: Arena) -> None:
    """Keep three races of earlier days, and their ratings."""
    world.circus.clock.now = 1_000_000.0 + 5 * 86_400
    races = (a_summary(101, ANN, BOB, EVE), a_summary(102, BOB, ANN, EVE), a_summary(103, ANN, EVE))
    await keep(world.circus.store, *(changed(each, turns=14, rams=2, luck=2_000, rolls=9) for each in races))


async def test_a_race_under_way_is_in_nothing_that_is_looked_up(worlds: tuple[Arena, Arena]) -> None:
    """Bob prepares otherwise in one world; Ann drives against him, and Eve looks on."""
    found = []
    for world, secret in zip(worlds, (Preparation(1, 1, 1, 1), Preparation(2, 2, 0, 0)), strict=True):
        race = await world.open_race()
        await remember(world)
        await world.give(BOB, secret)
        seen = [(player, await looked_up(world, player, race)) for player in (ANN, EVE)]
        found.append({f"{player} {name}": told for player, all_told in seen for name, told in all_told.items()})

    assert found[0] == found[1]
    assert {row[0] for row in found[0][f"{ANN} rows"]["past_race"]} == {101, 102, 103}


async def cup_in_its_second_race(world: Arena) -> RaceId:
    """Open a cup of three races; return the second one, which has begun."""
    series = RULESETS[GAME.id].series
    seconds = {kind: each.seconds for kind, each in GAME.decisions.items()}
    agreed = Agreed(GUILD, CHANNEL, ANN, GAME.id, GAME.options(laps=1), series.options(), seconds, "Cup", 3)
    cup = await world.steward.cups.open(agreed)
    first = cup.races[0].record.id
    await world.steward.lobbies.set_thread(first, 31)
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await world.steward.lobbies.join(first, player, name)
    await world.steward.lobbies.start(first, ANN)
    await world.circus.to_the_end(first)
    second = (await world.steward.cups.next_race(cup.id, ANN)).record.id
    await world.steward.lobbies.set_thread(second, 32)
    await world.steward.lobbies.start(second, ANN)
    await world.deliver()
    return second


@pytest.mark.slow
async def test_a_cup_tells_ranges_and_chances_of_races_that_are_over_alone(
    worlds: tuple[Arena, Arena], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.session.seal_of_text", lambda _text, _salt: "0" * 64)  # seals differ, and tell nothing
    found = []
    for world, secret in zip(worlds, (Preparation(1, 1, 1, 1), Preparation(2, 2, 0, 0)), strict=True):
        race = await cup_in_its_second_race(world)
        await world.give(BOB, secret)
        seen = await looked_up(world, EVE, race)
        place = Place(world)
        for name in ("standings", "export"):
            shown = await place.use(name, player=EVE, cup="1")
            seen[name] = [(said.words(), said.pictures()) for said in shown.said]
        cup = await world.steward.cups.cup((await world.steward.cups.of_guild(GUILD))[0].id)
        seen["ranges"] = (cup.ranges, cup.wins, await world.steward.cups.chances(cup))
        found.append(seen)

    for name, told in found[0].items():
        assert told == found[1][name], name
    assert any("can still" in word for words, _ in found[0]["standings"] for word in words)


@pytest.mark.slow
async def test_a_season_under_way_is_in_nothing_that_is_looked_up(worlds: tuple[Arena, Arena]) -> None:
    found = []
    for world, seal in zip(
        worlds, (on_the_eve(), on_the_eve(plans=[("slow", 1_500)], guards=(0, 300, 0))), strict=True
    ):
        forum = Forum(world)
        await to(forum, "eve")
        await remember(world)
        await seal(forum)
        await settled(forum)
        found.append(await looked_up(world, BOB, RaceId(1)))

    for name, told in found[0].items():
        assert told == found[1][name], name
