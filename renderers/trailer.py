"""The trailer of a race that is over: the fight that decided it, near at hand, the finish, and who won where.

It takes eight seconds. Until its last frame it tells nobody's victory; its first is a picture of the fight with the
race's name, for readers with animations switched off.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from records.values import EntryId, Square
from renderers import palette
from renderers.canvas import Spot, in_few_colours
from renderers.counters import badge
from renderers.films import Film, animated, ended, lead_of, places_told, winning
from renderers.lettering import fit, name_drawn, readable, wrapped, write
from renderers.palette import Colour
from renderers.scene import AnyScene, Names, Shot, Stage
from renderers.standings import cup
from renderers.telling import called, cut, within_limit
from renderers.turning import Moment, moment_of, moment_told, standing_in, turn_ends, why_told

SECONDS = 8.0
_TITLE, _FIGHT, _FINISH, _END = 1.6, 3.2, 1.2, 2.0  # together they are SECONDS
_BEFORE, _AFTER, _HOME = 4, 2, 3
"""Phases that are shown before and after the moment, and up to the finish, at most."""

WIDTH, _TRACK = 640, 400  # of the picture, and height of the track in it
_SIZE = readable(WIDTH)
_HEAD, _LINE = 44, 34
_FOOT = 2 * _LINE + 10
_HIGH = _HEAD + _TRACK + _FOOT
_NEAREST = 300  # pixels of a film's picture that the camera sees at least, from left to right
_MARGIN = 55  # of them around those who fight
_BADGE = 132
_LONGEST_NAME, _LONGEST_TITLE = 26, 70  # characters

Box = tuple[int, int, int, int]


class Place(NamedTuple):
    """What a trailer tells of its race besides what happened there."""

    title: str
    where: str  # it was driven
    turn: str = "turn"  # the game's word for a turn of all
    people: Names = MappingProxyType({})  # who drove each chariot; none for house drivers


class Frame(NamedTuple):
    """A frame of the track."""

    view: Any
    ways: Mapping[EntryId, tuple[Square, ...]]
    box: Box  # that the camera sees, of the ground's picture
    lines: Sequence[str]  # two at most
    seconds: float


def film_trailer(scene: AnyScene, names: Names, place: Place, shots: Sequence[Shot], told: Names) -> Film | None:
    """Return the trailer of a race that is over; ``None`` where nobody has won, or for a game without a stage.

    :param shots: all its phases.
    :param told: the names in full, for the alt text.
    """
    shots = [shot._replace(view=scene.closed(shot.view)) for shot in shots]
    moment, stage = moment_of(scene, shots), scene.stage
    if stage is None or moment is None or not stage.winners(shots[-1].view):
        return None
    short, said, last = drawn_names(names), drawn_place(place), shots[-1].view
    frames = storyboard(scene, short, said, shots, moment)
    pictures = (in_few_colours(image) for image in _drawn(stage, short, said, frames, last, moment))
    gif = animated(pictures, [*(frame.seconds for frame in frames), _END])
    return Film(gif, alt_trailer(stage, told, place, last, moment))


def drawn_names(names: Names) -> Names:
    """Return names as lines in pictures take them: each on one line, and none so long that it fills two."""
    return {entry: cut(name, _LONGEST_NAME) for entry, name in names.items()}


def drawn_place(place: Place) -> Place:
    """Return the same with texts that pictures take."""
    people = {
        entry: cut(drawn, _LONGEST_NAME) for entry, name in place.people.items() if (drawn := name_drawn(name, ""))
    }
    return place._replace(title=cut(place.title, _LONGEST_TITLE), where=cut(place.where, _LONGEST_TITLE), people=people)


def storyboard(scene: AnyScene, names: Names, place: Place, shots: Sequence[Shot], moment: Moment) -> list[Frame]:
    """Return all frames but the last, which alone tells the winner.

    :param shots: with views as each turn left them.
    """
    stage, at = scene.stage, moment.shot
    assert stage is not None
    told = _Captions(stage, names, place.turn, shots, moment)
    decides = sorted({at, at if moment.struck is None else moment.struck})
    seen = [shots[n].view for each in decides for n in (max(0, each - 1), each)]
    near, home = _box(stage, seen, moment), _home(stage, shots, moment.entry)
    there = _box(stage, [shots[max(0, home - 1)].view, shots[home].view], moment._replace(rival=None))
    before, after = _lively(stage, shots, range(at), near), _lively(stage, shots, range(at + 1, len(shots)), near)
    fight = sorted({*before[-_BEFORE:], *decides, *after[:_AFTER]})
    finish = _lively(stage, shots, range(at + 1, home), there)[1 - _HOME :]

    def frame(n: int, box: Box, lines: Sequence[str], seconds: float) -> Frame:
        ways = scene.ways(shots[n - 1].view, shots[n].facts) if n else {}
        return Frame(shots[n].view, ways, box, lines, seconds)

    return [
        frame(at, near, (told.moment,), _TITLE),
        *(frame(n, near, told.during(n), _FIGHT / len(fight)) for n in fight),
        *(frame(n, there, told.during(n), _FINISH / (len(finish) + 1)) for n in finish),
        frame(home, there, told.at_home(home), _FINISH / (len(finish) + 1)),
    ]


def alt_trailer(stage: Stage[Any], names: Names, place: Place, last: Any, moment: Moment) -> str:
    """Return a trailer's alt text, at most 1,024 characters: the moment, the winner, all with how far they were behind.

    :param last: the view when the race was over.
    """

    def text(longest: int) -> str:
        short = {entry: cut(name, longest) for entry, name in names.items()}
        people = {entry: cut(name, longest) for entry, name in place.people.items()}
        winners = stage.winners(last)
        lines = [
            moment_told(moment, short, place.turn, stage.phrases),
            winning(winners, short),
            _players(winners, people),
            why_told(moment, short, place.turn, stage.phrases),
        ]
        where = cut(place.where, 3 * longest)
        said = [f"Trailer of {cut(place.title, 3 * longest)}", *lines]
        return " ".join([*map(ended, filter(None, said)), *places_told(stage, last, names, longest), ended(where)])

    return within_limit(text)


class _Captions:
    """What stands under the track: how the last turn that is over left the race, and the moment when it comes.

    In the middle of a turn it gives no lead: some have moved and some have not.
    """

    def __init__(self, stage: Stage[Any], names: Names, turn: str, shots: Sequence[Shot], moment: Moment) -> None:
        self._stage, self._names, self._turn, self._shots = stage, names, turn.capitalize(), shots
        self._ends = turn_ends(stage, shots)
        begins = moment.shot if moment.struck is None else moment.struck
        ends = next((each for each in self._ends if each > moment.shot), len(shots))
        self._decides = range(begins, ends if moment.shot not in self._ends else moment.shot + 1)
        self._champion = moment.entry
        self.moment = moment_told(moment, names, turn, stage.phrases)

    def during(self, n: int) -> Sequence[str]:
        """Return the caption of a phase."""
        if n in self._decides:
            return (self.moment,)
        over = max((each for each in self._ends if each <= n), default=None)
        if over is None:
            return (f"{self._turn} {max(1, self._stage.turn(self._shots[n].view))}",)
        view = self._shots[over].view
        lead = lead_of(self._stage.standings(view), self._names, phrases=self._stage.phrases)
        return (f"After {self._turn.lower()} {self._stage.turn(view)}: {lead}",) if lead else ()

    def at_home(self, n: int) -> Sequence[str]:
        """Return the caption of the finish, which names no winner: who comes home, or what happens last."""
        shot = self._shots[n]
        there = standing_in(self._stage, shot.view, self._champion)
        if there is not None and there.fate == "home":
            name = called(self._names, self._champion)
            return (f"{self._turn} {self._stage.turn(shot.view)}: {name} comes home",)
        return [*self.during(n), *self._stage.events(shot.facts, self._names)[:1]]


def _home(stage: Stage[Any], shots: Sequence[Shot], champion: EntryId) -> int:
    """Return the phase in which a chariot came home, 0 first; the last one if it never did."""
    for number, shot in enumerate(shots):
        there = standing_in(stage, shot.view, champion)
        if there is not None and there.fate == "home":
            return number
    return len(shots) - 1


# The camera


def _lively(stage: Stage[Any], shots: Sequence[Shot], phases: Sequence[int], box: Box) -> list[int]:
    """Return the phases among these, but the very first, in which a chariot moves where the camera looks."""
    return [n for n in phases if n and _moves_in(box, stage.spots(shots[n - 1].view), stage.spots(shots[n].view))]


def _moves_in(box: Box, before: Mapping[EntryId, Spot], after: Mapping[EntryId, Spot]) -> bool:
    moved = [
        spots.get(entry)
        for entry in {*before, *after}
        if before.get(entry) != after.get(entry)
        for spots in (before, after)
    ]
    return any(at and box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3] for at in moved)


def _box(stage: Stage[Any], views: Sequence[Any], moment: Moment) -> Box:
    """Return what the camera sees of the ground's picture: those of the moment, where they were and where they came."""
    ground = stage.ground(views[-1])
    wanted = [moment.entry, *([moment.rival] if moment.rival is not None else [])]
    spots = [spot for view in views for entry, spot in stage.spots(view).items() if entry in wanted]
    spots = spots or [(ground.width / 2, ground.height / 2)]
    across, down = [x for x, _ in spots], [y for _, y in spots]
    ratio = WIDTH / _TRACK
    needs = max(across) - min(across) + 2 * _MARGIN, (max(down) - min(down) + 2 * _MARGIN) * ratio
    wide = min(max(_NEAREST, *needs), ground.width, ground.height * ratio)
    high = wide / ratio
    left = _between((max(across) + min(across) - wide) / 2, ground.width - wide)
    top = _between((max(down) + min(down) - high) / 2, ground.height - high)
    return round(left), round(top), round(left + wide), round(top + high)


def _between(at: float, most: float) -> float:
    return max(0.0, min(at, most))


# Drawing


def _drawn(
    stage: Stage[Any], names: Names, place: Place, frames: Sequence[Frame], last: Any, moment: Moment
) -> Iterator[Image.Image]:
    for frame in frames:
        track = stage.ground(frame.view).copy()
        stage.put(track, frame.view, frame.ways)
        image = _sheet(place)
        image.paste(track.resize((WIDTH, _TRACK), Image.Resampling.BICUBIC, frame.box), (0, _HEAD))
        _write_lines(image, frame.lines)
        yield image
    yield _ending(stage, names, place, last, moment)


def _sheet(place: Place) -> Image.Image:
    image = Image.new("RGB", (WIDTH, _HIGH), palette.PORPHYRY)
    title = fit(place.title, WIDTH - 24, "serif", _SIZE + 4)
    write(image, (WIDTH / 2, _HEAD / 2), title, palette.GOLD, size=_SIZE + 4, face="serif", anchor="middle")
    return image


def _write_lines(image: Image.Image, lines: Sequence[str]) -> None:
    """Write what happens under the track; a line by itself may take two."""
    room, top = WIDTH - 24, _HEAD + _TRACK + 5
    shown = wrapped(lines[0], room, "sans", _SIZE) if len(lines) == 1 else lines
    for number, line in enumerate(shown[:2]):
        text = fit(line, room, "sans", _SIZE)
        write(image, (12, top + _LINE * (number + 0.5)), text, palette.WHITE, size=_SIZE)


def _ending(stage: Stage[Any], names: Names, place: Place, last: Any, moment: Moment) -> Image.Image:
    """Return the last frame: who has won, why, and where."""
    image, middle = _sheet(place), WIDTH / 2
    image.paste(palette.PAPER, (0, _HEAD, WIDTH, _HEAD + _TRACK))
    winners = stage.winners(last)
    colours = {each.entry: each.colour for each in stage.standings(last)}
    shown = winners[:2]
    for number, entry in enumerate(shown):
        sprite = badge(colours[entry], entry, _BADGE)
        left = middle + (number - len(shown) / 2) * (_BADGE + 12) + 6
        image.paste(sprite, (round(left), _HEAD + 28), sprite)
    for x in (70, WIDTH - 134):
        image.paste(cup(64), (x, _HEAD + 62), cup(64))
    top = _write_middle(image, _HEAD + 40 + _BADGE, winning(winners, names), 40, palette.INK)
    if players := _players(winners, place.people):
        top = _write_middle(image, top, players, _SIZE + 4, palette.INK)
    _write_middle(image, top + 12, why_told(moment, names, place.turn, stage.phrases), _SIZE, palette.LIMIT)
    _write_lines(image, [place.where])
    return image


def _players(winners: Sequence[EntryId], people: Names) -> str:
    """Return the players who have won; empty for house drivers.

    >>> _players([1], {1: "Cato"}), _players([1, 2], {1: "Cato", 2: "Ana"}), _players([3], {1: "Cato"})
    ('Player: Cato', 'Players: Cato, Ana', '')
    """
    told = list(dict.fromkeys(people[entry] for entry in winners if entry in people))
    return f"{'Player' if len(told) == 1 else 'Players'}: {', '.join(told)}" if told else ""


def _write_middle(image: Image.Image, top: float, text: str, size: int, colour: Colour) -> float:
    """Write a text below *top* in the middle, in two lines at most; return where it ends."""
    room, high = WIDTH - 50, size * 1.3
    lines = wrapped(text, room, "serif", size)[:2]
    for number, line in enumerate(lines):
        at = (WIDTH / 2, top + high * (number + 0.5))
        write(image, at, fit(line, room, "serif", size), colour, size=size, face="serif", anchor="middle")
    return top + high * len(lines)
