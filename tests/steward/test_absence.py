"""Silent players: grace, defaults, a house driver who stands in, substitutes, and coming back."""

import msgspec
import pytest

from records.races import FactionRecord, PublicRace, StoryMode
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.running.absence import GRACE_STEP
from steward.telling.notices import EndingNotice, Story, TurnMissed, read_body
from steward.telling.shown import OrdersGiven
from steward.time.schedules import Schedule
from tests.kept import once
from tests.steward.circus import ANN, BLUE, BOB, EVE, GREEN, RED, Circus
from tests.steward.test_cups import refused
from tests.toy_ruleset import Orders

PACE = 7200


@once
async def daily_race(circus: Circus, *, grace: float = 0.0, turns: int = 9, slices: int = 1) -> RaceId:
    race = await circus.race(turns=turns)
    schedule = msgspec.json.encode(Schedule(grace=grace, slices=slices)).decode()
    await circus.store.races.set(race, pace="daily", schedule=schedule)
    circus.steward.races.forget(race)
    if grace:
        async with circus.steward.races.editing(race) as live:
            for each in live.race.factions:
                live.seat(msgspec.structs.replace(each, grace=grace))
    return race


async def order(circus: Circus, race: RaceId, entry: EntryId, player: PlayerId) -> None:
    asked = (await circus.steward.open_ask(race, entry, player)).asked
    await circus.steward.races.order(race, player, OrdersGiven(entry, Orders(pace=3), asked), asked)


async def seat(circus: Circus, race: RaceId, number: int) -> FactionRecord:
    return next(each for each in (await circus.steward.race(race)).factions if each.faction == number)


async def pass_by(circus: Circus, seconds: float) -> None:
    circus.clock.pass_by(seconds)
    await circus.steward.timekeeper.tick()


async def acts(circus: Circus, race: RaceId) -> list[str]:
    return [each.kind for each in await circus.steward.desk.acts(race)]


async def bob_misses(circus: Circus, race: RaceId, turns: int) -> None:
    for _ in range(turns):
        await order(circus, race, RED, ANN)
        await pass_by(circus, PACE)


async def test_grace_is_used_openly_before_the_default(circus: Circus) -> None:
    race = await daily_race(circus, grace=GRACE_STEP + 60, slices=2)
    await order(circus, race, RED, ANN)

    await pass_by(circus, PACE)
    assert (await circus.asked(race, BLUE)).until == circus.clock.now + GRACE_STEP
    await pass_by(circus, GRACE_STEP)
    assert (await circus.asked(race, BLUE)).until == circus.clock.now + 60
    await pass_by(circus, 60)

    assert (await circus.asked(race, RED)).view.turn == 2
    assert await acts(circus, race) == ["grace", "grace"]
    assert (await seat(circus, race, 2)).grace == 0
    await circus.deliver()
    assert circus.messenger.kinds().count("act") == 2


async def test_a_missed_turn_is_counted_and_an_answer_forgives_it(circus: Circus) -> None:
    race = await daily_race(circus)
    await bob_misses(circus, race, 1)
    assert (await seat(circus, race, 2)).missed == 1

    await order(circus, race, BLUE, BOB)

    assert (await seat(circus, race, 2)).missed == 0


async def test_after_two_missed_turns_a_house_driver_stands_in_and_the_place_is_offered(circus: Circus) -> None:
    race = await daily_race(circus)

    await bob_misses(circus, race, 2)

    away = await seat(circus, race, 2)
    assert (away.standin, away.at_the_reins, away.player) == ("steady", None, BOB)
    await order(circus, race, RED, ANN)
    assert (await circus.asked(race, RED)).view.turn == 4  # nobody waits for him any more
    await circus.deliver()
    assert circus.messenger.kinds().count("offer") == 1
    assert "absent" in await acts(circus, race)


async def test_a_substitute_takes_the_reins_and_the_player_takes_them_back(circus: Circus) -> None:
    race = await daily_race(circus)
    await bob_misses(circus, race, 2)

    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    await order(circus, race, RED, ANN)
    assert [each.entry for each in await circus.steward.open_asks(EVE)] == [BLUE]
    assert await circus.steward.open_asks(BOB) == []
    with pytest.raises(Refused):
        await order(circus, race, BLUE, BOB)
    await order(circus, race, BLUE, EVE)

    await circus.steward.desk.take_reins(race, BOB, Faction(2))
    await order(circus, race, BLUE, BOB)
    with pytest.raises(Refused):
        await order(circus, race, BLUE, EVE)
    assert (await acts(circus, race))[-2:] == ["substitute", "return"]


async def test_a_substitute_under_way_hears_how_to_give_the_reins_back(circus: Circus) -> None:
    race = await daily_race(circus)
    await bob_misses(circus, race, 2)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    found = [await refused(circus.steward.lobbies.leave(race, player)) for player in (EVE, BOB, PlayerId(999))]
    await circus.steward.desk.vacation(race, EVE, circus.clock.now + 86_400)
    away = await seat(circus, race, 2)
    again = await refused(circus.steward.lobbies.leave(race, EVE))
    await circus.steward.desk.take_reins(race, BOB, Faction(2))
    over = await refused(circus.steward.lobbies.leave(race, EVE))

    assert [each.reason for each in found] == [Reason.DRIVES_FOR_ANOTHER, Reason.STAYS_IN_RACE, Reason.NOT_IN_LOBBY]
    assert found[0].values == {"title": "Ludi", "owner": BOB, "what": "race"}
    assert (away.at_the_reins, away.substitute) == (None, EVE)
    assert (again.reason, over.reason) == (Reason.DRIVES_FOR_ANOTHER, Reason.NOT_IN_LOBBY)


async def test_nobody_takes_the_reins_out_of_somebodys_hands(circus: Circus) -> None:
    race = await daily_race(circus)

    for player, faction, reason in (
        (EVE, 2, Reason.NO_SEAT),
        (ANN, 2, Reason.HAS_A_PLACE),
        (BOB, 2, Reason.HOLDS_REINS),
        (EVE, 9, Reason.NO_SEAT),
    ):
        with pytest.raises(Refused) as caught:
            await circus.steward.desk.take_reins(race, player, Faction(faction))
        assert caught.value.reason is reason


async def test_a_substitute_who_was_silent_is_told_and_can_come_back(circus: Circus) -> None:
    race = await daily_race(circus)
    await bob_misses(circus, race, 2)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    await bob_misses(circus, race, 2)
    assert (await seat(circus, race, 2)).at_the_reins is None
    await circus.deliver()
    assert circus.messenger.kinds(EVE).count("offer") == circus.messenger.kinds(BOB).count("offer") == 1
    with pytest.raises(Refused) as caught:
        await order(circus, race, BLUE, EVE)
    assert caught.value.reason is Reason.REINS_ELSEWHERE

    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    await order(circus, race, BLUE, EVE)
    assert (await acts(circus, race))[-1] == "return"


async def test_a_place_that_was_offered_once_is_not_taken_while_its_player_is_on_vacation(circus: Circus) -> None:
    race = await daily_race(circus)
    await bob_misses(circus, race, 2)
    await circus.steward.desk.take_reins(race, BOB, Faction(2))
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 5000)

    with pytest.raises(Refused) as caught:
        await circus.steward.desk.take_reins(race, EVE, Faction(2))

    assert caught.value.reason is Reason.NO_SEAT
    assert (await seat(circus, race, 2)).player == BOB


async def test_the_end_of_a_vacation_can_be_put_off(circus: Circus) -> None:
    race = await daily_race(circus)
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 5000)

    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 9000)
    await pass_by(circus, 5000)

    assert (await seat(circus, race, 2)).at_the_reins is None
    await pass_by(circus, 4000)
    assert (await seat(circus, race, 2)).at_the_reins == BOB


async def test_two_who_want_one_place_get_it_once(circus: Circus) -> None:
    race = await daily_race(circus)
    await bob_misses(circus, race, 2)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    with pytest.raises(Refused) as caught:
        await circus.steward.desk.take_reins(race, PlayerId(777), Faction(2))

    assert caught.value.reason is Reason.NO_SEAT
    assert (await seat(circus, race, 2)).at_the_reins == EVE


async def test_on_vacation_a_house_driver_drives_until_the_day_that_was_named(circus: Circus) -> None:
    race = await daily_race(circus)
    until = circus.clock.now + 5000

    await circus.steward.desk.vacation(race, BOB, until)
    await order(circus, race, RED, ANN)
    assert (await circus.asked(race, RED)).view.turn == 2
    await pass_by(circus, 5000)

    assert (await seat(circus, race, 2)).at_the_reins == BOB
    assert await acts(circus, race) == ["vacation", "return"]


async def test_reliability_counts_duties_done_and_missed(circus: Circus) -> None:
    race = await daily_race(circus)
    for player in (ANN, BOB):
        await circus.store.people.set_player(player, name="Somebody")

    await bob_misses(circus, race, 2)

    ann, bob = await circus.store.people.player(ANN), await circus.store.people.player(BOB)
    assert ann is not None
    assert bob is not None
    assert (round(ann.kept_turns), round(ann.missed_turns)) == (2, 0)
    assert (round(bob.kept_turns), round(bob.missed_turns)) == (0, 2)


@pytest.mark.parametrize(("steps", "counted"), [(1, (1, 1)), (2, (1, 1)), (3, (0, 2))])
async def test_who_uses_grace_was_not_on_time_and_that_counts_once(
    circus: Circus, steps: int, counted: tuple[int, int]
) -> None:
    race = await daily_race(circus, grace=2 * GRACE_STEP, slices=2)
    for player in (ANN, BOB):
        await circus.store.people.set_player(player, name="Somebody")
    await order(circus, race, RED, ANN)

    await pass_by(circus, PACE)
    for _ in range(steps - 1):
        await pass_by(circus, GRACE_STEP)
    if steps < 3:  # the third silence is a missed turn
        await order(circus, race, BLUE, BOB)

    bob = await circus.store.people.player(BOB)
    assert bob is not None
    assert (round(bob.kept_turns), round(bob.missed_turns)) == counted


async def test_the_desk_does_not_say_on_time_of_who_has_just_used_grace(circus: Circus) -> None:
    race = await daily_race(circus, grace=GRACE_STEP)
    for player in (ANN, BOB):
        await circus.store.people.set_player(player, name="Somebody")
    for _ in range(3):
        await order(circus, race, RED, ANN)
        await order(circus, race, BLUE, BOB)
    await order(circus, race, RED, ANN)

    await pass_by(circus, PACE)

    (missing,) = await circus.steward.desk.missing(race)
    assert missing.reliability == 75


async def test_a_quiet_hour_puts_a_reminder_off_to_its_end(circus: Circus) -> None:
    race = await daily_race(circus)
    quiet = int(circus.clock.now % 86_400 // 60)
    await circus.store.people.set_player(BOB, quiet_from=quiet, quiet_until=(quiet + 105) % 1440)
    await order(circus, race, RED, ANN)

    await pass_by(circus, PACE * 3 / 4)
    await circus.deliver()
    assert circus.messenger.kinds(BOB) == ["summons"]
    await pass_by(circus, PACE / 4 - 800)
    await circus.deliver()

    assert circus.messenger.kinds(BOB) == ["summons", "reminder"]


async def test_a_digest_comes_once_a_day_while_something_waits(circus: Circus) -> None:
    race = await daily_race(circus)
    minute = int((circus.clock.now + 600) % 86_400 // 60)
    await circus.store.people.set_player(BOB, digest=minute, digested=circus.clock.now)

    for _ in range(3):
        await pass_by(circus, 600)

    kinds = [each.kind for each in await circus.store.outbox.of_race(race) if each.player == BOB]
    assert kinds.count("digest") == 1


async def test_a_turn_takes_one_slice_of_grace_unless_the_server_says_more(circus: Circus) -> None:
    """Four in a row would hold everybody else up for a day; what is left serves other turns."""
    race = await daily_race(circus, grace=4 * GRACE_STEP)
    await order(circus, race, RED, ANN)
    await pass_by(circus, PACE)
    (waiting,) = (await circus.steward.log.status(race)).waiting
    assert waiting.grace == 0, "no more in this turn"
    assert (await circus.steward.desk.missing(race))[0].grace_step == 0
    await pass_by(circus, GRACE_STEP)

    assert (await circus.asked(race, RED)).view.turn == 2
    assert await acts(circus, race) == ["grace"]
    bob = await seat(circus, race, 2)
    assert (bob.grace, bob.missed) == (3 * GRACE_STEP, 1)
    await order(circus, race, RED, ANN)
    assert (await circus.asked(race, BLUE)).grace == GRACE_STEP
    await pass_by(circus, PACE)
    assert (await seat(circus, race, 2)).grace == 2 * GRACE_STEP, "the next turn takes another one"


async def test_a_missed_turn_is_told_to_who_missed_it_alone_and_once_in_a_row(circus: Circus) -> None:
    race = await daily_race(circus)
    await circus.store.races.set(race, story="turn")
    circus.steward.races.forget(race)
    await order(circus, race, RED, ANN)
    await pass_by(circus, PACE)
    missed = [each for each in await circus.store.outbox.of_race(race) if "TurnMissed" in each.body]
    assert [(each.kind, each.player, read_body(each, EndingNotice)) for each in missed] == [
        ("ending", BOB, TurnMissed(BLUE, 1))
    ]
    told = [read_body(each, Story) for each in await circus.store.outbox.stories(race, None)]
    assert [each.silent for each in told if each.is_whole] == [(BLUE,)], "the thread names who was silent"

    await order(circus, race, RED, ANN)
    await order(circus, race, BLUE, BOB)
    told = [read_body(each, Story) for each in await circus.store.outbox.stories(race, None)]
    assert sorted(each.silent for each in told if each.is_whole) == [(), (BLUE,)]
    await bob_misses(circus, race, 2)
    missed = [each for each in await circus.store.outbox.of_race(race) if "TurnMissed" in each.body]
    assert [each.player for each in missed] == [BOB, BOB], "the second in a row brings a house driver, and is told so"


async def test_more_time_from_the_host_uses_no_slice(circus: Circus) -> None:
    race = await daily_race(circus, grace=4 * GRACE_STEP)
    await order(circus, race, RED, ANN)
    await circus.steward.desk.extend(race, ANN, 3_600, "a storm")
    await pass_by(circus, PACE + 3_600)

    assert await acts(circus, race) == ["extend", "grace"]


async def test_each_slice_of_grace_brings_a_reminder_and_edits_the_panel(circus: Circus) -> None:
    race = await daily_race(circus, grace=3 * GRACE_STEP, slices=3)
    await order(circus, race, RED, ANN)
    await pass_by(circus, PACE)
    await circus.deliver()
    before = circus.messenger.kinds(BOB).count("reminder")

    panels = circus.messenger.kinds().count("panel")
    for _ in range(2):
        await pass_by(circus, GRACE_STEP / 2)
        await pass_by(circus, GRACE_STEP / 2)
        await circus.deliver()

    assert circus.messenger.kinds(BOB).count("reminder") == before + 2
    assert circus.messenger.kinds().count("panel") > panels
    assert await acts(circus, race) == ["grace", "grace", "grace"]


async def race_of_two_chariots(circus: Circus, *, grace: float = 0.0) -> RaceId:
    """Return a race in which Bob has blue and green, as where each player has two chariots."""
    race = await circus.race(turns=9, rivals=1, house="steady", story=StoryMode.TURN)
    schedule = msgspec.json.encode(Schedule(grace=grace)).decode()
    await circus.store.races.set(race, pace="daily", schedule=schedule)
    circus.steward.races.forget(race)
    async with circus.steward.races.editing(race) as live:
        for each in live.race.factions:
            live.seat(msgspec.structs.replace(each, grace=grace))
        entries = [
            msgspec.structs.replace(each, faction=Faction(2)) if each.entry == GREEN else each
            for each in live.race.entries
        ]
        live._drawn += entries[2:]
        live.race = PublicRace(live.race.record, live.race.factions, tuple(entries))
    circus.steward.races.forget(race)
    await order(circus, race, RED, ANN)
    await order(circus, race, BLUE, BOB)  # and the turn is over that green's house driver began
    assert len(await circus.steward.open_asks(BOB)) == 2
    return race


async def silent_told(circus: Circus, race: RaceId) -> list[tuple[EntryId, ...]]:
    told = [read_body(each, Story) for each in await circus.store.outbox.stories(race, None)]
    return [each.silent for each in told if each.is_whole and each.silent]


async def test_a_turn_missed_with_two_chariots_is_one_missed_turn(circus: Circus) -> None:
    race = await race_of_two_chariots(circus)
    await bob_misses(circus, race, 1)

    bob = await seat(circus, race, 2)
    assert (bob.missed, bob.standin) == (1, None)
    missed = [each for each in await circus.store.outbox.of_race(race) if "TurnMissed" in each.body]
    assert len(missed) == 1
    assert await silent_told(circus, race) == [(BLUE, GREEN)]

    await bob_misses(circus, race, 1)
    assert (await seat(circus, race, 2)).standin == "steady"


async def test_one_wait_for_two_chariots_uses_grace_once(circus: Circus) -> None:
    race = await race_of_two_chariots(circus, grace=3 * GRACE_STEP)
    await order(circus, race, RED, ANN)
    await pass_by(circus, PACE)

    assert (await seat(circus, race, 2)).grace == 2 * GRACE_STEP
    assert await acts(circus, race) == ["grace"]
    assert {(await circus.asked(race, each)).until for each in (BLUE, GREEN)} == {circus.clock.now + GRACE_STEP}
    await pass_by(circus, GRACE_STEP)
    assert (await seat(circus, race, 2)).missed == 1
    assert (await seat(circus, race, 2)).grace == 2 * GRACE_STEP


async def test_the_thread_names_only_the_chariot_without_an_order(circus: Circus) -> None:
    race = await race_of_two_chariots(circus)
    await order(circus, race, GREEN, BOB)
    await bob_misses(circus, race, 1)

    assert await silent_told(circus, race) == [(BLUE,)]
    assert (await seat(circus, race, 2)).missed == 1
