"""The gala as an event of a league: the arena's options and tables, what a gladiator takes and sends home (C, H.8).

It alone of the league knows the arena.
"""

from collections.abc import Sequence

import msgspec

from engine.arena.data import COLOURS
from engine.arena.homecoming import winners
from engine.arena.men import ARMOUR, CHARACTERISTICS, shield_for
from engine.arena.ruleset import RULESET
from engine.arena.state import Options
from engine.goods.gladiators import Armour, BroughtMan, Kind, ManHome, Plea, Shield
from engine.leagues.kinds import EventKind
from engine.leagues.words.arena_state import Gladiator
from engine.leagues.words.options import LeagueOptions
from records.values import EntryId

DUEL_TURNS = 10
"""The limit of a duel in turns (R-C30)."""

MOST_IN_MELEE = 6
"""More men than that fight in pairs (H.8.2)."""

MELEE_TURNS = 8
"""The limit of a melee in turns, at most: a turn is a day by mail (H.8.2)."""

MEN_COLOURS = COLOURS


def pair_options(options: LeagueOptions) -> Options:
    """Return the options of each pair of a gala (H.8.1)."""
    return Options(sides="one", mercy=options.mercy, turns=options.gala_turns)


def melee_options(options: LeagueOptions) -> Options:
    """Return the options of a melee (H.8.2)."""
    return msgspec.structs.replace(pair_options(options), sides="melee", turns=min(options.gala_turns, MELEE_TURNS))


def duel_options(options: LeagueOptions, side: int) -> Options:
    """Return the options of a duel of so many a side (D.11, H.8.3)."""
    return Options(sides=("one", "two", "three")[side - 1], mercy=options.mercy, turns=DUEL_TURNS)


def backed(homes: Sequence[ManHome], form: str) -> list[EntryId]:
    """Return whose backers win a match of a gala (H.8.4)."""
    return winners(homes, is_melee=form == "melee")


GALA: EventKind[ManHome] = EventKind(rules=RULESET, options=pair_options, home=ManHome)
"""The event that takes the place of a race (H.8.1)."""


def characteristics(first: int, second: int) -> tuple[int, int, int, int, int]:
    """Return TR, ST, AG, CON and W by two dice, row and column (C.2).

    >>> characteristics(6, 4)
    (10, -1, 2, 4, 14)
    """
    cell = CHARACTERISTICS[first - 1][second - 1]
    return cell.tr, cell.st, cell.ag, cell.con, cell.w


def needs_die(kind: Kind) -> bool:
    """Tell whether a type's armour is rolled; that of a retiarius is not (R-C2)."""
    return len(ARMOUR[kind]) > 1


def equipment(kind: Kind, die: int) -> tuple[Armour, Shield]:
    """Return armour and shield of a type, by a die (C.3).

    >>> equipment("light", 3)
    (('-', '-', 'C', '-', '-'), 'large')
    """
    return ARMOUR[kind][die - 1 if needs_die(kind) else 0], shield_for(kind, die)


def brings(man: Gladiator, plea: Plea = "silent") -> BroughtMan:
    """Return a gladiator as they go into a match, with the wounds of their duels (D.11)."""
    assert man.kind is not None
    return BroughtMan(
        man.number,
        man.name,
        man.kind,
        man.tr,
        man.st,
        man.ag,
        man.con,
        man.w,
        man.armour,
        man.shield,
        man.victories,
        man.wounds,
        plea,
    )
