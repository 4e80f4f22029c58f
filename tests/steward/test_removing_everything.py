"""The great test: a server plays all games, a cup and leagues with marks in every field, and is removed.

Then the same once more, in a copy from before. Another server's rows are as they were, and its races still replay.
"""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db.opening.sqlite import SqliteFile
from db.schema.tables import metadata
from db.upkeep.backing_up import back_up
from engine.rulesets import PLAYED
from records.races import Pace
from records.removals import WELCOMED
from records.values import RaceId
from renderers import SCENES
from steward import NewRace
from steward.time.schedules import Timing
from tests.steward import test_forgetting_everything as everything
from tests.steward.circus import ANN, Circus
from tests.steward.leagues import to_the_end
from tests.steward.test_forgetting_everything import ANNA, BERT, CLIO, GAMES, OWN, circus

__all__ = ["circus"]

HERE, ELSEWHERE = 1, 2
WORDS = (*OWN, "Quintilla", "Verbumquintilla", "Tertulla", "Vale", "Romana", "Regiazona")
"""All that anybody wrote in the server: names, words, chariots, letters, reasons, titles; and what hosts set."""

PEOPLE = tuple(map(str, (ANNA, BERT, CLIO)))
OF_PEOPLE = {"player.player", "person.player", "daily_try.person"}
"""Where people stand that are no server's."""

CHANNELS = ("2222222222", "3333333333")


async def columns_with(circus: Circus, *marks: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for table in metadata.tables.values():
        for row in await circus.store._reader.rows(select(table)):
            for column, value in zip(table.columns, row, strict=True):
                if any(mark.lower() in str(value).lower() for mark in marks):
                    found.setdefault(str(column), value)
    return found


def files_with(folder: Path, *marks: str) -> list[str]:
    found = [each for each in folder.rglob("*") if each.is_file()]
    return [str(each) for each in found if any(mark.encode() in each.read_bytes() for mark in marks)]


async def others(circus: Circus, races: set[int]) -> dict[str, list[Any]]:
    """Return all rows of the other server, and of its races, but what was delivered since."""
    kept: dict[str, list[Any]] = {}
    for table in metadata.tables.values():
        if table.name in ("outbox", "movement", "posting"):
            continue
        its = []
        for row in await circus.store._reader.rows(select(table)):
            known = row._mapping
            if known.get("guild") == ELSEWHERE or known.get("race") in races:
                its.append(tuple(row))
        kept[table.name] = its
    return kept


async def another_server(circus: Circus) -> RaceId:
    """Let other people begin a race in another server."""
    rules = PLAYED["chariot-race"]
    steward = circus.steward
    timing = Timing({kind: decision.seconds for kind, decision in rules.decisions.items()}, pace=Pace.MOVES)
    new = NewRace(ELSEWHERE, 20, ANN, "chariot-race", rules.options(), timing, "Alibi")
    race = await steward.lobbies.open_race(new)
    await steward.lobbies.set_thread(race, 30)
    await steward.lobbies.join(race, ANN, "Ann")
    await steward.lobbies.fill(race, ANN, None, rules.least_entries)
    await steward.lobbies.start(race, ANN)
    await circus.store.memory.set(WELCOMED.format(guild=ELSEWHERE), "yes")
    return race


async def played(circus: Circus) -> list[RaceId]:
    """Let the server play all there is; return its races."""
    races = [await everything.a_race(circus, game) for game in GAMES]
    cup, league = await everything.a_cup(circus), await everything.a_league(circus)
    over = await everything.a_league(circus)
    await to_the_end(circus, over)
    await circus.steward.chronicler.catch_up()
    await everything._small_things(circus)
    await circus.store.people.set_guild(HERE, zone="Regiazona")
    await circus.store.memory.set(WELCOMED.format(guild=HERE), "yes")
    for number, race in enumerate((cup, league)):
        await circus.store.races.set(race, channel=int(CHANNELS[0]), card=int(CHANNELS[1]) + number)
    return [*races, cup, league, over]


@pytest.mark.slow
async def test_of_a_server_that_played_everything_nothing_is_left(
    circus: Circus, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    races, other = await played(circus), await another_server(circus)
    marked = await columns_with(circus, *WORDS)
    assert len(marked) > 22, sorted(marked)
    assert await columns_with(circus, *CHANNELS)
    copy = tmp_path / "copy.sqlite3"
    back_up(SqliteFile(circus.path), copy)
    await circus.steward.exports.race(races[0], films=False)
    assert circus.steward.studio._kept

    await circus.steward.removals.remove(HERE)
    await circus.deliver()
    before, proof = await others(circus, {other}), await circus.steward.log.proof(other)
    circus.clock.pass_by(601.0)
    await circus.steward.removals.look()

    assert circus.posts.left_servers == [HERE]
    assert not circus.steward.studio._kept, "names stand in pictures"
    await _is_gone(circus)
    assert await others(circus, {other}) == before
    assert await circus.steward.log.proof(other) == proof
    assert (await circus.steward.log.status(other)).race.record.state == "running"
    await circus.play_on(other)
    assert (await circus.steward.log.verify(other)).is_sound
    await circus.steward.chronicler.make_anew()
    await _is_gone(circus)
    assert not [mark for mark in (*WORDS, *PEOPLE) if mark in caplog.text]

    await _a_copy_removes_it_again(circus, tmp_path)
    await circus.close()
    assert files_with(tmp_path, *WORDS) == []


async def _is_gone(circus: Circus) -> None:
    assert await columns_with(circus, *WORDS) == {}
    assert await columns_with(circus, *CHANNELS) == {}
    assert set(await columns_with(circus, *PEOPLE)) <= OF_PEOPLE
    here = {
        table.name
        for table in metadata.tables.values()
        if "guild" in table.c and await circus.store._reader.rows(select(table).where(table.c.guild == HERE))
    }
    assert here == {"account", "movement"}
    assert (await circus.store.purses.audit()).is_sound
    assert (await circus.store.purses.audit(HERE)).is_sound


async def _a_copy_removes_it_again(circus: Circus, tmp_path: Path) -> None:
    restored = tmp_path / "restored"
    restored.mkdir()
    (tmp_path / "copy.sqlite3").rename(restored / "races.sqlite3")
    listed = (tmp_path / "races.sqlite3.forgotten").read_bytes()
    (restored / "races.sqlite3.forgotten").write_bytes(listed)
    again = await Circus(restored / "races.sqlite3", rulesets=PLAYED, painters=SCENES, clock=circus.clock).open()
    assert await columns_with(again, *WORDS)
    await again.steward.restored()
    await again.steward._take_up()
    await again.deliver()
    await _is_gone(again)
    assert again.posts.left_servers == []
    assert not [each for each in again.messenger.delivered if each.race not in await _races(again)]
    assert (restored / "races.sqlite3.forgotten").read_bytes() == listed
    await again.close()


async def _races(circus: Circus) -> set[RaceId]:
    """Return the races of the other server."""
    races = metadata.tables["race"]
    return {RaceId(row.id) for row in await circus.store._reader.rows(select(races).where(races.c.guild == ELSEWHERE))}
