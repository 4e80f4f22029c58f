"""The world: its users and things, their rights, and the latest changes."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sandbox import permissions
from sandbox.clock import Clock, wait_until
from sandbox.errors import Refusal
from sandbox.model import ANNOUNCEMENT, DM, PRIVATE_THREAD, TEXT, VOICE, Channel, Kept, Message, User
from sandbox.shards import Shard, place_of

DISCORD_EPOCH = 1_420_070_400
LINK_LIFE = 24 * 3600  # seconds that the address of a file is good for
NONCE_LIFE = 300  # seconds that an enforced nonce is remembered
MEMBER_DAYS = 42  # for how long people have been members, unless a test asks for newcomers
_DAY = 86_400
MOST_OPENED_DMS, DM_SPAN = 25, 600  # new DMs in so many seconds; Discord publishes no number


@dataclass(frozen=True, slots=True)
class Change:
    """Something that has just changed.

    :ivar kind: ``message``, ``message_edit``, ``message_delete``, ``channel``, ``channel_change``,
        ``channel_delete``, ``thread_members``, ``typing``, ``commands``, ``member``, or ``bot``; ``shown`` or
        ``hidden`` if *user* sees a channel from now on, or no more.
    """

    kind: str
    channel: Channel | None = None
    message: Message | None = None
    user: User | None = None


@dataclass
class World:
    """The world as it is now. To hear of changes, append to :attr:`watchers`."""

    kept: Kept
    clock: Clock
    origin: str = ""  # 'http://127.0.0.1:P'
    files: dict[str, bytes] = field(default_factory=dict)  # by attachment
    watchers: list[Callable[[Change], None]] = field(default_factory=list)
    is_bot_online: bool = False

    def new_id(self) -> str:
        """Return a new snowflake, greater than all before."""
        stamp = int((self.clock.now() - DISCORD_EPOCH) * 1000) << 22
        self.kept.last_id = max(self.kept.last_id + 1, stamp)
        return str(self.kept.last_id)

    def tell(self, change: Change) -> None:
        """Let every watcher know."""
        for watcher in self.watchers:
            watcher(change)

    # Who and what is there

    @property
    def bot(self) -> User:
        return self.kept.users[self.kept.bot_id]

    @property
    def members(self) -> list[User]:
        """Everybody in the server, the bot among them."""
        return [user for user in self.kept.users.values() if not user.has_left]

    @property
    def people(self) -> list[User]:
        return [user for user in self.kept.users.values() if not user.is_bot]

    def user(self, user_id: str) -> User:
        """Return a user; :exc:`Refusal` 10013 if there is none."""
        if user_id not in self.kept.users:
            raise Refusal(10013)
        return self.kept.users[user_id]

    def channel(self, channel_id: str | None) -> Channel:
        """Return a channel, thread or DM; :exc:`Refusal` 10003 if there is none."""
        if channel_id not in self.kept.channels:
            raise Refusal(10003)
        return self.kept.channels[channel_id]

    def message(self, channel_id: str, message_id: str | None) -> Message:
        """Return a message; :exc:`Refusal` 10008 if there is none."""
        message = self.kept.messages.get(channel_id, {}).get(message_id or "")
        if message is None:
            raise Refusal(10008)
        return message

    def messages(self, channel_id: str) -> list[Message]:
        """Return the messages of a channel, oldest first."""
        return list(self.kept.messages.get(channel_id, {}).values())

    def add_user(self, name: str, *, is_bot: bool = False, is_spectator: bool = False, days: int = MEMBER_DAYS) -> User:
        """Let somebody join the server.

        :param days: for how long they have been a member by now; the bot is new.
        """
        user = User(
            id=self.new_id(),
            name=name,
            token="" if is_bot else secrets.token_urlsafe(18),
            is_bot=is_bot,
            is_spectator=is_spectator,
            joined=self.clock.now() - (0 if is_bot else days * _DAY),
        )
        self.kept.users[user.id] = user
        self.tell(Change("member", user=user))
        return user

    def set_membership(self, user: User, *, has_left: bool) -> None:
        """Let somebody leave the server, and its threads, or come back."""
        seen = [each for each in self.kept.channels.values() if self.sees_channel(user, each)]
        user.has_left = has_left
        for channel in [each for each in seen if has_left and each.type != DM]:
            if user.id in channel.members:
                channel.members.remove(user.id)
            self.tell(Change("hidden", channel, user=user))
        for channel in [each for each in self.kept.channels.values() if not has_left and each not in seen]:
            if self.sees_channel(user, channel):
                self.tell(Change("shown", channel, user=user))
        self.tell(Change("member", user=user))
        if user.is_bot:
            self.tell(Change("commands"))

    # What one may see and do

    def rights(self, user: User, channel: Channel) -> int:
        """Return the permissions of *user* in *channel*, as a bit set."""
        if channel.type == DM:
            return permissions.ALL
        if user.has_left:
            return 0
        if user.id == self.kept.owner_id:
            return permissions.ALL
        if not user.is_bot:
            return permissions.EVERYONE
        parent = self.kept.channels.get(channel.parent_id or "", channel)
        return (permissions.EVERYONE | self.kept.rights) & ~(channel.denied | parent.denied)

    def may(self, user: User, channel: Channel, right: str) -> bool:
        """Tell whether *user* has *right* in *channel*."""
        return bool(self.rights(user, channel) & permissions.BITS[right])

    def sees_channel(self, user: User, channel: Channel) -> bool:
        """Tell whether *user* may see *channel*."""
        if channel.type == DM:
            return user.id == channel.recipient_id or user.is_bot
        if not self.may(user, channel, "view_channel"):
            return False
        if channel.type == PRIVATE_THREAD:
            return user.id in channel.members or self.may(user, channel, "manage_threads")
        return True

    def sees(self, user: User, message: Message) -> bool:
        """Tell whether *user* may see *message*."""
        if message.visible_to is not None:
            return user.id == message.visible_to
        channel = self.kept.channels.get(message.channel_id)
        return channel is not None and self.sees_channel(user, channel)

    def need(self, channel: Channel, *rights: str) -> None:
        """Raise :exc:`Refusal` if the bot lacks a right in *channel*: 50001 if it cannot see it, else 50013."""
        if not self.sees_channel(self.bot, channel):
            raise Refusal(50001)
        for right in rights:
            if not self.may(self.bot, channel, right):
                raise Refusal(50013)

    # Changes

    def add_channel(self, channel: Channel) -> Channel:
        """Put a new channel, thread or DM into the world."""
        channel.created = channel.archived_at = self.clock.now()
        self.kept.channels[channel.id] = channel
        self.kept.messages.setdefault(channel.id, {})
        self.tell(Change("channel", channel))
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [each for each in self.kept.channels.values() if each.parent_id == channel.id]:
            self.remove_channel(thread)
        for message in self.kept.messages.pop(channel.id, {}).values():
            self._forget_files(message)
        del self.kept.channels[channel.id]
        self.tell(Change("channel_delete", channel))

    def set_archived(self, thread: Channel, archived: bool) -> None:
        """Archive or reopen a thread, without telling anybody yet."""
        if thread.archived != archived:
            thread.archived, thread.archived_at = archived, self.clock.now()

    def archive_idle(self) -> None:
        """Archive every thread that has been silent for its own waiting time."""
        now = self.clock.now()
        for thread in [each for each in self.kept.channels.values() if each.is_thread and not each.archived]:
            if now - max(thread.archived_at, thread.last_said) > thread.auto_archive * 60:
                self.set_archived(thread, True)
                self.tell(Change("channel_change", thread))

    def add_message(self, message: Message) -> Message:
        """Post a message; an archived thread opens."""
        channel = self.kept.channels[message.channel_id]
        self.kept.messages.setdefault(channel.id, {})[message.id] = message
        if message.visible_to is None:
            channel.last_message_id = message.id
            channel.last_said = message.timestamp
            channel.sent += 1
            if channel.archived:
                self.set_archived(channel, False)
                self.tell(Change("channel_change", channel))
        self.tell(Change("message", channel, message))
        return message

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        self.kept.messages.get(message.channel_id, {}).pop(message.id, None)
        self._forget_files(message)
        self.tell(Change("message_delete", self.kept.channels.get(message.channel_id), message))

    def _forget_files(self, message: Message) -> None:
        for attachment in message.attachments:
            self.files.pop(attachment.id, None)

    def join_thread(self, thread: Channel, user: User) -> None:
        """Make *user* a member of *thread*, if that is new."""
        if user.id not in thread.members:
            thread.members.append(user.id)
            self.tell(Change("thread_members", thread, user=user))

    def dm_with(self, user: User) -> Channel | None:
        """Return the DM between *user* and the bot, if it was ever opened."""
        dms = (each for each in self.kept.channels.values() if each.type == DM)
        return next((dm for dm in dms if dm.recipient_id == user.id), None)

    def open_dm(self, user: User, *, by_bot: bool) -> Channel:
        """Return the DM with *user*; open it if need be.

        :raises Refusal: 40003 if the bot opens too many.
        """
        dm = self.dm_with(user)
        if dm is not None:
            return dm
        if by_bot:
            now = self.clock.now()
            recent = [at for at in self.kept.opened_dms if at + DM_SPAN > now]
            if len(recent) >= MOST_OPENED_DMS:
                raise Refusal(40003, retry_after=wait_until(recent[0] + DM_SPAN, now))
            self.kept.opened_dms = [*recent, now]
        return self.add_channel(Channel(id=self.new_id(), type=DM, recipient_id=user.id))

    def sent_before(self, channel_id: str, nonce: object) -> Message | None:
        """Return the bot's message that was sent here with this enforced nonce not long ago."""
        since = self.clock.now() - NONCE_LIFE
        for message in reversed(self.messages(channel_id)):
            if message.timestamp < since:
                return None
            if message.nonce_enforced and str(message.nonce) == str(nonce):
                return message
        return None

    # Addresses of files

    def link(self, channel_id: str, attachment_id: str, filename: str) -> str:
        """Return the query that makes the address of a file valid for a day."""
        until = f"{int(self.clock.now()) + LINK_LIFE:x}"
        return f"ex={until}&hm={self._signature(channel_id, attachment_id, filename, until)}"

    def is_good_link(self, channel_id: str, attachment_id: str, filename: str, until: str, sign: str) -> bool:
        """Tell whether a file may be had under this address."""
        expected = self._signature(channel_id, attachment_id, filename, until)
        return hmac.compare_digest(sign.encode(), expected.encode()) and int(until, 16) > self.clock.now()

    def _signature(self, *parts: str) -> str:
        secret = self.kept.url_secret.encode()
        return hmac.new(secret, "\n".join(parts).encode(), hashlib.sha256).hexdigest()


def _moved(guild_id: str, on: Shard) -> str:
    """Return an id, a little older, of a server on that shard."""
    return str(int(guild_id) - (((place_of(guild_id, on.total) - on.number) % on.total) << 22))


def new_world(
    players: Iterable[str],
    spectators: Iterable[str],
    channels: Sequence[str],
    clock: Clock,
    *,
    on: Shard | None = None,
) -> World:
    """Return a world as it is at first, with an announcement channel and a voice channel besides.

    :param channels: names of the text channels.
    :param on: the shard that the server is on; ``None`` for any.
    :raises ValueError: without a player: somebody has to own the server.
    """
    kept = Kept(
        guild_id="",
        guild_name="Circus",
        owner_id="",
        bot_id="",
        role_id="",
        bot_token=f"sandbox.{secrets.token_urlsafe(24)}",
        table_token=secrets.token_urlsafe(18),
        control_token=secrets.token_urlsafe(18),
        url_secret=secrets.token_hex(16),
        rights=permissions.INVITED,
    )
    world = World(kept, clock)
    kept.guild_id = world.new_id()
    if on is not None:
        kept.guild_id = _moved(kept.guild_id, on)
    kept.role_id = world.new_id()
    kept.bot_id = world.add_user("Quadriga", is_bot=True).id
    people = [world.add_user(name) for name in players]
    if not people:
        raise ValueError("the sandbox needs a player")
    kept.owner_id = people[0].id
    for name in spectators:
        world.add_user(name, is_spectator=True)
    listed = [*((TEXT, name) for name in channels), (ANNOUNCEMENT, "acta")]
    for position, (kind, name) in enumerate(listed):
        world.add_channel(Channel(id=world.new_id(), type=kind, name=name, position=position))
    world.add_channel(Channel(id=world.new_id(), type=VOICE, name="Forum"))
    return world
