"""The host's desk, opened by `/host race`: the missing players, and the remedies; each act with its reason, for all.

A steward who races sees only public things here: no order, no sealed answer, no hidden card.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any, Literal

import discord
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.client import Interaction
from cogs.kit.ids import OURS
from cogs.kit.items import Button, Select, chosen_number
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.limits import MESSAGE_TEXT, SELECT_OPTIONS, cut, fitting
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.rights import known_race, require_steward
from cogs.panels.bets.seen import has_bets
from cogs.panels.doctor import given_up_text, gone_text, kept_text, left_texts, orphaned_words
from cogs.panels.hosts import heirs_menu
from cogs.panels.reason_form import Act, ask_reason
from engine.facts import OrdersSealed, OrdersUnsealed, Sealed, Unsealed
from records.races import GONE, PublicRace
from records.values import EntryId, RaceId
from steward import Decision, Missing, Steward
from words import WORDS, waited_for
from words.betting.table import STEER_RULE
from words.shared.names import harmless, mention, names_in, plain_name
from words.shared.telling import count
from words.shared.times import tell_duration, when

TEXT = MESSAGE_TEXT - 300

AT_ONCE = 5
"""Players with buttons on one page of the desk: a message holds forty parts."""

PAGES = 100
"""More pages than a list of decisions has: a page and a turn stand together in a button's id."""


SEALS = (Sealed, Unsealed, OrdersSealed, OrdersUnsealed)
"""Facts that only prove something: they make no headline."""


_MARKS = re.compile(r"\*\*|\\|^-# |`|\u200b")


class DeskButton(Button, template="desk:{act}:{race}:{target}", answers="itself"):
    """Does one thing of the desk, or asks for its reason first; or turns a page."""

    race: RaceId
    act: Literal["extend", "remind", "default", "offer", "pause", "resume", "page", "undo"]
    target: Annotated[int, OURS] = 0

    async def press(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        require_steward(interaction, race)
        match self.act:
            case "page":
                await interaction.response.defer()
                await show_desk(interaction, race, self.target)
            case "undo":
                await interaction.response.defer()
                turn, page = divmod(self.target, PAGES)
                if turn:
                    await show_turn(interaction, race, turn - 1, page)
                else:
                    await show_decisions(interaction, race, page)
            case "remind":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await interaction.client.steward.desk.remind(self.race, EntryId(self.target))
                names = names_in(race)
                await interaction.edit_original_response(content=f"{names[EntryId(self.target)]} is reminded now.")
            case what:
                await ask_reason(interaction, Act(what, self.race, self.target))


class RewindSelect(Select, template="rewind:{race}:{page}", answers="itself"):
    """Chooses the decision before which the race goes on."""

    race: RaceId
    page: Annotated[int, "[0-9]{1,4}"] = 0

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        require_steward(interaction, await known_race(interaction, self.race))
        await ask_reason(interaction, Act("rewind", self.race, chosen_number(values)))


class TurnSelect(Select, template="rewindturn:{race}", answers="itself"):
    """Chooses the turn whose decisions are listed."""

    race: RaceId

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        race = await known_race(interaction, self.race)
        require_steward(interaction, race)
        await interaction.response.defer()
        await show_turn(interaction, race, chosen_number(values))


async def show_desk(interaction: Interaction, race: PublicRace, first: int = 0) -> None:
    """Show the missing players, from number *first* on, with the remedies for each."""
    steward = interaction.client.steward
    gone = await steward.presence.gone_among(race.record.guild, [each.holder for each in race.factions])
    missing = await steward.desk.missing(race.record.id) if race.record.state == "running" else []
    troubles = [*await _troubles(steward, race), *(said for _, said in left_texts(race, gone))]
    troubles += [STEER_RULE] if await has_bets(interaction, race.record.id) else []
    await interaction.edit_original_response(view=within_limits(desk_message(race, missing, first, troubles)))


async def _troubles(steward: Steward, race: PublicRace) -> list[str]:
    """Return the troubles that keep posts out of a race's thread, each with its remedy."""
    kept, given_up = await steward.delivery.kept(race.record.id), await steward.delivery.given_up(race.record.id)
    orphaned = await steward.hosts.orphaned(race)
    told = [gone_text("thread")] if race.record.thread == GONE else []
    told += [] if orphaned is None else [orphaned_words(race, orphaned)]
    told += [kept_text(race, kept)] if kept is not None else []
    return [*told, given_up_text(given_up)] if given_up else told


def desk_message(
    race: PublicRace,
    missing: list[Missing],
    first: int = 0,
    troubles: Sequence[str] = (),
) -> ui.LayoutView:
    """Return the desk of a race.

    :param troubles: news to show first, such as an obstacle for posts in the race's thread.
    """
    record, shown = race.record, missing[first : first + AT_ONCE]
    box = boxed()
    lines = [f"### Steward's desk · {harmless(record.title)}", _heading(race, missing)]
    lines += [f"⚠️ {each}" for each in troubles]
    lines += [missing_line(race, each) for each in shown]
    box.add_item(ui.TextDisplay(fitting("\n".join(lines).split("\n"), TEXT)))
    for each in shown:
        box.add_item(_row(race, each))
    general = [DeskButton(record.id, "page", first, label="↻ Look again")]
    if record.state == "paused":
        general.append(DeskButton(record.id, "resume", label="Resume"))
    elif record.state == "running":
        general.append(DeskButton(record.id, "extend", label="More time for all"))
        general += [DeskButton(record.id, "pause", label="Pause"), DeskButton(record.id, "undo", label="Undo …")]
    if len(missing) > first + AT_ONCE:
        general.append(DeskButton(record.id, "page", first + AT_ONCE, label="Next ▶"))
    box.add_item(ui.ActionRow(*general))
    if heirs := heirs_menu(race):
        box.add_item(ui.ActionRow(heirs))
    return layout_of(box)


def _heading(race: PublicRace, missing: list[Missing]) -> str:
    record = race.record
    if record.state == "paused":
        until = f" It goes on by itself {when(record.pause_until)}." if record.pause_until else ""
        return f"⏸️ The race rests; no deadline runs.{until}"
    if record.state != "running":
        return "The race is not under way."
    if not missing:
        return "The race waits for no player now."
    return f"Waiting for {len(missing)}, longest first. Everybody reads what you do here, and why."


def missing_line(race: PublicRace, each: Missing) -> str:
    """Return one player's open question, its age, whether messages reach them, and what silence will bring."""
    reach = "gets my DMs" if each.takes_dms else "DMs closed: mentioned in the thread"
    reliable = "new here" if each.reliability is None else f"{each.reliability} % on time lately"
    reminded = f", reminded {each.reminders}×" if each.reminders else ""
    return (
        f"⏳ {names_in(race)[each.entry]} · {mention(each.player)}: {waited_for(race.record, each.kind)}, asked "
        f"{when(each.since)}{reminded}\n-# {reach} · {reliable} · no answer {when(each.until)}? {_comes_to(each)}"
    )


def _comes_to(each: Missing) -> str:
    """Return the effect of the deadline, in words."""
    if each.grace_step:
        return f"They get {tell_duration(int(each.grace_step))} more, out of {tell_duration(int(each.grace))} of grace"
    left = each.misses_left
    then = "a house driver takes over" if left <= 1 else f"after {left} misses a house driver takes over"
    return f"Their orders or the default count; {then}"


def _row(race: PublicRace, each: Missing) -> ui.ActionRow[Any]:
    race_id, number = race.record.id, each.entry
    colour = next(entry.colour for entry in race.entries if entry.entry == number).capitalize()
    return ui.ActionRow(
        DeskButton(race_id, "remind", number, label=f"Remind {colour}"),
        DeskButton(race_id, "extend", number, label="More time"),
        DeskButton(race_id, "default", number, label="Default now"),
        DeskButton(race_id, "offer", number, label="Replace"),
    )


async def show_decisions(interaction: Interaction, race: PublicRace, page: int = 0) -> None:
    """Show the latest turns, to choose the one that the race goes back to.

    :raises TellPlayer: if there is no decision to undo yet.
    """
    decisions = await interaction.client.steward.desk.decisions(race.record.id)
    if not decisions:
        raise TellPlayer("Nothing has been decided in this race yet that could be undone.")
    await interaction.edit_original_response(view=within_limits(turns_message(race, decisions, page)))


async def show_turn(interaction: Interaction, race: PublicRace, turn: int, page: int = 0) -> None:
    """Show the decisions of one turn, to choose the one that the race goes back to.

    :raises TellPlayer: if that turn is void by now.
    """
    decisions = [each for each in await interaction.client.steward.desk.decisions(race.record.id) if each.turn == turn]
    if not decisions:
        raise TellPlayer("That turn does not hold any more. `/host race what:rewind` shows those that do.")
    await interaction.edit_original_response(view=within_limits(decisions_message(race, decisions, page)))


def turns_message(race: PublicRace, decisions: list[Decision], page: int = 0) -> ui.LayoutView:
    """Return a page of turns, the newest first, each with its headline."""
    turns = [(turn, list(given)) for turn, given in groupby(decisions, key=lambda each: each.turn)]
    page = min(page, (len(turns) - 1) // SELECT_OPTIONS)
    first = page * SELECT_OPTIONS
    options = [_turn_option(race, turn, given) for turn, given in turns[first : first + SELECT_OPTIONS]]
    select = TurnSelect(race.record.id, select=ui.Select(placeholder="Which turn?", options=options))
    buttons = _pages(page, len(turns), race.record.id, 0)
    return _undoing(race, "Choose a turn, then the decision in it.", select, buttons)


def decisions_message(race: PublicRace, decisions: list[Decision], page: int = 0) -> ui.LayoutView:
    """Return a page of decisions of a turn, the newest first; the last one, if there are fewer by now."""
    page = min(page, (len(decisions) - 1) // SELECT_OPTIONS)
    first, turn = page * SELECT_OPTIONS, decisions[0].turn
    options = [_option(race, each) for each in decisions[first : first + SELECT_OPTIONS]]
    select: ui.Select[Any] = ui.Select(placeholder="Go back to before …", options=options)
    buttons = _pages(page, len(decisions), race.record.id, turn + 1)
    buttons.append(DeskButton(race.record.id, "undo", label="All turns"))
    said = f"{_turn_name(turn)}: the race goes on from before the decision you choose."
    return _undoing(race, said, RewindSelect(race.record.id, page, select=select), buttons)


def _undoing(race: PublicRace, said: str, select: Select, buttons: Sequence[DeskButton]) -> ui.LayoutView:
    text = (
        f"### Undo decisions · {harmless(race.record.title)}\n{said} All after it is void, and stays in the log for "
        "everybody to read. The dice roll on afresh. `/host race what:restart` begins the latest turn anew."
    )
    box = boxed(ui.TextDisplay(text))
    box.add_item(ui.ActionRow(select))
    if buttons:
        box.add_item(ui.ActionRow(*buttons))
    return layout_of(box)


def _pages(page: int, of: int, race: RaceId, turn: int) -> list[DeskButton]:
    """Return the buttons to other pages.

    :param turn: whose decisions are listed, 1 more than its number; 0 for the list of turns.
    """
    is_more = of > (page + 1) * SELECT_OPTIONS
    pages = [(page - 1, "◀ Later")] * (page > 0) + [(page + 1, "Earlier ▶")] * is_more
    return [DeskButton(race, "undo", turn * PAGES + to, label=label) for to, label in pages]


def _turn_name(turn: int) -> str:
    return f"Turn {turn}" if turn else "Before the race"


def _turn_option(race: PublicRace, turn: int, given: list[Decision]) -> discord.SelectOption:
    """Return a turn with its headline: the latest line of its story, without seals and headings."""
    names, words = names_in(race), WORDS[race.record.ruleset]
    facts = [fact for each in reversed(given) for fact in each.facts if not isinstance(fact, SEALS)]
    told_of = words.numbered(facts, options_of(race))
    lines = [line for line in words.tell(told_of, names) if not line.startswith("#")]  # the next turn begins with one
    told = [plain for line in lines if (plain := _plain(line))]
    headline = told[-1] if told else "nothing told yet"
    label = f"{_turn_name(turn)} · {count(len(given), 'decision')}"
    return discord.SelectOption(label=label, value=str(turn), description=cut(headline, 100))


def _option(race: PublicRace, each: Decision) -> discord.SelectOption:
    """Return one decision in words, from public facts."""
    names, words = names_in(race), WORDS[race.record.ruleset]
    who = next((plain_name(entry) for entry in race.entries if entry.entry == each.entry), "The race")
    open_facts = [fact for fact in each.facts if not isinstance(fact, SEALS)]
    told = words.tell(words.numbered(open_facts, options_of(race)), names)
    called = _plain(names[each.entry]) if each.entry in names else who
    first = next((plain for line in told if (plain := _plain(line).removeprefix(called).strip(" :"))), "answered")
    by = {"player": "by its player", "house": "by a house driver", "order": "by orders", "default": "by default"}
    return discord.SelectOption(
        label=cut(f"{each.seq}. {who}: {first}", 100),
        value=str(each.to),
        description=by.get(each.by, "by a plan"),
    )


def _plain(line: str) -> str:
    return _MARKS.sub("", line.split("\n", maxsplit=1)[0]).strip()
