"""Why it went that way: a button under each phase, which answers its player from the facts on record."""

from collections.abc import Sequence

from cogs.choices.which_game import options_of
from cogs.kit.client import Interaction
from cogs.kit.fact_pages import FactsButton
from cogs.kit.limits import MESSAGE_TEXT, shared_out
from cogs.kit.messages import TellPlayer
from engine.facts import Fact, Rolled
from records.races import PublicRace
from words import WORDS
from words.shared.names import names_in

MOST_FACTS = 2_000
"""That one button explains; a turn has some hundreds."""

PAGE = MESSAGE_TEXT - 300
NOTHING_ROLLED = "Nothing was left to the dice here."


class WhyButton(FactsButton, kind="why", name="Why?", emoji="🎲", most=MOST_FACTS):
    """Explains the dice among some facts of a race: rule, dice, modifiers, the row of the table, the effect."""

    async def pages(self, interaction: Interaction, race: PublicRace, first: int, last: int) -> Sequence[str]:
        facts = await interaction.client.steward.log.facts(race.record.id, first, last)
        blocks = WORDS[race.record.ruleset].why(facts, names_in(race), options_of(race))
        if not blocks:
            raise TellPlayer(NOTHING_ROLLED)
        return _paged(blocks)


def is_to_explain(facts: Sequence[Fact]) -> bool:
    """Tell whether anything was rolled among *facts*."""
    return any(isinstance(fact, Rolled) for fact in facts)


def _paged(blocks: list[str]) -> list[str]:
    """Return the explanations as pages, each of whole rolls; cut one that is too long for a page."""
    joined = shared_out([block.replace("\n", _KEPT) for block in blocks], PAGE)
    return [page.replace("\n", "\n\n").replace(_KEPT, "\n") for page in joined]


_KEPT = "\x1f"  # stands for the line breaks within a block while pages are made of blocks
