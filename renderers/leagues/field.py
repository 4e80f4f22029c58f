"""The field of an event's race, as a picture and in words: lane, chariot, form, odds."""

from PIL import Image

from engine.leagues.views import ChariotView, EntryView, LeagueView
from engine.leagues.words.names import name_of
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.leagues.men import alt_gala, draw_gala
from renderers.lettering import fit, length, readable, write
from renderers.scene import Names
from renderers.standings import cup
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
LABELS, ROW, FOOT = 44, 104, 16
"""Heights in pixels."""

_LANE, _BADGE, _NAME, _FORM, _ODDS = 58, 122, 166, 730, 914
_FORM_ROOM = 216
FORM = 5
"""Number of a chariot's places to show, the latest last."""


def draw_field(view: LeagueView, names: Names, title: str) -> bytes:
    """Return the PNG picture of the chariots in a race, by lane; of the men of a gala, pair by pair."""
    if view.gala is not None:
        return draw_gala(view, names, title)
    entries = _by_lane(view)
    image = Image.new("RGB", (WIDTH, BANNER + LABELS + max(1, len(entries)) * ROW + FOOT), palette.PAPER)
    write_banner(image, f"{title} · race {view.event}" if title else f"Race {view.event}", cup(64))
    y = BANNER + LABELS / 2 + 2
    for x, label in ((_LANE, "lane"), (_FORM, "form"), (_ODDS, "odds" if view.odds else "")):
        write(image, (x, y), label, palette.INK, size=_SIZE, anchor="middle")
    for place, entry in enumerate(entries):
        _draw_row(image, BANNER + LABELS + place * ROW, view, entry, names)
    return encoded(in_few_colours(image))


def _by_lane(view: LeagueView) -> list[EntryView]:
    return sorted(view.entries, key=lambda each: (each.second_row, each.lane))


def _draw_row(image: Image.Image, top: int, view: LeagueView, entry: EntryView, names: Names) -> None:
    upper, lower = top + ROW * 0.32, top + ROW * 0.7
    paint_box(image, (12, top + 4), (WIDTH - 24, ROW - 8), palette.CARD_EDGE, 14)
    paint_box(image, (15, top + 7), (WIDTH - 30, ROW - 14), palette.CARD, 12)
    middle = (upper + lower) / 2
    lane = upper if entry.second_row else middle
    write(image, (_LANE, lane), str(entry.lane), palette.INK, size=_SIZE, face="serif", anchor="middle")
    if entry.second_row:
        write(image, (_LANE, lower), "2nd", palette.FAINT, size=_SIZE, anchor="middle")
    sprite = plain_badge(entry.colour, 56)
    image.paste(sprite, (_BADGE - 28, round(middle) - 28), sprite)
    room = _FORM - 112 - _NAME
    called = f"{_car(entry)} · {_owner(entry, names)}"
    write(image, (_NAME, upper), fit(called, room, "sans", _SIZE), palette.INK, size=_SIZE)
    write(image, (_NAME, lower), fit(_about(view, entry), room, "sans", _SIZE), palette.FAINT, size=_SIZE)
    form = form_of(_chariot(view, entry))
    while length(form, _SIZE) > _FORM_ROOM:  # the oldest places go first
        form = form.partition(" ")[2]
    write(image, (_FORM, middle), form, palette.INK, size=_SIZE, anchor="middle")
    write(image, (_ODDS, middle), odds_of(view, entry), palette.LIMIT, size=_SIZE, face="serif", anchor="middle")


def lane_of(entry: EntryView) -> str:
    """Return a lane, and whether it is one of the second row."""
    return f"{entry.lane}, 2nd" if entry.second_row else str(entry.lane)


def form_of(chariot: ChariotView | None) -> str:
    """Return a chariot's last places, the latest last; a dash for none."""
    return " ".join(str(place) if place else "–" for place in (chariot.form if chariot else ())[-FORM:]) or "new"


def odds_of(view: LeagueView, entry: EntryView) -> str:
    """Return the odds once they are fixed (26.2)."""
    if not view.odds:
        return ""
    return f"{view.odds[entry.chariot]}:1" if entry.chariot in view.odds else "–"


def _owner(entry: EntryView, names: Names) -> str:
    return "nobody's" if entry.stable is None else names.get(entry.stable, f"stable {entry.stable}")


def _car(entry: EntryView) -> str:
    """Return a chariot's name, with its number in the race."""
    return f"{name_of(entry.chariot)} (car {entry.entry})"


def _about(view: LeagueView, entry: EntryView) -> str:
    """Return how fast a chariot is, and how good its driver; empty if that is not known."""
    chariot = _chariot(view, entry)
    if chariot is None or chariot.team is None:
        return ""
    driver = f", driver {chariot.driver.modifier:+d}" if chariot.driver else ""
    speed = sum(max(0, each.boxes - each.injury) for each in chariot.team.horses if each.is_alive)
    return f"speed {speed}{driver}"


def _chariot(view: LeagueView, entry: EntryView) -> ChariotView | None:
    known = [*view.strangers, *(each for stable in view.stables for each in stable.chariots)]
    return next((each for each in known if each.number == entry.chariot), None)


def alt_field(view: LeagueView, names: Names, title: str) -> str:
    """Return the picture's alt text, at most 1,024 characters."""
    if view.gala is not None:
        return alt_gala(view, names, title)

    def in_full(longest: int) -> str:
        lines = [f"Race {view.event} of {cut(title, 2 * longest)}, by lane."]
        for entry in _by_lane(view):
            odds = f", odds {odds_of(view, entry)}" if view.odds else ""
            about, form = _about(view, entry), form_of(_chariot(view, entry))
            parts = [cut(_owner(entry, names), longest), *([about] if about else []), f"form {form}{odds}"]
            lines.append(f"{lane_of(entry)}: {_car(entry)}, {', '.join(parts)}")
        return "\n".join(lines)

    return within_limit(in_full)
