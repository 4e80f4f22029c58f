"""The great test goes on: what else somebody leaves marks in, on both kinds of databases.

Gladiators and an Epic season, reins of others, what one follows and who follows one, the gazette, house drivers met,
the race of the day, acts and reasons of a host, a server that is on its way out; and all pictures.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select

from db.__main__ import FINE, main
from db.schema.follows import follow_news, follows
from db.schema.holds import KEYED, NAME, PERSON, TEXT, holds
from db.schema.tables import metadata
from engine.arena.asks import MakePlan, Plan
from engine.leagues.words.arena_sheets import GalaDay, GalaEntries, GalaEntry
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from engine.rulesets import PLAYED
from records.daily import TryRecord
from records.follows import Follow
from records.letters import Paper
from records.past import Seen, Summary
from records.people import is_former
from records.races import Pace
from records.values import PlayerId, RaceId
from renderers import SCENES, lettering
from steward import NewRace
from steward.hosting.house_names import HOUSE_NAMES
from steward.seasons.leagues import Founded
from steward.time.schedules import Timing
from tests.pasts import a_past_race, an_entry, keep
from tests.steward import test_forgetting_everything as everything
from tests.steward.circus import MOD, Circus, is_missed
from tests.steward.leagues import PHASES, pass_by, seal, sheet_of, spans, to_phase, to_the_end
from tests.steward.test_forgetting_everything import (
    ANNA,
    BERT,
    CLIO,
    MARKS,
    OWN,
    columns_with_marks,
    exported,
    files_with_marks,
    proofs,
    put_back,
)
from tests.steward.test_restored import address_of
from tests.steward.whose_rows import all_rows, touched

GALA = LeagueOptions(events=1, laps=1, filled_to=4, campaign="epic", arena="both", kinds=("gala",))
EPIC = LeagueOptions(events=1, laps=1, filled_to=4, campaign="epic")
PAST = 9_000
"""Numbers of races that house drivers won before Anna."""

pytestmark = [pytest.mark.slow, pytest.mark.on_both, pytest.mark.threads]


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "races.sqlite3", rulesets=PLAYED, painters=SCENES).open()
    yield circus
    await circus.close()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return all that is written on pictures from now on."""
    written: list[str] = []
    real = lettering._letters

    def noted(text: str, *given: Any, **how: Any) -> Any:
        written.append(text)
        return real(text, *given, **how)

    monkeypatch.setattr(lettering, "_letters", noted)
    return written


async def a_season(circus: Circus, options: LeagueOptions, thread: int) -> RaceId:
    """Begin an Epic season of Anna's stable, Bert's and one of the house; they have bid for what they want."""
    steward = circus.steward
    league = await steward.leagues.open(Founded(1, 2, ANNA, options, PHASES, spans(), OWN[7]))
    await steward.lobbies.set_thread(league, thread)
    for player, name, word in ((ANNA, OWN[0], OWN[1]), (BERT, "Quintilla", "Verbumquintilla")):
        await steward.leagues.join(league, player, name, name=OWN[2] if player == ANNA else None, word=word)
    await steward.leagues.add_house(league, ANNA, 1)
    await steward.leagues.start(league, ANNA)
    for place, player in enumerate((ANNA, BERT)):
        opened = await sheet_of(circus, league, player)
        assert opened is not None
        assert isinstance(opened.ask.question, AuctionDay)
        kind = "gladiator" if options is GALA else opened.ask.question.lots[0].kind
        lots = [lot for lot in opened.ask.question.lots if lot.kind == kind][2 * place : 2 * place + 2]
        await seal(circus, opened, BidSheet(tuple(Maximum(lot.number, 3_000) for lot in lots)), player)
    await steward.letters.write(Paper("league", league), ANNA, OWN[0], OWN[3])
    return league


async def a_gala(circus: Circus) -> tuple[RaceId, list[RaceId]]:
    """Let gladiators of Anna and Bert fight their gala to the season's end; return the league and its matches."""
    league = await a_season(circus, GALA, 41)
    await to_phase(circus, league, "stable")
    for player in (ANNA, BERT):
        opened = await sheet_of(circus, league, player)
        assert opened is not None
        assert isinstance(opened.ask.question, GalaDay)
        await seal(
            circus, opened, GalaEntries(tuple(GalaEntry(man, "life") for man in opened.ask.question.fit)), player
        )
    await to_phase(circus, league, "race")
    matches = [each.id for each in await circus.store.leagues.races(league)]
    for asked in await circus.steward.open_asks(ANNA):
        if isinstance(asked.ask.question, MakePlan):
            plan = Plan("close", "quick-legs", "all")
            await circus.steward.races.drive(asked.race_id, asked.entry, [plan], player=ANNA, asked=asked.asked)
    await to_the_end(circus, league)
    return league, matches


async def others_race(circus: Circus) -> RaceId:
    """Let Anna drive for Clio in a race of Bert's, be away in her own, and call off another with a reason."""
    steward, rules = circus.steward, PLAYED["chariot-race"]
    timing = Timing({kind: decision.seconds for kind, decision in rules.decisions.items()}, pace=Pace.MOVES)
    found = []
    for thread, host in ((51, BERT), (52, ANNA), (53, ANNA)):
        title = OWN[5] if host == ANNA else "Vale"
        race = await steward.lobbies.open_race(NewRace(1, 2, host, "chariot-race", rules.options(), timing, title))
        await steward.lobbies.set_thread(race, thread)
        for player, name in ((BERT, "Quintilla"), (CLIO, "Tertulla") if host == BERT else (ANNA, OWN[0])):
            await steward.lobbies.join(race, player, name)
        await steward.lobbies.fill(race, host, None, rules.least_entries)
        await steward.lobbies.start(race, host)
        found.append(race)
    lent, away, ended = found
    theirs = (await steward.race(lent)).faction_for(CLIO)
    assert theirs is not None
    await steward.desk.replace(lent, MOD, theirs.faction, ANNA, "Vale")
    await steward.desk.vacation(away, ANNA, circus.clock.now + 86_400.0)
    await steward.desk.close(ended, ANNA, OWN[4])
    return lent


async def the_rest(circus: Circus, league: RaceId) -> None:
    """Let Anna follow and be followed, have the gazette posted, drive the race of the day and lose to house drivers."""
    steward, store, now = circus.steward, circus.store, circus.clock.now
    await steward.gazettes.begin(1, 2, ANNA)
    for player, what in ((ANNA, {"person": BERT}), (ANNA, {"race": league, "stable": 1}), (BERT, {"person": ANNA})):
        await steward.follows.follow(Follow(player=player, guild=1, **what))
    news = {"player": ANNA, "race": league, "at": now}
    await store._writer.run(lambda connection: connection.execute(insert(follow_news).values(news)))
    for number in range(PAST, PAST + 3):
        race = a_past_race(number, at=now - 500.0 + number - PAST, guild=1, payoff=500, payee=ANNA, payee_name=OWN[0])
        hers = an_entry(race, 2, ANNA, name=OWN[0], chariot="Red")
        await keep(store, Summary(race, (an_entry(race, 1, None, name=HOUSE_NAMES[0]), hers)))
    began = TryRecord(number=2, person=ANNA, name=OWN[0], guild=1, began=now, counts=True)
    await store.daily.begin(began)
    over = msgspec.structs.replace(began, given=1, answers="[1]", ended=now + 60.0, place=2, better=50, rows="[[1]]")
    assert await store.daily.go_on(over, 0)
    letter = await steward.letters.own(Paper("league", league), ANNA)
    if letter is not None:
        await steward.letters.strike(letter, OWN[4])
    await steward.removals.ask(78, ANNA, f"token of {OWN[0]}")
    await is_missed(circus, ANNA, guild=79)
    circus.messenger.gone.discard(ANNA)


async def met(circus: Circus, player: PlayerId) -> int:
    """Return in how many races house drivers met somebody of late."""
    return len(await circus.store.meetings.of_person(Seen(guild=1), player, HOUSE_NAMES, 0.0, 99))


ELSEWHERE = {"forgetting.player", "faction.word_salt", "side_bet.winner"}
"""A moment while it is done; 16 random bytes; and what hangs on dice: :mod:`tests.steward.test_forgetting` has that."""


def test_each_field_that_a_person_can_fill_is_marked_before_somebody_is_forgotten() -> None:
    columns = [column for table in metadata.tables.values() for column in table.columns]
    theirs = {str(each) for each in columns if holds(each).kind in (PERSON, KEYED, NAME, TEXT)}

    assert theirs - HELD - everything.HELD == ELSEWHERE


async def a_world(circus: Circus) -> tuple[RaceId, list[RaceId], RaceId, RaceId]:
    """Play all of it; return the league that is over, its matches, the season under way, and the race of others."""
    league, matches = await a_gala(circus)
    season = await a_season(circus, EPIC, 42)
    lent = await others_race(circus)
    await circus.deliver()
    await circus.steward.chronicler.catch_up()
    await the_rest(circus, season)
    marked = await columns_with_marks(circus)
    assert set(marked) >= HELD, HELD - set(marked)
    assert await met(circus, ANNA) >= 3
    return league, matches, season, lent


async def test_after_gladiators_an_epic_season_and_all_else_nothing_leads_to_whom_it_forgot(
    circus: Circus, tmp_path: Path, database: str, drawn: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    league, matches, season, lent = await a_world(circus)
    over = [league, *matches]
    shown = [await exported(circus, race) for race in matches]
    assert any(mark in each for each in (*shown, *drawn) for mark in MARKS)
    before, rows = await proofs(circus, over), await all_rows(circus)
    copy = tmp_path / "copy"
    assert main(["backup", str(copy), "--database", address_of(circus.path, database)]) == FINE

    assert circus.steward.studio._kept
    assert await circus.steward.forgetters.forget(ANNA)
    assert not circus.steward.studio._kept, "names stand in pictures"

    assert touched(rows, await all_rows(circus), ANNA, MARKS) == [], "of others, and for no reason"
    drawn.clear()
    await is_forgotten(circus, over, before, drawn)
    assert await met(circus, ANNA) == 0
    seat = (await circus.steward.race(lent)).faction_for(CLIO)
    assert seat is not None
    assert seat.substitute is None
    assert seat.at_the_reins is None or not is_former(seat.at_the_reins)
    listed = (tmp_path / "races.sqlite3.forgotten").read_bytes()
    await _goes_on(circus, season)
    assert not [mark for mark in MARKS if mark in caplog.text]

    again = put_back(copy, listed, database)
    restored = await Circus(again, rulesets=PLAYED, painters=SCENES, clock=circus.clock).open()
    assert set(await columns_with_marks(restored)) >= HELD
    await restored.steward.restored()
    await restored.steward._take_up()
    await is_forgotten(restored, over, before, drawn)
    await restored.close()
    await circus.close()
    assert files_with_marks(tmp_path) == []


async def _goes_on(circus: Circus, season: RaceId) -> None:
    """Play what is under way to its end, and make anew what follows from facts."""
    await circus.steward.chronicler.make_anew()
    await to_the_end(circus, season)
    assert (await circus.steward.log.verify(season)).is_sound
    await circus.steward.chronicler.catch_up()
    await pass_by(circus)
    assert await columns_with_marks(circus) == {}


async def is_forgotten(circus: Circus, over: list[RaceId], before: list[bytes], drawn: list[str]) -> None:
    assert await columns_with_marks(circus) == {}
    for table in (follows, follow_news):
        assert await circus.store._reader.rows(select(table)) == [], "neither hers nor of her"
    assert await proofs(circus, over) == before
    for race in over:
        assert (await circus.steward.log.verify(race)).is_sound
    told = [await exported(circus, race) for race in over[1:]]
    assert drawn, "pictures are drawn anew"
    assert not [mark for mark in MARKS if any(mark in each for each in (*told, *drawn))]
    assert (await circus.store.purses.audit()).is_sound


HELD = {
    *("faction.player", "faction.substitute", "faction.name", "faction.word", "entry.name", "letter.text"),
    *("follow.player", "follow.person", "follow_news.player", "gazette.by", "receipt.player", "receipt.token"),
    *("past_race.payee", "past_race.payee_name", "past_race.called_off_by", "past_entry.person", "past_entry.name"),
    *("daily_try.person", "daily_try.name", "race.host", "race.title", "race.called_off_by", "act.by", "act.reason"),
    *("act.body", "input.player", "outbox.player", "gone.player"),
}
"""Where her marks are sure to stand before."""
