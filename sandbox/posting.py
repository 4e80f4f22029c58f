"""Turns a checked body into a message, or into a changed one."""

import mimetypes
import re
import struct
from dataclasses import dataclass
from typing import Any

from sandbox.clock import wait_until
from sandbox.errors import Json, Refusal
from sandbox.limits.components import ATTACHED, TEXT_DISPLAY, media_of, walk
from sandbox.limits.messages import check_message, check_upload
from sandbox.model import COMPONENTS_V2, CROSSPOSTED, EPHEMERAL, LOADING, Attachment, Channel, Message, User
from sandbox.world import Change, World

OLD, EDIT_SPAN, MOST_LATE_EDITS = 3600, 20, 3
"""A message older than OLD seconds takes so many edits in EDIT_SPAN seconds; Discord publishes no number."""

STAYING = EPHEMERAL | COMPONENTS_V2 | CROSSPOSTED  # flags that an edit cannot take off


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    field: str  # 'files[0]'
    filename: str
    body: bytes

    @property
    def number(self) -> str:
        return self.field.removeprefix("files[").removesuffix("]")


def size_of_picture(body: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels of a PNG, GIF or WebP, or ``None``."""
    if body[:8] == b"\x89PNG\r\n\x1a\n" and len(body) >= 24:
        width, height = struct.unpack(">II", body[16:24])
        return width, height
    if body[:6] in (b"GIF87a", b"GIF89a") and len(body) >= 10:
        width, height = struct.unpack("<HH", body[6:10])
        return width, height
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP" and len(body) >= 30:
        return _size_of_webp(body)
    return None


def _size_of_webp(body: bytes) -> tuple[int, int] | None:
    match body[12:16]:
        case b"VP8X":
            return int.from_bytes(body[24:27], "little") + 1, int.from_bytes(body[27:30], "little") + 1
        case b"VP8L":
            packed = int.from_bytes(body[21:25], "little")
            return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack("<HH", body[26:30])
            return width & 0x3FFF, height & 0x3FFF
    return None


@dataclass
class Author:
    """The author and the circumstances of a message.

    :ivar visible_to: the only user who shall see it.
    :ivar interaction: metadata of the interaction it answers.
    """

    user: User
    visible_to: str | None = None
    interaction: Json | None = None
    is_answer: bool = False


def post(world: World, channel: Channel, author: Author, body: Json, uploads: list[Upload]) -> Message:
    """Post a message that the bot sends; :exc:`Refusal` if it breaks a limit."""
    names = _check(body, uploads, before=None, can_be_ephemeral=author.is_answer)
    message = Message(
        id=world.new_id(),
        channel_id=channel.id,
        author_id=author.user.id,
        timestamp=world.clock.now(),
        flags=(body.get("flags") or 0) & ~EPHEMERAL,
        visible_to=author.visible_to,
        interaction=author.interaction,
        is_answer=author.is_answer,
        nonce=body.get("nonce"),
        nonce_enforced=bool(body.get("enforce_nonce")),
        type=20 if author.interaction and author.interaction["type"] == 2 else 0,
    )
    if author.visible_to is not None:
        message.flags |= EPHEMERAL
    _refer(world, message, body.get("message_reference"))
    _write(world, message, body, uploads, names)
    return world.add_message(message)


def placeholder(world: World, channel: Channel, author: Author) -> Message:
    """Post the message that says the bot is thinking."""
    message = Message(
        id=world.new_id(),
        channel_id=channel.id,
        author_id=author.user.id,
        timestamp=world.clock.now(),
        flags=LOADING | (EPHEMERAL if author.visible_to else 0),
        visible_to=author.visible_to,
        interaction=author.interaction,
        is_answer=True,
        type=20 if author.interaction and author.interaction["type"] == 2 else 0,
    )
    return world.add_message(message)


def need_open(channel: Channel) -> None:
    """Refuse what cannot be done in an archived thread."""
    if channel.archived:
        raise Refusal(50083)


def edit(world: World, message: Message, body: Json, uploads: list[Upload]) -> Message:
    """Change a message of the bot; :exc:`Refusal` if that breaks a limit."""
    need_open(world.channel(message.channel_id))
    was_thinking = bool(message.flags & LOADING)
    names = _check(body, uploads, before=message, can_be_ephemeral=True)
    if not was_thinking:
        _note_late_edit(world, message)
    flags = message.flags & ~LOADING
    if body.get("flags") is not None:
        flags = flags & STAYING | body["flags"] & ~(EPHEMERAL | LOADING)
    becomes_v2 = bool(flags & COMPONENTS_V2) and not message.is_v2
    message.flags = flags
    if becomes_v2:
        message.content, message.embeds = "", []
    _write(world, message, body, uploads, names)
    if not was_thinking:
        message.edited = world.clock.now()
    world.tell(Change("message_edit", world.kept.channels[message.channel_id], message))
    return message


def _check(body: Json, uploads: list[Upload], *, before: Message | None, can_be_ephemeral: bool) -> list[str]:
    """Check a body; return its uploads' names, which ``attachments`` may give anew."""
    for upload in uploads:
        check_upload(len(upload.body))
    listed = body.get("attachments")
    given = {str(each.get("id")): each for each in listed or () if isinstance(each, dict)}
    names = [str(given.get(each.number, {}).get("filename") or each.filename) for each in uploads]
    check_message(body, uploads=names, before=before, can_be_ephemeral=can_be_ephemeral)
    return names


def _note_late_edit(world: World, message: Message) -> None:
    now = world.clock.now()
    if now - message.timestamp < OLD:
        return
    recent = [at for at in message.late_edits if at + EDIT_SPAN > now]
    if len(recent) >= MOST_LATE_EDITS:
        raise Refusal(30046, retry_after=wait_until(recent[0] + EDIT_SPAN, now))
    message.late_edits = [*recent, now]


def _refer(world: World, message: Message, reference: Json | None) -> None:
    if not reference:
        return
    answered = str(reference.get("message_id"))
    if answered in world.kept.messages[message.channel_id]:
        message.reply_to, message.type = answered, 19
    elif reference.get("fail_if_not_exists", True):
        wrong = [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}]
        raise Refusal(50035, errors={"message_reference": {"_errors": wrong}})


def _write(world: World, message: Message, body: Json, uploads: list[Upload], names: list[str]) -> None:
    """Take over the fields of *body*; all others stay."""
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = body["embeds"] or []
    _attach(world, message, body.get("attachments"), uploads, names)
    if "components" in body:
        message.components = body["components"] or []
        _settle_components(world, message)
    mention(world, message, body.get("allowed_mentions"))


def _attach(world: World, message: Message, listed: list[Json] | None, uploads: list[Upload], names: list[str]) -> None:
    given = {str(each["id"]): each for each in listed or ()}
    kept = [each for each in message.attachments if listed is None or each.id in given]
    for gone in message.attachments:
        if gone not in kept:
            world.files.pop(gone.id, None)
    for attachment in kept:
        if "description" in given.get(attachment.id, {}):
            attachment.description = given[attachment.id]["description"]
    new = [
        _new_file(world, message, name, upload, given.get(upload.number, {}))
        for name, upload in zip(names, uploads, strict=True)
    ]
    message.attachments = kept + new


def _new_file(world: World, message: Message, name: str, upload: Upload, listed: Json) -> Attachment:
    size = size_of_picture(upload.body)
    attachment = Attachment(
        id=world.new_id(),
        filename=re.sub(r"[\x00-\x1f/\\]", "_", name),
        size=len(upload.body),
        content_type=mimetypes.guess_type(name)[0],
        description=listed.get("description"),
        width=size[0] if size else None,
        height=size[1] if size else None,
        is_ephemeral=message.visible_to is not None,
    )
    world.files[attachment.id] = upload.body
    return attachment


def _settle_components(world: World, message: Message) -> None:
    """Number the components, and let media that are files of this very message name them."""
    taken = {part["id"] for part in walk(message.components) if part.get("id")}
    free = (number for number in range(1, 2**16) if number not in taken)
    for part in walk(message.components):
        part["id"] = part.get("id") or next(free)
        for media in media_of(part):
            for attachment in message.attachments:
                prefix = f"{world.origin}/cdn/attachments/{message.channel_id}/{attachment.id}/"
                if media["url"].startswith(prefix):
                    media["url"] = ATTACHED + attachment.filename


def mention(world: World, message: Message, allowed: Any) -> None:
    """Work out whom *message* mentions, of those that *allowed* (``allowed_mentions``) lets it."""
    texts = [part["content"] for part in walk(message.components) if part["type"] == TEXT_DISPLAY]
    text = "\n".join([message.content, *texts])
    named = [each for each in dict.fromkeys(re.findall(r"<@!?(\d+)>", text)) if each in world.kept.users]
    everything: Json = {"parse": ["users", "everyone"], "replied_user": True}
    rules: Json = everything if allowed is None else allowed
    parse = rules.get("parse") or []
    if "users" not in parse:
        ids = [str(each) for each in rules.get("users") or ()]
        named = [each for each in named if each in ids]
    answered = world.kept.messages[message.channel_id].get(message.reply_to or "")
    if answered and rules.get("replied_user") and answered.author_id not in named:
        named.append(answered.author_id)
    message.mentions = named
    calls = "everyone" in parse and re.search(r"@(everyone|here)\b", text) is not None
    message.mentions_everyone = calls and world.may(
        world.kept.users[message.author_id], world.kept.channels[message.channel_id], "mention_everyone"
    )
