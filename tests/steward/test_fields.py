"""Races by rating: who counts as how strong, what the start keeps of it, and what many accounts of one person bring."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.fair_start import even_pairs, in_line
from engine.rulesets import RULESETS
from records.past import KNOWN, Seen, Summary
from records.races import PublicRace
from records.values import EntryId, PlayerId
from steward import NewRace
from steward.remembering.fields import ranked_by_rating
from tests.pasts import a_summary, keep
from tests.steward.circus import ANN, BOB, EVE, Circus

GAME = "circus-maximus"
SECONDS = dict.fromkeys(RULESETS[GAME].decisions, 3600)
MATES = tuple(PlayerId(number) for number in range(1, 8))
SOCKS = tuple(PlayerId(number) for number in range(501, 521))


@pytest.fixture
async def games(tmp_path: Path) -> AsyncIterator[Circus]:
    """Give a circus where the real game is raced."""
    circus = await Circus(tmp_path / "real.db", rulesets=RULESETS).open()
    yield circus
    await circus.close()


async def remember(circus: Circus, *races: Summary) -> None:
    await keep(circus.store, *races)
    await circus.steward.chronicler.catch_up()


def won_in_turn(people: tuple[PlayerId, ...], first: int, rounds: int) -> list[Summary]:
    """Return races of people who come in as they stand here, over and over."""
    return [a_summary(first + number, *people) for number in range(rounds)]


async def lobby_of(circus: Circus, *people: PlayerId, **options: bool) -> PublicRace:
    """Open a race by rating that these people enter in this order."""
    chosen = RULESETS[GAME].options(by_rating=True, **options)
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, people[0], GAME, chosen, SECONDS, "Ludi"))
    await circus.steward.lobbies.set_thread(race, 3)
    for person in people:
        await circus.steward.lobbies.join(race, person, f"P{person}")
    return await circus.steward.race(race)


async def ranks(circus: Circus, lobby: PublicRace) -> list[list[PlayerId | None]]:
    """Return the people of a race by how strong they count; ``None`` is a house driver."""
    found = await ranked_by_rating(circus.store.fame, lobby)
    owner = {each.entry: lobby.faction_of(each.entry) for each in lobby.entries}
    return [[seat.player for each in tied if (seat := owner[EntryId(each)])] for tied in found]


@pytest.mark.of_sqlite
async def test_people_count_by_their_ratings_and_nobody_for_less_than_a_beginner(games: Circus) -> None:
    await remember(games, *won_in_turn((ANN, *MATES, BOB), 1, 25))
    lobby = await lobby_of(games, BOB, MATES[-1], MATES[0], EVE, ANN)
    await games.steward.lobbies.fill(lobby.record.id, BOB, None, 1)

    found = await ranks(games, await games.steward.race(lobby.record.id))

    assert found == [[EVE], [ANN], [MATES[0]], [BOB, MATES[-1], None]], "new ones are strongest; losers are beginners"


@pytest.mark.of_sqlite
async def test_the_start_keeps_the_ranking_and_no_other_race_has_one(games: Circus) -> None:
    await remember(games, *won_in_turn((ANN, *MATES, BOB), 1, 25))
    lobby = await lobby_of(games, BOB, ANN)
    await games.steward.lobbies.start(lobby.record.id, BOB)

    options = (await games.steward.race(lobby.record.id)).record.options
    assert '"by_rating":true' in options
    assert '"ranked":[[2],[1]]' in options, options


@pytest.mark.of_sqlite
async def test_who_loses_on_purpose_counts_as_before(games: Circus) -> None:
    """Ann is good. Then she loses against her twenty accounts, alone, together, and against all others."""
    await remember(games, *won_in_turn((ANN, *MATES), 1, 25))
    lobby = await lobby_of(games, ANN, *MATES)
    before = await ranks(games, lobby)
    rating = (await games.steward.fame.history(Seen(guild=1), ANN))[-1].mean

    lost = [a_summary(100 + number, each, ANN) for number, each in enumerate(SOCKS)]
    lost += won_in_turn((*SOCKS, ANN), 200, 10) + won_in_turn((*MATES, ANN), 300, 10)
    await remember(games, *lost)

    assert (await games.steward.fame.history(Seen(guild=1), ANN))[-1].mean < rating - 100, "she is rated lower"
    assert (await ranks(games, lobby))[0] == before[0] == [ANN], "and counts as before"


@pytest.mark.of_sqlite
async def test_who_controls_twenty_accounts_gets_no_better_ally_by_any_of_them(games: Circus) -> None:
    """Of her accounts that are new, or have raced among themselves, none is given a better ally than a beginner."""
    await remember(games, *won_in_turn((ANN, *MATES), 1, 25))
    new = await ranks(games, await lobby_of(games, SOCKS[0], *MATES[:3], teams=True))
    assert new[0] == [SOCKS[0]], "a new account counts as the strongest and gets the weakest ally"

    await remember(games, *won_in_turn(SOCKS, 100, 5), *won_in_turn(SOCKS[::-1], 200, 5))
    for sock in (SOCKS[0], SOCKS[9], SOCKS[-1]):
        rows = await games.steward.fame.history(Seen(guild=1), sock)
        assert rows[-1].rivals == KNOWN
        lobby = await lobby_of(games, sock, *MATES[:3], teams=True)
        line = in_line(await ranked_by_rating(games.store.fame, lobby), [EntryId(each) for each in (4, 3, 2, 1)])
        beginner = await lobby_of(games, MATES[-1], *MATES[:3], teams=True)
        theirs = in_line(await ranked_by_rating(games.store.fame, beginner), [EntryId(each) for each in (4, 3, 2, 1)])
        assert rank_of_ally(line) >= rank_of_ally(theirs), "no better an ally than whoever loses honestly"


def rank_of_ally(line: list[EntryId]) -> int:
    """Return at which place of the line the ally of chariot 1 stands, the strongest at 0."""
    ally = next(pair[1 - pair.index(EntryId(1))] for pair in even_pairs(line) if EntryId(1) in pair)
    return line.index(ally)


HIDDEN = 9
"""A channel that some do not see."""


async def test_a_rating_counts_all_races_and_is_told_to_whoever_sees_one_of_them(games: Circus) -> None:
    """Ann and Bob race openly and behind closed doors, Eve and a mate behind closed doors alone (S-52)."""
    open_ones = [a_summary(number, ANN, BOB) for number in range(1, 3)]
    closed = [a_summary(number, EVE, BOB, channel=HIDDEN) for number in range(3, 5)]
    closed += [a_summary(5, ANN, EVE, channel=HIDDEN)]
    await remember(games, *open_ones, *closed)
    fame, outside, member = games.steward.fame, Seen(guild=1, hidden=(HIDDEN,)), Seen(guild=1)
    lately: dict[str, Any] = {"since": 0.0, "margin": 2.0, "most": 20}

    here, there = [await fame.top(each, "circus-maximus", **lately) for each in (member, outside)]

    assert {each.player for each in here} == {ANN, BOB, EVE}
    assert {each.player for each in there} == {ANN, BOB}
    assert {each.player: each.mean for each in there} == {each.player: each.mean for each in here if each.player != EVE}
    assert await fame.history(outside, EVE) == []
    assert [row.race for row in await fame.history(outside, ANN)] == [1, 2, 5]
    assert list(await fame.races(outside, [row.race for row in await fame.history(outside, ANN)])) == [1, 2]


async def test_the_game_rated_last_is_one_that_the_reader_sees(games: Circus) -> None:
    await remember(games, a_summary(1, ANN, BOB), a_summary(2, ANN, BOB, channel=HIDDEN, ruleset="ave-caesar"))

    assert await games.steward.fame.rated_last(Seen(guild=1)) == "ave-caesar"
    assert await games.steward.fame.rated_last(Seen(guild=1, hidden=(HIDDEN,))) == "circus-maximus"
