"""The house drivers that there are, by temperament."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from engine.circus_maximus.house.answers import drive
from engine.circus_maximus.house.lookahead import look_ahead
from engine.circus_maximus.house.tempers import BRUTE, CAREFUL, NOVICE, RACER
from engine.circus_maximus.seen.views import RaceView
from engine.questions import Answer, Ask

HouseDriver = Callable[[RaceView, Ask], Answer]

GENTLE = "novice"
"""The driver for beginners: a mixed field is without it."""

DRIVERS: Mapping[str, HouseDriver] = MappingProxyType(
    {
        "careful": partial(drive, CAREFUL),
        "racer": partial(drive, RACER),
        "brute": partial(drive, BRUTE),
        "strategist": look_ahead,
        GENTLE: partial(drive, NOVICE),
    }
)
"""By temperament."""

DELIBERATE = frozenset({"strategist"})
"""Those who take their time: some hundredths of a second for an answer, and now and then some tenths."""

TITLES: Mapping[str, str] = MappingProxyType(
    {"careful": "Careful", "racer": "Racer", "brute": "Brute", "strategist": "Strategist", GENTLE: "Novice"}
)
