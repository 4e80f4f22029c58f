"""Prospects of cards: the share of each result among all unseen cards, and the outlook of drawing some.

Discards are public. Cards in the pile and in Cornering stacks are alike to everybody, so each unseen card is as likely.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.chariots_of_rome.position.silence import default_loss
from engine.chariots_of_rome.printed.data import ACTIONS, FATAL_RATTLED, FATAL_WOUNDS, Column, Result
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from words.shared.chances import percent
from words.shared.telling import signed_tenths


class Outlook(NamedTuple):
    """The outlook of drawing a number of cards."""

    harmless: float  # the chance that none of them does anything
    swerve: float  # that one of them at least is a Swerve
    wound: float
    out: float  # that they eliminate the chariot by themselves
    endurance: float  # lost, on average; of what is lost instead it is told below
    tactics: float
    rattled: float  # gained, on average


class _Mat(NamedTuple):
    """The figures that cards change."""

    endurance: int
    tactics: int
    rattled: int
    wounds: int


def shares(view: RaceView, column: Column) -> Mapping[Result, float]:
    """Return how likely the next card shows each result of a column."""
    seen = set(view.action_discard)
    unseen = [card for name, card in ACTIONS.items() if name not in seen] or list(ACTIONS.values())
    found = Counter(card[column] for card in unseen)
    return {result: times / len(unseen) for result, times in found.items()}


def outlook(view: RaceView, chariot: ChariotView, column: Column, cards: int, paid: int = 0) -> Outlook:
    """Return the outlook of drawing so many cards of a column, crashes aside.

    :param paid: Tactics that are spent before.
    """
    likely = tuple(sorted(shares(view, column).items()))
    mat = _Mat(chariot.endurance, max(0, chariot.tactics - paid), chariot.rattled, chariot.wounds)
    return _outlook(likely, mat, cards)


@lru_cache(maxsize=512)
def _outlook(likely: tuple[tuple[Result, float], ...], mat: _Mat, cards: int) -> Outlook:
    states: dict[_Mat | None, float] = {mat: 1.0}
    for _ in range(cards):
        states = _after_one(states, likely)
    share = dict(likely)
    alive = {state: chance for state, chance in states.items() if state is not None}
    rest = sum(alive.values()) or 1.0

    def mean(place: int) -> float:
        return sum(state[place] * chance for state, chance in alive.items()) / rest

    return Outlook(
        share.get("none", 0.0) ** cards,
        1 - (1 - share.get("swerve", 0.0)) ** cards,
        1 - (1 - share.get("wounded", 0.0)) ** cards,
        states.get(None, 0.0),
        mat.endurance - mean(0),
        mat.tactics - mean(1),
        mean(2) - mat.rattled,
    )


def _after_one(
    states: Mapping[_Mat | None, float], likely: tuple[tuple[Result, float], ...]
) -> dict[_Mat | None, float]:
    found: dict[_Mat | None, float] = {None: states.get(None, 0.0)}
    for state, chance in states.items():
        if state is None:
            continue
        for result, share in likely:
            after = _changed(state, result)
            found[after] = found.get(after, 0.0) + chance * share
    return found


def _changed(mat: _Mat, result: Result) -> _Mat | None:
    """Return figures after a card, the rules' default sparing the horses; none if the chariot is out (2.4, D13)."""
    match result:
        case "endurance":
            spares = mat.tactics > 0 and (mat.endurance == 1 or _spares(mat))
            mat = mat._replace(tactics=mat.tactics - 1) if spares else mat._replace(endurance=mat.endurance - 1)
        case "tactics":
            mat = mat._replace(tactics=mat.tactics - 1) if mat.tactics else mat._replace(rattled=mat.rattled + 1)
        case "rattled" | "rattled2":
            mat = mat._replace(rattled=mat.rattled + (2 if result == "rattled2" else 1))
        case "wounded":
            mat = mat._replace(wounds=mat.wounds + 1)
    is_out = mat.endurance < 1 or mat.rattled >= FATAL_RATTLED or mat.wounds >= FATAL_WOUNDS
    return None if is_out else mat


def _spares(mat: _Mat) -> bool:
    return default_loss(mat.endurance).what == "tactics"


def outlook_in_words(outlook: Outlook) -> str:
    """Return an outlook in a few words, the most important first."""
    parts = [f"☠️ **{percent(outlook.out)} out**"] if outlook.out >= _LEAST else []
    if outlook.swerve >= _LEAST:
        parts.append(f"{percent(outlook.swerve)} swerve")
    if outlook.wound >= _LEAST:
        parts.append(f"{percent(outlook.wound)} wound")
    losses = (("❤️", -outlook.endurance), ("⭐", -outlook.tactics), ("💢", outlook.rattled))
    parts += [f"{sign} {signed_tenths(amount)}" for sign, amount in losses if abs(amount) >= _SOME]
    return ", ".join(parts) or "no harm"


def on_button(outlook: Outlook) -> str:
    """Return the danger of an outlook for a button; empty where there is none."""
    if outlook.out >= _LEAST:
        return f" · {percent(outlook.out)} out"
    return f" · {percent(outlook.swerve)} swerve" if outlook.swerve >= _LEAST else ""


_LEAST = 0.005
"""The smallest chance to tell."""

_SOME = 0.05
"""The smallest mean loss to tell."""
