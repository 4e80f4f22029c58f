"""The great test: somebody plays all games, a cup and a league with marks in every field, and is forgotten.

Then the same once more, in a copy from before. On both kinds of databases.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from db.__main__ import FINE, main
from db.schema.tables import metadata
from engine.betting.book import NewBet, NewSide
from engine.dice import hash_of
from engine.rulesets import PLAYED
from records.boards import Board
from records.daily import TryRecord
from records.letters import BallotRecord, Paper, ReportRecord, VoteRecord
from records.people import FORMER
from records.races import Pace, Reserved
from records.values import CupId, PlayerId, RaceId
from renderers import SCENES
from steward import Agreed, NewRace
from steward.seasons.leagues import KIND, Founded
from steward.time.schedules import Timing
from tests.steward.circus import Circus
from tests.steward.fixtures import a_fixture
from tests.steward.leagues import ONE, PHASES, spans, to_the_end
from tests.steward.test_restored import address_of, put_in_place
from tests.steward.whose_rows import all_rows, touched

ANNA, BERT, CLIO = (PlayerId(700_000_000_000_000_000 + number) for number in (101, 202, 303))
OWN = ("Zenobia", "Verbumzenobia", "Celeritas", "Litterazenobia", "Causazenobia", "Titulus", "Nomenludi", "Ligazenobia")
"""Anna's name, word, chariot, letter, reason, and titles of a race, a cup and a league: no other text has them."""

HELD = set(
    """
    account.player act.body act.by act.reason cup.host cup.title daily_board.by daily_try.name daily_try.person
    entry.name faction.name faction.player faction.word fixture.by fixture.title input.player letter.name letter.player
    letter.text letter_report.player movement.memo outbox.body outbox.player past_entry.chariot past_entry.driver
    past_entry.last past_entry.name past_entry.owner past_entry.person past_entry.stable past_race.title
    past_title.name past_title.person past_title.title person.player player.name player.player race.host race.reserved
    race.title rating.player side_bet.key side_bet.proposer side_bet.proposer_name side_bet.taker side_bet.taker_name
    ticket.key ticket.name ticket.player vote.player
    """.split()  # noqa: SIM905
)
"""Where her marks are sure to stand before."""

MARKS = (str(ANNA), *OWN, hash_of(OWN[1]))
"""The hash of her word, too: who guesses the word could check it by that."""

GAMES = [name for name in PLAYED if name != KIND]


async def columns_with_marks(circus: Circus) -> dict[str, object]:
    found: dict[str, object] = {}
    for table in metadata.tables.values():
        for row in await circus.store._reader.rows(select(table)):
            for column, value in zip(table.columns, row, strict=True):
                if any(mark.lower() in str(value).lower() for mark in MARKS):
                    found.setdefault(str(column), value)
    return found


def files_with_marks(folder: Path) -> list[str]:
    found = [each for each in folder.rglob("*") if each.is_file()]
    return [str(each) for each in found if any(mark.encode() in each.read_bytes() for mark in MARKS)]


async def a_race(circus: Circus, game: str) -> RaceId:
    """Play a race of Anna and Bert to its end, by the clock: Anna hosts, bets, gives reasons, orders and shares it."""
    steward, rules = circus.steward, PLAYED[game]
    timing = Timing({kind: decision.seconds for kind, decision in rules.decisions.items()}, pace=Pace.MOVES)
    race = await steward.lobbies.open_race(NewRace(1, 2, ANNA, game, rules.options(), timing, OWN[5]))
    await steward.lobbies.set_thread(race, 3)
    await steward.lobbies.join(race, ANNA, OWN[0], name=OWN[2], word=OWN[1])
    await steward.lobbies.join(race, BERT, "Quintilla", word="Verbumquintilla")
    await steward.people.set_player(ANNA, name=OWN[0], zone="Europe/Rome", digest=480)
    if len((await steward.race(race)).factions) < rules.least_entries:
        await steward.lobbies.fill(race, ANNA, None, rules.least_entries)
    await _bets(circus, race)
    await steward.lobbies.start(race, ANNA)
    await circus.deliver()
    await steward.desk.pause(race, ANNA, OWN[4])
    await steward.desk.resume(race, ANNA, OWN[4])
    for _ in range(3_000):
        if (await steward.race(race)).record.state == "finished":
            break
        for player in (ANNA, BERT):
            for asked in (await steward.open_asks(player))[:1]:
                given = [asked.ask.default]
                await steward.races.drive(race, asked.entry, given, player=player, asked=asked.asked)
        circus.clock.pass_by(1.0)
        await steward.timekeeper.tick()
    assert (await steward.race(race)).record.state == "finished", game
    await circus.deliver()
    return race


async def _bets(circus: Circus, race: RaceId) -> None:
    wagers, entries = circus.steward.wagers, (await circus.steward.race(race)).entries
    if not entries:
        return
    for market in (await wagers.board(race)).markets:
        if market.kind in ("sealed", "win"):
            first = str(entries[0].entry)
            await wagers.place(race, NewBet(ANNA, OWN[0], market.number, first, 100, f"{race} {market.number} a", 30))
    if race > 2:  # so many offers and presents may one person make
        return
    side = NewSide(ANNA, OWN[0], CLIO, "Tertulla", entries[0].entry, None, 50, 50, f"side {race}", 30)
    offered = await wagers.offer_side(race, side)
    await wagers.answer_side(race, CLIO, offered.number, accept=True, days=30)
    ahead = entries[-1].entry, entries[0].entry
    other = NewSide(CLIO, "Tertulla", ANNA, OWN[0], *ahead, 50, 50, f"other side {race}", 30)
    taken = await wagers.offer_side(race, other)
    await wagers.answer_side(race, ANNA, taken.number, accept=True, days=30)
    await wagers.give(1, ANNA, OWN[0], CLIO, "Tertulla", 5, f"present {race}", days=99)


async def a_cup(circus: Circus) -> RaceId:
    """Play the first of two races of a cup that Anna hosts, with a letter of hers that is printed and reported."""
    steward, rules = circus.steward, PLAYED["ave-caesar"]
    seconds = {kind: decision.seconds for kind, decision in rules.decisions.items()}
    agreed = Agreed(1, 2, ANNA, "ave-caesar", rules.options(), rules.series.options(), seconds, OWN[6], 2)
    cup = await steward.cups.open(agreed)
    race = cup.races[0].record.id
    await steward.lobbies.set_thread(race, 3)
    for player, name in ((ANNA, OWN[0]), (BERT, "Quintilla")):
        await steward.lobbies.join(race, player, name)
        await steward.letters.write(
            Paper("cup", cup.id), player, name, f"{OWN[3]} of {name}" if player == ANNA else "Vale"
        )
    await steward.lobbies.fill(race, ANNA, None, 2)
    await steward.lobbies.start(race, ANNA)
    await circus.deliver()
    return race


async def a_league(circus: Circus) -> RaceId:
    steward = circus.steward
    league = await steward.leagues.open(Founded(1, 2, ANNA, ONE, PHASES, spans(), OWN[7]))
    await steward.lobbies.set_thread(league, 4)
    for player, name, word in ((ANNA, OWN[0], OWN[1]), (BERT, "Quintilla", "Verbumquintilla")):
        await steward.leagues.join(league, player, name, name=OWN[2] if player == ANNA else None, word=word)
    await steward.leagues.add_house(league, ANNA, 1)
    await steward.leagues.start(league, ANNA)
    await steward.letters.write(Paper("league", league), ANNA, OWN[0], OWN[3])
    return league


async def _small_things(circus: Circus) -> None:
    """Let Anna try the race of the day, have it posted, report a letter, vote, and have a place reserved."""
    store, now = circus.store, circus.clock()
    await store.daily.begin(TryRecord(number=1, person=ANNA, name=OWN[0], guild=1, began=now))
    await store.daily_boards.set_board(Board(guild=1, channel=2, by=ANNA, number=1, since=1))
    await store.fixtures.add(a_fixture(by=ANNA, title=OWN[6], state="off"))
    waits = await circus.steward.lobbies.open_race(
        NewRace(1, 2, BERT, "chariot-race", PLAYED["chariot-race"].options(), {}, "Vale")
    )
    await circus.steward.lobbies.set_thread(waits, 5)
    kept = msgspec.json.encode([Reserved(ANNA, OWN[0], None, OWN[2])]).decode()
    await store.races.set(waits, reserved=kept)
    letters = await store.letters.of_paper(Paper("cup", CupId(1)), 9)
    theirs = next(each for each in letters if each.player == BERT)
    report = ReportRecord(letter=theirs.id, player=ANNA, is_member=True, at=now)
    await store.letters.report(report, hides=False, notices=())
    await store.ballots.open(BallotRecord(kind="cup", number=1, closes=now + 9_000.0))
    await store.ballots.vote(VoteRecord(kind="cup", number=1, player=ANNA, race=waits, at=now))


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "races.sqlite3", rulesets=PLAYED, painters=SCENES).open()
    yield circus
    await circus.close()


async def proofs(circus: Circus, races: list[RaceId]) -> list[bytes]:
    return [await circus.steward.log.proof(race) for race in races]


async def exported(circus: Circus, race: RaceId) -> str:
    """Return all that Bert can take away of a race, as text."""
    told = await circus.steward.exports.race(race, BERT, films=False)
    shown = [each.alt for each in told.pictures]
    return repr((told.race, told.file, told.proof, told.phases, told.places, shown, told.own))


@pytest.mark.slow
@pytest.mark.on_both
@pytest.mark.threads
async def test_after_all_games_a_cup_and_a_league_nothing_leads_to_whom_it_forgot(
    circus: Circus, tmp_path: Path, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    races = [await a_race(circus, game) for game in GAMES]
    cup, league = await a_cup(circus), await a_league(circus)
    over = await a_league(circus)
    await to_the_end(circus, over)
    await circus.steward.chronicler.catch_up()
    await _small_things(circus)
    marked = await columns_with_marks(circus)
    assert set(marked) >= HELD, HELD - set(marked)
    known = [*races, over]
    before = await proofs(circus, known)
    copy = tmp_path / "copy"
    assert main(["backup", str(copy), "--database", address_of(circus.path, database)]) == FINE

    await circus.steward.exports.race(races[0], films=False)
    assert circus.steward.studio._kept
    kept = await all_rows(circus)
    assert await circus.steward.forgetters.forget(ANNA)
    assert touched(kept, await all_rows(circus), ANNA, MARKS) == [], "of others, and for no reason"
    assert not circus.steward.studio._kept, "names stand in pictures"

    await _is_forgotten(circus, known, before)
    copy_of_the_list = (tmp_path / "races.sqlite3.forgotten").read_bytes()
    for going_on in (cup, league):
        assert (await circus.steward.race(going_on)).record.state in ("running", "cancelled", "finished")
    await circus.steward.chronicler.make_anew()
    assert await columns_with_marks(circus) == {}, "not from its facts either"
    await to_the_end(circus, league)
    assert (await circus.steward.log.verify(league)).is_sound
    await circus.steward.chronicler.catch_up()
    assert await columns_with_marks(circus) == {}
    assert not [mark for mark in MARKS if mark in caplog.text]

    await _a_copy_forgets_again(circus, put_back(copy, copy_of_the_list, database), (known, before))
    await circus.close()
    assert files_with_marks(tmp_path) == []


def put_back(copy: Path, listed: bytes, database: str) -> Path:
    """Put a copy where a new database may be, with the newest list beside it; return where that is."""
    restored = copy.with_name("restored") / "races.sqlite3"
    restored.parent.mkdir()
    put_in_place(copy, restored, database)
    copy.unlink(missing_ok=True)
    restored.with_name("races.sqlite3.forgotten").write_bytes(listed)
    return restored


async def _a_copy_forgets_again(circus: Circus, copy: Path, proved: tuple[list[RaceId], list[bytes]]) -> None:
    again = await Circus(copy, rulesets=PLAYED, painters=SCENES, clock=circus.clock).open()
    assert await columns_with_marks(again)
    await again.steward.restored()
    await again.steward._take_up()
    await _is_forgotten(again, *proved)
    await again.close()


async def _is_forgotten(circus: Circus, known: list[RaceId], before: list[bytes]) -> None:
    assert await columns_with_marks(circus) == {}
    assert await proofs(circus, known) == before
    for race in known:
        assert (await circus.steward.log.verify(race)).is_sound
        told = await exported(circus, race)
        assert not [mark for mark in MARKS if mark in told]
        assert FORMER in told
    assert (await circus.store.purses.audit()).is_sound


async def test_what_somebody_would_lose_is_counted_with_their_open_bets(circus: Circus) -> None:
    """Two in pools and two with one person, of which each is a bet of both; none of them is open afterwards."""
    steward, rules = circus.steward, PLAYED["chariot-race"]
    race = await steward.lobbies.open_race(NewRace(1, 2, BERT, "chariot-race", rules.options(), Timing({}), "Ludi"))
    await steward.lobbies.set_thread(race, 3)
    await steward.lobbies.join(race, BERT, "Quintilla")
    await steward.lobbies.fill(race, BERT, None, 3)
    await _bets(circus, race)

    held = [await steward.forgetters.holding(each) for each in (ANNA, CLIO, BERT)]
    assert [(each.races, each.practices, each.bets, each.purses) for each in held] == [
        (0, 0, 4, 1), (0, 0, 2, 1), (1, 0, 0, 0),
    ]  # fmt: skip

    (where,) = await steward.people.races_in(await steward.people.kept_of(ANNA))
    assert (where.ruleset, {"sealed", "win"} - {*where.markets.values()}) == ("chariot-race", set())

    await steward.forgetters.forget(ANNA)
    assert [(await steward.forgetters.holding(each)).bets for each in (ANNA, CLIO)] == [0, 0]
