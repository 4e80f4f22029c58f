"""Somebody is forgotten: nothing that is kept leads to them, and nothing of anybody else has changed."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db.opening.errors import Unusable
from db.opening.forgotten_list import Entry, ForgottenList
from db.opening.sqlite import SqliteFile
from db.schema.tables import factions, metadata, outbox, races
from db.upkeep.backing_up import back_up
from engine.betting.book import Account
from engine.dice import hash_of
from records.people import is_former
from records.values import PlayerId, RaceId
from tests.steward.circus import Circus
from tests.steward.killed import Killed, die_at
from tests.steward.test_mine import ANNA, BERT, CLIO, TITLE, WORDS, over, played, rows
from tests.steward.whose_rows import all_rows, touched

of_sqlite = pytest.mark.of_sqlite
MARKS = {ANNA: (str(ANNA), *WORDS[ANNA], TITLE), BERT: (str(BERT), *WORDS[BERT]), CLIO: (str(CLIO), *WORDS[CLIO])}
"""Numbers, names and words of each; Anna gave the cup its title."""


async def found_of(circus: Circus, player: PlayerId) -> dict[str, object]:
    """Return the columns in which a mark of somebody stands, each with a value."""
    found: dict[str, object] = {}
    for column, value in await rows(circus):
        if any(mark in str(value) for mark in MARKS[player]):
            found.setdefault(str(column), value)
    return found


def files_with(folder: Path, player: PlayerId) -> list[str]:
    """Return the files in which a mark of somebody stands: the database, its log, the list beside it."""
    marks = [mark.encode() for mark in MARKS[player]]
    files = [each for each in folder.rglob("*") if each.is_file()]
    return [str(each) for each in files if any(mark in each.read_bytes() for mark in marks)]


async def of_others(circus: Circus, player: PlayerId) -> dict[str, list[Any]]:
    """Return all rows in which nothing of somebody stands."""
    kept: dict[str, list[Any]] = {}
    marks = MARKS.get(player, (str(player),))
    for table in sorted(metadata.tables.values(), key=lambda each: each.name):
        every = await circus.store._reader.rows(select(table))
        told = [tuple(row) for row in every]
        kept[table.name] = [row for row in told if not any(mark in str(row) for mark in marks)]
    return kept


@pytest.mark.parametrize("who", WORDS)
async def test_after_a_race_nothing_leads_to_whom_it_forgot(
    circus: Circus, who: PlayerId, caplog: pytest.LogCaptureFixture
) -> None:
    race = await over(circus)
    assert await found_of(circus, who)
    proof = await circus.steward.log.proof(race)

    await circus.steward.forgetters.forget(who)

    assert await found_of(circus, who) == {}
    assert files_with(circus.path.parent, who) == []
    assert not [each for each in MARKS[who] if each in caplog.text]
    assert await circus.steward.log.proof(race) == proof
    assert (await circus.steward.log.verify(race)).is_sound
    assert (await circus.store.purses.audit()).is_sound


@pytest.mark.parametrize("who", WORDS)
async def test_in_the_middle_of_a_race_the_rest_goes_on_without_them(circus: Circus, who: PlayerId) -> None:
    race = await played(circus)

    await circus.steward.forgetters.forget(who)
    assert await found_of(circus, who) == {}

    for seat in (await circus.steward.race(race)).factions:
        assert seat.at_the_reins is None or not is_former(seat.at_the_reins)
    await circus.play_on(race)
    await circus.steward.chronicler.catch_up()
    assert await found_of(circus, who) == {}
    assert (await circus.steward.log.verify(race)).is_sound
    assert (await circus.store.purses.audit()).is_sound


@pytest.mark.parametrize("who", WORDS)
async def test_nothing_of_anybody_else_has_changed(circus: Circus, who: PlayerId) -> None:
    await over(circus)
    before = await all_rows(circus)

    await circus.steward.forgetters.forget(who)

    assert touched(before, await all_rows(circus), who, MARKS[who]) == []


async def test_a_row_of_anybody_else_that_changes_is_found(circus: Circus) -> None:
    race = await over(circus)
    before = await all_rows(circus)
    store = circus.store
    await circus.steward.forgetters.forget(CLIO)
    changed = (
        factions.update().where(factions.c.race == race, factions.c.player == BERT).values(word="alea"),
        factions.update().where(factions.c.race == race, factions.c.player == ANNA).values(word_hash="00"),
        races.update().where(races.c.id == race).values(revision=99),
        outbox.delete().where(outbox.c.player == BERT),
    )
    await store._writer.run(lambda connection: [connection.execute(each) for each in changed])

    found = {each.place for each in touched(before, await all_rows(circus), CLIO, MARKS[CLIO])}

    assert found == {"faction.word", "faction.word_hash", "race.revision", "outbox.-"}


async def test_who_comes_back_is_a_stranger_without_a_second_gift(circus: Circus) -> None:
    await over(circus)
    had = await circus.steward.wagers.purse(1, CLIO)
    assert had > 0
    house = await circus.store.wagers.balance(Account("house", 1)) or 0

    await circus.steward.forgetters.forget(CLIO)
    assert await circus.store.wagers.balance(Account("house", 1)) == house + had

    assert await circus.steward.wagers.purse(1, CLIO) == 0
    assert await circus.steward.wagers.purse(2, CLIO) > 0, "in another server they never had one"
    assert await circus.store.mine.kept(CLIO) != {}
    assert await circus.steward.forgetters.forget(CLIO)
    assert await circus.steward.wagers.purse(1, CLIO) == await circus.steward.wagers.purse(2, CLIO) == 0
    circus.clock.pass_by(8 * 86_400.0)
    assert await circus.steward.wagers.purse(1, CLIO) > 0, "a new week has its stipend, for strangers, too"
    assert (await circus.store.purses.audit()).is_sound


async def test_who_was_never_here_is_forgotten_as_well(circus: Circus) -> None:
    await over(circus)
    before = await of_others(circus, PlayerId(1))

    assert await circus.steward.forgetters.forget(PlayerId(999_999_999_999_999_999))

    after = await of_others(circus, PlayerId(1))
    assert {table for table in before if before[table] != after[table]} <= {"forgotten", "setting", "alembic_version"}


@of_sqlite
@pytest.mark.parametrize("who", WORDS)
async def test_a_copy_from_before_forgets_again(tmp_path: Path, who: PlayerId) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    race = await over(circus)
    proof = await circus.steward.log.proof(race)
    copy = tmp_path / "copy.sqlite3"
    back_up(SqliteFile(circus.path), copy)
    await circus.steward.forgetters.forget(who)
    others = await of_others(circus, who)
    await circus.close()

    for each in tmp_path.glob("races.sqlite3*"):  # noqa: ASYNC240  a file of a test
        if not each.name.endswith(".forgotten"):
            each.unlink()
    copy.rename(circus.path)
    restored = await Circus(circus.path).open()
    assert await found_of(restored, who)
    await restored.steward.restored()
    await restored.steward.forgetters.take_up()

    assert await found_of(restored, who) == {}
    assert await restored.steward.log.proof(race) == proof
    assert await restored.steward.wagers.purse(1, who) == 0
    after = await of_others(restored, who)
    posted = {"gone", "movement", "outbox", "setting"}  # the time, and what it tells of having been restored
    assert {table for table in after if after[table] != others[table]} <= posted
    await restored.steward.forgetters.take_up()
    await restored.close()
    assert files_with(tmp_path, who) == []


@of_sqlite
async def test_a_copy_made_after_it_is_left_alone(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await over(circus)
    await circus.steward.forgetters.forget(CLIO)
    await circus.steward.wagers.purse(2, CLIO)  # a stranger has come

    await circus.steward.forgetters.take_up()

    assert await circus.store.mine.kept(CLIO) != {}
    await circus.close()


@of_sqlite
async def test_the_list_beside_the_database_tells_nothing_and_is_its_owners(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await over(circus)
    await circus.steward.forgetters.forget(ANNA)
    await circus.close()
    path = tmp_path / "races.sqlite3.forgotten"

    listed = ForgottenList(path)

    assert [len(each.hash) for each in listed.read().entries] == [64]
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(path.read_bytes() + b'{"hash": "ab')  # the machine failed
    assert len(listed.read().entries) == 1
    listed.add("", Entry("cd", 2.0))
    assert [each.at for each in listed.read().entries][1:] == [2.0]


@of_sqlite
async def test_a_list_that_was_lost_is_written_anew(tmp_path: Path) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await over(circus)
    await circus.steward.forgetters.forget(ANNA)
    path = tmp_path / "races.sqlite3.forgotten"
    told = path.read_text()
    path.unlink()

    await circus.steward.forgetters.take_up()

    assert path.read_text() == told
    path.write_text(told.replace(told[9:20], "0" * 11))
    with pytest.raises(Unusable, match="another database"):
        await circus.steward.forgetters.take_up()
    await circus.close()


STEPS = (
    "db.writing.forgetting._races_with_bets",
    "db.writing.forgetting.give_up_purses",
    "db.writing.forgetting.blot_out",
    "db.writing.blotting.rename_titles",
    "db.writing.blotting._replace",
    "db.writing.forgetting.Forgetting._listed_as",
    "db.opening.writer.Writer.clear_away",
    "steward.front.forgetting.Forgetters._leave",
    "steward.hosting.quitting.Quitting.leave",
    "steward.hosting.presence.Presence.forgotten",
)


@of_sqlite
@pytest.mark.parametrize("is_before", [True, False])
@pytest.mark.parametrize("step", STEPS)
async def test_killed_at_any_moment_it_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, is_before: bool
) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    race = await played(circus)
    with monkeypatch.context() as patched:
        die_at(patched, step, is_before=is_before)
        with contextlib.suppress(Killed):
            assert not await circus.steward.forgetters.forget(ANNA)

    other = await circus.again()
    await other.steward._take_up()

    assert await found_of(other, ANNA) == {}
    await other.play_on(race)
    assert (await other.steward.log.verify(race)).is_sound
    assert (await other.store.purses.audit()).is_sound
    assert len(ForgottenList(tmp_path / "races.sqlite3.forgotten").read().entries) == 1
    assert other.messenger.asked is not None
    assert not [each for each in other.messenger.asked if each < 0], "Discord is never asked about nobody"
    await circus.close()


# The last word


async def killed_at(circus: Circus, monkeypatch: pytest.MonkeyPatch, step: str, *, is_before: bool) -> Circus:
    """End the program as Anna is being forgotten, and start it again."""
    with monkeypatch.context() as patched:
        die_at(patched, step, is_before=is_before)
        with contextlib.suppress(Killed):
            assert not await circus.steward.forgetters.forget(ANNA, "token")
    other = await circus.again()
    await other.steward._take_up()
    return other


@of_sqlite
@pytest.mark.parametrize("is_before", [True, False])
@pytest.mark.parametrize("step", STEPS)
async def test_who_is_killed_over_learns_that_they_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, is_before: bool
) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await played(circus)

    other = await killed_at(circus, monkeypatch, step, is_before=is_before)
    await other.steward.farewells.look()
    await other.steward.farewells.look()

    assert [token for token, _ in other.posts.farewells] == ["token"]
    assert await other.store.forgetting.owed() == []
    assert await found_of(other, ANNA) == {}
    await circus.close()


@of_sqlite
async def test_until_they_are_told_the_token_alone_is_kept_and_a_quarter_of_an_hour_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    await played(circus)
    other = await killed_at(circus, monkeypatch, "db.opening.writer.Writer.clear_away", is_before=False)
    other.posts.is_away = True

    await other.steward.farewells.look()
    await other.steward.farewells.look()

    assert other.posts.farewells == [("token", None)], "once a minute, and nobody knows any more whose it was"
    assert [each.token for each in await other.store.forgetting.owed()] == ["token"]
    assert await found_of(other, ANNA) == {}
    other.clock.pass_by(901.0)
    await other.steward.farewells.look()
    assert await other.store.forgetting.owed() == []
    await circus.close()


async def test_whom_a_copy_still_knew_is_told_nothing(circus: Circus) -> None:
    """They were told long ago."""
    await over(circus)

    await circus.store.forgetting.note_again([(ANNA, 1.0)])
    await circus.steward.forgetters.look()
    await circus.steward.farewells.look()

    assert await found_of(circus, ANNA) == {}
    assert circus.posts.farewells == []


async def test_as_long_as_they_are_not_forgotten_nobody_says_so(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(circus)
    with monkeypatch.context() as patched:
        die_at(patched, "db.writing.forgetting.blot_out", is_before=True)
        with contextlib.suppress(Killed):
            await circus.steward.forgetters.forget(ANNA, "token")

    await circus.steward.farewells.look()

    assert circus.posts.farewells == []
    assert await circus.store.mine.kept(ANNA)


# The word for the dice


async def hashes_of(circus: Circus, race: RaceId) -> list[str]:
    found: list[str] = json.loads(await circus.steward.log.proof(race))["word_hashes"]
    return found


async def test_a_word_is_hashed_behind_a_salt_that_goes_with_it(circus: Circus) -> None:
    race = await over(circus)
    proof = await circus.steward.log.proof(race)
    anna, bert = [hash_of(WORDS[each][1]) for each in (ANNA, BERT)]
    seats = {each.player: each for each in (await circus.steward.race(race)).factions}
    salts = [seats[each].word_salt for each in (ANNA, BERT)]
    assert len({*salts, ""}) == 3
    assert await hashes_of(circus, race) == [
        hash_of(f"{salt}{WORDS[each][1]}") for salt, each in zip(salts, (ANNA, BERT), strict=True)
    ]

    await circus.steward.forgetters.forget(ANNA)

    kept = [str(value) for _, value in await rows(circus)]
    assert not [each for each in kept if salts[0] in each or anna in each], "nobody can try words"
    assert [each for each in kept if salts[1] in each]
    assert bert not in kept
    assert await circus.steward.log.proof(race) == proof
    found = await circus.steward.log.verify(race)
    assert found.is_sound
    assert (found.words[1], found.salts[1]) == (WORDS[BERT][1], salts[1]), "others' words can still be checked"
    assert (found.words[0], found.salts[0]) == ("", "")


async def test_each_has_their_own_salt_before_the_start_and_nobody_elses(circus: Circus) -> None:
    race = await circus.lobby()
    for player in (ANNA, BERT):
        await circus.steward.lobbies.join(race, player, WORDS[player][0], word=WORDS[player][1])

    for player, other in ((ANNA, BERT), (BERT, ANNA)):
        mine = (await circus.store.mine.kept(player))["faction"][0]
        assert hash_of(f"{mine['word_salt']}{mine['word']}") in await hashes_of(circus, race)
        theirs = (await circus.store.mine.kept(other))["faction"][0]
        assert str(mine["word_salt"]) not in str(theirs)
    assert (await circus.steward.log.verify(race)).secret is None


async def test_a_word_of_before_there_were_salts_is_kept_as_it_was_hashed(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.join(race, ANNA, WORDS[ANNA][0], word=WORDS[ANNA][1])
    await circus.steward.lobbies.join(race, BERT, WORDS[BERT][0])
    without = factions.update().values(word_salt="")
    await circus.store._writer.run(lambda connection: connection.execute(without))
    assert await hashes_of(circus, race) == [hash_of(WORDS[ANNA][1]), hash_of("")]
    await circus.steward.lobbies.start(race, (await circus.steward.race(race)).record.host)
    before = await hashes_of(circus, race)

    await circus.steward.forgetters.forget(ANNA)

    assert await hashes_of(circus, race) == before
    await circus.play_on(race)
    assert (await circus.steward.log.verify(race)).is_sound
