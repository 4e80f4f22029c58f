"""Purses: what is in them, presents, the tipsters' table, what a server sets, the audit, and the model's chances."""

import contextlib
import sqlite3
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from cogs.commands.odds import OddsCommands
from cogs.commands.purse import tipster_lines
from cogs.commands.server import ServerCommands
from cogs.panels.bets.odds import show_swing, swing_lines
from cogs.panels.bets.records import record_lines
from cogs.panels.bets.seasons import began
from engine.betting.book import MovementKind
from engine.betting.model import Forecast
from engine.betting.record import record_of
from engine.betting.records import Audit, ChanceRecord, Tipster
from engine.betting.views import EntrantView, SwingPoint, SwingView
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId, Sesterces
from steward import Picture
from tests.cogs.arena import ANN, BOB, EVE, Arena, outcome
from tests.cogs.bettors import PURSE, bet, house_race, member, run, tap
from tests.cogs.fakes import GUILD, FakeInteraction
from tests.cogs.samples import NASTIEST
from words.betting.statements import KINDS, audit_lines

ODDS: Any = OddsCommands()
WIN, FINISHERS = 2, 7
DM = 777
SOUND = Audit(
    movements=12,
    postings=24,
    accounts=5,
    sum=0,
    wrong_balances=(),
    overdrawn=(),
    unbalanced=(),
    paid_twice=(),
    paid_otherwise=(),
    held=(),
)


def named(arena: Arena, player: PlayerId, name: str) -> Any:
    user = arena.client.user_of(player, name)
    user.display_name = name
    return user


# Purses


async def test_a_purse_shows_what_is_in_it_and_where_it_came_from(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, WIN, "3", "500")

    shown = await run(arena, EVE, PURSE, "show")

    assert shown.last.is_private
    assert "### 🪙 Your purse: 10,000 sesterces" in shown.told
    assert "stipend of 500 is in it; the next comes <t:" in shown.told
    assert "**−500** staked · Ludi → 10,000" in shown.told
    assert "**+10,000** gift of the server" in shown.told
    assert "There is no way to buy in" in shown.told


async def test_by_direct_message_all_purses_are_shown_with_their_servers(arena: Arena) -> None:
    client: Any = arena.client
    client.get_guild = lambda _guild: SimpleNamespace(name="Circus *Maximus*")
    nothing = await run(arena, EVE, PURSE, "show", guild=None, channel=DM)
    await run(arena, EVE, PURSE, "show")

    shown = await run(arena, EVE, PURSE, "show", guild=None, channel=DM)

    assert "You have no purse yet" in nothing.told
    assert "Your purse in **Circus \\*Maximus\\***: 10,500 sesterces" in shown.told


async def test_a_present_moves_once_however_often_it_is_pressed(arena: Arena) -> None:
    bob = named(arena, BOB, "*Bob*")

    told = [(await run(arena, EVE, PURSE, "give", bob, 300, press=9)).told for _ in range(2)]

    assert told[0] == told[1]
    assert "You gave **\\*Bob\\*** 300 sesterces. Your purse now holds 10,200." in told[0]
    assert await arena.steward.wagers.purse(GUILD, BOB) == 10_800
    statement = (await run(arena, BOB, PURSE, "show")).told
    assert "**+300** present (Eve to \\*Bob\\*)" in statement


@pytest.mark.parametrize(
    ("to", "amount", "words"),
    [(EVE, 100, "Your purse is yours already"), (BOB, 2_001, "You may give away 2,000 sesterces a week")],
)
async def test_presents_that_are_refused(arena: Arena, to: PlayerId, amount: int, words: str) -> None:
    refused = await run(arena, EVE, PURSE, "give", named(arena, to, "Somebody"), amount)

    assert words in refused.told


async def test_nobody_gives_to_a_bot_or_out_of_a_server(arena: Arena) -> None:
    bob = named(arena, BOB, "Bob")
    outside = await run(arena, EVE, PURSE, "give", bob, 100, guild=None, channel=DM)
    bob.bot = True

    robot = await run(arena, EVE, PURSE, "give", bob, 100)

    assert "A purse belongs to a server" in outside.told
    assert "Bots have no purse" in robot.told


async def test_the_tipsters_table_ranks_by_what_was_gained_of_settled_bets(arena: Arena) -> None:
    race = await house_race(arena, rivals=3)  # of three never exactly half are placed: one of the two wins
    before = await run(arena, ANN, PURSE, "tipsters")
    for number, (player, side) in enumerate(((EVE, "over"), (BOB, "under"))):
        await bet(arena, player, race, FINISHERS, side, "500", press=number + 8)
    await arena.steward.lobbies.start(race, ANN)
    await arena.circus.play_on(race)

    shown = await run(arena, ANN, PURSE, "tipsters", "all")

    assert "No bet has been settled this season yet" in before.told
    assert "1. **" in shown.told
    assert "500 gained · 500 staked in 1 bet" in shown.told
    assert "500 lost" in shown.told


def test_tipsters_are_ranked_and_harmless() -> None:
    found = [
        Tipster(PlayerId(1), "@everyone", Sesterces(500), Sesterces(0), 1),
        Tipster(PlayerId(2), "Bob", Sesterces(500), Sesterces(900), 2),
    ]

    lines = tipster_lines(found, "this year")

    assert lines[:3] == [
        "### 🏺 Tipsters this year",
        "1. **Bob**: 400 gained · 500 staked in 2 bets",
        "2. **@\u200beveryone**: 500 lost · 500 staked in 1 bet",
    ]


@pytest.mark.parametrize(
    ("season", "since"), [("", 1_790_812_800.0), ("season", 1_790_812_800.0), ("year", 1_767_225_600.0), ("all", 0.0)]
)
def test_seasons_begin_with_quarters(season: str, since: float) -> None:
    assert began(season, 1_795_219_200.0)[0] == since


def test_a_season_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused):
        began("winter", 0.0)


def test_every_movement_has_a_word() -> None:
    assert set(KINDS) == set(MovementKind.__args__)  # type: ignore[attr-defined]


# What a server sets


async def settings(arena: Arena, *, manages: bool, guild: int | None = GUILD, **wished: Any) -> FakeInteraction:
    group: Any = ServerCommands()
    interaction: Any = member(arena, EVE, guild=guild)
    interaction.permissions = discord.Permissions(manage_guild=manages)
    return await outcome(interaction, group.get_command("bets").callback(group, interaction, **wished))


async def test_who_manages_a_server_sets_its_purses(arena: Arena) -> None:
    looked = await settings(arena, manages=False)
    shown = await settings(arena, manages=True)
    refused = await settings(arena, manages=False, gift=5)
    changed = await settings(arena, manages=True, gift=5_000, stipend=0, presents=0, share=10, cap=700, age=1)
    prized = await settings(arena, manages=True, prizes="3000 / 2000/1000")
    unread = [await settings(arena, manages=True, prizes=each) for each in ("3000", "1/2/x", "1/2/-3", "100001/0/0")]
    off = await settings(arena, manages=True, prizes="off")
    outside = await settings(arena, manages=True, guild=None)

    assert "Gift to each new purse: 10,000 · stipend: 500 a week" in shown.told
    for each in (looked, refused):
        assert "needs the right Manage Server" in each.told
    assert "Gift to each new purse: 5,000" in changed.told
    assert "presents: none" in changed.told
    assert "keeps 10 %" in changed.told
    assert "limit: 700 for each player" in changed.told
    assert "after 1 day as a member" in changed.told
    assert "prizes of a season: 3,000 / 2,000 / 1,000 for the first three" in prized.told
    assert all("Try `3000/2000/1000`" in each.told for each in unread)
    assert "prizes of a season: none" in off.told
    assert "in a server that you manage" in outside.told
    assert await arena.steward.wagers.purse(GUILD, BOB) == 5_000


async def test_where_nothing_may_be_given_and_no_stipend_is_paid_it_is_said(arena: Arena) -> None:
    await settings(arena, manages=True, stipend=0, presents=0)

    given = await run(arena, EVE, PURSE, "give", named(arena, BOB, "Bob"), 100)
    shown = await run(arena, EVE, PURSE, "show")

    assert "This server allows no presents" in given.told
    assert "This server pays no stipend" in shown.told


# The audit


async def audit(arena: Arena, guild: int | None = GUILD, *, manages: bool = True) -> FakeInteraction:
    group: Any = ServerCommands()
    interaction: Any = member(arena, EVE, guild=guild)
    interaction.permissions = discord.Permissions(manage_guild=manages)
    return await outcome(interaction, group.get_command("audit").callback(group, interaction))


async def test_the_audit_counts_all_money_anew(arena: Arena) -> None:
    race = await house_race(arena)
    await bet(arena, EVE, race, WIN, "3", "500")

    shown = await audit(arena)
    outside = await audit(arena, None)
    refused = await audit(arena, manages=False)

    assert "✅ **All money is where it should be.**" in shown.told
    assert "All postings together: 0, as it must be." in shown.told
    assert "✅ Movements that do not sum to zero: none" in shown.told
    assert "3 movements" not in shown.told, "their number tells of sealed bets that came back"
    assert "in a server that you manage" in outside.told
    assert "needs the right Manage Server" in refused.told


def test_what_does_not_fit_is_counted_and_nobody_is_named() -> None:
    found = msgspec.structs.replace(SOUND, sum=-7, overdrawn=("purse:1:300",), paid_twice=((RaceId(1), 2),))

    lines = "\n".join(audit_lines(found))

    assert "❌ **Something does not fit.**" in lines
    assert "**-7**, and it must be 0" in lines
    assert "❌ Purses, pots and escrows that owe: 1" in lines
    assert "300" not in lines


# The model's chances


def a_swing(points: int = 2, **others: Any) -> SwingView:
    names = ("Rosea", NASTIEST, "Prasina")
    entrants = [
        EntrantView(EntryId(number), name, colour, None)
        for number, (name, colour) in enumerate(zip(names, ("red", "blue", "green"), strict=True), 1)
    ]
    told = [{1: 340, 2: 330, 3: 330}, {1: 595, 2: 405, 3: 0}]
    return SwingView(
        race=RaceId(1),
        title="Ludi",
        samples=200,
        entrants=tuple(entrants),
        points=tuple(
            SwingPoint(turn, {EntryId(each): chance for each, chance in told[turn].items()}) for turn in range(points)
        ),
        out={EntryId(3): 1} if points > 1 else {},
        **others,
    )


def test_chances_are_told_best_first_with_how_they_changed() -> None:
    lines = swing_lines(a_swing())

    assert lines[0] == "### 📈 Chances to win after turn 1"
    assert lines[1] == "🔴 **1 Rosea**: **60 %** (+26)"
    assert lines[2].endswith("**40 %** (+8)")
    assert lines[3] == "🟢 **3 Prasina**: out in turn 1"
    assert "playing the race out 200 times" in lines[-1]


def test_who_has_won_needs_no_chance() -> None:
    assert "🔴 **1 Rosea**: 🏆 has won" in swing_lines(a_swing(winner=EntryId(1)))


def test_a_race_that_is_won_tells_the_winner_first_and_the_other_chances_as_past() -> None:
    lines = swing_lines(a_swing(winner=EntryId(2)))

    assert lines[0] == "### 📈 The race is won. The last chances, after turn 1"
    assert lines[1].endswith("🏆 has won")
    assert lines[2] == "🔴 **1 Rosea**: had 60 %"
    assert lines[3] == "🟢 **3 Prasina**: out in turn 1"


class Wagers:
    """A betting table of which nothing is known but how chances swung."""

    def __init__(self, swing: SwingView | None) -> None:
        self._swing = swing

    async def swing(self, _race: RaceId) -> SwingView | None:
        return self._swing


class Studio:
    """Draws no picture."""

    async def swing(self, _swing: SwingView) -> Picture:
        return Picture(b"png", "Chances of Ludi", "swing-1.png")


async def test_the_swing_is_shown_with_its_picture(arena: Arena) -> None:
    lobby = await arena.steward.race(await arena.lobby())
    interaction: Any = member(arena, EVE)
    interaction.client = SimpleNamespace(steward=SimpleNamespace(wagers=Wagers(a_swing()), studio=Studio()))
    await interaction.response.defer(ephemeral=True, thinking=True)

    await show_swing(interaction, lobby)

    assert interaction.last.files[0].description == "Chances of Ludi"
    assert "**60 %**" in interaction.told


async def test_where_no_chances_are_worked_out_it_is_said_when_they_come(arena: Arena) -> None:
    race = await arena.lobby()

    shown = await tap(arena, EVE, f"betodds:{race}")

    assert "No chances of **Ludi** have been worked out yet" in shown.told
    assert shown.last.is_private


async def test_a_race_that_is_over_without_chances_gets_none(arena: Arena) -> None:
    race = await arena.lobby()
    await arena.steward.lobbies.cancel(race, ANN)

    shown = await tap(arena, EVE, f"betodds:{race}")

    assert "**Ludi** is over, and no chances were worked out for it." in shown.told
    assert "worked out yet" not in shown.told


def test_a_record_says_how_often_chances_came_true() -> None:
    forecasts = [Forecast({EntryId(1): 700, EntryId(2): 300}, (EntryId(1),))] * 3

    lines = record_lines("races run here", record_of(forecasts, races=1, samples=200))

    assert lines[0] == "### 📈 The model's record: races run here"
    assert lines[1] == "1 race, 3 forecasts. Brier score **0.180**"
    assert lines[2] == "A guess that all chariots are equal: 0.500"
    assert "` 30– 40 %` told 30 %, won 0 % · 3 times" in lines
    assert "` 70– 80 %` told 70 %, won 100 % · 3 times" in lines


async def test_the_record_of_simulated_races_is_shown_where_none_is_over(arena: Arena) -> None:
    shown = await run(arena, EVE, ODDS, "record")

    assert "No race with chances is over here yet" in shown.told
    assert "### 📈 The model's record: Basic Game, between house drivers\n30 races, 120 forecasts." in shown.told
    assert (
        "Brier score **0.455**\nA guess that all chariots are equal: 0.875, that the leader wins: 0.917" in shown.told
    )
    assert "` 20– 30 %` told 24 %, won 22 % · 51 times" in shown.told
    assert shown.last.is_private


@pytest.mark.parametrize(
    ("guild", "title"), [(GUILD, "races run here\n1 race"), (None, "races of all servers\n1 race")]
)
async def test_the_record_counts_the_races_that_are_over(arena: Arena, guild: int | None, title: str) -> None:
    # Given a race that is over, of which one forecast gave the winner half, and the next was sure of him
    race = await house_race(arena)
    await bet(arena, EVE, race, WIN, "1", "100")
    await bet(arena, BOB, race, WIN, "2", "100")
    await arena.steward.lobbies.start(race, ANN)
    await arena.circus.play_on(race)
    (winner,) = next(each for each in (await arena.steward.wagers.board(race)).markets if each.number == WIN).winners
    with contextlib.closing(sqlite3.connect(arena.circus.path)) as connection:
        turns = connection.execute("select seq from checkpoint order by seq limit 2").fetchall()
    for turn, ((seq,), wins) in enumerate(zip(turns, (100, 200), strict=True)):
        chances = {winner: wins, "1" if winner != "1" else "2": 200 - wins}
        told = msgspec.json.encode(chances).decode()
        record = ChanceRecord(turn=turn, seq=seq, told=0, at=1.0, samples=200, chances=told)
        assert await arena.circus.store.chances.add(race, record)

    shown = await run(arena, EVE, ODDS, "record", guild=guild)

    assert f"### 📈 The model's record: {title}, 2 forecasts. Brier score **0.250**" in shown.told
    assert "` 50– 60 %` told 50 %, won 50 % · 2 times" in shown.told
    assert "` 90–100 %` told 100 %, won 100 % · once" in shown.told
