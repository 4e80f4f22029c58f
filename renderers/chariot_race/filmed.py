"""Films of Chariot Race: the track alone, the order of chariots, and a round's events in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from engine.chariot_race.data import LAPS
from engine.chariot_race.facts import CaltropHit, CornerTaken, JavelinThrown, LapDone, Rammed, Wrecked
from engine.chariot_race.track import TrackName
from engine.chariot_race.views import ChariotView, RaceView
from engine.facts import Fact
from records.values import EntryId, Square
from renderers.camera import Camera
from renderers.canvas import Spot, in_few_colours
from renderers.chariot_race.background import HEIGHT, WIDTH, arena
from renderers.chariot_race.geometry import OUTER, centre, way
from renderers.chariot_race.markings import draw_arrows, draw_heaps, draw_limits
from renderers.chariot_race.pieces import draw_caltrops, draw_chariots
from renderers.chariot_race.words import standing_of, winners
from renderers.counters import draw_trail
from renderers.geometry import Point
from renderers.scene import FILM_WIDTH, Blow, Mark, Names, Stage, Standing

_MARGIN = 18  # units beyond the outer lane: its wall
_TOP = HEIGHT / 2 - OUTER - _MARGIN
_ZOOM = FILM_WIDTH / WIDTH
_CAMERA = Camera(Point(0, 0), (FILM_WIDTH / 2, (HEIGHT / 2 - _TOP) * _ZOOM), _ZOOM)
_SPACE = 4  # positions of a space on the straights


def ground(view: RaceView) -> Image.Image:
    """Return the empty track with its limits and stones."""
    return _ground(view.track)


@lru_cache(maxsize=4)
def _ground(track: TrackName) -> Image.Image:
    size = (FILM_WIDTH, round((HEIGHT - 2 * _TOP) * _ZOOM))
    box = (0, _TOP, WIDTH, HEIGHT - _TOP)
    image = arena().convert("RGB").resize(size, Image.Resampling.BOX, box)
    draw_arrows(image, _CAMERA)
    draw_limits(image, _CAMERA)
    draw_heaps(image, _CAMERA, track)
    return in_few_colours(image).convert("RGB")


def put(image: Image.Image, view: RaceView, ways: Mapping[EntryId, tuple[Square, ...]]) -> None:
    """Draw who stands and moves on the track, and the caltrops there."""
    for entry, squares in sorted(ways.items()):
        if squares:
            draw_trail(image, [_CAMERA.see(point) for point in way(squares)], view.chariot(entry).colour)
    draw_chariots(image, _CAMERA, view.chariots)
    draw_caltrops(image, _CAMERA, view.caltrops)


def spots(view: RaceView) -> dict[EntryId, Spot]:
    """Return where the chariots on the board lie in a film's picture."""
    there = ((each.entry, each.square) for each in view.chariots)
    return {entry: _CAMERA.see(centre(space)) for entry, space in there if space is not None}


def standings(view: RaceView) -> Sequence[Standing]:
    """Return how all chariots stand, leader first."""
    ranked = view.ranked()
    lead = max((chariot.pos for chariot in ranked if chariot.is_alive), default=0)
    return [_standing(chariot, ranked, lead) for chariot in ranked]


def _standing(chariot: ChariotView, ranked: Sequence[ChariotView], lead: int) -> Standing:
    if not chariot.is_alive:
        return Standing(chariot.entry, chariot.colour, None, None, "out")
    place = chariot.place or 1 + sum(other.is_alive and other.pos > chariot.pos for other in ranked)
    fate = "home" if chariot.has_finished else ""
    return Standing(chariot.entry, chariot.colour, place, round((lead - chariot.pos) / _SPACE), fate)


def events(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the finishes, exits, rams, hits and corners taken too fast, the worst first."""
    return [line for _, line in sorted(dict.fromkeys(_ranked(facts, names)))]


def _ranked(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    for fact in facts:
        match fact:
            case LapDone(lap=lap) if lap >= LAPS:
                yield 0, f"{names[fact.entry]} is home!"
            case Wrecked():
                yield 1, f"{names[fact.entry]} is out!"
            case Rammed():
                yield 2, f"{names[fact.entry]} rams {names[fact.rival]}"
            case CaltropHit():
                yield 3, f"{names[fact.entry]} hits a caltrop"
            case CornerTaken(points=points) if points > 1:
                yield 4, f"{names[fact.entry]} takes a corner at {fact.speed}"
            case JavelinThrown():
                yield 5, f"A javelin hits {names[fact.rival]}"
            case _:
                pass


def turn_of(view: RaceView) -> int:
    """Return the number of the round that a view shows, 1 first."""
    return view.round


def laps_of(_view: RaceView) -> int:
    """Return the laps to be driven."""
    return LAPS


def marks(facts: Sequence[Fact]) -> list[tuple[EntryId, Mark]]:
    """Return the chariots that were wrecked or rammed another."""
    return [(fact.entry, "crash") for fact in facts if isinstance(fact, Wrecked | Rammed)]


_WRECKED = {
    "sprint": "{a} sprints once too often",
    "heap": "{a} is wrecked in the stones",
    "corner": "{a} is wrecked in the corner",
    "caltrop": "{a} is wrecked on a caltrop",
    "ram": "{a} is wrecked in a crash",
    "rammed": "{b} wrecks {a} with a ram",
    "javelin": "{b} wrecks {a} with a javelin",
}


def blows(facts: Sequence[Fact]) -> list[Blow]:
    """Return the wrecks, rams, javelins and caltrops that hit, in this order of time."""
    found: list[Blow] = []
    for fact in facts:
        match fact:
            case Wrecked(why="rammed" | "javelin", by=None):
                found.append(Blow(fact.entry, "{a} is wrecked", is_crash=True))
            case Wrecked():
                by = fact.by if fact.why in ("rammed", "javelin") else None
                found.append(Blow(fact.entry, _WRECKED[fact.why], by, is_crash=True))
            case Rammed():
                found.append(Blow(fact.rival, "{b} rams {a}", fact.entry))
            case JavelinThrown():
                found.append(Blow(fact.rival, "{b} hits {a} with a javelin", fact.entry))
            case CaltropHit():
                found.append(Blow(fact.entry, "{a} hits a caltrop"))
            case _:
                pass
    return found


STAGE = Stage(
    ground, put, standings, standing_of, events, turn_of, laps_of, marks, winners, spots, "spaces", blows=blows
)
