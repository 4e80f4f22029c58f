"""Every section, ruling and worked case of the Epic campaign is named by a case."""

import re
from pathlib import Path

from conformance.cases import read_file

FOLDER = Path(__file__).parents[2] / "conformance" / "cases"
CASES = [case for path in sorted((FOLDER / "leagues").glob("epic-*.toml")) for case in read_file(path)]
CASES += read_file(FOLDER / "circus-maximus" / "epic-plots.toml")

SECTIONS = [*(f"B.{n}" for n in range(1, 12)), *(f"B.12.{n}" for n in range(1, 5)), "B.13"]
RULINGS = [f"R-B{n}" for n in range(1, 51)]
WORKED = [
    "T-2",
    *(f"T-{n}" for n in (11, 12, 13, 14, 15, 17, 18, *range(31, 50))),
    *(f"T-{n}" for n in range(101, 221)),
]
_NAME = re.compile(r"R-B\d+|B\.\d+(?:\.\d)?|E?T-\d+")


def _named() -> set[str]:
    found = {name for case in CASES for name in _NAME.findall(f"{case.rule} {case.source}")}
    return {name.removeprefix("E") if name.startswith("ET") else name for name in found}


def missing() -> list[str]:
    named = _named()
    return [name for name in (*SECTIONS, *RULINGS, *WORKED) if name not in named]


def test_every_section_ruling_and_worked_case_is_named() -> None:
    assert missing() == []
