"""Discord's limits for messages and modals, checked before anything is sent.

The library checks some of these limits and lets others pass, to be refused by Discord at the worst moment. Everything
that a cog sends goes through :func:`check_message` or :func:`check_modal`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from records.text import closed

MESSAGE_COMPONENTS = 40
MESSAGE_TEXT = 4_000
MESSAGE_BYTES = 10_000
"""Of all text of a message in UTF-8. Discord names no such limit, but fails beyond it."""

MODAL_PARTS = 5
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
ALT_TEXT = 1_024
SELECT_OPTIONS = 25
CUSTOM_ID = 100  # characters
PLACEHOLDER = 150  # characters in a closed menu
FIELD = 100  # characters in an empty field of a modal
BUTTON_LABEL = 34  # Discord takes 80; phones cut what is longer than this
LABEL_DESCRIPTION = 100  # of a field in a modal
CHOICE_NAME = 100  # characters of what is suggested for a command
MODAL_TITLE = 45

_LIMITS = {
    "label": 80,
    "custom_id": CUSTOM_ID,
    "placeholder": PLACEHOLDER,
    "description": ALT_TEXT,
    "content": MESSAGE_TEXT,
    "title": 256,
}
_CHILDREN = ("components", "accessory", "component")
_ROW_BUTTONS, _GALLERY_ITEMS, _OPTION_TEXT = 5, 10, 100
_ACTION_ROW, _STRING_SELECT, _GALLERY, _CONTAINER = 1, 3, 12, 17


class TooLarge(ValueError):
    """A message that Discord would refuse. It is our fault: a panel was not measured at its worst."""


def check_message(components: Sequence[Mapping[str, Any]], files: Sequence[tuple[int, str]] = ()) -> None:
    """Raise :exc:`TooLarge` unless Discord takes a message of these components.

    :param components: as the library would send them.
    :param files: size in bytes and alt text of each file.
    """
    parts = list(walk(components))
    _require(len(parts) <= MESSAGE_COMPONENTS, f"{len(parts)} components")
    text = message_length("".join(part["content"] for part in parts if "content" in part))
    _require(text <= MESSAGE_TEXT, f"a text that takes {text} characters")
    _check_parts(parts)
    _require(len(files) <= FILES, f"{len(files)} files")
    for size, alt in files:
        _require(size <= FILE_BYTES and len(alt) <= ALT_TEXT, f"a file of {size} bytes, {len(alt)} of alt text")


def check_modal(title: str, components: Sequence[Mapping[str, Any]]) -> None:
    """Raise :exc:`TooLarge` unless Discord takes a modal of this title and these components."""
    _require(0 < len(title) <= MODAL_TITLE, f"a title of {len(title)}")
    _require(0 < len(components) <= MODAL_PARTS, f"{len(components)} parts")
    for part in components:
        _require(len(part.get("label", "")) <= MODAL_TITLE, "a long label")
        _require(len(part.get("description") or "") <= _OPTION_TEXT, "a long description")
    _check_parts([part for part in walk(components) if part.get("type") != 18])


def cut(text: str, at_most: int) -> str:
    """Return *text*, shortened with an ellipsis where it is too long.

    >>> cut("Incitatus", 5)
    'Inci…'
    """
    if len(text) <= at_most:
        return text
    short = closed(text[: at_most - 1].rstrip())
    return (short if len(short) < at_most else closed(text[: at_most - 2].rstrip())) + "…"


def message_length(text: str) -> int:
    """Return how many of a message's characters *text* takes; wide ones take more room than one.

    >>> message_length("Incitatus"), message_length("🏇" * 10)
    (9, 16)
    """
    return max(len(text), -(-len(text.encode()) * MESSAGE_TEXT // MESSAGE_BYTES))


def shared_out(lines: Iterable[str], at_most: int) -> list[str]:
    """Return *lines* as texts of which each fits into *at_most* characters of a message; one at least.

    >>> shared_out(["one", "two", "three"], 8)
    ['one\\ntwo', 'three']
    """
    texts = [""]
    for line in (shortened(line, at_most) for line in lines):
        longer = f"{texts[-1]}\n{line}" if texts[-1] else line
        if message_length(longer) <= at_most:
            texts[-1] = longer
        else:
            texts.append(line)
    return texts


def fitting(lines: Sequence[str], at_most: int) -> str:
    """Return as many of *lines* as fit into *at_most* characters; if not all do, the last one says how many more.

    >>> fitting(["one", "two", "three", "four", "five"], 17)
    'one\\ntwo\\n… 3 more'
    """
    whole = "\n".join(lines)
    if message_length(whole) <= at_most:
        return whole
    first = shared_out(lines, at_most - len(f"\n… {len(lines)} more"))[0]
    return f"{first}\n… {len(lines) - len(first.splitlines())} more"


def shortened(text: str, at_most: int) -> str:
    """Return *text*, cut where it would take more than *at_most* characters of a message."""
    return text if message_length(text) <= at_most else cut(text, at_most * len(text) // message_length(text))


def walk(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield *components* and all that is in them."""
    for component in components:
        yield component
        for key in _CHILDREN:
            inside = component.get(key) or []
            yield from walk(inside if isinstance(inside, list) else [inside])


def _check_parts(parts: Sequence[Mapping[str, Any]]) -> None:
    ids = [part["custom_id"] for part in parts if part.get("custom_id")]
    _require(len(ids) == len(set(ids)), "two parts with one custom id")
    for part in parts:
        for key, at_most in _LIMITS.items():
            _require(len(str(part.get(key) or "")) <= at_most, f"{key} of {len(str(part.get(key)))}")
        _check_children(part)


def _check_children(part: Mapping[str, Any]) -> None:
    kind, children = part.get("type"), part.get("components") or []
    if kind == _ACTION_ROW:
        _require(1 <= len(children) <= _ROW_BUTTONS, f"a row of {len(children)}")
    if kind == _CONTAINER:
        _require(all(child["type"] != _CONTAINER for child in children), "a container in a container")
    if kind == _GALLERY:
        _require(1 <= len(part["items"]) <= _GALLERY_ITEMS, f"{len(part['items'])} pictures in a gallery")
        _require(all(len(item.get("description") or "") <= ALT_TEXT for item in part["items"]), "a long alt text")
    if kind == _STRING_SELECT:
        _check_options(part["options"])


def _check_options(options: Sequence[Mapping[str, Any]]) -> None:
    _require(1 <= len(options) <= SELECT_OPTIONS, f"{len(options)} options")
    for option in options:
        texts = (option["label"], option["value"], option.get("description") or "-")
        _require(all(1 <= len(text) <= _OPTION_TEXT for text in texts), f"option {texts}")
    values = [option["value"] for option in options]
    _require(len(values) == len(set(values)), "two options of one value")


def _require(is_true: bool, what: str) -> None:
    if not is_true:
        raise TooLarge(what)
