"""Two worlds that differ in one sealed bet are the same to everybody else, until all bets are revealed."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import SQLAlchemyError

from records.values import PlayerId, RaceId
from steward import BetSealed, NewRace
from tests.steward.betting import DAN, FAY, LAPS, PURSE, bet, told
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, SECONDS, Circus
from tests.steward.test_proofs import checked
from tests.toy_ruleset import Options, Pace, Walk

WORLDS = ((RED, 300), (BLUE, 700))
"""What Eve seals in each."""

OTHERS = (None, ANN, BOB, DAN, FAY)


async def world(path: Path, eve: tuple[Any, int]) -> tuple[Circus, RaceId]:
    """Open a race on which Eve bets in secret; Dan and Fay bet as well."""
    circus = await Circus(path, rulesets=LAPS).open()
    race = await circus.lobby(options=Options())
    await circus.steward.lobbies.join(race, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(race, BOB, "Bob", colour="blue")
    await bet(circus, race, DAN, BLUE, 400)
    await bet(circus, race, EVE, *eve, key="eve")
    await bet(circus, race, FAY, RED, 200, "win")
    return circus, race


async def worlds(path: Path) -> list[tuple[Circus, RaceId]]:
    return [await world(path / f"{number}.sqlite3", eve) for number, eve in enumerate(WORLDS)]


def without_seals(body: Any) -> Any:
    """Return what was told with its seal blanked: a hash of the secret and of 16 bytes that nobody knows."""
    return msgspec.structs.replace(body, seal="") if isinstance(body, BetSealed) else body


async def seen(circus: Circus, race: RaceId, viewer: PlayerId | None) -> list[Any]:
    """Return all that *viewer* can find out about the betting; without one, the public."""
    wagers, purses = circus.steward.wagers, circus.steward.purses
    of_race = [
        await wagers.board(race, viewer),
        await wagers.swing(race),
        await wagers.revealed(race),
        await wagers.rules_of(race),
        [without_seals(each) for each in await told(circus, race)],
        await purses.tipsters(1, 0),
        await purses.audit(1),
        await purses.audit(),
        await circus.steward.log.verify(race),
        re.sub(rb'"seal": "\w+"', b"", await circus.steward.log.proof(race)),
        await circus.steward.log.status(race, viewer),
        [(each.kind, each.player, each.due) for each in await circus.steward.delivery.notices(race)],
    ]
    if viewer is None:
        return of_race
    own = [
        await told(circus, race, viewer),
        await wagers.slip(race, viewer),
        await purses.tickets_of(1, viewer),
        await purses.statement(1, viewer),
        await wagers.purse(1, viewer),
        await purses.guilds_of(viewer),
    ]
    return [*of_race, *own]


async def close(*circuses: tuple[Circus, RaceId]) -> None:
    for circus, _ in circuses:
        await circus.close()


@pytest.mark.slow
async def test_a_sealed_bet_makes_no_difference_to_anybody_else(tmp_path: Path) -> None:
    one, other = await worlds(tmp_path)

    for viewer in OTHERS:
        assert await seen(*one, viewer) == await seen(*other, viewer)
    assert await seen(*one, EVE) != await seen(*other, EVE)

    await close(one, other)


@pytest.mark.slow
async def test_nor_does_what_is_sealed_in_a_window(tmp_path: Path) -> None:
    # Given two races with the same bets, in whose first window Eve adds something to red, more or less of it
    pair = [await world(tmp_path / f"{number}.sqlite3", (RED, 500)) for number in range(2)]
    for (circus, race), stake in zip(pair, (100, 500), strict=True):
        await circus.steward.lobbies.start(race, ANN)
        await circus.pace(race, 4, 2)
        await circus.give(race, RED, Walk(4))
        await circus.give(race, BLUE, Walk(2))
        await bet(circus, race, EVE, RED, stake, window=1, key="more")

    # Then nobody else can tell, until the window is closed by the first order
    for viewer in OTHERS:
        assert await seen(*pair[0], viewer) == await seen(*pair[1], viewer)
    for circus, race in pair:
        await circus.give(race, RED, Pace(2))
    assert await seen(*pair[0], DAN) != await seen(*pair[1], DAN)
    await close(*pair)


async def test_who_leaves_the_lobby_does_not_tell_who_had_backed_him(tmp_path: Path) -> None:
    pair = await worlds(tmp_path)
    for circus, race in pair:
        await circus.steward.lobbies.leave(race, ANN)

    thread = [[without_seals(each) for each in await told(circus, race)] for circus, race in pair]

    assert thread[0] == thread[1]
    for viewer in OTHERS:
        boards = [await circus.steward.wagers.board(race, viewer) for circus, race in pair]
        assert boards[0] == boards[1]
    assert [len(await told(circus, race, EVE)) for circus, race in pair] == [1, 0]
    await close(*pair)


async def test_one_sees_his_own(tmp_path: Path) -> None:
    pair = await worlds(tmp_path)

    boards = [await circus.steward.wagers.board(race, EVE) for circus, race in pair]

    assert [(each.tickets[0].choice, each.tickets[0].stake) for each in boards] == [("1", 300), ("2", 700)]
    assert [each.purse for each in boards] == [PURSE - 300, PURSE - 700]
    await close(*pair)


async def test_at_the_start_all_is_open_and_the_worlds_differ(tmp_path: Path) -> None:
    pair = await worlds(tmp_path)
    for circus, race in pair:
        await circus.steward.lobbies.start(race, ANN)

    public = [await circus.steward.wagers.revealed(race) for circus, race in pair]

    assert [[(each.player, each.choice, each.stake) for each in found] for found in public] == [
        [(DAN, "2", 400), (EVE, "1", 300)],
        [(DAN, "2", 400), (EVE, "2", 700)],
    ]
    for circus, race in pair:
        found = await circus.steward.log.verify(race)
        assert (found.seals, found.broken_seals) == (2, 0)
    await close(*pair)


async def test_a_stranger_can_check_every_bet_by_the_file(tmp_path: Path) -> None:
    # Given a race with two sealed bets
    circus, race = await world(tmp_path / "proof.sqlite3", (RED, 300))
    shut = json.loads(await circus.steward.log.proof(race))
    await circus.steward.lobbies.start(race, ANN)
    proof = json.loads(await circus.steward.log.proof(race))
    assert {each["content"] for each in shut["bets"]} == {None}
    assert [each["ticket"] for each in proof["bets"]] == [1, 2]

    # Then it is sound, and one that says anything else is not
    content = '{"race":1,"ticket":2,"choice":"1","stake":300}'
    assert proof["bets"][1]["content"] == content
    assert checked(tmp_path / "sound.json", proof) == (0, "Everything fits.")
    proof["bets"][1]["content"] = content.replace("300", "900")
    changed = checked(tmp_path / "changed.json", proof)
    assert changed == (1, "ticket 2: the bet is not the one that was sealed")
    await circus.close()


async def test_what_is_put_by_rule_at_the_start_has_no_seal_and_needs_none(tmp_path: Path) -> None:
    circus, _ = await world(tmp_path / "owners.sqlite3", (RED, 300))
    other = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", Options(), SECONDS, "Owners"))
    await circus.steward.lobbies.join(other, ANN, "Ann", colour="red")
    await circus.steward.lobbies.join(other, BOB, "Bob", colour="blue")
    await circus.steward.wagers.set_rules(other, ANN, lambda rules: msgspec.structs.replace(rules, owners=True))
    await bet(circus, other, EVE, BLUE, 500)

    await circus.steward.lobbies.start(other, ANN)

    proof = json.loads(await circus.steward.log.proof(other))
    assert [(each["ticket"], bool(each["seal"]), bool(each["salt"])) for each in proof["bets"]] == [
        (1, True, True),
        (2, False, False),
        (3, False, False),
    ]
    found = await circus.steward.log.verify(other)
    assert (found.seals, found.is_sound) == (1, True)
    assert checked(tmp_path / "owners.json", proof)[0] == 0
    await circus.close()


async def test_a_bet_shows_in_no_repr(tmp_path: Path) -> None:
    circus, race = await world(tmp_path / "repr.sqlite3", (RED, 700))

    book = await circus.store.wagers.book(race)

    assert "700" not in repr(list(book.tickets))
    await circus.close()


@pytest.mark.of_sqlite
async def test_a_bet_that_cannot_be_written_is_not_told_by_the_error(tmp_path: Path) -> None:
    # Given a database that takes no more tickets
    circus, race = await world(tmp_path / "full.sqlite3", (RED, 700))
    with closing(sqlite3.connect(circus.path)) as database, database:
        database.execute("CREATE TRIGGER full BEFORE INSERT ON ticket BEGIN SELECT RAISE(ABORT, 'full'); END")

    with pytest.raises(SQLAlchemyError) as error:
        await bet(circus, race, EVE, BLUE, 1_300)

    assert "full" in str(error.value)
    assert "1300" not in str(error.value)
    await circus.close()
