"""Plots of a league in the race (24): each comes to light when it is due, with its dice and effects.

24.3   A bribe of 500s net or more works if a die times 500 is within it. The driver either spares the briber's faction
       until that attacks first, or holds the team back by one for each full 500s, six at most.
R-G26  The drugger shares the points out at the reveal, unless turns are ordered; silence keeps to the plan.
24.4   Drugs do a point of injury for each full 500s net, before the team first moves; they wear off after the race.
24.5   Sabotage works if a die times 100 is within the net: two points on a wheel, and one for each further 1,000s.
R-G35  A bribe comes to light as a turn begins, or when the driver announces an attack on the briber's faction. At paces
       without orders, one shown by hand takes effect before the driver's next decision.
"""

from collections.abc import Iterator

from engine.circus_maximus.harm import injuries, slowing, wheels
from engine.circus_maximus.position import horses, progress
from engine.circus_maximus.printed.tables import CORNERS
from engine.circus_maximus.words.asks import ShareDrugs, Shares
from engine.circus_maximus.words.facts import AttackCalledOff, BribeBroken, Bribed, Drugged, PlotRevealed, Sabotaged
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.plots import BRIBES, Plot, Revealed, Trigger
from engine.questions import Ask, Play
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId, Faction

STEP = 500
"""Sesterces of a bribe or drug that count once (24.3, 24.4); the least net that works."""

SABOTAGE_STEP = 100
SABOTAGE_MORE = 1_000
SABOTAGE_POINTS = 2
MOST_SLOWED = 6


def waiting(race: Race, entry: EntryId) -> Iterator[Plot]:
    """Yield the plots against a chariot that have not come to light yet."""
    brings = race.chariots[entry].brings
    for plot in brings.plots if brings is not None else ():
        if plot.number not in race.plots_over:
            yield plot


def before_first_move(race: Race, table: Table, entry: EntryId) -> Play[None]:
    """Reveal drugs and sabotage against a chariot that is about to move for the first time (24.4, 24.5)."""
    if race.turn > 1:
        return
    for plot in list(waiting(race, entry)):
        if plot.device in BRIBES or not race.chariots[entry].pulls_car:
            continue
        race.plots_over.append(plot.number)
        if plot.device == "drug":
            yield from _drug(race, table, entry, plot)
        else:
            _sabotage(race, table, entry, plot)


def begin_turn(race: Race, table: Table) -> None:
    """Reveal the bribes that are due as a turn begins, before the question for speeds (R-G35)."""
    for entry in race.chariots:
        for plot in list(waiting(race, entry)):
            if plot.device in BRIBES and _is_due(race, entry, plot):
                _bribe(race, table, entry, plot)


def before_decision(race: Race, table: Table, entry: EntryId) -> None:
    """Reveal the bribes that their payers showed by hand since the driver's last decision (R-G35).

    If players order whole turns, they wait for the next turn, since its orders come before it.
    """
    if race.options.by_orders or not race.pulled:
        return
    for plot in list(waiting(race, entry)):
        if plot.number in race.pulled:
            _bribe(race, table, entry, plot)


def trigger_of(race: Race, plot: Plot) -> Trigger:
    """Return the trigger that reveals a bribe, as its payer has set it last."""
    return race.triggers.get(plot.number, plot.trigger)


def _is_due(race: Race, entry: EntryId, plot: Plot) -> bool:
    trigger = trigger_of(race, plot)
    match trigger.when:
        case "by hand":
            return plot.number in race.pulled
        case "turn":
            return race.turn >= trigger.number
        case "lap":
            return race.markers // len(CORNERS) >= trigger.number - 1
        case "leads":
            return race.turn > 1 and _leader(race) == entry
        case _:
            return False


def _leader(race: Race) -> EntryId | None:
    """Return which chariot alone is furthest; none if two are level."""
    far = {entry: _far(chariot) for entry, chariot in race.chariots.items() if chariot.is_on_track}
    first = [entry for entry, each in far.items() if each == max(far.values())]
    return first[0] if len(first) == 1 else None


def _far(chariot: Chariot) -> tuple[int, object]:
    return progress.progress(chariot.corners, chariot.square)


def call_off(race: Race, table: Table, entry: EntryId, defender: EntryId) -> bool:
    """Reveal bribes that wait for an attack on the briber's faction; tell whether it is called off (24.321)."""
    chariot, faction = race.chariots[entry], race.chariots[defender].faction
    for plot in list(waiting(race, entry)):
        is_about = faction in (plot.payer, plot.spares)
        if plot.device in BRIBES and is_about and trigger_of(race, plot).when == "first attack":
            _bribe(race, table, entry, plot)
    if faction not in chariot.spares:
        return False
    table.tell(AttackCalledOff(entry, defender))
    return True


def forgive_no_more(race: Race, table: Table, entry: EntryId, defender: EntryId) -> None:
    """End the bribe of a driver whom the briber's faction attacks (24.321)."""
    chariot, faction = race.chariots[defender], race.chariots[entry].faction
    if faction is not None and faction in chariot.spares:
        chariot.spares = tuple(each for each in chariot.spares if each != faction)
        table.tell(BribeBroken(defender, faction))


def _bribe(race: Race, table: Table, entry: EntryId, plot: Plot) -> None:
    """Offer the driver a bribe (24.3). It binds the driver: without one in the car it is void (R-G36)."""
    chariot = race.chariots[entry]
    race.plots_over.append(plot.number)
    if chariot.status != "racing":
        return
    works = plot.net >= STEP and table.roll(entry, "bribe", "24.3", count=1).total * STEP <= plot.net
    _tell(race, table, entry, plot, works)
    if not works:
        return
    if plot.device == "no attack" and plot.spares is not None:
        chariot.spares = (*chariot.spares, plot.spares)
        table.tell(Bribed(entry, plot.spares, 0))
        return
    slower = min(MOST_SLOWED, plot.net // STEP)
    chariot.bribed += slower
    table.tell(Bribed(entry, None, slower))
    slowing.refresh(race, table, entry)


def _tell(race: Race, table: Table, entry: EntryId, plot: Plot, works: bool) -> None:
    """Bring a plot to light: it goes home to the league, which tells whose it was."""
    race.plots_seen.append(Revealed(entry, plot.payer, plot.device, plot.sum, plot.security, works))
    table.tell(PlotRevealed(entry, plot.number, plot.payer, plot.device, plot.sum, plot.security, works))


def _drug(race: Race, table: Table, entry: EntryId, plot: Plot) -> Play[None]:
    """Drug a team; a horse that collapses counts as dead in this race (24.4, R-G26)."""
    chariot, points = race.chariots[entry], plot.net // STEP
    _tell(race, table, entry, plot, points > 0)
    shares = yield from _ask_shares(race, entry, plot, _shared(chariot, plot, points))
    if not any(shares):
        return
    table.tell(Drugged(entry, tuple(shares)))
    for place, share in enumerate(shares):
        if chariot.status != "racing":
            return
        before = chariot.horses[place].injury
        injuries.injure(race, table, entry, place, share)
        chariot.drugged[place] += chariot.horses[place].injury - before


def _ask_shares(race: Race, entry: EntryId, plot: Plot, planned: list[int]) -> Play[list[int]]:
    """Let the drugger share the points out as they are revealed, where no turns are ordered (R-G26).

    The question is put to the first of their chariots; a payer without one in the race keeps to the plan.
    """
    chariot = race.chariots[entry]
    asked = next((each for each, other in race.chariots.items() if other.faction == plot.payer), None)
    if race.options.by_orders or asked is None:
        return planned
    living = horses.living(chariot)
    question = ShareDrugs(entry, sum(planned), tuple(chariot.horses[place].speed for place in living))
    if len(question.legal()) < 2:
        return planned
    chosen: Shares = yield Ask(asked, question, default=Shares(tuple(planned[place] for place in living)))
    shares = [0] * len(planned)
    for place, points in zip(living, chosen.points, strict=True):
        shares[place] = points
    return shares


def _shared(chariot: Chariot, plot: Plot, points: int) -> list[int]:
    """Return each horse's points: one after the other, or a point each in turn; beyond all four they are lost.

    Horses that the plan does not name come after those that it names, the fastest first (R-G26).
    """
    room = [horse.speed for horse in chariot.horses]
    named = [place - 1 for place in plot.horses]
    others = sorted((place for place in range(len(room)) if place not in named), key=lambda place: -room[place])
    shares = [0] * len(room)
    for order in (named, others):
        while points and any(shares[place] < room[place] for place in order):
            for place in order:
                given = min(points, room[place] - shares[place], 1 if plot.spread else points)
                shares[place] += given
                points -= given
    return shares


def _sabotage(race: Race, table: Table, entry: EntryId, plot: Plot) -> None:
    """Saw at a wheel; if that destroys it, the chariot flips before it has moved (24.5, R-G48)."""
    rolled = table.roll(entry, "sabotage", "24.5", count=1).total if plot.net else 0
    works = plot.net > 0 and rolled * SABOTAGE_STEP <= plot.net
    _tell(race, table, entry, plot, works)
    if not works:
        return
    points = SABOTAGE_POINTS + max(0, plot.net - SABOTAGE_STEP) // SABOTAGE_MORE
    table.tell(Sabotaged(entry, plot.wheel, points))
    wheels.damage(race, table, entry, plot.wheel, points)
    chariot = race.chariots[entry]
    if wheels.damage_of(chariot.wheels, plot.wheel) == wheels.boxes_of(chariot, plot.wheel):
        wheels.check(race, table, entry, (plot.wheel,), "damage")


def pull(race: Race, payer: Faction, number: int, trigger: Trigger | None) -> None:
    """Let a payer reveal a bribe, or change its trigger (R-G35).

    :param trigger: that reveals it from now on; ``None`` to reveal it as soon as may be.
    :raises Refused: if it is none of the payer's bribes, or over.
    """
    for entry in race.chariots:
        for plot in waiting(race, entry):
            if plot.number == number and plot.payer == payer and plot.device in BRIBES:
                if trigger is None:
                    race.triggers[number] = Trigger()
                    race.pulled.append(number)
                else:
                    race.triggers[number] = trigger
                    race.pulled = [each for each in race.pulled if each != number]
                return
    raise Refused(CircusReason.NO_SUCH_PLOT, "24.32")
