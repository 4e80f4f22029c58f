"""Places of absent players: on offer to everybody, and taken with one press."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of
from cogs.kit.limits import MESSAGE_TEXT, fitting
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.rights import known_race
from cogs.panels.my_questions import OrdersButton
from cogs.panels.watch import WatchButton
from engine.betting.insiders import NOT_FOR_DRIVERS
from engine.betting.views import BoardView
from records.kinds import SHEETS_TO_KEEP
from records.people import is_former
from records.races import FactionRecord, PublicRace
from records.text import isolated
from records.values import Faction, PlayerId, RaceId
from steward import Status, waits_or_runs
from words import nouns_of
from words.betting.table import sesterces
from words.shared.kinds import kind_words
from words.shared.names import harmless, mention, names_in, place_of

ROW, MOST_LISTED = 5, 20
NONE_OFFERED = (
    "No place is offered here now. When a player is absent for long, their chariot is offered in the race’s thread; "
    "`/play race` opens a race of your own."
)


class ReinsButton(Button, template="reins:{race}:{faction}", label="Take the reins", style=discord.ButtonStyle.success):
    """Takes the reins of a place that is offered, or one's own back."""

    race: RaceId
    faction: Faction

    async def press(self, interaction: Interaction) -> None:
        if not await _warned(interaction, self.race, self.faction):
            await take_reins(interaction, self.race, self.faction)


class TakeAnywayButton(
    Button,
    template="reinsyes:{race}:{faction}",
    label="Take them anyway",
    style=discord.ButtonStyle.danger,
    answers="here",
):
    """Takes the reins though bets of the presser win no more than their stake from then on."""

    race: RaceId
    faction: Faction

    async def press(self, interaction: Interaction) -> None:
        await take_reins(interaction, self.race, self.faction)


async def _warned(interaction: Interaction, race: RaceId, faction: Faction) -> bool:
    """Warn somebody whose bets on a race lose their gains with the reins, and ask once more; tell whether (B-15)."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    known = await steward.race(race)
    if not known.record.guild or known.faction_for(player) is not None:
        return False  # they are back at their own reins
    board: BoardView = await steward.wagers.board(race, player)
    mine = {str(each.entry) for each in known.entries if each.faction == faction}
    kinds = {each.number: each.kind for each in board.markets}
    lost = [
        each.stake
        for each in board.own_tickets
        if each.state == "open"
        and each.number not in board.capped
        and (each.choice not in mine or kinds[each.market] in NOT_FOR_DRIVERS)
    ]
    if not lost:
        return False
    bets = f"1 bet of {sesterces(lost[0])}" if len(lost) == 1 else f"{len(lost)} bets of {sesterces(sum(lost))}"
    said = (
        f"⚠️ You have {bets} on others in this race. Whoever drives backs only their own: with the reins, these bring "
        "back their stake at most, even if you give the reins back. (B-15)"
    )
    layout = layout_of(ui.TextDisplay(said), ui.ActionRow(TakeAnywayButton(race, faction)))
    await interaction.edit_original_response(view=within_limits(layout))
    return True


async def take_reins(interaction: Interaction, race: RaceId, faction: Faction) -> None:
    """Give the player the reins, and tell them."""
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    if not await steward.substitutes.drives_for_others(race, player):  # who is asked by direct message may be there
        await known_race(interaction, race)
    await steward.desk.take_reins(race, player, faction)
    await steward.people.set_player(player, name=interaction.user.display_name[:100], dms="unknown")
    await now_driving(interaction, race, faction)


async def now_driving(interaction: Interaction, race: RaceId, faction: Faction) -> None:
    """Tell the player that they have the reins, and show them the way to their orders."""
    found = await interaction.client.steward.race(race)
    layout = layout_of(ui.TextDisplay(_texts(found).taken(found, faction)))
    if found.record.kind.takes_race_commands:
        layout.add_item(ui.ActionRow(OrdersButton(race), WatchButton(race, "log")))
    await interaction.edit_original_response(view=within_limits(layout))


def offered(status: Status) -> list[FactionRecord]:
    """Return the places offered in a race: of players who are absent, and not on a vacation they announced.

    Of chariots that are out none is: nobody has to drive them any more.
    """
    race = status.race
    if race.record.state not in ("running", "paused"):
        return []
    return [each for each in race.factions if race.is_offered(each) and not status.is_out(each.faction)]


def free(status: Status) -> list[FactionRecord]:
    """Return the places for a substitute: those on offer, and in races all without a player."""
    race = status.race
    if not waits_or_runs(race.record):
        return offered(status)
    return [each for each in race.factions if race.is_free(each) and not status.is_out(each.faction)]


def chariots(race: PublicRace, faction: Faction) -> str:
    """Return the names of a faction's chariots."""
    names = names_in(race)
    return ", ".join(names[each.entry] for each in race.entries if each.faction == faction) or f"faction {faction}"


def offer_message(race: PublicRace, faction: Faction) -> ui.LayoutView:
    """Return the post that offers a place."""
    return _with_button(race, faction, _texts(race).free(race, faction))


def asked_message(race: PublicRace, faction: Faction) -> ui.LayoutView:
    """Return the text for a substitute who is next in the queue of a league or a cup."""
    said = (
        f"🙋 You are the next substitute in **{harmless(race.record.title)}**, {place_of(race.record)}: "
        f"{chariots(race, faction)}. {_texts(race).asked} No time? Do nothing, and I ask the next one."
    )
    return _with_button(race, faction, said)


def now_deputy(race: PublicRace, faction: Faction) -> str:
    """Return the text for a player who has just taken a silent owner's stable, or their own back."""
    return (
        f"🏛️ You decide for {chariots(race, faction)} in **{harmless(race.record.title)}** now. I'll send you its "
        "sheets. `/stable show` shows it."
    )


def _with_button(race: PublicRace, faction: Faction, said: str, label: str = "") -> ui.LayoutView:
    layout = layout_of(ui.TextDisplay(said))
    layout.add_item(
        ui.ActionRow(ReinsButton(race.record.id, faction, label=label or kind_words(race, nouns_of(race.record)).takes))
    )
    return layout


def absent_message(race: PublicRace, faction: Faction, player: PlayerId) -> ui.LayoutView:
    """Return the text for *player*, whose place is on offer from now on, with the way back."""
    return _texts(race).absent(race, faction, player)


def _place_free(race: PublicRace, faction: Faction) -> str:
    place = _place(race, faction)
    nouns, back = nouns_of(race.record), ""
    if place is not None and place.player and not is_former(place.player):
        back = f" **{harmless(place.name)}** can take {nouns.them} back at any time."
    return (
        f"{nouns.emoji} **A place is free:** {chariots(race, faction)}. {nouns.take_reins} and {nouns.drive} on from "
        f"here, with the log and the orders.{back}"
    )


def _stable_free(race: PublicRace, faction: Faction) -> str:
    place = _place(race, faction)
    return (
        f"🏛️ **A stable needs a deputy:** {chariots(race, faction)}. {mention(None if place is None else place.player)} "
        "has been silent for two events. Take it and decide for it, until they come back. Members of this league can't."
    )


def _place(race: PublicRace, faction: Faction) -> FactionRecord | None:
    return next((each for each in race.factions if each.faction == faction), None)


def _now_driver(race: PublicRace, faction: Faction) -> str:
    drive = nouns_of(race.record).drive
    return (
        f"🙌 You {drive} {chariots(race, faction)} in **{harmless(race.record.title)}** now. The orders given so "
        "far are yours too. I'll tell you when it's your turn; `/watch what:log` tells what has happened."
    )


def _absent_driver(race: PublicRace, faction: Faction, player: PlayerId) -> ui.LayoutView:
    is_owner = any(each.faction == faction and each.player == player for each in race.factions)
    nouns = nouns_of(race.record)
    until = f"whoever {nouns.drives} by then" if is_owner else f"unless somebody else has taken {nouns.them} by then"
    said = (
        f"👻 You did not answer for some turns in {_where(race)}. A {nouns.house} has the {nouns.reins} of "
        f"{chariots(race, faction)} now, and others may take {nouns.them}. The button gives {nouns.them} back to "
        f"you, {until}."
    )
    return _with_button(race, faction, said, f"{nouns.take_reins} back")


def _absent_owner(race: PublicRace, faction: Faction, _player: PlayerId) -> ui.LayoutView:
    missed = next(each.missed for each in race.factions if each.faction == faction)
    return layout_of(ui.TextDisplay(_silent_owner(chariots(race, faction), _where(race), missed)))


def _where(race: PublicRace) -> str:
    return f"**{harmless(race.record.title)}**, {place_of(race.record)}"


def _silent_owner(stable: str, where: str, missed: int) -> str:
    """Return the text for an owner or deputy who has answered no sheet of two events, or of three (H.10)."""
    if missed >= SHEETS_TO_KEEP:
        return (
            f"👻 You did not answer for three events in {where}. Your manager keeps {stable} now: it races on, "
            "pays its debts and cannot win. `/league do what:return` takes it back, as long as the season lasts."
        )
    return (
        f"👻 You did not answer for two events in {where}. Your manager answers for {stable}, and others may be its "
        "deputy now. Answer your next sheet and all is as before. If somebody has taken it, `/league do what:return` "
        "takes it "
        "back. After three silent events it cannot win until you do."
    )


@dataclass(frozen=True)
class _Texts:
    """What is told about places of a kind of thing."""

    free: Callable[[PublicRace, Faction], str]  # to all
    taken: Callable[[PublicRace, Faction], str]  # to who has just taken one
    absent: Callable[[PublicRace, Faction, PlayerId], ui.LayoutView]  # to whose place is on offer
    asked: str  # to a substitute


_TEXTS: Mapping[str, _Texts] = {
    "race": _Texts(
        _place_free,
        _now_driver,
        _absent_driver,
        "A house driver holds the reins. Take them and drive this race for the owner.",
    ),
    "league": _Texts(
        _stable_free,
        now_deputy,
        _absent_owner,
        "Its owner has been silent for two events: be their deputy until they come back.",
    ),
}


def _texts(race: PublicRace) -> _Texts:
    return _TEXTS[race.record.kind.noun]


def reins_rows(status: Status) -> list[ui.ActionRow[Any]]:
    """Return a button for each place of a race that is offered."""
    return _rows([(status.race, each) for each in offered(status)][:MOST_LISTED])


def _rows(places: Sequence[tuple[PublicRace, FactionRecord]]) -> list[ui.ActionRow[Any]]:
    buttons = [ReinsButton(race.record.id, each.faction, label=_take_label(race, each)) for race, each in places]
    return [ui.ActionRow(*buttons[place : place + ROW]) for place in range(0, len(buttons), ROW)]


def _take_label(race: PublicRace, faction: FactionRecord) -> str:
    return f"{nouns_of(race.record).drive.capitalize()} {isolated(_first_name(race, faction))}"


def _first_name(race: PublicRace, faction: FactionRecord) -> str:
    return next((entry.name for entry in race.entries if entry.faction == faction.faction), faction.name)


async def show_offers(interaction: Interaction, lobbies: list[PublicRace]) -> None:
    """Show all places on offer in some races, each with its button; raise :exc:`TellPlayer` if there are none."""
    log = interaction.client.steward.log
    absent = [await log.status(race.record.id) for race in lobbies if any(map(race.is_offered, race.factions))]
    places = [(status.race, each) for status in absent for each in offered(status)][:MOST_LISTED]
    if not places:
        raise TellPlayer(NONE_OFFERED)
    lines = [
        f"{chariots(race, each.faction)} · {harmless(race.record.title)}, {place_of(race.record)}"
        for race, each in places
    ]
    layout = layout_of(ui.TextDisplay(fitting(["### Places that are offered", *lines], MESSAGE_TEXT - 200)))
    for row in _rows(places):
        layout.add_item(row)
    await interaction.edit_original_response(view=within_limits(layout))
