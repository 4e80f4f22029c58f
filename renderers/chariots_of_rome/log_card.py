"""A charioteer's card: the emblem with the ability, and the mat with Endurance, Tactics, Rattled and speed."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.chariots_of_rome.printed.charioteers import ABILITIES
from engine.chariots_of_rome.printed.data import (
    BASE_MOVE,
    CHARIOTEERS,
    FATAL_RATTLED,
    LEVEL_NAMES,
    MOST_ENDURANCE,
    MOST_TACTICS,
    CharioteerId,
)
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.cards import CARD_HEAD, draw_card_head
from renderers.chariots_of_rome.emblems import emblem
from renderers.chariots_of_rome.icons import burst, card_back, chevrons, cross, heart, star
from renderers.chariots_of_rome.words import LEVELS, SHAKEN, WEARY, whereabouts
from renderers.counters import place
from renderers.lettering import readable, wrapped, write
from renderers.palette import Colour
from renderers.telling import name_of

WIDTH = 1000
SMALL = readable(WIDTH)
HEIGHT = 760

_ART = 250  # pixels of the emblem
_CARD_TOP, _CARD_HIGH = CARD_HEAD + 14, 300
_MAT_TOP = _CARD_TOP + _CARD_HIGH + 18
_ROW = 84
_FIRST = 330
"""Where the tracks of the mat begin, in pixels from the left."""


def draw_log_card(view: RaceView, names: Mapping[EntryId, str], entry: EntryId) -> bytes:
    """Return the PNG picture of a charioteer's card and mat."""
    chariot = view.chariot(entry)
    image = Image.new("RGB", (WIDTH, HEIGHT), palette.PAPER)
    where = whereabouts(view, chariot)
    draw_card_head(image, chariot.colour, entry, name_of(names, chariot), where, size=40, room=WIDTH - 122)
    _draw_charioteer(image, chariot)
    _draw_mat(image, chariot)
    return encoded(in_few_colours(image))


def _draw_charioteer(image: Image.Image, chariot: ChariotView) -> None:
    paint_box(image, (14, _CARD_TOP), (WIDTH - 28, _CARD_HIGH), palette.BRONZE, 18)
    paint_box(image, (18, _CARD_TOP + 4), (WIDTH - 36, _CARD_HIGH - 8), palette.CARD, 15)
    if chariot.charioteer is None:
        write(
            image, (WIDTH / 2, _CARD_TOP + _CARD_HIGH / 2), "No charioteer yet", palette.FAINT, size=40, anchor="middle"
        )
        return
    place(image, emblem(chariot.charioteer, _ART, chariot.wounds > 0), (36 + _ART / 2, _CARD_TOP + _CARD_HIGH / 2))
    _write_ability(image, chariot, chariot.charioteer)


def _write_ability(image: Image.Image, chariot: ChariotView, charioteer: CharioteerId) -> None:
    card = CHARIOTEERS[charioteer]
    left, room = 36 + _ART + 30, WIDTH - _ART - 110
    write(image, (left, _CARD_TOP + 44), card.name, palette.PORPHYRY, size=50, face="serif")
    write(image, (left, _CARD_TOP + 92), card.epithet, palette.LIMIT, size=SMALL, face="serif")
    if chariot.wounds:
        lines: Sequence[str] = ("Wounded: the ability", "is lost for now.")
        place(image, cross(60), (WIDTH - 70, _CARD_TOP + 60))
    else:
        lines = wrapped(ABILITIES[charioteer], room, "sans", SMALL)
    for number, line in enumerate(lines):
        write(image, (left, _CARD_TOP + 144 + 42 * number), line, palette.INK, size=SMALL)
    if card.once_a_round and not chariot.wounds:
        text = "used this round" if chariot.used else "ready this round"
        ground = palette.CARD_EDGE if chariot.used else palette.LIGHT_SOUND
        paint_box(image, (left - 8, _CARD_TOP + _CARD_HIGH - 54), (320, 42), ground, 10)
        write(image, (left + 4, _CARD_TOP + _CARD_HIGH - 33), text, palette.INK, size=SMALL)


def _draw_mat(image: Image.Image, chariot: ChariotView) -> None:
    rows: Sequence[tuple[Image.Image, str, int, int, Sequence[Colour]]] = (
        (heart(52), "Endurance", chariot.endurance, MOST_ENDURANCE, _grounds(MOST_ENDURANCE, range(WEARY + 1))),
        (star(52), "Tactics", chariot.tactics, MOST_TACTICS, _grounds(MOST_TACTICS, ())),
        (
            burst(52),
            "Rattled",
            chariot.rattled,
            FATAL_RATTLED,
            _grounds(FATAL_RATTLED, range(SHAKEN, FATAL_RATTLED + 1)),
        ),
    )
    for row, (sign, word, value, most, grounds) in enumerate(rows):
        top = _MAT_TOP + row * _ROW
        place(image, sign, (48, top + _ROW / 2))
        write(image, (86, top + _ROW / 2), word, palette.INK, size=38)
        _draw_track(image, top + _ROW // 2, min(value, most), grounds)
    _draw_speed(image, _MAT_TOP + 3 * _ROW + _ROW // 2, chariot)


def _grounds(most: int, bad: Sequence[int]) -> list[Colour]:
    return [palette.LIGHT_HARM if value in bad else palette.CARD for value in range(most + 1)]


def _draw_track(image: Image.Image, middle: int, value: int, grounds: Sequence[Colour]) -> None:
    """Draw a row of numbered fields; the one that counts is dark, larger and stands up."""
    step = min(58, (WIDTH - _FIRST - 24) // len(grounds))
    for number, ground in enumerate(grounds):
        left = _FIRST + step * number
        is_here = number == value
        high = 66 if is_here else 48
        paint_box(image, (left, middle - high // 2), (step - 4, high), palette.INK, 8)
        fill = palette.PORPHYRY if is_here else ground
        paint_box(image, (left + 2, middle - high // 2 + 2), (step - 8, high - 4), fill, 7)
        ink = palette.WHITE if is_here else palette.INK
        squeeze = 1.0 if number < 10 else 0.8
        write(image, (left + step / 2 - 2, middle), str(number), ink, size=SMALL, anchor="middle", squeeze=squeeze)


def _draw_speed(image: Image.Image, middle: int, chariot: ChariotView) -> None:
    level = chariot.speed
    place(image, chevrons(48, level), (58, middle))
    text = f"{LEVELS[level]} {LEVEL_NAMES[level]}, {BASE_MOVE[level]} spaces" if level else "Dead stop"
    left = 110 + write(image, (110, middle), text, palette.INK, size=38)
    if chariot.stack:
        shown = min(chariot.stack, 4)
        for number in range(shown):
            place(image, card_back(52), (left + 46 + 14 * number, middle))
        due = f"{chariot.stack} {'card' if chariot.stack == 1 else 'cards'} due"
        write(image, (left + 66 + 14 * shown, middle), due, palette.ALARM, size=SMALL)
