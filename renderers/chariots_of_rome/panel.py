"""The margins of the board picture: initiative, piles and gods, a card for each chariot, the key of the signs."""

from collections.abc import Mapping
from typing import NamedTuple

from PIL import Image

from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.canvas import paint_box
from renderers.cards import draw_card_frame, draw_finish, strike_out
from renderers.chariots_of_rome.emblems import emblem
from renderers.chariots_of_rome.geometry import WIDTH
from renderers.chariots_of_rome.icons import burst, card_back, chevrons, cross, heart, star
from renderers.chariots_of_rome.words import (
    charioteer_of,
    gods_of,
    is_shaken,
    is_weary,
    lap_of,
    next_to_move,
    places_of,
)
from renderers.counters import badge, place
from renderers.lettering import fit, readable, write
from renderers.palette import Colour
from renderers.telling import name_of

GAP = 10
STRIP = 136
"""Height of the initiative track with the piles below it."""

_SMALL = readable(WIDTH)
_ROW = 64  # pixels of the initiative track
LEGEND = 50
_ICON = 36


class Form(NamedTuple):
    """How a card is laid out: pixels from its top."""

    height: int
    gap: int  # to the next one
    place: int  # middle of the place
    badge: int  # size
    badge_top: int
    name: int  # middle of name and lap
    charioteer: int | None  # middle of the charioteer's line; none: the emblem stands before the name
    figures: int  # middle


FULL = Form(142, 10, 30, 70, 58, 30, 68, 112)
LOW = Form(82, 4, 18, 45, 35, 22, None, 60)

_HIGHEST = WIDTH * 4 // 3
"""Of a picture: a phone shows what is higher smaller than it is wide, and its lettering with it."""


def form_for(count: int, above: int) -> Form:
    """Return how the cards of so many chariots are laid out.

    :param above: pixels of headline and track.
    """
    return FULL if above + panel_height(count, FULL) <= _HIGHEST else LOW


def panel_height(count: int, form: Form) -> int:
    """Return how high initiative, cards and legend of so many chariots are together."""
    return STRIP + GAP + (count + 1) // 2 * (form.height + form.gap) + LEGEND


# Initiative, piles and gods


def draw_strip(image: Image.Image, view: RaceView, top: int) -> None:
    """Draw the initiative track: cards turned up in their order, backs for the others; below it piles and gods."""
    image.paste(palette.PORPHYRY, (0, top, WIDTH, top + _ROW + 8))
    middle = top + (_ROW + 8) // 2
    left = 16 + write(image, (16, middle), "Initiative", palette.GOLD, size=_SMALL, face="serif") + 16
    count = len(view.revealed) + view.hidden
    step = min(66, int((WIDTH - left - 10) / max(1, count)))
    for entry in view.revealed:
        _draw_turn(image, view, entry, (round(left), middle), min(56, step - 4))
        left += step
    for _ in range(view.hidden):
        place(image, card_back(54), (left + 28, middle))
        left += step
    if not count:
        write(image, (left, middle), "not begun", palette.CARD, size=_SMALL)
    _draw_piles(image, view, top + _ROW + 8)


def _draw_turn(image: Image.Image, view: RaceView, entry: EntryId, at: tuple[int, int], size: int) -> None:
    """Draw the badge of one whose card lies open; a gold frame marks whose turn it is."""
    left, middle = at
    chariot = view.chariot(entry)
    if entry == view.active and not view.is_over:
        paint_box(image, (left - 5, middle - size // 2 - 5), (size + 10, size + 10), palette.GOLD, 12)
    sprite = badge(chariot.colour, entry, size)
    image.paste(sprite, (left, middle - size // 2), sprite)
    if not chariot.is_alive:
        strike_out(image, (left, middle - size // 2), size)


def _draw_piles(image: Image.Image, view: RaceView, top: int) -> None:
    """Draw how many cards lie in both piles and their discards, and the deeds of the gods this round."""
    middle = top + (STRIP - _ROW - 8) // 2
    left = 16.0
    for word, colour, pile, gone in (
        ("Action", palette.PORPHYRY, view.actions, len(view.action_discard)),
        ("Fate", palette.LOOKS["navy"].fill, view.fates, len(view.fate_discard)),
    ):
        place(image, card_back(44, colour), (left + 17, middle))
        text = f"{word} {pile}+{gone}"
        left += 42 + write(image, (left + 40, middle), text, palette.INK, size=_SMALL) + 22
    if gods := gods_of(view):
        text = fit(gods, round(WIDTH - left - 62), "serif", _SMALL)
        _draw_bolt(image, left + 22, middle)
        write(image, (left + 50, middle), text, palette.LIMIT, size=_SMALL, face="serif")
    elif view.locked:
        text = fit("No Attacks yet", round(WIDTH - left - 20), "sans", _SMALL)
        write(image, (left + 6, middle), text, palette.LIMIT, size=_SMALL)


def _draw_bolt(image: Image.Image, x: float, middle: float) -> None:
    place(image, emblem("C23", 44), (x, middle))


# Cards


def draw_blank_cards(image: Image.Image, count: int, top: int, form: Form) -> None:
    """Draw the empty cards of so many chariots, with the signs of their figures; all boards share them."""
    for number in range(count):
        at = _place_of(image, number, count, top, form)
        _draw_blank(image, at, _card_width(image), form, is_next=False)


def draw_cards(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], top: int, form: Form) -> None:
    """Fill in the cards of all chariots, column by column, on those of :func:`draw_blank_cards`."""
    order = view.ranked()
    places = places_of(view)
    for number, chariot in enumerate(order):
        at = _place_of(image, number, len(order), top, form)
        _draw_card(image, at, form, view, chariot, name_of(names, chariot), places[chariot.entry])


def _card_width(image: Image.Image) -> int:
    return (image.width - 3 * GAP) // 2


def _place_of(image: Image.Image, number: int, count: int, top: int, form: Form) -> tuple[int, int]:
    """Return the left and top of a card, 0 first."""
    column, row = divmod(number, (count + 1) // 2)
    return GAP + column * (_card_width(image) + GAP), top + GAP + row * (form.height + form.gap)


_MARGIN = 92  # pixels of a card left of its lines


def _draw_blank(image: Image.Image, at: tuple[int, int], width: int, form: Form, *, is_next: bool) -> None:
    left, top = at
    edge, ground = (palette.PORPHYRY, palette.GOLD) if is_next else (palette.CARD_EDGE, palette.CARD)
    draw_card_frame(image, at, (width, form.height), edge, ground)
    left += _MARGIN + 18
    for sign, wide in zip((heart(_ICON), star(_ICON), burst(_ICON)), _APART, strict=True):
        place(image, sign, (left, top + form.figures))
        left += wide


def _draw_card(
    image: Image.Image, at: tuple[int, int], form: Form, view: RaceView, chariot: ChariotView, name: str, place: str
) -> None:
    (left, top), width = at, _card_width(image)
    if chariot == next_to_move(view):
        _draw_blank(image, at, width, form, is_next=True)
    write(image, (left + 45, top + form.place), place, palette.LIMIT, size=_SMALL, face="serif", anchor="middle")
    _draw_badge(image, (left + 45 - form.badge // 2, top + form.badge_top), form.badge, view, chariot)
    start, end = left + _MARGIN, left + width - 14
    _draw_name(image, (start, top), end, form, chariot, name, lap_of(view, chariot))
    if chariot.is_alive:
        _draw_figures(image, (start, top + form.figures), chariot)
    else:
        paint_box(image, (start, top + form.figures - 20), (end - start, 40), palette.CARD)
        write(image, (start, top + form.figures), "eliminated", palette.ALARM, size=_SMALL)


def _draw_name(
    image: Image.Image, at: tuple[int, int], end: int, form: Form, chariot: ChariotView, name: str, lap: str
) -> None:
    """Write name and lap, and the charioteer: below, or as an emblem before the name."""
    (start, top), middle = at, at[1] + form.name
    left_of_lap = end - write(image, (end, middle), lap, palette.LIMIT, size=_SMALL, anchor="right")
    if form.charioteer is not None:
        _draw_charioteer(image, (start, top + form.charioteer), end - start, chariot)
    elif chariot.charioteer is not None:
        place(image, emblem(chariot.charioteer, 40, chariot.wounds > 0), (start + 18, middle))
        start += 46
    write(image, (start, middle), fit(name, int(left_of_lap - start) - 14, "sans", 35), palette.INK, size=35)


def _draw_badge(image: Image.Image, at: tuple[int, int], size: int, view: RaceView, chariot: ChariotView) -> None:
    """Draw a chariot's badge, struck out for one that is out, on the finish line for one that is home."""
    sprite = badge(chariot.colour, chariot.entry, size)
    image.paste(sprite, at, sprite)
    if not chariot.is_alive:
        strike_out(image, at, size)
    elif view.has_finished(chariot):
        draw_finish(image, (at[0], at[1] + size - 10), size)


def _draw_charioteer(image: Image.Image, at: tuple[int, int], room: int, chariot: ChariotView) -> None:
    """Draw who stands in the chariot; grey where a wound took the ability."""
    left, middle = at
    if chariot.charioteer is None:
        return
    place(image, emblem(chariot.charioteer, 40, chariot.wounds > 0), (left + 18, middle))
    if chariot.wounds and chariot.is_alive:
        place(image, cross(34), (left + room - 20, middle))
    text = fit(charioteer_of(chariot), room - 90, "serif", _SMALL)
    colour = palette.FAINT if chariot.wounds else palette.PORPHYRY
    write(image, (left + 46, middle), text, colour, size=_SMALL, face="serif")


_APART = (92, 72, 70)
"""Pixels from the sign of Endurance to that of Tactics, to that of Rattled, and to the speed."""


def _draw_figures(image: Image.Image, at: tuple[int, int], chariot: ChariotView) -> None:
    """Write the figures beside their signs, and draw the speed and the cards that wait."""
    left, middle = at
    figures = (
        (chariot.endurance, is_weary(chariot)),
        (chariot.tactics, False),
        (chariot.rattled, is_shaken(chariot)),
    )
    for (figure, is_bad), wide in zip(figures, _APART, strict=True):
        colour: Colour = palette.ALARM if is_bad else palette.INK
        write(image, (left + 40, middle), str(figure), colour, size=36)
        left += wide
    place(image, chevrons(_ICON, chariot.speed), (left + 30, middle))
    left += 68
    if chariot.stack:
        place(image, card_back(_ICON), (left + 14, middle))
        write(image, (left + 32, middle), str(chariot.stack), palette.INK, size=36)


def draw_legend(image: Image.Image, top: int) -> None:
    """Write the meanings of the signs on the cards."""
    left, middle = 18.0, top + LEGEND // 2 - 4
    signs = (
        (heart(_ICON), "Endurance"), (star(_ICON), "Tactics"), (burst(_ICON), "Rattled"), (chevrons(_ICON, 3), "Speed"),
        (card_back(_ICON), "cards"),
    )  # fmt: skip
    for sign, word in signs:
        place(image, sign, (left + sign.width / 2, middle))
        left += sign.width + 8
        left += write(image, (left, middle), word, palette.INK, size=_SMALL) + 20
