"""A man's record: what he is made of, how he is armed, and what he has done and suffered in this match."""

from collections.abc import Mapping

from PIL import Image

from engine.arena.data import DURABILITY
from engine.arena.men import BARE
from engine.arena.views import FighterView, MatchView
from records.values import EntryId
from renderers import palette
from renderers.arena.figures import HIGH, draw_figure
from renderers.arena.words import ARMOUR_KEY, FATES, has_armour, notes_of, wounds_of
from renderers.canvas import encoded, in_few_colours
from renderers.cards import CARD_HEAD, draw_card_head
from renderers.lettering import fit, readable, write
from renderers.telling import name_of

WIDTH, HEIGHT = 1000, 560
_SIZE = readable(WIDTH)
_TOP = CARD_HEAD + 44
_LINE = 50
_KEY = 44  # height of the line that explains armour, where he wears any


def draw_log_card(view: MatchView, names: Mapping[EntryId, str], entry: EntryId) -> bytes:
    """Return the PNG picture of a man's record."""
    man = view.fighter(entry)
    image = Image.new("RGB", (WIDTH, HEIGHT + (_KEY if has_armour(man) else 0)), palette.CARD)
    who = man.man
    where = ", ".join([f"{who.name}, {who.kind}" if who else "not chosen yet", *filter(None, [FATES[man.status]])])
    draw_card_head(image, man.colour, man.entry, name_of(names, man), where, size=34, room=WIDTH - 130)
    draw_figure(image, (110, CARD_HEAD + 20 + HIGH * 1.5 / 2), man, 1.5)
    if who is not None:
        _draw_areas(image, man, who.armour)
        _draw_values(image, man)
    _draw_foot(image, man)
    return encoded(in_few_colours(image))


def _draw_areas(image: Image.Image, man: FighterView, cells: tuple[str, ...]) -> None:
    """Write armour and wounds, area by area."""
    for text, x in (("armour", 440), ("wounds", 590)):
        write(image, (x, _TOP), text, palette.FAINT, size=_SIZE, anchor="right")
    rows = [*wounds_of(man), ("in all", man.all_wounds, man.collapse)]
    for row, (area, wounds, most) in enumerate(rows):
        middle = _TOP + (row + 1) * _LINE
        colour = palette.ALARM if wounds and wounds * 2 >= most else palette.INK
        cell = cells[row] if row < len(cells) else ""
        write(image, (230, middle), area, colour, size=_SIZE)
        write(image, (440, middle), "none" if cell == BARE else cell, palette.LIMIT, size=_SIZE, anchor="right")
        write(image, (590, middle), f"{wounds}/{most}", colour, size=_SIZE, anchor="right")


def _draw_values(image: Image.Image, man: FighterView) -> None:
    """Write what he is made of, in two columns."""
    assert man.man is not None
    who, values = man.man, list[tuple[str, str]]()
    values += [("training", str(who.tr)), ("strength", str(who.st)), ("agility", str(who.ag))]
    values += [
        ("constitution", str(who.con)),
        ("hexes", str(man.ma)),
        ("CFs", str(man.cf)),
        ("won", str(who.victories)),
    ]
    for row, (label, figure) in enumerate(values):
        middle = _TOP + row * _LINE
        write(image, (640, middle), label, palette.INK, size=_SIZE)
        write(image, (WIDTH - 30, middle), figure.replace("-", "−"), palette.INK, size=_SIZE, anchor="right")


def _draw_foot(image: Image.Image, man: FighterView) -> None:
    """Write how he is armed, what ails him, and what he has given."""
    full = DURABILITY[man.shield]
    arms: list[str] = [man.weapon if man.weapon != "none" else "unarmed"]
    arms += [f"{man.shield} shield {max(0, man.durability)}/{full}"] if full else []
    arms += ["net"] if man.net == "held" else []
    told = f"{', '.join(arms)} · gave {man.inflicted}" if man.man is not None else ""
    notes = ", ".join(notes_of(man))
    if has_armour(man):
        write(image, (WIDTH / 2, HEIGHT + _KEY / 2 - 10), ARMOUR_KEY, palette.INK, size=_SIZE, anchor="middle")
    middle = HEIGHT - 42
    image.paste(palette.CARD_EDGE, (20, middle - 34, WIDTH - 20, middle - 31))
    end = WIDTH - 30
    if notes:
        end -= round(
            write(image, (end, middle), fit(notes, 380, "sans", _SIZE), palette.ALARM, size=_SIZE, anchor="right")
        )
    write(image, (26, middle), fit(told, end - 50, "sans", _SIZE), palette.INK, size=_SIZE)
