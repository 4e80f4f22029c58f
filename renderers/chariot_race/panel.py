"""The margins of the board picture: the headline, and a card for each chariot, leader first."""

from collections.abc import Mapping

from PIL import Image

from engine.chariot_race.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.canvas import paint_box
from renderers.chariot_race.words import dials_of, distance_of, lap_of, name_of, next_to_move, places_of, standing_of
from renderers.counters import badge
from renderers.headline import Shown, write_headline
from renderers.lettering import fit, write
from renderers.palette import Colour

CARD_HEIGHT = 136
GAP = 10

_SMALL = 33
"""Of the least lettering: its capitals are 8.6 pixels high where the picture is 358 wide."""


def panel_height(count: int) -> int:
    """Return how high the cards of so many chariots are together, in two columns."""
    return GAP + (count + 1) // 2 * (CARD_HEIGHT + GAP)


def draw_headline(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], title: str) -> None:
    """Write the round, the title, and whose turn it is."""
    shown = None
    if (chariot := next_to_move(view)) is not None:
        shown = Shown(chariot.colour, chariot.entry, name_of(names, chariot), "")
    write_headline(image, standing_of(view), title, shown)


def draw_cards(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all chariots, column by column."""
    order = view.ranked()
    places = places_of(view)
    rows = (len(order) + 1) // 2
    width = (image.width - 3 * GAP) // 2
    for number, chariot in enumerate(order):
        at = (GAP + (number // rows) * (width + GAP), top + GAP + (number % rows) * (CARD_HEIGHT + GAP))
        _draw_card(image, at, width, view, chariot, name_of(names, chariot), places[chariot.entry])


def _draw_card(
    image: Image.Image, at: tuple[int, int], width: int, view: RaceView, chariot: ChariotView, name: str, place: str
) -> None:
    left, top = at
    is_next = chariot == next_to_move(view)
    paint_box(image, at, (width, CARD_HEIGHT), palette.PORPHYRY if is_next else palette.CARD_EDGE, 14)
    ground = palette.GOLD if is_next else palette.CARD
    paint_box(image, (left + 3, top + 3), (width - 6, CARD_HEIGHT - 6), ground, 12)
    write(image, (left + 43, top + 30), place, palette.LIMIT, size=_SMALL, face="serif", anchor="middle")
    sprite = badge(chariot.colour, chariot.entry, 70)
    image.paste(sprite, (left + 10, top + 54), sprite)
    start, end = left + 92, left + width - 14
    edge = end - write(image, (end, top + 30), lap_of(chariot), palette.LIMIT, size=_SMALL, anchor="right")
    write(image, (start, top + 30), fit(name, int(edge - start) - 14, "sans", 36), palette.INK, size=36)
    if not chariot.is_alive:
        write(image, (start, top + 92), distance_of(chariot), palette.INK, size=_SMALL)
        return
    for column, (word, figure, is_bad) in enumerate(dials_of(chariot)):
        middle = start + 58 + column * 132
        colour: Colour = palette.HARM if is_bad else palette.INK
        write(image, (middle, top + 72), figure, colour, size=38, anchor="middle")
        write(image, (middle, top + 110), word, palette.INK, size=_SMALL, anchor="middle")
