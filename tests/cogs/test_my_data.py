"""``/my data``: each has their own alone, wherever and however they ask."""

import json
import re
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from cogs.commands.my import MyCommands
from cogs.panels import my_data
from db.reading.mine import handed_out, people_in
from db.reading.servers import handed
from db.schema.tables import metadata
from engine.betting.book import AccountKind
from engine.circus_maximus.words.asks import Preparation
from records.acts import ActKind
from records.boards import BoardState
from records.cups import CupState
from records.fixtures import FixtureState
from records.letters import LetterState, PaperKind
from records.mine import RaceKept
from records.notices import NoticeKind, NoticeState
from records.past import PastOutcome, TitleKind
from records.people import DirectMessages, GoneRecord
from records.play import By
from records.races import RaceState, StoryMode
from records.values import PlayerId, RaceId
from tests.cogs.archives import given_texts
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.fakes import GUILD, FakeInteraction
from tests.cogs.ordering import pressed, to_orders
from tests.cogs.test_walk import a_bot
from words.kept import codes, data_files, known_of
from words.kept.files import row_lines
from words.kept.labels import LABELS
from words.kept.own import TABLES

MY: Any = MyCommands()
RACE = RaceId(1)
PLACES: dict[str, dict[str, Any]] = {
    "thread": {},
    "direct message": {"guild": None, "channel": 9},
    "another server": {"guild": 77, "channel": 78},
}


async def asks(arena: Arena, player: PlayerId, **where: Any) -> FakeInteraction:
    interaction: Any = arena.act(player, **where)
    return await outcome(interaction, MY.data.callback(MY, interaction))


async def ordered(arena: Arena) -> None:
    """Come to where Ann has sealed her orders; Ann hosts the race."""
    asked = await to_orders(arena)
    await pressed(arena, ANN, f"orderseal:{asked}")


@pytest.mark.parametrize("place", PLACES)
async def test_wherever_i_ask_i_get_my_own_and_only_i_see_it(arena: Arena, place: str) -> None:
    await ordered(arena)

    of_ann, of_bob, of_eve = [given_texts(await asks(arena, each, **PLACES[place])) for each in (ANN, BOB, EVE)]

    kept = json.loads(of_ann["data.json"])["kept"]
    assert kept["race"][0]["title"] == "Ludi"
    assert kept["faction"][0]["word"] == "equus"
    assert len(kept["orders"]) == 1
    assert "Word for the dice: equus" in of_ann["data.txt"]
    assert not [name for name in of_ann if "Bob" in of_ann[name] or '"player": 200' in of_ann[name]]
    assert not [name for name in of_bob if "equus" in of_bob[name] or "Ann" in of_bob[name] or "Ludi" in of_bob[name]]
    assert set(json.loads(of_bob["data.json"])["kept"]) & {"race", "orders", "act"} == set()
    assert json.loads(of_eve["data.json"]) == {"person": "300", "kept": {}}
    assert of_eve["data.txt"].strip().endswith("I keep nothing of you.")
    assert "This is not all" not in of_eve["data.txt"]


async def test_a_host_has_no_secret_of_the_dice_and_nobody_a_salt(arena: Arena) -> None:
    await ordered(arena)
    loaded = await arena.circus.store.load(RACE)
    assert loaded is not None
    secrets = [loaded.race.secret, *(salt for each in loaded.inputs if (salt := each.salt))]
    assert len(secrets) > 1

    for player in (ANN, BOB):
        files = given_texts(await asks(arena, player))
        assert not [secret for secret in secrets if secret in str(files)]


async def test_in_two_worlds_a_host_gets_the_same_though_another_decided_otherwise(worlds: tuple[Arena, Arena]) -> None:
    found = []
    for world, secret in zip(worlds, (Preparation(1, 1, 1, 1), Preparation(2, 2, 0, 0)), strict=True):
        await world.open_race()
        await world.give(BOB, secret)
        found.append([(await asks(world, player)).last.pictures() for player in (ANN, EVE, BOB)])

    assert found[0][:2] == found[1][:2]
    assert found[0][2] != found[1][2]


async def test_what_is_little_is_read_under_the_answer_and_only_more_is_an_archive(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ordered(arena)
    plain = await asks(arena, ANN)
    monkeypatch.setattr(my_data, "READ_AT_ONCE", 100)

    packed = await asks(arena, ANN)

    assert [each.filename for each in plain.last.files] == ["data.txt", "data.json"]
    assert [each.filename for each in packed.last.files] == ["my-data.zip"]
    assert given_texts(plain) == given_texts(packed)


def test_nobody_else_can_be_named() -> None:
    command = a_bot().acts["my data"]

    assert command.parameters == []


async def test_it_counts_as_an_archive_so_that_nobody_asks_all_day(arena: Arena) -> None:
    for _ in range(6):
        assert (await asks(arena, ANN)).last.pictures()

    assert "You had 6 archives within the hour" in (await asks(arena, ANN)).told
    assert (await asks(arena, BOB)).last.pictures()


def test_each_table_with_people_has_a_heading() -> None:
    of_people = {name for name, table in metadata.tables.items() if people_in(table)}

    assert set(TABLES) == of_people | {"entry", "orders", "posting"}


# To read


def test_each_column_that_is_handed_out_has_a_plain_label_and_no_other_has() -> None:
    given: dict[str, set[str]] = {}
    for columns in (handed_out(), handed()):
        for table, names in columns.items():
            given.setdefault(table, set()).update(names)

    assert {table: set(labels) for table, labels in LABELS.items()} == given
    said = [label.said for labels in LABELS.values() for label in labels.values()]
    assert not [each for each in said if not each or "_" in each or ":" in each or not each[0].isupper()]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (RaceState, codes.STATES),
        (CupState, codes.STATES),
        (StoryMode, codes.STORIES),
        (BoardState, codes.BOARDS),
        (FixtureState, codes.FIXTURES),
        (LetterState, codes.LETTERS),
        (By, codes.ANSWERED_BY),
        (DirectMessages, codes.DIRECT_MESSAGES),
        (AccountKind, codes.ACCOUNTS),
        (NoticeKind, codes.NOTICES),
        (NoticeState, codes.NOTICE_STATES),
        (PastOutcome, codes.OUTCOMES),
        (ActKind, codes.ACTS),
        (TitleKind, codes.TITLES),
        (PaperKind, codes.TITLES),
    ],
)
def test_each_code_is_told_in_words(kind: Any, words: dict[str, str]) -> None:
    assert {*(get_args(kind) or kind)} - set(words) == set()


async def test_the_text_is_written_for_people(arena: Arena) -> None:
    await ordered(arena)

    told = given_texts(await asks(arena, ANN))["data.txt"]

    assert "Game: Circus Maximus" in told
    assert "Host: you" in told
    assert "This is not all" in told
    body = told.split("and a race's archive has them.")[1]
    assert body.count("Opened: ") == 1
    known = {label.said for labels in LABELS.values() for label in labels.values()} | set(TABLES.values())
    assert not [line for line in body.splitlines() if ": " in line and line.split(": ")[0] not in known]
    raw = r"\d{9,}\.\d|\b\d+\.0\b|None|True|False|[{}]| · |[a-z]_[a-z]"
    assert not [line for line in body.splitlines() if re.search(raw, line)]


async def test_a_race_has_its_title_or_its_game_and_its_server_beside_its_number(arena: Arena) -> None:
    """The title is its host's: another player reads the game."""
    await ordered(arena)
    server: Any = SimpleNamespace(name="Roma", owner_id=EVE, fetch_member=arena.client.fetch_user)
    arena.client.servers[GUILD] = server

    of_ann, of_bob = [given_texts(await asks(arena, each))["data.txt"] for each in (ANN, BOB)]

    assert "Race or league: 1 (Ludi, Roma)" in of_ann
    assert f"Server, by its number at Discord: {GUILD} (Roma)" in of_ann
    assert "Race or league: 1 (Circus Maximus, Roma)" in of_bob
    assert "Ludi" not in of_bob
    await arena.circus.store.people.note_gone(GoneRecord(guild=GUILD, player=BOB, since=30.0))
    after = given_texts(await asks(arena, BOB))["data.txt"]
    assert "Race or league: 1 (Circus Maximus)" in after
    assert "Roma" not in after, "they left it"


def test_a_bet_says_of_which_kind_it_is_and_a_purse_what_is_in_it() -> None:
    purse, bet = "purse:1:p4", {"race": 7, "market": 2, "choice": "3", "stake": 100, "paid": 0}
    kept = {
        "account": [{"name": purse, "kind": "purse", "guild": 1}],
        "posting": [{"account": purse, "n": n, "amount": sum_, "balance": left} for n, sum_, left in LINES],
        "ticket": [{**bet, "state": "open"}, {**bet, "market": 9, "state": "lost"}],
    }
    races = [RaceKept(7, "chariot-race", 1, {2: "win"})]

    told = data_files(ANN, kept, None, known_of(kept, races, lambda _guild: "Roma"))["data.txt"].decode()

    assert "In it: 9,900 sesterces\nKind: your purse" in told
    assert purse not in told
    assert "Kind of bet: Win, who wins\n" in told
    assert "Kind of bet: number 9 of that race\n" in told
    assert told.count("Paid to you") == 1, "an open one has brought nothing yet"


LINES = ((2, -100, 9_900), (1, 10_000, 10_000))
"""Lines of a ledger, not in order: number, sum, what is left."""


def test_notices_that_read_alike_are_told_once_and_nothing_else_is() -> None:
    notices = [
        {"race": 2, "kind": "summons", "due": at, "attempts": 1, "state": "answered", "outcome": "asked", "holder": 4}
        for at in (1900000000.0, 1900086400.0, 1900172800.0)
    ]
    other = {**notices[0], "kind": "bets"}
    given = {"race": 2, "answer": '{"type":"Move"}', "at": 1900000000.0}

    told = data_files(ANN, {"outbox": [*notices, other], "input": [given, given]})["data.txt"].decode()

    assert told.count("About: your turn") == 1
    assert "3 times:\nAbout race or league: 2\nAbout: your turn\nDue: 17 March 2030, 17:46 UTC to 19 March 2030" in told
    assert told.count("About: what your bets brought") == 1
    assert "in the program's words" not in told
    assert told.count("Answer: Move") == 2
    assert "Answers and orders stand in the words of their game" in told


def test_what_helps_no_reader_stands_in_the_file_for_programs_alone() -> None:
    given = {"race": 2, "answer": '{"type":"Move"}', "player": ANN, "held": False, "void": True}

    files = data_files(ANN, {"input": [given]})

    told = files["data.txt"].decode()
    assert "Answer: Move\nVoid, as the race went back to before it: yes" in told
    assert "At the reins" not in told
    assert "The race waited" not in told
    assert json.loads(files["data.json"])["kept"]["input"] == [given]


def test_a_row_is_written_with_units_and_dates() -> None:
    weekly = {"minute": 6960, "woken": 739954, "passed": 0, "created": 1900000000.0, "claimed": None, "fills": True}

    assert list(row_lines("faction", {"name": "Ann", "grace": 86400.0, "word": "", "missed": 0})) == [
        "Name: Ann",
        "Time left for being late: 1 day",
        "Turns missed in a row: 0",
    ]
    assert list(row_lines("fixture", weekly)) == [
        "Starts each: Friday, 20:00",
        "Weeks without a race are counted from: 4 December 2026",
        "Set up: 17 March 2030, 17:46 UTC",
        "House drivers fill its field: yes",
    ]


def test_no_line_of_a_text_reads_like_another_label() -> None:
    assert list(row_lines("letter", {"text": "Vale\nState: struck\u2028When: now", "issue": 2})) == [
        "Text: Vale\n    State: struck\n    When: now",
        "Issue: 2",
    ]
