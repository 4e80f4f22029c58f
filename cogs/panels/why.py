"""Why it went so: a button under each phase, answered to whoever presses it, from the facts that are kept."""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.limits import MESSAGE_TEXT, shared_out
from cogs.kit.messages import TellPlayer, answers_for_itself, within_limits
from cogs.kit.question_id import ACCENT
from cogs.kit.rights import known_race
from engine.game import Fact, Rolled
from records.values import RaceId
from words import WORDS
from words.shared.names import harmless, names_of

MOST_FACTS = 2_000
"""That one button explains; a turn has some hundreds."""

PAGE = MESSAGE_TEXT - 300
NOTHING_ROLLED = "Nothing was left to the dice here."


class WhyButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"why:(?P<race>[0-9]{1,10}):(?P<first>[0-9]{1,9}):(?P<last>[0-9]{1,9}):(?P<page>[0-9]{1,4})(?P<turns>t?)",
):
    """Explains the dice among some facts of a race: rule, dice, modifiers, the row of the table, what it meant.

    It names the facts by their numbers, so it answers after a restart and years later just as well.
    """

    def __init__(self, race: RaceId, first: int, last: int, page: int = 1, *, label: str = "") -> None:
        """:param label: for a button that turns pages; the one under a post says "Why?"."""
        self.race, self.first, self.last, self.page, self.turns = race, first, last, page, bool(label)
        custom_id = f"why:{race}:{first}:{last}:{page}{'t' if label else ''}"
        super().__init__(ui.Button(label=label or "Why?", emoji=None if label else "🎲", custom_id=custom_id))

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
        await show_why(interaction, self.race, self.first, self.last, self.page)


def is_to_explain(facts: Sequence[Fact]) -> bool:
    """Tell whether anything was rolled among *facts*."""
    return any(isinstance(fact, Rolled) for fact in facts)


async def show_why(interaction: Interaction, race: RaceId, first: int, last: int, page: int = 1) -> None:
    """Explain the rolls among facts *first* to *last* of a race, a page at a time; page 0 is the last one."""
    steward = interaction.client.steward
    lobby = await known_race(interaction, race)
    facts = await steward.facts(race, first, min(last, first + MOST_FACTS))
    blocks = WORDS[lobby.race.ruleset].why(facts, names_of(lobby.entries))
    if not blocks:
        raise TellPlayer(NOTHING_ROLLED)
    pages = _paged(blocks)
    at = len(pages) if page == 0 else min(max(page, 1), len(pages))
    heading = f"### Why? {harmless(lobby.race.title)}" + (f" · {at} of {len(pages)}" if len(pages) > 1 else "")
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(f"{heading}\n{pages[at - 1]}"), accent_colour=ACCENT)
    turns = [(at - 1, "◀ Before")] * (at > 1) + [(at + 1, "After ▶")] * (at < len(pages))
    if turns:
        box.add_item(ui.ActionRow(*(WhyButton(race, first, last, to, label=label) for to, label in turns)))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    await interaction.edit_original_response(view=within_limits(layout))


def _paged(blocks: list[str]) -> list[str]:
    """Return the explanations as pages, each of whole rolls; one that is too long for a page by itself is cut."""
    joined = shared_out([block.replace("\n", _KEPT) for block in blocks], PAGE)
    return [page.replace("\n", "\n\n").replace(_KEPT, "\n") for page in joined]


_KEPT = "\x1f"  # stands for the line breaks within a block while pages are made of blocks
