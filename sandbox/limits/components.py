"""Limits of message components, old layout and components v2."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from sandbox.errors import Json
from sandbox.limits.form import Form, Path

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
IN_CONTAINER = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR)
AT_TOP = (*IN_CONTAINER, CONTAINER)
LINK, PREMIUM = 5, 6  # button styles

MOST_COMPONENTS = 40  # in a v2 message, nested ones counted
MOST_TEXT = 4000  # characters of all text displays together
ALT_TEXT = 1024
ATTACHED = "attachment://"


def children_of(component: Json) -> Iterator[Json]:
    """Yield the components directly inside *component*."""
    inner = component.get("components")
    yield from (child for child in inner or () if isinstance(child, dict))
    for key in "accessory", "component":
        if isinstance(component.get(key), dict):
            yield component[key]


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Return every component, nested ones too, in the order they are read."""
    for component in components:
        yield component
        yield from walk(children_of(component))


def media_of(component: Json) -> Iterator[Json]:
    """Return the media objects (``{"url": ...}``) of one component, not of those inside it."""
    if isinstance(component.get("items"), list):
        yield from (item["media"] for item in component["items"] if isinstance(item.get("media"), dict))
    for key in "media", "file":
        if isinstance(component.get(key), dict):
            yield component[key]


class ComponentCheck:
    """Checks the components of one message.

    :param files: names of the files the message has or is sent with.
    """

    def __init__(self, form: Form, *, is_v2: bool, files: Collection[str]) -> None:
        self._form = form
        self._is_v2 = is_v2
        self._files = files
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._text = 0

    def message(self, components: object) -> None:
        """Check the whole of a message's ``components``."""
        path: Path = ("components",)
        most = MOST_COMPONENTS if self._is_v2 else 5
        for where, component in self._form.items(path, components, most):
            self._part(where, component, AT_TOP if self._is_v2 else (ROW,))
        if not isinstance(components, list):
            return
        count = sum(1 for _ in walk(each for each in components if isinstance(each, dict)))
        if self._is_v2 and count > MOST_COMPONENTS:
            message = f"Total number of components cannot exceed {MOST_COMPONENTS}"
            self._form.wrong(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if self._text > MOST_TEXT:
            message = f"Components displayable text size exceeds maximum size of {MOST_TEXT}"
            self._form.wrong(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def _part(self, path: Path, part: Json, allowed: Collection[int]) -> None:
        kind = part.get("type")
        if not isinstance(kind, int) or kind not in allowed:
            choices = ", ".join(map(str, allowed))
            message = f'Value of field "type" must be one of ({choices}).'
            self._form.wrong((*path, "type"), "UNION_TYPE_CHOICES", message)
            return
        self._id(path, part)
        checks = {
            ROW: self._row,
            BUTTON: self._button,
            SECTION: self._section,
            TEXT_DISPLAY: self._text_display,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }
        checks.get(kind, self._select)(path, part)

    def _id(self, path: Path, part: Json) -> None:
        number = self._form.whole((*path, "id"), part.get("id"), 0, 2**31 - 1)
        if number and number in self._ids:
            self._form.wrong((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self._ids.add(number or 0)

    def custom_id(self, path: Path, part: Json) -> None:
        """Check a custom id: 1 to 100 characters, the only one of its kind."""
        where = (*path, "custom_id")
        found = self._form.text(where, part.get("custom_id"), 100, least=1, needed=True)
        if found and found in self._custom_ids:
            message = "Component custom id cannot be duplicated"
            self._form.wrong(where, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self._custom_ids.add(found)

    def _row(self, path: Path, part: Json) -> None:
        where: Path = (*path, "components")
        inside = list(self._form.items(where, part.get("components"), 5, least=1))
        for place, child in inside:
            self._part(place, child, (BUTTON, *SELECTS))
        if len(inside) > 1 and any(child.get("type") in SELECTS for _, child in inside):
            message = "The specified component exceeds the maximum width"
            self._form.wrong(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)

    def _button(self, path: Path, part: Json) -> None:
        form = self._form
        label = form.text((*path, "label"), part.get("label"), 80)
        self._emoji(path, part)
        form.flag((*path, "disabled"), part.get("disabled"))
        if not form.one_of((*path, "style"), part.get("style"), range(1, 7)):
            return
        if part["style"] == PREMIUM:
            form.required((*path, "sku_id"), part.get("sku_id"))
            return
        if not label and not part.get("emoji"):
            form.wrong(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
        if part["style"] == LINK:
            form.text((*path, "url"), part.get("url"), 512, least=1, needed=True)
            self._must_lack(path, part, "custom_id")
        else:
            self.custom_id(path, part)
            self._must_lack(path, part, "url")

    def _must_lack(self, path: Path, part: Json, key: str) -> None:
        if part.get(key) is not None:
            message = f"A {key} cannot be used with this style"
            self._form.wrong((*path, key), "BUTTON_COMPONENT_INVALID", message)

    def _emoji(self, path: Path, part: Json) -> None:
        emoji = self._form.object((*path, "emoji"), part.get("emoji"))
        name = emoji.get("name")
        if (
            emoji
            and not emoji.get("id")
            and (not name or re.fullmatch(r"[\x00-\x22\x24-\x29\x2b-\x2f\x3a-\x7f]+", name))
        ):
            self._form.wrong((*path, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _select(self, path: Path, part: Json) -> None:
        self.custom_id(path, part)
        self._form.flag((*path, "disabled"), part.get("disabled"))
        self.select(path, part)

    def select(self, path: Path, part: Json) -> None:
        """Check what selects have in common, in messages and in modals."""
        form = self._form
        form.text((*path, "placeholder"), part.get("placeholder"), 150)
        least = form.whole((*path, "min_values"), part.get("min_values"), 0, 25)
        most = form.whole((*path, "max_values"), part.get("max_values"), 1, 25) or 1
        if (1 if least is None else least) > most:
            message = "min_values must be less than or equal to max_values"
            form.wrong((*path, "min_values"), "SELECT_COMPONENT_INVALID_RANGE", message)
        if part["type"] == STRING_SELECT:
            self.options(path, part, 25)
            options = part.get("options")
            if isinstance(options, list) and most > len(options):
                message = f"int value should be less than or equal to {len(options)}."
                form.wrong((*path, "max_values"), "NUMBER_TYPE_MAX", message)
            self._defaults(path, options, most)
        else:
            list(form.items((*path, "default_values"), part.get("default_values"), most))

    def _defaults(self, path: Path, options: object, most: int) -> None:
        chosen = [each for each in options if _is_default(each)] if isinstance(options, list) else []
        if len(chosen) > most:
            message = f"The number of default options must not exceed {most}"
            self._form.wrong((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message)

    def options(self, path: Path, part: Json, most: int, *, least: int = 1) -> None:
        """Check the options of a select, radio or checkbox group."""
        seen: set[str] = set()
        for where, option in self._form.items((*path, "options"), part.get("options"), most, least=least):
            self._form.text((*where, "label"), option.get("label"), 100, least=1, needed=True)
            value = self._form.text((*where, "value"), option.get("value"), 100, least=1, needed=True)
            self._form.text((*where, "description"), option.get("description"), 100)
            self._emoji(where, option)
            if value in seen:
                message = "The specified option value is already used"
                self._form.wrong((*where, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            seen.add(value)

    def _section(self, path: Path, part: Json) -> None:
        for where, child in self._form.items((*path, "components"), part.get("components"), 3, least=1):
            self._part(where, child, (TEXT_DISPLAY,))
        where = (*path, "accessory")
        if self._form.required(where, part.get("accessory")):
            self._part(where, self._form.object(where, part["accessory"]), (BUTTON, THUMBNAIL))

    def _text_display(self, path: Path, part: Json) -> None:
        where = (*path, "content")
        self._text += len(self._form.text(where, part.get("content"), MOST_TEXT, least=1, needed=True))

    def _thumbnail(self, path: Path, part: Json) -> None:
        self._described(path, part)
        self._media((*path, "media"), part.get("media"))

    def _gallery(self, path: Path, part: Json) -> None:
        for where, item in self._form.items((*path, "items"), part.get("items"), 10, least=1):
            self._described(where, item)
            self._media((*where, "media"), item.get("media"))

    def _described(self, path: Path, part: Json) -> None:
        self._form.text((*path, "description"), part.get("description"), ALT_TEXT, least=1)
        self._form.flag((*path, "spoiler"), part.get("spoiler"))

    def _file(self, path: Path, part: Json) -> None:
        self._form.flag((*path, "spoiler"), part.get("spoiler"))
        self._media((*path, "file"), part.get("file"), only_attached=True)

    def _media(self, path: Path, media: object, *, only_attached: bool = False) -> None:
        where = (*path, "url")
        if not self._form.required(path, media):
            return
        url = self._form.text(where, self._form.object(path, media).get("url"), 2048, least=1, needed=True)
        schemes = (ATTACHED,) if only_attached else (ATTACHED, "https://", "http://")
        if url and not url.startswith(schemes):
            message = f"Scheme must be one of {schemes}."
            self._form.wrong(where, "URL_TYPE_INVALID_SCHEME", message)
        if url.startswith(ATTACHED) and url.removeprefix(ATTACHED) not in self._files:
            message = "The referenced attachment was not found."
            self._form.wrong(where, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)

    def _separator(self, path: Path, part: Json) -> None:
        self._form.whole((*path, "spacing"), part.get("spacing"), 1, 2)
        self._form.flag((*path, "divider"), part.get("divider"))

    def _container(self, path: Path, part: Json) -> None:
        self._form.whole((*path, "accent_color"), part.get("accent_color"), 0, 0xFFFFFF)
        self._form.flag((*path, "spoiler"), part.get("spoiler"))
        for where, child in self._form.items((*path, "components"), part.get("components"), 40, least=1):
            self._part(where, child, IN_CONTAINER)


def _is_default(option: Any) -> bool:
    return isinstance(option, dict) and bool(option.get("default"))
