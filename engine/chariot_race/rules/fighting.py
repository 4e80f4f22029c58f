"""Attack faces: caltrops and javelins (8.6, 8.7)."""

from engine.chariot_race.asks import ChooseAttack, DropCaltrop, ThrowJavelin
from engine.chariot_race.data import JAVELIN_DAMAGE
from engine.chariot_race.facts import CaltropDropped, JavelinThrown
from engine.chariot_race.rules.wrecks import hurt, lay_marker, wreck
from engine.chariot_race.state import Race
from engine.chariot_race.track import IN_RANGE, distance
from engine.table import Table
from records.values import EntryId, Square


def question_for(race: Race, entry: EntryId) -> ChooseAttack:
    """Return the question about an attack face (8.6, 8.7); ask it only if there is something to drop or throw."""
    return ChooseAttack(race.attacks, caltrop_spaces(race, entry), targets(race, entry))


def caltrop_spaces(race: Race, entry: EntryId) -> tuple[Square, ...]:
    """Return where a caltrop may be dropped, as the spaces were passed: not where one started or stands (8.6)."""
    chariot = race.chariots[entry]
    barred = {chariot.start, chariot.square, *race.caltrops}
    return tuple(dict.fromkeys(square for square in chariot.trail if square not in barred)) if race.supply else ()


def targets(race: Race, entry: EntryId) -> tuple[EntryId, ...]:
    """Return the targets of a javelin (8.7): rivals in range, without one's own (R13) and the protected."""
    chariot = race.chariots[entry]
    assert chariot.square is not None, "who attacks is on the board"
    reach = IN_RANGE[chariot.square] | {chariot.square}
    return tuple(
        rival
        for rival, other in race.chariots.items()
        if rival != entry and other.square in reach and not other.protected and not _is_own(race, entry, rival)
    )


def _is_own(race: Race, entry: EntryId, rival: EntryId) -> bool:
    faction = race.chariots[entry].faction
    return faction is not None and faction == race.chariots[rival].faction


def drop_caltrop(race: Race, table: Table, entry: EntryId, answer: DropCaltrop) -> None:
    """Lay a marker; a chariot that stands there is not hurt by it (8.6, R11)."""
    lay_marker(race, answer.square)
    table.tell(CaltropDropped(entry, answer.square, race.supply))


def throw_javelin(race: Race, table: Table, entry: EntryId, answer: ThrowJavelin) -> None:
    """Hit without fail (8.7)."""
    own, rival = race.chariots[entry], race.chariots[answer.rival]
    assert own.square is not None, "who throws is on the board"
    assert rival.square is not None, "who is hit is on the board"
    square = rival.square
    points = hurt(rival, JAVELIN_DAMAGE)
    table.tell(JavelinThrown(entry, answer.rival, square, distance(own.square, square), points, rival.damage))
    if not rival.damage:
        table.tell(wreck(race, answer.rival, square, "javelin", entry))
