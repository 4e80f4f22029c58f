"""The races of a league: their options, and the edition whose tables its chariots are built by (20, L-19)."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.words.options import Options
from engine.leagues.words.options import LeagueEdition, LeagueOptions


def race_options(options: LeagueOptions) -> Options:
    """Return the options of the league's races: one edition for all, with its printed defaults (20, L-19)."""
    return msgspec.structs.replace(_PRINTED[options.edition], laps=options.laps, field=options.field)


def race_edition(options: LeagueOptions) -> Edition:
    """Return the edition of the league's races (L-19)."""
    return edition_of(race_options(options))


_PRINTED: Mapping[LeagueEdition, Options] = MappingProxyType(
    {
        "advanced": Options(edition="advanced"),
        "epic": Options(edition="epic", weather=True, horse_carcasses=True),
    }
)
"""How races of a league are run, by their edition."""
