"""The rules of the betting table: set by the host from menus, and what others may do with them."""

from typing import Any

from records.values import PlayerId, RaceId
from tests.cogs.arena import ANN, EVE, Arena, outcome
from tests.cogs.bettors import bet, house_race, member, menu, tap
from tests.cogs.fakes import FakeInteraction

WIN = 2


async def bets(arena: Arena, player: PlayerId, race: RaceId) -> FakeInteraction:
    """Run /host race what:bets."""
    from cogs.commands.race import RaceCommands  # noqa: PLC0415 - it takes a moment to build

    group: Any = RaceCommands()
    interaction: Any = member(arena, player)
    return await outcome(interaction, group.get_command("bets").callback(group, interaction, str(race)))


async def test_the_host_sets_the_rules_of_the_table_from_menus_that_describe_themselves(arena: Arena) -> None:
    race = await house_race(arena)

    shown = await bets(arena, ANN, race)
    switches, cover = menu(shown.last, f"betrule:{race}:-switches"), menu(shown.last, f"betrule:{race}:cover")
    await tap(arena, ANN, switches["custom_id"], "pools", "sealed", "owners")
    await tap(arena, ANN, cover["custom_id"], "bank")
    rules = await arena.steward.wagers.rules_of(race)

    assert [each["value"] for each in switches["options"]] == ["pools", "sealed", "owners", "windows"]
    assert [each["value"] for each in switches["options"] if each.get("default")] == ["pools", "sealed", "windows"]
    assert (rules.owners, rules.windows, rules.cover) == (True, False, "bank")


async def test_others_than_the_host_set_nothing_and_nobody_after_the_first_bet(arena: Arena) -> None:
    race = await house_race(arena)
    other = await bets(arena, EVE, race)
    pressed = await tap(arena, EVE, f"betrule:{race}:-switches", "pools")
    await bet(arena, EVE, race, WIN, "3", "500")

    late = await tap(arena, ANN, f"betrule:{race}:-switches", "pools")

    assert "Only the host" in other.told
    assert "Only the host" in pressed.told
    assert "1 bet on this race is placed already" in late.told
    assert len(late.said) == 1
    assert (await arena.steward.wagers.rules_of(race)).sealed


async def test_where_the_host_has_switched_it_off_the_table_says_so(arena: Arena) -> None:
    race = await house_race(arena)
    await tap(arena, ANN, f"betrule:{race}:-switches")

    shown = await tap(arena, EVE, f"bets:open:{race}")

    assert "without a betting table" in shown.told
