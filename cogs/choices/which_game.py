"""The game of a command, and the choices it offers for it: presets, temperaments, colours. It knows no game."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from discord import app_commands

from cogs.choices.which_race import find_race
from cogs.kit.client import Interaction
from cogs.kit.limits import SELECT_OPTIONS
from cogs.kit.messages import TellPlayer
from engine.game import AnyRuleset, Preset
from engine.options import choose
from engine.rulesets import PLAYED, RULESETS
from records.races import PublicRace
from records.refusals import Refused
from records.text import folded
from words import WORDS
from words.shared.names import harmless

Choices = list[app_commands.Choice[str]]

PRESET = "A well-tried set of the game's options; you can change each of them before the start"
_NO_PRESET = "Leave `preset` out, and choose its options in the panel."


def game_of(game: str = "") -> AnyRuleset:
    """Return the game that is meant, by its id or its name; the first one, if none is named.

    :raises TellPlayer: if there is none.
    """
    for rules in RULESETS.values():
        if folded(game) in ("", rules.id, rules.name.lower()):
            return rules
    raise TellPlayer(f"I know no such game. There are: {', '.join(rules.name for rules in RULESETS.values())}.")


GAME = f"{', '.join(rules.name for rules in RULESETS.values())}; the first, if left out"


def games_meant(typed: str) -> Sequence[AnyRuleset]:
    """Return the games that somebody looks for, by their names or by other words for them."""
    meant, words = folded(typed), set(folded(typed).split())
    return [
        rules
        for rules in RULESETS.values()
        if meant in (rules.id, folded(rules.name)) or words & set(WORDS[rules.id].found_by)
    ]


def for_game(rules: AnyRuleset) -> str:
    """Return what names a game in a command that is shown to a player; empty for the game that needs no naming."""
    return "" if rules is game_of() else f" game:{rules.name}"


def preset_options(rules: AnyRuleset, preset: str) -> msgspec.Struct:
    """Return the options of a preset.

    :param preset: its name; empty for the game's defaults.
    :raises TellPlayer: if the game has no such preset.
    """
    options: type[msgspec.Struct] = rules.options
    return choose(options, preset_of(rules, preset).wishes)


def preset_of(rules: AnyRuleset, preset: str) -> Preset:
    """Return a preset by its name; without a name one that wishes nothing.

    :raises TellPlayer: if the game has no such preset.
    """
    if not preset:
        return Preset("", {})
    meant = {folded(name): each for name, each in rules.presets.items()}.get(folded(preset))
    if meant is None:
        known = ", ".join(rules.presets)
        raise TellPlayer(
            f"{rules.name} has no preset {harmless(preset)}. {f'Choose one of: {known}.' if known else _NO_PRESET}"
        )
    return meant


async def game_choices(_interaction: Interaction, typed: str) -> Choices:
    """Offer the games."""
    named = _fitting(((rules.name, rules.id) for rules in RULESETS.values()), typed)
    return named or [app_commands.Choice(name=rules.name, value=rules.id) for rules in games_meant(typed)]


async def preset_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer the presets of the command's game, each with its sentence."""
    filled: Any = interaction.namespace
    try:
        presets = game_of(getattr(filled, "game", None) or "").presets
    except TellPlayer:
        return []
    return _fitting(((f"{name}: {preset.description}", name) for name, preset in presets.items()), typed)


async def temperament_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer the temperaments of house drivers in the game, or the race, that the command is about."""
    return _fitting(((name, name) for rules in await _meant(interaction) for name in rules.drivers), typed)


async def colour_choices(interaction: Interaction, typed: str) -> Choices:
    """Offer the colours of the race that the command is about; which of them are taken, joining tells."""
    return _fitting(((colour, colour) for rules in await _meant(interaction) for colour in rules.colours), typed)


def _fitting(offered: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Return the choices that fit what was typed, by name and value, each once."""
    fitting = [(name, value) for name, value in dict.fromkeys(offered) if folded(typed) in folded(name)]
    return [app_commands.Choice(name=name, value=value) for name, value in fitting[:SELECT_OPTIONS]]


async def _meant(interaction: Interaction) -> list[AnyRuleset]:
    """Return the game of a command that is being typed; all games if it names none."""
    filled: Any = interaction.namespace
    try:
        if game := getattr(filled, "game", None):
            return [game_of(game)]
        return [RULESETS[(await find_race(interaction, getattr(filled, "race", None) or "")).record.ruleset]]
    except (Refused, TellPlayer):
        return list(RULESETS.values())


def bettors_of(race: PublicRace) -> Sequence[int]:
    """Return the entries of a league that bet only (26.6); a race has none."""
    found: Sequence[int] = options_of(race).betters if race.record.kind.has_bettors else ()
    return found


def options_of(race: PublicRace) -> Any:
    """Return how a race is run: its game's options."""
    return PLAYED[race.record.ruleset].read_options(race.record.options)
