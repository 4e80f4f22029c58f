"""The house circus in the hall: read off kept races alone, and of nothing that its reader may not know."""

from typing import Any

import discord
from msgspec.structs import replace

from cogs.panels.fame import FameMenu
from records.past import Seen, Summary
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, Arena, outcome
from tests.pasts import a_summary, keep, latest_ratings


def a_race(number: int, *names: str, alone: bool = True, **values: Any) -> Summary:
    """Return a race that house drivers came in of by these names, and Ann, and Bob too unless she was alone."""
    people: list[PlayerId | None] = [ANN] if alone else [ANN, BOB]
    summary = a_summary(number, *[None] * len(names), *people, **values)
    drove = [replace(each, name=name) for each, name in zip(summary.entries, names, strict=False)]
    return Summary(summary.race, (*drove, *summary.entries[len(names) :]))


async def told(arena: Arena) -> str:
    """Return the page of house drivers as Ann reads it."""
    interaction = arena.act(ANN, data={"values": ["house"]}, kind=discord.InteractionType.component)
    menu: Any = FameMenu("")
    found = await outcome(interaction, menu.callback(interaction))
    return "\n".join(found.last.contents())


async def test_house_drivers_have_records_form_a_rating_and_a_rival(arena: Arena) -> None:
    order = [("Fuscus", "Diocles"), ("Fuscus", "Diocles"), ("Diocles", "Fuscus")]
    await keep(arena.circus.store, *(a_race(number, *names) for number, names in enumerate(order, start=1)))

    page = await told(arena)

    fuscus, diocles = await arena.steward.house_circus(Seen(guild=1))
    assert (fuscus.name, fuscus.starts, fuscus.wins, fuscus.form, fuscus.latest) == ("Fuscus", 3, 2, (1, 1, 2), 2)
    assert (diocles.rival, diocles.ahead, diocles.behind) == ("Fuscus", 1, 2)
    assert fuscus.mean > 1500 > diocles.mean
    assert "1. **Fuscus**: 2 wins in 3 races, rating" in page
    assert "last places 1 1 2 · 2 : 1 against Diocles" in page


async def test_form_tells_of_the_last_five_starts_and_of_those_without_a_place(arena: Arena) -> None:
    await keep(arena.circus.store, *(a_race(number, "Fuscus") for number in range(1, 7)))
    out = a_race(7, "Fuscus")
    await keep(arena.circus.store, Summary(out.race, (replace(out.entries[0], place=None), *out.entries[1:])))

    assert "1. **Fuscus**: 6 wins in 7 races, rating 1,500 · last places 1 1 1 1 –" in await told(arena)


async def test_nobody_else_who_bears_the_name_is_a_house_driver(arena: Arena) -> None:
    person = a_race(1, "Fuscus", "Diocles")
    bears = replace(person.entries[0], person=BOB, owner=BOB)
    left = replace(person.entries[1], owner=BOB)  # the house drives in a place that is Bob's
    await keep(arena.circus.store, Summary(person.race, (bears, left, person.entries[2])), a_race(2, "Stranger"))
    await keep(arena.circus.store, a_race(3, "Teres", league=RaceId(9)), a_race(4, "Hierax", outcome="called off"))

    assert await arena.steward.house_circus(Seen(guild=1)) == []
    assert "No house driver has finished a race here yet." in await told(arena)


async def test_drivers_of_one_team_are_no_rivals(arena: Arena) -> None:
    race = a_race(1, "Fuscus", "Diocles")
    first, second, ann = race.entries
    await keep(arena.circus.store, Summary(race.race, (first, replace(second, team=first.team), ann)))

    assert [each.rival for each in await arena.steward.house_circus(Seen(guild=1))] == ["", ""]


async def test_a_race_out_of_sight_and_one_elsewhere_change_nothing(arena: Arena) -> None:
    await keep(arena.circus.store, a_race(1, "Fuscus", "Diocles"))
    seen = Seen(guild=1, hidden=(77,))
    before = await arena.steward.house_circus(seen)

    await keep(arena.circus.store, a_race(2, "Diocles", "Fuscus", channel=77), a_race(3, "Diocles", "Teres", guild=5))

    assert await arena.steward.house_circus(seen) == before
    assert [each.starts for each in await arena.steward.house_circus(Seen(guild=1))] == [2, 2]


async def test_no_person_is_rated_by_a_race_of_the_house(arena: Arena) -> None:
    await keep(arena.circus.store, a_race(1, "Fuscus", "Diocles"))
    await arena.steward.chronicler._rate()
    assert len(await arena.steward.house_circus(Seen(guild=1))) == 2

    assert await latest_ratings(arena.circus.store, "circus-maximus") == {}
