"""Time in a league: agreed times of day over both changes of the clocks, time away, vacations, quiet hours."""

from datetime import datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from records.races import Pace
from records.values import RaceId
from steward import Schedule, Timing
from steward.seasons.leagues import Founded
from tests.kept import once
from tests.steward.circus import ANN, BOB, Circus, FakeClock
from tests.steward.leagues import (
    CHANNEL,
    GUILD,
    PHASES,
    SHORT,
    THREAD,
    a_circus,
    a_season,
    pass_by,
    seal,
    sheet_of,
    spans,
    to_phase,
)

ROME = ZoneInfo("Europe/Rome")
EVENING = Timing({**PHASES}, Pace.TURNS, Schedule(zone="Europe/Rome", at=(20 * 60,)))
HOUR = 3600.0


def at(text: str) -> float:
    """Return a time in Rome, in seconds since 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=ROME).timestamp()


@once
async def a_daily_season(circus: Circus) -> RaceId:
    league = await circus.steward.leagues.open(Founded(GUILD, CHANNEL, ANN, SHORT, EVENING, spans(), "Ludi"))
    await circus.steward.lobbies.set_thread(league, THREAD)
    await circus.steward.leagues.join(league, ANN, "Ann")
    await circus.steward.leagues.join(league, BOB, "Bob")
    await circus.steward.leagues.start(league, ANN)
    return league


async def due(circus: Circus, league: RaceId) -> list[float]:
    return sorted(each.at for each in await circus.store.deadlines.of_race(league))


@pytest.mark.parametrize(
    ("opened", "days"),
    [
        ("2026-03-27T21:00", ["2026-03-28T20:00", "2026-03-29T20:00", "2026-03-30T20:00"]),
        ("2026-10-23T21:00", ["2026-10-24T20:00", "2026-10-25T20:00", "2026-10-26T20:00"]),
    ],
    ids=["spring", "autumn"],
)
async def test_phases_end_at_eight_in_rome_when_the_clocks_change(tmp_path: Path, opened: str, days: list[str]) -> None:
    circus = await a_circus(tmp_path, clock=FakeClock(at(opened)))
    league, ends = await a_daily_season(circus), []
    for member in (ANN, BOB):
        seat = (await circus.steward.race(league)).faction_for(member)
        assert seat is not None
        assert seat.grace == 24 * HOUR

    for _ in days:
        ends.append(await due(circus, league))
        circus.clock.now = ends[-1][0]
        for member in (ANN, BOB):
            sheet = await sheet_of(circus, league, member)
            assert sheet is not None
            await seal(circus, sheet, sheet.ask.default, member)
    assert ends == [[at(day)] * 2 for day in days]
    gaps = [(later[0] - sooner[0]) / HOUR for sooner, later in pairwise(ends)]
    assert sorted({*gaps, 24.0}) == sorted({24.0, 23.0 if "03" in opened else 25.0})
    await circus.close()


@pytest.mark.slow
async def test_the_time_away_is_given_back_to_sheets_protests_and_rests(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    for phase in ("stable", "protest"):
        await to_phase(circus, league, phase)
        before = await due(circus, league)

        circus.clock.pass_by(5 * HOUR)
        again = await circus.again(messenger=circus.messenger)
        await again.steward.timekeeper.make_up_for_downtime()
        await again.steward.timekeeper.tick()

        assert await due(circus, league) == [each + 5 * HOUR for each in before]
        assert (await circus.steward.log.status(league)).view.phase == phase
    assert [each.kind for each in await circus.steward.desk.acts(league)] == ["downtime", "downtime"]
    await circus.close()


async def test_a_manager_answers_at_once_for_who_is_on_vacation_and_nothing_counts_as_missed(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    league = await a_season(circus)
    await to_phase(circus, league, "stable")
    before = (await circus.steward.race(league)).faction_for(ANN)
    until = circus.clock.now + 2 * 86_400.0

    await circus.steward.desk.vacation(league, ANN, until)
    away = await sheet_of(circus, league, ANN), await due(circus, league)
    await to_phase(circus, league, "eve")
    seat = (await circus.steward.race(league)).faction_for(ANN)
    circus.clock.now = until
    await circus.steward.timekeeper.tick()
    back = (await circus.steward.race(league)).faction_for(ANN)

    assert before is not None
    assert seat is not None
    assert back is not None
    assert len(away[1]) == 1, "Bob alone is waited for"
    assert (seat.missed, seat.at_the_reins, seat.standin is None) == (before.missed, None, False)
    assert (back.at_the_reins, back.standin) == (ANN, None)
    assert (await circus.steward.log.status(league)).view.stable(1).status == "active"
    await circus.close()


async def test_a_reminder_of_a_sheet_waits_for_the_end_of_quiet_hours(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path, clock=FakeClock(at("2026-06-01T22:30")))
    await a_season(circus)
    await circus.store.people.set_player(ANN, zone="Europe/Rome", quiet_from=23 * 60 + 30, quiet_until=10)
    await circus.deliver()

    reminded = []
    for _ in range(26):
        await pass_by(circus, 300.0)
        reminded += [(each.player, circus.clock.now) for each in circus.messenger.delivered if each.kind == "reminder"]
        circus.messenger.delivered.clear()

    first = {player: min(now for each, now in reminded if each == player) for player in (ANN, BOB)}
    assert first == {BOB: at("2026-06-02T00:00"), ANN: at("2026-06-02T00:10")}
    await circus.close()
