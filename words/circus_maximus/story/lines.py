"""Parts of every line of the story: one function a fact, and the words that facts share."""

from collections.abc import Mapping
from functools import singledispatch

from engine.circus_maximus.words import facts
from engine.facts import Fact
from records.values import EntryId
from words.shared import telling
from words.shared.telling import count

Names = Mapping[EntryId, str]

SIDE_WORDS = {"inside": "to the inside", "outside": "to the outside"}
HORSES = ("left outer horse", "left inner horse", "right inner horse", "right outer horse")
CAUSES: Mapping[facts.Cause, str] = {
    "strain": "the whip",
    "corner": "the corner",
    "brake": "braking",
    "avoid": "braking out of the way",
    "lash": "the lash",
    "horse death": "a dead horse",
    "forced brake": "a forced brake",
    "wall": "the wall",
    "wheel": "a lost wheel",
    "destroyed wheel": "a destroyed wheel",
    "no endurance": "no endurance left in a corner above the safe speed",
    "driver dead": "a dead driver",
    "wound": "a wound",
    "half wounded": "half the driver's hits are gone",
    "third wounded": "a third of the driver's hits is left",
    "four dead horses": "four dead horses",
    "involuntary ram": "an involuntary ram",
    "wreck": "a wreck coming down",
    "obstacle": "what lies on the track",
    "obstacle not cleared": "what lies on the track, not cleared in time",
    "critical hit": "a critical hit",
    "run down": "a man run down",
    "dragging": "being dragged",
    "dust": "the dust",
    "knife": "the knife",
    "spear": "the spear",
    "ram": "being run over",
    "pulled out": "the driver pulled out of the car",
}
OBSTACLES: Mapping[str, str] = {"wreck": "a wreck", "halted team": "a halted team", "carcass": "a dead horse"}


@singledispatch
def line(fact: Fact, names: Names) -> str:
    """Return *fact* as a line of the story; empty where other lines say it already."""
    return telling.line(fact, names)


def squares(number: int) -> str:
    """Return movement factors as the squares that they drive, which nobody has to look up.

    >>> squares(1)
    '1 square'
    """
    return count(number, "square")
