"""Looking up the rules: every topic, every table, the odds of every corner."""

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from cogs.commands.odds import OddsCommands
from cogs.commands.rules import RulesCommands, book_choices, table_choices, topic_choices
from engine.circus_maximus.printed import tables
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import SAFE_SPEEDS, corner_odds
from records.values import Lane
from steward import NewRace, Timing
from tests.cogs.arena import ANN, GAME, Arena, outcome
from tests.cogs.fakes import CHANNEL, GUILD, THREAD, FakeInteraction
from words import WORDS
from words.chariot_race import notation as chariot_notation
from words.chariots_of_rome import notation as rome_notation
from words.circus_maximus import notation as circus_notation
from words.circus_maximus.cockpit import odds
from words.circus_maximus.rulebook import TABLES, TOPICS
from words.shared import topics
from words.shared.typed import Typed

COMMANDS: Any = RulesCommands()


async def looked_up(command: str, *args: Any) -> str:
    """Return what somebody reads who uses a command of /rules."""
    interaction: Any = FakeInteraction()
    found = COMMANDS.get_command(command)
    binding = [] if found.binding is None else [found.binding]
    await outcome(interaction, found.callback(*binding, interaction, *args))
    assert interaction.last.is_private
    text: str = interaction.last.text
    return text


SHARED = {*topics.TOPICS, *topics.ORDERS}
"""Topics of the program, not of a rulebook."""


@pytest.mark.parametrize("topic", [each for each in TOPICS if each not in SHARED])
async def test_every_topic_is_told_with_its_rule(topic: str) -> None:
    text = await looked_up("topic", topic)

    assert text.startswith(f"### {topic.capitalize()}\n")
    assert re.search(r"\(rules? [\dIT., to and]+\)$", text), text
    assert len(text) <= 700


@pytest.mark.parametrize("topic", TOPICS)
def test_topics_name_only_commands_and_tables_that_there_are(topic: str) -> None:
    for table in re.findall(r"`/rules table:([a-z ,]+)`", TOPICS[topic]):
        assert table in TABLES
    others = {"play", "race", "watch", "fame", "my", "bet", "order", "league"} if topic in SHARED else set()
    assert set(re.findall(r"`/([a-z]+)", TOPICS[topic])) <= {"rules"} | others


@pytest.mark.parametrize("game", ["circus-maximus", "ave-caesar", "chariot-race", "chariots-of-rome"])
def test_orders_paces_bets_and_leagues_can_be_looked_up(game: str) -> None:
    assert set(WORDS[game].topics) >= {"paces", "betting", "practice", "leagues", "late answers"}
    assert ("orders" in WORDS[game].topics) == (WORDS[game].orders is not None)


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("circus-maximus", [*circus_notation.CLAUSES, *circus_notation.WEAPONS]),
        ("chariot-race", chariot_notation.CLAUSES),
        ("chariots-of-rome", rome_notation.CLAUSES),
    ],
)
async def test_a_refused_order_names_the_topic_that_has_all_of_its_words(game: str, known: Sequence[str]) -> None:
    refused = Typed("nonsense", book=WORDS[game].title).refuse(known)

    told = await looked_up("topic", str(refused.values["topic"]))

    assert WORDS[game].title in told
    assert not [word for word in [*known, "safe", "fast", "attack", "no attacks"] if f"`{word}`" not in told]


def test_games_without_orders_have_no_topic_of_them() -> None:
    assert "orders" not in WORDS["ave-caesar"].topics, "it has none"


@pytest.mark.parametrize("table", TABLES)
async def test_every_table_is_shown_in_a_block_that_fits(table: str) -> None:
    text = await looked_up("table", table)

    assert re.fullmatch(r"### [^\n]+\n```\n[^`]+\n```", text)
    # Phones show some 40 columns of a code block.
    assert all(len(line) <= 46 for line in text.split("\n")[2:-1])


def rows_of(table: str) -> dict[str, list[str]]:
    """Return a table's rows by what stands before them."""
    rows = [line.rsplit(maxsplit=8) for line in TABLES[table][1]().split("\n")]
    return {row[0].strip(): row[1:] for row in rows if row}


def test_the_corner_table_is_the_rules_own() -> None:
    lines = TABLES["corner strain"][1]().split("\n")[1:]

    assert len(lines) == len(tables.CORNER_STRAIN.rows)
    for line, (total, codes) in zip(lines, tables.CORNER_STRAIN.rows.items(), strict=True):
        assert str(total) in line[:9]
        assert line[9:].split() == ["–" if code == "-" else code for code in codes]


def test_the_safe_speeds_are_the_boards_own() -> None:
    assert rows_of("safe speeds")["safe speed"] == [str(limit) for limit in tables.TRACK.data.sections[1].limits]
    assert rows_of("safe speeds")["squares"] == [str(count) for count in tables.TRACK.data.sections[1].squares]


@pytest.mark.parametrize("total", range(20))
def test_the_table_of_rams_says_what_the_rules_look_up(total: int) -> None:
    horse, car, wheel = (part.split("\n")[2:] for part in TABLES["ram"][1]().split("\n\n"))

    assert _found(horse, total) == str(tables.HORSE_INJURY(total))
    assert _found(car, total) == tables.CAR_DAMAGE(total)
    assert _found(wheel, total) == str(tables.WHEEL_DAMAGE(total))


def _found(rows: list[str], total: int) -> str:
    """Return what the row says that *total* falls into."""
    for row in rows:
        sign, low, high, result = re.findall(r"^ *([≤≥]?) ?(\d+)–?(\d*)  (\w+)$", row)[0]
        if {"≤": total <= int(low), "≥": total >= int(low), "": int(low) <= total <= int(high or low)}[sign]:
            return str(result)
    raise AssertionError(f"no row for {total}")


@pytest.mark.parametrize(("typed", "found"), [("corner", "corners"), (" CORNERS ", "corners"), ("dead", "dead horses")])
async def test_a_part_of_a_name_is_enough(typed: str, found: str) -> None:
    assert (await looked_up("topic", typed)).startswith(f"### {found.capitalize()}")


@pytest.mark.parametrize(
    ("command", "typed", "told"),
    [
        ("table", "corner strain", "Corner strain (II.9.2)"),
        ("table", "weapons", "II.10"),
        ("topic", "dust", "### Epic weapons"),
        ("topic", "speed", "### Speed"),
        ("table", "Circus Maximus: corner strain", "Corner strain (7.32)"),
    ],
)
async def test_in_the_thread_of_a_race_its_own_edition_is_looked_up(
    arena: Arena, command: str, typed: str, told: str
) -> None:
    timing = Timing({kind: each.seconds for kind, each in GAME.decisions.items()})
    race = await arena.steward.lobbies.open_race(
        NewRace(GUILD, CHANNEL, ANN, GAME.id, GAME.options(edition="epic"), timing, "Ludi")
    )
    await arena.steward.lobbies.set_thread(race, THREAD)

    there = arena.act(ANN)
    there.channel = MagicMock(spec=discord.Thread, id=THREAD)
    found = COMMANDS.get_command(command)
    await outcome(there, found.callback(COMMANDS, there, typed))

    assert told in there.last.text


@pytest.mark.parametrize("typed", ["", "  ", "weddings", "*" * 5_000, "@everyone"])
async def test_the_three_nearest_are_offered_where_nothing_fits(typed: str) -> None:
    text = await looked_up("topic", typed)

    assert text.startswith("I know no topic called “")
    assert len(re.findall(r"\*[^*]+\*", text.partition("The nearest: ")[2])) == 3
    assert len(text) < 300
    assert "@everyone" not in text
    assert "I know no table called" in await looked_up("table", typed)


async def test_a_word_of_the_rules_that_is_no_topic_leads_to_those_that_use_it() -> None:
    text = await looked_up("topic", "factors")

    names = re.findall(r"\*([^*]+)\*", text.partition("The nearest: ")[2])
    assert len(names) == 3
    assert all("factor" in TOPICS[name] for name in names if name in TOPICS)
    assert [name for name in names if name in TOPICS], text


async def test_completion_offers_what_fits() -> None:
    interaction: Any = FakeInteraction()
    interaction.namespace = SimpleNamespace(game=None)

    def named(*names: str) -> list[str]:
        return [f"Circus Maximus: {name}" for name in names]

    assert [choice.value for choice in await topic_choices(interaction, "")] == named(*TOPICS)[:25]
    corners = [choice.value for choice in await topic_choices(interaction, "CORNER")]
    of_rome = [f"Chariots of Rome: {topic}" for topic in ("corners", "corner tactics", "the first corner")]
    assert corners == [*named("corners", "corner results", "table corners"), "Chariot Race: corners", *of_rome]
    assert [choice.value for choice in await table_choices(interaction, "lash")] == named(
        "driver lash", "driver lash, epic edition"
    )
    assert await table_choices(interaction, "zzz") == []


# Odds


@pytest.mark.parametrize("lane", range(1, 9))
def test_the_odds_of_every_corner_fit_and_add_up(lane: int) -> None:
    limit = SAFE_SPEEDS[Lane(lane)]
    for speed in (0, limit, limit + 1, limit + 9, 60):
        for cdm in (-12, 0, 6):
            text = odds([EDITIONS["basic"]], speed, lane, cdm)
            assert len(text) <= 2_000
            assert ("is safe" in text) == (speed <= limit)
            if speed > limit:
                assert f"{speed - limit} over the safe speed of {limit}" in text
                shown = [int(percent) for percent in re.findall(r"(\d+) %", text)]
                assert 100 <= sum(shown) <= 100 + len(shown)
                assert len(shown) == len(corner_odds(EDITIONS["basic"], speed, lane, cdm))


async def odds_of(*args: int) -> str:
    """Return what /rules what:corner tells."""
    interaction: Any = FakeInteraction()
    command: Any = OddsCommands().get_command("corner")
    await command.callback(interaction, **dict(zip(("speed", "lane", "cdm"), args, strict=True)))
    return "\n".join(interaction.last.words())


async def test_odds_are_told_with_the_rule() -> None:
    assert "(rule 7.32; in the Epic edition II.9.2)" in await odds_of(12, 1, 0)
    safe = "At 8 lane 1 is safe: its safe speed is 8. (rule 7.2; in the Epic edition II.9.1)"
    assert await odds_of(8, 1, 0) == safe
    assert "1 over the safe speed of 8, 1 endurance:" in await odds_of(9, 1, 0)


# Several games


@pytest.mark.parametrize("game", list(WORDS))
async def test_topics_and_tables_of_every_game_can_be_looked_up_by_game(game: str) -> None:
    words = WORDS[game]
    for topic in words.topics:
        assert (
            await looked_up("topic", topic, game)
            == f"### {topic.capitalize()}\n-# {words.title}\n{words.topics[topic]}"
        )
    for table, (title, make) in words.tables.items():
        assert await looked_up("table", table, game) == f"### {words.title}: {title}\n```\n{make()}\n```"


@pytest.mark.parametrize("game", list(WORDS))
async def test_completion_keeps_to_the_game_that_is_named(game: str) -> None:
    interaction: Any = FakeInteraction()
    interaction.namespace = SimpleNamespace(game=game)

    offered = [choice.value for choice in await topic_choices(interaction, "")]

    assert offered == [f"{WORDS[game].title}: {topic}" for topic in WORDS[game].topics][:25]
    assert (await looked_up("topic", offered[-1])).endswith(list(WORDS[game].topics.values())[len(offered) - 1])


async def test_a_game_that_there_is_not_is_refused() -> None:
    assert "There are: Circus Maximus, Ave Caesar, Chariot Race, Chariots of Rome, The Arena." in await looked_up(
        "topic", "corners", "chess"
    )


async def test_leagues_are_offered_beside_the_games_they_race() -> None:
    interaction: Any = FakeInteraction()

    assert [choice.value for choice in await book_choices(interaction, "")] == list(WORDS)
    assert [choice.name for choice in await book_choices(interaction, "campaign")] == ["Campaign Game"]
