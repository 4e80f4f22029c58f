"""How men of a league's stables come home from a match, and how it stands meanwhile (C.5, D.10, D.11, H.8.6)."""

from collections.abc import Sequence

from engine.arena.derived import turn_of
from engine.arena.scores import ranked
from engine.arena.state import Fighter, Match, Options
from engine.arena.views import view_for
from engine.goods.gladiators import Fate, ManHome
from engine.stables import Aftermath, Midway, Stables
from records.values import EntryId


def equip(_options: Options) -> None:
    """Refuse nothing: men of stables fight by any options."""


def aftermath(match: Match) -> Aftermath:
    """Return what comes home of a match that is over."""
    places = dict(ranked(view_for(match, {}, ())))
    homes = [_home(match, entry, fighter, places[entry]) for entry, fighter in match.fighters.items()]
    return Aftermath.of(homes, turn_of(match.phase))


def _home(match: Match, entry: EntryId, fighter: Fighter, place: int | None) -> ManHome:
    head, chest, groin, arms, legs = fighter.wounds
    return ManHome(
        entry=entry,
        place=place,
        gap=None,
        fate=_fate(fighter),
        wounds=(head, chest, groin, arms, legs),
        attacks=fighter.attacks,
        turns=turn_of(fighter.fall.phase if fighter.fall is not None else match.phase),
        how=match.how or "draw",
        won=has_won(match, entry),
        points=fighter.points,
    )


def _fate(fighter: Fighter) -> Fate:
    return {"dead": "dead", "spared": "spared"}.get(fighter.status, "stands")  # type: ignore[return-value]


def has_won(match: Match, entry: EntryId) -> bool:
    """Tell whether a match counts as a combat won for a man (D.11, R-C24, H.8.3).

    A match on points, and one in which he was granted missus, counts for nobody; in a melee he has brought somebody
    down; of a side's men those have not won who made no attack.
    """
    fighter = match.fighters[entry]
    if fighter.status != "fighting":
        return False
    if match.options.sides == "melee":
        return fighter.kills + fighter.spared > 0
    is_alone = match.options.sides == "one"
    return match.how == "fall" and entry in match.winners and (is_alone or fighter.attacks > 0)


def midway(match: Match) -> Midway:
    """Return how a match stands: its exchanges so far, and who still fights. It has no laps, and nobody bribes."""
    return Midway(match.exchanges, 0, (), tuple(match.standing()))


def backed(options: Options, home: Aftermath) -> list[EntryId]:
    """Return whose backers win: the winner's; in a melee those of the survivors with most experience (H.8.4)."""
    return winners(home.homes_as(ManHome), is_melee=options.sides == "melee")


def winners(homes: Sequence[ManHome], *, is_melee: bool) -> list[EntryId]:
    """Return whose backers win, by how men came home; nobody's in a draw, or with nobody alive (H.8.4, D.11)."""
    if not is_melee:
        return [each.entry for each in homes if each.place == 1]
    alive = [each for each in homes if each.fate != "dead"]
    most = max((each.points for each in alive), default=0)
    return [each.entry for each in alive if each.points == most]


STABLES: Stables[Options, Match] = Stables(equip, aftermath, midway, backed=backed)
