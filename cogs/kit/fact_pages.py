"""Buttons that show the player something about a range of a race's facts, a page at a time.

They name the facts by their numbers, so they answer from the record, even after a restart and years later. Their
numbers leave out private facts, since everybody can read a custom id.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.ids import Part
from cogs.kit.items import Answers, Button
from cogs.kit.layouts import boxed, layout_of
from cogs.kit.messages import within_limits
from cogs.kit.rights import known_race
from records.races import PublicRace
from records.values import RaceId
from words.shared.names import harmless

Turns = Annotated[bool, Part("(?P<turns>t?)", lambda match: bool(match["turns"]), lambda turns: "t" if turns else "")]


class FactsButton(Button):
    """Shows something of facts *first* to *last* of a race."""

    race: RaceId
    first: Annotated[int, "[0-9]{1,9}"]
    last: Annotated[int, "[0-9]{1,9}"]
    page: Annotated[int, "[0-9]{1,4}"] = 1  # 1 first; 0 for the last
    turns: Turns = False  # whether it turns pages; the one under a post does not, and bears the pages' name

    _most: ClassVar[int]

    def __init_subclass__(cls, *, kind: str, name: str, emoji: str, most: int) -> None:
        """:param kind: the beginning of the custom id.
        :param name: of the button, and of its pages.
        :param most: greatest number of facts that one button shows.
        """
        cls._most = most
        template = f"{kind}:{{race}}:{{first}}:{{last}}:{{page}}{{turns}}"
        super().__init_subclass__(template=template, label=name, emoji=emoji)

    def face(self) -> ui.Button[Any]:
        made = super().face()
        made.emoji = None if self.turns else made.emoji
        return made

    def answer(self) -> Answers:
        return "here" if self.turns else "anew"

    async def press(self, interaction: Interaction) -> None:
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
        heading = f"### {self._label} {harmless(race.record.title)}{number}"
        box = boxed(ui.TextDisplay(f"{heading}\n{pages[at - 1]}"))
        turns = [(at - 1, "◀ Before")] * (at > 1) + [(at + 1, "After ▶")] * (at < len(pages))
        if turns:
            anew = (type(self)(self.race, self.first, self.last, to, turns=True, label=label) for to, label in turns)
            box.add_item(ui.ActionRow(*anew))
        layout.add_item(box)
