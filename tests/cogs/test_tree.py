"""The commands, built as Discord would be sent them, and measured against what it takes."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs import parts
from cogs.choices.which_game import colour_choices, game_choices, preset_choices, temperament_choices
from cogs.choices.which_pace import PACE_CHOICES
from cogs.commands.rules import table_choices, topic_choices
from cogs.kit.client import Quadriga
from cogs.kit.ways import MOVED, PLACES, WAYS
from engine.rulesets import RULESETS
from tests.cogs.fakes import a_steward
from words import WORDS
from words.shared.paces import NAMES

ROOT = Path(__file__).parents[2]
SUBCOMMAND, GROUP = 1, 2
TYPED, ON_PERSON, ON_POST = 1, 2, 3
GUILD, BOT_DM, ELSEWHERE = 0, 1, 2
SERVER, USER = 0, 1  # where it is installed: in a server, or by a user, who has it wherever they go
MANAGE_SERVER = 1 << 5


@pytest.fixture
async def everything() -> list[dict[str, Any]]:
    bot = Quadriga(a_steward())
    parts.add_to(bot)
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


@pytest.fixture
async def commands(everything: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what is typed."""
    return [each for each in everything if each["type"] == TYPED]


def walk(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for option in part.get("options", []):
        yield from walk(option)


TAKEN_ALONG = {"daily", "my", "order", "rules", "Card"}
"""All that people may install for themselves: the race of the day, my own things, orders, the rules, one's card."""


async def test_each_command_is_installed_in_servers_and_five_by_people_too(everything: list[dict[str, Any]]) -> None:
    for each in everything:
        along = each["name"] in TAKEN_ALONG
        assert sorted(each["integration_types"]) == ([SERVER, USER] if along else [SERVER]), each["name"]
        assert (ELSEWHERE in each["contexts"]) is along, each["name"]
    assert {each["name"] for each in everything} >= TAKEN_ALONG


async def test_the_menus_on_people_and_posts_are_these(everything: list[dict[str, Any]]) -> None:
    named = {kind: [each["name"] for each in everything if each["type"] == kind] for kind in (ON_PERSON, ON_POST)}

    assert named == {ON_PERSON: ["Card", "We two"], ON_POST: ["Bet", "Why?", "Board"]}


async def test_the_commands_are_these(commands: list[dict[str, Any]]) -> None:
    named = {
        command["name"]: [each["name"] for each in command.get("options", []) if each["type"] == SUBCOMMAND]
        for command in commands
    }

    assert named == {
        "help": [],
        "daily": [],
        "play": ["alone", "race"],
        "order": [],
        "race": ["join", "do"],
        "watch": [],
        "host": ["race", "cup", "league"],
        "cup": ["new", "join", "do"],
        "league": ["new", "join", "do"],
        "stable": ["show", "manager", "money"],
        "bet": ["place", "mine", "side"],
        "my": ["races", "purse", "vacation", "return", "data", "forget"],
        "fame": [],
        "rules": [],
        "settings": [],
        "server": ["settings", "bets", "prizes", "daily", "fixture", "audit", "export", "remove"],
    }


MOST = 40
"""Commands, those with two words counted. What a button does is no command. Later only these six may raise the number:
/my data, /my forget, /server export, /server remove, /server daily and /server fixture."""


async def test_there_are_few_commands(commands: list[dict[str, Any]]) -> None:
    below = [[each for each in command.get("options", []) if each["type"] == SUBCOMMAND] for command in commands]

    assert sum(max(1, len(each)) for each in below) == len(WAYS) <= MOST


async def test_names_descriptions_and_options_fit(commands: list[dict[str, Any]]) -> None:
    assert len(commands) <= 100
    for command in commands:
        for part in walk(command):
            assert re.fullmatch(r"[a-z_-]{1,32}", part["name"])
            assert 1 <= len(part["description"]) <= 100
            assert part["description"] != "…"
            options = [option["name"] for option in part.get("options", [])]
            assert len(options) <= 25
            assert len(options) == len(set(options))
            assert len(part.get("choices", [])) <= 25
            assert not (part.get("choices") and part.get("autocomplete"))
            for choice in part.get("choices", []):
                assert 1 <= len(choice["name"]) <= 100
                assert len(str(choice["value"])) <= 100
            required = [option.get("required", False) for option in part.get("options", [])]
            assert required == sorted(required, reverse=True)


async def test_each_command_has_room_in_eight_thousand_characters(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        assert sum(_characters(part) for part in walk(command)) <= 8_000


def _characters(part: dict[str, Any]) -> int:
    choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices", []))
    return len(part["name"]) + len(part["description"]) + choices


async def test_everything_works_in_servers_and_in_direct_messages(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        if command["name"] != "server":
            assert {GUILD, BOT_DM} <= set(command["contexts"]), command["name"]
            assert command["default_member_permissions"] is None
        assert command["nsfw"] is False


async def test_what_is_of_a_server_is_shown_to_those_who_manage_it(commands: list[dict[str, Any]]) -> None:
    server = next(command for command in commands if command["name"] == "server")

    assert server["contexts"] == [GUILD]
    assert int(server["default_member_permissions"]) == MANAGE_SERVER


async def test_every_race_option_is_completed(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        for part in walk(command):
            if part["name"] in ("race", "chariot", "topic", "table") and part.get("type") == 3:
                assert part["autocomplete"], part


SPOKEN = ("cogs", "words", "records", "steward", "engine", "renderers", "conformance", "sandbox", "bench", "db", "docs")
"""Where commands are named. What the changelog tells of older versions stays as it was."""

NAMED = re.compile(r"(?<![\w/.}\])>])/(?P<root>[a-z]+)\b(?P<rest>[^`\n]*)")
BEFORE = "kit/ways.py", "panels/ways.py", "kit/merged.py", "kit/offered.py"
"""Files about the names of before."""


def named_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield each command that a text names, with what stands after its first word."""
    for found in NAMED.finditer(text):
        yield found["root"], found["rest"]


def is_there(root: str, rest: str) -> bool:
    """Tell whether there is such a command, or act of one."""
    word = re.match(r" ([a-z]+)\b(?!:)", rest)
    below = [name for name in WAYS if name.startswith(f"{root} ")]
    if root not in WAYS and word is None:
        return bool(below)  # a group, named as a whole
    name = root if root in WAYS or word is None else f"{root} {word[1]}"
    what = re.match(r"[ a-z]*? what:([a-z]+)", rest)
    return name in WAYS and (what is None or what[1] in WAYS[name].acts)


@pytest.mark.parametrize(
    ("root", "rest", "is_known"),
    [
        ("watch", "", True),
        ("watch", " what:film", True),
        ("watch", " what:oats", False),
        ("host", " race what:pause", True),
        ("host", " race what:standings", False),
        ("host", " oats", False),
        ("host", "", True),
        ("race", " new", False),
        ("practice", "", False),
    ],
)
def test_a_command_that_is_none_is_seen(root: str, rest: str, is_known: bool) -> None:
    assert is_there(root, rest) is is_known


ADDRESSES = ("healthz", "readyz", "metrics")
"""Where the program can be watched: no commands."""


def test_every_command_that_is_named_anywhere_is_there() -> None:
    roots = {name.split()[0] for name in (*WAYS, *MOVED)}
    files = [each for room in SPOKEN for kind in ("*.py", "*.md", "*.js") for each in (ROOT / room).rglob(kind)]
    named = [
        (path.relative_to(ROOT), root, rest)
        for path in [*files, ROOT / "README.md", ROOT / "bot.py"]
        if not str(path).endswith(BEFORE)
        for root, rest in named_in(path.read_text(encoding="utf-8"))
        if root in roots
    ]
    ticked = [
        (path.relative_to(ROOT), *found)
        for path in [*files, ROOT / "README.md"]
        if path.relative_to(ROOT).parts[0] != "sandbox"  # it has addresses of its own
        for found in re.findall(r"(?<!`)`/([a-z]+)((?: [a-z]+)?)`", path.read_text(encoding="utf-8"))
        if found[0] not in {*roots, *ADDRESSES} and not str(path).endswith(BEFORE)
    ]

    assert len(named) > 400
    assert [(str(path), f"/{root}{rest[:30]}") for path, root, rest in named if not is_there(root, rest)] == []
    assert ticked == []


def test_every_act_has_a_command_and_every_command_its_acts() -> None:
    assert sorted(PLACES) == sorted(parts.acts())
    assert sorted(act for way in WAYS.values() for act in way.acts.values()) == sorted(PLACES)


PLAIN = 25  # words


async def test_every_command_and_option_is_described_in_plain_words(commands: list[dict[str, Any]]) -> None:
    for command in commands:
        for part in walk(command):
            text = part["description"]
            assert text != part["name"], f"{part['name']} has no description"
            assert len(text.split()) <= PLAIN
            assert not re.match(r"(what|who|whom|whose)\b", text, re.IGNORECASE), text
            assert not re.search(r"\b(he|his|him|himself)\b|…", text), text


async def test_no_choice_of_any_command_is_cut(commands: list[dict[str, Any]]) -> None:
    interaction: Any = SimpleNamespace(namespace=SimpleNamespace(game=None), channel=None)
    names = [choice["name"] for command in commands for part in walk(command) for choice in part.get("choices", [])]
    for rules in RULESETS.values():
        interaction.namespace = SimpleNamespace(game=rules.id)
        for offer in (game_choices, preset_choices, temperament_choices, colour_choices, topic_choices, table_choices):
            names += [choice.name for choice in await offer(interaction, "")]
        presets = [choice.value for choice in await preset_choices(interaction, "")]
        assert presets == list(rules.presets)

    assert [name for name in names if name.endswith("…") or not 1 <= len(name) <= 100] == []


def test_choices_are_what_there_is() -> None:
    assert [choice.value for choice in PACE_CHOICES] == list(NAMES)


@pytest.mark.parametrize("words", WORDS.values())
async def test_whoever_types_the_name_of_a_topic_or_table_is_offered_it(words: Any) -> None:
    interaction: Any = SimpleNamespace(namespace=SimpleNamespace(game=None), channel=None)
    for names, offer in ((words.topics, topic_choices), (words.tables, table_choices)):
        for name in names:
            offered = [choice.value for choice in await offer(interaction, name)]

            assert name == name.lower()
            assert len(offered) <= 25
            assert f"{words.title}: {name}" in offered


async def test_the_buttons_of_the_bot_do_not_shadow_each_other() -> None:
    patterns = [item.__discord_ui_compiled_template__ for item in parts.ITEMS]
    ids = [
        "why:1:2:3:1",
        "why:1:2:3:2t",
        "options:1",
        "option:1:edition",
        "option:1:-switches-2:3x1",
        "option:1:cup--switches",
        "option:1:cup-start_order",
        "optionpage:1:2",
        "optionpage:1:0:0x0",
        "begin:1:3x2",
        "lobby:join:1",
        "answer:1:1:0:v14",
        "plan:1:2:3:",
        "choose:1:1:1",
        "open:1:2:3",
        "typing:1:2:3",
        "orders:1",
    ]

    more = ["wait:1:2:yes", "reins:1:2", "desk:extend:1:2", "desk:page:1:0", "rewind:1:0"]

    bets = [
        "bets:open:1",
        "bets:again:1",
        "betmarket:1",
        "betchoice:1:2",
        "betstake:1:2:over",
        "betplace:1:2:3:500:1234567890",
        "betcancel:1:2",
        "betcancels:1",
        "betmine:1",
        "betrule:1:switches",
        "betslip:1",
        "betodds:1",
        "sideoffer:1:200:3:0:500:400:1234567890",
        "sidebet:accept:1:2",
    ]

    for custom_id in [*ids, *more, *bets, "watch:board:1"]:
        assert sum(bool(pattern.fullmatch(custom_id)) for pattern in patterns) == 1
