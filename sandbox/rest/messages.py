"""Routes about messages in channels: send, look up, edit, delete, pin."""

from sandbox import posting
from sandbox.clock import iso
from sandbox.errors import Json, Refusal
from sandbox.limits.form import Form
from sandbox.model import ANNOUNCEMENT, CROSSPOSTED, DM, Channel, Message, User
from sandbox.posting import Author
from sandbox.rest.call import Call, route
from sandbox.shown import message_json
from sandbox.world import Change

MOST_PINS = 250
PIN_ADDED = 6  # type of message


def _channel(call: Call, *rights: str) -> Channel:
    channel = call.world.channel(call.path["channel_id"])
    call.world.need(channel, *rights)
    return channel


def _message(call: Call, channel: Channel) -> Message:
    """Return the message of the route; an ephemeral one is unknown here."""
    message = call.world.message(channel.id, call.path["message_id"])
    if message.visible_to is not None:
        raise Refusal(10008)
    return message


@route("POST", "/channels/{channel_id}/messages")
def send(call: Call) -> Json:
    channel = _channel(call)
    body = call.body
    if channel.type == DM:
        _need_a_reader(call.world.user(channel.recipient_id or ""))
    else:
        _need_to_send(call, channel)
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        before = call.world.sent_before(channel.id, body["nonce"])
        if before:
            return message_json(call.world, before) | {"nonce": before.nonce}
    message = posting.post(call.world, channel, Author(call.world.bot), body, call.uploads)
    if channel.is_thread:
        call.world.join_thread(channel, call.world.bot)
    shown = message_json(call.world, message)
    return shown if message.nonce is None else shown | {"nonce": message.nonce}


def _need_a_reader(person: User) -> None:
    """Raise :exc:`Refusal` if *person* takes no messages from the bot."""
    if person.has_left:
        raise Refusal(50278)
    if not person.dms_open:
        raise Refusal(50007)


def _need_to_send(call: Call, channel: Channel) -> None:
    call.world.need(channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    if call.uploads:
        call.world.need(channel, "attach_files")
    if call.body.get("embeds"):
        call.world.need(channel, "embed_links")
    if channel.archived and channel.locked:
        call.world.need(channel, "manage_threads")
    if call.body.get("message_reference"):
        call.world.need(channel, "read_message_history")


@route("GET", "/channels/{channel_id}/messages")
def history(call: Call) -> list[Json]:
    channel = _channel(call)
    if not call.world.may(call.world.bot, channel, "read_message_history"):
        return []
    form = Form()
    limit = call.query.get("limit", "50")
    number = form.whole(("limit",), int(limit) if limit.isdecimal() else limit, 1, 100) or 50
    form.refuse()
    messages = [each for each in call.world.messages(channel.id) if each.visible_to is None]
    chosen = _around(messages, call.query, number)
    return [message_json(call.world, each) for each in sorted(chosen, key=lambda each: -int(each.id))]


def _around(messages: list[Message], query: dict[str, str], number: int) -> list[Message]:
    if "after" in query:
        return [each for each in messages if int(each.id) > int(query["after"])][:number]
    if "around" in query:
        middle = int(query["around"])
        older = [each for each in messages if int(each.id) < middle][-(number // 2) :]
        return older + [each for each in messages if int(each.id) >= middle][: number - number // 2]
    before = int(query.get("before", 2**63))
    return [each for each in messages if int(each.id) < before][-number:]


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def fetch(call: Call) -> Json:
    channel = _channel(call, "read_message_history")
    return message_json(call.world, _message(call, channel))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit(call: Call) -> Json:
    channel = _channel(call)
    message = _message(call, channel)
    if message.author_id != call.world.kept.bot_id:
        raise Refusal(50005)
    if call.uploads and channel.type != DM:
        call.world.need(channel, "attach_files")
    return message_json(call.world, posting.edit(call.world, message, call.body, call.uploads))


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete(call: Call) -> None:
    channel = _channel(call)
    message = _message(call, channel)
    if message.author_id != call.world.kept.bot_id:
        if channel.type == DM:
            raise Refusal(50013)
        call.world.need(channel, "manage_messages")
    posting.need_open(channel)
    call.world.remove_message(message)


def _set_pin(call: Call, *, pinned: bool) -> None:
    channel = _channel(call)
    if channel.type != DM:
        call.world.need(channel, "pin_messages")
    posting.need_open(channel)
    message = _message(call, channel)
    if (message.pinned is not None) == pinned:
        return
    if pinned and len(_pinned(call, channel)) >= MOST_PINS:
        raise Refusal(30003)
    message.pinned = call.world.clock.now() if pinned else None
    call.world.tell(Change("message_edit", channel, message))
    if pinned:
        _announce(call, message)


def _announce(call: Call, pinned: Message) -> None:
    notice = Message(
        id=call.world.new_id(),
        channel_id=pinned.channel_id,
        author_id=call.world.kept.bot_id,
        timestamp=call.world.clock.now(),
        type=PIN_ADDED,
        reply_to=pinned.id,
    )
    call.world.add_message(notice)


def _pinned(call: Call, channel: Channel) -> list[Message]:
    pinned = [each for each in call.world.messages(channel.id) if each.pinned is not None]
    return sorted(pinned, key=lambda each: (-(each.pinned or 0), each.id))


@route("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
@route("PUT", "/channels/{channel_id}/pins/{message_id}")
def pin(call: Call) -> None:
    _set_pin(call, pinned=True)


@route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
@route("DELETE", "/channels/{channel_id}/pins/{message_id}")
def unpin(call: Call) -> None:
    _set_pin(call, pinned=False)


@route("POST", "/channels/{channel_id}/messages/{message_id}/crosspost")
def crosspost(call: Call) -> Json:
    """Publish a message of an announcement channel to those who follow it; nobody follows here."""
    channel = _channel(call, "send_messages")
    message = _message(call, channel)
    if channel.type != ANNOUNCEMENT:
        raise Refusal(50024)
    if message.author_id != call.world.kept.bot_id:
        call.world.need(channel, "manage_messages")
    if message.flags & CROSSPOSTED:
        raise Refusal(40033)
    message.flags |= CROSSPOSTED
    call.world.tell(Change("message_edit", channel, message))
    return message_json(call.world, message)


@route("GET", "/channels/{channel_id}/messages/pins")
def pins(call: Call) -> Json:
    channel = _channel(call)
    items = [
        {"pinned_at": iso(each.pinned or 0), "message": message_json(call.world, each)}
        for each in _pinned(call, channel)
    ]
    return {"items": items, "has_more": False}
