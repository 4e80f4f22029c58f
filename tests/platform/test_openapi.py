"""The checks against Discord's description can tell right from wrong."""

from typing import Any

import pytest

from tests.platform.openapi import problems_of, problems_of_request, problems_of_response

MESSAGES = "/channels/1/messages"
ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


@pytest.mark.parametrize(
    ("method", "path", "payload"),
    [
        ("POST", MESSAGES, {"content": "x", "components": [ROW], "nonce": "7", "enforce_nonce": True}),
        ("POST", "/users/@me/channels", {"recipient_id": 7}),
        ("PATCH", "/webhooks/1/abc/messages/@original", {"content": None, "attachments": [{"id": 0}]}),
        ("POST", "/interactions/1/abc/callback", {"type": 6}),
        ("POST", "/interactions/1/abc/callback", {"type": 4, "data": {"content": "x", "flags": 64}}),
        ("PUT", "/channels/1/messages/pins/2", None),
        ("GET", "/users/@me", None),
    ],
)
def test_a_valid_request_has_no_problem(method: str, path: str, payload: Any) -> None:
    assert problems_of_request(method, path, payload) == []


@pytest.mark.parametrize(
    ("method", "path", "payload", "says"),
    [
        ("POST", "/nowhere", {}, "no such route"),
        ("PUT", MESSAGES, {}, "no such route"),
        ("GET", "/users/@me", {"x": 1}, "takes no body"),
        ("POST", MESSAGES, None, "needs a body"),
        ("POST", MESSAGES, {"content": 7}, "content"),
        ("POST", MESSAGES, {"content": "x" * 4001}, "content"),
        ("POST", MESSAGES, {"nonce": "x" * 26}, "nonce"),
        ("POST", MESSAGES, {"embeds": [{}] * 11}, "embeds"),
        ("POST", MESSAGES, {"components": [{**ROW, "components": [{"type": 99}]}]}, "components"),
        ("POST", MESSAGES, {"components": [{**ROW, "components": [{"type": 2, "style": "bold"}]}]}, "components"),
        ("POST", "/interactions/1/abc/callback", {"type": 8, "data": {"choices": "none"}}, "callback"),
    ],
)
def test_an_invalid_request_is_told(method: str, path: str, payload: Any, says: str) -> None:
    problems = problems_of_request(method, path, payload)

    assert problems
    assert says in problems[0]


def test_responses_and_single_schemas_are_checked_too() -> None:
    user: dict[str, Any] = {"id": "1", "username": "ana", "avatar": None, "discriminator": "0"}
    user |= {"public_flags": 0, "flags": 0, "global_name": None, "primary_guild": None}

    assert problems_of_response("GET", "/users/7", 200, user) == []
    assert problems_of("UserResponse", user) == []
    del user["username"]
    assert "username" in problems_of_response("GET", "/users/7", 200, user)[0]
    assert "status 299" in problems_of_response("GET", "/users/7", 299, user)[0]


def of_texts(content: int = 1, label: int = 1, custom_id: int = 1, kind: int = 2) -> dict[str, Any]:
    """Return a message with texts of these lengths and a button of this kind."""
    button = {"type": kind, "style": 1, "label": "x" * label, "custom_id": "x" * custom_id}
    return {"content": "x" * content, "components": [{"type": 1, "components": [button]}]}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (of_texts(content=4000), of_texts(content=4001)),
        (of_texts(label=80), of_texts(label=81)),
        (of_texts(custom_id=100), of_texts(custom_id=101)),
        (of_texts(), of_texts(kind=99)),
        ({"nonce": "x" * 25}, {"nonce": "x" * 26}),
        ({"nonce": 7}, {"nonce": 7.5}),
        ({"allowed_mentions": {"parse": ["users", "roles"]}}, {"allowed_mentions": {"parse": ["users", "users"]}}),
        ({"sticker_ids": ["1", "2"]}, {"sticker_ids": ["1", "x"]}),
        ({"allowed_mentions": {"parse": ["users"]}}, {"allowed_mentions": {"parse": ["losers"]}}),
        ({"flags": 0}, {"flags": "0"}),
        ({"tts": True}, {"tts": 1}),
    ],
)
def test_what_is_right_makes_nothing_right_that_is_like_it(right: dict[str, Any], wrong: dict[str, Any]) -> None:
    assert problems_of_request("POST", MESSAGES, right) == []
    assert problems_of_request("POST", MESSAGES, wrong)
    assert problems_of_request("POST", MESSAGES, right) == []
