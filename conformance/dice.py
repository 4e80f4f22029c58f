"""The dice of a case: they fall as the case says, and no others."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.facts import Concealed, Rolled

_GROUP = re.compile(r"(?:(?P<label>[^:]*):)?\s*(?P<faces>\d+(?:[ ,]+\d+)*)\s*")


Roll = Rolled | Concealed


class DiceDiffer(Exception):
    """The rules rolled other dice than the case has."""


class ImpossibleDie(Exception):
    """The case has a die show more than it has sides."""


@dataclass(frozen=True)
class Throw:
    """One entry of a case's dice. A loose one is part of any roll; any other is a whole roll."""

    text: str
    faces: tuple[int, ...] = ()
    draw: str = ""  # what is drawn, where the face depends on what is left to draw from
    labels: tuple[str, ...] = ()  # who rolls, or the rule's number
    is_loose: bool = False
    is_shuffle: bool = False  # the faces are the cards that lie on top once a deck is shuffled


def read_throw(written: int | str) -> Throw:
    """
    >>> read_throw("blue 7.32: 4 4 3")
    Throw(text='blue 7.32: 4 4 3', faces=(4, 4, 3), draw='', labels=('blue', '7.32'), is_loose=False, is_shuffle=False)
    >>> read_throw("shuffle red: 6 6 1").is_shuffle
    True

    :raises ValueError: if they are not written so.
    """
    if isinstance(written, int):
        _check_faces(written, [written])
        return Throw(str(written), (written,), is_loose=True)
    if written.startswith("draw "):
        return Throw(written, draw=written.removeprefix("draw ").strip())
    is_shuffle = written.startswith("shuffle ")
    group = _GROUP.fullmatch(written.removeprefix("shuffle ").strip())
    if group is None:
        raise ValueError(
            f"dice are written 5, '4 4 3', 'blue 7.32: 4 4 3', 'draw blue' or 'shuffle blue: 6 6 1', not {written!r}"
        )
    faces = tuple(int(face) for face in re.findall(r"\d+", group["faces"]))
    _check_faces(written, faces)
    return Throw(written, faces, labels=tuple((group["label"] or "").split()), is_shuffle=is_shuffle)


def _check_faces(written: int | str, faces: Iterable[int]) -> None:
    if min(faces) < 1:
        raise ValueError(f"{written!r}: a die shows 1 or more")


def read_throws(written: int | str, faces_of_shuffle: Callable[[Sequence[int]], Sequence[int]]) -> list[Throw]:
    """Return one throw, or, for the shuffle of a deck, one for each of its dice.

    :raises ValueError: if they are not written so, or no deck can be shuffled so.
    """
    throw = read_throw(written)
    if not throw.is_shuffle:
        return [throw]
    return [replace(throw, faces=(face,), is_shuffle=False) for face in faces_of_shuffle(throw.faces)]


class ScriptedDice:
    """Dice that fall as written. *face_of* tells the face that draws a thing, by name, of so many sides."""

    def __init__(self, throws: Sequence[Throw], face_of: Callable[[str, int], int]) -> None:
        self.at = 0
        self._waiting = list(throws)
        self._face_of = face_of
        self._thrown: list[tuple[Throw, ...]] = []  # for each roll

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        faces: list[int] = []
        throws: list[Throw] = []
        while len(faces) < count:
            throw = self._next(count - len(faces), is_begun=bool(faces))
            throws.append(throw)
            faces += (self._face_of(throw.draw, sides),) if throw.draw else throw.faces
        if max(faces) > sides:
            raise ImpossibleDie(
                f"{_texts(throws)} cannot fall there: the rules rolled {count}d{sides}, faces 1 to {sides}"
            )
        self.at += count
        self._thrown.append(tuple(throws))
        return tuple(faces)

    def _next(self, missing: int, *, is_begun: bool) -> Throw:
        if not self._waiting:
            raise DiceDiffer(f"the rules rolled {missing} more {_dice(missing)} than the case has")
        throw = self._waiting[0]
        if not throw.is_loose and (is_begun or len(throw.faces or (0,)) != missing):
            raise DiceDiffer(f"the rules rolled {missing} {_dice(missing)} where the case has {throw.text!r}")
        return self._waiting.pop(0)

    @property
    def left_over(self) -> str:
        """The dice that were never rolled, as written."""
        return _texts(self._waiting)

    def wrong_labels(self, rolls: Sequence[Roll], name_of: Callable[[Roll], str]) -> list[str]:
        """Return, in words, every label that is neither the roller's name nor the rule of its roll."""
        each_roll = [rolled for rolled in rolls for _ in range(_times_rolled(rolled))]
        wrong = [
            f"the dice {throw.text!r} fell for {name_of(rolled) or 'nobody'}: {rolled.what_for} ({rolled.rule})"
            for rolled, throws in zip(each_roll, self._thrown, strict=False)
            for throw in throws
            if set(throw.labels) - {name_of(rolled), rolled.rule}
        ]
        return list(dict.fromkeys(wrong))


def _times_rolled(rolled: Roll) -> int:
    return len(rolled.sides) if isinstance(rolled, Concealed) else 1


def _texts(throws: Iterable[Throw]) -> str:
    return ", ".join(text for text, _ in groupby(repr(throw.text) for throw in throws))


def _dice(count: int) -> str:
    return "die" if count == 1 else "dice"
