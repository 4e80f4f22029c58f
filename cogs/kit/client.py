"""The Discord client: its listeners, and the parts that run beside it."""

import asyncio
import contextlib
import functools
import hashlib
import json
import logging
import re
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.kit.abroad import settling
from cogs.kit.answers import BROKEN, PatientAdapter
from cogs.kit.conversations import Talks
from cogs.kit.fence import Fence
from cogs.kit.messages import TellPlayer, explain, forget_note, own_fault
from cogs.kit.offered import is_moved, require_offered, typed_name
from cogs.kit.presses import at_work
from cogs.kit.requests import Requests
from cogs.kit.uploads import Uploads
from records.figures import Spans
from records.refusals import Refused
from records.values import PlayerId
from steward import Steward
from steward.fleet.fleet import SURE_FOR
from steward.running.finishing import cut_off, uninterrupted

log = logging.getLogger(__name__)

ModalHandler = Callable[["Interaction", re.Match[str], dict[str, str]], Awaitable[None]]
TellsWay = Callable[["Interaction", str], Awaitable[None]]
Welcomes = Callable[["Quadriga", discord.Guild], Awaitable[None]]
Suggest = Callable[["Interaction", str], Awaitable[list[app_commands.Choice[Any]]]]
TREE_KEY = "command tree"
REGISTERED_WITHIN = 60.0
"""Seconds that the start waits until Discord has taken the commands: at a day's limit that takes hours."""

REGISTERED_AGAIN = 3_600.0
"""Seconds until commands that Discord refused are registered once more."""

_CURES = {
    50240: "the application has an Entry Point command, which such a list must not remove: turn its activity off in "
    "the developer portal, under Activities",
    30034: "Discord takes 200 new commands a day: wait a day",
    50001: "I am not on the server that QUADRIGA_HOME names, or was invited without the scope applications.commands: "
    "invite me anew",
}
"""Why Discord refuses commands, and the operator's cure, by its number."""

PRESSED = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")
"""How the names of the library's tasks begin that answer commands, controls and forms."""
ENDS_WITHIN = 5.0  # seconds; services are killed 10 s after they were told to end, as a rule
KNOWN_AFTER = SURE_FOR + 0.5
"""Seconds after which no other program can be active that has not heard of this one: it would not be sure of itself."""

SERVERS_ONLY = app_commands.AppInstallationType(guild=True, user=False)
"""Where a command is installed that says nothing of it: races live in channels, and rights come from a server."""
HINTED_FOR = 60.0  # seconds in which nobody is told twice how to answer
HOW_TO_ANSWER = (
    "I read buttons and commands, not messages. Press a button, or *Type it* under a question. `/order` shows what I "
    "ask of you, `/help` where to begin."
)


class Quadriga(discord.Client):
    """The bot. Everything it knows of races it asks the steward; it keeps none itself."""

    def __init__(
        self, steward: Steward, *, guild_ready_timeout: float = 2.0, home: int | None = None, **sessions: Any
    ) -> None:
        """:param home: a server whose commands change at once, for development; ``None`` for everywhere.
        :param sessions: with Discord, if there are several: see :class:`cogs.kit.sharded.Sharded`.
        """
        self.requests = Requests()
        super().__init__(
            intents=discord.Intents(guilds=True, dm_messages=True),
            max_messages=None,  # what is written is answered, and not kept
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=guild_ready_timeout,
            http_trace=self.requests.trace,
            **sessions,
        )
        self.steward = steward
        self.talks = Talks()
        self.uploads = Uploads(steward)
        self._answers = PatientAdapter(self.uploads)
        request = Fence(steward.fleet).through(self.http.request)
        self.http.request = self.uploads.through(request)  # type: ignore[method-assign]
        self.tree = Tree(self, allowed_installs=SERVERS_ONLY)
        taking = settling(self._connection.parse_interaction_create)
        self._connection.parse_interaction_create = taking  # type: ignore[method-assign,assignment]
        self._connection.parsers["INTERACTION_CREATE"] = taking
        self.modals: dict[re.Pattern[str], ModalHandler] = {}
        self.acts: dict[str, app_commands.Command[Any, ..., Any]] = {}
        self.tells_way: TellsWay | None = None
        self.welcomes: Welcomes | None = None
        self._home = discord.Object(home) if home else None
        self._running: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._registering: asyncio.Task[None] | None = None
        self.failure: BaseException | None = None
        self._is_heard_of = False
        self._claiming = set[asyncio.Task[None]]()
        parsers = self._connection.parsers
        parsers["INTERACTION_CREATE"] = self._if_mine(parsers["INTERACTION_CREATE"])
        self._hinted: dict[int, float] = {}  # when somebody was last told how to answer
        self._is_let_in = False

    @property
    def first_answers(self) -> Spans:
        """How long people wait from a press to its first answer."""
        return self._answers.spans

    def away(self) -> Sequence[int]:
        """Return the shards whose session with Discord is not there now; a bot without shards has 0 alone."""
        return () if self._is_let_in else (0,)

    def _if_mine(self, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return the library's way to take a press, past those that another process with the same shard has taken."""

        async def claim(data: Any) -> None:
            try:
                is_mine = await self.steward.fleet.takes(int(data["id"]))
            except Exception as error:
                own_fault(error, "claiming a press")
                is_mine = True  # it is told what is wrong
            if is_mine:
                parse(data)

        def take(data: Any) -> None:
            if self.steward.fleet.is_alone:
                parse(data)
                return
            claiming = asyncio.create_task(claim(data))
            self._claiming.add(claiming)
            claiming.add_done_callback(self._claiming.discard)

        return take

    def hears_of(self, guild: int, /) -> bool:
        """Tell whether this program would hear of a server that I am in; one with shards hears of some."""
        del guild
        return True

    async def seek(self, guild: int) -> None:
        """Look at a server, if it is one that another program hears of; this one has all in its memory."""

    def add_parts(self, commands: Sequence[Any], items: Sequence[type[discord.ui.DynamicItem[Any]]]) -> None:
        """Add commands, and the buttons and selects that answer wherever they stand."""
        for command in commands:
            self.tree.add_command(command)
        self.add_dynamic_items(*items)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until others that serve the same servers surely know of this program: then presses are claimed."""
        if self.steward.fleet.is_beside and not self._is_heard_of:
            await asyncio.sleep(KNOWN_AFTER)
            self._is_heard_of = True
        await super().before_identify_hook(shard_id, initial=initial)

    async def setup_hook(self) -> None:
        self._answers.send_from_here_on()
        await self.steward.open()
        await self._register()
        self._running = asyncio.create_task(self.steward.run())
        self._running.add_done_callback(self._ended)

    def _ended(self, running: "asyncio.Task[None]") -> None:
        """End with the steward: a bot that takes answers and tells nothing would look alive."""
        if running.cancelled() or self.is_closed():
            return
        self.failure = running.exception() or RuntimeError("the steward has ended")
        log.critical("the steward has ended, and I end with it", exc_info=self.failure)
        self._closing = asyncio.create_task(self.close())

    async def _register(self) -> None:
        """Register the commands; where Discord takes none, go on with those it has, and try again later."""
        try:
            async with asyncio.timeout(REGISTERED_WITHIN), self.steward.fleet.turn("commands"):
                await self._sync_if_changed()
        except (discord.HTTPException, *BROKEN) as error:
            code = getattr(error, "code", 0)
            why = f"{getattr(error, 'status', type(error).__name__)}, {code}"
            cure = _CURES.get(code, "nothing to do as a rule: it passes. If it lasts, look the number up")
            log.error("Discord did not take my commands (%s), so I go on with those it has. Cure: %s.", why, cure)
            self._registering = asyncio.create_task(self._register_later())

    async def _register_later(self) -> None:
        await asyncio.sleep(REGISTERED_AGAIN)
        await self._register()

    async def _sync_if_changed(self) -> None:
        """Register the commands, but only if they are not those that Discord has: a day allows few changes."""
        known = json.dumps([each.to_dict(self.tree) for each in self.tree.get_commands()], sort_keys=True)
        assert self.application_id is not None
        digest = hashlib.sha256(f"{self.application_id} {self._home} {known}".encode()).hexdigest()
        if await self.steward.memory.get(TREE_KEY) == digest:
            return
        if self._home:
            self.tree.copy_global_to(guild=self._home)
        await self.tree.sync(guild=self._home)
        await self.steward.memory.set(TREE_KEY, digest)
        log.info("registered %d commands", len(self.tree.get_commands()))

    async def close(self) -> None:
        """End in order, even if whoever waits for that is cut off."""
        await uninterrupted(self._end())

    async def _end(self) -> None:
        await self.steward.fleet.drain()
        if self._registering is not None:
            cut_off(self._registering)
        if self._running is not None:
            cut_off(self._running)
            await asyncio.gather(self._running, return_exceptions=True)
        await _finished()
        await self.steward.close()
        await super().close()

    async def on_connect(self) -> None:
        self._is_let_in = True

    async def on_disconnect(self) -> None:
        if self._is_let_in and not self.is_closed():  # it is told of each try in vain, too
            self.steward.failures.note("session lost")
        self._is_let_in = False

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        await self.steward.fleet.ready()
        here = {each.id for each in self.guilds}
        await self.steward.removals.compare(here, self.hears_of, self.application_id or 0)
        await self.steward.delivery.rights_changed()  # what changed while the connection was down was not told

    async def on_resumed(self) -> None:
        self._is_let_in = True
        await self.steward.delivery.rights_changed()

    async def on_error(self, event: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Note where the handling of an event broke, without what anybody wrote."""
        own_fault(sys.exc_info()[1] or RuntimeError(), event)

    async def on_message(self, message: discord.Message) -> None:
        """Tell the writer of a direct message how to answer: its text alone does nothing."""
        if message.guild is not None or message.author.bot:
            return
        now = time.monotonic()
        if now - self._hinted.get(message.author.id, -HINTED_FOR) < HINTED_FOR:
            return
        self._hinted = {who: at for who, at in self._hinted.items() if now - at < HINTED_FOR} | {message.author.id: now}
        with contextlib.suppress(discord.HTTPException):
            await message.channel.send(HOW_TO_ANSWER)

    # Rights may have come back

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.steward.delivery.rights_changed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.steward.removals.back(guild.id)
        await self.steward.delivery.rights_changed(guild.id)
        if self.welcomes is not None:
            await self.welcomes(self, guild)

    async def on_guild_channel_update(self, _before: Any, channel: discord.abc.GuildChannel) -> None:
        await self.steward.delivery.rights_changed(channel.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, role: discord.Role) -> None:
        await self.steward.delivery.rights_changed(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self.steward.delivery.rights_changed(role.guild.id)

    async def on_member_update(self, _before: discord.Member, member: discord.Member) -> None:
        if self.user is not None and member.id == self.user.id:
            await self.steward.delivery.rights_changed(member.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        await self.steward.delivery.rights_changed(payload.guild_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        for race in await self.steward.index.told_in(payload.thread_id):
            await self.steward.cut_off.thread_gone(race)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.steward.cut_off.channel_gone(channel.guild.id, channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that I am in a server no more; the library does not call this where it is only out of reach."""
        await self.steward.removals.thrown_out(guild.id)

    async def on_interaction(self, interaction: "Interaction") -> None:
        """Take forms by their custom id (the library drops them after a restart); refuse presses of unknown controls.

        :raises TellPlayer: for a control or form of an older version.
        """
        self._answers.came(interaction)
        noting = asyncio.create_task(self._note_presence(interaction))  # what they want does not wait for it
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        try:
            if interaction.type is discord.InteractionType.modal_submit:
                await self._take_form(interaction, custom_id)
            elif interaction.type is discord.InteractionType.component and not self._is_known(custom_id):
                raise TellPlayer("That belongs to an older version of me. `/order` shows what is open.")
        except Exception as error:  # the outermost edge
            await explain(interaction, error)
        await noting

    async def _note_presence(self, interaction: "Interaction") -> None:
        """Note that somebody acts on a server, and so is there; what they want is done even if that fails."""
        try:
            if interaction.guild_id is not None:
                await self.steward.presence.seen(interaction.guild_id, PlayerId(interaction.user.id))
        except Exception as error:
            own_fault(error, "noting who is here")

    async def _take_form(self, interaction: "Interaction", custom_id: str) -> None:
        for pattern, handler in self.modals.items():
            if match := pattern.fullmatch(custom_id):
                with at_work(interaction):
                    await handler(interaction, match, fields_of(interaction))
                await forget_note(interaction)
                return
        raise TellPlayer("That form belongs to an older version of me. `/order` opens a new one.")

    def _is_known(self, custom_id: str) -> bool:
        return any(pattern.fullmatch(custom_id) for pattern in self.patterns())

    def patterns(self) -> Sequence[re.Pattern[str]]:
        """Return the patterns of all controls' ids."""
        return list(self._connection._view_store._dynamic_items)


async def _finished() -> None:
    """Let what people pressed come to its end, as long as that takes less than :data:`ENDS_WITHIN`."""
    begun = [each for each in asyncio.all_tasks() if each.get_name().startswith(PRESSED)]
    if begun:
        await asyncio.wait(begun, timeout=ENDS_WITHIN)


Interaction = discord.Interaction[Quadriga]


class Tree(app_commands.CommandTree[Quadriga]):
    """The commands; it explains their exceptions to the player who used them."""

    def add_command(self, command: Any, /, **how: Any) -> None:
        """Add a command; where it suggests something and cannot, it suggests nothing."""
        super().add_command(command, **how)
        for each in command.walk_commands() if isinstance(command, app_commands.Group) else [command]:
            for act in [each, *getattr(each, "acts", {}).values()]:
                _suggest_kindly(act)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Refuse what no option takes, before anything is done with it."""
        data: Any = interaction.data
        is_typing = interaction.type is discord.InteractionType.autocomplete
        if is_moved(self, data):
            await self._tell_way(interaction, is_typing=is_typing)
            return False
        if is_typing:
            return True
        try:
            require_offered(self, data)
        except TellPlayer as error:
            await explain(interaction, error)
            return False
        return True

    async def _tell_way(self, interaction: Interaction, *, is_typing: bool) -> None:
        """Answer a command of before with the way of today: clients keep their lists for a while."""
        if is_typing:
            await interaction.response.autocomplete([])
            return
        tell = interaction.client.tells_way
        try:
            assert tell is not None
            await tell(interaction, typed_name(interaction.data))
        except Exception as error:  # the outermost edge
            await explain(interaction, error)

    async def _call(self, interaction: Interaction) -> None:
        with at_work(interaction):
            await super()._call(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await explain(interaction, error)


def _suggest_kindly(command: Any) -> None:
    for parameter in getattr(command, "_params", {}).values():
        if parameter.autocomplete is not None:
            parameter.autocomplete = suggesting(parameter.autocomplete)


def suggesting(suggest: Suggest) -> Suggest:
    """Return *suggest* in a form that never raises: a player who is still typing cannot get a message."""

    @functools.wraps(suggest)
    async def suggested(interaction: Interaction, typed: str) -> list[app_commands.Choice[Any]]:
        try:
            return await suggest(interaction, typed)
        except (Refused, TellPlayer):
            return []
        except Exception as error:  # the outermost edge
            own_fault(error, "suggestions")
            return []

    return suggested


def fields_of(interaction: Interaction) -> dict[str, str]:
    """Return the fields of a form by custom id; of a select or radio group its choice, or nothing."""
    filled: dict[str, str] = {}

    def look(parts: Sequence[Any]) -> None:
        for part in parts:
            if "custom_id" in part:
                values = part.get("values") or [part.get("value") or ""]
                filled[part["custom_id"]] = str(values[0])
            look(part.get("components", []))
            look([part["component"]] if "component" in part else [])

    data: Any = interaction.data
    look(data["components"])
    return filled
