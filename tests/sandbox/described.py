"""Everything a sandbox has answered and sent, checked against Discord's own description."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sandbox.errors import Json
from sandbox.rest.server import CLIENT_GONE
from tests.platform.openapi import problems_of, problems_of_response

GUILD_PARTS = {"channels": "GuildChannelResponse", "threads": "ThreadResponse", "members": "GuildMemberResponse"}
IN_RESOLVED = {"users": "UserResponse", "roles": "GuildRoleResponse"}
WHOLE = {
    "GUILD_CREATE": "GuildResponse",
    "CHANNEL_CREATE": "GuildChannelResponse",
    "CHANNEL_UPDATE": "GuildChannelResponse",
    "CHANNEL_DELETE": "GuildChannelResponse",
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
    "MESSAGE_CREATE": "MessageResponse",
    "MESSAGE_UPDATE": "MessageResponse",
}
"""The events that are one object of the description."""


@dataclass
class Sent:
    """The events that a gateway has sent."""

    events: list[tuple[str, Any]] = field(default_factory=list)

    def problems(self) -> list[str]:
        """Return what is wrong with them."""
        return [problem for name, data in self.events for problem in problems_of_event(name, data)]


def problems_of_event(name: str, data: Json) -> list[str]:
    """Return what is wrong with an event, as far as the description has a schema for its parts."""
    return [f"{name}: {problem}" for schema, part in _parts(name, data) for problem in problems_of(schema, part)]


def _parts(name: str, data: Json) -> Iterator[tuple[str, Any]]:
    """Return the parts of an event with the names of their schemas."""
    if name in WHOLE:
        yield WHOLE[name], data
    match name:
        case "READY":
            yield "UserPIIResponse", data["user"]
        case "GUILD_CREATE":
            for key, schema in GUILD_PARTS.items():
                yield from ((schema, each) for each in data[key])
        case "GUILD_MEMBERS_CHUNK":
            yield from (("GuildMemberResponse", each) for each in data["members"])
        case "THREAD_MEMBERS_UPDATE":
            yield from (("ThreadMemberResponse", each) for each in data.get("added_members", ()))
        case "INTERACTION_CREATE":
            yield from _parts_of_interaction(data)


def _parts_of_interaction(data: Json) -> Iterator[tuple[str, Any]]:
    yield "UserResponse", data["user"] if "user" in data else data["member"]["user"]
    if "member" in data:
        yield "GuildMemberResponse", data["member"]
    if "message" in data:
        yield "MessageResponse", data["message"]
    kind = data["channel"]["type"]
    yield (
        {1: "PrivateChannelResponse", 10: "ThreadResponse", 11: "ThreadResponse", 12: "ThreadResponse"}.get(
            kind, "GuildChannelResponse"
        ),
        data["channel"],
    )
    resolved = data["data"].get("resolved", {})
    for key, schema in IN_RESOLVED.items():
        yield from ((schema, each) for each in resolved.get(key, {}).values())


def problems_of_answers(requests: Iterable[Json]) -> list[str]:
    """Return what is wrong with the answers of the HTTP API, but for those that a test has spoilt."""
    return [
        f"request {each['n']}: {problem}"
        for each in requests
        if each["route"] is not None and 0 < each["status"] < CLIENT_GONE and not _is_spoilt(each)
        for problem in problems_of_response(each["method"], each["path"], each["status"], each["answer"])
    ]


def _is_spoilt(request: Json) -> bool:
    return request["fault"] is not None and request["fault"] not in ("rate limit", "delay")
