"""Commands that do several things, the way to each of them, and the names that they had before."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands

from cogs.command_page import acts_shown
from cogs.commands.help import BEGIN, TOPICS, find_choices
from cogs.kit.client import Quadriga
from cogs.kit.limits import check_message
from cogs.kit.merged import Merged
from cogs.kit.messages import TellPlayer
from cogs.kit.ways import MOVED, PLACES, WAYS, WHAT, Way, way_to
from cogs.panels.lesson import LessonButton
from cogs.panels.ways import SHOWN, WayButton, moved_words
from engine.rulesets import RULESETS
from tests.cogs.arena import ANN, Arena
from tests.cogs.fakes import THREAD
from tests.cogs.test_walk import PLAUSIBLE, STATES, World, a_bot, called, nothing_is_drawn, typed_as
from tests.cogs.wire import COMMAND, PRESS, TYPING, Wire, acts_in

__all__ = ["nothing_is_drawn"]

WIDE = 46
"""Letters that a line of a message holds on a phone 358 px wide, as measured on the page of the sandbox."""

ROWS = 8
"""Lines of text that such a phone, 640 px high, shows above three rows of buttons."""


async def _eat(interaction: Any, horse: str = "") -> None:
    del interaction, horse


async def _ride(interaction: Any, horse: str, laps: app_commands.Range[int, 1, 9] = 1) -> None:
    del interaction, horse, laps


async def _race(interaction: Any, laps: app_commands.Range[int, 2, 20]) -> None:
    del interaction, laps


def stable(*, is_open: bool = True) -> Merged:
    acts = {
        name: app_commands.Command[Any, ..., Any](name=name, description=name.capitalize(), callback=callback)
        for name, callback in (("eat", _eat), ("ride", _ride), ("race", _race))
    }
    return Merged("stable do", acts, Way({name: name for name in acts}, "A stable", is_open=is_open))


def test_a_command_takes_the_options_of_all_that_it_does() -> None:
    options = {each.name: each for each in stable().parameters}

    assert list(options) == [WHAT, "horse", "laps"]
    assert not any(each.required for each in options.values())
    assert (options["laps"].min_value, options["laps"].max_value) == (1, 20)
    assert [choice.value for choice in options[WHAT].choices] == ["eat", "ride", "race"]
    assert stable(is_open=False).parameters[0].required


def test_one_option_cannot_mean_two_things() -> None:
    async def sleep(interaction: Any, horse: int) -> None: ...

    acts = {
        name: app_commands.Command[Any, ..., Any](name=name, description=name, callback=callback)
        for name, callback in (("eat", _eat), ("sleep", sleep))
    }
    with pytest.raises(TypeError, match="horse means different things"):
        Merged("stable", acts, Way({name: name for name in acts}, "A stable"))


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({}, "eat"),
        ({"horse": "Comet"}, "eat"),
        ({"horse": "Comet", "laps": 3}, "ride"),
        ({WHAT: "ride", "horse": "Comet"}, "ride"),
        ({WHAT: "race", "laps": 3}, "race"),
    ],
)
def test_what_is_meant_is_named_or_else_what_takes_all_that_is_given(given: dict[str, Any], meant: str) -> None:
    assert stable().meant(given)[0] == meant


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({WHAT: "ride"}, "That needs `horse` as well: `/do what:ride horse:…`."),
        ({"laps": 3}, "That needs `horse` as well"),
        ({WHAT: "race", "laps": 3, "horse": "Comet"}, "`/do what:race` has no use for `horse`. It takes `laps`."),
    ],
)
def test_an_option_that_is_missing_or_strange_is_told(given: dict[str, Any], told: str) -> None:
    with pytest.raises(TellPlayer, match=re.escape(told)):
        stable().meant(given)


def test_every_act_can_be_reached() -> None:
    """Whatever is given, a word of its own leads to an act; without one only the first of its command is meant."""
    tree = a_bot().tree
    for command in tree.walk_commands():
        if isinstance(command, Merged):
            for word, act in command.acts.items():
                needed = {each.display_name: 1 for each in act.parameters if each.required}
                assert command.meant(needed | ({WHAT: word} if word else {})) == (word, act)


def before(act: str, focused: str = "") -> dict[str, Any]:
    """Return what a client with yesterday's list sends of an act, with all that it needs."""
    bot = a_bot()
    command = bot.acts[act]
    options = [
        {"name": each.display_name, "type": each.type.value, "value": typed_as(each.type, PLAUSIBLE[each.display_name])}
        | ({"focused": True} if each.display_name == focused else {})
        for each in command.parameters
        if each.required or each.display_name == focused
    ]
    users = [str(each["value"]) for each in options if each["type"] == Kind.user.value]
    resolved = {"users": {each: {"id": each, "username": "u", "discriminator": "0", "avatar": None} for each in users}}
    *groups, name = act.split()
    data: dict[str, Any] = {"name": name, "type": 1, "options": options}
    for each in groups:
        data = {"name": each, "type": 1, "options": [data]}
    return {"id": "1", "resolved": resolved, **data}


async def test_every_name_of_before_is_answered_with_the_way_of_today_and_changes_nothing(tmp_path: Path) -> None:
    world = World(tmp_path, "under way", STATES["under way"])
    wire = await world.at_the_start()
    for act, way in MOVED.items():
        answered = await wire.act(COMMAND, acts_in(ANN, THREAD), before(act))

        assert f"`/{act}` is `{way}` now." in answered.words
        assert ("Open it" in answered.words) == (act in SHOWN), act
    assert not world.is_changed
    await world.close()


async def test_who_types_a_name_of_before_is_offered_nothing(arena: Arena) -> None:
    await arena.open_race()
    wire = Wire(arena)

    for act in ("race board", "steward pause", "cup standings"):
        option = "cup" if act == "cup standings" else "race"
        answered = await wire.act(TYPING, acts_in(ANN, THREAD), before(act, option))
        assert "is `/" not in answered.words


async def test_a_press_opens_what_a_command_of_before_showed(arena: Arena) -> None:
    await arena.open_race()
    wire = Wire(arena)
    pressed = {"custom_id": "way:race-status", "component_type": 2}

    by_press = await wire.act(PRESS, acts_in(ANN, THREAD), pressed)
    by_command = await wire.act(COMMAND, acts_in(ANN, THREAD), called(wire.bot.acts["race status"], {}))

    assert "being entered" in by_press.words or "###" in by_press.words
    assert by_press.words == by_command.words


def test_what_is_shown_by_a_press_needs_nothing_and_is_no_act_of_a_host() -> None:
    acts = {each.qualified_name: each for each in acts_shown()}

    for act in SHOWN:
        assert not any(each.required for each in acts[act].parameters), act
    assert not {act for act in SHOWN if act.split()[-1] in {"start", "leave", "cancel", "close", "pause", "fill"}}


# /help


async def helped(wire: Wire, **options: str) -> str:
    answered = await wire.act(COMMAND, acts_in(ANN, THREAD), called(wire.bot.acts["help"], options))
    return answered.words


async def test_help_fits_on_one_screen_and_opens_each_games_lesson(arena: Arena) -> None:
    wire = Wire(arena)
    answered = await wire.act(COMMAND, acts_in(ANN, THREAD), called(wire.bot.acts["help"], {}))
    told, sent = answered.words, str(answered.first + answered.later)
    shown = re.sub(r"\*\*|\*|`|^### |^-# ", "", BEGIN, flags=re.MULTILINE)

    assert sum(1 + (len(line) - 1) // WIDE for line in shown.split("\n")) <= ROWS
    for game in RULESETS:
        assert str(LessonButton(game, 1).item.custom_id) in sent
    for word in (
        "/play alone",
        "/play race",
        "/cup new",
        "/league new",
        "/bet place",
        "/my races",
        "/order",
        "/rules",
        "/my data",
        "/server settings",
    ):
        assert word in told


@pytest.mark.parametrize(
    ("find", "told"),
    [
        ("practice", "`/play alone`"),
        ("/race verify", "`/watch what:verify`"),
        ("privacy", "`/my data`"),
        ("Data", "`/my forget`"),
        ("delete my data", "`/my forget`"),
        ("forget", "`/my forget`"),
        ("remove bot", "`/server remove`"),
        ("kick", "`/server remove`"),
        ("export", "`/server export`"),
        ("dm", "`/settings`"),
        ("tipsters", "`/fame what:tipsters`"),
        ("my vacation", "`/my vacation`"),
        ("gladiator", "`/play alone game:The Arena`"),
        ("/duel", "`/play race game:The Arena`"),
        ("Arena", "**The Arena**"),
        ("the arena", "**The Arena**"),
        ("gala", "**The Arena**"),
        ("ave caesar", "`/play alone game:Ave Caesar`"),
        ("oats", "I know no “oats”."),
    ],
)
async def test_help_finds_what_somebody_looks_for(arena: Arena, find: str, told: str) -> None:
    answer = await helped(Wire(arena), find=find)

    assert told in answer
    assert "` is `" not in answer  # what a command was called before helps nobody who looks for something


@pytest.mark.parametrize("word", TOPICS)
async def test_a_topic_is_offered_first_and_leads_to_acts_that_there_are(word: str) -> None:
    offered = [each.value for each in await find_choices(cast(Any, SimpleNamespace(client=a_bot())), word)]

    assert offered[: len(TOPICS[word])] == list(TOPICS[word])
    assert set(TOPICS[word]) <= set(PLACES)


@pytest.mark.parametrize("act", PLACES)
async def test_help_offers_each_act_by_its_name_of_before(act: str) -> None:
    bot: Quadriga = a_bot()
    interaction: Any = type("Typing", (), {"client": bot})
    offered = await find_choices(interaction, f"/{act}")

    assert act in [choice.value for choice in offered]
    assert all(len(choice.name) <= 100 and not choice.name.endswith("…") for choice in offered)


def test_a_way_is_written_as_it_is_typed() -> None:
    for act, (command, what) in PLACES.items():
        assert way_to(act).startswith(f"/{command}")
        assert WAYS[command].acts[what] == act
    assert "`/watch`" in moved_words("race board")


async def test_the_button_of_a_way_is_within_limits() -> None:
    for act in SHOWN.values():
        part = WayButton(act).item.to_component_dict()
        check_message([{"type": 1, "id": 1, "components": [dict(part)]}], [])
