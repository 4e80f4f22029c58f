"""Every command with its options, and who may use it: the page docs/commands.md, made from the command tree.

``python -m cogs.command_page`` writes it.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from discord import AppCommandOptionType as Kind
from discord.app_commands import Command, Group
from discord.app_commands.commands import Parameter

from cogs.kit.client import Quadriga
from cogs.parts import add_to

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"

OF_HOSTS = frozenset({
    *("race fill", "race start", "race bets", "race host", "race cancel"),
    *("cup next", "cup correct", "cup cancel"),
    *("league house", "league start", "league next", "league extend", "league pause", "league resume", "league back"),
    *("league undo", "league expel", "league hand", "league cancel"),
    *("steward desk", "steward rewind", "steward restart", "steward pause", "steward resume", "steward correct"),
    *("steward replace", "steward close", "steward rating"),
})  # fmt: skip
"""Commands for the host of the race, cup or league, and for those who moderate its channel."""

RIGHTS = {"manage_guild": "Manage Server"}
"""What Discord's settings call the rights that commands need."""

HEAD = """# Commands

Made from the bot's command tree by `python -m cogs.command_page`; not written by hand. To play you need three of them:
`/help`, `/practice` and `/race new`. Most of the others are buttons too, where you need them.

You must fill in an option that is marked *needed*; you can leave out any other. **The host** opened the race, cup or
league. Members who may manage the threads of its channel can do the same as the host.
"""

AnyCommand = Command[Any, ..., Any]


def commands() -> list[AnyCommand]:
    """Return all commands of the bot, each group's together."""
    bot = Quadriga(cast(Any, None))
    add_to(bot)
    found = [each for each in bot.tree.walk_commands() if not isinstance(each, Group)]
    return sorted(found, key=lambda each: _root(each).name)


def page() -> str:
    """Return the page: a chapter for each group, one for the commands that stand alone, and a row for each command."""
    return "\n".join([HEAD, *_chapters(commands())])


def _chapters(all_of_them: Iterable[AnyCommand]) -> Iterator[str]:
    for root, of_it in groupby(all_of_them, key=_root):
        yield f"## /{root.name}\n"
        yield f"{root.description}.{_where(root)}\n"
        yield "| command | what it does | who may | options |\n|---|---|---|---|"
        yield from map(row, of_it)
        yield ""


def _where(root: AnyCommand | Group) -> str:
    """Return the sentence for commands that don't work in direct messages."""
    allowed = root.allowed_contexts
    return "" if allowed is None or allowed.dm_channel else " Only in a server."


def row(command: AnyCommand) -> str:
    """Return a command's row of its chapter's table."""
    options = "<br>".join(map(_option, command.parameters)) or "–"
    return f"| `/{command.qualified_name}` | {command.description} | {who_may(command)} | {options} |"


def who_may(command: AnyCommand) -> str:
    """Return in words who may use a command."""
    needed = _root(command).default_permissions
    if needed is not None:
        return "with the right " + ", ".join(RIGHTS[name] for name, is_on in needed if is_on)
    return "the host" if command.qualified_name in OF_HOSTS else "everybody"


def _option(option: Parameter) -> str:
    needed = " (needed)" if option.required else ""
    return f"`{option.display_name}`{needed}: {option.description}{_values(option)}"


def _values(option: Parameter) -> str:
    """Return what may be chosen for an option, or the range of its numbers."""
    if option.choices:
        return " (" + ", ".join(f"`{each.value}`" for each in option.choices) + ")"
    if option.type is Kind.integer and option.min_value is not None and option.max_value is not None:
        return f" ({option.min_value:,} to {option.max_value:,})"
    return ""


def _root(command: AnyCommand) -> AnyCommand | Group:
    return command.root_parent or command


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
