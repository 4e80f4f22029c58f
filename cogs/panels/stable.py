"""The own stable: its card, the present purchases and trainings, and the ways to deals, loans, bets and bribes."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import RaceButton, RaceMenu, chosen
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of, text_of
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.presses import pressed_at
from cogs.panels.league_business import BribesButton, RoundButton, desk_of, doors, known_league
from cogs.panels.league_people import BackButton, may_take_back
from cogs.panels.league_shown import FieldButton, StandingsButton
from engine.leagues.views import LeagueView
from engine.leagues.words.reasons import LeagueReason
from records.races import PublicRace
from records.refusals import Refused
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Steward
from words.leagues import business, story
from words.leagues.act_codes import unpack_act
from words.leagues.acts import possible_acts
from words.leagues.standings import card
from words.shared.names import names_in


class StableButton(RaceButton, kind="stable", label="My stable"):
    """Shows the own stable, with its possible purchases and trainings."""

    async def show(self, interaction: Interaction) -> None:
        await show_stable(interaction, await known_league(interaction, self.race))


class ActMenu(RaceMenu, kind="stable-act"):
    """Buys or trains what is chosen."""

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await act(interaction, await known_league(interaction, self.race), chosen(values))


async def show_stable(
    interaction: Interaction, league: PublicRace, whose: EntryId | None = None, said: Sequence[str] = ()
) -> None:
    """Show a stable: the own one as it is, with all possible acts; another one as everybody knows it.

    :param said: text to show first.
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
        raise TellPlayer(f"There is no stable {number} in this league yet. `/league standings` shows those there are.")
    names = names_in(league)
    layout = layout_of()
    lines = [*said, card(status.view, status.view.stable(number), names)]
    box = boxed(text_of(lines))
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
    layout.add_item(box)
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)


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


async def league_buttons(steward: Steward, opened: OpenAsk) -> list[ui.Item[Any]]:
    """Return the buttons under a question of a league or of its race, for its player alone.

    Under a sheet these are the own stable, the standings, and the field; in the race waiting bribes, and an open round
    of bets.
    """
    race, player = opened.race.record, opened.race.player_of(opened.entry)
    if race.season == race.id:
        is_founded = opened.ask.question.kind != "founding"
        return [StableButton(race.id), StandingsButton(race.id), FieldButton(race.id)] if is_founded else []
    if race.league is None or player is None:
        return []
    try:
        desk = await desk_of(steward, await steward.leagues.league(race.league), player)
    except (Refused, TellPlayer):
        return []  # the league rests, or they drive for somebody else
    found: list[ui.Item[Any]] = [BribesButton(race.league)] if desk.bribes else []
    return found + ([RoundButton(race.league)] if business.open_window(desk.view) is not None else [])
