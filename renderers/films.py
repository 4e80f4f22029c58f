"""Films of a turn or a whole race: animated GIFs with one palette, in which each frame holds only what changed.

A film is 800 pixels wide. A reader with animations switched off sees its first frame, which says enough.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import SEEK_END, BytesIO
from typing import Any, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from engine.facts import Fact
from records.values import EntryId, Square
from renderers import palette
from renderers.canvas import film_colours, in_few_colours
from renderers.counters import badge
from renderers.lettering import fit, length, write
from renderers.palette import Colour
from renderers.scene import FILM_WIDTH, RACE, AnyScene, Names, Phrases, Shot, Stage, Standing
from renderers.telling import called, cut, with_more, within_limit

MOST_FRAMES = 60
SIZE = 27
"""Of all lettering: on a phone 358 pixels wide its capitals are 8.8 pixels high."""

_LINE = 38  # pixels from one line to the next
_RESULT, _PHASE, _CRASH, _END, _START = 3.0, 1.2, 1.8, 5.0, 1.6  # seconds
_SHORTEST, _LONGEST = 0.4, 0.8  # of a frame of a race
_FEW = 9  # chariots that are shown in three columns, with how far they are behind
_ROW, _BADGE = 46, 42  # their numbers are as large as all lettering
_SHORTEST_NAME = 48  # pixels: less is left out
_CLEAR: Colour = (255, 0, 254)  # no picture has it

Ways = Mapping[EntryId, tuple[Square, ...]]


class Film(NamedTuple):
    """An animated GIF, and its alt text, at most 1,024 characters."""

    gif: bytes
    alt: str


class _Frame(NamedTuple):
    view: Any
    ways: Ways
    lines: Sequence[str]  # of the caption, two at most
    seconds: float
    is_ranked: bool = False  # the leader first, with how far each is behind; else all in places of their own


def film_turn(scene: AnyScene, names: Names, title: str, before: Any, shots: Sequence[Shot]) -> Film | None:
    """Return the film of a turn: its result first, so that it can be read standing still, then phase by phase.

    :param before: the public view when the turn began.
    :param shots: its phases; those in which nothing moves and nothing happens are left out. If all are: ``None``.
    """
    shots = [shot._replace(view=scene.closed(shot.view)) for shot in shots]
    frames = list(_phases(scene, names, before, shots))
    if not frames:
        return None
    last = shots[-1].view
    all_ways = scene.ways(before, [fact for shot in shots for fact in shot.facts])
    events = [event for shot in shots for event in _events(scene, shot.facts, names)]
    result = _Frame(last, all_ways, _result_lines(scene, last, names, events), _RESULT, is_ranked=True)
    alt = _alt(f"Film of a turn of {title}", scene, last, names, [". ".join(frame.lines) for frame in frames])
    return Film(_filmed(scene, names, title, [result, *frames]), alt)


def film_race(scene: AnyScene, names: Names, title: str, shots: Sequence[Shot]) -> Film:
    """Return the film of a race as far as it has come, at most :data:`MOST_FRAMES` frames; the last is held.

    :param shots: all phases so far, at least one.
    """
    shots = [shot._replace(view=scene.closed(shot.view)) for shot in shots]
    frames = [_Frame(shots[0].view, {}, ("Who wins?",), _START)]
    highlights: list[str] = []
    has_ways = len(names) <= _FEW  # those of more would hide each other
    most_lines = 2 if has_ways else 1
    for before, joined in _joined(shots, MOST_FRAMES - 2):
        events = _events(scene, joined.facts, names)
        highlights += events[:1]
        lines = _result_lines(scene, joined.view, names, events[:1])[-most_lines:]
        ways = scene.ways(before, joined.facts) if has_ways else {}
        frames.append(_Frame(joined.view, ways, lines, _LONGEST if events else _SHORTEST))
    last = shots[-1].view
    frames.append(_Frame(last, {}, _result_lines(scene, last, names, ()), _END))
    return Film(_filmed(scene, names, title, frames), _alt(f"Film of {title}", scene, last, names, highlights))


def _phases(scene: AnyScene, names: Names, before: Any, shots: Sequence[Shot]) -> Iterator[_Frame]:
    for shot in shots:
        ways = scene.ways(before, shot.facts)
        events = [*_won(scene, shot.view, names), *_events(scene, shot.facts, names)]
        moves = ", ".join(_move(scene, names, entry, squares) for entry, squares in farthest_first(ways))
        if moves or events:
            lines = [line for line in (moves, " · ".join(events)) if line]
            yield _Frame(shot.view, ways, lines, _CRASH if events else _PHASE, is_ranked=True)
        before = shot.view


def farthest_first(ways: Ways) -> list[tuple[EntryId, tuple[Square, ...]]]:
    return sorted(((entry, way) for entry, way in ways.items() if len(way) > 1), key=lambda each: -len(each[1]))


def _move(scene: AnyScene, names: Names, entry: EntryId, squares: Sequence[Square]) -> str:
    said = scene.stage.phrases.move if scene.stage else RACE.move
    return said.format(a=called(names, entry), start=squares[0], end=squares[-1], steps=len(squares) - 1)


def _events(scene: AnyScene, facts: Sequence[Fact], names: Names) -> Sequence[str]:
    return scene.stage.events(facts, names) if scene.stage else ()


def _won(scene: AnyScene, view: Any, names: Names) -> list[str]:
    """Return the winner in words; nothing while the race goes on, and where nobody has won."""
    winners = scene.stage.winners(view) if scene.stage else ()
    return [winning(winners, names)] if winners else []


def winning(winners: Sequence[EntryId], names: Names) -> str:
    """
    >>> winning([1], {1: "Red", 2: "Blue"}), winning([1, 2], {1: "Red", 2: "Blue"})
    ('Red wins', 'Red and Blue share the win')
    """
    told = [called(names, entry) for entry in winners]
    return f"{told[0]} wins" if len(told) == 1 else f"{_and(told[0], told[1:])} share the win"


def _joined(shots: Sequence[Shot], most: int) -> Iterator[tuple[Any, Shot]]:
    """Yield the shots after the first, so many joined that they are at most *most*, each with the view before it."""
    count = len(shots) - 1
    frames = min(most, count)
    ends = [count * number // frames for number in range(frames + 1)] if frames else []
    for start, end in itertools.pairwise(ends):
        facts = [fact for shot in shots[start + 1 : end + 1] for fact in shot.facts]
        yield shots[start].view, Shot(shots[end].view, facts)


def _result_lines(scene: AnyScene, view: Any, names: Names, events: Sequence[str]) -> list[str]:
    """Return the leader, the lead, and the events of the turn."""
    if scene.stage is None:
        return []
    lead = lead_of(scene.stage.standings(view), names, scene.stage.winners(view), scene.stage.phrases)
    more = [event for event in events if not lead.startswith(event.rstrip("!"))]  # who is home is told once
    return [line for line in (lead, " · ".join(more)) if line]


def lead_of(
    standings: Sequence[Standing], names: Names, winners: Sequence[EntryId] = (), phrases: Phrases = RACE
) -> str:
    """Return the leader with the lead in squares, those who are level, or the winner; empty if the track is.

    Who is home has not won while others still drive: they may get farther.

    :param winners: those who have won; none while the race goes on.
    """
    if winners:
        return winning(winners, names)
    if not standings or standings[0].place is None:
        return ""
    first, *others = standings
    name = names.get(first.entry, first.colour)
    if first.fate == "home":
        home = sum(each.fate == "home" for each in standings)
        return f"{name} is home first" if home == 1 else f"{home} are home, {name} ahead"
    level = [each for each in others if each.behind == 0 and each.place is not None and not each.fate]
    if level:
        return phrases.level.format(a=_and(name, [names.get(each.entry, each.colour) for each in level]))
    second = next((each.behind for each in others if each.behind is not None), None)
    return (phrases.leads_by if second else phrases.leads).format(a=name, by=second)


def _and(first: str, others: Sequence[str]) -> str:
    """Return a name with others; of many their number.

    >>> _and("Red", ["Blue"]), _and("Red", ["Blue", "Green"])
    ('Red and Blue', 'Red and 2 others')
    """
    return f"{first} and {others[0] if len(others) == 1 else f'{len(others)} others'}"


def _alt(head: str, scene: AnyScene, view: Any, names: Names, lines: Sequence[str]) -> str:
    """Return what a film shows, the most important first: the result, each with their gap, and what there is room for.

    :param lines: its events, in order of time.
    """
    lead = [ended(line) for line in _result_lines(scene, view, names, ())]

    def text(longest: int) -> str:
        return " ".join([f"{cut(head, 3 * longest)}.", *lead, *places_told(scene.stage, view, names, longest)])

    return with_more(within_limit(text), map(ended, lines))


def places_told(stage: Stage[Any] | None, view: Any, names: Names, longest: int) -> Iterator[str]:
    """Yield a sentence with the place of each, and how far behind the leader."""
    standings = stage.standings(view) if stage else ()
    told = ", ".join(
        f"{each.place or each.fate} {cut(names.get(each.entry, each.colour), longest)}"
        f"{f' {each.gap}' if each.gap and each.fate != 'home' else ''}"
        for each in standings
    )
    if stage and told:
        yield f"Places, and {stage.unit} {stage.phrases.behind}: {told}."


def ended(line: str) -> str:
    return line if line.endswith("!") else f"{line}."


# Drawing


def _filmed(scene: AnyScene, names: Names, title: str, frames: Sequence[_Frame]) -> bytes:
    draw = _staged if scene.stage else _from_boards
    pictures = (in_few_colours(image) for image in draw(scene, names, title, frames))
    return animated(pictures, [frame.seconds for frame in frames])


def animated(pictures: Iterable[Image.Image], seconds: Sequence[float]) -> bytes:
    """Return the GIF of pictures in few colours: of each frame but the first only the changes, the rest clear.

    One picture after the other is taken and written, so that no more than two are in memory.
    """
    colours = film_colours()
    flat, clear = [part for colour in (*colours, _CLEAR) for part in colour], len(colours)
    file, shown = BytesIO(), None
    for picture, lasts in zip(pictures, seconds, strict=True):
        how = {"duration": round(1000 * lasts), "disposal": 1, "transparency": clear}
        if shown is None:
            picture.putpalette(flat)
            picture.save(file, "GIF", loop=0, interlace=0, optimize=False, **how)
            file.seek(-1, SEEK_END)  # over the mark of the end
        else:
            changed = ImageChops.subtract_modulo(picture, shown)
            box = changed.getbbox() or (0, 0, 1, 1)  # all the same: a clear frame keeps the time
            part = picture.crop(box)
            part.paste(clear, (0, 0), changed.crop(box).point(_SAME, "1"))
            for piece in GifImagePlugin.getdata(part, box[:2], **how):
                file.write(piece)
        shown = picture
    file.write(b";")
    return file.getvalue()


_SAME = [255] + [0] * 255


def _from_boards(scene: AnyScene, names: Names, title: str, frames: Iterable[_Frame]) -> Iterator[Image.Image]:
    """Yield whole boards made as wide as a film: for games that say nothing of films."""
    for frame in frames:
        board = Image.open(BytesIO(scene.draw_board(frame.view, names, path=frame.ways, title=title))).convert("RGB")
        high = round(board.height * FILM_WIDTH / board.width)
        yield board.resize((FILM_WIDTH, high), Image.Resampling.BILINEAR)


def _staged(scene: AnyScene, names: Names, title: str, frames: Sequence[_Frame]) -> Iterator[Image.Image]:
    """Yield the frames of a staged game: caption, track, and places."""
    assert scene.stage is not None
    head = _LINE * (1 + max(len(frame.lines) for frame in frames)) + 6
    for frame in frames:
        standings = scene.stage.standings(frame.view)
        ground = scene.stage.ground(frame.view)
        track = ground.copy()
        scene.stage.put(track, frame.view, frame.ways)
        image = _sheet(head, ground.height, len(standings)).copy()
        image.paste(track, (0, head))
        _write_head(image, scene.stage, title, frame)
        if not frame.is_ranked:  # names that stay where they are make small frames
            standings = [each._replace(behind=None) for each in sorted(standings)]
        _draw_places(image, head + ground.height, standings, names)
        yield image


@lru_cache(maxsize=8)
def _sheet(head: int, high: int, count: int) -> Image.Image:
    """Return the paper of a film's frames: room for the caption, the track, and the places of so many."""
    image = Image.new("RGB", (FILM_WIDTH, head + high + _rows(count) * _ROW + 6), palette.PAPER)
    image.paste(palette.PORPHYRY, (0, 0, FILM_WIDTH, head - 4))
    image.paste(palette.BRONZE, (0, head - 4, FILM_WIDTH, head))
    return image


def _columns(count: int) -> int:
    return 3 if count <= _FEW else 4


def _rows(count: int) -> int:
    return -(-count // _columns(count))


def _write_head(image: Image.Image, stage: Stage[Any], title: str, frame: _Frame) -> None:
    room = FILM_WIDTH - 24
    left = 24 + write(image, (12, _LINE / 2 + 2), stage.progress(frame.view), palette.GOLD, size=SIZE, face="serif")
    name = fit(title, int(room - left), "serif", SIZE)
    write(image, (FILM_WIDTH - 12, _LINE / 2 + 2), name, palette.CARD, size=SIZE, face="serif", anchor="right")
    for number, line in enumerate(frame.lines[:2], start=1):
        text = fit(line, room, "sans", SIZE)
        write(image, (12, _LINE * (number + 0.5) + 1), text, palette.WHITE, size=SIZE)


def _draw_places(image: Image.Image, top: int, standings: Sequence[Standing], names: Names) -> None:
    columns = _columns(len(standings))
    wide = FILM_WIDTH // columns
    for number, each in enumerate(standings):
        at = (number % columns * wide, top + 3 + number // columns * _ROW)
        _draw_place(image, at, wide, each, names.get(each.entry, each.colour))


def _draw_place(image: Image.Image, at: tuple[int, int], wide: int, each: Standing, name: str) -> None:
    """Draw a place: its number, the badge, the name, and how far behind, or its fate."""
    left, middle = at[0], at[1] + _ROW / 2
    place = "–" if each.place is None else str(each.place)
    write(image, (left + 22, middle), place, palette.LIMIT, size=SIZE, anchor="middle")
    sprite = badge(each.colour, each.entry, _BADGE)
    image.paste(sprite, (left + 40, at[1] + 2), sprite)
    start, end = left + 88, left + wide - 8
    note = each.fate or (each.gap if wide > 220 else "")
    if note:
        colour = palette.ALARM if each.fate == "out" else palette.INK
        squeeze = min(1.0, (end - start) / length(note, SIZE, "sans"))
        end -= round(write(image, (end, middle), note, colour, size=SIZE, anchor="right", squeeze=squeeze)) + 8
    if end - start > _SHORTEST_NAME:
        write(image, (start, middle), fit(name, end - start, "sans", SIZE), palette.INK, size=SIZE)
