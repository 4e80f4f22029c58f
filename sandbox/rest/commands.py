"""Routes about application commands, global ones and those of the server."""

from typing import Any

from sandbox.clock import wait_until
from sandbox.errors import Json, Refusal
from sandbox.limits.commands import CHAT_INPUT, MOST_COMMANDS, check_command, check_commands
from sandbox.limits.form import Form
from sandbox.rest.call import Call, route
from sandbox.world import Change

GLOBAL = "/applications/{application_id}/commands"
OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
DAY, MOST_CREATED = 86_400, 200


def _scope(call: Call) -> str:
    """Return the key of the commands that the route is about."""
    if call.path["application_id"] != call.world.kept.bot_id:
        raise Refusal(10002)
    scope = call.path.get("guild_id", "")
    if scope and scope != call.world.kept.guild_id:
        raise Refusal(10004)
    return scope


def _known(call: Call, scope: str) -> list[Json]:
    return call.world.kept.commands.get(scope, [])


def _stored(call: Call, scope: str, command: Json) -> Json:
    """Return *command* as Discord keeps it; one of the same type and name keeps its id."""
    kind = command.get("type") or CHAT_INPUT
    key = (kind, command["name"])
    before = next((each for each in _known(call, scope) if (each["type"], each["name"]) == key), None)
    if before is None:
        _count_creation(call)
    stored: Json = {
        "id": before["id"] if before else call.world.new_id(),
        "application_id": call.world.kept.bot_id,
        "version": call.world.new_id(),
        "type": kind,
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": command.get("description") or "",
        "description_localizations": command.get("description_localizations"),
        "default_member_permissions": _permissions(command.get("default_member_permissions")),
        "contexts": command.get("contexts"),
        "integration_types": command.get("integration_types") or [0],
        "nsfw": bool(command.get("nsfw")),
    }
    if command.get("options"):
        stored["options"] = command["options"]
    if scope:
        return stored | {"guild_id": scope}
    return stored | {"dm_permission": command.get("dm_permission") is not False}


def _permissions(needed: Any) -> str | None:
    return None if needed is None else str(needed)


def _count_creation(call: Call) -> None:
    now = call.world.clock.now()
    recent = [at for at in call.world.kept.created_commands if at + DAY > now]
    if len(recent) >= MOST_CREATED:
        raise Refusal(30034, retry_after=wait_until(recent[0] + DAY, now))
    call.world.kept.created_commands = [*recent, now]


@route("GET", GLOBAL)
@route("GET", OF_GUILD)
def known(call: Call) -> list[Json]:
    return _known(call, _scope(call))


@route("PUT", GLOBAL)
@route("PUT", OF_GUILD)
def replace(call: Call) -> list[Json]:
    scope = _scope(call)
    commands = call.payload
    if not isinstance(commands, list) or not all(isinstance(each, dict) for each in commands):
        raise Refusal(50035, errors={"_errors": [{"code": "LIST_TYPE_CONVERT", "message": "Not a list"}]})
    check_commands(commands)
    call.world.kept.commands[scope] = [_stored(call, scope, each) for each in commands]
    call.world.tell(Change("commands"))
    return call.world.kept.commands[scope]


@route("POST", GLOBAL)
@route("POST", OF_GUILD)
def create(call: Call) -> Json:
    scope = _scope(call)
    form = Form()
    check_command(form, (), call.body)
    stored_kind = call.body.get("type") or CHAT_INPUT
    same = [each for each in _known(call, scope) if each["type"] == stored_kind]
    if len([each for each in same if each["name"] != call.body.get("name")]) >= MOST_COMMANDS[stored_kind]:
        form.wrong((), "APPLICATION_COMMANDS_TOO_MANY", "Maximum number of application commands reached")
    form.refuse()
    stored = _stored(call, scope, call.body)
    others = [each for each in _known(call, scope) if each["id"] != stored["id"]]
    call.world.kept.commands[scope] = [*others, stored]
    call.world.tell(Change("commands"))
    return stored


def _command(call: Call, scope: str) -> Json:
    found = [each for each in _known(call, scope) if each["id"] == call.path["command_id"]]
    if not found:
        raise Refusal(10063)
    return found[0]


@route("GET", GLOBAL + "/{command_id}")
@route("GET", OF_GUILD + "/{command_id}")
def fetch(call: Call) -> Json:
    return _command(call, _scope(call))


@route("DELETE", GLOBAL + "/{command_id}")
@route("DELETE", OF_GUILD + "/{command_id}")
def delete(call: Call) -> None:
    scope = _scope(call)
    gone = _command(call, scope)
    call.world.kept.commands[scope] = [each for each in _known(call, scope) if each is not gone]
    call.world.tell(Change("commands"))
