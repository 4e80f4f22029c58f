"""The steward's desk: for hosts and moderators alone, each act with its reason, and no secret on it."""

import re
from typing import Any

import discord
import pytest

from cogs.commands.steward import StewardCommands
from cogs.kit.client import fields_of
from cogs.kit.limits import check_message
from cogs.panels.desk import (
    DeskButton,
    RewindSelect,
    TurnSelect,
    decisions_message,
    desk_message,
    missing_line,
)
from cogs.panels.handing import DriveButton, HostingButton
from cogs.panels.hosts import HandSelect
from cogs.panels.reason_form import FORM_ID, TITLES, Act, reason_form, take_form
from engine.circus_maximus.words.asks import Preparation
from engine.facts import Sealed
from records.races import Pace
from records.values import EntryId, Faction, PlayerId
from steward import Decision, Missing
from tests.cogs.arena import ANN, BLUE, BOB, EVE, Arena, outcome
from tests.cogs.bettors import bet, driven_race, run
from tests.cogs.fakes import FakeInteraction
from tests.cogs.samples import LARGEST_ID, LARGEST_RACE, NASTIEST, WIDEST, a_lobby
from tests.cogs.test_asking import RACE, pressed, to_speeds
from tests.steward.circus import MOD
from words.shared.acts import act_text

GROUP: Any = StewardCommands()
MODERATOR = PlayerId(400)
EVEN = Preparation(1, 1, 1, 1)


async def ran(arena: Arena, player: PlayerId, command: str, *args: Any, **others: Any) -> FakeInteraction:
    interaction: Any = arena.act(player)
    callback = GROUP.get_command(command).callback
    return await outcome(interaction, callback(GROUP, interaction, *args, **others))


async def filled(arena: Arena, player: PlayerId, opened: FakeInteraction, **fields: str) -> FakeInteraction:
    """Send in the form that was opened; only its custom id is known, as it is after a restart."""
    modal = opened.response.modal
    assert modal is not None
    match = FORM_ID.fullmatch(modal.custom_id)
    assert match
    interaction: Any = arena.act(player, kind=discord.InteractionType.modal_submit)
    shown: Any = arena.act(player, data={"components": modal.to_components()})
    return await outcome(interaction, take_form(interaction, match, fields_of(shown) | fields))


async def kinds(arena: Arena) -> list[str]:
    return [act.kind for act in await arena.steward.desk.acts(RACE)]


# Who may


@pytest.mark.parametrize("command", ["desk", "rewind", "restart", "pause", "resume", "close"])
async def test_only_host_and_moderators_come_to_the_desk(arena: Arena, command: str) -> None:
    await arena.open_race()

    refused = await ran(arena, BOB, command)

    assert "Only the host" in refused.last.text
    assert refused.response.modal is None
    assert await kinds(arena) == []


async def test_a_moderator_does(arena: Arena) -> None:
    await arena.open_race()
    interaction: Any = arena.act(MODERATOR)
    interaction.permissions = discord.Permissions(manage_threads=True)

    await outcome(interaction, GROUP.get_command("desk").callback(GROUP, interaction))

    assert "Waiting for 2, longest first" in interaction.told


async def test_a_button_or_form_of_the_desk_in_other_hands_does_nothing(arena: Arena) -> None:
    await arena.open_race()
    opened = await ran(arena, ANN, "close")

    assert "Only the host" in (await pressed(arena, BOB, DeskButton, "desk:default:1:1")).last.text
    assert "Only the host" in (await pressed(arena, BOB, RewindSelect, "rewind:1:0", ["0"])).last.text
    assert "Only the host" in (await pressed(arena, BOB, TurnSelect, "rewindturn:1", ["0"])).last.text
    assert "Only the host" in (await filled(arena, BOB, opened, reason="So")).last.text
    assert await kinds(arena) == []


# What it shows


async def test_a_line_of_the_desk_says_what_silence_brings_while_there_is_grace_left(arena: Arena) -> None:
    race = await arena.steward.race(await arena.open_race())
    missing = Missing(
        BLUE,
        BOB,
        "speed",
        since=0.0,
        until=60.0,
        reminders=0,
        grace=86_400.0,
        grace_step=21_600.0,
        misses_left=2,
        takes_dms=True,
        reliability=100,
    )

    told = missing_line(race, missing)

    below = told.split("\n-# ")[1]
    reach, silence = "gets my DMs · 100 % on time lately", "no answer <t:60:R>? They get 6h more, out of 1d of grace"
    assert below == f"{reach} · {silence}"


async def test_the_desk_shows_who_is_missing_since_when_and_what_it_comes_to(arena: Arena) -> None:
    await arena.open_race()
    await arena.give(ANN, EVEN)
    await arena.steward.people.set_player(BOB, dms="refused")

    desk = await ran(arena, ANN, "desk")

    text = desk.told
    now, until = int(arena.circus.clock.now), int((await arena.asked(BOB)).until or 0)
    assert f"<@{BOB}>: preparation points, asked <t:{now}:R>" in text
    assert f"DMs closed: mentioned in the thread · new here · no answer <t:{until}:R>? Their orders or" in text
    assert f"<@{ANN}>" not in text
    assert all(f"desk:{act}:1:{BLUE}" in text for act in ("remind", "extend", "default", "offer"))
    assert all(f"desk:{act}:1:0" in text for act in ("extend", "pause", "undo"))


async def test_who_races_sees_no_secret_on_the_desk_nor_among_the_decisions(arena: Arena) -> None:
    asked = await to_speeds(arena)
    opened = await arena.asked(BOB)
    answer = opened.ask.question.legal()[7]
    await arena.steward.races.drive(RACE, BLUE, [answer], player=BOB, asked=asked.asked)

    shown = [(await ran(arena, ANN, command)).told for command in ("desk", "rewind")]

    (first, *_) = await arena.steward.desk.decisions(RACE)
    (sealed,) = first.facts
    assert isinstance(sealed, Sealed)
    assert sealed.seal[:16] not in shown[1], "no hash in a first view"
    assert "Turn 1 · 3 decisions" in shown[1]
    assert "### Turn" not in shown[1], "the heading of the next turn is no headline of this one"
    chosen = (await pressed(arena, ANN, TurnSelect, "rewindturn:1", ["1"])).told
    assert "1: the race goes on from before the decision you choose" in chosen
    shown.append(chosen)
    assert not any(re.search(r"speed \d", text) for text in shown)


# What it does


async def test_each_button_asks_why_and_then_does_it_for_all_to_see(arena: Arena) -> None:
    await arena.open_race()
    before = (await arena.asked(BOB)).until or 0.0

    opened = await pressed(arena, ANN, DeskButton, f"desk:extend:1:{BLUE}")
    silent = await filled(arena, ANN, opened, reason="   ")
    done = await filled(arena, ANN, opened, reason="He is ill", span="1d")

    assert "Please give a reason." in silent.last.text
    assert "They have more time." in done.last.text
    assert (await arena.asked(BOB)).until == before + 86_400
    await arena.deliver()
    assert any("gave 🔵 **2 Blue** 1d more. Reason: He is ill" in text for text in arena.thread.words())


async def test_the_default_a_house_driver_a_pause_and_its_end_are_one_press_each(arena: Arena) -> None:
    await arena.open_race()
    for custom_id, fields in (
        (f"desk:default:1:{BLUE}", {}),
        ("desk:pause:1:0", {"span": "2d"}),
        ("desk:resume:1:0", {}),
        (f"desk:offer:1:{BLUE}", {}),
    ):
        opened = await pressed(arena, MOD, DeskButton, custom_id)
        assert "All read it in" in (await filled(arena, MOD, opened, reason="So", **fields)).last.text, custom_id

    assert await kinds(arena) == ["default", "pause", "resume", "replace"]
    blue = (await arena.steward.race(RACE)).factions[1]
    assert (blue.at_the_reins, blue.standin is not None) == (None, True)


async def test_a_reminder_goes_out_at_once_and_is_counted(arena: Arena) -> None:
    await arena.open_race()

    told = await pressed(arena, ANN, DeskButton, f"desk:remind:1:{BLUE}")
    await arena.deliver()

    assert "is reminded now" in told.last.text
    assert "This still waits for you" in " ".join(arena.client.user_of(BOB).dms.words())
    assert "reminded 1×" in (await ran(arena, ANN, "desk")).told
    assert "Nothing is asked" in (await pressed(arena, ANN, DeskButton, "desk:remind:1:3")).last.text


async def test_the_race_goes_back_to_before_the_decision_that_is_chosen(arena: Arena) -> None:
    await to_speeds(arena)
    decisions = await arena.steward.desk.decisions(RACE)
    blue = next(each for each in decisions if each.entry == BLUE)

    opened = await pressed(arena, ANN, RewindSelect, "rewind:1:0", [str(blue.to)])
    done = await filled(arena, ANN, opened, reason="A slip of the finger")

    assert "All read it in" in done.last.text
    assert [each.entry for each in await arena.steward.open_asks(BOB)] == [BLUE]
    assert (await arena.asked(BOB)).ask.question.kind == "preparation"
    again = await filled(arena, ANN, await pressed(arena, ANN, RewindSelect, "rewind:1:0", ["77"]), reason="So")
    assert "cannot go back to that" in again.last.text


async def test_a_turn_begins_anew_and_a_race_is_closed(arena: Arena) -> None:
    await to_speeds(arena)

    assert "All read it in" in (await filled(arena, ANN, await ran(arena, ANN, "restart"), reason="So")).last.text
    assert (
        "All read it in"
        in (await filled(arena, ANN, await ran(arena, ANN, "close"), reason="Nobody is left")).last.text
    )

    assert (await arena.steward.race(RACE)).record.state == "cancelled"
    assert await kinds(arena) == ["restart", "close"]
    assert "That race is over." in (await filled(arena, ANN, await ran(arena, ANN, "close"), reason="So")).last.text


async def test_the_reins_go_to_whom_the_steward_names(arena: Arena) -> None:
    await arena.open_race()
    eve: Any = discord.Object(EVE)
    eve.bot = False

    opened = await ran(arena, MOD, "replace", "blue", eve)
    said = await filled(arena, MOD, opened, reason="Bob is gone")
    await arena.deliver()
    asked = "\n".join(arena.thread.words())
    before = (await arena.steward.race(RACE)).player_of(BLUE)
    stranger = await driving(arena, PlayerId(999))
    done = await driving(arena, EVE)

    assert "the new driver is asked: they drive once they accept" in said.last.text
    assert f"<@{MOD}> asks <@{EVE}> to take the reins of 🔵 **2 Blue**" in asked
    assert (before, (await arena.steward.race(RACE)).player_of(BLUE)) == (BOB, EVE)
    assert "Nobody asks you for that now" in stranger.told
    assert "You drive" in done.told
    assert await kinds(arena) == ["handing", "replace"]
    eve.bot = True
    assert "Bots can't drive" in (await ran(arena, ANN, "replace", "blue", eve)).last.text
    assert "No chariot “24”" in (await ran(arena, ANN, "replace", "24", None)).last.text


async def driving(arena: Arena, player: PlayerId) -> FakeInteraction:
    """Press the button of a request to take the reins of Blue."""
    interaction: Any = arena.act(player)
    return await outcome(interaction, DriveButton(RACE, Faction(2)).callback(interaction))


async def test_the_desk_hands_the_race_to_another_host_who_accepts(arena: Arena) -> None:
    await arena.open_race()
    menu = await ran(arena, ANN, "desk")
    asked = [await handing(arena, by, value) for by, value in ((EVE, BOB), (ANN, EVE), (ANN, BOB))]
    accepting: Any = arena.act(BOB)

    await outcome(accepting, HostingButton(RACE).callback(accepting))

    assert f"hand-host:{RACE}" in menu.last.words()
    assert "Only the host" in asked[0].told
    assert "does not offer that" in asked[1].told, "Eve is not in it"
    assert f"I've asked <@{BOB}>" in asked[2].told
    assert (await arena.steward.race(RACE)).record.host == BOB


async def handing(arena: Arena, by: PlayerId, to: PlayerId) -> FakeInteraction:
    interaction: Any = arena.act(by)
    interaction.data = {"values": [str(to)]}
    return await outcome(interaction, HandSelect(RACE).callback(interaction))


async def test_every_act_stands_in_the_log_for_everybody(arena: Arena) -> None:
    await arena.open_race()
    assert "has stepped in here" in (await ran(arena, EVE, "log")).last.text
    await arena.steward.desk.extend(RACE, ANN, 3600, "Rain")

    log = await ran(arena, EVE, "log")

    (act,) = await arena.steward.desk.acts(RACE)
    assert act_text(await arena.steward.race(RACE), act) in log.told
    assert log.last.is_private


async def test_what_is_corrected_is_named_by_the_ruleset(arena: Arena) -> None:
    await arena.open_race()
    wrong = await ran(arena, ANN, "correct", "red", "colour of the horses", "pink")

    done = await filled(arena, ANN, wrong, reason="So")

    assert "corrected" in done.last.text
    assert await kinds(arena) == []


# At its worst


def a_missing(number: int) -> Missing:
    player = PlayerId(LARGEST_ID - number)
    return Missing(EntryId(number), player, "preparation", 1e11, 2e11, 99, 86_399.0, 21_600.0, 1, False, 100)


@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
@pytest.mark.parametrize("first", [0, 5])
def test_the_desk_with_everybody_missing(name: str, first: int) -> None:
    lobby = a_lobby(name, pace=Pace.TURNS)

    layout = desk_message(lobby, [a_missing(number) for number in range(1, 9)], first)

    parts: list[Any] = layout.to_components()  # type: ignore[no-untyped-call]
    check_message(parts)
    shown = range(first + 1, min(first + 6, 9))
    assert all(f"<@{LARGEST_ID - number}>" in str(parts) for number in shown)


@pytest.mark.parametrize("name", [NASTIEST, WIDEST])
def test_decisions_come_in_pages(name: str) -> None:
    lobby = a_lobby(name)
    decisions = [
        Decision(seq, seq - 1, EntryId(1 + seq % 8), "house", 1.0, (Sealed(EntryId(1 + seq % 8), "ab" * 32),))
        for seq in range(60, 0, -1)
    ]

    pages = [str(decisions_message(lobby, decisions, page).to_components()) for page in range(3)]  # type: ignore[no-untyped-call]

    for page in range(3):
        check_message(decisions_message(lobby, decisions, page).to_components())  # type: ignore[no-untyped-call]
    assert [page.count("'value': '") for page in pages] == [25, 25, 10]
    assert ["Later" in page for page in pages] == [False, True, True]
    assert ["Earlier" in page for page in pages] == [True, True, False]


@pytest.mark.parametrize("what", TITLES)
def test_the_forms_and_their_custom_ids_fit(what: Any) -> None:
    act = Act(what, LARGEST_RACE, 2**31 - 1, LARGEST_ID)

    form = reason_form(act)

    assert len(str(act)) <= 100
    assert FORM_ID.fullmatch(str(act))
    assert len(form.title) <= 45
    assert len(form.children) <= 5


@pytest.mark.parametrize("has_bets", [False, True])
async def test_a_host_with_bets_is_told_before_an_act_what_it_costs(arena: Arena, has_bets: bool) -> None:
    race = await driven_race(arena, BOB)
    await bet(arena, EVE, race, 2, "1", "500", press=8)
    if has_bets:
        await bet(arena, ANN, race, 2, "3", "500", press=9)
    await arena.steward.lobbies.start(race, ANN)
    await arena.deliver()

    desk = await run(arena, ANN, GROUP, "desk", race=str(race))
    forms = [await run(arena, ANN, GROUP, name, race=str(race)) for name in ("pause", "close")]
    pause, close = [str(each.response.modal and each.response.modal.to_dict()) for each in forms]

    assert ("You have bets on this race" in desk.told) is has_bets
    assert ("bring back their stake at most" in pause) is has_bets
    assert ("Closing the race loses your bets" in close) is has_bets
