"""Lessons and whole races alone: each begun with a press, explained as it goes, and followed by the next."""

import re
from typing import Any, Self

import discord
from discord import app_commands, ui

from cogs.choices.which_game import options_of
from cogs.kit.client import Interaction
from cogs.kit.durations import deadlines
from cogs.kit.items import RaceButton
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.limits import BUTTON_LABEL, cut
from cogs.kit.messages import TellPlayer, answers_for_itself
from cogs.kit.rights import known_race, require_no_league
from cogs.panels.own_place import Practice, open_alone, practice_here, practice_named
from cogs.panels.question import open_mine
from cogs.panels.solo_race import Rivals, begin_alone, prepare, put_first, require_room
from cogs.panels.teaching import TEACHER, lessons_of
from engine.game import AnyRuleset
from engine.rulesets import LEAGUES, RULESETS
from records.races import Pace, PublicRace, StoryMode
from records.values import PlayerId, RaceId
from steward import GAME, KIND, Schedule, Steward, Timing, schedule_of
from words import WORDS
from words.shared.words import Lesson

NO_PROTEST = 2
"""Seconds between a lesson's race and its reckoning: nobody protests."""

WHOLE_RACE = "That was a whole race. `/race new` opens one with others."
ALL_LEARNED = "You know all it takes. `/race new` opens a race with others."


async def farewell(steward: Steward, race: PublicRace) -> ui.LayoutView:
    """Return the message at the end of a practice: its lesson, with buttons for the next one, and the same again."""
    lessons, number = lessons_of(race.record), race.record.lesson or 0
    following = await _next_lesson(steward, race)
    box = boxed()
    if number:
        lesson = lessons[number - 1]
        box.add_item(ui.TextDisplay(f"### {TEACHER}Lesson {number} is over: {lesson.title}\n{lesson.farewell}"))
    else:
        box.add_item(ui.TextDisplay(f"### {TEACHER}Practice makes perfect\n{WHOLE_RACE}"))
    buttons: list[ui.Item[Any]] = [PracticeAgainButton(race.record.id)]
    if following is not None:
        next_lesson = lessons[following - 1]
        box.add_item(ui.TextDisplay(f"Next: **{next_lesson.title}**. {next_lesson.about}."))
        buttons.insert(0, LessonButton(race.record.ruleset, following, f"Lesson {following}", is_next=True))
    elif number:
        box.add_item(ui.TextDisplay(ALL_LEARNED))
    box.add_item(ui.ActionRow(*buttons))
    return layout_of(box)


async def _next_lesson(steward: Steward, race: PublicRace) -> int | None:
    """Return the lesson after this one; after a whole race, the first that its player has not been through."""
    if race.record.lesson:
        following = race.record.lesson + 1
    else:
        races = [each.record for each in await steward.races_of(race.record.host)]
        done = [each.lesson or 0 for each in races if each.state == "finished" and each.ruleset == race.record.ruleset]
        following = max(done, default=0) + 1
    return following if following <= len(lessons_of(race.record)) else None


class LessonButton(ui.DynamicItem[ui.Button[Any]], template=r"lesson:(?P<game>[a-z-]{1,40}):(?P<number>[1-9])"):
    """Begins a lesson for the player who presses it."""

    def __init__(self, game: str, number: int, label: str = "Begin", *, is_next: bool = False) -> None:
        self.game, self.number = game, number
        style = discord.ButtonStyle.success if is_next else discord.ButtonStyle.secondary
        super().__init__(ui.Button(label=cut(label, BUTTON_LABEL), style=style, custom_id=f"lesson:{game}:{number}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["game"], int(match["number"]), item.label or "Begin")

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if self.game not in RULESETS:
            raise TellPlayer("There is no such game any more.")
        await begin(interaction, RULESETS[self.game], self.number)


class PracticeAgainButton(RaceButton, kind="again-alone", label="Again", style=discord.ButtonStyle.secondary):
    """Begins a practice anew, as it was, for the player."""

    async def show(self, interaction: Interaction) -> None:
        race = await known_race(interaction, self.race)
        if not race.record.lesson:
            require_no_league(race)
        rules = RULESETS[GAME if race.record.is_league else race.record.ruleset]
        if race.record.lesson:
            await begin(interaction, rules, race.record.lesson)
            return
        house = [each.driver for each in race.factions if each.driver]
        tempers = list(rules.drivers)
        rivals = Rivals(len(house) or None, tempers.index(house[0]) + 1 if len(set(house)) == 1 else 0)
        kept = race.record
        timing = Timing(kept.seconds, kept.pace, schedule_of(kept.schedule), kept.story)
        await begin_race(interaction, rules, options_of(race), timing, rivals)


def lesson_choices() -> list[app_commands.Choice[int]]:
    """Return the lessons of all games, by number; the lesson itself names its game as it begins."""
    named: dict[int, str] = {}
    for words in WORDS.values():
        for number, lesson in enumerate(words.lessons, start=1):
            named.setdefault(number, f"{number}. {lesson.title}: {lesson.about}")
    return [app_commands.Choice(name=name, value=number) for number, name in named.items()]


def lesson_named(rules: AnyRuleset, number: int) -> Lesson[Any]:
    """Return a lesson by its number, 1 first; :exc:`TellPlayer` if the game has none such."""
    lessons = WORDS[rules.id].lessons
    if not 1 <= number <= len(lessons):
        raise TellPlayer(f"{rules.name} has {len(lessons) or 'no'} lessons.")
    return lessons[number - 1]


async def begin(interaction: Interaction, rules: AnyRuleset, number: int) -> None:
    """Begin a lesson for the player, in the answer to an interaction that has been deferred."""
    lesson = lesson_named(rules, number)
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    pace = Pace.DAILY if lesson.daily else Pace.LIVE
    timing = Timing(deadlines(rules.decisions, Pace.LIVE), pace, Schedule(), StoryMode.TURN)
    async with interaction.client.talks.talking(player):
        if (race := await _under_way(interaction, number)) is None:
            named = Practice(f"Lesson {number} of {interaction.user.display_name}: {lesson.title}", number)
            if lesson.is_season:
                await _begin_season(interaction, lesson, named)
                return
            race = await open_alone(interaction, rules, lesson.options, timing, named)
            await steward.lobbies.join(race, player, interaction.user.display_name)
            await steward.lobbies.fill(race, player, lesson.temperament, at_most=lesson.rivals)
            await steward.lobbies.start(race, player)
            await prepare(interaction, race, lesson.ready)
            await put_first(interaction, race, f"Lesson {number} begins.")
            return
    await open_mine(interaction, race)


async def _begin_season(interaction: Interaction, lesson: Lesson[Any], named: Practice) -> None:
    """Begin a league of the player against stables of the house, with one order a turn in its races."""
    leagues, player = interaction.client.steward.leagues, PlayerId(interaction.user.id)
    spans = {**deadlines(RULESETS[GAME].decisions, Pace.LIVE), **deadlines(LEAGUES[KIND].decisions, Pace.LIVE)}
    timing = Timing({**spans, "protest": NO_PROTEST}, Pace.DAILY, Schedule(), StoryMode.TURN)
    league = await open_alone(interaction, LEAGUES[KIND], lesson.options, timing, named)
    await leagues.join(league, player, interaction.user.display_name)
    await leagues.add_house(league, player, lesson.rivals)
    await leagues.start(league, player)
    await put_first(interaction, league, f"Lesson {named.lesson} begins.")


async def begin_race(interaction: Interaction, rules: AnyRuleset, options: Any, timing: Timing, rivals: Rivals) -> None:
    """Begin a whole race alone, in the answer to an interaction that has been deferred."""
    require_room(rules, options, rivals)
    named = await practice_named(interaction)
    race = await open_alone(interaction, rules, options, timing, named)
    player = PlayerId(interaction.user.id)
    await interaction.client.steward.lobbies.join(race, player, interaction.user.display_name)
    await begin_alone(interaction, race, rivals, WORDS[rules.id].ready)


async def _under_way(interaction: Interaction, number: int) -> RaceId | None:
    """Return the lesson of this number that is under way here, so that a second press goes on with it."""
    asks = await interaction.client.steward.open_asks(PlayerId(interaction.user.id))
    for opened in asks:  # of a season, the race of its event
        if opened.race.record.lesson == number and opened.race.record.thread == interaction.channel_id:
            return opened.race_id
    here = await practice_here(interaction)
    if here is None or here.record.state != "running" or here.record.lesson != number:
        return None
    return here.record.id
