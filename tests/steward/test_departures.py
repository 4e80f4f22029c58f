"""People who leave the server of a race under way, and who come back (S-57)."""

import json

import pytest

from records.acts import ActRecord
from records.refusals import Reason
from records.values import Faction, PlayerId, RaceId
from steward.telling.notices import Mention, read_body
from steward.telling.shown import DmRefused
from tests.steward.circus import ANN, BOB, EVE, MOD, RED, Circus, Pace, is_missed
from tests.steward.test_cup_people import FAY, asked, waiting
from tests.steward.test_cups import refused
from tests.toy_ruleset import Options

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")

HERE = 1


async def absences(circus: Circus, race: RaceId) -> list[ActRecord]:
    return [each for each in await circus.steward.desk.acts(race) if each.kind == "absent"]


async def at_the_reins(circus: Circus, race: RaceId) -> list[PlayerId | None]:
    return [each.at_the_reins for each in (await circus.steward.race(race)).factions]


def leaves(circus: Circus, *players: PlayerId) -> None:
    """Have players leave the server; direct messages do not reach them any more."""
    circus.messenger.gone.update(players)
    circus.messenger.fails = lambda notice: DmRefused() if notice.player in circus.messenger.gone else None


async def test_at_the_first_refused_message_a_house_driver_takes_the_reins_and_it_is_told_once(circus: Circus) -> None:
    race = await circus.race()
    leaves(circus, BOB)

    for _ in range(3):
        await circus.deliver()
        await circus.steward.timekeeper.tick()
        circus.clock.pass_by(700)

    assert await at_the_reins(circus, race) == [ANN, None]
    (told,) = await absences(circus, race)
    assert json.loads(told.body)["left"] == "Bob"
    posts = [each for each in circus.messenger.delivered if each.player is None]
    assert sum(each.kind == "offer" for each in posts) == 1, "the place is on offer"
    assert sum("absent" in each.body for each in posts) == 1
    calls = [read_body(each, Mention).player for each in posts if each.kind == "mention"]
    assert BOB not in calls, "nobody is called who cannot read it"
    assert not [each for each in await circus.steward.desk.missing(race) if each.player == BOB]


async def test_who_is_back_has_the_reins_again(circus: Circus) -> None:
    race = await circus.race()
    await is_missed(circus, BOB)
    assert await at_the_reins(circus, race) == [ANN, None]

    await circus.steward.presence.seen(HERE, BOB)

    assert await at_the_reins(circus, race) == [ANN, BOB]
    assert [each.kind for each in await circus.steward.desk.acts(race)] == ["absent", "return"]


async def test_who_is_back_does_not_put_out_whoever_took_the_place(circus: Circus) -> None:
    race = await circus.race()
    await is_missed(circus, BOB)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    await circus.steward.presence.seen(HERE, BOB)
    assert await at_the_reins(circus, race) == [ANN, EVE]

    await circus.steward.desk.take_reins(race, BOB, Faction(2))
    assert await at_the_reins(circus, race) == [ANN, BOB], "the owner may take them back, as ever"


async def test_who_was_silent_before_leaving_is_not_put_at_the_reins_unasked(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.offer(race, MOD, Faction(2), "silent")
    await is_missed(circus, BOB)

    await circus.steward.presence.seen(HERE, BOB)

    assert await at_the_reins(circus, race) == [ANN, None]


async def test_a_substitute_who_leaves_is_followed_by_a_house_driver_and_the_owner_may_come_back(
    circus: Circus,
) -> None:
    race = await circus.race()
    await circus.steward.desk.offer(race, MOD, Faction(2), "silent")
    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    await is_missed(circus, EVE)

    assert await at_the_reins(circus, race) == [ANN, None]
    await circus.steward.desk.take_reins(race, BOB, Faction(2))
    assert await at_the_reins(circus, race) == [ANN, BOB]


async def test_reins_are_given_to_nobody_who_is_gone(circus: Circus) -> None:
    race = await circus.race()
    circus.messenger.gone.update((BOB, EVE))

    assert (await refused(circus.steward.desk.replace(race, MOD, Faction(2), EVE, "try"))).reason is Reason.NOT_HERE
    await circus.steward.desk.offer(race, MOD, Faction(2), "silent")
    assert (await refused(circus.steward.desk.take_reins(race, EVE, Faction(2)))).reason is Reason.NOT_HERE

    assert await at_the_reins(circus, race) == [ANN, None]


async def test_who_left_on_vacation_does_not_get_the_reins_as_it_ends(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 86_400)
    circus.messenger.gone.add(BOB)
    circus.clock.pass_by(86_401)

    for _ in range(2):
        await circus.steward.timekeeper.tick()
        circus.clock.pass_by(60)

    assert await at_the_reins(circus, race) == [ANN, None]
    assert "return" not in [each.kind for each in await circus.steward.desk.acts(race)]
    circus.messenger.gone.clear()
    circus.clock.pass_by(60)
    await circus.steward.timekeeper.tick()
    assert await at_the_reins(circus, race) == [ANN, BOB]


async def test_a_program_that_ended_as_somebody_left_gives_the_reins_on_when_it_runs_again(circus: Circus) -> None:
    race = await circus.race()

    async def ends(_guild: int, _player: PlayerId) -> None:
        raise KeyboardInterrupt

    circus.steward.presence.tells(ends, ends)
    with pytest.raises(KeyboardInterrupt):
        await is_missed(circus, BOB)
    again = await circus.again()
    await again.steward.timekeeper.tick()
    await again.steward.timekeeper.tick()

    assert await at_the_reins(again, race) == [ANN, None]
    assert len(await absences(again, race)) == 1


@pytest.mark.parametrize("is_early", [True, False])
async def test_a_race_counts_for_who_drove_in_it_and_for_nobody_who_left_before(circus: Circus, is_early: bool) -> None:
    race = await circus.lobby(options=Options(turns=2))
    for player, name in ((ANN, "Ann"), (BOB, "Bob"), (EVE, "Eve")):
        await circus.steward.lobbies.join(race, player, name)
    if is_early:
        await is_missed(circus, BOB)
    await circus.steward.lobbies.start(race, ANN)
    await circus.steward.departures.look()
    circus.clock.pass_by(60)
    await circus.give(race, RED, Pace(3))
    circus.clock.pass_by(60)
    await is_missed(circus, BOB)
    await circus.steward.desk.vacation(race, EVE, circus.clock.now + 10 * 86_400)
    await circus.to_the_end(race)
    await circus.steward.chronicler.catch_up()

    (past,) = await circus.store.past.summaries(1)
    assert [each.person for each in past.entries] == [ANN, None if is_early else BOB, EVE]


async def test_who_leaves_another_server_goes_on_here(circus: Circus) -> None:
    race = await circus.race()

    await is_missed(circus, BOB, 7)
    await circus.steward.timekeeper.tick()

    assert await at_the_reins(circus, race) == [ANN, BOB]


async def test_a_race_that_all_have_left_waits_for_people_and_is_theirs_when_they_return(circus: Circus) -> None:
    race = await circus.race()
    for each in (ANN, BOB):
        await is_missed(circus, each)

    assert (await circus.steward.race(race)).is_deserted
    await circus.steward.presence.seen(HERE, ANN)

    assert await at_the_reins(circus, race) == [ANN, None]


async def test_a_substitute_of_a_cup_who_has_left_is_not_asked(circus: Circus) -> None:
    race, _ = await waiting(circus)
    for each in (EVE, FAY):
        await circus.steward.substitutes.volunteer(race, each, "Sub")
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 86_400)
    circus.messenger.gone.add(EVE)

    await circus.steward.substitutes.look_at_cups()

    assert await asked(circus, race) == [FAY]
