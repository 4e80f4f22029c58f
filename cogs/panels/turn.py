"""Behind a turn's post: what happened step by step, and the proof, answered to whoever presses, from kept facts."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import discord
from discord import ui

from cogs.kit.client import Interaction
from cogs.kit.limits import MESSAGE_TEXT, shared_out
from cogs.kit.messages import TellPlayer, answers_for_itself, within_limits
from cogs.kit.question_id import ACCENT
from cogs.kit.rights import known_race
from records.races import PublicRace
from records.values import RaceId
from words import WORDS
from words.shared.names import harmless, names_of
from words.shared.proofs import proof_lines
from words.shared.results import luck_lines
from words.shared.telling import SEALED

MOST_FACTS = 4_000
"""That one button shows."""

PAGE = MESSAGE_TEXT - 500
_RANGE = r"(?P<race>[0-9]{1,10}):(?P<first>[0-9]{1,9}):(?P<last>[0-9]{1,9}):(?P<page>[0-9]{1,4})(?P<turns>t?)"


class _FactsButton(ui.DynamicItem[ui.Button[Any]], template=_RANGE):
    """Shows something of a range of facts, a page at a time."""

    kind: ClassVar[str]
    label: ClassVar[str]
    emoji: ClassVar[str]

    def __init_subclass__(cls, *, kind: str, label: str, emoji: str) -> None:
        super().__init_subclass__(template=f"{kind}:{_RANGE}")
        cls.kind, cls.label, cls.emoji = kind, label, emoji

    def __init__(self, race: RaceId, first: int, last: int, page: int = 1, *, turns: str = "") -> None:
        """:param turns: the label of a button that turns pages; the one under a post bears its own."""
        self.race, self.first, self.last, self.page, self.turns = race, first, last, page, bool(turns)
        custom_id = f"{self.kind}:{race}:{first}:{last}:{page}{'t' if turns else ''}"
        super().__init__(
            ui.Button(label=turns or type(self).label, emoji=None if turns else type(self).emoji, custom_id=custom_id)
        )

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        first, last, page = int(match["first"]), int(match["last"]), int(match["page"])
        return cls(RaceId(int(match["race"])), first, last, page, turns=(item.label or "…") if match["turns"] else "")

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.turns:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
        lobby = await known_race(interaction, self.race)
        last = min(self.last, self.first + MOST_FACTS)
        lines = await self.lines(interaction, lobby, self.first, last)
        await self._show(interaction, lobby, shared_out(lines, PAGE))

    async def lines(self, interaction: Interaction, lobby: PublicRace, first: int, last: int) -> Sequence[str]:
        """Return what is shown of facts *first* to *last*, a line each."""
        raise NotImplementedError

    async def _show(self, interaction: Interaction, lobby: PublicRace, pages: Sequence[str]) -> None:
        at = min(max(self.page, 1), len(pages))
        number = f" · {at} of {len(pages)}" if len(pages) > 1 else ""
        text = f"### {type(self).label} · {harmless(lobby.race.title)}{number}\n{pages[at - 1]}"
        box: ui.Container[Any] = ui.Container(ui.TextDisplay(text), accent_colour=ACCENT)
        turns = [(at - 1, "◀ Before")] * (at > 1) + [(at + 1, "After ▶")] * (at < len(pages))
        if turns:
            box.add_item(
                ui.ActionRow(*(type(self)(self.race, self.first, self.last, to, turns=label) for to, label in turns))
            )
        layout = ui.LayoutView(timeout=None)
        layout.add_item(box)
        await interaction.edit_original_response(view=within_limits(layout))


class HappenedButton(_FactsButton, kind="happened", label="What happened", emoji="📖"):
    """Tells a turn step by step, with all its rolls, to whoever presses."""

    async def lines(self, interaction: Interaction, lobby: PublicRace, first: int, last: int) -> Sequence[str]:
        facts = await interaction.client.steward.facts(lobby.race.id, first, last)
        told = WORDS[lobby.race.ruleset].tell(facts, names_of(lobby.entries))
        lines = [line for each in told for line in each.split("\n") if not line.startswith(SEALED)]
        if not lines:
            raise TellPlayer("Nothing has happened here yet.")
        return lines


class ProofButton(_FactsButton, kind="proof", label="Proof", emoji="🔒"):
    """Shows the seals of a turn, what they held, their digest, and the dice in order."""

    async def lines(self, interaction: Interaction, lobby: PublicRace, first: int, last: int) -> Sequence[str]:
        steward = interaction.client.steward
        opened = [each for each in await steward.reveals(lobby.race.id) if first <= each.n <= last]
        facts = await steward.facts(lobby.race.id, first, last)
        return proof_lines(opened, facts, names_of(lobby.entries), lobby.race.commitment)


class LuckButton(_FactsButton, kind="luck", label="Luck", emoji="🍀"):
    """Shows each driver's dice against what was to be expected of them, roll by roll."""

    async def lines(self, interaction: Interaction, lobby: PublicRace, first: int, last: int) -> Sequence[str]:
        words, facts = WORDS[lobby.race.ruleset], await interaction.client.steward.turns.facts(lobby, first, last)
        lines = luck_lines(words.chances(facts) if words.chances else (), names_of(lobby.entries))
        if not lines:
            raise TellPlayer("The dice have decided nothing yet.")
        return [*lines, "-# 50 % is fair: then as many rolls go better as worse."]
