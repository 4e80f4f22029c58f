"""What commands offer of each game: its name, its own options, its temperaments and colours. They know no game."""

import inspect
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import msgspec
from discord import app_commands

from cogs.client import Interaction
from cogs.finding import find_race
from cogs.limits import cut
from cogs.messages import Said
from cogs.names import harmless
from engine.game import Refused, Ruleset
from engine.options import OptionField, choose, option_fields
from engine.rulesets import RULESETS

DESCRIPTION, CHOICES = 100, 25
AT_ONCE = 5
"""Options of each game that a command offers, the first ones; all of them stand in the panel of a race's options."""

OptionsOf = Callable[[Ruleset[Any]], Mapping[str, OptionField]]
Callback = Callable[..., Coroutine[Any, Any, None]]


def race_options(rules: Ruleset[Any]) -> Mapping[str, OptionField]:
    """Return what a command offers for a race."""
    return dict(list(option_fields(rules.options).items())[:AT_ONCE])


def cup_options(rules: Ruleset[Any]) -> Mapping[str, OptionField]:
    """Return what a command offers for a cup: for all of its races, and for the series."""
    return {**race_options(rules), **option_fields(rules.series.options)}


def game_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=rules.name, value=rules.id) for rules in RULESETS.values()]


def offering(callback: Callback, options_of: OptionsOf) -> Callback:
    """Return *callback* with a parameter for each option that some game has, instead of its ``**chosen``.

    An option that not all games have says whose it is.
    """
    signature = inspect.signature(callback)
    named = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    offers = _offers(options_of)
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_kind(fields) | None)
        for name, fields in offers.items()
    ]
    callback.__signature__ = signature.replace(parameters=[*named, *added])  # type: ignore[attr-defined]
    described = {name: _description(fields) for name, fields in offers.items()}
    game = f"Which game; {game_of().name}, if you leave it out"
    preset = "A well-tried set of options; what you choose besides goes before it"
    app_commands.describe(game=cut(game, DESCRIPTION), preset=preset, **described)(callback)
    choices = {name: _choices(fields) for name, fields in offers.items() if _kind(fields) is not bool}
    return app_commands.choices(game=game_choices(), preset=preset_choices(), **choices)(callback)


def preset_choices() -> list[app_commands.Choice[str]]:
    """Return the presets of all games, each with what it is."""
    presets = {name: preset for rules in RULESETS.values() for name, preset in rules.presets.items()}
    return [
        app_commands.Choice(name=cut(f"{name}: {preset.description}", DESCRIPTION), value=name)
        for name, preset in presets.items()
    ][:CHOICES]


def _offers(options_of: OptionsOf) -> dict[str, dict[str, OptionField]]:
    """Return the options of all games: by name, then by the game that has it."""
    offers: dict[str, dict[str, OptionField]] = {}
    for rules in RULESETS.values():
        for name, field in options_of(rules).items():
            offers.setdefault(name, {})[rules.id] = field
    return offers


def _kind(fields: Mapping[str, OptionField]) -> type:
    kinds = {type(value) for field in fields.values() for value in field.values.values()}
    return kinds.pop() if len(kinds) == 1 and kinds <= {int, bool} else str


def _description(fields: Mapping[str, OptionField]) -> str:
    text = next(iter(fields.values())).description
    if len(fields) == len(RULESETS):
        return cut(text, DESCRIPTION)
    return cut(f"{', '.join(RULESETS[game].name for game in fields)}: {text}", DESCRIPTION)


def _choices(fields: Mapping[str, OptionField]) -> list[app_commands.Choice[Any]]:
    names = {name: value for field in fields.values() for name, value in field.values.items()}
    is_number = _kind(fields) is int
    return [app_commands.Choice(name=name, value=names[name] if is_number else name) for name in names]


def lead(group: app_commands.Group, first: app_commands.Command[Any, ..., None]) -> None:
    """Add a command to a group, before those it has."""
    others = group.commands
    for each in others:
        group.remove_command(each.name)
    for each in (first, *others):
        group.add_command(each)


def wishes_of(chosen: Mapping[str, Any]) -> dict[str, str]:
    """Return what was chosen of the options, as the engine calls it."""
    words = {True: "yes", False: "no"}
    return {
        name: words[value] if isinstance(value, bool) else str(value)
        for name, value in chosen.items()
        if value is not None
    }


def chosen_options(
    rules: Ruleset[Any], preset: str, wishes: Mapping[str, str], *, practice: bool = False
) -> msgspec.Struct:
    """Return the options of a preset, with single wishes before it.

    :param preset: its name; empty for none.
    :raises Refused: if a wish cannot be had.
    :raises Said: if the game has no such preset.
    """
    if not preset:
        return choose(rules.options, wishes, practice=practice)
    if preset not in rules.presets:
        known = ", ".join(rules.presets)
        raise Said(
            f"{rules.name} has no preset {harmless(preset)}. {f'Choose one of: {known}.' if known else _NO_PRESET}"
        )
    return choose(rules.options, {**rules.presets[preset].wishes, **wishes})


_NO_PRESET = "Choose its options one by one."


def game_of(game: str = "") -> Ruleset[Any]:
    """Return the game that is meant, by its id or its name; the first one, if none is named.

    :raises Said: if there is none.
    """
    for rules in RULESETS.values():
        if game.strip().lower() in ("", rules.id, rules.name.lower()):
            return rules
    raise Said(f"I know no such game. There are: {', '.join(rules.name for rules in RULESETS.values())}.")


async def temperament_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the temperaments of house drivers in the game, or the race, that the command is about."""
    return _fitting([name for rules in await _meant(interaction) for name in rules.drivers], typed)


async def colour_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the colours of the race that the command is about; which of them are taken, joining tells."""
    return _fitting([colour for rules in await _meant(interaction) for colour in rules.colours], typed)


def _fitting(names: list[str], typed: str) -> list[app_commands.Choice[str]]:
    fitting = [name for name in dict.fromkeys(names) if typed.lower() in name.lower()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:CHOICES]]


async def _meant(interaction: Interaction) -> list[Ruleset[Any]]:
    """Return the game a command that is being typed is about; all of them if that is not said."""
    filled: Any = interaction.namespace
    try:
        if game := getattr(filled, "game", None):
            return [game_of(game)]
        return [RULESETS[(await find_race(interaction, getattr(filled, "race", None) or "")).race.ruleset]]
    except (Refused, Said):
        return list(RULESETS.values())
