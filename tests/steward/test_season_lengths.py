"""The date of a season's end, reckoned from its clocks, and events that keep to the days of the week."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.game import AnyRuleset
from engine.leagues.words.options import LeagueOptions
from engine.rulesets import LEAGUES
from records.races import Pace, RaceRecord
from records.values import RaceId
from steward import Schedule, Timing, weekly
from steward.seasons.leagues import Founded
from steward.seasons.lengths import end_of, next_race
from steward.time.schedules import until, waits_until
from tests.steward.circus import ANN, BOB, Circus, FakeClock
from tests.steward.leagues import CHANNEL, GUILD, KIND, PHASES, THREAD, a_circus, seal, sheet_of, spans

DAY = 86_400.0
RULES: AnyRuleset = LEAGUES[KIND]
SECONDS = {name: each.seconds for name, each in RULES.decisions.items()} | {"speed": 3_600, "action": 1_800, "gap": 0}
EVENING = Schedule(at=(20 * 60,))


def at(text: str) -> float:
    """Return a time of UTC, in seconds since 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def season(schedule: Schedule, pace: Pace = Pace.TURNS, seconds: Mapping[str, int] = SECONDS) -> RaceRecord:
    clocks = Timing(seconds, pace, schedule).kept
    return RaceRecord(
        id=RaceId(1), guild=1, channel=2, ruleset=KIND, options="{}", host=ANN, title="Ludi", secret="",
        commitment="", opened=0.0, betting="", **clocks,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "ends"),
    [
        # Founding till Monday evening, stables and eve till Wednesday, four turns till Sunday, half a day for protests.
        ({"events": 1}, "2026-11-30T08:00"),
        ({"events": 2}, "2026-12-06T08:00"),  # the next stables close on Monday evening, and so on
        ({"events": 2, "gap": 2}, "2026-12-08T08:00"),
        ({"events": 1, "laps": 3}, "2026-12-10T08:00"),  # ten turns more
    ],
)
def test_a_season_by_the_evening_ends_when_its_turns_do(changed: Mapping[str, int], ends: str) -> None:
    options = LeagueOptions(**{"laps": 1, **changed})  # type: ignore[arg-type]
    record = season(EVENING, seconds=SECONDS | {"gap": options.gap * int(DAY)})

    assert end_of(record, options, at("2026-11-23T09:00")) == at(ends)


def test_no_turn_is_due_on_days_that_are_left_out() -> None:
    working = Schedule(at=(20 * 60,), days=(0, 1, 2, 3, 4))

    assert end_of(season(working), LeagueOptions(events=1, laps=1), at("2026-11-23T09:00")) == at("2026-12-02T08:00")


def test_move_by_move_a_turn_takes_a_speed_and_a_move() -> None:
    record = season(Schedule(), Pace.MOVES)
    phases = sum(SECONDS[each] for each in ("founding", "stable", "eve", "protest"))

    end = end_of(record, LeagueOptions(events=1, laps=2), 1_000.0)

    assert end == 1_000.0 + phases + 9 * (3_600 + 1_800)


def test_the_end_is_reckoned_from_the_phase_that_is_open() -> None:
    record, options = season(EVENING), LeagueOptions(events=3, laps=1)
    now = at("2026-11-23T09:00")

    last = end_of(record, options, now, phase="protest", event=3, closes=now + 60)
    race = end_of(record, options, now, phase="race", event=3)
    auction = end_of(record, options, now, phase="auction", event=2, closes=now + 60)

    assert last == now + 60
    assert race == at("2026-11-27T08:00")
    assert auction == end_of(record, options, now + 60, phase="stable", event=3)


def test_the_next_race_begins_as_the_next_eve_ends() -> None:
    record, options = season(EVENING), LeagueOptions(events=3, laps=1)
    now = at("2026-11-23T09:00")

    on_the_eve = next_race(record, options, now, phase="eve", event=1, closes=now + 60)
    after_a_race = next_race(record, options, now, phase="race", event=1, closes=now)
    by_hand = until(record, "eve", until(record, "stable", waits_until(record, "protest", now)))

    assert on_the_eve == now + 60
    assert after_a_race == by_hand
    assert next_race(record, options, now, phase="protest", event=3, closes=now + 60) is None, "it was the last"


def test_ten_weeks_of_one_event_each_from_monday_to_sunday() -> None:
    options = LeagueOptions(events=10, laps=1, gap=1)
    record = season(weekly(Schedule()))

    ends = [
        datetime.fromtimestamp(end_of(record, options, at("2026-11-30T08:00"), phase="stable", event=each), UTC)
        for each in (10, 9, 1)
    ]

    assert [f"{end:%A %H:%M %d.%m.%Y}" for end in ends] == [
        "Sunday 08:00 06.12.2026", "Sunday 08:00 13.12.2026", "Sunday 08:00 07.02.2027",
    ]  # fmt: skip


def test_a_week_has_its_moments_in_its_zone_over_a_change_of_the_clocks() -> None:
    record = season(weekly(Schedule(zone="Europe/Rome")))

    assert waits_until(record, "gap", at("2026-03-28T12:00")) == at("2026-03-30T06:00")  # 7:00 in Rome a day before
    assert waits_until(record, "gap", at("2026-03-30T06:00")) == at("2026-03-30T06:00")
    assert until(record, "stable", at("2026-03-30T06:00")) == at("2026-04-02T06:00")
    assert until(record, "stable", at("2026-04-02T05:00")) == at("2026-04-09T06:00")  # nobody had six hours before
    assert until(record, "eve", at("2026-04-02T06:00")) == at("2026-04-02T18:00")
    assert waits_until(record, "protest", 5.0) == 5.0 + SECONDS["protest"]


async def the_open_deadlines(circus: Circus, league: RaceId) -> list[str]:
    found = sorted({each.at for each in await circus.store.deadlines.of_race(league)})
    return [f"{datetime.fromtimestamp(each, UTC):%a %H:%M}" for each in found]


async def test_a_weekly_season_closes_its_stables_on_thursday_and_rests_till_monday(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path, clock=FakeClock(at("2026-11-24T09:00")))
    timing = Timing({**PHASES, "protest": 43_200}, Pace.TURNS, weekly(Schedule()))
    options = LeagueOptions(events=2, laps=1, gap=1, filled_to=4)
    league = await circus.steward.leagues.open(Founded(GUILD, CHANNEL, ANN, options, timing, spans(), "Ludi"))
    await circus.steward.lobbies.set_thread(league, THREAD)
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await circus.steward.leagues.join(league, player, name)
    await circus.steward.leagues.start(league, ANN)
    seen = [await the_open_deadlines(circus, league)]

    for _ in range(2):
        circus.clock.now += 60
        for member in (ANN, BOB):
            sheet = await sheet_of(circus, league, member)
            assert sheet is not None
            await seal(circus, sheet, sheet.ask.default, member)
        seen.append(await the_open_deadlines(circus, league))
    while (view := (await circus.steward.log.status(league)).view) is not None and view.phase != "gap":
        circus.clock.pass_by(1_800)
        await circus.steward.timekeeper.tick()
        await circus.deliver()
    seen.append(await the_open_deadlines(circus, league))
    await circus.close()

    assert [each[0] for each in seen] == ["Tue 20:00", "Thu 08:00", "Tue 20:00", "Mon 08:00"]
