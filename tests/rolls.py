"""Everything that is rolled in Circus Maximus, as players read it: for what, by which rule, with which modifiers."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

REGISTER = """
    3.2 | start lane | 1 | the race
    3.3 | colour | 1 | the race
    3.4 | colours of faction | 3 | the race
    3.61 | driver hits | 1 | a chariot | DM
    3.63 | team speed | 1 | a chariot
    3.64 | endurance | 1 | a chariot
    5.2 | draw | 1 | the race
    6.52 | straining | 1 | a chariot
    6.9 | standing start | 1/2/3 | a chariot
    7.32 | corner | 3 | a chariot | CDM, mud, rain, unlike blades
    7.41 | inside wheel | 2 | a chariot | unlike blades
    7.41 | outside wheel | 2 | a chariot | unlike blades
    9.32 | avoiding | 2 | a chariot | CDM
    9.32 | pressing the attack | 2 | a chariot | CDM, involuntary ram
    9.41 | defence | 1 | a chariot | CDM
    9.41 | lash on a team | 1 | a chariot | CDM
    9.42 | defence | 2 | a chariot | CDM
    9.42 | driver lash chart | 2 | a chariot
    9.42 | lash on a driver | 2 | a chariot | CDM, lashed again, long whip
    9.43 | movement loss | 1 | a chariot
    9.5 | horse injury | 2/3 | a chariot | blades, heavy car, light car, long blades
    9.53 | cutting free | 2/3 | a chariot | CDM
    9.54 | ram on a car | 3 | a chariot | CDM, defender's CDM, involuntary ram
    9.54 | wreck on a car | 3 | a chariot | defender's CDM
    9.55 | wheel damage | 2 | a chariot | blades, heavy car, light car, long blades
    9.56 | inside wheel | 2 | a chariot | unlike blades
    9.56 | outside wheel | 2 | a chariot
    9.6 | which horse | 1 | a chariot
    12.2 | wreck | 2 | a chariot
    12.4 | which horse | 1 | the race
    12.4 | which wheel | 1 | the race
    13.1 | critical hit | 2 | a chariot
    13.1 | tug of war | 2 | a chariot | hits
    14.3 | flip danger | 3 | a chariot | CDM, mud, rain, unlike blades
    14.3 | hobbled horse | 1 | a chariot | hobbled
    14.3 | inside wheel on an obstacle | 1 | a chariot | car damaged
    14.3 | jump | 1 | a chariot
    14.3 | obstacle | 3 | a chariot | CDM, carcass, endurance not paid, halted team
    14.3 | outside wheel on an obstacle | 1 | a chariot | car damaged
    16.2 | driver's hits | 1 | a chariot
    16.2 | dust | 2 | a chariot | CDM
    16.2 | dust in the eyes | 2 | a chariot | CDM
    16.2 | getting free | 2 | a chariot | CDM
    16.2 | horse injury | 1 | a chariot
    16.2 | knife | 1/2/3 | a chariot | CDM
    16.2 | knife wound | 2 | a chariot | CDM
    16.2 | own spear | 2 | a chariot | CDM
    16.2 | seeing again | 1 | a chariot
    16.2 | small knife | 1/2 | a chariot | CDM, small knife
    16.2 | which horse | 1 | the race
    16.2 | spear | 2 | a chariot | CDM
    16.2 | spear wound | 2 | a chariot
    16.3 | dragging | 1 | a chariot
    16.4 | critical horse hit | 2 | a chariot
    16.5 | driver's hits | 2 | a chariot
    16.5 | ram on a dragged driver | 3 | a chariot | CDM
    16.5 | standing start | 2 | a chariot | DM
    16.7 | mud | 1 | the race
    16.7 | rain | 1 | the race
    16.7 | sliding on | 1 | a chariot
    16.7 | weather | 1 | the race
    17.3 | climbing out | 1 | a chariot
    24.3 | bribe | 1 | a chariot
    24.5 | sabotage | 1 | a chariot
    17.4 | running down | 1 | a chariot
    18 | second row | 1 | the race
    II.10.4.1 | lash on a team | 1 | a chariot
    II.10.5 | knife | 2 | a chariot | CDM, range
    II.13.3.3 | dragged over a carcass | 1 | a chariot
    II.14.2 | dodging | 2 | a chariot | CDM
"""
"""Rule, what for, how many dice, whose roll it is, and all modifiers that it may have."""


def register_of(facts: Iterable[dict[str, Any]]) -> set[str]:
    """Return the lines of a register of all rolls among facts."""
    seen = defaultdict[tuple[str, str, str], tuple[set[int], set[str]]](lambda: (set(), set()))
    for fact in facts:
        if fact["fact"] == "Rolled":
            whose = "the race" if fact["entry"] is None else "a chariot"
            what_for = fact["what_for"].rstrip(" 123") if fact["rule"] == "3.4" else fact["what_for"]
            dice, modifiers = seen[fact["rule"], what_for, whose]
            dice.add(len(fact["dice"]))
            modifiers.update(modifier["name"] for modifier in fact["modifiers"])
    return {
        " | ".join([rule, what_for, "/".join(map(str, sorted(dice))), whose, ", ".join(sorted(modifiers))]).rstrip(" |")
        for (rule, what_for, whose), (dice, modifiers) in seen.items()
    }
