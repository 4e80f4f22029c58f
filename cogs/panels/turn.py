"""The buttons of a turn's post: the turn step by step, the proof, and luck; private answers to the player."""

from collections.abc import Sequence

from cogs.choices.which_game import options_of
from cogs.kit.client import Interaction
from cogs.kit.fact_pages import FactsButton
from cogs.kit.limits import MESSAGE_TEXT, shared_out
from cogs.kit.messages import TellPlayer
from records.races import PublicRace
from records.values import PlayerId
from words import WORDS, nouns_of
from words.shared.names import names_in
from words.shared.proofs import proof_lines
from words.shared.results import luck_lines, what_luck_is
from words.shared.telling import SEALED

MOST_FACTS = 4_000
"""That one button shows."""

PAGE = MESSAGE_TEXT - 500


class HappenedButton(FactsButton, kind="happened", name="What happened", emoji="📖", most=MOST_FACTS):
    """Tells a turn step by step, with all its rolls, to the player."""

    async def pages(self, interaction: Interaction, race: PublicRace, first: int, last: int) -> Sequence[str]:
        facts = await interaction.client.steward.log.facts(race.record.id, first, last)
        words = WORDS[race.record.ruleset]
        told = words.tell(words.numbered(facts, options_of(race)), names_in(race))
        lines = [line for each in told for line in each.split("\n") if not line.startswith(SEALED)]
        if not lines:
            raise TellPlayer("Nothing has happened here yet.")
        return shared_out(lines, PAGE)


class ProofButton(FactsButton, kind="proof", name="Proof", emoji="🔒", most=MOST_FACTS):
    """Shows the seals of a turn, their contents, their digest, and the dice in order."""

    async def pages(self, interaction: Interaction, race: PublicRace, first: int, last: int) -> Sequence[str]:
        steward = interaction.client.steward
        reveals = await steward.log.reveals(race.record.id)
        opened = [each for each in reveals if first <= each.n <= last]
        facts = await steward.log.facts(race.record.id, first, last)
        latest = set((await steward.turns.digests(race.record.id))[-1:]) - {each.sealing.digest for each in reveals}
        kept = [f"**Digest of the answers that are in, not opened yet** `{digest}`" for digest in latest]
        return shared_out([*kept, *proof_lines(opened, facts, names_in(race), race.record.commitment)], PAGE)


class LuckButton(FactsButton, kind="luck", name="Luck", emoji="🍀", most=MOST_FACTS):
    """Shows each driver's dice against what was to be expected of them, one's own first."""

    async def pages(self, interaction: Interaction, race: PublicRace, first: int, last: int) -> Sequence[str]:
        words, facts = WORDS[race.record.ruleset], await interaction.client.steward.turns.facts(race, first, last)
        chances = tuple(words.chances(facts, options_of(race))) if words.chances else ()
        if not chances:
            raise TellPlayer("The dice have decided nothing yet.")
        own, names = race.entries_of(PlayerId(interaction.user.id)), names_in(race)
        what = what_luck_is(nouns_of(race.record))
        mine = luck_lines([each for each in chances if each.entry in own], names)
        others = luck_lines([each for each in chances if each.entry not in own], names)
        if not mine:
            return shared_out([what, *others], PAGE)
        return [*shared_out([*mine, f"-# {what}"], PAGE), *(shared_out(others, PAGE) if others else ())]
