"""A chariot's record: the cards it has played in their order, those it has left, and how it stands."""

from collections.abc import Mapping

from PIL import Image

from engine.ave_caesar.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.ave_caesar.cards import card, draw_stack
from renderers.ave_caesar.pieces import coin
from renderers.ave_caesar.words import figures_of, left_of, tribute_of, whereabouts
from renderers.canvas import encoded, in_few_colours
from renderers.cards import draw_card_head
from renderers.counters import place
from renderers.lettering import fit, readable, write
from renderers.telling import name_of

WIDTH, HEIGHT = 1000, 590

_LEFT = 26
_LABEL = readable(WIDTH)
_IN_A_ROW = 12
_CARD = 92  # height of a played card


def draw_log_card(view: RaceView, names: Mapping[EntryId, str], entry: EntryId) -> bytes:
    """Return the PNG picture of a chariot's record."""
    chariot = view.chariot(entry)
    image = Image.new("RGB", (WIDTH, HEIGHT), palette.CARD)
    _draw_head(image, names, view, chariot)
    write(image, (_LEFT, 126), "played", palette.INK, size=_LABEL)
    if not chariot.played:
        write(image, (150, 126), "no card yet", palette.FAINT, size=_LABEL)
    for number, value in enumerate(chariot.played):
        row, column = divmod(number, _IN_A_ROW)
        picture = card(value, _CARD, True)
        image.paste(picture, (150 + column * 69, 108 + row * (_CARD + 8)), picture)
    write(image, (_LEFT, 352), "left", palette.INK, size=_LABEL)
    for number, (value, left) in enumerate(left_of(chariot).items()):
        draw_stack(image, (150 + number * 88, 316), value, left, (80, 76))
    _draw_tribute(image, chariot)
    _draw_figures(image, chariot)
    return encoded(in_few_colours(image))


def _draw_head(image: Image.Image, names: Mapping[EntryId, str], view: RaceView, chariot: ChariotView) -> None:
    name, where = name_of(names, chariot), whereabouts(view, chariot)
    draw_card_head(image, chariot.colour, chariot.entry, name, where, size=34, room=WIDTH - 120)


def _draw_tribute(image: Image.Image, chariot: ChariotView) -> None:
    if chariot.coin:
        place(image, coin(58), (714, 354))
    colour = palette.LIMIT if chariot.coin else palette.SOUND
    write(
        image, (752 if chariot.coin else 700, 354), fit(tribute_of(chariot), 224, "sans", _LABEL), colour, size=_LABEL
    )


def _draw_figures(image: Image.Image, chariot: ChariotView) -> None:
    figures = [*figures_of(chariot), ("turns missed", str(chariot.missed))]
    for number, (label, figure) in enumerate(figures):
        middle = 110 + 195 * number
        colour = palette.ALARM if figure.startswith("−") else palette.INK
        write(image, (middle, 456), figure, colour, size=54, anchor="middle")
        for line, word in enumerate(label.split(" ", 1)):
            write(image, (middle, 506 + 38 * line), word, palette.INK, size=_LABEL, anchor="middle")
