"""Colours of all pictures, and the marks that keep chariots apart: colour, its brightness, and pattern."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

Pattern = Literal[
    "plain", "halves", "stripes", "bars", "checks", "cross", "edge", "spots",
    "fore", "wedge", "core", "turns", "rings", "slant", "hind", "saddle", "bands",
]  # fmt: skip

# The arena
SAND: tuple[Colour, Colour] = ((232, 207, 160), (225, 198, 148))  # lanes by turns
CORNER_SAND: tuple[Colour, Colour] = ((230, 190, 140), (216, 171, 118))
GREY_SQUARES: tuple[Colour, Colour] = ((196, 190, 180), (187, 181, 170))
LINE: Colour = (196, 165, 116)
CORNER_LINE: Colour = (172, 124, 76)
GREY_LINE: Colour = (158, 152, 142)
CHALK: Colour = (255, 252, 244)
LIMIT: Colour = (100, 30, 10)
STONE: tuple[Colour, Colour] = ((202, 188, 164), (188, 172, 147))
STONE_EDGE: Colour = (150, 134, 110)
MARBLE: Colour = (240, 234, 222)
PAVING: Colour = (221, 211, 193)
WALL: Colour = (126, 52, 36)
WATER: Colour = (112, 166, 176)
ARENA: Colour = (214, 186, 138)  # sand that nobody drives on
LAWN: Colour = (150, 170, 98)
CARPET: tuple[Colour, Colour] = ((146, 66, 84), (130, 54, 72))  # laid out before Caesar
BRONZE: Colour = (190, 134, 44)
GRANITE: Colour = (216, 152, 128)
LEAF: Colour = (92, 122, 62)
CROWD: tuple[Colour, ...] = ((176, 120, 100), (224, 214, 196), (132, 138, 144), (204, 172, 116), (150, 134, 110))

# Lettering and frames
INK: Colour = (44, 30, 20)
FAINT: Colour = (84, 68, 50)
PAPER: Colour = (250, 244, 230)
CARD: Colour = (241, 231, 208)
CARD_EDGE: Colour = (203, 182, 146)
PORPHYRY: Colour = (92, 26, 34)
GOLD: Colour = (246, 208, 112)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (18, 16, 16)
HARM: Colour = (206, 24, 30)
ALARM: Colour = (150, 6, 14)  # of lettering: HARM would be too light
SOUND: Colour = (34, 92, 50)
LIGHT_SOUND: Colour = (164, 208, 148)
LIGHT_HARM: Colour = (244, 160, 150)
WOOD: Colour = (92, 62, 36)

CARDS: tuple[Colour, ...] = (
    (255, 255, 255), (208, 232, 190), (168, 226, 255), (255, 232, 150), (255, 200, 150), (255, 168, 150),
)  # fmt: skip
"""The ground of cards 1 to 6, also behind their targets."""

RAIN: Colour = (214, 226, 236)
PUDDLE: Colour = (98, 72, 50)

OUTDOORS: tuple[Colour, ...] = (
    *SAND, *CORNER_SAND, *GREY_SQUARES, LINE, CORNER_LINE, GREY_LINE, *STONE, STONE_EDGE, MARBLE, PAVING, WALL, WATER,
    *CROWD,
)  # fmt: skip
"""Colours that the weather tints."""

MARKS: tuple[Colour, ...] = (CHALK, LIMIT, BRONZE, GRANITE, GOLD, INK)
"""Other colours of an arena."""

GROUND: tuple[Colour, ...] = (
    *OUTDOORS, *MARKS, LEAF, FAINT, PAPER, CARD, CARD_EDGE, PORPHYRY, WHITE, BLACK,
    HARM, ALARM, SOUND, LIGHT_SOUND, LIGHT_HARM, WOOD, ARENA, LAWN, *CARPET, *CARDS,
)  # fmt: skip


MEETINGS: tuple[tuple[Colour, Colour], ...] = (
    (INK, CARD), (INK, PAPER), (INK, GOLD), (FAINT, CARD), (LIMIT, CORNER_SAND[0]), (LIMIT, CARD), (PORPHYRY, GOLD),
    (PORPHYRY, WHITE), (HARM, CARD), (WALL, STONE[0]), (INK, SAND[0]), (INK, CHALK),
)  # fmt: skip
"""Pairs whose edges have to look smooth: lettering and the paper below it, first of all."""


Weather = Literal["dry", "rain", "mud", "rain and mud"]

_TINTS: Mapping[Weather, tuple[float, float, float]] = MappingProxyType({
    "dry": (1.0, 1.0, 1.0),
    "rain": (0.80, 0.85, 0.93),
    "mud": (0.86, 0.75, 0.63),
    "rain and mud": (0.76, 0.70, 0.63),
})  # fmt: skip
"""How much of its red, green and blue the arena keeps."""


def weathered(colour: Colour, weather: Weather) -> Colour:
    """Return how a colour of the arena looks in some weather.

    >>> weathered((200, 100, 100), "rain")
    (160, 85, 93)
    """
    red, green, blue = _TINTS[weather]
    return (round(colour[0] * red), round(colour[1] * green), round(colour[2] * blue))


@dataclass(frozen=True)
class Look:
    """How a chariot is painted.

    The fill shows most; the pattern is drawn on it with *mark*; numbers stand on the fill, in *ink*, within a *rim*.
    """

    fill: Colour
    ink: Colour
    mark: Colour
    pattern: Pattern
    rim: Colour = CHALK


LOOKS: Mapping[str, Look] = MappingProxyType({
    "red": Look((178, 20, 28), WHITE, (255, 206, 190), "plain"),
    "blue": Look((36, 70, 196), WHITE, (190, 216, 255), "stripes"),
    "yellow": Look((255, 236, 40), BLACK, (112, 80, 0), "bars"),
    "green": Look((0, 168, 114), BLACK, (0, 56, 36), "halves"),
    "purple": Look((172, 116, 192), BLACK, (62, 18, 84), "checks"),
    "black": Look((34, 30, 36), WHITE, (214, 210, 204), "cross"),
    "white": Look((250, 252, 250), BLACK, (92, 96, 112), "edge"),
    "orange": Look((240, 142, 30), BLACK, (92, 40, 0), "spots"),
    "pink": Look((255, 140, 200), BLACK, (80, 0, 40), "fore", (80, 0, 40)),
    "brown": Look((150, 100, 60), WHITE, (30, 10, 0), "wedge", (30, 10, 0)),
    "grey": Look((124, 127, 133), BLACK, (244, 246, 250), "core", (244, 246, 250)),
    "cyan": Look((120, 226, 246), BLACK, (0, 100, 140), "turns", (0, 100, 140)),
    "gold": Look((166, 128, 16), BLACK, (255, 250, 210), "rings", (255, 250, 210)),
    "maroon": Look((96, 0, 44), WHITE, (230, 90, 130), "slant", (230, 90, 130)),
    "lime": Look((200, 255, 120), BLACK, (10, 60, 0), "hind", (10, 60, 0)),
    "navy": Look((20, 30, 110), WHITE, (100, 150, 255), "saddle", (100, 150, 255)),
})  # fmt: skip

SPARE_LOOK = Look((140, 140, 140), BLACK, WHITE, "plain")
"""For a colour that is not known here."""


STRIPED: Mapping[str, Look] = MappingProxyType({
    "red striped": Look((178, 20, 28), WHITE, WHITE, "bands", (255, 206, 190)),
    "white striped": Look((250, 252, 250), BLACK, (34, 30, 36), "bands", (92, 96, 112)),
    "green striped": Look((0, 168, 114), BLACK, (0, 56, 36), "bands", (0, 56, 36)),
    "blue striped": Look((36, 70, 196), WHITE, WHITE, "bands", (190, 216, 255)),
    "purple striped": Look((190, 140, 208), BLACK, (62, 18, 84), "bands", (62, 18, 84)),
    "gold striped": Look((226, 190, 40), BLACK, (255, 236, 40), "bands", (18, 16, 16)),
})  # fmt: skip
"""The second chariot of a colour, where a player drives both."""


def look_of(colour: str) -> Look:
    return LOOKS.get(colour) or STRIPED.get(colour, SPARE_LOOK)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two, *share* of the *other* in it.

    >>> mixed((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )
