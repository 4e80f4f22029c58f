"""The Advanced Game and the optional rules in short, with their odds and tables, for players who look something up."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from engine.circus_maximus.printed import odds, tables
from engine.circus_maximus.printed.charts import Row
from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.words import costs
from engine.circus_maximus.words.facts import CriticalCode, WeaponCode
from words.circus_maximus.chances import percent
from words.circus_maximus.story.maiming import WEAPON_WORDS
from words.circus_maximus.story.wrecking import CROSSED

_PRINTED = EDITIONS["advanced"]
"""The edition whose chances the topics tell; `/rules what:table` shows those of each."""

_FURTHER = sum(
    (Fraction(ways, odds.OF_TWO) for total, ways in odds.TWO_DICE.items() if _PRINTED.critical_horse_hit(total) != 0),
    Fraction(),
)
"""The chance that a horse is hurt worse than it looked (16.4)."""


def _of_two(total: int) -> str:
    return f"{odds.TWO_DICE[total]}/{odds.OF_TWO}"


def _thrown(away: int) -> str:
    return percent(odds.knife_hit_odds(_PRINTED, away, 0))


TOPICS: Mapping[str, str] = {
    "advanced game": (
        "In the edition advanced a chariot that turns over is not simply gone. Its car flies off as a wreck, its team "
        "runs on, and its driver is dragged behind it or gets away on foot. Their player goes on driving them. Look up "
        "wrecks, running over wrecks, runaway teams, dragged drivers, drivers on foot, critical hits, enlarged field. "
        "(rules 11 to 18)"
    ),
    "wrecks": (
        "The car of a chariot that turns over comes down at the end of that move. Two dice say how "
        "many lanes and squares away. Coming down on a chariot, it attacks that "
        f"one without a modifier. The driver may avoid it like any attack. In {_of_two(4)} it stays where it turned "
        "over. `/rules table:wreck location` shows all. (rule 12)"
    ),
    "running over wrecks": (
        "A wreck, a halted team or a dead horse does not bar a square. Coming onto it rolls a die. As you leave the "
        "square you roll three dice less your CDM, and add each point of that die you did not pay with endurance. "
        "Leave it in the same move, or you turn over; no attacks from it. You jump a wreck that came "
        "down on you as soon as you have factors to move with. A halted team adds "
        f"{_PRINTED.obstacle_modifier['halted team']}. `/rules table:running over wrecks` shows the chances. (rule 14)"
    ),
    "critical hits": (
        "A driver who is wounded by a lash rolls two dice: it may get worse. An arm or eye may be lost, another lash "
        "may follow, or the whip pulls the driver out of the car. With an eye lost, attacks from its side can't be "
        "evaded. `/rules table:critical hits` shows the chances. (rule 13)"
    ),
    "runaway teams": (
        "A team without a driver runs at its highest speed, straight on. It shies aside, outward first, only where "
        "something stands in its way, and takes corners at any speed. Its player says which way. It attacks nobody but "
        "the dragged driver it runs over, and shies from attacks without a roll. With a dead horse it halts and lies "
        "in the way. (rule 15)"
    ),
    "dragged drivers": (
        "After turning over, a driver hangs in the reins. At the end of that move the driver may try to get free: two "
        "dice less the CDM must be at most the hits left. With 6 hits and no modifier that works in "
        f"{percent(odds.freeing_odds(0, 6))}. Every move of the team costs half a die of hits, rounded up; a wreck on "
        "the way kills. A driver who lives at the end of the turn still finishes, and may win. So past the line "
        "a silent driver hangs on. (rule 16)"
    ),
    "drivers on foot": (
        "From the turn after coming free a driver runs half of the hits left in squares, rounded up, at the end of "
        "each turn. Each step along a wall is a try to climb out: an even die. A team that drives over them kills "
        "them, and loses a die of factors. A driver on foot is out of the race, but may live. (rule 17)"
    ),
    "enlarged field": (
        "With more than eight chariots the others start in a second row, each behind one of the front. In the "
        "first turn they move after all of the front row. (rule 18)"
    ),
    "optional rules": (
        "The host switches them on when the race is opened, and the race's header names each that is on. There are "
        "built chariots, dust, knife, spear, carcasses and critical horse hits. There are first-turn acceleration, "
        "the written whip, weather, teams of two and rulings. (rule 16)"
    ),
    "built chariots": (
        "Instead of four points each chariot has 32, for horses, driver, hits, whip, wheels, endurance and blades, "
        "without dice. Blades take the place of the car's class: +2 or +4 on damage by the wheel that carries them. "
        "Two different wheels corner worse by 2. A long whip adds 2 to the lash factor. "
        "`/rules table:specification` shows the costs. (rule 16.1)"
    ),
    "dust": (
        f"Throw it once in a race at a driver beside your car, for 1 factor. {tables.DUST_HITS} or more with two dice "
        f"and your CDM hits: {percent(odds.weapon_hit_odds('dust', 0))} at CDM 0. It cannot be avoided, nor be thrown "
        "in rain. `/rules table:weapons` shows what it does. (rule 16.2)"
    ),
    "knife": (
        "Throw it once, for 1 factor, at any driver or team in range. Nobody hits a team from the side of its dead "
        f"horse. A die for each square to it, less your CDM, must come to {tables.KNIFE_HITS} or less. At CDM 0 that "
        f"hits in {_thrown(1)} next to you, two squares away in "
        f"{_thrown(2)}. Every driver can throw the small knife too: each die counts "
        "one worse. Without it nobody cuts a horse or the reins. `/rules table:weapons` shows what it does. (rule 16.2)"
    ),
    "spear": (
        f"Thrust it once a turn at a driver beside you, for {EDITIONS['advanced'].costs.thrust} factors. "
        f"{tables.SPEAR_HITS} or more with two dice and your CDM hits: "
        f"{percent(odds.weapon_hit_odds('spear', 0))} at CDM 0. A driver with a "
        "spear may be hurt by it when straining in a corner, ramming or being rammed. `/rules table:weapons` shows "
        "what it does. (rule 16.2)"
    ),
    "carcasses": "A horse that is cut free lies on the track; running over it is 1 easier than a wreck. (rule 16.3)",
    "critical horse hits": (
        "Whenever a horse is hurt two dice may make it worse: 9 one point more, 10 two, 11 three, 12 kills it. "
        f"That happens in {percent(_FURTHER)}. (rule 16.4)"
    ),
    "first-turn acceleration": (
        "Instead of a die the first turn takes two dice less your driver modifier off the speed you wrote. (rule 16.5)"
    ),
    "written whip": (
        "You do not choose the whip when you are drawn. You write an S beside your speed, in secret. (rule 16.6)"
    ),
    "weather": (
        "It may rain. Teams are a point slower, and corners worse by 1 to 3, by the car's class. Light and normal "
        "chariots may skid on after a lane change. Long rain makes mud: two points slower, a point worse, and all "
        f"safe speeds {tables.MUD_LIMIT} lower. `/rules table:weather` shows it. (rule 16.7)"
    ),
    "teams of two": (
        "The first two to enter win together, and so the next two. They may not attack each other, and both are placed "
        "as the better of them. (rule 3.4)"
    ),
    "rulings": (
        "Four questions the rulebook leaves open can be switched. Evading costs factors of the next move, or lowers "
        "its highest speed. The owner shares out the injuries of a frontal ram, or they are even. A dragged driver "
        "tries to get free once, or in every phase. Dead horses are cut free one by one, or all by one roll. "
        "(rule 16.8)"
    ),
}


def wreck_location(edition: Edition) -> str:
    """Return chart 12.2 with the chance of each row."""
    rows = [" 2d6  chance  lanes        forward"]
    for total, fall in edition.wreck_location.results.items():
        side = "outward" if fall.lanes > 0 else "inward"
        lanes = f"{abs(fall.lanes)} {side}" if fall.lanes else "same lane"
        rows.append(f"{total:>4}  {_of_two(total):>6}  {lanes:<12} {fall.forward:>4}")
    return "\n".join(rows)


def running_over(edition: Edition) -> str:
    """Return the chances of chart 14.3, by the sum of modifiers to the three dice."""
    added = [-edition.helps * each for each in range(-2, 7, 2)]
    rows = ["added to 3d6 " + "".join(f"{each:>+6}" for each in added)]
    chances = [odds.running_over_odds(edition, each) for each in added]
    rows += [
        f"{_SHORT[code]:<13}" + "".join(f"{percent(each[code]):>6}" for each in chances)
        for code in CROSSED
    ]  # fmt: skip
    counted = "CDM − unpaid endurance" if edition.helps > 0 else "unpaid endurance − CDM"
    return "\n".join([*rows, "", f"added: {counted}; halted team {edition.obstacle_modifier['halted team']:+d}"])


_SHORT: Mapping[str, str] = {
    "-": "unharmed",
    "jostled": "jostled",
    "car damaged": "wheels hurt",
    "hobbled": "horses hurt",
    "seriously hobbled": "badly hurt",
    "flip danger": "flip danger",
    "flip": "turned over",
}


def critical_hits(edition: Edition) -> str:
    """Return chart 13.1 with the chance of each row; empty if the edition lacks it."""
    if edition.critical_hit is None:
        return ""
    rows = [f"{total:>3}  {_of_two(total):>5}  {_BRIEF[code]}" for total, code in edition.critical_hit.results.items()]
    return "\n".join(["2d6 chance", *rows])


_BRIEF: Mapping[CriticalCode, str] = {
    "pulled out": "pulled out of the car",
    "modifier": "driver modifier −1",
    "arm": "lame arm: the whip gains half",
    "eye": "can't evade attacks from that side",
    "lashed again": "lashed again, factor −1",
    "hit": "one more hit",
    "-": "nothing more",
    "tug of war": "both pull at the whip",
}


def weapons(edition: Edition) -> str:
    """Return the charts of dust, knives and spears, as far as an edition has them (16.2, II.10.5, II.10.6)."""
    rows: list[str] = []
    for heading, chart in _weapon_charts(edition):
        rows += [heading, *(f"{total:>4}  {WEAPON_WORDS[code]}" for total, code in chart.results.items()), ""]
    return "\n".join(rows[:-1])


def _weapon_charts(edition: Edition) -> Iterator[tuple[str, Row[WeaponCode]]]:
    if edition.has_dust or "dust" not in edition.lacks:
        yield "Dust: 2d6 + target's CDM", edition.dust_effect
    if edition.throws_own_knife or "knife" not in edition.lacks:
        yield "Knife: 2d6 + target's CDM", edition.knife_effect
    if edition.knife_on_team:
        yield "Knife, nobody in the car", edition.knife_on_team
    if "spear" not in edition.lacks:
        yield "Spear: 2d6", edition.spear_effect


def weather_table(edition: Edition) -> str:
    """Return the effects of rain and mud (16.7, chart 17.20)."""
    rain, mud = tables.RAIN_STRAINS, {car: added + tables.MUD_STRAINS for car, added in tables.RAIN_STRAINS.items()}
    cars, sign = tuple(rain), "−" if edition.helps > 0 else "+"
    skids = [f"from {tables.SKIDS_FROM[car]}" if car in tables.SKIDS_FROM else "never" for car in cars]
    rows = [
        ("", "rain", "mud"),
        ("team speed", f"−{edition.slows(True, False)}", f"−{edition.slows(False, True)}"),
        ("… rain on mud", "", f"−{edition.slows(True, True)}"),
        ("safe speeds", "as usual", f"−{tables.MUD_LIMIT}"),
        *((f"corner, {car}", f"{sign}{rain[car]}", f"{sign}{mud[car]}") for car in cars),
        *((f"skids, {car}", skid, skid) for car, skid in zip(cars, skids, strict=True)),
        ("dragged, a die", f"1/{tables.DRY_SHARE}", f"1/{tables.MUD_SHARE}"),
        ("on foot, hits", f"1/{tables.DRY_SHARE}", f"1/{tables.MUD_SHARE}"),
    ]
    lines = [f"{name:<16}{wet:>10}{muddy:>10}" for name, wet, muddy in rows]
    turns = [
        "Before the race a die: 1 it rains (and mud,",
        "if one more die is a 1), 2 clear, asked again",
        "each lap, 3–6 clear. In even turns a 1 ends",
        "the rain; three corners in rain make mud.",
    ]
    return "\n".join([*lines, "", *turns])


def specification(_edition: Edition) -> str:
    """Return chart 17.19: the cost of each item out of 32 points (16.1)."""
    charts: tuple[tuple[str, Mapping[Any, int]], ...] = (
        ("each horse", costs.HORSE_COST),
        ("driver", costs.MODIFIER_COST),
        ("hits", costs.HITS_COST),
        ("whip", costs.WHIP_COST),
        ("each wheel", costs.BOXES_COST),
        ("endurance", costs.ENDURANCE_COST),
        ("one blade", costs.BLADES_COST),
        ("both blades", costs.BLADES_PAIR_COST),
        ("weapons", costs.WEAPON_COST),
    )
    rows = ["value (cost)"]
    for name, chart in charts:
        rows += _wrapped(f"{name}:", [f"{value} ({cost})" for value, cost in chart.items()])
    return "\n".join(rows)


def _wrapped(name: str, values: Iterable[str]) -> list[str]:
    """Return values in rows that a phone shows without breaking them."""
    rows = [f"{name:<13}"]
    for value in values:
        if len(rows[-1]) + len(value) > _WIDE:
            rows.append(" " * 13)
        rows[-1] += f"{value} "
    return [row.rstrip() for row in rows]


_WIDE = 44


class Chart(NamedTuple):
    """A table that players look up."""

    name: str
    title: str
    show: Callable[[Edition], str]  # its rows; nothing in an edition that has none


CHARTS = (
    Chart("wreck location", "Where a wreck comes down (12.2): lanes first, then squares forward", wreck_location),
    Chart("running over wrecks", "Running over wrecks (14.3): chances, rounded up", running_over),
    Chart("critical hits", "Critical hits (13.1)", critical_hits),
    Chart("weapons", "Thrown weapons (16.2)", weapons),
    Chart("weather", "Rain and mud (16.7)", weather_table),
    Chart("specification", "What 32 points buy (16.1)", specification),
)
