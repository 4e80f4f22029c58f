"""All that is asked of a player: a list of their questions with a button to open each, or their question in a race."""

from collections.abc import Mapping, Sequence

import discord
import msgspec
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import layout_of, text_of
from cogs.kit.limits import BUTTON_LABEL, cut
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.question_id import QuestionId
from cogs.kit.rights import known_race
from cogs.panels.bystanders import is_bystander, show_ways_in
from cogs.panels.drafts import are_of_one_panel
from cogs.panels.question import OpenButton, show_ask
from cogs.panels.question_text import dates_of
from cogs.panels.waiting import next_buttons
from engine.rulesets import PLAYED
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.text import isolated
from records.values import EntryId, PlayerId, RaceId
from steward import OpenAsk, Status, may_hear_the_end
from words import WORDS, nouns_of, waited_for
from words.shared.names import harmless, names_in, place_of, plain_name
from words.shared.telling import count
from words.shared.times import when

ROW, MOST_LISTED = 5, 20
STYLES = {True: discord.ButtonStyle.primary, False: discord.ButtonStyle.secondary}
"""Whether a question is the next to answer -> the style of its button."""


class OrdersButton(Button, template="orders:{race}", label="My orders", style=discord.ButtonStyle.primary):
    """Opens the player's question in private; it is under posts that everybody sees."""

    race: RaceId

    async def press(self, interaction: Interaction) -> None:
        await open_mine(interaction, self.race)


async def open_mine(interaction: Interaction, race: RaceId) -> None:
    """Show the player's open question in a race; to somebody who is not in it, what they can do instead.

    :raises Refused: if somebody else holds their reins.
    :raises TellPlayer: if there is no open question for them.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    mine = await steward.asks_of(player, race)
    mine = [each for each in mine if each.sealed is None] or mine  # what is sealed can be changed
    if len(mine) > 1 and not are_of_one_panel(mine):
        await show_asks(interaction, mine)
    elif mine:
        await show_ask(interaction, mine[0])
    else:
        known = await known_race(interaction, race)
        if is_bystander(known, player):
            await show_ways_in(interaction, known)
            return
        status = await steward.log.status(race)
        faction = status.race.faction_for(player)
        what = status.race.record.kind.noun
        if status.race.record.state == "running" and faction is not None and status.is_out(faction.faction):
            raise TellPlayer(out_text(status.race))
        if status.race.record.state == "running" and faction is not None and faction.at_the_reins != player:
            raise Refused(Reason.REINS_ELSEWHERE, what=what)
        if settled := await _settled(interaction, status):
            await show_settled(interaction, race, settled)
            return
        await _nothing_asked(interaction, status)


async def _nothing_asked(interaction: Interaction, status: Status) -> None:
    """Say that a race asks nothing now. A button that led here may be older than its answer: it leads to what waits.

    :raises TellPlayer: if nothing waits for them anywhere.
    """
    waits = f" It waits for {count(len(status.waiting), 'other decision')}." if status.waiting else ""
    said = f"This {status.race.record.kind.noun} asks nothing of you now.{waits}"
    if not (elsewhere := await next_buttons(interaction)):
        raise TellPlayer(said)
    layout = layout_of(text_of([said]), ui.ActionRow(*elsewhere))
    await interaction.edit_original_response(view=within_limits(layout))


async def out_of(interaction: Interaction, race: PublicRace) -> bool:
    """Tell whether all chariots of the player in a race are out."""
    seat = race.faction_for(PlayerId(interaction.user.id))
    return seat is not None and (await interaction.client.steward.log.status(race.record.id)).is_out(seat.faction)


def out_text(race: PublicRace) -> str:
    """Return what is left to do for somebody whose chariots are all out."""
    nouns = nouns_of(race.record)
    return (
        f"🏁 Your {nouns.piece} is out of **{harmless(race.record.title)}**: there is nothing left to {nouns.drive}. "
        f"The {nouns.contest} goes on without you. {_how_told(race)}"
    )


def _how_told(race: PublicRace) -> str:
    """Return how somebody who is out learns how it ends: a message is promised where one is sent."""
    where = place_of(race.record)
    return f"I'll tell you how it ends; {where} shows it meanwhile." if may_hear_the_end(race) else f"{where} shows it."


async def _settled(interaction: Interaction, status: Status) -> dict[EntryId, str]:
    """Return what a player has settled for chariots that are still to move in this turn, in words."""
    race, player = status.race, PlayerId(interaction.user.id)
    book, found = PLAYED[race.record.ruleset].order_book, dict[EntryId, str]()
    if book is None or status.view is None or race.record.state != "running" or race.record.pace.is_ordered:
        return found
    for entry in race.entries_of(player):
        record = await interaction.client.steward.orders_of(race.record.id, entry, player)
        orders = None if record is None else msgspec.json.decode(record.orders, type=book.orders)
        if answers := book.later(status.view, entry, orders):
            found[entry] = WORDS[race.record.ruleset].taken(status.view, answers)
    return found


async def show_settled(interaction: Interaction, race: RaceId, settled: Mapping[EntryId, str]) -> None:
    """Show what a player has settled beforehand, with a button each to be asked instead."""
    lines = [f"Set for your move: **{what}**. Until then you can change your mind." for what in settled.values()]
    buttons = [UnsettleButton(race, entry) for entry in settled]
    layout = layout_of(text_of(lines), ui.ActionRow(*buttons[:ROW]))
    await interaction.edit_original_response(view=within_limits(layout))


class UnsettleButton(Button, template="unsettle:{race}:{entry}", label="Ask me then", answers="here"):
    """Forgets what the player has settled for a chariot's move: they are asked when it is drawn."""

    race: RaceId
    entry: EntryId

    async def press(self, interaction: Interaction) -> None:
        await known_race(interaction, self.race)
        await interaction.client.steward.unsettle(self.race, self.entry, PlayerId(interaction.user.id))
        said = layout_of(text_of(["I'll ask you when your chariot is drawn."]))
        await interaction.edit_original_response(view=within_limits(said))


async def show_asks(interaction: Interaction, opened: Sequence[OpenAsk]) -> None:
    """Show a button for each of several questions."""
    dates = await dates_of(interaction.client.steward, opened[0])
    await interaction.edit_original_response(view=within_limits(asks_message(opened, dates)))


def asks_message(opened: Sequence[OpenAsk], dates: str = "relative", more: Sequence[str] = ()) -> ui.LayoutView:
    """Return all open questions of a player, the oldest deadline first, with a button to open each.

    :param more: lines below them.
    """
    first, lines = _listed(opened, dates)
    layout = layout_of(text_of([*lines, *more]))
    buttons = [
        OpenButton(QuestionId.by(each), label=_whose(each, opened), style=STYLES[each is first[0]]) for each in first
    ]
    for place in range(0, len(buttons), ROW):
        layout.add_item(ui.ActionRow(*buttons[place : place + ROW]))
    return layout


def _listed(opened: Sequence[OpenAsk], dates: str) -> tuple[list[OpenAsk], list[str]]:
    """Return a player's questions in the order to answer them, at most :data:`MOST_LISTED`, and a text of them all."""
    late_last = sorted(opened, key=lambda each: (each.sealed is not None, each.until is None, each.until or 0.0))
    first = f"; these are the first {MOST_LISTED}" if len(opened) > MOST_LISTED else ""
    waiting = sum(each.sealed is None for each in opened)
    some = "1 question waits for you" if waiting == 1 else f"{waiting} questions wait for you"
    heading = some if waiting else "Nothing waits for you"
    late_last = late_last[:MOST_LISTED]
    return late_last, [f"### {heading}{first}", *(_waiting_line(each, dates) for each in late_last)]


def _waiting_line(opened: OpenAsk, dates: str) -> str:
    names, race = names_in(opened.race), opened.race.record
    where = f"{names[opened.entry]} · {harmless(race.title)}, {place_of(race)}"
    until = f" {when(opened.until, dates)}" if opened.until is not None else ""
    if opened.sealed is not None:
        return f"🔒 {where}: sealed; it can be changed until all are in, at the latest{until}"
    kind = waited_for(race, opened.ask.question.kind)
    return f"⏳ {where}: {kind}; the rules choose for you at the deadline,{until}" if until else f"⏳ {where}: {kind}"


def _are_of_one_event(opened: Sequence[OpenAsk]) -> bool:
    """Tell whether questions are of several contests of one event: the pairs of a gala."""
    events = {(each.race.record.league, each.race.record.round) for each in opened}
    return len(events) == 1 and len({each.race_id for each in opened}) > 1 and None not in next(iter(events))


def _whose(one: OpenAsk, of: Sequence[OpenAsk]) -> str:
    """Return which chariot a question is for, and in which race if there are several; a man of a gala by name."""
    entry = next(each for each in one.race.entries if each.entry == one.entry)
    if _are_of_one_event(of):
        return cut(isolated(entry.name), BUTTON_LABEL)
    chariot = plain_name(entry)
    title = isolated(cut(one.race.record.title, BUTTON_LABEL // 2))
    return chariot if all(each.race_id == one.race_id for each in of) else f"{title} · {chariot}"
