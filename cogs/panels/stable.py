"""The own stable: its card, the present purchases and trainings, and the ways to deals, loans, bets and bribes."""

from collections.abc import Sequence
from typing import Annotated, Any

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import Button, RaceButton, Select, chosen
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, rows_of, text_of
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.presses import pressed_at
from cogs.panels.extras import Extras, Kind
from cogs.panels.follows import follow_buttons
from cogs.panels.league_advice import advice_row
from cogs.panels.league_business import BribesButton, RoundButton, desk_of, doors, known_league
from cogs.panels.league_people import BackButton, may_take_back
from cogs.panels.league_shown import Look, LookButton
from cogs.panels.renewing import renew_sheets
from engine.leagues.views import LeagueView
from engine.leagues.words.reasons import LeagueReason
from records.races import PublicRace, RaceRecord
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Steward
from words.leagues import business, silence, story
from words.leagues.act_codes import MOST, unpack_act
from words.leagues.acts import possible_acts, to_confirm
from words.leagues.parties import concerned
from words.leagues.standings import card
from words.shared.names import names_in


class ActMenu(Select, template="stable-act:{race}"):
    """Says what is chosen and what it costs, with the button that does it: one slip of a finger buys nothing."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await ask(interaction, await known_league(interaction, self.race), chosen(values))


class SureButton(Button, template="stable-sure:{race}:{code}", style=discord.ButtonStyle.success):
    """Buys or trains what was chosen."""

    race: RaceId
    code: Annotated[str, f"[a-z0-9-]{{1,{MOST}}}"]

    async def press(self, interaction: Interaction) -> None:
        await act(interaction, await known_league(interaction, self.race), self.code)


async def show_stable(
    interaction: Interaction,
    league: PublicRace,
    whose: EntryId | None = None,
    said: Sequence[str] = (),
    *buttons: SureButton,
) -> None:
    """Show a stable: the own one as it is, with all possible acts; another one as everybody knows it.

    :param said: text to show first.
    :param buttons: right below the text.
    :raises Refused: if the player has no stable here, and names none.
    :raises TellPlayer: if there is no stable of that number.
    """
    player, steward = PlayerId(interaction.user.id), interaction.client.steward
    status = await steward.log.status(league.record.id, player)
    own = next(iter(league.shown_to(player)), None)
    number = own if whose is None else whose
    if number is None or status.view is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    if number not in [each.number for each in status.view.stables]:
        raise TellPlayer(f"There is no stable {number} in this league yet. `/league do` shows those there are.")
    names = names_in(league)
    layout = layout_of()
    lines = [*said, card(status.view, status.view.stable(number), names)]
    box = boxed(text_of(lines), *rows_of([buttons]))
    files = []
    if (picture := await steward.gallery.card(league.record.id, number, player)) is not None:
        files.append(file_of(picture))
        box.add_item(gallery_of(picture, files[0]))
    if number == own and (menu := _act_menu(league.record.id, status.view, number)) is not None:
        box.add_item(ui.ActionRow(menu))
    if await may_take_back(steward, league, player, status.view.stable(number)):
        box.add_item(ui.ActionRow(BackButton(league.record.id)))
    if number == own:
        for row in doors(await desk_of(steward, league, player), league.record.id):
            box.add_item(row)
    if number != own and (seat := league.faction_of(number)) is not None:
        for row in rows_of([await follow_buttons(interaction, league, seat.faction)]):
            box.add_item(row)
    layout.add_item(box)
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)


class StableButton(RaceButton, kind="stable", label="My stable", finds=known_league, shows=show_stable):
    """Shows the own stable, with its possible purchases and trainings."""


def _act_menu(league: RaceId, view: LeagueView, own: EntryId) -> ActMenu | None:
    """Return a menu of the owner's present purchases and trainings; ``None`` if there are none."""
    acts = possible_acts(view, own)
    if not acts:
        return None
    select: ui.Select[Any] = ui.Select(placeholder="Mend and train")
    select.options = [
        discord.SelectOption(label=each.label, value=each.code, description=each.description or None) for each in acts
    ]
    return ActMenu(league, select=select)


async def ask(interaction: Interaction, league: PublicRace, code: str) -> None:
    """Show what a menu's line would do and what it costs; :exc:`Refused` for a line of no menu."""
    unpack_act(code)
    player = PlayerId(interaction.user.id)
    status, own = await interaction.client.steward.log.status(league.record.id, player), league.shown_to(player)
    offered = possible_acts(status.view, own[0]) if status.view is not None and own else ()
    line = next((each for each in offered if each.code == code), None)
    said, label = to_confirm(line)
    await show_stable(interaction, league, None, said, SureButton(league.record.id, code, label=label))


async def act(interaction: Interaction, league: PublicRace, code: str) -> None:
    """Do the act of a menu's line, and show the stable with its result."""
    player = PlayerId(interaction.user.id)
    with naming(league):
        facts = await interaction.client.steward.leagues.act(
            league.record.id, player, unpack_act(code), pressed=pressed_at(interaction)
        )
    own = next(iter(league.shown_to(player)))
    said = story.came(facts, own, names_in(league))
    await show_stable(interaction, league, said=["✅ Done.", *said])
    await renew_sheets(interaction, league, concerned(facts, own))


class OfLeague(Kind):
    """A league asks by sheets, with the own stable, the standings and the field beside them."""

    def is_of(self, race: RaceRecord) -> bool:
        return race.season == race.id

    async def extras(self, _steward: Steward, opened: OpenAsk) -> Extras:
        if opened.ask.question.kind == "founding":
            return Extras()
        league = opened.race_id
        look: Look = "catalogue" if opened.ask.question.kind == "market" else "field"
        below = [StableButton(league), LookButton(league, "standings"), LookButton(league, look)]
        seat = opened.race.faction_of(opened.entry)
        above = silence.brought(opened.view, opened.ask, 0 if seat is None or opened.sealed else seat.missed)
        return Extras(above, over=advice_row(opened), below=below)


class OfLeagueRace(Kind):
    """In a league's race, a player's own bribes that wait, and an open round of bets."""

    def is_of(self, race: RaceRecord) -> bool:
        return race.league is not None

    async def extras(self, steward: Steward, opened: OpenAsk) -> Extras:
        league, player = opened.race.record.league, opened.race.player_of(opened.entry)
        if league is None or player is None:
            return Extras()
        try:
            desk = await desk_of(steward, await steward.leagues.league(league), player)
        except (Refused, TellPlayer):
            return Extras()  # the league rests, or they drive for somebody else
        bribes = [BribesButton(league)] if desk.bribes else []
        rounds = [RoundButton(league)] if business.open_window(desk.view) is not None else []
        return Extras(below=[*bribes, *rounds])
