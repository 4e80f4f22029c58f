"""Routes about channels: fetch, edit, delete, typing."""

from sandbox.errors import Json, Refusal
from sandbox.limits.form import Form
from sandbox.model import DM, Channel
from sandbox.rest.call import Call, route
from sandbox.shown import channel_json
from sandbox.world import Change

ARCHIVE_AFTER = (60, 1440, 4320, 10080)  # minutes


@route("GET", "/channels/{channel_id}")
def fetch(call: Call) -> Json:
    channel = call.world.channel(call.path["channel_id"])
    call.world.need(channel)
    return channel_json(call.world, channel)


@route("PATCH", "/channels/{channel_id}")
def change(call: Call) -> Json:
    channel = call.world.channel(call.path["channel_id"])
    call.world.need(channel)
    if channel.type == DM:
        raise Refusal(50024)
    if not channel.is_thread:
        call.world.need(channel, "manage_channels")
    form = Form()
    form.text(("name",), call.body.get("name"), 100, least=1)
    form.whole(("rate_limit_per_user",), call.body.get("rate_limit_per_user"), 0, 21_600)
    for key in "archived", "locked", "invitable":
        form.flag((key,), call.body.get(key))
    if call.body.get("auto_archive_duration") is not None:
        form.one_of(("auto_archive_duration",), call.body["auto_archive_duration"], ARCHIVE_AFTER)
    form.refuse()
    if channel.is_thread:
        _may_change_thread(call, channel)
    _take_over(call, channel)
    call.world.tell(Change("channel_change", channel))
    return channel_json(call.world, channel)


def _may_change_thread(call: Call, thread: Channel) -> None:
    """Check that the bot may change *thread* so; its owner may, but only a manager may lock or unlock.

    A member who may write in a thread that is not locked may open it as well.
    """
    body, bot = call.body, call.world.bot
    if body == {"archived": False} and not thread.locked:
        call.world.need(thread, "send_messages_in_threads")
        return
    is_manager = call.world.may(bot, thread, "manage_threads")
    changes_lock = body.get("locked") is not None and body["locked"] != thread.locked
    reopens_locked = thread.locked and body.get("archived") is False
    if not is_manager and (thread.owner_id != bot.id or changes_lock or reopens_locked):
        raise Refusal(50013)
    if thread.archived and body.get("archived") is not False and set(body) - {"archived", "locked"}:
        raise Refusal(50083)


def _take_over(call: Call, channel: Channel) -> None:
    body = call.body
    names = {"name": "name", "locked": "locked", "invitable": "invitable"}
    names |= {"rate_limit_per_user": "slowmode", "auto_archive_duration": "auto_archive"}
    for key, attribute in names.items():
        if body.get(key) is not None:
            setattr(channel, attribute, body[key])
    if body.get("archived") is not None:
        call.world.set_archived(channel, body["archived"])


@route("DELETE", "/channels/{channel_id}")
def delete(call: Call) -> Json:
    channel = call.world.channel(call.path["channel_id"])
    if channel.type == DM:
        return channel_json(call.world, channel)
    call.world.need(channel, "manage_threads" if channel.is_thread else "manage_channels")
    shown = channel_json(call.world, channel)
    call.world.remove_channel(channel)
    return shown


@route("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> None:
    channel = call.world.channel(call.path["channel_id"])
    call.world.need(channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    call.world.tell(Change("typing", channel, user=call.world.bot))
