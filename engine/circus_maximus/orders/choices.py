"""The real choices of a turn where each move is asked for: a speed, with the whip or without it (6.11, 6.52, S-80)."""

import contextlib
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.circus_maximus.orders.dry_run import Course, DryRun, by_face, dry_run
from engine.circus_maximus.orders.ordered_speed import is_whipped, opening
from engine.circus_maximus.orders.orders import Orders, Preset
from engine.circus_maximus.orders.presets import SUGGESTED, drawn, may_whip
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Begin, Speed, WriteSpeed
from engine.questions import Answer, Ask
from records.refusals import Refused
from records.values import EntryId

MOST = 3
"""Choices, at most."""


class Choice(NamedTuple):
    """A speed, how the phase begins, and what comes of both."""

    speed: Speed
    begin: Begin | None  # none where the whip is no matter of choice yet: it is asked about as the phase begins
    run: DryRun
    preset: Preset  # from which it is drawn
    courses: tuple[Course, ...]  # one for each face of the whip's die; without the whip just one

    @property
    def whips(self) -> bool:
        return self.begin is not None and self.begin.strain

    @property
    def crash(self) -> Fraction:
        """The chance to turn over, slides into the wall included, over all faces of the whip's die (6.52, 7.34)."""
        return sum((each.flip_chance for each in self.courses), Fraction()) / len(self.courses)


def choices(view: RaceView, ask: Ask) -> tuple[Choice, ...]:
    """Return two or three choices, the best first: the presets, and the best one with the whip or without it."""
    assert isinstance(ask.question, WriteSpeed)
    return _chosen(msgspec.msgpack.encode(view), ask.entry, ask.question, ask.default)


@lru_cache(maxsize=256)
def _chosen(seen: bytes, entry: EntryId, question: WriteSpeed, default: Answer) -> tuple[Choice, ...]:
    view, ask = msgspec.msgpack.decode(seen, type=RaceView), Ask(entry, question, default, secret=True)
    found: dict[tuple[Speed, bool], Choice] = {}
    for name, orders in _drawn(view, ask):
        with contextlib.suppress(Refused):  # it may not be written now
            choice = _choice(view, ask, name, orders)
            found.setdefault((choice.speed, choice.whips), choice)
    return tuple(found.values())[:MOST]


def _drawn(view: RaceView, ask: Ask) -> Iterator[tuple[Preset, Orders]]:
    presets, own = drawn(view, ask.entry), view.chariot(ask.entry)
    others = [name for name in presets.offered if name != SUGGESTED]
    best = presets.orders[SUGGESTED]
    yield SUGGESTED, best
    if presets.careful is not None:  # its button has no name, but its speed and its risk: it may be the faster one
        yield "safe", presets.careful
    if _may_choose(view, own) and isinstance(best.speed, int):
        whips = is_whipped(view, own, best.whip, best.speed)
        yield SUGGESTED, replace(best, whip="never" if whips else "always")
    if "attack" in others:
        yield "attack", presets.orders["attack"]


def _may_choose(view: RaceView, own: ChariotView) -> bool:
    """Tell whether the whip is a choice, as far as is known as speeds are written (6.52)."""
    is_driving = own.status == "racing" and not own.is_stationary and not own.is_held and not own.blinded
    return is_driving and may_whip(own) and not view.options.written_straining


def _choice(view: RaceView, ask: Ask, name: Preset, orders: Orders) -> Choice:
    """Return orders as a choice.

    :raises Refused: if their speed may not be written, or nobody drives.
    """
    own, speed = view.chariot(ask.entry), opening(view, ask, orders)
    assert isinstance(ask.question, WriteSpeed)
    whips = _may_choose(view, own) and is_whipped(view, own, orders.whip, speed.factors)
    driven = replace(orders, whip="always" if whips or speed.strain else "never")
    begin = None if view.options.lesson else Begin(whips)
    run = dry_run(view, ask.entry, driven)
    return Choice(speed, begin, run, name, by_face(view, ask.entry, driven, run))
