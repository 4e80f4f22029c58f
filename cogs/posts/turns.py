"""A turn as one post: it begins with the digest of the seals, grows by edits, and ends with its headline.

:mod:`words.shared.glance` decides its text; this module only posts it. The post of the race's start takes up the
set-up, which comes before the first turn.
"""

from typing import Any

import discord
from discord import ui

from cogs.kit.layouts import file_of, gallery_of, layout_of
from cogs.kit.limits import fitting
from cogs.panels.bets.parts import read_rules
from cogs.panels.my_questions import OrdersButton
from cogs.panels.onlookers import onlooker_rows
from cogs.panels.turn import HappenedButton, ProofButton
from cogs.panels.why import WhyButton, is_to_explain
from cogs.posts import results, voiding
from cogs.posts.primers import primer_of
from cogs.posts.race_panel import MOST_TEXT, start_text
from cogs.posts.sending import Sender
from records.notices import Notice
from records.races import PublicRace, StoryMode
from steward import PlayedTurn, Story, read_body
from words import WORDS
from words.betting.crowd import crowd_line
from words.shared.glance import expected_line, new_leader, post_text, silent_lines
from words.shared.names import names_in
from words.shared.telling import Names, joined

MOST_TOGETHER = 12
"""Notices that one edit tells."""


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell a turn as far as it has come, with the notices on it behind *notice*; return its message."""
    race = await sender.steward.race(notice.race)
    others = await _waiting(sender, notice)
    story = read_body(others[-1] if others else notice, Story)
    message = await sender.steward.turns.message_of(notice, story) or _start_post(race, story)
    is_told = race.record.story is not StoryMode.BRIEF or story.is_whole or bool(story.seals)
    if is_told or await _asks_onlookers(sender, race, story):
        message = await _post(sender, notice, race, story, message)
    if story.is_end:
        await _end(sender, notice, race)
    sender.steward.delivery.told_together(notice, others, voiding.outcome_of([message] if message else []))
    return voiding.outcome_of([message] if message else [])


async def _asks_onlookers(sender: Sender, race: PublicRace, story: Story) -> bool:
    """Tell whether those who look on have a say in the midst of this turn."""
    turn = await sender.steward.turns.of_story(race, story)
    return bool(onlooker_rows(race, turn.after))


async def _end(sender: Sender, notice: Notice, race: PublicRace) -> None:
    """Make the post after the last turn: the result of a whole race; the next step of a practice."""
    channel = sender.thread(race)
    if not race.record.lesson or race.record.league is not None:
        await results.post_result(sender, notice, channel, race)
    if race.record.is_practice and race.record.league is None:
        await results.post_farewell(sender, notice, channel, race)


async def _waiting(sender: Sender, notice: Notice) -> list[Notice]:
    """Return the notices right after *notice* of the same turn, up to the last that tells something."""
    first = read_body(notice, Story)
    if first.is_sealing:
        return []  # the seals are told before what they sealed

    def is_alike(other: Notice) -> bool:
        if other.race != notice.race or other.kind != "story":
            return other.race == notice.race and other.kind == "panel"
        story = read_body(other, Story)
        return bool(story.post == first.post and not story.is_sealing)

    others = await sender.steward.delivery.alike(notice, is_alike, MOST_TOGETHER)
    while others and others[-1].kind == "panel":
        others.pop()
    return others


def _start_post(race: PublicRace, story: Story) -> int | None:
    """Return the post of the start, if it has to tell the set-up; ``None`` for every other turn."""
    return race.record.start.post or None if story.turn == 1 else None


async def _post(sender: Sender, notice: Notice, race: PublicRace, story: Story, message: int | None) -> int:
    """Bring the post of a turn up to date, or post it anew where it cannot be edited; return its message."""
    channel = sender.thread(race)
    layout, files = await _layout(sender, race, story)
    if message is not None:
        if await sender.edit(channel, message, sender.marked(notice, layout), files):
            return message
        layout, files = await _layout(sender, race, story)  # files serve one call
    sent, is_new = await sender.send_once(notice, channel, layout, files)
    if not is_new:  # it was tried before, and may have grown since
        layout, files = await _layout(sender, race, story)
        await sender.edit(channel, sent.id, sender.marked(notice, layout), files)
    if message not in (None, sent.id, race.record.start.post):
        await sender.remove(channel, message)
    return sent.id


async def _layout(sender: Sender, race: PublicRace, story: Story) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the post of a turn: its text, its picture, and its buttons."""
    turn = await sender.steward.turns.of_story(race, story)
    names, words = names_in(race), WORDS[race.record.ruleset]
    own = next(iter(race.entries_of(race.record.host)), None) if race.record.is_practice else None
    text = _of_pair(race, post_text(words, race.record.story, turn, names, own), names)
    is_first = story.turn == 1 and _start_post(race, story)
    lines = [start_text(race), *await primer_of(sender.steward, race)] if is_first else []
    text_lines = [*text.split("\n"), *await _expected(sender, race, turn)]
    told = [*lines, *text_lines, *silent_lines(story.silent, names)]
    layout = layout_of(ui.TextDisplay(fitting(told, MOST_TEXT) or "…"))
    said = onlooker_rows(race, turn.after)
    is_shown = turn.is_whole or race.record.story is not StoryMode.BRIEF or bool(said)
    picture = await sender.steward.gallery.turn(race, turn) if is_shown else None
    files = []
    if picture is not None:
        name = f"race-turn-{turn.phases[0].n}-{turn.phases[-1].n}.{picture.name.rpartition('.')[2]}"
        files.append(discord.File(file_of(picture).fp, name, description=picture.alt))
        layout.add_item(gallery_of(picture, files[0]))
    if turn.phases and is_shown:
        layout.add_item(ui.ActionRow(*_buttons(race, turn)))
    for row in said:
        layout.add_item(row)
    if not (turn.phases and is_shown) and turn.seals:
        layout.add_item(ui.ActionRow(ProofButton(race.record.id, turn.first, max(turn.first, turn.last))))
    return layout, files


def _of_pair(race: PublicRace, text: str, names: Names) -> str:
    """Return a post with the two whom it is about in its heading, where a thread has several matches of a league."""
    if race.record.league is None or len(names) != 2 or not text.startswith("### "):
        return text
    heading, *rest = text.split("\n")
    return "\n".join([f"{heading} · {joined(list(names.values()))}", *rest])


async def _expected(sender: Sender, race: PublicRace, turn: PlayedTurn) -> list[str]:
    """Return what was expected before a turn that is over, where it brought another leader or a crash, and who had bet
    on those that it is about.
    """
    if not turn.is_whole or not turn.phases:
        return []
    expected = await sender.steward.turns.expected(race, turn)
    words, names = WORDS[race.record.ruleset], names_in(race)
    told = expected_line(words, turn, names, expected.chances, expected.out)
    if not told or not race.record.guild or read_rules(race.record).is_off:
        return told
    news = [*new_leader(words, turn, expected.chances), *(each for each in expected.out if each in expected.chances)]
    return [*told, *crowd_line(await sender.steward.wagers.board(race.record.id), news, names)]


def _buttons(race: PublicRace, turn: PlayedTurn) -> list[ui.Item[Any]]:
    race_id = race.record.id
    why = [WhyButton(race_id, turn.first, turn.last)] if is_to_explain(turn.facts) else []
    asks_here = race.record.is_practice  # the next question stands right below
    has_people = race.record.state == "running" and not race.is_exhibition
    mine = [OrdersButton(race_id)] if has_people and not asks_here else []
    return [HappenedButton(race_id, turn.first, turn.last), *why, ProofButton(race_id, turn.first, turn.last), *mine]
