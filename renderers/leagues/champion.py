"""A champion's card: a driver who has won ten times, and is free (I.10.3)."""

from PIL import Image

from engine.leagues.views import LeagueView
from records.values import EntryId
from renderers import palette
from renderers.canvas import encoded, in_few_colours, paint_box, paint_disc
from renderers.counters import plain_badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.scene import Names
from renderers.standings import cup
from renderers.telling import cut

WIDTH, HEIGHT = 1000, 574
_SIZE, _LARGE = readable(WIDTH), 84


def draw_champion(view: LeagueView, names: Names, stable: EntryId, champion: str) -> bytes:
    """Return the PNG picture of a champion, with the stable that he drove for."""
    owner = view.stable(stable)
    image = Image.new("RGB", (WIDTH, HEIGHT), palette.PAPER)
    write_banner(image, "A champion goes free", plain_badge(owner.colour, 56))
    paint_box(image, (12, BANNER + 12), (WIDTH - 24, HEIGHT - BANNER - 24), palette.PORPHYRY, 18)
    paint_box(image, (18, BANNER + 18), (WIDTH - 36, HEIGHT - BANNER - 36), palette.GOLD, 16)
    middle, laurel = WIDTH / 2, cup(88)
    paint_disc(image, (middle, BANNER + 98), 68, palette.PORPHYRY)
    image.paste(laurel, ((WIDTH - laurel.width) // 2, BANNER + 98 - laurel.height // 2), laurel)
    name = fit(champion, WIDTH - 120, "serif", _LARGE)
    write(image, (middle, BANNER + 218), name, palette.INK, size=_LARGE, face="serif", anchor="middle")
    for place, line in enumerate(_lines(view, names, stable)):
        text = fit(line, WIDTH - 100, "sans", _SIZE)
        write(image, (middle, BANNER + 296 + place * 54), text, palette.INK, size=_SIZE, anchor="middle")
    return encoded(in_few_colours(image))


def _lines(view: LeagueView, names: Names, stable: EntryId) -> tuple[str, str, str]:
    called = names.get(stable, view.stable(stable).colour.title())
    freed = max(1, sum(len(each.champions) for each in view.stables))
    return (
        f"Ten wins for {called}",
        "10,000 for the stable; team and car stay",
        f"champion number {freed} of the season",
    )


def alt_champion(view: LeagueView, names: Names, stable: EntryId, champion: str) -> str:
    """Return the picture's alt text."""
    return cut(f"{champion}, a champion, goes free. {'. '.join(_lines(view, names, stable))}.", 1_000)
