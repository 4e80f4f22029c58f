"""Small fakes that remember what they were asked: an interaction in each of its states, a thread, a user."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from cogs.kit.conversations import Talks
from cogs.kit.limits import check_message, check_modal
from cogs.kit.uploads import Uploads
from records.figures import Failures
from records.people import PlayerRecord
from records.values import PlayerId
from steward import Picture
from steward.fleet.fleet import Fleet

BOT = SimpleNamespace(id=999, name="Quadriga")
GUILD, CHANNEL, THREAD = 1, 2, 3
Clock = Callable[[], float]


def standing() -> float:
    """Return always the same time."""
    return 0.0


def a_steward(**parts: Any) -> Any:
    """Return as much of a steward as a bot needs that does nothing: it is alone. Tests give it what else they need."""
    store: Any = None
    return SimpleNamespace(failures=Failures(), fleet=Fleet(store, standing), **parts)


def http_error(kind: type[discord.HTTPException], status: int, code: int, text: str = "") -> discord.HTTPException:
    """Return what the library raises when Discord refuses."""
    response: Any = SimpleNamespace(status=status, reason="refused")
    return kind(response, {"code": code, "message": text})


class Threadless:
    """A server in which nobody has left a thread open."""

    me = None

    async def active_threads(self) -> list[Any]:
        return []


@dataclass
class Said:
    """Something that was sent, shown or edited."""

    text: str = ""
    view: discord.ui.LayoutView | None = None
    files: list[discord.File] = field(default_factory=list)
    is_private: bool = False
    others: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.view is not None:
            sizes = [(len(file.fp.read()), file.description or "") for file in self.files]
            for file in self.files:
                file.reset()
            check_message(self.components, sizes)

    @property
    def components(self) -> list[Any]:
        parts: list[Any] = self.view.to_components() if self.view else []  # type: ignore[no-untyped-call]
        return parts

    def words(self) -> list[str]:
        """Return every text that a reader could find in it: contents, labels, alt texts, names of files, ids."""
        found = [self.text, *(file.filename for file in self.files), *(file.description or "" for file in self.files)]
        return [each for each in [*found, *_strings(self.components)] if each]

    def contents(self) -> list[str]:
        """Return the texts in which markdown, mentions and links would work."""
        return [self.text, *_contents(self.components)]

    def pictures(self) -> list[bytes]:
        pictures = []
        for file in self.files:
            file.reset()
            pictures.append(file.fp.read())
        return pictures


def _contents(parts: list[Any]) -> list[str]:
    own = [part["content"] for part in parts if "content" in part]
    return own + [text for part in parts for text in _contents(part.get("components", []))]


def _strings(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else []
    return [text for each in inside for text in _strings(each)]


class FakeResponse:
    """The first answer to an interaction; a second one is an error, as it is in the library."""

    def __init__(self, interaction: "FakeInteraction") -> None:
        self._of = interaction
        self.deferred: dict[str, Any] | None = None
        self.modal: discord.ui.Modal | None = None
        self.choices: list[Any] | None = None
        self._is_done = False

    def is_done(self) -> bool:
        return self._is_done

    def _answer(self) -> None:
        if self._of.fails:
            raise self._of.fails
        assert not self._is_done, "answered twice"
        self._is_done = True

    async def defer(self, **how: Any) -> None:
        self._answer()
        self.deferred = how

    async def send_message(self, text: str, *, ephemeral: bool = False) -> None:
        self._answer()
        assert len(text) <= 2_000
        self._of.said.append(Said(text, is_private=ephemeral))

    async def send_modal(self, modal: discord.ui.Modal) -> None:
        self._answer()
        check_modal(modal.title, modal.to_components())
        self.modal = modal


class FakeInteraction:
    """What a user does, and what he is told."""

    def __init__(
        self,
        steward: Any = None,
        user: int = 100,
        *,
        name: str = "Ann",
        guild: int | None = GUILD,
        channel: int = CHANNEL,
        kind: discord.InteractionType = discord.InteractionType.application_command,
        data: dict[str, Any] | None = None,
        fails: Exception | None = None,
        client: "FakeClient | None" = None,
        press: int = 5,
    ) -> None:
        self.said: list[Said] = []
        self.removed: list[Said] = []
        self.fails = fails
        self.response = FakeResponse(self)
        self.followup = SimpleNamespace(send=self._follow_up)
        self.client = client or FakeClient(steward)
        self.user = self.client.user_of(user, name)
        self.guild_id, self.channel_id = guild, channel
        self.channel: Any = SimpleNamespace(id=channel)
        self.type, self.data = kind, data or {}
        self.extras: dict[Any, Any] = {}
        self.id, self.message = press, None
        self.token = f"token of press {press}"
        self.permissions = discord.Permissions()
        self.app_permissions = discord.Permissions.all()
        self.filesize_limit = 10 * 1024 * 1024

    async def _follow_up(self, text: str = "", *, ephemeral: bool = False, **others: Any) -> Any:
        assert self.response.is_done(), "a follow-up needs a first answer"
        if self.fails:
            raise self.fails
        assert len(text) <= 2_000
        said = Said(text, others.get("view"), others.get("files", []), is_private=ephemeral)
        self.said.append(said)

        async def delete() -> None:
            self.removed.append(said)

        return SimpleNamespace(edit=self.edit_original_response, id=self.id + 1, delete=delete)

    async def edit_original_response(self, *, content: str = "", view: Any = None, attachments: Any = ()) -> None:
        assert self.response.deferred is not None, "only what was deferred is edited"
        assert len(content) <= 2_000
        is_private = bool(self.response.deferred.get("ephemeral")) or not self.response.deferred.get("thinking")
        self.said.append(Said(content, view, list(attachments), is_private))

    async def delete_original_response(self) -> None:
        self.is_deleted = True

    @property
    def last(self) -> Said:
        return self.said[-1]

    @property
    def told(self) -> str:
        """What was said last, all in one."""
        return "\n".join(self.last.words())


class FakeUser:
    def __init__(self, number: int, name: str = "Ann", clock: Clock = standing) -> None:
        self.id, self.display_name, self.bot = number, name, False
        self.dms = FakeChannel(number, clock)
        self.dm_channel: FakeChannel | None = None

    async def send(self, text: str) -> None:
        await self.dms.send(content=text)

    async def create_dm(self) -> "FakeChannel":
        self.dm_channel = self.dms
        return self.dms


class FakeMessage:
    def __init__(self, channel: "FakeChannel", number: int, said: Said, nonce: str | None) -> None:
        self.channel, self.id, self.said, self.nonce = channel, number, said, nonce
        self.content = said.text
        self.author = BOT
        self.components = [SimpleNamespace(id=part.get("id")) for part in said.components]

    async def edit(self, *, view: Any, attachments: Any = None, **_how: Any) -> None:
        self.channel.need_open()
        if self.channel.fails:
            raise self.channel.fails
        self.said = Said(view=view, files=self.said.files if attachments is None else list(attachments))
        self.components = [SimpleNamespace(id=part.get("id")) for part in self.said.components]
        self.channel.note("edited", self.id)

    async def delete(self) -> None:
        self.channel.need_open()
        self.channel.messages.remove(self)
        self.channel.note("removed", self.id)


class Numbers:
    """Numbers in a row that, unlike those of itertools, may be copied."""

    def __init__(self, first: int) -> None:
        self._number = first

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._number})"

    def __next__(self) -> int:
        self._number += 1
        return self._number - 1


class FakeChannel:
    """A thread or a direct message. It knows nonces as long as Discord does, unless a test forgets them.

    :ivar done: what was done to which message, and when.
    """

    def __init__(self, number: int = THREAD, clock: Clock = standing) -> None:
        self.id, self.clock = number, clock
        self.messages: list[FakeMessage] = []
        self.nonces: dict[str, FakeMessage] = {}
        self.fails: Exception | None = None
        self.done: list[tuple[float, str, int]] = []
        self.is_archived, self._opens = False, True
        self._numbers = Numbers(1_000)

    @property
    def edits(self) -> int:
        """How often a message was edited here."""
        return sum(what == "edited" for _, what, _ in self.done)

    def note(self, what: str, message: int) -> None:
        """Note what is done to a message, with the time."""
        self.done.append((self.clock(), what, message))

    def shut(self, *, opens: bool = True) -> None:
        """Archive this thread.

        :param opens: whether an edit of the thread opens it; a new post does so in any case.
        """
        self.is_archived, self._opens = True, opens

    def need_open(self) -> None:
        """Refuse what cannot be done in an archived thread."""
        if self.is_archived:
            raise http_error(discord.HTTPException, 400, 50083)

    async def edit(self, *, archived: bool) -> None:
        """Open this thread, or archive it."""
        if not self._opens:
            raise http_error(discord.Forbidden, 403, 50013)
        self.is_archived = archived

    async def send(self, content: str = "", *, view: Any = None, files: Any = (), **others: Any) -> FakeMessage:
        if self.fails:
            raise self.fails
        nonce = others.pop("nonce", None)
        if nonce in self.nonces:
            return self.nonces[nonce]
        assert nonce is None or len(str(nonce)) <= 25
        self.is_archived = False
        message = FakeMessage(self, next(self._numbers), Said(content, view, list(files), others=others), nonce)
        self.messages.append(message)
        self.note("sent", message.id)
        if nonce is not None:
            self.nonces[nonce] = message
        return message

    def get_partial_message(self, number: int) -> Any:
        found = next((each for each in self.messages if each.id == number), None)
        if found is None:
            raise http_error(discord.NotFound, 404, 10008)
        return found

    async def history(self, limit: int, **_where: Any) -> AsyncIterator[FakeMessage]:
        for message in list(reversed(self.messages))[:limit]:
            yield message

    def words(self) -> list[str]:
        return [text for message in self.messages for text in message.said.words()]


class FakeClient:
    """The library's client, as the messenger uses it.

    :param clock: what the time of posts is told by.
    """

    def __init__(self, steward: Any, clock: Clock = standing) -> None:
        self._clock = clock
        self.steward, self.user, self.talks = steward, BOT, Talks()
        self.uploads = Uploads(steward)
        self.channels: dict[int, FakeChannel] = {}
        self.users: dict[int, FakeUser] = {}
        self.cached: dict[int, Any] = {}
        self.servers: dict[int, Any] = {}
        self.hidden: set[tuple[int, int]] = set()  # channels, and who does not see them

    def get_partial_messageable(self, number: int) -> FakeChannel:
        return self.channels.setdefault(number, FakeChannel(number, self._clock))

    async def fetch_channel(self, number: int) -> FakeChannel:
        return self.get_partial_messageable(number)

    def get_channel(self, number: int) -> Any:
        """Return a channel of a server as the cache has it: none, unless a test puts one there."""
        return self.cached.get(number)

    def get_guild(self, number: int) -> Any:
        """Return a server as the cache has it: that of the tests, of which all are members; a test may put others."""
        home = (
            SimpleNamespace(name="Roma", fetch_member=self.fetch_user, get_channel=self.shown)
            if number == GUILD
            else None
        )
        return self.servers.get(number, home)

    def shown(self, number: int) -> Any:
        """Return a channel of the tests' server, which those see whom a test has not taken it from."""
        return SimpleNamespace(
            permissions_for=lambda member: discord.Permissions(view_channel=(number, member.id) not in self.hidden)
        )

    def user_of(self, number: int, name: str = "Ann") -> FakeUser:
        user = self.users.setdefault(number, FakeUser(number, name, self._clock))
        self.channels[user.dms.id] = user.dms
        return user

    async def seek(self, guild: int) -> None:
        """Know all servers."""

    async def create_dm(self, user: Any) -> FakeChannel:
        return await self.user_of(user.id).create_dm()

    async def fetch_user(self, player: PlayerId) -> FakeUser:
        return self.user_of(player)


class Painter:
    """Draws nothing; its alt text is the longest there may be. It knows nobody."""

    @property
    def people(self) -> "Painter":
        return self

    @property
    def gallery(self) -> "Painter":
        return self

    async def player(self, player: PlayerId) -> PlayerRecord:
        return PlayerRecord(player=player, name="Ann")

    async def way(self, *_: Any) -> Picture:
        return Picture(b"png", "x" * 1_024, "cockpit-2147483647-8.png")
