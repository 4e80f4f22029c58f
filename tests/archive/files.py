"""Databases of earlier versions, unpacked for a test, and what checks the races in them."""

import json
import lzma
import runpy
from functools import cache
from pathlib import Path
from typing import Any

from tests.archive.migrating import bring_up

CHECKER = Path(__file__).parents[2] / "docs" / "check_race.py"
DATABASES = Path(__file__).parent / "databases"


def named(pattern: str) -> list[str]:
    """Return the names of the databases that fit a pattern, without their ending."""
    return sorted(path.name.removesuffix(".db.xz") for path in DATABASES.glob(f"{pattern}.db.xz"))


def unpacked(name: str, folder: Path) -> Path:
    """Put a database, brought up to date, where a test may change it, and return its path."""
    path = folder / f"{name}.sqlite3"
    path.write_bytes(lzma.decompress((DATABASES / f"{name}.db.xz").read_bytes()))
    bring_up(path)
    return path


def problems_of(proof: bytes | str) -> list[str]:
    """Return what a stranger's checker finds wrong with the file of a race."""
    found: list[str] = _checker()["check"](json.loads(proof))
    return found


@cache
def _checker() -> dict[str, Any]:
    return runpy.run_path(str(CHECKER))
