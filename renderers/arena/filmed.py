"""Films of a match: the arena alone, in two corners the bodies of a duel, and what happens in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from PIL import Image

from engine.arena.data import GREAT
from engine.arena.facts import Bashed, FateDecided, Fell, KnockedDown, MatchEnded, NetThrown, Rose, Struck
from engine.arena.men import AREA_NAMES
from engine.arena.views import FighterView, MatchView
from engine.facts import Fact
from records.values import EntryId, Square
from renderers import palette
from renderers.arena.background import MIDDLE, arena
from renderers.arena.figures import HIGH, draw_figure
from renderers.arena.geometry import centre, hex_of
from renderers.arena.pieces import draw_men
from renderers.arena.places import standings, winners
from renderers.arena.trails import draw_trails
from renderers.arena.words import exchange_of, load_of, mood_of, standing_of
from renderers.camera import Camera
from renderers.canvas import Spot, paint_box
from renderers.counters import badge
from renderers.geometry import Point
from renderers.lettering import readable, write
from renderers.scene import FILM_WIDTH, Blow, Mark, Names, Phrases, Stage
from renderers.telling import called

HIGH_FILM = 690
"""Pixels of the sand that a film shows, from top to bottom; from left to right it is all of the field."""

_CARD = (100, 190)  # of a body in a corner
_BODY = 0.54
_CAMERA = Camera(Point(0, 0), (FILM_WIDTH / 2, HIGH_FILM / 2))


def ground(view: MatchView) -> Image.Image:
    """Return the empty arena."""
    return _ground(view.radius)


@cache
def _ground(radius: int) -> Image.Image:
    left, top = round(MIDDLE[0] - FILM_WIDTH / 2), round(MIDDLE[1] - HIGH_FILM / 2)
    return arena(radius).crop((left, top, left + FILM_WIDTH, top + HIGH_FILM)).convert("RGB")


def progress(view: MatchView) -> str:
    """Return how far a match is, and what the crowd does; where phases are counted the title needs that room."""
    is_short = view.is_over or not view.phase or view.options.whole_turns
    return standing_of(view) if is_short else f"{standing_of(view)}: crowd {mood_of(view.mood)}"


def put(image: Image.Image, view: MatchView, ways: Mapping[EntryId, tuple[Square, ...]]) -> None:
    """Draw who stands and moves in the arena, and in a duel how whole both are."""
    trails = {entry: (tuple(map(hex_of, squares)),) for entry, squares in ways.items() if len(squares) > 1}
    draw_trails(image, _CAMERA, view, trails)
    draw_men(image, _CAMERA, view)
    corners = _corners(image)
    if len(view.fighters) == len(corners):
        for man, at in zip(view.fighters, corners, strict=True):
            _draw_body(image, at, man)


def _draw_body(image: Image.Image, at: tuple[int, int], man: FighterView) -> None:
    """Draw a man's body, and how near he is to collapse."""
    paint_box(image, at, _CARD, palette.CARD_EDGE, 10)
    paint_box(image, (at[0] + 3, at[1] + 3), (_CARD[0] - 6, _CARD[1] - 6), palette.CARD, 8)
    sprite = badge(man.colour, man.entry, 36)
    image.paste(sprite, (at[0] + 7, at[1] + 7), sprite)
    draw_figure(image, (at[0] + _CARD[0] / 2 + 6, at[1] + 26 + HIGH * _BODY / 2), man, _BODY)
    colour = palette.ALARM if man.all_wounds * 2 >= man.collapse else palette.INK
    spot = (at[0] + _CARD[0] / 2, at[1] + _CARD[1] - 21)
    write(image, spot, load_of(man), colour, size=readable(FILM_WIDTH), anchor="middle")


def _corners(image: Image.Image) -> tuple[tuple[int, int], tuple[int, int]]:
    top = image.height - _CARD[1] - 6
    return (6, top), (image.width - _CARD[0] - 6, top)


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
                yield rank, f"{called(names, fact.foe)}: {fact.wounds} in the {area}"
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
    return exchange_of(view)


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
    leads="{a} can take more",
    leads_by="{a} can take {by} more",
    crash="{b} goes down, {a} stands",
    taken="{a} turns the fight against {b}",
    hold="{a} stays ahead of {b}",
    alone="{a} stands alone",
    gains="takes the upper hand",
    kept="{a} took the upper hand in {turn} and kept it",
    led="{a} was ahead after every {turn}",
)


def blows(facts: Sequence[Fact]) -> list[Blow]:
    """Return the falls, knock-downs, nets and wounds, in this order of time."""
    found: list[Blow] = []
    for fact in facts:
        match fact:
            case Fell(by=None):
                found.append(Blow(fact.entry, "{a} goes down", is_crash=True))
            case Fell():
                told = "{b} kills {a}" if fact.is_dead else "{b} brings {a} down"
                found.append(Blow(fact.entry, told, fact.by, is_crash=True))
            case KnockedDown():
                found.append(Blow(fact.entry, "{b} floors {a}", fact.by))
            case NetThrown() if fact.result != "miss":
                found.append(Blow(fact.foe, "{b} nets {a}", fact.entry))
            case Struck() if fact.wounds:
                found.append(Blow(fact.foe, f"{{b}} wounds {{a}} in the {AREA_NAMES[fact.area - 1]}", fact.entry))
            case _:
                pass
    return found


STAGE = Stage(
    ground, put, standings, progress, events, turn_of, laps_of, marks, winners, spots, "wounds", PHRASES, blows
)
