"""The gap chart of a race: how far each chariot lay behind the leader, turn by turn, its name at the end.

The leader's line runs flat along the top. A cross marks where a chariot crashed, a tick where it was whipped.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from PIL import Image

from records.gazettes import Finish
from records.values import EntryId
from renderers import palette
from renderers.canvas import Sketch, Spot, encoded, in_few_colours
from renderers.counters import badge
from renderers.headline import BANNER, write_banner
from renderers.lettering import fit, readable, write
from renderers.palette import look_of
from renderers.scene import RACE, AnyScene, Mark, Names, Shot, Standing
from renderers.standings import cup
from renderers.strokes import dashed, dashes_of, edge_of
from renderers.telling import cut, within_limit

WIDTH = 1000
_SIZE = readable(WIDTH)
_LABEL, _BADGE = 50, 46
_LEFT, _RIGHT, _LABELS = 92, 610, 664
_TOP, _FOOT = BANNER + 60, 66
_LEAST = 480  # height of the chart
_SHORTEST_NAME = 60
_LEVELS = (0, 5, 20, 50, 100, 200, 400, 800)


class Turn(NamedTuple):
    """How a race stood when a turn was over, and the mishaps in it."""

    number: int
    behind: Mapping[EntryId, int]  # squares, of those on the track, the leader first, and of those that crashed in it
    marks: Mapping[EntryId, Mark]


class Gaps(NamedTuple):
    """A race as a chart shows it."""

    turns: Sequence[Turn]
    standings: Sequence[Standing]  # at the end, leader first
    unit: str = "squares"  # of the gaps
    behind: str = RACE.behind_first
    turn: str = RACE.turn


def gaps_of(scene: AnyScene, shots: Sequence[Shot]) -> Gaps | None:
    """Return how far each lay behind, by turn; ``None`` for a game that does not tell, or before the first turn."""
    stage = scene.stage
    if stage is None:
        return None
    turns: dict[int, Turn] = {}
    last: dict[EntryId, int] = {}  # how far behind each was when it was last on the track
    for shot in shots:
        number = stage.turn(shot.view)
        marks = dict(turns[number].marks) if number in turns else {}
        marks.update({entry: mark for entry, mark in stage.marks(shot.facts) if marks.get(entry) != "crash"})
        behind = {each.entry: each.behind for each in stage.standings(shot.view) if each.behind is not None}
        fell = [entry for entry, mark in marks.items() if mark == "crash" and entry in last and entry not in behind]
        last.update(behind)
        turns[number] = Turn(number, {**behind, **{entry: last[entry] for entry in fell}}, marks)
    if not turns:
        return None
    standings, said = stage.standings(shots[-1].view), stage.phrases
    return Gaps([turns[number] for number in sorted(turns)], standings, stage.unit, said.behind_first, said.turn)


def finish_of(scene: AnyScene, shots: Sequence[Shot]) -> Finish | None:
    """Return how close the first two were when last both were on the track; ``None`` if only one came in."""
    gaps = gaps_of(scene, shots)
    if gaps is None or scene.stage is None or not scene.stage.laps(shots[-1].view):
        return None
    placed = sorted((each for each in gaps.standings if each.place is not None), key=lambda each: each.place or 0)[:2]
    both = [each.entry for each in placed]
    turn = next((each for each in reversed(gaps.turns) if all(entry in each.behind for entry in both)), None)
    if len(both) < 2 or turn is None:
        return None
    first, second = (turn.behind[entry] for entry in both)
    return Finish(first=both[0], second=both[1], gap=abs(first - second), led=first <= second, unit=gaps.unit)


def draw_gaps(title: str, gaps: Gaps, names: Names) -> bytes:
    """Return the PNG picture of a gap chart."""
    frame = _Frame(gaps)
    image = Image.new("RGB", (WIDTH, frame.bottom + _FOOT), palette.PAPER)
    write_banner(image, title, cup(64))
    write(image, (24, BANNER + 24), f"{gaps.unit} {gaps.behind}", palette.FAINT, size=_SIZE)
    _draw_grid(image, frame, gaps)
    _draw_lines(image, frame, gaps)
    for row, each in enumerate(gaps.standings):
        _draw_label(image, frame.label(row), each, names.get(each.entry, each.colour))
    return encoded(in_few_colours(image))


def alt_gaps(title: str, gaps: Gaps, names: Names) -> str:
    """Return the chart's alt text, at most 1,024 characters."""
    last = gaps.turns[-1]

    def in_full(longest: int) -> str:
        what = f"{gaps.unit} {gaps.behind} by turn"
        lines = [f"Gap chart of {cut(title, 2 * longest)}, {last.number} {gaps.turn}s: {what}."]
        for each in gaps.standings:
            seen = [str(turn.behind[each.entry]) for turn in gaps.turns if each.entry in turn.behind]
            name = cut(names.get(each.entry, each.colour), longest)
            lines.append(" ".join([f"{each.place or '–'} {name}:", *seen, each.fate]).strip())
        return "\n".join(lines)

    def briefly(longest: int) -> str:
        shown = ((each.place or each.fate, names.get(each.entry, each.colour)) for each in gaps.standings)
        places = ", ".join(f"{place} {cut(name, longest)}" for place, name in shown)
        return f"Gap chart of {cut(title, 2 * longest)}. In the end: {places}."

    return within_limit(in_full, briefly)


class _Frame:
    """Where turns and gaps lie in the picture."""

    def __init__(self, gaps: Gaps) -> None:
        self.first, self.last = gaps.turns[0].number, gaps.turns[-1].number
        self.bottom = _TOP + max(_LEAST, len(gaps.standings) * _LABEL)
        self.most = max([5, *(behind for turn in gaps.turns for behind in turn.behind.values())])

    def spot(self, turn: int, behind: int) -> Spot:
        """Return where a gap lies on a scale of square roots, which keeps small gaps apart."""
        x = _LEFT + (turn - self.first) / max(1, self.last - self.first) * (_RIGHT - _LEFT)
        return x, _TOP + 12 + (self.bottom - _TOP - 24) * sqrt(behind / self.most)

    def label(self, row: int) -> float:
        return _TOP + 12 + (row + 0.3) * _LABEL


def _draw_grid(image: Image.Image, frame: _Frame, gaps: Gaps) -> None:
    for level in (level for level in _LEVELS if level <= frame.most):
        y = round(frame.spot(frame.first, level)[1])
        image.paste(palette.CARD_EDGE, (_LEFT, y - 1, _RIGHT, y + 1))
        write(image, (_LEFT - 12, y), str(level), palette.FAINT, size=_SIZE, anchor="right")
    step = max(1, -(-(frame.last - frame.first) // 6))
    for turn in gaps.turns[::step]:
        x = frame.spot(turn.number, 0)[0]
        write(image, (x, frame.bottom + 30), str(turn.number), palette.FAINT, size=_SIZE, anchor="middle")
    write(image, (_LABELS, frame.bottom + 30), gaps.turn, palette.FAINT, size=_SIZE)


def _draw_lines(image: Image.Image, frame: _Frame, gaps: Gaps) -> None:
    box = (0, _TOP - 10, _LABELS, frame.bottom + 10)
    large = image.crop(box).resize((2 * (box[2] - box[0]), 2 * (box[3] - box[1])), Image.Resampling.NEAREST)
    sketch = Sketch(large, origin=(0, -box[1]), fine=2)
    for row, each in reversed(list(enumerate(gaps.standings))):
        way = [frame.spot(turn.number, turn.behind[each.entry]) for turn in gaps.turns if each.entry in turn.behind]
        if not way:
            continue
        if each.fate != "out":
            sketch.line([way[-1], (_LABELS - 6, frame.label(row))], palette.CARD_EDGE, 2)
        look = look_of(each.colour)
        for colour, width in ((edge_of(look.fill), 10), (look.fill, 6)):
            for piece in dashed(way, dashes_of(each.colour)):
                sketch.line(piece, colour, width)
    for turn in gaps.turns:
        for entry, mark in turn.marks.items():
            _draw_mark(sketch, frame, gaps, turn, (entry, mark))
    image.paste(sketch.reduced(), box)


def _draw_mark(sketch: Sketch, frame: _Frame, gaps: Gaps, turn: Turn, of: tuple[EntryId, Mark]) -> None:
    """Draw a cross for a crash, and a tick for a whip, where the chariot was last."""
    entry, mark = of
    known = [each for each in gaps.turns if each.number <= turn.number and entry in each.behind]
    if not known:
        return
    x, y = frame.spot(turn.number if mark == "whip" else known[-1].number, known[-1].behind[entry])
    strokes: list[list[Spot]] = [[(x, y - 9), (x, y + 9)]]
    if mark == "crash":
        strokes = [[(x - 12, y - 12), (x + 12, y + 12)], [(x - 12, y + 12), (x + 12, y - 12)]]
    for colour, width in ((palette.CHALK, 9), (palette.INK, 5)):
        for stroke in strokes:
            sketch.line(stroke, colour, width)


def _draw_label(image: Image.Image, y: float, each: Standing, name: str) -> None:
    sprite = badge(each.colour, each.entry, _BADGE)
    image.paste(sprite, (_LABELS, round(y) - _BADGE // 2), sprite)
    start, end = _LABELS + _BADGE + 10, WIDTH - 16
    colour = palette.ALARM if each.fate == "out" else palette.LIMIT
    note = each.fate if each.place is None else str(each.place)
    end -= round(write(image, (end, y), note, colour, size=_SIZE, anchor="right")) + 8
    if end - start > _SHORTEST_NAME:
        write(image, (start, y), fit(name, end - start, "sans", _SIZE), palette.INK, size=_SIZE)
