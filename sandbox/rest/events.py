"""Routes about a server's events: those at a place outside, which a bot makes, lists and takes away."""

from datetime import datetime
from typing import Any

from sandbox import permissions
from sandbox.errors import Json, Refusal
from sandbox.limits.form import Form
from sandbox.rest.call import Call, route

OUTSIDE, FOR_MEMBERS, SCHEDULED = 3, 2, 1
"""The type of an event at a place outside Discord; the only privacy; the status of one that has not begun."""

MOST = 100
"""Events of a server that have not begun."""

NAME, DESCRIPTION, PLACE = 100, 1000, 100
"""Characters at most."""


def _need(call: Call, *rights: str) -> None:
    """Check that the bot has one of these rights on the server."""
    if call.path["guild_id"] != call.world.kept.guild_id:
        raise Refusal(10004)
    has = call.world.kept.rights | permissions.EVERYONE
    if not any(has & permissions.BITS[each] for each in (*rights, "administrator")):
        raise Refusal(50013)


@route("GET", "/guilds/{guild_id}/scheduled-events")
def listed(call: Call) -> list[Json]:
    return list(call.world.kept.events.values())


@route("POST", "/guilds/{guild_id}/scheduled-events")
def create(call: Call) -> Json:
    _need(call, "create_events")
    body, form = call.body, Form()
    place = (body.get("entity_metadata") or {}).get("location")
    form.text(("name",), body.get("name"), NAME, least=1)
    form.text(("description",), body.get("description"), DESCRIPTION)
    form.text(("entity_metadata", "location"), place, PLACE, least=1)
    form.one_of(("entity_type",), body.get("entity_type"), (OUTSIDE,))
    form.one_of(("privacy_level",), body.get("privacy_level"), (FOR_MEMBERS,))
    begins, ends = (_seconds(body.get(f"scheduled_{each}_time")) for each in ("start", "end"))
    if begins is None or begins <= call.world.clock.now():
        form.wrong(
            ("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past"
        )
    if begins is not None and (ends is None or ends <= begins):
        form.wrong(("scheduled_end_time",), "BASE_TYPE_REQUIRED", "This field is required")
    form.refuse()
    if len(call.world.kept.events) >= MOST:
        raise Refusal(30038)
    made = _made(call, body)
    call.world.kept.events[made["id"]] = made
    return made


def _seconds(text: Any) -> float | None:
    try:
        return datetime.fromisoformat(str(text)).timestamp()
    except ValueError:
        return None


def _made(call: Call, body: Json) -> Json:
    return {
        "id": call.world.new_id(),
        "guild_id": call.world.kept.guild_id,
        "channel_id": None,
        "creator_id": call.world.kept.bot_id,
        "name": body["name"],
        "description": body.get("description"),
        "scheduled_start_time": body["scheduled_start_time"],
        "scheduled_end_time": body["scheduled_end_time"],
        "privacy_level": FOR_MEMBERS,
        "status": SCHEDULED,
        "entity_type": OUTSIDE,
        "entity_id": None,
        "entity_metadata": body["entity_metadata"],
        "recurrence_rule": None,
        "guild_scheduled_event_exceptions": [],
        "image": None,
    }


@route("GET", "/guilds/{guild_id}/scheduled-events/{event_id}")
def fetch(call: Call) -> Json:
    return _event(call)


def _event(call: Call) -> Json:
    found = call.world.kept.events.get(call.path["event_id"])
    if found is None:
        raise Refusal(10070)
    return found


@route("DELETE", "/guilds/{guild_id}/scheduled-events/{event_id}")
def delete(call: Call) -> None:
    """Take an event away: one of its own with the right to make events, any with the right to manage them."""
    found = _event(call)
    _need(call, *(["create_events"] if found["creator_id"] == call.world.kept.bot_id else []), "manage_events")
    del call.world.kept.events[found["id"]]
