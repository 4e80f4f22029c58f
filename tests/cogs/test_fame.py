"""The hall of fame and ratings as people read them: every page, whom it hides, and what it never mixes up."""

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.commands.fame import fame
from cogs.commands.my import MyCommands
from cogs.commands.rating import RatingCommands
from cogs.panels.fame import PAGES, FameMenu
from cogs.panels.share import ShareButton
from engine.circus_maximus.words.facts import DriverDied, Rammed
from records.past import Seen, Summary
from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import CHANNEL, FakeInteraction
from tests.cogs.samples import NASTIEST
from tests.kept import once
from tests.pasts import a_summary, keep

RATING: Any = RatingCommands()
FAME: Any = fame
MY: Any = MyCommands()
NAMES = {ANN: "Ann", BOB: "Bob", EVE: "Eve"}


def named(summary: Summary) -> Summary:
    """Return a race with people by their names."""
    names = [NAMES.get(each.person or PlayerId(0), "house") for each in summary.entries]
    entries = [replace(each, name=name, driver=name) for each, name in zip(summary.entries, names, strict=True)]
    return Summary(summary.race, tuple(entries))


def changed(summary: Summary, at: int = 0, **values: Any) -> Summary:
    """Return a race with one of its chariots changed."""
    entries = list(named(summary).entries)
    entries[at] = replace(entries[at], **values)
    return Summary(summary.race, tuple(entries))


def a_user(player: PlayerId) -> Any:
    return SimpleNamespace(id=player, display_name=NAMES[player], bot=False)


async def looked_up(arena: Arena, page: str = "records", game: str = "") -> FakeInteraction:
    """Have Ann open a page of the hall by its menu."""
    interaction = arena.act(ANN, data={"values": [page]}, kind=discord.InteractionType.component)
    menu: Any = FameMenu(game)
    return await outcome(interaction, menu.callback(interaction))


@once
async def hall(arena: Arena) -> None:
    """Keep four races of Ann, Bob and Eve; of one of them a channel is known that is another than Ann's."""
    await keep(
        arena.circus.store,
        changed(a_summary(1, ANN, BOB, EVE), turns=14, rams=5, odds=1250, survived=2, luck=2400, rolls=12),
        changed(a_summary(2, BOB, ANN, EVE), 1, is_alive=False, chariot="Celer", driver="Ann"),
        changed(a_summary(3, ANN, EVE, payoff=12_000, payee=EVE, payee_name="Eve"), turns=9, last=BOB, stable="Veneta"),
        named(a_summary(4, BOB, None, None)),  # alone against the house
    )
    await arena.steward.chronicler._rate()


async def test_the_hall_begins_with_a_sentence_and_each_record_has_its_race(arena: Arena) -> None:
    await hall(arena)

    interaction = arena.act(ANN)
    found = (await outcome(interaction, FAME.callback(interaction))).told

    assert "## 🏛️ **Ann** has won most: 2 of 3 races" in found
    assert "⏱️ Quickest race: 9 turns, **Ann**" in found
    assert "🎲 Longest odds that came in: 12.5 : 1" in found
    assert "🪙 Largest payoff: 12,000 s, **Eve** · [Ludi 3](https://discord.com/channels/1/3)" in found
    assert "🐏 Most rams in a race: 5 rams" in found
    assert "🩹 Most wrecks survived: 2 wrecks" in found
    assert "🍀 Luckiest dice: 70 % (50 % is fair)" in found
    assert "🤝 Most loyal substitute: **Bob**: drove for others in 1 race" in found
    assert {"film:1", "film:3"} <= set(interaction.last.words())


@pytest.mark.parametrize("page", PAGES)
async def test_every_page_says_something_with_races_and_without(arena: Arena, page: str) -> None:
    assert (await looked_up(arena, page)).last.contents()[1:]

    await hall(arena)
    found = await looked_up(arena, page)

    assert found.last.contents()[1:]
    assert "so the hall is empty" not in found.told


async def test_a_page_with_nothing_on_it_says_so_of_itself_alone(arena: Arena) -> None:
    race = named(a_summary(1, ANN, BOB, payoff=900, payee=EVE, payee_name="Eve"))
    await keep(arena.circus.store, Summary(race.race, tuple(replace(each, place=None) for each in race.entries)))

    assert "no race of one is over here yet. `/league new`" in (await looked_up(arena, "stables")).told
    assert "Nobody has come in first" in (await looked_up(arena, "courses")).told
    assert "No race of Ave Caesar with two people" in (await looked_up(arena, "records", "ave-caesar")).told
    records = (await looked_up(arena)).told
    assert "No player has won here yet, in 1 race" in records
    assert "Largest payoff: 900 s, **Eve**" in records, "bets are paid though nobody comes in"


async def test_whoever_drove_for_somebody_else_has_the_record_by_their_own_name(arena: Arena) -> None:
    await keep(
        arena.circus.store,
        changed(a_summary(1, ANN, EVE)),
        changed(a_summary(2, EVE, ANN), name="Ann", owner=ANN, turns=7),
        changed(a_summary(3, BOB, ANN), name="Ann", owner=ANN, rams=3),
    )

    found = (await looked_up(arena)).told

    assert "Quickest race: 7 turns, **Eve**" in found
    assert "Most rams in a race: 3 rams, **A substitute**" in found, "Bob has raced by no name of his own"


async def test_pages_tell_what_each_has_done(arena: Arena) -> None:
    await hall(arena)

    assert "1. **Ann**: 2 wins in 3 races, 1 other place on the podium" in (await looked_up(arena, "people")).told
    assert "1. **Veneta**: 1 win in 1 race" in (await looked_up(arena, "stables")).told
    games = (await looked_up(arena, "games")).told
    assert re.search(r"1\. \*\*Circus Maximus\*\*: \d+ races?(\n|$)", games), "a game wins nothing"
    assert "🪦 **Celer**, driven by Ann: 1 race, 0 wins · fell in" in (await looked_up(arena, "fallen")).told
    assert "**Basic, 3 laps**: 9 turns" in (await looked_up(arena, "courses")).told


async def test_two_people_stand_against_each_other(arena: Arena) -> None:
    await hall(arena)

    interaction = arena.act(ANN)
    found = (await outcome(interaction, FAME.callback(interaction, rival=a_user(BOB)))).told

    assert "## ⚔️ **Ann** 1 : 1 **Bob**" in found
    assert "🔽 2nd against 1st" in found
    alone = arena.act(ANN)
    assert (
        "Nobody races against themselves" in (await outcome(alone, FAME.callback(alone, a_user(BOB), a_user(BOB)))).told
    )


async def test_a_new_name_and_a_new_owner_change_no_race_that_is_over(arena: Arena) -> None:
    before = changed(a_summary(1, ANN, BOB), stable="Veneta", name="Annie", chariot="Celer")
    after = changed(a_summary(2, EVE, ANN), stable="Veneta", owner=EVE)
    await keep(arena.circus.store, before, after)

    people = (await looked_up(arena, "people")).told
    stables = (await looked_up(arena, "stables")).told

    assert "**Ann**: 1 win in 2 races" in people
    assert "**Eve**: 1 win in 1 race" in people
    assert "**Veneta**: 2 wins in 2 races" in stables


async def test_races_in_a_channel_that_somebody_does_not_see_are_not_there_for_them(arena: Arena) -> None:
    secret = named(a_summary(2, BOB, ANN, channel=77, title="Secret"))
    await keep(arena.circus.store, named(a_summary(1, ANN, BOB)), secret)
    await arena.steward.chronicler._rate()
    hidden = [each for each in await arena.steward.fame.channels(1) if each != CHANNEL]
    assert hidden == [77]

    seen = await arena.steward.fame.tallies(_seen(77), "person", 5)
    rating = await arena.steward.fame.races(_seen(77), [RaceId(1), RaceId(2)])

    assert [(each.name, each.wins, each.races) for each in seen] == [("Ann", 1, 1), ("Bob", 0, 1)]
    assert list(rating) == [1]


def _seen(*hidden: int) -> Seen:
    return Seen(guild=1, hidden=hidden)


async def test_a_driver_of_a_league_keeps_their_record_from_stable_to_stable(arena: Arena) -> None:
    felix: dict[str, Any] = {"driver": "Felix · Ludi"}
    await keep(
        arena.circus.store,
        changed(a_summary(1, ANN, BOB, league=9), **felix, stable="Veneta", chariot="Veneta 1"),
        changed(a_summary(2, BOB, ANN, league=9), 1, **felix, stable="Prasina", chariot="Prasina", is_alive=False),
        changed(a_summary(3, ANN, BOB, league=10), **felix, stable="Veneta", chariot="Veneta 1"),
    )

    assert "🪦 **Felix · Ludi**, of Prasina: 2 races, 1 win · fell in" in (await looked_up(arena, "fallen")).told
    assert "**Felix · Ludi**: 2 wins in 3 races" in (await looked_up(arena, "drivers")).told


async def test_names_can_do_no_harm(arena: Arena) -> None:
    nasty: dict[str, Any] = dict.fromkeys(("name", "stable", "chariot", "driver"), NASTIEST[:60])
    await keep(arena.circus.store, changed(a_summary(1, ANN, BOB), **nasty, is_alive=False))

    for page in PAGES:
        for text in (await looked_up(arena, page)).last.contents():
            assert "@everyone" not in text


async def test_ratings_are_told_with_their_margin(arena: Arena) -> None:
    await hall(arena)

    mine = arena.act(ANN)
    shown = (await outcome(mine, RATING.show.callback(RATING, mine))).told
    top = arena.act(ANN)
    arena.circus.clock.now = 1_000_000.0 + 5 * 3600
    listed = (await outcome(top, RATING.top.callback(RATING, top))).told

    assert "Circus Maximus: 1,6" in shown
    assert ", 3 races**, against 2 rivals" in shown
    assert "· [Ludi 2](https://discord.com/channels/1/3)" in shown
    assert "1. **Ann**: **1,6" in listed
    assert "❔" in listed


async def test_a_race_that_another_called_off_is_no_loss_and_no_rating_of_its_own(arena: Arena) -> None:
    lost: dict[str, Any] = {"outcome": "called off", "called_off_by": BOB}
    await keep(arena.circus.store, named(a_summary(1, BOB, ANN, EVE)), named(a_summary(2, BOB, ANN, **lost)))
    await keep(arena.circus.store, named(a_summary(3, BOB, ANN, **lost, ruleset="ave-caesar")))
    await arena.steward.chronicler._rate()

    shown = [
        (mine := arena.act(player), await outcome(mine, RATING.show.callback(RATING, mine))) for player in (ANN, BOB)
    ]
    assert "(called off) <t" in shown[0][1].told
    assert "(called off, which counts as lost)" in shown[1][1].told
    card = arena.act(ANN)
    told = (await outcome(card, MY.card.callback(MY, card))).told
    assert "Ave Caesar" not in told
    assert "0 races" not in told


async def test_who_has_not_raced_lately_is_not_in_the_list(arena: Arena) -> None:
    await hall(arena)

    top = arena.act(ANN)
    assert "in the last 90 days" in (await outcome(top, RATING.top.callback(RATING, top))).told


async def test_a_card_shows_what_somebody_has_done_and_has_the_film_of_their_best_moment(arena: Arena) -> None:
    await hall(arena)

    interaction = arena.act(ANN)
    found = await outcome(interaction, MY.card.callback(MY, interaction))

    assert found.last.is_private
    assert "Circus Maximus: 1,6" in found.told
    assert "2 of 3 races won" in found.told
    assert "Best moment: Won Ludi 1 with Chariot of P100 at odds of 12.5 : 1." in found.told
    assert "film:1" in found.last.words()
    everybody = arena.act(ANN)
    assert not (await outcome(everybody, MY.card.callback(MY, everybody, for_all=True))).last.is_private


async def test_a_race_that_is_over_can_be_shared_in_a_few_lines(arena: Arena) -> None:
    race = await arena.open_race(rivals=1)
    early = arena.act(BOB)
    assert "not over" in (await outcome(early, pressed(early, race))).told
    await arena.circus.to_the_end(race)

    winner, driver = arena.act(EVE), arena.act(BOB)
    told = "\n".join((await outcome(winner, pressed(winner, race))).last.contents()).strip()
    mine = "\n".join((await outcome(driver, pressed(driver, race))).last.contents()).strip()

    turns = (await arena.steward.log.status(race)).view.turn
    assert told.splitlines()[2] == "🏇 Ludi · Circus Maximus"
    assert told.splitlines()[3].endswith(f": 1st after {turns} turns")
    assert "👑 led 🔼 gained 🔽 lost\n➖ kept 💥 crashed" in told
    assert mine.splitlines()[3].startswith("Blue: ")
    assert len(mine.split("```")[1].strip().splitlines()) <= 9


async def pressed(interaction: FakeInteraction, race: RaceId) -> None:
    button: Any = ShareButton(race)
    await button.callback(interaction)


async def test_a_race_as_it_was_run_stands_in_the_hall_and_nothing_of_one_under_way(arena: Arena) -> None:
    race = await arena.open_race(rivals=1)
    await arena.steward.chronicler.catch_up()
    assert "so the hall is empty" in (await looked_up(arena)).told
    await arena.circus.to_the_end(race)
    await arena.steward.chronicler.catch_up()

    (kept,) = await arena.circus.store.past.summaries(1)
    facts = await arena.steward.log.facts(race)
    assert (kept.race.edition, kept.race.course, kept.race.people) == ("basic", "1 lap", 2)
    assert kept.race.turns == (await arena.steward.log.status(race)).view.turn
    for each in kept.entries:
        rams = [fact for fact in facts if isinstance(fact, Rammed) and fact.entry == each.entry and fact.kind == "ram"]
        died = any(isinstance(fact, DriverDied) and fact.entry == each.entry for fact in facts)
        assert (each.rams, each.is_alive) == (len(rams), not died)
    places = await arena.steward.log.places(await arena.steward.race(race))
    assert {each.entry: each.place for each in kept.entries} == places
