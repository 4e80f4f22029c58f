"""Limits of application commands, and of the choices an autocomplete answers."""

import re
from collections.abc import Mapping, Sequence

from sandbox.errors import Json
from sandbox.limits.form import Form, Path

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, FILE = 6, 7, 8, 9, 10, 11
CHAT_INPUT = 1

MOST_COMMANDS: Mapping[int, int] = {1: 100, 2: 15, 3: 15}  # by type, for each scope
MOST_TEXT = 8000
NAME = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")
EXACT = 2**53 - 1


def check_commands(commands: Sequence[Json]) -> None:
    """Raise :exc:`sandbox.errors.Refusal` if a whole list of commands breaks a limit."""
    form = Form()
    seen: set[tuple[int, str]] = set()
    counts = dict.fromkeys(MOST_COMMANDS, 0)
    for at, command in enumerate(commands):
        kind = command.get("type") or CHAT_INPUT
        key = (kind, str(command.get("name")))
        if key in seen:
            message = "Application command names must be unique"
            form.wrong((at, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)
        if form.one_of((at, "type"), kind, tuple(MOST_COMMANDS)):
            counts[kind] += 1
        check_command(form, (at,), command)
    for kind, most in MOST_COMMANDS.items():
        if counts[kind] > most:
            message = f"Maximum number of application commands reached ({most})"
            form.wrong((), "APPLICATION_COMMANDS_TOO_MANY", message)
    form.refuse()


def check_command(form: Form, path: Path, command: Json) -> None:
    """Check one command."""
    if (command.get("type") or CHAT_INPUT) == CHAT_INPUT:
        _check_name(form, path, command)
        _check_described(form, path, command)
        _check_options(form, path, command.get("options"), (SUBCOMMAND, GROUP))
    else:
        form.text((*path, "name"), command.get("name"), 32, least=1, needed=True)
        if command.get("description"):
            message = "Context menu commands cannot have description"
            form.wrong((*path, "description"), "APPLICATION_COMMAND_INVALID", message)
    for key, allowed in ("contexts", (0, 1, 2)), ("integration_types", (0, 1)):
        for where, each in form.list((*path, key), command.get(key), len(allowed)):
            form.one_of(where, each, allowed)
    if size_of(command) > MOST_TEXT:
        message = f"Command exceeds maximum size ({MOST_TEXT})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _check_name(form: Form, path: Path, named: Json) -> None:
    name = form.text((*path, "name"), named.get("name"), 32, least=1, needed=True)
    if name and (not NAME.fullmatch(name) or name != name.lower()):
        form.wrong((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_described(form: Form, path: Path, command: Json) -> None:
    form.text((*path, "description"), command.get("description"), 100, least=1, needed=True)
    for key, most in ("name_localizations", 32), ("description_localizations", 100):
        for locale, text in form.object((*path, key), command.get(key)).items():
            form.text((*path, key, locale), text, most, least=1)


def _check_options(form: Form, path: Path, options: object, nested: tuple[int, ...]) -> None:
    """Check options of one level.

    :param nested: which of subcommand and group may stand here.
    """
    names: set[str] = set()
    was_optional = False
    kinds: set[bool] = set()
    for where, option in form.items((*path, "options"), options, 25):
        _check_name(form, where, option)
        _check_described(form, where, option)
        if option.get("name") in names:
            message = "Option name already exists"
            form.wrong((*where, "name"), "APPLICATION_COMMAND_OPTION_NAME_ALREADY_EXISTS", message)
        names.add(str(option.get("name")))
        if not form.one_of((*where, "type"), option.get("type"), (*nested, *range(STRING, FILE + 1))):
            continue
        kinds.add(option["type"] in (SUBCOMMAND, GROUP))
        if option["type"] in (SUBCOMMAND, GROUP):
            inside = (SUBCOMMAND,) if option["type"] == GROUP else ()
            _check_options(form, where, option.get("options"), inside)
            continue
        if option.get("required") and was_optional:
            message = "Required options must be placed before non-required options"
            form.wrong(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        was_optional = was_optional or not option.get("required")
        _check_option(form, where, option)
    if len(kinds) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.wrong((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def _check_option(form: Form, path: Path, option: Json) -> None:
    choices = list(form.items((*path, "choices"), option.get("choices"), 25))
    for where, choice in choices:
        check_choice(form, where, choice, option["type"])
    if choices and option.get("autocomplete"):
        message = "Choices and autocomplete are mutually exclusive"
        form.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", message)
    form.whole((*path, "min_length"), option.get("min_length"), 0, 6000)
    form.whole((*path, "max_length"), option.get("max_length"), 1, 6000)
    for key in "min_value", "max_value":
        value = option.get(key)
        if value is not None and not -EXACT <= value <= EXACT:
            form.wrong((*path, key), "NUMBER_TYPE_MAX", f"value should be at most {EXACT}.")


def check_choice(form: Form, path: Path, choice: Json, kind: int) -> None:
    """Check one choice of an option of the type *kind*."""
    form.text((*path, "name"), choice.get("name"), 100, least=1, needed=True)
    value, where = choice.get("value"), (*path, "value")
    if not form.required(where, value):
        return
    if kind == STRING:
        form.text(where, value, 100)
    elif kind == INTEGER:
        form.whole(where, value, -EXACT, EXACT)
    elif not isinstance(value, int | float):
        form.wrong(where, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')


def check_autocomplete(body: Json, kind: int) -> list[Json]:
    """Return the choices of an autocomplete answer for an option of the type *kind*.

    :raises sandbox.errors.Refusal: if they break a limit.
    """
    form = Form()
    data = form.object(("data",), body.get("data"))
    choices = list(form.items(("data", "choices"), data.get("choices"), 25))
    for where, choice in choices:
        check_choice(form, where, choice, kind)
    form.refuse()
    return [choice for _, choice in choices]


def size_of(part: Json) -> int:
    """Return how many characters a command counts: names, descriptions, values; the longest translation."""
    size = 0
    for key in "name", "description":
        translations = part.get(f"{key}_localizations") or {}
        size += max(map(len, [str(part.get(key) or ""), *translations.values()]))
    if isinstance(part.get("value"), str):
        size += len(part["value"])
    return size + sum(size_of(each) for key in ("options", "choices") for each in part.get(key) or ())
