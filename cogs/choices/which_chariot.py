"""Which chariot somebody means: by its number, its colour, its name, or all of them as menus show them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from discord import app_commands

from cogs.choices.which_race import find_race
from cogs.kit.client import Interaction
from cogs.kit.limits import SELECT_OPTIONS, cut
from cogs.kit.messages import TellPlayer
from records.races import PublicRace
from records.refusals import Refused
from records.text import folded
from words.shared.names import Chariot, harmless, harmless_name, plain_name

LONGEST = 60
"""Characters that may be typed for a chariot."""

Named = TypeVar("Named", bound=Chariot)


Choices = list[app_commands.Choice[str]]


Typed = app_commands.Range[str, 0, 60]


def find_chariot(chariots: Sequence[Named], wanted: str) -> Named:
    """Return the chariot that is meant.

    Its number counts first, then how menus and posts call it, then its colour, then its name: a chariot may be called
    like another's number or colour.

    :raises TellPlayer: if there is none such, or there are several.
    """
    meant = folded(wanted).removeprefix("#")
    ways: list[Callable[[Chariot], str]] = [
        lambda each: str(each.entry),
        plain_name,
        lambda each: f"{each.entry} {each.name}",  # as posts call it
        lambda each: each.colour,
        lambda each: each.name,
    ]
    matching = ([each for each in chariots if folded(way(each)) == meant] for way in ways)
    found = next(filter(None, matching), [])
    if len(found) == 1:
        return found[0]
    known = ", ".join(map(harmless_name, chariots))
    typed = harmless(cut(wanted.strip(), LONGEST))
    if found:
        raise TellPlayer(f"{len(found)} chariots are called “{typed}”. Choose one of: {known}.")
    instead = f"Choose one of: {known}." if known else "Nobody has entered yet."
    raise TellPlayer(f"No chariot “{typed}” is in this race. {instead}")


async def chariot_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer the chariots of the race that the command is about."""
    return await offered_chariots(interaction, typed, find_race)


async def offered_chariots(
    interaction: Interaction, typed: str, find: Callable[[Interaction, str], Awaitable[PublicRace]]
) -> Choices:
    filled: Any = interaction.namespace
    try:
        race = await find(interaction, getattr(filled, "race", None) or "")
    except (Refused, TellPlayer):
        return []  # it is not clear yet which race; the command itself says so
    meant = folded(typed).removeprefix("#")
    fitting = [each for each in race.entries if meant in folded(plain_name(each))]
    fitting.sort(key=lambda each: (str(each.entry) != meant, each.entry))  # a number that is typed in full comes first
    return [app_commands.Choice(name=plain_name(each), value=str(each.entry)) for each in fitting[:SELECT_OPTIONS]]
