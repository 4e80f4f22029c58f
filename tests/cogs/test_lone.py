"""What somebody finds who drives alone: the house and the race of the day on their card, a hall that is not empty."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.commands.fame import fame
from cogs.commands.my import MyCommands
from cogs.panels.daily_tables import DailyTable
from records.daily import TryRecord
from records.limits import DAY
from records.past import Seen, Summary
from records.values import PlayerId
from steward.daily.days import last_closed
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import GUILD, FakeInteraction
from tests.cogs.test_fame import NAMES, a_user, changed, looked_up, named
from tests.pasts import a_summary, keep

FAME: Any = fame
MY: Any = MyCommands()


async def card(arena: Arena, viewer: PlayerId, whose: PlayerId | None = None, **options: Any) -> FakeInteraction:
    acts = arena.act(viewer)
    person = None if whose is None else a_user(whose)
    return await outcome(acts, MY.card.callback(MY, acts, person=person, **options))


def closed(arena: Arena) -> int:
    return last_closed(datetime.fromtimestamp(arena.circus.clock(), UTC))


async def drove(arena: Arena, person: PlayerId, number: int, place: int, guild: int = GUILD) -> None:
    mine = TryRecord(number=number, person=person, name=NAMES[person], guild=guild, began=1.0)
    mine = await arena.circus.store.daily.begin(mine)
    values: dict[str, Any] = {"given": 1, "ended": 2.0, "place": place, "better": 50}
    await arena.circus.store.daily.go_on(TryRecord(**{**_plain(mine), **values}), 0)


def _plain(record: TryRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


async def alone(arena: Arena, person: PlayerId = ANN, **values: Any) -> None:
    """Keep a race of one person against the house, in which they came in second."""
    race = changed(a_summary(1, None, person, **values), 0, name="Fuscus", driver="Fuscus")
    await keep(arena.circus.store, Summary(race.race, race.entries))


async def test_a_card_of_somebody_alone_tells_of_the_house_and_of_the_race_of_the_day(arena: Arena) -> None:
    arena.circus.clock.now = 1_900_000_000.0
    await alone(arena, at=1.0)
    for back, place in ((2, 4), (1, 2), (0, 2)):
        await drove(arena, ANN, closed(arena) - back, place)
    told = (await card(arena, ANN)).told
    assert "Against the house: 1 race, 2nd at best" in told
    assert "Race of the day: 3 days driven" in told
    assert "Best there: 2nd of 6, 2 times" in told
    assert "none with others yet" not in told


async def test_others_learn_of_closed_days_in_their_server_alone(arena: Arena) -> None:
    arena.circus.clock.now = 1_900_000_000.0
    await drove(arena, ANN, closed(arena), 3)
    before = [(await card(arena, BOB, ANN)).told, (await card(arena, ANN, for_all=True)).told]
    assert "Best there: 3rd of 6" in before[0]
    await drove(arena, ANN, closed(arena) + 1, 1)
    await drove(arena, ANN, closed(arena) - 1, 1, guild=GUILD + 1)
    after = [(await card(arena, BOB, ANN)).told, (await card(arena, ANN, for_all=True)).told]
    assert after == before, "a day that is open, and one driven elsewhere"
    assert "Race of the day: 3 days driven" in (await card(arena, ANN)).told


async def test_a_race_against_the_house_in_a_hidden_channel_stands_on_no_card_for_all(arena: Arena) -> None:
    await alone(arena, channel=77)
    assert "Against the house" in (await card(arena, ANN)).told
    seen = await arena.steward.cards.alone(_seen(77), ANN)
    assert seen == []


def _seen(*hidden: int) -> Seen:
    return Seen(guild=GUILD, hidden=hidden)


@pytest.mark.parametrize("has_raced", [True, False])
async def test_a_person_is_followed_from_their_card_and_from_their_record(arena: Arena, has_raced: bool) -> None:
    if has_raced:
        await keep(arena.circus.store, named(a_summary(1, ANN, BOB)))
    assert f"follow-person:{BOB}" in (await card(arena, EVE, BOB)).last.words()
    record = arena.act(EVE)
    shown = await outcome(record, FAME.callback(record, person=a_user(BOB)))
    assert f"follow-person:{BOB}" in shown.last.words()
    assert ("has not finished a race with others" in shown.told) is not has_raced
    assert shown.last.is_private


async def test_nobody_shows_somebody_elses_card_to_all_follows_themselves_or_looks_at_a_bot(arena: Arena) -> None:
    assert (await card(arena, EVE, BOB, for_all=True)).last.is_private
    assert "follow-person" not in (await card(arena, EVE, EVE)).told
    acts = arena.act(EVE)
    bot = SimpleNamespace(id=5, display_name="Robot", bot=True)
    assert "Bots have no card" in (await outcome(acts, MY.card.callback(MY, acts, person=bot))).told


async def test_a_hall_without_races_of_two_shows_the_house_and_the_race_of_the_day(arena: Arena) -> None:
    arena.circus.clock.now = 1_900_000_000.0
    assert "`/daily` is the race of the day" in (await looked_up(arena)).told
    await alone(arena, at=1.0)
    for person in (ANN, BOB):
        await drove(arena, person, closed(arena), 2)
    told = (await looked_up(arena)).told
    assert "so the hall is empty" in told
    assert "1. **Fuscus**: 1 win in 1 race" in told
    assert f"Race of the day, day {closed(arena)}: **Ann** and **Bob** drove best here, 2nd of 6." in told


async def test_month_and_hall_say_from_when_a_newcomers_days_count(arena: Arena) -> None:
    def member(days: float) -> Any:
        joined = datetime.fromtimestamp(arena.circus.clock() - days * DAY, UTC)
        return SimpleNamespace(id=ANN, display_name="Ann", bot=False, joined_at=joined)

    async def looks(days: float) -> str:
        acts = arena.act(ANN)
        acts.user = member(days)
        await acts.response.defer(ephemeral=True, thinking=True)
        button: Any = DailyTable("hall", 1)
        return (await outcome(acts, button.press(acts))).told

    arena.circus.clock.now = 1_900_000_000.0
    due = int(arena.circus.clock() + 10 * DAY)
    assert f"from <t:{due}:D> on count for you" in await looks(20)
    assert "on count for you" not in await looks(31)
