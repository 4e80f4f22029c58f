"""Messages with files that Discord does not take: each is sent once more, with words in the place of its files.

Everything that bears files passes here, posts as well as answers. Each message is tried with its files first, so they
come back by themselves.
"""

import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import discord

from cogs.kit.limits import MESSAGE_TEXT, cut, message_length, shortened, walk
from steward import Steward
from words.shared.names import harmless

log = logging.getLogger(__name__)

KEY = "files refused"
"""Under which the latest refusal is kept: Discord's number and the time; empty once files are taken again."""

TOO_LARGE = 413
"""The HTTP status of a body that is too large. A server on the way to Discord may say so, too, without a number."""

REFUSED = (40005, 40006, 50045, 20009)
"""Discord's numbers: a body too large, a feature switched off, a file too large, a picture that its filter blocks."""

CONTENT = 2_000
"""Characters of a message without components."""

NO_PICTURES = "-# 🖼️ The pictures could not be sent, so here they are in words. They come back with the next post."
NO_FILES = "-# 📎 The file could not be sent: Discord takes none from me just now. Ask for it again in a while."

Request = Callable[..., Coroutine[Any, Any, Any]]
"""A way of the library to send a request."""

Form = Iterable[Mapping[str, Any]]
"""The parts of a request that bears files, as the library makes them."""

_PAYLOAD = "payload_json"
_TEXT, _GALLERY, _FILE = 10, 12, 13  # types of components


class Refusal(NamedTuple):
    """The latest answer to a message with files, if it was a refusal."""

    code: int  # Discord's number, or the HTTP status where there is none
    since: float  # seconds since 1970


class Uploads:
    """Sends what bears files, and knows whether Discord takes files now."""

    def __init__(self, steward: Steward) -> None:
        self._steward = steward
        self._kept: str | None = None  # as it is on record; ``None`` before it was read

    async def refusal(self) -> Refusal | None:
        """Return the refusal that is still the latest word; ``None`` if files are taken as far as is known."""
        code, _, since = (await self._read()).partition(" ")
        return Refusal(int(code), float(since)) if since else None

    def through(self, request: Request) -> Request:
        """Return the library's way to send a request, for any that bears files with words at hand."""

        async def sent(route: Any, *, files: Any = None, form: Form | None = None, **how: Any) -> Any:
            as_it_is = partial(request, route, files=files, form=form, **how)
            return await self.send(form, as_it_is, lambda payload: request(route, json=payload, **how))

        return sent

    async def send(
        self, form: Form | None, as_it_is: Callable[[], Awaitable[Any]], in_words: Callable[[Any], Awaitable[Any]]
    ) -> Any:
        """Send a request; if Discord refuses its files, send it once more without them.

        :param form: the request's parts, if it bears files.
        :param in_words: sends a payload that bears none.
        :raises discord.HTTPException: of another refusal, or of the second sending.
        """
        if not form:
            return await as_it_is()
        try:
            sent = await as_it_is()
        except discord.HTTPException as error:
            if error.status != TOO_LARGE and error.code not in REFUSED:
                raise
            await self._note_refused(error.code or error.status)
            return await in_words(without_files(form))
        await self._keep("")
        return sent

    async def _note_refused(self, code: int) -> None:
        before = await self.refusal()
        if before is None or before.code != code:
            log.warning("Discord takes no files (%s): words stand in their place", code)
            await self._keep(f"{code} {self._steward.now()}")

    async def _read(self) -> str:
        if self._kept is None:
            self._kept = await self._steward.memory.get(KEY) or ""
        return self._kept

    async def _keep(self, kept: str) -> None:
        if await self._read() != kept:
            await self._steward.memory.set(KEY, kept)
            self._kept = kept


def without_files(form: Form) -> Any:
    """Return the payload of a request without its files: their alt texts, and a line that says so, stand there."""
    parts: dict[str, Any] = {part["name"]: part.get("value") for part in form}
    payload = json.loads(parts.pop(_PAYLOAD))
    message = payload.get("data", payload)  # of a first answer it is within
    new = {name.removeprefix("files[").removesuffix("]") for name in parts}
    message["attachments"] = [each for each in message.get("attachments", ()) if str(each["id"]) not in new]
    if message.get("components"):
        words = _Words(message["components"])
        message["components"] = [*words.instead_of(message["components"])]
    else:
        message["content"] = cut("\n".join(filter(None, (message.get("content"), NO_FILES))), CONTENT)
    return payload


class _Words:
    """Words in the place of a message's pictures and files. Together with its text they fit into a message."""

    def __init__(self, components: Sequence[Mapping[str, Any]]) -> None:
        parts = list(walk(components))
        borne = [part for part in parts if part.get("type") in (_GALLERY, _FILE)]
        free = MESSAGE_TEXT - message_length("".join(part["content"] for part in parts if "content" in part))
        self._room = free // max(1, len(borne))
        self._last = borne[-1] if borne else None

    def instead_of(self, components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield *components* with texts for those that show a file; one for which there is no room is left out."""
        for component in components:
            if component.get("type") not in (_GALLERY, _FILE):
                within = component.get("components")
                yield component | ({"components": [*self.instead_of(within)]} if within else {})
            elif text := self._text(component):
                yield {"type": _TEXT, "content": text, **({"id": component["id"]} if "id" in component else {})}

    def _text(self, component: Mapping[str, Any]) -> str:
        # A text shows marks and links of players' names, which an alt text does not.
        told = [line for each in component.get("items", ()) for line in (each.get("description") or "").split("\n")]
        said = [harmless(line) for line in told]
        line = NO_FILES if component["type"] == _FILE else NO_PICTURES
        ending = line if component is self._last else ""
        room = self._room - message_length(f"\n{ending}")
        words = shortened("\n".join(filter(None, said)), room) if room > 0 else ""
        return "\n".join(filter(None, (words, ending))) if room >= 0 else ""
