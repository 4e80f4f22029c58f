"""Races that an earlier version left in mid-turn go on by today's rules, and by rules that tell another story."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.game import AnyRuleset
from engine.questions import Ask
from engine.rulesets import RULESETS
from engine.table import Table
from records.play import FactRecord
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk
from steward.running.updates import still_told
from tests.archive.conftest import Opened
from tests.archive.files import named, problems_of
from tests.steward.circus import ANN, BOB, Circus

UNDER_WAY = [name for name in named("46583b9-*") if not name.endswith("-over")]
MOST_ANSWERS = 3_000

every_race = pytest.mark.parametrize("name", UNDER_WAY)


def retold(rules: AnyRuleset) -> AnyRuleset:
    """Return rules of which every turn rolls a die more as it begins."""

    def play(state: Any, table: Table) -> Any:
        table.roll(None, "omen", "0.0", count=1)
        yield from rules.play_turn(state, table)

    return dataclasses.replace(rules, play_turn=play)


def breaking(rules: AnyRuleset, entries: Sequence[EntryId]) -> AnyRuleset:
    """Return rules that break by whatever these chariots do but the default, where one is asked by itself.

    What players settle beforehand is followed, as orders are (S-46).
    """
    settled = () if rules.order_book is None else rules.order_book.unasked_kinds

    def play(state: Any, table: Table) -> Any:
        turn, sent = rules.play_turn(state, table), None
        while True:
            try:
                asked = turn.send(sent)
            except StopIteration:
                return
            sent = yield asked
            if not isinstance(asked, Ask) or asked.entry not in entries or asked.question.kind in settled:
                continue
            if sent != asked.default:
                raise ZeroDivisionError("only the default goes")

    return dataclasses.replace(rules, play_turn=play)


Change = Callable[[AnyRuleset, Sequence[EntryId]], AnyRuleset]
CHANGES: Mapping[str, Change] = {
    "the same rules": lambda rules, _entries: rules,
    "another story": lambda rules, _entries: retold(rules),
    "breaking": breaking,
}
QUICK = ("46583b9-basic-daily", "46583b9-caesar")


def is_quick(name: str, how: str) -> bool:
    return how == "the same rules" and name in QUICK


every_race_and_change = pytest.mark.parametrize(
    ("name", "change"),
    [
        pytest.param(name, change, id=f"{name}-{how}", marks=() if is_quick(name, how) else pytest.mark.slow)
        for name in UNDER_WAY
        for how, change in CHANGES.items()
    ],
)


async def race_of(circus: Circus) -> RaceId:
    (race,) = await circus.store.index.running()
    return race


async def taken_up(opened: Opened, name: str, change: Change) -> tuple[Circus, RaceId, Sequence[FactRecord]]:
    """Take a race up as a start of the program does; return what had been told before, too."""
    old = await opened(name)
    race = await race_of(old)
    lobby = await old.steward.race(race)
    # Orders for a whole turn are followed, whatever they say: what breaks by them breaks for good.
    driven = [] if lobby.record.pace == "daily" else [*lobby.entries_of(ANN), *lobby.entries_of(BOB)]
    circus = await old.again(rulesets={game: change(rules, driven) for game, rules in RULESETS.items()})
    before = await circus.store.stories.facts(race)
    await circus.steward.timekeeper.make_up_for_downtime()
    await circus.steward.resume()
    return circus, race, before


async def owed(circus: Circus, race: RaceId) -> tuple[PlayerId, OpenAsk] | None:
    """Return the first question that is open, and who is asked."""
    for player in (ANN, BOB):
        for each in await circus.steward.open_asks(player):
            if each.race_id == race:
                return player, each
    return None


async def to_the_end(circus: Circus, race: RaceId) -> None:
    """Have all who are asked give the default until the race is over."""
    for _ in range(MOST_ANSWERS):
        if (asked := await owed(circus, race)) is None:
            break
        player, first = asked
        await circus.steward.races.drive(race, first.entry, [first.ask.default], player=player, asked=first.asked)
    assert (await circus.steward.race(race)).record.state == "finished"


@pytest.mark.slow
@every_race_and_change
async def test_a_race_goes_on_to_a_sound_end(name: str, change: Change, opened: Opened) -> None:
    circus, race, before = await taken_up(opened, name, change)

    after = await circus.store.stories.facts(race)
    assert [(each.n, each.fact) for each in after[: len(before)]] == [(each.n, each.fact) for each in before]
    assert await owed(circus, race)

    await to_the_end(circus, race)

    assert (await circus.steward.log.verify(race)).is_sound
    assert problems_of(await circus.steward.log.proof(race)) == []
    audit = await circus.steward.purses.audit()
    assert audit.is_sound, audit


@every_race
async def test_by_rules_that_tell_the_same_nothing_is_void_and_nobody_is_asked_again(
    name: str, opened: Opened, tmp_path: Path
) -> None:
    circus = await opened(name)
    race = await race_of(circus)
    inputs, deadlines = await circus.store.stories.inputs(race), await circus.store.deadlines.of_race(race)
    is_same = await tells_the_same(circus, race)

    await circus.steward.resume()

    if is_same:
        assert await circus.store.stories.inputs(race) == inputs
        assert await circus.store.deadlines.of_race(race) == deadlines
    else:  # the rules have changed since: it is told once
        assert [each.kind for each in await circus.store.stories.acts(race)].count("update") == 1


async def tells_the_same(circus: Circus, race: RaceId) -> bool:
    """Tell whether the turn under way is told by today's rules as it is on record."""
    kept = await circus.store.load(race)
    assert kept is not None
    assert kept.checkpoint is not None
    told = [each for each in await circus.store.stories.facts(race, kept.checkpoint.told) if not each.void]
    return still_told(kept, RULESETS[kept.race.ruleset], told) == len(kept.inputs)


@pytest.mark.slow
@every_race
async def test_by_rules_that_tell_another_story_answers_count_and_it_is_taken_up_once(
    name: str, opened: Opened
) -> None:
    circus, race, before = await taken_up(opened, name, CHANGES["another story"])

    update = [each for each in await circus.store.stories.acts(race) if each.kind == "update"]
    inputs = await circus.store.stories.inputs(race)
    given = [each for each in inputs if each.player is not None]
    assert len(update) == 1
    void = [each for each in given if each.void and each.at < circus.clock.now - 50_000]
    again = [each for each in given if not each.void and each.at >= circus.clock.now]
    assert void
    assert again
    assert {(each.entry, each.answer, each.salt) for each in again} <= {
        (each.entry, each.answer, each.salt) for each in given if each.void
    }
    assert [each.n for each in await circus.store.stories.facts(race) if each.void and each.n <= len(before)]

    told = await circus.told(race)

    after = await circus.again()
    await after.steward.resume()

    assert await after.store.stories.inputs(race) == inputs
    assert await after.told(race) == told
