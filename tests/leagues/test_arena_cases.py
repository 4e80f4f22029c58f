"""Every section, ruling and worked case about gladiators in leagues is named by a case."""

import re
from pathlib import Path

from conformance.cases import read_file

FOLDER = Path(__file__).parents[2] / "conformance" / "cases"
CASES = [case for path in sorted((FOLDER / "leagues").glob("epic-*.toml")) for case in read_file(path)]

SECTIONS = ["C.3", "C.4", "C.5", "C.6", "C.7", "D.11", "H.8.1", "H.8.2", "H.8.4", "H.8.6", "H.8.7"]
IN_LEAGUES = ["T-29", "T-307", "T-310", *(f"T-{n}" for n in range(421, 441))]
RULINGS_IN_LEAGUES = [f"R-C{n}" for n in (4, 5, 6, 7, 8, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 26, 27, 28)]
_NAME = re.compile(r"R-C\d+|T-\d+|[CDH](?:\.\d+)+")


def test_every_section_ruling_and_worked_case_is_named() -> None:
    named = {name for case in CASES for name in _NAME.findall(f"{case.rule} {case.source}")}

    assert [name for name in (*SECTIONS, *IN_LEAGUES, *RULINGS_IN_LEAGUES) if name not in named] == []
