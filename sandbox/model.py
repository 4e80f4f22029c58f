"""The parts of the sandbox's world, in plain data. Ids are snowflakes as strings, times seconds since 1970."""

import msgspec

from sandbox.errors import Json

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15

TEXT, DM, VOICE, ANNOUNCEMENT = 0, 1, 2, 5
CROSSPOSTED = 1 << 0
"""The flag of a message that was published to the followers of its channel."""

ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS_IN = {TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,)}
"""The types of threads by the channel they may be started in; a voice channel takes none."""
THREADS = (ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
THREAD_CREATED = 18
"""The type of the message that says so in the channel above."""


class User(msgspec.Struct, kw_only=True):
    """Somebody in the server: a person, or the bot."""

    id: str
    name: str
    token: str = ""  # of this user's page; the bot has none
    is_bot: bool = False
    is_spectator: bool = False
    dms_open: bool = True
    locale: str = "en-US"
    joined: float = 0
    has_left: bool = False


class Attachment(msgspec.Struct, kw_only=True):
    """A file of a message. Its bytes are kept apart from it."""

    id: str
    filename: str
    size: int  # bytes
    content_type: str | None = None
    description: str | None = None
    width: int | None = None  # pixels
    height: int | None = None
    is_ephemeral: bool = False


class Message(msgspec.Struct, kw_only=True):
    """A message. Its components and embeds name its files as ``attachment://name``."""

    id: str
    channel_id: str
    author_id: str
    timestamp: float
    type: int = 0
    content: str = ""
    embeds: list[Json] = []
    components: list[Json] = []
    attachments: list[Attachment] = []
    flags: int = 0
    edited: float | None = None
    mentions: list[str] = []
    mentions_everyone: bool = False
    reply_to: str | None = None
    nonce: str | int | None = None
    nonce_enforced: bool = False
    visible_to: str | None = None  # the only one who sees an ephemeral message
    is_answer: bool = False  # to an interaction, so sent by the application's webhook
    interaction: Json | None = None  # its metadata
    pinned: float | None = None
    late_edits: list[float] = []  # edits of it when it was more than an hour old
    thread_id: str | None = None

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)


class Channel(msgspec.Struct, kw_only=True):
    """A text, voice or announcement channel, a thread or a DM."""

    id: str
    type: int
    name: str = ""
    position: int = 0
    parent_id: str | None = None
    owner_id: str | None = None
    recipient_id: str | None = None  # of a DM: the person
    members: list[str] = []  # of a thread
    created: float = 0
    archived: bool = False
    archived_at: float = 0  # or reopened, or created
    locked: bool = False
    invitable: bool = True
    auto_archive: int = 4320  # minutes
    slowmode: int = 0  # seconds
    last_message_id: str | None = None
    last_said: float = 0
    sent: int = 0  # messages ever sent
    denied: int = 0  # rights taken from the bot here

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


class Kept(msgspec.Struct, kw_only=True):
    """All of the world that outlives a restart."""

    guild_id: str
    guild_name: str
    owner_id: str
    bot_id: str  # the application's id too
    role_id: str  # the bot's own role
    bot_token: str
    table_token: str
    control_token: str
    url_secret: str  # signs the addresses of files
    rights: int  # of the bot's own role
    last_id: int = 0
    users: dict[str, User] = {}
    channels: dict[str, Channel] = {}
    messages: dict[str, dict[str, Message]] = {}  # by channel, oldest first
    commands: dict[str, list[Json]] = {}  # by guild; '' for global ones
    events: dict[str, Json] = {}  # of the server that have not begun
    created_commands: list[float] = []  # when, in the last day
    opened_dms: list[float] = []  # when the bot opened a DM that was not there
