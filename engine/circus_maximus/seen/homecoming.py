"""The news that a race and its league exchange: before it, midway, and as chariots come home (22, 23)."""

from collections.abc import Sequence

from msgspec import structs

from engine.circus_maximus.harm import plots
from engine.circus_maximus.harm.wounds import thresholds_passed
from engine.circus_maximus.position.progress import is_corner_after, is_driven, last_corner, progress
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import CORNERS, TRACK
from engine.circus_maximus.seen.series import results
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import PullBribe
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Horse, Race
from engine.goods.chariots import ChariotHome, HorseHome, Wounds
from engine.plots import BRIBES, Plot, Trigger
from engine.stables import Aftermath, Midway, Stables
from records.refusals import Refused
from records.values import EntryId, Square

_NOT_WITH_A_LEAGUE = ("share_out", "teams", "detailed_specification")


def equip(options: Options) -> None:
    """Do nothing if a race with these options can take its entrants (20, H.1).

    :raises Refused: if its edition has no leagues, or if its chariots are built or shared out otherwise.
    """
    if not edition_of(options).has_leagues:
        raise Refused(CircusReason.LEAGUE_IS_ADVANCED, "20")
    for option in _NOT_WITH_A_LEAGUE:
        if getattr(options, option):
            raise Refused(CircusReason.NOT_WITH_A_LEAGUE, "H.1", option=option)


def aftermath(race: Race) -> Aftermath:
    """Return the state in which each chariot comes home from a race that is over."""
    placed = [each for each in results(view_for(race, {}, ())) if each.place is not None]
    ranked = [each.entry for each in placed]
    places = {each.entry: each.place for each in placed}
    homes = [_home(race, entry, places.get(entry), _gap(race, ranked, entry)) for entry in race.chariots]
    return Aftermath.of(homes, race.turn, race.plots_seen)


def midway(race: Race) -> Midway:
    """Return the news of a race under way for its league: the leader's laps, and the bribes that wait (26.3, R-G35)."""
    bribes = (plot for entry in race.chariots for plot in plots.waiting(race, entry) if plot.device in BRIBES)
    waiting = [structs.replace(plot, trigger=_trigger(race, plot)) for plot in bribes]
    driven = [(entry, each) for entry, each in race.chariots.items() if each.is_on_track and is_driven(each)]
    driven.sort(key=lambda each: progress(each[1].corners, each[1].square), reverse=True)
    numbered = sorted(waiting, key=lambda plot: plot.number)
    return Midway(race.turn, race.markers // len(CORNERS), tuple(numbered), tuple(entry for entry, _ in driven))


def _trigger(race: Race, plot: Plot) -> Trigger:
    """Return the trigger that reveals a bribe; one shown by hand comes as the next turn begins, if not before."""
    return Trigger("turn", race.turn + 1) if plot.number in race.pulled else plots.trigger_of(race, plot)


def _home(race: Race, entry: EntryId, place: int | None, gap: int | None) -> ChariotHome:
    chariot = race.chariots[entry]
    drugged = chariot.drugged or [0] * len(chariot.horses)
    horses = tuple(_horse_home(horse, by_drugs) for horse, by_drugs in zip(chariot.horses, drugged, strict=True))
    hits = 0 if chariot.driver == "dead" else chariot.hits
    wheels = chariot.wheels.inside, chariot.wheels.outside
    is_in_control = chariot.driver == "in car"
    return ChariotHome(entry, place, gap, horses, hits, not chariot.is_wrecked, is_in_control, wheels, _wounds(chariot))


def _wounds(chariot: Chariot) -> Wounds:
    """Return the critical wounds of a driver; what hits take off the modifier is none (9.43, 13.1, R-B29)."""
    if chariot.brings is None or not chariot.hits:
        return Wounds()
    by_hits = len(thresholds_passed(chariot, chariot.brings.hits))
    weakened = max(0, chariot.modifier_start - chariot.modifier - by_hits)
    return Wounds(weakened, chariot.arm, tuple(chariot.eyes_lost))


def _horse_home(horse: Horse, by_drugs: int) -> HorseHome:
    """Return a horse without the effects of drugs: it is dead only if the rest fills its boxes (24.43, R-G25)."""
    injury = horse.injury - by_drugs
    return HorseHome(injury, horse.state == "alive" or (by_drugs > 0 and injury < horse.original))


def _gap(race: Race, ranked: Sequence[EntryId], entry: EntryId) -> int | None:
    """Return how far a chariot is ahead of the next one that has a place, in squares or factors (23.1, R-F5)."""
    if entry not in ranked or entry == ranked[-1]:
        return None
    one, other = race.chariots[entry], race.chariots[ranked[ranked.index(entry) + 1]]
    if one.status == "finished" and other.status == "finished":
        return one.factors_left - other.factors_left
    if one.status == "finished":
        return one.factors_left + _squares_to_line(race, other)
    return _squares_behind(other, one)


def _squares_to_line(race: Race, chariot: Chariot) -> int:
    """Return how many squares a chariot lacks to the line, in its lane (R-F5)."""
    squares, square, corners = 0, chariot.square, chariot.corners
    while corners < last_corner(race):
        square, corners = _step(square, corners)
        squares += 1
    return squares


def _squares_behind(rear: Chariot, front: Chariot) -> int:
    """Return how many squares the rear one lacks to draw level, in its lane (R-F5)."""
    squares, square, corners = 0, rear.square, rear.corners
    level = progress(front.corners, front.square)
    while progress(corners, square) < level:
        square, corners = _step(square, corners)
        squares += 1
    return squares


def _step(square: Square, corners: int) -> tuple[Square, int]:
    ahead = TRACK.ahead[square]
    return ahead, corners + is_corner_after(corners, square, ahead)


STABLES: Stables[Options, Race] = Stables(equip, aftermath, midway, PullBribe)
"""The door through which stables of a league enter (20, 22)."""
