"""Limits of messages, each tried on both sides of its edge."""

from typing import Any

import pytest

from sandbox.errors import Json
from tests.sandbox.conftest import Api
from tests.sandbox.small_bot import PNG

V2 = 1 << 15


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def button(name: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": name} | more


def link(url: str) -> Json:
    return {"type": 2, "style": 5, "label": "Rules", "url": url}


def select(count: int = 1, **more: Any) -> Json:
    options = [{"label": f"Option {number}", "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | more


def option(**more: Any) -> Json:
    return select(options=[{"label": "One", "value": "1"} | more])


def text(length: int) -> Json:
    return {"type": 10, "content": "x" * length}


def gallery(count: int, url: str = "attachment://board.png", **more: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} | more for _ in range(count)]}


def section(count: int, accessory: Json) -> Json:
    return {"type": 9, "components": [text(1)] * count, "accessory": accessory}


def box(*parts: Json, **more: Any) -> Json:
    return {"type": 17, "components": list(parts)} | more


def v2(*parts: Json) -> Json:
    return {"flags": V2, "components": list(parts)}


def embed(**more: Any) -> Json:
    return {"embeds": [{"title": "t"} | more]}


def fields(count: int) -> list[Json]:
    return [{"name": "n", "value": "v"} for _ in range(count)]


def buttons(count: int) -> list[Json]:
    return [button(f"b{number}") for number in range(count)]


def with_rows(count: int) -> Json:
    return {"content": "x", "components": [row(button(f"b{number}")) for number in range(count)]}


def nested(count: int) -> Json:
    """Return a v2 message of *count* components, 3 or more: a container with texts and one row of a button."""
    return v2(box(*[text(1)] * (count - 3), row(button())))


EDGES: list[tuple[str, Json, Json, str]] = [
    # what, a body that is taken, one that is not, where the error stands
    ("content", {"content": "x" * 2000}, {"content": "x" * 2001}, "content"),
    ("embeds", {"embeds": [{"title": "t"}] * 10}, {"embeds": [{"title": "t"}] * 11}, "embeds"),
    ("embed title", embed(title="x" * 256), embed(title="x" * 257), "embeds.0.title"),
    ("embed text", embed(description="x" * 4096), embed(description="x" * 4097), "embeds.0.description"),
    ("embed fields", embed(fields=fields(25)), embed(fields=fields(26)), "embeds.0.fields"),
    (
        "embed field name",
        embed(fields=[{"name": "x" * 256, "value": "v"}]),
        embed(fields=[{"name": "x" * 257, "value": "v"}]),
        "embeds.0.fields.0.name",
    ),
    (
        "embed field value",
        embed(fields=[{"name": "n", "value": "x" * 1024}]),
        embed(fields=[{"name": "n", "value": "x" * 1025}]),
        "embeds.0.fields.0.value",
    ),
    ("embed footer", embed(footer={"text": "x" * 2048}), embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    ("embed author", embed(author={"name": "x" * 256}), embed(author={"name": "x" * 257}), "embeds.0.author.name"),
    (
        "text of all embeds",
        {"embeds": [{"description": "x" * 3000}] * 2},
        {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]},
        "embeds",
    ),
    ("nonce", {"content": "x", "nonce": "x" * 25}, {"content": "x", "nonce": "x" * 26}, "nonce"),
    (
        "enforced nonce",
        {"content": "x", "nonce": "1", "enforce_nonce": True},
        {"content": "x", "enforce_nonce": True},
        "nonce",
    ),
    (
        "mentions",
        {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    (
        "mentioned users",
        {"content": "x", "allowed_mentions": {"users": [str(number) for number in range(100)]}},
        {"content": "x", "allowed_mentions": {"users": [str(number) for number in range(101)]}},
        "allowed_mentions.users",
    ),
    ("flags", {"content": "x", "flags": 4096}, {"content": "x", "flags": 64}, "flags"),
    ("rows", with_rows(5), with_rows(6), "components"),
    ("old layout", {"content": "x", "components": [row(button())]}, {"content": "x", "components": [text(1)]},
     "components.0.type"),
    ("buttons in a row", v2(row(*buttons(5))), v2(row(*buttons(6))), "components.0.components"),
    ("width of a row", v2(row(select())), v2(row(select(), button())), "components.0.components"),
    ("empty row", v2(row(button())), v2(row()), "components.0.components"),
    ("label", v2(row(button(label="x" * 80))), v2(row(button(label="x" * 81))), "components.0.components.0.label"),
    ("nameless button", v2(row(button(label=None, emoji={"name": "🐎"}))), v2(row(button(label=None))),
     "components.0.components.0"),
    ("emoji", v2(row(button(emoji={"name": "🐎"}))), v2(row(button(emoji={"name": "horse"}))),
     "components.0.components.0.emoji.name"),
    ("custom id", v2(row(button("x" * 100))), v2(row(button("x" * 101))), "components.0.components.0.custom_id"),
    ("empty custom id", v2(row(button("x"))), v2(row(button(""))), "components.0.components.0.custom_id"),
    ("same custom id", v2(row(button("a"), button("b"))), v2(row(button("a")), box(row(button("a")))),
     "components.1.components.0.components.0.custom_id"),
    ("same id", v2(text(1) | {"id": 1}, text(1) | {"id": 2}), v2(text(1) | {"id": 1}, text(1) | {"id": 1}),
     "components.1.id"),
    ("link", v2(row(link("https://e.org/" + "x" * 498))), v2(row(link("https://e.org/" + "x" * 499))),
     "components.0.components.0.url"),
    ("link with id", v2(row(link("https://e.org"))), v2(row(link("https://e.org") | {"custom_id": "x"})),
     "components.0.components.0.custom_id"),
    ("style", v2(row(button(style=4))), v2(row(button(style=7))), "components.0.components.0.style"),
    ("options", v2(row(select(25))), v2(row(select(26))), "components.0.components.0.options"),
    ("no options", v2(row(select(1))), v2(row(select(0))), "components.0.components.0.options"),
    ("option label", v2(row(option(label="x" * 100))), v2(row(option(label="x" * 101))),
     "components.0.components.0.options.0.label"),
    ("option value", v2(row(option(value="x" * 100))), v2(row(option(value="x" * 101))),
     "components.0.components.0.options.0.value"),
    ("option text", v2(row(option(description="x" * 100))), v2(row(option(description="x" * 101))),
     "components.0.components.0.options.0.description"),
    ("same value", v2(row(select(2))), v2(row(select(options=[{"label": "a", "value": "1"}] * 2))),
     "components.0.components.0.options.1.value"),
    ("placeholder", v2(row(select(placeholder="x" * 150))), v2(row(select(placeholder="x" * 151))),
     "components.0.components.0.placeholder"),
    ("most values", v2(row(select(2, max_values=2))), v2(row(select(2, max_values=3))),
     "components.0.components.0.max_values"),
    ("least values", v2(row(select(2, min_values=2, max_values=2))), v2(row(select(2, min_values=2))),
     "components.0.components.0.min_values"),
    ("defaults", v2(row(option(default=True))),
     v2(row(select(options=[{"label": each, "value": each, "default": True} for each in "ab"]))),
     "components.0.components.0.options"),
    ("all components", nested(40), nested(41), "components"),
    ("one text", v2(text(4000)), v2(text(4001)), "components.0.content"),
    ("all texts", v2(text(2000), box(text(2000))), v2(text(2000), box(text(2001))), "components"),
    ("empty text", v2(text(1)), v2(text(0)), "components.0.content"),
    ("section", v2(section(3, button())), v2(section(4, button())), "components.0.components"),
    ("accessory", v2(section(1, button())), v2({"type": 9, "components": [text(1)]}), "components.0.accessory"),
    ("kind of accessory", v2(section(1, button())), v2(section(1, text(1))), "components.0.accessory.type"),
    ("container in container", v2(box(text(1))), v2(box(box(text(1)))), "components.0.components.0.type"),
    ("button without a row", v2(row(button())), v2(button()), "components.0.type"),
    ("accent", v2(box(text(1), accent_color=0xFFFFFF)), v2(box(text(1), accent_color=0x1000000)),
     "components.0.accent_color"),
    ("pictures", v2(gallery(10)), v2(gallery(11)), "components.0.items"),
    ("alt text", v2(gallery(1, description="x" * 1024)), v2(gallery(1, description="x" * 1025)),
     "components.0.items.0.description"),
    ("attached picture", v2(gallery(1)), v2(gallery(1, "attachment://other.png")),
     "components.0.items.0.media.url"),
    ("address of a picture", v2(gallery(1, "https://e.org/x.png")), v2(gallery(1, "ftp://e.org/x.png")),
     "components.0.items.0.media.url"),
    ("file", v2({"type": 13, "file": {"url": "attachment://board.png"}}),
     v2({"type": 13, "file": {"url": "https://e.org/x"}}), "components.0.file.url"),
    ("spacing", v2({"type": 14, "spacing": 2}), v2({"type": 14, "spacing": 3}), "components.0.spacing"),
    ("content in v2", v2(text(1)), v2(text(1)) | {"content": "x"}, "content"),
    ("embeds in v2", v2(text(1)), v2(text(1)) | {"embeds": [{"title": "x"}]}, "embeds"),
    (
        "alt text of a file",
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1024}]},
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
        "attachments.0.description",
    ),
    (
        "unknown file",
        {"content": "x", "attachments": [{"id": 0}]},
        {"content": "x", "attachments": [{"id": 1}]},
        "attachments.0.id",
    ),
    (
        "picture of an embed",
        embed(image={"url": "attachment://board.png"}),
        embed(image={"url": "attachment://other.png"}),
        "embeds.0.image.url",
    ),
    ("id", v2(text(1) | {"id": 2**31 - 1}), v2(text(1) | {"id": 2**31}), "components.0.id"),
    ("empty link", v2(row(link("https://e.org"))), v2(row(link(""))), "components.0.components.0.url"),
    ("empty option label", v2(row(option(label="x"))), v2(row(option(label=""))),
     "components.0.components.0.options.0.label"),
    ("range of values", v2(row({"type": 5, "custom_id": "u", "min_values": 25, "max_values": 25})),
     v2(row({"type": 5, "custom_id": "u", "max_values": 26})), "components.0.components.0.max_values"),
    ("least of values", v2(row({"type": 5, "custom_id": "u", "max_values": 1})),
     v2(row({"type": 5, "custom_id": "u", "max_values": 0})), "components.0.components.0.max_values"),
    ("empty alt text", v2(gallery(1, description="x")), v2(gallery(1, description="")),
     "components.0.items.0.description"),
    ("long address of a picture", v2(gallery(1, "https://e.org/" + "x" * 2034)),
     v2(gallery(1, "https://e.org/" + "x" * 2035)), "components.0.items.0.media.url"),
    ("small spacing", v2({"type": 14, "spacing": 1}), v2({"type": 14, "spacing": 0}), "components.0.spacing"),
    ("number as nonce", {"content": "x", "nonce": 2**63 - 1}, {"content": "x", "nonce": 2**63}, "nonce"),
    ("low number as nonce", {"content": "x", "nonce": -(2**63)}, {"content": "x", "nonce": -(2**63) - 1}, "nonce"),
    ("kinds of mentions", {"content": "x", "allowed_mentions": {"parse": ["users", "roles", "everyone"]}},
     {"content": "x", "allowed_mentions": {"parse": ["users", "roles", "everyone", "users"]}},
     "allowed_mentions.parse"),
    ("address of an embed's picture", embed(image={"url": "https://e.org/" + "x" * 2034}),
     embed(image={"url": "https://e.org/" + "x" * 2035}), "embeds.0.image.url"),
    ("name of a file", {"content": "x", "attachments": [{"id": 0, "filename": "x" * 1024}]},
     {"content": "x", "attachments": [{"id": 0, "filename": "x" * 1025}]}, "attachments.0.filename"),
    ("suppressed embeds", {"content": "x", "flags": 1 << 2}, {"content": "x", "flags": 1 << 3}, "flags"),
    ("kind of content", {"content": "7"}, {"content": 7}, "content"),
    ("kind of embeds", {"content": "x", "embeds": []}, {"content": "x", "embeds": {"title": "x"}}, "embeds"),
    ("kind of component", v2(text(1)), {"flags": V2, "components": ["text"]}, "components.0"),
]  # fmt: skip


@pytest.mark.parametrize(("taken", "refused", "where"), [edge[1:] for edge in EDGES], ids=[edge[0] for edge in EDGES])
async def test_each_limit_on_both_sides(shared_api: Api, taken: Json, refused: Json, where: str) -> None:
    files = {"board.png": PNG}
    status, answer = await shared_api.send(taken, files)
    assert status == 200, answer

    status, answer = await shared_api.send(refused, files)
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]
    for key in where.split("."):
        node = node[key]
    assert node["_errors"][0]["message"]


async def test_an_edit_is_held_to_the_same_limits(shared_api: Api) -> None:
    message = await shared_api.sent({"content": "x"})
    path = f"/channels/{shared_api.races}/messages/{message['id']}"

    assert (await shared_api.ask("PATCH", path, {"content": "x" * 2001}))[1]["code"] == 50035
    assert (await shared_api.ask("PATCH", path, {"content": ""}))[1]["code"] == 50006
    assert (await shared_api.ask("PATCH", path, {"content": "x" * 2000}))[0] == 200


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n"}, {"content": None, "embeds": []}])
async def test_an_empty_message_is_refused(shared_api: Api, body: Json) -> None:
    assert (await shared_api.send(body))[1]["code"] == 50006


async def test_v2_cannot_be_taken_off_and_can_be_put_on(shared_api: Api) -> None:
    message = await shared_api.sent({"content": "old"})
    path = f"/channels/{shared_api.races}/messages/{message['id']}"

    status, changed = await shared_api.ask("PATCH", path, v2(text(1)) | {"content": None})
    assert (status, changed["content"], changed["flags"]) == (200, "", V2)
    status, changed = await shared_api.ask("PATCH", path, {"flags": 0, "components": [text(2)]})
    assert (status, changed["flags"]) == (200, V2)
    assert (await shared_api.ask("PATCH", path, {"content": "x"}))[1]["code"] == 50035


async def test_size_of_files_and_requests(api: Api) -> None:
    most = 10 * 2**20
    assert (await api.send({}, {"a.bin": b"x" * most}))[0] == 200
    status, answer = await api.send({}, {"a.bin": b"x" * (most + 1)})
    assert (status, answer["code"]) == (400, 50045)
    status, answer = await api.send({}, dict.fromkeys("abc", b"x" * (9 * 2**20)))
    assert (status, answer["code"]) == (413, 40005)


async def test_a_message_has_at_most_ten_files(shared_api: Api) -> None:
    assert (await shared_api.send({}, {f"{number}.png": PNG for number in range(10)}))[0] == 200
    assert (await shared_api.send({}, {f"{number}.png": PNG for number in range(11)}))[1]["code"] == 50035


async def test_an_edit_lists_the_files_that_stay(shared_api: Api) -> None:
    message = await shared_api.sent({"content": "x"}, {"a.png": PNG, "b.png": PNG})
    path = f"/channels/{shared_api.races}/messages/{message['id']}"
    first, second = message["attachments"]

    _, same = await shared_api.ask("PATCH", path, {"content": "y"})
    assert [each["filename"] for each in same["attachments"]] == ["a.png", "b.png"]
    listed = [{"id": second["id"], "description": "kept"}, {"id": 0, "filename": "new.png"}]
    _, changed = await shared_api.ask("PATCH", path, {"attachments": listed}, {"c.png": PNG})
    assert [(each["filename"], each.get("description")) for each in changed["attachments"]] == [
        ("b.png", "kept"),
        ("new.png", None),
    ]
    assert (await shared_api.ask("PATCH", path, {"attachments": [{"id": first["id"]}]}))[1]["code"] == 50035
    _, bare = await shared_api.ask("PATCH", path, {"attachments": []})
    assert bare["attachments"] == []


async def test_a_picture_that_is_still_shown_cannot_be_taken_away(shared_api: Api) -> None:
    message = await shared_api.sent(v2(gallery(1)), {"board.png": PNG})
    path = f"/channels/{shared_api.races}/messages/{message['id']}"

    # Its components may be sent back as they were got, with the file's address.
    status, again = await shared_api.ask("PATCH", path, {"components": message["components"]})
    assert (status, len(again["attachments"])) == (200, 1)
    status, answer = await shared_api.ask("PATCH", path, v2(gallery(1)) | {"attachments": []})
    assert (status, answer["code"]) == (400, 50035)


async def test_a_nonce_is_enforced_for_five_minutes(api: Api, sandbox_clock: Any) -> None:
    body = {"content": "once", "nonce": "row-1", "enforce_nonce": True}
    first = await api.sent(body)
    assert first["nonce"] == "row-1"

    assert (await api.sent(body | {"content": "twice"}))["id"] == first["id"]
    assert (await api.sent(body | {"enforce_nonce": False}))["id"] != first["id"]
    assert (await api.sent(body | {"nonce": "row-2"}))["id"] != first["id"]
    sandbox_clock.advance(301)
    assert (await api.sent(body))["id"] != first["id"]


async def test_old_messages_cannot_be_edited_often(api: Api, sandbox_clock: Any) -> None:
    message = await api.sent({"content": "x"})
    path = f"/channels/{api.races}/messages/{message['id']}"
    for number in range(4):
        assert (await api.ask("PATCH", path, {"content": f"young {number}"}))[0] == 200

    sandbox_clock.advance(3601)
    for number in range(3):
        assert (await api.ask("PATCH", path, {"content": f"old {number}"}))[0] == 200
    status, answer = await api.ask("PATCH", path, {"content": "too often"})
    assert (status, answer["code"]) == (429, 30046)
    assert api.headers["Via"]
    sandbox_clock.advance(20)
    assert (await api.ask("PATCH", path, {"content": "later"}))[0] == 200


@pytest.mark.parametrize(
    ("allowed", "mentioned"),
    [(None, True), ({"parse": []}, False), ({"parse": ["users"]}, True), ({"users": ["ana"]}, True),
     ({"users": ["1"]}, False)],
)  # fmt: skip
async def test_only_allowed_mentions_mention(shared_api: Api, allowed: Json | None, mentioned: bool) -> None:
    ana = shared_api.users["Ana"]
    if allowed and allowed.get("users") == ["ana"]:
        allowed = {"users": [ana]}
    body = {"content": f"<@{ana}> @everyone", "allowed_mentions": allowed}

    message = await shared_api.sent(body)

    assert [each["id"] for each in message["mentions"]] == ([ana] if mentioned else [])
    assert not message["mention_everyone"], "the bot has no right to"


async def test_a_body_that_is_not_json(shared_api: Api) -> None:
    assert (await shared_api.ask("POST", f"/channels/{shared_api.races}/messages", [1]))[1]["code"] == 50035
