"""A client of the users' side and of the control interface, for tests."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp

from sandbox.errors import Json
from sandbox.limits.components import BUTTON, SELECTS, media_of, walk

LOADING = 1 << 7
THREADS = (10, 11, 12)  # types of channels
Found = TypeVar("Found")

PATIENCE = 30.0  # seconds to wait for what should come at once, on a very busy machine
FINAL = ("answered", "acknowledged", "modal", "failed")
TEXTS = ("content", "label", "description", "placeholder", "title")


class NoAnswer(AssertionError):
    """The bot did not answer an interaction."""


class Refused(AssertionError):
    """The sandbox refused what a user or a test wanted.

    :ivar status: of the HTTP answer.
    :ivar body: its JSON.
    """

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(f"{status}: {body.get('error')}")
        self.status = status
        self.body = body


@dataclass(frozen=True)
class Outcome:
    """The outcome of an interaction.

    :ivar state: ``answered``, ``acknowledged``, ``modal`` or ``failed``.
    :ivar message: the message that answers it, or that was changed, as it was then.
    """

    interaction_id: str
    state: str
    message: Json | None = None
    modal: Json | None = None
    error: str | None = None

    @property
    def text(self) -> str:
        """All text of the message that answers it."""
        return text_of(self.message) if self.message else ""


def text_of(message: Json) -> str:
    """Return all text of a message: content, embeds, components, labels, options and alt texts."""
    return "\n".join(_texts(message))


def _texts(message: Json) -> Iterator[str]:
    yield message.get("content") or ""
    for attachment in message.get("attachments") or ():
        yield attachment.get("description") or ""
    for embed in message.get("embeds") or ():
        yield from (embed.get("title") or "", embed.get("description") or "")
        yield from (str(value) for part in embed.get("fields") or () for value in part.values())
        yield (embed.get("footer") or {}).get("text") or ""
    for part in walk(message.get("components") or ()):
        for holder in (part, *(part.get("options") or ()), *(part.get("items") or ())):
            yield from (holder[key] for key in TEXTS if isinstance(holder.get(key), str))


def _offers(select: Json, values: Sequence[str]) -> bool:
    """Tell whether a select lists all these values."""
    return {each["value"] for each in select.get("options", [])} >= set(values)


def buttons_of(message: Json) -> list[Json]:
    """Return the buttons of a message, nested ones too."""
    return [part for part in walk(message.get("components") or ()) if part["type"] == BUTTON]


def urls_of(message: Json) -> list[str]:
    """Return the address of every file and picture of a message, each once."""
    found = [each["url"] for each in message.get("attachments") or ()]
    found += [media["url"] for part in walk(message.get("components") or ()) for media in media_of(part)]
    return list(dict.fromkeys(found))


class _Http:
    """A base address and the session to ask it with."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")
        self._session: aiohttp.ClientSession | None = None

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise RuntimeError("use it in an 'async with'")
        return self._session

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.session.close()

    async def ask(self, method: str, path: str, body: object = None, **query: object) -> Any:
        """Send a request and return its JSON; :exc:`Refused` if it is refused."""
        params = {key: str(value) for key, value in query.items() if value is not None}
        async with self.session.request(method, f"{self.base}/{path}", json=body, params=params) as response:
            text = await response.text()
            answer = json.loads(text) if text.startswith(("{", "[")) else {"error": text}
            if response.status >= 400:
                raise Refused(response.status, answer)
            return answer

    async def read(self, url: str) -> bytes:
        """Return the bytes under an address."""
        async with self.session.get(url) as response:
            if response.status >= 400:
                raise Refused(response.status, {"error": await response.text()})
            return await response.read()


class Visitor(_Http):
    """A user, with everything they see.

    :param url: their own address, ``http://127.0.0.1:P/p/<user token>``.
    """

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.state: Json = {}
        self.seen: dict[str, Json] = {}  # messages as they are now, by id, in the order they came
        self.frames: list[Json] = []  # all that came since the beginning
        self._outcomes: dict[str, Outcome] = {}
        self._news = asyncio.Condition()
        self._listener: asyncio.Task[None] | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        self._socket = socket = await self.session.ws_connect(f"{self.base}/api/events")
        self._take(await socket.receive_json(timeout=PATIENCE))
        for channel in self.state["channels"]:
            for message in await self.ask("GET", f"api/channels/{channel['id']}/messages", limit=200):
                self.seen.setdefault(message["id"], message)
        self._listener = asyncio.create_task(self._listen(socket))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket:
            await self._socket.close()
        if self._listener:
            await asyncio.wait([self._listener])
        await super().__aexit__(kind, error, trace)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            async with self._news:
                self._take(frame.json())
                self._news.notify_all()

    def _take(self, frame: Json) -> None:
        self.frames.append(frame)
        match frame["type"]:
            case "ready":
                self.state = frame["state"]
            case "message" | "message_edit":
                self.seen[frame["message"]["id"]] = frame["message"]
            case "message_delete":
                self.seen.pop(frame["message_id"], None)
            case "interaction":
                self._take_outcome(frame)
            case "channel":
                gone = frame["channel"]["id"]
                others = [each for each in self.state["channels"] if each["id"] != gone]
                self.state["channels"] = [*others, frame["channel"]]
            case "channel_delete":
                channels = self.state["channels"]
                self.state["channels"] = [each for each in channels if each["id"] != frame["channel_id"]]
            case "commands":
                self.state["commands"] = frame["commands"]
            case "members":
                self.state["guild"]["members"] = frame["members"]
            case "bot":
                self.state["bot_online"] = frame["online"]

    def _take_outcome(self, frame: Json) -> None:
        message = self.seen.get(frame["message_id"] or "")
        self._outcomes[frame["interaction_id"]] = Outcome(
            frame["interaction_id"], frame["state"], message, frame["modal"], frame["error"]
        )

    # What there is to see

    @property
    def id(self) -> str:
        return str(self.state["me"]["id"])

    def channel(self, channel: str | Json) -> Json:
        """Return a channel or thread this user sees, by name, id or object; :exc:`KeyError` if there is none."""
        wanted = channel["id"] if isinstance(channel, dict) else channel
        for each in reversed(self.state["channels"]):
            if wanted in (each["id"], each.get("name")):
                found: Json = each
                return found
        raise KeyError(wanted)

    async def messages(self, channel: str | Json, limit: int = 100) -> list[Json]:
        """Return the newest messages of a channel, oldest first."""
        channel_id = self.channel(channel)["id"]
        found: list[Json] = await self.ask("GET", f"api/channels/{channel_id}/messages", limit=limit)
        return found

    async def until(
        self,
        look: Callable[[], Found | None],
        timeout: float = PATIENCE,
        what: str = "it",
    ) -> Found:
        """Return the first find of *look*, which looks again at each event; :exc:`AssertionError` after *timeout*."""
        async with self._news:
            try:
                async with asyncio.timeout(timeout):
                    while (found := look()) is None:
                        await self._news.wait()
            except TimeoutError:
                latest = "\n".join(f"- {text_of(each)[:200]!r}" for each in list(self.seen.values())[-5:])
                raise AssertionError(f"{what} did not come in {timeout} s; the latest:\n{latest}") from None
        return found

    async def wait_for(
        self,
        wanted: Callable[[Json], object],
        timeout: float = PATIENCE,
        channel: str | Json | None = None,
    ) -> Json:
        """Return the newest message that is *wanted*, waiting until there is one.

        :param channel: the only one to look in.
        """

        def look() -> Json | None:
            for message in sorted(self.seen.values(), key=lambda each: -int(each["id"])):
                if (channel is None or self._is_in(message, channel)) and wanted(message):
                    return message
            return None

        return await self.until(look, timeout, "a message")

    def _is_in(self, message: Json, channel: str | Json) -> bool:
        try:
            return bool(message["channel_id"] == self.channel(channel)["id"])
        except KeyError:
            return False

    async def wait_for_thread(self, name: str, timeout: float = PATIENCE) -> Json:
        """Return the thread whose name contains *name*, waiting until there is one."""

        def look() -> Json | None:
            threads = [each for each in self.state["channels"] if each["type"] in THREADS]
            return next((each for each in reversed(threads) if name in each["name"]), None)

        return await self.until(look, timeout, f"the thread {name!r}")

    # What there is to do

    async def run(
        self,
        path: str,
        *,
        channel: str | Json = "races",
        may_fail: bool = False,
        timeout: float = 2 * PATIENCE,
        along: bool = False,
        **options: object,
    ) -> Outcome:
        """Run a slash command and return the outcome.

        :param along: in a chat with others, to which the user takes the bot along; the answer shows in *channel*.
        """
        body = {
            "channel_id": self.channel(channel)["id"],
            "path": path,
            "options": {name: _plain(value) for name, value in options.items()},
            "along": along,
        }
        return await self._interact("commands", body, may_fail, timeout)

    async def autocomplete(
        self, path: str, *, focused: str, channel: str | Json = "races", **options: object
    ) -> list[Json]:
        """Return the choices the bot offers for the option *focused*."""
        body = {
            "channel_id": self.channel(channel)["id"],
            "path": path,
            "focused": focused,
            "options": {name: _plain(value) for name, value in options.items()},
        }
        answer = await self.ask("POST", "api/autocomplete", body)
        found: list[Json] = answer["choices"]
        return found

    async def press(
        self,
        message: Json,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        may_fail: bool = False,
        timeout: float = 2 * PATIENCE,
    ) -> Outcome:
        """Press a button of a message, as the message is now: by its label, or part of it, or its custom id."""
        now = self.seen.get(message["id"], message)
        if custom_id is None:
            custom_id = _button(now, label or "")["custom_id"]
        body = {"channel_id": now["channel_id"], "message_id": now["id"], "custom_id": custom_id}
        return await self._interact("components", body, may_fail, timeout)

    async def choose(
        self,
        message: Json,
        values: list[str],
        *,
        custom_id: str | None = None,
        may_fail: bool = False,
        timeout: float = 2 * PATIENCE,
    ) -> Outcome:
        """Choose *values* in a select of a message: the one with *custom_id*, or the first that offers them."""
        now = self.seen.get(message["id"], message)
        if custom_id is None:
            selects = [each for each in walk(now["components"]) if each["type"] in SELECTS]
            custom_id = next((each for each in selects if _offers(each, values)), selects[0])["custom_id"]
        body = {"channel_id": now["channel_id"], "message_id": now["id"], "custom_id": custom_id}
        return await self._interact("components", body | {"values": values}, may_fail, timeout)

    async def submit(
        self,
        modal: Json | None,
        values: Json,
        *,
        may_fail: bool = False,
        timeout: float = 2 * PATIENCE,
    ) -> Outcome:
        """Submit an open modal; inputs missing in *values* keep the form's own values.

        :raises AssertionError: if no modal is open.
        :raises NoAnswer: if the bot fails to answer.
        """
        if modal is None:
            raise AssertionError("no modal was opened")
        return await self._interact("modals", {"modal_id": modal["modal_id"], "values": values}, may_fail, timeout)

    async def _interact(self, kind: str, body: Json, may_fail: bool, timeout: float) -> Outcome:
        begun = await self.ask("POST", f"api/{kind}", body)

        def look() -> Outcome | None:
            outcome = self._outcomes.get(begun["interaction_id"])
            return outcome if outcome and outcome.state in FINAL else None

        outcome = await self.until(look, timeout, f"an answer to {body}")
        if outcome.state == "failed" and not may_fail:
            raise NoAnswer(f"{outcome.error}: {body}")
        return outcome

    async def say(self, content: str, channel: str | Json = "races") -> Json:
        """Send a plain message."""
        body = {"channel_id": self.channel(channel)["id"], "content": content}
        said: Json = await self.ask("POST", "api/messages", body)
        return said

    async def dm(self) -> Json:
        """Return the DM with the bot; it is opened if there is none."""
        opened: Json = await self.ask("POST", "api/dms", {})
        await self.until(lambda: self._dm(opened["id"]), what="the DM")
        return opened

    def _dm(self, channel_id: str) -> Json | None:
        return next((each for each in self.state["channels"] if each["id"] == channel_id), None)

    async def set_dms(self, is_open: bool) -> None:
        """Let the bot write to this user, or not."""
        await self.ask("PUT", "api/dms", {"open": is_open})

    async def dismiss(self, message: Json) -> None:
        """Dismiss an ephemeral message."""
        await self.ask("DELETE", f"api/channels/{message['channel_id']}/messages/{message['id']}")


def _plain(value: object) -> object:
    return value.id if isinstance(value, Visitor) else value


def _button(message: Json, label: str) -> Json:
    buttons = buttons_of(message)
    same = [each for each in buttons if each.get("label") == label]
    alike = [each for each in buttons if label.lower() in (each.get("label") or "").lower()]
    if not same and not alike:
        raise AssertionError(f"no button {label!r} among {[each.get('label') for each in buttons]}")
    return (same or alike)[0]


class Control(_Http):
    """The control interface.

    :param url: its address, :attr:`sandbox.server.Sandbox.control_url`.
    """

    async def addresses(self) -> Json:
        """Return all addresses, tokens and ids."""
        found: Json = await self.ask("GET", "addresses")
        return found

    async def visitor(self, name: str) -> Visitor:
        """Return a user by name, to be used in an ``async with``."""
        return Visitor((await self.addresses())["users"][name]["url"])

    async def problems(self, *kinds: str) -> list[Json]:
        """Return the problems that were recorded: of these kinds, or of all."""
        found = await self.ask("GET", "problems")
        return [each for each in found if not kinds or each["kind"] in kinds]

    async def forget_problems(self) -> None:
        await self.ask("DELETE", "problems")

    async def requests(self, since: int = 0) -> list[Json]:
        """Return the bot's requests after number *since*."""
        found: list[Json] = await self.ask("GET", "requests", since=since)
        return found

    async def forget_requests(self) -> None:
        await self.ask("DELETE", "requests")

    async def fault(self, **fields: object) -> Json:
        """Let a fault hit the bot's next requests; the README lists them."""
        added: Json = await self.ask("POST", "faults", fields)
        return added

    async def faults(self) -> list[Json]:
        """Return the faults still to come."""
        found: list[Json] = await self.ask("GET", "faults")
        return found

    async def clear_faults(self) -> None:
        await self.ask("DELETE", "faults")

    async def gateway(self, action: str, code: int = 4000, **which: object) -> int:
        """Break the bot's gateway connections; return how many there were.

        :param which: ``shard`` or ``session``: of these alone; ``seconds`` of a refusal.
        """
        return int((await self.ask("POST", "gateway", {"action": action, "code": code} | which))["count"])

    async def gateway_state(self) -> Json:
        """Return whether the bot is online, and how often it identified and resumed."""
        found: Json = await self.ask("GET", "gateway")
        return found

    async def is_online(self, within: float = 0.0, *, online: bool = True) -> bool:
        """Tell whether the bot is there, or gone, waiting so many seconds for it."""
        found = await self.ask("GET", "gateway", online=int(online), within=within)
        return bool(found["online"] is online)

    async def wait_until_online(self, timeout: float = 2 * PATIENCE, *, online: bool = True) -> None:
        """Wait until the bot is there, or gone."""
        async with asyncio.timeout(timeout):
            while not await self.is_online(5.0, online=online):
                pass

    async def advance(self, seconds: float) -> None:
        """Set the clock on."""
        await self.ask("PUT", "clock", {"advance": seconds})

    async def deny(self, channel_id: str, *rights: str) -> None:
        """Take these rights from the bot in a channel; with none, give all back."""
        await self.ask("PUT", f"channels/{channel_id}/permissions", {"deny": list(rights)})

    async def archive(self, thread_id: str, *, archived: bool = True, locked: bool = False) -> None:
        """Archive or reopen a thread."""
        await self.ask("PUT", f"channels/{thread_id}/thread", {"archived": archived, "locked": locked})

    async def delete_channel(self, channel_id: str) -> None:
        await self.ask("DELETE", f"channels/{channel_id}")

    async def delete_message(self, message: Json) -> None:
        await self.ask("DELETE", f"channels/{message['channel_id']}/messages/{message['id']}")

    async def messages(self, channel_id: str) -> list[Json]:
        """Return every message of a channel, ephemeral ones too, oldest first, with ``visible_to``."""
        found: list[Json] = await self.ask("GET", f"channels/{channel_id}/messages")
        return found

    async def close_dms(self, user_id: str, *, closed: bool = True) -> None:
        """Let a user refuse the bot's DMs."""
        await self.ask("PUT", f"users/{user_id}/dms", {"open": not closed})

    async def leave(self, user_id: str, *, left: bool = True) -> None:
        """Let a user leave the server, or come back."""
        await self.ask("PUT", f"users/{user_id}/membership", {"left": left})

    async def forge(self, user_id: str, channel_id: str, data: Json, message: Json | None = None) -> str:
        """Send the bot an interaction that no client would send; return its id.

        :param data: of the interaction; a press if it has a ``component_type``, else a form.
        :param message: where the component shall have stood.
        """
        kind = 3 if "component_type" in data else 5
        body = {"user": user_id, "channel_id": channel_id, "type": kind, "data": data}
        if message is not None:
            body["message_id"] = message["id"]
        return str((await self.ask("POST", "interactions", body))["interaction_id"])

    async def enforce_rates(self, enforced: bool = True) -> None:
        """Let Discord's rate limits hold, or not."""
        await self.ask("PUT", "rates", {"enforced": enforced})
