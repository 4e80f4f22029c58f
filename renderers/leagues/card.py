"""A stable's card: for each chariot four horses as boxes, endurance, car, driver, what it lacks; its gladiators."""

from collections import Counter
from collections.abc import Mapping

from PIL import Image

from engine.leagues.views import ChariotView, HorseView, LeagueView, StoreView
from engine.leagues.words.names import name_of
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box, paint_line
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.leagues.men import armour_lines, draw_man, man_told
from renderers.lettering import fit, readable, write
from renderers.scene import Names
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
ROW, DEBT, FOOT = 172, 52, 16
LONGEST_NAME, MOST_DEBTS = 24, 4
_BOX, _GAP = 20, 3
_HORSES, _TEAM = 52, 240
"""Where horses begin, and how wide the boxes of one are, in pixels."""

MOST_BOXES = 10

CARS: Mapping[str, str] = {"light": "light", "normal": "medium", "heavy": "heavy"}
"""Types of cars as the Epic campaign calls them."""


def draw_card(view: LeagueView, names: Names, entry: EntryId) -> bytes:
    """Return the PNG picture of a stable, as the view shows it."""
    stable = view.stable(entry)
    owed = _owed(view, names, entry, LONGEST_NAME)
    stored = [*armour_lines(stable.gladiators), *stored_lines(stable.store)]
    rows = max(1, len(stable.chariots) + len(stable.gladiators)) * ROW
    high = rows + (len(stored) + len(owed)) * DEBT
    image = Image.new("RGB", (WIDTH, BANNER + high + FOOT), palette.PAPER)
    title = f"{fit(names.get(entry, stable.colour.title()), 560, 'serif', 44)} · {stable.cash:,}"
    write_banner(image, title, plain_badge(stable.colour, 56))
    for place, chariot in enumerate(stable.chariots):
        _draw_row(image, BANNER + place * ROW, chariot, is_epic=view.options.campaign == "epic")
    for place, man in enumerate(stable.gladiators, start=len(stable.chariots)):
        draw_man(image, BANNER + place * ROW, man)
    for place, line in enumerate([*stored, *owed]):
        y = BANNER + rows + (place + 0.6) * DEBT
        colour = palette.INK if place < len(stored) else palette.ALARM
        write(image, (52, y), fit(line, WIDTH - 104, "sans", _SIZE), colour, size=_SIZE)
    return encoded(in_few_colours(image))


def stored_lines(store: StoreView) -> list[str]:
    """Return what waits in a stable's store, a line for each kind; none without any (B.5)."""
    drivers = [f"{each.name.split(' ')[-1]} {each.modifier:+d} ({each.hits}/{each.boxes})" for each in store.drivers]
    cars = Counter(CARS[each.car] for each in store.cars)
    horses = [str(each.boxes - each.injury) for each in store.horses]
    lines = [f"drivers in store: {', '.join(drivers)}"] if drivers else []
    lines += [f"cars in store: {', '.join(f'{many} {kind}' for kind, many in cars.items())}"] if cars else []
    return lines + ([f"horses in store: {', '.join(horses)}"] if horses else [])


def _owed(view: LeagueView, names: Names, entry: EntryId, longest: int) -> list[str]:
    """Return a line for each open loan that a stable has to pay back."""
    return [
        f"owes {cut(names.get(each.lender, 'the bank'), longest)} {each.owed:,} after event {each.after}"
        for each in view.loans
        if each.borrower == entry and each.state == "open"
    ][:MOST_DEBTS]


def _draw_row(image: Image.Image, top: int, chariot: ChariotView, *, is_epic: bool) -> None:
    paint_box(image, (12, top + 4), (WIDTH - 24, ROW - 8), palette.CARD_EDGE, 14)
    paint_box(image, (15, top + 7), (WIDTH - 30, ROW - 14), palette.CARD, 12)
    write(image, (_HORSES, top + 38), name_of(chariot.number), palette.INK, size=_SIZE, face="serif")
    for place, horse in enumerate(chariot.team.horses if chariot.team else ()):
        draw_horse(image, _HORSES + place * (_TEAM // 2 * 2 - 20), top + 66, horse)
    write(
        image,
        (_HORSES, top + 134),
        fit(line_of(chariot, is_epic=is_epic), WIDTH - _HORSES - 40, "sans", _SIZE),
        palette.INK,
        size=_SIZE,
    )


def draw_horse(image: Image.Image, left: int, top: int, horse: HorseView) -> None:
    """Draw a horse as boxes: full, or empty where it is hurt; a dead one is dark and struck out."""
    for box in range(min(horse.boxes, MOST_BOXES)):
        is_full = horse.is_alive and box < horse.boxes - horse.injury
        colour = palette.LIMIT if is_full else palette.PAPER if horse.is_alive else palette.INK
        x = left + box * (_BOX - _GAP + 1)
        paint_box(image, (x, top), (_BOX - _GAP, 30), palette.INK, 2)
        paint_box(image, (x + 2, top + 2), (_BOX - _GAP - 4, 26), colour, 1)
    if not horse.is_alive:
        right = left + min(horse.boxes, MOST_BOXES) * (_BOX - _GAP + 1)
        for start, end in ((top + 34, top - 4), (top - 4, top + 34)):
            paint_line(image, [(left - 4, start), (right + 2, end)], palette.ALARM, 5)


def line_of(chariot: ChariotView, *, is_epic: bool = False) -> str:
    """Return driver, endurance and car in a line; a chariot's lack instead, if it cannot start.

    :param is_epic: whether cars go by the names of the Epic campaign.
    """
    if chariot.lacks:
        return f"lacks {', '.join(chariot.lacks)}"
    driver = (
        f"driver {chariot.driver.modifier:+d}, {chariot.driver.hits}/{chariot.driver.boxes}" if chariot.driver else ""
    )
    car = CARS[chariot.car] if is_epic else chariot.car
    return f"{driver} · endurance {chariot.team.endurance if chariot.team else 0} · {car}"


def alt_card(view: LeagueView, names: Names, entry: EntryId) -> str:
    """Return the card's alt text, at most 1,024 characters."""
    stable, is_epic = view.stable(entry), view.options.campaign == "epic"

    def in_full(longest: int) -> str:
        lines = [f"Stable {cut(names.get(entry, stable.colour.title()), longest)}, cash {stable.cash:,}."]
        for each in stable.chariots:
            horses = [
                f"{horse.boxes - horse.injury}/{horse.boxes}" if horse.is_alive else "dead" for horse in _horses(each)
            ]
            lines.append(
                f"{name_of(each.number)}: horses {', '.join(horses) or 'none'}; {line_of(each, is_epic=is_epic)}"
            )
        lines += [man_told(each) for each in stable.gladiators]
        lines += [*stored_lines(stable.store), *_owed(view, names, entry, longest)]
        return "\n".join(lines)

    return within_limit(in_full)


def _horses(chariot: ChariotView) -> tuple[HorseView, ...]:
    return chariot.team.horses if chariot.team else ()
