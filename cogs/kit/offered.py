"""The values that options of commands take. Discord's own client sends no others; others' are refused in words."""

from typing import Any

from discord import AppCommandOptionType as Kind
from discord import app_commands

from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from cogs.kit.ways import MOVED, WHAT
from words.shared.names import harmless

SHOWN = 40  # characters of what was sent
LARGEST = 2**53
"""Discord sends whole numbers up to here, either way."""

_LEVELS = (Kind.subcommand.value, Kind.subcommand_group.value)


def require_offered(tree: app_commands.CommandTree[Any], data: dict[str, Any]) -> None:
    """Raise :exc:`TellPlayer` if an option of a command has a value that it does not take.

    :param data: the command as Discord sends it.
    """
    command, given = _named(tree, data)
    if command is None:
        return  # the library says so
    known = {each.display_name: each for each in command.parameters}
    what = next((each.get("value") for each in given if each["name"] == WHAT), None)
    if (act := getattr(command, "acts", {}).get(what)) is not None:  # it may take less than others do
        known |= {each.display_name: each for each in act.parameters}
    for option in given:
        parameter = known.get(option["name"])
        if parameter is not None and not _takes(parameter, option.get("value")):
            shown = harmless(cut(str(option.get("value")), SHOWN))
            raise TellPlayer(f"“{shown}” is not what `{option['name']}` takes. {_wanted(parameter)}")


def typed_name(data: Any) -> str:
    """Return the name of a command as it was chosen, such as ``race start``.

    :param data: the command as Discord sends it.
    """
    names, given = [str(data.get("name", ""))], data.get("options", [])
    while given and given[0].get("type") in _LEVELS:
        names.append(str(given[0]["name"]))
        given = given[0].get("options", [])
    return " ".join(names)


def is_moved(tree: app_commands.CommandTree[Any], data: Any) -> bool:
    """Tell whether a command is one of before that is found elsewhere today."""
    return typed_name(data) in MOVED and _named(tree, data)[0] is None


def _named(tree: app_commands.CommandTree[Any], data: dict[str, Any]) -> tuple[Any, list[dict[str, Any]]]:
    """Return the command that is meant, ``None`` if there is none, and its options."""
    command: Any = tree.get_command(data.get("name", ""))
    given = data.get("options", [])
    while given and given[0].get("type") in _LEVELS:
        command = command.get_command(given[0]["name"]) if isinstance(command, app_commands.Group) else None
        given = given[0].get("options", [])
    return (command if isinstance(command, app_commands.Command) else None), given


def _takes(parameter: app_commands.Parameter, value: Any) -> bool:
    least, most = parameter.min_value, parameter.max_value
    if parameter.choices:
        return value in [choice.value for choice in parameter.choices]
    if parameter.type is Kind.integer:
        is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
        return is_number and (least is None or value >= least) and (most is None or value <= most)
    if parameter.type is Kind.string:
        return isinstance(value, str) and (least or 0) <= len(value) <= (most or len(value))
    return True


def _wanted(parameter: app_commands.Parameter) -> str:
    """Return the advice for a better text."""
    least, most = parameter.min_value, parameter.max_value
    if parameter.choices:
        return f"Choose one of: {cut(', '.join(choice.name for choice in parameter.choices), 1_000)}."
    if parameter.type is Kind.integer:
        return (
            f"Choose a whole number{'' if least is None else f' from {least}'}{'' if most is None else f' to {most}'}."
        )
    return f"Write {least or 0} to {most} characters." if most is not None else "Write it as text."
