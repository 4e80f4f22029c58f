"""/rules: topics and tables of all games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import discord
from discord import app_commands

from cogs.choices.which_game import game_of, options_of
from cogs.choices.which_race import find_race
from cogs.kit.client import Interaction
from cogs.kit.limits import cut
from cogs.kit.messages import TellPlayer
from records.races import PublicRace
from records.refusals import Refused
from records.text import folded
from words import WORDS
from words.shared.names import harmless
from words.shared.words import AnyWords

_CHOICES, _NAME = 25, 100
_NEAREST, _SHOWN = 3, 40
Shelf = Callable[[AnyWords], Mapping[str, Any]]
GAME = "Of which game; the one of this thread's race, or any, if you leave it out"


@dataclass(frozen=True)
class Entry:
    """Something to look up."""

    game: str
    name: str
    holds: Any

    @property
    def label(self) -> str:
        return f"{WORDS[self.game].title}: {self.name}"

    def is_exactly(self, wanted: str) -> bool:
        return wanted in (folded(self.name), folded(self.label))


def _topics(words: AnyWords) -> Mapping[str, Any]:
    return words.topics


def _tables(words: AnyWords) -> Mapping[str, Any]:
    return words.tables


def _book(game: str) -> str:
    """Return the id of the book of rules that is meant, by its game's id or title; a league has one as well.

    :raises TellPlayer: if there is none.
    """
    wanted = folded(game)
    found = next((book for book, words in WORDS.items() if wanted in (book, words.title.lower())), None)
    return found or game_of(game).id


async def book_choices(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer all that has rules: the games, and leagues."""
    fitting = [(words.title, book) for book, words in WORDS.items() if folded(typed) in folded(words.title)]
    return [app_commands.Choice(name=title, value=book) for title, book in fitting]


async def topic_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return await _offered(interaction, _topics, typed)


async def table_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return await _offered(interaction, _tables, typed)


async def _offered(interaction: Interaction, shelf: Shelf, typed: str) -> list[app_commands.Choice[str]]:
    filled: Any = interaction.namespace
    known = await _entries(interaction, shelf, getattr(filled, "game", None))
    labels = [cut(entry.label, _NAME) for entry in known if folded(typed) in folded(entry.label)]
    return [app_commands.Choice(name=label, value=label) for label in labels[:_CHOICES]]


async def _entries(interaction: Interaction, shelf: Shelf, game: str | None) -> list[Entry]:
    """Return the entries of a shelf: of one game, or of all, those of this thread's race first."""
    here = await _race_here(interaction)
    first = [here.record.ruleset] if here else []
    games = [_book(game)] if game else dict.fromkeys([*first, *WORDS])
    return [Entry(each, name, holds) for each in games for name, holds in shelf(WORDS[each]).items()]


async def _race_here(interaction: Interaction) -> PublicRace | None:
    """Return the race that this thread belongs to, if there is one."""
    if not isinstance(interaction.channel, discord.Thread):
        return None
    try:
        return await find_race(interaction)
    except (Refused, TellPlayer):
        return None


async def _found(interaction: Interaction, shelf: Shelf, wanted: str, game: str | None, what: str) -> Entry:
    """Return the entry that is meant, though only a part of its name was typed."""
    known, meant = await _entries(interaction, shelf, game), folded(wanted)
    fitting = [entry for entry in known if meant and meant in folded(entry.label)]
    if not fitting:
        near = " or ".join(f"*{name}*" for name in nearest(known, meant))
        raise TellPlayer(f"I know no {what} called “{harmless(cut(wanted, _SHOWN))}”. The nearest: {near}.")
    found = next((entry for entry in fitting if entry.is_exactly(meant)), fitting[0])
    if meant == folded(found.label):  # chosen from the list
        return found
    own = await _own_name(interaction, found)
    return next((entry for entry in known if (entry.game, entry.name) == (found.game, own)), found)


def nearest(known: Sequence[Entry], meant: str) -> list[str]:
    """Return the names of the three nearest entries: those that mention what was typed, then those spelled like it.

    :param meant: folded.
    """
    mentions = {entry.name: folded(_text(entry)).count(meant) if meant else 0 for entry in known}
    alike = {name: SequenceMatcher(None, meant, folded(name)).ratio() for name in mentions}
    return sorted(mentions, key=lambda name: (mentions[name], alike[name]), reverse=True)[:_NEAREST]


def _text(entry: Entry) -> str:
    """Return what an entry says; of a table its heading."""
    return str(entry.holds if isinstance(entry.holds, str) else entry.holds[0])


async def _own_name(interaction: Interaction, entry: Entry) -> str:
    """Return the name under which the edition of this thread's race has what was found."""
    here = await _race_here(interaction)
    if here is None or here.record.ruleset != entry.game:
        return entry.name
    return WORDS[entry.game].in_edition(options_of(here), entry.name)


@app_commands.allowed_contexts(guilds=True, dms=True)
class RulesCommands(app_commands.Group):
    """Look up the rules."""

    def __init__(self) -> None:
        super().__init__(name="rules", description="Look up a rule or a table")

    @app_commands.command(name="topic", description="The rules about something, in short")
    @app_commands.describe(topic="A part of the rules, such as corners", game=GAME)
    @app_commands.autocomplete(topic=topic_choices, game=book_choices)
    async def topic(self, interaction: Interaction, topic: str, game: str | None = None) -> None:
        entry = await _found(interaction, _topics, topic, game, "topic")
        text = f"### {entry.name.capitalize()}\n-# {WORDS[entry.game].title}\n{entry.holds}"
        await interaction.response.send_message(text, ephemeral=True)

    @app_commands.command(name="table", description="A table of the rules")
    @app_commands.describe(table="Which table", game=GAME)
    @app_commands.autocomplete(table=table_choices, game=book_choices)
    async def table(self, interaction: Interaction, table: str, game: str | None = None) -> None:
        entry = await _found(interaction, _tables, table, game, "table")
        title, make = entry.holds
        text = f"### {WORDS[entry.game].title}: {title}\n```\n{make()}\n```"
        await interaction.response.send_message(text, ephemeral=True)
