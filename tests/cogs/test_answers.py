"""Answers over a connection that breaks: sent again, told in words, and nothing of them in the log."""

import io
import json
import logging
from collections.abc import Sequence
from types import SimpleNamespace, TracebackType
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import MultipartParameters
from discord.webhook.async_ import async_context

from cogs import parts
from cogs.kit import answers
from cogs.kit.answers import PAUSES, REMEMBERED, PatientAdapter
from cogs.kit.client import Quadriga, Tree, suggesting
from cogs.kit.messages import BROKE, explain
from cogs.kit.uploads import Uploads
from cogs.panels.lobby import LobbyButton
from records.refusals import Reason, Refused
from tests.cogs.arena import ANN, Arena
from tests.cogs.fakes import FakeInteraction, a_steward, http_error

BREAKS = aiohttp.ServerDisconnectedError()


class Reply:
    """One answer of Discord's, or a connection that breaks."""

    def __init__(self, outcome: Exception | tuple[int, dict[str, Any]]) -> None:
        self._outcome = outcome
        self.headers = {"content-type": "application/json"}
        self.reason = ""

    async def __aenter__(self) -> "Reply":
        if isinstance(self._outcome, Exception):
            raise self._outcome
        self.status, self._body = self._outcome
        return self

    async def __aexit__(self, _kind: type[BaseException] | None, _error: Any, _trace: TracebackType | None) -> None:
        return None

    async def text(self, encoding: str = "utf-8") -> str:
        return json.dumps(self._body)


class Session:
    """A connection to Discord of which each answer is written down before."""

    def __init__(self, *outcomes: Exception | tuple[int, dict[str, Any]]) -> None:
        self._outcomes = list(outcomes)
        self.sent: list[bytes] = []

    def request(self, _method: str, _url: str, *, data: Any, **_how: Any) -> Reply:
        if isinstance(data, aiohttp.FormData):
            self.sent += [field[2].read() for field in data._fields if hasattr(field[2], "read")]
        else:
            self.sent.append(str(data).encode())
        return Reply(self._outcomes.pop(0))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PAUSES", (0.0,) * len(PAUSES))


class Unknown:
    """A steward that remembers nothing."""

    def __init__(self) -> None:
        self.memory = self

    async def get(self, _name: str) -> None:
        return None


def an_adapter() -> PatientAdapter:
    steward: Any = Unknown()
    return PatientAdapter(Uploads(steward))


async def answered(session: Session, kind: int = 5) -> Any:
    params = MultipartParameters(payload={"type": kind}, multipart=None, files=None)
    given: Any = session
    return await an_adapter().create_interaction_response(7, "token", session=given, params=params)


ANSWER = (200, {"interaction": {"id": "7", "type": 3}})
ALREADY = (400, {"code": 40060, "message": "already"})


async def test_an_answer_that_breaks_is_sent_again() -> None:
    session = Session(BREAKS, ConnectionResetError(), ANSWER)

    assert await answered(session) == ANSWER[1]
    assert len(session.sent) == 3


async def test_an_answer_that_arrived_though_its_connection_broke_counts() -> None:
    assert (await answered(Session(BREAKS, ALREADY)))["interaction"]["id"] == "7"


async def test_a_connection_that_stays_broken_is_given_up_in_time() -> None:
    session = Session(*[BREAKS] * 9)

    with pytest.raises(aiohttp.ServerDisconnectedError):
        await answered(session)
    assert len(session.sent) == 1 + len(PAUSES)
    assert sum(PAUSES) < 2.0


@pytest.mark.parametrize("outcomes", [[BREAKS] * 4, [(404, {"code": 10062})]])
async def test_suggestions_that_come_too_late_are_missed_by_nobody(outcomes: Sequence[Any]) -> None:
    assert await answered(Session(*outcomes), kind=8)


async def test_a_file_is_sent_whole_the_second_time_too() -> None:
    file = discord.File(io.BytesIO(b"chariot"), "board.png")
    multipart = [{"name": "files[0]", "value": file.fp, "filename": file.filename}]
    session: Any = Session(BREAKS, (200, {}))
    route: Any = SimpleNamespace(method="PATCH", url="u", webhook_id=1, webhook_token="t")

    await an_adapter().request(route, session, multipart=multipart, files=[file])

    assert session.sent == [b"chariot", b"chariot"]


async def test_the_bot_sends_its_answers_again() -> None:
    adapter = an_adapter()

    adapter.send_from_here_on()

    assert async_context.get() is adapter


class Shut(discord.Thread):
    """A thread that Discord has archived."""

    def __init__(self, refusal: discord.HTTPException | None = None) -> None:
        self.refusal, self.opened = refusal, 0

    async def edit(self, *, archived: bool, **_how: Any) -> Any:  # type: ignore[override]
        assert archived is False
        if self.refusal is not None:
            raise self.refusal
        self.opened += 1


CLOSED = (400, {"code": 50083, "message": "Thread is archived"})
EDIT: Any = SimpleNamespace(method="PATCH", url="u", webhook_id=1, webhook_token="token")


def adapter_in(thread: Any, token: str = "token") -> PatientAdapter:
    adapter, interaction = an_adapter(), SimpleNamespace(id=1, token=token, channel=thread)
    adapter.came(interaction)  # type: ignore[arg-type]
    return adapter


async def test_an_answer_that_an_archived_thread_refuses_is_sent_whole_once_it_is_open() -> None:
    file = discord.File(io.BytesIO(b"chariot"), "board.png")
    multipart = [{"name": "files[0]", "value": file.fp, "filename": file.filename}]
    thread, session = Shut(), Session(CLOSED, (200, {"id": "5"}))
    given: Any = session

    answer = await adapter_in(thread).request(EDIT, given, multipart=multipart, files=[file])

    assert answer == {"id": "5"}
    assert thread.opened == 1
    assert session.sent == [b"chariot", b"chariot"]


@pytest.mark.parametrize(
    "adapter",
    [
        adapter_in(Shut(http_error(discord.Forbidden, 403, 50013))),
        adapter_in(Shut(), token="another"),
        adapter_in(SimpleNamespace(id=1)),
    ],
    ids=["locked", "unknown", "no thread"],
)
async def test_a_thread_that_cannot_be_opened_is_told_as_archived(adapter: PatientAdapter) -> None:
    given: Any = Session(CLOSED)

    with pytest.raises(discord.HTTPException) as refused:
        await adapter.request(EDIT, given)
    assert refused.value.code == 50083


async def test_a_thread_that_is_archived_again_at_once_is_opened_no_second_time() -> None:
    given: Any = Session(CLOSED, CLOSED)
    thread = Shut()

    with pytest.raises(discord.HTTPException):
        await adapter_in(thread).request(EDIT, given)
    assert thread.opened == 1


async def test_another_refusal_opens_no_thread() -> None:
    given: Any = Session((404, {"code": 10008}))
    thread = Shut()

    with pytest.raises(discord.NotFound):
        await adapter_in(thread).request(EDIT, given)
    assert thread.opened == 0


async def test_threads_are_known_for_the_latest_interactions() -> None:
    adapter = an_adapter()
    for number in range(REMEMBERED + 5):
        adapter.came(SimpleNamespace(id=number, token=str(number), channel=Shut()))  # type: ignore[arg-type]

    assert len(adapter._threads) == REMEMBERED
    assert "4" not in adapter._threads


@pytest.mark.parametrize("broken", [BREAKS, ConnectionResetError(104, "reset"), TimeoutError()])
async def test_a_press_whose_answer_breaks_ends_without_traceback_or_label(
    arena: Arena, broken: Any, caplog: pytest.LogCaptureFixture
) -> None:
    race = await arena.lobby()
    interaction: Any = arena.act(ANN, fails=broken)

    with caplog.at_level(logging.DEBUG):
        await LobbyButton(race, "leave").callback(interaction)

    assert not any(each.exc_info or each.levelno >= logging.ERROR for each in caplog.records)
    assert "Leave" not in caplog.text
    assert "could not answer" in caplog.text


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (BREAKS, BROKE),
        (http_error(discord.DiscordServerError, 503, 0), "Discord has a fault just now"),
        (http_error(discord.HTTPException, 429, 0), "Discord wants me to slow down"),
    ],
)
async def test_what_breaks_on_the_way_is_told_in_words(error: Exception, words: str) -> None:
    interaction: Any = FakeInteraction()
    await interaction.response.defer(ephemeral=True)

    await explain(interaction, error)

    assert interaction.last.text.startswith(words)
    assert interaction.last.is_private


@pytest.mark.parametrize("error", [Refused(Reason.NO_SUCH_RACE), ValueError("secret")])
async def test_suggestions_that_cannot_be_made_are_none(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    async def suggest(_interaction: Any, _typed: str) -> list[Any]:
        raise error

    interaction: Any = FakeInteraction()
    assert await suggesting(suggest)(interaction, "x") == []
    assert "secret" not in caplog.text
    assert ("reference" in caplog.text) == isinstance(error, ValueError)


async def test_every_suggestion_of_the_bot_is_kind() -> None:
    bot = Quadriga(a_steward())
    parts.add_to(bot)
    assert isinstance(bot.tree, Tree)
    found = [
        parameter.autocomplete
        for command in [*bot.tree.walk_commands(), *bot.acts.values()]
        for parameter in getattr(command, "_params", {}).values()
        if parameter.autocomplete
    ]
    assert found
    assert all(hasattr(each, "__wrapped__") for each in found)


@pytest.mark.parametrize(
    ("kind", "status", "code"), [(discord.NotFound, 404, 10062), (discord.HTTPException, 401, 50027)]
)
async def test_an_answer_after_its_time_is_nobodys_fault_and_is_told_to_nobody(
    arena: Arena, caplog: pytest.LogCaptureFixture, kind: type[discord.HTTPException], status: int, code: int
) -> None:
    """A quarter of an hour after a press its token is dead."""
    interaction: Any = FakeInteraction(arena.steward, ANN)

    await explain(interaction, http_error(kind, status, code))

    assert interaction.said == []
    assert [each.levelno for each in caplog.records] == [logging.WARNING]
    assert "came too late" in caplog.text
