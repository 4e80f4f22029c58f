"""House races at a fixture: whoever comes, house drivers race; everybody may bet, and nobody gets rich by it (H-1)."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from db.writing.fixtures import LEASE
from engine.betting.reasons import BetReason
from engine.betting.rules import TableRules
from engine.options import choose, shares_out
from engine.rulesets import RULESETS
from records.limits import DAY, FIXTURES_IN_A_SERVER, HOUR
from records.past import Seen
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import FixtureId, PlayerId, RaceId
from steward.hosting.fixtures import NOBODY_LOOKED, WEEKS
from steward.hosting.house_names import HOUSE_NAMES
from steward.hosting.house_races import line_up, temper_of
from tests.steward.betting import LAPS, PURSE, bet, purses, state_of
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, Circus
from tests.steward.fixtures import (
    BEGINS,
    CHANNEL,
    FRIDAY_EVENING,
    HERE,
    dates,
    join,
    lobby_of,
    rome,
    set_up,
    to,
    told,
)
from tests.steward.test_crashes import same_bytes
from tests.steward.test_fixtures import NIGHT, Year
from tests.steward.test_oddsmaker import Maker

PEOPLE = [PlayerId(10_000 + number) for number in range(20)]
"""Accounts of one person."""


@pytest.fixture
def circus(audited: Circus) -> Circus:
    return audited


async def opened(circus: Circus, **changed: Any) -> PublicRace:
    """Set a fixture up with house races, and return its first lobby."""
    fixture = await set_up(circus, **{"circus": True, "options": '{"turns":3}', **changed})
    await to(circus, rome(1, 7, 21))
    return await lobby_of(circus, fixture)


async def with_odds(circus: Circus, **changed: Any) -> RaceId:
    race = (await opened(circus, **changed)).record.id
    await Maker(circus, samples=100).all()
    return race


async def starts(circus: Circus) -> None:
    await to(circus, rome(1, 8, 20))


async def ends(circus: Circus, race: RaceId) -> None:
    for _ in range(100):
        if (await circus.steward.race(race)).record.state != "running":
            return
        circus.clock.pass_by(2 * HOUR)
        await circus.steward.timekeeper.tick()
    raise AssertionError("it comes to no end")


def names(race: PublicRace) -> list[str]:
    return [each.name for each in race.factions]


# A race without people


async def test_nobody_comes_and_the_house_drivers_race_and_bets_are_paid(circus: Circus) -> None:
    lobby = await opened(circus)
    assert names(lobby) == line_up(FixtureId(1), rome(1, 8, 20).toordinal())[:4]
    assert [each.name for each in lobby.entries] == names(lobby)
    race = lobby.record.id
    await bet(circus, race, BOB, RED, 500, "win")
    await bet(circus, race, EVE, BLUE, 500, "win")
    await starts(circus)
    begun = await circus.steward.race(race)
    assert (begun.record.state, begun.is_exhibition, names(begun)) == ("running", True, names(lobby))
    await ends(circus, race)
    assert (await circus.steward.race(race)).record.state == "finished"
    assert (await state_of(circus, race, "win")).state in ("settled", "void")
    assert sum(await purses(circus, BOB, EVE)) == 2 * PURSE


async def test_its_table_has_pools_and_the_house_and_no_sealed_bets(circus: Circus) -> None:
    race = await with_odds(circus)
    rules = msgspec.json.decode((await circus.steward.race(race)).record.betting, type=TableRules)
    assert (rules.pools, rules.sealed, rules.circus, rules.bank) == (True, False, True, 10_000)
    assert (await state_of(circus, race, "bank")).state == "open"
    await bet(circus, race, EVE, RED, 500, "bank")
    await starts(circus)
    started = await circus.steward.race(race)
    assert msgspec.json.decode(started.record.betting, type=TableRules).bank == 10_000, "the bank stays"
    assert (await state_of(circus, race, "bank")).state == "closed"
    await ends(circus, race)
    assert (await state_of(circus, race, "bank")).state == "settled"


async def test_the_host_cannot_turn_it_into_another_table(circus: Circus) -> None:
    race = (await opened(circus)).record.id
    changed = await circus.steward.wagers.set_rules(race, ANN, lambda _: TableRules(cover="bank"))
    assert changed.circus
    await starts(circus)
    begun = msgspec.json.decode((await circus.steward.race(race)).record.betting, type=TableRules)
    assert (begun.sealed, begun.cover) == (False, "pool")


async def test_whoever_joins_gets_a_place_and_whoever_leaves_gives_it_back_to_the_same_driver(circus: Circus) -> None:
    lobby = await opened(circus)
    race = lobby.record.id
    await join(circus, race, BOB)
    there = await circus.steward.race(race)
    assert (len(there.factions), sorted(names(there))[:1]) == (4, sorted([*names(lobby)[:3], f"P{BOB}"])[:1])
    await circus.steward.lobbies.leave(race, BOB)
    await circus.steward.fixtures.look()
    assert names(await circus.steward.race(race)) == names(lobby)


async def test_twenty_accounts_that_join_and_leave_at_its_hour_leave_the_line_up_whole(circus: Circus) -> None:
    lobby = await opened(circus)
    race = lobby.record.id
    for each in PEOPLE[:4]:
        await join(circus, race, each)
    assert all(each.player is not None for each in (await circus.steward.race(race)).factions)
    circus.messenger.gone.update(PEOPLE)  # and left the server
    await starts(circus)
    begun = await circus.steward.race(race)
    assert (begun.record.state, names(begun)) == ("running", names(lobby))


async def test_whoever_is_in_races_with_them_however_few(circus: Circus) -> None:
    race = (await opened(circus, least=3)).record.id
    await join(circus, race, BOB)
    await starts(circus)
    begun = await circus.steward.race(race)
    assert (begun.record.state, [each.player for each in begun.factions].count(None)) == ("running", 3)


async def test_a_change_holds_from_the_next_race_on(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 21))
    await circus.steward.fixtures.set_circus(fixture.record.id, HERE, circus=True)
    assert (await lobby_of(circus, fixture)).factions == ()
    await to(circus, rome(1, 14, 21))
    assert await dates(circus, fixture) == [("8 Jan", "cancelled"), ("15 Jan", "lobby")]
    assert len((await lobby_of(circus, fixture)).factions) == 4
    await circus.steward.fixtures.set_circus(fixture.record.id, HERE, circus=False)
    await to(circus, rome(1, 21, 21))
    assert (await lobby_of(circus, fixture)).factions == ()


async def test_another_server_cannot_change_it(circus: Circus) -> None:
    fixture = await set_up(circus)
    with pytest.raises(Refused) as refused:
        await circus.steward.fixtures.set_circus(fixture.record.id, 2, circus=True)
    assert refused.value.reason is Reason.NO_SUCH_FIXTURE


async def test_chariots_that_are_shared_out_have_no_line_up(circus: Circus) -> None:
    with pytest.raises(Refused) as refused:
        await set_up(circus, circus=True, options='{"dealt":true}')
    assert refused.value.reason is Reason.NO_LINE_UP


# The line-up


def test_each_driver_runs_as_often_as_any_other_and_has_each_place_as_often() -> None:
    often, first = Counter[str](), Counter[str]()
    for week in range(4_000):
        order = line_up(FixtureId(1), 740_000 + 7 * week)
        often.update(order[:6])
        first[order[0]] += 1
    assert set(often) == set(HOUSE_NAMES)
    assert max(often.values()) < 1.1 * min(often.values()), often
    assert max(first.values()) < 1.5 * min(first.values()), first


def test_a_driver_drives_alike_each_time_and_each_temperament_is_as_frequent() -> None:
    tempers = ["steady", "pushy"]
    found = {name: temper_of(name, tempers) for name in HOUSE_NAMES}
    assert Counter(found.values()) == {"steady": 8, "pushy": 8}
    assert found == {name: temper_of(name, tempers) for name in reversed(HOUSE_NAMES)}


@pytest.fixture
async def worlds(tmp_path: Path) -> AsyncIterator[list[Circus]]:
    """Two worlds that differ in the secret of their races alone."""

    def other_bytes(count: int) -> bytes:
        return b"\x07" * count

    drawn: list[Any] = [same_bytes, other_bytes]
    found = [
        await Circus(tmp_path / f"{number}.sqlite3", rulesets=LAPS, entropy=each).open()
        for number, each in enumerate(drawn)
    ]
    yield found
    for each in found:
        await each.close()


async def test_before_the_start_nothing_shows_of_the_secret_but_its_seal(worlds: list[Circus]) -> None:
    seen = []
    for world in worlds:
        race = await with_odds(world)
        lobby, board = await world.steward.race(race), await world.steward.wagers.board(race)
        notices = [
            (each.kind, each.player, each.body) for each in await world.store.outbox.of_race(race) if each.kind != "act"
        ]
        seen.append((lobby.factions, lobby.entries, lobby.record.betting, lobby.record.title, board, notices))
    assert seen[0] == seen[1]
    first, second = [(await world.steward.race(RaceId(1))).record.commitment for world in worlds]
    assert first != second


async def test_bets_are_closed_before_anything_is_drawn(circus: Circus) -> None:
    race = await with_odds(circus)
    assert await circus.told(race) == [], "nothing is told, rolled or dealt while bets are taken"
    await starts(circus)
    for kind in ("win", "bank", "place"):
        with pytest.raises(Refused):
            await bet(circus, race, EVE, RED, 100, kind)
    book = await circus.store.wagers.book(race)
    assert {each.closed_at for each in book.markets if each.kind in ("win", "bank", "place")} == {0}


# Sleep


async def passes(circus: Circus, weeks: int, looks: Callable[[int, RaceId], Awaitable[None]] | None = None) -> None:
    """Let weeks pass, and have people do something a few hours before each start."""
    (shown,) = await circus.steward.fixtures.of_guild(HERE)
    for week in range(weeks):
        friday = BEGINS + timedelta(weeks=week, days=4)
        await to(circus, friday)
        found = await circus.store.fixtures.dates(shown.record.id, 1)
        if looks is not None and found and found[0].state == "lobby":
            await looks(week, found[0].race)
        await to(circus, friday + timedelta(hours=10))
        if found and (await circus.steward.race(found[0].race)).record.state == "running":
            await ends(circus, found[0].race)


async def test_three_quiet_races_then_it_sleeps_with_a_word_and_wakes(circus: Circus) -> None:
    fixture = await set_up(circus, circus=True)
    await passes(circus, 8)
    assert [state for _, state in await dates(circus, fixture)] == ["finished"] * (WEEKS - 1) + ["cancelled"]
    last = (await lobby_of(circus, fixture)).record.id
    _, (whom, why) = (await told(circus, last))[:2]
    assert whom == ANN
    assert why.startswith(NOBODY_LOOKED)
    assert "/server fixture" in why
    (shown,) = await circus.steward.fixtures.of_guild(HERE)
    assert shown.asleep
    await circus.steward.fixtures.wake_up(fixture.record.id, HERE, CHANNEL)
    await to(circus, rome(3, 5, 12))
    assert (await dates(circus, fixture))[-1] == ("5 Mar", "lobby")


async def bets(circus: Circus, race: RaceId) -> None:
    await bet(circus, race, EVE, RED, 100, "win")


async def looks(circus: Circus, race: RaceId) -> None:
    await circus.steward.fixtures.watched(race)


@pytest.mark.parametrize("act", [bets, looks])
async def test_one_bet_or_one_look_in_four_weeks_keeps_it_awake(
    circus: Circus, act: Callable[[Circus, RaceId], Awaitable[None]]
) -> None:
    fixture = await set_up(circus, circus=True)

    async def at_times(week: int, race: RaceId) -> None:
        if week % WEEKS == WEEKS - 1:
            await act(circus, race)

    await passes(circus, 11, at_times)
    assert [state for _, state in await dates(circus, fixture)] == ["finished"] * 11


async def test_a_look_at_a_race_of_people_is_not_noted(circus: Circus) -> None:
    fixture = await set_up(circus)
    await to(circus, rome(1, 7, 21))
    race = (await lobby_of(circus, fixture)).record.id
    await circus.steward.fixtures.look()
    await circus.steward.fixtures.watched(race)
    plan = await circus.steward.fixtures.plan_of(race)
    assert plan is not None
    assert not plan.watched


# Who gets rich by it


async def steering(circus: Circus, race: RaceId) -> list[Awaitable[Any]]:
    desk = circus.steward.desk
    faction = (await circus.steward.race(race)).factions[0].faction
    return [
        desk.pause(race, ANN, "why"),
        desk.extend(race, ANN, HOUR, "why"),
        desk.close(race, ANN, "why"),
        desk.rewind(race, ANN, 0, "why"),
        desk.restart_turn(race, ANN, "why"),
        desk.replace(race, ANN, faction, BOB, "why"),
        desk.ask_to_drive(race, ANN, faction, BOB, "why"),
        desk.force(race, ANN, RED, "why"),
    ]


async def test_a_host_with_a_friend_who_bets_can_neither_end_nor_turn_back_a_race_that_goes_wrong(
    circus: Circus,
) -> None:
    race = await with_odds(circus, options='{"turns":3}')
    await bet(circus, race, EVE, RED, 500, "bank")
    await starts(circus)
    for act in await steering(circus, race):
        with pytest.raises(Refused) as refused:
            await act
        assert refused.value.reason is Reason.NOBODY_STEERS
    await ends(circus, race)
    assert (await circus.steward.race(race)).record.state == "finished"


async def test_before_the_start_a_host_may_call_it_off_and_all_stakes_come_back(circus: Circus) -> None:
    race = await with_odds(circus)
    await bet(circus, race, EVE, RED, 500, "bank")
    await circus.steward.lobbies.cancel(race, ANN)
    assert await purses(circus, EVE) == [PURSE]


async def test_the_host_bets_as_all_do_until_somebody_drives(circus: Circus) -> None:
    race = await with_odds(circus)
    await bet(circus, race, ANN, RED, 500, "bank")
    await join(circus, race, BOB)
    await Maker(circus, samples=100).all()
    assert await purses(circus, ANN) == [PURSE], "its odds are old, so the stake comes back"
    with pytest.raises(Refused) as refused:
        await bet(circus, race, ANN, RED, 400, "bank")
    assert refused.value.reason is BetReason.HOST_AND_BANK


async def test_twenty_accounts_on_one_chariot_win_no_more_than_the_bank_adds_to_a_race(circus: Circus) -> None:
    race = await with_odds(circus)
    for each in PEOPLE:
        with suppress(Refused):
            await bet(circus, race, each, RED, 500, "bank")
    taken = len(list((await circus.store.wagers.book(race)).tickets))
    pays = (await state_of(circus, race, "bank")).odds["1"]
    assert 0 < taken < len(PEOPLE)
    assert taken * (5 * pays - 500) <= 10_000
    with pytest.raises(Refused):
        await bet(circus, race, PEOPLE[0], RED, 100, "bank")  # 500 a person on a race


async def test_twenty_accounts_on_all_chariots_lose_the_house_s_margin(circus: Circus) -> None:
    race = await with_odds(circus)
    for entry in range(1, 5):
        for each in PEOPLE[5 * entry - 5 : 5 * entry]:
            await bet(circus, race, each, entry, 100, "bank")
    await starts(circus)
    await ends(circus, race)
    assert sum(await purses(circus, *PEOPLE)) < len(PEOPLE) * PURSE
    assert (await circus.steward.purses.audit()).is_sound


async def test_a_host_has_three_of_them_in_a_server_at_most(circus: Circus) -> None:
    for number in range(FIXTURES_IN_A_SERVER.most):
        await set_up(circus, rome(1, 7, 21), circus=True, title=f"F{number}")
    for _ in range(47):
        with pytest.raises(Refused):
            await set_up(circus, rome(1, 7, 21), circus=True)
    await circus.steward.fixtures.look()
    assert len(circus.posts.threads) == FIXTURES_IN_A_SERVER.most


async def test_nobody_s_rating_moves_by_a_race_of_house_drivers(circus: Circus) -> None:
    race = (await opened(circus)).record.id
    await starts(circus)
    await ends(circus, race)
    await circus.steward.chronicler.catch_up()
    (record, *others) = await circus.steward.house_circus(Seen(guild=HERE))
    assert (record.starts, len(others)) == (1, 3)
    assert await circus.store.past.unrated() == []


# Once per date


async def test_two_programs_open_one_race_with_one_line_up(circus: Circus) -> None:
    fixture = await set_up(circus, circus=True, options='{"turns":3}')
    other = await circus.again()
    circus.clock.now = rome(1, 7, 20).timestamp()
    for each in (circus, other):
        await each.steward.fixtures.look()
    circus.clock.pass_by(LEASE + 1)
    for each in (other, circus):
        await each.steward.fixtures.look()
    assert await dates(circus, fixture) == [("8 Jan", "lobby")]
    assert len((await lobby_of(circus, fixture)).factions) == 4
    circus.clock.now = rome(1, 8, 20).timestamp()
    for each in (circus, other):
        await each.steward.fixtures.look()
    assert await dates(other, fixture) == [("8 Jan", "running")]


@pytest.mark.parametrize(("minute", "weeks"), [(FRIDAY_EVENING, range(4)), (NIGHT, range(10, 14))])
async def test_weeks_of_house_races_with_kills(circus: Circus, minute: int, weeks: range) -> None:
    year = Year(circus, minute, 6, Random(minute), is_circus=True)
    await year.run(weeks)
    for each in await circus.store.fixtures.dates(year.fixture, 9):
        assert len((await circus.steward.race(each.race)).factions) == 4, "all places are taken"


@pytest.mark.slow
async def test_a_year_of_house_races_with_sixty_kills(circus: Circus) -> None:
    year = Year(circus, FRIDAY_EVENING, 60, Random(38), is_circus=True)
    await year.run(range(52))
    for each in await circus.store.fixtures.dates(year.fixture, 60):
        assert len((await circus.steward.race(each.race)).factions) == 4, "all places are taken"


GAMES = [(rules.id, preset) for rules in RULESETS.values() for preset in ("", *rules.presets)]


@pytest.fixture
async def games(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "games.sqlite3", rulesets=RULESETS).open()
    yield circus
    await circus.close()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), GAMES)
async def test_house_drivers_race_each_game_with_each_preset_or_it_says_why_not(
    games: Circus, game: str, preset: str
) -> None:
    rules = RULESETS[game]
    seconds = {kind: each.seconds for kind, each in rules.decisions.items()}
    given = {
        "ruleset": game,
        "options": msgspec.json.encode(choose(rules.options, rules.presets[preset].wishes if preset else {})).decode(),
        "seconds": msgspec.json.encode(seconds).decode(),
    }
    if shares_out(choose(rules.options, rules.presets[preset].wishes if preset else {})):
        with pytest.raises(Refused) as refused:
            await opened(games, **given)
        assert refused.value.reason is Reason.NO_LINE_UP
        return
    race = (await opened(games, **given)).record.id
    await starts(games)
    for _ in range(400):
        if (await games.steward.race(race)).record.state == "finished":
            return
        games.clock.pass_by(DAY)
        await games.steward.timekeeper.tick()
    raise AssertionError("it comes to no end")
