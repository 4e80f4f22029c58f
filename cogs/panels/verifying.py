"""The proof of a race: dice and seals checked, with a file to check them by hand, and the button that shows it."""

import io
from typing import Annotated

import discord

from cogs.kit.client import Interaction
from cogs.kit.items import Button
from cogs.kit.layouts import show_text
from cogs.kit.limits import cut
from cogs.kit.rights import known_race
from records.races import PublicRace, Start
from records.values import RaceId
from steward import Verification
from words.shared.names import harmless, names_in
from words.shared.telling import count


class VerifyButton(Button, template="verify:{race}:{commitment}", label="Proof", emoji="🔒"):
    """Checks the dice and the seals of a race, for the player.

    Under a race's panel its custom id holds the commitment: so that stands in the message, and nobody has to read it.
    """

    race: RaceId
    commitment: Annotated[str, "[0-9a-f]{64}"] | None = None  # SHA-256 of the race's secret, where it is to stand

    async def press(self, interaction: Interaction) -> None:
        await show_verification(interaction, await known_race(interaction, self.race))


async def show_verification(interaction: Interaction, race: PublicRace) -> None:
    found = await interaction.client.steward.log.verify(race.record.id)
    lines = [
        f"### Dice and seals of {harmless(race.record.title)}",
        verdict(found),
        f"Commitment (SHA-256): `{found.commitment}`",
    ]
    if found.secret is None:
        lines.append(_when_told(race))
    else:
        lines.append(f"Secret: `{found.secret}`")
        lines.append(f"Words: {', '.join(harmless(cut(word, 40)) or '–' for word in found.words)}")
        if any(found.salts):
            lines.append(f"-# Salts of the words: {', '.join(salt or '–' for salt in found.salts)}")
    lines += start_lines(race, found.start)
    if found.unproven:
        names = names_in(race)
        whose = ", ".join("the common piles" if each is None else names[each] for each in found.unproven)
        lines.append(f"What was concealed is not what the seed gives: {whose}.")
    lines.append("-# The file is for checking it yourself: `/rules topic:checking a race` tells how.")
    proof = await interaction.client.steward.log.proof(race.record.id)
    name = f"{race.record.kind.noun}-{race.record.id}.json"
    await show_text(interaction, "\n".join(lines), file=discord.File(io.BytesIO(proof), name))


def _when_told(race: PublicRace) -> str:
    """Return in words when the bot reveals the secret of a race's dice."""
    if race.record.league:
        return "The secret is told once the race is reckoned: until then it can go back."
    if race.record.cup:
        return "The secret is told once the next race begins, after the last one in a day: until then it can go back."
    return "The secret is told when the race is over."


def start_lines(race: PublicRace, start: Start) -> list[str]:
    """Return the lines on the post and beacon mixed into a race's dice, with where to look them up."""
    link = race.start_link
    mixed = "which a lesson does not mix into its dice: they fall alike at each try"
    of_post = mixed if start.is_known else "mixed into the dice"
    post = [f"Start: post [{start.post}]({link}), {of_post}"] if link else []
    beacon = [f"Public beacon: drand quicknet, round {start.round}: `{start.beacon}`"] if start.round else []
    return [*post, *beacon]


def verdict(found: Verification) -> str:
    """Return in one sentence whether dice and seals fit, as far as the proof goes by now."""
    rolls, seals, broken = count(found.rolls, "roll"), count(found.seals, "seal"), found.broken_seals
    if not found.is_sound:
        first = (
            f"roll {found.first_wrong + 1} of {rolls} is not what the seed gives"
            if found.first_wrong is not None
            else ""
        )
        shut = f"of {seals} {broken} are broken or were never opened" if broken else ""
        told = f"{count(len(found.wrong_digests), 'digest')} in the thread fit no seals" if found.wrong_digests else ""
        hidden = "what was concealed is not what the seed gives" if found.unproven else ""
        return f"❌ **Something does not fit:** {'; '.join(filter(None, (first, shut, told, hidden)))}."
    if found.secret is None:
        return f"✅ All fits so far: of {seals} none is broken, and {rolls} can be checked when the race is over."
    return f"✅ Everything fits: {rolls}, all as the seed gives them, and {seals}, 0 broken or never opened."
