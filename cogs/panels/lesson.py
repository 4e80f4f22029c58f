"""Lessons and whole races alone: each begun with a press, explained as it goes, and followed by the next."""

from typing import Annotated, Any

import discord
from discord import app_commands, ui

from cogs.choices.which_game import for_game, game_of, options_of
from cogs.kit.client import Interaction
from cogs.kit.durations import deadlines
from cogs.kit.items import Button, RaceButton
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.limits import CHOICE_NAME, cut
from cogs.kit.messages import TellPlayer
from cogs.kit.rights import require_race
from cogs.panels.my_questions import open_mine
from cogs.panels.own_place import Practice, opened_alone, practice_here, practice_named
from cogs.panels.solo_race import Rivals, begin_alone, prepare, put_first, require_room
from cogs.panels.teaching import TEACHER, button_of_lesson, game_taught, lessons_of, task_of
from engine.game import AnyRuleset
from engine.rulesets import LEAGUES, RULESETS
from records.kinds import LEAGUE
from records.races import Pace, PublicRace, StoryMode
from records.values import PlayerId, RaceId
from steward import GAME, KIND, Schedule, Steward, Timing, schedule_of
from words import WORDS
from words.shared.words import Lesson, Verdict

NO_PROTEST = 2
"""Seconds between a lesson's race and its reckoning: nobody protests."""

WHOLE_RACE = "That was a whole {contest}. `/play race{for_game}` opens one with others."
TRY_AGAIN = "Try again"
ALL_LEARNED = "You know all it takes. `/play race{for_game}` opens a {contest} with others."


async def farewell(steward: Steward, race: PublicRace) -> ui.LayoutView:
    """Return the message at the end of a practice: a word for the attempt, the same again, and the next lesson."""
    lessons, number = lessons_of(race.record), race.record.lesson or 0
    taught = game_taught(race.record.ruleset)
    game, contest = for_game(RULESETS[taught]), WORDS[taught].nouns.contest
    following, verdict = await _next_lesson(steward, race), await verdict_on(steward, race)
    is_missed = verdict is not None and not verdict.is_done
    box = boxed()
    if number:
        box.add_item(ui.TextDisplay(_attempt(lessons[number - 1], number, verdict)))
    else:
        box.add_item(
            ui.TextDisplay(f"### {TEACHER}Practice makes perfect\n{WHOLE_RACE.format(for_game=game, contest=contest)}")
        )
    style = discord.ButtonStyle.primary if is_missed else discord.ButtonStyle.secondary
    again = PracticeAgainButton(race.record.id, label=TRY_AGAIN if number else "", style=style)
    buttons: list[ui.Item[Any]] = [again]
    if following is not None:
        next_lesson = lessons[following - 1]
        box.add_item(ui.TextDisplay(f"Next: **{next_lesson.title}**. {next_lesson.about}."))
        button = LessonButton(game_taught(race.record.ruleset), following, is_next=not is_missed)
        buttons.insert(len(buttons) if is_missed else 0, button)
    elif number and not is_missed:
        box.add_item(ui.TextDisplay(ALL_LEARNED.format(for_game=game, contest=contest)))
    box.add_item(ui.ActionRow(*buttons))
    return layout_of(box)


def _attempt(lesson: Lesson[Any], number: int, verdict: Verdict | None) -> str:
    """Return how an attempt at a lesson ended; the lesson's own word comes once it is done."""
    if verdict is None:
        return f"### {TEACHER}Lesson {number} is over: {lesson.title}\n{lesson.farewell}"
    if verdict.is_done:
        return f"### {TEACHER}Lesson {number}: done!\n{verdict.said}\n{lesson.farewell}"
    assert lesson.task is not None
    return (
        f"### {TEACHER}Lesson {number}: not yet\n{verdict.said}\n"
        f"**{lesson.task.goal}** The same place and the same dice wait for you."
    )


async def verdict_on(steward: Steward, race: PublicRace) -> Verdict | None:
    """Return what is said of the attempt at a lesson that is over; ``None`` where nothing was to be achieved."""
    task = task_of(race.record)
    view = None if task is None else await _last_view(steward, race)
    if task is None or view is None:
        return None
    own = next(iter(race.entries_of(race.record.host)))
    return task.judge(view, await steward.turns.facts(race), own)


async def _last_view(steward: Steward, race: PublicRace) -> Any:
    """Return the public view at the end of a race's last turn, or of a season as it stands; ``None`` without one."""
    if race.record.kind is LEAGUE:
        return (await steward.log.status(race.record.id)).view
    ends = await steward.turns.ends(race)
    return ends[-1] if ends else None


async def _next_lesson(steward: Steward, race: PublicRace) -> int | None:
    """Return the lesson after this one; after a whole race, the first that its player has not been through."""
    if race.record.lesson:
        following = race.record.lesson + 1
    else:
        races = [each.record for each in await steward.races_of(race.record.host)]
        done = [each.lesson or 0 for each in races if each.state == "finished" and each.ruleset == race.record.ruleset]
        following = max(done, default=0) + 1
    return following if following <= len(lessons_of(race.record)) else None


class LessonButton(Button, template="lesson:{game}:{number}"):
    """Begins a lesson for the player who presses it. Of a league's ruleset, it is one of the game of its races."""

    game: Annotated[str, "[a-z-]{1,40}"]
    number: Annotated[int, "[1-9]"]
    is_next: bool = False

    def face(self) -> ui.Button[Any]:
        return button_of_lesson(self.game, self.number, self.label, is_next=self.is_next)

    async def press(self, interaction: Interaction) -> None:
        game = game_taught(self.game)
        if game not in RULESETS:
            raise TellPlayer("I don't know this lesson's game any more. `/play alone` begins a race of another.")
        await begin(interaction, RULESETS[game], self.number)


async def practise_again(interaction: Interaction, race: PublicRace) -> None:
    """Begin a practice anew, as it was, for the player."""
    if not race.record.lesson:
        require_race(race)
    rules = RULESETS[game_taught(race.record.ruleset)]
    if race.record.lesson:
        await begin(interaction, rules, race.record.lesson)
        return
    house = [each.driver for each in race.factions if each.driver]
    tempers = list(rules.drivers)
    rivals = Rivals(len(house) or None, tempers.index(house[0]) + 1 if len(set(house)) == 1 else 0)
    kept = race.record
    timing = Timing(kept.seconds, kept.pace, schedule_of(kept.schedule), kept.story)
    await begin_race(interaction, rules, options_of(race), timing, rivals)


class PracticeAgainButton(RaceButton, kind="again-alone", label="Again", shows=practise_again):
    """Begins a practice anew."""


async def lesson_choices(interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
    """Offer the lessons of the command's game; nothing if there is no such game."""
    filled: Any = interaction.namespace
    try:
        lessons = WORDS[game_of(getattr(filled, "game", None) or "").id].lessons
    except TellPlayer:
        return []
    named = ((number, f"{number}. {each.title}: {each.about}") for number, each in enumerate(lessons, start=1))
    return [
        app_commands.Choice(name=cut(name, CHOICE_NAME), value=number)
        for number, name in named
        if str(typed).strip().lower() in name.lower()
    ]


def lesson_named(rules: AnyRuleset, number: int) -> Lesson[Any]:
    """Return a lesson by its number, 1 first; :exc:`TellPlayer` if the game has none such."""
    lessons = WORDS[rules.id].lessons
    if not lessons:
        raise TellPlayer(f"{rules.name} has no lessons. Race to learn it: `/play alone{for_game(rules)} rivals:2`.")
    if not 1 <= number <= len(lessons):
        last = f"`/play alone{for_game(rules)} lesson:{len(lessons)}` begins the last."
        raise TellPlayer(f"{rules.name} has {len(lessons)} lessons. {last}")
    return lessons[number - 1]


async def begin(interaction: Interaction, rules: AnyRuleset, number: int) -> None:
    """Begin a lesson for the player, in the answer to an interaction that has been deferred."""
    lesson = lesson_named(rules, number)
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    pace = Pace.TURNS if lesson.is_by_turns else Pace.MOVES
    timing = Timing(deadlines(rules.decisions, "moves"), pace, Schedule(), StoryMode.TURN)
    async with interaction.client.talks.talking(player):
        if (race := await _under_way(interaction, rules.id, number)) is None:
            title = f"Lesson {number} of {interaction.user.display_name}: {lesson.title}"
            named = Practice(title, number, f"{rules.id} {number}" if lesson.task else "")
            if lesson.is_season:
                await _begin_season(interaction, lesson, named)
                return
            async with opened_alone(interaction, rules, lesson.options, timing, named) as race:
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
    spans = {**deadlines(RULESETS[GAME].decisions, "moves"), **deadlines(LEAGUES[KIND].decisions, "moves")}
    timing = Timing({**spans, "protest": NO_PROTEST}, Pace.TURNS, Schedule(), StoryMode.TURN)
    async with opened_alone(interaction, LEAGUES[KIND], lesson.options, timing, named) as league:
        await leagues.join(league, player, interaction.user.display_name)
        await leagues.add_house(league, player, lesson.rivals)
        await leagues.start(league, player)
        await put_first(interaction, league, f"Lesson {named.lesson} begins.")


async def begin_race(interaction: Interaction, rules: AnyRuleset, options: Any, timing: Timing, rivals: Rivals) -> None:
    """Begin a whole race alone, in the answer to an interaction that has been deferred."""
    require_room(rules, options, rivals)
    named = await practice_named(interaction)
    player = PlayerId(interaction.user.id)
    async with opened_alone(interaction, rules, options, timing, named) as race:
        await interaction.client.steward.lobbies.join(race, player, interaction.user.display_name)
        await begin_alone(interaction, race, rivals, WORDS[rules.id].ready)


async def _under_way(interaction: Interaction, game: str, number: int) -> RaceId | None:
    """Return the lesson of this game and number that is under way here, so that a second press goes on with it."""
    asks = await interaction.client.steward.open_asks(PlayerId(interaction.user.id))
    for opened in asks:  # of a season, the race of its event
        if _teaches(opened.race, game, number) and opened.race.record.thread == interaction.channel_id:
            return opened.race_id
    here = await practice_here(interaction)
    if here is None or here.record.state != "running" or not _teaches(here, game, number):
        return None
    return here.record.id


def _teaches(race: PublicRace, game: str, number: int) -> bool:
    return (game_taught(race.record.ruleset), race.record.lesson) == (game, number)
