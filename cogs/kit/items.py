"""Buttons and menus whose custom ids say which race they belong to, so that they work after a restart."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.messages import TellPlayer, answers_for_itself
from cogs.kit.question_id import RACE
from records.values import RaceId

__all__ = [
    "ID",
    "NOT_OFFERED",
    "RACE",
    "ActButton",
    "Looks",
    "RaceButton",
    "RaceMenu",
    "chosen",
    "chosen_number",
    "chosen_values",
]

_LARGEST = str(2**63 - 1)
_AS_LONG = [f"{_LARGEST[:n]}[0-{int(digit) - 1}][0-9]{{{18 - n}}}" for n, digit in enumerate(_LARGEST) if digit != "0"]
ID = rf"(?:[0-9]{{1,18}}|{'|'.join(_AS_LONG)}|{_LARGEST})"
"""An id of Discord's; larger numbers are none, and the database could not hold them."""

NOT_OFFERED = "This menu does not offer that. Open it again, and choose."


A = TypeVar("A", bound=str)
Looks = Mapping[A, tuple[str, discord.ButtonStyle]]
"""A button's act -> its label and its style."""


class RaceButton(ui.DynamicItem[ui.Button[Any]], ABC, template=RACE):
    """A button that knows only its race; it shows something to the player who presses it, in private."""

    _kind: ClassVar[str]
    _in_place: ClassVar[bool]
    _looks: ClassVar[Mapping[str, Any]]

    def __init_subclass__(cls, *, kind: str, in_place: bool = False, more: str = "", **looks: Any) -> None:
        """:param kind: the beginning of the custom id.
        :param in_place: whether the answer replaces the button's message.
        :param more: the pattern of what may follow the race in the custom id.
        """
        super().__init_subclass__(template=f"{kind}:{RACE}{more}")
        cls._kind, cls._in_place, cls._looks = kind, in_place, looks

    def __init__(self, race: RaceId) -> None:
        self.race = race
        super().__init__(ui.Button(custom_id=f"{self._kind}:{race}", **self._looks))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])))

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self._in_place:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
        await self.show(interaction)

    @abstractmethod
    async def show(self, interaction: Interaction) -> None:
        """Show it; the interaction has been deferred."""


class ActButton(ui.DynamicItem[ui.Button[Any]], ABC, Generic[A], template=RACE):
    """A button that does one of several things with its race; its custom id says which."""

    _kind: ClassVar[str]
    _looks: ClassVar[Looks[Any]]

    def __init_subclass__(cls, *, kind: str, looks: "Looks[Any]") -> None:
        """:param kind: the beginning of the custom id.
        :param looks: label and style of each act.
        """
        super().__init_subclass__(template=f"{kind}:(?P<act>{'|'.join(looks)}):{RACE}")
        cls._kind, cls._looks = kind, looks

    def __init__(self, race: RaceId, act: A) -> None:
        self.race, self.act = race, act
        label, style = self._looks[act]
        super().__init__(ui.Button(label=label, style=style, custom_id=f"{self._kind}:{act}:{race}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        act: Any = match["act"]
        return cls(RaceId(int(match["race"])), act)


class RaceMenu(ui.DynamicItem[ui.Select[Any]], ABC, template=RACE):
    """A menu that knows its race, and perhaps what of it is chosen; it stands in a message for one player alone."""

    _kind: ClassVar[str]

    def __init_subclass__(cls, *, kind: str, about: str = "") -> None:
        """:param kind: the beginning of the custom id.
        :param about: the pattern of a menu's subject, if menus of this kind have several.
        """
        super().__init_subclass__(template=f"{kind}:{RACE}" + (f":(?P<about>{about})" if about else ""))
        cls._kind = kind

    def __init__(self, race: RaceId, about: str = "", select: "ui.Select[Any] | None" = None) -> None:
        self.race, self.about = race, about
        made: ui.Select[Any] = select or ui.Select()
        made.custom_id = ":".join(filter(None, (self._kind, str(race), about)))
        super().__init__(made)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(RaceId(int(match["race"])), match.groupdict().get("about", ""))

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await self.take(interaction, chosen_values(interaction))

    @abstractmethod
    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        """Take a choice; the interaction has been deferred."""


def chosen_values(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """Return the choice of a menu; empty where it may be left so."""
    data: Any = interaction.data
    return [str(value) for value in data.get("values", [])]


def chosen(values: Sequence[str]) -> str:
    """Return the one value that was chosen; :exc:`TellPlayer` if there is none."""
    if not values:
        raise TellPlayer(NOT_OFFERED)
    return values[0]


def chosen_number(values: Sequence[str]) -> int:
    """Return the number that was chosen; :exc:`TellPlayer` if it is none that a menu of ours offers."""
    value = chosen(values)
    if not re.fullmatch("[0-9]{1,10}", value):
        raise TellPlayer(NOT_OFFERED)
    return int(value)
