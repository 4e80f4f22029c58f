"""A command that does several things: its option ``what`` says which; each is declared like a command of its own."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands
from discord.app_commands import Choice, Namespace
from discord.app_commands.transformers import CommandParameter

from cogs.kit.messages import TellPlayer
from cogs.kit.ways import WAYS, WHAT, Way

Act = app_commands.Command[Any, ..., Any]


async def _done_by_its_acts(_interaction: discord.Interaction[Any]) -> None: ...


class Merged(app_commands.Command[Any, ..., None]):
    """A command of the tree. It takes the options of all its acts, and hands on to the act that is meant."""

    def __init__(self, name: str, acts: Mapping[str, Act], way: Way) -> None:
        """:param acts: by the words of ``what``; a command that only does one thing has one, under no word."""
        about = way.about or next(iter(acts.values())).description
        super().__init__(name=name.rsplit(maxsplit=1)[-1], description=about, callback=_done_by_its_acts)
        self.acts, self.is_open = acts, way.is_open
        if "" in acts:
            self._params = dict(acts[""]._params)
        else:
            self._params = {WHAT: _which(acts, needed=not way.is_open)} | _all_options(acts)

    def meant(self, given: Mapping[str, Any]) -> tuple[str, Act]:
        """Return the word and the act that is meant: named, or else the first that takes all that is given.

        :raises TellPlayer: if it lacks an option, or there is one that it does not take.
        """
        options = given.keys() - {WHAT} if "" not in self.acts else given.keys()
        word = self._word(given.get(WHAT), options)
        act = self.acts[word]
        known = {each.display_name: each for each in act.parameters}
        if strange := sorted(options - known.keys()):
            takes = ", ".join(f"`{each}`" for each in known) or "no other option"
            raise TellPlayer(f"`{self._typed(word)}` has no use for `{strange[0]}`. It takes {takes}.")
        if lacks := [name for name, each in known.items() if each.required and name not in given]:
            named = " and ".join(f"`{each}`" for each in lacks)
            shown = " ".join(f"{each}:…" for each in lacks)
            raise TellPlayer(f"That needs {named} as well: `{self._typed(word)} {shown}`.")
        return word, act

    def _word(self, named: Any, options: Any) -> str:
        if named in self.acts:
            return str(named)
        fitting = [word for word, act in self.acts.items() if options <= {each.display_name for each in act.parameters}]
        return next(iter([*fitting, *self.acts]))

    def _typed(self, word: str) -> str:
        return f"/{self.qualified_name}{f' {WHAT}:{word}' if word else ''}"

    async def _invoke_with_namespace(self, interaction: discord.Interaction[Any], namespace: Namespace) -> Any:
        try:
            _, act = self.meant(vars(namespace))
        except TellPlayer as error:
            raise app_commands.CommandInvokeError(self, error) from error
        return await act._invoke_with_namespace(interaction, namespace)

    async def _invoke_autocomplete(
        self, interaction: discord.Interaction[Any], name: str, namespace: Namespace
    ) -> None:
        given = vars(namespace)
        wanted = [self.acts[given[WHAT]]] if given.get(WHAT) in self.acts else list(self.acts.values())
        able = [each for each in wanted if _suggests(each, name)]
        if able:
            await able[0]._invoke_autocomplete(interaction, name, namespace)
        else:
            await interaction.response.autocomplete([])


def _suggests(act: Act, option: str) -> bool:
    return any(each.display_name == option and each.autocomplete for each in act.parameters)


def _which(acts: Mapping[str, Act], *, needed: bool) -> CommandParameter:
    """Return the option that says which act is meant."""
    choices: list[Choice[Any]] = [Choice(name=f"{word}: {act.description}", value=word) for word, act in acts.items()]
    first = "" if needed else f"; {next(iter(acts))}, if you leave it out"
    return CommandParameter(
        name=WHAT,
        description=f"One of these{first}",
        required=needed,
        default="",
        choices=choices,
        type=Kind.string,
        channel_types=[],
        _annotation=str,
    )


def _all_options(acts: Mapping[str, Act]) -> dict[str, CommandParameter]:
    """Return the options of all acts, none of them needed; one that several have takes what any of them takes."""
    found: dict[str, CommandParameter] = {}
    for act in acts.values():
        for parameter in act._params.values():
            name = parameter.display_name
            known = found.get(name)
            found[name] = _optional(parameter) if known is None else _both(known, parameter)
    return found


def _optional(parameter: CommandParameter) -> CommandParameter:
    return dataclasses.replace(parameter, required=False)


def _both(one: CommandParameter, other: CommandParameter) -> CommandParameter:
    """Return an option that takes what either takes.

    :raises TypeError: if they are of different kinds: then one of them needs another name.
    """
    if one.type is not other.type or bool(one.choices) != bool(other.choices):
        raise TypeError(f"{one.display_name} means different things in one command")
    ends = (one.min_value, other.min_value), (one.max_value, other.max_value)
    least, most = (None if None in each else pick(each) for pick, each in zip((min, max), ends, strict=True))  # type: ignore[type-var]
    return dataclasses.replace(
        one, min_value=least, max_value=most, autocomplete=one.autocomplete or other.autocomplete
    )


def merged(name: str, acts: Mapping[str, Act]) -> Merged:
    """Return a command of :data:`WAYS`.

    :param acts: all there are, by their names.
    """
    return Merged(name, {what: acts[act] for what, act in WAYS[name].acts.items()}, WAYS[name])
