"""Routes about threads: start, join, members."""

from sandbox.errors import Json, Refusal
from sandbox.limits.form import Form
from sandbox.model import (
    ANNOUNCEMENT_THREAD,
    PRIVATE_THREAD,
    THREAD_CREATED,
    THREADS,
    THREADS_IN,
    Channel,
    Message,
)
from sandbox.rest.call import Call, route
from sandbox.rest.channels import ARCHIVE_AFTER
from sandbox.shown import channel_json, thread_member_json
from sandbox.world import Change

MOST_ACTIVE = 1000
MOST_MEMBERS = 1000


def _check(call: Call) -> None:
    form = Form()
    form.text(("name",), call.body.get("name"), 100, least=1, needed=True)
    form.whole(("rate_limit_per_user",), call.body.get("rate_limit_per_user"), 0, 21_600)
    if call.body.get("auto_archive_duration") is not None:
        form.one_of(("auto_archive_duration",), call.body["auto_archive_duration"], ARCHIVE_AFTER)
    if call.body.get("type") is not None:
        form.one_of(("type",), call.body["type"], THREADS)
    form.refuse()


def _need_room(call: Call, kind: int) -> None:
    """Raise :exc:`Refusal` if the server has as many active threads as it may; those of announcements count apart."""
    is_announcement = kind == ANNOUNCEMENT_THREAD
    threads = [each for each in call.world.kept.channels.values() if each.is_thread and not each.archived]
    same = [each for each in threads if (each.type == ANNOUNCEMENT_THREAD) == is_announcement]
    if len(same) >= MOST_ACTIVE:
        raise Refusal(160007 if is_announcement else 160006)


def _parent(call: Call) -> Channel:
    parent = call.world.channel(call.path["channel_id"])
    call.world.need(parent)
    if parent.type not in THREADS_IN:
        raise Refusal(50024)
    return parent


def _start(call: Call, parent: Channel, kind: int, thread_id: str) -> Channel:
    _need_room(call, kind)
    body = call.body
    thread = Channel(
        id=thread_id,
        type=kind,
        name=body["name"],
        parent_id=parent.id,
        owner_id=call.world.kept.bot_id,
        members=[call.world.kept.bot_id],
        invitable=body.get("invitable") is not False,
        auto_archive=body.get("auto_archive_duration") or 4320,
        slowmode=body.get("rate_limit_per_user") or 0,
    )
    return call.world.add_channel(thread)


@route("POST", "/channels/{channel_id}/threads")
def start(call: Call) -> Json:
    parent = _parent(call)
    _check(call)
    kind = call.body.get("type") or PRIVATE_THREAD
    if kind not in THREADS_IN[parent.type]:
        raise Refusal(50024)
    call.world.need(parent, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    thread = _start(call, parent, kind, call.world.new_id())
    if kind != PRIVATE_THREAD:
        _announce(call, parent, thread)
    return channel_json(call.world, thread)


def _announce(call: Call, parent: Channel, thread: Channel) -> None:
    """Say in the parent channel that a thread was started, as Discord does for one without a message."""
    notice = Message(
        id=call.world.new_id(),
        channel_id=parent.id,
        author_id=call.world.kept.bot_id,
        timestamp=call.world.clock.now(),
        type=THREAD_CREATED,
        content=thread.name,
        thread_id=thread.id,
    )
    call.world.add_message(notice)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_from_message(call: Call) -> Json:
    parent = _parent(call)
    message = call.world.message(parent.id, call.path["message_id"])
    _check(call)
    call.world.need(parent, "create_public_threads")
    if message.id in call.world.kept.channels:
        raise Refusal(160004)
    thread = _start(call, parent, THREADS_IN[parent.type][0], message.id)
    message.thread_id = thread.id
    call.world.tell(Change("message_edit", parent, message))
    return channel_json(call.world, thread)


def _thread(call: Call) -> Channel:
    thread = call.world.channel(call.path["channel_id"])
    call.world.need(thread)
    if not thread.is_thread:
        raise Refusal(50024)
    return thread


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_member(call: Call) -> None:
    thread = _thread(call)
    user = call.world.user(call.path["user_id"].replace("@me", call.world.kept.bot_id))
    if user.has_left:
        raise Refusal(10007)
    if thread.archived:
        raise Refusal(50083)
    if not user.is_bot:
        call.world.need(thread, "send_messages_in_threads")
    if user.id not in thread.members and len(thread.members) >= MOST_MEMBERS:
        raise Refusal(30033)
    call.world.join_thread(thread, user)


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_member(call: Call) -> None:
    thread = _thread(call)
    user = call.world.user(call.path["user_id"].replace("@me", call.world.kept.bot_id))
    if not user.is_bot and thread.owner_id != call.world.kept.bot_id:
        call.world.need(thread, "manage_threads")
    if user.id in thread.members:
        thread.members.remove(user.id)
        call.world.tell(Change("thread_members", thread, user=user))


@route("GET", "/channels/{channel_id}/thread-members")
def members(call: Call) -> list[Json]:
    thread = _thread(call)
    return [thread_member_json(thread, call.world.kept.users[each]) for each in thread.members]


@route("GET", "/channels/{channel_id}/threads/archived/public")
def archived(call: Call) -> Json:
    parent = _parent(call)
    call.world.need(parent, "read_message_history")
    threads = [
        each
        for each in call.world.kept.channels.values()
        if each.parent_id == parent.id and each.archived and each.type != PRIVATE_THREAD
    ]
    threads.sort(key=lambda each: (-each.archived_at, each.id))
    shown = [channel_json(call.world, each) for each in threads]
    return {"threads": shown, "members": [], "has_more": False}
