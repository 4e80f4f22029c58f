"""Leagues that cannot be told rest, their people hear of it, and they go on where they stood (H.14)."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from db.writing.races import RaceStore
from records.notices import Notice
from records.races import GONE
from records.refusals import Refused
from records.values import RaceId
from steward import CannotPost, RightMissing, Warned, read_body
from tests.steward.circus import ANN, BOB, Circus
from tests.steward.leagues import CHANNEL, GUILD, a_circus, a_season, pass_by, sheet_of, to_phase

DAY = 86_400.0


async def a_season_told(path: Path) -> tuple[Circus, RaceId]:
    circus = await a_circus(path)
    league = await a_season(circus)
    await circus.deliver()
    await circus.steward.timekeeper.tick()
    return circus, league


def no_right(notice: Notice) -> Exception | None:
    return RightMissing("50013") if notice.player is None else None


async def until_of(circus: Circus, league: RaceId) -> float:
    """Return when Ann's sheet is due."""
    sheet = await sheet_of(circus, league, ANN)
    assert sheet is not None
    return next(each.at for each in await circus.store.deadlines.of_race(league) if each.entry == sheet.entry)


async def states(circus: Circus, league: RaceId) -> list[str]:
    races = await circus.steward.leagues.races(league)
    return [(await circus.steward.race(league)).record.state, *(each.state for each in races)]


async def test_a_lost_right_lets_a_league_rest_and_comes_back_with_all_its_time(tmp_path: Path) -> None:
    circus, league = await a_season_told(tmp_path)
    due = await until_of(circus, league)
    circus.messenger.fails = no_right

    await circus.steward.races.show(league)
    await circus.deliver()
    resting = await states(circus, league)
    warned = [each for each in circus.messenger.delivered if each.kind == "warning"]
    circus.clock.pass_by(40 * DAY)
    await circus.steward.timekeeper.tick()
    await circus.steward.timekeeper.tick()
    still = await states(circus, league)
    circus.messenger.fails = lambda _notice: None
    await circus.steward.delivery.rights_changed(GUILD)
    await circus.deliver()

    assert resting == still == ["paused"]
    assert [(each.player, read_body(each, Warned).lost) for each in warned] == [(ANN, "50013"), (BOB, "50013")]
    assert await states(circus, league) == ["running"]
    assert await until_of(circus, league) == due + 40 * DAY
    assert [each.kind for each in await circus.steward.desk.acts(league)] == ["pause", "resume"]
    await circus.close()


@pytest.mark.slow
async def test_a_league_rests_with_the_race_that_is_under_way(tmp_path: Path) -> None:
    circus, league = await a_season_told(tmp_path)
    await to_phase(circus, league, "race")
    await circus.deliver()
    race = (await circus.steward.leagues.races(league))[0]
    circus.messenger.fails = no_right

    await circus.steward.races.show(race.id)
    await circus.deliver()
    resting = await states(circus, league)
    again = await circus.again()
    await again.steward.resume()
    restarted = await states(again, league)
    circus.messenger.fails = lambda _notice: None
    await circus.steward.delivery.rights_changed(GUILD)
    await circus.deliver()

    assert resting == restarted == ["paused", "paused"]
    assert await states(circus, league) == ["running", "running"]
    await to_phase(circus, league, "protest")
    await circus.close()


class PowerCut(BaseException):
    """The program ends here: nothing catches it."""


@pytest.mark.parametrize("name", ["pause", "resume"])
async def test_a_program_that_ends_between_league_and_race_leaves_neither_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    circus, league = await a_season_told(tmp_path)
    await to_phase(circus, league, "race")
    await circus.deliver()
    write: Any = getattr(RaceStore, name)
    written: list[RaceId] = []

    async def cut(self: RaceStore, race: RaceId, *args: Any) -> Any:
        if written:
            raise PowerCut
        written.append(race)
        return await write(self, race, *args)

    if name == "resume":
        await circus.steward.cut_off.lost(league, "50013")
    does = {"pause": partial(circus.steward.cut_off.lost, league, "50013")}
    with monkeypatch.context() as patched:
        patched.setattr(RaceStore, name, cut)
        with pytest.raises(PowerCut):
            await does.get(name, partial(circus.steward.cut_off.regained, league))()
    between = await states(circus, league)
    again = await circus.again()
    await again.steward.resume()
    if name == "pause":
        await again.steward.cut_off.lost(league, "50013")  # the next post that fails
        rested = await states(again, league)
    await again.steward.cut_off.regained(league)

    assert sorted(between) == ["paused", "running"]
    assert name == "resume" or rested == ["paused", "paused"]
    assert await states(again, league) == ["running", "running"]
    await circus.close()


async def test_a_bot_that_is_thrown_out_lets_its_leagues_rest_and_comes_back(tmp_path: Path) -> None:
    circus, league = await a_season_told(tmp_path)
    circus.messenger.fails = no_right

    await circus.steward.cut_off.thrown_out(GUILD + 1)
    other = await states(circus, league)
    await circus.steward.cut_off.thrown_out(GUILD)
    await circus.deliver()
    out = await states(circus, league)
    circus.messenger.fails = lambda _notice: None
    await circus.steward.delivery.rights_changed(GUILD)
    await circus.deliver()

    assert (other, out) == (["running"], ["paused"])
    assert {each.player for each in circus.messenger.delivered if each.kind == "warning"} == {ANN, BOB}
    assert await states(circus, league) == ["running"]
    await circus.close()


@pytest.mark.slow
async def test_a_league_whose_channel_was_deleted_goes_on_in_another_thread(tmp_path: Path) -> None:
    circus, league = await a_season_told(tmp_path)
    await to_phase(circus, league, "race")
    await circus.deliver()
    race = (await circus.steward.leagues.races(league))[0].id
    circus.messenger.fails = lambda notice: CannotPost("Discord 10003") if notice.player is None else None

    await circus.steward.cut_off.channel_gone(GUILD, CHANNEL)
    await circus.deliver()
    gone = [(await circus.steward.race(each)).record.thread for each in (league, race)], await states(circus, league)
    circus.messenger.fails = lambda _notice: None
    await circus.steward.cut_off.move(league, 99)
    await circus.steward.cut_off.resume(league, ANN)
    await circus.deliver()

    assert gone == ([GONE, GONE], ["paused", "paused"])
    assert [(await circus.steward.race(each)).record.thread for each in (league, race)] == [99, 99]
    assert await states(circus, league) == ["running", "running"]
    await to_phase(circus, league, "stable", 2)
    await circus.close()


async def test_a_pause_of_the_host_is_the_hosts_to_end(tmp_path: Path) -> None:
    circus, league = await a_season_told(tmp_path)
    await circus.steward.desk.pause(league, ANN, "Saturnalia")
    circus.messenger.fails = no_right

    await circus.deliver()
    circus.messenger.fails = lambda _notice: None
    await circus.steward.delivery.rights_changed(GUILD)
    await circus.deliver()

    assert await states(circus, league) == ["paused"]
    assert "warning" not in circus.messenger.kinds(ANN)
    await pass_by(circus, 15 * DAY)
    assert await states(circus, league) == ["running"]
    with pytest.raises(Refused):
        await circus.steward.cut_off.resume(league, ANN)
    await circus.close()
