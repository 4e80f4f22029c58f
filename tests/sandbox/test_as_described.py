"""What the sandbox answers, and what discord.py asks of it, is as Discord's OpenAPI description says."""

from typing import Any

from sandbox.client import Control, Visitor
from tests.platform.openapi import problems_of, problems_of_request, problems_of_response
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import PNG, SmallBot

SPEED: dict[str, Any] = {"name": "speed", "description": "How fast", "type": 4, "required": True, "max_value": 9}
ORDER: dict[str, Any] = {"name": "order", "description": "Give an order", "options": [SPEED]}

EVERYTHING: list[dict[str, Any]] = [
    {"type": 10, "content": "# Turn 1"},
    {
        "type": 17,
        "accent_color": 0xAA0000,
        "components": [
            {
                "type": 9,
                "components": [{"type": 10, "content": "Red leads"}],
                "accessory": {"type": 11, "media": {"url": "attachment://board.png"}, "description": "Red"},
            },
            {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "The board"}]},
            {"type": 14, "spacing": 2},
            {"type": 13, "file": {"url": "attachment://log.txt"}},
            {
                "type": 1,
                "components": [
                    {"type": 2, "style": 1, "custom_id": "go", "label": "Go", "emoji": {"name": "🐎"}},
                    {"type": 2, "style": 5, "url": "https://example.org", "label": "Rules"},
                ],
            },
            {
                "type": 1,
                "components": [{"type": 3, "custom_id": "lane", "options": [{"label": "Inside", "value": "1"}]}],
            },
            {"type": 1, "components": [{"type": 5, "custom_id": "rival"}]},
        ],
    },
]
FILES = {"board.png": PNG, "log.txt": b"laps"}
LISTED = [{"id": 0, "filename": "board.png", "description": "The board"}, {"id": 1, "filename": "log.txt"}]


async def test_main_routes_answer_as_described(api: Api) -> None:
    full = {"flags": 1 << 15, "components": EVERYTHING, "attachments": LISTED}
    status, message = await api.send(full, FILES)
    assert status == 200, message
    place = f"/channels/{api.races}"
    _, thread = await api.ask("POST", f"{place}/threads", {"name": "A race", "type": 11})
    _, dm = await api.ask("POST", "/users/@me/channels", {"recipient_id": int(api.users["Ana"])})
    old = {"content": "x", "embeds": [{"title": "t", "image": {"url": "attachment://board.png"}}]}

    asked: list[tuple[str, str, Any, dict[str, bytes] | None]] = [
        ("GET", "/users/@me", None, None),
        ("GET", f"/users/{api.users['Ana']}", None, None),
        ("GET", "/applications/@me", None, None),
        ("GET", "/gateway/bot", None, None),
        ("GET", f"/guilds/{api.guild}", None, None),
        ("GET", f"/guilds/{api.guild}/channels", None, None),
        ("GET", f"/guilds/{api.guild}/roles", None, None),
        ("GET", f"/guilds/{api.guild}/members/{api.users['Ana']}", None, None),
        ("GET", f"/guilds/{api.guild}/threads/active", None, None),
        ("GET", place, None, None),
        ("GET", f"/channels/{thread['id']}", None, None),
        ("GET", f"/channels/{dm['id']}", None, None),
        ("PATCH", f"/channels/{thread['id']}", {"archived": True}, None),
        ("POST", f"{place}/messages", old, {"board.png": PNG}),
        ("GET", f"{place}/messages", None, None),
        ("GET", f"{place}/messages/{message['id']}", None, None),
        ("PATCH", f"{place}/messages/{message['id']}", {"components": EVERYTHING[:1]}, None),
        ("PUT", f"{place}/messages/pins/{message['id']}", None, None),
        ("GET", f"{place}/messages/pins", None, None),
        ("POST", f"{place}/messages/{message['id']}/threads", {"name": "Talk"}, None),
        ("POST", f"{place}/typing", None, None),
        ("PUT", f"/applications/{api.app}/commands", [ORDER], None),
        ("GET", f"/applications/{api.app}/commands", None, None),
        ("PUT", f"/applications/{api.app}/guilds/{api.guild}/commands", [ORDER], None),
        ("GET", f"/applications/{api.app}/emojis", None, None),
        ("DELETE", f"{place}/messages/{message['id']}", None, None),
    ]
    problems = problems_of_response("POST", f"{place}/messages", 200, message)
    problems += problems_of_response("POST", f"{place}/threads", 201, thread)
    problems += problems_of_response("POST", "/users/@me/channels", 200, dm)
    for method, path, body, files in asked:
        status, answer = await api.ask(method, path, body, files)
        assert status < 300, (method, path, answer)
        problems += problems_of_response(method, path, status, answer)
    assert problems == []


async def test_an_emoji_without_an_id_is_given_without_one(api: Api) -> None:
    horse: dict[str, Any] = {"id": None, "name": "🐎"}
    button = {"type": 2, "style": 1, "custom_id": "go", "emoji": horse}
    option = {"label": "Inside", "value": "1", "description": None, "emoji": horse}
    select = {"type": 3, "custom_id": "lane", "options": [option]}

    message = await api.sent({"components": [{"type": 1, "components": [each]} for each in (button, select)]})

    shown = [row["components"][0] for row in message["components"]]
    assert shown[0]["emoji"] == {"name": "🐎"}
    assert shown[1]["options"] == [{"label": "Inside", "value": "1", "emoji": {"name": "🐎"}}]
    assert problems_of_response("POST", f"/channels/{api.races}/messages", 200, message) == []


async def test_answers_to_interactions_are_as_described(api: Api, ana: Visitor) -> None:
    given = await api.begun(ana, ORDER, speed=3)
    callback = f"/interactions/{given['id']}/{given['token']}/callback"
    status, answer = await api.ask("POST", callback + "?with_response=1", {"type": 4, "data": {"content": "x"}})
    assert problems_of_response("POST", callback, status, answer) == []
    assert problems_of("InteractionCallbackResponse", answer) == []
    hook = f"/webhooks/{api.app}/{given['token']}"
    for method, path, body in (
        ("POST", hook, {"content": "more"}),
        ("GET", f"{hook}/messages/@original", None),
        ("PATCH", f"{hook}/messages/@original", {"content": "changed"}),
        ("DELETE", f"{hook}/messages/@original", None),
    ):
        status, answer = await api.ask(method, path, body)
        assert problems_of_response(method, path, status, answer) == []


async def test_every_request_of_the_client_is_as_described(bot: SmallBot, ana: Visitor, control: Control) -> None:
    panel = (await ana.run("show")).message
    assert panel is not None
    await ana.press(panel, "Step 1")
    await ana.run("think")
    await ana.wait_for(lambda message: "first, changed" in str(message))
    opened = await ana.run("ask")
    await ana.submit(opened.modal, {"speed": "3", "lane": "in"})
    await ana.run("race new", name="Ludi")
    await ana.run("write")
    await ana.wait_for(lambda message: "secret" in str(message))

    asked = await control.requests()
    assert len(asked) > 15
    problems = [
        problem for each in asked for problem in problems_of_request(each["method"], each["path"], each["payload"])
    ]
    assert problems == []
