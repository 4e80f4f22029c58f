"""A house driver's page: made of what its reader may know of, and of rows of defeats it tells theirs alone."""

from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.panels.house_driver import HouseMenu
from cogs.panels.watch import WatchButton
from records.past import Seen, Summary
from records.values import PlayerId
from steward import Picture
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.pasts import a_past_race, an_entry, keep
from words.shared.house_driver import driver_lines


async def chosen(arena: Arena, name: str, player: PlayerId = ANN, **where: Any) -> FakeInteraction:
    interaction = arena.act(player, data={"values": [name]}, kind=discord.InteractionType.component, **where)
    menu: Any = HouseMenu("hall")
    return await outcome(interaction, menu.callback(interaction))


def beaten(number: int, *people: PlayerId, channel: int = 2) -> Summary:
    """Return a race in which Fuscus came in before some people, and Diocles last."""
    race = a_past_race(number, channel=channel, is_rated=False)
    drove = [an_entry(race, 1, None, name="Fuscus")]
    drove += [an_entry(race, place, each) for place, each in enumerate(people, start=2)]
    return Summary(race, (*drove, an_entry(race, len(drove) + 1, None, name="Diocles")))


async def test_a_page_tells_record_form_rival_and_people(arena: Arena) -> None:
    await keep(arena.circus.store, *(beaten(number, ANN, BOB) for number in (1, 2, 3)))

    page = (await chosen(arena, "Fuscus")).told

    assert "## 🏺 Fuscus" in page
    assert "3 wins in 3 races · last places 1 1 1" in page
    assert "1st of 2 house drivers" in page
    assert "Rival: **Diocles**, 3 : 0" in page
    assert "👤 Fuscus : you 3 : 0" in page
    assert "has now beaten you three times running" in page
    assert "P200" in page
    assert "house-fuscus.png" in page


async def test_of_a_row_of_defeats_only_its_own_reader_is_told(arena: Arena) -> None:
    await keep(arena.circus.store, *(beaten(number, ANN) for number in (1, 2, 3)))

    assert "running" not in (await chosen(arena, "Fuscus", BOB)).told
    assert "running" in (await chosen(arena, "Fuscus", ANN)).told


async def test_a_race_out_of_sight_changes_nothing_of_it(arena: Arena) -> None:
    await keep(arena.circus.store, beaten(1, ANN))
    seen = Seen(guild=1, hidden=(77,))

    async def page() -> tuple[list[str], Picture]:
        known = await arena.steward.house_circus(seen)
        met = await arena.steward.cards.met_by_house(seen, "Fuscus")
        fuscus = next(each for each in known if each.name == "Fuscus")
        return driver_lines(fuscus, known, met, EVE), await arena.steward.cards.house_card(seen, fuscus, {})

    before = await page()
    await keep(arena.circus.store, beaten(2, ANN, channel=77), beaten(3, BOB, channel=77))

    assert await page() == before


@pytest.mark.parametrize("name", ["Ann", "", "Fuscus; DROP", "Teres"])
async def test_nobody_else_has_a_page(arena: Arena, name: str) -> None:
    await keep(arena.circus.store, beaten(1, ANN))
    bears = beaten(2, BOB)
    await keep(
        arena.circus.store,
        Summary(bears.race, (replace(bears.entries[0], person=BOB, owner=BOB, name="Teres"), *bears.entries[1:])),
    )

    assert "wins in" not in (await chosen(arena, name)).told


async def test_the_entry_list_leads_to_the_pages_of_its_house_drivers(arena: Arena) -> None:
    race = await arena.open_race(rivals=2)

    interaction = arena.act(EVE, kind=discord.InteractionType.component)
    button: Any = WatchButton(race, "status")
    shown = await outcome(interaction, button.callback(interaction))

    assert "house-driver:race" in shown.last.words()
    named = [each.name for each in (await arena.steward.race(race)).factions if each.player is None]
    assert set(named) <= set(shown.last.words())
