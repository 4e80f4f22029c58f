"""The parts of a race as it is taken up: its first state, its dice, its answers as they were kept."""

from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any

import msgspec

from engine.dice import RaceDice, hash_of
from engine.game import AnyRuleset, Entrant, decoder
from engine.options import at_pace
from engine.proving import seed_of
from engine.questions import Answer
from records.batches import KeptRace
from records.play import Acted, Input, Ordered
from records.races import Pace
from records.values import EntryId, Faction


def new_race(kept: KeptRace, rules: AnyRuleset) -> Any:
    """Return the state of a race before its first turn, with its options as they are at its pace."""
    race, options = kept.race, rules.read_options(kept.race.options)
    has_crowd = bool(race.guild) and not race.is_practice
    options = at_pace(options, race.pace.is_ordered, by_mail=race.pace is not Pace.NOW, has_crowd=has_crowd)
    return rules.new_race(options, entrants(kept))


def entrants(kept: KeptRace) -> list[Entrant]:
    """Return the chariots of a race; where they are shared out, the first ones name the factions that take part.

    Once they have fallen to their factions, they stay with them, though the race begins anew (S-6).
    """
    factions: Iterable[Faction | None] = [entry.faction for entry in kept.entries]
    is_drawn = any(factions)
    if not is_drawn:
        factions = chain((faction.faction for faction in kept.factions), repeat(None))
    named, house = zip(kept.entries, factions, strict=False), _tempers(kept)
    return [
        Entrant(entry.entry, entry.colour, faction, is_drawn, _brought(kept, entry.entry), house.get(entry.entry))
        for entry, faction in named
    ]


def _tempers(kept: KeptRace) -> dict[EntryId, str]:
    """Return the temperaments of the house drivers, or house managers, by entry."""
    house = {faction.faction: faction.driver for faction in kept.factions if faction.driver is not None}
    return {entry.entry: house[entry.faction] for entry in kept.entries if entry.faction in house}


def _brought(kept: KeptRace, entry: EntryId) -> msgspec.Raw | None:
    """Return the goods that a chariot brings from its stable; ``None`` in a race outside leagues."""
    return msgspec.Raw(kept.brings[entry].encode()) if entry in kept.brings else None


def read_given(rules: AnyRuleset, past: Input) -> tuple[Answer, str]:
    """Return the answer of a player's input, and the orders for the turn that were sealed with it."""
    kept = decoder(rules.answers | Ordered).decode(past.answer)
    return (rules.read_answer(kept.answer), kept.orders) if isinstance(kept, Ordered) else (kept, "")


def read_act(rules: AnyRuleset, past: Input) -> Answer | None:
    """Return the act of an input; ``None`` if it is an answer."""
    if rules.acts is None:
        return None
    kept = decoder(rules.answers | Ordered | Acted).decode(past.answer)
    return rules.read_answer(kept.act) if isinstance(kept, Acted) else None


def dice_of(kept: KeptRace, at: int, stream: int = 0) -> RaceDice:
    start = kept.race.start
    hashes = [*start.hashes_among(kept.factions), *map(hash_of, start.mixed_in)]
    return RaceDice(seed_of(kept.race.secret, hashes, stream), at)
