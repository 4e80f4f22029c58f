"""Declaring commands about one thing, such as a race: they share the option that says which."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from discord import app_commands

from cogs.kit.client import Interaction

Deed = Callable[..., Coroutine[Any, Any, None]]
Command = app_commands.Command[Any, ..., None]
Choices = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


@dataclass(frozen=True)
class About:
    """The option that says which thing a command is about, its meaning, and what it offers as somebody types."""

    option: str
    meaning: str
    choices: Choices

    def __call__(self, name: str, description: str, /, **meanings: str) -> Callable[[Deed], Command]:
        """Return the decorator that makes a command of a method.

        :param meanings: of the other options, by name.
        """

        def declare(deed: Deed) -> Command:
            described: Deed = app_commands.describe(**{self.option: self.meaning, **meanings})(deed)
            suggested: Deed = app_commands.autocomplete(**{self.option: self.choices})(described)
            return app_commands.command(name=name, description=description)(suggested)

        return declare
