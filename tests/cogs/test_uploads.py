"""Files that Discord refuses: the message goes out in words, and the next one is tried with its files again."""

import io
import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui
from discord.http import handle_message_parameters

from cogs.kit.layouts import boxed, gallery_of, layout_of
from cogs.kit.limits import ALT_TEXT, MESSAGE_TEXT, check_message
from cogs.kit.uploads import NO_FILES, NO_PICTURES, Refusal, Uploads
from steward import Picture
from tests.cogs.fakes import http_error
from tests.cogs.test_client import Memory

TOO_LARGE = http_error(discord.HTTPException, 413, 40005)


def uploads(memory: Memory | None = None) -> Uploads:
    steward: Any = SimpleNamespace(memory=memory or Memory(), now=lambda: 1_900_000_000.0)
    return Uploads(steward)


def form_of(view: ui.LayoutView | None = None, files: Any = (), **others: Any) -> Any:
    """Return the parts of a request as the library makes them."""
    shown: dict[str, Any] = {"view": view} if view is not None else {}
    with handle_message_parameters(files=list(files), **shown, **others) as params:
        return params.multipart


def board(alt: str = "Red leads", name: str = "board.png") -> tuple[ui.MediaGallery[Any], discord.File]:
    file = discord.File(io.BytesIO(b"png"), name, description=alt)
    return gallery_of(Picture(b"png", alt, name), file), file


class Discord:
    """A Discord that refuses all that bears files, as long as *refusal* says why."""

    def __init__(self, refusal: discord.HTTPException | None = TOO_LARGE) -> None:
        self.refusal = refusal
        self.taken: list[Any] = []

    async def request(self, _route: Any, *, form: Any = None, json: Any = None, files: Any = None) -> str:
        if form and self.refusal is not None:
            raise self.refusal
        self.taken.append(json if form is None else "with files")
        return "sent"


async def sent(to: Discord, form: Any, through: Uploads | None = None) -> Any:
    """Send a form, and return what was taken of it."""
    await (through or uploads()).through(to.request)("route", form=form, files=["file"])
    return to.taken[-1]


async def test_what_is_refused_with_a_picture_goes_out_with_its_alt_text() -> None:
    gallery, file = board()
    gallery.id = 77
    view = layout_of(gallery, boxed(ui.TextDisplay("Your move."), ui.ActionRow(ui.Button(label="Go", custom_id="go"))))

    taken = await sent(Discord(), form_of(view, [file], nonce="q1"))

    first, box = taken["components"]
    assert first == {"type": 10, "id": 77, "content": f"Red leads\n{NO_PICTURES}"}
    assert [each["type"] for each in box["components"]] == [10, 1]
    assert taken["attachments"] == []
    assert taken["nonce"] == "q1"
    check_message(taken["components"])


async def test_each_picture_is_put_in_words_and_one_line_says_so_for_all() -> None:
    (first, one), (second, two) = board("First"), board("Second", "two.png")

    taken = await sent(Discord(), form_of(layout_of(first, ui.TextDisplay("…"), boxed(second)), [one, two]))

    assert json.dumps(taken, ensure_ascii=False).count(NO_PICTURES) == 1
    assert taken["components"][0]["content"] == "First"
    assert taken["components"][2]["components"][0]["content"] == f"Second\n{NO_PICTURES}"


async def test_names_in_alt_texts_work_as_little_as_in_stories() -> None:
    gallery, file = board("1st: [free](https://evil.example) @everyone\n2nd: <@100> **b**")

    taken = await sent(Discord(), form_of(layout_of(gallery), [file]))

    first, second, line = taken["components"][0]["content"].split("\n")
    assert "[free](" not in first
    assert "@everyone" not in first
    assert "<@" not in second
    assert "**b**" not in second
    assert line == NO_PICTURES


@pytest.mark.parametrize("text", [MESSAGE_TEXT, MESSAGE_TEXT - 20, MESSAGE_TEXT - 200, 10])
async def test_the_words_keep_to_the_room_that_the_message_has_left(text: int) -> None:
    (first, one), (second, two) = board("🏇" * ALT_TEXT), board("b" * ALT_TEXT, "two.png")
    view = layout_of(ui.TextDisplay("x" * text), first, second)

    taken = await sent(Discord(), form_of(view, [one, two]))

    check_message(taken["components"])


async def test_a_first_answer_and_files_without_components_go_out_in_words_too() -> None:
    file = discord.File(io.BytesIO(b"{}"), "race-1.json")
    within = form_of(layout_of(ui.TextDisplay("Sound."), ui.File(file)), [file])
    (payload,) = [part for part in within if part["name"] == "payload_json"]
    payload["value"] = json.dumps({"type": 4, "data": json.loads(payload["value"])})
    plain = form_of(None, [file], content="Here it is.")

    answer, said = await sent(Discord(), within), await sent(Discord(), plain)

    assert answer["data"]["components"][1]["content"] == NO_FILES
    assert answer["data"]["attachments"] == []
    assert said["content"] == f"Here it is.\n{NO_FILES}"


async def test_an_edit_keeps_the_files_that_hang_on_the_message() -> None:
    gallery, file = board()
    form = form_of(layout_of(gallery), [file])
    (payload,) = [part for part in form if part["name"] == "payload_json"]
    told = json.loads(payload["value"])
    told["attachments"].append({"id": "1511111111111111111"})
    payload["value"] = json.dumps(told)

    taken = await sent(Discord(), form)

    assert taken["attachments"] == [{"id": "1511111111111111111"}]


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (413, 40005),
        (413, 0),  # a page of a server on the way, without a number
        (400, 50045),  # this file is too large for this server
        (400, 40006),  # uploads are switched off
        (403, 20009),  # its filter takes the picture for an explicit one
    ],
)
async def test_every_refusal_of_a_file_is_met_with_words(status: int, code: int) -> None:
    gallery, file = board()
    through = uploads()

    taken = await sent(
        Discord(http_error(discord.HTTPException, status, code)), form_of(layout_of(gallery), [file]), through
    )

    assert taken["components"][0]["content"].startswith("Red leads")
    assert await through.refusal() == Refusal(code or status, 1_900_000_000.0)


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50013), (404, 10003), (500, 0), (429, 20028)])
async def test_other_refusals_are_not_met_with_words(status: int, code: int) -> None:
    gallery, file = board()
    through = uploads()

    with pytest.raises(discord.HTTPException):
        await sent(
            Discord(http_error(discord.HTTPException, status, code)), form_of(layout_of(gallery), [file]), through
        )

    assert await through.refusal() is None


async def test_pictures_come_back_by_themselves_and_a_restart_does_not_forget_the_refusal() -> None:
    gallery, file = board()
    form, memory, to = form_of(layout_of(gallery), [file]), Memory(), Discord()
    await sent(to, form, uploads(memory))
    again = uploads(memory)
    assert await again.refusal() == Refusal(40005, 1_900_000_000.0)

    to.refusal = None

    assert await sent(to, form, again) == "with files"
    assert await again.refusal() is None
    assert await uploads(memory).refusal() is None
