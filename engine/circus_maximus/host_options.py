"""Checks of a host's choices, and presets of them (16, 18); the options themselves are in ``words/options.py``."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

import msgspec

from engine.circus_maximus.printed.editions import edition_of, number_of
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.game import Preset
from records.refusals import Refused

_DEFAULTS: Mapping[str, object] = MappingProxyType(msgspec.structs.asdict(Options()))


def check_options(options: Options, entries: int | None) -> None:
    """Do nothing if a race can be run so.

    :param entries: how many chariots race; ``None`` while that is not known yet.
    :raises Refused: if some options make no sense together, or not with so many chariots.
    """
    for option, rule in edition_of(options).lacks.items():
        if getattr(options, option) != _DEFAULTS[option]:
            raise Refused(CircusReason.NEEDS_ADVANCED, rule, option=option)
    if options.teams and options.share_out:
        raise Refused(CircusReason.NOT_IN_TEAMS, "CM-32", option="share_out")
    if entries is None:
        return
    if options.teams and entries % 2:
        raise Refused(CircusReason.ODD_TEAMS, "CM-32", have=entries)
    if entries > options.field:
        rule = number_of(edition_of(options), "18")
        raise Refused(CircusReason.FIELD_TOO_LARGE, rule, have=entries, at_most=options.field)


def idle_options(options: Options) -> Collection[str]:
    """Return the names of options that the edition lacks, or fixes for the host (EP-1)."""
    return edition_of(options).lacks.keys()


def places(options: Options) -> int:
    """Return how many chariots may enter (3.2, 18)."""
    return options.field


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "first race": Preset(
            "The Basic Game, twice round, against three gentle house drivers: a race you can win.",
            {"edition": "basic", "laps": "2", "gentle": "yes"},
        ),
        "quick race": Preset(
            "The Basic Game, once round, about four turns, against all kinds of house drivers.",
            {"edition": "basic", "laps": "1"},
        ),
        "classic": Preset(
            "The Advanced Game, three laps: wrecks, runaway teams, dragged drivers.",
            {"edition": "advanced", "laps": "3"},
        ),
        "bloody": Preset(
            "Advanced, with built chariots, weapons, worse injuries and dead horses in the way.",
            {
                "edition": "advanced",
                "laps": "3",
                "detailed_specification": "yes",
                "dust": "yes",
                "knife": "yes",
                "spear": "yes",
                "critical_horse_hits": "yes",
                "horse_carcasses": "yes",
            },
        ),
        "convention": Preset(
            "Advanced, with built chariots, a secret S for the whip, skilled starts and weather.",
            {
                "edition": "advanced",
                "laps": "3",
                "detailed_specification": "yes",
                "written_straining": "yes",
                "first_turn_acceleration": "yes",
                "weather": "yes",
            },
        ),
        "table game": Preset(
            "Cards in hand, no rulebook: fast, rough, and every attack answered in one word.",
            {"edition": "table", "laps": "2", "field": "8", "frontal_ram": "even"},
            pace="evening",
        ),
        "epic": Preset(
            "The Epic edition, up to sixteen: knives, dust, weather and dead horses.",
            {"edition": "epic", "laps": "3", "field": "16", "weather": "yes", "horse_carcasses": "yes"},
        ),
    }
)
"""Well-tried sets of options, the simplest first."""
