"""Buttons that show the player something about a range of a race's facts, a page at a time.

They name the facts by their numbers, so they answer from the record, even after a restart and years later. Their
numbers leave out private facts, since everybody can read a custom id.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.messages import answers_for_itself, within_limits
from cogs.kit.rights import known_race
from records.races import PublicRace
from records.values import RaceId
from words.shared.names import harmless

_RANGE = r"(?P<race>[0-9]{1,10}):(?P<first>[0-9]{1,9}):(?P<last>[0-9]{1,9}):(?P<page>[0-9]{1,4})(?P<turns>t?)"


class FactsButton(ui.DynamicItem[ui.Button[Any]], ABC, template=_RANGE):
    """Shows something of facts *first* to *last* of a race."""

    _kind: ClassVar[str]
    _name: ClassVar[str]
    _emoji: ClassVar[str]
    _most: ClassVar[int]

    def __init_subclass__(cls, *, kind: str, name: str, emoji: str, most: int) -> None:
        """:param kind: the beginning of the custom id.
        :param name: of the button, and of its pages.
        :param most: greatest number of facts that one button shows.
        """
        super().__init_subclass__(template=f"{kind}:{_RANGE}")
        cls._kind, cls._name, cls._emoji, cls._most = kind, name, emoji, most

    def __init__(self, race: RaceId, first: int, last: int, page: int = 1, *, label: str = "") -> None:
        """:param page: 1 first; 0 for the last.
        :param label: of a button that turns pages; the one under a post bears its name.
        """
        self.race, self.first, self.last, self.page, self.turns = race, first, last, page, bool(label)
        custom_id = f"{self._kind}:{race}:{first}:{last}:{page}{'t' if label else ''}"
        super().__init__(
            ui.Button(label=label or self._name, emoji=None if label else self._emoji, custom_id=custom_id)
        )

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        first, last, page = int(match["first"]), int(match["last"]), int(match["page"])
        label = (item.label or "…") if match["turns"] else ""
        return cls(RaceId(int(match["race"])), first, last, page, label=label)

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.turns:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
        race = await known_race(interaction, self.race)
        last = min(self.last, self.first + self._most)
        first, last = await interaction.client.steward.log.numbered(race, self.first, last)
        self._show_page(layout := layout_of(), race, await self.pages(interaction, race, first, last))
        await interaction.edit_original_response(view=within_limits(layout))

    @abstractmethod
    async def pages(self, interaction: Interaction, race: PublicRace, first: int, last: int) -> Sequence[str]:
        """Return the pages for the facts numbered *first* to *last*, one at least.

        :raises TellPlayer: if there is nothing to show.
        """

    def _show_page(self, layout: ui.LayoutView, race: PublicRace, pages: Sequence[str]) -> None:
        at = len(pages) if self.page == 0 else min(self.page, len(pages))
        number = f" · {at} of {len(pages)}" if len(pages) > 1 else ""
        heading = f"### {self._name} {harmless(race.record.title)}{number}"
        box = boxed(ui.TextDisplay(f"{heading}\n{pages[at - 1]}"))
        turns = [(at - 1, "◀ Before")] * (at > 1) + [(at + 1, "After ▶")] * (at < len(pages))
        if turns:
            anew = (type(self)(self.race, self.first, self.last, to, label=label) for to, label in turns)
            box.add_item(ui.ActionRow(*anew))
        layout.add_item(box)
