"""Possible outcomes of orders, in words: a spread, for dice and cards come after the order."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from engine.chariots_of_rome.orders.orders import Orders
from engine.chariots_of_rome.seen.outlooks import DryRun
from records.values import Square
from words.chariots_of_rome.clauses import decided
from words.chariots_of_rome.terms import LEVELS
from words.shared.chances import in_percent, percent
from words.shared.telling import called, joined, signed_tenths
from words.shared.words import Names

Thing = TypeVar("Thing")

_TOLD = 3
"""Number of spaces and lanes to name, the likeliest first."""

_LEAST = 0.02
"""The smallest chance that an order sheet names."""


def in_short(run: DryRun) -> Iterator[str]:
    """Yield what may come of orders: the risk, the speed, the likeliest ends."""
    finish = f"🏁 {percent(run.finish)} you finish; " if run.finish >= _LEAST else ""
    risk = f"☠️ **{percent(run.out)} you go out**" if run.out >= _LEAST / 4 else "You stay in the race"
    yield f"{finish}{risk}."
    moves = ", ".join(f"{chance} % {spaces}" for spaces, chance in _most(run.move))
    yield f"🐎 Speed {LEVELS[run.level]}, spaces: {moves}."
    ends = [f"**{square}** {percent(chance)}" for square, chance in likely_ends(run)]
    if ends:
        yield f"➡️ Likeliest: {joined(ends)}."
    lanes = [f"lane {lane} {chance} %" for lane, chance in _most(run.lanes)]
    if lanes:
        yield f"↩️ Into the corner: {joined(lanes)}; {run.hazard:.1f} cards laid on average."


def in_full(run: DryRun, orders: Orders, names: Names) -> Iterator[str]:
    """Yield the targets of *orders*, the changes on the mat, and the clauses that decide most."""
    changes = (("❤️", run.endurance), ("⭐", run.tactics), ("💢", run.rattled))
    told = ", ".join(f"{sign} {signed_tenths(change)}" for sign, change in changes)
    yield f"📈 On average {run.gain:.1f} spaces, {told}, {run.overtakes:.1f} obstacles passed."
    attacks = [
        f"{called(names, rival)} {percent(chance)}"
        for rival, chance in _ordered(run.attacks)[:_TOLD]
        if chance >= _LEAST
    ]
    if attacks:
        yield f"⚔️ You attack {joined(attacks)}."
    if run.clauses:
        likeliest = list(run.clauses.items())[:_TOLD]
        said = [f"{decided(clause, orders, names)} ({percent(chance)})" for clause, chance in likeliest]
        yield f"📋 Most decisive: {'; '.join(said)}."


def _most(chances: Mapping[int, float]) -> list[tuple[int, int]]:
    """Return the likeliest of several outcomes, each with its per cent of them all."""
    ordered = _ordered(chances)
    numbers = in_percent([Fraction(chance) for _, chance in ordered])
    told = [(thing, number) for (thing, _), number in zip(ordered, numbers, strict=True) if number]
    return told[:_TOLD]


def _ordered(chances: Mapping[Thing, float]) -> list[tuple[Thing, float]]:
    """Return the likeliest first."""
    return sorted(chances.items(), key=lambda each: -each[1])


def likely_ends(run: DryRun) -> list[tuple[Square, float]]:
    """Return the likeliest spaces to end on."""
    return [(square, chance) for square, chance in list(run.ends.items())[:_TOLD] if chance >= _LEAST]
