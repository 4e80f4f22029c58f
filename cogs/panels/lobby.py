"""Entering a race: the buttons of its panel while it is open, and the form to enter with."""

import asyncio
import logging
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import discord
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.answers import BROKEN
from cogs.kit.client import Interaction
from cogs.kit.ids import RACE
from cogs.kit.items import Button, Looks
from cogs.kit.layouts import layout_of
from cogs.kit.limits import cut
from cogs.kit.messages import form_within_limits, nouns_in, within_limits, words_for
from cogs.kit.rights import known_race, require_host, require_steward
from cogs.panels import reason_form
from cogs.panels.bystanders import is_bystander, show_ways_in
from cogs.panels.hosts import tell_if_orphaned
from cogs.panels.leaving import offers_ways_out
from cogs.panels.reason_form import ask_reason
from cogs.panels.starting import asks_first, begin
from engine.options import shares_out
from engine.refusals import GameReason
from engine.rulesets import PLAYED
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.text import folded, isolated
from records.values import PlayerId, RaceId
from steward import Steward
from words import nouns_of
from words.shared.names import harmless, names_of, place_of
from words.shared.telling import count

Act = Literal["join", "leave", "fill", "start", "cancel"]
LOOKS: Looks[Act] = {
    "join": ("Join", discord.ButtonStyle.success),
    "leave": ("Leave", discord.ButtonStyle.secondary),
    "fill": ("Fill: house drivers", discord.ButtonStyle.secondary),
    "start": ("Start", discord.ButtonStyle.primary),
    "cancel": ("Cancel", discord.ButtonStyle.danger),
}
FORM_ID = re.compile(rf"join:{RACE}")
NAME_LENGTH, WORD_LENGTH = 32, 100
TO_MEND = (
    GameReason.COLOUR_TAKEN,
    Reason.NO_SUCH_COLOUR,
    Reason.BAD_NAME,
    Reason.NAME_OF_ANOTHER,
    Reason.NAME_TAKEN,
)
"""Refusals of a form to enter that another colour or name cures."""

PATIENCE = 5.0
"""Seconds for a first direct message, while the new player waits for the answer."""

log = logging.getLogger(__name__)


class LobbyButton(Button, template="lobby:{act}:{race}", looks=LOOKS, answers="itself"):
    """A button with which a race is entered, left, filled, started or cancelled."""

    race: RaceId
    act: Act

    async def press(self, interaction: Interaction) -> None:
        lobby = await known_race(interaction, self.race)
        if self.act == "join":
            player = PlayerId(interaction.user.id)
            lobby = await interaction.client.steward.lobbies.require_entry(self.race, player)
            typed = interaction.client.talks.typed(player, self.race)
            await interaction.response.send_modal(form_within_limits(entry_form(lobby, typed)))
            return
        if self.act == "cancel" and await closes(interaction, lobby):
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        if self.act == "start" and await asks_first(interaction, lobby):
            return
        if self.act == "leave" and is_bystander(lobby, PlayerId(interaction.user.id)):
            await show_ways_in(interaction, lobby)
            return
        if self.act == "leave" and await offers_ways_out(interaction, lobby):
            return
        if self.act == "cancel" and await asks_whether(interaction, lobby):
            return
        await interaction.edit_original_response(content=await do(interaction, lobby, self.act))


class CallOffButton(
    Button, template="cancel-lobby:{race}", label="Cancel it for all", style=discord.ButtonStyle.danger, answers="here"
):
    """Cancels a race before its start, once its host was asked whether they mean it."""

    race: RaceId

    async def press(self, interaction: Interaction) -> None:
        lobby = await known_race(interaction, self.race)
        if lobby.record.state != "lobby":
            raise Refused(
                Reason.NOT_IN_LOBBY, title=lobby.record.title, state=lobby.record.state, what=lobby.record.kind.noun
            )
        layout = layout_of(ui.TextDisplay(await do(interaction, lobby, "cancel")))
        await interaction.edit_original_response(view=within_limits(layout))


async def asks_whether(interaction: Interaction, lobby: PublicRace) -> bool:
    """Ask the host once whether a race in which others may be is cancelled; ``False`` if it is no lobby any more."""
    if lobby.record.state != "lobby" or require_host(interaction, lobby) != lobby.record.host:
        return False  # refused in its own words
    entered = count(len(lobby.factions), "place")
    said = f"Cancel **{harmless(lobby.record.title)}** for all? {entered} taken so far. Nobody can take this back."
    layout = layout_of(ui.TextDisplay(said), ui.ActionRow(CallOffButton(lobby.record.id)))
    await interaction.edit_original_response(view=within_limits(layout))
    return True


async def require_no_cup(interaction: Interaction) -> None:
    """:raises Refused: if the player, who would leave, drives in a cup here, and so between its races too."""
    player = PlayerId(interaction.user.id)
    for cup in await interaction.client.steward.cups.of_player(player):
        is_here = interaction.guild_id in (None, cup.record.guild) and cup.record.state == "open" and cup.races
        if is_here and any(each.player == player for each in cup.races[-1].factions):
            raise Refused(Reason.STAYS_IN_CUP)


async def closes(interaction: Interaction, race: PublicRace) -> bool:
    """Ask for a reason before cancelling a race under way, since all its drivers read it; ``False`` if it is not."""
    if race.record.state not in ("running", "paused"):
        return False
    require_steward(interaction, race)
    await ask_reason(interaction, reason_form.Act("close", race.record.id))
    return True


async def do(
    interaction: Interaction, lobby: PublicRace, act: Act, temperament: str | None = None, at_most: int | None = None
) -> str:
    """Do an act in a race's lobby, and return the sentence for the player; :exc:`ValueError` for an unknown act."""
    steward, race, title = interaction.client.steward, lobby.record.id, harmless(lobby.record.title)
    if act in ("fill", "start", "cancel"):
        await tell_if_orphaned(interaction, lobby)
    match act:
        case "leave":
            await steward.lobbies.leave(race, PlayerId(interaction.user.id))
            return f"You are out of {title}. `/race join` takes you back in."
        case "fill":
            taken = await steward.lobbies.fill(race, require_host(interaction, lobby), temperament, at_most)
            nouns, joins = nouns_of(lobby.record), await _who_joins(steward, race)
            placed = f"{nouns.house.capitalize()}s have taken {count(taken, 'place')}."
            return f"{placed}{joins} *Start* begins the {nouns.contest}."
        case "start":
            return await begin(interaction, lobby)
        case "cancel":
            await steward.lobbies.cancel(race, require_host(interaction, lobby), PlayerId(interaction.user.id))
            return f"{title} is cancelled."
    raise ValueError(act)


def is_full(lobby: PublicRace) -> bool:
    """Tell whether people have all places, so that nobody can join: they take those of house drivers."""
    room = len(PLAYED[lobby.record.ruleset].colours_for(options_of(lobby)))
    return len(lobby.factions) >= room and all(each.player is not None for each in lobby.factions)


def lobby_buttons(lobby: PublicRace) -> list[LobbyButton]:
    """Return the buttons of a lobby's panel; a full one offers no place, and *Start* is what comes next."""
    race = lobby.record.id
    acts: list[Act] = ["start", "cancel"] if lobby.record.has_same_field else list(LOOKS)
    if is_full(lobby):
        acts = [each for each in acts if each not in ("join", "fill")]
    labels = {"fill": f"Fill: {nouns_of(lobby.record).house}s"}
    style = discord.ButtonStyle.success if "join" not in acts else None
    return [LobbyButton(race, act, label=labels.get(act, ""), style=style if act == "start" else None) for act in acts]


async def _who_joins(steward: Steward, race: RaceId) -> str:
    """Return the sentence on people who join a field that has no place left; empty while there is room."""
    lobby = await steward.race(race)
    room = len(PLAYED[lobby.record.ruleset].colours_for(options_of(lobby)))
    return "" if len(lobby.factions) < room else " Whoever joins later takes the place of one."


def entry_form(lobby: PublicRace, typed: Mapping[str, str] = MappingProxyType({})) -> ui.Modal:
    """Return the form to enter with: colour and name, unless colours are drawn, and a word for the dice.

    :param typed: the fields of a form before it that was refused; they stand in it again.
    """
    form = ui.Modal(
        title=cut(f"Enter {isolated(lobby.record.title)}", 45), custom_id=f"join:{lobby.record.id}", timeout=900
    )
    if not shares_out(options_of(lobby)):
        _ask_for_looks(form, lobby, typed)
    word: ui.TextInput[Any] = _field("word", WORD_LENGTH, typed)
    form.add_item(
        ui.Label(text="A word for the dice", description="Any word: the dice are mixed with it", component=word)
    )
    return form


def _field(name: str, longest: int, typed: Mapping[str, str]) -> "ui.TextInput[Any]":
    return ui.TextInput(
        custom_id=name, max_length=longest, required=False, default=typed.get(name, "")[:longest] or None
    )


def _ask_for_looks(form: ui.Modal, lobby: PublicRace, typed: Mapping[str, str]) -> None:
    taken = {entry.colour for entry in lobby.entries}
    colours = PLAYED[lobby.record.ruleset].colours_for(options_of(lobby))
    free = [colour for colour in colours if colour not in taken]
    if free:
        options = [
            discord.SelectOption(label=each.title(), value=each, default=each == typed.get("colour")) for each in free
        ]
        select: ui.Select[Any] = ui.Select(custom_id="colour", options=options, required=False)
        form.add_item(ui.Label(text="Colour", description="The next free one, if you choose none", component=select))
    name: ui.TextInput[Any] = _field("name", NAME_LENGTH, typed)
    piece = nouns_of(lobby.record).piece
    form.add_item(ui.Label(text=f"Name of your {piece}", description="Its colour, if you leave it out", component=name))


async def take_form(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Enter the player with the values of the form, or offer it again with them where one is refused."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    lobby = await known_race(interaction, RaceId(int(match["race"])))
    player, race = PlayerId(interaction.user.id), lobby.record.id
    colour, name = fields.get("colour") or None, fields.get("name") or None
    try:
        await enter(interaction, lobby, colour, name, fields.get("word", ""))
    except Refused as refused:
        if refused.reason not in TO_MEND:
            raise
        interaction.client.talks.keep_typed(player, race, fields)
        layout = layout_of(
            ui.TextDisplay(words_for(refused, nouns_in(interaction))), ui.ActionRow(LobbyButton(race, "join"))
        )
        await interaction.edit_original_response(view=within_limits(layout))
    else:
        interaction.client.talks.keep_typed(player, race, {})


async def enter(interaction: Interaction, lobby: PublicRace, colour: str | None, name: str | None, word: str) -> None:
    """Enter the player, and try to reach them by direct message."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    display, colour = interaction.user.display_name, None if colour is None else folded(colour)
    entry = await steward.lobbies.join(lobby.record.id, player, display, colour=colour, name=name, word=word)
    nouns = nouns_of(lobby.record)
    drives = f"{nouns.piece.capitalize()}s are shared out as the {nouns.contest} starts."
    if entry:
        drives = f"You {nouns.drive} {names_of([entry])[entry.entry]}."
    told = await greet(interaction, lobby)
    await interaction.edit_original_response(content=f"You are in **{harmless(lobby.record.title)}**. {drives} {told}")


async def greet(interaction: Interaction, lobby: PublicRace) -> str:
    """Open the DM now, as the player has just acted; return the advice if it is closed."""
    try:
        async with asyncio.timeout(PATIENCE):
            await interaction.user.send(
                f"Your secret decisions for **{harmless(lobby.record.title)}** in {place_of(lobby.record)} come here. "
                "`/order` opens them, too."
            )
    except discord.Forbidden:
        return "Your DMs are closed to me: you will be mentioned in the race's thread, and asked there in private."
    except (discord.HTTPException, *BROKEN) as error:
        log.warning("a direct message could not be opened: %s", getattr(error, "code", type(error).__name__))
        return (
            "Discord did not let me open our DMs just now. I try again when the race starts; `/order` and the button "
            "**My orders** open your questions, too."
        )
    return "I'll DM you when it starts."
