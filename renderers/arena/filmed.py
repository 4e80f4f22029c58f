"""Films of a match: the arena alone, in two corners the bodies of a duel, and what happens in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from PIL import Image

from engine.arena.data import GREAT
from engine.arena.facts import Bashed, FateDecided, Fell, KnockedDown, MatchEnded, NetThrown, Rose, Struck
from engine.arena.men import AREA_NAMES
from engine.arena.views import MatchView
from engine.facts import Fact
from records.values import EntryId, Square
from renderers import palette
from renderers.arena.background import MIDDLE, WIDTH, arena
from renderers.arena.figures import HIGH, draw_figure
from renderers.arena.geometry import centre, hex_of
from renderers.arena.pieces import draw_men
from renderers.arena.places import standings, winners
from renderers.arena.trails import draw_trails
from renderers.arena.words import standing_of
from renderers.camera import Camera
from renderers.canvas import Spot, paint_box
from renderers.counters import badge
from renderers.geometry import Point
from renderers.scene import FILM_WIDTH, Mark, Names, Phrases, Stage
from renderers.telling import called

_ZOOM = FILM_WIDTH / WIDTH
_CARD = (112, 182)  # of a body in a corner
_BODY = 0.58
_CAMERA = Camera(Point(0, 0), (MIDDLE[0] * _ZOOM, MIDDLE[1] * _ZOOM), _ZOOM)


def ground(view: MatchView) -> Image.Image:
    """Return the empty arena."""
    return _ground(view.radius)


@cache
def _ground(radius: int) -> Image.Image:
    return arena(radius, _ZOOM).convert("RGB")


def put(image: Image.Image, view: MatchView, ways: Mapping[EntryId, tuple[Square, ...]]) -> None:
    """Draw who stands and moves in the arena, and in a duel how whole both are."""
    trails = {entry: (tuple(map(hex_of, squares)),) for entry, squares in ways.items() if len(squares) > 1}
    draw_trails(image, _CAMERA, view, trails)
    draw_men(image, _CAMERA, view)
    if len(view.fighters) == len(_corners(image)):
        for man, at in zip(view.fighters, _corners(image), strict=True):
            paint_box(image, at, _CARD, palette.CARD_EDGE, 10)
            paint_box(image, (at[0] + 3, at[1] + 3), (_CARD[0] - 6, _CARD[1] - 6), palette.CARD, 8)
            sprite = badge(man.colour, man.entry, 40)
            image.paste(sprite, (at[0] + 8, at[1] + 8), sprite)
            draw_figure(image, (at[0] + _CARD[0] / 2 + 8, at[1] + 42 + HIGH * _BODY / 2), man, _BODY)


def _corners(image: Image.Image) -> tuple[tuple[int, int], tuple[int, int]]:
    top = image.height - _CARD[1] - 8
    return (8, top), (image.width - _CARD[0] - 8, top)


def spots(view: MatchView) -> dict[EntryId, Spot]:
    """Return where men lie in a film's picture."""
    there = ((each.entry, each.at) for each in view.fighters)
    return {entry: _CAMERA.see(centre(view.radius, at)) for entry, at in there if at is not None}


def events(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return deaths, falls, nets, knock-downs, and wounds, in this order."""
    return [line for _, line in sorted(dict.fromkeys(_ranked(facts, names)))]


def _ranked(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    for fact in facts:
        match fact:
            case Fell() | FateDecided() | MatchEnded():
                yield _ending(fact, names)
            case NetThrown() if fact.result != "miss":
                yield 3, f"{called(names, fact.entry)}'s net catches {called(names, fact.foe)}"
            case KnockedDown():
                yield 4, f"{called(names, fact.by)} floors {called(names, fact.entry)}"
            case Struck() if fact.wounds:
                rank = 5 if fact.wounds >= GREAT else 6
                area = AREA_NAMES[fact.area - 1]
                yield rank, f"{called(names, fact.foe)} takes {fact.wounds} in the {area}"
            case Bashed() if fact.result == "staggered":
                yield 7, f"{called(names, fact.foe)} staggers"
            case Rose():
                yield 8, f"{called(names, fact.entry)} is up again"
            case _:
                pass


def _ending(fact: Fell | FateDecided | MatchEnded, names: Names) -> tuple[int, str]:
    match fact:
        case Fell():
            return (
                (0, f"{called(names, fact.entry)} dies!")
                if fact.is_dead
                else (2, f"{called(names, fact.entry)} is down!")
            )
        case FateDecided():
            return 1, f"{called(names, fact.entry)} {'is spared' if fact.lives else 'must die'}!"
        case MatchEnded():
            return 9, "The fight is over" if fact.winners else "Nobody wins"


def turn_of(view: MatchView) -> int:
    """Return the number of the exchange that a view shows, 1 first."""
    return view.turn


def laps_of(view: MatchView) -> int:
    """Return the laps of a match: it has none."""
    del view
    return 0


def marks(facts: Sequence[Fact]) -> list[tuple[EntryId, Mark]]:
    """Return the men who fell."""
    return [(fact.entry, "crash") for fact in facts if isinstance(fact, Fell)]


PHRASES = Phrases(
    turn="exchange",
    move="{a} moves {steps}",
    behind="fewer left than the best man",
    behind_first="fewer left than the best man",
    crash="{b} goes down, {a} stands",
    taken="{a} turns the fight against {b}",
    hold="{a} stays ahead of {b}",
    alone="{a} stands alone",
)

STAGE = Stage(ground, put, standings, standing_of, events, turn_of, laps_of, marks, winners, spots, "wounds", PHRASES)
