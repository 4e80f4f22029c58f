"""Lesson 9, an auction: its task can be done and missed, dice fall alike at each try, and it ends before a race."""

from typing import Any

import pytest

from cogs.panels.lesson import begin, farewell, verdict_on
from cogs.panels.teaching import taught
from engine.leagues.epic_house import advised_bids
from engine.leagues.words.epic_sheets import BidSheet, Maximum
from engine.leagues.words.sheets import Entries
from engine.questions import Answer
from records.races import PublicRace
from records.values import EntryId
from tests.cogs.arena import ANN, GAME, Arena, outcome
from tests.cogs.fakes import Said
from words import WORDS
from words.leagues.lesson import FAST, MOST_PAID

AUCTION = 9
OWN = EntryId(1)


@pytest.fixture
async def arena(tmp_path: Any) -> Any:
    arena = Arena(tmp_path / "races.sqlite3")
    await arena.circus.open()
    yield arena
    await arena.close()


async def begun(arena: Arena) -> PublicRace:
    interaction: Any = arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await outcome(interaction, begin(interaction, GAME, AUCTION))
    await arena.deliver()
    leagues = await arena.steward.leagues.of_player(ANN)
    return max(leagues, key=lambda league: league.record.id)


async def give(arena: Arena, answer: Answer) -> None:
    (opened,) = await arena.steward.open_asks(ANN)
    await arena.steward.races.drive(opened.race_id, opened.entry, [answer], player=ANN, asked=opened.asked)
    await arena.deliver()


async def played(arena: Arena, sheet: BidSheet) -> tuple[PublicRace, Any]:
    """Bid, enter all that was won, and return the league at its end with the word on it."""
    league = await begun(arena)
    await give(arena, sheet)
    if opened := await arena.steward.open_asks(ANN):
        question: Any = opened[0].ask.question
        await give(arena, Entries(tuple(question.injuries)[:2]))
    found = next(each for each in await arena.steward.leagues.of_player(ANN) if each.record.id == league.record.id)
    return found, await verdict_on(arena.steward, found)


async def bids(arena: Arena, most: int, budget: int | None = None, least_speed: int = FAST) -> BidSheet:
    """Return a sheet with one maximum for all lots that are fast enough, at their start at least."""
    await begun(arena)
    (opened,) = await arena.steward.open_asks(ANN)
    view: Any = opened.view
    speeds = {each.chariot.number: sum(horse.boxes for horse in each.chariot.team.horses) for each in view.market}
    lots = [lot for lot in view.catalogue if speeds[lot.item] >= least_speed]
    return BidSheet(tuple(Maximum(lot.number, max(most, lot.start)) for lot in lots), budget, wanted=2)


async def test_bids_within_a_budget_do_the_task_and_the_season_ends_before_a_race(arena: Arena) -> None:
    league, verdict = await played(arena, await bids(arena, 5_000, MOST_PAID))

    assert verdict.is_done, verdict
    assert league.record.state == "finished"
    assert not [race for race in await arena.steward.races_of(ANN) if race.record.league is not None]
    words = await farewell(arena.steward, league)
    assert "done!" in str(Said(view=words).words())


@pytest.mark.parametrize(
    ("most", "budget", "speed", "said"),
    [(20_000, None, FAST, "too much"), (500, None, 14, "fast enough"), (20_000, None, 14, "fast enough")],
)
async def test_bids_without_measure_and_bids_for_anything_miss_it(
    arena: Arena, most: int, budget: int | None, speed: int, said: str
) -> None:
    _, verdict = await played(arena, await bids(arena, most, budget, speed))

    assert not verdict.is_done
    assert said in verdict.said


async def test_a_house_managers_word_alone_misses_it(arena: Arena) -> None:
    await begun(arena)
    (opened,) = await arena.steward.open_asks(ANN)
    question: Any = opened.ask.question
    _, verdict = await played(arena, advised_bids(opened.view, OWN, question))

    assert not verdict.is_done


async def test_each_try_has_the_same_lots_and_rivals(arena: Arena) -> None:
    seen = []
    for _ in range(2):
        await begun(arena)
        (opened,) = await arena.steward.open_asks(ANN)
        seen.append(opened.ask.question)
        text = await taught(arena.steward, opened)
        assert "add up to 18 or more, for 4,500s together at the most" in text
        await begun_again(arena)
    assert seen[0] == seen[1]


async def begun_again(arena: Arena) -> None:
    """End the try that is under way, as another lesson does."""
    await arena.steward.practices.end((await arena.steward.leagues.of_player(ANN))[-1])


def test_it_is_the_last_lesson_of_the_game() -> None:
    lessons = WORDS[GAME.id].lessons
    assert len(lessons) == AUCTION
    assert lessons[-1].task is not None
