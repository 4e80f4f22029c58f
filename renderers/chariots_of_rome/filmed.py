"""Films of Chariots of Rome: the track alone, the order of chariots, and a round's events in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from engine.chariots_of_rome.printed.board import TrackName
from engine.chariots_of_rome.printed.data import FATES
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.words.facts import (
    Attacked,
    Crashed,
    Eliminated,
    FateDrawn,
    LineCrossed,
    LockLifted,
    StoppedShort,
)
from engine.facts import Fact
from records.values import EntryId, Square
from renderers.camera import Camera
from renderers.canvas import Spot, in_few_colours
from renderers.chariots_of_rome.background import arena
from renderers.chariots_of_rome.board import tokens_of
from renderers.chariots_of_rome.geometry import WIDTH, Course, course
from renderers.chariots_of_rome.markings import draw_arrows, draw_signs
from renderers.chariots_of_rome.pieces import draw_debris, draw_tokens, draw_wrecks
from renderers.chariots_of_rome.words import closed, standing_of, winners
from renderers.counters import draw_trail
from renderers.geometry import Point
from renderers.scene import FILM_WIDTH, Blow, Mark, Names, Stage, Standing

_MARGIN = 16  # units beyond the outer lane: its wall
_ZOOM = FILM_WIDTH / WIDTH


def ground(view: RaceView) -> Image.Image:
    """Return the empty track with its Safe Speeds."""
    return _ground(view.track)


def _half(lies: Course) -> float:
    """Return how far the picture reaches from the middle, up and down."""
    return max(abs(point.y) for point in lies.ring(lies.outer + _MARGIN))


def _camera(lies: Course) -> Camera:
    return Camera(Point(0, 0), (FILM_WIDTH / 2, round(_half(lies) * _ZOOM)), _ZOOM)


@lru_cache(maxsize=4)
def _ground(track: TrackName) -> Image.Image:
    lies = course(track)
    half, middle = _half(lies), lies.height / 2
    size = (FILM_WIDTH, round(2 * half * _ZOOM))
    box = (0.0, max(0.0, middle - half), float(WIDTH), min(lies.height, middle + half))
    image = arena(track).convert("RGB").resize(size, Image.Resampling.BOX, box)
    draw_arrows(image, lies, _camera(lies))
    draw_signs(image, lies, _camera(lies))
    return in_few_colours(image).convert("RGB")


def put(image: Image.Image, view: RaceView, ways: Mapping[EntryId, tuple[Square, ...]]) -> None:
    """Draw the chariots that stand and move on the track, and the obstacles."""
    lies = course(view.track)
    camera = _camera(lies)
    for entry, squares in sorted(ways.items()):
        if squares:
            draw_trail(image, [camera.see(point) for point in lies.way(squares)], view.chariot(entry).colour)
    draw_wrecks(image, lies, camera, sorted(view.wrecks))
    draw_debris(image, lies, camera, view.debris)
    draw_tokens(image, lies, camera, tokens_of(view))


def spots(view: RaceView) -> dict[EntryId, Spot]:
    """Return where the chariots on the track lie in a film's picture."""
    lies = course(view.track)
    camera = _camera(lies)
    there = ((each.entry, each.square) for each in view.chariots)
    return {entry: camera.see(lies.centre(space)) for entry, space in there if space is not None}


def standings(view: RaceView) -> Sequence[Standing]:
    """Return how all chariots stand, leader first."""
    ranked = view.ranked()
    lead = max((_driven(view, each) for each in ranked if each.is_alive and each.square is not None), default=0.0)
    return [_standing(view, each, number, lead) for number, each in enumerate(ranked, start=1)]


def _driven(view: RaceView, chariot: ChariotView) -> float:
    """Return how far a chariot has come, in spaces of the inner lane from the line."""
    assert chariot.square is not None, "it is on the track"
    lap = sum(section.lengths[0] for section in view.board.sections)
    return (chariot.laps + view.board.along[chariot.square]) * lap


def _standing(view: RaceView, chariot: ChariotView, number: int, lead: float) -> Standing:
    if not chariot.is_alive:
        return Standing(chariot.entry, chariot.colour, None, None, "out")
    if chariot.square is None or not view.round:
        return Standing(chariot.entry, chariot.colour, None, None)
    behind = max(0, round(lead - _driven(view, chariot)))
    fate = "home" if view.has_finished(chariot) else ""
    return Standing(chariot.entry, chariot.colour, chariot.place or number, behind, fate)


def events(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the finishes, exits, attacks, crashes and stops short, the worst first."""
    return [line for _, line in sorted(dict.fromkeys(_ranked(facts, names)))]


def _ranked(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    for fact in facts:
        match fact:
            case LineCrossed(finishes=True, forwards=True):
                yield 1, f"{names[fact.entry]} crosses the line!"
            case Eliminated():
                yield 2, f"{names[fact.entry]} is out!"
            case Attacked():
                yield 3, f"{names[fact.entry]} {'rams' if fact.kind == 'ram' else 'whips'} {names[fact.rival]}"
            case Crashed():
                yield 4, f"{names[fact.entry]} crashes"
            case FateDrawn():
                yield 5, FATES[fact.card].name
            case LockLifted():
                yield 6, "Attacks are open"
            case StoppedShort():
                yield 7, f"{names[fact.entry]} is boxed in"
            case _:
                pass


def turn_of(view: RaceView) -> int:
    """Return the number of the round that a view shows, 1 first; where the next has begun, of the one it ends."""
    return closed(view).round


def laps_of(view: RaceView) -> int:
    """Return the laps to be driven."""
    return view.laps


def marks(facts: Sequence[Fact]) -> list[tuple[EntryId, Mark]]:
    """Return the chariots that crashed, went out or were whipped."""
    found: list[tuple[EntryId, Mark]] = []
    for fact in facts:
        match fact:
            case Crashed() | Eliminated():
                found.append((fact.entry, "crash"))
            case Attacked(kind="whip"):
                found.append((fact.rival, "whip"))
            case _:
                pass
    return found


_OUT = {
    "endurance": "{a} drops out, worn out",
    "rattled": "{a} drops out, too rattled",
    "wounds": "{a} drops out, wounded twice",
}


def blows(facts: Sequence[Fact]) -> list[Blow]:
    """Return the exits, crashes, attacks and stops short, in this order of time."""
    found: list[Blow] = []
    for fact in facts:
        match fact:
            case Eliminated():
                found.append(Blow(fact.entry, _OUT[fact.why], is_crash=True))
            case Crashed():
                found.append(Blow(fact.entry, "{a} crashes", is_crash=True))
            case Attacked():
                told = "{b} rams {a}" if fact.kind == "ram" else "{b} whips {a}"
                found.append(Blow(fact.rival, told, fact.entry))
            case StoppedShort():
                found.append(Blow(fact.entry, "{a} is boxed in"))
            case _:
                pass
    return found


STAGE = Stage(
    ground, put, standings, standing_of, events, turn_of, laps_of, marks, winners, spots, "spaces", blows=blows
)
