"""Cards, dice, limits and points (2, 15, 16, 20). Read-only; each number stands here once."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

COLOURS: tuple[str, ...] = ("red", "white", "green", "blue", "purple", "gold")
STRIPED: tuple[str, ...] = tuple(f"{colour} striped" for colour in COLOURS)
"""The second chariots of each colour (2.2)."""

LEAST_PLAYERS = 2

MOST_ENDURANCE = 12
MOST_TACTICS = 8
FATAL_RATTLED = 6
"""At so many Rattled a chariot is eliminated (2.2)."""

FATAL_WOUNDS = 2
MOST_DEBRIS = 3
ROUNDS_PER_LAP = 40
"""After so many rounds a lap the leader has won (R57)."""

POINTS = (10, 7, 5, 4, 3, 2, 1)
"""By place, 1 first (20)."""

RACES, MOST_RACES = 4, 8
"""Of a series (20)."""

BASE_MOVE: tuple[int, ...] = (0, 4, 7, 10)
"""By Speed Level, the dead stop first (5.1)."""

LEVEL_NAMES: tuple[str, ...] = ("Dead stop", "Minimus", "Medius", "Maximus")

TRI = 3
"""Faces of the Tri die (2.3)."""

God = Literal["neptune", "minerva", "mendacius", "jupiter"]
FATE_FACES: tuple[God, ...] = ("neptune", "minerva", "mendacius", "jupiter", "jupiter", "jupiter")
"""Of the Fate die by number, 1 first (R4)."""

GODS: tuple[God, ...] = ("neptune", "minerva", "mendacius")
"""Those that bless every chariot: 1 Endurance, 1 Rattled less, 1 Tactics (P3)."""

Resource = Literal["endurance", "tactics", "rattled"]
BLESSING: Mapping[God, Resource] = MappingProxyType(
    {"neptune": "endurance", "minerva": "rattled", "mendacius": "tactics"}
)

Kind = Literal["whip", "ram"]
"""Of an Attack (8)."""

ATTACK_DRAW = 3
"""Cards that the target of an Attack draws (8.3, 8.4)."""

BACKLASH_DRAW = 1
STRIKE_BACK_DRAW = 2
"""Cards that the target of a counterattack draws (R39)."""

Column = Literal["whip", "ram", "corner", "danger"]
COLUMNS: tuple[Column, ...] = get_args(Column)

Result = Literal["none", "endurance", "tactics", "rattled", "rattled2", "swerve", "wounded"]
"""A card's result in one of its columns (9.2)."""

_CODES: Mapping[str, Result] = {
    "-": "none", "E": "endurance", "T": "tactics", "R": "rattled", "RR": "rattled2", "S": "swerve", "W": "wounded",
}  # fmt: skip

_ACTIONS = (
    "T/S/S/-  R/R/E/T  -/E/S/R  T/R/S/E   R/S/R/R  S/R/T/R  T/-/R/T  R/-/T/- "
    "-/E/R/E  T/R/S/R  S/S/E/T  -/E/-/R   T/E/S/T  R/E/-/T  R/E/T/T  -/R/R/E "
    "T/-/E/R  R/-/S/E  -/T/R/-  E/T/S/R   -/S/T/-  R/E/S/W  R/S/S/RR -/S/E/RR "
    "-/E/E/-  E/E/-/R  -/S/-/E  -/-/E/W   S/-/R/RR -/-/T/E  S/E/-/E  E/S/-/T "
    "S/E/-/-  E/-/S/-  -/E/-/RR T/E/R/R   -/R/-/-  E/R/-/RR E/E/E/-  -/S/S/- "
    "-/E/S/E  S/S/S/E  R/E/R/-  -/E/S/T   R/S/-/R  R/T/-/E  -/S/-/T  E/-/S/T "
    "-/-/-/T  T/E/-/-  -/S/S/R  T/S/-/-   R/S/E/R  T/S/-/W  R/-/-/-  T/E/T/RR "
    "T/-/-/E  -/-/-/R  -/E/E/R  -/S/R/T   T/S/E/E  E/S/R/E  E/E/E/E  E/S/T/E "
)
"""Cards A01 to A64 as whip / ram / corner / danger (16.1)."""

ACTIONS: Mapping[str, Mapping[Column, Result]] = MappingProxyType(
    {
        f"A{number:02}": MappingProxyType(
            dict(zip(COLUMNS, (_CODES[code] for code in written.split("/")), strict=True))
        )
        for number, written in enumerate(_ACTIONS.split(), start=1)
    }
)
"""The Action deck by card id, A01 first (16.1)."""

CharioteerId = Literal[
    "C01", "C02", "C03", "C04", "C05", "C06", "C07", "C08", "C09", "C10",
    "C11", "C12", "C13", "C14", "C15", "C16", "C17", "C18", "C19", "C20",
    "C21", "C22", "C23", "C24", "C25", "C26", "C27", "C28", "C29", "C30",
]  # fmt: skip


class Charioteer(NamedTuple):
    """A charioteer's card (16.2); its ability stands in the rules of each step."""

    name: str
    epithet: str
    once_a_round: bool = False
    three_plus: bool = False  # only in races of three or more chariots


CHARIOTEERS: Mapping[CharioteerId, Charioteer] = MappingProxyType(
    {
        "C01": Charioteer("Mercatius", "the Champion Breeder", once_a_round=True, three_plus=True),
        "C02": Charioteer("Derisor", "the Wrecker"),
        "C03": Charioteer("Acacius", "the Vengeful", once_a_round=True),
        "C04": Charioteer("Crysapsis", "the Whipcracking Artist"),
        "C05": Charioteer("Vitellius", "the Even-Tempered"),
        "C06": Charioteer("Kaeso", "the Post-Shaver"),
        "C07": Charioteer("Rufio", "the Weathered"),
        "C08": Charioteer("Zephyrus", "the Tireless"),
        "C09": Charioteer("Gallio", "the Frugal"),
        "C10": Charioteer("Brennus", "the Horse Doctor"),
        "C11": Charioteer("Cassida", "the Student of Lines"),
        "C12": Charioteer("Draucus", "of the Bronze Axle"),
        "C13": Charioteer("Lupercus", "of the Long Lash"),
        "C14": Charioteer("Nasica", "the Cruel"),
        "C15": Charioteer("Hilarus", "Darling of the Stands"),
        "C16": Charioteer("Murena", "the Eel", once_a_round=True),
        "C17": Charioteer("Ursus", "the Rooted"),
        "C18": Charioteer("Apollinaris", "the Threader"),
        "C19": Charioteer("Varro", "the Augur's Son"),
        "C20": Charioteer("Oriens", "the Wagerer"),
        "C21": Charioteer("Sabina", "the Vesta-Blessed", once_a_round=True),
        "C22": Charioteer("Otacilius", "the Patient"),
        "C23": Charioteer("Quintilla", "the Bolt"),
        "C24": Charioteer("Tarquitius", "the Schemer", three_plus=True),
        "C25": Charioteer("Faustus", "the Fortunate", once_a_round=True),
        "C26": Charioteer("Iustus", "the Shadow"),
        "C27": Charioteer("Ptolemaia", "the Inside Rider", once_a_round=True),
        "C28": Charioteer("Aquilo", "the Cold-Blooded"),
        "C29": Charioteer("Marcella", "the Vulture", once_a_round=True, three_plus=True),
        "C30": Charioteer("Thrax", "the Closer"),
    }
)
"""By card id (16.2)."""

FateId = Literal[
    "F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09", "F10", "F11", "F12", "F13", "F14",
    "F15", "F16", "F17", "F18", "F19", "F20", "F21", "F22", "F23", "F24", "F25", "F26", "F27", "F28",
]  # fmt: skip


class FateCard(NamedTuple):
    """A Fate card (16.3)."""

    name: str
    lasts: bool  # until the round ends


FATES: Mapping[FateId, FateCard] = MappingProxyType(
    {
        "F01": FateCard("Castor and Pollux Arrive", True),
        "F02": FateCard("On Mercury's Wings", True),
        "F03": FateCard("Favonius Fills the Cloaks", True),
        "F04": FateCard("Boreas in the Teeth", True),
        "F05": FateCard("Jupiter Pluvius", True),
        "F06": FateCard("The Sparsores' Buckets", False),
        "F07": FateCard("Thunder over the Aventine", False),
        "F08": FateCard("Broken Amphora", False),
        "F09": FateCard("Fallen Banner", False),
        "F10": FateCard("Cabbages for the Leader", False),
        "F11": FateCard("The Plebs Love a Straggler", False),
        "F12": FateCard("Caesar Inclines His Head", False),
        "F13": FateCard("Nemesis Weighs the Proud", False),
        "F14": FateCard("Mars Wants His Due", True),
        "F15": FateCard("Pax Augusta", True),
        "F16": FateCard("Vulcan Loosens a Linchpin", False),
        "F17": FateCard("Venus Smiles at the Turn", True),
        "F18": FateCard("Bacchus Passes the Cup", True),
        "F19": FateCard("Discordia Shouts", True),
        "F20": FateCard("Aesculapius Binds the Wound", False),
        "F21": FateCard("Janus Looks Both Ways", False),
        "F22": FateCard("Fortuna Spins", False),
        "F23": FateCard("Stable Slaves Clear the Sand", False),
        "F24": FateCard("Dust of the Pack", True),
        "F25": FateCard("The Aedile's White Cloth", True),
        "F26": FateCard("Horses Smell the Stable", True),
        "F27": FateCard("Sol in Their Eyes", True),
        "F28": FateCard("Minerva's Bargain", False),
    }
)
"""By card id (16.3)."""


def charioteers_for(chariots: int) -> Sequence[CharioteerId]:
    """Return the charioteers that take part among so many chariots, by id (3, 16.2)."""
    return [each for each, card in CHARIOTEERS.items() if chariots > 2 or not card.three_plus]


def points_for(place: int | None) -> int:
    """Return the points for a place in a series, 0 for none (20)."""
    return POINTS[place - 1] if place is not None and place <= len(POINTS) else 0
