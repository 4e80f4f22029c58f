"""Buttons and menus that declare their custom ids, so that they work after a restart.

A control is a class. Its fields say all that it knows, and its template where they stand in the custom id::

    class LobbyButton(Button, template="lobby:{act}:{race}", looks=LOOKS):
        race: RaceId
        act: Act

        async def press(self, interaction: Interaction) -> None: ...

``LobbyButton(race, "join")`` then has a custom id such as ``lobby:join:1``, and a press makes such a control again.
Fields that the template leaves out have defaults: they say how it looks. A control needs no list: to exist is enough
(:mod:`cogs.parts`).
"""

import dataclasses
import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar, dataclass_transform

import discord
from discord import ButtonStyle, ui

from cogs.kit.client import Interaction
from cogs.kit.ids import OURS, Template
from cogs.kit.limits import BUTTON_LABEL, cut
from cogs.kit.messages import TellPlayer, answers_for_itself
from cogs.kit.rights import known_race
from records.races import PublicRace
from records.values import RaceId

NOT_OFFERED = "This menu does not offer that. Open it again, and choose."

Item = TypeVar("Item", bound=ui.Item[Any])
Act = TypeVar("Act", bound=str)
Looks = Mapping[Act, tuple[str, ButtonStyle]]
"""A button's act -> its label and its style."""

Finds = Callable[[Interaction, RaceId], Awaitable[PublicRace]]
Shows = Callable[[Interaction, PublicRace], Awaitable[None]]
Answers = Literal["anew", "here", "itself"]
"""The answer to a press: a new message, private; this message, changed; whatever the control does itself."""

CONTROLS: list[type["Control[Any]"]] = []
"""All that exist."""


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Control(ui.DynamicItem[Item], ABC, Generic[Item], template=""):
    """A button or menu that answers wherever it stands."""

    _ids: ClassVar[Template]
    _answers: ClassVar[Answers] = "anew"

    def __init_subclass__(cls, *, template: str = "", answers: Answers | None = None) -> None:
        """:param template: its custom id, with fields in curly brackets; without one it only serves others as base.
        :param answers: how a press on it is answered, if that is always alike.
        """
        made: Any = dataclasses.dataclass(eq=False, repr=False)(cls)
        cls._ids = Template(template, {each.name: each.type for each in dataclasses.fields(made)})
        cls._answers = answers or cls._answers
        super().__init_subclass__(template=cls._ids.pattern)
        if template:
            CONTROLS.append(cls)

    def __post_init__(self) -> None:
        face: Any = self.face()
        face.custom_id = self._ids.write(self)
        super().__init__(face)

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(**cls._ids.read(match))

    @abstractmethod
    def face(self) -> Item:
        """Return what players see of it; it gets its custom id later."""

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if (answer := self.answer()) != "itself":
            await interaction.response.defer(ephemeral=answer == "anew", thinking=answer == "anew")
        await self.press(interaction)

    def answer(self) -> Answers:
        """Return how a press on it is answered."""
        return self._answers

    @abstractmethod
    async def press(self, interaction: Interaction) -> None:
        """Act on a press; the interaction has been deferred, unless the control answers itself."""


class Button(Control[ui.Button[Any]]):
    """A button."""

    label: str = field(default="", kw_only=True)
    style: ButtonStyle | None = field(default=None, kw_only=True)

    _label: ClassVar[str] = ""
    _style: ClassVar[ButtonStyle] = ButtonStyle.secondary
    _emoji: ClassVar[str | None] = None
    _looks: ClassVar[Looks[Any]] = MappingProxyType({})

    def __init_subclass__(
        cls,
        *,
        label: str = "",
        style: ButtonStyle = ButtonStyle.secondary,
        emoji: str | None = None,
        looks: Looks[Any] = MappingProxyType({}),
        **how: Any,
    ) -> None:
        """:param label: what stands on it, if nothing else was said as it was made; likewise its style.
        :param looks: label and style for each value of its field ``act``.
        """
        cls._label, cls._style, cls._emoji, cls._looks = label, style, emoji, looks
        super().__init_subclass__(**how)

    def face(self) -> ui.Button[Any]:
        act: str = getattr(self, "act", "")
        label, style = self._looks.get(act, (self._label, self._style))
        return ui.Button(label=cut(self.label or label, BUTTON_LABEL), style=self.style or style, emoji=self._emoji)


class RaceButton(Button):
    """A button that knows only its race, and shows something of it, or does one thing with it."""

    race: RaceId

    _way: ClassVar[tuple[Finds, Shows]]

    def __init_subclass__(cls, *, kind: str, shows: Shows, finds: Finds = known_race, **how: Any) -> None:
        """:param kind: the beginning of the custom id.
        :param shows: gets the race; the interaction has been deferred.
        :param finds: finds the race of a custom id, which can be forged.
        """
        cls._way = finds, shows
        super().__init_subclass__(template=f"{kind}:{{race}}", **how)

    async def press(self, interaction: Interaction) -> None:
        find, show = self._way
        await show(interaction, await find(interaction, self.race))


class Select(Control[ui.Select[Any]], answers="here"):
    """A menu; it stands in a message for one player alone."""

    select: ui.Select[Any] | None = field(default=None, kw_only=True)

    def face(self) -> ui.Select[Any]:
        return self.select or ui.Select()

    async def press(self, interaction: Interaction) -> None:
        await self.take(interaction, chosen_values(interaction))

    @abstractmethod
    async def take(self, interaction: Interaction, values: Sequence[str]) -> None:
        """Take a choice; the interaction has been deferred."""


def looks_of(table: Mapping[Act, tuple[str, Shows]]) -> Looks[Act]:
    """Return the looks of buttons for a table of things to look at."""
    return {act: (label, ButtonStyle.secondary) for act, (label, _) in table.items()}


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
    if not re.fullmatch(OURS, value):
        raise TellPlayer(NOT_OFFERED)
    return int(value)
