"""The race of the day, driven in one message that edits itself with each press.

A press acts on the try of whoever presses, so nobody can answer for another; one on an old message shows how things
stand now.
"""

import asyncio
import hashlib
import logging
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import discord
import msgspec
from discord import ui

from cogs.kit.abroad import is_abroad
from cogs.kit.client import Interaction
from cogs.kit.items import Answers, Button, Select, chosen
from cogs.kit.layouts import Post, boxed, file_of, gallery_of, layout_of, panel, rows_of, show_text, text_of
from cogs.kit.limits import CUSTOM_ID, shared_out
from cogs.kit.menus import select_of
from cogs.kit.messages import form_within_limits, said_of, take_in, within_limits
from cogs.panels.asking import form_of
from cogs.panels.daily_share import DailyShare, block_of
from cogs.panels.daily_tables import DailyProof, member_since, tables_of
from cogs.panels.waiting import next_buttons
from engine.daily.attempt import YOURS
from engine.daily.settings import CHARIOTS, setting_of
from engine.refusals import GameReason
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId
from steward import JobFailed, Picture, Steward, Tried, closes, nemesis_of_day, opens
from words import WORDS
from words.shared import presets
from words.shared.daily import (
    BEGUN_ANEW,
    STARS_TOLD,
    WHAT,
    compared,
    day_told,
    end_told,
    heading_of,
    names_for,
    pictured_told,
    streak_told,
    table_lines,
    taken_over_told,
    title_of,
)
from words.shared.glance import headline_of
from words.shared.nemesis import nemesis_line
from words.shared.words import AnyWords, Choice, Controls, Menu, Sheet

log = logging.getLogger(__name__)

NUMBER, GIVEN = "[0-9]{1,6}", "[0-9]{1,3}"
FORM_ID = re.compile(rf"daily-type:(?P<number>{NUMBER}):(?P<given>{GIVEN})")
ROW = 5
SAID_OF_A_ROUND = 3
"""Sentences."""
STORY_PAGE = 1_200
"""Characters of a page of what has happened: about a screen of a phone."""

YOU = "You"

NO_CARD = "You have no card yet: it tells of the races of the day that you drove."
STAYS_THERE = "Here I show the race of the day alone. What you did in a server stays there: `/fame what:card` in it."
READY_SOON = (
    "🌅 I'm choosing the race of the day. It opens here by itself: most days in a few seconds, some in a minute."
)
BY_YOURSELF = "-# Driven here it is on no server's tables; `/daily` in a server puts it on that one's."
DRAWN_ANEW = "↻ I have been updated since, and would order this otherwise. Look again, then press *Go*."
DAY_OVER = "Day {day} is closed. This is today's race:"
NOT_READY = "⚠️ I could not choose the race of the day just now. Nothing of yours is lost: try again in a minute."

Number = Annotated[int, NUMBER]
Given = Annotated[int, GIVEN]


# Beginning


async def show_daily(interaction: Interaction, said: str = "") -> None:
    """Show the race of the day in the answer to an interaction that has been deferred: one's own try, or its door.

    :param said: above it.
    """
    daily, person = interaction.client.steward.daily, PlayerId(interaction.user.id)
    if not (open_days := daily.open_days()):
        raise Refused(Reason.DAY_CLOSED, number=1)
    number = open_days[0]
    if await daily.try_of(number, person) is not None:
        await show_try(interaction, await take_up(interaction, number), said=said)
        return
    daily.choose_soon(number)  # so that it is ready as they press
    game, ended = WORDS[setting_of(number).game].title, await daily.ended(number)
    lines = [
        *([said] if said else []),
        f"## {heading_of(number, game)}",
        f"{WHAT} You and five house drivers; same decision, same dice.",
        f"-# {_driven(ended)} Open until <t:{int(closes(number).timestamp())}:f>.",
        f"-# Your streak: {streak_told(await daily.streak(person))}.",
        *([BY_YOURSELF] if interaction.guild_id is None else []),
    ]
    await show_text(interaction, "\n".join(lines), [DailyDrive(number), *tables_of(number), DailyProof()])


def _driven(ended: int) -> str:
    return "Nobody has driven it yet." if not ended else f"{ended} {'has' if ended == 1 else 'have'} driven it so far."


class DailyButton(Button, template="daily:{door}", label="Race of the day", emoji="🌅"):
    """The door to the race of the day, wherever it stands."""

    door: Annotated[str, "today"] = "today"

    async def press(self, interaction: Interaction) -> None:
        await show_daily(interaction)


class DailyDrive(Button, template="daily-drive:{number}", label="Drive it", style=discord.ButtonStyle.success):
    """Begins a try, or takes it up; in a post for all it opens a message of one's own."""

    number: Number

    async def press(self, interaction: Interaction) -> None:
        if await _is_past(interaction, self.number):
            await show_daily(interaction, DAY_OVER.format(day=self.number))
        elif await _made_ready(interaction, self.number):
            await show_try(interaction, await begin(interaction, self.number))


async def _is_past(interaction: Interaction, number: int) -> bool:
    """Tell whether a day is closed that whoever presses has not driven to its end: its post leads to today's."""
    daily = interaction.client.steward.daily
    if number in daily.open_days() or number > daily.last_closed():
        return False
    tried = await daily.try_of(number, PlayerId(interaction.user.id))
    return tried is None or tried.ended is None


async def begin(interaction: Interaction, number: int) -> Tried:
    """Return a person's try at a day, begun now or before."""
    person, name = PlayerId(interaction.user.id), interaction.user.display_name
    since = member_since(interaction)
    return await interaction.client.steward.daily.begin(number, person, name, interaction.guild_id or 0, since)


async def _made_ready(interaction: Interaction, number: int) -> bool:
    """Say at once that a day is being chosen, if it is: the first who asks for it waits some seconds.

    ``False`` if that came to nothing; whoever asked has been told so.
    """
    daily = interaction.client.steward.daily
    if await daily.par(number) or number not in daily.open_days():
        return True
    await interaction.edit_original_response(view=panel([READY_SOON]))
    try:
        await daily.make_ready(number)
    except JobFailed as failed:
        log.warning("the race of the day could not be chosen: %s", failed)
        await interaction.edit_original_response(view=panel([NOT_READY], [DailyDrive(number)]))
        return False
    return True


async def take_up(interaction: Interaction, number: int) -> Tried:
    """Return the try at a day that a person has begun; :exc:`Refused` if they have not."""
    return await interaction.client.steward.daily.take_up(number, PlayerId(interaction.user.id))


# Driving


class DailyAnswer(Button, template="daily-{act}:{number}:{given}:{code}", answers="here"):
    """Gives an answer, looks at a plan, orders by a preset, or looks at what a preset orders."""

    act: Annotated[str, "answer|plan|drive|look|order"]
    number: Number
    given: Given
    code: Annotated[str, "[a-z0-9-]{0,60}"]

    async def press(self, interaction: Interaction) -> None:
        if self.act in ("plan", "look"):
            await show_try(interaction, await take_up(interaction, self.number), self.code)
        elif self.act == "order":
            await give_orders(interaction, self.number, self.given, self.code)
        else:
            await give_code(interaction, self.number, self.given, self.code)


class DailyChoice(Select, template="daily-choose:{number}:{given}"):
    """Gives the answer that is chosen."""

    number: Number
    given: Given

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await give_code(interaction, self.number, self.given, chosen(values))


class DailyPlans(Select, template="daily-plans:{number}:{given}:{place}"):
    """Looks at the plan that is chosen."""

    number: Number
    given: Given
    place: Annotated[int, "[0-9]"]

    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        await show_try(interaction, await take_up(interaction, self.number), chosen(values))


class DailyTyping(Button, template="daily-typing:{number}:{given}", label="Type it", emoji="⌨️", answers="itself"):
    """Opens a form to type the answer, or the order, in."""

    number: Number
    given: Given

    async def press(self, interaction: Interaction) -> None:
        tried = await take_up(interaction, self.number)
        label, example = await asyncio.to_thread(_typed, tried)
        field: ui.TextInput[Any] = ui.TextInput(max_length=200)
        form = form_of(f"daily-type:{self.number}:{self.given}", "Your answer", label, example, field)
        await interaction.response.send_modal(form_within_limits(form))


def _typed(tried: Tried) -> tuple[str, str]:
    """Return what may be typed, and an example."""
    words = WORDS[tried.day.setting.game]
    if tried.day.book is not None and words.orders is not None:
        return "In one line; what you leave out stays", words.orders.example(tried.attempt.view, YOURS)
    shown = _controls(tried)
    return shown.typed_label, shown.typed_example


class DailyHappened(Button, template="daily-told:{number}", label="What happened", emoji="📜"):
    """Tells in full what has happened since one's question before, or, once it is over, since one took the reins."""

    number: Number

    async def press(self, interaction: Interaction) -> None:
        await _show_story(interaction, self.number, 1)


class DailyStory(Button, template="daily-story:{number}:{page}", label="More ▶"):
    """Shows another page of what has happened."""

    number: Number
    page: Annotated[int, "[0-9]{1,3}"]

    def answer(self) -> Answers:
        return "here"

    async def press(self, interaction: Interaction) -> None:
        await _show_story(interaction, self.number, self.page)


async def _show_story(interaction: Interaction, number: int, page: int) -> None:
    """Show a page of what has happened: first the headline, then what befell you, then all of it, step by step."""
    tried = await take_up(interaction, number)
    pages = await asyncio.to_thread(_story_pages, tried)
    at = max(1, min(page, len(pages)))
    counted = f" · {at} of {len(pages)}" if len(pages) > 1 else ""
    turns = [DailyStory(number, at - 1, label="◀ Back")] * (at > 1) + [DailyStory(number, at + 1)] * (at < len(pages))
    await show_text(interaction, f"### 📜 What happened{counted}\n{pages[at - 1]}", turns)


def _happened(tried: Tried) -> Sequence[str]:
    """Return what has happened since the question before, the most important first."""
    words, played = WORDS[tried.day.setting.game], tried.attempt.played
    return headline_of(words, played, names_for(tried.record.name)) if played.facts else []


def _story(tried: Tried) -> list[str]:
    """Return what has happened since the question before, or since you took the reins if it is over, step by step."""
    words, attempt = WORDS[tried.day.setting.game], tried.attempt
    facts = attempt.driven if attempt.is_over else attempt.played.facts
    told = words.tell(words.numbered(facts, tried.day.options), names_for(tried.record.name))
    return [line for each in told for line in each.split("\n")]


def _story_pages(tried: Tried) -> list[str]:
    lines, names = _story(tried), names_for(tried.record.name)
    if not lines:
        return ["Nothing has happened yet."]
    mine = [each for each in lines if names[YOURS] in each and not each.startswith("-#")]
    first = [*_happened(tried), *(["**You**", *mine] if mine else [])]
    return [*(shared_out(first, STORY_PAGE) if first else ()), *shared_out(lines, STORY_PAGE)]


async def take_form(interaction: Interaction, match: re.Match[str], fields: dict[str, str]) -> None:
    """Take the answer, or the order, that was typed."""
    await take_in(interaction)
    tried = await take_up(interaction, int(match["number"]))
    attempt, words = tried.attempt, WORDS[tried.day.setting.game]
    if attempt.ask is None:
        await show_try(interaction, tried)
        return
    if tried.day.book is not None and words.orders is not None:
        read, begun = words.orders.read, await asyncio.to_thread(attempt.begun)
        answers: Sequence[Any] = [read(attempt.view, YOURS, begun, fields["text"])]
    else:
        answers = words.read(attempt.view, attempt.ask, fields["text"])
    await give(interaction, tried, int(match["given"]), answers)


async def give_code(interaction: Interaction, number: int, given: int, code: str) -> None:
    """Give the answer that a control stands for."""
    tried = await take_up(interaction, number)
    await give(interaction, tried, given, WORDS[tried.day.setting.game].unpack(code))


async def give_orders(interaction: Interaction, number: int, given: int, code: str) -> None:
    """Order the turn as a preset draws it up, if that is what was shown: an update may draw it up otherwise.

    :param code: the preset, and the mark of what was shown; on old messages there is none.
    """
    preset, _, mark = code.partition("-")
    tried = await take_up(interaction, number)
    if tried.attempt.ask is None:
        await show_try(interaction, tried)
        return
    orders = await asyncio.to_thread(_ordered, tried, preset)
    if mark and tried.record.given == given and mark != _mark_of(orders):
        await show_try(interaction, tried, preset, DRAWN_ANEW)
    else:
        await give(interaction, tried, given, [orders])


def _mark_of(orders: Any) -> str:
    """Return a few letters that tell these orders from others."""
    return hashlib.sha256(msgspec.json.encode(orders)).hexdigest()[:_MARK]


_MARK = 8


def _ordered(tried: Tried, preset: str) -> Any:
    """Return the orders of a preset; empty for those that the turn begins with."""
    begun, words = tried.attempt.begun(), WORDS[tried.day.setting.game].orders
    assert words is not None, "a day of orders is one of a game with words for them"
    return words.choose(tried.attempt.view, YOURS, begun, "preset", [preset]) if preset else begun


async def give(interaction: Interaction, tried: Tried, given: int, answers: Sequence[Any]) -> None:
    """Give answers, and show what comes next; a question that is over shows how things stand instead."""
    daily, person, said = interaction.client.steward.daily, PlayerId(interaction.user.id), ""
    try:
        for place, answer in enumerate(answers):
            tried = await daily.give(tried.record.number, person, given + place, answer)
    except Refused as refused:
        said = "" if refused.reason is GameReason.ASK_IS_OVER else f"⚠️ {said_of(refused)}"
        tried = await take_up(interaction, tried.record.number)
    await show_try(interaction, tried, said=said)


# Showing


async def show_daily_card(interaction: Interaction) -> None:
    """Show whoever asks their own card of the last race of the day that they ended, to copy; nobody else is in it."""
    daily, person = interaction.client.steward.daily, PlayerId(interaction.user.id)
    record, streak = await daily.last_of(person), await daily.streak(person)
    stays = f"\n-# {STAYS_THERE}" if is_abroad(interaction) else ""
    if record is None:
        await show_text(interaction, f"{NO_CARD}{stays}", [DailyButton()])
        return
    told = await block_of(interaction.client.steward, record, streak)
    await show_text(interaction, f"### Your card\n{told}\n-# {streak_told(streak)}.{stays}", [DailyButton()])


async def show_try(interaction: Interaction, tried: Tried, plan: str = "", said: str = "") -> None:
    """Show a try as it stands: its open question, or how it ended."""
    steward = interaction.client.steward
    if tried.attempt.is_over:
        here = 0 if is_abroad(interaction) else tried.record.guild
        layout, files = await _ending(steward, tried, said, here)
        for row in rows_of([await next_buttons(interaction)]):
            layout.add_item(row)
    else:
        layout, files = await _question(steward, tried, plan, said)
    await interaction.edit_original_response(view=within_limits(layout, files), attachments=files)


async def _question(steward: Steward, tried: Tried, plan: str, said: str) -> Post:
    shown = await asyncio.to_thread(_shown, tried, plan)
    text = [f"-# 🌅 {day_told(tried.record.number)}", f"### {shown.title}", *_in_short(shown)]
    if tried.record.given == 0:
        text = [*text[:1], *_taken_over(tried), *WORDS[tried.day.setting.game].primer, *text[1:]]
    else:
        text = [*text[:1], *_happened(tried)[:SAID_OF_A_ROUND], *text[1:]]
    is_anew = tried.record.edition > 1 and not tried.record.given
    text += [each for each in (pictured_told(names_for(YOU)), BEGUN_ANEW if is_anew else "", said) if each]
    box = boxed(text_of(text))
    if isinstance(shown, Sheet):
        mark = _mark_of(await asyncio.to_thread(_ordered, tried, plan))
        rows = list(_order_rows(tried, shown, plan, mark))
    else:
        rows = list(_answer_rows(tried, shown))
    for row in rows[:1]:
        box.add_item(row)
    picture = await _picture(steward, tried, shown)
    file = file_of(picture)
    box.add_item(gallery_of(picture, file))
    for row in rows[1:]:
        box.add_item(row)
    return layout_of(box), [file]


def _taken_over(tried: Tried) -> list[str]:
    """Return where you come in, of a day that begins midway; none of others."""
    place, words = tried.attempt.taken_over_at, WORDS[tried.day.setting.game]
    return [] if place is None else [f"**{taken_over_told(tried.attempt.first_turn, place, words.unit)}**"]


def _in_short(shown: Controls | Sheet) -> list[str]:
    """Return what stands over a question: of orders not all that a preset fills in."""
    lines = shown.text.split("\n")
    return lines if isinstance(shown, Controls) else [shown.glance or presets.shortened(lines[0]), *lines[1:]]


def _shown(tried: Tried, plan: str) -> Controls | Sheet:
    return _controls(tried, plan) if tried.day.book is None else _sheet(tried, plan)


def _controls(tried: Tried, plan: str = "") -> Controls:
    words, attempt = WORDS[tried.day.setting.game], tried.attempt
    assert attempt.ask is not None
    return words.controls(attempt.view, attempt.ask, names_for(tried.record.name), plan)


def _sheet(tried: Tried, preset: str = "") -> Sheet:
    words, attempt = WORDS[tried.day.setting.game].orders, tried.attempt
    assert words is not None, "a day of orders is one of a game with words for them"
    names = names_for(tried.record.name)
    return words.sheet(attempt.view, YOURS, attempt.ask, _ordered(tried, preset), names)


def _answer_rows(tried: Tried, shown: Controls) -> Iterator[ui.ActionRow[Any]]:
    """Yield the answers to a question: buttons first, then menus, then what can be typed."""
    number, given, seen = tried.record.number, tried.record.given, set[str]()
    for row in shown.rows:
        buttons = [
            DailyAnswer(each.act, number, given, each.code, label=each.label, style=discord.ButtonStyle[each.style])
            for each in row
        ]
        fresh = [each for each in buttons if each.custom_id not in seen and len(each.custom_id) <= CUSTOM_ID]
        seen.update(each.custom_id for each in fresh)
        for place in range(0, len(fresh), ROW):
            yield ui.ActionRow(*fresh[place : place + ROW])
    for place, menu in enumerate(shown.menus):
        yield ui.ActionRow(DailyPlans(number, given, place, select=select_of(menu)))
    if shown.options:
        menu = Menu("", shown.placeholder, shown.options)
        yield ui.ActionRow(DailyChoice(number, given, select=select_of(menu)))
    told = [DailyHappened(number)] if given else []
    typing = [DailyTyping(number, given)] if shown.typed_label else []
    if typing or told:
        yield ui.ActionRow(*typing, *told)


def _order_rows(tried: Tried, shown: Sheet, looked_at: str, mark: str) -> Iterator[ui.ActionRow[Any]]:
    """Yield what orders a turn: the one that is looked at, other presets, and what can be typed.

    :param mark: of the orders that are shown.
    """
    number, given = tried.record.number, tried.record.given
    label, style = "Go", discord.ButtonStyle.success
    if shown.danger:
        label, style = f"Go · {shown.danger}", discord.ButtonStyle.danger
    go = DailyAnswer("order", number, given, f"{looked_at}-{mark}", label=label, style=style)
    yield ui.ActionRow(
        go, *(_preset(number, given, each) for each in shown.presets[: ROW - 2]), DailyTyping(number, given)
    )


def _preset(number: int, given: int, choice: Choice) -> DailyAnswer:
    is_chosen = choice.style == "primary"
    style = discord.ButtonStyle.primary if is_chosen else discord.ButtonStyle.secondary
    return DailyAnswer("look", number, given, choice.code, label=choice.label, style=style)


async def _picture(steward: Steward, tried: Tried, shown: Controls | Sheet) -> Picture:
    crop, names = shown.crop, names_for(YOU)  # not your name: so one picture serves all who have come as far
    game, view = tried.day.setting.game, tried.attempt.view
    title = title_of(tried.record.number, WORDS[game].title)
    if crop is None:
        return await steward.studio.view_of(game, view, names, title)
    seen = view if crop.view is None else crop.view
    return await steward.studio.view_of(game, seen, names, title, (YOURS, crop.reach, crop.path))


async def _ending(steward: Steward, tried: Tried, said: str, here: int) -> Post:
    """Return how a try ended: the comparison, what to share, the board, the table.

    :param here: the server whose people are in the table; 0 for none but whoever drove.
    """
    record, daily = tried.record, steward.daily
    words: AnyWords = WORDS[tried.day.setting.game]
    par, streak = await daily.par(record.number), await daily.streak(record.person)
    table = await daily.table(record.number, record.person, here) or []
    lines = [
        *([said] if said else []),
        f"## {heading_of(record.number, words.title)}",
        compared(record, par),
        *await _how_it_went(tried),
        *await _nemesis(steward, tried),
        f"-# {streak_told(streak)}. {_next_told(daily.open_days(), record.number)}",
    ]
    lines += [STARS_TOLD] if record.better else []
    names = names_for(record.name)
    picture = await steward.studio.view_of(
        tried.day.setting.game, tried.attempt.view, names, title_of(record.number, words.title)
    )
    file = file_of(picture)
    number = record.number
    told = ui.ActionRow[Any](DailyShare(number), DailyHappened(number), *tables_of(number), DailyProof())
    others = ui.TextDisplay[Any]("\n".join(table_lines(table, len(par))))
    return layout_of(boxed(text_of(lines), told, gallery_of(picture, file), others)), [file]


async def _how_it_went(tried: Tried) -> Sequence[str]:
    """Return how a race ended, the most important first; to somebody who is not home what brought that about."""
    if tried.attempt.place <= CHARIOTS:
        return _happened(tried)[:SAID_OF_A_ROUND]
    name = names_for(tried.record.name)[YOURS]
    return end_told(await asyncio.to_thread(_story, tried), name)


def _next_told(open_days: Sequence[int], number: int) -> str:
    """Return when the next day opens, or that it is open."""
    if any(each > number for each in open_days):
        return "Today's is open: `/daily`."
    return f"The next one opens <t:{int(opens(number + 1).timestamp())}:R>."


async def _nemesis(steward: Steward, tried: Tried) -> list[str]:
    """Return the line on the house driver who beats you day after day; none on most days."""
    found = await nemesis_of_day(steward.daily, tried)
    if found is None:
        return []
    name = names_for(tried.record.name)[EntryId(int(found.name))]
    return [nemesis_line(name, found.times, is_beaten=found.is_beaten)]
