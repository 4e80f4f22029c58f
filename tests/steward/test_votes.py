"""Votes on a league's host: owners who are there; places that betters may not take (L-52 to L-54)."""

import asyncio
from pathlib import Path

import pytest

from engine.leagues.words.reasons import LeagueReason
from records.refusals import Reason, Refused
from records.values import PlayerId
from tests.steward.circus import ANN, BOB, EVE, is_missed
from tests.steward.leagues import a_circus, a_deputy, a_league, a_season, to_phase
from tests.steward.test_members import DOT, FAY, at_a_race, refusal

BETTERS = [PlayerId(7_000 + number) for number in range(20)]
PLACES, HALF = 16, 8
HERE = 1


async def test_betters_from_the_start_outvote_no_owner(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_league(circus)
    for player in (ANN, BOB, EVE):
        await circus.steward.leagues.join(league, player, "Owner")
    for number, player in enumerate(BETTERS[:5]):
        await circus.steward.leagues.join(league, player, f"Better {number}", role="better")
    await circus.steward.leagues.start(league, ANN)
    vote = circus.steward.members.vote

    refused = [await refusal(vote(league, each, BETTERS[0])) for each in BETTERS[:5]]

    assert refused == [LeagueReason.NO_VOTE] * 5
    assert (await circus.steward.race(league)).record.host == ANN
    assert [await vote(league, each, BOB) for each in (BOB, EVE)] == [False, True], "two of three owners"
    await circus.close()


async def test_in_a_lobby_nobody_is_elected(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_league(circus)
    for player in (ANN, BOB, EVE):
        await circus.steward.leagues.join(league, player, "Owner")

    refused = [await refusal(circus.steward.members.vote(league, each, EVE)) for each in (BOB, EVE)]

    assert refused == [LeagueReason.NO_VOTE_YET] * 2
    assert (await circus.steward.race(league)).record.host == ANN
    await circus.close()


async def test_owners_who_have_left_the_server_count_in_no_vote_until_they_are_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_league(circus)
    owners = (ANN, BOB, EVE, DOT, FAY)
    for player in owners:
        await circus.steward.leagues.join(league, player, "Owner")
    await circus.steward.leagues.start(league, ANN)
    await to_phase(circus, league, "stable")
    vote = circus.steward.members.vote
    assert [await vote(league, each, BOB) for each in (DOT, BOB)] == [False, False], "two of five"

    circus.messenger.gone.update((ANN, DOT, FAY))
    circus.clock.pass_by(700)
    assert await refusal(vote(league, BOB, DOT)) is not None, "nobody elects who is not there"
    assert not await vote(league, BOB, BOB), "one of two: Dot's vote does not count while she is away"
    assert (await circus.steward.log.status(league)).view.stable(4).status == "kept"
    circus.messenger.gone.discard(DOT)
    await circus.steward.presence.seen(HERE, DOT)
    assert (await circus.steward.log.status(league)).view.stable(4).status == "active", "her stable is hers again"
    assert await vote(league, DOT, BOB), "two of the three who are there"

    assert (await circus.steward.race(league)).record.host == BOB
    await circus.close()


async def test_nobody_takes_a_league_over_that_elects_its_host(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    await is_missed(circus, ANN)
    circus.clock.pass_by(2 * 86_400)
    hosts = circus.steward.hosts

    found = [await hosts.orphaned(await circus.steward.race(each)) for each in (league, race)]

    assert [(each.heir, each.is_elected) for each in found if each is not None] == [(None, True), (None, True)]
    assert [await refusal(hosts.take_over(each, BOB)) for each in (league, race)] == [Reason.ELECTED_HERE] * 2
    assert await circus.steward.members.vote(league, BOB, BOB), "one owner is left"
    await circus.close()


async def test_whoever_left_of_their_own_will_stays_out_when_they_are_seen(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    await circus.steward.members.leave(league, BOB)
    await is_missed(circus, BOB)

    await circus.steward.presence.seen(HERE, BOB)

    assert (await circus.steward.log.status(league)).view.stable(2).status == "kept"
    assert [each.kind for each in await circus.steward.desk.acts(league)].count("leave") == 1
    await circus.close()


async def test_nobody_who_is_gone_becomes_deputy_or_owner(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    circus.messenger.gone.add(EVE)
    members = circus.steward.members

    deputy = await refusal(circus.steward.deputies.ask(league, BOB, EVE))
    await members.leave(league, BOB)
    from_host = await refusal(
        members.hand(league, ANN, (await circus.steward.race(league)).entries[1].entry, EVE, "E", "x")
    )

    assert (str(deputy), str(from_host)) == ("not here", "not here")
    await circus.close()


async def test_a_deputy_who_leaves_the_server_gives_the_stable_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    await a_deputy(circus.steward, league, BOB, EVE)

    await is_missed(circus, EVE)

    assert (await circus.steward.race(league)).factions[1].at_the_reins == BOB
    assert "resign" in [each.kind for each in await circus.steward.desk.acts(league)]
    await circus.close()


async def test_an_owner_who_leaves_as_a_race_is_run_has_stable_and_reins_again_when_back(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    places = [each.player for each in (await circus.steward.race(race)).factions]

    await is_missed(circus, BOB)
    await circus.steward.timekeeper.tick()
    away = (await circus.steward.race(race)).factions[places.index(BOB)].at_the_reins
    kept = (await circus.steward.log.status(league)).view.stable(2).status
    await circus.steward.presence.seen(HERE, BOB)

    assert (away, kept) == (None, "kept")
    assert (await circus.steward.race(race)).factions[places.index(BOB)].at_the_reins == BOB
    assert (await circus.steward.log.status(league)).view.stable(2).status == "active"
    assert [each.kind for each in await circus.steward.desk.acts(league)].count("leave") == 1
    await circus.close()


@pytest.mark.parametrize("at_once", [False, True])
async def test_betters_take_half_of_the_places_at_most(tmp_path: Path, at_once: bool) -> None:
    circus = await a_circus(tmp_path)
    league = await a_league(circus)
    join = circus.steward.leagues.join
    joining = [join(league, each, f"B{number}", role="better") for number, each in enumerate(BETTERS)]

    async def tried(one: object) -> object:
        try:
            return await one  # type: ignore[misc]
        except Refused as refused:
            return refused.reason

    done = await asyncio.gather(*map(tried, joining)) if at_once else [await tried(each) for each in joining]

    assert [each for each in done if isinstance(each, LeagueReason)] == [LeagueReason.BETTERS_ENOUGH] * (20 - HALF)
    for number in range(PLACES - HALF):
        await join(league, PlayerId(8_000 + number), f"O{number}")
    assert len((await circus.steward.race(league)).entries) == PLACES, "the other half is for owners"
    await circus.close()


async def test_betters_who_come_late_take_no_more_places_either(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    join = circus.steward.leagues.join
    for number in range(HALF):
        await join(league, BETTERS[number], f"B{number}", role="better")

    assert await refusal(join(league, BETTERS[HALF], "One more", role="better")) is LeagueReason.BETTERS_ENOUGH
    await join(league, EVE, "Eve")
    await circus.close()


async def test_the_next_season_begins_without_those_who_have_left_the_server(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    circus.messenger.gone.add(BOB)

    assert await circus.steward.members.people_of(await circus.steward.race(league)) == {ANN}
    await circus.close()
