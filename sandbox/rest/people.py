"""Routes about the bot, users, members, the server, DMs and the gateway's address."""

from typing import Any

from sandbox.errors import Json, Refusal
from sandbox.limits.form import Form
from sandbox.model import DM
from sandbox.rest.call import Call, route
from sandbox.shown import (
    application_json,
    channel_json,
    guild_json,
    member_json,
    own_user_json,
    role_json,
    user_json,
)


@route("GET", "/users/@me")
def me(call: Call) -> Json:
    return own_user_json(call.world)


@route("GET", "/users/{user_id}")
def user(call: Call) -> Json:
    return user_json(call.world.user(call.path["user_id"]))


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(call: Call) -> Json:
    return application_json(call.world)


@route("GET", "/users/@me/guilds")
def guilds(call: Call) -> list[Json]:
    if call.world.bot.has_left:
        return []
    guild = guild_json(call.world)
    kept = {key: guild[key] for key in ("id", "name", "icon", "banner", "features")}
    return [kept | {"owner": False, "permissions": str(call.world.kept.rights)}]


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Json:
    form = Form()
    form.required(("recipient_id",), call.body.get("recipient_id"))
    form.refuse()
    person = call.world.kept.users.get(str(call.body["recipient_id"]))
    if person is None or person.is_bot:
        raise Refusal(50033)
    return channel_json(call.world, call.world.open_dm(person, by_bot=True))


@route("GET", "/gateway")
def gateway(call: Call) -> Json:
    return {"url": call.gateway_url}


@route("GET", "/gateway/bot")
def gateway_of_bot(call: Call) -> Json:
    return {"url": call.gateway_url, "shards": 1, "session_start_limit": call.starts}


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave(call: Call) -> None:
    _guild_id(call)
    call.world.set_membership(call.world.bot, has_left=True)


def _guild_id(call: Call) -> str:
    if call.path["guild_id"] != call.world.kept.guild_id or call.world.bot.has_left:
        raise Refusal(10004)
    return call.path["guild_id"]


@route("GET", "/guilds/{guild_id}")
def guild(call: Call) -> Json:
    _guild_id(call)
    shown = guild_json(call.world)
    if call.query.get("with_counts", "").lower() in ("1", "true"):
        count = len(call.world.members)
        shown |= {"approximate_member_count": count, "approximate_presence_count": count}
    return shown


@route("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> list[Json]:
    _guild_id(call)
    channels = call.world.kept.channels.values()
    return [channel_json(call.world, each) for each in channels if each.type != DM and not each.is_thread]


@route("GET", "/guilds/{guild_id}/roles")
def roles(call: Call) -> list[Json]:
    guild_id = _guild_id(call)
    return [role_json(call.world, each) for each in (guild_id, call.world.kept.role_id)]


@route("GET", "/guilds/{guild_id}/emojis")
def guild_emojis(call: Call) -> list[Json]:
    _guild_id(call)
    return []


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> Json:
    _guild_id(call)
    wanted = call.path["user_id"].replace("@me", call.world.kept.bot_id)
    if wanted not in [each.id for each in call.world.members]:
        raise Refusal(10007)
    return member_json(call.world, call.world.kept.users[wanted])


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> dict[str, Any]:
    _guild_id(call)
    threads = [each for each in call.world.kept.channels.values() if each.is_thread and not each.archived]
    seen = [each for each in threads if call.world.sees_channel(call.world.bot, each)]
    return {"threads": [channel_json(call.world, each) for each in seen], "members": [], "has_more": False}


@route("GET", "/applications/{application_id}/emojis")
def application_emojis(call: Call) -> Json:
    if call.path["application_id"] != call.world.kept.bot_id:
        raise Refusal(10002)
    return {"items": []}
