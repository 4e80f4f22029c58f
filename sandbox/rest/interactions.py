"""Routes about answers to interactions: the first one, and later ones with its token."""

from sandbox.errors import Json, Refusal
from sandbox.posting import need_open
from sandbox.rest.call import Call, route
from sandbox.shown import message_json

HOOK = "/webhooks/{webhook_id}/{webhook_token}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
def answer(call: Call) -> Json | None:
    interaction_id, token = call.path["interaction_id"], call.path["interaction_token"]
    response = call.interactions.answer(interaction_id, token, call.body, call.uploads)
    return response if call.query.get("with_response", "").lower() in ("1", "true") else None


def _token(call: Call) -> str:
    if call.path["webhook_id"] != call.world.kept.bot_id:
        raise Refusal(10015)
    return call.path["webhook_token"]


@route("POST", HOOK)
def follow_up(call: Call) -> Json:
    message = call.interactions.follow_up(_token(call), call.body, call.uploads)
    return message_json(call.world, message)


@route("GET", HOOK + "/messages/@original")
@route("GET", HOOK + "/messages/{message_id}")
def fetch(call: Call) -> Json:
    message = call.interactions.said(_token(call), call.path.get("message_id", "@original"))
    return message_json(call.world, message)


@route("PATCH", HOOK + "/messages/@original")
@route("PATCH", HOOK + "/messages/{message_id}")
def edit(call: Call) -> Json:
    wanted = call.path.get("message_id", "@original")
    message = call.interactions.change(_token(call), wanted, call.body, call.uploads)
    return message_json(call.world, message)


@route("DELETE", HOOK + "/messages/@original")
@route("DELETE", HOOK + "/messages/{message_id}")
def delete(call: Call) -> None:
    message = call.interactions.said(_token(call), call.path.get("message_id", "@original"))
    need_open(call.world.channel(message.channel_id))
    call.world.remove_message(message)
