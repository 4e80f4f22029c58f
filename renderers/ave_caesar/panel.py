"""The margins of the board picture: the headline, and a card for each chariot, foremost first."""

from collections.abc import Mapping

from PIL import Image

from engine.ave_caesar.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.ave_caesar.cards import draw_stack
from renderers.ave_caesar.pieces import coin, is_wreathed, wreath
from renderers.ave_caesar.words import lap_of, left_of, name_of, standing_of
from renderers.canvas import paint_box
from renderers.counters import badge, place
from renderers.headline import Shown, write_headline
from renderers.lettering import fit, write
from renderers.telling import ordinal

CARD_HEIGHT = 116
GAP = 12

_BIG = 36
_STACK = (40, 50)
_PITCH = 43


def panel_height(count: int) -> int:
    """Return how high the cards of so many chariots are together, in two columns."""
    return GAP + (count + 1) // 2 * (CARD_HEIGHT + GAP)


def draw_headline(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], title: str) -> None:
    """Write the round, the title, and whose turn is next."""
    shown = None
    if view.active is not None:
        chariot = view.chariot(view.active)
        shown = Shown(chariot.colour, chariot.entry, name_of(names, chariot), "is next")
    write_headline(image, standing_of(view), title, shown)


def draw_cards(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all chariots, column by column."""
    order = view.ranked()
    rows = (len(order) + 1) // 2
    width = (image.width - 3 * GAP) // 2
    for number, chariot in enumerate(order):
        at = (GAP + (number // rows) * (width + GAP), top + GAP + (number % rows) * (CARD_HEIGHT + GAP))
        _draw_card(image, at, width, chariot, name_of(names, chariot), chariot.entry == view.active)
        _draw_place(image, (at[0] + 44, at[1] + CARD_HEIGHT // 2), chariot, number + 1)


def _draw_card(
    image: Image.Image, at: tuple[int, int], width: int, chariot: ChariotView, name: str, is_next: bool
) -> None:
    left, top = at
    paint_box(image, at, (width, CARD_HEIGHT), palette.PORPHYRY if is_next else palette.CARD_EDGE, 14)
    ground = palette.GOLD if is_next else palette.CARD
    paint_box(image, (left + 3, top + 3), (width - 6, CARD_HEIGHT - 6), ground, 12)
    sprite = badge(chariot.colour, chariot.entry, 88)
    image.paste(sprite, (left + 84, top + 14), sprite)
    start, end = left + 186, left + width - 14
    edge = end - write(image, (end, top + 31), lap_of(chariot), palette.FAINT, size=28, anchor="right")
    if chariot.status == "racing" and chariot.coin:
        place(image, coin(36), (edge - 26, top + 31))
        edge -= 50
    write(image, (start, top + 31), fit(name, int(edge - start) - 12, "sans", _BIG), palette.INK, size=_BIG)
    for number, (value, cards) in enumerate(left_of(chariot).items()):
        draw_stack(image, (start + number * _PITCH, top + 57), value, cards, _STACK)
    _draw_totals(image, end, top, chariot)


def _draw_totals(image: Image.Image, end: int, top: int, chariot: ChariotView) -> None:
    """Write how many cards and points are left."""
    for number, (figure, word) in enumerate(((chariot.cards_left, "cards"), (chariot.points_left, "points"))):
        middle = end - 116 + number * 78
        write(image, (middle, top + 72), str(figure), palette.INK, size=32, anchor="middle")
        write(image, (middle, top + 97), word, palette.FAINT, size=20, anchor="middle")


def _draw_place(image: Image.Image, middle: tuple[int, int], chariot: ChariotView, number: int) -> None:
    """Write at which place the chariot lies; the leader's is within a wreath."""
    if chariot.status == "out":
        write(image, middle, "out", palette.HARM, size=30, face="serif", anchor="middle")
        return
    if is_wreathed(chariot):
        place(image, wreath(1.9), middle)
    colour = palette.SOUND if chariot.status == "finished" else palette.LIMIT
    write(
        image, middle, ordinal(number), colour, size=26 if is_wreathed(chariot) else 34, face="serif", anchor="middle"
    )
