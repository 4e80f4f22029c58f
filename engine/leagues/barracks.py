"""Gladiators of stables and on the market: made, armed, trained, healed (B.4, C.2 to C.8).

R-C6   A failed healing roll lowers an attribute by what it lacks to 2.
R-C7   One improvement after each match, unless the season is set otherwise; R-C21, R-C28 no limits of attributes.
R-C8   Who can take no wound any more leaves the game.
R-C12  After a gala all wounds of every stable's gladiators heal, whoever fought.
R-C14  Type and armour come with an owner: the bid names the type, a die the armour.
R-C16  Without a wound there is no roll.
"""

from engine.facts import Modifier
from engine.goods.gladiators import KINDS, Armour, Kind, Shield
from engine.leagues import galas, naming
from engine.leagues.words import arena_charts
from engine.leagues.words.arena_facts import (
    Attribute,
    GladiatorArmed,
    GladiatorLost,
    GladiatorMade,
    GladiatorTrained,
    GladiatorUnfit,
    MarkLeft,
    WoundsHealed,
)
from engine.leagues.words.arena_state import UNHURT, Gladiator
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Stable
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

USUAL: Kind = "medium"
"""The type of a gladiator whose owner names none (R-C14)."""

_FIELDS = {"training": "tr", "agility": "ag", "strength": "st", "constitution": "con", "wounds": "w"}


def random_gladiator(league: League, table: Table, stable: EntryId | None) -> Gladiator:
    """Roll characteristics and name of a gladiator; his number is never used again (I.4.7).

    :param stable: his owner; ``None`` on the market.
    """
    league.gladiators += 1
    first, second = table.roll(stable, "characteristics", "C.2").dice
    tr, st, ag, con, w = galas.characteristics(first, second)
    name = naming.draw(table, stable)
    table.tell(GladiatorMade(stable, league.gladiators, name, tr, st, ag, con, w))
    return Gladiator(league.gladiators, name, tr, st, ag, con, w)


def give_one(league: League, table: Table, stable: Stable) -> None:
    """Give a random gladiator to an owner who begins late; they choose his type (B.2, R-B7, C.3)."""
    if league.options.has_gladiators:
        man = random_gladiator(league, table, stable.number)
        stable.gladiators[man.number] = man


def gladiator_of(stable: Stable, man: int) -> Gladiator:
    """:raises Refused: unless the stable has this gladiator."""
    if man not in stable.gladiators:
        raise Refused(LeagueReason.NOT_YOUR_MAN, "C.4", man=man)
    return stable.gladiators[man]


def arm(table: Table, stable: EntryId, man: Gladiator, kind: Kind) -> None:
    """Give a gladiator his type, and equipment by a die: both for good (C.3).

    :raises Refused: if he has them (7.1.2).
    """
    if man.kind is not None:
        raise Refused(LeagueReason.IS_ARMED, "7.1.2", man=man.number, type=man.kind)
    if kind not in KINDS:
        raise Refused(LeagueReason.NOT_YOUR_MAN, "C.3", man=man.number)
    man.kind = kind
    man.armour, man.shield = rolled_equipment(table, stable, kind)
    table.tell(GladiatorArmed(stable, man.number, man.name, kind, man.armour, man.shield))


def rolled_equipment(table: Table, stable: EntryId | None, kind: Kind) -> tuple[Armour, Shield]:
    """Return armour and shield of a type by a die; a retiarius needs none (C.3, R-C2)."""
    die = table.roll(stable, "armour kind", "C.3", count=1).total if galas.needs_die(kind) else 1
    return galas.equipment(kind, die)


def arm_the_rest(table: Table, stable: Stable) -> None:
    """Arm those whose owner has named no type by the close of the stables (R-C14)."""
    for man in stable.gladiators.values():
        if man.kind is None:
            arm(table, stable.number, man, USUAL)


# Experience (C.5)


def train(league: League, table: Table, stable: EntryId, man: Gladiator, attribute: Attribute) -> None:
    """Raise an attribute by 1 (C.5).

    :raises Refused: without the points, or a second time after a match (R-C7).
    """
    need = arena_charts.LESSONS[attribute]
    if man.experience < need:
        raise Refused(LeagueReason.TOO_LITTLE_EXPERIENCE, "C.5", need=need, have=man.experience)
    if league.options.one_lesson and not man.may_learn:
        raise Refused(LeagueReason.LEARNED_ENOUGH, "R-C7", man=man.number)
    man.experience -= need
    man.may_learn = False
    value = _change(man, attribute, 1)
    table.tell(GladiatorTrained(stable, man.number, man.name, attribute, value, man.experience))


def _change(man: Gladiator, attribute: Attribute, by: int) -> int:
    value = int(getattr(man, _FIELDS[attribute])) + by
    setattr(man, _FIELDS[attribute], value)
    return value


# Wounds


def is_fit(man: Gladiator) -> bool:
    """Tell whether a gladiator can fight: armed, with no area worn away, and not at his collapse (L-85)."""
    return man.kind is not None and max(man.wounds) < man.w and man.all_wounds < man.collapse


def health(man: Gladiator) -> tuple[int, int]:
    """Order gladiators by their wounds, the healthiest first; of equals the one who came first."""
    return man.all_wounds, man.number


def heal(table: Table, stable: Stable, man: Gladiator) -> None:
    """Close all wounds of a gladiator; each wounded area may leave a mark (C.6, R-C12, R-C16)."""
    if not man.all_wounds:
        return
    for area, wounds in enumerate(man.wounds, start=1):
        if wounds:
            _heal_area(table, stable.number, man, area, wounds)
    man.wounds = UNHURT
    table.tell(WoundsHealed(stable.number, man.number, man.name))
    _look_at(table, stable, man)


def _heal_area(table: Table, stable: EntryId, man: Gladiator, area: int, wounds: int) -> None:
    """Roll for an area: less than 2 after its wounds leaves a mark by what is lacking (R-C6)."""
    rolled = table.roll(stable, "healing", "C.6", modifiers=(Modifier("wounds", -wounds),))
    lacks = arena_charts.HEALS - rolled.total
    if lacks > 0:
        attribute = arena_charts.MARKS[area]
        value = _change(man, attribute, -lacks)
        table.tell(MarkLeft(stable, man.number, man.name, area, attribute, lacks, value))


def _look_at(table: Table, stable: Stable, man: Gladiator) -> None:
    """Strike a gladiator off who can take no wound any more (R-C8)."""
    if man.w < 1:
        del stable.gladiators[man.number]
        table.tell(GladiatorUnfit(stable.number, man.number, man.name))


def bury(table: Table, stable: Stable, man: Gladiator) -> None:
    """Strike off a gladiator who is dead."""
    del stable.gladiators[man.number]
    table.tell(GladiatorLost(stable.number, man.number, man.name))
