"""Every command with its options, and who may use it: the page docs/commands.md, made from the command tree.

``python -m cogs.command_page`` writes it.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from discord import AppCommandOptionType as Kind
from discord.app_commands import Command
from discord.app_commands.commands import Parameter

from cogs.kit.ways import GROUPS, PLACES, WAYS, way_to
from cogs.parts import acts

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"

OF_HOSTS = frozenset({
    *("race fill", "race start", "race bets", "race host", "race cancel"),
    *("cup next", "cup correct", "cup cancel"),
    *("league house", "league start", "league next", "league extend", "league pause", "league resume", "league back"),
    *("league undo", "league expel", "league hand", "league cancel"),
    *("steward desk", "steward rewind", "steward restart", "steward pause", "steward resume", "steward correct"),
    *("steward replace", "steward close", "steward rating"),
})  # fmt: skip
"""Acts for the host of the race, cup or league, and for those who moderate its channel."""

OF_OWNERS = frozenset({"server export", "server remove"})
"""Acts for the owner of the server alone."""

RIGHTS = {"manage_guild": "Manage Server"}
"""What Discord's settings call the rights that commands need."""

HEAD = """# Commands

Made from the bot's command tree by `python -m cogs.command_page`; not written by hand. To play you need three of them:
`/help`, `/play alone` and `/play race`. Most of the others are buttons too, where you need them.

Some commands do several things: their option `what` says which, as in `/host race what:start`. Where the table shows no
`what`, you can leave it out. A command that you knew by another name answers with its name of today, and `/help find:`
finds it.

You must fill in an option that is marked *needed*; you can leave out any other. **The host** opened the race, cup or
league. Members who may manage the threads of its channel can do the same as the host.
"""

Act = Command[Any, ..., Any]


def acts_shown() -> list[Act]:
    """Return everything that commands do, in the order of :data:`cogs.kit.ways.WAYS`."""
    known = acts()
    return [known[act] for act in PLACES]


def page() -> str:
    """Return the page: a chapter for the first word of each command, and a row for each thing that commands do."""
    return "\n".join([HEAD, *_chapters(acts())])


def _chapters(known: Mapping[str, Act]) -> Iterator[str]:
    for root, of_it in groupby(sorted(PLACES.items(), key=_root), key=_root):
        shown = list(of_it)
        about = GROUPS.get(root) or WAYS[root].about or known[shown[0][0]].description
        yield f"## /{root}\n"
        yield f"{about}.{' Only in a server.' if root == 'server' else ''}\n"
        yield "| command | what it does | who may | options |\n|---|---|---|---|"
        yield from (row(known[act], way_to(act)) for act, _ in shown)
        yield ""


def _root(place: tuple[str, tuple[str, str]]) -> str:
    """Return the first word of the command that does an act."""
    _, (command, _) = place
    return command.split()[0]


def row(act: Act, way: str) -> str:
    """Return an act's row of its chapter's table."""
    options = "<br>".join(map(_option, act.parameters)) or "–"
    return f"| `{way}` | {act.description} | {who_may(act)} | {options} |"


def who_may(act: Act) -> str:
    """Return in words who may do an act."""
    if act.qualified_name in OF_OWNERS:
        return "the server's owner"
    needed = (act.root_parent or act).default_permissions
    if needed is not None:
        return "with the right " + ", ".join(RIGHTS[name] for name, is_on in needed if is_on)
    return "the host" if act.qualified_name in OF_HOSTS else "everybody"


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


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
