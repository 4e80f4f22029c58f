"""The host's desk: each act is kept with its reason and told to all; nothing is done in silence."""

import asyncio
import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from db.writing.books import Decide
from engine.facts import Corrected
from engine.game import Corrections
from engine.refusals import GameReason
from records.batches import Batch
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.time.standstill import ALIVE
from steward.timekeeper import LEAST_GIVEN_BACK
from tests.steward.circus import ANN, BLUE, BOB, EVE, GREEN, MOD, RED, Circus
from tests.toy_ruleset import TOY, Pace, Race, Walk

PACE = 7200


def fields(state: Race, entry: EntryId) -> dict[str, str]:
    return {"place": str(state.places[entry])}


def correct(state: Race, entry: EntryId, _field: str, value: str) -> None:
    state.places[entry] = int(value)


async def until(circus: Circus, race: RaceId, entry: EntryId) -> float | None:
    return (await circus.asked(race, entry)).until


async def test_an_extension_moves_all_deadlines_and_says_why(circus: Circus) -> None:
    race = await circus.race()
    before = await until(circus, race, RED)
    assert before is not None

    await circus.steward.desk.extend(race, ANN, 3600, "The power was out")

    assert (await until(circus, race, RED), await until(circus, race, BLUE)) == (before + 3600, before + 3600)
    assert (await (await circus.again()).asked(race, RED)).until == before + 3600
    (act,) = await circus.steward.desk.acts(race)
    assert (act.kind, act.by, act.reason) == ("extend", ANN, "The power was out")
    await circus.deliver()
    assert "act" in circus.messenger.kinds()


async def test_one_may_be_given_more_time_than_the_others(circus: Circus) -> None:
    race = await circus.race()
    before = await until(circus, race, RED)
    assert before is not None

    await circus.steward.desk.extend(race, ANN, 60, "Blue is ill", BLUE)

    assert (await until(circus, race, RED), await until(circus, race, BLUE)) == (before, before + 60)


@pytest.mark.parametrize("seconds", [0, -5, 15 * 86_400])
async def test_an_extension_has_its_limits(circus: Circus, seconds: float) -> None:
    race = await circus.race()
    with pytest.raises(Refused):
        await circus.steward.desk.extend(race, ANN, seconds, "so")


async def test_every_act_wants_a_reason(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    attempts = (
        desk.extend(race, ANN, 60, "  "),
        desk.pause(race, ANN, ""),
        desk.rewind(race, ANN, 0, ""),
        desk.force(race, MOD, RED, "\n"),
        desk.replace(race, MOD, Faction(2), EVE, ""),
    )
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            await attempt
        assert refused.value.reason is Reason.REASON_WANTED
    assert await desk.acts(race) == []


async def test_a_pause_stops_the_clock_and_gives_the_time_back(circus: Circus) -> None:
    race = await circus.race()
    before = await until(circus, race, RED)
    assert before is not None
    await circus.steward.desk.pause(race, ANN, "Saturnalia")

    circus.clock.pass_by(86_400)
    await circus.steward.timekeeper.tick()
    with pytest.raises(Refused) as refused:
        await circus.give(race, RED, Pace(2))
    assert refused.value.reason is Reason.RACE_IS_PAUSED
    await circus.steward.desk.resume(race, ANN)

    assert await until(circus, race, RED) == before + 86_400
    assert [each.kind for each in await circus.steward.desk.acts(race)] == ["pause", "resume"]
    await circus.give(race, RED, Pace(2))


async def test_a_pause_ends_by_itself(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.pause(race, ANN, "A feast", 1000)

    circus.clock.pass_by(1000)
    await (await circus.again()).steward.timekeeper.tick()

    await circus.give(race, RED, Pace(2))
    with pytest.raises(Refused) as refused:
        await circus.steward.desk.resume(race, ANN)
    assert refused.value.reason is Reason.NOT_PAUSED


@pytest.mark.parametrize("is_told", [False, True])
@pytest.mark.parametrize("act", ["close", "cancel"])
async def test_nobody_is_asked_any_more_where_a_race_was_ended(circus: Circus, act: str, *, is_told: bool) -> None:
    race = await circus.race()
    if is_told:
        await circus.deliver()

    if act == "close":
        await circus.steward.desk.close(race, ANN, "Everybody has left")
    else:
        await circus.steward.lobbies.cancel(race, ANN)
    await circus.deliver()

    owed = [each for each in await circus.store.outbox.of_race(race) if each.duty is not None]
    assert {each.state for each in owed} == {"answered" if is_told else "cancelled"}
    assert await circus.store.deadlines.of_race(race) == []


async def test_a_forced_default_is_no_missed_turn(circus: Circus) -> None:
    race = await circus.race()

    await circus.steward.desk.force(race, MOD, BLUE, "He told me so")

    (kept,) = await circus.store.stories.inputs(race)
    assert (kept.entry, kept.by) == (BLUE, "default")
    blue = next(each for each in (await circus.steward.race(race)).factions if each.faction == 2)
    assert blue.missed == 0
    with pytest.raises(Refused):
        await circus.steward.desk.force(race, MOD, BLUE, "again")


async def test_a_replacement_drives_from_now_on(circus: Circus) -> None:
    race = await circus.race()

    await circus.steward.desk.replace(race, MOD, Faction(2), EVE, "Bob has left us")

    assert [each.entry for each in await circus.steward.open_asks(EVE)] == [BLUE]
    await circus.steward.desk.replace(race, MOD, Faction(2), None, "Eve as well")
    assert await circus.steward.open_asks(EVE) == []
    with pytest.raises(Refused):
        await circus.steward.desk.replace(race, MOD, Faction(2), ANN, "I drive both")


async def test_a_replacement_is_summoned_and_the_one_before_is_not_any_more(circus: Circus) -> None:
    race = await circus.race()

    await circus.steward.desk.replace(race, MOD, Faction(2), EVE, "Bob has left us")
    await circus.deliver()

    assert circus.messenger.kinds(BOB) == []
    assert circus.messenger.kinds(EVE) == ["summons"]
    await circus.give(race, BLUE, Pace(2))
    owed = [each for each in await circus.store.outbox.of_race(race) if each.duty == f"{race}:{BLUE}:0"]
    assert [(each.player, each.state) for each in owed] == [(BOB, "cancelled"), (EVE, "answered")]


async def test_the_reins_are_given_to_the_one_they_belong_to_as_his_own(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.replace(race, MOD, Faction(2), EVE, "Bob has left us")

    await circus.steward.desk.replace(race, MOD, Faction(2), BOB, "He is back")

    blue = (await circus.steward.race(race)).factions[1]
    assert (blue.substitute, blue.at_the_reins) == (None, BOB)


async def test_a_house_drivers_chariot_may_be_given_to_a_player(circus: Circus) -> None:
    race = await circus.race(house="steady", rivals=1)

    await circus.steward.desk.replace(race, MOD, Faction(3), EVE, "Eve came late")
    await circus.pace(race)

    for _ in range(9):
        if his := await circus.steward.open_asks(EVE):
            break
        (asked,) = [*await circus.steward.open_asks(ANN), *await circus.steward.open_asks(BOB)]
        await circus.give(race, asked.entry, asked.ask.default)
    assert [(each.entry, each.ask.question.kind) for each in his] == [(GREEN, "step")]


@pytest.mark.parametrize(
    ("faction", "player", "reason"),
    [
        (2, BOB, Reason.HOLDS_REINS),
        (2, ANN, Reason.HAS_A_PLACE),
        (3, None, Reason.HOUSE_DRIVES),
        (4, EVE, Reason.NO_SEAT),
    ],
)
async def test_a_replacement_that_changes_nothing_is_refused(
    circus: Circus, faction: int, player: PlayerId | None, reason: Reason
) -> None:
    race = await circus.race(house="steady", rivals=1)

    with pytest.raises(Refused) as refused:
        await circus.steward.desk.replace(race, MOD, Faction(faction), player, "so")

    assert refused.value.reason is reason
    assert await circus.steward.desk.acts(race) == []


async def test_a_place_is_offered_once_however_often_that_is_pressed(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.offer(race, MOD, Faction(2), "Gone")

    with pytest.raises(Refused) as refused:
        await circus.steward.desk.offer(race, MOD, Faction(2), "Gone")

    assert refused.value.reason is Reason.HOUSE_DRIVES
    await circus.deliver()
    assert circus.messenger.kinds().count("offer") == 1


async def test_two_who_pause_at_once_pause_once(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk

    done = await asyncio.gather(desk.pause(race, ANN, "Rain"), desk.pause(race, ANN, "Rain"), return_exceptions=True)

    (refused,) = [each for each in done if each is not None]
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.RACE_IS_PAUSED
    assert [each.kind for each in await desk.acts(race)] == ["pause"]


async def test_a_default_and_the_act_that_forced_it_are_written_together(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, write, written = await circus.race(), circus.store.write, []

    async def noting(batch: Any, *others: Any) -> None:
        written.append(([each.kind for each in batch.acts], [each.by for each in batch.inputs]))
        await write(batch, *others)

    monkeypatch.setattr(circus.store, "write", noting)

    await circus.steward.desk.force(race, MOD, BLUE, "He told me so")

    assert written[0] == (["default"], ["default"])


async def test_a_reminder_pressed_again_at_once_is_refused(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.remind(race, BLUE)
    await circus.deliver()

    with pytest.raises(Refused) as refused:
        await circus.steward.desk.remind(race, BLUE)
    assert (refused.value.reason, refused.value.values["minutes"]) == (Reason.REMINDED_JUST_NOW, 10)
    circus.clock.pass_by(600)
    await circus.steward.desk.remind(race, BLUE)
    await circus.deliver()

    assert circus.messenger.kinds(BOB) == ["summons", "reminder", "reminder"]


async def test_who_is_missing_and_since_when(circus: Circus) -> None:
    race = await circus.race()
    await circus.store.people.set_player(BOB, name="Bob", dms="refused")
    circus.clock.pass_by(500)
    await circus.give(race, RED, Pace(2))

    (missing,) = await circus.steward.desk.missing(race)

    assert (missing.entry, missing.player, missing.takes_dms) == (BLUE, BOB, False)
    assert (missing.until - missing.since, circus.clock.now - missing.since) == (PACE, 500)


async def correctable(tmp_path: Path) -> Circus:
    rules = dataclasses.replace(TOY, corrections=Corrections(fields, correct))
    return await Circus(tmp_path / "corrected.sqlite3", {"toy": rules}).open()


async def test_a_correction_begins_the_turn_anew_and_tells_all(tmp_path: Path) -> None:
    circus = await correctable(tmp_path)
    race = await circus.race()
    await circus.pace(race)

    await circus.steward.desk.correct(race, ANN, BLUE, "place", "5", "It was misplaced")

    view: Any = (await circus.steward.log.status(race)).view
    assert [each.place for each in view.runners] == [0, 5]
    facts = [msgspec.json.decode(each.fact, type=TOY.facts) for each in await circus.store.stories.facts(race)]
    assert [fact for fact in facts if isinstance(fact, Corrected)] == [Corrected(BLUE, "place", "0", "5")]
    other = await circus.again()
    assert (await other.asked(race, RED)).ask.question.kind == "pace"
    await other.to_the_end(race)
    assert (await other.steward.log.verify(race)).is_sound
    await circus.close()


@pytest.mark.parametrize("field", ["speed", ""])
async def test_only_what_can_be_corrected_is(tmp_path: Path, field: str) -> None:
    circus = await correctable(tmp_path)
    race = await circus.race()
    with pytest.raises(Refused) as refused:
        await circus.steward.desk.correct(race, ANN, BLUE, field, "5", "so")
    assert refused.value.reason is GameReason.NOTHING_TO_CORRECT
    await circus.close()


async def test_a_turn_may_begin_anew_with_fresh_dice(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    await circus.give(race, RED, Walk(3))
    await circus.give(race, BLUE, Walk(3))
    await circus.give(race, RED, Pace(1))

    await circus.steward.desk.restart_turn(race, ANN, "Red was asleep")

    assert ((await circus.asked(race, RED)).view.turn, (await circus.asked(race, BLUE)).view.turn) == (2, 2)
    await (await circus.again()).to_the_end(race)
    assert (await circus.steward.log.verify(race)).is_sound


async def test_a_race_that_was_paused_because_the_rules_changed_goes_on_from_its_turns_start(circus: Circus) -> None:
    race = await circus.race()
    await circus.pace(race)
    changed = dataclasses.replace(TOY, drivers={**TOY.drivers})
    other = await circus.again(rulesets={"toy": changed})
    await circus.store.races.set(race, state="paused")

    await other.steward.desk.restart_turn(race, ANN, "New rules")

    assert (await other.asked(race, RED)).ask.question.kind == "pace"
    await other.to_the_end(race)


async def test_the_time_that_nobody_was_here_is_given_back_and_told_once(circus: Circus) -> None:
    race = await circus.race()
    before = await until(circus, race, RED)
    assert before is not None
    await circus.steward.timekeeper.tick()

    circus.clock.pass_by(50_000)
    after = await circus.again()
    await after.steward.timekeeper.make_up_for_downtime()
    await (await circus.again()).steward.timekeeper.make_up_for_downtime()

    assert await until(after, race, RED) == before + 50_000
    assert [each.kind for each in await after.steward.desk.acts(race)] == ["downtime"]


async def test_a_short_absence_is_not_worth_a_word(circus: Circus) -> None:
    race = await circus.race()
    await circus.store.memory.set(ALIVE, str(circus.clock.now))
    circus.clock.pass_by(LEAST_GIVEN_BACK)

    await (await circus.again()).steward.timekeeper.make_up_for_downtime()

    assert await circus.steward.desk.acts(race) == []


async def test_who_hosts_no_race_here_changes_nothing(circus: Circus) -> None:
    with pytest.raises(Refused) as refused:
        await circus.steward.desk.extend(RaceId(99), PlayerId(5), 60, "so")
    assert refused.value.reason is Reason.NO_SUCH_RACE


async def test_who_acts_in_the_same_instant_as_another_is_told_so(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, desk, write = await circus.race(), circus.steward.desk, circus.store.write

    async def late(batch: Batch, decide: Decide | None = None) -> None:
        await desk.pause(race, BOB, "a storm", 60.0)
        await write(batch, decide)

    monkeypatch.setattr(circus.store, "write", late)
    with pytest.raises(Refused) as refused:
        await desk.replace(race, MOD, Faction(2), EVE, "he is ill")

    assert refused.value.reason is Reason.CHANGED_MEANWHILE
    assert [each.kind for each in await desk.acts(race)] == ["pause"]


async def test_who_drives_in_a_race_cannot_let_it_rest_for_ever(circus: Circus) -> None:
    """Ann hosts and would lose: she pauses and gives more time as often as she can; then the race goes on."""
    race, desk = await circus.race(), circus.steward.desk
    for _ in range(2):
        await desk.pause(race, ANN, "Not today", 9 * 86_400.0)
        circus.clock.pass_by(9 * 86_400.0)
        await circus.steward.timekeeper.tick()
    await desk.extend(race, ANN, 9 * 86_400.0, "Nor tomorrow")

    for attempt in (desk.pause(race, ANN, "Never", 9 * 86_400.0), desk.extend(race, ANN, 9 * 86_400.0, "Never")):
        with pytest.raises(Refused) as refused:
            await attempt
        assert refused.value.reason is Reason.RESTED_ENOUGH
        assert refused.value.values == {"at_most": 28, "left": 24}
    await desk.pause(race, EVE, "A moderator may", 86_400.0)
    assert (await circus.steward.race(race)).record.state == "paused"


async def test_a_pause_that_is_ended_soon_uses_up_what_it_took(circus: Circus) -> None:
    race, desk = await circus.race(), circus.steward.desk
    for _ in range(6):
        await desk.pause(race, ANN, "A moment", 14 * 86_400.0)
        circus.clock.pass_by(86_400.0)
        await desk.resume(race, ANN)

    await desk.pause(race, ANN, "A moment", 14 * 86_400.0)
