"""Pace and clocks of races and cups; what people and servers have set; what the desk knows, reminds of and closes."""

import dataclasses
from pathlib import Path

import pytest

from engine.facts import Sealed
from records.races import Pace as RacePace
from records.refusals import Reason, Refused
from records.values import EntryId
from steward import Agreed, DmRefused, Mention, NewRace, Schedule, Timing, read_body, schedule_of
from tests.steward.circus import ANN, BLUE, BOB, RED, SECONDS, Circus, Pace
from tests.toy_ruleset import TOY, Options, SeriesOptions

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")

TURNS = Timing(SECONDS, RacePace.TURNS, Schedule("Europe/Rome", (1200,), grace=7200.0))
DAY = 86_400


async def test_a_race_keeps_its_pace_and_clocks(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", Options(), TURNS, "Ludi"))
    await circus.steward.lobbies.join(race, ANN, "Ann")

    lobby = await (await circus.again()).steward.race(race)

    assert (lobby.record.pace, lobby.record.seconds) == ("daily", SECONDS)
    assert schedule_of(lobby.record.schedule) == TURNS.schedule
    assert lobby.factions[0].grace == 7200.0


async def test_without_orders_a_game_is_not_run_daily(tmp_path: Path) -> None:
    rules = dataclasses.replace(TOY, order_book=None)
    circus = await Circus(tmp_path / "other.sqlite3", rulesets={"toy": rules}).open()

    with pytest.raises(Refused) as refused:
        await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", Options(), TURNS, "Ludi"))

    assert refused.value.reason is Reason.NOT_AT_THIS_PACE
    await circus.close()


async def test_the_races_of_a_cup_are_run_alike_with_fresh_grace(circus: Circus) -> None:
    steward = circus.steward
    agreed = Agreed(1, 2, ANN, "toy", Options(turns=1), SeriesOptions(), TURNS, "Cup", 2)
    cup = await steward.cups.open(agreed)
    first = cup.races[0].record.id
    await steward.lobbies.set_thread(first, 3)
    await steward.lobbies.join(first, ANN, "Ann")
    await steward.lobbies.join(first, BOB, "Bob")
    await steward.lobbies.start(first, ANN)
    while (await steward.race(first)).record.state == "running":
        circus.clock.pass_by(3 * 3600)
        await steward.timekeeper.tick()

    second = await steward.cups.next_race(cup.id, ANN)

    assert any(each.grace < 7200.0 for each in (await steward.race(first)).factions)
    assert (second.record.pace, schedule_of(second.record.schedule)) == ("daily", TURNS.schedule)
    assert [(each.player, each.grace, each.missed) for each in second.factions] == [(ANN, 7200.0, 0), (BOB, 7200.0, 0)]


# What people have set


async def test_a_digest_counts_for_deadlines_after_it(circus: Circus) -> None:
    people = circus.steward.people
    now = circus.clock.now
    assert not await people.is_in_digest(ANN, now + 10 * DAY)

    in_two_hours = int(now % DAY // 60 + 120) % 1440
    await people.set_player(ANN, digest=in_two_hours)

    assert not await people.is_in_digest(ANN, now + 3600)
    assert await people.is_in_digest(ANN, now + 3 * 3600)
    assert not await people.is_in_digest(ANN, None)


async def test_a_zone_that_is_none_is_not_kept(circus: Circus) -> None:
    people = circus.steward.people
    for attempt in (people.set_player(ANN, zone="Atlantis"), people.set_server(1, zone="Atlantis")):
        with pytest.raises(Refused) as refused:
            await attempt
        assert refused.value.reason is Reason.NO_SUCH_ZONE

    assert (await people.server(1)).zone == "UTC"


# What is asked, and sealed


async def test_an_answer_that_is_sealed_is_still_its_player_s_to_open(circus: Circus) -> None:
    race = await circus.race()
    until = (await circus.asked(race, BLUE)).until
    await circus.give(race, RED, Pace(2))

    (sealed,) = await circus.steward.asks_of(ANN)
    status = await circus.steward.log.status(race)

    assert await circus.steward.open_asks(ANN) == []
    assert (sealed.sealed, sealed.until, sealed.waits) == (Pace(2), until, False)
    assert status.sealed == (Sealed(RED, sealed.seal),)
    assert any(sealed.seal in fact for _, fact in await circus.told(race))
    await circus.steward.races.wait_for(race, ANN, sealed.asked, wait=True)
    assert (await circus.steward.asks_of(ANN))[0].waits


# The desk


async def test_decisions_are_told_as_all_know_them(circus: Circus) -> None:
    race = await circus.race()
    await circus.give(race, RED, Pace(2))
    await circus.give(race, BLUE, Pace(3))
    await circus.steward.desk.rewind(race, ANN, 1, "So")
    await circus.give(race, BLUE, Pace(1))

    decisions = await circus.steward.desk.decisions(race)

    # The void one is not among them, nor is the rewinding itself; it is what the next decision follows.
    assert [(each.seq, each.to, each.entry, each.by) for each in decisions] == [
        (4, 3, BLUE, "player"),
        (1, 0, RED, "player"),
    ]
    assert decisions[1].facts[0] == Sealed(RED, decisions[1].facts[0].seal)  # type: ignore[attr-defined]
    assert len(await circus.steward.desk.decisions(race, most=1)) == 1


async def test_a_reminder_is_sent_and_counted_and_the_later_ones_come_as_well(circus: Circus) -> None:
    race = await circus.race()
    await circus.deliver()
    due = [each.remind_at for each in await circus.store.deadlines.of_race(race)]

    await circus.steward.desk.remind(race, BLUE)
    await circus.deliver()

    assert circus.messenger.kinds(BOB) == ["summons", "reminder"]
    assert [each.remind_at for each in await circus.store.deadlines.of_race(race)] == due
    assert {each.entry: each.reminders for each in await circus.steward.desk.missing(race)} == {RED: 0, BLUE: 1}
    with pytest.raises(Refused):
        await circus.steward.desk.remind(race, EntryId(4))


async def test_a_closed_race_has_no_deadline_and_says_why(circus: Circus) -> None:
    race = await circus.race()

    await circus.steward.desk.close(race, ANN, "Nobody is left")

    assert (await circus.steward.race(race)).record.state == "cancelled"
    assert await circus.store.deadlines.of_race(race) == []
    (act,) = await circus.steward.desk.acts(race)
    assert (act.kind, act.reason) == ("close", "Nobody is left")
    with pytest.raises(Refused) as refused:
        await circus.steward.desk.close(race, ANN, "Again")
    assert refused.value.reason is Reason.RACE_IS_OVER


async def test_a_refused_digest_becomes_a_mention_in_each_race(circus: Circus) -> None:
    race = await circus.race()
    await circus.deliver()
    circus.messenger.fails = lambda notice: DmRefused() if notice.player == BOB else None
    await circus.steward.people.set_player(BOB, digest=int((circus.clock.now % DAY) // 60 + 1) % 1440)
    circus.clock.pass_by(600)
    await circus.steward.timekeeper.tick()

    await circus.deliver()

    mentions = [each for each in circus.messenger.delivered if each.kind == "mention"]
    assert [(each.race, read_body(each, Mention).player) for each in mentions] == [(race, BOB)]


async def test_the_database_is_looked_at(circus: Circus) -> None:
    health = await circus.steward.health()

    assert (health.problem, health.now) == ("", circus.clock.now)
    assert health.size > 10_000
