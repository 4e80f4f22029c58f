"""Races alone against house drivers: against whom, and how they begin."""

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

import discord
import msgspec

from cogs.choices.which_game import options_of
from cogs.kit.client import Interaction
from cogs.kit.ids import Part
from cogs.kit.items import Button
from cogs.kit.messages import TellPlayer
from cogs.kit.places import is_asked_here, tell_with_way
from cogs.kit.rights import known_race, require_race
from engine.game import AnyRuleset
from engine.options import shares_out
from engine.questions import Answer
from engine.refusals import GameReason
from engine.rulesets import RULESETS
from records.refusals import Refused
from records.values import PlayerId, RaceId
from words import nouns_of
from words.shared.names import place_of


@dataclass(frozen=True)
class Rivals:
    """House drivers to race against."""

    count: int | None = None  # as many as there is room for, if that is not said
    temperament: int = 0  # its place among the game's house drivers, 1 first; 0 for a mixed field

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        """Return the rivals that a custom id names."""
        return cls(int(match["rivals"]) or None, int(match["temperament"]))

    def driver_of(self, rules: AnyRuleset) -> str | None:
        """Return the temperament's name; ``None`` for a mixed field, :exc:`Refused` if the game has no such."""
        drivers = list(rules.drivers)
        if self.temperament > len(drivers):
            raise Refused(GameReason.NO_SUCH_OPTION, option="That temperament", possible=drivers)
        return drivers[self.temperament - 1] if self.temperament else None

    def __str__(self) -> str:
        return f"{self.count or 0}x{self.temperament}"


Against = Annotated[Rivals, Part("(?P<rivals>[0-9]{1,2})x(?P<temperament>[0-9]{1,2})", Rivals.of)]
"""Rivals, as they stand in a control's custom id."""


def rivals_of(rules: AnyRuleset, count: int | None, temperament: str | None) -> Rivals:
    """Return the rivals that were wished for.

    :raises TellPlayer: if the game has no such house drivers, or never so many or few chariots.
    """
    least, most = rules.least_entries - 1, len(rules.colours) - 1
    if count is not None and not least <= count <= most:
        raise TellPlayer(f"{rules.name} is raced against {least} to {most} rivals. Choose a number between.")
    if temperament is not None and temperament not in rules.drivers:
        raise TellPlayer(f"House drivers of {rules.name} are one of: {', '.join(rules.drivers)}.")
    return Rivals(count, 0 if temperament is None else list(rules.drivers).index(temperament) + 1)


def require_room(rules: AnyRuleset, options: msgspec.Struct, rivals: Rivals) -> None:
    """Check that a race with these options can be started against these rivals.

    :raises TellPlayer: if there are too few or too many; :exc:`Refused` if the options do not go together.
    """
    least, most = rules.least_entries - 1, len(rules.colours_for(options)) - 1
    if rivals.count is not None and not least <= rivals.count <= most:
        raise TellPlayer(f"With these options you race against {least} to {most} rivals. Choose a number between.")
    rules.check_options(options, 1 + (most if rivals.count is None or shares_out(options) else rivals.count))


async def begin_alone(interaction: Interaction, race: RaceId, rivals: Rivals, ready: Sequence[Answer] = ()) -> None:
    """Fill a race and start it; the interaction has been deferred.

    :param ready: answers to questions before the first turn; it gives one of them, if it fits.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    lobby = await known_race(interaction, race)
    require_race(lobby)
    rules, options = RULESETS[lobby.record.ruleset], options_of(lobby)
    require_room(rules, options, rivals)
    room, others = len(rules.colours_for(options)) - len(lobby.factions), len(lobby.factions) - 1
    wanted = None if rivals.count is None else min(room, rivals.count - others)
    if room > 0 and (wanted is None or wanted > 0):
        await steward.lobbies.fill(race, player, rivals.driver_of(rules), at_most=wanted)
    async with interaction.client.talks.talking(player):
        await steward.lobbies.start(race, player)
        await prepare(interaction, race, ready)
        await put_first(interaction, race, f"Your {nouns_of(lobby.record).contest} begins.")


async def prepare(interaction: Interaction, race: RaceId, ready: Sequence[Answer]) -> None:
    """Answer a practising player's questions before the first turn: with one of *ready*, drawn by the dice's seal.

    If that one does not fit, as its gate is taken, the next one counts; if none fits, the question stays open.
    """
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    asked = next(iter(await steward.open_asks(player, race)), None)
    if asked is None or not ready:
        return
    first = int(asked.race.record.commitment, 16) % len(ready)
    for drawn in (*ready[first:], *ready[:first]):
        with contextlib.suppress(Refused):
            await steward.races.drive(race, asked.entry, [drawn], player=player, asked=asked.asked)
            return


class BeginButton(Button, template="begin:{race}:{rivals}", label="Begin", style=discord.ButtonStyle.success):
    """Fills a race alone and starts it."""

    race: RaceId
    rivals: Against

    async def press(self, interaction: Interaction) -> None:
        await begin_alone(interaction, self.race, self.rivals)


async def put_first(interaction: Interaction, race: RaceId, said: str) -> None:
    """Say that a race begins, with the way there; its first question follows in its thread."""
    found = await interaction.client.steward.race(race)
    if is_asked_here(interaction, found.record):
        await interaction.edit_original_response(content=f"{said} Answer what I ask you here.")
        return
    await tell_with_way(interaction, f"{said} Watch it in {place_of(found.record)}; I'll ask you there.", found.record)
