"""Gladiators in pictures of a league: on a stable's card, in a catalogue, and those of a gala, pair by pair (H.8.5)."""

from collections.abc import Sequence

from PIL import Image

from engine.leagues.views import GalaView, GladiatorView, LeagueView, ManEntryView
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, length, readable, write
from renderers.scene import Names
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
ROW, PAIR, FOOT = 172, 148, 16
AREAS = ("head", "chest", "groin", "arms", "legs")
_SIZE = readable(WIDTH)
_LEFT, _BODY, _GAP, _HIGH, _BAR = 52, 172, 8, 48, 9
_HALF = WIDTH // 2
BARE = "-"


def draw_man(image: Image.Image, top: int, man: GladiatorView, note: str = "", name: str = "") -> None:
    """Draw a gladiator in a row: name, five areas with armour and wounds, type and characteristics.

    :param note: at the right of the name; the record, if left out.
    :param name: in the place of the man's own.
    """
    note = note or record_of(man)
    paint_box(image, (12, top + 4), (WIDTH - 24, ROW - 8), palette.CARD_EDGE, 14)
    paint_box(image, (15, top + 7), (WIDTH - 30, ROW - 14), palette.CARD, 12)
    wide = length(note, _SIZE, "sans")
    write(image, (WIDTH - 48 - wide, top + 38), note, palette.LIMIT, size=_SIZE)
    name = fit(name or man.name, round(WIDTH - 48 - wide - _LEFT - 24), "serif", _SIZE)
    write(image, (_LEFT, top + 38), name, palette.INK, size=_SIZE, face="serif")
    draw_body(image, _LEFT, top + 62, man)
    said = fit(made_of(man), WIDTH - _LEFT - 40, "sans", _SIZE)
    write(image, (_LEFT, top + 140), said, palette.INK, size=_SIZE)


def draw_body(image: Image.Image, left: int, top: int, man: GladiatorView) -> None:
    """Draw the five areas: each with its armour, and a bar as long as it is wounded."""
    for place, (wounds, cell) in enumerate(zip(man.wounds, man.armour, strict=True)):
        x = left + place * (_BODY + _GAP)
        paint_box(image, (x, top), (_BODY, _HIGH), palette.INK, 4)
        paint_box(image, (x + 2, top + 2), (_BODY - 4, _HIGH - 4), palette.PAPER, 3)
        filled = round((_BODY - 4) * min(1, wounds / max(1, man.w)))
        if filled:
            paint_box(image, (x + 2, top + _HIGH - _BAR - 2), (max(6, filled), _BAR), palette.ALARM, 2)
        text = f"{AREAS[place]} {cell if cell != BARE else '–'}"
        write(image, (x + _BODY / 2, top + (_HIGH - _BAR) / 2), text, palette.INK, size=_SIZE, anchor="middle")


def made_of(man: GladiatorView) -> str:
    """Return type and characteristics in a line."""
    kind = man.kind or "no type yet"
    made = f"TR {man.tr} ST {_plain(man.st)} AG {_plain(man.ag)} CON {man.con} W {man.w}"
    return f"{kind}, {man.shield if man.shield != 'none' else 'no'} shield · {made}"


def _plain(number: int) -> str:
    return f"{number:+d}" if number else "0"


def record_of(man: GladiatorView) -> str:
    """Return what a gladiator has won and learned; that he is new without any."""
    parts = [f"{man.victories} won"] if man.victories else []
    parts += [f"{man.experience} points"] if man.experience else []
    return " · ".join(parts) or ("new" if not man.fights else f"{man.fights} fought")


def man_told(man: GladiatorView) -> str:
    """Return a gladiator in words, for alt texts."""
    hurt = [f"{area} {wounds}" for area, wounds in zip(AREAS, man.wounds, strict=True) if wounds]
    armour = [f"{area} {cell}" for area, cell in zip(AREAS, man.armour, strict=True) if cell != BARE]
    worn = f"; armour {', '.join(armour)}" if armour else ""
    return f"{man.name}: {made_of(man)}{worn}; wounds {', '.join(hurt) or 'none'}; {record_of(man)}"


# A gala: who fights whom


def draw_gala(view: LeagueView, names: Names, title: str) -> bytes:
    """Return the PNG picture of a gala's matches, pair by pair."""
    gala = view.gala
    assert gala is not None
    rows = _rows(gala)
    image = Image.new("RGB", (WIDTH, BANNER + max(1, len(rows)) * PAIR + FOOT), palette.PAPER)
    write_banner(image, _heading(view, title), cup(64))
    for place, row in enumerate(rows):
        top = BANNER + place * PAIR
        paint_box(image, (12, top + 4), (WIDTH - 24, PAIR - 8), palette.CARD_EDGE, 14)
        paint_box(image, (15, top + 7), (WIDTH - 30, PAIR - 14), palette.CARD, 12)
        for side, entry in enumerate(row):
            _draw_side(image, top, side, view, names, entry)
        if len(row) > 1:
            write(image, (_HALF, top + PAIR / 2), "vs", palette.FAINT, size=_SIZE, face="serif", anchor="middle")
    return encoded(in_few_colours(image))


def _heading(view: LeagueView, title: str) -> str:
    return f"{title} · gala, event {view.event}" if title else f"Gala, event {view.event}"


def _rows(gala: GalaView) -> list[tuple[ManEntryView, ...]]:
    """Return two men a row: pairs as they fight, a melee as it comes, those who sit out alone."""
    known = {each.entry: each for each in gala.entries}
    matches: list[Sequence[EntryId]] = []
    for match in gala.matches:
        matches += [match[at : at + 2] for at in range(0, len(match), 2)]
    matches += [(each,) for each in gala.odd]
    return [tuple(known[each] for each in match) for match in matches]


def _draw_side(image: Image.Image, top: int, side: int, view: LeagueView, names: Names, entry: ManEntryView) -> None:
    """Draw a man at the left or at the right: badge, name, owner, type, odds."""
    left, room = (36 + side * _HALF), _HALF - 150
    sprite = plain_badge(entry.colour, 56)
    image.paste(sprite, (left, top + PAIR // 2 - 28), sprite)
    x = left + 72
    write(image, (x, top + 36), fit(entry.name, room, "serif", _SIZE), palette.INK, size=_SIZE, face="serif")
    for y, text in ((74, owner_of(entry, names)), (112, _about(view, entry))):
        write(image, (x, top + y), fit(text, room, "sans", _SIZE), palette.FAINT, size=_SIZE)


def owner_of(entry: ManEntryView, names: Names) -> str:
    """Return whose gladiator it is."""
    return "of the state" if entry.stable is None else names.get(entry.stable, f"stable {entry.stable}")


def _about(view: LeagueView, entry: ManEntryView) -> str:
    """Return type, wounds that he brings, and odds."""
    assert view.gala is not None
    man = man_of(view, entry)
    parts = (
        [] if man is None else [man.kind or "no type yet", *([f"{sum(man.wounds)} wounds"] if any(man.wounds) else [])]
    )
    odds = view.gala.odds.get(entry.entry)
    return " · ".join([*parts, *([f"{odds} : 1"] if odds is not None else [])])


def _side(view: LeagueView, names: Names, entry: ManEntryView, longest: int) -> str:
    return f"{cut(entry.name, longest)} ({cut(owner_of(entry, names), longest)}, {_about(view, entry)})"


def man_of(view: LeagueView, entry: ManEntryView) -> GladiatorView | None:
    """Return the gladiator of an entry."""
    assert view.gala is not None
    known = [*view.gala.strangers, *(each for stable in view.stables for each in stable.gladiators)]
    return next((each for each in known if each.number == entry.man), None)


def alt_gala(view: LeagueView, names: Names, title: str) -> str:
    """Return the picture's alt text, at most 1,024 characters."""
    gala = view.gala
    assert gala is not None

    def in_full(longest: int) -> str:
        lines = [f"{_heading(view, cut(title, 2 * longest))}, {len(gala.matches)} matches."]
        for row in _rows(gala):
            sides = [
                f"{cut(each.name, longest)} ({cut(owner_of(each, names), longest)}, {_about(view, each)})"
                for each in row
            ]
            lines.append(
                " against ".join(sides)
                if len(sides) > 1
                else f"{sides[0]} sits out"
                if row[0].entry in gala.odd
                else sides[0]
            )
        return "\n".join(lines)

    return within_limit(in_full)
