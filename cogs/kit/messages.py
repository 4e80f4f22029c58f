"""Answering people in private and in words, even when something went wrong."""

import functools
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from discord import app_commands

from cogs.kit.answers import BROKEN
from cogs.kit.limits import check_message, check_modal, cut
from cogs.kit.presses import at_work
from cogs.kit.threads import ARCHIVED
from records.races import PublicRace
from records.refusals import Refused
from steward import place_of
from words import WORDS, nouns_of
from words.refusals import lost, sentence
from words.shared.names import harmless
from words.shared.nouns import RACE, Nouns

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, UNKNOWN_MESSAGE = 10062, 10008
DEAD_TOKEN = 50027
"""Discord's number for a message with an interaction that is over a quarter of an hour old."""

TOO_MANY = 429
BROKE = "My connection to Discord broke. Look whether what you wanted is done; if not, do it once more."
SAID_AT_MOST = 2_000  # characters
SHOWN = 40  # characters of what somebody typed
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[None]])


class TellPlayer(Exception):
    """An obstacle in a player's way, with the words to tell them."""


_NOUNS = "nouns"
_TYPED = ("title", "name", "names", "race", "text", "option", "at", "after")
"""Values of refusals that people chose: no word of theirs is ours to change."""


def about(interaction: discord.Interaction[Any], race: PublicRace) -> PublicRace:
    """Note which race an interaction is about, so that refusals call things as its game does; return it."""
    interaction.extras[_NOUNS] = nouns_of(race.record) if race.record.kind.takes_race_commands else RACE
    return race


def nouns_in(interaction: discord.Interaction[Any]) -> Nouns:
    """Return what the game calls things that an interaction is about; as in a race, as long as it is about none."""
    nouns: Nouns = interaction.extras.get(_NOUNS, RACE)
    return nouns


def words_for(refused: Refused, nouns: Nouns = RACE) -> str:
    """Return the sentence for a refusal of any game.

    :param nouns: of the game that it is about.
    """
    known = _Anybody(refused.names)
    shared = sentence(refused, known)
    if shared is not None:
        typed = [harmless(each) for key in _TYPED if isinstance(each := refused.values.get(key), str)]
        return nouns.said(shared, [*typed, *refused.names.values()])
    own = (words.refusal(refused, known) for words in WORDS.values())
    return next((text for text in own if text is not None), "That cannot be done now. `/order` shows what can.")


def said_of(error: Refused | TellPlayer) -> str:
    """Return a refusal in words: for a panel that shows at once how things stand."""
    return words_for(error) if isinstance(error, Refused) else str(error)


class _Anybody(dict[Any, str]):
    """Names for refusals; of a chariot that nobody has named, the number says which it is."""

    def __missing__(self, entry: Any) -> str:
        return f"chariot {entry}"


async def say_privately(interaction: discord.Interaction[Any], text: str) -> Callable[[], Awaitable[None]]:
    """Tell the player *text* in private, and return the way to remove it again."""
    text = cut(text, SAID_AT_MOST)
    if interaction.response.is_done():
        said = await interaction.followup.send(text, ephemeral=True, wait=True)
        return said.delete
    await interaction.response.send_message(text, ephemeral=True)
    return interaction.delete_original_response


async def forget_note(interaction: discord.Interaction[Any]) -> None:
    """Remove the private message about the player's last press on this message, since it went well now."""
    if interaction.message is not None:
        await interaction.client.talks.unnoted((interaction.user.id, interaction.message.id))


async def explain(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell the player what stands in the way; our own faults go to the log, with a reference.

    It replaces the message about their last press on the same message. It never raises: the library would log the
    exception with all its contents.
    """
    error = getattr(error, "original", error)
    if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, DEAD_TOKEN):
        log.warning("an answer came too late for Discord; what was asked for is done all the same")
        return
    await forget_note(interaction)
    try:
        told = _lost(interaction, error) or _explained(error, nouns_in(interaction))
        remove = await say_privately(interaction, told)
        if interaction.message is not None:
            interaction.client.talks.noted((interaction.user.id, interaction.message.id), remove)
    except discord.HTTPException as failed:
        log.warning("could not answer: %s %s", failed.status, failed.code)
    except BROKEN as failed:
        log.warning("could not answer: %s", type(failed).__name__)


_OF_A_POST = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def _lost(interaction: discord.Interaction[Any], error: BaseException) -> str | None:
    """Return the answer to a press on an old direct message about a game that is not to be found any more."""
    is_on_a_message = interaction.guild_id is None and interaction.type in _OF_A_POST
    return lost(error) if is_on_a_message and isinstance(error, Refused) else None


def _explained(error: BaseException, nouns: Nouns = RACE) -> str:
    match error:
        case Refused():
            told = words_for(error, nouns)
        case TellPlayer():
            told = nouns.said(str(error))
        case discord.HTTPException() if said := _said_by_discord(error):
            told = said
        case _ if isinstance(error, BROKEN):
            told = BROKE
        case app_commands.TransformerError():
            told = f"“{harmless(cut(str(error.value), SHOWN))}” is not what that option takes. Choose or type another."
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            told = "That command has changed since your Discord loaded it. Reload Discord, then use it again."
        case _:
            reference = own_fault(error, "an interaction")
            told = f"Something went wrong on my side; nothing of yours is lost. Try again. Reference: {reference}"
    return told


def _said_by_discord(error: discord.HTTPException) -> str | None:
    """Return the meaning of Discord's refusal for the player; ``None`` if it should never have come."""
    if error.code == ARCHIVED:
        return "This thread is closed, and I can't open it. Ask a moderator to open it, then press again."
    if isinstance(error, discord.Forbidden):
        return "I lack a right that this needs here. Ask who runs this server to check my rights in this channel."
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE:
        return "A newer message stands where the one you pressed stood. `/order` shows what was taken and what is open."
    if isinstance(error, discord.DiscordServerError):
        return "Discord has a fault just now. Look whether what you wanted is done; if not, try again in a minute."
    if error.status == TOO_MANY:
        return "Discord wants me to slow down. Look whether what you wanted is done; if not, try again in a minute."
    return None


def own_fault(error: BaseException, during: str) -> str:
    """Log the place where something broke, and return the reference of the entry.

    It logs only the place: the message of an exception could hold a player's secret.
    """
    reference = secrets.token_hex(4)
    log.error("reference %s: %s in %s at %s", reference, type(error).__name__, during, place_of(error))
    return reference


async def take_in(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge a form: its result changes the message that opened it, or is a new one if that is gone."""
    await interaction.response.defer(ephemeral=True, thinking=interaction.message is None)


def answers_for_itself(handler: Handler) -> Handler:
    """Let a button or select explain its own errors, since they reach no other handler."""

    @functools.wraps(handler)
    async def wrapped(self: Any, interaction: discord.Interaction[Any], *args: Any) -> None:
        with at_work(interaction):
            try:
                await handler(self, interaction, *args)
            except Exception as error:  # the outermost edge
                await explain(interaction, error)
            else:
                await forget_note(interaction)

    return wrapped  # type: ignore[return-value]


def within_limits(view: discord.ui.LayoutView, files: list[discord.File] | None = None) -> discord.ui.LayoutView:
    """Return *view* after checking that Discord will take it."""
    sizes = [(len(file.fp.read()), file.description or "") for file in files or []]
    for file in files or []:
        file.reset()
    check_message(view.to_components(), sizes)  # type: ignore[no-untyped-call]
    return view


def form_within_limits(form: discord.ui.Modal) -> discord.ui.Modal:
    """Return *form* after checking that Discord will take it."""
    check_modal(form.title, form.to_components())
    return form
