"""Limits of messages: content, embeds, components, files, mentions, nonce."""

from collections.abc import Collection, Sequence

from sandbox.errors import Json, Refusal
from sandbox.limits.components import ALT_TEXT, ATTACHED, ComponentCheck
from sandbox.limits.form import Form, Path
from sandbox.model import COMPONENTS_V2, EPHEMERAL, LOADING, SILENT, Message

REQUEST_SIZE = 25 * 2**20
FILE_SIZE = 10 * 2**20
MOST_FILES = 10
MOST_CONTENT = 2000
EMBED_TEXT = 6000
SUPPRESS_EMBEDS = 1 << 2

SENDABLE = SUPPRESS_EMBEDS | SILENT | COMPONENTS_V2
OLD_FIELDS = ("content", "embeds", "poll", "sticker_ids")


def check_message(
    body: Json,
    *,
    uploads: Sequence[str],
    before: Message | None = None,
    can_be_ephemeral: bool = False,
) -> None:
    """Raise :exc:`Refusal` if *body* breaks a limit.

    :param uploads: names of the files sent with it.
    :param before: the message that is edited, or ``None`` if it is a new one.
    """
    form = Form()
    flags = _check_flags(form, body, before, can_be_ephemeral)
    is_v2 = bool(flags & COMPONENTS_V2) or (before is not None and before.is_v2)
    form.text(("content",), body.get("content"), MOST_CONTENT)
    _check_embeds(form, body.get("embeds"), files=(files := _files_after(form, body, uploads, before)))
    ComponentCheck(form, is_v2=is_v2, files=files).message(body.get("components") or [])
    _check_mentions(form, form.object(("allowed_mentions",), body.get("allowed_mentions")))
    _check_nonce(form, body)
    if is_v2:
        _refuse_old_fields(form, body)
    for field in "poll", "sticker_ids":
        if body.get(field):
            form.wrong((field,), "SANDBOX_LACKS_THIS", "The sandbox does not know this field")
    form.refuse()
    if not _says_something(body, uploads, before, is_v2):
        raise Refusal(50006)


def _check_flags(form: Form, body: Json, before: Message | None, can_be_ephemeral: bool) -> int:
    flags = form.whole(("flags",), body.get("flags"), 0, 2**31 - 1) or 0
    # What a message already has may be repeated when it is edited.
    allowed = SENDABLE | (EPHEMERAL if can_be_ephemeral else 0) | (before.flags | LOADING if before else 0)
    if flags & ~allowed:
        form.wrong(("flags",), "MESSAGE_FLAGS_INVALID", "These flags cannot be set")
    return flags


def _files_after(form: Form, body: Json, uploads: Sequence[str], before: Message | None) -> Collection[str]:
    """Check ``attachments`` and return the names of the files the message will have."""
    path: Path = ("attachments",)
    kept = {each.id: each.filename for each in before.attachments} if before else {}
    listed = body.get("attachments")
    names = list(uploads)
    if listed is None:
        names += kept.values()
    for where, each in form.items(path, listed, MOST_FILES):
        form.text((*where, "description"), each.get("description"), ALT_TEXT)
        form.text((*where, "filename"), each.get("filename"), 1024)
        known = str(each.get("id"))
        if known in kept:
            names.append(kept[known])
        elif not known.isdecimal() or int(known) >= len(uploads):
            form.wrong((*where, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found")
    if len(names) > MOST_FILES:
        form.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
    return names


def _check_embeds(form: Form, embeds: object, files: Collection[str]) -> None:
    total = 0
    for path, embed in form.items(("embeds",), embeds, 10):
        footer = form.object((*path, "footer"), embed.get("footer"))
        author = form.object((*path, "author"), embed.get("author"))
        texts = [
            form.text((*path, "title"), embed.get("title"), 256),
            form.text((*path, "description"), embed.get("description"), 4096),
            form.text((*path, "footer", "text"), footer.get("text"), 2048),
            form.text((*path, "author", "name"), author.get("name"), 256),
        ]
        for where, field in form.items((*path, "fields"), embed.get("fields"), 25):
            texts.append(form.text((*where, "name"), field.get("name"), 256, least=1, needed=True))
            texts.append(form.text((*where, "value"), field.get("value"), 1024, least=1, needed=True))
        total += sum(map(len, texts))
        form.whole((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
        for key in "image", "thumbnail":
            picture = form.object((*path, key), embed.get(key))
            _check_picture((*path, key, "url"), form, picture.get("url"), files)
    if total > EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {EMBED_TEXT}"
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_picture(path: Path, form: Form, url: object, files: Collection[str]) -> None:
    found = form.text(path, url, 2048)
    if found and not found.startswith((ATTACHED, "https://", "http://")):
        message = "Scheme must be one of ('http', 'https', 'attachment')."
        form.wrong(path, "URL_TYPE_INVALID_SCHEME", message)
    if found.startswith(ATTACHED) and found.removeprefix(ATTACHED) not in files:
        form.wrong(path, "ATTACHMENT_NOT_FOUND", "The referenced attachment was not found.")


def _check_mentions(form: Form, allowed: Json) -> None:
    path: Path = ("allowed_mentions",)
    parsed = allowed.get("parse") or []
    for where, each in form.list((*path, "parse"), allowed.get("parse"), 3):
        form.one_of(where, each, ("users", "roles", "everyone"))
    for key in "users", "roles":
        named = list(form.list((*path, key), allowed.get(key), 100))
        if named and isinstance(parsed, list) and key in parsed:
            message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.wrong(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _check_nonce(form: Form, body: Json) -> None:
    nonce = body.get("nonce")
    if isinstance(nonce, str):
        form.text(("nonce",), nonce, 25)
    else:
        form.whole(("nonce",), nonce, -(2**63), 2**63 - 1)
    if body.get("enforce_nonce") and nonce is None:
        form.required(("nonce",), nonce)


def _refuse_old_fields(form: Form, body: Json) -> None:
    for field in OLD_FIELDS:
        if body.get(field):
            message = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.wrong((field,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _says_something(body: Json, uploads: Sequence[str], before: Message | None, is_v2: bool) -> bool:
    """Tell whether anything is left to be seen in a new message, or in *before* once it is edited."""

    def after(field: str, now: object) -> object:
        return body.get(field, now)

    content = str(after("content", before.content if before else "") or "").strip()
    embeds = after("embeds", before.embeds if before else [])
    components = after("components", before.components if before else [])
    attachments = body.get("attachments") if "attachments" in body else (before and before.attachments)
    if is_v2:
        return bool(components)
    return bool(content or embeds or uploads or attachments or components)


def check_upload(size: int) -> None:
    """Raise :exc:`Refusal` if a file of *size* bytes is too big."""
    if size > FILE_SIZE:
        raise Refusal(50045)
