"""Refusals that know which race they are about: they call its chariots by name, and its rules by their numbers."""

import contextlib
from collections.abc import Iterator

from cogs.choices.which_game import options_of
from records.races import PublicRace
from records.refusals import Refused
from words.shared.names import names_of


@contextlib.contextmanager
def naming(race: PublicRace) -> Iterator[None]:
    """Let refusals from inside name the chariots of a race, or of a league, and number rules as its edition does."""
    try:
        yield
    except Refused as refused:
        refused.names, refused.options = names_of(race.entries), options_of(race)
        raise
