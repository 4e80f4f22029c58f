"""Stories in the thread: the start of a race, each of its phases, the standings of a cup."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import ui

from cogs.choices.which_game import options_of
from cogs.kit.layouts import file_of, gallery_of, layout_of
from cogs.kit.limits import MESSAGE_COMPONENTS, message_length, shared_out
from cogs.panels.cup_paper import paper_message
from cogs.panels.cup_standings import chances_told
from cogs.panels.onlookers import onlooker_rows
from cogs.panels.result import AgainButton
from cogs.panels.turn import ProofButton
from cogs.panels.why import WhyButton, is_to_explain
from cogs.posts import ballots, league_paper, letters, race_panel, results, season_ends, turns, voiding
from cogs.posts.primers import primer_of
from cogs.posts.race_panel import MOST_TEXT
from cogs.posts.sending import Sender, text_post
from engine.facts import OrdersSealed, OrdersUnsealed, Sealed, Unsealed
from records.letters import Paper
from records.notices import Notice
from records.races import PublicRace
from records.values import EntryId
from steward import Picture, Scene, Standings, Steward, Story, read_body
from words import WORDS
from words.leagues.story import with_race
from words.shared.glance import silent_lines
from words.shared.names import names_in

_NONE: Mapping[int, str] = MappingProxyType({})

Part = tuple[str, Scene | None]
"""Lines of a story, and the scene that they end with."""


async def tell_start(sender: Sender, notice: Notice) -> str:
    """Tell that a race starts, and return the message's id: it is mixed into the dice, which wait for it."""
    race = await sender.steward.race(notice.race)
    text = "\n".join([race_panel.start_text(race), *await primer_of(sender.steward, race)])
    sent, _ = await sender.send_once(notice, sender.thread(race), text_post(text))
    return str(sent.id)


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell scenes of a race; return the messages that tell them, as :func:`cogs.posts.voiding.outcome_of` does."""
    if notice.player is not None:
        return await _tell_player(sender, notice)
    story = read_body(notice, Story)
    if story.turn:
        return await turns.tell(sender, notice)
    race = await sender.steward.race(notice.race)
    channel = sender.thread(race)
    scenes = await sender.steward.log.scenes(notice.race, story.first, story.last, is_end=story.is_end)
    messages = []
    races = await league_paper.races_told(sender.steward, race, scenes) if race.record.kind.has_papers else {}
    for part, told in enumerate(in_messages(race, scenes, races, story.silent)):
        layout, files = await _story_post(sender.steward, race, told)
        if layout.children:  # a phase of a league may tell nothing before a paper that begins a message
            sent, _ = await sender.send_once(notice, channel, layout, files, part=part)
            messages.append(sent.id)
    if race.record.kind.has_papers:
        await league_paper.follow(sender, notice, race, scenes)
    if story.is_end and race.record.is_practice:
        await results.post_farewell(sender, notice, channel, race)
    return voiding.outcome_of(messages)


async def _tell_player(sender: Sender, notice: Notice) -> str:
    """Tell a player how a race ended, or a member how a season did."""
    race = await sender.steward.race(notice.race)
    if race.record.kind.has_phases:
        return await season_ends.tell_member(sender, notice, race)
    return await results.tell_player(sender, notice)


async def _story_post(
    steward: Steward, race: PublicRace, parts: Sequence[Part]
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return one message of a story, and its pictures."""
    layout, files = layout_of(), []
    for place, (text, scene) in enumerate(parts):
        if text:
            layout.add_item(ui.TextDisplay(text))
        picture = await _picture(steward, race, scene) if scene is not None else None
        if scene is not None and picture is not None:
            files.append(
                discord.File(
                    file_of(picture).fp, f"{race.record.kind.noun}-{scene.n}-{place}.png", description=picture.alt
                )
            )
            layout.add_item(gallery_of(picture, files[-1]))
            buttons = await _buttons(steward, race, scene)
            if buttons:
                layout.add_item(ui.ActionRow(*buttons))
            for row in onlooker_rows(race, scene.view):
                layout.add_item(row)
            if race.record.kind.has_papers and (coming := await league_paper.dates(steward, race, scene)):
                layout.add_item(ui.TextDisplay(coming))
        elif scene is not None and (below := league_paper.buttons(race, scene)):
            layout.add_item(ui.ActionRow(*below))
    return layout, files


async def _buttons(steward: Steward, race: PublicRace, scene: Scene) -> list[ui.Item[Any]]:
    """Return what may be pressed under a phase: its rolls explained, and what was sealed or opened in it."""
    first = await steward.log.counted(race, scene.first)
    last = first + len(scene.facts) - 1
    why = [WhyButton(race.record.id, first, last)] if is_to_explain(scene.facts) else []
    more = league_paper.buttons(race, scene) if race.record.kind.has_papers else []
    return [*more, *why, *([ProofButton(race.record.id, first, last)] if _is_sealed(scene) else [])]


def _is_sealed(scene: Scene) -> bool:
    return _tells(scene, Sealed, OrdersSealed, Unsealed, OrdersUnsealed)


async def _picture(steward: Steward, race: PublicRace, scene: Scene) -> Picture | None:
    """Return the picture at the end of a phase; of a league's, if it has one."""
    if race.record.kind.has_papers:
        return await league_paper.picture(steward, race, scene)
    return await steward.gallery.scene(race, scene)


def _tells(scene: Scene, *kinds: type) -> bool:
    return any(isinstance(fact, kinds) for fact in scene.facts)


def in_messages(
    race: PublicRace, scenes: Sequence[Scene], races: Mapping[int, str] = _NONE, silent: Sequence[EntryId] = ()
) -> list[list[Part]]:
    """Share scenes out over messages, so that each fits; the picture of a scene follows its last words.

    :param races: by the number of a scene with a paper, the story of the race that it is about.
    :param silent: those who sealed nothing in the phase that ended: what silence means was sealed for them.
    """
    words, names, options = WORDS[race.record.ruleset], names_in(race), options_of(race)
    messages: list[list[Part]] = []
    room, most = 0, league_paper.MOST if race.record.kind.has_papers else MOST_TEXT
    for scene in scenes:
        sealed = [fact.entry for fact in scene.facts if isinstance(fact, Sealed)]
        facts = [fact for fact in scene.facts if not (isinstance(fact, Sealed) and fact.entry in silent)]
        told = words.tell(words.numbered(facts, options), names)
        told = [*silent_lines([each for each in silent if each in sealed], names), *told]
        lines = [part for line in with_race(told, races.get(scene.n, "")) for part in line.split("\n")]
        *before, last = shared_out(lines, most)
        messages += [[(text, None)] for text in before]
        if before or not messages or message_length(last) > room or not _has_room(race, messages[-1], scene):
            messages.append([])
            room = most
        messages[-1].append((last, scene))
        room -= message_length(last)
    return messages


def _has_room(race: PublicRace, parts: Sequence[Part], scene: Scene) -> bool:
    """Tell whether a message takes one more scene (Discord counts components, those within others too)."""
    told = [each for _, each in parts if each is not None]
    return len(parts) - len(told) + sum(_components(race, each) for each in [*told, scene]) <= MESSAGE_COMPONENTS


def _components(race: PublicRace, scene: Scene) -> int:
    """Return how many components tell a scene, at most: its text, its picture, and rows of buttons."""
    if scene.view is None:
        return 1
    buttons = is_to_explain(scene.facts) + _is_sealed(scene) + len(league_paper.buttons(race, scene))
    asked = onlooker_rows(race, scene.view)
    return 3 + buttons + sum(1 + len(row.children) if isinstance(row, ui.ActionRow) else 1 for row in asked)


async def tell_standings(sender: Sender, notice: Notice) -> str:
    """Post the paper of a cup after this race, or how likely everybody is to win it by now."""
    body = read_body(notice, Standings)
    race = await sender.steward.race(notice.race)
    if race.record.state != "finished":
        return "the race went back"
    cup = await sender.steward.cups.cup(body.cup, until=body.round)
    if body.is_chances:
        found = await sender.steward.cups.chances(cup)
        if found is None:
            return "out of date"
        await sender.send_once(notice, sender.thread(race), text_post("\n".join(chances_told(cup, found))))
        return "told"
    made = await paper_message(sender.steward, cup)
    if made is None:
        return "nothing to tell"
    layout, files = made
    is_over = cup.record.state == "finished" and body.round == cup.record.races
    if is_over:
        layout.add_item(ui.ActionRow(AgainButton(race.record.id, label="Cup again")))
    await sender.send_once(notice, sender.thread(race), layout, files)
    await letters.print_letters(sender, notice, race, Paper("cup", cup.id), body.round)
    if is_over:
        await ballots.ask_for_best_race(sender, notice, race, Paper("cup", cup.id))
    return "told"
