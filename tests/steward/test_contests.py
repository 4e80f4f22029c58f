"""An event with several contests: all are opened at once, and the league goes on when all have come home."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from db.writing.leagues import LeagueStore
from engine.facts import Fact
from engine.game import Entrant
from engine.leagues import lineup
from engine.leagues.words.acts import BetInWindow
from engine.leagues.words.facts import RaceCameBack, RaceWasCalledOff
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Stake
from engine.plots import Trigger
from engine.stables import Midway
from records.races import RaceRecord
from records.refusals import Refused
from records.values import RaceId
from tests.leagues.builders import ANN as ONE_OF_ANN
from tests.steward.circus import Circus
from tests.steward.leagues import (
    ANN,
    BOB,
    ONE,
    a_circus,
    a_season,
    check_treasuries,
    pass_by,
    seal,
    to_phase,
    to_the_end,
)
from tests.steward.test_midway import to_race

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def heats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the entrants of each event race in two heats."""

    def contests(league: League) -> list[list[Entrant]]:
        found = lineup.entrants(league)
        return [found[::2], found[1::2]]

    monkeypatch.setattr(lineup, "contests", contests)


@pytest.fixture
async def circus(tmp_path: Path) -> Circus:
    return await a_circus(tmp_path)


async def at_the_heats(circus: Circus) -> tuple[RaceId, list[RaceRecord]]:
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    return league, await heats_of(circus, league)


async def heats_of(circus: Circus, league: RaceId) -> list[RaceRecord]:
    """Return the heats that were not cancelled."""
    return await circus.steward.leagues.races(league)


async def phase_of(circus: Circus, league: RaceId) -> Any:
    return (await circus.steward.log.status(league)).view.phase


def kinds(told: list[Fact], kind: type) -> Iterator[Fact]:
    return (each for each in told if isinstance(each, kind))


async def test_all_heats_of_an_evening_are_open_at_once_and_known_by_their_numbers(circus: Circus) -> None:
    _, heats = await at_the_heats(circus)

    assert [(each.round, each.number, each.state) for each in heats] == [(1, 1, "running"), (1, 2, "running")]
    assert [each.title for each in heats] == [f"Ludi Magni · race 1 of 1, no. {number}" for number in (1, 2)]
    entered = [[each.entry for each in (await circus.steward.race(heat.id)).entries] for heat in heats]
    assert entered == [[1, 3], [2, 4]]
    await circus.close()


async def test_the_league_waits_for_the_last_heat_and_reckons_all_of_them_once(circus: Circus) -> None:
    league, (first, second) = await at_the_heats(circus)
    states = set[tuple[str, str, str]]()

    while (await circus.steward.race(league)).record.state != "finished":
        await pass_by(circus, 60.0)
        found = {each.number: each.state for each in await heats_of(circus, league)}
        states.add((found[1], found[2], await phase_of(circus, league)))

    told = await circus.steward.log.facts(league)
    assert {phase for one, two, phase in states if "running" in (one, two)} == {"race"}
    assert len(list(kinds(told, RaceCameBack))) == 1
    assert {each.id for each in await heats_of(circus, league)} == {first.id, second.id}
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    assert (await circus.steward.log.verify(league)).is_sound
    await circus.close()


async def test_a_program_that_ends_between_two_heats_opens_the_other_one_next_time(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "eve")
    await circus.steward.timekeeper.make_up_for_downtime()
    add = LeagueStore.add_race

    class PowerCut(BaseException):
        pass

    async def cut(self: LeagueStore, race: RaceRecord, *given: Any) -> RaceId:
        if race.number == 2:
            raise PowerCut
        return await add(self, race, *given)

    with monkeypatch.context() as patched:
        patched.setattr(LeagueStore, "add_race", cut)
        circus.clock.pass_by(3600.0)
        process = await circus.again(messenger=circus.messenger)
        with pytest.raises(PowerCut):
            await process.steward.timekeeper.tick()
    left = [each.number for each in await heats_of(circus, league)]
    process = await circus.again(messenger=circus.messenger)
    await process.steward.timekeeper.tick()

    assert left == [1]
    assert [each.number for each in await heats_of(circus, league)] == [1, 2]
    await to_the_end(circus, league)
    await circus.close()


async def test_one_heat_called_off_calls_the_others_off_and_all_are_held_anew(circus: Circus) -> None:
    league, (first, _) = await at_the_heats(circus)

    await circus.steward.lobbies.cancel(first.id, ANN)
    for _ in range(3):
        await circus.steward.timekeeper.tick()

    told = await circus.steward.log.facts(league)
    assert await phase_of(circus, league) == "eve"
    assert len(list(kinds(told, RaceWasCalledOff))) == 1
    assert [each.state for each in await circus.store.leagues.races(league)] == ["cancelled", "cancelled"]
    await check_treasuries(circus, league)
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    assert [each.state for each in await heats_of(circus, league)] == ["running", "running"]
    await to_the_end(circus, league)
    await circus.close()


async def test_undoing_an_event_undoes_all_its_heats(circus: Circus) -> None:
    league, _ = await at_the_heats(circus)
    await to_phase(circus, league, "protest")

    await circus.steward.leagues.go_back(league, ANN, "a wrong lane")

    assert await phase_of(circus, league) == "eve"
    assert await heats_of(circus, league) == []
    await to_phase(circus, league, "race")
    await circus.steward.timekeeper.tick()
    assert [each.number for each in await heats_of(circus, league)] == [1, 2]
    await to_the_end(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()


async def midway_in(circus: Circus, heats: list[RaceRecord]) -> list[Midway]:
    found = []
    for each in heats:
        async with circus.steward.races.viewing(each.id) as live:
            assert live.rules.stables is not None
            assert live.rules.stables.midway is not None
            found.append(live.rules.stables.midway(live.session.state))
    return found


async def to_the_round(circus: Circus, season: RaceId) -> bool:
    """Let the heat that is furthest behind answer, one by one, until a round of bets opens and Ann is asked something.

    Return whether that comes; it does not if a heat is over before, or all that Ann has is wrecked.
    """
    while asked := [(each, player) for player in (ANN, BOB) for each in await circus.steward.open_asks(player)]:
        behind, player = min(asked, key=lambda each: (each[0].view.turn, each[0].race_id))
        await seal(circus, behind, behind.ask.default, player)
        await circus.steward.timekeeper.tick()
        if (await circus.steward.log.status(season)).view.windows == {1: True}:
            return bool(await circus.steward.open_asks(ANN))
    return False


async def at_the_round(folder: Path) -> tuple[Circus, RaceId, int]:
    """Come to where a round of bets opens, with dice by which one does; return the season, and what Ann backs."""
    for luck in range(20):
        (folder / str(luck)).mkdir()
        circus = await a_circus(folder / str(luck))
        circus.entropy.drawn = 1_000 * luck
        season, own = await to_race(circus, 8)  # a heat of two may be over with one wreck
        if await to_the_round(circus, season):
            return circus, season, own
        await circus.close()
    raise AssertionError("no round opens")


async def test_a_round_of_bets_waits_for_all_heats_and_closes_with_the_first_speeds(tmp_path: Path) -> None:
    circus, season, own = await at_the_round(tmp_path)
    midway, heats = circus.steward.midway, await heats_of(circus, season)
    laps = [each.laps for each in await midway_in(circus, heats)]
    await midway.bet(season, ANN, BetInWindow(1, (Stake(own, 300),)))

    (asked, *_) = await circus.steward.open_asks(ANN)
    await seal(circus, asked, asked.ask.default, ANN)
    with pytest.raises(Refused) as late:
        await midway.bet(season, ANN, BetInWindow(1, (Stake(own, 400),)))
    await circus.steward.timekeeper.tick()

    view = (await circus.steward.log.status(season)).view
    assert min(laps) == 1, "the last heat has completed it"
    assert late.value.reason is LeagueReason.NO_WINDOW, "the speeds of one heat are known"
    assert view.windows == {1: False}
    assert view.window_stakes[1][ONE_OF_ANN] == (Stake(own, 300),)
    await circus.close()


async def test_there_is_no_round_once_a_heat_is_over(circus: Circus) -> None:
    season, own = await to_race(circus)
    first, _ = await heats_of(circus, season)
    await circus.store.races.set(first.id, state="finished", ended=1.0)
    circus.steward.races.forget(first.id)

    with pytest.raises(Refused) as refused:
        await circus.steward.midway.bet(season, ANN, BetInWindow(1, (Stake(own, 100),)))

    assert refused.value.reason is LeagueReason.NO_WINDOW
    await circus.close()


@pytest.mark.parametrize("is_first", [False, True])
async def test_a_bribe_waits_in_whichever_heat_its_victim_drives(
    circus: Circus, monkeypatch: pytest.MonkeyPatch, is_first: bool
) -> None:
    heats = lineup.contests
    monkeypatch.setattr(lineup, "contests", lambda league: heats(league)[:: -1 if is_first else 1])
    season, _ = await to_race(circus)
    midway = circus.steward.midway

    (bribe,) = await midway.bribes(season, ANN)
    await midway.change(season, ANN, bribe.plot.number, Trigger("turn", 3))
    (changed,) = await midway.bribes(season, ANN)

    assert changed.plot.trigger == Trigger("turn", 3)
    assert await midway.bribes(season, BOB) == ()
    waiting = [len(each.waiting) for each in await midway_in(circus, await heats_of(circus, season))]
    assert waiting == ([1, 0] if is_first else [0, 1])
    await circus.close()
