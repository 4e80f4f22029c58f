"""The kinds of events that a season may have; each is a value of its own file, and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.leagues.galas import GALA
from engine.leagues.kinds import AnyKind, AnyRace, ChariotKind
from engine.leagues.races import EPIC_RACE, RACE
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League
from records.refusals import Refused

_KNOWN: dict[str, AnyKind] = {"race": RACE, "gala": GALA}
KINDS: Mapping[str, AnyKind] = MappingProxyType(_KNOWN)
"""By name, as a season's options call them."""


def name_of(options: LeagueOptions, event: int) -> str:
    """Return the name of an event's kind, 1 first; before the first one that of the first."""
    if options.has_galas and event and event % options.gala_every == 0:
        return "gala"
    return options.kinds[max(0, event - 1) % len(options.kinds)]


def numbered(options: LeagueOptions, event: int) -> tuple[str, int, int]:
    """Return the name of an event's kind, its number among those of its kind, and how many of them the season has."""
    name = name_of(options, event)
    before = sum(name_of(options, each) == name for each in range(1, event + 1))
    return name, before, sum(name_of(options, each) == name for each in range(1, options.events + 1))


def kind_of(options: LeagueOptions, event: int) -> AnyKind:
    """Return the kind of an event; the Epic campaign has rules of its own for a race (B.11)."""
    kind = KINDS[name_of(options, event)]
    return EPIC_RACE if kind is RACE and options.campaign == "epic" else kind


def held(league: League) -> AnyKind:
    """Return the kind of the running event, race or gala."""
    return kind_of(league.options, league.event)


def is_gala(league: League) -> bool:
    """Tell whether gladiators fight in the running event."""
    return held(league) is GALA


def under_way(league: League) -> AnyRace:
    """Return the kind of the running event for its chariots; in a gala they are as fit as for a race."""
    kind = held(league)
    return kind if isinstance(kind, ChariotKind) else EPIC_RACE


def check_kinds(options: LeagueOptions) -> None:
    """Check that a league can hold all events that its options name (20, H.12).

    :raises Refused: if a kind is unknown, or its game takes nothing from a stable, or not with these options.
    """
    if not options.kinds:
        raise Refused(LeagueReason.NO_LEAGUE, game="nothing")
    for name in options.kinds:
        kind = KINDS.get(name)
        if kind is None or kind.rules.stables is None or (kind is GALA and not options.has_gladiators):
            raise Refused(LeagueReason.NO_LEAGUE, game=name if kind is None else kind.rules.name)
        kind.rules.stables.equip(kind.options(options))
