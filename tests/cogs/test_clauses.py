"""Every clause that the engine gives for an answer of orders has words of its own in the story."""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from engine.circus_maximus import orders
from engine.circus_maximus.orders.orders import DefendPolicy, GainPolicy, LinePolicy, Weapons, WhipPolicy
from engine.circus_maximus.words.asks import Target
from engine.facts import DEFAULT_CLAUSE
from engine.track import SIDES
from records.values import EntryId
from words.circus_maximus.story.clauses import in_words, is_known
from words.shared.spelling import words_of

NAMES = {EntryId(3): "Red"}
SILENT = {"start-plain", "start-set"}
"""Clauses of which no reader would miss a word."""


def _code(policy: object) -> str:
    return str(policy).replace(" ", "-")


def _lines() -> Iterator[str]:
    lines = [f"line-{line}" for line in (*get_args(LinePolicy), "finish", "only")]
    for line, strained, braked in product([*lines, "wreck-over"], ("", "-strain-3", "-strain-3-beyond"), (0, 2)):
        yield f"{line}{strained}" + (f"-brake-{braked}" if braked else "")


def _starts() -> Iterator[str]:
    strains = [f"-strain-{_code(policy)}" for policy in get_args(WhipPolicy)]
    gains = [f"-gain-{_code(policy)}" for policy in get_args(GainPolicy)]
    yield from (f"start{strain}{gain}" for strain, gain in product(["", *strains], ["", *gains]) if strain or gain)
    yield from SILENT


def _attacks() -> Iterator[str]:
    for means, target in product(get_args(Weapons), get_args(Target)):
        attack = f"attack-3-{_code(means)}-{_code(target)}"
        yield from (attack, f"{attack}-spare", f"blocked-{attack}")


EVERY = (
    *_lines(),
    *_starts(),
    *_attacks(),
    *("cut-free", "cut-not", "hunt-3"),
    *("blocked-close-up", "blocked-brake-3", "blocked-run-into-3", "blocked-run-into"),
    *(f"blocked-slip-{side}" for side in SIDES),
    *(f"defend-{policy}" for policy in get_args(DefendPolicy)),
    *(f"defend-hold-{why}" for why in ("harmless", "no-way", "keep-6", "too-dear")),
    *(f"wreck-evade-{side}" for side in SIDES),
    *("jump-pay-3", "whip-keep", "whip-leave", "run-to-lane-3", "free-try", "free-hang-on", "stay-in-car"),
    *("share-spare-the-weakest", DEFAULT_CLAUSE),
)


@pytest.mark.parametrize("clause", EVERY)
def test_every_clause_has_words(clause: str) -> None:
    assert is_known(clause)
    said = in_words(clause, NAMES)
    assert bool(said) != (clause in SILENT)
    assert said != words_of(clause)
    assert not re.search("lane [a-z]", said), "a lane has a number"


def test_the_only_way_is_no_lane_that_was_made_for() -> None:
    assert in_words("line-only", NAMES) == "drives on: the road is clear and leaves nothing to choose"
    assert not is_known("line-sideways")


def _given() -> Iterator[tuple[str, str]]:
    """Yield every clause that the engine's source writes down, as a pattern, with the file that does."""
    for path in sorted(Path(*orders.__path__).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Followed":
                yield from ((path.name, form) for form in _forms(node.args[1]))


def _forms(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(clause)):
            yield re.escape(clause)
        case ast.JoinedStr(parts):
            texts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts]
            yield "".join(texts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*_forms(one), *_forms(other))


def test_no_clause_of_the_engine_is_missing_above() -> None:
    found = list(_given())
    assert len(found) > 20
    assert [each for each in found if not any(re.fullmatch(each[1], clause) for clause in EVERY)] == []
