"""A league for everybody, a press away: standings, the next race, the paper, the calendar, the account."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import NOT_OFFERED, Button, Select, Shows, chosen, looks_of
from cogs.kit.layouts import file_of, gallery_of, layout_of, rows_of, show_text
from cogs.kit.limits import BUTTON_LABEL, cut, fitting
from cogs.kit.messages import TellPlayer, within_limits
from cogs.panels.bets.parts import read_rules
from cogs.panels.bets.table import BetButton, show_table
from cogs.panels.follows import follow_buttons
from cogs.panels.league_business import known_league
from engine.facts import Fact
from engine.leagues.appraising import lots
from engine.leagues.events import numbered
from engine.leagues.views import LeagueView
from engine.leagues.words.facts import ReckoningBegan
from engine.leagues.words.reasons import LeagueReason
from records.races import MATCHES, PublicRace, RaceRecord
from records.refusals import Refused
from records.values import PlayerId, RaceId
from steward import BEGINS, CLOSES, Status, Steward, next_race, schedule_of
from words import nouns_of
from words.leagues import story
from words.leagues.bidding import catalogue, lot_choices, lot_line
from words.leagues.race_story import sentences
from words.leagues.shortlist import is_long, shortlist
from words.leagues.standings import calendar, dates, ends_about, ledger, reach, week
from words.shared.coming import league_line
from words.shared.names import names_in
from words.shared.nouns import RACE

MOST_PICTURES, TEXT = 6, 3_000
MOST_TABLES, ROW = 20, 4
"""Of a catalogue, at ten lots each; characters of its text. Then matches that one may bet on, and how many in a row."""

NO_POOLS = (
    "No race is under way. Spectators bet from their purses as a race begins, until its first speeds are shown. "
    "Members bet on the eve, from their treasuries."
)


async def show_standings(interaction: Interaction, league: PublicRace) -> None:
    """Show how a league stands, as a picture."""
    steward = interaction.client.steward
    picture, status = await steward.gallery.board(league.record.id), await steward.log.status(league.record.id)
    layout = layout_of()
    if picture is None:
        layout.add_item(ui.TextDisplay("The season has not begun yet: no stable owns anything."))
        await interaction.edit_original_response(view=layout)
        return
    file = file_of(picture)
    layout.add_item(gallery_of(picture, file))
    if status.view is not None and (told := reach(status.view, names_in(league))):
        layout.add_item(ui.TextDisplay(told))
    for row in rows_of([await follow_buttons(interaction, league)]):
        layout.add_item(row)
    await interaction.edit_original_response(view=within_limits(layout, [file]), attachments=[file])


async def show_field(interaction: Interaction, league: PublicRace) -> None:
    """Show the starters of the event's race, with form and odds; raise :exc:`TellPlayer` before the stables close."""
    steward = interaction.client.steward
    status = await steward.log.status(league.record.id)
    picture = None
    if status.view is not None:
        picture = await steward.gallery.field(league, status.view, PlayerId(interaction.user.id))
    if picture is None:
        raise TellPlayer("Nobody is entered yet. Who races is told as the stables close.")
    layout, file = layout_of(), file_of(picture)
    layout.add_item(gallery_of(picture, file))
    await interaction.edit_original_response(view=within_limits(layout, [file]), attachments=[file])


async def show_catalogue(interaction: Interaction, league: PublicRace) -> None:
    """Show the first lots of the open auction, or of the market until the next one, with what each is good for.

    :raises TellPlayer: before the start, and in a league without a market.
    """
    player, view = PlayerId(interaction.user.id), await _market_view(interaction, league)
    if not is_long(view):
        await show_all_lots(interaction, league)
        return
    layout, files = layout_of(ui.TextDisplay("\n".join(shortlist(view, names_in(league))))), []
    first = await interaction.client.steward.gallery.one(league, view, "lot", lots(view)[0].number, player)
    if first is not None:
        files.append(file_of(first))
        layout.add_item(gallery_of(first, files[0]))
    if (menu := _lot_menu(league, view, 0)) is not None:
        layout.add_item(ui.ActionRow(menu))
    layout.add_item(ui.ActionRow(LookButton(league.record.id, "lots", label=f"All {len(lots(view))} lots")))
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)


async def _market_view(interaction: Interaction, league: PublicRace) -> LeagueView:
    """Return a league with a market as its viewer may see it.

    :raises TellPlayer: before the start, and in a league without a market.
    """
    status = await interaction.client.steward.log.status(league.record.id, PlayerId(interaction.user.id))
    if status.view is None or status.view.options.campaign != "epic":
        raise TellPlayer("This league has no market yet. In a classic one, owners mend and train under **My stable**.")
    view: LeagueView = status.view
    return view


async def show_all_lots(interaction: Interaction, league: PublicRace) -> None:
    """Show all lots, in pictures and as text; raise :exc:`TellPlayer` where there is no market."""
    player, view = PlayerId(interaction.user.id), await _market_view(interaction, league)
    pictures = await interaction.client.steward.gallery.catalogue(league, view, player)
    files = [file_of(each) for each in pictures[:MOST_PICTURES]]
    layout = layout_of()
    for picture, file in zip(pictures, files, strict=False):
        layout.add_item(gallery_of(picture, file))
    layout.add_item(ui.TextDisplay(fitting(catalogue(view, names_in(league)), TEXT)))
    if (menu := _lot_menu(league, view, 0)) is not None:
        layout.add_item(ui.ActionRow(menu))
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)


class LotMenu(Select, template="league-lot:{race}"):
    """Shows the card of one lot, or further lots to choose from."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        league, found = await known_league(interaction, self.race), _LOT.fullmatch(chosen(values))
        if found is None:
            raise TellPlayer(NOT_OFFERED)
        number = None if found["page"] else int(found["number"])
        await show_lot(interaction, league, number, int(found["page"] or found["from"] or 0))


_LOT = re.compile(r"p(?P<page>[0-9]{1,2})|(?P<number>[0-9]{1,4})(?:p(?P<from>[0-9]{1,2}))?")
"""What is chosen: a page of the lots, or a lot with the page that it stands on."""


def _lot_menu(league: PublicRace, view: LeagueView, page: int) -> LotMenu | None:
    """Return the menu of all lots, each with its number; ``None`` without any."""
    options = lot_choices(view, page)
    if not options:
        return None
    select: ui.Select[Any] = ui.Select(placeholder="Look at a lot")
    select.options = [
        discord.SelectOption(label=each.label, value=each.code, description=each.description or None)
        for each in options
    ]
    return LotMenu(league.record.id, select=select)


async def show_lot(interaction: Interaction, league: PublicRace, number: int | None, page: int) -> None:
    """Show a lot as everybody knows it, its seller too, and the menu of the others.

    :param number: none to show further lots to choose from.
    :raises TellPlayer: if it is sold, or there is no market here.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    status = await steward.log.status(league.record.id)
    menu = None if status.view is None else _lot_menu(league, status.view, page)
    if status.view is None or menu is None:
        raise TellPlayer("Nothing is for sale now. The next auction brings new lots.")
    layout, files = layout_of(), []
    if number is not None:
        picture = await steward.gallery.one(league, status.view, "lot", number, player)
        if picture is None:
            raise TellPlayer(f"Lot {number} is not for sale any more. **Catalogue** shows what is.")
        files.append(file_of(picture))
        layout.add_item(gallery_of(picture, files[0]))
        layout.add_item(ui.TextDisplay(lot_line(status.view, names_in(league), number)))
    layout.add_item(ui.ActionRow(menu))
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)


async def show_calendar(interaction: Interaction, league: PublicRace) -> None:
    """Show the calendar: the open phase, and how long each of the next ones is."""
    status = await interaction.client.steward.log.status(league.record.id)
    steward = interaction.client.steward
    options, length = steward.leagues.options_of(league), length_lines(steward, league, status)
    await show_text(interaction, calendar(status.view, options, league.record.seconds, status.until, length))


def length_lines(steward: Steward, league: PublicRace, status: Status) -> list[str]:
    """Return how events keep to the week, if they do, and about when the season ends; none once it is over."""
    schedule, end = schedule_of(league.record.schedule), steward.leagues.ends(league, status.view, status.until)
    if end is None:
        return []
    begins, closes = schedule.week.get(BEGINS), schedule.week.get(CLOSES)
    weekly = [] if begins is None or closes is None else [week(begins, closes, schedule.at, schedule.zone)]
    return [*weekly, ends_about(steward.now(), end)]


async def show_ledger(interaction: Interaction, league: PublicRace) -> None:
    """Show a stable's income and spending, as far as they are public; raise :exc:`Refused` for an outsider."""
    player, steward = PlayerId(interaction.user.id), interaction.client.steward
    own = next(iter(league.shown_to(player)), None)
    if own is None:
        raise Refused(LeagueReason.NOT_A_MEMBER)
    lines = ledger(await steward.log.facts(league.record.id), own)
    await show_text(interaction, "\n".join(["### Your treasury", *(lines or ["Nothing has moved yet."])]))


async def next_dates(steward: Steward, league: PublicRace) -> str:
    """Return the next deadline of a league in words; empty if there is none."""
    status = await steward.log.status(league.record.id)
    return "" if status.view is None else dates(status.view, league.record.seconds, status.until)


async def next_race_told(steward: Steward, league: PublicRace) -> str:
    """Return when the next event of a league begins, in a line; empty before its start and once it is over."""
    status = await steward.log.status(league.record.id)
    if status.view is None or league.record.state != "running":
        return ""
    view, now = status.view, steward.now()
    closes = now if view.phase == "race" else status.until
    options = steward.leagues.options_of(league)
    at = next_race(league.record, options, now, phase=view.phase, event=view.event, closes=closes)
    is_before = view.phase in ("founding", "market", "stable", "eve")
    number = view.event if is_before else view.event + 1
    name, of_its_kind, many = numbered(options, number)
    return league_line(of_its_kind, many, at, name)


async def race_told(steward: Steward, league: PublicRace, facts: Sequence[Fact]) -> str:
    """Return two sentences on the race of the last reckoning among some facts; empty without one, as of a gala.

    An event may have several contests: its first one is told.
    """
    event = next((each.event for each in reversed(facts) if isinstance(each, ReckoningBegan)), None)
    races = [each for each in await steward.leagues.races(league.record.id) if each.round == event]
    if not races or nouns_of(races[0]) != RACE:
        return ""
    race = await steward.race(races[0].id)
    moments, places = await steward.log.moments(race), await steward.log.places(race)
    told = sentences(event or 0, moments, places, names_in(race))
    return " ".join(told) if told is not None else ""


async def show_paper(interaction: Interaction, league: PublicRace) -> None:
    """Show the last issue of the paper, whole.

    :raises TellPlayer: if none has come out yet.
    """
    steward = interaction.client.steward
    facts = await steward.log.facts(league.record.id)
    lines = story.latest_paper(facts, names_in(league))
    if not lines:
        raise TellPlayer("No issue has come out yet. The first one comes after the first race.")
    lines = story.with_race(lines, await race_told(steward, league, facts))
    await show_text(interaction, "\n".join([*lines, await next_dates(steward, league)]))


async def show_pools(interaction: Interaction, league: PublicRace) -> None:
    """Open the pools on the event's race, for people without a part in the league; on one match of its gala of several.

    A duel beside the calendar has a pool of its own, too. Where all are over, their tables show how bets came out.
    """
    known = await interaction.client.steward.leagues.races(league.record.id)
    event = max((each.round or 0 for each in known), default=0)
    found = [each for each in known if each.round == event != MATCHES or _is_fought(each)]
    races = ([each for each in found if each.state in ("running", "paused")] or found)[-MOST_TABLES:]
    if not races or all(each.state == "paused" for each in races):
        raise TellPlayer(NO_POOLS)
    if len(races) == 1:
        await show_table(interaction, await interaction.client.steward.race(races[0].id))
        return
    buttons = [BetButton(each.id, "open", label=cut(_pair_of(each), BUTTON_LABEL)) for each in races]
    layout = layout_of(ui.TextDisplay("On which match?"))
    for at in range(0, len(buttons), ROW):
        layout.add_item(ui.ActionRow(*buttons[at : at + ROW]))
    await interaction.edit_original_response(view=within_limits(layout))


def _is_fought(race: RaceRecord) -> bool:
    """Tell whether a race is a duel under way: match races have no pools."""
    return race.round == MATCHES and race.state == "running" and not read_rules(race).is_off


def _pair_of(race: RaceRecord) -> str:
    """Return who fights in a match: the end of its title."""
    return race.title.rpartition(" · ")[2]


Look = Literal["standings", "field", "paper", "bet", "calendar", "account", "catalogue", "lots"]
LOOKS: Mapping[Look, tuple[str, Shows]] = {
    "standings": ("Standings", show_standings),
    "field": ("Who races", show_field),
    "paper": ("Paper", show_paper),
    "bet": ("Bet as spectator", show_pools),
    "calendar": ("Calendar", show_calendar),
    "account": ("My account", show_ledger),
    "catalogue": ("Catalogue", show_catalogue),
    "lots": ("All lots", show_all_lots),
}
"""Each thing to look at, the label of its button, and what shows it."""


class LookButton(Button, template="league:{act}:{race}", looks=looks_of(LOOKS)):
    """Shows something of a league to the player."""

    race: RaceId
    act: Look

    async def press(self, interaction: Interaction) -> None:
        await LOOKS[self.act][1](interaction, await known_league(interaction, self.race))
