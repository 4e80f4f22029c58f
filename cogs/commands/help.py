"""/help: on one screen the games, how to begin, bets and leagues; or where something is that has another name now."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import app_commands, ui

from cogs.choices.which_game import for_game, games_meant
from cogs.kit.client import Interaction
from cogs.kit.layouts import layout_of
from cogs.kit.limits import CHOICE_NAME, SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer, within_limits
from cogs.kit.ways import PLACES, way_to
from cogs.panels.daily import DailyButton
from cogs.panels.lesson import LessonButton
from cogs.panels.ways import SHOWN, WayButton
from engine.game import AnyRuleset
from engine.rulesets import RULESETS
from records.text import folded
from records.version import VERSION
from words import WORDS
from words.shared.names import harmless

BEGIN = (
    "### Chariot races and duels, by message\n"
    "**Learn a game** in two minutes: press its name.\n"
    "**Alone**: `/play alone`. **With others**: `/play race`.\n"
    "**Cup**: `/cup new`. **Season**: `/league new`.\n"
    "**Bet** play money: `/bet place`. **Rules**: `/rules`.\n"
    "**Your turn**: `/my races`, `/order`. **Data**: `/my data`.\n"
    "**You host**: `/host race`. **Owner**: `/server settings`.\n"
    f"-# `/help find:` knows all. Quadriga {VERSION}."
)
ALSO = (("my races", "My races"), ("race list", "Races here"), ("settings me", "My settings"))
"""What can be opened from there."""

TOPICS: Mapping[str, Sequence[str]] = {
    "privacy": ("my data", "my forget", "server export", "server remove"),
    "data": ("my data", "my forget", "server export"),
    "delete": ("my forget", "server remove"),
    "forget": ("my forget", "my data"),
    "remove": ("server remove", "my forget"),
    "kick": ("server remove", "league expel"),
    "export": ("server export", "race export", "my data"),
    "dm": ("settings me",),
    "dms": ("settings me",),
}
"""Words that people look for, and the acts that are meant: no command has these words in its name, or another has them
first."""

A_ROW = 5
"""Buttons in one."""

SHOWN_OF_TYPED = 40  # characters


async def find_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer all that commands do, by their names of today and of before, and by what they do."""
    meant = folded(typed).removeprefix("/")
    lines = {act: f"{way_to(act)}: {interaction.client.acts[act].description}" for act in PLACES}
    fitting = [act for act, line in lines.items() if meant in f"{act} {folded(line)}"]
    fitting.sort(key=lambda act: not act.startswith(meant))
    fitting = list(dict.fromkeys([*_on_topic(meant), *fitting]))
    named = {act: lines[act] if len(lines[act]) <= CHOICE_NAME else way_to(act) for act in fitting[:SELECT_OPTIONS]}
    games = [
        app_commands.Choice(name=f"{rules.name}: {way_to('practice')}{for_game(rules)}", value=rules.id)
        for rules in games_meant(typed.removeprefix("/"))
    ]
    acts = [app_commands.Choice(name=name, value=act) for act, name in named.items()]
    return [*games, *acts][:SELECT_OPTIONS]


@app_commands.command(name="help", description="The games, how to begin, bets, leagues; or where something is")
@app_commands.describe(find="Something you look for, such as verify, or a command you knew before")
@app_commands.autocomplete(find=find_choices)
@app_commands.allowed_contexts(guilds=True, dms=True)
async def help_command(interaction: Interaction, find: app_commands.Range[str, 0, 40] = "") -> None:
    """Tell the player, and nobody else."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    layout = await _found(interaction, find) if find.strip() else _all_of_it()
    await interaction.edit_original_response(view=within_limits(layout))


def _all_of_it() -> ui.LayoutView:
    layout = layout_of(ui.TextDisplay(BEGIN))
    taught = [game for game in RULESETS if WORDS[game].lessons]
    lessons = [LessonButton(game, 1, place == 0, label=WORDS[game].title) for place, game in enumerate(taught)]
    also = [DailyButton(), *(WayButton(SHOWN[act], label=label) for act, label in ALSO)]
    rows: list[list[Any]] = [lessons[n : n + A_ROW] for n in range(0, len(lessons), A_ROW)]
    for row in [*rows, also]:
        buttons: ui.ActionRow[Any] = ui.ActionRow(*row)
        layout.add_item(buttons)
    return layout


async def _found(interaction: Interaction, find: str) -> ui.LayoutView:
    """Return the way to what somebody looks for; :exc:`TellPlayer` if there is nothing like it."""
    typed = " ".join(folded(find).removeprefix("/").split())
    if typed not in PLACES and (games := games_meant(typed)):
        return _games(games)
    known = [typed] if typed in PLACES else _on_topic(typed)
    choices = known or [each.value for each in (await find_choices(interaction, typed))[:1]]
    if not choices:
        raise TellPlayer(f"I know no “{harmless(cut(find, SHOWN_OF_TYPED))}”. `/help` shows where to begin.")
    told = [f"{interaction.client.acts[act].description}.\n`{way_to(act)}`" for act in choices]
    layout = layout_of(ui.TextDisplay("\n\n".join(told)))
    if len(choices) == 1 and choices[0] in SHOWN:
        row: ui.ActionRow[Any] = ui.ActionRow(WayButton(SHOWN[choices[0]]))
        layout.add_item(row)
    return layout


def _games(games: Sequence[AnyRuleset]) -> ui.LayoutView:
    """Return the ways into some games: alone, with others, and their first lessons."""
    told = [
        f"**{rules.name}**\nAlone: `{way_to('practice')}{for_game(rules)}`\n"
        f"With others: `{way_to('race new')}{for_game(rules)}`"
        for rules in games
    ]
    row: ui.ActionRow[Any] = ui.ActionRow(*[LessonButton(rules.id, 1) for rules in games if WORDS[rules.id].lessons])
    return layout_of(ui.TextDisplay("\n\n".join(told)), *([row] if row.children else []))


def _on_topic(typed: str) -> list[str]:
    """Return the acts that the words of a search mean, each once.

    >>> _on_topic("delete my data")
    ['my forget', 'server remove', 'my data', 'server export']
    """
    return list(dict.fromkeys(act for word in typed.split() for act in TOPICS.get(word, ())))
