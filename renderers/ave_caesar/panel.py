"""The margins of the board picture: a card for each chariot, the leader's first."""

from collections.abc import Mapping

from PIL import Image

from engine.ave_caesar.courses import LAST_LAP
from engine.ave_caesar.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.ave_caesar.background import WIDTH
from renderers.ave_caesar.cards import draw_stack
from renderers.ave_caesar.pieces import coin, is_wreathed, wreath
from renderers.ave_caesar.places import standings
from renderers.ave_caesar.words import lap_of, left_of
from renderers.cards import draw_card_frame, draw_finish, draw_place, strike_out
from renderers.counters import badge, place
from renderers.lettering import fit, readable, write
from renderers.telling import name_of

CARD_HEIGHT = 132
GAP = 12

_SIZE = readable(WIDTH)
_STACK = (44, 60)
_PITCH = 46


def panel_height(count: int) -> int:
    """Return how high the cards of so many chariots are together, in two columns."""
    return GAP + (count + 1) // 2 * (CARD_HEIGHT + GAP)


def draw_cards(image: Image.Image, view: RaceView, names: Mapping[EntryId, str], top: int) -> None:
    """Draw the cards of all chariots, column by column, the leader's first; at the end, by the result."""
    rows = (len(view.chariots) + 1) // 2
    width = (image.width - 3 * GAP) // 2
    for number, standing in enumerate(standings(view)):
        at = (GAP + (number // rows) * (width + GAP), top + GAP + (number % rows) * (CARD_HEIGHT + GAP))
        chariot = view.chariot(standing.entry)
        _draw_card(image, at, width, chariot, name_of(names, chariot), chariot.entry == view.active)
        middle = (at[0] + 44, at[1] + CARD_HEIGHT // 2)
        if is_wreathed(chariot):
            place(image, wreath(1.9), middle)
        draw_place(image, middle, standing.place, _SIZE)


def _draw_card(
    image: Image.Image, at: tuple[int, int], width: int, chariot: ChariotView, name: str, is_next: bool
) -> None:
    left, top = at
    edge, ground = (palette.PORPHYRY, palette.GOLD) if is_next else (palette.CARD_EDGE, palette.CARD)
    draw_card_frame(image, at, (width, CARD_HEIGHT), edge, ground)
    sprite = badge(chariot.colour, chariot.entry, 88)
    image.paste(sprite, (left + 84, top + 22), sprite)
    start, end = left + 186, left + width - 14
    if chariot.status == "racing":
        end_of_name = end - round(_write_lap(image, (end, top + 36), chariot)) - 12
        _draw_left(image, (start, top + 66), end, chariot)
    else:
        end_of_name = end
        _write_ending(image, (left + 84, top + 22), (start, top + 96), chariot)
    write(image, (start, top + 36), fit(name, end_of_name - start, "sans", _SIZE), palette.INK, size=_SIZE)


def _write_lap(image: Image.Image, at: tuple[int, int], chariot: ChariotView) -> float:
    """Write the lap, and put a coin before it as long as the tribute is owed; return how wide that is."""
    width = write(image, at, lap_of(chariot).removesuffix(f"/{LAST_LAP}"), palette.INK, size=_SIZE, anchor="right")
    if not chariot.coin:
        return width
    place(image, coin(40), (at[0] - width - 28, at[1]))
    return width + 52


def _draw_left(image: Image.Image, at: tuple[int, int], end: int, chariot: ChariotView) -> None:
    """Draw how many cards of each value are left, and write how many points they are."""
    for number, (value, cards) in enumerate(left_of(chariot).items()):
        draw_stack(image, (at[0] + number * _PITCH, at[1]), value, cards, _STACK)
    write(image, (end, at[1] + 30), f"{chariot.points_left} pts", palette.INK, size=_SIZE, anchor="right")


def _write_ending(image: Image.Image, badge_at: tuple[int, int], at: tuple[int, int], chariot: ChariotView) -> None:
    """Write that a chariot is home or out, and show it on its badge."""
    if chariot.status == "finished":
        draw_finish(image, (badge_at[0], badge_at[1] + 72), 80)
        write(image, at, "home", palette.INK, size=_SIZE)
    else:
        strike_out(image, badge_at, 88)
        write(image, at, "out", palette.ALARM, size=_SIZE)
