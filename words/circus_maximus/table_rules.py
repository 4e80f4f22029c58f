"""The Table game in short for players who know the Advanced Game: the differences, each with the line of its card."""

from collections.abc import Mapping

from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.tables import JOSTLE, LEAST_TO_CHECK_WHEELS

_TABLE = EDITIONS["table"]
_COSTS = _TABLE.costs

TOPICS: Mapping[str, str] = {
    "table game": (
        "Circus Maximus as a group plays it with cards in hand and no rulebook on the table. It is the Advanced Game, "
        "quicker and rougher. You answer an attack once, before the dice. What others do to your speed waits for the "
        "next turn. A jostled driver may still take a corner too fast, but a double sideslip jostles as well. Whoever "
        "is pulled out loses the chariot on the spot. Look up table start, table speed, table corners, table attacks, "
        "table wheels, table horses and table drivers: each is one difference. (rules T1 to T24)"
    ),
    "table start": (
        "First the points, then their dice, then the lanes by lot. Lanes that nobody draws stay empty. In turn 1 "
        "every chariot rolls a die as soon as the speeds are shown, before the first counter is drawn. It comes off "
        "the speed you wrote, down to 0. You decide on the whip when your counter is drawn, and know your die by "
        "then. (rules T2 and T3)"
    ),
    "table speed": (
        "A movement loss lowers your highest speed of the next turn, and of that one only. So does the 1 of a ram "
        "that you were forced into. Several add up. Your move of this turn stays as you planned it. Points lashed "
        "into your team wait as well. Those you must use come on top of the speed that you write. Those on offer you "
        "take or leave with it, as many as you like. Type `12 +1` for speed 12 and one of them. (rules T4 and T5)"
    ),
    "table corners": (
        f"Damaged wheels are rolled for first, then you pay the endurance, then comes the chart. J takes {JOSTLE} off "
        "your CDM and nothing else. You keep what the whip gave you, and may take corners too fast. But nobody whips "
        "with a CDM below 0. SS slides you two lanes and jostles you, too. Going back inside is checked each time you "
        "are above that lane's safe speed. You pay endurance for the difference alone. (rules T11 and T14 to T16)"
    ),
    "table attacks": (
        "You may attack once your team has left the grey squares, and again after a step forward. A sideslip alone "
        "does not do. Attacked, you hold, or name brake or evade. Then both roll two dice and CDM. Win, and you do "
        "what you named; lose, and you hold. A whip that you catch is yours if you have none. You slip aside, for "
        f"{_COSTS.sideslip} factors, only while a chariot stands directly ahead. (rules T6 to T10)"
    ),
    "table wheels": (
        f"A damaged wheel is rolled for as a move starts if you wrote {LEAST_TO_CHECK_WHEELS} or more. The whip, "
        "lashes and the start do not count. A ram or a falling wreck has a wheel rolled for only if it did "
        f"{_TABLE.least_blow} points or more to it. Wrecks that you drive over never do. Ten points lose the wheel as "
        "ever. (rules T12 and T13)"
    ),
    "table horses": (
        "A dead horse shields the whole chariot on its side: team, car and driver. Cutting it free costs a die for "
        "each living horse, less your CDM, off the speed you wrote. 0 left is enough. From then on you act as ever: "
        "you attack, brake, evade and defend with all of your CDM. You may announce the whip with the cut: it falls "
        "if the horse comes free. Otherwise nobody whips with a dead horse attached. (rules T17 to T19)"
    ),
    "table drivers": (
        "A driver is pulled out by a critical hit of 2, a lost showdown or a cloud of dust. The chariot then turns "
        "over at once, and the driver is dragged. Being dragged hurts as a turn ends in which you were dragged from "
        "its start: half a die, rounded down, at least 1. A team that runs a driver down pays the die with what it "
        "has left this turn. The wreck chart is that of the Epic edition: `/rules table:wreck location, epic "
        "edition`. (rules T20 to T24)"
    ),
}

INSTEAD: Mapping[str, str] = {
    "advanced game": "table game",
    "corner results": "table corners",
    "defence": "table attacks",
    "dead horses": "table horses",
    "wheels": "table wheels",
    "dragged drivers": "table drivers",
    "wreck location": "wreck location, epic edition",
}
"""Topics and tables of the other editions, each with the one to read in its place in a race of the Table game."""
