"""Drivers who leave a chariot that stands (II.12.2.3).

As the turn ends the driver of a chariot that cannot move may step off, to a square beside the car; they run from the
next turn on. The team and the car lie in the way from then on (R-A27). A driver whose four horses are dead gets off
without a question (R-A47).
"""

from engine.circus_maximus.harm import afoot, flips
from engine.circus_maximus.position import board
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import Run, StepOff
from engine.circus_maximus.words.facts import SteppedOff
from engine.circus_maximus.words.state import Chariot, Race
from engine.questions import Ask, AskAll, Play
from engine.table import Table
from engine.track import SIDES
from records.values import EntryId, Square


def settle(race: Race, table: Table) -> Play[None]:
    """Ask all drivers of chariots that stand whether they step off (II.12.2.3, R-A57)."""
    for entry, chariot in race.chariots.items():
        if chariot.status == "out" and chariot.driver == "in car":
            afoot.stand_up(race, table, entry, next(iter(_beside(race, chariot)), TRACK.behind[chariot.square]))
    asks = tuple(
        Ask(entry, StepOff((TRACK.behind[chariot.square], *beside)), default=Run(TRACK.behind[chariot.square]))
        for entry, chariot in race.chariots.items()
        if chariot.status == "racing" and chariot.is_stationary and (beside := _beside(race, chariot))
    )
    if not asks:
        return
    chosen: dict[EntryId, Run] = yield AskAll(asks)
    for entry, run in chosen.items():
        if run.to != TRACK.behind[race.chariots[entry].square]:
            _step_off(race, table, entry, run.to)


def _beside(race: Race, chariot: Chariot) -> list[Square]:
    """Return the squares beside and behind the car that are free of teams and cars, those nearest a wall first."""
    car, taken = TRACK.behind[chariot.square], board.occupied(race)
    around = [TRACK.beside[side][car] for side in SIDES if car in TRACK.beside[side]]
    return sorted((square for square in (*around, TRACK.behind[car]) if square not in taken), key=afoot.to_wall)


def _step_off(race: Race, table: Table, entry: EntryId, square: Square) -> None:
    """Put the driver on foot, and leave team and car behind (R-A27); a team without a dead horse may run on."""
    afoot.set_afoot(race, entry, square)
    table.tell(SteppedOff(entry, square))
    flips.run_away(race, table, entry)
