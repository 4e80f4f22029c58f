"""A user's deeds in Discord's client, turned into the data of an interaction."""

from typing import Any

from sandbox.errors import Json
from sandbox.limits import commands as k
from sandbox.limits import components as c
from sandbox.limits.components import walk
from sandbox.limits.modals import Unfit, filled, fit_choice
from sandbox.model import DM, Channel, Message, User
from sandbox.shown import channel_json, member_json, role_json, user_json
from sandbox.world import World

TYPES: dict[int, tuple[type, ...]] = {
    k.STRING: (str,),
    k.INTEGER: (int,),
    k.BOOLEAN: (bool,),
    k.NUMBER: (int, float),
}


class Denied(Exception):
    """The users' side refuses what a client would not let a user do.

    :ivar status: of the HTTP answer.
    :ivar custom_id: the input of a modal that does not fit.
    """

    def __init__(self, status: int, message: str, custom_id: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.custom_id = custom_id


def usable_in(command: Json, *, is_global: bool) -> list[str]:
    """Return where a command shows: ``guild``, ``dm``, or both."""
    contexts = command.get("contexts")
    if not is_global or contexts is None:
        contexts = [0, 1] if is_global and command.get("dm_permission", True) else [0]
    return [name for number, name in ((0, "guild"), (1, "dm")) if number in contexts]


def may_be_taken_along(command: Json) -> bool:
    """Tell whether a command can be used where the bot is only because somebody installed it for themselves."""
    return 1 in command["integration_types"] and 2 in (command.get("contexts") or ())


def commands_for(world: World, user: User) -> list[Json]:
    """Return the slash commands that *user* may use somewhere."""
    shown = []
    rights = world.rights(user, next(iter(world.kept.channels.values())))
    for scope, commands in world.kept.commands.items():
        for command in commands:
            needed = command.get("default_member_permissions")
            is_hidden = needed is not None and (int(needed) == 0 or int(needed) & ~rights)
            if is_hidden and user.id != world.kept.owner_id:
                continue
            places = usable_in(command, is_global=not scope)
            if world.bot.has_left and not may_be_taken_along(command):
                continue
            if command["type"] == k.CHAT_INPUT:
                shown.append(command | {"usable_in": places})
    return shown


def find_command(world: World, user: User, channel: Channel, path: str) -> tuple[Json, list[Json]]:
    """Return a command and the options on the way to *path*: group, subcommand, both or none.

    :raises Denied: if there is no such command.
    """
    name, *rest = path.split(" ")
    place = "dm" if channel.type == DM else "guild"
    found = [each for each in commands_for(world, user) if each["name"] == name and place in each["usable_in"]]
    if not found:
        raise Denied(404, f"there is no command /{name} here")
    command, steps = found[-1], []
    here = command
    for step in rest:
        inside = [each for each in here.get("options") or () if each["type"] in (k.SUBCOMMAND, k.GROUP)]
        here = next((each for each in inside if each["name"] == step), {})
        if not here:
            raise Denied(404, f"there is no command /{path}")
        steps.append(here)
    if any(each["type"] in (k.SUBCOMMAND, k.GROUP) for each in here.get("options") or ()):
        raise Denied(400, f"/{path} needs a subcommand")
    return command, steps


def command_data(
    world: World, found: tuple[Json, list[Json]], given: Json, focused: str | None = None
) -> tuple[Json, int]:
    """Return the data of a command, or of an autocomplete if an option is *focused*, and that option's type.

    :raises Denied: if a value is missing, or not one that the client would send.
    """
    command, steps = found
    asked = {option["name"]: option for option in ([command, *steps][-1].get("options") or ())}
    unknown = [name for name in given if name not in asked]
    if unknown or (focused is not None and focused not in asked):
        raise Denied(400, f"there is no option {', '.join(unknown) or focused}")
    resolved: Json = {}
    options: list[Json] = []
    for name, option in asked.items():
        if name == focused:
            options.append({"name": name, "type": option["type"], "value": str(given.get(name, "")), "focused": True})
        elif given.get(name) is not None:
            value = _typed(world, option, given[name], resolved)
            options.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise Denied(400, f"the option {name} is needed")
    for step in reversed(steps):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": options}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data, asked[focused]["type"] if focused is not None else k.STRING


def _typed(world: World, option: Json, value: Any, resolved: Json) -> Any:
    kind, name = option["type"], option["name"]
    if kind in TYPES:
        is_bool = isinstance(value, bool)
        if not isinstance(value, TYPES[kind]) or (is_bool and kind != k.BOOLEAN):
            raise Denied(400, f"the option {name} takes another kind of value than {value!r}")
        _check_range(option, value)
        return value
    if kind == k.FILE:
        raise Denied(400, "files cannot be sent as options")
    resolve(world, str(value), kind, resolved)
    return str(value)


def _check_range(option: Json, value: Any) -> None:
    name = option["name"]
    if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
        raise Denied(400, f"{value!r} is not a choice of the option {name}")
    size = len(value) if isinstance(value, str) else value
    prefix = "length" if isinstance(value, str) else "value"
    most = option.get(f"max_{prefix}", 6000 if prefix == "length" else None)
    least = option.get(f"min_{prefix}")
    if (most is not None and size > most) or (least is not None and size < least):
        raise Denied(400, f"{value!r} is out of the option {name}'s range")


def resolve(world: World, wanted: str, kind: int, resolved: Json) -> None:
    """Put the object that an option or select of the type *kind* names into *resolved*."""
    if wanted in world.kept.users and kind in (k.USER, k.MENTIONABLE):
        user = world.kept.users[wanted]
        resolved.setdefault("users", {})[wanted] = user_json(user)
        if user in world.members:  # Discord tells of nobody else what they are in the server
            member = member_json(world, user, with_user=False) | {"permissions": "0"}
            resolved.setdefault("members", {})[wanted] = member
    elif wanted in world.kept.channels and kind == k.CHANNEL:
        channel = channel_json(world, world.kept.channels[wanted])
        resolved.setdefault("channels", {})[wanted] = channel | {"permissions": "0"}
    elif wanted in (world.kept.guild_id, world.kept.role_id) and kind in (k.ROLE, k.MENTIONABLE):
        resolved.setdefault("roles", {})[wanted] = role_json(world, wanted)
    else:
        raise Denied(400, f"there is nothing with the id {wanted} here")


SELECTS_AS_OPTIONS = {
    c.USER_SELECT: k.USER,
    c.ROLE_SELECT: k.ROLE,
    c.MENTIONABLE_SELECT: k.MENTIONABLE,
    c.CHANNEL_SELECT: k.CHANNEL,
}


def component_data(world: World, message: Message, custom_id: str, values: list[Any]) -> Json:
    """Return the data of a pressed button or of a choice in a select.

    :raises Denied: if there is no such component, it is disabled, or the values are not a choice of it.
    """
    part = next((each for each in walk(message.components) if each.get("custom_id") == custom_id), None)
    if part is None:
        raise Denied(404, f"the message has no component {custom_id!r}")
    if part.get("disabled"):
        raise Denied(409, "this component is disabled")
    data: Json = {"component_type": part["type"], "custom_id": custom_id, "id": part["id"]}
    if part["type"] == c.BUTTON:
        return data
    try:
        data["values"] = fit_choice(part | {"required": bool(part.get("min_values", 1))}, values)
    except Unfit as unfit:
        raise Denied(400, str(unfit)) from unfit
    return data | _resolved_part(world, part["type"], data["values"])


def _resolved_part(world: World, kind: int, values: list[str]) -> Json:
    if kind not in SELECTS_AS_OPTIONS:
        return {}
    resolved: Json = {}
    for value in values:
        resolve(world, value, SELECTS_AS_OPTIONS[kind], resolved)
    return {"resolved": resolved}


def modal_data(world: World, form: Json, values: Json) -> Json:
    """Return the data of a submitted modal; :exc:`Denied` 422 if a value does not fit."""
    inputs = [part for part in walk(form["components"]) if part.get("custom_id")]
    unknown = set(values) - {part["custom_id"] for part in inputs}
    if unknown:
        raise Denied(400, f"the form has no input {', '.join(sorted(unknown))}")
    data: Json = {"custom_id": form["custom_id"], "components": []}
    resolved: Json = {}
    try:
        for part in form["components"]:
            data["components"].append(_submitted(part, values))
    except Unfit as unfit:
        raise Denied(422, str(unfit), unfit.custom_id) from unfit
    for part in walk(data["components"]):
        for kind in [SELECTS_AS_OPTIONS[part["type"]]] if part["type"] in SELECTS_AS_OPTIONS else []:
            for value in part["values"]:
                resolve(world, value, kind, resolved)
    return data | {"resolved": resolved} if resolved else data


def _submitted(part: Json, values: Json) -> Json:
    shown: Json = {"type": part["type"], "id": part.get("id", 0)}
    if part["type"] == c.ROW:
        inputs = part["components"]
        return shown | {"components": [filled(each, values.get(each["custom_id"])) for each in inputs]}
    if part["type"] == c.LABEL:
        inner = part["component"]
        return shown | {"component": filled(inner, values.get(inner["custom_id"]))}
    return shown
