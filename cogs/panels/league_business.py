"""A league member's business between sheets, by pressing: deals, loans, the manager, bets in the race, bribes.

Each page is private, and its draft is in the custom ids of its buttons, so it outlives a restart.
"""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import discord
from discord import ui

from cogs.choices.naming import naming
from cogs.kit.client import Interaction
from cogs.kit.items import Button, RaceButton, Select, chosen
from cogs.kit.layouts import boxed, file_of, gallery_of, layout_of
from cogs.kit.limits import cut, fitting
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.presses import pressed_at
from cogs.kit.rights import known_race, require_league
from cogs.panels.renewing import renew_sheets
from engine.leagues.words.acts import BetInWindow
from engine.leagues.words.arena_acts import BetOnPair
from engine.leagues.words.reasons import LeagueReason
from records.races import PublicRace
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import DealOffered, MatchWaits, Picture, Steward
from words.leagues import business, matches, story
from words.leagues.act_codes import MOST, PullBribe, unpack_act
from words.leagues.desk import Desk
from words.leagues.lines import offer_text
from words.leagues.parties import concerned
from words.shared.names import harmless, names_in
from words.shared.words import Act, Choice, Controls, Menu

TEXT = 3_500
A_ROW = 5
"""Buttons in one."""
NOT_STARTED = "The season has not begun yet, so there is nothing to do here."
OVER = "The season is over. Press **Standings** to see who won, or **Next season** to open another."


class BusinessButton(Button, template="business:{act}:{race}:{code}", answers="here"):
    """Opens a page of a member's business, or does what is drawn up on it."""

    race: RaceId
    act: Annotated[Act, "answer|plan"]
    code: Annotated[str, f"[a-z0-9-]{{1,{MOST}}}"]

    async def press(self, interaction: Interaction) -> None:
        league = await known_league(interaction, self.race)
        if self.act == "plan":
            await show_page(interaction, league, self.code)
        else:
            await do(interaction, league, self.code)


class BusinessMenu(Select, template="business-menu:{race}:{place}"):
    """Draws a page anew with a choice; a new moment for a bribe counts at once."""

    race: RaceId
    place: Annotated[int, "[0-9]"]

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        code, league = chosen(values), await known_league(interaction, self.race)
        if code.split("-")[0] in business.ACTS_IN_MENUS:
            await do(interaction, league, code)
        else:
            await show_page(interaction, league, code)


async def known_league(interaction: Interaction, league: RaceId) -> PublicRace:
    """Return the league that a control names.

    :raises Refused: if there is none, or the player may not know of it: ids can be forged.
    """
    found = await known_race(interaction, league)
    require_league(found)
    return found


async def desk_of(steward: Steward, league: PublicRace, player: PlayerId) -> Desk:
    """Return a member's own business.

    :raises Refused: if they have no stable here.
    :raises TellPlayer: before the start, and once the season is over.
    """
    status = await steward.log.status(league.record.id, player)
    own = next(iter(league.shown_to(player)), None)
    if own is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    if status.view is not None and status.view.is_over:
        raise TellPlayer(OVER)
    if status.view is None or own not in status.view.own:
        raise TellPlayer(NOT_STARTED)
    bribes = [(each.chariot, each.plot) for each in await steward.midway.bribes(league.record.id, player)]
    return Desk(status.view, own, names_in(league), bribes)


def doors(desk: Desk, league: RaceId) -> list[ui.ActionRow[Any]]:
    """Return the buttons that open the pages on which there is something to do, in rows."""
    buttons = [_button(league, each) for each in business.doors(desk)]
    return [ui.ActionRow(*buttons[n : n + A_ROW]) for n in range(0, len(buttons), A_ROW)]


async def show_page(interaction: Interaction, league: PublicRace, code: str, said: Sequence[str] = ()) -> None:
    """Show a page of a member's business in the answer to an interaction that has been deferred.

    :param said: text to show first, unless the page has it.
    """
    desk = await desk_of(interaction.client.steward, league, PlayerId(interaction.user.id))
    page = business.page(desk, code)
    picture = await _pictured(interaction, league, business.pictured(code))
    files = [] if picture is None else [file_of(picture)]
    layout = _layout(league, page, [each for each in said if each not in page.text], picture, files)
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)


async def _pictured(interaction: Interaction, league: PublicRace, match: int | None) -> Picture | None:
    """Return the card of a match, as everybody knows it; ``None`` if there is none."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    view = None if match is None else (await steward.log.status(league.record.id)).view
    return None if view is None or match is None else await steward.gallery.one(league, view, "match", match, player)


class MatchButton(Button, template="league-match:{race}:{number}"):
    """Shows a match as it stands, with what a member can do about it."""

    race: RaceId
    number: Annotated[int, "[0-9]{1,5}"]

    async def press(self, interaction: Interaction) -> None:
        league = await known_league(interaction, self.race)
        is_member = next(iter(league.shown_to(PlayerId(interaction.user.id))), None) is not None
        if is_member and league.record.state != "finished":
            await show_page(interaction, league, f"match-see-{self.number}")
        else:
            await _show_match(interaction, league, self.number)


async def _show_match(interaction: Interaction, league: PublicRace, number: int) -> None:
    """Show a match to somebody without a part in the league: :exc:`TellPlayer` if there is none."""
    picture = await _pictured(interaction, league, number)
    if picture is None:
        raise TellPlayer(f"There is no match {number} in this league.")
    layout, file = layout_of(), file_of(picture)
    layout.add_item(gallery_of(picture, file))
    await interaction.edit_original_response(view=within_limits(layout, [file]), attachments=[file])


class BribesButton(
    RaceButton, kind="bribes", label="My bribes", finds=known_league, shows=partial(show_page, code="bribes")
):
    """Opens the player's bribes in private; it is under their questions in a league's race."""


class RoundButton(
    RaceButton, kind="round", label="Bet again", finds=known_league, shows=partial(show_page, code="win")
):
    """Opens the round of bets that is open in a league's race, privately."""


def _button(league: RaceId, choice: Choice) -> BusinessButton:
    style = discord.ButtonStyle[choice.style]
    return BusinessButton(league, choice.act, choice.code, label=choice.label, style=style)


def _layout(
    league: PublicRace,
    page: Controls,
    said: Sequence[str] = (),
    picture: Picture | None = None,
    files: Sequence[discord.File] = (),
) -> ui.LayoutView:
    title = f"-# {harmless(league.record.title)}\n### {page.title}"
    box = boxed()
    box.add_item(ui.TextDisplay(fitting([*said, *title.split("\n"), *page.text.split("\n")], TEXT)))
    if picture is not None:
        box.add_item(gallery_of(picture, files[0]))
    for place, menu in enumerate(page.menus):
        box.add_item(ui.ActionRow(BusinessMenu(league.record.id, place, select=_select(menu))))
    for row in page.rows:
        box.add_item(ui.ActionRow(*(_button(league.record.id, each) for each in row)))
    return layout_of(box)


def _select(menu: Menu) -> ui.Select[Any]:
    select: ui.Select[Any] = ui.Select(placeholder=menu.placeholder)
    select.options = [
        discord.SelectOption(label=cut(each.label, 100), value=each.code, description=each.description or None)
        for each in menu.options
    ]
    return select


async def do(interaction: Interaction, league: PublicRace, code: str) -> None:
    """Do the act of a code, and show its page again with the result; :exc:`TellPlayer` if the business is over."""
    act, player, steward = unpack_act(code), PlayerId(interaction.user.id), interaction.client.steward
    names = names_in(league)
    with naming(league):
        if isinstance(act, PullBribe):
            await steward.midway.change(league.record.id, player, act.number, act.trigger)
            await show_page(interaction, league, "bribes", ["✅ Changed. Nobody else knows."])
            return
        if isinstance(act, BetInWindow):
            await steward.midway.bet(league.record.id, player, act)
            await show_page(interaction, league, code, ["✅ Your bets are in. They are told when the round closes."])
            return
        if isinstance(act, BetOnPair):
            await steward.pairs.bet(league.record.id, player, act)
            await show_page(interaction, league, code, ["✅ Your bets are in. They are told when the round closes."])
            return
        facts = await steward.leagues.act(league.record.id, player, act, pressed=pressed_at(interaction))
    own = next(iter(league.shown_to(player)))
    said = ["✅ Done.", *story.came(facts, own, names)]
    try:
        await show_page(interaction, league, business.page_after(code, facts), said)
    except TellPlayer as over:  # it was the last act of the season
        raise TellPlayer("\n".join([*said, str(over)])) from over
    await renew_sheets(interaction, league, concerned(facts, own))


async def match_post(steward: Steward, league: PublicRace, player: PlayerId, waits: MatchWaits) -> ui.LayoutView | None:
    """Return all matches with a stable that wait for a player's word; ``None`` if none does."""
    try:
        desk = await desk_of(steward, league, player)
    except (Refused, TellPlayer):
        return None
    controls = matches.waiting(desk, waits.by)
    return None if controls is None else _layout(league, controls)


async def offers_post(
    steward: Steward, league: PublicRace, player: PlayerId, offered: DealOffered
) -> ui.LayoutView | None:
    """Return all offers of a stable that stand, as the other side reads them; ``None`` if none does."""
    try:
        desk = await desk_of(steward, league, player)
    except (Refused, TellPlayer):
        return None
    to_me = [each for each in desk.mine.offers if each.to == desk.own]
    mine = [each for each in to_me if each.by == offered.by or each.number == offered.number]
    if not mine:
        return None
    alone = len(mine) == 1
    title, end = ("An offer for you", "It ends") if alone else ("Offers for you", "They end")
    lines = [offer_text(each, desk.names) for each in mine]
    lines.append(f"-# No answer? {end} with the phase, and nothing changes.")
    rows = tuple(
        (
            Choice("Accept" if alone else f"Accept {each.number}", "answer", f"accept-{each.number}", "success"),
            Choice("Decline" if alone else f"Decline {each.number}", "answer", f"decline-{each.number}"),
        )
        for each in mine
    )
    return _layout(league, Controls(title, "\n".join(lines), "", "", rows))
