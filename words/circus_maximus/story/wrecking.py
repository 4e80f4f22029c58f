"""Lines of wrecks, of obstacles on the track, and of teams that run away."""

from collections.abc import Mapping

from engine.circus_maximus.words import facts
from words.circus_maximus.story.lines import OBSTACLES, Names, line

CROSSED: Mapping[facts.ObstacleCode, str] = {
    "-": "gets over it unharmed",
    "jostled": "gets over it, badly shaken",
    "car damaged": "gets over it, and the car is damaged",
    "hobbled": "gets over it, and the horses are hobbled",
    "seriously hobbled": "gets over it, and the horses are seriously hobbled",
    "flip danger": "gets over it and is in danger of turning over",
    "flip": "does not get over it",
}


@line.register
def wreck_came_down(fact: facts.WreckCameDown, names: Names) -> str:
    return f"🛞 The car of {names[fact.entry]} comes to rest, a wreck, on {fact.square}."


@line.register
def wreck_struck(fact: facts.WreckStruck, names: Names) -> str:
    return f"💥 The wreck of {names[fact.wreck]} comes down on the {fact.part} of {names[fact.entry]}!"


@line.register
def obstacle_entered(fact: facts.ObstacleEntered, names: Names) -> str:
    die = f": the die is {fact.die}" if fact.die else ""
    return f"🚧 {names[fact.entry]} is on {OBSTACLES[fact.obstacle]}, {fact.square}{die}."


@line.register
def obstacle_crossed(fact: facts.ObstacleCrossed, names: Names) -> str:
    return f"{names[fact.entry]} {CROSSED[fact.code]} ({fact.square})."


@line.register
def carcass_left(fact: facts.CarcassLeft, names: Names) -> str:
    return f"The dead horse of {names[fact.entry]} is left lying on {fact.square}."


@line.register
def ran_away(fact: facts.RanAway, names: Names) -> str:
    car = "pulling the car behind it" if fact.with_car else "without a car"
    return f"🐎 The team of {names[fact.entry]} runs on without a driver, {car}."


@line.register
def team_halted(fact: facts.TeamHalted, names: Names) -> str:
    return f"The runaway team of {names[fact.entry]} is held by its dead horse and lies in the way on {fact.square}."


@line.register
def team_removed(fact: facts.TeamRemoved, names: Names) -> str:
    return f"The team of {names[fact.entry]} crosses the line without a driver and is led away."
