"""The margins of the board picture: a card for each chariot, leader first."""

from collections.abc import Mapping

from PIL import Image

from engine.chariot_race.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.cards import draw_card_frame, draw_finish, strike_out
from renderers.chariot_race.background import WIDTH
from renderers.chariot_race.words import dials_of, distance_of, lap_of, next_to_move, places_of
from renderers.counters import badge
from renderers.lettering import fit, readable, write
from renderers.palette import Colour
from renderers.telling import name_of

CARD_HEIGHT = 136
GAP = 10

_SMALL = readable(WIDTH)
_BADGE = 70


def panel_height(count: int) -> int:
    """Return how high the cards of so many chariots are together, in two columns."""
    return GAP + (count + 1) // 2 * (CARD_HEIGHT + GAP)


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
    edge, ground = (palette.PORPHYRY, palette.GOLD) if is_next else (palette.CARD_EDGE, palette.CARD)
    draw_card_frame(image, at, (width, CARD_HEIGHT), edge, ground)
    write(image, (left + 43, top + 30), place, palette.LIMIT, size=_SMALL, face="serif", anchor="middle")
    _draw_badge(image, (left + 10, top + 54), chariot)
    start, end = left + 92, left + width - 14
    left_of_lap = end - write(image, (end, top + 30), lap_of(chariot), palette.LIMIT, size=_SMALL, anchor="right")
    write(image, (start, top + 30), fit(name, int(left_of_lap - start) - 14, "sans", 36), palette.INK, size=36)
    if not chariot.is_alive:
        write(image, (start, top + 92), distance_of(chariot), palette.INK, size=_SMALL)
        return
    for column, (word, figure, is_bad) in enumerate(dials_of(chariot)):
        middle = start + 58 + column * 132
        colour: Colour = palette.ALARM if is_bad else palette.INK
        write(image, (middle, top + 72), figure, colour, size=38, anchor="middle")
        write(image, (middle, top + 110), word, palette.INK, size=_SMALL, anchor="middle")


def _draw_badge(image: Image.Image, at: tuple[int, int], chariot: ChariotView) -> None:
    """Draw a chariot's badge, struck out for a wreck, on the finish line for one that is home."""
    sprite = badge(chariot.colour, chariot.entry, _BADGE)
    image.paste(sprite, at, sprite)
    if not chariot.is_alive:
        strike_out(image, at, _BADGE)
    elif chariot.has_finished:
        draw_finish(image, (at[0], at[1] + _BADGE - 10), _BADGE)
