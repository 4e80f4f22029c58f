"""Interactions: from a user's act to the bot's answer, within Discord's times."""

import asyncio
import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox import posting
from sandbox.errors import Json, Refusal
from sandbox.limits.commands import check_autocomplete
from sandbox.limits.form import Form
from sandbox.limits.messages import FILE_SIZE
from sandbox.limits.modals import check_modal
from sandbox.model import DM, EPHEMERAL, LOADING, Channel, Message, User
from sandbox.posting import Author, Upload
from sandbox.shown import channel_json, member_json, message_json, user_json
from sandbox.world import World

FIRST_ANSWER = 3.0  # seconds that Discord gives
TOKEN_LIFE = 900.0  # seconds
GROUP_CHAT = 3  # the type of a channel
MOST_ALONG = 5  # follow-ups where the bot is only with a user

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
KINDS = {COMMAND: "command", COMPONENT: "component", AUTOCOMPLETE: "autocomplete", MODAL_SUBMIT: "modal"}
MESSAGE, THINK, ACKNOWLEDGE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9  # types of answers


@dataclass
class Modal:
    """A form that is open before a user."""

    id: str
    user_id: str
    channel_id: str
    form: Json  # title, custom_id, components
    source_id: str | None  # the message whose component opened it


@dataclass
class Interaction:
    """Something a user did that the bot has to answer."""

    id: str
    token: str
    type: int
    user: User
    channel: Channel
    began: float
    data: Json
    source: Message | None = None  # the message with the component
    answer: int | None = None  # type of the first answer
    has_failed: bool = False
    original_id: str | None = None
    message_ids: set[str] = field(default_factory=set)  # what was said with its token
    choices: "asyncio.Future[list[Json] | None] | None" = None  # of an autocomplete; None: failed
    focused_type: int = 3
    is_along: bool = False  # done where the bot is only because its user installed it for themselves
    follow_ups: int = 0

    @property
    def owners(self) -> Json:
        """Return who let the bot in there, as far as that is a user."""
        return {"1": self.user.id}

    @property
    def metadata(self) -> Json:
        """Return the metadata of an interaction, for the message that answers it."""
        about: Json = {
            "id": self.id,
            "type": self.type,
            "user": user_json(self.user),
            "authorizing_integration_owners": self.owners if self.is_along else {},
        }
        if self.type == COMMAND:
            about["name"] = _path(self.data)  # not in Discord's documentation, but on its wire
        if self.original_id:
            about["original_response_message_id"] = self.original_id
        if self.type == COMPONENT and self.source:
            about["interacted_message_id"] = self.source.id
        if self.type == MODAL_SUBMIT:
            first = {key: about[key] for key in ("id", "user", "authorizing_integration_owners")}
            about["triggering_interaction_metadata"] = {**first, "type": COMMAND}
        return about


def _path(data: Json) -> str:
    """Return a command's full name: with its group and subcommand."""
    inner = [option for option in data.get("options", []) if option["type"] in (1, 2)]
    return " ".join([data["name"], *(_path(option) for option in inner)])


def was_along(source: Message | None) -> bool:
    """Tell whether a message answers somebody who took the bot along."""
    return source is not None and "1" in (source.interaction or {}).get("authorizing_integration_owners", {})


def _older(than: float) -> Callable[[Interaction], bool]:
    return lambda interaction: interaction.began < than


@dataclass
class Interactions:
    """All interactions whose tokens are alive.

    :ivar dispatch: sends INTERACTION_CREATE to the bot.
    :ivar frame: sends a frame to one user.
    :ivar note: notes a problem: its kind and a sentence.
    :ivar first_answer: seconds within which the first answer must come.
    """

    world: World
    dispatch: Callable[[Json], None]
    frame: Callable[[str, Json], None]
    note: Callable[[str, str], None]
    first_answer: float = FIRST_ANSWER
    modals: dict[str, Modal] = field(default_factory=dict)
    _by_token: dict[str, Interaction] = field(default_factory=dict)
    _waiting: dict[str, Interaction] = field(default_factory=dict)  # for a first answer, by token

    # What a user does

    def begin(
        self, kind: int, user: User, channel: Channel, data: Json, source: Message | None, *, is_along: bool = False
    ) -> Interaction:
        """Tell the bot that *user* did something in *channel*.

        :param is_along: in a chat with others, to which they took the bot along; *channel* stands for that. What is
            pressed on an answer to such is done there too. A server that the bot has left is such a place.
        """
        is_along = is_along or was_along(source) or (self.world.bot.has_left and channel.type != DM)
        interaction = Interaction(
            id=self.world.new_id(),
            token=secrets.token_urlsafe(60),
            type=kind,
            user=user,
            channel=channel,
            began=self.world.clock.now(),
            data=data,
            source=source,
            is_along=is_along,
        )
        self._by_token[interaction.token] = self._waiting[interaction.token] = interaction
        if kind == AUTOCOMPLETE:
            interaction.choices = asyncio.get_running_loop().create_future()
        else:
            self._report(interaction, "sent")
        self.dispatch(self._payload(interaction))
        return interaction

    def _payload(self, interaction: Interaction) -> Json:
        world, user, channel = self.world, interaction.user, interaction.channel
        payload: Json = {
            "id": interaction.id,
            "application_id": world.kept.bot_id,
            "type": interaction.type,
            "data": interaction.data,
            "channel_id": channel.id,
            "channel": channel_json(world, channel) | {"permissions": str(world.rights(user, channel))},
            "token": interaction.token,
            "version": 1,
            "locale": user.locale,
            "app_permissions": str(world.rights(world.bot, channel)),
            "entitlements": [],
            "attachment_size_limit": FILE_SIZE,
        }
        if interaction.source:
            payload["message"] = message_json(world, interaction.source)
        if interaction.is_along:
            chat = {"id": channel.id, "type": GROUP_CHAT, "recipients": [], "name": "friends", "owner_id": user.id}
            where = {"channel": chat, "app_permissions": "0", "context": 2}
            return payload | where | {"user": user_json(user), "authorizing_integration_owners": interaction.owners}
        if channel.type == DM:
            owners = {"0": "0"}
            return payload | {"user": user_json(user), "context": 1, "authorizing_integration_owners": owners}
        guild_id = world.kept.guild_id
        member = member_json(world, user) | {"permissions": str(world.rights(user, channel))}
        return payload | {
            "member": member,
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "context": 0,
            "authorizing_integration_owners": {"0": guild_id},
        }

    def _report(
        self,
        interaction: Interaction,
        state: str,
        message: Message | None = None,
        modal: Json | None = None,
        error: str | None = None,
    ) -> None:
        frame = {
            "type": "interaction",
            "interaction_id": interaction.id,
            "kind": KINDS[interaction.type],
            "channel_id": interaction.channel.id,
            "state": state,
            "message_id": message.id if message else None,
            "modal": modal,
            "error": error,
        }
        self.frame(interaction.user.id, frame)

    # Time

    def expire(self) -> None:
        """Give up interactions that were not answered in time, and forget tokens older than 15 minutes."""
        # Both are in the order in which they began, so that the first one in time ends the walk.
        now = self.world.clock.now()
        for interaction in list(itertools.takewhile(_older(now - self.first_answer), self._waiting.values())):
            del self._waiting[interaction.token]
            self._fail(interaction)
        for interaction in list(itertools.takewhile(_older(now - TOKEN_LIFE), self._by_token.values())):
            del self._by_token[interaction.token]
            self._leave_thinking(interaction)

    def _fail(self, interaction: Interaction) -> None:
        interaction.has_failed = True
        if interaction.choices:
            interaction.choices.set_result(None)
        else:
            is_command = interaction.type == COMMAND
            failed = "The application did not respond" if is_command else "This interaction failed"
            self._report(interaction, "failed", error=failed)
        name = interaction.data.get("name") or interaction.data.get("custom_id")
        self.note("no_answer", f"{KINDS[interaction.type]} {name} of {interaction.user.name} got no answer")

    def _leave_thinking(self, interaction: Interaction) -> None:
        message = self.world.kept.messages.get(interaction.channel.id, {}).get(interaction.original_id or "")
        if message and message.flags & LOADING:
            self._report(interaction, "failed", message, error="The application did not respond")

    # What the bot answers

    def answer(self, interaction_id: str, token: str, body: Json, uploads: list[Upload]) -> Json:
        """Take the first answer; return the body of Discord's response.

        :raises Refusal: 10062 if it is too late, 40060 if it is not the first, 50035 if it breaks a limit.
        """
        self.expire()
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.has_failed:
            raise Refusal(10062)
        if interaction.answer is not None:
            raise Refusal(40060)
        form = Form()
        form.one_of(("type",), body.get("type"), self._answers_to(interaction))
        form.refuse()
        message = self._first_answer(interaction, body["type"], body, uploads)
        return self._callback_response(interaction, message)

    @staticmethod
    def _answers_to(interaction: Interaction) -> tuple[int, ...]:
        match interaction.type:
            case 4:
                return (CHOICES,)
            case 3:
                return MESSAGE, THINK, ACKNOWLEDGE, UPDATE, MODAL
            case 5:
                return (MESSAGE, THINK, ACKNOWLEDGE, UPDATE) if interaction.source else (MESSAGE, THINK)
        return MESSAGE, THINK, MODAL

    def _first_answer(self, interaction: Interaction, kind: int, body: Json, uploads: list[Upload]) -> Message | None:
        data = body.get("data") or {}
        message: Message | None = None
        match kind:
            case 8:
                choices = check_autocomplete(body, interaction.focused_type)
                if interaction.choices and not interaction.choices.done():
                    interaction.choices.set_result(choices)
            case 9:
                check_modal(body)
                self._report(interaction, "modal", modal=self._open_modal(interaction, body["data"]))
            case 4:
                message = self._say(interaction, data, uploads)
                self._report(interaction, "answered", message)
            case 5:
                self._check_place(interaction)
                author = self._author(interaction, is_private=bool((data.get("flags") or 0) & EPHEMERAL))
                message = posting.placeholder(self.world, interaction.channel, author)
                self._report(interaction, "thinking", message)
            case 6:
                message = interaction.source
                self._report(interaction, "acknowledged", message)
            case 7:
                message = posting.edit(self.world, self._source(interaction), data, uploads)
                self._report(interaction, "answered", message)
        interaction.answer = kind
        self._waiting.pop(interaction.token, None)
        if message:
            interaction.original_id = message.id
            interaction.message_ids.add(message.id)
        return message

    def _callback_response(self, interaction: Interaction, message: Message | None) -> Json:
        about: Json = {"id": interaction.id, "type": interaction.type}
        if message is None or interaction.answer is None:
            return {"interaction": about}
        about |= {
            "response_message_id": message.id,
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": message.visible_to is not None,
            "channel_id": message.channel_id,
        }
        kind = MESSAGE if interaction.answer in (MESSAGE, THINK) else interaction.answer
        if kind == ACKNOWLEDGE:
            return {"interaction": about}
        return {"interaction": about, "resource": {"type": kind, "message": message_json(self.world, message)}}

    def _open_modal(self, interaction: Interaction, form: Json) -> Json:
        source = interaction.source.id if interaction.source else None
        modal = Modal(self.world.new_id(), interaction.user.id, interaction.channel.id, form, source)
        # A client shows one modal at a time.
        for other in [each for each in self.modals.values() if each.user_id == modal.user_id]:
            del self.modals[other.id]
        self.modals[modal.id] = modal
        return {"modal_id": modal.id} | {key: form[key] for key in ("custom_id", "title", "components")}

    def _source(self, interaction: Interaction) -> Message:
        assert interaction.source is not None  # _answers_to has seen to that
        return self.world.message(interaction.source.channel_id, interaction.source.id)

    def _author(self, interaction: Interaction, *, is_private: bool) -> Author:
        visible_to = interaction.user.id if is_private else None
        return Author(self.world.bot, visible_to, interaction.metadata, is_answer=True)

    def _check_place(self, interaction: Interaction) -> None:
        """Refuse an answer in a place that takes none: one that is gone, or a thread that is locked away."""
        channel = self.world.channel(interaction.channel.id)
        if channel.locked:
            posting.need_open(channel)

    def _say(self, interaction: Interaction, body: Json, uploads: list[Upload]) -> Message:
        self._check_place(interaction)
        author = self._author(interaction, is_private=bool((body.get("flags") or 0) & EPHEMERAL))
        message = posting.post(self.world, interaction.channel, author, body, uploads)
        interaction.message_ids.add(message.id)
        return message

    # What the bot does with the token afterwards

    def of_token(self, token: str) -> Interaction:
        """Return the interaction that *token* belongs to.

        :raises Refusal: 50027 if the token is dead, 10015 if there was no first answer.
        """
        self.expire()
        interaction = self._by_token.get(token)
        if interaction is None:
            raise Refusal(50027)
        if interaction.answer is None:
            raise Refusal(10015)
        return interaction

    def follow_up(self, token: str, body: Json, uploads: list[Upload]) -> Message:
        """Say something more; the first time after a "thinking" it takes that message's place.

        In an archived thread it takes only public answers, which open the thread. Discord does not document that.
        """
        interaction = self.of_token(token)
        if (body.get("flags") or 0) & EPHEMERAL:
            posting.need_open(interaction.channel)
        interaction.follow_ups += 1
        if interaction.is_along and interaction.follow_ups > MOST_ALONG:
            raise Refusal(40094)
        if interaction.answer == THINK:
            first = self.world.kept.messages[interaction.channel.id].get(interaction.original_id or "")
            if first and first.flags & LOADING:
                return self.change(token, first.id, body, uploads)
        return self._say(interaction, body, uploads)

    def said(self, token: str, message_id: str) -> Message:
        """Return a message sent with *token*; ``@original`` is the first answer. :exc:`Refusal` if there is none."""
        interaction = self.of_token(token)
        if message_id == "@original":
            message_id = interaction.original_id or ""
        if message_id not in interaction.message_ids:
            raise Refusal(10008)
        return self.world.message(interaction.channel.id, message_id)

    def change(self, token: str, message_id: str, body: Json, uploads: list[Upload]) -> Message:
        """Edit a message said with *token*."""
        message = self.said(token, message_id)
        was_thinking = bool(message.flags & LOADING)
        posting.edit(self.world, message, body, uploads)
        if was_thinking:
            self._report(self.of_token(token), "answered", message)
        return message
