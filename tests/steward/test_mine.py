"""What is kept of a person: the map of it is true, and each has their own alone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db.schema.holds import HIDDEN, INSIDE, KEYED, NAME, PERSON, TEXT, holds
from db.schema.tables import metadata
from engine.betting.book import NewBet, NewSide
from records.letters import Paper
from records.values import EntryId, PlayerId, RaceId
from steward import Agreed, NewRace
from steward.seasons.leagues import Founded
from steward.telling.shown import OrdersGiven
from tests.steward.circus import BLUE, RED, SECONDS, Circus
from tests.steward.leagues import ONE, PHASES, a_circus, spans, to_the_end
from tests.toy_ruleset import Options, Orders, Pace, SeriesOptions

ANNA, BERT, CLIO = (PlayerId(700_000_000_000_000_000 + number) for number in (101, 202, 303))
WORDS = {
    ANNA: ("Zenobia", "verbumzenobia", "Celeritas", "Litterazenobia", "Causazenobia"),
    BERT: ("Quintilla", "verbumquintilla", "Fortitudo", "Litteraquintilla"),
    CLIO: ("Tertulla",),
}
"""Names and words of each, all of them marked."""

TITLE = "Titulus"
MAY_HOLD = {
    "number": (PERSON, KEYED, INSIDE),
    "word": (NAME, TEXT, INSIDE),
}


async def played(circus: Circus) -> RaceId:
    """Open a cup of Anna's, and come to where she and Bert have ordered a turn; Clio bets, and so does Bert."""
    steward = circus.steward
    agreed = Agreed(1, 2, ANNA, "toy", Options(turns=2), SeriesOptions(), SECONDS, TITLE, 2)
    cup = await steward.cups.open(agreed)
    race = cup.races[0].record.id
    await steward.lobbies.set_thread(race, 3)
    for player, colour in ((ANNA, "red"), (BERT, "blue")):
        name, word, chariot, *_ = WORDS[player]
        await steward.lobbies.join(race, player, name, colour=colour, name=chariot, word=word)
        await steward.people.set_player(player, name=name)
        await steward.letters.write(Paper("cup", cup.id), player, name, WORDS[player][3])
    await _bets(circus, race)
    await steward.lobbies.start(race, ANNA)
    await circus.give(race, RED, Pace(5))
    await circus.store.races.set(race, pace="daily")
    steward.races.forget(race)
    await steward.desk.pause(race, ANNA, "Causazenobia")
    await steward.desk.resume(race, ANNA)
    await _order(circus, race, RED, ANNA, pace=5, push=BLUE)
    return race


async def _bets(circus: Circus, race: RaceId) -> None:
    wagers = circus.steward.wagers
    market = next(each.number for each in (await wagers.board(race)).markets if each.kind == "sealed")
    await wagers.place(race, NewBet(CLIO, WORDS[CLIO][0], market, str(RED), 400, "press one", 30))
    await wagers.place(race, NewBet(ANNA, WORDS[ANNA][0], market, str(RED), 600, "press two", 30))
    side = NewSide(BERT, WORDS[BERT][0], CLIO, WORDS[CLIO][0], BLUE, None, 50, 70, "side", 30)
    offered = await wagers.offer_side(race, side)
    await wagers.answer_side(race, CLIO, offered.number, accept=True, days=30)
    await wagers.give(1, CLIO, WORDS[CLIO][0], BERT, WORDS[BERT][0], 15, "present", days=99)


async def _order(circus: Circus, race: RaceId, entry: EntryId, player: PlayerId, **orders: Any) -> None:
    given = OrdersGiven(entry, Orders(**orders), None, True)
    await circus.steward.races.order(race, player, given, None)


async def over(circus: Circus) -> RaceId:
    race = await played(circus)
    await _order(circus, race, BLUE, BERT, pace=1)
    await circus.play_on(race)
    await circus.steward.chronicler.catch_up()
    return race


async def rows(circus: Circus) -> list[tuple[Any, object]]:
    """Return each value that is kept, with its column."""
    found: list[tuple[Any, object]] = []
    for table in metadata.tables.values():
        for row in await circus.store._reader.rows(select(table)):
            found += zip(table.columns, row, strict=True)
    return found


async def check_map(circus: Circus) -> dict[str, set[str]]:
    """Hold each value with a number, name or word of theirs against the map; return the columns that hold any."""
    marks = {
        "number": re.compile("|".join(map(str, WORDS))),
        "word": re.compile("|".join(word for each in WORDS.values() for word in each)),
    }
    found: dict[str, set[str]] = {what: set() for what in marks}
    for column, value in await rows(circus):
        for what, mark in marks.items():
            if mark.search(str(value)):
                assert holds(column).kind in MAY_HOLD[what], (str(column), value)
                found[what].add(str(column))
    return found


async def test_each_column_with_a_persons_number_name_or_word_is_mapped_so(circus: Circus) -> None:
    await over(circus)

    found = await check_map(circus)

    assert len(found["number"]) > 20, found
    assert len(found["word"]) > 10, found


def told(kept: Any) -> str:
    return json.dumps(kept, default=str)


@pytest.mark.parametrize("me", WORDS)
async def test_i_have_my_words_and_nothing_of_anybody_else(circus: Circus, me: PlayerId) -> None:
    await over(circus)

    mine = told(await circus.store.mine.kept(me))

    assert str(me) in mine
    for person, words in WORDS.items():
        for word in (str(person), *words):
            assert (word in mine) == (person == me), word


async def test_all_that_is_mine_is_there(circus: Circus) -> None:
    await over(circus)

    tables = {person: set(await circus.store.mine.kept(person)) for person in WORDS}

    assert tables[ANNA] >= {
        *("account", "act", "cup", "entry", "faction", "input", "letter", "orders", "outbox"),
        *("past_entry", "player", "posting", "race", "rating", "ticket"),
    }
    assert tables[CLIO] >= {"account", "posting", "side_bet", "ticket"}
    assert not tables[CLIO] & {"faction", "input", "race", "letter", "orders", "rating"}
    assert await circus.store.mine.kept(PlayerId(1)) == {}


async def test_no_secret_of_a_race_under_way_is_handed_out_to_anybody(circus: Circus) -> None:
    await played(circus)
    secrets = {str(value) for column, value in await rows(circus) if holds(column).kind == HIDDEN}
    long = {each for each in secrets if len(each) >= 32}
    assert len(long) > 3, "the secret of the dice, the chain of days, salts and digests"

    for person in WORDS:
        kept = await circus.store.mine.kept(person)
        assert not [secret for secret in long if secret in told(kept)]
    assert (await circus.store.mine.kept(ANNA))["race"][0].keys().isdisjoint({"secret", "mixed", "revision", "facts"})


async def test_what_another_seals_changes_nothing_that_i_am_given(circus: Circus, tmp_path: Path) -> None:
    other = await Circus(tmp_path / "other.sqlite3").open()
    try:
        await played(circus)
        race = await played(other)
        for pace in (2, 4):  # here Anna thinks twice
            await _order(other, race, RED, ANNA, pace=pace)

        for person in (BERT, CLIO):
            assert await circus.store.mine.kept(person) == await other.store.mine.kept(person)
        assert await circus.store.mine.kept(ANNA) != await other.store.mine.kept(ANNA)
    finally:
        await other.close()


@pytest.mark.slow
async def test_a_season_is_mapped_and_each_owner_has_their_own_alone(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    try:
        founded = Founded(1, 2, ANNA, ONE, PHASES, spans(), TITLE)
        league = await circus.steward.leagues.open(founded)
        await circus.steward.lobbies.set_thread(league, 3)
        for player in (ANNA, BERT):
            name, word, *_ = WORDS[player]
            await circus.steward.leagues.join(league, player, name, word=word)
        await circus.steward.leagues.add_house(league, ANNA, 1)
        await circus.steward.leagues.start(league, ANNA)
        await circus.steward.letters.write(Paper("league", league), BERT, WORDS[BERT][0], WORDS[BERT][3])
        await to_the_end(circus, league)
        await circus.steward.chronicler.catch_up()

        await check_map(circus)
        for me, other in ((ANNA, BERT), (BERT, ANNA)):
            kept = await circus.store.mine.kept(me)
            assert {"faction", "entry", "past_entry"} <= set(kept)
            assert not [word for word in (str(other), *WORDS[other]) if word in told(kept)]
    finally:
        await circus.close()


async def test_a_title_that_another_host_chose_is_not_mine(circus: Circus) -> None:
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANNA, "toy", Options(), SECONDS, TITLE))
    for player in (ANNA, BERT):
        await circus.steward.lobbies.join(race, player, WORDS[player][0])
    assert TITLE in told(await circus.store.mine.kept(ANNA))

    await circus.steward.hosts.ask(race, ANNA, BERT)
    await circus.steward.hosts.accept(race, BERT)

    kept = await circus.store.mine.kept(BERT)
    assert [row["id"] for row in kept["race"]] == [race]
    assert TITLE not in told(kept)


@pytest.mark.slow
async def test_the_word_of_the_owner_before_is_not_mine(tmp_path: Path) -> None:
    circus = await a_circus(tmp_path)
    try:
        league = await circus.steward.leagues.open(Founded(1, 2, ANNA, ONE, PHASES, spans(), TITLE))
        await circus.steward.lobbies.set_thread(league, 3)
        for player in (ANNA, BERT):
            await circus.steward.leagues.join(league, player, WORDS[player][0], word=WORDS[player][1])
        await circus.steward.leagues.start(league, ANNA)
        await circus.steward.members.leave(league, BERT)
        stable = (await circus.steward.race(league)).entries[1].entry
        await circus.steward.members.hand(league, ANNA, stable, CLIO, WORDS[CLIO][0], "Bert is away")

        kept = await circus.store.mine.kept(CLIO)

        assert kept["faction"][0]["name"] == WORDS[CLIO][0]
        assert not [word for word in (str(BERT), *WORDS[BERT]) if word in told(kept)]
    finally:
        await circus.close()
