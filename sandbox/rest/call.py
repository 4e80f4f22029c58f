"""A request of the bot on its way to the function that does it."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.errors import Json, Refusal
from sandbox.interactions import Interactions
from sandbox.limits.form import Form
from sandbox.limits.messages import REQUEST_SIZE
from sandbox.posting import Upload
from sandbox.world import World


@dataclass
class Call:
    """A request: its route, its content, and the world it is about."""

    world: World
    interactions: Interactions
    gateway_url: str
    starts: Json  # of sessions: how many may begin
    path: dict[str, str]  # the parts of the route in braces
    query: dict[str, str]
    payload: Any = None
    uploads: list[Upload] = field(default_factory=list)

    @property
    def body(self) -> Json:
        """The payload, if it is an object."""
        if self.payload is None:
            return {}
        if not isinstance(self.payload, dict):
            Form().wrong((), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            raise Refusal(50035, errors={})
        return self.payload


Action = Callable[[Call], Awaitable[Any] | Any]
ROUTES: list[tuple[str, str, "re.Pattern[str]", Action]] = []
CREATES = frozenset(
    {
        ("POST", "/channels/{channel_id}/threads"),
        ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
    }
)
"""Routes that answer 201 instead of 200."""


def route(method: str, template: str) -> Callable[[Action], Action]:
    """Let a function answer *method* at *template*; its result is sent as JSON, ``None`` as a 204."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))

    def add(action: Action) -> Action:
        ROUTES.append((method, template, pattern, action))
        return action

    return add


def find(method: str, path: str) -> tuple[str, dict[str, str], Action] | None:
    """Return the template, the parts and the action for a request; ``None`` if there is none.

    Of several the one with the fewest parts in braces: ``/users/@me`` before ``/users/{user_id}``.
    """
    matches = [
        (template, match.groupdict(), action)
        for known, template, pattern, action in ROUTES
        if known == method and (match := pattern.fullmatch(path))
    ]
    return min(matches, key=lambda found: (len(found[1]), found[0]), default=None)


def is_multipart(request: web.Request) -> bool:
    """Tell whether a request may bear files."""
    return request.content_type == "multipart/form-data"


async def read(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return the payload and the files of a request.

    :raises Refusal: 40005 if it is too big, 50109 if it is not JSON.
    """
    if (request.content_length or 0) > REQUEST_SIZE:
        raise Refusal(40005)
    if is_multipart(request):
        return await _read_parts(request)
    text = await request.read()
    return _parsed(text) if text else None, []


def _parsed(text: bytes | str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise Refusal(50109) from error


async def _read_parts(request: web.Request) -> tuple[Any, list[Upload]]:
    payload: Any = None
    uploads: list[Upload] = []
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refusal(50109)
        body = bytes(await part.read())
        size += len(body)
        if size > REQUEST_SIZE:
            raise Refusal(40005)
        if part.name == "payload_json":
            payload = _parsed(body)
        elif part.filename is not None:
            uploads.append(Upload(part.name or "", part.filename, body))
    return payload, uploads
