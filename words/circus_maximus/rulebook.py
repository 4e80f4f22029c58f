"""The rules of Circus Maximus in short, for players who look something up."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from engine.circus_maximus.printed import tables
from engine.circus_maximus.printed.editions import EDITIONS, Edition, edition_of, number_of
from engine.circus_maximus.words.options import Options
from words.circus_maximus import advanced_rules, epic_rules, table_rules
from words.circus_maximus.advanced_rules import Chart
from words.circus_maximus.notation import CLAUSES, WEAPONS
from words.shared import topics
from words.shared.topics import ORDERS, words_of_orders

TOPICS: Mapping[str, str] = {
    "the race in short": (
        "Up to three laps, counter-clockwise. Each turn all write a speed in secret. The speeds are revealed. Then the "
        "chariots move one by one in an order drawn from a cup. A speed is a number of movement factors, and every "
        "factor must be spent: on driving, changing lanes, attacking or braking. Of those who cross the finish line in "
        "the last turn, the one with most factors to spare wins. (rules 5, 10)"
    ),
    "preparation": (
        "Each chariot has 4 points, 0 to 2 in each of: driver (modifier, hits), car (light, normal, heavy), team "
        "(speed), endurance. They are chosen in secret and revealed together; then the dice decide what they buy. "
        "`/rules table:preparation` shows it. (rule 3.6)"
    ),
    "driver modifier": (
        "Your driver's modifier counts in every roll of skill and is added to your team's speed. What counts at the "
        "moment is the current driver modifier (CDM). Shaken drivers have less of it for a time, wounded ones "
        "for good. (rules 3.6, 7.35, 9.43)"
    ),
    "speed": (
        "You may write anything from 0 to your team's speed plus your current driver modifier (CDM). In the first turn "
        "a die comes off. What you do not spend on the way must be burnt by braking, so write what you can use. "
        "(rules 6.1, 6.2)"
    ),
    "lane changes": (
        "To the outside for 1 factor, to the inside for 2; either takes you a square forward as well. The square ahead "
        "of you and both squares you come to must be free. Inward of lane 1 and outward of lane 8 is the wall: you "
        "turn over. (rule 6.4)"
    ),
    "braking": "Each factor that you burn costs 1 endurance; it does not lower your speed in a corner. (rule 6.6)",
    "sideslip": (
        "One lane sideways without going forward, for 3 factors: only if you are blocked, or will be whatever you do. "
        "(rule 6.7)"
    ),
    "blocked": (
        "With factors left and no way to go you slip, attack or brake. You crash into the chariot ahead only if you "
        "can't slip. Then you pay endurance for it as long as it lasts, and you say which of your horses are hurt. "
        "(rules 6.74, 9.61)"
    ),
    "whipping the team on": (
        "When you are drawn you may whip the team on: a die gives as many factors as it costs endurance. It takes a "
        "whip, endurance, a CDM of 0 or more and no ban on it. The rulebook calls this voluntary straining. (rule 6.5)"
    ),
    "corners": (
        "Each lane has a safe speed in the corners. Driving faster strains the chariot: as it enters, as it starts a "
        "move there, and as it goes further inside. A car that is still in the corner counts. Each factor "
        "above costs 1 endurance, and three dice less your CDM say what happens. A lane survived this turn, and any "
        "lane outside it, is free until your next move. `/rules what:corner` tells the chances. (rule 7)"
    ),
    "corner results": (
        "S slides one lane out. SS slides two, and bars whip and strain for a while. J shakes the driver: CDM −3, "
        "recovering 1 a turn. LH and RH hurt the leftmost or rightmost horse. FP turns the chariot over. A slide into "
        "the wall turns it over as well, one into another chariot rams it. (rules 7.3, 9.6)"
    ),
    "attacks": (
        "For 1 factor you lash or ram what stands in the square beside your car, once from each square. If that is a "
        "team, you hit the team; if it is a car, you lash its driver or ram it. Nobody attacks from the grey squares "
        "of the start. (rule 9.1)"
    ),
    "defence": (
        "The defender may hold, or try to get away: both roll two dice plus CDM. If the defender's total is at "
        "least the attacker's, the defender may brake or evade. Braking costs 2 endurance and a square back. Evading "
        "goes to the far side and is paid out of the next move. Where each move is asked for, you set beside your "
        "speed how you meet attacks; *ask me* lets you decide about each. (rule 9.3)"
    ),
    "lash": (
        "On a team it takes endurance and drives as many factors into its next move. On a driver the chart says what "
        "happens: wounds, a lost whip, a swerve, a brake. `/rules table:driver lash` shows it. (rules 9.41, 9.42)"
    ),
    "ram": (
        "On a team it hurts the horse nearest to you; on a car three dice say whose car is damaged. Heavy cars do more "
        "harm, light ones less. `/rules table:ram` shows it. (rules 9.5, 9.54)"
    ),
    "wheels": (
        f"A wheel takes {tables.WHEEL_BOXES} points of damage. A damaged one is tried with two dice after new "
        f"damage, at a speed of {tables.LEAST_TO_CHECK_WHEELS} and more, and when a corner strains it. A roll "
        "below the damage loses the wheel and turns the chariot over; one equal to it adds a "
        "point. (rule 7.4)"
    ),
    "endurance": (
        "It never comes back. With none left the driver modifier falls by 1 and the team slows each turn. You "
        "can neither whip nor brake any more, and a corner taken too fast turns you over. (rule 8)"
    ),
    "dead horses": (
        "A dead horse holds the chariot until it is cut free, at the start of your move. A die for each living horse, "
        "less your CDM, comes off the speed you wrote. For that turn you neither attack, brake nor evade, and no "
        "bonus helps you in defence. A team is never attacked from the side of its dead horse. (rules 9.51 to 9.53)"
    ),
    "the end": (
        "The last lap marker falls as the first chariot crosses the line. That turn is played out. Of those who "
        "crossed in it, most factors left wins, and on a tie who was drawn earlier. The others are placed by how far "
        "they came. (rule 10)"
    ),
    "typing a move": (
        "Instead of pressing buttons you can type your way, piece by piece. `12` goes so many squares straight on; "
        "`In` and `Out` change the lane. `Slip in`, `Slip out`, `Brake 3`, `Ram blue car`, `Ram blue horses`, "
        "`Lash blue driver` and `Lash blue horses` do as they say. `Crash` runs into what blocks you. So `18/Out/2` "
        "drives 18 squares, "
        "changes to the outside and drives 2 more. (rule 6.2)"
    ),
    **advanced_rules.TOPICS,
    **epic_rules.TOPICS,
    **table_rules.TOPICS,
    "orders": f"{ORDERS['orders']} {words_of_orders([*CLAUSES, *WEAPONS, 'no attacks'])}",
    **topics.TOPICS,
    "late answers": (
        "If you do not answer in time the race goes on by itself. You get points 1/0/2/1 or the speed you wrote "
        "last, and drive straight on, without attack or defence. A frontal ram hurts the horses with most boxes "
        "left. (rules 11.3, 11.7)"
    ),
}


def preparation(edition: Edition) -> str:
    """Return the gains from each number of points: charts 3.61 to 3.64."""
    rows = [
        topics.row("points", range(3), 8),
        topics.row("driver", [f"{modifier:+d}" for modifier in range(3)], 8),
        topics.row("car", tables.CAR_TYPES, 8),
        "",
        topics.row("die", range(1, 7)),
    ]
    for points in range(3):
        rows.append(topics.row(f"hits, {points}", (edition.driver_hits(die + points) for die in range(1, 7))))
    for points in range(3):
        rows.append(topics.row(f"speed, {points}", (sum(horses) for horses in edition.team_speed[points])))
    for points in range(3):
        rows.append(topics.row(f"endurance, {points}", edition.team_endurance[points]))
    return "\n".join(rows)


def corner_strain(edition: Edition) -> str:
    """Return chart 7.32: rows 3d6 and CDM, columns points above the safe speed."""
    chart = edition.corner_strain.rows
    first, last = min(chart), max(chart)
    rows = [
        f" 3d6{'+' if edition.helps > 0 else '−'}CDM "
        + "".join(f"{points:>3}" for points in edition.corner_strain.columns)
        + "+"
    ]
    for total, codes in chart.items():
        label = {first: f"≤ {first}", last: f"≥ {last}"}.get(total, str(total))
        rows.append(f"{label:>8} {_codes(codes)}")
    return "\n".join(rows)


def driver_lash(edition: Edition) -> str:
    """Return chart 9.42: rows the attacker's second 2d6, columns the lash factor.

    An edition with one row alone rolls no second dice (II.10.4.2).
    """
    chart = edition.driver_lash
    rolls_again = len(chart.rows) > 1
    rows = [f"{'2d6' if rolls_again else '':<4}" + "".join(f"{factor:>+3d}" for factor in chart.columns)]
    rows += [f"{total if rolls_again else '':>3} {_codes(codes)}" for total, codes in chart.rows.items()]
    return "\n".join(
        [
            *rows,
            "",
            "M 1 die off the next speed",
            "B brakes one square back",
            "G the whip is grabbed",
            "W wounded, and as M",
            "S swerves a lane away",
        ]
    )


def ram(edition: Edition) -> str:
    """Return charts 9.5, 9.54 and 9.55."""
    harm = "2d6, +3 by a heavy car, −3 by a light one"
    return "\n".join(
        [
            "On a team: injury of a horse",
            harm,
            *_from_to(edition.horse_injury.rows),
            "",
            "On a car: whose is damaged",
            "3d6 + attacker's CDM − defender's CDM",
            *_from_to(edition.car_damage.rows),
            "",
            "A damaged car: points on its wheel",
            harm,
            *_from_to(edition.wheel_damage.rows),
        ]
    )


def _from_to(rows: Iterable[tuple[int, int | str]]) -> list[str]:
    """Return a line for each row, the lowest roll first."""
    ordered = sorted(rows)
    ends: list[int | None] = [following - 1 for following, _ in ordered[1:]] + [None]
    lines = []
    for place, ((lowest, result), highest) in enumerate(zip(ordered, ends, strict=True)):
        between = f"{lowest}" if lowest == highest else f"{lowest}–{highest}"
        rolled = f"≥ {lowest}" if highest is None else between if place else f"≤ {highest}"
        lines.append(f"{rolled:>7}  {result}")
    return lines


def safe_speeds(_edition: Edition) -> str:
    """Return the corners' squares and safe speeds by lane."""
    corner = tables.TRACK.data.sections[1]
    lanes = range(1, tables.TRACK.data.lanes + 1)
    return "\n".join(
        [
            topics.row("lane", lanes, 4),
            topics.row("squares", corner.squares, 4),
            topics.row("safe speed", corner.limits, 4),
        ]
    )


def _codes(codes: Sequence[str]) -> str:
    return "".join(f"{'–' if code == '-' else code:>3}" for code in codes)


_CHARTS: tuple[Chart, ...] = (
    Chart("safe speeds", "Corners: squares and safe speeds (6.31)", safe_speeds),
    Chart("corner strain", "Corner strain (7.32): 3d6 and CDM, by factors above the safe speed", corner_strain),
    Chart("driver lash", "Lash on a driver (9.42), by lash factor", driver_lash),
    Chart("ram", "Rams (9.5, 9.54, 9.55)", ram),
    Chart("preparation", "What preparation points give (3.61 to 3.64)", preparation),
    *advanced_rules.CHARTS,
    *epic_rules.CHARTS,
)


def tables_of(editions: Iterable[Edition]) -> dict[str, tuple[str, Callable[[], str]]]:
    """Return the tables of several editions: each once, and with the edition's name where it prints another one."""
    found: dict[str, tuple[str, Callable[[], str]]] = {}
    for chart in _CHARTS:
        shown: set[str] = set()
        for edition in editions:
            text = chart.show(edition)
            if text and text not in shown:
                of = f", {edition.title}" if shown else ""
                found[chart.name + of.lower()] = (_numbered(chart, edition) + of, partial(chart.show, edition))
                shown.add(text)
    return found


def _numbered(chart: Chart, edition: Edition) -> str:
    """Return a table's title with the numbers of the edition's own book."""
    return re.sub(r"(?<![\d.])\d+\.\d+", lambda found: number_of(edition, found[0], chart.name), chart.title)


TABLES: Mapping[str, tuple[str, Callable[[], str]]] = MappingProxyType(tables_of(EDITIONS.values()))


_INSTEAD: Mapping[str, Mapping[str, str]] = {
    EDITIONS["epic"].title: epic_rules.INSTEAD,
    EDITIONS["table"].title: table_rules.INSTEAD,
}
"""By the title of an edition, as a race may do without some of its rules (EP-1)."""


def in_edition(options: Options, name: str) -> str:
    """Return the name of the topic or table that a race's edition has in place of *name*.

    >>> in_edition(Options(edition="epic"), "corner strain"), in_edition(Options(edition="basic"), "corner strain")
    ('corner strain, epic edition', 'corner strain')
    """
    edition = edition_of(options)
    own = f"{name}, {edition.title.lower()}"
    return own if own in TABLES else _INSTEAD.get(edition.title, {}).get(name, name)
