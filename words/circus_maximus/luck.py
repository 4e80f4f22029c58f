"""Each roll of a Circus Maximus race that decided something, against its odds."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, get_args

from engine.circus_maximus.printed.charts import Bands, Grid
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.odds import OF_THREE, THREE_DICE, dice_ways, excess_odds
from engine.circus_maximus.printed.tables import DUST_HITS, SPEAR_HITS, CarDamage
from engine.circus_maximus.words.facts import (
    CarsDamaged,
    CornerCode,
    CornerStrained,
    CornerTaken,
    ObstacleCode,
    WeaponCode,
    WheelDamaged,
    WheelHeld,
)
from engine.circus_maximus.words.options import Options
from engine.facts import Fact, Rolled
from engine.track import Side
from records.values import EntryId
from words.circus_maximus.chances import RESULTS, hits_by_knife
from words.circus_maximus.story.driving import CORNER_WORDS
from words.shared.results import Chance

_CORNERS: tuple[CornerCode, ...] = ("-", "S", "SS", "J", "LH", "RH", "FP")
"""The outcomes of a corner, the best first."""

_RAMS = ("defender", "none", "both", "attacker")
"""The cars that a ram may damage, the best outcome for the attacker first."""

_RAMMED: Mapping[str, str] = {
    "defender": "only the other car damaged",
    "none": "no car damaged",
    "both": "both cars damaged",
    "attacker": "only the own car damaged",
}


class _Chart(NamedTuple):
    """A roll that one driver makes, on which nothing bears but its total."""

    what: str
    rank: Callable[[int], int]  # of a total: the more, the better for the driver who rolls
    came: Callable[[int], str]  # what a total comes to, in words


_OBSTACLES = get_args(ObstacleCode)
"""The mildest first."""

_EYES: tuple[WeaponCode, ...] = (
    "blown back", "half blind", "slips away", "swerves in", "blinded", "falls out",
)  # fmt: skip
_WOUNDS: tuple[WeaponCode, ...] = (
    "horse grazed", "one hit", "horse hurt", "hits", "horse killed", "killed",
)  # fmt: skip
"""The effects of dust and blades, the mildest first."""

_HURT: Mapping[WeaponCode, str] = {
    "blown back": "blown back",
    "half blind": "half blinded",
    "slips away": "slips aside",
    "swerves in": "swerves in",
    "blinded": "blinded",
    "falls out": "falls out",
    "horse grazed": "a horse grazed",
    "one hit": "one hit",
    "horse hurt": "a horse hurt",
    "hits": "some hits",
    "horse killed": "a horse killed",
    "killed": "killed",
}


def _throw(what: str, hits: Callable[[int], bool]) -> _Chart:
    return _Chart(what, hits, lambda total: "hits" if hits(total) else "misses")


def _points(what: str, chart: Callable[[int], int]) -> _Chart:
    return _Chart(
        what, lambda total: -chart(total), lambda total: f"hurt by {chart(total)}" if chart(total) else "unhurt"
    )


def _wound(what: str, chart: Callable[[int], WeaponCode], order: Sequence[WeaponCode]) -> _Chart:
    return _Chart(what, lambda total: -order.index(chart(total)), lambda total: _HURT[chart(total)])


def _obstacle(chart: Callable[[int], ObstacleCode]) -> _Chart:
    return _Chart("an obstacle", lambda total: -_OBSTACLES.index(chart(total)), lambda total: RESULTS[chart(total)])


_CHARTS: Mapping[str, Callable[[Edition], _Chart]] = {
    "horse injury": lambda edition: _points("a horse struck", edition.horse_injury),
    "wheel damage": lambda edition: _points("a wheel struck", edition.wheel_damage),
    "obstacle": lambda edition: _obstacle(edition.running_over),
    "dust": lambda _: _throw("throwing dust", lambda total: total >= DUST_HITS),
    "spear": lambda _: _throw("a spear thrust", lambda total: total >= SPEAR_HITS),
    "knife": lambda edition: _throw("a knife thrown", partial(hits_by_knife, edition)),
    "small knife": lambda edition: _throw("a small knife thrown", partial(hits_by_knife, edition)),
    "dust in the eyes": lambda edition: _wound("dust in the eyes", edition.dust_effect, _EYES),
    "knife wound": lambda edition: _wound("struck by a knife", edition.knife_effect, _WOUNDS),
    "spear wound": lambda edition: _wound("struck by a spear", edition.spear_effect, _WOUNDS),
}
"""By what is rolled for: horses, wheels and weapons (9.5, 9.55, 14.3, 16.2)."""

_POINTS_OF_A_KNIFE = "16.2", "horse injury"
"""A die that is the damage itself."""

_WHEELS: Mapping[str, Side] = {"inside wheel": "inside", "outside wheel": "outside"}


def chances(facts: Sequence[Fact], options: Options) -> list[Chance]:
    """Return each roll that decided something: corners, rams, wheels, horses, escapes, lashes, weapons, obstacles."""
    found: list[Chance] = []
    damage: dict[tuple[EntryId, Side], int] = {}  # to wheels, as far as it was told
    for at, fact in enumerate(facts):
        if isinstance(fact, WheelDamaged | WheelHeld):
            damage[fact.entry, fact.side] = fact.total
        elif isinstance(fact, Rolled):
            found += _chances(edition_of(options), facts, at, fact, damage)
    return found


def _chances(
    edition: Edition, facts: Sequence[Fact], at: int, rolled: Rolled, damage: Mapping[tuple[EntryId, Side], int]
) -> Iterator[Chance]:
    """Yield a roll against its odds, for each of those it decided something for."""
    match rolled.rule, rolled.what_for:
        case "7.32", "corner":
            yield from _corner(edition.corner_strain, facts, at, rolled)
        case "9.54", "ram on a car":
            yield from _ram(edition.car_damage, facts, at, rolled)
        case "9.32", "pressing the attack":
            yield from _contest(facts, at, rolled, "getting away", "pressing an attack")
        case _, "defence":
            yield from _contest(facts, at, rolled, "a lash", "against a lash")
        case _, "inside wheel" | "outside wheel":
            yield from _wheel(rolled, damage)
        case rule, what if what in _CHARTS and (rule, what) != _POINTS_OF_A_KNIFE:
            yield _charted(rolled, _CHARTS[what](edition))


def _charted(rolled: Rolled, chart: _Chart) -> Chance:
    """Return a roll of one driver's own against all that it could have come to."""
    assert rolled.entry is not None
    added, rank = rolled.total - sum(rolled.dice), chart.rank(rolled.total)
    ways = dice_ways(len(rolled.dice))
    better = sum(n for total, n in ways.items() if chart.rank(total + added) > rank)
    same = sum(n for total, n in ways.items() if chart.rank(total + added) == rank)
    of = sum(ways.values())
    return Chance(rolled.entry, chart.what, chart.came(rolled.total), Fraction(better, of), Fraction(same, of))


def _wheel(rolled: Rolled, damage: Mapping[tuple[EntryId, Side], int]) -> Iterator[Chance]:
    """Yield the check of a wheel: above its damage it holds, below it is lost (7.43)."""
    hurt = None if rolled.entry is None else damage.get((rolled.entry, _WHEELS[rolled.what_for]))
    if hurt is None:
        return

    def rank(total: int) -> int:
        return (total > hurt) - (total < hurt)

    yield _charted(rolled, _Chart("a damaged wheel", rank, lambda total: _TRIED[rank(total)]))


_TRIED: Mapping[int, str] = {1: "holds", 0: "holds, weaker", -1: "is lost"}
"""The outcomes of testing a wheel."""


def _corner(chart: Grid[CornerCode], facts: Sequence[Fact], at: int, rolled: Rolled) -> Iterator[Chance]:
    strained = next((fact for fact in reversed(facts[:at]) if isinstance(fact, CornerStrained)), None)
    taken = next((fact for fact in facts[at : at + 4] if isinstance(fact, CornerTaken)), None)
    if strained is None or taken is None or strained.entry != rolled.entry:
        return
    added = rolled.total - sum(rolled.dice)
    ways: Counter[CornerCode] = Counter()
    for total, n in THREE_DICE.items():
        ways[chart(total + added, strained.points)] += n
    better = sum(ways[code] for code in _CORNERS[: _CORNERS.index(taken.code)])
    came = "holds" if taken.code == "-" else CORNER_WORDS[taken.code]
    what = f"a corner {strained.points} over the safe speed"
    yield Chance(strained.entry, what, came, Fraction(better, OF_THREE), Fraction(ways[taken.code], OF_THREE))


def _ram(chart: Bands[CarDamage], facts: Sequence[Fact], at: int, rolled: Rolled) -> Iterator[Chance]:
    damaged = next((fact for fact in facts[at : at + 4] if isinstance(fact, CarsDamaged)), None)
    if damaged is None:
        return
    added = rolled.total - sum(rolled.dice)
    ways: Counter[str] = Counter()
    for total, n in THREE_DICE.items():
        ways[chart(total + added)] += n
    came = chart(rolled.total)
    better = Fraction(sum(ways[each] for each in _RAMS[: _RAMS.index(came)]), OF_THREE)
    same = Fraction(ways[came], OF_THREE)
    yield Chance(damaged.attacker, "a ram on a car", _RAMMED[came], better, same)
    theirs = {"defender": "the own car damaged", "attacker": "the other car damaged"}.get(came, _RAMMED[came])
    yield Chance(damaged.defender, "rammed in the car", theirs, 1 - better - same, same)


def _contest(facts: Sequence[Fact], at: int, second: Rolled, first_of: str, second_of: str) -> Iterator[Chance]:
    """Yield how two rolls against each other fell, for both: by how much the one beat the other, dice against dice."""
    first = next((fact for fact in reversed(facts[:at]) if isinstance(fact, Rolled)), None)
    if first is None or first.entry is None or second.entry is None or len(first.dice) != len(second.dice):
        return
    by = sum(first.dice) - sum(second.dice)
    odds = excess_odds(len(first.dice))
    better = sum((chance for excess, chance in odds.items() if excess > by), Fraction())
    same = odds[by]
    yield Chance(first.entry, first_of, _by(by), better, same)
    yield Chance(second.entry, second_of, _by(-by), 1 - better - same, same)


def _by(points: int) -> str:
    """Return by how much a roll against another was won or lost.

    >>> _by(4), _by(-1), _by(0)
    ('won by 4', 'lost by 1', 'a draw')
    """
    return f"{'won' if points > 0 else 'lost'} by {abs(points)}" if points else "a draw"
