"""Who has which stable of a league: substitutes, deputies, leaving, expelling, new owners, a new host (H.10)."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import msgspec
import pytest

from engine.leagues.words.acts import Instruct
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Entries, Eve, EveOfRace, Plan
from engine.leagues.words.state import Manager, Stake
from engine.refusals import GameReason
from records.races import FactionRecord
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.hosting.substitutes import TO_DECIDE
from tests.kept import once
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus
from tests.steward.leagues import (
    ONE,
    a_circus,
    a_deputy,
    a_league,
    a_season,
    check_treasuries,
    pass_by,
    seal,
    sheet_of,
    to_phase,
)

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")

DOT, FAY = PlayerId(400), PlayerId(500)


async def told(circus: Circus, race: RaceId) -> list[str]:
    return [each.kind for each in await circus.steward.desk.acts(race)]


async def seat_of(circus: Circus, race: RaceId, owner: PlayerId) -> FactionRecord:
    return next(each for each in (await circus.steward.race(race)).factions if each.player == owner)


async def at_a_race(path: Path, *volunteers: PlayerId) -> tuple[Circus, RaceId, RaceId]:
    """Return a season whose first race is under way, and the race."""
    circus = await a_circus(path)
    return circus, *await to_a_race(circus, *volunteers)


@once
async def to_a_race(circus: Circus, *volunteers: PlayerId) -> tuple[RaceId, RaceId]:
    league = await a_season(circus, ONE)
    for each in volunteers:
        await circus.steward.substitutes.volunteer(league, each, "Sub")
        circus.clock.pass_by(1.0)
    await to_phase(circus, league, "race")
    return league, (await circus.steward.leagues.races(league))[0].id


async def refusal(awaitable: object) -> object:
    with pytest.raises(Refused) as refused:
        await awaitable  # type: ignore[misc]
    return refused.value.reason


# Substitutes


async def test_the_next_substitute_is_asked_after_two_hours_and_the_race_never_waits(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path, EVE, DOT)
    slow = dict.fromkeys((await circus.steward.race(race)).record.seconds, 90_000)
    await circus.store.races.set(race, seconds=msgspec.json.encode(slow).decode())
    circus.steward.races.forget(race)

    await circus.steward.members.leave(league, BOB)
    await circus.steward.seasons.tick()
    first = await told(circus, race)
    circus.clock.pass_by(TO_DECIDE - 1)
    await circus.steward.seasons.tick()
    still = await told(circus, race)
    circus.clock.pass_by(1)
    again = await circus.again()
    await again.steward.seasons.tick()
    await again.steward.seasons.tick()

    assert first == still == ["replace", "asked"]
    asked = [msgspec.json.decode(each.body)["player"] for each in (await again.steward.desk.acts(race))[1:]]
    assert asked == [EVE, DOT]
    assert (await seat_of(again, race, BOB)).temperament is not None, "a house driver drives meanwhile"
    await again.deliver()
    await again.steward.desk.take_reins(race, DOT, Faction(2))
    assert (await seat_of(again, race, BOB)).at_the_reins == DOT
    assert await again.steward.substitutes.queue(await again.steward.race(league)) == [EVE, DOT]
    assert await again.steward.substitutes.loyal(await again.steward.race(league)) == [(DOT, 1)]
    await circus.close()


async def test_who_drove_goes_to_the_end_of_the_queue_and_who_withdraws_leaves_it(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path, EVE, DOT, FAY)
    substitutes = circus.steward.substitutes
    await circus.steward.members.leave(league, BOB)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    after = await substitutes.queue(await circus.steward.race(league))
    place = await substitutes.volunteer(league, EVE, "Eve")
    left = await circus.steward.members.leave(league, DOT)

    assert (after, place, left) == ([DOT, FAY, EVE], 3, "queue")
    assert await substitutes.queue(await circus.steward.race(league)) == [FAY, EVE]
    assert await refusal(circus.steward.members.leave(league, DOT)) is LeagueReason.NOT_A_MEMBER
    await circus.close()


async def test_a_place_on_vacation_is_for_the_substitute_who_is_asked_alone(tmp_path: Path) -> None:
    circus, _, race = await at_a_race(tmp_path, EVE)
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 900_000.0)

    await circus.steward.seasons.tick()

    assert await refusal(circus.steward.desk.take_reins(race, DOT, Faction(2))) is Reason.NO_SEAT
    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    assert (await seat_of(circus, race, BOB)).at_the_reins == EVE
    await circus.steward.desk.take_reins(race, BOB, Faction(2))
    assert (await seat_of(circus, race, BOB)).at_the_reins == BOB, "the owner may come back at any time"
    await circus.close()


async def test_nobody_of_a_league_drives_for_another_of_it(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    await circus.steward.leagues.join(league, EVE, "Eve", role="better")
    async with circus.steward.races.editing(race) as live:
        bobs = next(each for each in live.race.factions if each.player == BOB)
        live.seat(msgspec.structs.replace(bobs, standin="steady"))

    for reason in (
        await refusal(circus.steward.desk.take_reins(race, EVE, Faction(2))),
        await refusal(circus.steward.desk.replace(race, ANN, Faction(2), EVE, "a friend")),
        await refusal(circus.steward.substitutes.volunteer(league, EVE, "Eve")),
        await refusal(circus.steward.substitutes.volunteer(league, ANN, "Ann")),
    ):
        assert reason is LeagueReason.HAS_A_STABLE
    await circus.steward.members.expel(league, MOD, EVE, "plots with Bob")
    assert await refusal(circus.steward.desk.take_reins(race, EVE, Faction(2))) is LeagueReason.HAS_A_STABLE
    await circus.close()


# Deputies


async def test_a_deputy_has_the_whole_stable_until_the_owner_is_back(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    members = circus.steward.members

    await a_deputy(circus.steward, league, BOB, EVE)
    in_race, asked = (
        await seat_of(circus, race, BOB),
        await refusal(circus.steward.desk.take_reins(race, BOB, Faction(2))),
    )
    shown = [(await circus.steward.log.status(league, each)).view.own for each in (BOB, EVE)]
    await circus.steward.leagues.act(league, EVE, Instruct(Manager(entries=2)))
    mine = await refusal(circus.steward.leagues.act(league, BOB, Instruct(Manager(entries=0))))
    await members.come_back(league, BOB)

    assert in_race.at_the_reins == EVE
    assert asked is LeagueReason.DEPUTY_DRIVES
    assert shown[0] == shown[1]
    assert list(shown[0]) == [2]
    assert mine is Reason.REINS_ELSEWHERE
    assert (await seat_of(circus, league, BOB)).at_the_reins == BOB
    assert (await seat_of(circus, race, BOB)).at_the_reins == BOB
    assert (await circus.steward.log.status(league, EVE)).view.own == {}
    assert "deputy" in await told(circus, league)
    await circus.close()


async def test_what_a_deputy_may_not_do(tmp_path: Path) -> None:
    circus, league, _ = await at_a_race(tmp_path)
    members = circus.steward.members
    await a_deputy(circus.steward, league, BOB, EVE)

    refused = [
        await refusal(circus.steward.deputies.ask(league, EVE, DOT)),
        await refusal(members.come_back(league, EVE)),
        await refusal(circus.steward.deputies.ask(league, ANN, EVE)),
        await refusal(circus.steward.deputies.ask(league, ANN, BOB)),
        await refusal(circus.steward.deputies.ask(league, ANN, ANN)),
        await refusal(circus.steward.leagues.join(league, EVE, "Eve", role="better")),
        await refusal(members.vote(league, EVE, ANN)),
    ]
    left = await members.leave(league, EVE)

    own, has = LeagueReason.NOT_THE_OWNER, LeagueReason.HAS_A_STABLE
    assert refused == [own, own, has, has, has, has, LeagueReason.NOT_A_MEMBER]
    assert left == "deputy"
    assert (await seat_of(circus, league, BOB)).at_the_reins == BOB
    await circus.close()


async def test_owner_and_deputy_who_press_at_once_both_get_a_clear_answer(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    sheet = await sheet_of(circus, league, BOB)
    assert sheet is not None

    def press(player: PlayerId) -> Awaitable[None]:
        return seal(circus, sheet, Entries((6,)), player)

    done = await asyncio.gather(
        a_deputy(circus.steward, league, BOB, EVE), press(BOB), press(EVE), return_exceptions=True
    )

    assert done[0] is None
    reasons = [each.reason for each in done[1:] if isinstance(each, Refused)]
    assert len(reasons) == 1, done
    assert reasons[0] in (Reason.REINS_ELSEWHERE, Reason.NOT_YOUR_CHARIOT)
    assert len([each for each in await circus.store.stories.inputs(league) if each.player in (BOB, EVE)]) == 1
    await circus.close()


async def test_a_silent_stable_is_offered_after_two_events_and_its_deputy_brings_it_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await circus.steward.substitutes.volunteer(league, EVE, "Eve")
    async with circus.steward.races.editing(league) as live:
        bobs = next(each for each in live.race.factions if each.player == BOB)
        live.seat(msgspec.structs.replace(bobs, missed=3))
    await pass_by(circus, 7200.0)
    await circus.deliver()
    offers = [each.player for each in circus.messenger.delivered if each.kind == "offer"]
    lobby = await circus.steward.race(league)

    assert [each.player for each in lobby.factions if lobby.is_offered(each)] == [BOB]
    assert set(offers) == {None, BOB, EVE}
    async with circus.steward.races.editing(league) as live:
        bobs = next(each for each in live.race.factions if each.player == BOB)
        live.seat(msgspec.structs.replace(bobs, missed=5))
    await pass_by(circus, 3600.0)
    kept = (await circus.steward.log.status(league)).view.stable(2).status
    hears = [each.player for each in circus.messenger.delivered if each.kind == "offer"]
    await circus.steward.desk.take_reins(league, EVE, bobs.faction)

    assert (kept, hears.count(BOB), hears.count(None)) == ("kept", 2, 1)
    assert (await circus.steward.log.status(league)).view.stable(2).status == "active"
    assert (await seat_of(circus, league, BOB)).at_the_reins == EVE
    await circus.close()


# Leaving, expelling, following


async def test_who_decides_in_the_race_is_heard_of_though_the_sheets_are_silent(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "race")
    async with circus.steward.races.editing(league) as live:
        for each in live.race.factions[:2]:
            live.seat(msgspec.structs.replace(each, missed=3))

    asked = (await circus.steward.open_asks(BOB))[0]
    await seal(circus, asked, asked.ask.default, BOB)
    await to_phase(circus, league, "protest")

    ann, bob, *_ = (await circus.steward.race(league)).factions
    assert (ann.missed, bob.missed) == (3, 0)
    await circus.close()


async def test_who_leaves_in_mid_race_drives_no_more_and_comes_back_to_both(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    members = circus.steward.members

    left = await members.leave(league, BOB)
    gone = (await seat_of(circus, race, BOB)).at_the_reins
    early = await refusal(circus.steward.desk.take_reins(race, BOB, Faction(2)))
    await members.come_back(league, BOB)

    assert (left, gone, early) == ("stable", None, LeagueReason.OUT_OF_THE_SEASON)
    assert (await seat_of(circus, race, BOB)).at_the_reins == BOB
    assert (await circus.steward.log.status(league)).view.stable(2).status == "active"
    assert await refusal(members.come_back(league, BOB)) is Reason.HOLDS_REINS
    await check_treasuries(circus, league)
    await circus.close()


async def test_who_has_left_may_have_their_name_removed_from_the_record(tmp_path: Path) -> None:
    """Row "member leaves the server" of H.14: the name stays, or is "former owner" on request."""
    circus, league, race = await at_a_race(tmp_path)
    members = circus.steward.members
    still_in = await refusal(members.remove_name(league, BOB))
    nobody = await refusal(members.remove_name(league, EVE))
    await members.left_server(league, BOB)
    kept = [each.name for each in (await circus.steward.race(league)).entries]

    await members.remove_name(league, BOB)

    after = await circus.again()
    shown = [await after.steward.race(each) for each in (league, race)]
    assert (still_in, nobody) == (LeagueReason.STILL_IN, LeagueReason.NOT_A_MEMBER)
    assert kept[:2] == ["Ann", "Bob"]
    assert [each.name for each in shown[0].entries][:2] == ["Ann", "Former owner"]
    for lobby in shown:
        people, chariots = [each.name for each in lobby.factions], [each.name for each in lobby.entries]
        assert "Bob" not in [*people, *chariots]
        assert {"Ann", "Former owner"} <= set(people)
    await to_phase(after, league, "protest")
    assert (await after.steward.log.verify(league)).is_sound
    await circus.close()


async def test_who_came_and_who_left_holds_though_the_league_goes_back(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "stable")
    leagues = circus.steward.leagues
    late = await leagues.join(league, EVE, "Eve", role="better")
    await circus.steward.members.expel(league, MOD, BOB, "two accounts")
    await to_phase(circus, league, "eve")
    assert await refusal(circus.steward.members.vote(league, EVE, ANN)) is LeagueReason.NO_VOTE, (
        "in no later phase either"
    )

    await leagues.go_back(league, ANN, "a slip")
    await circus.steward.seasons.tick()
    await circus.steward.seasons.tick()

    view = (await circus.steward.log.status(league, EVE)).view
    assert view.phase == "stable"
    assert (view.stable(late.entry).role, view.stable(late.entry).cash) == ("better", 10_000)
    assert list(view.own) == [late.entry]
    assert view.stable(2).status == "kept"
    assert await sheet_of(circus, league, BOB) is None
    await check_treasuries(circus, league)
    assert (await circus.steward.log.verify(league)).is_sound
    await circus.close()


class PowerCut(BaseException):
    """The program ends here: nothing catches it."""


@pytest.mark.slow
async def test_the_program_that_ends_as_somebody_leaves_frees_their_reins_when_it_runs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    circus, league, race = await at_a_race(tmp_path, EVE)

    async def cut(_league: RaceId) -> None:
        raise PowerCut

    monkeypatch.setattr(circus.steward.seasons.reins, "look", cut)
    with pytest.raises(PowerCut):
        await circus.steward.members.leave(league, BOB)
    left = (await seat_of(circus, race, BOB)).at_the_reins
    again = await circus.again()
    await again.steward.seasons.tick()

    assert left == BOB
    assert (await seat_of(again, race, BOB)).at_the_reins is None
    assert await told(again, race) == ["replace", "asked"]
    await circus.close()


async def test_a_vacation_in_a_league_ends_by_itself(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await circus.steward.desk.vacation(league, BOB, circus.clock.now + 5_400.0)
    founding = await sheet_of(circus, league, BOB)
    await pass_by(circus, 5_500.0)
    await to_phase(circus, league, "stable")

    sheet = await sheet_of(circus, league, BOB)
    assert founding is None
    assert sheet is not None
    assert (await seat_of(circus, league, BOB)).at_the_reins == BOB
    await circus.close()


@pytest.mark.slow
async def test_who_joins_late_and_leaves_at_once_is_kept_from_the_beginning(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, msgspec.structs.replace(ONE, events=3))
    await to_phase(circus, league, "stable")
    entry = await circus.steward.leagues.join(league, EVE, "Eve")

    await circus.steward.members.leave(league, EVE)
    await to_phase(circus, league, "stable", 2)

    view = (await circus.steward.log.status(league)).view
    assert (view.stable(entry.entry).status, len(view.stable(entry.entry).chariots)) == ("kept", 5)
    await check_treasuries(circus, league)
    await circus.close()


async def test_an_expelled_owner_is_told_and_only_the_host_lets_them_in_again(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    members = circus.steward.members
    cash = (await circus.steward.log.status(league)).view.stable(2).cash

    await members.expel(league, MOD, BOB, "two accounts")
    await circus.deliver()

    notices = [each for each in circus.messenger.delivered if each.kind == "act" and "two accounts" in each.body]
    assert {each.player for each in notices} == {None, BOB}
    assert (await seat_of(circus, race, BOB)).at_the_reins is None
    expelled = LeagueReason.EXPELLED
    assert await refusal(members.come_back(league, BOB)) is expelled
    assert await refusal(members.vote(league, BOB, ANN)) is LeagueReason.NOT_A_MEMBER
    assert (await circus.steward.log.status(league)).view.stable(2).cash == cash
    assert await refusal(members.expel(league, MOD, DOT, "why not")) is LeagueReason.NO_SUCH_MEMBER
    assert await refusal(members.expel(league, ANN, ANN, "tired")) is LeagueReason.NO_SUCH_MEMBER
    assert await refusal(members.expel(league, MOD, BOB, "  ")) is Reason.REASON_WANTED
    await members.hand(league, ANN, EntryId(2), BOB, "Bob", "it was a mistake")
    assert (await circus.steward.log.status(league)).view.stable(2).status == "active"
    assert (await seat_of(circus, league, BOB)).at_the_reins == BOB
    await circus.close()


async def test_a_new_owner_keeps_the_stables_name_money_and_record(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    members = circus.steward.members
    before = (await circus.steward.log.status(league)).view.stable(2)
    early = await refusal(members.hand(league, ANN, EntryId(2), EVE, "Eve", "for fun"))
    await members.leave(league, BOB)

    await members.hand(league, ANN, EntryId(2), EVE, "Eve@everyone\u200b", "Bob moved away")
    again = await circus.again()

    lobby = await again.steward.race(league)
    seat = lobby.faction_for(EVE)
    assert seat is not None
    assert (seat.player, seat.name) == (EVE, "Eve@everyone")
    assert next(each.name for each in lobby.entries if each.entry == EntryId(2)) == "Bob"
    assert (await again.steward.log.status(league)).view.stable(2) == before
    assert early is LeagueReason.HAS_AN_OWNER
    assert await refusal(again.steward.members.come_back(league, BOB)) is LeagueReason.NOT_A_MEMBER
    assert await refusal(again.steward.members.hand(league, ANN, EntryId(9), DOT, "Dot", "x")) is (
        LeagueReason.NO_SUCH_STABLE
    )
    assert await refusal(again.steward.members.hand(league, ANN, EntryId(3), DOT, "Dot", "x")) is (
        LeagueReason.NO_SUCH_STABLE
    ), "a stable of the house"
    await again.steward.desk.take_reins(race, EVE, Faction(2))
    bets = await again.steward.leagues.join(league, BOB, "Bob", role="better")
    await again.steward.seasons.tick()
    assert (await again.steward.log.status(league)).view.stable(bets.entry).status == "active", (
        "Bob is no stranger for good"
    )
    assert await refusal(again.steward.members.vote(league, BOB, EVE)) is LeagueReason.NO_VOTE, "he came to bet"
    again.steward.races.forget(league)
    assert (await again.steward.log.status(league, EVE)).view.own.keys() == {2}
    assert (await again.steward.log.verify(league)).is_sound
    await check_treasuries(again, league)
    await circus.close()


# Names, and the host


async def test_a_renamed_person_keeps_stable_queue_and_record(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path, EVE, DOT)
    await circus.steward.members.leave(league, BOB)
    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    before = await circus.steward.substitutes.loyal(await circus.steward.race(league))

    for player in (ANN, EVE):
        await circus.steward.people.set_player(player, name="Quite\u200b <@5> Another")
    place = await circus.steward.substitutes.volunteer(league, EVE, "Evita")

    assert place == 2, "once in the queue, under whatever name"
    assert await circus.steward.substitutes.loyal(await circus.steward.race(league)) == before == [(EVE, 1)]
    assert list((await circus.steward.log.status(league, ANN)).view.own) == [1]
    assert next(each.name for each in (await circus.steward.race(league)).entries) == "Ann"
    await circus.close()


@pytest.mark.slow
async def test_a_host_who_owns_a_stable_sees_and_gains_no_more_than_others(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "eve")
    cash = {each.number: each.cash for each in (await circus.steward.log.status(league)).view.stables}
    sheet = await sheet_of(circus, league, BOB)
    assert sheet is not None
    assert isinstance(sheet.ask.question, EveOfRace)
    entered = sheet.ask.question.entered
    own, anns = (next(each for each, stable in entered.items() if stable == number) for number in (2, 1))
    await seal(circus, sheet, Eve((Stake(own, 1_300),), (Plan("drug", anns, 1_717),)), BOB)

    steward = circus.steward
    seen = [
        await steward.desk.decisions(league),
        await steward.desk.missing(league),
        await steward.desk.acts(league),
        (await steward.log.status(league, ANN)).view,
        await steward.log.facts(league),
    ]
    forced = await refusal(steward.desk.force(league, ANN, EntryId(2), "let me see"))
    await to_phase(circus, league, "race")
    race = (await steward.leagues.races(league))[0]
    await steward.desk.close(race.id, ANN, "I would lose")
    await to_phase(circus, league, "eve")

    assert "1717" not in str(seen)
    assert "1300" not in str(seen)
    assert forced is GameReason.NOT_ASKED
    assert {each.number: each.cash for each in (await steward.log.status(league)).view.stables} == cash
    assert "close" in await told(circus, race.id), "all read that the race was called off, and why"
    await check_treasuries(circus, league)
    await circus.close()


# A new host


async def test_more_than_half_of_the_members_elect_another_host(tmp_path: Path) -> None:
    circus, league, race = await at_a_race(tmp_path)
    await circus.steward.leagues.join(league, EVE, "Eve", role="better")
    vote = circus.steward.members.vote

    first = await vote(league, BOB, EVE)
    changed = await vote(league, BOB, BOB)
    second = await vote(league, ANN, EVE)
    bettor = await refusal(vote(league, EVE, EVE))
    third = await vote(league, BOB, EVE)

    assert (first, changed, second, third) == (False, False, False, True)
    assert bettor is LeagueReason.NO_VOTE, "who comes to bet later may have any number of accounts"
    assert (await circus.steward.race(league)).record.host == EVE
    assert (await circus.steward.race(race)).record.host == EVE
    assert await refusal(vote(league, ANN, EVE)) is LeagueReason.HOST_ALREADY
    assert await refusal(vote(league, DOT, ANN)) is LeagueReason.NOT_A_MEMBER
    assert not await vote(league, BOB, ANN), "votes count until somebody is elected"
    assert (await told(circus, league)).count("elect") == 1
    await circus.close()


async def test_a_bettor_becomes_an_owner_before_the_start(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_league(circus)
    leagues = circus.steward.leagues
    bets = await leagues.join(league, BOB, "Bob", role="better")

    owns = await leagues.join(league, BOB, "Bob")

    assert owns == bets
    assert leagues.options_of(await leagues.league(league)).betters == ()
    with pytest.raises(Refused) as twice:
        await leagues.join(league, BOB, "Bob")
    assert twice.value.reason is LeagueReason.HAS_A_STABLE
    assert [each.player for each in (await leagues.league(league)).factions] == [BOB]
    await circus.close()


async def test_a_bettor_becomes_an_owner_at_the_next_reckoning(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    leagues = circus.steward.leagues
    await to_phase(circus, league, "stable")
    came = await leagues.join(league, EVE, "Eve", role="better")
    await a_deputy(circus.steward, league, EVE, MOD)

    with pytest.raises(Refused) as deputys:
        await leagues.join(league, MOD, "Mod")
    await leagues.join(league, EVE, "Eve")
    await to_phase(circus, league, "stable", 2)

    view = (await circus.steward.log.status(league)).view
    assert view is not None
    assert deputys.value.reason is LeagueReason.HAS_A_STABLE
    assert (view.stable(came.entry).role, len(view.stable(came.entry).chariots)) == ("owner", 5)
    await check_treasuries(circus, league)
    await circus.close()
