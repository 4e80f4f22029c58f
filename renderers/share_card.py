"""The share card of a race: the first three, the moment that decided it, and where it was driven and can be."""

from collections.abc import Sequence

from PIL import Image

from renderers import palette
from renderers.canvas import encoded, in_few_colours
from renderers.films import Film, ended
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, wrapped, write
from renderers.podium import PODIUM, WIDTH, draw_podium
from renderers.scene import AnyScene, Names, Shot, Standing
from renderers.standings import cup
from renderers.telling import cut, within_limit
from renderers.trailer import Place, drawn_names, drawn_place
from renderers.turning import moment_of, moment_told

_SIZE = readable(WIDTH)
_LINE, _FOOT = 52, 70
_ROOM = WIDTH - 60


def share_card(
    scene: AnyScene, names: Names, place: Place, play: str, shots: Sequence[Shot], told: Names
) -> Film | None:
    """Return the card of a race that is over, a PNG picture, and its alt text.

    :returns: ``None`` where nobody has won, or for a game without a stage.
    :param play: where to play, in one line.
    :param shots: all its phases.
    :param told: the names in full, for the alt text.
    """
    shots = [shot._replace(view=scene.closed(shot.view)) for shot in shots]
    if scene.stage is None or not scene.stage.winners(shots[-1].view):
        return None
    placed = [each for each in scene.stage.standings(shots[-1].view) if each.place is not None][:3]
    moment, phrases = moment_of(scene, shots), scene.stage.phrases

    def line(by: Names) -> str:
        return "" if moment is None else moment_told(moment, by, place.turn, phrases)

    short = drawn_names(names)
    return Film(
        _draw(placed, short, drawn_place(place), line(short), play), _alt(placed, told, place, line(told), play)
    )


def _draw(placed: Sequence[Standing], names: Names, place: Place, line: str, play: str) -> bytes:
    told = wrapped(line, _ROOM, "sans", _SIZE)[:2]
    top = BANNER + (PODIUM if placed else 0)
    image = Image.new("RGB", (WIDTH, top + 20 + _LINE * len(told) + 2 * _FOOT), palette.PAPER)
    write_banner(image, place.title, cup(64))
    draw_podium(image, placed, names)
    for number, each in enumerate(told):
        at = (WIDTH / 2, top + 10 + _LINE * (number + 0.5))
        write(image, at, fit(each, _ROOM, "sans", _SIZE), palette.INK, size=_SIZE, anchor="middle")
    foot = image.height - 2 * _FOOT
    image.paste(palette.PORPHYRY, (0, foot, WIDTH, image.height))
    for number, (text, colour) in enumerate(((place.where, palette.CARD), (play, palette.GOLD))):
        at = (WIDTH / 2, foot + _FOOT * (number + 0.5))
        write(image, at, fit(text, _ROOM, "sans", _SIZE), colour, size=_SIZE, anchor="middle")
    return encoded(in_few_colours(image))


def _alt(placed: Sequence[Standing], names: Names, place: Place, line: str, play: str) -> str:
    def text(longest: int) -> str:
        places = ", ".join(f"{each.place} {cut(names.get(each.entry, each.colour), longest)}" for each in placed)
        said = [
            f"Share card of {cut(place.title, 3 * longest)}",
            places and f"Places: {places}",
            cut(line, 8 * longest),
        ]
        return " ".join(ended(each) for each in (*said, cut(place.where, 3 * longest), play) if each)

    return within_limit(text)
