"""Goods that change hands (R-G31, R-G42): whole chariots join the buyer's stable, parts replace a loss."""

from collections.abc import Iterator
from copy import deepcopy

from engine.leagues import buying
from engine.leagues.words.facts import PartFitted
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.sheets import Gap
from engine.leagues.words.state import Chariot, League, Part, PartKind, Stable
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def gaps(stable: Stable) -> Iterator[Gap]:
    """Yield the losses of a stable's chariots that may be replaced (21.4 to 21.6)."""
    for number, chariot in sorted(stable.chariots.items()):
        if chariot.driver is None or chariot.driver.hits < chariot.driver.boxes:
            yield Gap("driver", number)
        if chariot.team is None or not chariot.team.is_whole:
            yield Gap("team", number)
        if not chariot.has_car:
            yield Gap("car", number, car=chariot.car)
        if chariot.team is not None:
            for place, horse in enumerate(chariot.team.horses, start=1):
                if not horse.is_alive:
                    yield Gap("horse", number, place)


def has(chariot: Chariot, kind: PartKind, horse: int) -> bool:
    """Tell whether a chariot has such a part to give away, alive and not wrecked."""
    if kind == "driver":
        return chariot.driver is not None and chariot.driver.is_alive
    if kind == "car":
        return chariot.has_car
    if chariot.team is None:
        return False
    if kind == "team":
        return chariot.team.is_whole
    return 1 <= horse <= len(chariot.team.horses) and chariot.team.horses[horse - 1].is_alive


def check_part(giver: Stable, taker: Stable, part: Part) -> None:
    """Do nothing if a part can go from one stable to the other (R-G31).

    :raises Refused: if not.
    """
    chariot, target = giver.chariots.get(part.of), taker.chariots.get(part.into)
    if chariot is None:
        raise Refused(LeagueReason.NOT_YOURS, "R-G31", chariot=part.of)
    if not has(chariot, part.kind, part.horse):
        raise Refused(LeagueReason.CANNOT_START, "R-G31", chariot=part.of)
    car = chariot.car if part.kind == "car" else ""
    if target is None or Gap(part.kind, part.into, part.place, car) not in list(gaps(taker)):
        raise Refused(LeagueReason.NO_LOSS_THERE, "R-G31", kind=part.kind, chariot=part.into)


def fit(league: League, table: Table, giver: EntryId, taker: EntryId, part: Part) -> None:
    """Let a part of one chariot replace a loss of another, with the dice of 21.43 and 21.5 (R-G31)."""
    source, target = league.stables[giver].chariots[part.of], league.stables[taker].chariots[part.into]
    table.tell(PartFitted(part.kind, part.of, part.into, taker))
    if part.kind == "driver":
        assert source.driver is not None
        target.driver, source.driver = source.driver, None
        target.driver.is_new = True
        buying.take_reins(table, taker, target)
    elif part.kind == "team":
        target.team, source.team = source.team, None  # as it stands (R-G42)
        buying.take_reins(table, taker, target)
    elif part.kind == "car":
        target.has_car, source.has_car = True, False
    else:
        _fit_horse(table, taker, source, target, part)
    show(league, giver, part.of)
    show(league, taker, part.into)


def show(league: League, stable: EntryId, number: int) -> None:
    """Let everybody see a chariot as it is: it, or a part of it, has changed hands."""
    league.shown[stable].chariots[number] = deepcopy(league.stables[stable].chariots[number])


def _fit_horse(table: Table, taker: EntryId, source: Chariot, target: Chariot, part: Part) -> None:
    assert source.team is not None
    assert target.team is not None
    horse = source.team.horses[part.horse - 1]
    target.team.horses[part.place - 1] = type(horse)(horse.boxes, horse.injury)
    horse.is_alive, horse.injury = False, horse.boxes
    target.team.may_arrange = True
    buying.fit_horse(table, taker, target)


def hand_over(league: League, giver: EntryId, taker: EntryId, number: int) -> None:
    """Let a whole chariot change its stable; it may then hold more than five (R-G31)."""
    chariot = league.stables[giver].chariots.pop(number)
    league.stables[taker].chariots[number] = chariot
    league.shown[giver].chariots.pop(number, None)
    show(league, taker, number)


def put_back(league: League, stable: EntryId, chariot: Chariot) -> None:
    """Give a chariot back to a stable as it was; everybody sees it."""
    for each in (*league.stables.values(), *league.shown.values()):
        each.chariots.pop(chariot.number, None)
    league.stables[stable].chariots[chariot.number] = chariot
    show(league, stable, chariot.number)
