"""Building a chariot from 32 points: the question, and the reading of typed answers (16.1)."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from engine.circus_maximus.words.specifications import Specification, Specify, name_of
from engine.circus_maximus.words.state import Weapon
from engine.questions import Ask
from engine.refusals import GameReason
from records.refusals import Refused
from words.shared.telling import count, joined
from words.shared.words import Controls, Names, Option

EXAMPLE = "horses 6-4-4-5, driver 1, hits 8, whip, wheels 6, endurance 35"
_OPTIONS = 25
_KINDS = ("none", "regular", "long")
_EXPECTED = ("horses", "driver", "hits", "whip", "wheels", "endurance", "blades")
_NUMBER = r"\+?([0-9]{1,2})"
_KIND = f"({'|'.join(_KINDS)})"
_BETWEEN = r"\s*[-/ ]\s*"
_PIECES: tuple[tuple[re.Pattern[str], Callable[..., dict[str, Any]]], ...] = (
    (re.compile(f"horses? {_BETWEEN.join([_NUMBER] * 4)}"), lambda *speeds: {"horses": tuple(map(int, speeds))}),
    (re.compile(f"driver {_NUMBER}"), lambda modifier: {"modifier": int(modifier)}),
    (re.compile(f"hits {_NUMBER}"), lambda hits: {"hits": int(hits)}),
    (re.compile(f"(?:whip|({_KINDS[0]}|{_KINDS[1]}|{_KINDS[2]}) whip|whip {_KIND})"), lambda *of: {"whip": _first(of)}),
    (re.compile(f"wheels? {_NUMBER}(?:{_BETWEEN}{_NUMBER})?"), lambda *of: _boxes(of)),
    (re.compile(f"endurance {_NUMBER}"), lambda endurance: {"endurance": int(endurance)}),
    (re.compile(f"blades(?: {_KIND}(?:{_BETWEEN}{_KIND})?)?"), lambda *of: _blades(of)),
)  # fmt: skip
"""The pieces of a typed specification, each with its pattern; weapons go by their names alone."""


def _first(of: Sequence[str | None]) -> str:
    return next((each for each in of if each), "regular")


def _boxes(of: Sequence[str | None]) -> dict[str, Any]:
    return _pair("boxes", [int(each) for each in of if each])


def _blades(of: Sequence[str | None]) -> dict[str, Any]:
    return _pair("blades", [each for each in of if each] or ["regular"])


def _pair(name: str, values: Sequence[Any]) -> dict[str, Any]:
    """Return the fields of both wheels, from one value for both, or two with the inside one's first."""
    return {f"{name}_inside": values[0], f"{name}_outside": values[-1]}


def read_specification(words: str, offered: Sequence[Weapon] = ()) -> Specification:
    """Read a chariot piece by piece, such as :data:`EXAMPLE`; blades and weapons may be left out, and then are none.

    :param offered: weapons that this race has; a refusal names no others.
    :raises Refused: if a piece cannot be read, or one is missing.
    """
    found: dict[str, Any] = {"whip": "none"}
    weapons: list[Weapon] = []
    for place, piece in enumerate(filter(None, (each.strip() for each in re.split(r"[,;\n]", words))), start=1):
        if piece in ("dust", "knife", "spear"):
            weapons.append(cast(Weapon, piece))
        else:
            found |= _piece(piece, place, offered)
    missing = {"horses", "modifier", "hits", "boxes_inside", "endurance"} - set(found)
    if missing:
        named = {"modifier": "driver", "boxes_inside": "wheels"}
        raise Refused(
            GameReason.NOT_A_PLAN,
            at="",
            place=len(found) + len(weapons),
            expected=sorted(named.get(each, each) for each in missing),
        )
    return Specification(**found, weapons=tuple(weapons))


def _piece(piece: str, place: int, offered: Sequence[Weapon]) -> dict[str, Any]:
    for form, make in _PIECES:
        if match := form.fullmatch(" ".join(piece.split())):
            return make(*match.groups())
    raise Refused(GameReason.NOT_A_PLAN, at=piece, place=place, expected=(*_EXPECTED, *offered))


def controls(
    question: Specify, ask: Ask, names: Names, pack: Callable[[Specification], str], *, has_shares: bool
) -> Controls:
    """Return the question for the 32 points: ready-made chariots in a menu, anything else by typing (16.1).

    :param has_shares: whether it tells how often each ready-made chariot wins.
    """
    offered = question.legal()[:_OPTIONS]
    bought = f" Weapons to be had: {joined(question.weapons)}." if question.weapons else ""
    return Controls(
        title="Build your chariot",
        text=(
            f"Spend up to **{question.budget} points** on {names[ask.entry]}: horses, driver, hits, a whip, wheels, "
            f"endurance, blades.{bought} Choose a ready-made chariot below, or type one of your own: `{EXAMPLE}`, and "
            "if you like `blades` (or `blades long/none`), `long whip`, `dust`, `knife`, `spear`. Nobody sees it until "
            "all are in; no dice are rolled for it. (rule 16.1; `/rules table:specification` shows what each thing "
            f"costs){FAIR if has_shares else ''}"
        ),
        typed_label=f"Your chariot, {question.budget} points at most",
        typed_example=EXAMPLE,
        placeholder="Choose a ready-made chariot",
        options=tuple(
            Option(
                f"{name_of(each).capitalize()}: {label(each)}",
                pack(each),
                f"{character(each, offered)}{_wins(each) if has_shares else ''}",
            )
            for each in offered
        ),
    )


WINS: Mapping[str, float] = {
    "runner": 86.0,
    "master": 6.7,
    "all-rounder": 3.5,
    "stayer": 1.7,
    "one long blade": 1.2,
    "scythes": 0.6,
    "whipper": 0.2,
    "long scythes": 0.0,
}
"""Per cent of races in which one of each met between house drivers (docs/balance.md); armed ones were not in it."""

FAIR = (
    f"\n-# Wins: in races of {len(WINS)} between house drivers, one of each. Chance alone wins {100 / len(WINS):.0f} %."
)


def _wins(of: Specification) -> str:
    share = WINS.get(name_of(of))
    return "" if share is None else f" Wins {share:.0f} %"


def label(of: Specification) -> str:
    """Return the figures of a chariot on a line."""
    horses = "-".join(map(str, of.horses))
    return (
        f"horses {horses}, driver {of.modifier:+d} of {count(of.hits, 'hit')}, endurance {of.endurance}, "
        f"wheels {of.boxes_inside}/{of.boxes_outside}"
    )


def character(of: Specification, others: Sequence[Specification]) -> str:
    """Return in a sentence a chariot's strengths among *others*, and its weapons."""
    best = [word for word, measure in _MEASURES.items() if _stands_out(measure(of), [*map(measure, others)])]
    good = f"Of these {joined(best)}" if best else "A bit of everything"
    return f"{good}; {carried(of)}."


def _stands_out(value: int, others: Sequence[int]) -> bool:
    return value == max(others) > min(others)


_MEASURES: Mapping[str, Callable[[Specification], int]] = {
    "the fastest": lambda of: sum(of.horses) + of.modifier,
    "the most skilled": lambda of: of.modifier,
    "the most enduring": lambda of: of.endurance,
    "the hardest to kill": lambda of: of.hits,
}


def carried(of: Specification) -> str:
    """Return the whip, blades and weapons of a chariot in words."""
    whip = {"none": "no whip", "regular": "whip", "long": "long whip"}[of.whip]
    inside, outside = of.blades_inside, of.blades_outside
    blades = {
        ("none", "none"): "",
        ("regular", "regular"): "blades",
        ("long", "long"): "long blades",
    }.get((inside, outside), f"blades {inside}/{outside}")
    return joined([each for each in (whip, blades, *of.weapons) if each])


def in_words(of: Specification) -> str:
    """Return a chariot in words, for its builder."""
    return f"{label(of)}, {carried(of)}"
